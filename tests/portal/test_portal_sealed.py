"""The server reads nothing outside inputs/ and writes nothing outside out/, whatever is asked or planted."""

import json
import os
import socket
from pathlib import Path

import pytest

SECRET = "the seed is 42"

ESCAPES = [
    "/documents/../../portal/portal.json",
    "/documents/../portal/portal.json/download",
    "/documents/%2e%2e%2f%2e%2e%2fportal%2fportal.json/download",
    "/documents/..%2f..%2fportal%2fportal.json/download",
    "/documents/%252e%252e%252fportal%252fportal.json/download",
    "/documents/..%5c..%5cportal%5cportal.json/download",
    "/documents/%c0%ae%c0%ae%c0%afportal/download",
    "/documents//etc/passwd/download",
    "/documents/%2fetc%2fpasswd/download",
    "/documents/file:%2f%2f%2fetc%2fpasswd/download",
    "/documents/doc-01%00.txt/download",
    "/documents/cheque_register.csv/download",
    "/documents/gl_1010_2025-10.xlsx/download",
    "/documents/./doc-01/../../download",
    "/static/../server.py",
    "/static/%2e%2e%2fserver.py",
    "/static/..%2fbundle.py",
    "/static/%2fetc%2fpasswd",
    "/static/portal.css%00",
    "/records/..%2fgl_1010",
    "/api/..%2f..%2fetc%2fpasswd",
    "/api/%2e%2e/%2e%2e/etc/passwd",
    "/forms/..%2fnote",
    "/submissions/..%2f..%2fportal_submissions.json",
    "/inputs/cheque_register.csv",
    "/out/portal_submissions.json",
    "/portal/portal.json",
    "//etc/passwd",
    "/..;/..;/etc/passwd",
]


