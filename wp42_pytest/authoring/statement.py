"""The bank statement of the economy's banks, as a PDF of several pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import TYPE_CHECKING

from reportlab.lib.colors import HexColor, white
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Spacer, Table

from wp42_pytest.authoring.economy import ascii_form
from wp42_pytest.authoring.money import Cents, grouped
from wp42_pytest.authoring.pdf import BOLD, FONT, HEIGHT, SMALL, WIDTH, Layout, pdf_bytes, ruled_table

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

    from wp42_pytest.authoring.economy import Organisation
    from wp42_pytest.authoring.opc import Properties

COLUMNS = ("Date", "Description", "Reference", "Withdrawals", "Deposits", "Balance")

DESCRIPTION_LENGTH = 34
"""Longest description that the bank's systems keep."""

_WIDTHS = (20, 69, 27, 21, 21, 22)
_RIGHT = (3, 4, 5)
_NAVY, _GOLD, _PALE = HexColor(0x17335C), HexColor(0xC9A227), HexColor(0xEEF1F6)
_SIDE = 18


@dataclass(frozen=True)
class BankLine:
    """One transaction; a deposit is positive, a withdrawal negative."""

    date: date
    description: str
    reference: str
    amount: Cents


@dataclass(frozen=True)
class BankStatement:
    """One account over one period, lines in the order in which the bank posted them."""

    bank: Organisation
    holder: Organisation
    account: str
    product: str
    first: date
    last: date
    opening: Cents
    lines: Sequence[BankLine]

    @property
    def balances(self) -> list[Cents]:
        """The balance after each line."""
        return list(accumulate((line.amount for line in self.lines), initial=self.opening))[1:]

    @property
    def closing(self) -> Cents:
        """The balance at the end of the period."""
        return self.opening + sum(line.amount for line in self.lines)


def bank_text(text: str) -> str:
    """Return a text as the bank's systems keep it: capitals, no accents, cut to their length."""
    return ascii_form(text).upper()[:DESCRIPTION_LENGTH].rstrip()


def statement_pdf(statement: BankStatement, properties: Properties, notices: Sequence[str]) -> bytes:
    """Return the statement as a PDF in which every transaction is one line of extracted text.

    Args:
        statement: what it states.
        properties: the file's properties.
        notices: small print below the last transaction.
    """
    rows = [[statement.first.isoformat(), "BALANCE FORWARD", "", "", "", grouped(statement.opening)]]
    for line, balance in zip(statement.lines, statement.balances, strict=True):
        sides = ("", grouped(line.amount)) if line.amount >= 0 else (grouped(-line.amount), "")
        rows.append([line.date.isoformat(), line.description, line.reference, *sides, grouped(balance)])
    rows.append([statement.last.isoformat(), "CLOSING BALANCE", "", "", "", grouped(statement.closing)])
    story: list[Flowable] = [
        _summary(statement),
        Spacer(1, 5 * mm),
        ruled_table(
            COLUMNS, rows, _WIDTHS, right=_RIGHT, row_height_mm=5.9, colour=_NAVY, bold_rows=(0, len(rows) - 1)
        ),
        Spacer(1, 5 * mm),
        *[Paragraph(notice, SMALL) for notice in notices],
    ]
    layout = Layout(
        first=lambda canvas, _page: _first_page(canvas, statement),
        later=lambda canvas, _page: _later_page(canvas, statement),
        first_top=68,
        later_top=34,
        bottom=20,
        side=_SIDE,
        foot=f"{statement.bank.name}  |  {statement.bank.address.one_line}  |  {statement.bank.phone}",
    )
    return pdf_bytes(story, layout, properties)


