"""`wp42 portal`: one command from a scenario to a portal that somebody can log in to."""

import json
import re
import signal
import subprocess
import sys

import pytest

from wp42_pytest.portal.bundle import PortalError
from wp42_pytest.portal.run import serve_run

COMMAND = [sys.executable, "-m", "wp42_pytest.cli", "portal", "ACC-01"]


def test_the_command_stages_a_run_serves_it_and_stops_on_ctrl_c(tmp_path, new_client):
    run = tmp_path / "run"
    with subprocess.Popen([*COMMAND, "--run-dir", run], stdout=subprocess.PIPE, text=True) as process:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())[0]
            user, password = re.search(r"user name (\S+), password (\S+)", process.stdout.readline()).groups()
            with new_client(address, auth=(user, password)) as client:
                documents = client.get("/api/documents").json()
                for document in documents:
                    staged = (run / "inputs" / document["file_name"]).read_bytes()
                    assert client.get(document["download"]).content == staged
                form = client.get("/api/forms").json()[0]
                values = {field["name"]: {"money": "1.00"}.get(field["type"], "2025-10") for field in form["fields"]}
                assert client.post(form["submit"], json=values).json()["number"] == "SUB-0001"
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(15) == 0
    assert len(documents) == len(list((run / "inputs").iterdir()))
    assert len(json.loads((run / "out" / "portal_submissions.json").read_bytes())) == 1
    assert len((run / "portal_access.jsonl").read_text().splitlines()) == len(documents) + 3


def test_what_cannot_be_served_is_said_in_one_line(tmp_path):
    log = tmp_path / "run" / "out" / "log.jsonl"
    command = [*COMMAND, "--run-dir", tmp_path / "run", "--access-log", log]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"wp42: the access log {log} lies inside ")
    assert ended.stderr.count("\n") == 1


def test_a_missing_extra_is_named(portal_bundle, own_out, monkeypatch):
    monkeypatch.setitem(sys.modules, "wp42_pytest.portal.server", None)
    with pytest.raises(PortalError, match=r"not installed: pip install 'wp42-pytest\[portal\]'"):
        serve_run(portal_bundle, own_out.parent, announce=print)
