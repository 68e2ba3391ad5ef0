"""The gateway of one run: an HTTP server on a unix socket between a sealed worker and its model."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wp42_pytest.running.gateway.conversation import Conversation
from wp42_pytest.running.gateway.protocols import PROTOCOLS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from wp42_pytest.running.gateway.meter import Meter
    from wp42_pytest.running.gateway.transcript import Transcript
    from wp42_pytest.running.gateway.upstream import Upstream
    from wp42_pytest.running.gateway.web import WebTools
    from wp42_pytest.running.sandbox import Stop

REFUSALS_KEPT = 200


@dataclass
class Gateway:
    """Serves one run.

    Without an upstream there is no model, and only the web tools are served.

    Attributes:
        refusals: what was asked for and not passed on, as sentences.
        provider_problem: why the provider does not serve us, when it does not.
        request_errors: answers of the provider that the worker's own requests caused.
        last_refused: whether the model declined in its last answer.
        broken_streams: how many answers of the provider broke off.
        last_exchange_broke: whether the last one did.
        background: closings of connections that are still under way.
    """

    upstream: Upstream | None
    meter: Meter
    transcript: Transcript
    stop: Stop
    most_requests: int | None = None
    web: WebTools | None = None
    refusals: list[str] = field(default_factory=list)
    provider_problem: str = ""
    request_errors: list[str] = field(default_factory=list)
    last_refused: bool = False
    broken_streams: int = 0
    last_exchange_broke: bool = False
    background: set[asyncio.Future[Any]] = field(default_factory=set)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def held_s(self) -> float:
        """Seconds that the worker waited for failing tries."""
        return self.upstream.held_s if self.upstream else 0.0

    @contextlib.asynccontextmanager
    async def serve(self, socket: Path) -> AsyncIterator[None]:
        """Serve on a unix socket while the block runs; whatever is open at its end is broken off."""
        config = uvicorn.Config(
            self._tracked(self.app()),
            uds=str(socket),
            loop="asyncio",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
        )
        server = _QuietServer(config)
        serving = asyncio.ensure_future(server.serve())
        try:
            while not server.started and not serving.done():
                await asyncio.sleep(0.002)
            if serving.done():
                await serving
            yield
        finally:
            server.should_exit = server.force_exit = True
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.gather(*self.background, return_exceptions=True)
            await serving

    def _tracked(self, app: ASGIApp) -> ASGIApp:
        async def tracked(scope: Scope, receive: Receive, send: Send) -> None:
            task = asyncio.current_task()
            assert task is not None
            self._tasks.add(task)
            try:
                await app(scope, receive, send)
            finally:
                self._tasks.discard(task)

        return tracked

    def app(self) -> Starlette:
        """Return the application."""
        routes = []
        if self.upstream is not None:
            path = "/v1" + PROTOCOLS[self.upstream.model.api].path
            conversation = Conversation(self, self.upstream)
            routes += [Route(path, conversation.exchange, methods=["POST"]), Route("/v1/models", conversation.models)]
        if self.web is not None:
            routes += self.web.routes()
        methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"]
        routes.append(Route("/{path:path}", self._nothing_here, methods=methods))
        return Starlette(routes=routes)

    async def _nothing_here(self, request: Request) -> Response:
        why = f"{request.method} {request.url.path[:200]} is not served in this run"
        self.note_refusal(why)
        return JSONResponse({"error": {"message": why, "type": "not_found"}}, 404)

    def note_refusal(self, why: str) -> None:
        """Write down that something was not passed on; a long list is cut in the record, not in the transcript."""
        if len(self.refusals) < REFUSALS_KEPT:
            self.refusals.append(why)
        self.transcript.write("refused", why=why)


class _QuietServer(uvicorn.Server):
    """A server that leaves the controller's signals alone: there is one for each run."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture nothing."""
        yield
