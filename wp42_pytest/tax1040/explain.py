"""Says of each fact which paper decides it and whether a slip was planted there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any

from wp42_pytest.tax1040.canonical import record_keys
from wp42_pytest.tax1040.outcomes import FactRow, Outcome

_LOOSE = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Planted:
    """One planted slip.

    Attributes:
        name: Its name in the catalogue.
        number: Its number there.
        decisive_file: The paper that decides it.
        record: Key of the reference's record that it concerns; the generator's own key when there is none.
        path: The field in the record; empty for the record as a whole.
        right: The right value, None where nothing must stand.
        wrong: What the careless reader writes, None where it leaves something out.
    """

    name: str
    number: int
    decisive_file: str
    record: str
    path: str
    right: Any
    wrong: Any

    def concerns(self, row: FactRow) -> bool:
        """Tell whether a fact is one that the slip is about."""
        if row.record == self.record and row.outcome is not Outcome.extra:
            return not self.path or row.path == self.path or row.path.startswith((f"{self.path}[", f"{self.path}."))
        if row.outcome is Outcome.extra and row.record == self.record and self.path:
            return row.path == self.path or row.path.startswith((f"{self.path}[", f"{self.path}."))
        if row.outcome is not Outcome.extra or self.right is not None or self.path:
            return False
        return self.record.startswith(row.type) and _says(self.wrong, row.found)


@dataclass(frozen=True)
class Explanation:
    """Where each record comes from, and which slips were planted.

    Attributes:
        sources: The papers behind each record, by its key.
        planted: Every planted slip.
    """

    sources: dict[str, tuple[str, ...]]
    planted: tuple[Planted, ...]

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Explanation:
        """Read an oracle's facts: `keys` names its records in the order of `records`, where the generator names them."""
        canonical_keys = record_keys(str(record["classification"]) for record in facts["records"])
        own = dict(zip(facts.get("keys", canonical_keys), canonical_keys, strict=True))
        given = facts.get("sources", {})
        sources = {
            own.get(key, key): tuple([files] if isinstance(files, str) else files) for key, files in given.items()
        }
        return cls(sources, tuple(_planted(label, own) for label in facts.get("traps", ())))


@dataclass(frozen=True)
class TrapResult:
    """What became of one planted slip.

    Attributes:
        planted: The slip.
        avoided: Whether every fact that it is about is correct.
        fell: Whether the answer says what the careless reader says.
    """

    planted: Planted
    avoided: bool
    fell: bool


def _planted(label: Mapping[str, Any], own: Mapping[str, str]) -> Planted:
    place = str(label["path"])
    keys = sorted((key for key in own if place == key or place.startswith(f"{key}.")), key=len)
    key = keys[-1] if keys else place
    return Planted(
        str(label.get("name", label["trap"])),
        int(label["trap"]),
        str(label["decisive_file"]),
        own.get(key, key),
        place[len(key) + 1 :],
        label.get("right"),
        label.get("wrong"),
    )


def explained(rows: Iterable[FactRow], explanation: Explanation) -> tuple[FactRow, ...]:
    """Return the rows with papers and slips, what is wrong first."""
    found = []
    for row in rows:
        slip = next((each for each in explanation.planted if each.concerns(row)), None)
        sources = explanation.sources.get(row.record, ())
        if slip and slip.decisive_file not in sources:
            sources = (slip.decisive_file, *sources)
        found.append(replace(row, sources=sources, trap=slip.name if slip else None))
    order = [Outcome.incorrect, Outcome.missing, Outcome.extra, Outcome.correct]
    return tuple(sorted(found, key=lambda row: (order.index(row.outcome), row.type, row.record, row.path)))


def trap_results(rows: Sequence[FactRow], explanation: Explanation) -> tuple[TrapResult, ...]:
    """Return what became of each planted slip."""
    results = []
    for planted in explanation.planted:
        about = [row for row in rows if planted.concerns(row)]
        wrong = [row for row in about if row.outcome is not Outcome.correct]
        fell = any(_says(planted.wrong, row.found) for row in wrong) if planted.wrong is not None else bool(wrong)
        results.append(TrapResult(planted, not wrong, fell))
    return tuple(results)


def _says(value: Any, found: Any) -> bool:
    if value is None or found is None:
        return value is found
    try:
        return abs(Decimal(str(value)) - Decimal(str(found))) <= 1
    except InvalidOperation:
        return _LOOSE.sub("", str(value).casefold()) == _LOOSE.sub("", str(found).casefold())
