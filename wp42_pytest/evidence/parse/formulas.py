"""The two formula engines, each run in a child of its own on the plain book that `rewrite` made.

An answer is `{"sheets": [[[row, column, value], …], …]}` with the value of every formula cell and of every cell that an array
spilled into; a value is a number, a text, a boolean or `["e", code]`.
"""

from __future__ import annotations

import io
import math
import os
import re
import tempfile
import zipfile
from datetime import UTC, datetime
from typing import Any

from wp42_pytest.evidence.references import REFERENCE, column_number
from wp42_pytest.evidence.refusal import Reason, Refused

CLOCK = datetime(2025, 11, 4, 12, tzinfo=UTC)
SEED = 42

_CELL = re.compile(
    r'<c r="([A-Z]+)(\d+)"(?:(?! t=)[^>])*?(?: t="(\w+)")?[^>]*>(?:<f[^>]*>[^<]*</f>|<f[^>]*/>)(?:<v>([^<]*)</v>)?'
)
_PLACE = re.compile(r'<c r="([A-Z]+)(\d+)"[^>]*>(<f)?')
_PART = "xl/worksheets/sheet{}.xml"


def compute_with_formualizer(data: bytes) -> dict[str, Any]:
    """Return the values that formualizer computes.

    Args:
        data: a book made by `rewritten`.
    """
    import formualizer

    try:
        result = formualizer.recalculate_xlsx_bytes(data, rng_seed=SEED, deterministic_timestamp_utc=CLOCK)
    except Exception:
        # One cell that it cannot take makes it refuse the whole book; the other way of loading gives the other cells.
        return _loaded_by_formualizer(data)
    return {"sheets": _recalculated(data, result["bytes"])}


def _recalculated(before: bytes, after: bytes) -> list[list[list[Any]]]:
    from lxml import etree

    main = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    sheets = []
    with zipfile.ZipFile(io.BytesIO(after)) as archive:
        for places in _places(before):
            number = len(sheets) + 1
            found = []
            root = etree.fromstring(archive.read(_PART.format(number)), etree.XMLParser(resolve_entities=False))
            for element in root.iter(f"{main}c"):
                place = REFERENCE.fullmatch(element.get("r", ""))
                if place is None:
                    continue
                key = (int(place[2]), column_number(place[1]))
                if places.get(key, True):
                    text = element.findtext(f"{main}v")
                    if text is None:
                        text = "".join(element.itertext(f"{main}t"))
                    found.append([*key, _cached(element.get("t", "n"), text)])
            sheets.append(found)
    return sheets


def _cached(kind: str, text: str) -> Any:
    if kind == "e":
        return ["e", text]
    if kind == "b":
        return text == "1"
    if kind in ("str", "inlineStr"):
        return text
    return _number(text) if text else ["e", "#NAME?"]


def _number(text: str | float) -> Any:
    try:
        value = float(text)
    except ValueError:
        return ["e", "#NUM!"]
    if not math.isfinite(value):
        return ["e", "#NUM!"]
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _loaded_by_formualizer(data: bytes) -> dict[str, Any]:
    import formualizer

    try:
        book = formualizer.load_workbook_bytes(data)
        book.evaluate_all()
    except Exception as error:
        raise Refused(Reason.too_complex, f"formualizer: {error}"[:200]) from error
    sheets = []
    for name, places in zip(book.sheet_names, _places(data), strict=False):
        found = []
        for (row, column), is_formula in places.items():
            if is_formula:
                found.append([row, column, _literal(book.get_value(name, row, column))])
        sheets.append(found)
    return {"sheets": sheets}


def _literal(value: Any) -> Any:
    if value is None:
        return ["e", "#NAME?"]
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int | float):
        return _number(value)
    kind = getattr(value, "kind", None) or (value.get("kind") if isinstance(value, dict) else None)
    return ["e", str(kind or "#NAME?")]


def _places(data: bytes) -> list[dict[tuple[int, int], bool]]:
    """Return for each sheet of a book of ours the cells that it holds, and which of them are formulas."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        count = sum(name.startswith("xl/worksheets/sheet") for name in archive.namelist())
        texts = [archive.read(_PART.format(number)).decode() for number in range(1, count + 1)]
    return [
        {(int(row), column_number(letters)): bool(formula) for letters, row, formula in _PLACE.findall(text)}
        for text in texts
    ]


def compute_with_ironcalc(data: bytes) -> dict[str, Any]:
    """Return the values that ironcalc computes.

    Args:
        data: a book made by `rewritten`.
    """
    import ironcalc

    with tempfile.NamedTemporaryFile(dir=_memory_folder(), suffix=".xlsx") as file:
        file.write(data)
        file.flush()
        model = ironcalc.load_from_xlsx(file.name)
    model.evaluate()
    places = _places(data)
    sheets: list[list[list[Any]]] = [[] for _ in places]
    error = ironcalc.CellType.ErrorValue
    for sheet, row, column in model.get_all_cells():
        if sheet < len(places) and places[sheet].get((row, column), True):
            value = model.get_cell_value(sheet, row, column)
            if isinstance(value, str) and model.get_cell_type(sheet, row, column) == error:
                value = ["e", value]
            elif isinstance(value, float):
                value = _number(value)
            if value is not None:
                sheets[sheet].append([row, column, value])
    return {"sheets": sheets}


def _memory_folder() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - the file has a random name and is ours alone
