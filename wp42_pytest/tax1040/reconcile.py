"""Finds out which record of an answer corresponds to which of the reference, and which are parts of one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations
from typing import TypeVar

from wp42_pytest.tax1040.canonical import UNKNOWN, CanonicalReturn, Entity, Fact
from wp42_pytest.tax1040.fields import leaves
from wp42_pytest.tax1040.likeness import anchored, benefit, differs
from wp42_pytest.tax1040.records import RECORD_TYPES
from wp42_pytest.tax1040.values import same

MOST_PARTS = 4
"""Most records that are taken for parts of one."""
MOST_CANDIDATES = 10
"""Most records among which parts are looked for."""
MOST_COMPARED = 300
"""Most records of one type in an answer that are compared; further ones correspond to nothing."""

T = TypeVar("T")


@dataclass(frozen=True)
class Pair:
    """Two records that correspond."""

    reference: Entity
    answer: Entity


@dataclass(frozen=True)
class Grouping:
    """One record on one side that is several on the other; which of the two has several is said by `merged`.

    Attributes:
        references: The reference's records.
        answers: The answer's records.
    """

    references: tuple[Entity, ...]
    answers: tuple[Entity, ...]

    @property
    def merged(self) -> bool:
        """Whether the answer made one record of several."""
        return len(self.references) > 1


@dataclass
class Reconciliation:
    """Every record of both sides, in one of the four places.

    Attributes:
        pairs: Records that correspond.
        groupings: Records that the answer split or merged.
        missing: Records of the reference that correspond to nothing.
        extra: Records of the answer that correspond to nothing.
    """

    pairs: list[Pair] = field(default_factory=list)
    groupings: list[Grouping] = field(default_factory=list)
    missing: list[Entity] = field(default_factory=list)
    extra: list[Entity] = field(default_factory=list)


def reconcile(reference: CanonicalReturn, answer: CanonicalReturn) -> Reconciliation:
    """Find the records that correspond, type by type, by the best assignment as a whole."""
    found = Reconciliation()
    for name in sorted({entity.type for each in (reference, answer) for entity in each.entities}):
        ours, theirs = reference.of_type(name), answer.of_type(name)
        if name == UNKNOWN:
            found.missing += ours
            found.extra += theirs
            continue
        compared, beyond = theirs[:MOST_COMPARED], theirs[MOST_COMPARED:]
        pairs = [Pair(ours[one], compared[other]) for one, other in assign(ours, compared, benefit)]
        _regroup(name, ours, compared, pairs, found)
        found.extra += beyond
    return found


def assign(ours: Sequence[T], theirs: Sequence[T], worth: Callable[[T, T], int]) -> list[tuple[int, int]]:
    """Return the index pairs of the assignment that is worth most; what is worth nothing stays alone.

    Args:
        ours: Records or lines of the reference.
        theirs: Those of the answer.
        worth: What a pair is worth, 0 for one that does not correspond.
    """
    if not ours or not theirs:
        return []
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    table = np.array([[worth(one, other) for other in theirs] for one in ours], dtype=np.int64)
    rows, columns = linear_sum_assignment(table, maximize=True)
    chosen = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(row, column) for row, column in chosen if table[row, column] > 0]


def _regroup(
    name: str, ours: Sequence[Entity], theirs: Sequence[Entity], pairs: list[Pair], found: Reconciliation
) -> None:
    """Sort out what is left after pairing: parts of a whole on either side, missing, extra."""
    paired_ours, paired_theirs = {id(pair.reference) for pair in pairs}, {id(pair.answer) for pair in pairs}
    missing = [entity for entity in ours if id(entity) not in paired_ours]
    extra = [entity for entity in theirs if id(entity) not in paired_theirs]
    kept: list[Pair] = []
    for pair in pairs:
        if parts := _parts(name, pair.reference, pair.answer, extra):
            found.groupings.append(Grouping((pair.reference,), parts))
            extra = [entity for entity in extra if not any(entity is part for part in parts)]
        elif parts := _parts(name, pair.answer, pair.reference, missing):
            found.groupings.append(Grouping(parts, (pair.answer,)))
            missing = [entity for entity in missing if not any(entity is part for part in parts)]
        else:
            kept.append(pair)
    for whole in list(extra):
        if parts := _parts(name, whole, None, missing):
            found.groupings.append(Grouping(parts, (whole,)))
            extra.remove(whole)
            missing = [entity for entity in missing if not any(entity is part for part in parts)]
    for whole in list(missing):
        if parts := _parts(name, whole, None, extra):
            found.groupings.append(Grouping((whole,), parts))
            missing.remove(whole)
            extra = [entity for entity in extra if not any(entity is part for part in parts)]
    found.pairs += kept
    found.missing += missing
    found.extra += extra


def _parts(name: str, whole: Entity, first: Entity | None, others: Sequence[Entity]) -> tuple[Entity, ...]:
    """Return the records that add up to a whole in every amount, beginning with `first`; empty when there are none."""
    goal = additive(whole)
    if not goal:
        return ()
    near = [other for other in others if belongs(name, whole, other)][:MOST_CANDIDATES]
    if first is not None and not belongs(name, whole, first):
        return ()
    given = () if first is None else (first,)
    for size in range(2 - len(given), MOST_PARTS + 1 - len(given)):
        for chosen in combinations(near, size):
            if _adds_up(goal, (*given, *chosen)):
                return (*given, *chosen)
    return ()


def belongs(name: str, whole: Entity, part: Entity) -> bool:
    """Tell whether a record can be a part of another: same owner, and the fields that parts share agree."""
    if whole.owner != part.owner:
        return False
    rules = RECORD_TYPES[name].rules
    if rules.parts:
        return anchored(whole, part, rules.parts)
    fields = leaves(RECORD_TYPES[name])
    shared = {anchor[0] for anchor in rules.anchors}
    agree = [each for each in shared if anchored(whole, part, (each,))]
    return bool(agree) and not any(
        differs(fields[each], whole.value(each), part.value(each)) and "property_address" not in agree
        for each in shared
    )


def additive(entity: Entity) -> dict[str, Fact]:
    """Return the amounts of a record that add up when it is put together from parts."""
    return {
        path: fact
        for path, fact in entity.facts.items()
        if fact.leaf.meaning.additive and isinstance(fact.value, Decimal | int)
    }


def _adds_up(goal: dict[str, Fact], parts: tuple[Entity, ...]) -> bool:
    amounts = [additive(part) for part in parts]
    if not all(amounts) or set(goal) != {path for each in amounts for path in each}:
        return False
    for path, fact in goal.items():
        total = sum((Decimal(str(each[path].value)) for each in amounts if path in each), Decimal(0))
        if not same(fact.kind, fact.value, total if isinstance(fact.value, Decimal) else int(total), slack=len(parts)):
            return False
    return True
