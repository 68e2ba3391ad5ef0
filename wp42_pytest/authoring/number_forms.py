"""How a number reads in a document: every usual spelling of it, and every form in which it gives itself away."""

from __future__ import annotations

import re
from decimal import Decimal

TELLING_DIGITS = 4
"""A figure with fewer significant digits stands somewhere by chance, and its standing there tells nothing."""

SEPARATORS = " ,.'\u2019\u00a0\u202f\u2009"
"""What stands between thousands, or for the decimal point."""


def significant_digits(value: Decimal) -> int:
    """Return how many digits a figure shows, zeros at its ends left out."""
    return len(value.normalize().as_tuple().digits)


def spelling_of(value: Decimal) -> re.Pattern[str]:
    """Return the pattern of every usual spelling of a number: 1234.5, 1,234.50, 1 234,50, 1'234.50."""
    whole, _, part = f"{abs(value).normalize():f}".partition(".")
    # After a decimal comma no decimal point follows: 1,757.43 does not state 1.757.
    decimals = (
        rf"(?:\.{part}(?:0{{0,4}}|0{{5,}}\d*)(?!\d)|,{part}0{{0,4}}(?!\d|\.\d))"
        if part
        else r"(?:[.,]0{1,4})?(?!\d|\.\d)"
    )
    grouped = f"[{SEPARATORS}]".join(f"{int(whole):,}".split(","))
    # A comma before plain digits may part two cells of a csv; before grouped ones it belongs to a larger number.
    alone = rf"(?<!\d)(?<!\d\.){whole}{decimals}"
    return re.compile(alone if len(whole) < 4 else rf"{alone}|(?<!\d)(?<!\d[,.'\u2019]){grouped}{decimals}")


def forms(value: Decimal, unit: str) -> list[Decimal]:
    """Return the numbers that give a figure away: itself, in cents, per cent as a ratio, rounded as it may be shown."""
    size = abs(value)
    scaled = [size, size / 100] if unit == "%" else [size, size * 100]
    rounded = [size.quantize(Decimal(1).scaleb(-places)) for places in (2, 3, 4)]
    telling = (form for form in [*scaled, *rounded] if significant_digits(form) >= TELLING_DIGITS)
    return list(dict.fromkeys(form.normalize() for form in telling))
