"""Other layouts of a workbook: rows and columns in another order, rows and sheets added, everything moved."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from wp42_pytest.validation.shapes.choice import Choice, Shape
from wp42_pytest.validation.shapes.grid import Grid, grids, is_amount, is_formula, is_sequential
from wp42_pytest.validation.shapes.references import Area, CannotMoveError, moved
from wp42_pytest.validation.shapes.workbooks import XLSX, opened, saved

if TYPE_CHECKING:
    from collections.abc import Callable

TITLE_ROWS = 3


@dataclass(frozen=True)
class Move:
    """Where cells go, and how references follow them.

    Attributes:
        place: the new row and column of a cell, by its sheet, row and column.
        area: the new area of a reference.
    """

    place: Callable[[str, int, int], tuple[int, int]]
    area: Callable[[Area], Area]


def can_be_carried_out(book: Any, move: Move) -> bool:
    """Say whether every formula can follow a move."""
    try:
        for sheet in book.worksheets:
            for row in sheet.iter_rows():
                for cell in row:
                    if is_formula(cell.value):
                        moved(str(cell.value), sheet.title, move.area)
    except CannotMoveError:
        return False
    return True


def carried_out(book: Any, move: Move) -> None:
    """Move the cells of a workbook together with the formulas that mean them.

    Raises:
        CannotMoveError: when a formula uses only a part of what moves; the workbook is then spoilt.
    """
    for sheet in book.worksheets:
        merged = [str(area) for area in sheet.merged_cells.ranges]
        for area in merged:
            sheet.unmerge_cells(area)
        content = []
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None or cell.has_style:
                    value = cell.value
                    if is_formula(value):
                        value = moved(str(value), sheet.title, move.area)
                    content.append((cell.row, cell.column, value, copy(cell._style)))
                    cell.value = None
        for row_number, column, value, style in content:
            target = sheet.cell(*move.place(sheet.title, row_number, column))
            target.value = value
            target._style = style


def rows_shuffled(data: bytes, choice: Choice) -> bytes:
    """Put the records of every table in another order."""
    return _reordered(data, choice, "rows of", _shuffle_rows)


def columns_reversed(data: bytes, choice: Choice) -> bytes:
    """Put the columns of every table in the reverse order."""
    return _reordered(data, choice, "columns of", _reverse_columns)


def _reordered(data: bytes, choice: Choice, what: str, move_for: Callable[[Grid], Move]) -> bytes:
    book = opened(data)
    for grid in list(grids(book)):
        if is_sequential(book, grid) or len(grid.rows) < 2:
            continue
        move = move_for(grid)
        if can_be_carried_out(book, move) and choice(f"{what} {grid.sheet}"):
            carried_out(book, move)
    return saved(book)


def _shuffle_rows(grid: Grid) -> Move:
    rows = list(grid.rows)
    # Reversed halves interleaved: no row keeps its neighbours, and the order is the same at every run.
    order = rows[::-2] + rows[-2::-2]
    new = dict(zip(order, rows, strict=True))

    def place(sheet: str, row: int, column: int) -> tuple[int, int]:
        return (new.get(row, row), column) if sheet == grid.sheet else (row, column)

    def area(old: Area) -> Area:
        if old.sheet != grid.sheet or old.last[0] < grid.first or old.first[0] > grid.last:
            return old
        if old.first[0] == old.last[0]:
            row = new.get(old.first[0], old.first[0])
            return replace(old, first=(row, old.first[1]), last=(row, old.last[1]))
        if old.first[0] <= grid.first and old.last[0] >= grid.last:
            return old
        raise CannotMoveError(f"{old} covers a part of the rows of {grid.sheet}")

    return Move(place, area)


def _reverse_columns(grid: Grid) -> Move:
    new = {column: grid.left + grid.right - column for column in grid.columns}

    def place(sheet: str, row: int, column: int) -> tuple[int, int]:
        return (row, new.get(column, column)) if sheet == grid.sheet else (row, column)

    def area(old: Area) -> Area:
        if old.sheet != grid.sheet or old.last[1] < grid.left or old.first[1] > grid.right:
            return old
        if old.first[1] >= grid.left and old.last[1] <= grid.right:
            left, right = new[old.last[1]], new[old.first[1]]
            return replace(old, first=(old.first[0], left), last=(old.last[0], right))
        if old.first[1] <= grid.left and old.last[1] >= grid.right:
            return old
        raise CannotMoveError(f"{old} covers a part of the columns of {grid.sheet}")

    return Move(place, area)


def title_rows_added(data: bytes, choice: Choice) -> bytes:
    """Put a title, a preparer and a blank row above everything, and leave column A empty."""
    book = opened(data)
    chosen = {sheet.title for sheet in book.worksheets if choice(f"sheet {sheet.title}")}

    def place(sheet: str, row: int, column: int) -> tuple[int, int]:
        return (row + TITLE_ROWS, column + 1) if sheet in chosen else (row, column)

    def area(old: Area) -> Area:
        return replace(old, first=place(old.sheet, *old.first), last=place(old.sheet, *old.last))

    carried_out(book, Move(place, area))
    for name in chosen:
        book[name].cell(1, 1).value = f"{name} (working paper)"
        book[name].cell(2, 1).value = "Prepared by: staff"
    return saved(book)


def sheets_added(data: bytes, choice: Choice) -> bytes:
    """Add a cover sheet in front, notes behind, and a hidden scratch sheet with other numbers."""
    if not choice("the whole file"):
        return data
    book = opened(data)
    cover = book.create_sheet("Cover", 0)
    cover["A1"] = "Working papers"
    cover["A2"] = "Prepared by: staff"
    notes = book.create_sheet("Preparation notes")
    notes.append(["Nothing to add."])
    scratch = book.create_sheet("zz scratch", 0)
    scratch.append(["Scratch", 1.11, 2.22])
    scratch.sheet_state = "hidden"
    book.active = 1
    return saved(book)


def blank_rows_added(data: bytes, choice: Choice) -> bytes:
    """Leave a blank row between the header and the records, and between every two records."""
    book = opened(data)
    by_sheet = {grid.sheet: grid for grid in grids(book) if choice(f"rows of {grid.sheet}")}

    def shifted(sheet: str, row: int) -> int:
        grid = by_sheet.get(sheet)
        if grid is None or row <= grid.header:
            return row
        return row + min(row, grid.last) - grid.header

    def place(sheet: str, row: int, column: int) -> tuple[int, int]:
        return shifted(sheet, row), column

    def area(old: Area) -> Area:
        first, last = shifted(old.sheet, old.first[0]), shifted(old.sheet, old.last[0])
        return replace(old, first=(first, old.first[1]), last=(last, old.last[1]))

    carried_out(book, Move(place, area))
    return saved(book)


def columns_added(data: bytes, choice: Choice) -> bytes:
    """Add columns of the worker's own to the right of every table."""
    book = opened(data)
    for grid in list(grids(book)):
        if choice(f"columns of {grid.sheet}"):
            sheet = book[grid.sheet]
            sheet.cell(grid.header, grid.right + 1).value = "Checked by"
            sheet.cell(grid.header, grid.right + 2).value = "W/P line"
            for line, row in enumerate(grid.rows, start=1):
                sheet.cell(row, grid.right + 1).value = "TB"
                sheet.cell(row, grid.right + 2).value = line
    return saved(book)


