"""What an evaluator sees in a file, as data: behind `wp42 read`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.deliverables import WORKBOOK_KINDS, Deliverables
from wp42_pytest.evidence.kinds import READABLE, Kind, named_kind
from wp42_pytest.evidence.refusal import Reason, Unreadable
from wp42_pytest.evidence.workbook import Sheet


def inspect_file(path: Path, declared: str | None = None) -> dict[str, Any]:
    """Return what an evaluator sees in one file.

    Args:
        path: the file; its folder is trusted, the file is not.
        declared: the kind that it should be; by default the one that its name claims.

    Returns:
        `{file, kind, declared, readable, reason, …}`: `reason` is None, or what is wrong as `type: sentence`, its type
        alone being `reason_type`; then, by kind, `sheets` with cells, tables and comments, `rows`, `value`, or what the
        document parser found. `as_declared` says whether the kind found is the declared one.
    """
    path = Path(path)
    wanted = Kind(declared) if declared else named_kind(path.name)
    out = Deliverables(path.absolute().parent.resolve(), {path.name: wanted.value} if wanted else None)
    seen: dict[str, Any] = {
        "file": str(path),
        "kind": None,
        "declared": wanted.value if wanted else None,
        "readable": False,
        "reason": None,
    }
    try:
        kind = out.kind(path.name)
        seen |= {"kind": kind.value, "sha256": out.digest(path.name)}
        if kind not in READABLE:
            return seen | _refused(Reason.wrong_kind, f"files of kind {kind.value} are not read")
        seen |= _workbook(out, path.name) if kind in WORKBOOK_KINDS else out.found(path.name)
    except Unreadable as error:
        return seen | _refused(error.reason, error.sentence)
    seen["readable"] = True
    seen["as_declared"] = wanted is None or kind is wanted
    return seen


def _refused(reason: Reason, sentence: str) -> dict[str, Any]:
    return {"reason": f"{reason.value}: {sentence}", "reason_type": reason.value}


def _workbook(out: Deliverables, name: str) -> dict[str, Any]:
    book = out.workbook(name)
    sheets = [_sheet(sheet) for sheet in book.sheets]
    return {"reader": book.reader, "names": book.names, "sheets": sheets, "notes": book.notes}


def _sheet(sheet: Sheet) -> dict[str, Any]:
    return {
        "name": sheet.name,
        "hidden": sheet.hidden,
        "cells": [_cell(cell) for cell in sheet.cells],
        "tables": [table["name"] for table in sheet.declared_tables],
        "comments": [{"cell": ref, "author": author, "text": text} for ref, author, text in sheet.comments],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "cell": cell.ref.rpartition("!")[2],
        "value": cell.text,
        "type": type(cell.value).__name__,
        "formula": cell.formula,
        "provenance": cell.provenance,
    }
    if cell.alternatives:
        seen["alternatives"] = [str(value) for value in cell.alternatives]
    if cell.hidden:
        seen["hidden"] = True
    if cell.note:
        seen["note"] = cell.note
    return seen
