"""What holds for every number, every layout and every damaged file."""

from __future__ import annotations

import io
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from carriers import by_openpyxl
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.dates import parse_date
from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.labels import base_label, normal_id, normal_label, same_id, same_label
from wp42_pytest.evidence.numbers import number_readings, parse_number
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.text import folded_text, mentions_id, normal_text, numbers_in

CASES = Path(__file__).resolve().parents[1] / "cases"

amounts = st.decimals(min_value=-(10**12), max_value=10**12, places=2, allow_nan=False, allow_infinity=False)


def grouped(size: Decimal, group: str, mark: str) -> str:
    return f"{size:,.2f}".replace(",", "\0").replace(".", mark).replace("\0", group)


GROUPINGS = [
    ("", "."),
    (",", "."),
    (" ", "."),
    ("'", "."),
    ("\u202f", ","),
    ("\u00a0", ","),
    (".", ","),
    (" ", ","),
    ("", ","),
]
NEGATIVES = ["-{}", "\u2212{}", "({})", "{}-", "- {}"]
DRESSES = ["{}", "${}", "{} $", "CAD {}", "{} CAD", "€{}", " {} ", "{} €", "USD {}", "{}*", "{} (CAD)"]


@given(amounts, st.sampled_from(GROUPINGS), st.sampled_from(NEGATIVES), st.sampled_from(DRESSES))
def test_an_amount_written_in_any_supported_style_reads_back(
    amount: Decimal, grouping: tuple[str, str], negative: str, dress: str
) -> None:
    size = grouped(abs(amount), *grouping)
    text = dress.format(negative.format(size) if amount < 0 else size)
    for locale in (None, "en-CA", "fr-CA"):
        assert parse_number(text, locale) == amount
    assert Figure("amount", amount, Decimal(0)) == text


@given(st.integers(-(10**9), 10**9), st.sampled_from(["en", "fr"]), st.sampled_from(DRESSES))
def test_a_grouped_whole_number_reads_back_under_its_locale(number: int, locale: str, dress: str) -> None:
    text = dress.format(f"{number:,}".replace(",", "," if locale == "en" else "."))
    assert parse_number(text, locale) == number
    assert Decimal(number) in number_readings(text)


@given(st.decimals(min_value=-10, max_value=10, places=4, allow_nan=False), st.sampled_from(["{}%", "{} %"]))
def test_a_percentage_reads_back_as_a_ratio_and_matches_both_ways(share: Decimal, style: str) -> None:
    text = style.format(f"{share * 100:.2f}")
    assert parse_number(text, "en") == share
    assert Figure("share", share, Decimal("1e-9")) == Cell("S!A1", text)
    assert Figure("share", share * 100, Decimal("1e-9"), "%") == Cell("S!A1", text)


@given(amounts, st.sampled_from(GROUPINGS[:3] + GROUPINGS[4:6]))
def test_an_amount_in_a_sentence_is_found(amount: Decimal, grouping: tuple[str, str]) -> None:
    text = f"The adjusted balance is ${grouped(abs(amount), *grouping)} CAD (JE-0187) at 31 October 2025."
    assert any(abs(amount) in number.readings for number in numbers_in(text))


anything = st.one_of(st.text(max_size=60), st.text(alphabet="0123456789.,' $()-+%eECADkMn/\u00a0\u2212", max_size=40))


@settings(max_examples=300)
@given(anything, anything)
def test_reading_any_text_never_raises(first: str, second: str) -> None:
    for locale in (None, "en", "fr"):
        number = parse_number(first, locale)
        assert number is None or number.is_finite()
    parse_date(first)
    assert normal_text(normal_text(first)) == normal_text(first)
    folded_text(first)
    assert isinstance(same_label(first, second), bool)
    assert same_id(first, second) == (normal_id(first) == normal_id(second) != "")
    assert isinstance(mentions_id(first, second), bool)
    assert all(reading.is_finite() for number in numbers_in(first) for reading in number.readings)
    cell = Cell("S!A1", first)
    assert isinstance(repr(cell), str)
    assert isinstance(cell == Figure("any", Decimal(1)), bool)


