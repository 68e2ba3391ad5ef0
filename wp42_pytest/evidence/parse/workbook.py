"""Workbooks: every existing cell of every sheet, with formulas, formats and what is hidden.

The answer, the same for xlsx, xls and ods:
`{"sheets": [{"name", "state", "cells", "merged", "hidden_rows", "hidden_columns", "unseen", "tables", "comments"}], "names",
"notes", "reader"}`.
A cell is `[row, column, value, format, formula, flag]`, cut off after the last entry that is not empty. A value is a number, a text, a
boolean, None, `["e", code]` for an error or `["d", ISO text]` for a date; the format is "p" per cent, "d" date, "t" time of day or "".
"""

from __future__ import annotations

import math
import re
from typing import Any

from wp42_pytest.evidence.parse.formats import Formats
from wp42_pytest.evidence.parse.opc import Package
from wp42_pytest.evidence.parse.rewrite import rewritten
from wp42_pytest.evidence.parse.written_formulas import Formulas
from wp42_pytest.evidence.references import LAST_COLUMN, LAST_ROW, REFERENCE, area, column_number
from wp42_pytest.evidence.refusal import Reason, Refused

CELL_LIMIT = 1_000_000
"""Most cells of a workbook."""

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_V, _F, _IS = f"{_MAIN}v", f"{_MAIN}f", f"{_MAIN}is"
_TRUE = frozenset({"1", "true", "on"})
_SHEETS_WITH_CELLS = frozenset({"worksheet", "dialogsheet"})


LEAST_HEIGHT = 2.0
"""Points; nothing in a lower row can be seen."""
LEAST_WIDTH = 0.4
"""Characters; nothing in a narrower column can be seen."""


def read_xlsx(data: bytes) -> dict[str, Any]:
    """Return the content of an xlsx workbook, by the XML itself or, when that fails, by a second reader.

    Args:
        data: the file.

    Raises:
        Refused: neither reader can make sense of it.
    """
    package = Package(data)
    package.require_no_document_type()
    try:
        found = _Xlsx(package).read()
    except Refused as refused:
        if refused.reason in (Reason.dtd, Reason.archive_limits, Reason.too_complex):
            raise
        return _second(data, refused)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        return _second(data, error)
    if any(cell[4:5] for sheet in found["sheets"] for cell in sheet["cells"]):
        found["attached"] = rewritten(found)
    return found


def _second(data: bytes, error: Exception) -> dict[str, Any]:
    from wp42_pytest.evidence.parse.other_workbooks import read_with_calamine

    try:
        found = read_with_calamine(data)
    except Refused as refused:
        raise Refused(refused.reason, f"{error}; the second reader: {refused.sentence}") from error
    found["notes"].append(f"read by the second reader, without formulas: {error}")
    return found


