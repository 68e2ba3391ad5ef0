"""Reshaped work says what the work said: the same figures, ids and dates, whatever its new shape."""

import io
from datetime import date
from decimal import Decimal

import pytest
from docx import Document
from openpyxl import Workbook, load_workbook
from pptx import Presentation

from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.validation.minimise import smallest
from wp42_pytest.validation.shapes import wording
from wp42_pytest.validation.shapes.catalogue import SHAPES, asks_for_table, shapes_for
from wp42_pytest.validation.shapes.choice import Choice
from wp42_pytest.validation.shapes.references import Area, areas, moved

BY_ID = {shape.id: shape for shape in SHAPES}


def bytes_of(document):
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


@pytest.fixture(scope="module")
def workbook():
    """Build a small reconciliation: labels beside formulas, a table of ids, dates and amounts, a total elsewhere."""
    book = Workbook()
    front = book.active
    front.title = "Front page"
    for row in (
        ["Balance per bank", 1000.25],
        ["Outstanding cheques", "=-SUM('Open items'!C2:C5)"],
        ["Adjusted balance", "=B1+B2"],
        ["Rate", 0.5],
    ):
        front.append(row)
    items = book.create_sheet("Open items")
    items.append(["Cheque no", "Date", "Amount", "Payee's name"])
    for row in (
        [4462, date(2025, 10, 3), 100.5, 'Imprimerie "Le Fjord"'],
        [4463, "2025-10-07", 200.25, "Gaz Vermeil"],
        [4464, date(2025, 10, 9), 50.75, "L'Ancrage"],
        [4465, "2025-10-21", 25.5, "Sept-Rives"],
    ):
        items.append(row)
    return bytes_of(book)


def read(tmp_path, data, name="book.xlsx"):
    (tmp_path / name).write_bytes(data)
    return Deliverables(tmp_path, {name: name.rpartition(".")[2]})


def facts(out):
    """Return what a fair reader finds: two figures by label, and a table by header."""
    book = out.workbook("book.xlsx")
    front, items = book.sheet("Front page"), book.sheet("Open items")
    table = items.table("Cheque no", "Date", "Amount", "Payee's name")
    rows = {
        row["Cheque no"].text.strip(): (row["Date"].date, row["Amount"].number)
        for row in table.rows
        if not row.is_total
    }
    return front.labelled("Adjusted balance").number, front.labelled("Balance per bank").number, rows


XLSX_SHAPES = [shape.id for shape in SHAPES if "xlsx" in shape.kinds]


@pytest.mark.parametrize("name", XLSX_SHAPES)
def test_a_reshaped_workbook_holds_the_same_figures_ids_and_dates(name, workbook, tmp_path):
    choice = Choice()
    reshaped = BY_ID[name].reshape(workbook, choice)
    assert choice.seen, "the shape changed nothing"
    assert facts(read(tmp_path, reshaped)) == (
        Decimal("623.25"),
        Decimal("1000.25"),
        {
            "4462": (date(2025, 10, 3), Decimal("100.5")),
            "4463": (date(2025, 10, 7), Decimal("200.25")),
            "4464": (date(2025, 10, 9), Decimal("50.75")),
            "4465": (date(2025, 10, 21), Decimal("25.5")),
        },
    )


@pytest.mark.parametrize("name", XLSX_SHAPES)
def test_a_shape_that_is_applied_nowhere_changes_no_cell(name, workbook):
    reshaped = load_workbook(io.BytesIO(BY_ID[name].reshape(workbook, Choice(only=()))))
    original = load_workbook(io.BytesIO(workbook))
    for sheet in original.worksheets:
        assert [[cell.value for cell in row] for row in reshaped[sheet.title].iter_rows()] == [
            [cell.value for cell in row] for row in sheet.iter_rows()
        ]


def test_cached_values_stand_beside_the_formulas(workbook):
    reshaped = BY_ID["xlsx-cached"].reshape(workbook, Choice())
    assert load_workbook(io.BytesIO(reshaped))["Front page"]["B3"].value == "=B1+B2"
    assert load_workbook(io.BytesIO(reshaped), data_only=True)["Front page"]["B3"].value == 623.25


def test_shuffled_rows_are_in_another_order(workbook):
    reshaped = load_workbook(io.BytesIO(BY_ID["xlsx-rows"].reshape(workbook, Choice())))
    assert [row[0].value for row in reshaped["Open items"].iter_rows(min_row=2)] == [4465, 4463, 4464, 4462]


def test_ids_are_not_taken_for_amounts(workbook):
    reshaped = load_workbook(io.BytesIO(BY_ID["xlsx-text-grouped"].reshape(workbook, Choice())))
    assert reshaped["Open items"]["A2"].value == 4462
    assert reshaped["Front page"]["B4"].value == "0.50"
    assert reshaped["Open items"]["C2"].value == 100.5, "a formula sums this cell, so it stays a number"


def test_a_running_balance_is_not_reordered():
    book = Workbook()
    book.active.append(["Ref", "Amount", "Balance"])
    for line in range(2, 6):
        book.active.append([f"CR-{line}", 10.5, f"=C{line - 1}+B{line}" if line > 2 else 10.5])
    choice = Choice()
    BY_ID["xlsx-rows"].reshape(bytes_of(book), choice)
    assert choice.seen == []


PROSE = 'The adjusted balance is 184,206.58 CAD as at 2025-10-31; see "JE-0187" and slip 2025-10-14-A.'


