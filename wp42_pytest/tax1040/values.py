"""Values of a record, brought into one form and compared; what cannot be read is kept as such and equals nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

from wp42_pytest.evidence import parse_date, parse_number
from wp42_pytest.tax1040.fields import Kind
from wp42_pytest.tax1040.names import same_name, same_text, words

DOLLAR = Decimal(1)
LARGEST = Decimal(10) ** 13
"""Amounts of this size and beyond are not read as amounts."""
PERCENT_APART = Decimal("0.01")
LONGEST = 500
"""Most characters of a text that are looked at."""

_US_DATE = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})")
_DAY_WORDS = frozenset({"VARIOUS", "INHERITED"})
_YES = frozenset({"true", "yes", "y", "x", "1", "checked"})
_NO = frozenset({"false", "no", "n", "0", "unchecked", "none"})
_OWNERS = {"t": "T", "taxpayer": "T", "s": "S", "spouse": "S", "j": "J", "joint": "J"}
_NOT_CODE = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Unreadable:
    """A value that is there but is none of its kind."""

    raw: str


Value = Decimal | int | date | str | bool | Unreadable


def read(kind: Kind, raw: Any) -> Value | None:
    """Return a value in the form in which it is compared, or None when the field is as good as left out.

    Args:
        kind: What the value is to be.
        raw: Any JSON value.

    Returns:
        Money in dollars and cents; counts as int; dates; codes, names and texts as text; a TIN as its digits with `*` for
        masked ones; `Unreadable` for anything else.
    """
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return None
    if isinstance(raw, dict | list | tuple | set):
        return Unreadable(_shown(raw)) if raw else None
    reader = _READERS[kind]
    value = reader(raw)
    return Unreadable(_shown(raw)) if value is None else value


def is_zero(kind: Kind, value: Value) -> bool:
    """Tell whether a value says no more than leaving the field out."""
    if kind in {Kind.money, Kind.percent}:
        return isinstance(value, Decimal) and dollars(value) == 0 and (kind is Kind.money or value == 0)
    if kind is Kind.count:
        return value == 0 and not isinstance(value, bool)
    return kind is Kind.flag and value is False


def dollars(value: Decimal) -> Decimal:
    """Round to whole dollars, half up, as the return does."""
    return value.quantize(DOLLAR, ROUND_HALF_UP) + Decimal(0)


def same(kind: Kind, one: Value, other: Value, *, slack: int = 1) -> bool:
    """Tell whether two values are the same fact.

    Args:
        kind: What the values are.
        one: A value as `read` returns it.
        other: Another.
        slack: Dollars that amounts may be apart after rounding: one, and one more for each further part of a sum.
    """
    if isinstance(one, Unreadable) or isinstance(other, Unreadable):
        return False
    if isinstance(one, Decimal) and isinstance(other, Decimal):
        if kind is Kind.percent:
            return abs(one - other) <= PERCENT_APART
        return abs(dollars(one) - dollars(other)) <= slack
    if isinstance(one, str) and isinstance(other, str):
        if kind is Kind.tin:
            return same_tin(one, other)
        if kind is Kind.name:
            return same_name(one, other)
        if kind is Kind.text:
            return same_text(one, other)
    return type(one) is type(other) and one == other


def same_tin(one: str, other: str) -> bool:
    """Tell whether two TINs are the same, the last four digits deciding where one of them is masked."""
    if "*" in one or "*" in other:
        return one[-4:] == other[-4:]
    return one == other


def sorted_form(kind: Kind, value: Value) -> str:
    """Return a text that is equal for values that differ in spelling only, to sort by."""
    if isinstance(value, Unreadable):
        return f"?{value.raw.casefold()}"
    if isinstance(value, Decimal):
        return str(dollars(value)) if kind is Kind.money else format(value.normalize(), "f")
    if kind in {Kind.name, Kind.text}:
        return " ".join(words(str(value)))
    if kind is Kind.tin:
        return str(value)[-4:]
    return str(value)


def written(value: Value) -> str | int | bool:
    """Return a value as it is shown and as it stands in the canonical return."""
    if isinstance(value, Unreadable):
        return value.raw
    if isinstance(value, Decimal):
        rounded = dollars(value)
        return int(rounded) if rounded == value or abs(value) >= 1000 else str(value)
    if isinstance(value, date):
        return value.isoformat()
    return value


def owner_code(raw: Any) -> Value | None:
    """Return T, S or J, however it is spelled."""
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return None
    return _OWNERS.get(str(raw).strip().casefold(), Unreadable(_shown(raw)))


def _shown(raw: Any) -> str:
    try:
        text = raw if isinstance(raw, str) else repr(raw)
    except (RecursionError, ValueError):
        return "a value that cannot be shown"
    return text if len(text) <= 120 else text[:119] + "…"


def _amount(raw: Any) -> Decimal | None:
    if isinstance(raw, bool):
        return None
    try:
        value = parse_number(raw[:LONGEST], "en") if isinstance(raw, str) else Decimal(str(raw))
    except (InvalidOperation, ValueError):
        return None
    if value is None or not value.is_finite() or abs(value) >= LARGEST:
        return None
    return value.quantize(Decimal("0.000001")) + Decimal(0)


def _percent(raw: Any) -> Decimal | None:
    if isinstance(raw, str):
        raw = raw.strip().removesuffix("%")
    return _amount(raw)


def _count(raw: Any) -> int | None:
    value = _amount(raw)
    return int(value) if value is not None and value == value.to_integral_value() else None


def _date(raw: Any) -> date | str | None:
    if isinstance(raw, datetime):
        return raw.date()
    if isinstance(raw, date):
        return raw
    if not isinstance(raw, str):
        return None
    text = raw.strip()[:LONGEST]
    if text.upper() in _DAY_WORDS:
        return text.upper()
    try:
        if american := _US_DATE.fullmatch(text):
            month, day, year = (int(part) for part in american.groups())
            return date(year, month, day)
        return date.fromisoformat(text[:10]) if re.match(r"\d{4}-\d{2}-\d{2}(?!\d)", text) else parse_date(text)
    except ValueError:
        return None


def _code(raw: Any) -> str | None:
    if isinstance(raw, bool):
        return None
    if isinstance(raw, float | Decimal):
        raw = _count(raw)
    text = "" if raw is None else _NOT_CODE.sub("", str(raw)[:LONGEST].casefold())
    return text or None


def _flag(raw: Any) -> bool | None:
    if isinstance(raw, bool):
        return raw
    text = str(raw).strip().casefold()[:LONGEST]
    return True if text in _YES else False if text in _NO else None


def _name(raw: Any) -> str | None:
    text = str(raw).strip()[:LONGEST]
    return text if not isinstance(raw, bool) and words(text) else None


def _tin(raw: Any) -> str | None:
    if isinstance(raw, bool | float):
        return None
    text = str(raw)[:LONGEST]
    digits = "".join(character for character in text if character in "0123456789")
    if len(digits) == 9:
        return digits
    masked = any(character in "xX*•#?" for character in text) or len(digits) == 4
    return "*" * 5 + digits[-4:] if masked and len(digits) >= 4 else None


_READERS: dict[Kind, Any] = {
    Kind.money: _amount,
    Kind.count: _count,
    Kind.date: _date,
    Kind.code: _code,
    Kind.flag: _flag,
    Kind.name: _name,
    Kind.tin: _tin,
    Kind.percent: _percent,
    Kind.text: _name,
}
