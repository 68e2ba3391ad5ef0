"""Puts configurations side by side on the returns for which every one of them has an accepted grade."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from wp42_pytest.tax1040.outcomes import Tally

if TYPE_CHECKING:
    from wp42_pytest.tax1040.runs import GradedRun
    from wp42_pytest.tax1040.score import Grade

RESAMPLES = 10_000
BOOTSTRAP_SEED = 1040
"""The intervals are the same whenever they are computed."""
LEVEL = 0.95

Interval = tuple[float, float]


@dataclass(frozen=True)
class Standing:
    """How one configuration did on the common returns.

    Attributes:
        name: The configuration.
        accuracy: Mean of the returns' accuracies, each return weighing the same.
        interval: Bootstrap interval of it, by return.
        micro: Correct facts as a share of all facts of all returns.
        nearly: As `accuracy`, amounts within five dollars counting as right.
        exact: Share of returns without any wrong fact.
        invalid: Share of runs whose answer could not be read, or had not the form of the schema.
        tally: Counts over all returns.
        by_type: Counts for each record type.
        traps: For each planted slip, how often it was planted and how often avoided.
        by_return: Accuracy on each common return.
    """

    name: str
    accuracy: float
    interval: Interval
    micro: float
    nearly: float
    exact: float
    invalid: float
    tally: Tally
    by_type: dict[str, Tally]
    traps: dict[str, tuple[int, int]]
    by_return: dict[str, float]


@dataclass(frozen=True)
class Difference:
    """How far one configuration is ahead of another on the same returns.

    Attributes:
        first: The one.
        second: The other.
        mean: Mean difference of accuracy.
        interval: Paired bootstrap interval of it.
    """

    first: str
    second: str
    mean: float
    interval: Interval


@dataclass(frozen=True)
class Comparison:
    """Configurations side by side.

    Attributes:
        returns: The returns that are compared.
        standings: One for each configuration, best first.
        differences: Each pair of configurations.
        dropped: Returns that are left out, each with the reasons.
        runs: Number of runs of each configuration, dropped returns included.
    """

    returns: tuple[str, ...]
    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    dropped: dict[str, tuple[str, ...]] = field(default_factory=dict)
    runs: dict[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as JSON values."""
        return {
            "returns": list(self.returns),
            "dropped": {name: list(reasons) for name, reasons in self.dropped.items()},
            "runs": self.runs,
            "configurations": [
                {
                    "name": each.name,
                    "accuracy": each.accuracy,
                    "interval": list(each.interval),
                    "micro_accuracy": each.micro,
                    "accuracy_within_5_dollars": each.nearly,
                    "exact_returns": each.exact,
                    "invalid_answers": each.invalid,
                    "facts": each.tally.as_json(),
                    "by_type": {name: tally.as_json() for name, tally in each.by_type.items()},
                    "traps": {
                        name: {"planted": planted, "avoided": avoided}
                        for name, (planted, avoided) in each.traps.items()
                    },
                    "by_return": each.by_return,
                }
                for each in self.standings
            ],
            "differences": [
                {"first": each.first, "second": each.second, "mean": each.mean, "interval": list(each.interval)}
                for each in self.differences
            ],
        }


def compare(runs: Iterable[GradedRun]) -> Comparison:
    """Compare configurations on the returns for which each has an accepted grade.

    Several runs of one configuration on one return count as one: their mean. An answer that could not be read is an accepted grade of
    nothing right; only a fault of ours takes a return out.
    """
    grades: dict[str, dict[str, list[Grade]]] = defaultdict(lambda: defaultdict(list))
    reasons: dict[tuple[str, str], str] = {}
    number: dict[str, int] = defaultdict(int)
    instances: set[str] = set()
    for run in runs:
        number[run.configuration] += 1
        instances.add(run.instance)
        if run.accepted and run.grade is not None:
            grades[run.configuration][run.instance].append(run.grade)
        else:
            reasons[run.configuration, run.instance] = run.reason
    names = sorted(number)
    common = sorted(each for each in instances if all(grades[name][each] for name in names))
    dropped = {
        each: tuple(
            f"{name}: {reasons.get((name, each), 'there is no run')}" for name in names if not grades[name][each]
        )
        for each in sorted(instances - set(common))
    }
    standings = [_standing(name, {each: grades[name][each] for each in common}) for name in names] if common else []
    standings.sort(key=lambda each: (-each.accuracy, each.name))
    return Comparison(tuple(common), tuple(standings), tuple(_differences(standings)), dropped, dict(number))


def _standing(name: str, grades: dict[str, list[Grade]]) -> Standing:
    flat = [grade for each in grades.values() for grade in each]
    by_return = {each: _mean([grade.accuracy for grade in found]) for each, found in grades.items()}
    by_type: dict[str, Tally] = defaultdict(Tally)
    traps: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for grade in flat:
        for kind, tally in grade.by_type.items():
            by_type[kind] += tally
        for result in grade.traps:
            planted, avoided = traps[result.planted.name]
            traps[result.planted.name] = planted + 1, avoided + result.avoided
    tally = sum((grade.tally for grade in flat), Tally())
    return Standing(
        name,
        _mean(list(by_return.values())),
        interval(list(by_return.values())),
        tally.accuracy,
        _mean([_mean([_nearly(grade) for grade in found]) for found in grades.values()]),
        _mean([float(grade.tally.exact) for grade in flat]),
        _mean([float(not grade.valid) for grade in flat]),
        tally,
        dict(sorted(by_type.items())),
        dict(sorted(traps.items())),
        by_return,
    )


def _nearly(grade: Grade) -> float:
    return sum(row.nearly for row in grade.rows) / len(grade.rows) if grade.rows else 1.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def interval(values: Sequence[float]) -> Interval:
    """Return the bootstrap interval of a mean, returns being drawn anew."""
    data = np.asarray(values, dtype=float)
    draws = np.random.default_rng(BOOTSTRAP_SEED).integers(0, len(data), size=(RESAMPLES, len(data)))
    low, high = np.quantile(data[draws].mean(axis=1), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def _differences(standings: Sequence[Standing]) -> Iterable[Difference]:
    for number, first in enumerate(standings):
        for second in standings[number + 1 :]:
            apart = [first.by_return[each] - second.by_return[each] for each in first.by_return]
            yield Difference(first.name, second.name, _mean(apart), interval(apart))
