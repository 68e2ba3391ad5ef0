"""Logging in and out, and what is kept from whoever is not logged in."""

import base64
import re

import pytest

from wp42_pytest.model.portal import PortalUser
from wp42_pytest.portal.pages import own_address
from wp42_pytest.portal.sessions import Account, Sessions, basic_credentials, csrf_fits

PAGES = ["/", "/documents", "/documents/doc-01/download", "/records", "/records/gl_1010", "/forms", "/forms/note"]
PAGES += ["/submissions", "/submissions/SUB-0001", "/submissions/SUB-0001/received"]
INTERFACES = ["/api", "/api/documents", "/api/forms", "/api/submissions", "/api/gl_1010"]


def test_every_page_leads_a_stranger_to_the_login_page(visitor):
    for path in PAGES:
        answer = visitor.client.get(path, follow_redirects=False)
        assert answer.status_code == 303, path
        assert answer.headers["location"].startswith("/login"), path
        assert answer.content == b"", path


def test_json_is_refused_to_a_stranger(visitor):
    for path in INTERFACES:
        answer = visitor.client.get(path)
        assert answer.status_code == 401, path
        assert answer.headers["www-authenticate"].startswith("Basic realm="), path
        assert answer.json() == {"error": "Log in first, or send Authorization: Basic."}, path


def test_logging_in_leads_on_to_the_page_that_was_asked_for(visitor):
    asked = visitor.client.get("/records/gl_1010?q=loyer&page=2")
    target = re.search(r'name="next" value="([^"]*)"', asked.text)[1].replace("&amp;", "&")
    assert visitor.log_in(target=target).url.raw_path == b"/records/gl_1010?q=loyer&page=2"


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "/\tx",
        "/é",
        "",
        "documents",
    ],
)
def test_logging_in_never_leads_to_another_site(target):
    assert own_address(target) == "/"


def test_a_wrong_name_or_password_is_refused_without_telling_which(visitor):
    for credentials in (("theo.bramwell", "wrong"), ("someone", "Fjord & <Brume> 2025"), ("", "")):
        answer = visitor.log_in(*credentials)
        assert answer.status_code == 403, credentials
        assert "The user name or the password is not right." in answer.text
        assert visitor.client.get("/documents").url.path == "/login"


def test_the_name_that_was_typed_is_kept_and_the_password_is_not(visitor):
    text = visitor.log_in("<theo>", "hunter2").text
    assert 'value="&lt;theo&gt;"' in text
    assert "hunter2" not in text


def test_the_session_cookie_is_signed_for_the_server_alone_and_kept_from_scripts(visitor, new_client):
    page = visitor.client.get("/login")
    cookie = page.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/" in cookie
    name, value = cookie.split(";")[0].split("=", 1)
    key, _, signature = value.rpartition(".")
    assert key
    assert signature
    token = re.search(r'name="_csrf" value="([^"]*)"', page.text)[1]
    fields = {"_csrf": token, "username": "theo.bramwell", "password": "Fjord & <Brume> 2025"}
    forged = {name: f"{key}.{signature[:-2]}AA"}
    with new_client(visitor.client.base_url, cookies=forged) as other:
        assert other.post("/login", data=fields).status_code == 403


def test_the_session_changes_when_somebody_logs_in(visitor, new_client):
    visitor.client.get("/login")
    before = dict(visitor.client.cookies)
    visitor.log_in()
    after = dict(visitor.client.cookies)
    assert before.keys() == after.keys()
    assert before != after
    with new_client(visitor.client.base_url, cookies=before) as other:
        assert other.get("/").status_code == 303


def test_logging_out_ends_the_session_for_its_old_cookie_too(member, new_client):
    stolen = dict(member.client.cookies)
    answer = member.client.post("/logout", data={"_csrf": member.token("/")})
    assert answer.url.path == "/login"
    assert dict(member.client.cookies) != stolen
    with new_client(member.client.base_url, cookies=stolen) as thief:
        assert thief.get("/documents").status_code == 303


def test_logging_in_again_while_logged_in_leads_on(member):
    assert member.client.get("/login?next=/forms").url.path == "/forms"


