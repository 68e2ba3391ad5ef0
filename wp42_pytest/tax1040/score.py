"""Grades an answer against a reference, fact by fact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from wp42_pytest.tax1040.canonical import CanonicalReturn, canonical
from wp42_pytest.tax1040.classify import Classified, PartitionError, classify
from wp42_pytest.tax1040.explain import Explanation, TrapResult, explained, trap_results
from wp42_pytest.tax1040.outcomes import FactRow, Outcome, Tally
from wp42_pytest.tax1040.reconcile import Reconciliation, reconcile

if TYPE_CHECKING:
    from wp42_pytest.tax1040.judge import Judge, Judgement

MOST_MOVED = 0.03
"""Most that a judge may move the accuracy before a person has to look: a grade that moves more is not accepted."""


@dataclass(frozen=True)
class Reference:
    """What is true of one package.

    Attributes:
        returned: The true records in canonical form.
        explanation: The papers behind each record, and where slips were planted.
    """

    returned: CanonicalReturn
    explanation: Explanation

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Reference:
        """Build the reference from the facts of an oracle: `records`, `keys`, `sources`, `traps`.

        Raises:
            ValueError: when a record is not as the schema says; the fault is the generator's.
        """
        returned = canonical({"records": facts["records"]})
        if returned.problems:
            msg = f"the reference is not as the schemas say: {returned.problems[0]}"
            raise ValueError(msg)
        return cls(returned, Explanation.of(facts))


@dataclass(frozen=True)
class Grade:
    """The grade of one answer.

    Attributes:
        tally: The four counts.
        rows: Every fact, explained.
        by_type: Counts of each record type.
        traps: What became of each planted slip.
        groupings: Records that were split or merged, each charged one fact.
        problems: What is wrong with the answer's form.
        valid: Whether the answer had the shape of the output schema.
        faults: Why the grade cannot be accepted; empty when it is.
        judgement: What a judge decided, when one was asked.
        without_judge: The accuracy before the judge was asked.
    """

    tally: Tally
    rows: tuple[FactRow, ...]
    by_type: dict[str, Tally]
    traps: tuple[TrapResult, ...] = ()
    groupings: int = 0
    problems: tuple[str, ...] = ()
    valid: bool = True
    faults: tuple[str, ...] = ()
    judgement: Judgement | None = field(default=None, repr=False)
    without_judge: float | None = None

    @property
    def accuracy(self) -> float:
        """Correct facts as a share of correct, incorrect, missing and extra ones."""
        return self.tally.accuracy

    @property
    def accepted(self) -> bool:
        """Whether the grade may be used: only a fault of the grader stands against it."""
        return not self.faults

    def metrics(self) -> dict[str, float]:
        """Return the numbers that a receipt carries."""
        found = {
            "fact_accuracy": self.accuracy,
            "facts_correct": float(self.tally.correct),
            "facts_incorrect": float(self.tally.incorrect),
            "facts_missing": float(self.tally.missing),
            "facts_extra": float(self.tally.extra),
            "groupings": float(self.groupings),
            "answer_valid": float(self.valid),
            "grade_accepted": float(self.accepted),
            "traps_planted": float(len(self.traps)),
            "traps_avoided": float(sum(trap.avoided for trap in self.traps)),
        }
        if self.without_judge is not None:
            found["judge_delta"] = self.accuracy - self.without_judge
        return found

    def as_json(self) -> dict[str, Any]:
        """Return the grade without its facts as JSON values."""
        return {
            **self.tally.as_json(),
            "accepted": self.accepted,
            "faults": list(self.faults),
            "valid": self.valid,
            "problems": list(self.problems),
            "groupings": self.groupings,
            "by_type": {name: tally.as_json() for name, tally in self.by_type.items()},
            "traps": [
                {
                    "trap": result.planted.name,
                    "number": result.planted.number,
                    "paper": result.planted.decisive_file,
                    "record": result.planted.record,
                    "path": result.planted.path,
                    "avoided": result.avoided,
                    "fell": result.fell,
                }
                for result in self.traps
            ],
            "without_judge": self.without_judge,
        }

    def lines(self) -> Iterator[dict[str, Any]]:
        """Return the content of `facts.jsonl`."""
        yield from (row.as_json() for row in self.rows)


def grade(answer: Any, reference: Reference, judge: Judge | None = None) -> Grade:
    """Grade an answer.

    Args:
        answer: What the worker left, parsed from JSON; None when it could not be read.
        reference: What is true.
        judge: Settles what code leaves open; without one, code alone decides.

    Returns:
        The grade. An answer without the schema's shape has a grade of its own: every fact of the reference is missing.
    """
    returned = canonical(answer)
    found = reconcile(reference.returned, returned)
    classified, fault = _classified(found)
    plain = _graded(classified, reference, returned, fault)
    if judge is None or fault:
        return plain
    from wp42_pytest.tax1040.judge import settle

    judgement = settle(found, judge)
    settled, fault = _classified(judgement.reconciliation, judgement.same_names)
    faults = [each for each in (fault, *judgement.faults) if each]
    judged = replace(_graded(settled, reference, returned), judgement=judgement, without_judge=plain.accuracy)
    if abs(judged.accuracy - plain.accuracy) > MOST_MOVED:
        faults.append(f"the judge moved the accuracy from {plain.accuracy:.3f} to {judged.accuracy:.3f}")
    return replace(judged, faults=tuple(faults))


def _classified(found: Reconciliation, names: frozenset[tuple[str, str]] = frozenset()) -> tuple[Classified, str]:
    try:
        return classify(found, names), ""
    except PartitionError as error:
        return Classified((), 0, 0, 0), f"the facts do not add up: {error}"


def _graded(
    classified: Classified,
    reference: Reference,
    returned: CanonicalReturn,
    fault: str = "",
) -> Grade:
    rows = explained(classified.rows, reference.explanation)
    outcomes: dict[str, list[Outcome]] = defaultdict(list)
    for row in rows:
        outcomes[row.type].append(row.outcome)
    return Grade(
        Tally.of(row.outcome for row in rows),
        rows,
        {name: Tally.of(found) for name, found in sorted(outcomes.items())},
        trap_results(rows, reference.explanation),
        classified.groupings,
        returned.problems,
        returned.valid,
        (fault,) if fault else (),
    )
