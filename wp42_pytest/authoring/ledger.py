"""One account of a general ledger, as accounting software exports it to a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from wp42_pytest.authoring.money import Cents, dollars
from wp42_pytest.authoring.xlsx import MONEY, Cell, Sheet, Style, Value

COLUMNS = ("Entry", "Date", "Source", "Ref", "Description", "Debit", "Credit", "Balance")

_HEAD = Style(bold=True, fill="D9E1F2", bottom=True)
_HEAD_RIGHT = Style(bold=True, fill="D9E1F2", bottom=True, align="right")
_TEXT = Style(align="left")
_MONEY = Style(number_format=MONEY)
_TOTAL = Style(number_format=MONEY, bold=True, top=True)
_TOTAL_TEXT = Style(bold=True, top=True, align="left")
_MONEY_COLUMNS = 3


@dataclass(frozen=True)
class LedgerLine:
    """One posting; a debit is positive, a credit negative."""

    entry: str
    date: date
    source: str
    ref: str
    description: str
    amount: Cents


@dataclass(frozen=True)
class LedgerAccount:
    """One account over one period."""

    company: str
    number: str
    name: str
    first: date
    last: date
    opening: Cents
    lines: Sequence[LedgerLine]

    @property
    def balances(self) -> list[Cents]:
        """The balance after each line."""
        return list(accumulate((line.amount for line in self.lines), initial=self.opening))[1:]

    @property
    def closing(self) -> Cents:
        """The balance at the end of the period."""
        return self.opening + sum(line.amount for line in self.lines)


def ledger_rows(account: LedgerAccount) -> list[list[Value]]:
    """Return the export's rows below its header: the balance forward, then every line with its running balance."""
    rows: list[list[Value]] = [
        [None, account.first, None, None, "Balance forward", None, None, dollars(account.opening)]
    ]
    for line, balance in zip(account.lines, account.balances, strict=True):
        debit = dollars(line.amount) if line.amount >= 0 else None
        credit = dollars(-line.amount) if line.amount < 0 else None
        rows.append([line.entry, line.date, line.source, line.ref, line.description, debit, credit, dollars(balance)])
    return rows


def ledger_sheet(account: LedgerAccount, printed: str) -> Sheet:
    """Return the export as a sheet: title rows, header, lines, totals.

    Args:
        account: what it shows.
        printed: the line that says when and by whom it was exported.
    """
    debits = sum(line.amount for line in account.lines if line.amount > 0)
    credits_ = -sum(line.amount for line in account.lines if line.amount < 0)
    money_from = len(COLUMNS) - _MONEY_COLUMNS
    head = [Cell(name, _HEAD_RIGHT if place >= money_from else _HEAD) for place, name in enumerate(COLUMNS)]
    body = [
        [Cell(value, _MONEY if place >= money_from else _TEXT) for place, value in enumerate(row)]
        for row in ledger_rows(account)
    ]
    totals = [
        None,
        account.last,
        None,
        None,
        "Closing balance",
        dollars(debits),
        dollars(credits_),
        dollars(account.closing),
    ]
    return Sheet(
        name=f"GL {account.number}",
        rows=[
            [Cell(account.company, Style(bold=True, size=13))],
            [Cell(f"General ledger: account {account.number} {account.name}", Style(bold=True))],
            [Cell(f"{account.first} to {account.last}, CAD. {printed}", Style(italic=True, colour="595959"))],
            [],
            head,
            *body,
            [Cell(value, _TOTAL if place >= money_from else _TOTAL_TEXT) for place, value in enumerate(totals)],
        ],
        widths=(11, 12, 8, 15, 66, 13, 13, 14),
        freeze="A6",
        landscape=True,
    )
