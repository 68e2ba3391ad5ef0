"""Turns what the generator knows into true records: cents become dollars, boxes become fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.money import dollars
from wp42_pytest.tax1040.fields import Kind, Leaf, branches, leaves
from wp42_pytest.tax1040.records import RECORD_TYPES

if TYPE_CHECKING:
    from wp42_pytest.tax1040.fields import Record

_BOX = re.compile(r"box(\d+[a-z]?)_")


@cache
def money_boxes(classification: str) -> dict[str, str]:
    """Return the fields that hold the amount of one box, by the box's number."""
    found = {}
    for name, leaf in leaves(RECORD_TYPES[classification]).items():
        if leaf.meaning.kind is Kind.money and (match := _BOX.match(name)):
            found[match.group(1)] = name
    return found


def of_boxes(classification: str, values: Mapping[str, int | str]) -> dict[str, Any]:
    """Return the fields of the amounts that a form shows, without blank and zero boxes.

    Args:
        classification: the record type.
        values: cents by box number; words are left out, since their fields are not amounts.

    Raises:
        ValueError: when an amount stands in a box that the record type does not have.
    """
    fields = money_boxes(classification)
    amounts = {box: amount for box, amount in values.items() if isinstance(amount, int) and amount}
    if missing := set(amounts) - set(fields):
        msg = f"{classification} has no field for box {sorted(missing)}"
        raise ValueError(msg)
    return {fields[box]: amount for box, amount in amounts.items()}


def record_of(classification: str, owner: str | None, fields: Mapping[str, Any]) -> Record:
    """Return a record; integers of fields that hold money are cents.

    Args:
        classification: the record type.
        owner: T, S, J or None.
        fields: its values, lists of lines as lists of mappings.
    """
    model = RECORD_TYPES[classification]
    lists = branches(model)
    values: dict[str, Any] = {}
    for name, value in fields.items():
        if name in lists:
            line = leaves(lists[name].line)
            values[name] = [_converted(each, line) for each in value]
        else:
            values |= _converted({name: value}, leaves(model))
    return model(classification=classification, owner=owner, **values)


def _converted(values: Mapping[str, Any], known: Mapping[str, Leaf]) -> dict[str, Any]:
    return {
        name: dollars(value) if isinstance(value, int) and known[name].meaning.kind is Kind.money else value
        for name, value in values.items()
        if value is not None
    }
