"""Workbooks read the same, whatever wrote them."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from carriers import CARRIERS, VALUES, by_openpyxl
from openpyxl.comments import Comment
from openpyxl.worksheet.table import Table as ExcelTable

from wp42_pytest.evidence.cells import ErrorValue
from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.refusal import NotMet, Reason, Unreadable
from wp42_pytest.evidence.workbook import Workbook


@pytest.fixture
def save(tmp_path: Path):
    def save(data: bytes, name: str = "book.xlsx") -> Workbook:
        (tmp_path / name).write_bytes(data)
        return Deliverables(tmp_path).workbook(name)

    return save


def saved(book: openpyxl.Workbook) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def changed(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name == part else old.read(name))
    return buffer.getvalue()


def require_the_reconciliation(book: Workbook) -> None:
    sheet = book.sheet("Reconciliation")
    for label, value in VALUES.items():
        assert sheet.labelled(label) == Figure(label, Decimal(str(value)))
    deposits = book.sheet("Deposits in transit").table("Slip no", "Date", "Amount")
    assert deposits.ids("Slip no") == {"s101", "s102"}
    assert deposits.row("Slip no", "S-0102")["Amount"] == Decimal("1388.90")
    assert deposits.row("Slip no", "S-0101")["Date"].date == date(2025, 10, 30)


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_right_answer_reads_the_same_whatever_wrote_it(save, carrier: str) -> None:
    require_the_reconciliation(save(CARRIERS[carrier]()))


if shutil.which("soffice"):  # nothing depends on LibreOffice; where it is installed it is one more writer

    def test_a_right_answer_reads_the_same_after_libreoffice_saved_it_in_any_format(tmp_path: Path) -> None:
        (tmp_path / "book.xlsx").write_bytes(by_openpyxl())
        profile = f"-env:UserInstallation=file://{tmp_path}/profile"
        for ending in ("ods", "xls", "xlsx"):
            subprocess.run(
                [
                    "soffice",
                    profile,
                    "--headless",
                    "--convert-to",
                    ending,
                    "--outdir",
                    tmp_path / "new",
                    tmp_path / "book.xlsx",
                ],
                check=True,
                capture_output=True,
                timeout=180,
            )
            (tmp_path / "new" / f"book.{ending}").rename(tmp_path / f"renamed-{ending}.xlsx")
            out = Deliverables(tmp_path)
            require_the_reconciliation(out.workbook(f"renamed-{ending}.xlsx"))
            if ending != "xlsx":
                with pytest.raises(NotMet, match=f"is an {ending} file, but an xlsx file was asked for"):
                    out.require_kind(f"renamed-{ending}.xlsx")


def test_values_keep_their_types(save) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for value in (
        1,
        1.5,
        "text",
        True,
        date(2025, 10, 31),
        datetime(2025, 10, 31, 9, 30),
        "#N/A",
        "00123",
        "  ",
        -0.0,
        1e300,
    ):
        sheet.append([value])
    cells = save(saved(book)).sheets[0].cells
    assert [cell.value for cell in cells] == [
        1,
        Decimal("1.5"),
        "text",
        True,
        date(2025, 10, 31),
        datetime(2025, 10, 31, 9, 30),
        ErrorValue("#N/A"),
        "00123",
        "  ",
        0,
        Decimal("1e300"),
    ]


def test_number_formats_tell_dates_times_and_percentages(save) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    formats = {
        "yyyy-mm-dd": date(2025, 10, 31),
        "d mmmm yyyy": date(2025, 10, 31),
        "[$-409]mmm d, yy;@": date(2025, 10, 31),
        "dd/mm/yyyy hh:mm": date(2025, 10, 31),
        "mm-dd-yy": date(2025, 10, 31),
        "mmm-yy": date(2025, 10, 31),
        "General": 45961,
        "#,##0.00": 45961,
        '0.00 "days"': 45961,
        '#,##0 "d"': 45961,
        "[Red]0.0": 45961,
        "h:mm": 45961,
        "[h]:mm:ss": 45961,
        "0.0%": 45961,
        "0.00E+00": 45961,
        "$#,##0_);[Red]($#,##0)": 45961,
    }
    for row, code in enumerate(formats, 1):
        sheet.cell(row, 1, 45961).number_format = code
    cells = save(saved(book)).sheets[0].cells
    assert {code: cell.value for code, cell in zip(formats, cells, strict=True)} == formats
    assert [code for code, cell in zip(formats, cells, strict=True) if cell.percent] == ["0.0%"]


def test_dates_before_march_1900_follow_excels_calendar(save) -> None:
    book = openpyxl.Workbook()
    for row, serial in enumerate((1, 59, 61), 1):
        book.active.cell(row, 1, serial).number_format = "yyyy-mm-dd"
    assert [cell.value for cell in save(saved(book)).sheets[0].cells] == [
        date(1900, 1, 1),
        date(1900, 2, 28),
        date(1900, 3, 1),
    ]


def test_hidden_sheets_rows_and_columns_are_told_apart(save) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Summary"
    for row in (["Total", 10, 99], ["Total", 20, 98], ["Average", 5, 97]):
        sheet.append(row)
    sheet.row_dimensions[2].hidden = True
    sheet.column_dimensions["C"].hidden = True
    book.create_sheet("Notes", 0).sheet_state = "hidden"
    found = save(saved(book))
    assert [(sheet.name, sheet.hidden) for sheet in found.sheets] == [("Summary", False), ("Notes", True)]
    summary = found.sheet("summary")
    assert summary.labelled("Total") == 10
    assert [cell.number for cell in summary.visible_cells if cell.is_number] == [10, 5]
    assert [cell.ref for cell in summary.cells if cell.hidden] == [
        "Summary!C1",
        "Summary!A2",
        "Summary!B2",
        "Summary!C2",
        "Summary!C3",
    ]
    assert summary.text == "Total | 10\nAverage | 5"


def test_comments_names_and_declared_tables_are_there(save) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["id", "amount"], [1, 10], [2, 20]):
        sheet.append(row)
    sheet.add_table(ExcelTable(displayName="Items", ref="A1:B3"))
    sheet["B2"].comment = Comment("checked against the slip", "Théo")
    book.defined_names["Rate"] = openpyxl.workbook.defined_name.DefinedName("Rate", attr_text="0.05")
    found = save(saved(book))
    assert found.names == {"Rate": "0.05"}
    assert found.sheets[0].comments == [("B2", "Théo", "checked against the slip")]
    assert found.sheets[0].declared_tables[0]["columns"] == ["id", "amount"]


def test_names_of_one_sheet_are_computed_beside_a_chart_sheet(save) -> None:
    book = openpyxl.Workbook()
    book.create_chartsheet("Chart", 0)
    for name, rate in (("North", 2), ("South", 3)):
        sheet = book.create_sheet(name)
        sheet["A1"] = rate
        sheet["A2"] = "=Rate*10"
        sheet.defined_names["Rate"] = openpyxl.workbook.defined_name.DefinedName("Rate", attr_text=f"{name}!$A$1")
    # Excel counts the chart sheet among the sheets, openpyxl does not.
    renumber = {b'localSheetId="1"': b'localSheetId="2"', b'localSheetId="2"': b'localSheetId="3"'}
    pattern = re.compile(rb'localSheetId="\d"')
    data = changed(saved(book), "xl/workbook.xml", lambda text: pattern.sub(lambda match: renumber[match[0]], text))
    found = save(data)
    assert [sheet.name for sheet in found.sheets] == ["Sheet", "North", "South"]
    assert found.sheet("North").cell("A2") == 20
    assert found.sheet("South").cell("A2") == 30


def test_live_formulas_can_be_counted_and_read(save) -> None:
    sheet = save(by_openpyxl()).sheet("Reconciliation")
    assert [cell.ref for cell in sheet.formula_cells] == ["Reconciliation!B4", "Reconciliation!B7"]
    assert sheet.labelled("Adjusted bank balance").formula == "=SUM(B3:B6)"
    assert sheet.labelled("Bank errors").formula is None


def test_rich_text_escapes_and_phonetic_hints_read_as_the_text_shown(save) -> None:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    strings = (
        f'<sst xmlns="{main}"><si><r><t>Adjusted </t></r><r><rPr><b/></rPr><t>balance</t></r></si>'
        "<si><t>line_x000D_break</t><phoneticPr/><rPh sb='0' eb='1'><t>hidden</t></rPh></si></sst>"
    )
    book = openpyxl.Workbook()
    book.active["A1"] = "a"
    data = saved(book)
    sheet = f'<worksheet xmlns="{main}"><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>7</v></c></row></sheetData></worksheet>'
    data = changed(data, "xl/worksheets/sheet1.xml", lambda _: sheet.encode())
    if "xl/sharedStrings.xml" not in zipfile.ZipFile(io.BytesIO(data)).namelist():
        link = b'<Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml" Id="rS"/></Relationships>'
        data = changed(data, "xl/_rels/workbook.xml.rels", lambda text: text.replace(b"</Relationships>", link))
        buffer = io.BytesIO(data)
        with zipfile.ZipFile(buffer, "a") as archive:
            archive.writestr("xl/sharedStrings.xml", strings)
        data = buffer.getvalue()
    else:
        data = changed(data, "xl/sharedStrings.xml", lambda _: strings.encode())
    assert [cell.value for cell in save(data).sheets[0].cells] == ["Adjusted balance", "line\rbreak"]


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("xl/styles.xml", lambda text: b"<styleSheet"),
        ("xl/theme/theme1.xml", lambda text: b"not xml"),
        ("docProps/app.xml", lambda text: b""),
    ],
)
def test_a_broken_part_that_holds_no_values_does_not_cost_them(
    save, part: str, change: Callable[[bytes], bytes]
) -> None:
    book = openpyxl.Workbook()
    book.active.append(["Total", 5])
    found = save(changed(saved(book), part, change))
    assert found.sheets[0].labelled("Total") == 5


def test_a_broken_sheet_is_unreadable(save) -> None:
    book = openpyxl.Workbook()
    book.active.append(["Total", 5])
    with pytest.raises(Unreadable) as refused:
        save(changed(saved(book), "xl/worksheets/sheet1.xml", lambda text: text[:-60]))
    assert refused.value.reason is Reason.damaged


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "docProps/core.xml", "xl/theme/theme1.xml"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_document_type_in_any_part_and_encoding_is_refused(save, part: str, encoding: str) -> None:
    bomb = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    with pytest.raises(Unreadable) as refused:
        save(changed(by_openpyxl(), part, lambda _: bomb.encode(encoding)))
    assert refused.value.reason is Reason.dtd


def test_a_sheet_that_does_not_exist_is_named_with_those_that_do(save) -> None:
    book = save(by_openpyxl())
    with pytest.raises(
        NotMet, match="has no sheet 'Journal entries'; sheets found: Reconciliation, Deposits in transit"
    ):
        book.sheet("Journal entries")
    assert book.sheet("Bank reconciliation", "Reconciliation").name == "Reconciliation"
    assert book.sheet("1. Deposits in transit (CAD)").name == "Deposits in transit"
    assert book.find_sheet(["Slip no", "Amount"]).name == "Deposits in transit"
    with pytest.raises(NotMet, match="no sheet with the columns Payee, Cheque no"):
        book.find_sheet(["Payee", "Cheque no"])


def test_a_sheet_name_cut_at_31_characters_is_found(save) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Discrepancies and reconciling i"
    assert save(saved(book)).sheet("Discrepancies and reconciling items").name == "Discrepancies and reconciling i"


def test_one_cell_can_be_read_by_its_reference(save) -> None:
    sheet = save(by_openpyxl()).sheet("Reconciliation")
    assert sheet.cell("b3") == 190821.08
    assert sheet.cell("Z99").is_blank
    with pytest.raises(ValueError, match="not the reference of one cell"):
        sheet.cell("A1:B2")


def test_cells_out_of_order_and_doubled_are_read_once(save) -> None:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet = (
        f'<worksheet xmlns="{main}"><sheetData><row r="2"><c r="B2"><v>2</v></c><c r="A2"><f>B2*2</f></c></row>'
        '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>7</v></c></row></sheetData></worksheet>'
    )
    book = openpyxl.Workbook()
    book.active["A1"] = 1
    found = save(changed(saved(book), "xl/worksheets/sheet1.xml", lambda _: sheet.encode())).sheets[0]
    assert [(cell.ref, cell.number) for cell in found.cells] == [("Sheet!A1", 7), ("Sheet!A2", 4), ("Sheet!B2", 2)]
