"""What a field of a record is: kind, place on the return, and the part it plays when two records are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum, StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema

KEY = "fact"
"""Where a field keeps its `Meaning` in the JSON Schema that pydantic builds."""

Money = Annotated[
    Decimal,
    Field(allow_inf_nan=False),
    PlainSerializer(float, return_type=float, when_used="json"),
    WithJsonSchema({"type": "number"}),
]
"""Dollars, with cents where the paper has them."""

Percent = Annotated[
    Decimal,
    Field(allow_inf_nan=False),
    PlainSerializer(float, return_type=float, when_used="json"),
    WithJsonSchema({"type": "number"}),
]
"""A share in per cent: 37.5 is 37.5 %."""

LotDate = Annotated[
    date | Literal["VARIOUS", "INHERITED"],
    WithJsonSchema({"type": "string", "description": "YYYY-MM-DD, or VARIOUS or INHERITED as the statement says"}),
]
Owner = Literal["T", "S", "J"]


class Kind(Enum):
    """How two values of a field are compared."""

    money = "money"
    count = "count"
    date = "date"
    code = "code"
    flag = "flag"
    name = "name"
    tin = "tin"
    percent = "percent"
    text = "text"


class Role(StrEnum):
    """The part that a field plays when it is found out which record corresponds to which."""

    none = ""
    identity = "identity"
    """Who it is from or about: a fact, and an anchor for the match."""
    anchor = "anchor"
    """Helps to find the corresponding record; whether it is a fact is said by `scored`."""
    number = "number"
    """An account, policy or control number: no fact, compared by its last four characters."""


@dataclass(frozen=True)
class Meaning:
    """What grading has to know of one field.

    Attributes:
        kind: How values are compared.
        scored: Whether a value is a fact; addresses, account numbers and descriptions are not.
        line: Where the value goes on the return, for example "1040 1a"; empty when nowhere directly.
        zero_is_fact: Whether a zero says something that leaving the field out does not say.
        additive: Whether the values of two records that make up one may be added.
        role: The part it plays in finding the corresponding record.
        sign: +1, or -1 where the line takes the value off.
    """

    kind: Kind
    scored: bool = True
    line: str = ""
    zero_is_fact: bool = False
    additive: bool = False
    role: Role = Role.none
    sign: int = 1


def scored(
    kind: Kind | str,
    title: str,
    line: str = "",
    *,
    zero_is_fact: bool = False,
    additive: bool | None = None,
    role: Role = Role.none,
    sign: int = 1,
    **more: Any,
) -> Any:
    """Declare a field whose value is a fact.

    Args:
        kind: How its values are compared.
        title: Box number and official name, or what it is in a preparer's words.
        line: Where it goes on the return.
        zero_is_fact: Whether zero counts as a value.
        additive: Whether parts may be added; money and nothing else, when not given.
        role: The part it plays in finding the corresponding record.
        sign: -1 where the line takes the value off.
        more: What `pydantic.Field` takes besides.
    """
    kind = Kind(kind)
    adds = kind is Kind.money if additive is None else additive
    meaning = Meaning(kind, line=line, zero_is_fact=zero_is_fact, additive=adds, role=role, sign=sign)
    return Field(default=None, title=title, json_schema_extra={KEY: meaning}, **more)  # type: ignore[dict-item]


def unscored(kind: Kind | str, title: str, *, role: Role = Role.none, **more: Any) -> Any:
    """Declare a field that is no fact: it is there to be read, or to find the corresponding record."""
    meaning = Meaning(Kind(kind), scored=False, role=role)
    return Field(default=None, title=title, json_schema_extra={KEY: meaning}, **more)  # type: ignore[dict-item]


def money(title: str, line: str = "", *, zero_is_fact: bool = False, additive: bool = True, sign: int = 1) -> Any:
    """Declare an amount in dollars; balances and market values are not additive."""
    return scored(Kind.money, title, line, zero_is_fact=zero_is_fact, additive=additive, sign=sign)


def count(title: str, line: str = "", *, zero_is_fact: bool = False, additive: bool = False) -> Any:
    """Declare a whole number: days, miles, transactions, a year."""
    return scored(Kind.count, title, line, zero_is_fact=zero_is_fact, additive=additive)


def day(title: str, line: str = "") -> Any:
    """Declare a date."""
    return scored(Kind.date, title, line)


def code(title: str, line: str = "", *, role: Role = Role.none) -> Any:
    """Declare a code, compared without regard to case and spacing."""
    return scored(Kind.code, title, line, role=role)


def flag(title: str, line: str = "") -> Any:
    """Declare a checkbox; unchecked is the same as left out."""
    return scored(Kind.flag, title, line)


def percent(title: str) -> Any:
    """Declare a share in per cent."""
    return scored(Kind.percent, title)


def name(title: str, *, role: Role = Role.identity) -> Any:
    """Declare the name of a person or an entity."""
    return scored(Kind.name, title, role=role)


def tin(title: str, *, role: Role = Role.identity) -> Any:
    """Declare an SSN, an EIN or an ITIN; the last four digits of a masked one suffice."""
    return scored(Kind.tin, title, role=role)


def text(title: str, *, role: Role = Role.none) -> Any:
    """Declare free text, which is never a fact."""
    return unscored(Kind.text, title, role=role)


def lines(title: str) -> Any:
    """Declare a list of lines, each of which holds facts of its own."""
    return Field(default=(), title=title)


class Line(BaseModel):
    """One line of a list inside a record.

    Attributes:
        key: The fields that say which line it is; their values are no facts where `exact` is true.
        exact: Whether a line corresponds to the one with the same key, and lines with one key are added; else lines are
            paired as records are, by what they have in common.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    key: ClassVar[tuple[str, ...]]
    exact: ClassVar[bool] = True