def raw(address: str, target: str, cookie: str) -> tuple[int, bytes]:
    """Ask for a target exactly as written: a client library would tidy it up first."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        head = f"GET {target} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode("latin-1"))
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    return int(answer.split(b" ")[1]), answer


def cookie_of(member) -> str:
    return "; ".join(f"{name}={value}" for name, value in member.client.cookies.items())


def test_no_address_leads_out_of_the_library(member, served):
    cookie = cookie_of(member)
    assert raw(served.address, "/documents/doc-06/download", cookie)[0] == 200
    for target in ESCAPES:
        status, answer = raw(served.address, target, cookie)
        assert status in (400, 404), target
        for words in (b"root:", b"password", b"cheque_no,date", b"PK\x03\x04", b"import "):
            assert words not in answer, target


def test_an_absolute_address_and_a_broken_request_are_answered_and_the_server_goes_on(member, served):
    cookie = cookie_of(member)
    assert raw(served.address, "http://evil.example/etc/passwd", cookie)[0] in (400, 404)
    assert raw(served.address, "*", cookie)[0] in (400, 404)
    assert raw(served.address, "/%", cookie)[0] == 404
    assert raw(served.address, "/documents?q=%ff%fe", cookie)[0] == 200
    assert raw(served.address, "/" + "a" * 20_000, cookie)[0] in (404, 400, 414)
    assert member.client.get("/documents").status_code == 200


def test_a_document_swapped_for_a_link_is_reported_missing(own_bundle, portal, own_out, tmp_path, new_client):
    from wp42_pytest.portal.server import PortalServer

    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    target = own_bundle / "inputs" / "cheque_register.csv"
    target.unlink()
    target.symlink_to(secret)
    auth = (portal.user.username, portal.user.password)
    server = PortalServer(portal, own_bundle / "inputs", own_out)
    with server, new_client(server.address, auth=auth) as client:
        answer = client.get("/documents/doc-06/download")
        assert answer.status_code == 404
        assert SECRET not in answer.text
        assert "not available" in client.get("/documents").text
        target.unlink()
        target.write_text("back")
        assert client.get("/documents/doc-06/download").text == "back"


@pytest.mark.parametrize(
    "name", ["../../evil.csv", "/tmp/evil.csv", "..\\evil.csv", "%2e%2e%2fevil.csv", "a/../evil.csv"]
)
def test_the_name_of_an_upload_leads_nowhere(member, own_out, values, name):
    before = set(own_out.parent.rglob("*"))
    member.submit("sign-off", values, {"workbook": (name, b"1")})
    written = {str(path.relative_to(own_out.parent)) for path in own_out.parent.rglob("*")} - {
        str(path.relative_to(own_out.parent)) for path in before
    }
    assert len(written) == 3
    assert all(path.startswith("out/portal_") for path in written)
    (stored,) = (own_out / "portal_uploads").iterdir()
    assert stored.name.startswith("SUB-0001-workbook-")
    assert stored.name.endswith("evil.csv")


def test_nothing_is_written_but_submissions_and_uploads_large_ones_included(member, own_out, values, tmp_path):
    inputs = {
        path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file() and own_out not in path.parents
    }
    before = _open_files()
    answer = member.submit("sign-off", values, {"workbook": ("big.csv", os.urandom(199_000))})
    assert answer.status_code == 200
    member.submit("sign-off", values, {"workbook": ("big.csv", b"x" * 390_000)})
    assert _open_files() <= before
    kept = {
        path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file() and own_out not in path.parents
    }
    assert kept == inputs
    assert {path.name for path in own_out.iterdir()} == {"portal_submissions.json", "portal_uploads"}


def _open_files() -> set[str]:
    """Regular files that this process, the server with it, holds open; a deleted one would show as well."""
    held = set()
    for link in Path("/proc/self/fd").iterdir():
        try:
            target = str(link.readlink())
        except FileNotFoundError:
            continue
        if target.startswith("/") and not target.startswith(("/dev/", "/proc/")):
            held.add(target)
    return held


def test_an_upload_of_the_largest_allowed_size_never_touches_a_temporary_file(tmp_path, monkeypatch):
    import asyncio
    import tempfile

    from starlette.requests import Request

    from wp42_pytest.model.portal import PortalForm
    from wp42_pytest.portal.intake import read_typed

    form = PortalForm(id="f", title="F", fields=[{"name": "x", "type": "file", "label": "X", "max_bytes": 5_000_000}])
    body = (
        b"--b\r\nContent-Disposition: form-data; name=x; filename=a.bin\r\n\r\n" + b"\0" * 5_000_000 + b"\r\n--b--\r\n"
    )

    async def receive():
        return {"type": "http.request", "body": body}

    def no_file(*_args, **_more):
        raise AssertionError("a temporary file was made")

    monkeypatch.setattr(tempfile, "TemporaryFile", no_file)
    headers = [(b"content-type", b"multipart/form-data; boundary=b")]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers, "query_string": b""}
    typed, _ = asyncio.run(read_typed(Request(scope, receive), form))
    assert len(typed.files["x"].data) == 5_000_000


def test_the_log_tells_what_was_opened_and_is_kept_from_the_worker(portal, portal_bundle, own_out, new_client):
    from wp42_pytest.portal.bundle import PortalError
    from wp42_pytest.portal.server import PortalServer

    inputs, log = portal_bundle / "inputs", own_out.parent / "portal_access.jsonl"
    for reachable in (own_out / "log.jsonl", inputs / "log.jsonl", own_out / "deep" / ".." / "log.jsonl"):
        with (
            pytest.raises(PortalError, match="where the worker could change it"),
            PortalServer(portal, inputs, own_out, access_log=reachable),
        ):
            pass
    auth = (portal.user.username, portal.user.password)
    server = PortalServer(portal, inputs, own_out, access_log=log)
    with server, new_client(server.address, auth=auth) as client:
        client.get("/documents/doc-04/download")
        client.get("/records/gl_1010", params={"q": 'a"\n{'})
        client.get("/healthz")
        client.get("/static/portal.css")
        client.post("/api/forms/note", json={"subject": "secret words"})
        client.get("/nope", auth=None)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(line["method"], line["target"], line["status"]) for line in lines] == [
        ("GET", "/documents/doc-04/download", 200),
        ("GET", "/records/gl_1010?q=a%22%0A%7B", 200),
        ("POST", "/api/forms/note", 201),
        ("GET", "/nope", 404),
    ]
    assert (lines[0]["document"], lines[0]["file"]) == ("doc-04", "bank/statement_2025-10.pdf")
    assert lines[0]["bytes"] == (inputs / "bank/statement_2025-10.pdf").stat().st_size
    assert (lines[2]["form"], lines[2]["submission"]) == ("note", "SUB-0001")
    assert [line["time"] for line in lines] == sorted(line["time"] for line in lines)
    assert "secret words" not in log.read_text()
    assert log.stat().st_mode & 0o077 == 0


def test_a_log_does_not_fill_the_disk(tmp_path, monkeypatch):
    from wp42_pytest.portal import journal
    from wp42_pytest.portal.submissions import utc_now

    monkeypatch.setattr(journal, "MOST_BYTES", 500)
    with journal.AccessLog(tmp_path / "log.jsonl", (), utc_now) as log:
        for number in range(100):
            log.write({"target": f"/{number}"})
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["target"] for line in lines[:-1]] == [f"/{number}" for number in range(len(lines) - 1)]
    assert lines[-1]["full"] is True
    assert (tmp_path / "log.jsonl").stat().st_size < 700


def test_a_log_that_is_a_link_is_refused(portal, portal_bundle, own_out, tmp_path):
    from wp42_pytest.portal.bundle import PortalError
    from wp42_pytest.portal.server import PortalServer

    (tmp_path / "target").write_text("untouched")
    (tmp_path / "log.jsonl").symlink_to(tmp_path / "target")
    with (
        pytest.raises(PortalError, match="cannot be written"),
        PortalServer(portal, portal_bundle / "inputs", own_out, access_log=tmp_path / "log.jsonl"),
    ):
        pass
    assert (tmp_path / "target").read_text() == "untouched"
