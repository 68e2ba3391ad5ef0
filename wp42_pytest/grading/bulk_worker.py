"""One sealed process that judges run after run, as its owner sees it: ask, wait with a limit, replace it when it dies."""

from __future__ import annotations

import json
import os
import select
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.grading import sealed

if TYPE_CHECKING:
    import subprocess

START_GRACE_S = 60.0
"""What the first run of a process may take longer, since the process has to start."""


class WorkerLostError(Exception):
    """The process died, or took too long, over the run that it was asked for."""


class WorkerUnusableError(Exception):
    """The process ends before it is ready, each time; the text says what it printed."""


START_ATTEMPTS = 3
LOG_SHOWN = 2000


class BulkWorker:
    """A sealed process and the pipes to it; it is started when it is first asked, and again after it was lost.

    Args:
        scratch: a private folder of its own.
        root: the oracle root, pytest's rootdir.
    """

    def __init__(self, scratch: Path, root: Path) -> None:
        self._scratch = scratch
        self._root = root
        self._process: subprocess.Popen[bytes] | None = None
        self._requests = self._answers = self._lifeline = -1
        self._buffer = b""
        self._failed_starts = 0
        self._ready = False

    @property
    def pid(self) -> int | None:
        """The process id, while there is a process."""
        return self._process.pid if self._process else None

    def ask(self, request: dict[str, Any], limit_s: float) -> dict[str, Any]:
        """Return the answer to a request.

        Args:
            request: the run.
            limit_s: the longest to wait, in seconds.

        Raises:
            WorkerLostError: when none came; the process is gone then.
            WorkerUnusableError: when no process gets as far as to be ready.
        """
        if self._process is None:
            self._start()
            limit_s += START_GRACE_S
        deadline = time.monotonic() + limit_s
        try:
            with suppress(BrokenPipeError):
                _write(self._requests, json.dumps(request).encode() + b"\n")
            if not self._ready:
                self._line(deadline)
                self._ready, self._failed_starts = True, 0
            answer: dict[str, Any] = json.loads(self._line(deadline))
        except (EOFError, TimeoutError, ValueError) as error:
            self._failed_starts += not self._ready
            self.close()
            if self._failed_starts >= START_ATTEMPTS:
                said = (self._scratch / "log").read_text(encoding="utf-8", errors="replace")[-LOG_SHOWN:]
                msg = f"the sealed session does not start: {said.strip() or error}"
                raise WorkerUnusableError(msg) from error
            raise WorkerLostError(str(error)) from error
        return answer

    def close(self) -> None:
        """End the process and everything in its group."""
        process, self._process = self._process, None
        for descriptor in (self._requests, self._answers, self._lifeline):
            if descriptor >= 0:
                os.close(descriptor)
        self._requests = self._answers = self._lifeline = -1
        if process is not None:
            sealed.end(process)

    def _start(self) -> None:
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        lifeline, self._lifeline = os.pipe()
        self._buffer, self._ready = b"", False
        order = self._scratch / "bulk.json"
        order.write_text(json.dumps({"requests": requests, "answers": answers, "lifeline": lifeline}), encoding="utf-8")
        options = ["-s", "-p", "no:terminal", "-p", "no:junitxml", f"--wp42-child={order}"]
        log = os.open(self._scratch / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            self._process = sealed.start(self._scratch, self._root, options, (requests, answers, lifeline), log)
        finally:
            for descriptor in (requests, answers, lifeline, log):
                os.close(descriptor)

    def _line(self, deadline: float) -> bytes:
        while b"\n" not in self._buffer:
            readable, _, _ = select.select([self._answers], [], [], max(0.0, deadline - time.monotonic()))
            if not readable:
                msg = "it took too long"
                raise TimeoutError(msg)
            piece = os.read(self._answers, 1 << 16)
            if not piece:
                msg = "its process died"
                raise EOFError(msg)
            self._buffer += piece
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
