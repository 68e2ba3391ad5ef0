"""OpenDocument spreadsheets: the same answer as for xlsx, with their formulas in Excel's notation."""

from __future__ import annotations

import re
from typing import Any

from wp42_pytest.evidence.parse.opc import Package
from wp42_pytest.evidence.parse.rewrite import rewritten
from wp42_pytest.evidence.references import LAST_COLUMN, LAST_ROW, column_letters
from wp42_pytest.evidence.refusal import Reason, Refused

CELL_LIMIT = 1_000_000
REPEAT_LIMIT = 10_000
"""Most times that a filled cell or row is repeated; beyond it the repetition is formatting, not content."""

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_MANIFEST = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}"
_DURATION = re.compile(r"(-)?P(?:(\d+)D)?T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?")
_TOKEN = re.compile(
    r'"(?:[^"]|"")*"|\[(?:[^\]\']|\'(?:[^\']|\'\')*\')*\]|\{[^}]*\}|;|~|\b(?:COM\.MICROSOFT|ORG\.\w+)\.'
)
_END = re.compile(r"(\$?(?:'(?:[^']|'')*'|[^.'\[\]:]+))?\.(\$?[A-Z]{1,3}\$?\d+|\$?[A-Z]{1,3}|\$?\d+|#REF!)")


def read_ods(data: bytes) -> dict[str, Any]:
    """Return the content of an OpenDocument spreadsheet.

    Args:
        data: the file.

    Raises:
        Refused: encrypted or damaged.
    """
    package = Package(data)
    manifest = package.tree("META-INF/manifest.xml")
    if manifest is not None and next(manifest.iter(f"{_MANIFEST}encryption-data"), None) is not None:
        raise Refused(Reason.encrypted, "it is protected by a password")
    root = package.tree("content.xml")
    if root is None:
        raise Refused(Reason.damaged, "the package has no content.xml")
    spreadsheet = root.find(f"{_OFFICE}body/{_OFFICE}spreadsheet")
    if spreadsheet is None:
        raise Refused(Reason.damaged, "the document is no spreadsheet")
    hidden = {
        style.get(f"{_STYLE}name")
        for style in root.iter(f"{_STYLE}style")
        for properties in style.iterchildren(f"{_STYLE}table-properties")
        if properties.get(f"{_TABLE}display") == "false"
    }
    book: dict[str, Any] = {
        "reader": "xml",
        "sheets": [_sheet(table, hidden) for table in spreadsheet.iterchildren(f"{_TABLE}table")],
        "names": _names(spreadsheet),
        "notes": [],
    }
    if any(cell[4:5] for sheet in book["sheets"] for cell in sheet["cells"]):
        book["attached"] = rewritten(book)
    return book


def _sheet(table: Any, hidden_styles: set[str | None]) -> dict[str, Any]:
    sheet: dict[str, Any] = {
        "name": table.get(f"{_TABLE}name", ""),
        "state": "hidden" if table.get(f"{_TABLE}style-name") in hidden_styles else "visible",
        "cells": [],
        "merged": [],
        "hidden_rows": [],
        "hidden_columns": _hidden_columns(table),
        "comments": [],
    }
    row = 0
    for element in _rows(table):
        repeated = _count(element, "number-rows-repeated")
        own: list[list[Any]] = []
        _read_row(element, row + 1, own, sheet)
        times = min(repeated, REPEAT_LIMIT) if own else 1
        if element.get(f"{_TABLE}visibility", "visible") != "visible" and own:
            sheet["hidden_rows"] += range(row + 1, row + 1 + times)
        for offset in range(times):
            sheet["cells"] += own if offset == 0 else [[row + 1 + offset, *cell[1:]] for cell in own]
        if len(sheet["cells"]) > CELL_LIMIT:
            raise Refused(Reason.too_complex, f"the spreadsheet has more than {CELL_LIMIT:,} cells")
        row += repeated
        if row >= LAST_ROW:
            break
    return sheet


def _rows(table: Any) -> Any:
    for element in table.iterchildren():
        if element.tag == f"{_TABLE}table-row":
            yield element
        elif element.tag in (f"{_TABLE}table-row-group", f"{_TABLE}table-header-rows", f"{_TABLE}table-rows"):
            yield from _rows(element)


def _read_row(element: Any, row: int, cells: list[list[Any]], sheet: dict[str, Any]) -> None:
    column = 1
    for cell in element.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
        repeated = _count(cell, "number-columns-repeated")
        wide, high = _count(cell, "number-columns-spanned"), _count(cell, "number-rows-spanned")
        if wide * high > 1:
            sheet["merged"].append([row, column, row + high - 1, column + wide - 1])
        for comment in cell.iterchildren(f"{_OFFICE}annotation"):
            sheet["comments"].append([f"{column_letters(column)}{row}", "", _paragraphs(comment)])
        found = _cell(cell, row, column)
        if found is not None:
            cells += [[row, column + offset, *found] for offset in range(min(repeated, REPEAT_LIMIT, LAST_COLUMN))]
        column += repeated
        if column > LAST_COLUMN:
            break


