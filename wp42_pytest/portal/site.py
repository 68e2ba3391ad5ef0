"""The portal's state, and the rules that every page keeps: who may come in, and how a page is made."""

from __future__ import annotations

import asyncio
import functools
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote, urlencode

import jinja2
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from wp42_pytest.model.portal import Portal, PortalForm
from wp42_pytest.portal.fields import size_text
from wp42_pytest.portal.intake import CSRF_FIELD
from wp42_pytest.portal.library import Library
from wp42_pytest.portal.perturb import Manners
from wp42_pytest.portal.sessions import Account, Session, Sessions, basic_credentials, csrf_fits
from wp42_pytest.portal.submissions import SubmissionBook
from wp42_pytest.portal.tables import RecordTable

Handler = Callable[[Request], Awaitable[Response]]
Crumb = tuple[str, str]

ACCENTS = 6
"""How many colour schemes the style sheet knows; an organisation always gets the same one."""


@dataclass(frozen=True)
class Site:
    """Everything that one running portal holds."""

    portal: Portal
    manners: Manners
    library: Library
    tables: dict[str, RecordTable]
    book: SubmissionBook
    account: Account
    sessions: Sessions
    templates: jinja2.Environment
    bodies: asyncio.Semaphore
    """Held while a form is read."""

    def form(self, identifier: str) -> PortalForm | None:
        """Return the form with an id."""
        return next((form for form in self.portal.forms if form.id == identifier), None)

    def form_title(self, identifier: str) -> str:
        """Return a form's title; its id where an earlier portal of this run had a form that is gone."""
        form = self.form(identifier)
        return form.title if form else identifier


@functools.cache
def templates() -> jinja2.Environment:
    """Return the page templates; whatever a record or a title holds is shown as text."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("wp42_pytest.portal"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["address"] = address
    environment.globals["csrf_field"] = CSRF_FIELD
    environment.globals["size_text"] = size_text
    return environment


def address(path: str, **query: object) -> str:
    """Return an address of the portal, leaving out what is empty."""
    given = {name: value for name, value in query.items() if value not in ("", None)}
    return quote(path) + (f"?{urlencode(given)}" if given else "")


def site_of(request: Request) -> Site:
    """Return the site that a request came to."""
    return cast(Site, request.app.state.site)


def session_of(request: Request) -> Session | None:
    """Return the session that the visitor's cookie belongs to, logged in or not."""
    site = site_of(request)
    return site.sessions.find(request.cookies.get(site.sessions.cookie))


def is_api(request: Request) -> bool:
    """Say whether a script asks and wants JSON."""
    return request.url.path == "/api" or request.url.path.startswith("/api/")


def members_only(handler: Handler) -> Handler:
    """Let a page be opened only by somebody who is logged in, by session or by `Authorization: Basic`."""

    @functools.wraps(handler)
    async def guarded(request: Request) -> Response:
        site = site_of(request)
        if header := request.headers.get("authorization"):
            _refuse_stranger(site, header)
            request.state.session = None
        else:
            session = session_of(request)
            if session is None or not session.logged_in:
                return _to_login(request)
            if not site.sessions.count(session):
                return _to_login(request)
            request.state.session = session
        if delay := site.manners.slow.get(request.url.path):
            await asyncio.sleep(delay)
        return await handler(request)

    return guarded


def _refuse_stranger(site: Site, header: str) -> None:
    credentials = basic_credentials(header)
    if credentials and site.account.accepts(*credentials):
        return
    if wait := site.account.locked_for():
        raise HTTPException(429, locked_text(wait), {"Retry-After": str(wait)})
    raise HTTPException(401, "The user name or the password is not right.", _challenge(site))


def _challenge(site: Site) -> dict[str, str]:
    realm = site.portal.org.encode("ascii", "replace").decode().replace('"', "'").replace("\\", "/")
    return {"WWW-Authenticate": f'Basic realm="{realm}", charset="UTF-8"'}


def _to_login(request: Request) -> Response:
    site = site_of(request)
    if is_api(request):
        expired = site.sessions.has_expired(request.cookies.get(site.sessions.cookie))
        text = "Your session has expired; log in again." if expired else "Log in first, or send Authorization: Basic."
        raise HTTPException(401, text, _challenge(site))
    target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    # A refused POST is not repeated after logging in: its form is opened again instead.
    goes_on = target != "/" and (request.method == "GET" or request.url.path.startswith("/forms/"))
    return RedirectResponse(address("/login", next=target if goes_on else ""), 303)


def locked_text(seconds: int) -> str:
    """Return what is said about an account that is locked."""
    unit = "second" if seconds == 1 else "seconds"
    return f"Too many failed attempts. This account is locked; try again in {seconds} {unit}."


def refuse_forged(request: Request, token: str) -> None:
    """Refuse a form that did not come from a page of the visitor's own session.

    Args:
        request: the POST, of somebody who was let in.
        token: the CSRF token that came with it.

    Raises:
        HTTPException: 403 when it came from elsewhere.
    """
    # Basic credentials are sent by a script on purpose, so that there is no session whose cookie could be abused;
    # what a browser might add by itself is told by its origin, which is checked for every POST.
    session = request.state.session
    if session is not None and not csrf_fits(session, token):
        raise HTTPException(403, "This form was opened in another session. Open it again; nothing was submitted.")


def refuse_foreign_origin(request: Request) -> None:
    """Refuse a POST that a page of another site had the browser send."""
    origin = request.headers.get("origin")
    if origin is not None and origin != f"{request.url.scheme}://{request.headers.get('host', '')}":
        raise HTTPException(403, "This request came from another site.")


def page(
    request: Request,
    template: str,
    title: str,
    crumbs: tuple[Crumb, ...] = (),
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **facts: Any,
) -> Response:
    """Return a page.

    Args:
        request: the request it answers.
        template: the template's file name.
        title: the page's title and last breadcrumb.
        crumbs: the pages above it below the start page, each with title and address.
        status: the status code.
        headers: headers to add.
        facts: what the template shows.
    """
    site = site_of(request)
    session = session_of(request)
    html = site.templates.get_template(template).render(
        org=site.portal.org,
        accent=hashlib.sha256(site.portal.org.encode()).digest()[0] % ACCENTS,
        initials=_initials(site.portal.org),
        site=site,
        member=session.logged_in if session else hasattr(request.state, "session"),
        csrf=session.csrf if session else "",
        path=request.url.path,
        title=title,
        crumbs=crumbs,
        **facts,
    )
    return HTMLResponse(html, status, headers)


def _initials(org: str) -> str:
    words = [word for word in org.split() if word[0].isalnum()]
    return "".join(word[0].upper() for word in words[:2]) or "•"


ERROR_TITLES = {
    400: "The request could not be understood",
    401: "Log in first",
    403: "Not allowed",
    404: "Page not found",
    405: "Not allowed here",
    413: "Too large",
    415: "Not a form",
    429: "Locked for now",
    507: "Not stored",
}


async def error_page(request: Request, error: Exception) -> Response:
    """Answer a refused request with a page that says why, or with JSON where a script asked."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = error.detail if isinstance(error, HTTPException) else "Something went wrong in the portal itself."
    headers = error.headers if isinstance(error, HTTPException) else None
    if status == 404 and detail == "Not Found":
        detail = "There is nothing at this address. It may have been mistyped, or the page was removed."
    if is_api(request):
        return JSONResponse({"error": detail}, status, headers)
    title = ERROR_TITLES.get(status, "Something went wrong")
    return page(request, "error.html", title, status=status, headers=headers, detail=detail)
