"""The sandbox that we ship: bubblewrap, an unprivileged container of namespaces (robust, measured, no daemon)."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.running.process import INSIDE, Orders, Running
from wp42_pytest.running.sandbox import MIB, Job, Limits, Mount, Place, SandboxError, Service

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wp42_pytest.running.sandbox import Ended
    from wp42_pytest.running.toolkit import Toolkit

WORKSPACE, HOME, TOOLS, SERVICES, PYTHON = "/workspace", "/home/worker", "/opt/run", "/run/wp42", "/opt/python"
HIDDEN_HOST_FOLDERS = ("/usr/local", "/usr/src")
"""Parts of /usr that hold what the host's own administrator put there; the worker finds them empty."""

HOST_FILES = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/fonts", "/etc/mime.types")
"""What programs of /usr need from /etc; nothing else of /etc is there."""

_UID_RANGE = (61184, 65519)  # systemd's range of dynamic users: nobody owns a file under these
_NOBODY = 65534
_SHM = 64 * MIB
_ADDRESS_SPACE = (
    64 * 1024 * MIB
)  # Node reserves 10 GiB of addresses for each WebAssembly module; `data` is the real limit


class BubblewrapSandbox:
    """Namespaces of its own for mounts, processes, network, users; no capability; nothing of the host but /usr."""

    name = "bubblewrap"
    sealed = True

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self._program = shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin") or ""

    def describe(self) -> dict[str, str]:
        """Return name, version and what the workers' Python holds."""
        return {"name": self.name, "version": self._version, "toolkit": self._toolkit.digest}

    @cached_property
    def _version(self) -> str:
        words = subprocess.run([self._program, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603  found by absolute path
        return words.split()[-1]

    def place(self, folder: Path, services: Sequence[Service]) -> Place:
        """Say where the worker finds things: the same paths in every run."""
        return Place(
            workspace=WORKSPACE,
            home=HOME,
            python=f"{PYTHON}/bin/python3",
            path=f"{PYTHON}/bin:/usr/bin:/bin",
            tools=TOOLS,
            ports={service.name: service.port for service in services},
            environment={"LD_LIBRARY_PATH": f"{PYTHON}/base/lib"} if self._toolkit.shared_library else {},
        )

    async def run(self, folder: Path, services: Sequence[Service], job: Job) -> Ended:
        """Run a program in namespaces of its own; see `Sandbox.run`."""
        user = _worker_user()
        if user is not None:
            os.chown(folder, user, user)
        folder.chmod(0o700)
        inner = [(service, f"{SERVICES}/{service.name}.sock") for service in services]
        limits = job.limits
        orders = Orders(
            place=self.place(folder, services),
            services=inner,
            # Counted inside the new user namespace, so neither the user's own processes nor other runs' are counted in.
            rlimits=[("RLIMIT_NPROC", limits.processes)],
            watched=[f"{WORKSPACE}/out", "/tmp", HOME, "/dev/shm"],  # noqa: S108  the sandbox's own
        )
        running = await self._start(user, self._arguments(folder, inner, job), limits)
        try:
            fds = await running.begin(orders.bytes_for(job))
        except BaseException:
            running.kill()
            raise
        return await running.follow(job, fds)

    async def _start(self, user: int | None, arguments: list[str], limits: Limits) -> Running:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        info_read, info_write = os.pipe()
        # Options go by descriptor: the sandbox's first process has the same command line as bwrap, with all host paths.
        options = os.memfd_create("options", 0)
        try:
            text = [*arguments, "--info-fd", str(info_write)]
            os.write(options, b"".join(argument.encode() + b"\0" for argument in text))
            os.lseek(options, 0, os.SEEK_SET)
            command = [
                *(_change_user(user) if user is not None else []),
                *("choom", "-n", "1000", "--"),
                "prlimit",
                f"--as={_ADDRESS_SPACE}",
                f"--data={limits.memory}",
                f"--fsize={limits.file_size}",
                "--core=0",
                "--nofile=4096",
                *(self._program, "--args", str(options)),
                *("--", f"{PYTHON}/bin/python3", "-I", "-S", f"{TOOLS}/inside.py", str(theirs.fileno())),
            ]
            process = await asyncio.create_subprocess_exec(
                *command,
                env={"PATH": "/usr/bin:/bin"},  # --clearenv alone would leave ours readable in /proc/1/environ
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                pass_fds=[theirs.fileno(), info_write, options],
            )
        except BaseException:
            ours.close()
            os.close(info_read)
            raise
        finally:
            theirs.close()
            os.close(info_write)
            os.close(options)
        return Running(process, ours, _FirstProcess(info_read))

    def _arguments(self, folder: Path, services: Sequence[tuple[Service, str]], job: Job) -> list[str]:
        limits = job.limits
        arguments = ["--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--clearenv"]
        # As first process inside.py closes itself to the worker; bwrap's own would let itself be traced and stopped.
        arguments += ["--uid", "1000", "--gid", "1000", "--as-pid-1"]
        arguments += ["--cap-drop", "ALL", "--disable-userns", "--hostname", "workspace"]
        arguments += [*("--ro-bind", "/usr", "/usr"), *(f for name in HIDDEN_HOST_FOLDERS for f in ("--tmpfs", name))]
        for top in ("bin", "sbin", "lib", "lib64", "lib32"):
            path = Path("/", top)
            if path.is_symlink():
                arguments += ["--symlink", str(path.readlink()), str(path)]
            elif path.is_dir():
                arguments += ["--ro-bind", str(path), str(path)]
        for file in HOST_FILES:
            arguments += ["--ro-bind-try", file, file]
        arguments += ["--proc", "/proc", "--dev", "/dev", "--size", str(_SHM), "--tmpfs", "/dev/shm"]  # noqa: S108
        for target in ("/tmp", HOME):  # noqa: S108  the sandbox's own
            arguments += ["--size", str(limits.scratch_size), "--tmpfs", target]
        arguments += ["--ro-bind", str(folder / "workspace"), WORKSPACE]
        arguments += ["--size", str(limits.out_size), "--tmpfs", f"{WORKSPACE}/out"]
        mounts = [Mount(folder / "etc" / name, f"/etc/{name}") for name in _write_etc(folder / "etc")]
        mounts += [Mount(self._toolkit.path, PYTHON), Mount(_copy_inside(folder), f"{TOOLS}/inside.py"), *job.mounts]
        mounts += [Mount(service.socket, inner) for service, inner in services]
        for mount in mounts:
            arguments += ["--ro-bind", str(mount.source), mount.target]
        for name, value in self.place(folder, ()).environment.items():
            arguments += ["--setenv", name, value]
        for made in ("/dev", *HIDDEN_HOST_FOLDERS, "/"):
            arguments += ["--remount-ro", made]
        return [*arguments, "--chdir", WORKSPACE]


class _FirstProcess:
    """Reads from bwrap which process is the first of the sandbox, once, when it is asked."""

    def __init__(self, info: int) -> None:
        self._info = info
        self._pid = 0

    def __call__(self) -> int:
        if not self._pid:
            with os.fdopen(self._info, "rb") as info:
                self._pid = int(json.loads(info.read())["child-pid"])
        return self._pid


def _worker_user() -> int | None:
    """Return the user to become when we are root: one that owns nothing, another one for each run."""
    if os.geteuid() != 0:
        return None
    low, high = _UID_RANGE
    first, _, count = (int(part) for part in Path("/proc/self/uid_map").read_text(encoding="ascii").split()[:3])
    if not first <= high < first + count:
        return _NOBODY
    return low + secrets.randbelow(high - low + 1)


def _change_user(user: int) -> list[str]:
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--inh-caps=-all"]


def _write_etc(folder: Path) -> list[str]:
    """Write the few files of /etc that programs expect, with the worker as the only person."""
    texts = {
        "passwd": f"worker:x:1000:1000:worker:{HOME}:/bin/sh\n",
        "group": "worker:x:1000:\n",
        "hosts": "127.0.0.1 localhost workspace\n",
        "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    }
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return list(texts)


def _copy_inside(folder: Path) -> Path:
    return Path(shutil.copyfile(INSIDE, folder / "inside.py"))


async def probe(toolkit: Toolkit) -> str:
    """Try the sandbox once.

    Returns:
        An empty text when it works, else why it does not and what to do.
    """
    sandbox = BubblewrapSandbox(toolkit)
    if not sandbox._program:
        return "bubblewrap is not installed (apt-get install bubblewrap)"
    with tempfile.TemporaryDirectory(prefix="wp42-") as name:
        (Path(name) / "workspace" / "out").mkdir(parents=True)
        try:
            ended = await sandbox.run(Path(name), (), Job(("/usr/bin/true",), Limits(time_s=10)))
        except SandboxError as error:
            return f"{error}. Unprivileged user namespaces may be switched off here; docs/running.md says how to allow them"
        ended.close()
    return "" if ended.exit_code == 0 else f"a trial program ended with exit code {ended.exit_code}"
