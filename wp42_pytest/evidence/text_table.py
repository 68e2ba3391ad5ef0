"""Text tables as grids of cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.references import column_letters
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.tables import Aliases, Grid, Table

_DECIMAL_COMMA = re.compile(r"[-+(]?[0-9][0-9 .'\u00a0\u202f]*,(?:[0-9]{1,2}|[0-9]{4,})\)?")
_DECIMAL_POINT = re.compile(r"[-+(]?[0-9][0-9 ,'\u00a0\u202f]*\.(?:[0-9]{1,2}|[0-9]{4,})\)?")


def grid_of_rows(name: str, rows: Sequence[Sequence[str]], locale: str | None = "en") -> Grid:
    """Return the fields of a text table as a grid; fields of white space are blank.

    Args:
        name: for messages.
        rows: the fields by row.
        locale: decides how `1,234` is read.
    """
    found = {}
    for number, row in enumerate(rows, 1):
        cells = {
            column: Cell(f"{name}!{column_letters(column)}{number}", field, locale=locale, row=number, column=column)
            for column, field in enumerate(row, 1)
            if field.strip()
        }
        if cells:
            found[number] = cells
    return Grid(name, found)


def writes_decimal_commas(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the numbers of a text table have commas, and never points, before their decimals.

    Args:
        rows: the fields by row.
    """
    fields = [field.strip() for row in rows for field in row]
    return any(map(_DECIMAL_COMMA.fullmatch, fields)) and not any(map(_DECIMAL_POINT.fullmatch, fields))


def table_of_rows(grid: Grid, columns: Sequence[str] = (), aliases: Aliases | None = None) -> Table:
    """Return the table of a grid.

    Args:
        grid: the cells.
        columns: headers that find the header row; without any it is the first row of texts that spans the table.
        aliases: column → other headers that mean it.

    Raises:
        NotMet: there is no such row.
    """
    if columns:
        return grid.table(columns, aliases)
    if not grid.rows:
        raise NotMet(f"{grid.where} holds no rows")
    width = Counter(len(cells) for cells in grid.rows.values()).most_common(1)[0][0]
    number = next(number for number, cells in grid.rows.items() if len(cells) * 2 > width)
    return grid.table([cell.text for cell in grid.rows[number].values()], aliases)
