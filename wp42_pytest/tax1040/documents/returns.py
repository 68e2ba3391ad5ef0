"""Fills information returns in: a payer, a receiver and amounts by box become a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from wp42_pytest.authoring.money import bracketed, grouped
from wp42_pytest.tax1040.documents.boxes import FORMS, W2, W2_STATE, Box
from wp42_pytest.tax1040.documents.forms import Cell, Sheet

if TYPE_CHECKING:
    from wp42_pytest.tax1040.household.cast import Party

Values = Mapping[str, int | str]
"""Amounts in cents, or words, by box."""


def shown(value: int | str | Sequence[str]) -> str | list[str]:
    """Return a box's value as it is printed."""
    if isinstance(value, int):
        return bracketed(value) if value < 0 else grouped(value)
    return value if isinstance(value, str) else list(value)


def information_return(
    number: str,
    issuer: Party,
    receiver: Sequence[str],
    receiver_tin: str,
    values: Values,
    *,
    account: str = "",
    year: int = 2025,
    corrected: bool = False,
    copy: str = "",
    note: str = "",
) -> Sheet:
    """Return a filled form of the 1098, 1099 or 5498 family.

    Args:
        number: the form's number.
        issuer: who files it.
        receiver: name and address lines of whoever gets it.
        receiver_tin: as printed, often truncated.
        values: amounts and words by box.
        account: the account number.
        year: the tax year printed on the form.
        corrected: whether it is marked CORRECTED.
        copy: which copy it is, when not the usual one.
        note: small print, when not the usual one.
    """
    form = FORMS[number]
    left = [
        Cell(f"{form.issuer} name, street address, city, state, ZIP code", [*issuer.lines, issuer.phone], money=False),
        Cell(f"{form.issuer} TIN", issuer.ein, money=False),
        Cell(f"{form.receiver} TIN", receiver_tin, money=False),
        Cell(f"{form.receiver} name and address", list(receiver), money=False),
    ]
    if form.account:
        left.append(Cell(form.account, account, money=False))
    _known(number, values, {box.key for row in [*form.rows, *form.bottom] for box in row})
    return Sheet(
        number,
        form.title,
        year,
        copy or form.copy,
        left,
        [_cells(row, values) for row in form.rows],
        [_cells(row, values) for row in form.bottom],
        corrected=corrected,
        note=note or form.note,
    )


def wage_statement(
    employer: Party,
    employee: Sequence[str],
    ssn: str,
    values: Values,
    states: Sequence[Values],
    *,
    control: str = "",
    copy: str = "Copy B To Be Filed With Employee's FEDERAL Tax Return",
    year: int = 2025,
    number: str = "W-2",
) -> Sheet:
    """Return a Form W-2 or W-2c; `states` holds boxes 15 to 20 of each state line."""
    rows = [_cells(row, values) for row in W2]
    _known(number, values, {box.key for row in W2 for box in row})
    left = [
        Cell("a Employee's social security number", ssn, money=False),
        Cell("b Employer identification number (EIN)", employer.ein, money=False),
        Cell("c Employer's name, address, and ZIP code", employer.lines, money=False),
        Cell("d Control number", control, money=False),
        Cell("e/f Employee's name, address, and ZIP code", list(employee), money=False),
    ]
    lines = [*states, {}] if len(states) < 2 else list(states)
    return Sheet(
        number,
        "Wage and Tax Statement" if number == "W-2" else "Corrected Wage and Tax Statement",
        year,
        copy,
        left,
        rows,
        [_cells(W2_STATE, line) for line in lines],
    )


def schedule_k1(
    form: str,
    entity: Party,
    owner: Sequence[str],
    owner_tin: str,
    boxes: Sequence[tuple[str, str]],
    *,
    values: Mapping[str, int | str | Sequence[str]],
    details: Sequence[tuple[str, str | list[str]]] = (),
    final: bool = False,
    amended: bool = False,
    year: int = 2025,
    copy: str = "",
) -> Sheet:
    """Return a Schedule K-1; a box with codes holds several lines.

    Args:
        form: 1065, 1120-S or 1041.
        entity: the partnership, corporation, estate or trust.
        owner: name and address of the partner, shareholder or beneficiary.
        owner_tin: as printed.
        boxes: the boxes of Part III, in order.
        values: by box.
        details: further lines of Parts I and II, such as profit shares.
        final: whether Final K-1 is ticked.
        amended: whether Amended K-1 is ticked.
        year: the entity's tax year.
        copy: what stands at the head's right.
    """
    _known(form, values, {key for key, _ in boxes})
    half = (len(boxes) + 1) // 2
    cells = [
        Cell(f"{key} {label}", shown(values.get(key, "")), money=isinstance(values.get(key, ""), int))
        for key, label in boxes
    ]
    right = [*cells[half:], *[Cell("", "", money=False)] * (half - len(cells[half:]))]
    ticks = f"[{'X' if final else ' '}] Final K-1   [{'X' if amended else ' '}] Amended K-1"
    who = {
        "1065": ("Partnership", "Partner"),
        "1120-S": ("Corporation", "Shareholder"),
        "1041": ("Estate or trust", "Beneficiary"),
    }
    first, second = who[form]
    left = [
        Cell(f"Part I  Information About the {first}: name, address, ZIP code", entity.lines, money=False),
        Cell(f"{first}'s employer identification number", entity.ein, money=False),
        Cell(f"Part II  Information About the {second}: name, address, ZIP code", list(owner), money=False),
        Cell(f"{second}'s identifying number", owner_tin, money=False),
        *[Cell(label, text, money=False) for label, text in details],
        Cell("Final / Amended", ticks, money=False),
    ]
    title = f"{second}'s Share of Income, Deductions, Credits, etc."
    rows = [[one, other] for one, other in zip(cells[:half], right, strict=True)]
    return Sheet(f"Schedule K-1 (Form {form})", title, year, copy or f"For calendar year {year}", left, rows)


def _cells(row: Sequence[Box], values: Values) -> list[Cell]:
    return [Cell(_label(box), shown(values.get(box.key, "")), box.weight, box.money, box.zero) for box in row]


def _label(box: Box) -> str:
    """The printed label; a key such as 2b.2 tells two boxes apart that the form prints under one number."""
    return box.label.replace(f"{box.key} ", "", 1) if "." in box.key else box.label


def _known(number: str, values: Mapping[str, object], keys: set[str]) -> None:
    if unknown := set(values) - keys:
        msg = f"Form {number} has no box {sorted(unknown)}"
        raise ValueError(msg)
