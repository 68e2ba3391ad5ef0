"""What the two formula engines say about a workbook, and which of it is believed."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wp42_pytest.evidence.parse.formulas import SYNTAX
from wp42_pytest.evidence.reader import FORMUALIZER, IRONCALC, ReaderChild
from wp42_pytest.evidence.refusal import Refused

Place = tuple[int, int]
Raw = Any
"""A value as the engines send it: number, text, boolean, None or `["e", code]`."""

_ONE_AT_A_TIME = threading.Lock()
_EXCEL_ERRORS = frozenset({"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NULL!"})
"""Errors that a formula can rightly give; any other code means that the engine could not compute it."""


@dataclass(frozen=True)
class Believed:
    """The value of one formula cell.

    Args:
        value: as sent.
        provenance: computed | conflict | cached-only.
        alternatives: values to be accepted as well.
    """

    value: Raw
    provenance: str
    alternatives: tuple[Raw, ...] = ()


@dataclass(frozen=True)
class Computation:
    """What each engine gave, by sheet and place; None for an engine that gave nothing.

    Args:
        first: formualizer's values.
        second: ironcalc's values.
        problems: why an engine gave nothing.
    """

    first: list[dict[Place, Raw]] | None
    second: list[dict[Place, Raw]] | None
    problems: tuple[str, ...] = ()

    def places(self, sheet: int) -> set[Place]:
        """Return the places of a sheet for which any engine has a value."""
        found: set[Place] = set()
        for engine in (self.first, self.second):
            if engine is not None and sheet < len(engine):
                found |= engine[sheet].keys()
        return found

    def believed(self, sheet: int, place: Place, cached: Raw, *, cache_counts: bool) -> Believed:
        """Return what to believe about one formula cell.

        Args:
            sheet: its index.
            place: its row and column.
            cached: what the file says its value is.
            cache_counts: False when the file's writer leaves computing to Excel.
        """
        one, two = (self._of(engine, sheet, place) for engine in (self.first, self.second))
        values = [value for value in (one, two) if value is not None and not _is_error(value)]
        if len(values) == 2 and not agree(*values):
            return Believed(values[0], "conflict", (values[1],))
        if values:
            return Believed(values[0], "computed")
        errors = [value for value in (one, two) if value is not None and value[1] in _EXCEL_ERRORS]
        if len(errors) == 2 or (errors and (cached is None or not cache_counts)):
            return Believed(errors[0], "computed")
        if one == ["e", SYNTAX]:
            return Believed(one, "computed")
        if cached is not None and cache_counts:
            return Believed(cached, "cached-only")
        return Believed(errors[0] if errors else one or two or ["e", "#NAME?"], "computed")

    def _of(self, engine: list[dict[Place, Raw]] | None, sheet: int, place: Place) -> Raw:
        return engine[sheet].get(place) if engine is not None and sheet < len(engine) else None


@lru_cache(maxsize=32)
def compute(book: bytes) -> Computation:
    """Return what both engines compute for a plain book; they run at the same time, each in its own child.

    Args:
        book: made by `rewritten`.
    """
    problems: list[str] = []
    with _ONE_AT_A_TIME:
        FORMUALIZER.send("formualizer", book)
        IRONCALC.send("ironcalc", book)
        first = _received(FORMUALIZER, "formualizer", problems)
        second = _received(IRONCALC, "ironcalc", problems)
    return Computation(first, second, tuple(problems))


def _received(child: ReaderChild, name: str, problems: list[str]) -> list[dict[Place, Raw]] | None:
    try:
        answer = child.receive()
    except Refused as refused:
        problems.append(f"{name}: {refused.sentence}")
        return None
    return [{(row, column): value for row, column, value in cells} for cells in answer.found["sheets"]]


def agree(first: Raw, second: Raw) -> bool:
    """Tell whether two engines mean the same; iterative functions differ in the last digits."""
    if isinstance(first, bool) or isinstance(second, bool) or isinstance(first, str) or isinstance(second, str):
        return type(first) is type(second) and first == second
    return math.isclose(first, second, rel_tol=1e-7, abs_tol=1e-9)


def _is_error(value: Raw) -> bool:
    return isinstance(value, list)