class _Xlsx:
    def __init__(self, package: Package) -> None:
        self.package = package
        self.main = package.main_part("xl/workbook.xml")
        self.relations = package.relations(self.main)
        self.strings: list[str] = []
        self.formats = Formats(None, epoch_1904=False)
        self.cells = 0
        self.blemishes: list[str] = []

    def read(self) -> dict[str, Any]:
        workbook = self.package.tree(self.main)
        if workbook is None:
            raise Refused(Reason.damaged, "the package has no workbook part")
        properties = workbook.find(f"{_MAIN}workbookPr")
        epoch_1904 = properties is not None and properties.get("date1904") in _TRUE
        self.formats = Formats(self._styles(), epoch_1904=epoch_1904)
        self.strings = _shared_strings(self._related("sharedStrings"))
        sheets: list[dict[str, Any]] = []
        kept: dict[int, int] = {}
        for position, element in enumerate(workbook.iter(f"{_MAIN}sheet")):
            relation = self.relations.get(element.get(_ID, ""))
            part = relation.target if relation and not relation.external else ""
            sheet = self._sheet(part, element.get("name", ""), element.get("state", "visible"))
            if sheet is not None:
                kept[position] = len(sheets)
                sheets.append(sheet)
        if not sheets:
            raise Refused(Reason.damaged, "the workbook lists no worksheet")
        return {
            "reader": "xml",
            "sheets": sheets,
            "names": _defined_names(workbook, kept),
            "untrusted_zero": _caches_are_placeholders(workbook),
            "properties": self.package.properties(),
            "notes": self._notes(),
        }

    def _related(self, kind: str) -> Any:
        for relation in self.relations.values():
            if relation.kind == kind and not relation.external:
                return self.package.tree(relation.target)
        return None

    def _styles(self) -> Any:
        try:
            return self._related("styles")
        except Refused as refused:
            self.blemishes.append(f"its styles are damaged: {refused.sentence}")
            return None

    def _notes(self) -> list[str]:
        kinds = {relation.kind for relation in self.relations.values()}
        notes = list(self.blemishes)
        if any(name.lower().endswith("vbaproject.bin") for name in self.package.names):
            notes.append("the workbook holds macros, which were ignored")
        if "externalLink" in kinds:
            notes.append("the workbook links to other files, which were not opened")
        return notes

    def _sheet(self, part: str, name: str, state: str) -> dict[str, Any] | None:
        root = self.package.tree(part) if part else None
        if root is None:
            return {"name": name, "state": state, "cells": []}
        if root.tag.rpartition("}")[2] not in _SHEETS_WITH_CELLS:
            return None
        self.unseen: list[list[int]] = []
        sheet: dict[str, Any] = {"name": name, "state": state, "cells": self._cells(root)}
        if self.unseen:
            sheet["unseen"] = self.unseen
        if merged := [span for item in root.iter(f"{_MAIN}mergeCell") if (span := area(item.get("ref", "")))]:
            sheet["merged"] = merged
        if rows := _hidden_rows(root):
            sheet["hidden_rows"] = rows
        if columns := _hidden_columns(root):
            sheet["hidden_columns"] = columns
        relations = self.package.relations(part).values()
        tables = [found for item in relations if item.kind == "table" and (found := self._table(item.target))]
        if tables:
            sheet["tables"] = tables
        comments = [found for item in relations if item.kind == "comments" for found in self._comments(item.target)]
        if comments:
            sheet["comments"] = comments
        return sheet

    def _cells(self, root: Any) -> list[list[Any]]:
        data = root.find(f"{_MAIN}sheetData")
        found: list[list[Any]] = []
        if data is None:
            return found
        formulas = Formulas()
        row = 0
        for row_element in data.iterchildren(f"{_MAIN}row"):
            row = _natural(row_element.get("r")) or row + 1
            written = str(row)
            column = 0
            for element in row_element.iterchildren(f"{_MAIN}c"):
                own_row = row
                if place := element.get("r"):
                    letters = place[: -len(written)]
                    if place.endswith(written) and letters.isalpha() and letters.isupper():
                        column = column_number(letters)
                    elif match := REFERENCE.fullmatch(place):
                        own_row, column = int(match[2]), column_number(match[1])
                    else:
                        column += 1
                else:
                    column += 1
                if (
                    own_row <= LAST_ROW
                    and column <= LAST_COLUMN
                    and (cell := self._cell(element, own_row, column, formulas))
                ):
                    found.append(cell)
            if self.cells + len(found) > CELL_LIMIT:
                raise Refused(Reason.too_complex, f"the workbook has more than {CELL_LIMIT:,} cells")
        self.cells += len(found)
        formulas.mark_members(found)
        return found

    def _cell(self, element: Any, row: int, column: int, formulas: Formulas) -> list[Any] | None:
        raw = formula = inline = None
        for child in element:
            tag = child.tag
            if tag == _V:
                raw = child.text
            elif tag == _F:
                formula = formulas.text(child, row, column)
            elif tag == _IS:
                inline = child
        if raw is None and formula is None and inline is None:
            return None
        style = element.get("s")
        shown = self.formats.of(style)
        if self.formats.unseen(style):
            self.unseen.append([row, column])
        value = rich_text(inline) if inline is not None else self._value(element.get("t", "n"), raw, shown)
        if formula:
            return [row, column, value, shown, *formula]
        if value is None or value == "":
            return None
        return [row, column, value, shown] if shown else [row, column, value]

    def _value(self, kind: str, raw: str | None, shown: str) -> Any:
        if raw is None:
            return "" if kind == "str" else None
        if kind == "n":
            return self._number(raw, shown)
        if kind == "s":
            index = _natural(raw.strip())
            return self.strings[index] if index is not None and index < len(self.strings) else None
        if kind in ("str", "inlineStr"):
            return unescaped(raw)
        text = raw.strip()
        if kind == "b":
            return text in _TRUE
        if kind == "e":
            return ["e", text]
        if kind == "d":
            return ["d", text]
        return self._number(raw, shown)

    def _number(self, raw: str, shown: str) -> Any:
        try:
            number = float(raw)
        except ValueError:
            return ["e", "#NUM!"] if raw.strip() else None
        if not math.isfinite(number):
            return ["e", "#NUM!"]
        if shown == "d":
            return self.formats.date(number) or number
        return int(number) if number.is_integer() and abs(number) < 1e15 else number

    def _table(self, part: str) -> dict[str, Any] | None:
        root = self.package.tree(part)
        if root is None or not (span := area(root.get("ref", ""))):
            return None
        headers = _natural(root.get("headerRowCount", "1"))
        return {
            "name": root.get("displayName") or root.get("name") or "",
            "area": span,
            "columns": [unescaped(item.get("name", "")) for item in root.iter(f"{_MAIN}tableColumn")],
            "header_rows": 1 if headers is None else headers,
            "total_rows": _natural(root.get("totalsRowCount", "0")) or 0,
        }

    def _comments(self, part: str) -> list[list[Any]]:
        root = self.package.tree(part)
        if root is None:
            return []
        authors = [item.text or "" for item in root.iter(f"{_MAIN}author")]
        found = []
        for item in root.iter(f"{_MAIN}comment"):
            index = _natural(item.get("authorId"))
            author = authors[index] if index is not None and index < len(authors) else ""
            text = item.find(f"{_MAIN}text")
            found.append([item.get("ref", ""), author, rich_text(text) if text is not None else ""])
        return found


