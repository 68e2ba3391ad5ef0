"""Starting, listening, stopping, and holding up under load."""

import contextlib
import json
import logging
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from wp42_pytest.portal.bundle import PortalError, read_portal
from wp42_pytest.portal.server import PortalServer

SERVE = """
import sys
from pathlib import Path
from wp42_pytest.portal.bundle import read_portal
from wp42_pytest.portal.server import serve

bundle, out, unix = map(Path, sys.argv[1:])
serve(read_portal(bundle), bundle / "inputs", out, socket=unix, ready=lambda address: print(address, flush=True))
print("stopped", flush=True)
"""


@pytest.fixture
def process(portal_bundle, own_out, tmp_path):
    command = [sys.executable, "-c", SERVE, portal_bundle, own_out, tmp_path / "portal.sock"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_cleanly(process, tmp_path, number):
    address = process.stdout.readline().strip()
    with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
        assert (answer.status, answer.read()) == (200, b"ok\n")
    assert (tmp_path / "portal.sock").exists()
    # A connection that is kept open, as a browser does, must not hold the stop up.
    with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))):
        started = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=15)
    assert (process.returncode, out, err) == (0, "stopped\n", "")
    assert time.monotonic() - started < 12
    assert not (tmp_path / "portal.sock").exists()


def test_it_listens_on_loopback_alone(served):
    port = int(served.address.rpartition(":")[2])
    sockets = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
    listening = [fields[1] for fields in sockets if fields[3] == "0A"]
    assert [where for where in listening if where.endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]


def test_health_is_told_to_anybody(served, new_client):
    with new_client(served.address) as client:
        answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


@pytest.mark.parametrize("port", [None, 0])
def test_a_sealed_worker_reaches_it_through_a_socket(portal, portal_bundle, own_out, tmp_path, port):
    path = tmp_path / "portal.sock"
    with PortalServer(portal, portal_bundle / "inputs", own_out, port=port, socket=path) as server:
        assert bool(server.address) == (port is not None)
        assert stat.S_IMODE(path.stat().st_mode) == 0o666
        transport = httpx.HTTPTransport(uds=str(path), verify=False)
        auth = (portal.user.username, portal.user.password)
        with httpx.Client(transport=transport, base_url="http://portal", auth=auth, trust_env=False) as client:
            assert client.get("/api/gl_1010").json()["total"] == 600
            assert client.post("/api/forms/note", json={"subject": "through the socket"}).status_code == 201
        served = subprocess.run(
            ["curl", "-s", "--unix-socket", path, "http://localhost/healthz"], capture_output=True, check=True
        )
        assert served.stdout == b"ok\n"
    assert not path.exists()
    assert "through the socket" in (own_out / "portal_submissions.json").read_text()


def test_the_socket_of_a_killed_server_is_replaced(portal, portal_bundle, own_out, tmp_path):
    path = tmp_path / "portal.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with PortalServer(portal, portal_bundle / "inputs", own_out, port=None, socket=path):
        pass
    assert not path.exists()


def test_a_socket_in_use_or_another_file_in_its_place_is_left_alone(portal, portal_bundle, own_out, tmp_path):
    path = tmp_path / "portal.sock"
    with PortalServer(portal, portal_bundle / "inputs", own_out, port=None, socket=path):
        with pytest.raises(PortalError, match="something is there already"):
            PortalServer(portal, portal_bundle / "inputs", own_out, socket=path).__enter__()
        assert path.exists()
    path.write_text("mine")
    with pytest.raises(PortalError, match="something is there already"):
        PortalServer(portal, portal_bundle / "inputs", own_out, socket=path).__enter__()
    assert path.read_text() == "mine"


def test_what_cannot_be_listened_on_is_said(portal, portal_bundle, own_out, served, tmp_path):
    inputs, taken = portal_bundle / "inputs", int(served.address.rpartition(":")[2])
    with pytest.raises(PortalError, match=f"port {taken} on 127.0.0.1 cannot be used: Address already in use"):
        PortalServer(portal, inputs, own_out, port=taken).__enter__()
    with pytest.raises(PortalError, match="needs a port or a socket"):
        PortalServer(portal, inputs, own_out, port=None).__enter__()
    with pytest.raises(PortalError, match="cannot be made"):
        PortalServer(portal, inputs, own_out, socket=tmp_path / ("x" * 120)).__enter__()


