"""Pairs of records whose answer is known, made from true records: what a judge is validated on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from wp42_pytest.tax1040.canonical import CanonicalReturn, Entity, Fact
from wp42_pytest.tax1040.fields import Kind, Role
from wp42_pytest.tax1040.names import ABBREVIATIONS

SHORT = {long: short for short, long in sorted(ABBREVIATIONS.items()) if " " not in long}
TURNS = ("{} dba Main Street Division", "{} (see statement)", "Office of {}", "{} Payroll Dept")
SIBLINGS = ("North {}", "{} Holdings II", "{} of Florida")
"""Names that other entities bear: each is a different one."""


@dataclass(frozen=True)
class LabelledPair:
    """Two leftover records and whether they are the same entity.

    Attributes:
        kind: What was done to the second record.
        reference: A true record.
        answer: The record beside it.
        same: Whether it is the same entity.
    """

    kind: str
    reference: Entity
    answer: Entity
    same: bool


def labelled_pairs(returned: CanonicalReturn) -> Iterator[LabelledPair]:
    """Return pairs of every kind from the true records of one package: for each a true twin and one that is none."""
    named = [entity for entity in returned.entities if _name_fact(entity) is not None]
    for number, entity in enumerate(named):
        for kind, change in _KINDS.items():
            twin = change(entity, number)
            if twin is not None:
                yield LabelledPair(kind, entity, twin, same=True)
                yield LabelledPair(kind, entity, change(_other(entity, named, number), number) or entity, same=False)


def _other(entity: Entity, named: Sequence[Entity], number: int) -> Entity:
    """Return a record of the same type that is another entity: a real one of the household, else one with a sibling's name."""
    others = [each for each in named if each.type == entity.type and each is not entity and not _shares(each, entity)]
    if others and number % 2:
        return others[number % len(others)]
    fact = _name_fact(entity)
    name = str(fact.value) if fact else ""
    return _renamed_to(entity, SIBLINGS[number % len(SIBLINGS)].format(name), keep_numbers=False, suffix=str(number))


def _shares(one: Entity, other: Entity) -> bool:
    mine, theirs = _name_fact(one), _name_fact(other)
    return mine is not None and theirs is not None and mine.value == theirs.value


def _name_fact(entity: Entity) -> Fact | None:
    """Return the fact that names who a record is from or about."""
    facts = (fact for fact in entity.facts.values() if fact.kind is Kind.name and isinstance(fact.value, str))
    return next((fact for fact in facts if fact.leaf.meaning.role is Role.identity), None)


def _renamed_to(entity: Entity, name: str, *, keep_numbers: bool, suffix: str = "") -> Entity:
    target = _name_fact(entity)
    facts = {}
    for path, fact in entity.facts.items():
        if target is not None and path == target.path:
            facts[path] = replace(fact, value=name)
        elif fact.kind is not Kind.tin or keep_numbers:
            facts[path] = fact
    anchors = dict(entity.anchors)
    if not keep_numbers:
        anchors = {path: f"{suffix}9{value}"[:12] if "number" in path else value for path, value in anchors.items()}
    return replace(entity, key=f"{entity.key}~", facts=facts, anchors=anchors)


def _renamed(entity: Entity, number: int) -> Entity | None:
    """Shorten words of the name and turn it into what a letterhead says, without its numbers."""
    fact = _name_fact(entity)
    if fact is None:
        return None
    short = " ".join(SHORT.get(word.casefold(), word) for word in str(fact.value).split())
    facts = _renamed_to(entity, TURNS[number % len(TURNS)].format(short), keep_numbers=False, suffix=str(number))
    return replace(facts, anchors=dict(entity.anchors))


def _split(entity: Entity, number: int) -> Entity | None:
    """Leave half of every amount, as a part of the record would have."""
    facts = {
        path: replace(fact, value=fact.value / 2) if isinstance(fact.value, Decimal) else fact
        for path, fact in entity.facts.items()
    }
    changed = any(isinstance(fact.value, Decimal) for fact in entity.facts.values())
    return replace(entity, key=f"{entity.key}~{number}", facts=facts) if changed else None


def _moved(entity: Entity, number: int) -> Entity | None:
    """Give the record the place of another one: its key and its order are no longer its own."""
    return replace(entity, key=f"{entity.type}#{number + 50}", order=f"{number:03}{entity.order}")


def _owner_swapped(entity: Entity, number: int) -> Entity | None:
    owner = entity.facts.get("owner")
    if owner is None:
        return None
    other = replace(owner, value="S" if owner.value == "T" else "T")
    return replace(entity, key=f"{entity.key}~{number}", facts={**entity.facts, "owner": other})


def _nudged(entity: Entity, number: int) -> Entity | None:
    """Change every amount a little, as a slip of the keyboard would."""
    facts = {
        path: replace(fact, value=fact.value + 9 * (number % 5 + 1)) if isinstance(fact.value, Decimal) else fact
        for path, fact in entity.facts.items()
    }
    changed = any(isinstance(fact.value, Decimal) for fact in entity.facts.values())
    return replace(entity, key=f"{entity.key}~{number}", facts=facts) if changed else None


_KINDS: dict[str, Callable[[Entity, int], Entity | None]] = {
    "renamed": _renamed,
    "split": _split,
    "moved": _moved,
    "owner_swapped": _owner_swapped,
    "amounts_nudged": _nudged,
}
