"""Runs the first process of a sandbox from the controller's side: orders, output, limits, death."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import select
import signal
import socket
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.running.sandbox import Ended, EndedBy, SandboxError
from wp42_pytest.running.watch import INTERVAL_S, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wp42_pytest.running.sandbox import Job, Place, Service

INSIDE = Path(__file__).with_name("inside.py")
START_LIMIT_S = 20
DEATH_LIMIT_S = 5
LINE_LIMIT = 64 * 1024**2
_CHUNK = 65536


@dataclass
class Capture:
    """Takes a stream in: keeps its first bytes, hands on whole lines, never stops reading."""

    limit: int
    on_line: Callable[[bytes], None] | None = None
    kept: bytearray = field(default_factory=bytearray)
    dropped: int = 0
    _open: bytearray = field(default_factory=bytearray)
    _too_long: bool = False

    async def read(self, stream: asyncio.StreamReader) -> None:
        """Read to the end."""
        while chunk := await stream.read(_CHUNK):
            room = max(0, self.limit - len(self.kept))
            self.kept += chunk[:room]
            self.dropped += max(0, len(chunk) - room)
            if self.on_line is not None:
                self._lines(chunk, self.on_line)
        if self.on_line is not None and self._open and not self._too_long:
            self.on_line(bytes(self._open))

    def _lines(self, chunk: bytes, on_line: Callable[[bytes], None]) -> None:
        first, *rest = chunk.split(b"\n")
        for piece in rest:
            self._open += first
            if not self._too_long:
                on_line(bytes(self._open))
            self._open.clear()
            self._too_long = False
            first = piece
        self._open += first
        if len(self._open) > LINE_LIMIT:
            self._too_long = True
            self._open.clear()


@dataclass
class Orders:
    """What `inside.py` is told: where it works, what it opens and starts."""

    place: Place
    services: Sequence[tuple[Service, str]]
    rlimits: Sequence[tuple[str, int]]
    watched: Sequence[str]
    adopts_orphans: bool = False

    def bytes_for(self, job: Job) -> bytes:
        """Return the orders for one job as they are sent."""
        environment = {
            "PATH": self.place.path,
            "HOME": self.place.home,
            "USER": "worker",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            **self.place.environment,
            **job.environment,
        }
        orders = {
            "services": [[path, service.port] for service, path in self.services],
            "rlimits": list(self.rlimits),
            "watched": list(self.watched),
            "adopts_orphans": self.adopts_orphans,
            "command": list(job.command),
            "workspace": self.place.workspace,
            "environment": environment,
        }
        return json.dumps(orders).encode()


class Running:
    """One started sandbox process with the controller's end of its control socket."""

    def __init__(self, process: asyncio.subprocess.Process, control: socket.socket, root: Callable[[], int]) -> None:
        self.process = process
        self._control = control
        self._root = root
        self._fds: list[int] = []
        self._pidfd = -1

    async def begin(self, orders: bytes) -> list[int]:
        """Send the orders and let the worker start once everything stands.

        Returns:
            Descriptors of the watched folders; the first is `out/`.

        Raises:
            SandboxError: when the sandbox did not come up.
        """
        self._control.settimeout(START_LIMIT_S)
        try:
            answer, self._fds = await asyncio.to_thread(self._exchange, orders)
        except OSError:
            answer = b""
        if answer != b"ready":
            raise SandboxError(await self._last_words())
        try:
            self._pidfd = os.pidfd_open(self._root())
            self._control.send(b"go")
        except OSError:
            raise SandboxError(await self._last_words()) from None
        self._control.close()
        return self._fds

    def _exchange(self, orders: bytes) -> tuple[bytes, list[int]]:
        self._control.send(str(len(orders)).encode())
        for start in range(0, len(orders), _CHUNK):
            self._control.send(orders[start : start + _CHUNK])
        answer, fds, _, _ = socket.recv_fds(self._control, 16, 8)
        return answer, fds

    async def _last_words(self) -> str:
        self.kill()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DEATH_LIMIT_S):
                words = await self.process.stderr.read() if self.process.stderr else b""
                await self.process.wait()
                return f"the sandbox did not start: {words.decode(errors='replace').strip() or 'it said nothing'}"
        return "the sandbox did not start and does not end"

    def kill(self) -> None:
        """End the sandbox at once, whatever its processes do."""
        if self._pidfd >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def follow(self, job: Job, file_systems: Sequence[int]) -> Ended:
        """Feed, read, watch and, where needed, end the worker.

        Args:
            job: what was started.
            file_systems: descriptors whose file counts are limited.

        Returns:
            How it ended; `out_fd` is the first watched folder's.

        Raises:
            SandboxError: when a process outlives the sandbox.
        """
        out, error = Capture(job.limits.output, job.on_line), Capture(job.limits.output)
        watch = Watch(self._root(), job.limits, file_systems)
        started = time.monotonic()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        streams = asyncio.gather(out.read(self.process.stdout), error.read(self.process.stderr), self._feed(job.stdin))
        try:
            ended_by = await self._until_ended(job, watch, started)
        finally:
            self.kill()
            await self._dead()
        async with asyncio.timeout(DEATH_LIMIT_S):
            await streams
            code = await self.process.wait()
        keep, *others = self._fds
        for fd in others:
            os.close(fd)
        return Ended(
            ended_by=ended_by,
            exit_code=code,
            stdout=bytes(out.kept),
            stderr=bytes(error.kept),
            dropped_output=out.dropped + error.dropped,
            seconds=time.monotonic() - started,
            cpu_s=watch.cpu_s,
            peak_memory=watch.peak_memory,
            peak_processes=watch.peak_processes,
            out_fd=keep,
        )

    async def _feed(self, data: bytes) -> None:
        stdin = self.process.stdin
        if stdin is None:
            return
        with contextlib.suppress(ConnectionError):
            stdin.write(data)
            await stdin.drain()
        stdin.close()

    async def _until_ended(self, job: Job, watch: Watch, started: float) -> EndedBy:
        ended = asyncio.ensure_future(self.process.wait())
        stopped = asyncio.ensure_future(job.stop.wait())
        try:
            while True:
                passed = watch.sample()
                if passed is not None:
                    return passed
                left = job.limits.time_s + job.extra_time() - (time.monotonic() - started)
                if left <= 0:
                    return EndedBy.time_limit
                await asyncio.wait((ended, stopped), timeout=min(INTERVAL_S, left), return_when=asyncio.FIRST_COMPLETED)
                if ended.done():
                    return EndedBy.itself
                if stopped.done():
                    return EndedBy.stopped
        finally:
            ended.cancel()
            stopped.cancel()

    async def _dead(self) -> None:
        """Wait until the namespace's first process is gone: the kernel lets it go only after all others."""
        pidfd = self._pidfd
        ready, _, _ = await asyncio.to_thread(lambda: select.select([pidfd], [], [], DEATH_LIMIT_S))
        os.close(self._pidfd)
        self._pidfd = -1
        if not ready:
            msg = f"a process of the sandbox is still there {DEATH_LIMIT_S} s after it was killed"
            raise SandboxError(msg)