def test_a_start_that_fails_and_a_stop_leave_nothing_open(portal, portal_bundle, own_out, tmp_path):
    before = {path.name for path in Path("/proc/self/fd").iterdir()}, threading.active_count()
    with pytest.raises(PortalError):
        PortalServer(portal, portal_bundle / "inputs", own_out, socket=tmp_path / "no" / "such.sock").__enter__()
    with PortalServer(portal, portal_bundle / "inputs", own_out):
        pass
    assert ({path.name for path in Path("/proc/self/fd").iterdir()}, threading.active_count()) == before


def test_a_bundle_without_a_portal_and_one_that_does_not_hold_together_are_refused(own_bundle, tmp_path):
    with pytest.raises(PortalError, match="done without a portal"):
        read_portal(tmp_path)
    path = own_bundle / "portal" / "portal.json"
    fields = json.loads(path.read_bytes())
    del fields["user"]["password"]
    fields["forms"][0]["fields"][0]["type"] = "telephone"
    path.write_text(json.dumps(fields))
    with pytest.raises(PortalError, match=r"user.password: Field required; forms.0.fields.0.type: Input should be"):
        read_portal(own_bundle)


def test_connections_without_end_are_closed_and_the_portal_goes_on(served, new_client):
    where = ("127.0.0.1", int(served.address.rpartition(":")[2]))
    with contextlib.ExitStack() as opened:
        idle = [opened.enter_context(socket.create_connection(where, timeout=10)) for _ in range(300)]
        assert idle[-1].recv(1) == b""
        idle[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle[0].recv(100).startswith(b"HTTP/1.1 200 OK")
    with new_client(served.address) as client:
        for _ in range(50):
            with contextlib.suppress(httpx.TransportError):
                if client.get("/healthz").is_success:
                    break
        assert client.get("/healthz").text == "ok\n"


CLIENTS, ROUNDS = 50, 4


def test_fifty_clients_at_once_lose_nothing(portal, portal_bundle, own_out, new_client):
    auth = (portal.user.username, portal.user.password)
    inputs, log = portal_bundle / "inputs", own_out.parent / "portal_access.jsonl"
    document = (inputs / "gl_1010_2025-10.xlsx").read_bytes()
    barrier, waited = threading.Barrier(CLIENTS), []
    server = PortalServer(portal, inputs, own_out, access_log=log)

    def work(worker: int) -> list[str]:
        numbers = []
        with new_client(server.address, auth=auth, timeout=60) as client:
            barrier.wait()
            for turn in range(ROUNDS):
                for method, path, more in (
                    ("GET", "/records/gl_1010", {"params": {"q": "no", "sort": "Debit", "page": turn + 1}}),
                    ("GET", "/api/gl_1010", {}),
                    ("GET", "/documents/doc-01/download", {}),
                    ("POST", "/api/forms/note", {"json": {"subject": f"{worker}/{turn}"}}),
                ):
                    started = time.monotonic()
                    answer = client.request(method, path, **more)
                    waited.append(time.monotonic() - started)
                    assert answer.is_success
                    if path.endswith("download"):
                        assert answer.content == document
                numbers.append(answer.json()["number"])
        return numbers

    with server, ThreadPoolExecutor(CLIENTS) as pool:
        started = time.monotonic()
        numbers = [number for worker in pool.map(work, range(CLIENTS)) for number in worker]
        took = time.monotonic() - started

    kept = json.loads((own_out / "portal_submissions.json").read_bytes())
    assert sorted(numbers) == [entry["number"] for entry in kept] == [f"SUB-{n:04d}" for n in range(1, 201)]
    assert {entry["values"]["subject"] for entry in kept} == {f"{w}/{t}" for w in range(CLIENTS) for t in range(ROUNDS)}
    assert len(log.read_text().splitlines()) == len(waited) == CLIENTS * ROUNDS * 4
    waited.sort()
    middle, slowest = waited[len(waited) // 2], waited[-1]
    figures = "%d clients: %d requests in %.1f s, %.0f per second; median %.2f s, slowest %.2f s"
    logging.getLogger("wp42.load").info(figures, CLIENTS, len(waited), took, len(waited) / took, middle, slowest)
