"""Moves the references of spreadsheet formulas along with the cells that they mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils import column_index_from_string, get_column_letter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_CELL = re.compile(r"(\$?)([A-Z]{1,3})(\$?)(\d+)", re.IGNORECASE)


class CannotMoveError(Exception):
    """A reference covers only part of what moves, so the workbook cannot be reshaped there."""


@dataclass(frozen=True)
class Area:
    """The cells that a reference means, on a sheet.

    Attributes:
        sheet: the sheet's name.
        first: row and column of its first corner.
        last: row and column of its last.
    """

    sheet: str
    first: tuple[int, int]
    last: tuple[int, int]

    def covers(self, row: int, column: int) -> bool:
        """Say whether a cell lies in it."""
        return self.first[0] <= row <= self.last[0] and self.first[1] <= column <= self.last[1]


def areas(formula: str, home: str) -> Iterator[Area]:
    """Yield the areas that a formula refers to.

    Args:
        formula: with its equals sign.
        home: the sheet that it stands on.
    """
    for token in Tokenizer(formula).items:
        if token.type == Token.OPERAND and token.subtype == Token.RANGE and (found := _area(token.value, home)):
            yield found


def moved(formula: str, home: str, move: Callable[[Area], Area], names: Mapping[str, str] | None = None) -> str:
    """Return a formula whose references follow moved cells and renamed sheets.

    Args:
        formula: with its equals sign.
        home: the sheet that it stands on.
        move: says where an area lies now.
        names: new names of sheets by the old ones.

    Raises:
        CannotMoveError: by `move`.
    """
    parts = ["="]
    for token in Tokenizer(formula).items:
        if token.type == Token.OPERAND and token.subtype == Token.RANGE and (found := _area(token.value, home)):
            parts.append(_spelled(token.value, move(found), names or {}))
        else:
            parts.append(token.value)
    return "".join(parts)


def _area(text: str, home: str) -> Area | None:
    sheet, _, cells = text.rpartition("!")
    corners = cells.split(":")
    found = [_CELL.fullmatch(corner) for corner in corners]
    if len(corners) > 2 or not all(found):
        return None
    places = [(int(match[4]), column_index_from_string(match[2].upper())) for match in found if match]
    return Area(_bare(sheet) if sheet else home, places[0], places[-1])


def _bare(sheet: str) -> str:
    return sheet[1:-1].replace("''", "'") if sheet.startswith("'") else sheet


def _spelled(text: str, area: Area, names: Mapping[str, str]) -> str:
    sheet, mark, cells = text.rpartition("!")
    corners = cells.split(":")
    places = (area.first, area.last)[: len(corners)] if len(corners) > 1 else (area.first,)
    spelled = []
    for corner, (row, column) in zip(corners, places, strict=True):
        match = _CELL.fullmatch(corner)
        dollar_column, dollar_row = (match[1], match[3]) if match else ("", "")
        spelled.append(f"{dollar_column}{get_column_letter(column)}{dollar_row}{row}")
    if not mark:
        return ":".join(spelled)
    name = names.get(_bare(sheet), _bare(sheet)).replace("'", "''")
    return f"'{name}'!{':'.join(spelled)}"
