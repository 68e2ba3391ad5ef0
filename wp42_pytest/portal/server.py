"""Runs a portal on loopback, on a unix socket, or on both."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Self

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from wp42_pytest.model.portal import Portal
from wp42_pytest.portal.app import make_app
from wp42_pytest.portal.bundle import PortalError
from wp42_pytest.portal.journal import AccessLog
from wp42_pytest.portal.library import Library
from wp42_pytest.portal.perturb import Manners, perturbed
from wp42_pytest.portal.sessions import Account, Sessions
from wp42_pytest.portal.site import Site, templates
from wp42_pytest.portal.submissions import SubmissionBook, utc_now
from wp42_pytest.portal.tables import RecordTable

LOOPBACK = "127.0.0.1"

BACKLOG = 512

MOST_CONNECTIONS = 256
"""More are closed at once: the portal lives in the process that runs campaigns, whose file descriptors it must not use up."""

MOST_BODIES = 8
"""Forms that are read at a time, since each is held in memory; the others wait."""

STOPS_WITHIN = 3
"""Seconds that open answers get when the server stops."""


class _Connection(H11Protocol):
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn narrows it too
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.close()


class PortalServer:
    """A portal that serves while its `with` block runs."""

    def __init__(
        self,
        portal: Portal,
        inputs: Path,
        out: Path,
        *,
        port: int | None = 0,
        socket: Path | None = None,
        access_log: Path | None = None,
        perturb: int | None = None,
    ) -> None:
        """Describe the server; nothing is opened yet.

        Args:
            portal: what it serves.
            inputs: the folder that its documents are read from.
            out: the run's folder that submissions are written to.
            port: the port on loopback; 0 takes a free one, None listens on no port.
            socket: a unix socket to listen on as well.
            access_log: the file that tells what was opened and when; outside `inputs` and `out`.
            perturb: the instance's seed, when the arm asks for the perturbations that the portal lists.
        """
        self._portal, self._manners = (portal, Manners()) if perturb is None else perturbed(portal, perturb)
        self._inputs, self._out = inputs, out
        self._port, self._socket = port, socket
        self._access_log = access_log
        self._opened = contextlib.ExitStack()
        self._thread: threading.Thread | None = None
        self.address = ""
        """The address on loopback, such as `http://127.0.0.1:43211`; empty without a port."""

    def __enter__(self) -> Self:
        """Open what is served and answer requests.

        Raises:
            PortalError: when a folder, the port or the socket cannot be used.
        """
        with contextlib.ExitStack() as opened:
            app = make_app(self._open_site(opened), self._open_log(opened))
            listeners = [*self._open_port(opened), *self._open_socket(opened)]
            if not listeners:
                msg = "the portal needs a port or a socket to listen on"
                raise PortalError(msg)
            server = uvicorn.Server(
                uvicorn.Config(
                    app,
                    loop="asyncio",
                    http=_Connection,
                    ws="none",
                    lifespan="off",
                    log_config=None,
                    log_level="warning",
                    access_log=False,
                    proxy_headers=False,
                    server_header=False,
                    date_header=False,
                    timeout_graceful_shutdown=STOPS_WITHIN,
                )
            )
            self._thread = threading.Thread(target=server.run, args=(listeners,), name="portal", daemon=True)
            self._thread.start()
            opened.callback(self._stop, server)
            while not server.started:
                if not self.wait(0.01):
                    msg = "the portal's server could not start"
                    raise PortalError(msg)
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def wait(self, seconds: float) -> bool:
        """Wait for at most some seconds, and say whether the server still runs."""
        if self._thread is None:
            return False
        self._thread.join(seconds)
        return self._thread.is_alive()

    def _stop(self, server: uvicorn.Server) -> None:
        server.should_exit = True
        if self._thread:
            self._thread.join()

    def _open_site(self, opened: contextlib.ExitStack) -> Site:
        portal = self._portal
        return Site(
            portal=portal,
            manners=self._manners,
            library=opened.enter_context(Library(portal.documents, self._inputs)),
            tables={entity: RecordTable.of(portal, entity) for entity in portal.records},
            book=opened.enter_context(SubmissionBook(self._out)),
            account=Account(portal.user),
            sessions=Sessions(self._manners.expires_at),
            templates=templates(),
            bodies=asyncio.Semaphore(MOST_BODIES),
        )

    def _open_log(self, opened: contextlib.ExitStack) -> AccessLog | None:
        if self._access_log is None:
            return None
        return opened.enter_context(AccessLog(self._access_log, (self._inputs, self._out), utc_now))

    def _open_port(self, opened: contextlib.ExitStack) -> Iterator[socket.socket]:
        if self._port is None:
            return
        # Named TCP: asyncio switches Nagle's delay off only for sockets that say so.
        listener = opened.enter_context(socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP))
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, self._port))
        except OSError as error:
            msg = f"port {self._port} on {LOOPBACK} cannot be used: {error.strerror}"
            raise PortalError(msg) from None
        listener.listen(BACKLOG)
        self.address = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
        yield listener

    def _open_socket(self, opened: contextlib.ExitStack) -> Iterator[socket.socket]:
        path = self._socket
        if path is None:
            return
        _clear_stale(path)
        listener = opened.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        try:
            listener.bind(str(path))
        except OSError as error:
            msg = f"the socket {path} cannot be made: {error.strerror or error}"
            raise PortalError(msg) from None
        opened.callback(path.unlink, missing_ok=True)
        # A sealed worker may run as another user, and the account's password guards the portal all the same.
        path.chmod(0o666)
        listener.listen(BACKLOG)
        yield listener


def _clear_stale(path: Path) -> None:
    """Remove the socket of a server that was killed; refuse anything that is in use or no socket."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISSOCK(mode):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            if probe.connect_ex(str(path)) == errno.ECONNREFUSED:
                path.unlink()
                return
    msg = f"the socket {path} cannot be made: something is there already"
    raise PortalError(msg)


def serve(
    portal: Portal,
    inputs: Path,
    out: Path,
    *,
    port: int | None = 0,
    socket: Path | None = None,
    access_log: Path | None = None,
    perturb: int | None = None,
    ready: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve a portal until SIGINT or SIGTERM, then stop cleanly; to be called in the main thread.

    Args:
        portal: what it serves.
        inputs: the folder that its documents are read from.
        out: the run's folder that submissions are written to.
        port: the port on loopback; 0 takes a free one, None listens on no port.
        socket: a unix socket to listen on as well.
        access_log: the file that tells what was opened and when; outside `inputs` and `out`.
        perturb: the instance's seed, when the arm asks for the perturbations that the portal lists.
        ready: called with the address on loopback once requests are answered.

    Raises:
        PortalError: when a folder, the port or the socket cannot be used, or the server died.
    """
    asked_to_stop = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        asked_to_stop.set()

    earlier = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with PortalServer(
            portal, inputs, out, port=port, socket=socket, access_log=access_log, perturb=perturb
        ) as server:
            ready(server.address)
            while not asked_to_stop.wait(0.5):
                if not server.wait(0):
                    msg = "the portal's server ended by itself"
                    raise PortalError(msg)
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)
