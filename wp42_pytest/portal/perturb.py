"""Perturbs the interface as `portal.json` lists it: other titles, orders and manners, the same information."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from wp42_pytest.model.portal import (
    ExpiredSession,
    FieldOrder,
    FormField,
    MisleadingTitle,
    Portal,
    Record,
    RenamedColumn,
    RowOrder,
    SlowPage,
)
from wp42_pytest.portal.tables import RecordTable


@dataclass(frozen=True)
class Manners:
    """How the portal behaves, apart from what it shows."""

    slow: dict[str, float] = field(default_factory=dict)
    """Seconds that a page keeps its reader waiting, by path."""

    expires_at: int | None = None
    """The request after logging in at which the first session has expired."""


def perturbed(portal: Portal, seed: int) -> tuple[Portal, Manners]:
    """Return the portal with every listed perturbation applied.

    Args:
        portal: the plain portal.
        seed: the instance's seed; one seed always draws the same perturbations.
    """
    slow: dict[str, float] = {}
    expires_at = None
    # Columns are renamed last, so that the others find the names that portal.json gives.
    for item in sorted(portal.perturbations, key=lambda item: isinstance(item, RenamedColumn)):
        match item:
            case MisleadingTitle():
                portal = _retitled(portal, item, seed)
            case FieldOrder():
                portal = _reordered(portal, item, seed)
            case RenamedColumn():
                portal = _renamed(portal, item, seed)
            case RowOrder():
                portal = _resorted(portal, item, seed)
            case SlowPage():
                slow[_drawn(item.pages, seed, item.kind)] = item.seconds
            case ExpiredSession():
                expires_at = item.request
    return portal, Manners(slow, expires_at)


def _rank(seed: int, *words: str) -> int:
    # A hash per name and not one stream: adding a perturbation, or a field, then moves no other draw.
    return int.from_bytes(hashlib.sha256("\0".join((str(seed), *words)).encode()).digest()[:8])


def _drawn(choices: list[str], seed: int, *words: str) -> str:
    return choices[_rank(seed, *words) % len(choices)]


def _retitled(portal: Portal, item: MisleadingTitle, seed: int) -> Portal:
    title = _drawn(item.titles, seed, item.kind, item.document, item.entity)
    if item.entity:
        return portal.model_copy(update={"titles": {**portal.titles, item.entity: title}})
    documents = [
        document.model_copy(update={"title": title}) if document.id == item.document else document
        for document in portal.documents
    ]
    return portal.model_copy(update={"documents": documents})


def _reordered(portal: Portal, item: FieldOrder, seed: int) -> Portal:
    def shuffled(fields: list[FormField]) -> list[FormField]:
        order = sorted(fields, key=lambda each: _rank(seed, item.kind, item.form, each.name))
        return order if order != fields else [*fields[1:], fields[0]]

    forms = [
        form.model_copy(update={"fields": shuffled(form.fields)}) if form.id == item.form else form
        for form in portal.forms
    ]
    return portal.model_copy(update={"forms": forms})


def _renamed(portal: Portal, item: RenamedColumn, seed: int) -> Portal:
    column = _drawn(list(item.names), seed, item.kind, item.entity)
    names = {column: item.names[column]}
    rows: list[Record] = [
        {names.get(name, name): value for name, value in row.items()} for row in portal.records[item.entity]
    ]
    return portal.model_copy(update={"records": {**portal.records, item.entity: rows}})


def _resorted(portal: Portal, item: RowOrder, seed: int) -> Portal:
    column = _drawn(item.columns, seed, item.kind, item.entity)
    table = RecordTable.of(portal, item.entity)
    rows = table.sorted(table.rows, column, descending=item.descending)
    return portal.model_copy(update={"records": {**portal.records, item.entity: rows}})
