"""The portal as a person meets it: in a real browser, at two widths, with the keyboard, and under axe-core."""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from wp42_pytest.portal.server import PortalServer

AXE_VERSION = "4.14.1"

REFUSED = "the server responded with a status of 4"
"""What Chromium says on its console about a page that is meant to answer 403, 404 or 422."""

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def chromium():
    """One browser for this module: Playwright's event loop stays running, and must not meet another test's."""
    found = shutil.which("chromium")
    if found is None:
        reason = "no chromium on this machine: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, headless=True, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


PAGES = [
    "/",
    "/documents",
    "/documents?q=zzz",
    "/records",
    "/records/gl_1010?q=no&sort=Debit&dir=desc&page=2&size=25",
    "/records/cheque_register",
    "/records/vendors?q=zzz",
    "/forms",
    "/forms/sign-off",
    "/submissions",
    "/nope",
]


@pytest.fixture(scope="module")
def shared(portal, portal_bundle, tmp_path_factory):
    """One server for each worker process, whose submissions no test counts on."""
    out = tmp_path_factory.mktemp("browser") / "out"
    out.mkdir()
    with PortalServer(portal, portal_bundle / "inputs", out) as server:
        yield server


@pytest.fixture
def open_page(chromium):
    """Opens pages that report every console message, failed request and foreign request as a mistake."""
    with contextlib.ExitStack() as opened:

        def open_at(address: str, viewport: dict = WIDE, **more):
            context = chromium.new_context(base_url=address, viewport=viewport, **more)
            opened.callback(context.close)
            context.set_default_timeout(30_000)
            page = context.new_page()
            page.mistakes = []
            page.on("pageerror", lambda error: page.mistakes.append(str(error)))
            page.on("console", lambda message: None if REFUSED in message.text else page.mistakes.append(message.text))
            page.on(
                "request",
                lambda request: None if request.url.startswith(address) else page.mistakes.append(request.url),
            )
            return page

        yield open_at


def log_in(page, portal, path: str = "/") -> None:
    page.goto(path)
    page.get_by_label("User name").fill(portal.user.username)
    page.get_by_label("Password").fill(portal.user.password)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Log out").wait_for()


@pytest.fixture(scope="module")
def logged_in(chromium, portal, shared):
    """The cookies of somebody who is logged in, so that each test need not do it again."""
    context = chromium.new_context(base_url=shared.address)
    page = context.new_page()
    log_in(page, portal)
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def page(open_page, shared, logged_in):
    page = open_page(shared.address, storage_state=logged_in)
    yield page
    assert page.mistakes == []


def rows(page) -> list[list[str]]:
    # A long table is shown while it still arrives.
    page.wait_for_load_state("load")
    return page.locator("tbody tr").evaluate_all("rows => rows.map(row => [...row.cells].map(cell => cell.innerText))")


def test_logging_in_with_a_wrong_password_first_and_logging_out(open_page, shared, portal):
    page = open_page(shared.address)
    page.goto("/records")
    page.get_by_label("User name").fill(portal.user.username)
    page.get_by_label("Password").fill("wrong")
    page.keyboard.press("Enter")
    assert page.get_by_role("alert").inner_text() == "The user name or the password is not right."
    assert page.get_by_label("User name").input_value() == portal.user.username
    page.get_by_label("Password").fill(portal.user.password)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Records", level=1).wait_for()
    assert page.url == f"{shared.address}/records"
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("heading", name="Log in").wait_for()
    page.go_back()
    page.goto("/documents")
    assert page.get_by_role("heading", level=1).inner_text() == "Log in"
    assert page.mistakes == []


def test_finding_a_document_and_downloading_it_byte_for_byte(page, portal_bundle):
    page.goto("/documents")
    page.get_by_label("Search title, file name or type").fill("bank statement")
    page.get_by_role("button", name="Search").click()
    assert page.get_by_role("status").inner_text() == "1 document found"
    with page.expect_download() as download:
        page.get_by_role("link", name="Bank statement <October> & fees").click()
    assert download.value.suggested_filename == "statement_2025-10.pdf"
    saved = Path(download.value.path()).read_bytes()
    assert saved == (portal_bundle / "inputs" / "bank" / "statement_2025-10.pdf").read_bytes()
    page.get_by_label("Category").select_option("Ledgers")
    page.get_by_label("Search title, file name or type").fill("")
    page.get_by_role("button", name="Search").click()
    assert page.locator(".documents li").count() == 3