class OwnerRule(StrEnum):
    """Whose a record can be."""

    person = "person"
    """T or S, never J."""
    shared = "shared"
    """T, S or J."""
    household = "household"
    """The household's: the owner is no fact and may be left out."""


@dataclass(frozen=True)
class Rules:
    """What the skill of a record type says besides its fields, in a preparer's words.

    Attributes:
        title: What the record type is called.
        found_in: The papers that support it.
        owner: Whose it can be, and how one tells.
        grouping: What makes one record.
        zero: When a zero is written.
        pitfalls: What is often read wrongly.
        anchors: Combinations of fields that by themselves make two records correspond: the first field of one agrees, and
            no other of it differs.
        parts: Fields that must agree for records to be parts of one; the anchors when not given.
        single: Whether a household, or each owner, has at most one: the type alone then makes records correspond.
    """

    title: str
    found_in: str
    owner: str
    grouping: str
    zero: str = "Leave a box out that is blank or zero."
    pitfalls: tuple[str, ...] = ()
    anchors: tuple[tuple[str, ...], ...] = ()
    parts: tuple[str, ...] = ()
    single: Literal["", "household", "owner"] = ""


class Record(BaseModel):
    """One record of the output: the facts of one form, account, business, property, person or payment."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    owner_rule: ClassVar[OwnerRule]
    rules: ClassVar[Rules]

    classification: str
    owner: Owner | None = Field(default=None, title="T taxpayer, S spouse, J joint")


@dataclass(frozen=True)
class Leaf:
    """One field of a record or of a line."""

    name: str
    title: str
    meaning: Meaning


@dataclass(frozen=True)
class Branch:
    """One list of lines of a record."""

    name: str
    title: str
    line: type[Line]


@cache
def leaves(model: type[BaseModel]) -> dict[str, Leaf]:
    """Return the fields of a record type or a line that hold a value, by name."""
    return {leaf.name: leaf for leaf in _leaves(model)}


def _leaves(model: type[BaseModel]) -> Iterator[Leaf]:
    for field_name, info in model.model_fields.items():
        extra = info.json_schema_extra
        if isinstance(extra, dict) and isinstance(meaning := extra.get(KEY), Meaning):
            yield Leaf(field_name, info.title or field_name, meaning)


@cache
def branches(model: type[BaseModel]) -> dict[str, Branch]:
    """Return the lists of lines of a record type, by name."""
    found = {}
    for field_name, info in model.model_fields.items():
        for inner in get_args(info.annotation):
            if isinstance(inner, type) and issubclass(inner, Line):
                found[field_name] = Branch(field_name, info.title or field_name, inner)
    return found


def classification(record: type[Record]) -> str:
    """Return the exact classification of a record type."""
    return str(record.model_fields["classification"].default)
