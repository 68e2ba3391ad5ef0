"""Takes amounts, dates, numbers and names out of what papers say."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal

MONTHS = {name.casefold(): number for number, name in enumerate(month_name) if number}
_AMOUNT = r"\(?-?\s?\$?\s?-?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?\)?|\(?-?\$?-?\d+(?:\.\d{1,2})?\)?"
AMOUNT = re.compile(_AMOUNT)
MONEY = re.compile(r"\(?-?\$?-?(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2}\)?")
"""An amount with cents."""
_WRITTEN = re.compile(r"\b([A-Z][a-z]+) (\d{1,2}), (\d{4})")
_SHORT = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})")


def amount(text: str) -> Decimal | None:
    """Return the amount that a text is, or None: `$1,234.50`, `(12.00)`, `-5`, `8,90.10` as scanners read it."""
    bare = text.strip().rstrip("|.]").replace("$", "").replace(" ", "")
    negative = bare.startswith(("-", "(", "—", "–"))
    bare = bare.strip("()-—–")
    if not re.fullmatch(r"\d[\d,]*(\.\d{1,2})?|\.\d{2}", bare):
        return None
    found = Decimal(bare.replace(",", ""))
    return -found if negative else found


def last_amount(text: str) -> Decimal | None:
    """Return the last amount with cents in a text."""
    found = MONEY.findall(text)
    return amount(found[-1]) if found else None


def amounts(text: str) -> list[Decimal]:
    """Return every amount with cents in a text, in order."""
    return [value for each in MONEY.findall(text) if (value := amount(each)) is not None]


def day(text: str) -> date | None:
    """Return the first date in a text: `January 9, 2026` or `01/09/2026`."""
    found = days(text)
    return found[0] if found else None


def days(text: str) -> list[date]:
    """Return every date in a text, in order."""
    found: list[tuple[int, date]] = []
    for match in _WRITTEN.finditer(text):
        month = MONTHS.get(match[1].casefold())
        if month:
            found.append((match.start(), date(int(match[3]), month, int(match[2]))))
    for match in _SHORT.finditer(text):
        month, number = int(match[1]), int(match[2])
        if 1 <= month <= 12 and 1 <= number <= 31:
            found.append((match.start(), date(int(match[3]), month, number)))
    return [each for _, each in sorted(found)]


def as_day(value: object) -> date | None:
    """Return a workbook's cell as a date."""
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else day(str(value or ""))


def digits(text: str) -> str:
    """Return the figures of a text, and X where it is masked."""
    return re.sub(r"[^0-9X]", "", text.upper().replace("*", "X"))


def last_four(tin: str) -> str:
    """Return the last four figures of a number."""
    return digits(tin)[-4:]


def written(tin: str, *, person: bool) -> str:
    """Return an SSN or an EIN with its dashes."""
    bare = digits(tin)
    if len(bare) != 9:
        return tin.strip()
    return f"{bare[:3]}-{bare[3:5]}-{bare[5:]}" if person else f"{bare[:2]}-{bare[2:]}"


def plain(text: str) -> str:
    """Return a text in lower case with letters and figures alone, single-spaced."""
    return " ".join(re.sub(r"[^a-z0-9]+", " ", text.casefold()).split())


def folded(text: str) -> str:
    """Return a text without the differences between letters that a scanner confuses: `Ilona` and `llona`."""
    return plain(text.replace("|", "l").replace("!", "l")).translate(str.maketrans("l10", "iio"))


STATES = frozenset(
    [
        "AL",
        "AK",
        "AZ",
        "AR",
        "CA",
        "CO",
        "CT",
        "DE",
        "DC",
        "FL",
        "GA",
        "HI",
        "ID",
        "IL",
        "IN",
        "IA",
        "KS",
        "KY",
        "LA",
        "ME",
        "MD",
        "MA",
        "MI",
        "MN",
        "MS",
        "MO",
        "MT",
        "NE",
        "NV",
        "NH",
        "NJ",
        "NM",
        "NY",
        "NC",
        "ND",
        "OH",
        "OK",
        "OR",
        "PA",
        "RI",
        "SC",
        "SD",
        "TN",
        "TX",
        "UT",
        "VT",
        "VA",
        "WA",
        "WV",
        "WI",
        "WY",
        "PR",
    ]
)


def state_code(text: str) -> str | None:
    """Return the state that a text begins with, also where a scanner took a capital for a figure or a small letter."""
    begun = re.match(r"[^\w|!]*([\w|!]{2})(?![\w|!])", text)
    if not begun:
        return None
    read = re.sub(r"[l1|!i]", "I", begun[1]).replace("0", "O").upper()
    return next((one for one in (begun[1].upper(), read, read.replace("I", "L", 1)) if one in STATES), None)


def sentences(lines: Iterable[str]) -> str:
    """Return lines as one running text."""
    return re.sub(r"\s+", " ", " ".join(lines)).strip()
