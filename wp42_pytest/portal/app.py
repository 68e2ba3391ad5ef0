"""Assembles the portal's web application."""

from __future__ import annotations

from importlib.resources import files

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wp42_pytest.portal import api, pages
from wp42_pytest.portal.journal import AccessLog, LoggingMiddleware
from wp42_pytest.portal.site import Site, error_page

HOSTS = ["127.0.0.1", "localhost", "portal"]
"""Names that the portal answers to; `portal` is what a client of the unix socket calls it."""

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

STATIC = {"portal.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml"}


class HeadersMiddleware:
    """Gives every answer the headers that keep a browser from doing more than showing it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)


async def healthz(_: Request) -> Response:
    """Say that the server answers."""
    return PlainTextResponse("ok\n")


def make_app(site: Site, log: AccessLog | None) -> ASGIApp:
    """Return the application of one portal.

    Args:
        site: what it serves.
        log: where to tell what was opened; None keeps no log.
    """
    static = {name: files("wp42_pytest.portal").joinpath("static", name).read_bytes() for name in STATIC}

    async def asset(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in static:
            raise HTTPException(404)
        headers = {"content-type": STATIC[name], "cache-control": "max-age=600"}
        return Response(static[name], headers=headers)

    app = Starlette(
        routes=[Route("/healthz", healthz), Route("/static/{name}", asset), *pages.ROUTES, *api.ROUTES],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS, www_redirect=False)],
        exception_handlers={HTTPException: error_page, 500: error_page},
    )
    app.router.redirect_slashes = False
    app.state.site = site
    guarded = HeadersMiddleware(app)
    return LoggingMiddleware(guarded, log) if log else guarded
