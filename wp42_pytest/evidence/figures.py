"""A figure that is looked for, with the tolerance within which a found value is it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from wp42_pytest.evidence.numbers import number_readings, parse_number


def decimal_of(value: object) -> Decimal | None:
    """Return a plain number or a text that is a number as a finite Decimal, else None; True is not 1.

    Args:
        value: an int, float, Decimal or str.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Decimal):
        number = Decimal(value)
    elif isinstance(value, float):
        number = Decimal(repr(value))
    elif isinstance(value, str):
        return parse_number(value, "en")
    else:
        return None
    return number if number.is_finite() else None


def readings_of(value: object, unit: str = "") -> tuple[Decimal, ...]:
    """Return every number that a found value may be taken for.

    Args:
        value: a number, a text that is a number, or anything with `readings` (a cell, a number found in prose).
        unit: the unit asked for; "%" makes 0.123 count as 12.3 and a per cent sign count as what it says.
    """
    if isinstance(value, str):
        found = parse_number(value, "en")
        numbers = (found,) if found is not None else number_readings(value)
        percent = value.rstrip().endswith("%")
    elif hasattr(value, "readings"):
        numbers, percent = tuple(value.readings), bool(getattr(value, "percent", False))
    else:
        found = decimal_of(value)
        numbers, percent = ((found,) if found is not None else ()), False
    finite = [number for number in numbers if number.is_finite()]
    if unit == "%":
        hundredfold = [number * 100 for number in finite]
        return tuple(hundredfold if percent else dict.fromkeys([*finite, *hundredfold]))
    if getattr(value, "in_percent", False) and not percent:
        return tuple(dict.fromkeys([*finite, *(number / 100 for number in finite)]))
    return tuple(finite)


@dataclass(frozen=True, eq=False)
class Figure:
    """One number of the oracle; `==` holds for whatever states it within its tolerance.

    Args:
        name: its name in the oracle.
        value: what is right.
        tolerance: how far a found value may be away.
        unit: for messages; "%" also decides how ratios are read.
    """

    name: str
    value: Decimal
    tolerance: Decimal = Decimal("0.01")
    unit: str = ""

    def matches(self, found: object, *, sign: bool = True) -> bool:
        """Tell whether a found value is this figure.

        Args:
            found: a cell, a number, a text that is a number, another figure.
            sign: False compares absolute values, for debit and credit columns.
        """
        if isinstance(found, Figure):
            numbers: tuple[Decimal, ...] = (found.value,)
        else:
            numbers = readings_of(found, self.unit)
        if not numbers and self.value == 0 and getattr(found, "is_nil", False):
            return True
        if sign:
            return any(abs(number - self.value) <= self.tolerance for number in numbers)
        return any(abs(abs(number) - abs(self.value)) <= self.tolerance for number in numbers)

    def __eq__(self, other: object) -> bool:
        return self.matches(other)

    def __ne__(self, other: object) -> bool:
        return not self.matches(other)

    __hash__ = object.__hash__

    def _compared(self, other: Any) -> tuple[Decimal, Decimal] | None:
        if isinstance(other, Figure):
            return self.value, other.value
        numbers = readings_of(other, self.unit)
        return (self.value, numbers[0]) if numbers else None

    def __lt__(self, other: object) -> bool:
        pair = self._compared(other)
        return pair[0] < pair[1] if pair else NotImplemented

    def __le__(self, other: object) -> bool:
        pair = self._compared(other)
        return pair[0] <= pair[1] if pair else NotImplemented

    def __gt__(self, other: object) -> bool:
        pair = self._compared(other)
        return pair[0] > pair[1] if pair else NotImplemented

    def __ge__(self, other: object) -> bool:
        pair = self._compared(other)
        return pair[0] >= pair[1] if pair else NotImplemented

    def __abs__(self) -> Figure:
        return Figure(self.name, abs(self.value), self.tolerance, self.unit)

    def __neg__(self) -> Figure:
        return Figure(self.name, -self.value, self.tolerance, self.unit)

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.value:,f}{unit} ± {self.tolerance:f}"

    def __repr__(self) -> str:
        return f"Figure {self.name} = {self}"
