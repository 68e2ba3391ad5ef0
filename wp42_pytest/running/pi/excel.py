"""Reads and writes workbooks for the Excel tools; runs inside the sandbox, a JSON request in, text out."""

import json
import sys
from pathlib import Path

from openpyxl import Workbook, load_workbook
from openpyxl.utils import coordinate_to_tuple

ROWS_SHOWN = 2000


def read(request):
    """Return the sheets of a workbook, or the cells of one sheet."""
    book = load_workbook(request["path"])
    if not request.get("sheet"):
        return "\n".join(f"{sheet.title}\t{sheet.dimensions}\t{sheet.sheet_state}" for sheet in book.worksheets)
    sheet = book[request["sheet"]]
    area = sheet[request.get("range") or sheet.dimensions]
    rows = (
        area
        if isinstance(area, tuple) and isinstance(area[0], tuple)
        else ((area,),)
        if not isinstance(area, tuple)
        else (area,)
    )
    lines = []
    for row in rows[:ROWS_SHOWN]:
        filled = [f"{cell.coordinate}={cell.value}" for cell in row if cell.value is not None]
        if filled:
            lines.append("\t".join(filled))
    if len(rows) > ROWS_SHOWN:
        lines.append(f"({len(rows) - ROWS_SHOWN} rows more; ask for a range)")
    return "\n".join(lines) or "(empty)"


def write(request):
    """Write rows into a sheet."""
    path = Path(request["path"])
    if path.exists():
        book = load_workbook(path)
    else:
        book = Workbook()
        book.remove(book.active)
    sheet = book[request["sheet"]] if request["sheet"] in book.sheetnames else book.create_sheet(request["sheet"])
    top, left = coordinate_to_tuple(request.get("start") or "A1")
    for down, row in enumerate(request["rows"]):
        for right, value in enumerate(row):
            sheet.cell(top + down, left + right).value = value
    book.save(path)
    return f"wrote {len(request['rows'])} rows to {sheet.title} of {path}"


def main():
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    sys.stdout.write({"read": read, "write": write}[request["do"]](request) + "\n")


if __name__ == "__main__":
    main()