def _shared_strings(root: Any) -> list[str]:
    return [] if root is None else [rich_text(item) for item in root.iterchildren(f"{_MAIN}si")]


def rich_text(element: Any) -> str:
    """Return the text of a string item: its own and that of its runs, without phonetic hints."""
    pieces = []
    for child in element.iterchildren():
        if child.tag == f"{_MAIN}t":
            pieces.append(child.text or "")
        elif child.tag == f"{_MAIN}r":
            pieces.extend(item.text or "" for item in child.iterchildren(f"{_MAIN}t"))
    return unescaped("".join(pieces))


def unescaped(text: str) -> str:
    """Return a text with its _x000D_ escapes resolved."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def _defined_names(workbook: Any, kept: dict[int, int]) -> list[dict[str, Any]]:
    """Return the names; a name of one sheet says which, chart sheets not counted."""
    found = []
    for item in workbook.iter(f"{_MAIN}definedName"):
        name = {"name": item.get("name", ""), "refers": (item.text or "").strip()}
        scope = _natural(item.get("localSheetId"))
        if scope is None:
            found.append(name)
        elif scope in kept:
            found.append({**name, "scope": kept[scope]})
    return found


def _caches_are_placeholders(workbook: Any) -> bool:
    """Tell whether the writer left computing to Excel, as XlsxWriter does, which puts a 0 into every formula cell."""
    properties = workbook.find(f"{_MAIN}calcPr")
    return properties is not None and (
        properties.get("fullCalcOnLoad") in _TRUE or properties.get("calcId") == "124519"
    )


def _hidden_rows(root: Any) -> list[int]:
    found = []
    row = 0
    data = root.find(f"{_MAIN}sheetData")
    for element in () if data is None else data.iterchildren(f"{_MAIN}row"):
        row = _natural(element.get("r")) or row + 1
        if element.get("hidden") in _TRUE or _below(element.get("ht"), LEAST_HEIGHT):
            found.append(row)
    return found


def _hidden_columns(root: Any) -> list[list[int]]:
    """Return the hidden columns as ranges; a file may name the same columns many times."""
    hidden: set[int] = set()
    for element in root.iterfind(f"{_MAIN}cols/{_MAIN}col"):
        low, high = _natural(element.get("min")), _natural(element.get("max"))
        if low and high and (element.get("hidden") in _TRUE or _below(element.get("width"), LEAST_WIDTH)):
            hidden.update(range(low, min(high, LAST_COLUMN) + 1))
    found: list[list[int]] = []
    for column in sorted(hidden):
        if found and found[-1][1] == column - 1:
            found[-1][1] = column
        else:
            found.append([column, column])
    return found


def _below(text: str | None, least: float) -> bool:
    try:
        return text is not None and float(text) < least
    except ValueError:
        return False


def _natural(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None
