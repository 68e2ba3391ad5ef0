"""Brings any answer into canonical entities and facts; the worker's records and the reference go through the same code."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from wp42_pytest.tax1040.fields import (
    Branch,
    Kind,
    Leaf,
    Line,
    Meaning,
    OwnerRule,
    Record,
    Role,
    branches,
    leaves,
)
from wp42_pytest.tax1040.records import RECORD_TYPES
from wp42_pytest.tax1040.values import Unreadable, Value, is_zero, owner_code, read, sorted_form, written

UNKNOWN = "unknown"
"""The type of a record whose classification is none of the published ones."""
MOST_PROBLEMS = 200
OWNER = Leaf("owner", "Owner", Meaning(Kind.code))
STRAY = Leaf("value", "Value in a record of no known classification", Meaning(Kind.text))

_LOOSE = re.compile(r"[\W_]+")
_TYPES = {_LOOSE.sub("", name.casefold()): name for name in RECORD_TYPES}


@dataclass(frozen=True)
class Fact:
    """One scored value.

    Attributes:
        path: Where it stands in its record: `box1_wages`, `box12[d].amount`, `lots[2].proceeds`.
        leaf: The field.
        value: What is said, in the form in which it is compared.
        said: A code as it was written, to show it.
    """

    path: str
    leaf: Leaf
    value: Value
    said: str = ""

    @property
    def kind(self) -> Kind:
        """How it is compared."""
        return self.leaf.meaning.kind

    @property
    def shown(self) -> str | int | bool:
        """What is said, as it is shown."""
        return self.said or written(self.value)


@dataclass(frozen=True)
class Item:
    """One line of a list whose lines are paired by what they have in common; its facts are kept by field."""

    branch: str
    position: int
    facts: dict[str, Fact]
    anchors: dict[str, Value]
    order: str = ""


@dataclass(frozen=True)
class Entity:
    """One record in canonical form.

    Attributes:
        key: `<classification>#<n>`, n counting the records of the classification in the order given, from 1.
        type: The classification.
        owner: T, S, J, unreadable, or None.
        facts: Every fact but those of `items`, by path; `owner` among them unless the household's.
        items: The lines that are paired.
        anchors: What is no fact and yet helps to find the corresponding record, by field.
        order: A text that is equal for records that differ in spelling only.
    """

    key: str
    type: str
    facts: dict[str, Fact]
    items: tuple[Item, ...] = ()
    anchors: dict[str, Value] = field(default_factory=dict)
    order: str = ""

    @property
    def owner(self) -> Value | None:
        """Whose it is."""
        fact = self.facts.get("owner")
        return fact.value if fact else self.anchors.get("owner")

    @property
    def size(self) -> int:
        """The number of its facts."""
        return len(self.facts) + sum(len(item.facts) for item in self.items)

    def value(self, name: str) -> Value | None:
        """Return the value of a field, fact or not."""
        fact = self.facts.get(name)
        return fact.value if fact else self.anchors.get(name)


@dataclass(frozen=True)
class CanonicalReturn:
    """What an answer says, and what was wrong with how it says it.

    Attributes:
        entities: One for each record, in a fixed order that does not depend on the answer's.
        problems: Sentences.
        valid: Whether the answer had the shape of the output schema at all: an object with a list of records.
    """

    entities: tuple[Entity, ...]
    problems: tuple[str, ...]
    valid: bool = True

    @property
    def size(self) -> int:
        """The number of all facts."""
        return sum(entity.size for entity in self.entities)

    def of_type(self, name: str) -> tuple[Entity, ...]:
        """Return the records of a classification."""
        return tuple(entity for entity in self.entities if entity.type == name)


def record_keys(classifications: Iterable[str]) -> list[str]:
    """Return the key of each record in a list: `W-2#1`, `W-2#2`, `1098#1`."""
    seen: Counter[str] = Counter()
    keys = []
    for name in classifications:
        seen[name] += 1
        keys.append(f"{name}#{seen[name]}")
    return keys


def canonical(answer: Any) -> CanonicalReturn:
    """Bring an answer into canonical form; any JSON value gives a return, with problems where it is not as published.

    Args:
        answer: What the worker or the reference says, parsed from JSON.
    """
    if not isinstance(answer, Mapping) or not isinstance(answer.get("records"), list):
        return CanonicalReturn((), ("the answer is not an object with a list `records`",), valid=False)
    problems: list[str] = []
    raws = answer["records"]
    types = [_type_of(raw) for raw in raws]
    entities = []
    for key, name, raw in zip(record_keys(types), types, raws, strict=True):
        entities.append(_entity(key, name, raw, problems) if name != UNKNOWN else _stray(key, raw, problems))
    entities.sort(key=lambda entity: (entity.type, entity.order))
    if len(problems) > MOST_PROBLEMS:
        problems[MOST_PROBLEMS:] = [f"and {len(problems) - MOST_PROBLEMS} more"]
    return CanonicalReturn(tuple(entities), tuple(problems))


def _type_of(raw: Any) -> str:
    name = raw.get("classification") if isinstance(raw, Mapping) else None
    return _TYPES.get(_LOOSE.sub("", name[:100].casefold()), UNKNOWN) if isinstance(name, str) else UNKNOWN


def _entity(key: str, name: str, raw: Mapping[str, Any], problems: list[str]) -> Entity:
    model = RECORD_TYPES[name]
    facts, anchors = _values(key, model, raw, problems)
    owner = owner_code(raw.get("owner"))
    if owner is not None:
        if model.owner_rule is OwnerRule.household:
            anchors["owner"] = owner
        else:
            facts["owner"] = Fact("owner", OWNER, owner)
    items: list[Item] = []
    for branch in branches(model).values():
        rows = list(_rows(key, branch, raw.get(branch.name), problems))
        if branch.line.exact:
            facts.update(_exact(branch, rows))
        else:
            items += _items(branch, rows)
    known = {*leaves(model), *branches(model), "classification", "owner"}
    problems += [f"{key}: there is no field {str(each)[:60]!r}" for each in raw if each not in known]
    return Entity(key, name, facts, tuple(items), anchors, _order(facts, items, anchors))


def _values(
    where: str, model: type[Record] | type[Line], raw: Mapping[str, Any], problems: list[str]
) -> tuple[dict[str, Fact], dict[str, Value]]:
    """Return the facts among a mapping's fields, and what is no fact but helps to match."""
    facts: dict[str, Fact] = {}
    anchors: dict[str, Value] = {}
    for leaf in leaves(model).values():
        meaning = leaf.meaning
        value = read(meaning.kind, raw.get(leaf.name))
        if value is None:
            continue
        if isinstance(value, Unreadable) and meaning.scored:
            problems.append(f"{where}: {leaf.name} is no {meaning.kind.value}: {value.raw}")
        if not meaning.scored:
            if meaning.role is not Role.none or (isinstance(model, type) and issubclass(model, Line)):
                anchors[leaf.name] = value
        elif meaning.zero_is_fact or not is_zero(meaning.kind, value):
            said = str(raw[leaf.name])[:120] if meaning.kind is Kind.code else ""
            facts[leaf.name] = Fact(leaf.name, leaf, value, said)
    return facts, anchors


