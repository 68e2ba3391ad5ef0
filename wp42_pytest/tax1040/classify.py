"""Puts every fact of two reconciled returns into one of four classes, and checks that none is counted twice or lost."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from wp42_pytest.tax1040.canonical import Entity, Fact, Item
from wp42_pytest.tax1040.fields import Kind
from wp42_pytest.tax1040.likeness import item_benefit
from wp42_pytest.tax1040.outcomes import FactRow, Outcome
from wp42_pytest.tax1040.reconcile import Grouping, Pair, Reconciliation, additive, assign
from wp42_pytest.tax1040.values import same

GROUPING = "grouping"
"""Path of the one fact that a record costs when it was split or merged."""

SameNames = Collection[tuple[str, str]]
"""Names of reference and answer that a judge holds to be of the same person or entity."""


class PartitionError(ArithmeticError):
    """The classes do not add up to the facts of both sides: the grader's own fault."""


@dataclass(frozen=True)
class Classified:
    """Every fact of a grade.

    Attributes:
        rows: One for each.
        groupings: Number of records that were split or merged.
        reference: Facts of the reference, with one more for each grouping.
        answer: Facts of the answer after records were put together or taken apart, with one more for each grouping.
    """

    rows: tuple[FactRow, ...]
    groupings: int
    reference: int
    answer: int


def classify(found: Reconciliation, same_names: SameNames = ()) -> Classified:
    """Classify the facts of a reconciliation.

    Args:
        found: What corresponds to what.
        same_names: Names that a judge holds to be the same.

    Raises:
        PartitionError: when the classes do not add up.
    """
    rows: list[FactRow] = []
    reference = answer = 0
    for pair in found.pairs:
        rows += _compared(pair.reference, pair.answer, same_names, slack=1)
        reference += pair.reference.size
        answer += pair.answer.size
    for grouping in found.groupings:
        if grouping.merged:
            rows += _merged(grouping, same_names)
            answer += _stated_of_merged(grouping)
        else:
            whole = _put_together(grouping.answers)
            rows += _compared(grouping.references[0], whole, same_names, slack=len(grouping.answers))
            answer += whole.size
        rows.append(_grouping_row(grouping))
        reference += sum(entity.size for entity in grouping.references) + 1
        answer += 1
    for entity in found.missing:
        rows += _alone(entity, Outcome.missing)
        reference += entity.size
    for entity in found.extra:
        rows += _alone(entity, Outcome.extra)
        answer += entity.size
    classified = Classified(tuple(rows), len(found.groupings), reference, answer)
    check_partition(classified)
    return classified


def check_partition(classified: Classified) -> None:
    """Check that correct, incorrect and missing make up the reference, and correct, incorrect and extra the answer.

    Raises:
        PartitionError: when they do not, or a fact of one record is there twice.
    """
    outcomes = [row.outcome for row in classified.rows]
    both = outcomes.count(Outcome.correct) + outcomes.count(Outcome.incorrect)
    ours, theirs = both + outcomes.count(Outcome.missing), both + outcomes.count(Outcome.extra)
    if (ours, theirs) != (classified.reference, classified.answer):
        msg = (
            f"the classes hold {ours} facts of the reference and {theirs} of the answer; "
            f"there are {classified.reference} and {classified.answer}"
        )
        raise PartitionError(msg)
    stated = [(row.record, row.path) for row in classified.rows if row.outcome is not Outcome.extra]
    if len(set(stated)) != len(stated):
        msg = "a fact of the reference was counted twice"
        raise PartitionError(msg)


def _compared(ours: Entity, theirs: Entity, names: SameNames, *, slack: int) -> list[FactRow]:
    rows = [
        _row(Pair(ours, theirs), path, ours.facts.get(path), theirs.facts.get(path), names=names, slack=slack)
        for path in sorted({*ours.facts, *theirs.facts})
    ]
    return rows + _items([(ours, item) for item in ours.items], theirs, ours, names)


def _items(owned: Sequence[tuple[Entity, Item]], theirs: Entity, ours: Entity, names: SameNames) -> list[FactRow]:
    """Return the rows of lines that are paired; each line of the reference comes with its record."""
    rows: list[FactRow] = []
    for branch in sorted({item.branch for _, item in owned} | {item.branch for item in theirs.items}):
        mine = [(entity, item) for entity, item in owned if item.branch == branch]
        others = [item for item in theirs.items if item.branch == branch]
        pairs = assign([item for _, item in mine], others, item_benefit)
        partner = {row: others[column] for row, column in pairs}
        for number, (entity, item) in enumerate(mine):
            rows += _item_rows(entity, theirs, item, partner.get(number), names)
        used = {id(item) for item in partner.values()}
        for item in others:
            if id(item) not in used:
                rows += [_row(Pair(ours, theirs), fact.path, None, fact) for fact in item.facts.values()]
    return rows


