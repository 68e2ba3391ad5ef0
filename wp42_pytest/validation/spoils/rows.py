"""Rows dropped, rows entered twice, every row flagged, sentences left out."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from wp42_pytest.validation.shapes.choice import Choice
from wp42_pytest.validation.shapes.documents import reworded
from wp42_pytest.validation.shapes.grid import FALSE_WORDS, TRUE_WORDS, Grid, grids
from wp42_pytest.validation.shapes.layouts import Move, carried_out
from wp42_pytest.validation.shapes.texts import lines_reworded
from wp42_pytest.validation.shapes.workbooks import opened, saved
from wp42_pytest.validation.spoils.spoilt import Spoilt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wp42_pytest.validation.shapes.references import Area


TRIES = 8
"""Most rows of a table, or parts of a document, that are tried in turn."""


def spread(rows: Sequence[int]) -> list[int]:
    """Return some of the rows, from the first to the last at even distances."""
    step = max(1, (len(rows) - 1) / (TRIES - 1)) if len(rows) > TRIES else 1
    return sorted({rows[min(len(rows) - 1, round(number * step))] for number in range(min(len(rows), TRIES))})


def spoilt_rows(kinds: Mapping[str, str], out: Path, brief: str) -> Iterator[Spoilt]:
    """Yield the ways to spoil the rows and paragraphs of deliverables.

    Args:
        kinds: the kind of each required deliverable, by its path.
        out: the solver's deliverables.
        brief: the text of the brief; only sheets that it names have to be right.
    """
    for path, kind in kinds.items():
        target = out / path
        if kind == "xlsx" and target.is_file():
            yield from _in_workbook(path, opened(target.read_bytes()), brief)
        elif kind == "csv" and target.is_file():
            rows = len(_csv_rows(target.read_bytes()))
            for how, change in (("DROP", _csv_dropped), ("TWICE", _csv_twice)):
                for row in spread(range(1, rows)):
                    yield _spoilt(how, path, "", f"row {row + 1}", partial(change, row))
        elif kind in ("docx", "md", "txt") and target.is_file():
            edit = reworded if kind == "docx" else lines_reworded
            choice = Choice(only=())
            edit(target.read_bytes(), choice, lambda _: "")
            size = -(-len(choice.seen) // TRIES)
            for at in range(0, len(choice.seen), max(size, 1)):
                places = choice.seen[at : at + size]
                named = places[0] if len(places) == 1 else f"{places[0]} to {places[-1]}"
                yield _spoilt("DROP", path, "", named, partial(_blanked, edit, places))


def _in_workbook(path: str, book: Any, brief: str) -> Iterator[Spoilt]:
    for grid in grids(book):
        if _squeezed(grid.sheet) not in _squeezed(brief):
            continue
        for row in spread(grid.rows):
            yield _spoilt("DROP", path, f"#{grid.sheet}", f"row {row}", partial(_dropped, grid, row))
        for row in spread(grid.rows):
            # Totals under some tables and sets of ids elsewhere notice; one table of the file that does is enough.
            yield _spoilt("TWICE", path, "", f"{grid.sheet}, row {row}", partial(_twice, grid, row))
        flags = [column for column in grid.columns if _is_flag(book[grid.sheet], grid, column)]
        for column in flags:
            name = f"T-FLAG {path}#{grid.sheet}"
            what = f"every row of {grid.sheet} flagged"
            yield Spoilt(name, name, what, partial(_rewrite, path, partial(_flagged, grid, column)))


def _spoilt(how: str, path: str, part: str, place: str, change: Callable[[bytes], bytes]) -> Spoilt:
    said = {"DROP": "left out", "TWICE": "entered twice"}[how]
    return Spoilt(
        f"T-{how} {path}{part} {place}", f"T-{how} {path}{part}", f"{place} {said}", partial(_rewrite, path, change)
    )


def _rewrite(path: str, change: Callable[[bytes], bytes], workspace: Path) -> None:
    target = workspace / "out" / path
    target.write_bytes(change(target.read_bytes()))


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


def _dropped(grid: Grid, row: int, data: bytes) -> bytes:
    book = opened(data)
    for column in grid.columns:
        book[grid.sheet].cell(row, column).value = None
    return saved(book)


def _twice(grid: Grid, row: int, data: bytes) -> bytes:
    book = opened(data)

    def shifted(sheet: str, number: int) -> int:
        return number + 1 if sheet == grid.sheet and number > grid.last else number

    def area(old: Area) -> Area:
        first, last = shifted(old.sheet, old.first[0]), shifted(old.sheet, old.last[0])
        # A total over the whole table takes the new row in, as a spreadsheet program does.
        if old.sheet == grid.sheet and old.first[0] < old.last[0] == grid.last:
            last += 1
        return replace(old, first=(first, old.first[1]), last=(last, old.last[1]))

    carried_out(book, Move(lambda sheet, number, column: (shifted(sheet, number), column), area))
    sheet = book[grid.sheet]
    for column in grid.columns:
        sheet.cell(grid.last + 1, column).value = sheet.cell(row, column).value
    return saved(book)


def _is_flag(sheet: Any, grid: Grid, column: int) -> bool:
    words = {str(sheet.cell(row, column).value or "").strip().lower() for row in grid.rows}
    return words <= TRUE_WORDS | FALSE_WORDS and bool(words & TRUE_WORDS) and bool(words & FALSE_WORDS)


def _flagged(grid: Grid, column: int, data: bytes) -> bytes:
    book = opened(data)
    cells = [book[grid.sheet].cell(row, column) for row in grid.rows]
    yes = next(cell.value for cell in cells if str(cell.value or "").strip().lower() in TRUE_WORDS)
    for cell in cells:
        cell.value = yes
    return saved(book)


def _csv_rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def _csv_bytes(rows: list[list[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _csv_dropped(row: int, data: bytes) -> bytes:
    rows = _csv_rows(data)
    return _csv_bytes(rows[:row] + rows[row + 1 :])


def _csv_twice(row: int, data: bytes) -> bytes:
    rows = _csv_rows(data)
    return _csv_bytes([*rows[: row + 1], *rows[row:]])


def _blanked(edit: Callable[..., bytes], places: list[str], data: bytes) -> bytes:
    return edit(data, Choice(only=places), lambda _: "")