@given(st.text(min_size=1, max_size=40))
def test_a_label_is_the_same_whatever_its_case_spacing_and_trailing_colon(label: str) -> None:
    if normal_label(label):
        assert same_label(f"  {label} :", label)
        assert base_label(label)


@given(
    value=st.one_of(
        st.floats(allow_nan=True, allow_infinity=True), st.sampled_from(["NaN", "inf", "-Infinity", "1e9999"])
    ),
    tolerance=st.decimals(min_value=0, max_value=10**15, places=2, allow_nan=False),
)
@example(value=float("nan"), tolerance=Decimal(10**15))
def test_no_figure_matches_what_is_not_finite(value: object, tolerance: Decimal) -> None:
    figure = Figure("any", Decimal(5), tolerance)
    if isinstance(value, str) or not abs(value) < float("inf"):
        assert figure != value
        assert not figure.matches(value, sign=False)
    else:
        assert (figure == value) == (abs(Decimal(repr(value)) - 5) <= tolerance)


LABELS = [
    "Balance per bank statement",
    "Add: deposits in transit",
    "Less: outstanding cheques",
    "Bank errors",
    "Adjusted bank balance",
]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_permuted_workbook_yields_the_same_figures(data: st.DataObject, tmp_path: Path) -> None:
    values = data.draw(st.lists(amounts, min_size=len(LABELS), max_size=len(LABELS)))
    lines = data.draw(st.permutations(list(zip(LABELS, values, strict=True))))
    titles = data.draw(
        st.lists(st.sampled_from(["Bank reconciliation", "", "Prepared by T. Bramwell", "Draft 2"]), max_size=20)
    )
    shift = data.draw(st.integers(0, 6))
    gap = data.draw(st.integers(0, 2))
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = data.draw(
        st.sampled_from(["Reconciliation", "RECONCILIATION", "1. Reconciliation", "reconciliation "])
    )
    for title in titles:
        sheet.append([title])
    for label, value in lines:
        as_text = data.draw(st.booleans())
        sheet.append([None] * shift + [label] + [None] * gap + [f"{value:,.2f}" if as_text else value])
    columns = data.draw(st.permutations(["Cheque no", "Date", "Amount", "Payee"]))
    rows = [
        {"Cheque no": 4400 + n, "Date": "2025-10-31", "Amount": value, "Payee": f"P{n}"}
        for n, value in enumerate(values)
    ]
    cheques = book.create_sheet("Outstanding cheques", data.draw(st.integers(0, 1)))
    for title in titles:
        cheques.append([title])
    cheques.append(columns)
    for row in data.draw(st.permutations(rows)):
        cheques.append([row[column] for column in columns])
    for name in data.draw(st.lists(st.sampled_from(["Notes", "Sources", "Journal"]), unique=True)):
        book.create_sheet(name, data.draw(st.integers(0, 2))).append(["Adjusted bank balance", 1])
    book.save(tmp_path / "book.xlsx")
    found = Deliverables(tmp_path).workbook("book.xlsx")
    for label, value in zip(LABELS, values, strict=True):
        assert found.sheet("Reconciliation").labelled(label) == Figure(label, value)
    table = found.sheet("Outstanding cheques").table("Cheque no", "Date", "Amount")
    assert table.ids("Cheque no") == {str(4400 + n) for n in range(len(values))}
    for n, value in enumerate(values):
        assert table.row("Cheque no", 4400 + n)["Amount"] == Figure("amount", value)


