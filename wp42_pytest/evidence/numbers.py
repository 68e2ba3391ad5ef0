"""Numbers as people write them, read without guessing.

A separator counts only when its meaning is certain: by the declared locale, by a second kind of separator in the same
number, or because not exactly three digits follow it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache

from wp42_pytest.evidence.characters import mapped_text

POINT, COMMA = "point", "comma"
_DECIMAL_MARK = {"en": POINT, "zh": POINT, "ja": POINT, "he": POINT, "th": POINT, POINT: POINT, ".": POINT, ",": COMMA}
"""Language of a locale to its decimal mark; every language not named writes a comma. `fr-CA` and `de` do."""

LONGEST = 80
"""Most characters of a text that is taken for one number; a longer one is prose."""

CODES = "CAD|CDN|USD|EUR|GBP|CHF|JPY|AUD|NZD|MXN|CNY|INR|SEK|NOK|DKK|BRL|ZAR|HKD|SGD|PLN|CZK|HUF|KRW"
_SIGNS = r"(?:CA\$|C\$|US\$|A\$|\$CA|\$US|\$|€|£|¥|₹|₩)"
_CURRENCY = re.compile(rf"{_SIGNS}|\b(?:{CODES})\b", re.IGNORECASE)
_LEADING_SIGN = re.compile(r"^([-+(]*)\s*¤(?:\s*¤)?\s*")
_TRAILING_SIGN = re.compile(r"\s*¤(?:\s*¤)?\s*([-)]*)$")
_CURRENCY_ONLY = re.compile(rf"\s*[\[(]?\s*(?:{_SIGNS}|{CODES})\s*(?:{_SIGNS}|{CODES})?\s*[\])]?\s*", re.IGNORECASE)
_UNITS = (
    "days?|hours?|hrs?|h|weeks?|wks?|months?|mos?|years?|yrs?|minutes?|mins?|seconds?|sec|units?|pcs|pieces|items?|ea|each|"
    "kg|g|t|tonnes?|lbs?|km|m|cm|mm|mi|inch(?:es)?|in|ft|m2|sq ?ft|sf|l|litres?|liters?|kwh|mwh|fte|x|"
    "points?|pts?|dollars?|shares?|people|employees|customers|orders?|rows?|records?"
)
_UNIT = re.compile(rf"(?<=[\d\s)])\s*(?:{_UNITS})\.?$", re.IGNORECASE)
_NOTE = re.compile(r"\s*(?:\([^()\d]*\)|\[[^\[\]\d]*\]|[*†‡✓✔☑✅]+)$")
_SUPERSCRIPT = re.compile(r"(?<=[0-9%)])[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?=\D|$)")
_SCALES = {
    "k": 3, "thousand": 3, "mm": 6, "m": 6, "mn": 6, "million": 6, "millions": 6, "bn": 9, "b": 9, "billion": 9, "billions": 9,
}  # fmt: skip
_SCALE = re.compile(r"(?<=\d)(?:([kKMB]|MM|[mM]n|[bB]n)|\s+(?:(mn|bn|MM?)|((?i:thousand|millions?|billions?))))$")
_EXPONENT = re.compile(r"[+-]?\d{1,17}(?:\.\d{0,17})?[eE][+-]?\d{1,2}")
_BODY = re.compile(r"\d[\d.,' \u00a0]*|[.,]\d+")
_SPACED = re.compile(r"\d{1,3}(?:[ \u00a0']\d{3})+(?:[.,]\d*)?")
_GROUPED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*")
_LAKHS = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}")
_ANY_DIGIT = re.compile("[0-9]")
_NILS = frozenset({"-", "--", "nil", "none", "zero"})


@dataclass(frozen=True)
class WrittenNumber:
    """One number as it was written.

    Args:
        value: what it means, `12 %` being 0.12.
        decimals: how many digits stand after its decimal mark.
        percent: whether a per cent sign followed.
        currency: whether a currency sign or code stood with it.
    """

    value: Decimal
    decimals: int = 0
    percent: bool = False
    currency: bool = False


@dataclass(frozen=True)
class Parts:
    """A text taken apart into what surrounds the digits, and the digits."""

    body: str
    negative: bool = False
    percent: bool = False
    currency: bool = False
    scale: int = 0
    exponent: bool = field(default=False)


@lru_cache(maxsize=64)
def decimal_mark(locale: str | None) -> str | None:
    """Return "point" or "comma" for a locale such as `en-CA` or `fr`, None for None."""
    if locale is None:
        return None
    return _DECIMAL_MARK.get(re.split(r"[-_]", locale)[0].lower(), COMMA)


def body_readings(body: str) -> dict[str, tuple[Decimal, int]]:
    """Return what bare digits with separators can mean, by decimal mark; one value under both marks is certain.

    Args:
        body: digits, points, commas, apostrophes and spaces, without sign.

    Returns:
        {} when it is no number; else for "point" and "comma" the value and its count of decimals.
    """
    if not _BODY.fullmatch(body):
        return {}
    if any(mark in body for mark in " \u00a0'"):
        if not _SPACED.fullmatch(body):
            return {}
        body = re.sub("[ \u00a0']", "", body)
        grouped_by_space = True
    else:
        grouped_by_space = False
    marks = [character for character in body if character in ".,"]
    if not marks:
        return _certain(body, "")
    last = marks[-1]
    left, _, right = body.rpartition(last)
    if len(set(marks)) == 2:
        other = "," if last == "." else "."
        if marks.count(last) > 1 or not (_GROUPED.fullmatch(left) or (other == "," and _LAKHS.fullmatch(left))):
            return {}
        return _certain(left.replace(other, ""), right)
    if len(marks) > 1:
        if grouped_by_space or not (_GROUPED.fullmatch(body) or _LAKHS.fullmatch(body)):
            return {}
        return _certain(body.replace(last, ""), "")
    if not grouped_by_space and len(right) == 3 and 1 <= len(left) <= 3 and left[0] != "0":
        decimal, grouped = (Decimal(f"{left}.{right}"), 3), (Decimal(left + right), 0)
        return {POINT: decimal, COMMA: grouped} if last == "." else {POINT: grouped, COMMA: decimal}
    return _certain(left, right)


def _certain(whole: str, fraction: str) -> dict[str, tuple[Decimal, int]]:
    if len(whole) > 1 and whole[0] == "0":
        return {}  # 00123 is a code, and so is 007.5
    value = Decimal(f"{whole or '0'}.{fraction or '0'}") if fraction else Decimal(whole or "0")
    return dict.fromkeys((POINT, COMMA), (value, len(fraction)))


def without_marks(text: str) -> str:
    """Return a text without the raised digits of footnotes, which `mapped_text` would add to the number before them."""
    return text if text.isascii() else _SUPERSCRIPT.sub("", text)


def take_apart(text: str) -> Parts | None:
    """Return the parts of a text that holds one number and nothing else of substance, or None."""
    return _kept_parts(text) if len(text) <= LONGEST else _parts(text)


def _parts(text: str) -> Parts | None:
    text = mapped_text(without_marks(text)).strip()
    if len(text) > LONGEST or not _ANY_DIGIT.search(text):
        return None
    text = re.sub(r"[^\S\u00a0]+", " ", text)
    text = _NOTE.sub("", text).strip()
    text, found = _CURRENCY.subn("¤", text, count=2)
    if found:
        text = _LEADING_SIGN.sub(r"\1", text)
        text = _TRAILING_SIGN.sub(r"\1", text).strip()
    text, ledger_side = re.subn(r"(?<=[\d)])\s*CR\.?$", "", text, flags=re.IGNORECASE)
    if not ledger_side:
        text = re.sub(r"(?<=[\d)])\s*DR\.?$", "", text, flags=re.IGNORECASE)
    negative = bool(ledger_side)
    percent = False
    if text.endswith("%"):
        percent, text = True, text[:-1].rstrip()
    if text.startswith("(") and text.endswith(")"):
        negative, text = not negative, text[1:-1].strip()
        if text.endswith("%") and not percent:
            percent, text = True, text[:-1].rstrip()
    if text.endswith("-") and len(text) > 1:
        negative, text = not negative, text[:-1].rstrip()
    elif text[:1] in ("-", "+"):
        negative, text = negative != (text[0] == "-"), text[1:].lstrip()
    if _EXPONENT.fullmatch(text):
        return Parts(text, negative, percent, bool(found), 0, exponent=True)
    scale = 0
    if not percent:
        if match := _SCALE.search(text):
            scale = _SCALES[next(group for group in match.groups() if group).lower()]
            text = text[: match.start()]
        else:
            text = _UNIT.sub("", text).rstrip()
    return Parts(text, negative, percent, bool(found), scale)


_kept_parts = lru_cache(maxsize=1 << 15)(_parts)
"""Every criterion reads the same cells, and the runs of one task hold much the same texts."""


def written_numbers(text: str) -> dict[str, WrittenNumber]:
    """Return what a text that is one number means under each decimal mark ({} when it is none).

    Args:
        text: for example `CAD (1,234.50)`, `12.3 %`, `1 234,50 $`, `12 days`, `1.2M`.
    """
    parts = take_apart(text)
    if parts is None:
        return {}
    both = dict.fromkeys((POINT, COMMA), (Decimal(parts.body), 0)) if parts.exponent else body_readings(parts.body)
    found = {}
    for mark, (size, decimals) in both.items():
        value = (-size if parts.negative and size else size).scaleb(parts.scale)
        if parts.percent:
            found[mark] = WrittenNumber(value / 100, decimals + 2, percent=True, currency=parts.currency)
        else:
            found[mark] = WrittenNumber(value, decimals, percent=False, currency=parts.currency)
    return found


def number_readings(text: str) -> tuple[Decimal, ...]:
    """Return every defensible reading of a text that is one number: `1,234` is 1234 or 1.234."""
    return tuple(dict.fromkeys(number.value for number in written_numbers(text).values()))


def written_number(text: str, locale: str | None = None) -> WrittenNumber | None:
    """Return the one number that a text states, with how it was written, or None.

    Args:
        text: the text of one cell or one JSON string.
        locale: the task's declared locale, `en` or `fr-CA`; without it an ambiguous separator gives None.
    """
    found = written_numbers(text)
    mark = decimal_mark(locale)
    if mark is not None:
        return found.get(mark)
    values = {number.value for number in found.values()}
    return next(iter(found.values())) if len(values) == 1 else None


def parse_number(text: str, locale: str | None = None) -> Decimal | None:
    """Return the one number that a text states, or None; raises nothing.

    Args:
        text: the text of one cell or one JSON string.
        locale: the task's declared locale, `en` or `fr-CA`; without it an ambiguous separator gives None.
    """
    number = written_number(text, locale)
    return number.value if number else None


def is_currency_only(text: str) -> bool:
    """Tell whether a text is nothing but a currency sign or code."""
    return bool(_CURRENCY_ONLY.fullmatch(mapped_text(text)))


def is_nil(text: str) -> bool:
    """Tell whether a text is a dash or a word with which people write zero."""
    return mapped_text(text).strip().lower() in _NILS