def _cell(element: Any, row: int, column: int) -> list[Any] | None:
    value, shown = _value(element)
    formula = element.get(f"{_TABLE}formula")
    if formula:
        found = [value, shown, "=" + excel_formula(formula)]
        wide, high = _count(element, "number-matrix-columns-spanned"), _count(element, "number-matrix-rows-spanned")
        if element.get(f"{_TABLE}number-matrix-columns-spanned"):
            corner = f"{column_letters(column + wide - 1)}{row + high - 1}"
            found.append(f"a:{column_letters(column)}{row}:{corner}")
        return found
    if value is None or value == "":
        return None
    return [value, shown] if shown else [value]


def _value(element: Any) -> tuple[Any, str]:
    kind = element.get(f"{_OFFICE}value-type")
    if element.get(f"{_CALC}value-type") == "error":
        return ["e", _paragraphs(element) or "#VALUE!"], ""
    if kind in ("float", "percentage", "currency"):
        try:
            number = float(element.get(f"{_OFFICE}value", ""))
        except ValueError:
            return ["e", "#NUM!"], ""
        whole = number.is_integer() and abs(number) < 1e15
        return (int(number) if whole else number), "p" if kind == "percentage" else ""
    if kind == "date":
        text = element.get(f"{_OFFICE}date-value", "")
        return ["d", text.removesuffix("T00:00:00")], "d"
    if kind == "time":
        match = _DURATION.fullmatch(element.get(f"{_OFFICE}time-value", ""))
        if match is None:
            return _paragraphs(element), ""
        days, hours, minutes = (int(match[group] or 0) for group in (2, 3, 4))
        seconds = float((match[5] or "0").replace(",", "."))
        amount = days + hours / 24 + minutes / 1440 + seconds / 86_400
        return (-amount if match[1] else amount), "t"
    if kind == "boolean":
        return element.get(f"{_OFFICE}boolean-value") == "true", ""
    if kind == "string" or kind is None:
        text = _paragraphs(element) or element.get(f"{_OFFICE}string-value") or ""
        return (text if text or element.get(f"{_TABLE}formula") else None), ""
    return _paragraphs(element), ""


def _paragraphs(element: Any) -> str:
    return "\n".join(_text(paragraph) for paragraph in element.iterchildren(f"{_TEXT}p"))


def _text(element: Any) -> str:
    pieces = [element.text or ""]
    for child in element.iterchildren():
        if child.tag == f"{_TEXT}s":
            pieces.append(" " * min(_number(child.get(f"{_TEXT}c")), 1000))
        elif child.tag in (f"{_TEXT}tab", f"{_TEXT}line-break"):
            pieces.append("\t" if child.tag.endswith("tab") else "\n")
        elif child.tag != f"{_OFFICE}annotation":
            pieces.append(_text(child))
        pieces.append(child.tail or "")
    return "".join(pieces)


def _hidden_columns(table: Any) -> list[list[int]]:
    found = []
    column = 1
    for element in table.iter(f"{_TABLE}table-column"):
        repeated = _count(element, "number-columns-repeated")
        if element.get(f"{_TABLE}visibility", "visible") != "visible":
            found.append([column, column + repeated - 1])
        column += repeated
    return found


def _names(spreadsheet: Any) -> list[dict[str, Any]]:
    found = []
    for item in spreadsheet.iter(f"{_TABLE}named-range"):
        reference = excel_formula(f"[{item.get(f'{_TABLE}cell-range-address', '')}]")
        found.append({"name": item.get(f"{_TABLE}name", ""), "refers": reference})
    for item in spreadsheet.iter(f"{_TABLE}named-expression"):
        found.append(
            {"name": item.get(f"{_TABLE}name", ""), "refers": excel_formula(item.get(f"{_TABLE}expression", ""))}
        )
    return found


def excel_formula(formula: str) -> str:
    """Return an OpenFormula expression in Excel's notation, without its equals sign.

    Args:
        formula: for example `of:=SUM([.B2:.B8];[$'Cash flow'.C1])`.
    """
    text = re.sub(r"^(?:of|oooc|msoxl):", "", formula).removeprefix("=")
    return _TOKEN.sub(lambda match: _translated(match[0]), text) if not formula.startswith("msoxl:") else text


def _translated(piece: str) -> str:
    if piece == ";":
        return ","
    if piece == "~":
        return ","
    if piece.startswith("["):
        return _reference(piece[1:-1])
    if piece.startswith("{"):
        return piece.replace(";", ",").replace("|", ";")
    return piece if piece.startswith('"') else ""


def _reference(text: str) -> str:
    if "'#" in text or "://" in text:
        return "[external]Sheet!A1"
    ends = list(_END.finditer(text))
    if not ends:
        return text
    pieces = []
    for position, end in enumerate(ends):
        sheet = (end[1] or "").removeprefix("$")
        pieces.append((sheet + "!" if sheet and position == 0 else "") + end[2])
    return ":".join(pieces)


def _count(element: Any, name: str) -> int:
    return max(1, _number(element.get(f"{_TABLE}{name}")))


def _number(text: str | None) -> int:
    return int(text) if text and text.isdigit() and len(text) < 9 else 1
