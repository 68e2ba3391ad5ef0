"""The same words and numbers, as others type them: separators, currency signs, dates, quotes and spaces."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NBSP, NARROW_NBSP = "\u00a0", "\u202f"

AMOUNT = re.compile(
    r"(?<![\w.,\-/'])(?P<sign>-)?(?P<whole>\d{1,3}(?:,\d{3})+|\d+)\.(?P<part>\d{1,4})(?![\w%]|[.,\-/]\d)"
)
"""An amount in running text; part of an id, a date or a version it is not."""

ISO_DATE = re.compile(r"(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?![\w-])")

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)


def grouped(value: Decimal, decimals: int) -> str:
    """Spell 1,234.50."""
    return f"{value:,.{decimals}f}"


def plain(value: Decimal, decimals: int) -> str:
    """Spell 1234.50."""
    return f"{value:.{decimals}f}"


def french(value: Decimal, decimals: int) -> str:
    """Spell 1 234,50 with non-breaking spaces."""
    return grouped(value, decimals).replace(",", NBSP).replace(".", ",")


def narrow(value: Decimal, decimals: int) -> str:
    """Spell 1 234.50 with narrow non-breaking spaces."""
    return grouped(value, decimals).replace(",", NARROW_NBSP)


def dollar(value: Decimal, decimals: int) -> str:
    """Spell $1,234.50, and -$1,234.50 when negative."""
    return f"{'-' if value < 0 else ''}${grouped(abs(value), decimals)}"


def coded(value: Decimal, decimals: int) -> str:
    """Spell CAD 1,234.50."""
    return f"CAD {grouped(value, decimals)}"


def bracketed(value: Decimal, decimals: int) -> str:
    """Spell 1,234.50, and (1,234.50) when negative."""
    return f"({grouped(-value, decimals)})" if value < 0 else grouped(value, decimals)


def trailing(value: Decimal, decimals: int) -> str:
    """Spell 1,234.50, and 1,234.50- when negative."""
    return f"{grouped(-value, decimals)}-" if value < 0 else grouped(value, decimals)


SPELLINGS: dict[str, tuple[str, Callable[[Decimal, int], str]]] = {
    "grouped": ("1,234.50", grouped),
    "plain": ("1234.50", plain),
    "french": ("1 234,50", french),
    "narrow": ("1 234.50 with narrow spaces", narrow),
    "dollar": ("$1,234.50", dollar),
    "coded": ("CAD 1,234.50", coded),
    "bracketed": ("(1,234.50) when negative", bracketed),
    "trailing": ("1,234.50- when negative", trailing),
}
"""How amounts may be written, in every task alike; the first entry shows the spelling to a reader."""

IN_PROSE = ("plain", "french", "narrow")
"""Spellings that stand in a sentence whatever currency words surround them."""


def respelled(text: str, spell: Callable[[Decimal, int], str]) -> str:
    """Return a text with its amounts in another spelling."""

    def other(match: re.Match[str]) -> str:
        value = Decimal((match["sign"] or "") + match["whole"].replace(",", "") + "." + match["part"])
        return spell(value, len(match["part"]))

    return AMOUNT.sub(other, text)


def day_month_year(day: date) -> str:
    """Spell 31 October 2025."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def month_day_year(day: date) -> str:
    """Spell Oct 31, 2025."""
    return f"{MONTHS[day.month - 1][:3]} {day.day}, {day.year}"


DATE_SPELLINGS: dict[str, tuple[str, Callable[[date], str]]] = {
    "day-first": ("31 October 2025", day_month_year),
    "month-first": ("Oct 31, 2025", month_day_year),
}
"""Unambiguous ways to write a date other than ISO."""


def redated(text: str, spell: Callable[[date], str]) -> str:
    """Return a text with its ISO dates in another unambiguous form; ids that hold a date stay."""

    def other(match: re.Match[str]) -> str:
        try:
            return spell(date(int(match[1]), int(match[2]), int(match[3])))
        except ValueError:
            return match[0]

    return ISO_DATE.sub(other, text)


def typeset(text: str) -> str:
    """Return a text in curly quotes, typographic apostrophes and non-breaking spaces, as word processors type it."""
    text = re.sub(r'(?<![\w])"(?=\S)', "“", text).replace('"', "”")
    text = re.sub(r"(?<![\w])'(?=\w)", "‘", text).replace("'", "’")
    return re.sub(r"(?<=\S) (?=\S)", NBSP, text)


def recased(text: str) -> str:
    """Return a name as a careless hand spells it: other case, underscores, stray spaces."""
    words = text.split(" ")
    return f" {'_'.join(words).upper()}" if len(words) > 1 else f"{text.upper()} "


def respaced(text: str) -> str:
    """Return a name with doubled spaces and other case."""
    return "  ".join(text.split(" ")).title()
