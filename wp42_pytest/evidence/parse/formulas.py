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
from html import unescape
from typing import Any

from wp42_pytest.evidence.parse.lifting import lifted
from wp42_pytest.evidence.references import column_letters, column_number
from wp42_pytest.evidence.refusal import Reason, Refused

CLOCK = datetime(2025, 11, 4, 12, tzinfo=UTC)
SEED = 42

SYNTAX = "#SYNTAX!"
"""Our code for a text behind an equals sign that is no formula at all, whatever value the file claims for it."""

RETRIES = 3

Place = tuple[int, int]
Values = list[dict[Place, Any]]

_PLACE = re.compile(r'<c r="([A-Z]+)(\d+)"[^>]*>(<f)?')
_RESULT = re.compile(
    r'<c r="([A-Z]+)(\d+)"((?: [a-z]+="[^"]*")*)(?:/>|>(?:<f[^>]*/>|<f[^>]*>[^<]*</f>)?'
    r"(?:<v>([^<]*)</v>|<v[^>]*/>|<is>(.*?)</is>)?</c>)",
    re.DOTALL,
)
_FORMULA = r'<c r="{}"><f[^>]*>([^<]*)</f></c>'
_TYPE = re.compile(r' t="(\w+)"')
_TAG = re.compile(r"<[^>]*>")
_AREA_NAME = re.compile(r'<definedName name="([^"]*)"[^>]*>[^<(]*:[^<(]*</definedName>')
_PART = "xl/worksheets/sheet{}.xml"
_CODES = {
    "div": "#DIV/0!",
    "na": "#N/A",
    "name": "#NAME?",
    "null": "#NULL!",
    "num": "#NUM!",
    "ref": "#REF!",
    "value": "#VALUE!",
    "spill": "#SPILL!",
    "calc": "#CALC!",
    "circ": "#CIRC!",
    "nimpl": "#N/IMPL!",
}
_ENCODABLE = frozenset({"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!"})


def compute_with_formualizer(data: bytes) -> dict[str, Any]:
    """Return the values that formualizer computes.

    Args:
        data: a book made by `rewritten`.
    """
    import formualizer

    data, sheets = _prepared(data)
    refused: Values = [{} for _ in sheets]
    for _ in range(RETRIES):
        try:
            result = formualizer.recalculate_xlsx_bytes(data, rng_seed=SEED, deterministic_timestamp_utc=CLOCK)
        except OSError:
            # A circular or unsupported cell makes it refuse the whole book. Its other way of loading says which cells
            # those are; with them set aside it takes the book.
            loaded = _loaded(data, sheets)
            offending = [{place: value for place, value in cells.items() if _offends(value)} for cells in loaded]
            if not any(offending):
                return _answer(loaded, refused)
            for cells, worse in zip(refused, offending, strict=True):
                cells.update(worse)
            data, sheets = _set_aside(data, sheets, offending)
        else:
            return _answer(_recalculated(sheets, result["bytes"]), refused)
    return _answer(_loaded(data, sheets), refused)


def _answer(values: Values, refused: Values) -> dict[str, Any]:
    merged = [{**cells, **worse} for cells, worse in zip(values, refused, strict=True)]
    return {"sheets": [[[*place, value] for place, value in cells.items()] for cells in merged]}


def _recalculated(before: list[str], after: bytes) -> Values:
    found: Values = []
    for text, places in zip(_sheet_texts(after), map(_places, before), strict=True):
        values: dict[Place, Any] = {}
        for letters, row, attributes, value, inline in _RESULT.findall(text):
            place = (int(row), column_number(letters))
            if places.get(place, True):
                kind = _TYPE.search(attributes)
                values[place] = _cached(kind[1] if kind else "n", unescape(value or _TAG.sub("", inline)))
        found.append(values)
    return found


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


