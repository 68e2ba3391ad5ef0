"""Draws of amounts and days that look like those on real papers."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

Cents = int

_CLOSED = frozenset(
    date(2025, month, number)
    for month, number in ((1, 9), (1, 20), (2, 17), (4, 18), (5, 26), (6, 19), (7, 4), (9, 1), (11, 27), (12, 25))
)
"""Weekdays of 2025 without trading."""


def amount(rng: np.random.Generator, low: int, high: int) -> Cents:
    """Return an amount between two numbers of dollars, with odd cents."""
    cents = int(rng.integers(low * 100, high * 100))
    return cents + 7 if cents % 100 == 0 else cents


def round_amount(rng: np.random.Generator, low: int, high: int, step: int = 50) -> Cents:
    """Return an amount between two numbers of dollars, as people agree on: a multiple of some dollars."""
    return int(rng.integers(low // step, high // step + 1)) * step * 100


def part(whole: Cents, rate: str | Decimal) -> Cents:
    """Return a rate of an amount, half up to the cent."""
    return int((Decimal(whole) * Decimal(rate)).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def rate(rng: np.random.Generator, low: int, high: int) -> Decimal:
    """Return a rate between two whole per cents, in steps of a tenth."""
    return Decimal(int(rng.integers(low * 10, high * 10 + 1))) / 1000


def day(rng: np.random.Generator, first: date, last: date) -> date:
    """Return a day from the first to the last."""
    return first + timedelta(days=int(rng.integers(0, (last - first).days + 1)))


def market_day(rng: np.random.Generator, first: date, last: date) -> date:
    """Return a day on which exchanges trade, from the first to the last or shortly before."""
    when = day(rng, first, last)
    while when.weekday() > 4 or when in _CLOSED:
        when -= timedelta(days=1)
    return when


def split(rng: np.random.Generator, whole: Cents, parts: int) -> list[Cents]:
    """Return uneven parts of an amount that add up to it; none is zero."""
    weights = [int(rng.integers(40, 100)) for _ in range(parts)]
    shares = [whole * weight // sum(weights) for weight in weights]
    shares[-1] += whole - sum(shares)
    return shares


def us_date(when: date) -> str:
    """Spell a date as American papers do."""
    return f"{when:%m/%d/%Y}"


def long_date(when: date) -> str:
    """Spell a date as American letters do."""
    return f"{when:%B} {when.day}, {when.year}"
