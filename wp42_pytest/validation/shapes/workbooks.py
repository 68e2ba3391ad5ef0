"""Other shapes of a workbook that keep every cell where it is: spelling, types, formulas, the library that wrote it."""

from __future__ import annotations

import io
import re
import tempfile
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openpyxl import load_workbook

from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.validation.shapes import wording
from wp42_pytest.validation.shapes.choice import Choice, Shape
from wp42_pytest.validation.shapes.grid import grids, is_amount, is_date, is_formula
from wp42_pytest.validation.shapes.references import Area, areas, moved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
SHEET_NAME_LIMIT = 31


def opened(data: bytes) -> Any:
    """Return a workbook with its formulas."""
    return load_workbook(io.BytesIO(data))


def saved(book: Any) -> bytes:
    """Return the bytes of a workbook."""
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def cells(book: Any) -> Iterator[tuple[str, Any]]:
    """Yield the filled cells of the visible sheets with their places."""
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            continue
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    yield f"{sheet.title}!{cell.coordinate}", cell


def written_by_xlsxwriter(data: bytes, choice: Choice, values: Mapping[str, Any] | None = None) -> bytes:
    """Write the workbook with XlsxWriter.

    Args:
        data: the workbook.
        choice: whether to.
        values: what formulas come to, by sheet and reference; without them they hold a cached 0.
    """
    import xlsxwriter

    if not choice("the whole file"):
        return data
    written = io.BytesIO()
    target = xlsxwriter.Workbook(written, {"in_memory": True})
    for sheet in opened(data).worksheets:
        page = target.add_worksheet(sheet.title)
        if sheet.sheet_state != "visible":
            page.hide()
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    _write(target, page, cell, (values or {}).get(f"{sheet.title}!{cell.coordinate}", 0))
        for area in sheet.merged_cells.ranges:
            page.merge_range(str(area), "")
            corner = sheet.cell(area.min_row, area.min_col)
            _write(target, page, corner, (values or {}).get(f"{sheet.title}!{corner.coordinate}", 0))
    target.close()
    return written.getvalue()


def with_cached_values(data: bytes, choice: Choice) -> bytes:
    """Write the workbook as a spreadsheet program saves it, the values of formulas beside them."""
    with tempfile.TemporaryDirectory(prefix="wp42-shape-") as folder:
        (Path(folder) / "book.xlsx").write_bytes(data)
        sheets = Deliverables(Path(folder)).workbook("book.xlsx").sheets
        values = {
            f"{sheet.name}!{cell.ref.rpartition('!')[2]}": float(cell.number) if cell.is_number else cell.text
            for sheet in sheets
            for cell in sheet.formula_cells
        }
    return written_by_xlsxwriter(data, choice, values)


def _write(target: Any, page: Any, cell: Any, cached: Any) -> None:
    row, column, value = cell.row - 1, cell.column - 1, cell.value
    look = target.add_format({"num_format": cell.number_format}) if cell.number_format != "General" else None
    if is_formula(value):
        page.write_formula(row, column, value, look, cached)
    elif isinstance(value, bool):
        page.write_boolean(row, column, value, look)
    elif is_amount(value):
        page.write_number(row, column, value, look)
    elif is_date(value):
        page.write_datetime(row, column, value, look or target.add_format({"num_format": "yyyy-mm-dd"}))
    else:
        page.write_string(row, column, str(value), look)


def renamed(data: bytes, choice: Choice, spell: Callable[[str], str]) -> bytes:
    """Re-case and re-space the names of sheets, the headers, and the labels in front of amounts."""
    book = opened(data)
    heads = {(grid.sheet, grid.header, column) for grid in grids(book) for column in grid.columns}
    for place, cell in cells(book):
        if not isinstance(cell.value, str) or is_formula(cell.value):
            continue
        beside = cell.parent.cell(cell.row, cell.column + 1).value
        is_label = cell.column == 1 and (is_amount(beside) or is_formula(beside))
        if ((cell.parent.title, cell.row, cell.column) in heads or is_label) and choice(place):
            cell.value = spell(cell.value)
    names = {}
    for sheet in book.worksheets:
        other = spell(sheet.title).strip()
        if choice(f"sheet {sheet.title}") and len(other) <= SHEET_NAME_LIMIT:
            names[sheet.title] = other
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if is_formula(cell.value):
                    cell.value = moved(str(cell.value), sheet.title, _stay, names)
    for number, (old, new) in enumerate(names.items()):
        # The library would number a title that differs from the sheet's own in case alone.
        sheet = book[old]
        sheet.title = f"zz {number}"
        sheet.title = new
    return saved(book)


def _stay(area: Area) -> Area:
    return area


