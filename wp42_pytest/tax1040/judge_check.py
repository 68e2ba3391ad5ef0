"""Validates a judge on pairs whose answer is known: precision, recall and agreement beyond chance, kind by kind."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from wp42_pytest.tax1040.judge import Judge, settle
from wp42_pytest.tax1040.judge_pairs import LabelledPair
from wp42_pytest.tax1040.names import same_number, words
from wp42_pytest.tax1040.reconcile import Reconciliation

LEAST = 0.98
"""Least precision, recall and kappa of each kind for a judge to be used."""


@dataclass(frozen=True)
class Agreement:
    """How a judge's verdicts on one kind of pair agree with the labels.

    Attributes:
        kind: What was done to the second record of the pairs.
        yes: Same, and held to be the same.
        missed: Same, and not held to be the same.
        wrong: Different, and held to be the same.
        no: Different, and not held to be the same.
        failed: Pairs on which the judge gave no usable answer; they count as not held to be the same.
    """

    kind: str
    yes: int = 0
    missed: int = 0
    wrong: int = 0
    no: int = 0
    failed: int = 0

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return self.yes + self.missed + self.wrong + self.no

    @property
    def precision(self) -> float:
        """Share of pairs held to be the same that are; 1 when none is."""
        return self.yes / (self.yes + self.wrong) if self.yes + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """Share of same pairs that are held to be the same; 1 when there is none."""
        return self.yes / (self.yes + self.missed) if self.yes + self.missed else 1.0

    @property
    def kappa(self) -> float:
        """Cohen's kappa: agreement beyond what chance gives; 1 when chance alone gives full agreement."""
        total = self.pairs
        if not total:
            return 1.0
        seen = (self.yes + self.no) / total
        said, true = self.yes + self.wrong, self.yes + self.missed
        chance = (said * true + (total - said) * (total - true)) / total**2
        return 1.0 if chance == 1 else (seen - chance) / (1 - chance)

    @property
    def good(self) -> bool:
        """Whether the judge may be used for pairs of this kind."""
        return not self.failed and min(self.precision, self.recall, self.kappa) >= LEAST

    def as_json(self) -> dict[str, Any]:
        """Return counts and measures."""
        counts = {"same": self.yes + self.missed, "different": self.wrong + self.no, "failed": self.failed}
        return {
            "kind": self.kind,
            "pairs": self.pairs,
            **counts,
            "precision": self.precision,
            "recall": self.recall,
            "kappa": self.kappa,
            "good": self.good,
        }


def check(judge: Judge, pairs: Iterable[LabelledPair]) -> list[Agreement]:
    """Put each pair to a judge as the only leftover of a grade, and count its verdicts; the last row is of all kinds."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0])
    for pair in pairs:
        judgement = settle(Reconciliation(missing=[pair.reference], extra=[pair.answer]), judge)
        held = bool(judgement.reconciliation.pairs)
        place = (0 if held else 1) if pair.same else (2 if held else 3)
        for kind in (pair.kind, "all"):
            counts[kind][place] += 1
            counts[kind][4] += bool(judgement.faults)
    return [Agreement(kind, *found) for kind, found in sorted(counts.items(), key=lambda each: each[0] == "all")]


class RulesJudge:
    """A judge without a model: names that are equal but for spelling, numbers by their last digits; the line that a model has to beat."""

    model = "published rules"

    def answer(self, prompt: str, question: str, schema: dict[str, Any]) -> str:
        """Return which records and names are the same by rule."""
        del prompt, schema
        body = json.loads(question.removeprefix("<records>\n").removesuffix("\n</records>"))
        pairs, used = [], set()
        for mine in body["A"]:
            for other in body["B"]:
                if other["id"] not in used and mine["type"] == other["type"] and _alike(mine, other):
                    pairs.append({"a": mine["id"], "b": other["id"]})
                    used.add(other["id"])
                    break
        names = [
            {"id": each["id"], "verdict": "same" if words(each["a"]) == words(each["b"]) else "different"}
            for each in body["names"]
        ]
        return json.dumps({"same_entity": pairs, "names": names})


def _alike(one: dict[str, str], other: dict[str, str]) -> bool:
    numbers = [(one[name], other[name]) for name in one if name in other and name.endswith("number")]
    if any(not same_number(*pair) for pair in numbers):
        return False
    names = [(one[name], other[name]) for name in one if name in other and name.endswith("_name")]
    return bool(names) and all(words(mine) == words(theirs) for mine, theirs in names)
