"""A portal with everything in it: a document of each kind, 600 rows, every type of field, a record that holds HTML."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import shutil
import sqlite3
from datetime import date, timedelta
from pathlib import Path

import docx
import httpx
import openpyxl
import pptx
import pytest
from PIL import Image
from reportlab.pdfgen import canvas

from wp42_pytest.model.portal import Portal
from wp42_pytest.portal.server import PortalServer

USERNAME, PASSWORD = "theo.bramwell", "Fjord & <Brume> 2025"

HTML_NOTE = '<script>document.title="owned"</script><img src=x onerror=alert(1)> & "quoted"'

ROWS = 600


def ledger_rows() -> list[dict]:
    start = date(2025, 10, 1)
    return [
        {
            "Entry": f"CD-{1000 + n}",
            "Date": (start + timedelta(days=n % 31)).isoformat(),
            "Account": 1010 + n % 3,
            "Description": HTML_NOTE if n == 7 else f"{('Éclairage', 'Papeterie', 'Loyer')[n % 3]} no {n}",
            "Debit": round(10 + n * 1.37, 2) if n % 2 else None,
            "Credit": None if n % 2 else round(10 + n * 1.37, 2),
        }
        for n in range(ROWS)
    ]


def cheque_rows() -> list[dict]:
    return [
        {"cheque_no": "4391", "date": "2025-04-14", "amount": 512.75, "status": "issued"},
        {"cheque_no": "4449", "date": "2025-10-06", "amount": 1125, "status": "void"},
        {"cheque_no": "4462", "date": "2025-10-09", "amount": 1720, "status": "issued"},
    ]


def document_bytes() -> dict[str, bytes]:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "GL 1010"
    rows = ledger_rows()
    sheet.append(["Lachance & Morin", "general ledger"])
    sheet.append(list(rows[0]))
    for row in rows:
        sheet.append(list(row.values()))
    workbook = io.BytesIO()
    book.save(workbook)

    memo = docx.Document()
    memo.add_paragraph("Firm conventions.")
    word = io.BytesIO()
    memo.save(word)

    deck = io.BytesIO()
    pptx.Presentation().save(deck)

    statement = io.BytesIO()
    drawing = canvas.Canvas(statement)
    drawing.drawString(72, 720, "Statement of account")
    drawing.save()

    picture = io.BytesIO()
    Image.new("RGB", (40, 30), "navy").save(picture, "PNG")

    register = io.StringIO()
    writer = csv.DictWriter(register, ["cheque_no", "date", "amount", "status", "note"])
    writer.writeheader()
    for row in cheque_rows():
        writer.writerow({**row, "note": ""})

    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.execute("create table vendors (vendor_id text, name text, terms_days integer)")
        base.executemany("insert into vendors values (?, ?, ?)", [("V-1", "Houblon", 30), ("V-2", "Malterie", 45)])
        base.commit()
        database = base.serialize()

    tickets = {"tickets": [{"id": 1, "subject": "Refund"}, {"id": 2, "subject": "Délai"}]}
    return {
        "gl_1010_2025-10.xlsx": workbook.getvalue(),
        "review_memo.docx": word.getvalue(),
        "deck.pptx": deck.getvalue(),
        "bank/statement_2025-10.pdf": statement.getvalue(),
        "receipt.png": picture.getvalue(),
        "cheque_register.csv": register.getvalue().encode("cp1252"),
        "vendors.sqlite": bytes(database),
        "tickets.json": json.dumps(tickets, ensure_ascii=False).encode(),
        "policy.md": b"# Politique\n",
        "request.eml": b"From: harvey@bdf.example\r\nSubject: Request\r\n\r\nHello\r\n",
        "close.ics": b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
        'Relevé d\'août "final".txt': "été\n".encode(),
    }


CATEGORIES = {"xlsx": "Ledgers", "csv": "Ledgers", "sqlite": "Ledgers", "pdf": "Bank", "png": "Bank", "txt": "Bank"}


def portal_description() -> dict:
    documents = [
        {
            "id": f"doc-{number:02d}",
            "title": f"{Path(path).stem.replace('_', ' ').capitalize()}",
            "path": path,
            "category": CATEGORIES.get(path.rpartition(".")[2], "Correspondence"),
        }
        for number, path in enumerate(document_bytes(), start=1)
    ]
    documents[3]["title"] = "Bank statement <October> & fees"
    return {
        "org": "Lachance & Morin CPA Inc. (fictional)",
        "user": {"username": USERNAME, "password": PASSWORD},
        "documents": documents,
        "records": {
            "gl_1010": ledger_rows(),
            "cheque_register": cheque_rows(),
            "vendors": [{"vendor_id": "V-1", "terms_days": 30}],
            "tickets": [{"id": 1, "subject": "Refund"}, {"id": 2, "subject": "Délai"}],
        },
        "sources": {
            "gl_1010": "gl_1010_2025-10.xlsx#GL 1010",
            "cheque_register": "cheque_register.csv",
            "vendors": "vendors.sqlite#vendors",
            "tickets": "tickets.json#tickets",
        },
        "titles": {"gl_1010": "General ledger 1010"},
        "forms": [
            {
                "id": "sign-off",
                "title": "Reconciliation sign-off",
                "fields": [
                    {"name": "period", "type": "date", "label": "Period end"},
                    {"name": "adjusted_balance", "type": "money", "label": "Adjusted balance"},
                    {"name": "items", "type": "number", "label": "Outstanding items"},
                    {"name": "preparer", "type": "text", "label": "Preparer", "hint": "First and last name"},
                    {
                        "name": "status",
                        "type": "select",
                        "label": "Status",
                        "options": ["Draft", "Final & signed", "Needs clarification"],
                    },
                    {"name": "remarks", "type": "textarea", "label": "Remarks", "required": False},
                    {
                        "name": "workbook",
                        "type": "file",
                        "label": "Workbook",
                        "accept": [".xlsx", ".csv"],
                        "max_bytes": 200_000,
                    },
                    {"name": "confirmed", "type": "checkbox", "label": "I have checked every item"},
                    {"name": "urgent", "type": "checkbox", "label": "Urgent", "required": False},
                ],
            },
            {
                "id": "note",
                "title": "Note to the partner",
                "fields": [
                    {"name": "subject", "type": "text", "label": "Subject"},
                    {"name": "due", "type": "date", "label": "Due", "required": False},
                ],
            },
        ],
        "perturbations": [
            {"kind": "misleading_title", "document": "doc-02", "titles": ["Approved ledger", "Final client data"]},
            {"kind": "misleading_title", "entity": "vendors", "titles": ["Closed accounts"]},
            {"kind": "field_order", "form": "sign-off"},
            {"kind": "renamed_column", "entity": "gl_1010", "names": {"Debit": "Charge", "Credit": "Release"}},
            {"kind": "row_order", "entity": "cheque_register", "columns": ["date", "amount"], "descending": True},
            {"kind": "slow_page", "pages": ["/documents", "/records"], "seconds": 0.6},
            {"kind": "expired_session", "request": 3},
        ],
    }


def sign_off_values() -> dict[str, str]:
    return {
        "period": "2025-10-31",
        "adjusted_balance": "CAD 184,206.58",
        "items": "9",
        "preparer": "Théo Bramwell",
        "status": "Final & signed",
        "remarks": "Line one\nLine two <b>bold</b>",
        "confirmed": "yes",
    }


@pytest.fixture(scope="session")
def portal_bundle(tmp_path_factory) -> Path:
    bundle = tmp_path_factory.mktemp("bundle")
    for path, data in document_bytes().items():
        target = bundle / "inputs" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    (bundle / "portal").mkdir()
    text = json.dumps(portal_description(), ensure_ascii=False, indent=1)
    (bundle / "portal" / "portal.json").write_text(text, encoding="utf-8")
    return bundle


@pytest.fixture(scope="session")
def portal(portal_bundle) -> Portal:
    return Portal.model_validate_json((portal_bundle / "portal" / "portal.json").read_bytes())


@pytest.fixture
def own_bundle(portal_bundle, tmp_path) -> Path:
    """A copy of the bundle that a test may spoil."""
    return Path(shutil.copytree(portal_bundle, tmp_path / "bundle"))


@pytest.fixture
def own_out(tmp_path) -> Path:
    out = tmp_path / "run" / "out"
    out.mkdir(parents=True)
    return out


@pytest.fixture
def served(portal, portal_bundle, own_out):
    """A portal of the test's own, on a port of its own."""
    with PortalServer(portal, portal_bundle / "inputs", own_out) as server:
        yield server


