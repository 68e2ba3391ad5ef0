"""Tables found by their headers, whatever stands around them.

One implementation serves sheets, text tables and the tables of documents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.labels import LEVELS, normal_label
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.rows import Aliases, Column, Header, Row, Table

__all__ = ["Aliases", "Column", "Grid", "Header", "Row", "Table"]

NEAR_THE_TOP = 200
"""How many rows are looked at closely for a header; further down only those with a cell that reads like one asked for."""

NOTE, ANOTHER = "note", "another table"

RECENT = 50
"""How many rows above a gap are looked at to tell what its columns hold."""


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

    @cached_property
    def _tables(self) -> dict[object, Table]:
        """The tables cut so far; criteria ask for the same ones."""
        return {}

    @cached_property
    def texts(self) -> list[Cell]:
        """The cells that hold words, in reading order."""
        cells = (cell for row in self.rows.values() for cell in row.values())
        return [cell for cell in cells if isinstance(cell.value, str) and not cell.is_number]

    @cached_property
    def labels(self) -> list[dict[str, list[Cell]]]:
        """The cells that hold words by what they say, once for each of the `LEVELS` of comparing labels."""
        found: list[dict[str, list[Cell]]] = [{} for _ in LEVELS]
        for cell in self.texts:
            for level, labelled in zip(LEVELS, found, strict=True):
                labelled.setdefault(level(str(cell.value)), []).append(cell)
        return found

    def table(self, columns: Sequence[str], aliases: Aliases | None = None) -> Table:
        """Return the table with the best match of the columns, blocks with the same header joined.

        Args:
            columns: headers asked for.
            aliases: column asked for → other headers that mean it.

        Raises:
            NotMet: no row holds at least half of the headers.
        """
        asked = (tuple(columns), tuple((name, tuple(others)) for name, others in sorted((aliases or {}).items())))
        if asked not in self._tables:
            self._tables[asked] = self._table(asked[0], dict(asked[1]))
        return self._tables[asked]

    def _table(self, columns: Sequence[str], aliases: Aliases) -> Table:
        best, headers, closest = self._best_header(columns, aliases)
        if best == 0:
            detail = f"; the closest row is {closest}" if closest else ""
            raise NotMet(f"{self.where} has no header row with {', '.join(columns)}{detail}")
        table = Table(self.where, headers, aliases)
        self._fill(table, best, columns)
        return table

    def _best_header(self, columns: Sequence[str], aliases: Aliases) -> tuple[int, list[Header], str]:
        best, best_score, best_headers, closest = 0, 0, [Header(0, ("",))], ""
        names = [name for column in columns for name in (column, *aliases.get(column, ()))]
        wanted = {level(name) for name in names for level in LEVELS}
        for position, (number, cells) in enumerate(self.rows.items()):
            if position > NEAR_THE_TOP and not any(_is_among(cell, wanted) for cell in cells.values()):
                continue
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
        last, ended = start, ""
        for number, cells in self.rows.items():
            if number <= start:
                continue
            if _repeats(cells, titles):
                last, ended = number, ""
                continue
            own = {column: cell for column, cell in cells.items() if column in span}
            if not own or (ended and not (ended == NOTE and _goes_on(own, table))):
                continue
            ended = _what_follows(own, table) if number > last + 1 and not ended else ""
            if ended:
                continue
            last = number
            table.rows.append(Row(table, number, own))


def _is_among(cell: Cell, wanted: set[str]) -> bool:
    return isinstance(cell.value, str) and any(level(cell.value) in wanted for level in LEVELS)


def _what_follows(cells: Mapping[int, Cell], table: Table) -> str:
    """Tell what a row after a gap begins: a `NOTE` below the table, `ANOTHER` table, or nothing new ("")."""
    if len(cells) == 1 and len(table.headers) > 2 and isinstance(next(iter(cells.values())).value, str):
        return NOTE
    texts = [column for column, cell in cells.items() if isinstance(cell.value, str) and not cell.is_number]
    if not table.rows or len(texts) != len(cells):
        return ""
    return ANOTHER if any(_is_numeric(table.rows[-RECENT:], column) for column in texts) else ""


def _goes_on(cells: Mapping[int, Cell], table: Table) -> bool:
    """Tell whether a row below a note is one of the table's own: what is listed after a remark is listed all the same."""
    recent = table.rows[-RECENT:]
    filled = Counter(column for row in recent for column in row.cells)
    usual = {column for column, count in filled.items() if count * 2 > len(recent)}
    numeric = [column for column in cells if _is_numeric(recent, column)]
    return (
        len(cells) >= 2
        and len(cells.keys() & usual) * 2 > len(usual)
        and any(cells[column].is_number for column in numeric)
        and all(cells[column].is_number or not isinstance(cells[column].value, str) for column in numeric)
    )


def _is_numeric(rows: Sequence[Row], column: int) -> bool:
    """Tell whether most filled cells of a column are no words."""
    filled = [row.cells[column] for row in rows if column in row.cells]
    return sum(not isinstance(cell.value, str) or cell.is_number for cell in filled) * 2 > len(filled)


def _repeats(cells: Mapping[int, Cell], titles: Mapping[int, str]) -> bool:
    return bool(titles) and all(
        column in cells and normal_label(cells[column].text) == title for column, title in titles.items()
    )
