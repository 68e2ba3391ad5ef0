"""Every writer gives the same bytes for the same content, and files that others can read."""

import csv
import email
import email.policy
import hashlib
import io
import json
import os
import subprocess
import sys
import zipfile
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import docx as python_docx
import pytest
from openpyxl import load_workbook
from pypdf import PdfReader
from reportlab.platypus import Paragraph

from wp42_pytest.authoring import docx, pdf
from wp42_pytest.authoring.delimited import csv_bytes
from wp42_pytest.authoring.economy import organisation, person
from wp42_pytest.authoring.eml import Attachment, Mail, eml_bytes
from wp42_pytest.authoring.ledger import LedgerAccount, LedgerLine, ledger_sheet
from wp42_pytest.authoring.opc import Properties
from wp42_pytest.authoring.statement import BankLine, BankStatement, statement_pdf
from wp42_pytest.authoring.xlsx import Cell, Formula, Sheet, Style, openpyxl_bytes, xlsxwriter_bytes

PROPERTIES = Properties("Title & more", "Inès Ouimet", datetime(2025, 10, 6, 15, 40), subject="Test")

SHEETS = [
    Sheet(
        "First",
        [
            [
                Cell("Label", Style(bold=True, fill="D9E1F2", bottom=True)),
                Cell("Amount", Style(align="right", wrap=True)),
            ],
            ["één", Decimal("1234.50")],
            [date(2025, 10, 31), 7],
            [],
            [Cell("Total", comment="who wrote this?"), Formula("=SUM(B2:B3)", Decimal("1241.50"))],
        ],
        widths=(20, 12),
        freeze="A2",
        comment_author="Inès",
    ),
    Sheet("Second", [["x"]], hidden=True, landscape=True),
]


def mail(**changes):
    chosen = {
        "sender": person("Solène Harvey"),
        "to": [person("Odile Lachance")],
        "cc": [person("Inès Ouimet")],
        "sent": datetime(2025, 11, 3, 16, 12, tzinfo=timezone(timedelta(hours=-5))),
        "subject": "Été: the numbers",
        "body": "Bonjour,\n\nça va.\n",
    }
    return Mail(**(chosen | changes))


def memo():
    document = docx.letter()
    docx.letterhead(document, organisation("LMC"))
    docx.title(document, "Memo")
    docx.memo_head(document, [("To", "Inès"), ("From", "Raphaël")])
    document.add_heading("Conventions", level=2)
    paragraph = document.add_paragraph("Visible.", style="List Number")
    docx.table(document, ["Id", "Amount"], [["A", "1.00"]], [3, 4])
    run = docx.hidden_run(paragraph, " unseen")
    return document, run


def pages():
    rows = [[str(number), f"line {number}", f"{number}.00"] for number in range(120)]
    layout = pdf.Layout(first=lambda canvas, page: canvas.drawString(60, 740, f"Head {page}"), later=lambda *_: None)
    return pdf.pdf_bytes(
        [
            Paragraph("Opening words", pdf.BODY),
            pdf.ruled_table(["No", "Text", "Amount"], rows, [20, 100, 30], right=[2]),
        ],
        layout,
        PROPERTIES,
    )


def statement():
    lines = [
        BankLine(date(2025, 10, 1 + number % 30), f"DEPOSIT {number}", f"R-{number}", 100_00 + number)
        for number in range(90)
    ]
    lines.append(BankLine(date(2025, 10, 31), "CHEQUE", "4462", -50_00))
    return BankStatement(
        organisation("NST"), organisation("BDF"), "004-21187-6", "Business operating",
        date(2025, 10, 1), date(2025, 10, 31), 1_000_00, lines,
    )  # fmt: skip


def every_file():
    document, _ = memo()
    attachment = Attachment("a.csv", "text/csv", b"a,b\r\n")
    return {
        "openpyxl": openpyxl_bytes(SHEETS, PROPERTIES),
        "xlsxwriter": xlsxwriter_bytes(SHEETS, PROPERTIES),
        "csv": csv_bytes(["a", "b"], [["é", date(2025, 1, 2)], [None, 3]]),
        "eml": eml_bytes(mail()),
        "eml with attachment": eml_bytes(mail(attachments=[attachment])),
        "docx": docx.docx_bytes(document, PROPERTIES),
        "pdf": pages(),
        "statement": statement_pdf(statement(), PROPERTIES, ["Small print."]),
    }