def samples() -> dict[str, bytes]:
    found = {"book.xlsx": by_openpyxl()}
    names = (
        "ods_renamed.xlsx",
        "hidden.xlsx",
        "inline.xlsx",
        "merged.xlsx",
        "bom.csv",
        "bom.json",
        "sdt.docx",
        "tracked.docx",
    )
    for name in (*names, "deck.pptx", "columns.pdf", "ligature.pdf", "bomb.png"):
        found[name] = (CASES / name).read_bytes()
    found["calc.xlsx"] = (CASES / "formulas" / "calc.xlsx").read_bytes()
    found["notes.md"] = b"# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    found["mail.eml"] = b"From: a@b.example\nTo: c@d.example\nSubject: Hi\nMIME-Version: 1.0\n\nBody 5\n"
    found["plan.ics"] = (
        b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART:20251031T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    return found


SAMPLES = samples()


def read_everything(folder: Path, name: str) -> None:
    """Read a file every way there is; only the worker's kind of failure may come out."""
    out = Deliverables(folder)
    for read in (out.workbook, out.table, out.json, out.document, out.require_kind, out.kind, out.found):
        with suppress(NotMet):
            found = read(name)
            if read == out.workbook:
                for sheet in found.sheets:
                    assert isinstance(repr(sheet.cells), str)
                    sheet.labelled("Adjusted bank balance")


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_truncated_or_damaged_file_is_read_or_refused_and_nothing_else(
    name: str, data: st.DataObject, tmp_path: Path
) -> None:
    content = bytearray(SAMPLES[name])
    match data.draw(st.sampled_from(["cut", "flip", "insert", "repeat"])):
        case "cut":
            del content[data.draw(st.integers(0, len(content))) :]
        case "flip":
            for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=8)):
                content[place] ^= data.draw(st.integers(1, 255))
        case "insert":
            place = data.draw(st.integers(0, len(content)))
            content[place:place] = data.draw(st.binary(min_size=1, max_size=40))
        case "repeat":
            content += content[data.draw(st.integers(0, len(content))) :]
    (tmp_path / name).write_bytes(content)
    read_everything(tmp_path, name)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.binary(max_size=400),
    ending=st.sampled_from(
        ["xlsx", "xls", "ods", "docx", "pptx", "pdf", "csv", "json", "md", "eml", "ics", "sqlite", "png"]
    ),
)
def test_random_bytes_under_any_name_are_read_or_refused_and_nothing_else(
    content: bytes, ending: str, tmp_path: Path
) -> None:
    (tmp_path / f"a.{ending}").write_bytes(content)
    read_everything(tmp_path, f"a.{ending}")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_xml_of_any_shape_inside_a_workbook_is_read_or_refused_and_nothing_else(
    data: st.DataObject, tmp_path: Path
) -> None:
    import zipfile

    attributes = st.sampled_from(["r", "t", "s", "si", "ref", "min", "max", "hidden", "name", "count"])
    texts = st.one_of(
        st.sampled_from(["A1", "ZZZ9999999", "s", "shared", "array", "-1", "1e400", "NaN", "A1:B2", "1"]),
        st.text("A1=+()", max_size=6),
    )
    names = st.sampled_from(["c", "row", "v", "f", "is", "t", "r", "mergeCell", "col", "cols", "sheetData"])
    leaf = st.builds(lambda n, a, v, x: f'<{n} {a}="{v}">{x}</{n}>', names, attributes, texts, texts)
    tree = st.recursive(
        leaf,
        lambda inner: st.builds(
            lambda n, a, v, x: f'<{n} {a}="{v}">{"".join(x)}</{n}>',
            names,
            attributes,
            texts,
            st.lists(inner, max_size=4),
        ),
    )
    body = data.draw(st.lists(tree, max_size=6))
    sheet = f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{"".join(body)}</sheetData></worksheet>'
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(SAMPLES["book.xlsx"])) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            new.writestr(name, sheet if name.endswith("sheet1.xml") else old.read(name))
    (tmp_path / "a.xlsx").write_bytes(buffer.getvalue())
    read_everything(tmp_path, "a.xlsx")
