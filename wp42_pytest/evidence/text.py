"""What a text states: the numbers in it, and whether it mentions an identifier."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from wp42_pytest.evidence.characters import folded_text, mapped_text, normal_text, squeezed_text
from wp42_pytest.evidence.numbers import CODES, LONGEST, body_readings, decimal_mark, without_marks

__all__ = [
    "FoundNumber",
    "folded_text",
    "mapped_text",
    "mentions_id",
    "normal_text",
    "numbers_in",
    "squeezed_text",
]

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_DATE_OR_TIME = re.compile(
    r"\b\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)?(?: of)?[ -](?:" + _MONTHS + r")[a-z]{0,6}\.?,?(?:[ -]\d{4}\b)?"
    r"|\b(?:" + _MONTHS + r")[a-z]{0,6}\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4}\b)?"
    r"|\b(?:" + _MONTHS + r")[a-z]{0,6}\.?,? \d{4}\b"
    r"|\b\d{1,2}:\d{2}(?::\d{2})?\b",
    re.IGNORECASE,
)
_CURRENCY = rf"(?:CA\$|C\$|US\$|A\$|\$CA|\$US|[$€£¥]|\b(?:{CODES})\b)"
_DIGITS = (
    r"(?:\d{1,3}(?:(?:[ \u00a0']\d{3})++(?!\d)|(?:,\d{2,3})++(?!\d))(?:[.,]\d++)?"
    r"|\d++(?:\.\d{3}){2,}+(?:,\d++)?|\d++(?:[.,]\d++)*+|[.,]\d++)"
)
_NUMBER = re.compile(
    rf"(?P<open>\()?\s?(?P<sign1>[-+])?\s?(?P<money1>{_CURRENCY})?\s?(?P<open2>\()?(?P<sign2>[-+])?(?P<digits>{_DIGITS})"
    rf"(?P<scale>[kKMB]\b|MM\b|bn\b|\s(?:thousand|millions?|billions?|bn)\b)?\s?(?P<percent>%|per ?cent\b)?"
    rf"(?:\s?(?P<money2>{_CURRENCY}))?(?P<close>\))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class FoundNumber:
    """One number found in running text.

    Args:
        value: its likeliest reading.
        alternatives: other defensible readings, such as 1.234 for `1,234`.
        decimals: digits after the decimal mark as written, before per cent or a scale word is applied.
        percent: whether a per cent sign or word followed.
        currency: whether a currency sign or code stood with it.
        text: the characters of it.
        start: where it begins in the text given to `numbers_in` after `mapped_text`.
        end: where it ends there.
    """

    value: Decimal
    alternatives: tuple[Decimal, ...]
    decimals: int
    percent: bool
    currency: bool
    text: str
    start: int
    end: int

    @property
    def readings(self) -> tuple[Decimal, ...]:
        """Return every defensible reading, the likeliest first."""
        return (self.value, *self.alternatives)


def numbers_in(text: str, locale: str | None = "en") -> list[FoundNumber]:
    """Return the numbers stated in a text, in order; dates, times and the digits of codes are left out.

    Args:
        text: running text of any length.
        locale: decides which reading of an ambiguous number is `value`; the other is among its `alternatives`.
    """
    text = mapped_text(without_marks(text))
    blanked = _DATE_OR_TIME.sub(lambda match: "\0" * len(match.group()), text)
    found = []
    mark = decimal_mark(locale)
    for match in _NUMBER.finditer(blanked):
        number = _found(match, blanked, mark)
        if number is not None:
            found.append(number)
    return found


def _found(match: re.Match[str], text: str, mark: str | None) -> FoundNumber | None:
    start, end = match.span("digits")
    if _inside_code(text, start, end, match):
        return None
    digits = match["digits"]
    readings = body_readings(digits) if len(digits) <= LONGEST else {}
    if not readings:
        return None
    likeliest, decimals = readings[mark] if mark else next(iter(readings.values()))
    sign1, sign2 = match["sign1"], match["sign2"]
    in_parentheses = bool((match["open"] or match["open2"]) and match["close"])
    # (2,318.75) alone is negative in a statement, but an aside in a sentence, so both readings are kept.
    negative = (sign1 or sign2) == "-"
    scale = _scale(match["scale"])
    percent = bool(match["percent"])

    def meant(value: Decimal) -> Decimal:
        value = -value if negative and value else value
        value = value.scaleb(scale) if scale else value
        return value / 100 if percent else value

    others = [meant(number) for number, _ in readings.values()]
    if in_parentheses:
        others += [-value for value in others]
    if " " in digits and "." not in digits and "," not in digits:
        others += [meant(Decimal(part)) for part in digits.split()]
    value = meant(likeliest)
    alternatives = tuple(dict.fromkeys(other for other in others if other != value))
    return FoundNumber(
        value=value,
        alternatives=alternatives,
        decimals=decimals,
        percent=percent,
        currency=bool(match["money1"] or match["money2"]),
        text=match.group().strip(),
        start=match.start(),
        end=match.end(),
    )


def _scale(word: str | None) -> int:
    word = (word or "").strip().lower()
    if word in ("k", "thousand"):
        return 3
    if word in ("m", "mm") or word.startswith("million"):
        return 6
    return 9 if word in ("b", "bn") or word.startswith("billion") else 0


def _inside_code(text: str, start: int, end: int, match: re.Match[str]) -> bool:
    """Tell whether digits belong to a code such as JE-0187 or 4411a rather than stating a number."""
    before = text[max(0, start - 2) : start]
    after = text[end : end + 2]
    if match["money1"] is None:
        if before[-1:].isalnum() or before[-1:] in ("_", "#", "\0"):
            return True
        if before[-1:] in ("-", "/", ".") and before[:1].isalnum() and len(before) == 2:
            return True
    if match["scale"] or match["percent"] or match["money2"]:
        return False
    if after[:1].isalpha() or after[:1] in ("_", "\0"):
        return True
    return after[:1] in ("-", "/") and after[1:2].isalnum()


def mentions_id(text: str, identifier: str) -> bool:
    """Tell whether a text mentions an identifier, its spaces, hyphens, `#` and leading zeros being free.

    Args:
        text: running text.
        identifier: for example `JE-0187`, `4462`, `2025-10-14-A`.
    """
    pattern = _id_pattern(normal_text(identifier).casefold())
    return bool(pattern and pattern.search(_compared(text)))


@lru_cache(maxsize=2048)
def _compared(text: str) -> str:
    """Return a text as identifiers are looked for in it; kept, since a criterion looks for many in the same row."""
    return normal_text(text).casefold()


@lru_cache(maxsize=4096)
def _id_pattern(identifier: str) -> re.Pattern[str] | None:
    pieces = re.findall(r"\d+|[^\W\d_]+", identifier)
    if not pieces:
        return None
    body = r"[\s\-#_/.]{0,3}".join(
        "0*" + (piece.lstrip("0") or "0") if piece.isdigit() else re.escape(piece) for piece in pieces
    )
    before = r"(?<![^\W_])(?<!\d[.,])"
    after = r"(?![^\W_])(?![.,]\d)"
    if len(pieces) == 1 and len(identifier) <= 3:
        # A short number is part of dates and of other codes far too often.
        before, after = before + r"(?<![\d\w][-/])", after + r"(?![-/][\d\w])"
    return re.compile(before + body + after)
