"""Tables: found by their headers, read by their headers, whatever stands around them.

One implementation serves sheets, text tables and the tables of documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.labels import LEVELS, normal_id, normal_label
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.text import mentions_id

Aliases = Mapping[str, Iterable[str]]
Column = str | tuple[str, ...]
"""A header, or several headers of which the first that exists is meant."""

_SUMMING = re.compile(r"=\+?(?:SUM|SUBTOTAL|AGGREGATE)\(", re.IGNORECASE)

RECENT = 50
"""How many rows above a gap are looked at to tell what its columns hold."""

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

    @property
    def text(self) -> str:
        """Return the texts of the filled cells, joined by " | "."""
        return " | ".join(cell.text.strip() for _, cell in sorted(self.cells.items()) if not cell.is_blank)

    @property
    def numbers(self) -> list[Decimal]:
        """Return the numbers of the row, from left to right."""
        return [cell.number for _, cell in sorted(self.cells.items()) if cell.is_number]

    @property
    def is_total(self) -> bool:
        """Tell whether the row is a total: it says so first or in its only text, or holds nothing but sums."""
        filled = [cell for _, cell in sorted(self.cells.items()) if not cell.is_blank]
        if not filled:
            return False
        if isinstance(filled[0].value, str) and _says_total(filled[0].value):
            return True
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

    @property
    def is_heading(self) -> bool:
        """Tell whether the row is a section heading or a note: one text without digits, in a table of several columns."""
        filled = [cell for cell in self.cells.values() if not cell.is_blank]
        if len(filled) != 1 or len(self.table.headers) < 2:
            return False
        return not re.search(r"\d", filled[0].text) or len(filled[0].text) > 60

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


@dataclass(frozen=True)
class Grid:
    """Cells by row, from which tables are cut.

    Args:
        where: for messages.
        rows: row number → column → cell, ascending, without blank cells and rows.
        covered: cells hidden under a merged area → the area's anchor.
    """

    where: str
    rows: Mapping[int, Mapping[int, Cell]]
    covered: Mapping[tuple[int, int], Cell] = field(default_factory=dict)

    def table(self, columns: Sequence[str], aliases: Aliases | None = None) -> Table:
        """Return the table with the best match of the columns, blocks with the same header joined.

        Args:
            columns: headers asked for.
            aliases: column asked for → other headers that mean it.

        Raises:
            NotMet: no row holds at least half of the headers.
        """
        aliases = aliases or {}
        best, headers, closest = self._best_header(columns, aliases)
        if best == 0:
            detail = f"; the closest row is {closest}" if closest else ""
            raise NotMet(f"{self.where} has no header row with {', '.join(columns)}{detail}")
        table = Table(self.where, headers, aliases)
        self._fill(table, best, columns)
        return table

    def _best_header(self, columns: Sequence[str], aliases: Aliases) -> tuple[int, list[Header], str]:
        best, best_score, best_headers, closest = 0, 0, [Header(0, ("",))], ""
        for number in self.rows:
            headers = self.headers_in(number)
            if not headers:
                continue
            probe = Table(self.where, headers, aliases)
            score = sum(probe.has(column) for column in columns)
            if score > best_score:
                best, best_score, best_headers = number, score, headers
                closest = f"row {number}: {', '.join(probe.columns)[:200]}"
                if score == len(columns):
                    break
        if best_score * 2 < len(columns) or best_score == 0:
            return 0, [], closest
        return best, best_headers, closest

    def headers_in(self, number: int) -> list[Header]:
        """Return the headers that a row may be: texts, with the row above as their groups; [] for a row with a number."""
        own = self.rows[number]
        above = self.rows.get(number - 1, {})
        # A title over the whole width is no group of columns.
        grouped = len(above) > 1
        headers = []
        group = ""
        for column in self._columns(number):
            if column in above:
                group = above[column].text
            elif (number - 1, column) in self.covered:
                group = self.covered[number - 1, column].text
            text = own[column].text if column in own else ""
            if not text and (number, column) in self.covered:
                text = self.covered[number, column].text
            names = [
                name for name in (text, f"{group} {text}" if grouped and text and group != text else "") if name.strip()
            ]
            if not names and grouped and column in above:
                names = [group]
            if names:
                headers.append(Header(column, tuple(names)))
        return headers

    def _columns(self, number: int) -> list[int]:
        columns = set(self.rows[number]) | set(self.rows.get(number - 1, {}))
        columns |= {column for row, column in self.covered if row == number}
        return sorted(columns)

    def _fill(self, table: Table, start: int, columns: Sequence[str]) -> None:
        wanted = {header.column for column in columns for header in table.headers_of(column)}
        titles = {header.column: normal_label(header.names[0]) for header in table.headers if header.column in wanted}
        span = {header.column for header in table.headers}
        last, ended = start, False
        for number, cells in self.rows.items():
            if number <= start:
                continue
            if _repeats(cells, titles):
                last, ended = number, False
                continue
            own = {column: cell for column, cell in cells.items() if column in span}
            if ended or not own:
                continue
            if number > last + 1 and _begins_another(own, table):
                ended = True
                continue
            last = number
            table.rows.append(Row(table, number, own))


def _begins_another(cells: Mapping[int, Cell], table: Table) -> bool:
    """Tell whether a row after a gap is the header of another table, or a note below this one."""
    if len(cells) == 1 and len(table.headers) > 2 and isinstance(next(iter(cells.values())).value, str):
        return True
    texts = [column for column, cell in cells.items() if isinstance(cell.value, str) and not cell.is_number]
    if not table.rows or len(texts) != len(cells):
        return False
    return any(_is_numeric(table.rows[-RECENT:], column) for column in texts)


def _sum(rows: Sequence[Row], column: int) -> Decimal:
    return sum(
        (row.cells[column].number for row in rows if column in row.cells and row.cells[column].is_number), Decimal(0)
    )


def _is_numeric(rows: Sequence[Row], column: int) -> bool:
    """Tell whether most filled cells of a column are no words."""
    filled = [row.cells[column] for row in rows if column in row.cells]
    return sum(not isinstance(cell.value, str) or cell.is_number for cell in filled) * 2 > len(filled)


def _repeats(cells: Mapping[int, Cell], titles: Mapping[int, str]) -> bool:
    return bool(titles) and all(
        column in cells and normal_label(cells[column].text) == title for column, title in titles.items()
    )