def _loaded(data: bytes, sheets: list[str]) -> Values:
    import formualizer

    try:
        book = formualizer.load_workbook_bytes(data)
        book.evaluate_all()
    except (OSError, ValueError, RuntimeError, formualizer.ExcelEvaluationError) as error:
        raise Refused(Reason.too_complex, f"formualizer: {error}"[:200]) from error
    found: Values = []
    for name, text in zip(book.sheet_names, sheets, strict=True):
        values: dict[Place, Any] = {}
        for (row, column), is_formula in _places(text).items():
            if is_formula:
                value = _literal(book.get_value(name, row, column))
                if value == ["e", "#ERROR!"] and not _parses(text, row, column):
                    value = ["e", SYNTAX]
                values[row, column] = value
        found.append(values)
    return found


def _literal(value: Any) -> Any:
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int | float):
        return _number(value)
    kind = value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)
    return ["e", _CODES.get(str(kind).lower(), "#ERROR!")]


def _parses(text: str, row: int, column: int) -> bool:
    import formualizer

    found = re.search(_FORMULA.format(f"{column_letters(column)}{row}"), text)
    if found is None:
        return True
    try:
        formualizer.parse("=" + unescape(found[1]))
    except (formualizer.ParserError, formualizer.TokenizerError, ValueError):
        return False
    return True


def _offends(value: Any) -> bool:
    return isinstance(value, list) and value[1] not in _ENCODABLE


def _set_aside(data: bytes, sheets: list[str], cells: Values) -> tuple[bytes, list[str]]:
    """Return the book with some formulas replaced by the error #NAME?."""
    changed = []
    for text, own in zip(sheets, cells, strict=True):
        names = {f"{column_letters(column)}{row}" for row, column in own}

        def replaced(match: re.Match[str], names: set[str] = names) -> str:
            return f'<c r="{match[1]}" t="e"><v>#NAME?</v></c>' if match[1] in names else match[0]

        changed.append(re.sub(r'<c r="([A-Z]+\d+)"><f[^>]*>[^<]*</f></c>', replaced, text) if names else text)
    return _with_sheets(data, changed), changed


def _with_sheets(data: bytes, sheets: list[str]) -> bytes:
    buffer = io.BytesIO()
    parts = {_PART.format(number): text for number, text in enumerate(sheets, 1)}
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            new.writestr(name, parts.get(name) or old.read(name))
    return buffer.getvalue()


def _prepared(data: bytes) -> tuple[bytes, list[str]]:
    """Return the book and its sheets with the formulas lifted that both engines would get wrong."""
    sheets = _sheet_texts(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = _AREA_NAME.findall(archive.read("xl/workbook.xml").decode())
    changed = lifted(sheets, frozenset(unescape(name).upper() for name in names))
    return (data, sheets) if changed == sheets else (_with_sheets(data, changed), changed)


def _sheet_texts(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        count = sum(name.startswith("xl/worksheets/sheet") for name in archive.namelist())
        return [archive.read(_PART.format(number)).decode() for number in range(1, count + 1)]


def _places(text: str) -> dict[Place, bool]:
    """Return the cells of a sheet of ours, and which of them are formulas."""
    return {(int(row), column_number(letters)): bool(formula) for letters, row, formula in _PLACE.findall(text)}


def compute_with_ironcalc(data: bytes) -> dict[str, Any]:
    """Return the values that ironcalc computes.

    Args:
        data: a book made by `rewritten`.
    """
    import ironcalc

    data, texts = _prepared(data)
    with tempfile.NamedTemporaryFile(dir=_memory_folder(), suffix=".xlsx") as file:
        file.write(data)
        file.flush()
        model = ironcalc.load_from_xlsx(file.name)
    model.evaluate()
    places = [_places(text) for text in texts]
    sheets: list[list[list[Any]]] = [[] for _ in places]
    error = ironcalc.CellType.ErrorValue
    for sheet, row, column in model.get_all_cells():
        if sheet < len(places) and places[sheet].get((row, column), True):
            value: Any = model.get_cell_value(sheet, row, column)
            if isinstance(value, str) and model.get_cell_type(sheet, row, column) == error:
                value = ["e", value]
            elif isinstance(value, float):
                value = _number(value)
            if value is not None:
                sheets[sheet].append([row, column, value])
    return {"sheets": sheets}


def _memory_folder() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - the file has a random name and is ours alone
