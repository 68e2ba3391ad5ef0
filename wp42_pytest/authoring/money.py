"""Money as integer cents: reading it, showing it, and every way it is usually spelled."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

Cents = int
"""An amount of money; generators add and compare nothing else."""

_CENT = Decimal("0.01")

NBSP = "\u00a0"
NARROW_NBSP = "\u202f"
GROUPINGS = ("", ",", " ", NBSP, NARROW_NBSP, "'")
"""What stands between thousands in the spellings that a reader meets in Canada."""


def cents(amount: str | int | Decimal) -> Cents:
    """Return an amount in dollars as integer cents.

    Args:
        amount: dollars, as an exact number or as text such as "1,234.50".

    Raises:
        ValueError: when the amount is finer than a cent or not a number.
    """
    text = str(amount).replace(",", "")
    try:
        value = Decimal(text)
        exact = value.quantize(_CENT)
    except ArithmeticError as error:
        msg = f"{amount!r} is not an amount of money"
        raise ValueError(msg) from error
    if exact != value:
        msg = f"{amount!r} is finer than a cent"
        raise ValueError(msg)
    return int(exact * 100)


def dollars(amount: Cents) -> Decimal:
    """Return cents as a Decimal with exactly two places."""
    return Decimal(amount).scaleb(-2).quantize(_CENT)


def share(amount: Cents, rate: Decimal) -> Cents:
    """Return a rate of an amount, rounded half up to the cent as invoices are."""
    return int((Decimal(amount) * rate).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def plain(amount: Cents) -> str:
    """Spell an amount as data files do: 1234.50, -1234.50."""
    return f"{dollars(amount):.2f}"


def grouped(amount: Cents) -> str:
    """Spell an amount as English documents do: 1,234.50, -1,234.50."""
    return f"{dollars(amount):,.2f}"


def bracketed(amount: Cents) -> str:
    """Spell an amount as accountants do: 1,234.50, and (1,234.50) when negative."""
    return f"({grouped(-amount)})" if amount < 0 else grouped(amount)


def french(amount: Cents) -> str:
    """Spell an amount as French documents do: 1 234,50 with non-breaking spaces."""
    return grouped(amount).replace(",", NBSP).replace(".", ",")


def spellings(amount: Cents) -> frozenset[str]:
    """Return the usual spellings of an amount's absolute value, without sign, brackets or currency.

    Whole dollars are also spelled without decimals, and tenths with one.
    """
    whole, part = divmod(abs(amount), 100)
    decimals = {f"{part:02d}"}
    if part % 10 == 0:
        decimals.add(str(part // 10))
    found = set()
    for separator in GROUPINGS:
        digits = f"{whole:,}".replace(",", separator)
        found |= {f"{digits}{point}{tail}" for point in ".," for tail in decimals}
        if part == 0:
            found.add(digits)
    return frozenset(found)
