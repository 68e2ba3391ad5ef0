"""The tables of a document, as the same tables that sheets have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from wp42_pytest.evidence.blocks import Block
from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.tables import Aliases, Grid, Table


def grids_of(blocks: Iterable[Block]) -> list[Grid]:
    """Return the cells of each table in a document's blocks."""
    rows: dict[tuple[str, int], list[Block]] = {}
    for block in blocks:
        if block.kind == "row" and block.table:
            rows.setdefault((block.document, block.table), []).append(block)
    return [_grid(f"{name} table {number}", found) for number, ((name, _), found) in enumerate(rows.items(), 1)]


def best_table(grids: Iterable[Grid], columns: Sequence[str], aliases: Aliases | None) -> Table | None:
    """Return the table that has most of the columns, the first of several; None when none has half of them."""
    best: Table | None = None
    for grid in grids:
        try:
            table = grid.table(columns, aliases)
        except NotMet:
            continue
        if best is None or _has(table, columns) > _has(best, columns):
            best = table
    return best


def _grid(where: str, blocks: list[Block]) -> Grid:
    rows: dict[int, dict[int, Cell]] = {}
    covered: dict[tuple[int, int], Cell] = {}
    for number, block in enumerate(blocks, 1):
        anchor: Cell | None = None
        for column, text in enumerate(block.cells, 1):
            ref = f"{where}, row {number}, column {column}"
            if text is not None and text.strip():
                anchor = Cell(ref, text, row=number, column=column)
                rows.setdefault(number, {})[column] = anchor
            elif text is None and (above := rows.get(number - 1, {}).get(column)) is not None and block.above:
                covered[number, column] = above
                rows.setdefault(number, {})[column] = replace(above, ref=ref, row=number)
            elif text is None and anchor is not None:
                covered[number, column] = anchor
    return Grid(where, rows, covered)


def _has(table: Table, columns: Sequence[str]) -> int:
    return sum(table.has(column) for column in columns)
