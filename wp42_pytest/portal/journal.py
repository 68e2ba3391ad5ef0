"""The access log of a run: what was opened and when, kept where the worker cannot reach it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wp42_pytest.catalog import is_within
from wp42_pytest.portal.bundle import PortalError

LONGEST_TARGET = 2000

MOST_BYTES = 100_000_000
"""A log that has grown so large ends with an entry that says so: a worker's requests must not fill the disk."""

UNLOGGED = ("/static/", "/healthz")
"""Paths that say nothing about what the worker looked at."""


class AccessLog:
    """One JSON object per line and request."""

    def __init__(self, path: Path, reachable: tuple[Path, ...], now: Callable[[], datetime]) -> None:
        """Open the log for appending.

        Args:
            path: the log file; made when it does not exist.
            reachable: folders of the worker, which must not hold the log.
            now: tells the time of a request.

        Raises:
            PortalError: when the log would lie within the worker's reach or cannot be opened.
        """
        for folder in reachable:
            if is_within(path, folder):
                msg = f"the access log {path} lies inside {folder}, where the worker could change it"
                raise PortalError(msg)
        try:
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
            self._file = os.open(path, flags, 0o600)
        except OSError as error:
            msg = f"the access log {path} cannot be written: {error.strerror}"
            raise PortalError(msg) from None
        self._now = now
        self._left = MOST_BYTES

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def write(self, entry: dict[str, Any]) -> None:
        """Append one entry under the time of now."""
        if self._left <= 0:
            return
        time = self._now().isoformat(timespec="milliseconds")
        line = json.dumps({"time": time, **entry}).encode() + b"\n"
        self._left -= len(line)
        if self._left <= 0:
            line += json.dumps({"time": time, "full": True}).encode() + b"\n"
        os.write(self._file, line)


def remember(request: Request, **facts: str) -> None:
    """Have the log say more about this request than its address does: the document, the submission."""
    request.scope.setdefault("wp42.facts", {}).update(facts)


class LoggingMiddleware:
    """Writes one entry for every answered request of interest."""

    def __init__(self, app: ASGIApp, log: AccessLog) -> None:
        self.app = app
        self.log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["path"].startswith(UNLOGGED):
            await self.app(scope, receive, send)
            return
        status, sent = 500, 0

        async def counting(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, counting)
        finally:
            target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
            self.log.write(
                {
                    "method": scope["method"],
                    "target": target.decode("latin-1")[:LONGEST_TARGET],
                    "status": status,
                    "bytes": sent,
                    **scope.get("wp42.facts", {}),
                }
            )
