"""The four classes of facts, and what counting them gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any

NEAR = 5
"""Dollars within which an amount counts as right in the lenient column."""


class Outcome(StrEnum):
    """What became of one fact."""

    correct = "correct"
    incorrect = "incorrect"
    missing = "missing"
    extra = "extra"


@dataclass(frozen=True)
class FactRow:
    """One fact of a grade, with what explains it.

    Attributes:
        outcome: Its class.
        type: Classification of its record.
        record: Key of the reference's record, or of the answer's for an extra fact.
        answer_record: Key of the answer's record, when there is one.
        path: Where it stands in the record.
        title: Official name of the field.
        kind: How it is compared.
        expected: What the reference says.
        found: What the answer says.
        sources: The papers that decide it.
        trap: Name of the slip that is planted there, when there is one.
        judged: Whether a judge had a say in it.
    """

    outcome: Outcome
    type: str
    record: str
    path: str
    title: str
    kind: str = ""
    answer_record: str | None = None
    expected: str | int | bool | None = None
    found: str | int | bool | None = None
    sources: tuple[str, ...] = ()
    trap: str | None = None
    judged: bool = False

    @property
    def nearly(self) -> bool:
        """Whether the fact is right, or an amount that is at most five dollars off."""
        if self.outcome is Outcome.correct:
            return True
        near = self.outcome is Outcome.incorrect and self.kind == "money"
        try:
            return near and abs(Decimal(str(self.expected)) - Decimal(str(self.found))) <= NEAR
        except InvalidOperation:
            return False

    def as_json(self) -> dict[str, Any]:
        """Return the row as JSON values, without what does not apply."""
        shown = asdict(self) | {"outcome": self.outcome.value, "sources": list(self.sources)}
        return {name: value for name, value in shown.items() if value not in (None, [], False) or name == "found"}


@dataclass(frozen=True)
class Tally:
    """Counts of the four classes.

    Attributes:
        correct: Stated by both, alike.
        incorrect: Stated by both, not alike.
        missing: Stated by the reference alone.
        extra: Stated by the answer alone.
    """

    correct: int = 0
    incorrect: int = 0
    missing: int = 0
    extra: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Tally:
        """Count outcomes."""
        found = list(outcomes)
        return cls(*(found.count(each) for each in Outcome))

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.correct + other.correct,
            self.incorrect + other.incorrect,
            self.missing + other.missing,
            self.extra + other.extra,
        )

    @property
    def facts(self) -> int:
        """All facts of either side."""
        return self.correct + self.incorrect + self.missing + self.extra

    @property
    def accuracy(self) -> float:
        """Correct facts as a share of all: KIEval's aligned score (arXiv 2503.05488); 1 where there is nothing to state."""
        return self.correct / self.facts if self.facts else 1.0

    @property
    def exact(self) -> bool:
        """Whether nothing is wrong."""
        return self.correct == self.facts

    def as_json(self) -> dict[str, Any]:
        """Return counts and accuracy."""
        return {**asdict(self), "accuracy": self.accuracy}
