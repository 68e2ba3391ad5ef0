"""Reads and writes workbooks for the Excel tools; runs inside the sandbox, a JSON request in, text out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.utils import coordinate_to_tuple, range_boundaries

ROWS_SHOWN = 2000


def read(request: dict[str, Any]) -> str:
    """Return the sheets of a workbook, or the cells of one sheet."""
    book = load_workbook(request["path"])
    if not request.get("sheet"):
        return "\n".join(f"{sheet.title}\t{sheet.dimensions}\t{sheet.sheet_state}" for sheet in book.worksheets)
    sheet = book[request["sheet"]]
    lines, shown = [], request.get("range") or sheet.dimensions
    left, top, right, bottom = range_boundaries(shown)
    rows = list(sheet.iter_rows(top, bottom, left, right))
    for row in rows[:ROWS_SHOWN]:
        filled = [f"{cell.coordinate}={cell.value}" for cell in row if cell.value is not None]
        if filled:
            lines.append("\t".join(filled))
    if len(rows) > ROWS_SHOWN:
        lines.append(f"({len(rows) - ROWS_SHOWN} rows more; ask for a range)")
    return "\n".join(lines) or "(empty)"


def write(request: dict[str, Any]) -> str:
    """Write rows into a sheet."""
    path = Path(request["path"])
    if path.exists():
        book = load_workbook(path)
    else:
        book = Workbook()
        book.remove(book.worksheets[0])
    sheet = book[request["sheet"]] if request["sheet"] in book.sheetnames else book.create_sheet(request["sheet"])
    top, left = coordinate_to_tuple(request.get("start") or "A1")
    for down, row in enumerate(request["rows"]):
        for right, value in enumerate(row):
            sheet.cell(top + down, left + right).value = value
    book.save(path)
    return f"wrote {len(request['rows'])} rows to {sheet.title} of {path}"


def main() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    sys.stdout.write({"read": read, "write": write}[request["do"]](request) + "\n")


if __name__ == "__main__":
    main()
