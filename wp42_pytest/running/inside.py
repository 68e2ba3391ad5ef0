"""Runs first inside a sandbox: opens the loopback ports, sets limits, starts the worker, passes on its exit code.

It is copied into the sandbox and started by path with `-I -S`, so it imports only the standard library and must run on
any Python that this package runs on. The controller sends its orders over a socket; no worker code runs before the answer "ready".
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

CHUNK = 65536


def copy(source: socket.socket, target: socket.socket) -> None:
    """Pass bytes on until the source is done, then say so to the target."""
    with contextlib.suppress(OSError):
        while data := source.recv(CHUNK):
            target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def connect(client: socket.socket, path: str) -> None:
    """Join one connection of the worker to the controller's socket."""
    upstream = socket.socket(socket.AF_UNIX)
    # When the controller has gone, or the worker has used up its processes, its connection just closes.
    with client, upstream, contextlib.suppress(OSError, RuntimeError):
        upstream.connect(path)
        back = threading.Thread(target=copy, args=(upstream, client), daemon=True)
        back.start()
        copy(client, upstream)
        back.join()


def forward(listener: socket.socket, path: str) -> None:
    """Accept the worker's connections for ever."""
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            continue
        try:
            threading.Thread(target=connect, args=(client, path), daemon=True).start()
        except RuntimeError:
            client.close()


def lower(kind: int, value: int) -> None:
    """Lower one limit, soft and hard, never above what already holds."""
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


def adopt_orphans() -> None:
    """Make the worker's orphans fall to this process; as the first of a process namespace it has them anyway."""
    set_child_subreaper = 36
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def close_to_others() -> None:
    """Keep the worker, who is the same user, from tracing this process, stopping it or reading what it holds."""
    set_dumpable = 4
    ctypes.CDLL(None).prctl(set_dumpable, 0, 0, 0, 0)


def wait_for(pid: int) -> int:
    """Wait for one process and bury every other that ends meanwhile; return its exit code."""
    while True:
        ended, status = os.wait()
        if ended == pid:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def descendants(root: int) -> list[int]:
    """Return the processes below one, itself left out."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{root}/task").iterdir():
            with contextlib.suppress(OSError):
                found += [int(pid) for pid in (thread / "children").read_text(encoding="ascii").split()]
    for pid in list(found):
        found += descendants(pid)
    return found


def end_orphans() -> None:
    """Kill what the worker left, until nothing is left."""
    while left := descendants(os.getpid()):
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def main() -> int:
    """Do what the module says."""
    close_to_others()
    control = socket.socket(fileno=int(sys.argv[1]))
    size = int(control.recv(16))
    orders = b""
    while len(orders) < size:
        orders += control.recv(CHUNK)
    order = json.loads(orders)
    for path, port in order["services"]:
        listener = socket.socket(socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(64)
        threading.Thread(target=forward, args=(listener, path), daemon=True).start()
    if order["adopts_orphans"]:
        adopt_orphans()
    for name, value in order["rlimits"]:
        lower(getattr(resource, name), value)
    folders = [os.open(path, os.O_RDONLY | os.O_DIRECTORY) for path in order["watched"]]
    socket.send_fds(control, [b"ready"], folders)
    for folder in folders:
        os.close(folder)
    if control.recv(2) != b"go":
        return 1
    control.close()
    try:
        worker = subprocess.Popen(order["command"], cwd=order["workspace"], env=order["environment"])  # noqa: S603  the worker
    except OSError as error:
        sys.stderr.write(f"cannot start {order['command'][0]}: {error.strerror}\n")
        return 127 if isinstance(error, FileNotFoundError) else 126
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    code = wait_for(worker.pid)
    if order["adopts_orphans"]:
        end_orphans()
    return code


if __name__ == "__main__":
    sys.stdout.flush()
    os._exit(main())
