"""Finds how many of something a text speaks of: hours, weeks, days; in digits or in words, "and a half" included."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from wp42_pytest.evidence.spelled import number_of
from wp42_pytest.evidence.wording import Wording

_UNITS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_TEENS = "thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_WORD = rf"(?:{_UNITS}|{_TEENS}|{_TENS}|hundred)"
_SPELLED = rf"{_WORD}(?:(?:[ -]| and ){_WORD})*"
_LINKING = rf"(?:of|and|or|to|per|for|in|at|by|than|from|is|are|was|were|{_WORD})\b"
_ADJECTIVES = rf"(?:(?!{_LINKING})[a-z]+[ -]){{0,2}}"

HOURS = ("hours", "hour", "hrs", "hr", "h")
DAYS, WEEKS = ("days", "day"), ("weeks", "week")


@dataclass(frozen=True)
class Count:
    """A number of something.

    Args:
        value: how many.
        start: where it begins in the text as `Wording` prepares it.
        end: where the thing counted ends there.
    """

    value: Decimal
    start: int
    end: int


def counts_of(text: str, units: tuple[str, ...]) -> list[Count]:
    """Return how many of something a text speaks of, in order.

    Args:
        text: running text.
        units: the words for one and several of them, in lower case: `HOURS`, `DAYS`, `WEEKS`; an adjective or two may stand
            between the number and them.
    """
    return [
        Count(_value(match), match.start("number"), match.end())
        for match in _pattern(units).finditer(Wording(text).lower)
    ]


@lru_cache(maxsize=64)
def _pattern(units: tuple[str, ...]) -> re.Pattern[str]:
    number = rf"(?P<number>(?P<digits>\d+(?:[.,]\d+)?)|(?P<words>{_SPELLED}))(?P<half> and (?:a|one)[ -]half)?"
    return re.compile(rf"(?<![\w.,-]){number}[ -]?{_ADJECTIVES}(?:{'|'.join(map(re.escape, units))})(?!\w)")


def _value(match: re.Match[str]) -> Decimal:
    found = Decimal(match["digits"].replace(",", ".")) if match["digits"] else Decimal(number_of(match["words"]))
    return found + Decimal("0.5") if match["half"] else found
