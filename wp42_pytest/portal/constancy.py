"""Proves that a portal holds nothing that `inputs/` does not: information is the same in every arm."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from wp42_pytest.evidence.cells import Cell, Value
from wp42_pytest.evidence.deliverables import WORKBOOK_KINDS, Deliverables
from wp42_pytest.evidence.kinds import Kind
from wp42_pytest.evidence.labels import same_label
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.tables import Table
from wp42_pytest.model.portal import Portal, Record
from wp42_pytest.portal.bundle import PORTAL_FILE, problem_sentences

SourceRow = Mapping[str, Cell]

MOST_ROWS_NAMED = 3
"""Foreign rows of one table that are named; more would say the same."""


def portal_problems(bundle: Path) -> list[str]:
    """Return what is wrong with the portal of a bundle, one sentence each; nothing when it holds together.

    Args:
        bundle: the public files of an instance.
    """
    try:
        portal = Portal.model_validate_json((bundle / PORTAL_FILE).read_bytes())
    except FileNotFoundError:
        return [f"there is no {PORTAL_FILE}"]
    except ValidationError as error:
        return problem_sentences(error)
    inputs = Deliverables(bundle / "inputs")
    problems = _missing_documents(portal, inputs)
    for entity, rows in portal.records.items():
        source = portal.sources[entity]
        try:
            found = _source_rows(inputs, source, portal.columns(entity))
        except NotMet as finding:
            problems.append(f"records.{entity}: {finding}")
            continue
        problems += [f"records.{entity}: {problem}" for problem in _foreign_rows(rows, found, source)]
    return problems + _undeclared_perturbations(portal, bundle)


def _missing_documents(portal: Portal, inputs: Deliverables) -> list[str]:
    return [
        f"documents.{document.id}: {document.path} is no file of inputs/"
        for document in portal.documents
        if not inputs.exists(document.path)
    ]


def _undeclared_perturbations(portal: Portal, bundle: Path) -> list[str]:
    try:
        declared = json.loads((bundle / "task.json").read_bytes())["designed_features"]["interface_perturbation"]
    except (OSError, ValueError, KeyError, TypeError):
        return []  # whether task.json is there and right is another rule's business
    if declared == bool(portal.perturbations):
        return []
    there = "lists" if portal.perturbations else "lists no"
    return [
        f"perturbations: it {there} perturbations, but task.json says interface_perturbation {str(declared).lower()}"
    ]


def _source_rows(inputs: Deliverables, source: str, columns: Sequence[str]) -> list[SourceRow]:
    """Return the rows of a source, each with the cells under the columns asked for.

    Args:
        inputs: the files of the bundle.
        source: a file, and after `#` its sheet, its database table or the key of its JSON list.
        columns: the portal's column names.

    Raises:
        NotMet: there is no such file, part or column, or it cannot be read.
    """
    name, _, part = source.partition("#")
    kind = inputs.kind(name)
    if kind in WORKBOOK_KINDS and part:
        return _rows_of_table(inputs.workbook(name).sheet(part).table(*columns), columns)
    if kind in WORKBOOK_KINDS or kind is Kind.csv:
        return _rows_of_table(inputs.table(name, *columns), columns)
    if kind is Kind.sqlite:
        return _rows_of_values(_database_rows(inputs, name, part), columns, source)
    if kind is Kind.json:
        return _rows_of_values(_json_rows(inputs, name, part), columns, source)
    raise NotMet(f"{name} is of kind {kind.value}; a record table copies an xlsx, csv, sqlite or json file")


def _rows_of_table(table: Table, columns: Sequence[str]) -> list[SourceRow]:
    if missing := [column for column in columns if not table.has(column)]:
        raise NotMet(f"{table.where} has no column {missing[0]!r}; columns found: {', '.join(table.columns)}")
    return [{column: row[column] for column in columns} for row in table.rows]


def _rows_of_values(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], source: str) -> list[SourceRow]:
    names = list(dict.fromkeys(name for row in rows for name in row))
    found = {column: next((name for name in names if same_label(name, column)), None) for column in columns}
    if missing := [column for column, name in found.items() if name is None]:
        raise NotMet(f"{source} has no column {missing[0]!r}; columns found: {', '.join(names)}")
    return [
        {column: Cell(source, _value(row.get(str(name))), heading=column) for column, name in found.items()}
        for row in rows
    ]


def _value(raw: Any) -> Value:
    if isinstance(raw, int | float) and not isinstance(raw, bool):
        return Decimal(str(raw))
    # A list or an object within a record can be shown only as its text.
    return raw if raw is None or isinstance(raw, str | bool) else json.dumps(raw, ensure_ascii=False)


def _database_rows(inputs: Deliverables, name: str, part: str) -> list[dict[str, Any]]:
    tables = {table["name"]: table for table in inputs.found(name)["tables"]}
    table = tables.get(part) if part else next(iter(tables.values())) if len(tables) == 1 else None
    if table is None:
        raise NotMet(f"{name} has no table {part!r}; name one of {', '.join(tables)} after a #")
    names = [column["name"] for column in table["columns"]]
    return [dict(zip(names, row, strict=True)) for row in table["rows"]]


def _json_rows(inputs: Deliverables, name: str, part: str) -> list[dict[str, Any]]:
    value = inputs.json(name)
    for key in part.split(".") if part else []:
        value = value.get(key) if isinstance(value, dict) else None
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        where = f"under {part!r}" if part else "at its top"
        raise NotMet(f"{name} has no list of objects {where}; name the key after a #")
    return value


def _foreign_rows(rows: Sequence[Record], found: Sequence[SourceRow], source: str) -> list[str]:
    """Return a sentence for each row that the source does not have; a row that stands twice must stand there twice."""
    left = dict(enumerate(found))
    foreign = []
    following = 0
    for number, row in enumerate(rows, 1):
        # Copies keep the order of their source nearly always, so the next row is looked at before all others.
        nearby = [following] if following in left else []
        place = next((place for place in (*nearby, *left) if _same(row, left[place])), None)
        if place is None:
            foreign.append(f"row {number} is not in {source}: {_shown(row)}")
        else:
            del left[place]
            following = place + 1
    more = len(foreign) - MOST_ROWS_NAMED
    return foreign[:MOST_ROWS_NAMED] + ([f"{more} more rows are not in {source}"] if more > 0 else [])


def _same(row: Record, source: SourceRow) -> bool:
    return all(source[column] == value for column, value in row.items())


def _shown(row: Record) -> str:
    return ", ".join(f"{column} {value}" for column, value in row.items() if value is not None)[:200]