def _rows(
    key: str, branch: Branch, raw: Any, problems: list[str]
) -> Iterator[tuple[dict[str, Fact], dict[str, Value]]]:
    if raw is None:
        return
    if isinstance(raw, Mapping):
        raw = [raw]
    if not isinstance(raw, list):
        problems.append(f"{key}: {branch.name} is no list")
        return
    for number, each in enumerate(raw, 1):
        if isinstance(each, Mapping):
            yield _values(f"{key}: {branch.name} {number}", branch.line, each, problems)
            problems += [
                f"{key}: {branch.name} has no field {str(extra)[:60]!r}"
                for extra in each
                if extra not in leaves(branch.line)
            ]
        else:
            problems.append(f"{key}: {branch.name} {number} is no object")


def _exact(branch: Branch, rows: list[tuple[dict[str, Fact], dict[str, Value]]]) -> dict[str, Fact]:
    """Return the facts of lines that are known by their key; amounts of lines with one key are added."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for facts, anchors in rows:
        name = ",".join(_key_text(anchors.get(part)) for part in branch.line.key)
        for fact in facts.values():
            found[f"{branch.name}[{name}].{fact.path}"].append(fact)
    totals = (Fact(path, facts[0].leaf, _total(facts)) for path, facts in found.items())
    return {fact.path: fact for fact in totals if not is_zero(fact.kind, fact.value)}


def _key_text(value: Value | None) -> str:
    return "?" if value is None or isinstance(value, Unreadable) else str(value)


def _total(facts: list[Fact]) -> Value:
    values = [fact.value for fact in facts]
    amounts = [value for value in values if isinstance(value, Decimal)]
    bad = next((value for value in values if isinstance(value, Unreadable)), None)
    return bad or (sum(amounts, Decimal(0)) if len(amounts) == len(values) else values[0])


def _items(branch: Branch, rows: list[tuple[dict[str, Fact], dict[str, Value]]]) -> list[Item]:
    """Return the lines that are paired, in an order that does not depend on the answer's."""
    loose = [(_order(facts, (), anchors), facts, anchors) for facts, anchors in rows if facts]
    loose.sort(key=lambda each: each[0])
    found = []
    for position, (order, facts, anchors) in enumerate(loose, 1):
        named = {name: Fact(f"{branch.name}[{position}].{name}", fact.leaf, fact.value) for name, fact in facts.items()}
        found.append(Item(branch.name, position, named, anchors, order))
    return found


def _order(facts: Mapping[str, Fact], items: Iterable[Item], anchors: Mapping[str, Value]) -> str:
    said = sorted(f"{path}={sorted_form(fact.kind, fact.value)}" for path, fact in facts.items())
    helps = sorted(
        f"{name}={sorted_form(Kind.text, value) if isinstance(value, str) else value}"
        for name, value in anchors.items()
    )
    return "|".join([*said, *(item.order for item in items), *helps])


def _stray(key: str, raw: Any, problems: list[str]) -> Entity:
    """Return a record of no known classification: each value in it is a fact that nobody asked for."""
    name = raw.get("classification") if isinstance(raw, Mapping) else None
    problems.append(f"{key}: there is no classification {str(name)[:60]!r}")
    values = [value for value in _scalars(raw) if value not in (None, "", False)] or [""]
    facts = {
        f"value[{number}]": Fact(f"value[{number}]", STRAY, Unreadable(str(value)[:120]))
        for number, value in enumerate(values, 1)
    }
    return Entity(key, UNKNOWN, facts, order="|".join(sorted(str(value)[:120] for value in values)))


def _scalars(raw: Any) -> Iterator[Any]:
    """Return the values in a JSON value, classification and owner aside, however deep."""
    left = [raw]
    while left:
        value = left.pop()
        if isinstance(value, Mapping):
            left += [inner for name, inner in value.items() if name not in {"classification", "owner"}]
        elif isinstance(value, list):
            left += value
        else:
            yield value
