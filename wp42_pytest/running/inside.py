"""Runs first inside a sandbox: opens the loopback ports, sets limits, starts the worker, passes on its exit code.

It is copied into the sandbox and started by path with `-I -S`, so it imports only the standard library and must run on
any Python from 3.9 on. The controller sends its orders over a socket; no worker code runs before the answer "ready".
"""

import ctypes
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading

CHUNK = 65536


def copy(source, target):
    """Pass bytes on until the source is done, then say so to the target."""
    try:
        while True:
            data = source.recv(CHUNK)
            if not data:
                break
            target.sendall(data)
    except OSError:
        pass
    try:
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def connect(client, path):
    """Join one connection of the worker to the controller's socket."""
    upstream = socket.socket(socket.AF_UNIX)
    try:
        upstream.connect(path)
        back = threading.Thread(target=copy, args=(upstream, client), daemon=True)
        back.start()
        copy(client, upstream)
        back.join()
    except (OSError, RuntimeError):
        pass  # the controller has gone, or the worker has used up its processes: its connection just closes
    finally:
        client.close()
        upstream.close()


def forward(listener, path):
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


def lower(kind, value):
    """Lower one limit, soft and hard, never above what already holds."""
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


def adopt_orphans():
    """Make the worker's orphans fall to this process; in a process namespace they do anyway."""
    set_child_subreaper = 36
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def descendants(root):
    """Return the processes below one, itself left out."""
    found = []
    for thread in os.listdir("/proc/%d/task" % root):
        try:
            with open("/proc/%d/task/%s/children" % (root, thread)) as children:
                found += [int(pid) for pid in children.read().split()]
        except OSError:
            continue
    for pid in list(found):
        try:
            found += descendants(pid)
        except OSError:
            continue
    return found


def end_orphans():
    """Kill what the worker left, until nothing is left."""
    while left := descendants(os.getpid()):
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass


def main():
    """Do what the module says."""
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
        worker = subprocess.Popen(order["command"], cwd=order["workspace"], env=order["environment"])
    except OSError as error:
        sys.stderr.write("cannot start %s: %s\n" % (order["command"][0], error.strerror))
        return 127 if isinstance(error, FileNotFoundError) else 126
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    code = worker.wait()
    if order["adopts_orphans"]:
        end_orphans()
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.stdout.flush()
    os._exit(main())
