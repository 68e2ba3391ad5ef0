"""One value in a deliverable: where it stands, what it is, where it comes from."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

from wp42_pytest.evidence.characters import normal_text
from wp42_pytest.evidence.dates import date_of_serial, parse_date
from wp42_pytest.evidence.figures import Figure, readings_of
from wp42_pytest.evidence.labels import normal_label
from wp42_pytest.evidence.numbers import is_nil, number_readings, parse_number
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.text import numbers_in


@dataclass(frozen=True)
class ErrorValue:
    """An error that a cell shows, such as #N/A; never a blank.

    Args:
        code: as the spreadsheet writes it.
    """

    code: str

    def __str__(self) -> str:
        return self.code


Value = Decimal | str | date | datetime | bool | ErrorValue | None

_NUMBERED = re.compile(r"\d")


@dataclass(frozen=True, eq=False, slots=True)
class Cell:
    """One cell of a workbook, a text table or a document table.

    Args:
        ref: where it stands, `Reconciliation!B9`.
        value: what it holds.
        formula: its formula, `=SUM(B2:B8)`, or None.
        provenance: plain | computed | cached-only | conflict | external.
        alternatives: other values to be accepted: what the second engine computed.
        shown: how its number format shows a number: "p" per cent, "d" date, "t" time of day, "" otherwise.
        note: what a reader of the receipt should know, such as "external link".
        heading: the label or header that it was found under.
        locale: the declared locale, which decides how `1,234` is read.
        row: 1-based.
        column: 1-based.
        hidden: whether its row, column or sheet is hidden.
    """

    ref: str
    value: Value
    formula: str | None = None
    provenance: str = "plain"
    alternatives: tuple[Value, ...] = ()
    shown: str = ""
    note: str = ""
    heading: str = ""
    locale: str | None = "en"
    row: int = 0
    column: int = 0
    hidden: bool = False

    @property
    def text(self) -> str:
        """Return the value as text; "" for a blank."""
        return text_of(self.value)

    @property
    def is_blank(self) -> bool:
        """Tell whether the cell shows nothing."""
        return self.value is None or (isinstance(self.value, str) and not self.value.strip())

    @property
    def is_nil(self) -> bool:
        """Tell whether the cell holds a dash or a word with which people write zero."""
        return isinstance(self.value, str) and is_nil(self.value)

    @property
    def is_number(self) -> bool:
        """Tell whether the cell states exactly one number."""
        return self._number() is not None

    @property
    def number(self) -> Decimal:
        """Return the one number that the cell states.

        Raises:
            NotMet: it is empty, an error, a date, a text, or states several numbers.
        """
        found = self._number()
        if found is None:
            raise NotMet(f"{self!r} is not a number: {self._why_no_number()}")
        return found

    @property
    def amount(self) -> Decimal:
        """Return the number, or zero for a blank or a dash, as in a debit column.

        Raises:
            NotMet: it holds something else that is no number.
        """
        return Decimal(0) if self.is_blank or self.is_nil else self.number

    @property
    def readings(self) -> tuple[Decimal, ...]:
        """Return the numbers that may be taken as the cell's: its own, then what a second engine computed."""
        found = [
            number
            for value in (self.value, *self.alternatives)
            if (number := _number_of(value, self.locale)) is not None
        ]
        if not found and isinstance(self.value, str) and self.locale is None:
            found = list(number_readings(self.value))
        return tuple(dict.fromkeys(found))

    @property
    def percent(self) -> bool:
        """Tell whether the cell shows its number with a per cent sign."""
        return self.shown == "p" or (isinstance(self.value, str) and self.value.rstrip().endswith("%"))

    @property
    def in_percent(self) -> bool:
        """Tell whether the label or header says that the number is in per cent."""
        return "%" in self.heading or normal_label(self.heading).endswith("percent")

    @property
    def date(self) -> date:
        """Return the date that the cell states; a serial number counts.

        Raises:
            NotMet: it states no date, or one that could be read two ways.
        """
        value = self.value
        if isinstance(value, datetime):
            return value.date()
        if isinstance(value, date):
            return value
        found: date | None = None
        if isinstance(value, str):
            found = parse_date(value)
        elif isinstance(value, Decimal) and 20_000 <= value <= 80_000:
            moment = date_of_serial(float(value))
            found = moment.date() if moment else None
        if found is None:
            raise NotMet(f"{self!r} is not a date that can be read one way only")
        return found

    def under(self, heading: str) -> Cell:
        """Return the same cell, knowing the label or header that it was found under."""
        return replace(self, heading=heading)

    def _number(self) -> Decimal | None:
        return _number_of(self.value, self.locale)

    def _why_no_number(self) -> str:
        if self.is_blank:
            return self.note or "it is empty"
        if isinstance(self.value, ErrorValue):
            return f"it is the error {self.value}"
        if isinstance(self.value, date):
            return "it is a date"
        stated = numbers_in(self.value) if isinstance(self.value, str) else []
        if len(stated) > 1:
            return f"it states {len(stated)} numbers"
        return "it is text"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Figure):
            return NotImplemented
        if isinstance(other, Cell):
            return _equal(self, other.value)
        return _equal(self, other)

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        value = self.value
        shown = "(blank)" if value is None else repr(value) if isinstance(value, str) else shown_value(value)
        if self.percent and isinstance(value, Decimal):
            shown = f"{(value * 100).normalize():,f} %"
        extra = [self.provenance] if self.provenance in ("conflict", "cached-only", "external") else []
        extra += [f"or {shown_value(other)}" for other in self.alternatives] + ([self.note] if self.note else [])
        return f"{self.ref} = {shown[:120]}" + (f" ({', '.join(extra)})" if extra else "")


def shown_value(value: Value) -> str:
    """Return a value for a message: numbers with thousands separators."""
    if isinstance(value, Decimal):
        return (
            f"{value.normalize():,f}" if value == value.to_integral_value() and abs(value) < 10**15 else f"{value:,f}"
        )
    return text_of(value)


def text_of(value: Value) -> str:
    """Return a value as text: numbers without separators, dates in ISO form."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def _number_of(value: Value, locale: str | None) -> Decimal | None:
    if isinstance(value, Decimal):
        return value if value.is_finite() else None
    return parse_number(value, locale) if isinstance(value, str) else None


def _equal(cell: Cell, other: object) -> bool:
    if other is None:
        return cell.is_blank
    if isinstance(other, bool) or isinstance(cell.value, bool):
        return cell.value is other or (isinstance(other, str) and cell.text.casefold() == other.strip().casefold())
    if isinstance(other, datetime):
        return cell.value == other
    if isinstance(other, date):
        try:
            return cell.date == other
        except NotMet:
            return False
    if isinstance(other, str):
        if normal_text(cell.text).casefold() == normal_text(other).casefold():
            return True
        asked = parse_number(other, cell.locale)
        return asked is not None and _number_near(cell, asked)
    if isinstance(other, int | float | Decimal):
        return any(_number_near(cell, number) for number in readings_of(other))
    return cell.value == other


def _number_near(cell: Cell, asked: Decimal) -> bool:
    return any(math.isclose(number, asked, rel_tol=1e-9, abs_tol=1e-9) for number in cell.readings)
