"""Reads amounts of money that are spelled out, as in "seventy-five dollars"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from wp42_pytest.evidence.wording import Wording

_SMALL = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {
    **{word: number for number, word in enumerate(_SMALL, start=1)},
    **{word: 10 * number for number, word in enumerate(_TENS, start=2)},
}
_WORD = rf"(?:{'|'.join((*_VALUES, 'hundred', 'thousand'))})"
_SPELLED = re.compile(
    rf"\b(?P<number>{_WORD}(?:(?:[ -]|,? and ){_WORD})*)[ -](?:canadian )?(?:dollars?|bucks|CAD)\b"
    rf"(?:,? and (?P<cents>{_WORD}(?:[ -]{_WORD})*) cents?\b)?",
    re.IGNORECASE,
)


def number_of(words: str) -> int:
    """Return the number that words spell, such as `two hundred and fifty-nine`.

    Args:
        words: number words alone, with hyphens or without.
    """
    total = part = 0
    for word in re.findall(r"[a-z]+", words.lower()):
        if word == "hundred":
            part = (part or 1) * 100
        elif word == "thousand":
            total, part = total + (part or 1) * 1000, 0
        else:
            part += _VALUES.get(word, 0)
    return total + part


def spelled_money(text: str) -> Iterator[Decimal]:
    """Yield the amounts in dollars that a text spells out.

    Args:
        text: running text.
    """
    for match in _SPELLED.finditer(Wording(text).text):
        yield number_of(match["number"]) + Decimal(number_of(match["cents"] or "")) / 100