def test_a_file_name_with_accents_and_quotes_survives_the_download(page, portal_bundle):
    page.goto("/documents?q=aout")
    with page.expect_download() as download:
        page.locator(".documents a").click()
    # Browsers write a quote in a file name as an underscore or a hyphen.
    assert re.fullmatch(r"Relevé d'août [\"_-]final[\"_-]\.txt", download.value.suggested_filename)
    assert Path(download.value.path()).read_text() == "été\n"


def test_sorting_and_filtering_a_table(page, portal):
    page.goto("/records/gl_1010")
    page.get_by_role("link", name="Debit").click()
    page.locator('th[aria-sort="ascending"]').wait_for()
    debits = sorted(row["Debit"] for row in portal.records["gl_1010"] if row["Debit"] is not None)
    assert [row[4] for row in rows(page)] == [f"{value:,.2f}" for value in debits[:50]]
    page.get_by_role("link", name="Debit").click()
    page.locator('th[aria-sort="descending"]').wait_for()
    assert [row[4] for row in rows(page)] == [f"{value:,.2f}" for value in debits[:-51:-1]]
    page.get_by_label("Filter rows by words or figures").fill("éclairage")
    page.get_by_label("In column").select_option("Description")
    page.get_by_role("button", name="Apply").click()
    assert page.get_by_role("status").inner_text() == "Rows 1 to 50 of 200 for “éclairage” in Description"
    assert all("Éclairage" in row[3] for row in rows(page))
    page.get_by_role("link", name="Reset").click()
    assert page.get_by_role("status").inner_text() == "Rows 1 to 50 of 600"


def test_paging_through_six_hundred_rows(page, portal):
    page.goto("/records/gl_1010")
    page.get_by_label("Rows per page").select_option("250")
    with page.expect_event("load"):
        page.get_by_role("button", name="Apply").click()
    seen = []
    while True:
        seen += [row[0] for row in rows(page)]
        following = page.get_by_role("link", name="Next")
        if not following.count():
            break
        with page.expect_event("load"):
            following.click()
    assert seen == [row["Entry"] for row in portal.records["gl_1010"]]
    assert "Page 3 of 3" in page.get_by_role("navigation", name="Pages").inner_text()


def test_a_record_that_holds_a_script_is_read_as_text(page, portal):
    page.goto("/records/gl_1010?size=25")
    note = portal.records["gl_1010"][7]["Description"]
    assert rows(page)[7][3] == note
    assert page.title().startswith("General ledger 1010")
    assert page.locator("main img, main script").count() == 0


