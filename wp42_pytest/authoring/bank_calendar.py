"""The days on which banks of the economy are open: weekends and the holidays of Québec and of federal banks left out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

FIRST_YEAR, LAST_YEAR = 2024, 2026
"""The years that scenarios are set in; other years are refused rather than guessed."""

_DAY = timedelta(days=1)
_SATURDAY = 5
_MONDAY = 0


def easter(year: int) -> date:
    """Return Easter Sunday in the Gregorian calendar (anonymous algorithm, Meeus 1991, chapter 8)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)


def _nth_monday(year: int, month: int, nth: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(_MONDAY - first.weekday()) % 7 + 7 * (nth - 1))


def _monday_before(day: date) -> date:
    return day - timedelta(days=(day.weekday() - _MONDAY) % 7 or 7)


@cache
def bank_holidays(year: int) -> dict[date, str]:
    """Return the weekdays of a year on which banks in Québec are closed, with the holiday's name.

    A holiday that falls on a weekend is kept on the next weekday that is not itself one (Canada Labour Code, Part III,
    division V; Québec's National Holiday Act for 24 June).

    Raises:
        ValueError: for a year that no scenario is set in.
    """
    if not FIRST_YEAR <= year <= LAST_YEAR:
        msg = f"the calendar covers {FIRST_YEAR} to {LAST_YEAR}, not {year}"
        raise ValueError(msg)
    days = [
        (date(year, 1, 1), "New Year's Day"),
        (easter(year) - 2 * _DAY, "Good Friday"),
        (_monday_before(date(year, 5, 25)), "National Patriots' Day"),
        (date(year, 6, 24), "Fête nationale"),
        (date(year, 7, 1), "Canada Day"),
        (_nth_monday(year, 9, 1), "Labour Day"),
        (date(year, 9, 30), "National Day for Truth and Reconciliation"),
        (_nth_monday(year, 10, 2), "Thanksgiving"),
        (date(year, 11, 11), "Remembrance Day"),
        (date(year, 12, 25), "Christmas Day"),
        (date(year, 12, 26), "Boxing Day"),
    ]
    kept: dict[date, str] = {}
    for day, name in days:
        observed = day
        while observed.weekday() >= _SATURDAY or observed in kept:
            observed += _DAY
        kept[observed] = name
    return kept


def is_business_day(day: date) -> bool:
    """Say whether banks are open on a day."""
    return day.weekday() < _SATURDAY and day not in bank_holidays(day.year)


def add_business_days(day: date, count: int) -> date:
    """Return the business day that lies `count` business days after a day (before it when negative).

    Zero gives the day itself when it is a business day, else the next one.
    """
    step = _DAY if count >= 0 else -_DAY
    if count == 0:
        while not is_business_day(day):
            day += step
        return day
    for _ in range(abs(count)):
        day += step
        while not is_business_day(day):
            day += step
    return day


def business_days(first: date, last: date) -> list[date]:
    """Return every business day from `first` to `last`, both included."""
    return [day for day in _days(first, last) if is_business_day(day)]


def business_days_between(first: date, last: date) -> int:
    """Return how many business days lie after `first` up to and including `last`; 0 when `last` is not later."""
    return len(business_days(first + _DAY, last))


def weekdays_of(first: date, last: date, weekday: int) -> list[date]:
    """Return every date with a weekday (0 is Monday) from `first` to `last`, holidays included."""
    return [day for day in _days(first, last) if day.weekday() == weekday]


def months_before(day: date, months: int) -> date:
    """Return the same day of the month `months` earlier, or that month's last day when it is shorter."""
    index = day.year * 12 + day.month - 1 - months
    year, month = divmod(index, 12)
    next_month = date(year + (month == 11), (month + 1) % 12 + 1, 1)
    return date(year, month + 1, min(day.day, (next_month - _DAY).day))


def _days(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += _DAY
