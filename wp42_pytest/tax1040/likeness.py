"""How much two records, or two lines of a list, have in common: whether they may correspond, and how well."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from wp42_pytest.tax1040.canonical import Entity, Fact, Item
from wp42_pytest.tax1040.fields import Kind, Leaf, Role, leaves
from wp42_pytest.tax1040.names import same_number, same_text, similarity
from wp42_pytest.tax1040.records import RECORD_TYPES
from wp42_pytest.tax1040.values import Value, same

TIN, NUMBER, NAME, PLACE, CODE, VALUES, OWNER = 4_000_000, 2_000_000, 1_000_000, 1_000_000, 800_000, 500_000, 100_000
"""Points for agreement, published as an order: TIN, account number, name, address, code, share of equal values, owner."""
FACT = 1_000
"""Points for each equal fact; they decide between pairs that agree equally well otherwise."""

_MEASURED = frozenset({Kind.money, Kind.date, Kind.count, Kind.percent})


@dataclass(frozen=True)
class Agreement:
    """What two records say alike.

    Attributes:
        equal: Facts that both state alike, the owner included.
        measured: Of these, amounts, dates and counts.
        of: Facts of the first record.
        of_measured: Amounts, dates and counts of the first record.
    """

    equal: int
    measured: int
    of: int
    of_measured: int

    @property
    def alone_enough(self) -> bool:
        """Whether records correspond by their values alone: two facts at least, half of all, an amount or date among them."""
        return self.equal >= 2 and 2 * self.equal >= self.of and self.measured >= 1


def agreement(one: dict[str, Fact], other: dict[str, Fact]) -> Agreement:
    """Count what the facts of two records say alike, lines that are paired aside."""
    alike = [fact for path, fact in one.items() if path in other and same(fact.kind, fact.value, other[path].value)]
    measured = sum(fact.kind in _MEASURED for fact in alike)
    return Agreement(len(alike), measured, len(one), sum(fact.kind in _MEASURED for fact in one.values()))


def benefit(one: Entity, other: Entity) -> int:
    """Return how well two records of one type correspond; 0 when they do not.

    Args:
        one: A record of the reference.
        other: A record of the answer.
    """
    fields = leaves(RECORD_TYPES[one.type])
    common = agreement(one.facts, other.facts)
    if not _may_correspond(one, other, common):
        return 0
    points = FACT * common.equal + VALUES * common.measured // max(common.of_measured, 1)
    for leaf in fields.values():
        if leaf.meaning.role is not Role.none:
            points += _points(leaf, one.value(leaf.name), other.value(leaf.name))
    if one.owner is not None and one.owner == other.owner:
        points += OWNER
    return 1 + points


def _may_correspond(one: Entity, other: Entity, common: Agreement) -> bool:
    rules = RECORD_TYPES[one.type].rules
    if rules.single or common.alone_enough or one.order == other.order:
        return True
    return any(anchored(one, other, anchor) for anchor in rules.anchors)


def anchored(one: Entity, other: Entity, names: tuple[str, ...]) -> bool:
    """Tell whether two records agree on the first of some fields and differ on no other."""
    fields = leaves(RECORD_TYPES[one.type])
    if not _alike(fields[names[0]], one.value(names[0]), other.value(names[0])):
        return False
    return all(not differs(fields[name], one.value(name), other.value(name)) for name in names[1:])


def differs(leaf: Leaf, one: Value | None, other: Value | None) -> bool:
    """Tell whether both state a field, and not alike."""
    return one is not None and other is not None and not _alike(leaf, one, other)


def _alike(leaf: Leaf, one: Value | None, other: Value | None) -> bool:
    if one is None or other is None:
        return False
    if leaf.meaning.role is Role.number:
        return isinstance(one, str) and isinstance(other, str) and same_number(one, other)
    return same(leaf.meaning.kind, one, other)


def _points(leaf: Leaf, one: Value | None, other: Value | None) -> int:
    if one is None or other is None:
        return 0
    if leaf.meaning.kind in {Kind.name, Kind.text} and leaf.meaning.role is not Role.number:
        weight = NAME if leaf.meaning.kind is Kind.name else PLACE
        if not isinstance(one, str) or not isinstance(other, str):
            return 0
        return weight if _alike(leaf, one, other) else round(weight * similarity(one, other) / 200)
    if not _alike(leaf, one, other):
        return 0
    if leaf.meaning.role is Role.number:
        return NUMBER
    return TIN if leaf.meaning.kind is Kind.tin else CODE


def item_benefit(one: Item, other: Item) -> int:
    """Return how well two lines of a list correspond: by what they are called, or by an amount and half of their values."""
    mine, theirs = one.facts, other.facts
    common = agreement(mine, theirs)
    called = [(one.anchors[name], other.anchors[name]) for name in one.anchors if name in other.anchors]
    by_name = sum(isinstance(a, str) and isinstance(b, str) and same_text(a, b) for a, b in called)
    by_value = any(
        fact.kind is Kind.money
        and name in theirs
        and same(fact.kind, fact.value, theirs[name].value)
        and _telling(fact.value)
        for name, fact in mine.items()
    )
    if not by_name and not (by_value and 2 * common.equal >= common.of):
        return 0
    return 1 + NAME * by_name + FACT * common.equal + VALUES * common.measured // max(common.of_measured, 1)


def _telling(value: Value) -> bool:
    return isinstance(value, Decimal) and value != 0
