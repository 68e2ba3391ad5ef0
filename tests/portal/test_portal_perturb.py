"""Perturbations change titles, orders and manners, never the information."""

import json
import time
from collections import Counter

import pytest

from wp42_pytest.model.portal import Portal
from wp42_pytest.portal.perturb import perturbed
from wp42_pytest.portal.server import PortalServer


def by_title(portal: Portal) -> dict[str, str]:
    return {document.id: document.title for document in portal.documents}


def cells(portal: Portal, entity: str) -> list[Counter]:
    return [Counter(map(repr, row.values())) for row in portal.records[entity]]


@pytest.fixture(scope="module")
def changed(portal):
    return perturbed(portal, 7)


def test_one_seed_always_draws_the_same(portal, changed):
    again = perturbed(portal, 7)
    assert again[0].model_dump_json() == changed[0].model_dump_json()
    assert again[1] == changed[1]


def test_seeds_draw_differently(portal):
    drawn = [perturbed(portal, seed) for seed in range(12)]
    orders = {tuple(field.name for field in each.form_fields) for each in map(_Drawn, drawn)}
    assert len(orders) > 6
    assert {by_title(each)["doc-02"] for each, _ in drawn} == {"Approved ledger", "Final client data"}
    assert {tuple(each.columns("gl_1010"))[-2:] for each, _ in drawn} == {("Charge", "Credit"), ("Debit", "Release")}
    assert {next(iter(manners.slow)) for _, manners in drawn} == {"/documents", "/records"}


class _Drawn:
    def __init__(self, drawn) -> None:
        self.form_fields = drawn[0].forms[0].fields


def test_a_misleading_title_stands_over_the_same_file(portal, changed):
    assert by_title(changed[0])["doc-02"] in ("Approved ledger", "Final client data")
    assert [each.path for each in changed[0].documents] == [each.path for each in portal.documents]
    others = {key: title for key, title in by_title(portal).items() if key != "doc-02"}
    assert others.items() <= by_title(changed[0]).items()
    assert changed[0].title("vendors") == "Closed accounts"


@pytest.mark.parametrize("seed", range(40))
def test_a_form_never_keeps_the_order_of_the_brief_and_loses_no_field(portal, seed):
    plain, drawn = portal.forms[0].fields, perturbed(portal, seed)[0].forms[0].fields
    assert drawn != plain
    assert sorted(field.name for field in drawn) == sorted(field.name for field in plain)


def test_a_renamed_column_holds_the_same_values_in_the_same_place(portal, changed):
    assert cells(changed[0], "gl_1010") == cells(portal, "gl_1010")
    plain, drawn = portal.columns("gl_1010"), changed[0].columns("gl_1010")
    assert sum(a != b for a, b in zip(plain, drawn, strict=True)) == 1


def test_another_row_order_keeps_every_row(portal, changed):
    plain, drawn = portal.records["cheque_register"], changed[0].records["cheque_register"]
    assert drawn != plain
    assert sorted(map(json.dumps, drawn)) == sorted(map(json.dumps, plain))


def test_the_plain_portal_is_left_as_it_was(portal):
    before = portal.model_dump_json()
    perturbed(portal, 3)
    assert portal.model_dump_json() == before


def test_nothing_is_perturbed_unless_the_arm_asks(portal, member):
    assert "Cheque register" in member.client.get("/records/cheque_register").text
    started = time.monotonic()
    for _ in range(5):
        assert member.client.get("/documents").url.path == "/documents"
    assert time.monotonic() - started < 5 * 0.6
    assert member.client.get("/api/gl_1010").json()["columns"] == portal.columns("gl_1010")


@pytest.fixture
def perturbed_client(portal, portal_bundle, own_out, new_client):
    server = PortalServer(portal, portal_bundle / "inputs", own_out, perturb=7)
    with server, new_client(server.address, follow_redirects=True) as client:
        yield client


def log_in(client, portal, target="/"):
    token = client.get("/login").text.split('name="_csrf" value="')[1].split('"')[0]
    fields = {"_csrf": token, "username": portal.user.username, "password": portal.user.password, "next": target}
    return client.post("/login", data=fields)


def test_the_first_session_expires_at_its_third_request_and_the_next_one_lasts(perturbed_client, portal):
    log_in(perturbed_client, portal)  # the start page it leads to is the first request
    assert perturbed_client.get("/forms").url.path == "/forms"
    expired = perturbed_client.get("/records/gl_1010?q=no")
    assert expired.url.path == "/login"
    assert "Your session has expired" in expired.text
    back = log_in(perturbed_client, portal, "/records/gl_1010?q=no")
    assert str(back.url).endswith("/records/gl_1010?q=no")
    for _ in range(6):
        assert perturbed_client.get("/forms").url.path == "/forms"


def test_a_form_sent_after_the_session_expired_is_not_stored_and_is_opened_again(perturbed_client, portal, own_out):
    log_in(perturbed_client, portal)
    page = perturbed_client.get("/forms/note").text
    token = page.split('name="_csrf" value="')[1].split('"')[0]
    answer = perturbed_client.post("/forms/note", data={"_csrf": token, "subject": "a"})
    assert answer.url.path == "/login"
    assert not (own_out / "portal_submissions.json").exists()
    assert log_in(perturbed_client, portal, "/forms/note").url.path == "/forms/note"


def test_a_slow_page_answers_late_and_completely(perturbed_client, portal):
    slow = next(iter(perturbed(portal, 7)[1].slow))
    started = time.monotonic()
    answer = perturbed_client.get(slow, auth=(portal.user.username, portal.user.password))
    assert time.monotonic() - started >= 0.6
    assert answer.status_code == 200


def test_pages_and_json_are_perturbed_alike(perturbed_client, portal):
    auth = (portal.user.username, portal.user.password)
    columns = perturbed_client.get("/api/gl_1010", auth=auth).json()["columns"]
    renamed = (set(columns) - set(portal.columns("gl_1010"))).pop()
    assert f">{renamed}<" in perturbed_client.get("/records/gl_1010", auth=auth).text
