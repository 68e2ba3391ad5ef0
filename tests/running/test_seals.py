"""What a worker in the sandbox reaches: each probe is tried by a real worker, from inside."""

import json
import os
import socket
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

TOKEN = "oracle-secret-7f3a9c"

PROBES = r"""
import ctypes, glob, json, os, pathlib, socket, stat, subprocess, sys
found = {}
TOKEN = "oracle-" + "secret-7f3a9c"
ORACLE, PORT, ABSTRACT = @ORACLE@, @PORT@, @ABSTRACT@

def attempt(name, action):
    try:
        value = action()
        found[name] = value if isinstance(value, (str, int, bool, list)) or value is None else repr(value)
    except Exception as error:
        found[name] = "refused: " + type(error).__name__

def read(path):
    with open(path, "rb") as file:
        return file.read(200000).decode("latin-1")

def whole_proc(what):
    texts = []
    for path in glob.glob("/proc/[0-9]*/" + what) + glob.glob("/proc/[0-9]*/task/*/" + what):
        try:
            texts.append(read(path))
        except OSError:
            pass
    return "\n".join(texts)

attempt("oracle by path", lambda: read(ORACLE + "/ACC-01/oracle.json"))
attempt("oracle folder", lambda: os.listdir(ORACLE))
attempt("environments", lambda: whole_proc("environ"))
attempt("command lines", lambda: whole_proc("cmdline"))
attempt("mounts", lambda: whole_proc("mountinfo"))
attempt("roots", lambda: [str(os.listdir(path)) for path in glob.glob("/proc/[0-9]*/root")])
def descriptors():
    links = []
    for path in glob.glob("/proc/[0-9]*/fd/*"):
        try:
            links.append(os.readlink(path))
        except OSError:
            pass
    return links
attempt("descriptors", descriptors)
def own_descriptors():
    open_ones = []
    for number in range(3, 1024):
        try:
            os.fstat(number)
            open_ones.append(number)
        except OSError:
            pass
    return open_ones
attempt("own descriptors", own_descriptors)
attempt("processes", lambda: len(glob.glob("/proc/[0-9]*")))
attempt("environment", lambda: json.dumps(dict(os.environ)))

def files_named(*names):
    hits = []
    for folder, folders, files in os.walk("/"):
        folders[:] = [f for f in folders if os.path.join(folder, f) not in ("/proc", "/usr", "/sys", "/opt/python")]
        hits += [os.path.join(folder, f) for f in files if f in names]
    return hits
attempt("telling files", lambda: files_named("oracle.json", "evaluate.py", "generate.py", "rubric.json", "portal.json", "run.json", "solve.py"))
def files_holding(word):
    hits = []
    for folder, folders, files in os.walk("/"):
        folders[:] = [f for f in folders if os.path.join(folder, f) not in ("/proc", "/usr", "/sys", "/opt/python", "/dev")]
        for f in files:
            try:
                if word in read(os.path.join(folder, f)):
                    hits.append(os.path.join(folder, f))
            except OSError:
                pass
    return hits
attempt("files with the seed", lambda: files_holding("generator_seed"))
attempt("home folders", lambda: os.listdir("/home") + (os.listdir("/root") if os.path.isdir("/root") else []))
attempt("temporary files", lambda: os.listdir("/tmp") + os.listdir("/dev/shm") + os.listdir("/var/tmp") if os.path.isdir("/var/tmp") else os.listdir("/tmp"))
attempt("host programs", lambda: os.listdir("/usr/local"))

def tcp(host, port):
    with socket.create_connection((host, port), timeout=3) as made:
        return "connected"
attempt("host loopback", lambda: tcp("127.0.0.1", PORT))
attempt("internet", lambda: tcp("1.1.1.1", 53))
attempt("internet 6", lambda: tcp("2606:4700:4700::1111", 53))
attempt("names", lambda: socket.getaddrinfo("example.com", 80))
def datagram():
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.settimeout(2)
    made.sendto(b"x", ("8.8.8.8", 53))
    return made.recv(10)
attempt("udp", datagram)
def abstract():
    made = socket.socket(socket.AF_UNIX)
    made.connect("\0" + ABSTRACT)
    return "connected"
attempt("abstract socket", abstract)
attempt("interfaces", lambda: [name for _, name in socket.if_nameindex()])

def write(path):
    with open(path, "w") as file:
        file.write("x")
    return "written"
for path in ("/x", "/workspace/x", "/workspace/BRIEF.md", "/workspace/inputs/x", "/workspace/run.json", "/workspace/receipt.json",
             "/usr/x", "/usr/local/x", "/etc/passwd", "/etc/x", "/opt/run/inside.py", "/opt/run/x", "/opt/python/lib/x.pth", "/run/x",
             "/dev/x", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/sys/x", "/var/x"):
    attempt("write " + path, lambda: write(path))
attempt("write /workspace/out/x", lambda: write("/workspace/out/x"))
attempt("write /tmp/x", lambda: write("/tmp/x"))
inputs = sorted(glob.glob("/workspace/inputs/*"))
def tamper():
    before = os.stat(inputs[0])
    os.chmod(inputs[0], 0o666)
    write(inputs[0])
    os.utime(inputs[0], ns=(before.st_atime_ns, before.st_mtime_ns))
    return "changed"
attempt("tamper", tamper)
attempt("delete input", lambda: os.remove(inputs[0]))
attempt("rename inputs", lambda: os.rename("/workspace/inputs", "/workspace/old"))

libc = ctypes.CDLL(None, use_errno=True)
def call(name, *args):
    if getattr(libc, name)(*args) == 0:
        return "done"
    return "refused: " + os.strerror(ctypes.get_errno())
attempt("remount", lambda: call("mount", b"none", b"/workspace", None, 0x20 | 0x1000, None))
attempt("mount tmpfs", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None))
attempt("unmount", lambda: call("umount2", b"/workspace/inputs", 0))
attempt("new user namespace", lambda: call("unshare", 0x10000000))
attempt("new mount namespace", lambda: call("unshare", 0x00020000))
attempt("become root", lambda: call("setuid", 0))
attempt("chroot", lambda: call("chroot", b"/tmp"))
attempt("device", lambda: call("mknod", b"/tmp/disk", stat.S_IFBLK | 0o600, os.makedev(254, 0)))
attempt("trace", lambda: call("ptrace", 16, 1, 0, 0))
attempt("capabilities", lambda: [line.split()[1] for line in read("/proc/self/status").splitlines() if line.startswith("Cap")])
attempt("no new privileges", lambda: [line.split()[1] for line in read("/proc/self/status").splitlines() if line.startswith("NoNewPrivs")])
attempt("raise a limit", lambda: (__import__("resource").setrlimit(__import__("resource").RLIMIT_NPROC, (100000, 100000)), "raised")[1])
attempt("file as root", lambda: subprocess.run(["su", "-c", "id"], capture_output=True, text=True, timeout=5).stdout)
os.symlink(ORACLE + "/ACC-01/oracle.json", "/workspace/out/linked.json")
os.symlink("/proc/1/environ", "/workspace/out/environ.txt")
os.symlink("/workspace/inputs", "/workspace/out/folder")
attempt("hard link", lambda: os.link("/etc/passwd", "/workspace/out/hard"))
os.mkfifo("/workspace/out/pipe")
json.dump(found, open("/workspace/out/found.json", "w"))
"""