def test_every_form_without_the_token_of_its_session_is_refused(member, own_out):
    for path in ("/logout", "/forms/note", "/api/forms/note", "/login"):
        for token in ("", "x", "é"):
            answer = member.client.post(path, data={"_csrf": token, "subject": "a"}, follow_redirects=False)
            assert answer.status_code == 403, (path, token)
    assert not (own_out / "portal_submissions.json").exists()
    assert member.client.get("/documents").url.path == "/documents"


def test_a_form_that_another_site_sends_is_refused_even_with_the_token(member, own_out):
    fields = {"_csrf": member.token("/forms/note"), "subject": "a"}
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        answer = member.client.post("/forms/note", data=fields, headers={"Origin": origin})
        assert answer.status_code == 403, origin
        assert "another site" in answer.text
    assert not (own_out / "portal_submissions.json").exists()


def test_another_host_name_is_not_answered(visitor):
    for host in ("evil.example", "127.0.0.1.evil.example", ""):
        assert visitor.client.get("/login", headers={"Host": host}).status_code == 400, host


def test_a_script_uses_the_same_account_without_a_session(script):
    answer = script.get("/api/gl_1010")
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert script.get("/api/gl_1010", auth=("theo.bramwell", "wrong")).status_code == 401
    assert script.get("/api", headers={"Authorization": "Bearer abc"}, auth=None).status_code == 401


@pytest.mark.parametrize("header", ["", "Basic", "Basic ???", "Basic YWJj", "Bearer YTpi", "Basic " + "/w=="])
def test_a_malformed_authorization_is_no_credentials(header):
    assert basic_credentials(header) is None


def test_basic_credentials_may_hold_colons_and_accents():
    header = "Basic " + base64.b64encode("théo:a:b".encode()).decode()
    assert basic_credentials(header) == ("théo", "a:b")


@pytest.fixture
def clock():
    class Clock:
        now = 1000.0

        def __call__(self) -> float:
            return self.now

    return Clock()


@pytest.fixture
def account(clock):
    return Account(PortalUser(username="theo", password="right"), clock)


def test_five_failures_lock_the_account_for_a_minute_against_the_right_password_too(account, clock):
    assert [account.accepts("theo", "wrong") for _ in range(5)] == [False] * 5
    assert account.locked_for() == 61 or account.locked_for() == 60
    assert not account.accepts("theo", "right")
    clock.now += 59.9
    assert account.locked_for() == 1
    assert not account.accepts("theo", "right")
    clock.now += 0.2
    assert account.locked_for() == 0
    assert account.accepts("theo", "right")


def test_a_success_forgives_earlier_failures(account):
    for _ in range(3):
        for _ in range(4):
            account.accepts("theo", "wrong")
        assert account.accepts("theo", "right")


def test_name_and_password_cannot_be_shifted_into_each_other():
    assert not Account(PortalUser(username="ab", password="c")).accepts("a", "bc")


def test_a_locked_account_says_so_on_the_page_and_to_a_script(visitor, script):
    for _ in range(5):
        answer = visitor.log_in("theo.bramwell", "wrong")
    assert answer.status_code == 429
    assert "Too many failed attempts. This account is locked" in answer.text
    assert 0 < int(answer.headers["retry-after"]) <= 61
    assert visitor.log_in().status_code == 429
    refused = script.get("/api/gl_1010")
    assert refused.status_code == 429
    assert "locked" in refused.json()["error"]


def test_a_session_outlives_a_lock_that_somebody_else_caused(member, script):
    for _ in range(5):
        script.get("/api", auth=("theo.bramwell", "wrong"))
    assert member.client.get("/documents").status_code == 200


def test_memory_for_sessions_is_bounded(monkeypatch):
    monkeypatch.setattr("wp42_pytest.portal.sessions.MOST_SESSIONS", 3)
    sessions = Sessions()
    begun = [sessions.begin() for _ in range(5)]
    known = [sessions.find(sessions.signed(session)) is session for session in begun]
    assert known == [False, False, True, True, True]


def test_a_token_fits_its_own_session_alone():
    first, second = Sessions().begin(), Sessions().begin()
    assert csrf_fits(first, first.csrf)
    assert not csrf_fits(first, second.csrf)
