"""Compute both bases from what is confirmed, and find what an order still lacks."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from ins02.file import ClaimFile, Stub

CENT = Decimal("0.01")
COUNTED_TO = date(2025, 10, 31)


@dataclass
class Basis:
    """One basis: its weeks, and what they come to."""

    weeks: list[Stub]
    rate: Decimal
    cap: Decimal
    gross: Decimal = Decimal(0)
    benefit: Decimal = Decimal(0)

    def compute(self, income: Decimal) -> None:
        """Set gross weekly income and benefit from the income of all weeks."""
        self.gross = (income / len(self.weeks)).quantize(CENT, ROUND_HALF_UP)
        self.benefit = min(self.cap, (self.gross * self.rate).quantize(CENT, ROUND_HALF_UP))


@dataclass
class Assessment:
    """What the file comes to."""

    four: Basis
    year: Basis
    first_day: date
    full_weeks: int
    payable: bool = False
    unconfirmed: list[str] = field(default_factory=list)
    election_missing: bool = False
    issues: list[str] = field(default_factory=list)


def assess(file: ClaimFile) -> Assessment:
    """Apply guide IRB-4 to the file."""
    before = sorted((stub for stub in file.stubs if stub.end < file.accident), key=lambda stub: stub.end)
    four, year = (Basis(before[-weeks:], file.rate, file.cap) for weeks in (4, 52))
    for basis in (four, year):
        basis.compute(sum((stub.wages for stub in basis.weeks), Decimal(0)))
    first_day = file.accident + timedelta(days=8)
    full_weeks = ((COUNTED_TO - first_day).days + 1) // 7
    found = Assessment(four, year, first_day, full_weeks)
    found.election_missing = not file.elected
    found.unconfirmed = [
        job.employer
        for job in file.employments
        if not any(
            job.employer.casefold() in one.casefold() or one.casefold() in job.employer.casefold()
            for one in file.confirmed_by
        )
    ]
    found.payable = not found.election_missing and not found.unconfirmed
    _compare(file, found)
    return found


def _compare(file: ClaimFile, found: Assessment) -> None:
    """Note where the employer's form and the stubs part."""
    for stub in found.four.weeks:
        if file.e2_weeks.get(stub.end) != stub.wages:
            found.issues.append(
                f"Week to {stub.end}: E-2 says {file.e2_weeks.get(stub.end)}, the stub {stub.wages}; the stub prevails."
            )
    reimbursed = sum((stub.reimbursed for stub in found.year.weeks), Decimal(0))
    wages = sum((stub.wages for stub in found.year.weeks), Decimal(0))
    if file.e2_year and file.e2_year[2] == wages + reimbursed and reimbursed:
        found.issues.append(
            f"The 52-week total on E-2, {file.e2_year[2]:,.2f}, includes {reimbursed:,.2f} of mileage reimbursement, which is no "
            f"income. Taken out: {wages:,.2f} of wages remain."
        )
    elif file.e2_year and file.e2_year[2] != wages:
        found.issues.append(
            f"The 52-week total on E-2, {file.e2_year[2]:,.2f}, is not that of the stubs, {wages:,.2f}."
        )
    for stub in file.stubs:
        if stub.start <= file.accident <= stub.end:
            found.issues.append(
                f"The stub paid on {stub.paid} ({stub.wages:,.2f}) is of the week in which the accident happened and is left out."
            )
