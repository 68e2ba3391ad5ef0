"""The sealed child in which files are parsed: it may hang, run out of memory or be killed, and only its file suffers.

One warm process serves many files. A request is one frame of JSON and one of bytes; so is an answer. Nothing is pickled.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import struct
import sys
from typing import IO, Any

from wp42_pytest.evidence.parse import parser
from wp42_pytest.evidence.refusal import Reason, Refused

FRAME = struct.Struct(">II")
"""Length of the JSON and length of the bytes, in front of every request and answer."""

MEMORY_LIMIT = 3 * 1024**3
"""Most address space of a child. The formula engines reserve far more than they touch."""

FILE_LIMIT = 512 * 1024**2


def serve() -> None:
    """Answer requests on standard input until it ends; the body of the child process."""
    requests = sys.stdin.buffer
    # A library that prints must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.setrecursionlimit(3000)
    _limit(resource.RLIMIT_AS, MEMORY_LIMIT)
    _limit(resource.RLIMIT_FSIZE, FILE_LIMIT)
    _limit(resource.RLIMIT_CORE, 0)
    while request := read_frame(requests):
        header, data = request
        _allow_cpu_seconds(header["cpu_seconds"])
        answers.write(_answer(header["kind"], data))
        answers.flush()


def _limit(what: int, most: int) -> None:
    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (most, most) if hard == resource.RLIM_INFINITY else (min(most, hard), hard))


def _allow_cpu_seconds(seconds: int) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (spent + seconds, hard))


def _answer(kind: str, data: bytes) -> bytes:
    attached = b""
    message: dict[str, Any]
    try:
        found = parser(kind)(data)
        attached = found.pop("attached", b"")
        message = {"found": found}
        return frame(message, attached)
    except Refused as refused:
        message = {"refused": refused.reason.value, "sentence": refused.sentence}
    except MemoryError:
        message = {"refused": Reason.out_of_memory.value, "sentence": "reading it needed more memory than is allowed"}
    except RecursionError:
        message = {"refused": Reason.too_complex.value, "sentence": "it is nested too deeply"}
    except BaseException as error:
        # Rust panics derive from BaseException, and no list of the errors of parsers is complete.
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        message = {
            "refused": Reason.damaged.value,
            "sentence": f"the reader gave up: {type(error).__name__}: {error}"[:300],
        }
    return frame(message)


def frame(message: dict[str, Any], attached: bytes = b"") -> bytes:
    """Return one request or answer as bytes.

    Raises:
        ValueError: the message holds NaN or an infinity.
    """
    # Lone surrogates, which XML and JSON can smuggle in, would break whoever prints or stores the text later.
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "replace")
    return FRAME.pack(len(text), len(attached)) + text + attached


def read_frame(stream: IO[bytes]) -> tuple[dict[str, Any], bytes] | None:
    """Return the JSON and the bytes of the next frame, or None at the end."""
    start = stream.read(FRAME.size)
    if len(start) < FRAME.size:
        return None
    text_size, data_size = FRAME.unpack(start)
    text, data = stream.read(text_size), stream.read(data_size)
    if len(text) < text_size or len(data) < data_size:
        return None
    return json.loads(text), data


def main() -> None:
    """Run the child; a parent that went away is no error."""
    with contextlib.suppress(BrokenPipeError):
        serve()
