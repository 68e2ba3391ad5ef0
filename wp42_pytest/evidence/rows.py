"""The rows of a table and the headers that they are read by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.labels import LEVELS, normal_id, normal_label
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.text import mentions_id

Aliases = Mapping[str, Iterable[str]]
Column = str | tuple[str, ...]
"""A header, or several headers of which the first that exists is meant."""

LONGEST_RECORD = 60
"""Most characters of a record of which one cell alone is filled; a longer text is a note."""

MANY_COLUMNS, FEWEST_WORDS = 5, 4
"""A text of so many words alone in a table of so many columns is a note, whatever digits it has."""

_SUMMING = re.compile(r"=\+?(?:SUM|SUBTOTAL|AGGREGATE)\(", re.IGNORECASE)

_TOTAL = re.compile(r"(?:sub|grand|overall)?totals?|sum|balance(?:carriedforward|broughtforward)")


@dataclass(frozen=True)
class Header:
    """One column's header.

    Args:
        column: the column's number.
        names: what it may be called: its own text first, then the text with its group's in front.
    """

    column: int
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Row:
    """One row of a table."""

    table: Table
    number: int
    cells: Mapping[int, Cell]

    def __getitem__(self, column: Column) -> Cell:
        cell = self.get(column)
        if cell is None:
            raise NotMet(
                f"{self.table.where} has no column {_asked(column)!r}; columns found: {', '.join(self.table.columns)}"
            )
        return cell

    def get(self, column: Column) -> Cell | None:
        """Return the cell under a header, None when the table has no such column.

        Raises:
            NotMet: two columns of that name hold different values in this row.
        """
        if column not in self._asked_for:
            self._asked_for[column] = self._under(column)
        return self._asked_for[column]

    @cached_property
    def _asked_for(self) -> dict[Column, Cell | None]:
        return {}

    def _under(self, column: Column) -> Cell | None:
        headers = self.table.headers_of(column)
        if not headers:
            return None
        found = [self._cell(header) for header in headers]
        filled = [cell for cell in found if not cell.is_blank]
        if any(cell != filled[0] for cell in filled[1:]):
            values = " and ".join(repr(cell) for cell in filled)
            raise NotMet(f"{self.table.where} has {len(headers)} columns {_asked(column)!r} that differ: {values}")
        return filled[0] if filled else found[0]

    def _cell(self, header: Header) -> Cell:
        cell = self.cells.get(header.column)
        if cell is not None:
            return cell.under(header.names[0])
        return Cell(ref=f"{self.table.where} row {self.number}, {header.names[0]}", value=None, heading=header.names[0])

    @cached_property
    def text(self) -> str:
        """Return the texts of the filled cells, joined by " | "."""
        return " | ".join(cell.text.strip() for _, cell in sorted(self.cells.items()) if not cell.is_blank)

    @property
    def numbers(self) -> list[Decimal]:
        """Return the numbers of the row, from left to right."""
        return [cell.number for _, cell in sorted(self.cells.items()) if cell.is_number]

    @cached_property
    def is_total(self) -> bool:
        """Tell whether the row is a total: it says so first or in its only text, or holds nothing but sums."""
        filled = [cell for _, cell in sorted(self.cells.items()) if not cell.is_blank]
        if not filled:
            return False
        named = [cell for cell in filled[1:] if not cell.is_number and not cell.is_nil]
        if isinstance(filled[0].value, str) and _says_total(filled[0].value):
            # A row that has a date and a name as well is a record, whatever its first cell is called.
            return len(named) < 2
        # With the columns in another order the word stands last; a record has a name or a date beside its numbers.
        others = [cell for cell in filled if not cell.is_number]
        if len(others) == 1 and isinstance(others[0].value, str):
            return _says_total(others[0].value)
        return not others and self._sums_up(filled)

    def _sums_up(self, filled: Sequence[Cell]) -> bool:
        """Tell whether a row of nothing but numbers adds up the columns above it."""
        above = [row for row in self.table.rows if row.number < self.number]
        if len(filled) == len(self.table.headers) or not any(cell.number for cell in filled):
            return False
        return all(
            _SUMMING.match(cell.formula or "") or abs(_sum(above, cell.column) - cell.number) < Decimal("0.01")
            for cell in filled
        )

    @cached_property
    def is_heading(self) -> bool:
        """Tell whether the row is a section heading or a note: one text alone, in a table of several columns.

        A text with digits may be a record of which only the identifier is filled in; in a table of many columns a sentence is
        none.
        """
        filled = [cell for cell in self.cells.values() if not cell.is_blank]
        if len(filled) != 1 or len(self.table.headers) < 2:
            return False
        text = filled[0].text
        if not re.search(r"\d", text) or len(text) > LONGEST_RECORD:
            return True
        return len(self.table.headers) >= MANY_COLUMNS and len(text.split()) >= FEWEST_WORDS

    def __repr__(self) -> str:
        return f"{self.table.where} row {self.number}: {self.text[:200]}"


@dataclass(eq=False)
class Table:
    """Rows under headers.

    Args:
        where: for messages, `Outstanding cheques` or `ledger.csv`.
        headers: the columns from left to right.
        aliases: other names of the columns asked for.
    """

    where: str
    headers: list[Header]
    aliases: Aliases = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    _found: dict[Column, list[Header]] = field(default_factory=dict, repr=False)

    @property
    def columns(self) -> list[str]:
        """Return the headers as they stand there."""
        return [header.names[0] for header in self.headers]

    @property
    def records(self) -> list[Row]:
        """Return the rows that are neither totals nor section headings."""
        return [row for row in self.rows if not row.is_total and not row.is_heading]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def aliased(self, aliases: Aliases) -> Table:
        """Return the same table, whose columns also answer to other names.

        Args:
            aliases: column asked for → other headers that mean it.
        """
        table = Table(self.where, self.headers, {**self.aliases, **aliases})
        table.rows = [Row(table, row.number, row.cells) for row in self.rows]
        return table

    def headers_of(self, column: Column) -> list[Header]:
        """Return the headers that a name means, by the strictest way of comparing that finds any."""
        if column not in self._found:
            self._found[column] = self._search((column,) if isinstance(column, str) else column)
        return self._found[column]

    def _search(self, names: tuple[str, ...]) -> list[Header]:
        for name in names:
            for group in ([name], list(self.aliases.get(name, ()))):
                for level in LEVELS:
                    wanted = {level(text) for text in group} - {""}
                    for depth in (0, 1):
                        found = [h for h in self.headers if len(h.names) > depth and level(h.names[depth]) in wanted]
                        if found:
                            return found
        return []

    def has(self, column: Column) -> bool:
        """Tell whether the table has a column."""
        return bool(self.headers_of(column))

    def column(self, column: Column) -> list[Cell]:
        """Return the cells of one column, totals and headings left out.

        Raises:
            NotMet: there is no such column.
        """
        return [row[column] for row in self.records]

    def ids(self, column: Column) -> set[str]:
        """Return the identifiers of one column in their normal form; see `normal_id`.

        Raises:
            NotMet: there is no such column.
        """
        return {normal_id(cell.text) for cell in self.column(column) if not cell.is_blank and not cell.is_nil} - {""}

    def rows_where(self, column: Column, identifier: object) -> list[Row]:
        """Return the rows whose cell in a column is an identifier, else those whose cell mentions it.

        Raises:
            NotMet: there is no such column.
        """
        wanted = normal_id(identifier)
        cells = [(row, row[column]) for row in self.rows if not row.is_total]
        same = [row for row, cell in cells if wanted and normal_id(cell.text) == wanted]
        return same or [row for row, cell in cells if mentions_id(cell.text, str(identifier))]

    def row(self, column: Column, identifier: object) -> Row:
        """Return the row of one identifier.

        Raises:
            NotMet: no row, or several that differ.
        """
        found = self.rows_where(column, identifier)
        if not found:
            listed = ", ".join(sorted(cell.text for cell in self.column(column) if not cell.is_blank)[:15])
            raise NotMet(f"{self.where} has no row with {_asked(column)} {identifier}; found: {listed or 'no rows'}")
        if any(row.text != found[0].text for row in found[1:]):
            numbers = ", ".join(str(row.number) for row in found)
            raise NotMet(f"{self.where} has {len(found)} rows with {_asked(column)} {identifier} (rows {numbers})")
        return found[0]

    def __repr__(self) -> str:
        return f"{self.where} ({', '.join(self.columns)}; {len(self.rows)} rows)"


def _says_total(text: str) -> bool:
    words = [normal_label(word) for word in text.split()]
    return bool(words) and any(_TOTAL.fullmatch(said) for said in (words[0], words[-1], "".join(words[:2])))


def _asked(column: Column) -> str:
    return column if isinstance(column, str) else column[0]


def _sum(rows: Sequence[Row], column: int) -> Decimal:
    return sum(
        (row.cells[column].number for row in rows if column in row.cells and row.cells[column].is_number), Decimal(0)
    )
