"""Figures found by the label beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.labels import LEVELS
from wp42_pytest.evidence.numbers import is_currency_only
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.tables import Grid
from wp42_pytest.evidence.text import numbers_in

_BEGINS_WITH_DIGIT = re.compile(r"\s*[-+(]?\s*(?:[A-Z]{0,3}\$|[A-Z]{3} |€|£)?\s*\d")

SAME_FIGURE = 0.005
"""Two figures nearer than half a cent are the same figure."""


def labelled_cell(grid: Grid, where: str, label: str, aliases: Sequence[str]) -> Cell:
    """Return the figure beside a label; see `Sheet.labelled`.

    Args:
        grid: the visible cells.
        where: for messages.
        label: as the brief words it.
        aliases: other wordings.

    Raises:
        NotMet: no such label, no number beside it, or different numbers beside several.
    """
    without_value: list[Cell] = []
    for look in (to_the_right, below):
        for names in ((label,), tuple(aliases)):
            for level, labelled in zip(LEVELS, grid.labels, strict=True):
                wanted = {level(name) for name in names} - {""}
                labels = sorted((cell for name in wanted for cell in labelled.get(name, ())), key=_place)
                found = [(cell, value) for cell in labels if (value := look(grid, cell)) is not None]
                if found:
                    return _only(found, where, label)
                without_value += [cell for cell in labels if cell not in without_value]
    if without_value:
        places = ", ".join(cell.ref for cell in without_value[:5])
        raise NotMet(f"{where}: no number stands to the right of the label {label!r} ({places})")
    raise NotMet(f"{where}: no label {label!r}{_similar(grid, label)}")


def _only(found: list[tuple[Cell, Cell]], where: str, label: str) -> Cell:
    first = found[0][1]
    if any(not _same(first, value) for _, value in found[1:]):
        values = "; ".join(repr(value) for _, value in found[:5])
        raise NotMet(f"{where}: the label {label!r} stands there {len(found)} times with different values: {values}")
    return first.under(str(found[0][0].value))


def _same(first: Cell, second: Cell) -> bool:
    if first.is_nil or second.is_nil:
        return abs(float(first.amount - second.amount)) < SAME_FIGURE
    return any(abs(one - two) < SAME_FIGURE for one in first.readings for two in second.readings)


def _place(cell: Cell) -> tuple[int, int]:
    return cell.row, cell.column


def to_the_right(grid: Grid, label: Cell) -> Cell | None:
    """Return the first cell to the right of a label that states one number, or a dash for zero; None when none does."""
    for column, cell in sorted(grid.rows[label.row].items()):
        if column > label.column:
            if isinstance(cell.value, str) and is_currency_only(cell.value):
                continue
            if cell.is_number or cell.is_nil:
                return cell
            if isinstance(cell.value, str) and _BEGINS_WITH_DIGIT.match(cell.value) and len(numbers_in(cell.value)) > 1:
                return None  # two answers for one question are none, whatever stands further right
    return None


def below(grid: Grid, label: Cell) -> Cell | None:
    """Return the number directly below a label, unless it is the first of a list."""
    cell = grid.rows.get(label.row + 1, {}).get(label.column)
    if cell is None or not cell.is_number:
        return None
    after = grid.rows.get(label.row + 2, {}).get(label.column)
    return None if after is not None and after.is_number else cell


def label_pairs(grid: Grid) -> Iterator[tuple[Cell, Cell]]:
    """Yield each text cell that has a number to its right, with the first such number."""
    for cell in grid.texts:
        value = None if is_currency_only(str(cell.value)) else to_the_right(grid, cell)
        if value is not None:
            yield cell, value.under(str(cell.value))


def _similar(grid: Grid, label: str) -> str:
    from difflib import get_close_matches

    texts = list(dict.fromkeys(str(cell.value)[:80] for cell in grid.texts))[:2000]
    close = get_close_matches(label.casefold(), [text.casefold() for text in texts], n=3, cutoff=0.5)
    names = [text for text in texts if text.casefold() in close]
    if names:
        return f"; the nearest are {', '.join(repr(name) for name in names[:3])}"
    return f"; labels found: {', '.join(repr(text) for text in texts[:8])}" if texts else "; it holds no text"
