"""Dates as people write them; a date that could be read two ways is not read."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from wp42_pytest.evidence.characters import folded_text

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january janvier janv", "feb february fevrier fevr", "mar march mars", "apr april avril avr", "may mai",
            "jun june juin", "jul july juillet juil", "aug august aout", "sep sept september septembre",
            "oct october octobre", "nov november novembre", "dec december decembre",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_WEEKDAY = re.compile(r"^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+")
_TIME = re.compile(r"[t ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?(?:z|[+-]\d{2}:?\d{2})?(?: utc)?$")
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{4})(\d{2})(\d{2})")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er)?(?: of)?[ \-/.]+([a-z]+)\.?,?[ \-/.]+(\d{4}|\d{2})")
_MONTH_FIRST = re.compile(r"([a-z]+)\.?[ \-]+(\d{1,2})(?:st|nd|rd|th)?,?[ \-]+(\d{4})")
_SLASHED = re.compile(r"(\d{1,2})[/.\-](\d{1,2})[/.\-](\d{4})")


def parse_date(text: str) -> date | None:
    """Return the date that a text is, or None; raises nothing.

    Args:
        text: `2025-10-31`, `31 Oct 2025`, `October 31, 2025`, with or without a time of day. `03/04/2025` gives None.
    """
    text = _WEEKDAY.sub("", folded_text(text)[:60])
    text = _TIME.sub("", text).strip(" .,")
    if match := _ISO.fullmatch(text):
        year, month, day = (int(group) for group in match.groups() if group)
        return _date(year, month, day)
    if match := _DAY_FIRST.fullmatch(text):
        return _named(match[2], match[1], match[3])
    if match := _MONTH_FIRST.fullmatch(text):
        return _named(match[1], match[2], match[3])
    if match := _SLASHED.fullmatch(text):
        first, second, year = int(match[1]), int(match[2]), int(match[3])
        if first > 12 or first == second:
            return _date(year, second, first)
        if second > 12:
            return _date(year, first, second)
    return None


def _named(month: str, day: str, year: str) -> date | None:
    number = _MONTHS.get(month)
    if number is None:
        return None
    return _date(int(year) + (2000 if len(year) == 2 else 0), number, int(day))


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def date_of_serial(serial: float) -> datetime | None:
    """Return the moment that a spreadsheet's serial number means in the 1900 system, None when there is none.

    Args:
        serial: days; 1 is 1 January 1900, and 60 the 29 February 1900 that never was.
    """
    if not 0 < serial < 2_958_466:
        return None
    days = serial + 1 if serial < 60 else serial
    return datetime(1899, 12, 30) + timedelta(seconds=round(days * 86_400))
