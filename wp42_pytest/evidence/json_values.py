"""Looks things up in JSON that a worker left: keys however they are typed, wherever they stand, values as text or number."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from wp42_pytest.evidence.labels import normal_label
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.text import numbers_in

_LONGEST_AMOUNT = 40
_NO = frozenset({"false", "no", "n", "0", "not"})


def entry(value: Any, *names: str) -> Any:
    """Return the value of a key, the one nearest to the top where several objects have it.

    Args:
        value: a JSON value; lists and objects around the one that is looked for do not matter.
        names: the key, and other names of it; case, spaces, hyphens and underscores are free.

    Raises:
        NotMet: no object has such a key.
    """
    wanted = {normal_label(name) for name in names}
    level = [value]
    while level:
        for each in level:
            for key in each if isinstance(each, dict) else ():
                if normal_label(key) in wanted:
                    return each[key]
        level = [inner for each in level for inner in children(each)]
    raise NotMet(f"there is no entry {names[0]!r}{_keys(value)}")


def children(value: Any) -> list[Any]:
    """Return the values directly inside an object or a list, none for other values."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def objects(value: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object, from the outside in, with the key that it, or the list that holds it, stands under."""
    if isinstance(value, dict):
        yield name, value
        for key, inner in value.items():
            yield from objects(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner, name)


def items_of(value: Any) -> list[str]:
    """Return a list of things as texts, however it was written: a list, an object with a thing per key, lines of one text."""
    if isinstance(value, dict):
        return [text_of({key: inner}) for key, inner in value.items()]
    if isinstance(value, str):
        return [part.strip() for part in value.replace(";", "\n").splitlines() if part.strip()]
    return [text_of(each) for each in children(value)]


def text_of(value: Any) -> str:
    """Return all that a value says, the keys of objects included."""
    if isinstance(value, dict):
        return "; ".join(f"{key}: {text_of(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return "; ".join(map(text_of, value))
    return "" if value is None else str(value)


def amount_of(value: Any) -> Decimal | None:
    """Return a value as a number, also from a text that states one alone, such as "$346.50 a week"; None when it is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return Decimal(str(value))
    found = numbers_in(value) if isinstance(value, str) and len(value) <= _LONGEST_AMOUNT else []
    return found[0].value if len(found) == 1 else None


def says_no(value: Any) -> bool:
    """Tell whether a value says no: false, "false", "No, the election is missing"."""
    if isinstance(value, str):
        return value.strip().casefold().replace(",", " ").partition(" ")[0].strip(".;:-") in _NO
    return value is False


def _keys(value: Any) -> str:
    seen = list(dict.fromkeys(key for _, each in objects(value) for key in each))
    return f" (its keys are {', '.join(seen[:12])})" if seen else ""
