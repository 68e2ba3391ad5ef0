"""Policy HR-09 as figures: service, notice, vacation pay, and the pay calendar of 2025."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from wp42_pytest.authoring.money import share

if TYPE_CHECKING:
    from wp42_pytest.authoring.money import Cents

TODAY, LAST_DAY, CUT_OFF = date(2025, 11, 10), date(2025, 11, 14), date(2025, 11, 12)
YEAR_STARTS = date(2025, 5, 1)
"""First day of the reference year for vacation (Act respecting labour standards, Québec, s. 66)."""

NOTICE_WEEKS = ((3, 0), (12, 1), (60, 2), (120, 4))
"""Less than so many months of service: so many weeks of notice (s. 82); 8 from ten years on."""
LONGEST_NOTICE = 8

LOW_RATE, HIGH_RATE = Decimal("0.04"), Decimal("0.06")
"""Vacation pay below and from three years of service (s. 74)."""
YEARS_FOR_HIGH_RATE = 3
ENTITLED_LOW, ENTITLED_HIGH = 10, 15
"""Vacation days of a reference year, with less than three years of service at its end and with more (ss. 68, 69)."""

OVERTIME = Decimal("1.5")
WORKDAYS = 5

PAID_HOLIDAYS = (
    date(2025, 1, 1),
    date(2025, 4, 18),
    date(2025, 5, 19),
    date(2025, 6, 24),
    date(2025, 7, 1),
    date(2025, 9, 1),
    date(2025, 10, 13),
)
"""Statutory holidays of Québec in 2025 up to November (s. 60; National Holiday Act)."""

HOLIDAY_MONDAYS = (
    (5, range(18, 25)),
    (6, (24,)),
    (7, (1,)),
    (9, range(1, 8)),
    (10, range(8, 15)),
    (12, (25, 26)),
    (1, (1, 2)),
)
"""Month and days on which a Monday is a holiday in any year: Patriots' Day, National Holiday, Canada Day, Labour Day, Thanksgiving, winter."""

LAST_PERIOD_ENDS = date(2025, 11, 15)
PERIODS = 23
PERIOD = timedelta(days=14)
PAID_AFTER = timedelta(days=5)


def is_holiday_monday(day: date) -> bool:
    """Tell whether nobody works on a Monday, so that no engagement begins on it."""
    return any(day.month == month and day.day in days for month, days in HOLIDAY_MONDAYS)


def anniversary(day: date, months: int) -> date:
    """Return the day that lies so many months later; hire dates are never the 29th to 31st."""
    index = day.year * 12 + day.month - 1 + months
    return date(index // 12, index % 12 + 1, day.day)


def served(since: date, months: int, on: date = LAST_DAY) -> bool:
    """Say whether so many months of service are complete on a day."""
    return anniversary(since, months) <= on


def notice_weeks(since: date) -> int:
    """Return the weeks of notice that are due to somebody who leaves on the last day."""
    return next((weeks for months, weeks in NOTICE_WEEKS if not served(since, months)), LONGEST_NOTICE)


def vacation_rate(since: date, on: date = LAST_DAY) -> Decimal:
    """Return the rate of vacation pay of the current reference year."""
    return HIGH_RATE if served(since, 12 * YEARS_FOR_HIGH_RATE, on) else LOW_RATE


def entitlement(since: date) -> int:
    """Return the vacation days of the reference year that ended on 30 April 2025, after at least a year of service."""
    return ENTITLED_HIGH if served(since, 12 * YEARS_FOR_HIGH_RATE, YEAR_STARTS - timedelta(days=1)) else ENTITLED_LOW


def full_weeks(handed_over: date) -> int:
    """Return the full weeks from the day after a notice was handed over to the last day, both included."""
    return (LAST_DAY - handed_over).days // 7


def years(since: date) -> Decimal:
    """Return the service in years, to a hundredth."""
    return (Decimal((LAST_DAY - since).days) / Decimal("365.25")).quantize(Decimal("0.01"))


def vacation_pay(earnings: Cents, rate: Decimal) -> Cents:
    """Return the vacation pay on gross earnings."""
    return share(earnings, rate)


def days_pay(days: int, weekly: Cents) -> Cents:
    """Return what vacation days are paid: a fifth of the weekly wage each."""
    return share(days * weekly, Decimal(1) / WORKDAYS)


def periods() -> list[tuple[date, date, date]]:
    """Return the pay periods of 2025 as first day, last day, pay day; the one across 1 May is in two parts."""
    found = []
    for number in reversed(range(PERIODS)):
        end = LAST_PERIOD_ENDS - number * PERIOD
        start = end - PERIOD + timedelta(days=1)
        if start < YEAR_STARTS <= end:
            found.append((start, YEAR_STARTS - timedelta(days=1), end + PAID_AFTER))
            start = YEAR_STARTS
        found.append((start, end, end + PAID_AFTER))
    return found


def workdays(first: date, last: date) -> list[date]:
    """Return the days from Monday to Friday, holidays included."""
    span = range((last - first).days + 1)
    return [day for number in span if (day := first + timedelta(days=number)).weekday() < WORKDAYS]
