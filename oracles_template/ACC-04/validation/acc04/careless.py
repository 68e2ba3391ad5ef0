"""Readers who slip in one place: what each of them sees or writes differently, by the trap that it falls into."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass

from acc04.papers import Papers
from acc04.people import People, read_people
from acc04.reader import records_of
from acc04.records import Record

Sees = Callable[[Papers], None]
Writes = Callable[[Papers, People, list[Record]], None]


@dataclass(frozen=True)
class Habit:
    """One careless habit.

    Attributes:
        trap: its number in the catalogue of traps.
        what: what the reader does.
        types: the record types in which facts are lost.
        sees: changes what is taken from the papers, before the rules are applied.
        writes: changes the records, after they were applied.
    """

    trap: int
    what: str
    types: tuple[str, ...]
    sees: Sees | None = None
    writes: Writes | None = None


def careless_records(papers: Papers, habit: Habit) -> list[Record]:
    """Return the records that a reader with one careless habit makes of a package."""
    seen = copy.deepcopy(papers)
    if habit.sees:
        habit.sees(seen)
    records = copy.deepcopy(records_of(seen))
    if habit.writes:
        habit.writes(papers, read_people(papers), records)
    return [record for record in records if record]


def of_type(records: list[Record], *types: str) -> list[Record]:
    """Return the records of some types."""
    return [record for record in records if record.get("classification") in types]


def raise_by(record: Record, field: str, value: float | None) -> None:
    """Add an amount to a field, where there is one to add."""
    if value:
        record[field] = round(record.get(field, 0.0) + value, 2)