def test_submitting_every_type_of_field_after_a_refusal_that_keeps_what_was_typed(
    open_page, portal, portal_bundle, own_out
):
    with PortalServer(portal, portal_bundle / "inputs", own_out) as server:
        page = open_page(server.address)
        log_in(page, portal, "/forms")
        page.get_by_role("link", name="Reconciliation sign-off").click()
        page.get_by_label("Period end").fill("31 October")
        page.get_by_label("Adjusted balance").fill("$184,206.58")
        page.get_by_label("Preparer").fill("Théo")
        page.get_by_label("Remarks").fill("\nFirst\n<b>second</b>")
        page.get_by_label("Status").select_option("Final & signed")
        page.get_by_label("Urgent").check()
        page.get_by_role("button", name="Submit").click()

        summary = page.get_by_role("alert")
        assert "The form was not submitted" in summary.inner_text()
        assert page.title().startswith("Error: ")
        assert page.evaluate("document.activeElement.getAttribute('role')") == "alert"
        assert summary.get_by_role("link").count() == 4
        kept = {
            label: page.get_by_label(label).input_value() for label in ("Period end", "Adjusted balance", "Preparer")
        }
        assert kept == {"Period end": "31 October", "Adjusted balance": "$184,206.58", "Preparer": "Théo"}
        assert page.get_by_label("Remarks").input_value() == "\nFirst\n<b>second</b>"
        assert page.get_by_label("Status").input_value() == "Final & signed"
        assert page.get_by_label("Urgent").is_checked()
        assert not (own_out / "portal_submissions.json").exists()

        summary.get_by_role("link", name="Enter “Outstanding items”.").click()
        assert page.evaluate("document.activeElement.id") == "items"
        page.keyboard.type("9")
        page.get_by_label("Period end").fill("2025-10-31")
        page.get_by_label("I have checked every item").check()
        page.get_by_label("Workbook").set_input_files(portal_bundle / "inputs" / "cheque_register.csv")
        page.get_by_role("button", name="Submit").click()
        page.get_by_role("heading", name="Submission received").wait_for()
        assert page.locator(".reference").inner_text() == "SUB-0001"
        page.reload()
        page.get_by_role("link", name="All my submissions").click()
        assert [row[:2] for row in rows(page)] == [["SUB-0001", "Reconciliation sign-off"]]

    (entry,) = json.loads((own_out / "portal_submissions.json").read_bytes())
    stored = entry["values"].pop("workbook")
    assert entry["values"] == {
        "period": "2025-10-31",
        "adjusted_balance": "184206.58",
        "items": "9",
        "preparer": "Théo",
        "status": "Final & signed",
        "remarks": "First\n<b>second</b>",
        "confirmed": True,
        "urgent": True,
    }
    data = (portal_bundle / "inputs" / "cheque_register.csv").read_bytes()
    assert (own_out / stored["path"]).read_bytes() == data
    assert stored["sha256"] == hashlib.sha256(data).hexdigest()
    assert page.mistakes == []


def test_the_first_stop_of_the_keyboard_skips_to_the_content_and_focus_can_be_seen(page):
    page.goto("/records/gl_1010")
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    assert skip.inner_text() == "Skip to the content"
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "q"
    assert page.locator(":focus").evaluate("element => getComputedStyle(element).outlineStyle") == "solid"


@pytest.fixture(scope="module")
def axe(tmp_path_factory) -> str:
    """The source of axe-core, fetched from npm at test time."""
    npm = shutil.which("npm")
    if npm is None:
        reason = "no npm on this machine: axe-core cannot be fetched"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("axe")
    command = [npm, "install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", f"axe-core@{AXE_VERSION}"]
    subprocess.run([*command, "--prefer-offline"], check=True, capture_output=True, timeout=120)
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["1280", "390"])
def test_every_page_fits_the_screen_and_axe_finds_nothing_to_object_to(page, portal, axe, viewport):
    page.set_viewport_size(viewport)
    found = {}

    def examine(name: str) -> None:
        if page.evaluate("document.documentElement.scrollWidth") != viewport["width"]:
            found[f"{name}: wider than the screen"] = []
        page.evaluate(axe)
        run = "() => axe.run({resultTypes: ['violations']}).then(result => result.violations)"
        for violation in page.evaluate(run):
            where = [node["html"][:120] for node in violation["nodes"][:3]]
            found[f"{name}: {violation['id']} ({violation['impact']})"] = where

    for path in PAGES:
        page.goto(path)
        examine(path)
    page.goto("/forms/sign-off")
    page.get_by_role("button", name="Submit").click()
    page.get_by_role("alert").wait_for()
    examine("refused form")
    page.goto("/forms/note")
    page.get_by_label("Subject").fill("For axe")
    page.get_by_role("button", name="Submit").click()
    page.locator(".reference").wait_for()
    examine("confirmation")
    page.goto("/submissions")
    page.locator("tbody a").first.click()
    examine("submission")
    page.context.clear_cookies()
    page.goto("/")
    page.get_by_role("button", name="Log in").wait_for()
    examine("login")
    page.get_by_label("User name").fill(portal.user.username)
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("alert").wait_for()
    examine("refused login")
    assert found == {}
