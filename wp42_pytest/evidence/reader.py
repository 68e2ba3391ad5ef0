"""The parent side of the sealed child: sends files, keeps time, replaces a child that died."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any

from wp42_pytest.evidence.child import FRAME, frame
from wp42_pytest.evidence.refusal import Reason, Refused

ANSWER_LIMIT = 128 * 1024**2
"""Most bytes of an answer; a parser that sends more is broken or abused."""

FILES_PER_CHILD = 2000
"""After so many files a child is replaced, so that a leak in a library never adds up."""

_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": "/nonexistent"}
_COMMAND = [sys.executable, "-I", "-X", "utf8", "-c", "from wp42_pytest.evidence.child import main; main()"]


@dataclass(frozen=True)
class Answer:
    """What a parser found.

    Args:
        found: the JSON part.
        attached: the bytes part: a workbook written anew for the formula engines, or nothing.
    """

    found: dict[str, Any]
    attached: bytes = b""


class ReaderChild:
    """One child process and the requests to it.

    Args:
        cpu_seconds: CPU time that one file may take.
        wall_seconds: time on the clock that one file may take.
    """

    def __init__(self, cpu_seconds: int = 20, wall_seconds: float = 120.0) -> None:
        self.cpu_seconds = cpu_seconds
        self.wall_seconds = wall_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._served = 0
        self._deadline = 0.0
        self._fresh = True
        self._pending: tuple[str, bytes] | None = None
        self._lock = threading.RLock()

    def ask(self, kind: str, data: bytes) -> Answer:
        """Return what the parser of a kind finds in a file.

        Args:
            kind: a key of `PARSERS`.
            data: the file's bytes, already passed by the guard.

        Raises:
            Refused: the parser refused the file, took too long, or died of it.
        """
        with self._lock:
            self.send(kind, data)
            return self.receive()

    def send(self, kind: str, data: bytes) -> None:
        """Hand a file over without waiting for the answer; `receive` must follow."""
        if self._pending is not None:
            self._stop()  # an answer that nobody fetched must never be taken for this file's
        self._pending = (kind, data)
        self._transmit(kind, data)

    def _transmit(self, kind: str, data: bytes) -> None:
        self._deadline = time.monotonic() + self.wall_seconds
        process = self._ready()
        self._fresh = self._served == 0
        # Whatever goes wrong while writing shows again while reading, and is dealt with there.
        with contextlib.suppress(BrokenPipeError, TimeoutError):
            self._write(process, frame({"kind": kind, "cpu_seconds": self.cpu_seconds}, data))

    def receive(self) -> Answer:
        """Return the answer to what was sent last.

        Raises:
            Refused: see `ask`.
        """
        if self._pending is None:
            msg = "receive() without send()"
            raise RuntimeError(msg)
        try:
            answer = self._received(*self._pending)
        except Refused:
            raise
        except BaseException:
            self._stop()
            raise
        finally:
            self._pending = None
        return answer

    def _received(self, kind: str, data: bytes) -> Answer:
        try:
            message, attached = self._answer()
            refused = Reason(message["refused"]) if "refused" in message else None
            found = message if refused else message["found"]
        except TimeoutError as error:
            self._stop()
            raise Refused(Reason.timed_out, f"reading it took longer than {self.wall_seconds:.0f} s") from error
        except EOFError:
            code = self._stop()
            if code == -signal.SIGXCPU:
                sentence = f"reading it needed more than {self.cpu_seconds} s of computing"
                raise Refused(Reason.timed_out, sentence) from None
            if not self._fresh:
                # Memory left behind by earlier files may have killed it: this file deserves a fresh child.
                self._transmit(kind, data)
                return self._received(kind, data)
            name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            raise Refused(Reason.parser_died, f"the reader ended with {name} while reading it") from None
        except (ValueError, KeyError, TypeError) as error:
            self._stop()
            raise Refused(Reason.parser_died, "the reader gave an answer that makes no sense") from error
        self._served += 1
        if refused:
            raise Refused(refused, str(found["sentence"]))
        return Answer(found, attached)

    def close(self) -> None:
        """End the child; the next request starts a new one."""
        self._stop()

    def _ready(self) -> subprocess.Popen[bytes]:
        if self._owner != os.getpid():
            self._process = None  # inherited through a fork: it belongs to the other process
        if self._process is not None and (self._process.poll() is not None or self._served >= FILES_PER_CHILD):
            self._stop()
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and a constant program
                _COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env=_ENVIRONMENT,
                close_fds=True,
                start_new_session=True,
                bufsize=0,
            )
            self._owner = os.getpid()
            self._served = 0
            _OPEN.add(self)
            for stream in (self._process.stdin, self._process.stdout):
                os.set_blocking(_descriptor(stream), False)
        return self._process

    def _write(self, process: subprocess.Popen[bytes], content: bytes) -> None:
        descriptor = _descriptor(process.stdin)
        view = memoryview(content)
        while view:
            if not _ready_for(descriptor, select.POLLOUT, self._left()):
                raise TimeoutError
            view = view[os.write(descriptor, view[: 1 << 20]) :]

    def _answer(self) -> tuple[dict[str, Any], bytes]:
        text_size, data_size = FRAME.unpack(self._read(FRAME.size))
        if text_size + data_size > ANSWER_LIMIT:
            self._stop()
            raise Refused(Reason.too_complex, f"what it holds is larger than {ANSWER_LIMIT // 1024**2} MB")
        return json.loads(self._read(text_size)), self._read(data_size)

    def _read(self, size: int) -> bytes:
        if self._process is None:
            raise EOFError
        descriptor = _descriptor(self._process.stdout)
        pieces = []
        while size:
            if not _ready_for(descriptor, select.POLLIN, self._left()):
                raise TimeoutError
            piece = os.read(descriptor, min(size, 1 << 20))
            if not piece:
                raise EOFError
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)

    def _left(self) -> float:
        return max(0.0, self._deadline - time.monotonic())

    def _stop(self) -> int:
        process, self._process = self._process, None
        self._served = 0
        _OPEN.discard(self)
        if process is None or self._owner != os.getpid():
            return 0
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        try:
            return process.wait(0.2)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            return process.wait()


def _ready_for(descriptor: int, event: int, seconds: float) -> bool:
    poll = select.poll()  # unlike select, it takes descriptors beyond 1023
    poll.register(descriptor, event)
    return bool(poll.poll(seconds * 1000))


def _descriptor(stream: Any) -> int:
    return int(stream.fileno())


_OPEN: set[ReaderChild] = set()


@atexit.register
def close_all() -> None:
    """End every child of this process."""
    for child in list(_OPEN):
        child.close()


# Computing time decides, since it does not depend on what else the machine does; the clock only stops what waits for ever.
READER = ReaderChild()
"""Parses the files."""

FORMUALIZER = ReaderChild(cpu_seconds=20, wall_seconds=120.0)
IRONCALC = ReaderChild(cpu_seconds=20, wall_seconds=120.0)
"""Each formula engine has a child of its own: when one aborts or hangs, the other and the plain cells remain."""
