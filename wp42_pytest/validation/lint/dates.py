"""Finds the dates of a text together with the weekdays that stand beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)

_WEEKDAY = r"(?P<weekday>mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?"
_MONTH = r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?P<year>\d{4}))?"
_BEFORE = rf"(?:\b{_WEEKDAY},?\s+(?:the\s+)?)?"

PATTERNS = (
    re.compile(rf"{_BEFORE}(?<![\d-])(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})(?!\d)", re.IGNORECASE),
    re.compile(rf"{_BEFORE}(?<!\d)\b{_DAY}\s+(?:of\s+)?{_MONTH}\b{_YEAR}", re.IGNORECASE),
    re.compile(rf"{_BEFORE}\b{_MONTH}\s+{_DAY}\b{_YEAR}", re.IGNORECASE),
)


@dataclass(frozen=True)
class DateMention:
    """A date as a text states it.

    Attributes:
        text: the words.
        weekday: 0 for Monday, None when no weekday stands beside it.
        value: the date; None when it does not exist or when no year is known.
        exists: false for a day such as 31 November.
    """

    text: str
    weekday: int | None
    value: date | None
    exists: bool


def date_mentions(text: str) -> Iterator[DateMention]:
    """Yield the dates that a text states; a date without a year takes the year that the text states most."""
    years = re.findall(r"(?<!\d)(20\d{2})(?=-\d{2}-\d{2}|\b)", text)
    usual = max(set(years), key=years.count) if years else None
    for pattern in PATTERNS:
        for match in pattern.finditer(text):
            yield _mention(match, usual)


def _mention(match: re.Match[str], usual_year: str | None) -> DateMention:
    named = match["weekday"]
    weekday = None if named is None else next(i for i, day in enumerate(WEEKDAYS) if day.startswith(named.lower()[:3]))
    groups = match.groupdict()
    if groups.get("iso"):
        year, month, day = (int(part) for part in match["iso"].split("-"))
    else:
        written_year = groups.get("year") or usual_year
        if written_year is None:
            return DateMention(match[0].strip(), weekday, None, exists=True)
        month = next(i for i, name in enumerate(MONTHS, 1) if name.startswith(match["month"].lower()[:3]))
        year, day = int(written_year), int(match["day"])
    try:
        return DateMention(match[0].strip(), weekday, date(year, month, day), exists=True)
    except ValueError:
        return DateMention(match[0].strip(), weekday, None, exists=False)
