"""Writes JSON files in which money keeps its two decimals and no float is ever shown."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from typing import Any


def json_bytes(value: Any) -> bytes:
    """Return a value as indented UTF-8 JSON.

    Args:
        value: nested dicts, lists, text, whole numbers, Decimals (written with their decimals: 10.50), dates and times
            (written ISO), booleans and None.

    Raises:
        TypeError: for a float, whose last digit nobody chose, and for everything else that JSON does not know.
    """
    return f"{_text(value, '')}\n".encode()


def _text(value: Any, indent: str) -> str:
    deeper = f"{indent}  "
    match value:
        case dict() if value:
            inner = [
                f"{deeper}{json.dumps(_key(key), ensure_ascii=False)}: {_text(one, deeper)}"
                for key, one in value.items()
            ]
            return "{\n" + ",\n".join(inner) + f"\n{indent}}}"
        case list() | tuple() if value:
            return "[\n" + ",\n".join(f"{deeper}{_text(one, deeper)}" for one in value) + f"\n{indent}]"
        case dict():
            return "{}"
        case list() | tuple():
            return "[]"
        case Decimal() if value.is_finite():
            return f"{value:f}"
        case datetime() | date():
            return json.dumps(value.isoformat())
        case str() | bool() | int() | None:
            return json.dumps(value, ensure_ascii=False)
        case _:
            msg = f"{value!r} is a {type(value).__name__}, which is not written to JSON here"
            raise TypeError(msg)


def _key(key: Any) -> str:
    if isinstance(key, str):
        return key
    msg = f"the key {key!r} is not text"
    raise TypeError(msg)
