"""What a month of account 1010 consists of, and how bank and books each show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import shuffled
from wp42_pytest.authoring.ledger import LedgerLine
from wp42_pytest.authoring.statement import BankLine

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.authoring.money import Cents

FIRST, LAST = date(2025, 10, 1), date(2025, 10, 31)


@dataclass(frozen=True)
class Slip:
    """One deposit slip; `credited` is None while it is in transit."""

    day: date
    number: str
    payers: str
    total: Cents
    cash: Cents
    ledger: Cents
    credited: date | None


@dataclass(frozen=True)
class Cheque:
    """One cheque; `cleared` is None when the bank has not paid it by month-end."""

    day: date
    payee: str
    amount: Cents
    ledger: Cents
    cleared: date | None
    role: str = ""
    number: int = 0
    status: str = "issued"
    note: str = ""


@dataclass(frozen=True)
class Transfer:
    """Money that moved by wire: in the bank on `day`, in the books through `source`, or not when that is empty.

    The books take it up on `posted`, or on the same day when that is None.
    """

    day: date
    amount: Cents
    source: str
    ref: str
    description: str
    bank_description: str
    bank_reference: str
    role: str = ""
    in_bank: bool = True
    posted: date | None = None


@dataclass
class Month:
    """Everything that the documents of one instance show."""

    planted: Any
    slips: list[Slip]
    september_slips: list[Slip]
    cheques: list[Cheque]
    september_cheques: list[Cheque]
    transfers: list[Transfer]
    foreign_cheque: Transfer
    debtor: str
    remitter: str
    e3_payee: str
    september_charges: Cents
    september_interest: Cents
    bank_lines: list[BankLine] = field(default_factory=list)
    ledger_lines: list[LedgerLine] = field(default_factory=list)
    bank_opening: Cents = 0
    ledger_opening: Cents = 0

    @property
    def bank_closing(self) -> Cents:
        """The statement's closing balance."""
        return self.bank_opening + sum(line.amount for line in self.bank_lines)

    @property
    def ledger_closing(self) -> Cents:
        """The ledger's closing balance."""
        return self.ledger_opening + sum(line.amount for line in self.ledger_lines)

    @property
    def outstanding(self) -> list[Cheque]:
        """Cheques outstanding at month-end, by number."""
        return [
            cheque
            for cheque in [*self.september_cheques, *self.cheques]
            if cheque.cleared is None and cheque.status == "issued"
        ]

    @property
    def in_transit(self) -> list[Slip]:
        """Deposits in transit at month-end."""
        return [slip for slip in self.slips if slip.credited is None]

    def cheque(self, role: str) -> Cheque:
        """Return the one cheque that plays a part."""
        return next(cheque for cheque in self.cheques if cheque.role == role)

    def transfer(self, role: str) -> Transfer:
        """Return the one transfer that plays a part."""
        return next(transfer for transfer in self.transfers if transfer.role == role)

    def slip(self, amount: Cents) -> Slip:
        """Return the slip with a total."""
        return next(slip for slip in self.slips if slip.total == amount)

    def entry(self, line: LedgerLine) -> str:
        """Return the number under which a line without one was posted."""
        return next(posted.entry for posted in self.ledger_lines if replace(posted, entry="") == line)


def bank_lines(order: np.random.Generator, month: Month, series: Iterable[str]) -> list[BankLine]:
    """Return the statement's lines in the order of posting.

    Args:
        order: shuffles what one day brings.
        month: what happened.
        series: prefixes of the references that the bank numbers as it posts.
    """
    lines = [
        BankLine(slip.credited, "DEPOSIT", slip.number, slip.total)
        for slip in [*month.september_slips, *month.slips]
        if slip.credited
    ]
    lines += [
        BankLine(cheque.cleared, "CHEQUE", str(cheque.number), -cheque.amount)
        for cheque in [*month.september_cheques, *month.cheques]
        if cheque.cleared
    ]
    lines += [
        BankLine(transfer.day, transfer.bank_description, transfer.bank_reference, transfer.amount)
        for transfer in [*month.transfers, month.foreign_cheque]
        if transfer.in_bank
    ]
    # Charges and interest are the bank's last postings of the month; a fee follows its returned item.
    late = ("RETURNED NSF", "RETURNED ITEM FEE", "MONTHLY SERVICE", "INTEREST EARNED")

    def rank(line: BankLine) -> int:
        return next((place for place, text in enumerate(late, start=1) if line.description.startswith(text)), 0)

    lines = sorted(shuffled(order, lines), key=lambda line: (line.date, rank(line)))
    for prefix in series:
        # The numbers rise from day to day already; within a day they take the order of posting.
        places = [place for place, line in enumerate(lines) if line.reference.startswith(f"{prefix}-")]
        rising = sorted((lines[place] for place in places), key=lambda line: line.reference)
        for place, line in zip(places, rising, strict=True):
            lines[place] = line
    return lines


def ledger_lines(order: np.random.Generator, month: Month) -> list[LedgerLine]:
    """Return the ledger's lines with their entry numbers."""
    drafts = [LedgerLine("", slip.day, "CR", slip.number, slip.payers, slip.ledger) for slip in month.slips]
    drafts += [cheque_line(cheque) for cheque in month.cheques]
    drafts += [transfer_line(transfer) for transfer in month.transfers if transfer.source]
    rank = {"CR": 0, "CD": 1, "PR": 2, "JE": 3}
    next_number = {"CR": 1_200, "CD": 1_000, "PR": 30, "JE": 140}
    for source in next_number:
        next_number[source] += int(order.integers(0, 300 if source in ("CR", "CD") else 20))
    found = []
    for line in sorted(drafts, key=lambda line: (line.date, rank[line.source], line.ref)):
        found.append(replace(line, entry=f"{line.source}-{next_number[line.source]:04d}"))
        # Most journal entries of a month do not touch cash.
        next_number[line.source] += int(order.integers(1, 9)) if line.source == "JE" else 1
    return found


def cheque_line(cheque: Cheque) -> LedgerLine:
    """Return how a cheque was posted, without its entry number."""
    return LedgerLine(
        "", cheque.day, "CD", str(cheque.number), f"Cheque {cheque.number}, {cheque.payee}", -cheque.ledger
    )


def transfer_line(transfer: Transfer) -> LedgerLine:
    """Return how a transfer was posted, without its entry number."""
    day = transfer.posted or transfer.day
    return LedgerLine("", day, transfer.source, transfer.ref, transfer.description, transfer.amount)