@pytest.mark.parametrize("name", [shape.id for shape in SHAPES if "docx" in shape.kinds])
def test_a_reshaped_document_states_the_same(name, tmp_path):
    document = Document()
    document.add_paragraph(PROSE)
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(
        [*table.rows[0].cells, *table.rows[1].cells], ("Item", "Amount", "Fee", "45.00"), strict=True
    ):
        cell.text = text
    choice = Choice()
    reshaped = BY_ID[name].reshape(bytes_of(document), choice)
    assert choice.seen
    read_back = read(tmp_path, reshaped, "report.docx").document("report.docx")
    for number in ("184206.58", "45.00"):
        assert read_back.states(Decimal(number))
    assert read_back.mentions("JE-0187")
    assert read_back.mentions("2025-10-14-A")


@pytest.mark.parametrize("name", [shape.id for shape in SHAPES if "md" in shape.kinds])
def test_a_reshaped_note_states_the_same(name, tmp_path):
    text = f"# Note\n\n{PROSE}\nThe fee is 45.00.\n\n- first 1,000.25\n- second\n"
    reshaped = BY_ID[name].reshape(text.encode(), Choice())
    assert reshaped != text.encode()
    read_back = read(tmp_path, reshaped, "note.md").document("note.md")
    for number in ("184206.58", "45.00", "1000.25"):
        assert read_back.states(Decimal(number))
    assert read_back.mentions("JE-0187")


@pytest.mark.parametrize("name", [shape.id for shape in SHAPES if "csv" in shape.kinds])
def test_a_reshaped_csv_holds_the_same_rows(name, tmp_path):
    text = "Slip no,Paid on,Amount\nS-1,2025-10-03,1234.50\nS-2,2025-10-07,-20.25\n"
    reshaped = BY_ID[name].reshape(text.encode(), Choice())
    assert reshaped != text.encode() or name == "csv-numbers-plain", "the shape changed nothing"
    table = read(tmp_path, reshaped, "slips.csv").table("slips.csv", "Slip no", "Paid on", "Amount")
    assert table.row("Slip no", "S-1")["Amount"].number == Decimal("1234.50")
    assert table.row("Slip no", "S-2")["Amount"].number == Decimal("-20.25")
    assert table.row("Slip no", "S-1")["Paid on"].date == date(2025, 10, 3)


@pytest.mark.parametrize("name", [shape.id for shape in SHAPES if "json" in shape.kinds])
def test_a_reshaped_json_holds_the_same_keys(name, tmp_path):
    reshaped = BY_ID[name].reshape(b'{"total": 12.5, "ids": ["a-1", "b-2"], "note": null}\n', Choice())
    value = read(tmp_path, reshaped, "answer.json").json("answer.json")
    assert set(value) == {"total", "ids", "note"}
    assert Decimal(str(value["total"])) == Decimal("12.5")
    assert [text.strip().lower() for text in value["ids"]] == ["a-1", "b-2"]


@pytest.mark.parametrize("name", [shape.id for shape in SHAPES if "pptx" in shape.kinds])
def test_a_reshaped_presentation_states_the_same(name):
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = PROSE
    reshaped = Presentation(io.BytesIO(BY_ID[name].reshape(bytes_of(deck), Choice())))
    text = reshaped.slides[0].shapes.title.text
    assert text != PROSE
    assert "JE-0187" in text


def test_amounts_in_ids_dates_and_versions_are_left_alone():
    text = "JE-0187.50 of 2025-10-14-A, version 1.2.3, 12.50, 1,234.50 and -3.25"
    assert (
        wording.respelled(text, wording.french)
        == "JE-0187.50 of 2025-10-14-A, version 1.2.3, 12,50, 1\u00a0234,50 and -3,25"
    )
    assert wording.redated("on 2025-10-31, slip 2025-10-14-A", wording.day_month_year) == (
        "on 31 October 2025, slip 2025-10-14-A"
    )


def test_formulas_follow_moved_cells_and_renamed_sheets():
    def down(area):
        return Area(area.sheet, (area.first[0] + 2, area.first[1]), (area.last[0] + 2, area.last[1]))

    formula = "=SUM('Open items'!$C$2:C5)+IF(A1>0,Front!B2,\"A1\")"
    assert moved(formula, "Front", down, {"Front": "It's"}) == ("=SUM('Open items'!$C$4:C7)+IF(A3>0,'It''s'!B4,\"A1\")")
    assert [area.sheet for area in areas(formula, "Front")] == ["Open items", "Front", "Front"]


def test_a_brief_that_asks_for_a_table_rules_its_shape_out():
    brief = "1. `a.docx`: a memo\n2. `b.docx`: a table of\n   everything\n"
    assert not asks_for_table("a.docx", brief)
    assert asks_for_table("b.docx", brief)
    assert "docx-tables-as-text" in {shape.id for shape in shapes_for("a.docx", "docx", brief)}
    assert "docx-tables-as-text" not in {shape.id for shape in shapes_for("b.docx", "docx", brief)}


def test_the_statement_keeps_its_values_in_every_shape():
    assert {shape.id for shape in shapes_for("COMPLETION.json", "json", "")} == {
        "text-system",
        "text-utf16",
        "json-rewritten",
    }


def test_a_difference_is_narrowed_down_to_the_places_that_make_it():
    assert smallest(range(64), lambda some: 17 in some) == [17]
    assert sorted(smallest(range(20), lambda some: {3, 11} <= set(some))) == [3, 11]
    assert smallest(["only"], lambda some: True) == ["only"]


def test_every_shape_has_an_id_of_its_own():
    assert len(BY_ID) == len(SHAPES)
