"""Workbooks that are not xlsx, and xlsx files that only a more forgiving reader opens."""

from __future__ import annotations

import io
from datetime import date, datetime, time, timedelta
from typing import Any

from wp42_pytest.evidence.parse.formats import Formats, format_class
from wp42_pytest.evidence.refusal import Reason, Refused

AREA_LIMIT = 4_000_000
"""Most cells of the rectangle that calamine spans around a sheet's cells before it is asked for them."""


def read_with_calamine(data: bytes) -> dict[str, Any]:
    """Return the values of a workbook of any kind, by python-calamine; it knows no formulas, and no errors apart from blanks.

    Args:
        data: the file.

    Raises:
        Refused: encrypted, damaged, or spread too wide.
    """
    import python_calamine as calamine

    try:
        book = calamine.load_workbook(io.BytesIO(data))
    except calamine.PasswordError as error:
        raise Refused(Reason.encrypted, "it is protected by a password") from error
    except (calamine.CalamineError, ValueError, OSError) as error:
        raise Refused(Reason.damaged, f"{error}") from error
    sheets = []
    for meta in book.sheets_metadata:
        if meta.typ != calamine.SheetTypeEnum.WorkSheet:
            continue
        try:
            sheet = book.get_sheet_by_name(meta.name)
        except (calamine.CalamineError, ValueError) as error:
            raise Refused(Reason.damaged, f"sheet {meta.name!r}: {error}") from error
        if sheet.height * sheet.width > AREA_LIMIT:
            raise Refused(Reason.too_complex, f"sheet {meta.name!r} spans {sheet.height:,} × {sheet.width:,} cells")
        top, left = sheet.start or (0, 0)
        cells = [
            [top + row, left + column, value]
            for row, line in enumerate(sheet.to_python(skip_empty_area=True), 1)
            for column, item in enumerate(line, 1)
            if (value := _value(item)) is not None
        ]
        state = "visible" if meta.visible == calamine.SheetVisibleEnum.Visible else "hidden"
        found: dict[str, Any] = {"name": meta.name, "state": state, "cells": cells}
        merged = [[a + 1, b + 1, c + 1, d + 1] for (a, b), (c, d) in sheet.merged_cell_ranges or []]
        sheets.append({**found, "merged": merged} if merged else found)
    return {"reader": "calamine", "sheets": sheets, "names": [], "notes": []}


def _value(item: Any) -> Any:
    if isinstance(item, bool):
        return item
    if isinstance(item, datetime):
        return ["d", item.date().isoformat() if item.time() == time.min else item.isoformat()]
    if isinstance(item, date):
        return ["d", item.isoformat()]
    if isinstance(item, time):
        return (item.hour * 3600 + item.minute * 60 + item.second) / 86_400
    if isinstance(item, timedelta):
        return item.total_seconds() / 86_400
    if isinstance(item, float):
        return int(item) if item.is_integer() and abs(item) < 1e15 else item
    return item if item != "" else None


def read_xls(data: bytes) -> dict[str, Any]:
    """Return the content of an old Excel file.

    Its formulas are not read: their values were computed by the program that wrote the file.

    Args:
        data: the file.

    Raises:
        Refused: encrypted or damaged.
    """
    import xlrd

    try:
        book = xlrd.open_workbook(file_contents=data, formatting_info=True, logfile=io.StringIO())
    except xlrd.XLRDError as error:
        reason = Reason.encrypted if "encrypt" in str(error).lower() else Reason.damaged
        raise Refused(reason, f"{error}") from error
    except Exception:  # xlrd raises whatever the bytes lead it to; the second reader decides
        return read_with_calamine(data)
    formats = Formats(None, epoch_1904=book.datemode == 1)
    sheets = []
    for sheet in book.sheets():
        cells = [
            [row + 1, column + 1, *value]
            for row in range(sheet.nrows)
            for column in range(sheet.row_len(row))
            if (value := _xls_value(book, sheet, row, column, formats)) is not None
        ]
        found: dict[str, Any] = {
            "name": sheet.name,
            "state": "visible" if sheet.visibility == 0 else "hidden",
            "cells": cells,
        }
        found["merged"] = [[low + 1, left + 1, high, right] for low, high, left, right in sheet.merged_cells]
        found["hidden_rows"] = [row + 1 for row, info in sheet.rowinfo_map.items() if info.hidden]
        found["hidden_columns"] = [
            [column + 1, column + 1] for column, info in sheet.colinfo_map.items() if info.hidden
        ]
        sheets.append(found)
    return {"reader": "xlrd", "sheets": sheets, "names": [], "notes": []}


def _xls_value(book: Any, sheet: Any, row: int, column: int, formats: Formats) -> list[Any] | None:
    import xlrd

    kind, value = sheet.cell_type(row, column), sheet.cell_value(row, column)
    if kind == xlrd.XL_CELL_TEXT:
        return [value] if value else None
    if kind == xlrd.XL_CELL_BOOLEAN:
        return [bool(value)]
    if kind == xlrd.XL_CELL_ERROR:
        return [["e", xlrd.error_text_from_code.get(value, "#VALUE!")]]
    if kind not in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
        return None
    style = book.xf_list[sheet.cell_xf_index(row, column)]
    code = book.format_map[style.format_key].format_str if style.format_key in book.format_map else ""
    shown = format_class(code)
    if shown == "d":
        return [formats.date(value) or value, shown]
    number = int(value) if float(value).is_integer() and abs(value) < 1e15 else value
    return [number, shown] if shown else [number]