def _item_rows(ours: Entity, theirs: Entity, item: Item, other: Item | None, names: SameNames) -> list[FactRow]:
    place = f"{item.branch}[{item.position}]"
    mine, others = item.facts, other.facts if other else {}
    return [
        _row(Pair(ours, theirs), f"{place}.{name}", mine.get(name), others.get(name), names=names)
        for name in sorted({*mine, *others})
    ]


def _row(
    pair: Pair, path: str, mine: Fact | None, other: Fact | None, *, names: SameNames = (), slack: int = 1
) -> FactRow:
    ours, theirs = pair.reference, pair.answer
    fact = mine or other
    if fact is None:
        msg = f"{path} is a fact of neither side"
        raise PartitionError(msg)
    judged = False
    if mine is None:
        outcome = Outcome.extra
    elif other is None:
        outcome = Outcome.missing
    elif same(mine.kind, mine.value, other.value, slack=slack):
        outcome = Outcome.correct
    else:
        judged = mine.kind is Kind.name and (str(mine.value), str(other.value)) in names
        outcome = Outcome.correct if judged else Outcome.incorrect
    return FactRow(
        outcome,
        ours.type,
        ours.key,
        path,
        fact.leaf.title,
        fact.kind.value,
        theirs.key,
        None if mine is None else mine.shown,
        None if other is None else other.shown,
        judged=judged,
    )


def _alone(entity: Entity, outcome: Outcome) -> list[FactRow]:
    facts = [*entity.facts.items(), *((fact.path, fact) for item in entity.items for fact in item.facts.values())]
    rows = []
    for path, fact in facts:
        row = FactRow(outcome, entity.type, entity.key, path, fact.leaf.title, fact.kind.value)
        shown = fact.shown
        rows.append(
            replace(row, expected=shown)
            if outcome is Outcome.missing
            else replace(row, found=shown, answer_record=entity.key)
        )
    return rows


def _grouping_row(grouping: Grouping) -> FactRow:
    ours, theirs = grouping.references[0], grouping.answers[0]
    return FactRow(
        Outcome.incorrect,
        ours.type,
        ours.key,
        GROUPING,
        "What makes one record",
        "grouping",
        theirs.key,
        f"{len(grouping.references)} record(s)",
        f"{len(grouping.answers)} record(s)",
    )


def _put_together(parts: Sequence[Entity]) -> Entity:
    """Return the record that parts make up: amounts added, everything else as the first part says, all lines."""
    first = parts[0]
    facts = {path: fact for path, fact in first.facts.items() if path not in additive(first)}
    for part in parts:
        for path, fact in additive(part).items():
            before = facts.get(path)
            facts[path] = fact if before is None else replace(fact, value=_sum(before, fact))
    items = []
    for number, item in enumerate((item for part in parts for item in part.items), 1):
        named = {name: replace(fact, path=f"{item.branch}[{number}].{name}") for name, fact in item.facts.items()}
        items.append(replace(item, position=number, facts=named))
    return replace(first, facts=facts, items=tuple(items))


def _sum(one: Fact, other: Fact) -> Decimal | int:
    total = Decimal(str(one.value)) + Decimal(str(other.value))
    return total if isinstance(one.value, Decimal) else int(total)


def _merged(grouping: Grouping, names: SameNames) -> list[FactRow]:
    """Return the rows of records of the reference that the answer made one of: the amounts are right as a sum."""
    whole = grouping.answers[0]
    rows: list[FactRow] = []
    for entity in grouping.references:
        adding = additive(entity)
        for path, fact in sorted(entity.facts.items()):
            other = whole.facts.get(path)
            if path in adding and other is not None:
                row = _row(Pair(entity, whole), path, fact, fact)
                rows.append(replace(row, found=other.shown))
            else:
                rows.append(_row(Pair(entity, whole), path, fact, other, names=names))
    first = grouping.references[0]
    stated = {path for entity in grouping.references for path in entity.facts}
    rows += [_row(Pair(first, whole), path, None, fact) for path, fact in whole.facts.items() if path not in stated]
    owned = [(entity, item) for entity in grouping.references for item in entity.items]
    return rows + _items(owned, whole, first, names)


def _stated_of_merged(grouping: Grouping) -> int:
    """Return how many facts the answer states when its one record stands for several: each of theirs that it has, and its own."""
    whole = grouping.answers[0]
    stated = {path for entity in grouping.references for path in entity.facts}
    shared = sum(path in whole.facts for entity in grouping.references for path in entity.facts)
    own = sum(path not in stated for path in whole.facts)
    return shared + own + sum(len(item.facts) for item in whole.items)
