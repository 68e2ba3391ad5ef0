"""What the brief states: the must-haves, the points, how experience is counted, and the week of the interviews."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

Month = int
"""A calendar month, counted from year zero: 12 × year + month - 1."""

TODAY = date(2025, 11, 12)
MONDAY = date(2025, 11, 17)
LAST_MONTH: Month = 12 * 2025 + 9
"""October 2025: a job that goes on counts to its end."""

LEAST_YEARS = Decimal(3)
MOST_SALARY = 92_000
MOST_YEARS = Decimal(6)
SAAS, DASHBOARDS, CERTIFICATE = 2, 1, 1
PLACES = 3
"""How many are invited."""

TENTH = Decimal("0.1")


def month(year: int, number: int) -> Month:
    """Return a month by its year and its number from one."""
    return 12 * year + number - 1


def year_and_number(value: Month) -> tuple[int, int]:
    """Return the year of a month and its number from one."""
    return value // 12, value % 12 + 1


def spanned(first: Month, last: Month) -> set[Month]:
    """Return the months of a period, the first and the last both counted in full."""
    return set(range(first, last + 1))


def merged(periods: Iterable[tuple[Month, Month]]) -> int:
    """Return how many months lie in at least one of the periods."""
    return len(set().union(*(spanned(first, last) for first, last in periods)))


def added(periods: Iterable[tuple[Month, Month]]) -> int:
    """Return the months of the periods added up, those that overlap counted twice."""
    return sum(last - first + 1 for first, last in periods)


def years(months: int) -> Decimal:
    """Return months as years with one decimal."""
    return (Decimal(months) / 12).quantize(TENTH, ROUND_HALF_UP)


def points(of_sql: Decimal, *, saas: bool, dashboards: bool, certificate: bool) -> Decimal:
    """Return the points of a candidate who meets the must-haves."""
    return min(of_sql, MOST_YEARS) + SAAS * saas + DASHBOARDS * dashboards + CERTIFICATE * certificate
