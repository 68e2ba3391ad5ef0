"""No sandbox at all: for trying things where bubblewrap cannot run. Every run made so says that it is not sealed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from wp42_pytest.running.process import INSIDE, Orders, Running
from wp42_pytest.running.sandbox import Place
from wp42_pytest.running.watch import processes_below

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wp42_pytest.running.sandbox import Ended, Job, Service


class UnsealedSandbox:
    """Runs the worker as an ordinary process beside us; it can read and write whatever we can."""

    name = "none"
    sealed = False

    def __init__(self) -> None:
        self._ports: dict[str, int] = {}

    def describe(self) -> dict[str, str]:
        """Return what the run record says about it."""
        return {"name": self.name}

    def place(self, folder: Path, services: Sequence[Service]) -> Place:
        """Say where the worker finds things: in the staging folder, its ports wherever some are free."""
        ports = {service.name: self._port(folder, service.name) for service in services}
        return Place(
            workspace=str(folder / "workspace"),
            home=str(folder / "home"),
            python=sys.executable,
            path=os.environ.get("PATH", os.defpath),
            tools=str(folder / "tools"),
            ports=ports,
            environment={},
        )

    async def run(self, folder: Path, services: Sequence[Service], job: Job) -> Ended:
        """Run a program and all that it starts in a session of its own; see `Sandbox.run`."""
        place = self.place(folder, services)
        for made in ("home", "tools"):
            (folder / made).mkdir(exist_ok=True)
        for mount in job.mounts:
            (folder / "tools" / mount.target.removeprefix(place.tools + "/")).symlink_to(mount.source.resolve())
        orders = Orders(
            place=place,
            services=[(_at(service, place), str(service.socket)) for service in services],
            rlimits=[("RLIMIT_DATA", job.limits.memory), ("RLIMIT_FSIZE", job.limits.file_size), ("RLIMIT_CORE", 0)],
            watched=[place.out],
            adopts_orphans=True,
        )
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", str(INSIDE), str(theirs.fileno())),
                env={"PATH": os.defpath},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
                pass_fds=[theirs.fileno()],
            )
        finally:
            theirs.close()
        running = _RunningTree(process, ours, lambda: process.pid)
        try:
            await running.begin(orders.bytes_for(job))
        except BaseException:
            running.kill()
            raise
        return await running.follow(job, ())

    def _port(self, folder: Path, name: str) -> int:
        key = f"{folder}/{name}"
        if key not in self._ports:
            with socket.socket() as trial:
                trial.bind(("127.0.0.1", 0))
                self._ports[key] = trial.getsockname()[1]
        return self._ports[key]


class _RunningTree(Running):
    """Without a process namespace the tree is killed process by process; its head adopts the orphans until then."""

    def kill(self) -> None:
        """Kill the tree from the leaves up, its head last."""
        head = self.process.pid
        while below := [pid for pid in processes_below(head) if pid != head and _is_alive(pid)]:
            for pid in reversed(below):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
        super().kill()


def _is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:  # noqa: PTH123  /proc, not a file
            return stat.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


def _at(service: Service, place: Place) -> Service:
    from dataclasses import replace

    return replace(service, port=place.ports[service.name])