def client(address: str, **more) -> httpx.Client:
    # Loading the machine's certificates takes longer than a test, and loopback has none.
    return httpx.Client(base_url=address, verify=False, trust_env=False, **more)


@pytest.fixture(scope="session")
def new_client():
    """Makes another client: `new_client(address, cookies=…)`."""
    return client


@pytest.fixture
def script(served):
    """A client of it that sends `Authorization: Basic`, as a script would."""
    with client(served.address, auth=(USERNAME, PASSWORD)) as script:
        yield script


class Visitor:
    """A person's browser without the browser: keeps cookies, follows redirects, finds the CSRF token."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def token(self, path: str) -> str:
        text = self.client.get(path).text
        return text.split('name="_csrf" value="')[1].split('"')[0]

    def log_in(self, username: str = USERNAME, password: str = PASSWORD, target: str = "") -> httpx.Response:
        fields = {"_csrf": self.token("/login"), "username": username, "password": password, "next": target}
        return self.client.post("/login", data=fields)

    def submit(self, form: str, values: dict, files: dict | None = None) -> httpx.Response:
        fields = {"_csrf": self.token(f"/forms/{form}"), **values}
        return self.client.post(f"/forms/{form}", data=fields, files=files)


@pytest.fixture
def visitor(served):
    """Somebody who is not logged in yet."""
    with client(served.address, follow_redirects=True) as browser:
        yield Visitor(browser)


@pytest.fixture
def member(visitor):
    """Somebody who is logged in."""
    assert visitor.log_in().status_code == 200
    return visitor


@pytest.fixture(scope="session")
def values():
    """What fills the sign-off form without a mistake."""
    return sign_off_values()