@pytest.fixture(scope="module")
def oracle_root(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("oracles")
    (root / "ACC-01").mkdir()
    (root / "ACC-01" / "oracle.json").write_text(json.dumps({"seed": TOKEN}))
    return root


@pytest.fixture(scope="module")
def explored(python, oracle_root):
    """One worker that tries everything, with a controller that has everything a worker would like to have."""
    with (
        pytest.MonkeyPatch.context() as patch,
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.socket(socket.AF_UNIX) as abstract,
        (oracle_root / "ACC-01" / "oracle.json").open() as open_oracle,
    ):
        name = f"wp42-test-{os.getpid()}"
        abstract.bind("\0" + name)
        abstract.listen()
        for server in (listener, abstract):
            threading.Thread(target=_accept, args=(server,), daemon=True).start()
        os.set_inheritable(open_oracle.fileno(), True)
        patch.setenv("WP42_ORACLE_ROOT", str(oracle_root))
        patch.setenv("PROVIDER_KEY", TOKEN)
        program = (
            PROBES.replace("@ORACLE@", repr(str(oracle_root)))
            .replace("@PORT@", str(listener.getsockname()[1]))
            .replace("@ABSTRACT@", repr(name))
        )
        made = python(program, hidden=[oracle_root])
        listener.shutdown(socket.SHUT_RDWR)
        abstract.shutdown(socket.SHUT_RDWR)
    assert made.process["stderr"] == ""
    return made


def _accept(server):
    while True:
        try:
            server.accept()[0].close()
        except OSError:
            return


@pytest.fixture(scope="module")
def found(explored) -> dict:
    return json.loads((explored.out / "found.json").read_text())


@pytest.mark.parametrize("probe", ["oracle by path", "oracle folder"])
def test_the_oracle_is_not_there(found, probe):
    assert found[probe] == "refused: FileNotFoundError"


@pytest.mark.parametrize("probe", ["environments", "command lines", "mounts", "environment", "roots", "descriptors"])
def test_no_process_tells_of_the_controller(found, oracle_root, probe):
    text = json.dumps(found[probe])
    assert TOKEN not in text
    assert str(oracle_root) not in text
    assert "ORACLE" not in text
    assert "scenarios" not in text
    assert "/runs" not in text


def test_no_descriptor_is_inherited(found):
    assert found["own descriptors"] == []
    assert all(link.startswith(("pipe:", "/dev/null", "/proc/")) for link in found["descriptors"])


def test_only_the_workers_own_processes_are_seen(found):
    assert found["processes"] <= 4


def test_neither_evaluator_nor_generator_nor_solver_is_there(found):
    assert found["telling files"] == []
    assert found["files with the seed"] == []


def test_nothing_of_the_host_is_there(found):
    assert found["home folders"] == ["worker"]
    assert found["temporary files"] == []
    assert found["host programs"] == []


@pytest.mark.parametrize("probe", ["host loopback", "internet", "internet 6", "names", "udp", "abstract socket"])
def test_nothing_is_reached_over_a_network(found, probe):
    assert found[probe].startswith("refused: ")


def test_there_is_no_interface_but_the_loopback(found):
    assert found["interfaces"] == ["lo"]


def test_nothing_is_written_outside_out_and_scratch(found):
    written = {name.removeprefix("write ") for name, value in found.items() if value == "written"}
    assert written == {"/workspace/out/x", "/tmp/x"}


@pytest.mark.parametrize("probe", ["tamper", "delete input", "rename inputs"])
def test_inputs_cannot_be_changed(found, probe):
    assert found[probe].startswith("refused: ")


@pytest.mark.parametrize(
    "probe",
    [
        "remount",
        "mount tmpfs",
        "unmount",
        "new user namespace",
        "new mount namespace",
        "become root",
        "chroot",
        "device",
        "trace",
        "raise a limit",
    ],
)
def test_no_privilege_is_gained(found, probe):
    assert found[probe].startswith("refused: ")


def test_the_worker_has_no_capability(found):
    assert set(found["capabilities"]) == {"0000000000000000"}
    assert found["no new privileges"] == ["1"]
    assert found["file as root"] == ""


def test_links_and_pipes_in_out_are_written_down_and_not_followed(explored):
    left = {entry["name"]: entry["reason"] for entry in explored.record.details["collected"]["left_behind"]}
    assert left == {
        "linked.json": "a symbolic link",
        "environ.txt": "a symbolic link",
        "folder": "a symbolic link",
        "pipe": "not a regular file",
    }
    assert explored.names() == ["found.json", "x"]
    assert "left behind: linked.json (a symbolic link)" in explored.events


def test_the_record_says_that_the_run_was_sealed(explored):
    assert explored.record.sealed
    assert explored.record.details["sandbox"]["name"] == "bubblewrap"
    assert not any("not sealed" in event for event in explored.events)


def test_without_a_sandbox_the_record_says_so(shell):
    made = shell("echo $WP42_OUT; echo done > $WP42_OUT/report.md", unsealed=True)
    assert not made.record.sealed
    assert "not sealed: the worker ran without a sandbox" in made.events
    assert made.names() == ["report.md"]


def test_a_run_is_refused_where_nothing_can_be_sealed(run, monkeypatch):
    from wp42_pytest.running import bubblewrap
    from wp42_pytest.running.errors import RunConfigurationError

    monkeypatch.setattr(bubblewrap, "shutil", SimpleNamespace(which=lambda *_, **__: None))
    with pytest.raises(RunConfigurationError, match=r"bubblewrap is not installed.*--unsealed"):
        run("null")


def test_a_run_is_refused_when_the_oracles_lie_where_workers_look(run):
    from wp42_pytest.running.errors import RunConfigurationError

    with pytest.raises(RunConfigurationError, match="lies below /usr, which workers see"):
        run("null", hidden=[Path("/usr/share/oracles")])
