"""What a workbook says beside a table that was asked for: further columns, notes, comments, and tables of the same ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.rows import Aliases, Column, Row, Table
from wp42_pytest.evidence.workbook import Sheet, Workbook


def further_cells(row: Row, asked: Sequence[Column]) -> list[Cell]:
    """Return the filled cells of a row under headers that nobody asked for, each with its header as `heading`.

    Args:
        row: of a table.
        asked: the columns that were asked for.
    """
    known = {header.column for column in asked for header in row.table.headers_of(column)}
    return [
        cell.under(header.names[0])
        for header in row.table.headers
        if header.column not in known and (cell := row.cells.get(header.column)) is not None and not cell.is_blank
    ]


def notes_around(sheet: Sheet, table: Table) -> list[str]:
    """Return what stands on a sheet around the records of its table, a text for each row, and the sheet's comments.

    Args:
        sheet: the sheet.
        table: the table cut from it; its header, its records and its totals are no notes.
    """
    records = {row.number for row in table.rows if not row.is_heading}
    first = min(records, default=0)
    header = max((number for number in sheet.grid.rows if number < first), default=0)
    own = {each.column for each in table.headers}
    lines = []
    for number, cells in sheet.grid.rows.items():
        if number == header:
            continue
        outside = [cell for column, cell in sorted(cells.items()) if number not in records or column not in own]
        if outside:
            lines.append(" | ".join(cell.text.strip() for cell in outside))
    return [*lines, *(text for _, _, text in sheet.comments if text.strip())]


def rows_elsewhere(
    book: Workbook,
    own: Table,
    key: Column,
    identifier: object,
    columns: Sequence[str],
    *,
    aliases: Aliases | None = None,
) -> Iterator[Row]:
    """Yield the rows on one id in every other table of visible sheets that has the id's column and one of others.

    Args:
        book: the workbook.
        own: the table that was asked for, whose rows are left out.
        key: the column of the ids.
        identifier: whose rows are looked for.
        columns: of which a table must have at least one to say something about the same thing.
        aliases: column → other headers that mean it.
    """
    known = {(cell.ref, cell.row) for row in own.rows for cell in row.cells.values()}
    for sheet in book.visible:
        for table in _tables_of(sheet, key, columns, aliases or {}):
            for row in table.rows_where(key, identifier):
                if not any((cell.ref, cell.row) in known for cell in row.cells.values()):
                    yield row


def _tables_of(sheet: Sheet, key: Column, columns: Sequence[str], aliases: Aliases) -> Iterator[Table]:
    """Yield the tables of a sheet that begin at a row with the header of the ids and one of the others."""
    current: Table | None = None
    for number, cells in sheet.grid.rows.items():
        probe = Table(f"sheet {sheet.name}", sheet.grid.headers_in(number), aliases)
        if probe.has(key) and any(map(probe.has, columns)):
            if current is not None:
                yield current
            current = probe
        elif current is not None:
            span = {header.column for header in current.headers}
            inside = {column: cell for column, cell in cells.items() if column in span}
            if inside:
                current.rows.append(Row(current, number, inside))
    if current is not None:
        yield current