def totals_added(data: bytes, choice: Choice) -> bytes:
    """Add a total row under every table that has amounts and no total."""
    book = opened(data)
    for grid in list(grids(book)):
        sheet = book[grid.sheet]
        below = [sheet.cell(grid.last + 1, column).value for column in grid.columns]
        amounts = [
            column
            for column in grid.columns
            if any(is_amount(sheet.cell(row, column).value) and sheet.cell(row, column).value % 1 for row in grid.rows)
        ]
        if not amounts or grid.left in amounts or any(value is not None for value in below):
            continue
        if choice(f"below {grid.sheet}"):
            sheet.cell(grid.last + 1, grid.left).value = "Total"
            for column in amounts:
                letter = sheet.cell(grid.header, column).column_letter
                sheet.cell(grid.last + 1, column).value = f"=SUM({letter}{grid.first}:{letter}{grid.last})"
    return saved(book)


SHAPES = [
    Shape("xlsx-rows", XLSX, "the records of tables in another order", rows_shuffled),
    Shape("xlsx-columns", XLSX, "the columns of tables in the reverse order", columns_reversed),
    Shape("xlsx-titles", XLSX, "title rows above and an empty column in front", title_rows_added),
    Shape("xlsx-sheets", XLSX, "a cover, notes and a hidden scratch sheet added", sheets_added),
    Shape("xlsx-blank-rows", XLSX, "blank rows between records", blank_rows_added),
    Shape("xlsx-extra-columns", XLSX, "further columns to the right of tables", columns_added),
    Shape("xlsx-totals", XLSX, "a total row under tables that had none", totals_added),
]
