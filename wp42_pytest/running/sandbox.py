"""What a sandbox is: the interface between a run and the place in which its worker works."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

MIB = 1024**2
GIB = 1024**3


class SandboxError(Exception):
    """A sandbox cannot be had or did not hold; the text says what to do. Never the worker's fault."""


@dataclass(frozen=True)
class Limits:
    """What a worker may use. Sizes are in bytes, times in seconds."""

    time_s: float
    memory: int = 4 * GIB
    processes: int = 512
    file_size: int = 1 * GIB
    out_size: int = 256 * MIB
    out_files: int = 2000
    scratch_size: int = 1 * GIB
    scratch_files: int = 200_000
    output: int = 8 * MIB


@dataclass(frozen=True)
class Mount:
    """A file or folder of the controller that the worker sees read-only."""

    source: Path
    target: str


@dataclass(frozen=True)
class Service:
    """A unix socket of the controller that the worker reaches as a port of its own loopback."""

    name: str
    socket: Path
    port: int


@dataclass(frozen=True)
class Place:
    """Where the worker finds things, in its own eyes."""

    workspace: str
    home: str
    python: str
    path: str
    tools: str
    ports: Mapping[str, int]
    environment: Mapping[str, str]

    @property
    def out(self) -> str:
        """The only folder of the workspace that can be written to."""
        return f"{self.workspace}/out"

    def tool(self, name: str) -> str:
        """Return where a mount of the run's own, named relative to the tools folder, is found."""
        return f"{self.tools}/{name}"


class Stop:
    """Asked for from outside, once: the run's reason to end a worker that has not ended itself."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self.reason = ""

    def ask(self, reason: str) -> None:
        """Ask the worker to be ended; the first reason stays."""
        if not self._event.is_set():
            self.reason = reason
            self._event.set()

    async def wait(self) -> None:
        """Return when someone has asked."""
        await self._event.wait()


@dataclass
class Job:
    """One program to run in a sandbox.

    `extra_time` returns the seconds that the controller itself has cost the worker so far, for example by waiting
    for an overloaded model provider; they do not count against the time limit.
    """

    command: Sequence[str]
    limits: Limits
    environment: Mapping[str, str] = field(default_factory=dict)
    mounts: Sequence[Mount] = ()
    stdin: bytes = b""
    on_line: Callable[[bytes], None] | None = None
    stop: Stop = field(default_factory=Stop)
    extra_time: Callable[[], float] = lambda: 0.0


class EndedBy(StrEnum):
    """What ended the worker's program."""

    itself = "itself"
    time_limit = "time limit"
    memory_limit = "memory limit"
    files_limit = "files limit"
    stopped = "stopped"


@dataclass
class Ended:
    """How a program ended and what it used. Owns `out_fd` until `close`."""

    ended_by: EndedBy
    exit_code: int
    stdout: bytes
    stderr: bytes
    dropped_output: int
    seconds: float
    cpu_s: float
    peak_memory: int
    peak_processes: int
    out_fd: int

    def close(self) -> None:
        """Let go of the worker's `out/`; a sealed one vanishes with this."""
        if self.out_fd >= 0:
            os.close(self.out_fd)
            self.out_fd = -1


class Sandbox(Protocol):
    """A place to run a worker in.

    Bubblewrap's is the one we ship; another container plugs in by offering the same four members.
    """

    name: str
    sealed: bool

    def describe(self) -> dict[str, str]:
        """Return what the run record says about the sandbox."""
        ...

    def place(self, folder: Path, services: Sequence[Service]) -> Place:
        """Say where the worker will find things.

        Args:
            folder: the run's staging folder on the controller, with the workspace in `workspace/`.
            services: what the worker reaches by loopback ports.
        """
        ...

    async def run(self, folder: Path, services: Sequence[Service], job: Job) -> Ended:
        """Run a program to its end, or to the end of what it may use.

        Args:
            folder: the run's staging folder on the controller; its `workspace/` is read-only for the worker, but for
                an empty `out/`.
            services: what the worker reaches by loopback ports.
            job: the program.

        Returns:
            How it ended; when this returns, no process of it is left.

        Raises:
            SandboxError: when the sandbox could not be set up, or when a process survived it.
        """
        ...
