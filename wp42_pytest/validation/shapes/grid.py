"""Finds the tables of a workbook: a header, rows of records under it, perhaps a total."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from wp42_pytest.validation.shapes.references import areas

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER_ROWS = 15
"""Headers stand in one of the first rows of a sheet."""

_TOTAL = re.compile(r"\b(?:sub)?totals?\b", re.IGNORECASE)
TRUE_WORDS = {"y", "yes", "true", "x", "1"}
FALSE_WORDS = {"n", "no", "false", "0", ""}


@dataclass(frozen=True)
class Grid:
    """One table of a sheet; numbers of rows and columns are those of the sheet, both ends included.

    Attributes:
        sheet: the sheet's name.
        header: the row of the header.
        first: the first row of records.
        last: the last row of records.
        left: its first column.
        right: its last column.
    """

    sheet: str
    header: int
    first: int
    last: int
    left: int
    right: int

    @property
    def rows(self) -> range:
        """The rows of the records."""
        return range(self.first, self.last + 1)

    @property
    def columns(self) -> range:
        """The columns."""
        return range(self.left, self.right + 1)


def grids(book: Any) -> Iterator[Grid]:
    """Yield the tables of the visible sheets that have at least three columns."""
    for sheet in book.worksheets:
        if sheet.sheet_state == "visible" and (found := _grid(sheet)):
            yield found


def _grid(sheet: Any) -> Grid | None:
    for row in range(1, min(HEADER_ROWS, sheet.max_row) + 1):
        columns = [c for c in range(1, sheet.max_column + 1) if sheet.cell(row, c).value not in (None, "")]
        texts = [sheet.cell(row, column).value for column in columns]
        whole = columns == list(range(columns[0], columns[-1] + 1)) if columns else False
        if not whole or len(columns) < 3 or not all(isinstance(text, str) and not is_formula(text) for text in texts):
            continue
        last = row
        while last < sheet.max_row and _is_record(sheet, last + 1, columns):
            last += 1
        if last > row:
            return Grid(sheet.title, row, row + 1, last, columns[0], columns[-1])
    return None


def _is_record(sheet: Any, row: int, columns: list[int]) -> bool:
    values = [sheet.cell(row, column).value for column in columns]
    filled = [value for value in values if value not in (None, "")]
    if len(filled) < 2:
        return False
    return not any(isinstance(value, str) and _TOTAL.search(value) and not is_formula(value) for value in values[:2])


def is_sequential(book: Any, grid: Grid) -> bool:
    """Say whether a row of a table is computed from other rows of it, so that their order has a meaning."""
    sheet = book[grid.sheet]
    for row in grid.rows:
        for column in grid.columns:
            value = sheet.cell(row, column).value
            if is_formula(value):
                for area in areas(str(value), grid.sheet):
                    inside = area.sheet == grid.sheet and area.last[0] >= grid.first and area.first[0] <= grid.last
                    if inside and (area.first[0], area.last[0]) != (row, row):
                        return True
    return False


def is_formula(value: Any) -> bool:
    """Say whether a cell's content is a formula."""
    return isinstance(value, str) and value.startswith("=") and len(value) > 1


def is_amount(value: Any) -> bool:
    """Say whether a cell holds a plain number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_date(value: Any) -> bool:
    """Say whether a cell holds a date."""
    return isinstance(value, date | datetime)


def header_text(book: Any, grid: Grid, column: int) -> str:
    """Return the header of a column."""
    return str(book[grid.sheet].cell(grid.header, column).value)
