"""Record tables: what a row shows, and the rows that a search, a filter, a sort and a page leave."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Generic, Self, TypeVar

from wp42_pytest.evidence.characters import folded_text
from wp42_pytest.evidence.numbers import parse_number
from wp42_pytest.model.portal import Cell, Portal, Record

Item = TypeVar("Item")

_PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


@dataclass(frozen=True)
class Column:
    """How one column is read and shown."""

    name: str
    decimals: int = 0
    """Decimals that every number of the column is shown with; 0 shows whole numbers as ids are written."""

    @classmethod
    def of(cls, name: str, values: Iterable[Cell]) -> Self:
        """Return the column, with as many decimals as its most exact number has, and two at least."""
        exponents = [_exponent(value) for value in values if isinstance(value, float)]
        return cls(name, max(2, *exponents) if exponents else 0)

    def shown(self, value: Cell) -> str:
        """Return the text that a reader sees."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return "Yes" if value else "No"
        if isinstance(value, str):
            return value
        return f"{Decimal(str(value)):,.{self.decimals}f}" if self.decimals else str(value)

    def is_amount(self, values: Iterable[Cell]) -> bool:
        """Say whether the column is read like a column of figures, to be aligned on the right."""
        given = [value for value in values if value not in (None, "")]
        numbers = [number_of(value) for value in given]
        return bool(given) and None not in numbers and (self.decimals > 0 or any("." in str(value) for value in given))

    def texts(self, value: Cell) -> set[str]:
        """Return the folded texts under which a value is found: as shown, without thousands separators, as stored."""
        shown = self.shown(value)
        plain = shown.replace(",", "") if isinstance(value, float | int) else shown
        return {folded_text(text) for text in (shown, plain, "" if value is None else str(value))}


@dataclass(frozen=True)
class RecordTable:
    """One record table, in the order of its source."""

    name: str
    title: str
    columns: dict[str, Column]
    rows: list[Record]

    @classmethod
    def of(cls, portal: Portal, entity: str) -> Self:
        """Return a record table of a portal."""
        rows = portal.records[entity]
        columns = {name: Column.of(name, (row[name] for row in rows)) for name in portal.columns(entity)}
        return cls(entity, portal.title(entity), columns, rows)

    @functools.cached_property
    def amounts(self) -> set[str]:
        """The names of the columns of figures."""
        return {name for name, column in self.columns.items() if column.is_amount(row[name] for row in self.rows)}

    @functools.cached_property
    def _texts(self) -> dict[int, dict[str, str]]:
        # Folding every cell for every search would take most of the time of a page; a row is known by its identity.
        return {
            id(row): {name: "\n".join(column.texts(row[name])) for name, column in self.columns.items()}
            for row in self.rows
        }

    def containing(self, rows: Sequence[Record], words: str, column: str = "") -> list[Record]:
        """Return the rows in which one column, or any, contains the words, whatever their case and accents.

        Args:
            rows: rows of this table.
            words: what is looked for; nothing keeps every row.
            column: the one column to look in; empty means every column.
        """
        wanted = folded_text(words)
        looked_in = [column] if column else list(self.columns)
        return [row for row in rows if any(wanted in self._texts[id(row)][name] for name in looked_in)]

    def matching(self, rows: Sequence[Record], where: Mapping[str, str]) -> list[Record]:
        """Return the rows whose named columns equal the values asked for, numbers by value.

        Args:
            rows: rows of this table.
            where: the value asked for, by column name.
        """
        asked = [(self.columns[name], folded_text(value), parse_number(value, "en")) for name, value in where.items()]
        return [
            row
            for row in rows
            if all(
                text in column.texts(row[column.name]) or (number is not None and number_of(row[column.name]) == number)
                for column, text, number in asked
            )
        ]

    def sorted(self, rows: Sequence[Record], column: str, *, descending: bool = False) -> list[Record]:
        """Return the rows by one column: numbers by size before text, empty values last in either direction."""
        given = [row for row in rows if row[column] not in (None, "")]
        empty = [row for row in rows if row[column] in (None, "")]

        def rank(row: Record) -> tuple[int, Decimal, str]:
            number = number_of(row[column])
            if number is not None:
                return (0, number, "")
            return (1, Decimal(0), folded_text(str(row[column])))

        return sorted(given, key=rank, reverse=descending) + empty


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a longer list."""

    items: Sequence[Item]
    number: int
    pages: int
    first: int
    total: int

    @property
    def last(self) -> int:
        """The place of the page's last item in the whole list, from 1; 0 when the list is empty."""
        return self.first + len(self.items) - 1 if self.items else 0


def page_of(items: Sequence[Item], number: int, size: int) -> Page[Item]:
    """Return one page; a number beyond the last page gives the last."""
    pages = max(1, -(-len(items) // size))
    number = min(max(number, 1), pages)
    start = (number - 1) * size
    return Page(items[start : start + size], number, pages, start + 1, len(items))


def number_of(value: Cell) -> Decimal | None:
    """Return the number that a stored value is, also where it was stored as text; None for anything else."""
    if isinstance(value, bool) or value is None:
        return None
    text = str(value).strip()
    if isinstance(value, str) and not _PLAIN_NUMBER.fullmatch(text):
        return None
    return Decimal(text)


def _exponent(value: float) -> int:
    exponent = Decimal(str(value)).normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