def numbers_as_text(data: bytes, choice: Choice, spell: Callable[[Decimal, int], str]) -> bytes:
    """Turn amounts that no formula uses into text."""
    book = opened(data)
    used = _used(book)
    amounts = _amount_columns(book)
    for place, cell in cells(book):
        if not is_amount(cell.value) or any(
            area.sheet == cell.parent.title and area.covers(cell.row, cell.column) for area in used
        ):
            continue
        if (cell.parent.title, cell.column) in amounts and choice(place):
            cell.value = spell(Decimal(str(cell.value)), 2)
    return saved(book)


def _used(book: Any) -> list[Area]:
    return [
        area
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if is_formula(cell.value)
        for area in areas(str(cell.value), sheet.title)
    ]


def _amount_columns(book: Any) -> set[tuple[str, int]]:
    """Return the columns that hold amounts with cents; whole numbers may be ids, which are no amounts."""
    return {
        (cell.parent.title, cell.column)
        for _, cell in cells(book)
        if is_amount(cell.value) and Decimal(str(cell.value)) % 1 and -Decimal(str(cell.value)).as_tuple().exponent <= 2  # type: ignore[operator]
    }


def dates_as_text(data: bytes, choice: Choice, spell: Callable[[date], str]) -> bytes:
    """Write dates, real ones and ISO texts alike, as text in another unambiguous form."""
    book = opened(data)
    used = _used(book)
    for place, cell in cells(book):
        day = _day(cell.value)
        free = not any(area.sheet == cell.parent.title and area.covers(cell.row, cell.column) for area in used)
        if day and free and choice(place):
            cell.value = spell(day)
            cell.number_format = "General"
    return saved(book)


def dates_as_dates(data: bytes, choice: Choice) -> bytes:
    """Turn ISO texts into real dates."""
    book = opened(data)
    for place, cell in cells(book):
        day = _day(cell.value)
        if isinstance(cell.value, str) and day and choice(place):
            cell.value = day
            cell.number_format = "yyyy-mm-dd"
    return saved(book)


def _day(value: Any) -> date | None:
    if isinstance(value, datetime):
        return value.date() if value.time() == datetime.min.time() else None
    if isinstance(value, date):
        return value
    if isinstance(value, str) and _ISO.fullmatch(value):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return None
    return None


def typeset_texts(data: bytes, choice: Choice) -> bytes:
    """Set texts in curly quotes and non-breaking spaces."""
    book = opened(data)
    for place, cell in cells(book):
        if isinstance(cell.value, str) and not is_formula(cell.value):
            other = wording.typeset(cell.value)
            if other != cell.value and choice(place):
                cell.value = other
    return saved(book)


def equivalent_formulas(data: bytes, choice: Choice) -> bytes:
    """Write formulas that come to the same by another way."""
    book = opened(data)
    for place, cell in cells(book):
        if is_formula(cell.value) and choice(place):
            body = str(cell.value)[1:]
            simple = re.fullmatch(r"SUM\(([^(),]+:[^(),]+)\)", body, re.IGNORECASE)
            cell.value = f"=SUMPRODUCT({simple[1]}*1)" if simple else f"=0+({body})*1"
    return saved(book)


def _spelled(name: str) -> Callable[[bytes, Choice], bytes]:
    return lambda data, choice: numbers_as_text(data, choice, wording.SPELLINGS[name][1])


def _dated(name: str) -> Callable[[bytes, Choice], bytes]:
    return lambda data, choice: dates_as_text(data, choice, wording.DATE_SPELLINGS[name][1])


XLSX = ("xlsx",)

SHAPES = [
    Shape("xlsx-library", XLSX, "the workbook was written by XlsxWriter", written_by_xlsxwriter),
    Shape("xlsx-cached", XLSX, "formulas hold their values, as spreadsheet programs save them", with_cached_values),
    Shape(
        "xlsx-names-recased",
        XLSX,
        "sheets, headers and labels in capitals with underscores and stray spaces",
        lambda data, choice: renamed(data, choice, wording.recased),
    ),
    Shape(
        "xlsx-names-respaced",
        XLSX,
        "sheets, headers and labels in title case with doubled spaces",
        lambda data, choice: renamed(data, choice, wording.respaced),
    ),
    *(
        Shape(f"xlsx-text-{name}", XLSX, f"amounts as text, {shown}", _spelled(name))
        for name, (shown, _) in wording.SPELLINGS.items()
    ),
    *(
        Shape(f"xlsx-dates-{name}", XLSX, f"dates as text, {shown}", _dated(name))
        for name, (shown, _) in wording.DATE_SPELLINGS.items()
    ),
    Shape("xlsx-dates-real", XLSX, "dates as real dates", dates_as_dates),
    Shape("xlsx-typeset", XLSX, "texts in curly quotes and non-breaking spaces", typeset_texts),
    Shape("xlsx-formulas", XLSX, "formulas replaced by equivalent ones", equivalent_formulas),
]