def _summary(statement: BankStatement) -> Table:
    deposits = sum(line.amount for line in statement.lines if line.amount > 0)
    withdrawals = sum(line.amount for line in statement.lines if line.amount < 0)
    boxes = (
        (f"Opening balance {statement.first}", statement.opening),
        ("Total deposits and credits", deposits),
        ("Total cheques and debits", -withdrawals),
        (f"Closing balance {statement.last}", statement.closing),
    )
    cells = [[label for label, _ in boxes], [grouped(amount) for _, amount in boxes]]
    return Table(
        cells,
        colWidths=[45 * mm] * 4,
        rowHeights=[5.5 * mm, 7.5 * mm],
        style=[
            ("BACKGROUND", (0, 0), (-1, -1), _PALE),
            ("FONT", (0, 0), (-1, 0), FONT, 7),
            ("FONT", (0, 1), (-1, 1), BOLD, 11),
            ("TEXTCOLOR", (0, 1), (-1, 1), _NAVY),
            ("LINEABOVE", (0, 0), (-1, 0), 1, _GOLD),
        ],
    )


def _mark(canvas: Canvas, left: float, base: float, size: float) -> None:
    """Draw the bank's compass needle."""
    middle = left + size / 2
    canvas.setFillColor(_NAVY)
    canvas.circle(middle, base + size / 2, size / 2, stroke=0, fill=1)
    for colour, tip in ((_GOLD, base + size * 0.92), (white, base + size * 0.08)):
        canvas.setFillColor(colour)
        path = canvas.beginPath()
        path.moveTo(middle, tip)
        path.lineTo(middle - size * 0.16, base + size / 2)
        path.lineTo(middle + size * 0.16, base + size / 2)
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)


def _first_page(canvas: Canvas, statement: BankStatement) -> None:
    left, right, top = _SIDE * mm, WIDTH - _SIDE * mm, HEIGHT - 14 * mm
    _mark(canvas, left, top - 14 * mm, 14 * mm)
    canvas.setFillColor(_NAVY)
    canvas.setFont(BOLD, 17)
    canvas.drawString(left + 18 * mm, top - 7 * mm, statement.bank.name)
    canvas.setFont(FONT, 8)
    canvas.drawString(left + 18 * mm, top - 12 * mm, statement.bank.address.one_line)
    canvas.setFont(BOLD, 13)
    canvas.drawRightString(right, top - 7 * mm, "Statement of account")
    canvas.setStrokeColor(_GOLD)
    canvas.setLineWidth(1.2)
    canvas.line(left, top - 18 * mm, right, top - 18 * mm)
    canvas.setFillColor(HexColor(0x222222))
    canvas.setFont(FONT, 9.5)
    address = statement.holder.address
    block = (
        statement.holder.name,
        address.street,
        f"{address.city} {address.province}  {address.postal_code}",
    )
    for number, text in enumerate(block):
        canvas.drawString(left, top - (28 + 4.8 * number) * mm, text)
    facts = (
        ("Account number", statement.account),
        ("Account type", statement.product),
        ("Statement period", f"{statement.first} to {statement.last}"),
        ("Currency", "CAD"),
    )
    for number, (label, text) in enumerate(facts):
        base = top - (26 + 5.2 * number) * mm
        canvas.setFont(FONT, 8)
        canvas.drawString(right - 82 * mm, base, label)
        canvas.setFont(BOLD, 9)
        canvas.drawString(right - 50 * mm, base, text)


def _later_page(canvas: Canvas, statement: BankStatement) -> None:
    left, right, top = _SIDE * mm, WIDTH - _SIDE * mm, HEIGHT - 12 * mm
    _mark(canvas, left, top - 9 * mm, 9 * mm)
    canvas.setFillColor(_NAVY)
    canvas.setFont(BOLD, 11)
    canvas.drawString(left + 12 * mm, top - 6 * mm, statement.bank.name)
    canvas.setFont(FONT, 8)
    period = f"{statement.first} to {statement.last}"
    canvas.drawRightString(right, top - 4 * mm, f"{statement.holder.name}, account {statement.account}")
    canvas.drawRightString(right, top - 8.5 * mm, f"Statement period {period}")
    canvas.setStrokeColor(_GOLD)
    canvas.line(left, top - 13 * mm, right, top - 13 * mm)