def digests():
    return {name: hashlib.sha256(data).hexdigest() for name, data in every_file().items()}


def elsewhere(hash_seed, zone, epoch):
    """Write the same files in another process, in another place and another time."""
    script = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import json, {__name__} as t; print(json.dumps(t.digests()))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone, "SOURCE_DATE_EPOCH": epoch, "LC_ALL": "C"}
    done = subprocess.run(
        [sys.executable, "-c", f"import os; os.umask(0o077); {script}"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_every_writer_gives_the_same_bytes_in_another_process_zone_and_time():
    assert elsewhere("77", "Asia/Tokyo", "1600000000") == digests()


@pytest.mark.parametrize("writer", [openpyxl_bytes, xlsxwriter_bytes])
def test_office_files_are_stored_sorted_and_stamped_1980(writer):
    with zipfile.ZipFile(io.BytesIO(writer(SHEETS, PROPERTIES))) as package:
        members = package.infolist()
        assert members[0].filename == "[Content_Types].xml"
        names = [member.filename for member in members[1:]]
        assert names == sorted(names)
        assert {member.date_time for member in members} == {(1980, 1, 1, 0, 0, 0)}
        assert {member.compress_type for member in members} == {zipfile.ZIP_STORED}
        core = package.read("docProps/core.xml").decode()
    assert "Title &amp; more" in core
    assert "2025-10-06T15:40:00Z" in core


@pytest.mark.parametrize("writer", [openpyxl_bytes, xlsxwriter_bytes])
def test_a_workbook_holds_what_the_sheets_say(writer):
    book = load_workbook(io.BytesIO(writer(SHEETS, PROPERTIES)))
    page = book["First"]
    assert [cell.value for cell in page["A"]][:2] == ["Label", "één"]
    assert page["B2"].value == 1234.5
    assert page["A3"].value == datetime(2025, 10, 31)
    assert page["A3"].number_format == "yyyy-mm-dd"
    assert page["B5"].value == "=SUM(B2:B3)"
    assert page["A5"].comment.text.endswith("who wrote this?")
    assert page.freeze_panes == "A2"
    assert page["A1"].font.bold
    assert book["Second"].sheet_state == "hidden"


def test_only_xlsxwriter_leaves_values_beside_formulas():
    assert (
        load_workbook(io.BytesIO(xlsxwriter_bytes(SHEETS, PROPERTIES)), data_only=True)["First"]["B5"].value == 1241.5
    )
    assert load_workbook(io.BytesIO(openpyxl_bytes(SHEETS, PROPERTIES)), data_only=True)["First"]["B5"].value is None


def test_csv_rows_are_quoted_and_end_as_the_standard_says():
    data = csv_bytes(["a", "b"], [["x,y", date(2025, 1, 2)], [None, 'say "hi"']])
    assert data.endswith(b"\r\n")
    assert list(csv.reader(io.StringIO(data.decode(), newline=""))) == [
        ["a", "b"],
        ["x,y", "2025-01-02"],
        ["", 'say "hi"'],
    ]
    with pytest.raises(ValueError, match="does not fit the 2 columns"):
        csv_bytes(["a", "b"], [["only one"]])


def test_a_message_reads_back_as_written():
    read = email.message_from_bytes(eml_bytes(mail()), policy=email.policy.default)
    assert str(read["From"]) == "Solène Harvey <solene.harvey@brasseriedufjord.example>"
    assert read["Subject"] == "Été: the numbers"
    assert read["Date"].datetime == datetime(2025, 11, 3, 21, 12, tzinfo=UTC)
    assert read["Message-ID"].endswith("@brasseriedufjord.example>")
    assert read.get_content().replace("\r\n", "\n") == "Bonjour,\n\nça va.\n"
    assert read["Message-ID"] != email.message_from_bytes(eml_bytes(mail(body="Other")))["Message-ID"]


def test_a_message_without_a_time_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        eml_bytes(mail(sent=datetime(2025, 11, 3)))


def test_a_memo_shows_its_letterhead_and_hides_its_run():
    document, run = memo()
    assert docx.run_location(document, run) == "paragraph 4, run 2"
    read = python_docx.Document(io.BytesIO(docx.docx_bytes(document, PROPERTIES)))
    assert read.sections[0].header.paragraphs[0].text == "Lachance & Morin CPA Inc."
    hidden = read.paragraphs[3].runs[1]
    assert (hidden.text, hidden.font.size.pt, str(hidden.font.color.rgb)) == (" unseen", 1, "FFFFFF")
    assert read.core_properties.author == "Inès Ouimet"
    assert [cell.text for cell in read.tables[1].rows[1].cells] == ["A", "1.00"]


def test_a_document_carries_no_ballast_of_its_library():
    document, run = memo()
    with zipfile.ZipFile(io.BytesIO(docx.docx_bytes(document, PROPERTIES))) as package:
        assert not [name for name in package.namelist() if "thumbnail" in name or "WithEffects" in name]
        assert sum(member.file_size for member in package.infolist()) < 150_000
    run._r.getparent().remove(run._r)
    with pytest.raises(ValueError, match="is not in a paragraph"):
        docx.run_location(document, run)


def test_a_table_repeats_its_header_and_pages_are_numbered():
    found = [page.extract_text() for page in PdfReader(io.BytesIO(pages())).pages]
    assert len(found) == 3
    for number, text in enumerate(found, start=1):
        assert "No Text Amount" in text
        assert f"Page {number} of 3" in text
    assert "Head 1" in found[0]
    assert "line 57 57.00" in "\n".join(found)


def test_a_text_that_does_not_fit_its_column_is_refused():
    with pytest.raises(ValueError, match="wider than its column"):
        pdf.ruled_table(["A"], [["much too long for ten millimetres"]], [10])


def test_pdf_streams_are_not_compressed_and_carry_the_storys_time():
    data = pages()
    assert b"FlateDecode" not in data
    assert PdfReader(io.BytesIO(data)).metadata["/CreationDate"].startswith("D:20251006154000")


def test_every_transaction_of_a_statement_is_one_line_of_text():
    said = statement()
    reader = PdfReader(io.BytesIO(statement_pdf(said, PROPERTIES, ["Small print."])))
    lines = "\n".join(page.extract_text() for page in reader.pages).splitlines()
    assert "2025-10-01 BALANCE FORWARD 1,000.00" in lines
    assert "2025-10-02 DEPOSIT 1 R-1 100.01 1,200.01" in lines
    assert "2025-10-31 CHEQUE 4462 50.00 9,990.05" in lines
    assert said.closing == 1_000_00 + sum(100_00 + number for number in range(90)) - 50_00
    assert said.balances[-1] == said.closing


def test_a_ledger_export_keeps_a_running_balance():
    account = LedgerAccount(
        "Brasserie du Fjord Inc.", "1010", "Cash", date(2025, 10, 1), date(2025, 10, 31), 500_00,
        [
            LedgerLine("CR-1", date(2025, 10, 2), "CR", "S1", "Deposit", 100_00),
            LedgerLine("CD-1", date(2025, 10, 3), "CD", "7001", "Cheque", -30_25),
        ],
    )  # fmt: skip
    page = load_workbook(io.BytesIO(openpyxl_bytes([ledger_sheet(account, "Printed")], PROPERTIES)))["GL 1010"]
    rows = [[cell.value for cell in row] for row in page.iter_rows(min_row=5)]
    assert rows[0] == ["Entry", "Date", "Source", "Ref", "Description", "Debit", "Credit", "Balance"]
    assert rows[1][4:] == ["Balance forward", None, None, 500]
    assert rows[3] == ["CD-1", datetime(2025, 10, 3), "CD", "7001", "Cheque", None, 30.25, 569.75]
    assert rows[4][4:] == ["Closing balance", 100, 30.25, 569.75]
    assert account.closing == 569_75
