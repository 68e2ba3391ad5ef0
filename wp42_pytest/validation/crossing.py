"""Are another seed's answers wrong answers, so that criteria rest on the seed?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wp42_pytest.validation.judge import judge
from wp42_pytest.validation.properties import finding

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from wp42_pytest.model.oracle import Oracle
    from wp42_pytest.validation.findings import Finding
    from wp42_pytest.validation.trial import Trial

CROSSED_LIMIT = 0.5
"""The highest score that the criteria which are equal by design may make together."""


@dataclass
class Crossed:
    """How one seed's solution fares before another seed's oracle.

    Attributes:
        score: its det_score.
        allowed: the score that figures equal by design allow.
        equal: the criteria that rest on nothing that depends on the seed.
        findings: what is wrong.
    """

    score: float = 0.0
    allowed: float = 0.0
    equal: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def crossed(trial: Trial, other_folder: Path, other: Oracle) -> Crossed:
    """Grade the solution of one seed with the oracle of another.

    Args:
        trial: the seed whose solution is graded.
        other_folder: the folder of another seed's oracle.
        other: that oracle.
    """
    result = Crossed()
    judged = judge(trial.order(trial.paths.workspace, other_folder))
    result.score = judged.receipt.det_score
    whole = sum(row.weight for row in judged.receipt.required_criteria)
    for row in judged.receipt.required_criteria:
        asked = trial.solution.reads[row.id]
        if equal(trial.oracle, other, asked):
            result.equal.append(row.id)
            result.allowed += row.weight / whole
        elif row.passed:
            differing = sorted(name for name in asked if not equal(trial.oracle, other, [name]))
            what = f"{row.id} passes with the oracle of seed {other.seed}, although {', '.join(differing)} differ"
            result.findings.append(finding("crossed-passes", "evaluate.py", what, row.id))
    if result.allowed > CROSSED_LIMIT:
        what = f"{', '.join(result.equal)} rest on nothing that depends on the seed, and make {result.allowed:.2f} of the score"
        result.findings.append(finding("crossed-score", "evaluate.py", what, "score"))
    return result


def equal(one: Oracle, other: Oracle, asked: Iterable[str]) -> bool:
    """Say whether two oracles give the same answers to what a check asks.

    Args:
        one: an oracle.
        other: another one.
        asked: what a check asks, such as `figure total`.
    """
    return all(_answer(one, question) == _answer(other, question) for question in asked)


def _answer(oracle: Oracle, question: str) -> Any:
    what, _, name = question.partition(" ")
    if what == "figure":
        return oracle.figures[name].value if name in oracle.figures else None
    if what == "fact":
        return oracle.facts.get(name)
    return next((error.correct_value for error in oracle.planted_errors if error.id == name), None)
