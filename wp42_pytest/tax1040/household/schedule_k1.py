"""Schedules K-1 as partnerships, S corporations and trusts send them: the sheet with its statements, and the record of it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.money import bracketed
from wp42_pytest.tax1040.documents.boxes import K1_1041, K1_1065, K1_1120S
from wp42_pytest.tax1040.documents.flow import Head, Heading, Table, flowed
from wp42_pytest.tax1040.documents.forms import FULL_PAGE, draw
from wp42_pytest.tax1040.documents.returns import schedule_k1
from wp42_pytest.tax1040.household.package import SANS, YEAR
from wp42_pytest.tax1040.household.truth import of_boxes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from reportlab.pdfgen.canvas import Canvas

    from wp42_pytest.tax1040.documents.flow import Block, Faces, Painter
    from wp42_pytest.tax1040.documents.forms import Sheet
    from wp42_pytest.tax1040.household.cast import Party, Person
    from wp42_pytest.tax1040.household.package import Package

_BOXES = {"1065": K1_1065, "1120-S": K1_1120S, "1041": K1_1041}


def print_k1(
    package: Package,
    form: str,
    entity: Party,
    person: Person,
    values: Mapping[str, Any],
    *,
    statements: Sequence[tuple[str, Sequence[tuple[str, str]]]] = (),
    details: Sequence[tuple[str, str | list[str]]] = (),
    final: bool = False,
    amended: bool = False,
    year: int = YEAR,
    copy: str = "",
    title: str = "",
    received: date = date(2026, 3, 12),
) -> str:
    """Print a Schedule K-1 with its statements; coded boxes are lists of code and amount."""
    printed = {box: _coded(value) for box, value in values.items()}
    sheet = schedule_k1(
        form,
        entity,
        package.addressee(person),
        person.ssn,
        _BOXES[form],
        values=printed,
        details=details,
        final=final,
        amended=amended,
        year=year,
        copy=copy,
    )
    look = package.official(entity)
    head = Head(
        entity.lines,
        running=[person.name, f"EIN {entity.ein}"],
        foot=f"Statements to Schedule K-1 (Form {form}) {year}",
    )
    blocks: list[Block] = []
    for words, rows in statements:
        blocks += [Heading(words, 10.5), Table(("Item", "Amount"), rows, (4, 1.2), right=(1,))]

    def pages(faces: Faces | None) -> list[Painter]:
        behind = flowed(blocks, head, faces or SANS) if blocks else []
        return [front(sheet, look), *behind]

    return package.pages(title or f"K-1 {entity.short} {person.first}", pages, received=received)


def front(sheet: Sheet, look: Any) -> Painter:
    """Return the painter of the form itself, in the look of whoever issues it."""

    def paint(canvas: Canvas, faces: Faces | None) -> None:
        draw(canvas, FULL_PAGE, sheet, look.typeset(*faces) if faces else look)

    return paint


def _coded(value: Any) -> int | str | list[str]:
    if isinstance(value, (int, str)):
        return value
    return [f"{code}    {bracketed(amount) if isinstance(amount, int) else amount}" for code, amount in value]


def keep_k1(
    package: Package,
    form: str,
    entity: Party,
    person: Person,
    sources: Sequence[str],
    *,
    values: Mapping[str, Any],
    **more: Any,
) -> str:
    """Note the record of a K-1; values are the true ones, coded boxes lists of code and amount."""
    classification = f"K-1 {form}"
    key = f"{classification} {entity.short} {person.key}"
    plain = {box: value for box, value in values.items() if isinstance(value, int)}
    coded = {
        f"box{box}": [{"code": code, "amount": cents} for code, cents in value]
        for box, value in values.items()
        if not isinstance(value, (int, str))
    }
    package.keep(
        key,
        classification,
        person.key,
        sources,
        entity_name=entity.name,
        entity_ein=entity.ein,
        **of_boxes(classification, plain),
        **coded,
        **more,
    )
    return key
