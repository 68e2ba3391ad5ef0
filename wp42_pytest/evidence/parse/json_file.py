"""JSON as RFC 8259 defines it: no NaN, no duplicate keys, no number that a float cannot hold."""

from __future__ import annotations

import codecs
import json
import math
import re
from typing import Any

from wp42_pytest.evidence.refusal import Reason, Refused

DEPTH_LIMIT = 64
DIGIT_LIMIT = 400
_FENCED = re.compile(r"\A\s*(?:```|~~~)[A-Za-z0-9]*[ \t]*\r?\n(.*?)\r?\n?(?:```|~~~)\s*\Z", re.DOTALL)


def read_json(data: bytes) -> dict[str, Any]:
    """Return `{"value": …, "notes": […]}`.

    Args:
        data: the file, in UTF-8 or UTF-16, with or without a byte order mark; one surrounding code fence is noted and forgiven.

    Raises:
        Refused: not JSON.
    """
    notes: list[str] = []
    text = _decoded(data, notes)
    fenced = _FENCED.match(text)
    if fenced:
        text = fenced[1]
        notes.append("the JSON stood inside a Markdown code fence")
    _require_shallow(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_bounded,
        )
    except json.JSONDecodeError as error:
        raise Refused(Reason.invalid_json, f"{error.msg} at line {error.lineno}, column {error.colno}") from error
    return {"value": value, "notes": notes}


def _decoded(data: bytes, notes: list[str]) -> str:
    encoding = json.detect_encoding(data)
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        notes.append("it begins with a byte order mark")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise Refused(
            Reason.invalid_json, f"it is not {encoding} text: {error.reason} at byte {error.start}"
        ) from error


def _require_shallow(text: str) -> None:
    """Refuse deep nesting before the parser recurses into it."""
    depth = 0
    inside = False
    for match in re.finditer(r'\\.|["\[\]{}]', text, re.DOTALL):
        mark = match[0]
        if mark == '"':
            inside = not inside
        elif inside or len(mark) > 1:
            continue
        elif mark in "[{":
            depth += 1
            if depth > DEPTH_LIMIT:
                raise Refused(Reason.too_complex, f"it is nested more than {DEPTH_LIMIT} levels deep")
        else:
            depth -= 1


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Refused(
            Reason.invalid_json, f"the key {twice[:80]!r} stands twice in one object, so its value is not certain"
        )
    return found


def _refuse_constant(text: str) -> Any:
    raise Refused(Reason.invalid_json, f"{text} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise Refused(Reason.invalid_json, f"{text[:40]} is not a finite number")
    return number


def _bounded(text: str) -> int:
    if len(text) > DIGIT_LIMIT:
        raise Refused(Reason.invalid_json, f"a number has {len(text)} digits, the limit is {DIGIT_LIMIT}")
    return int(text)
