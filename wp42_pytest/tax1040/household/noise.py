"""Papers that clients send along and no return needs."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.flow import Block, Head, Table, Text
from wp42_pytest.tax1040.household.draws import amount, us_date
from wp42_pytest.tax1040.household.package import SANS, YEAR
from wp42_pytest.tax1040.household.talk import client_mail, letter

if TYPE_CHECKING:
    from wp42_pytest.tax1040.household.package import Package
    from wp42_pytest.tax1040.household.wages import Job


_NOTICES = (
    (
        "This notice tells you what we do with your personal information. Nothing has changed since last year.",
        "You do not need to do anything.",
    ),
    (
        "Enclosed is our annual privacy notice. We do not share your information with companies outside our group for their marketing.",
        "Interest rates on savings accounts are reviewed every quarter.",
    ),
    (
        "Federal law requires us to tell you each year how we collect, share and protect your personal information.",
        "If you would like the full notice by mail, please call the number above.",
    ),
)


def pay_stub(package: Package) -> None:
    """A pay stub of the middle of the year."""
    rng = package.stream("pay stub")
    job = pick(rng, list(package.jobs.values()))
    month = 4 + 2 * package.done.get("pay_stub", 0) + int(rng.integers(2))
    gross = job.social // 26
    paid = date(YEAR, 1, 10) + timedelta(days=14 * ((date(YEAR, month, 20) - date(YEAR, 1, 10)).days // 14))
    count = (paid - date(YEAR, 1, 10)).days // 14 + 1
    rows = [
        ("Regular pay, this period", grouped(gross), grouped(gross * count)),
        ("Taxes and deductions", grouped(gross * 3 // 10), grouped(gross * 3 // 10 * count)),
        ("Net pay", grouped(gross - gross * 3 // 10), grouped((gross - gross * 3 // 10) * count)),
    ]
    blocks: list[Block] = [
        Text(f"EARNINGS STATEMENT  pay date {us_date(paid)}", size=11, bold=True),
        Text(f"{job.person.name}   employee no. {job.control}"),
        Table(("", "Current", "Year to date"), rows, (3, 1, 1), right=(1, 2)),
    ]
    package.flow(f"paystub {job.person.first} {YEAR}-{month:02d}", Head(job.employer.lines), blocks, faces=SANS)


def insured(package: Package) -> list[Job]:
    """Return the jobs whose employers insure."""
    return [job for job in package.jobs.values() if any(code == "DD" for code, _ in job.codes)]


def coverage_form(package: Package) -> None:
    """An employer's offer of coverage, which is kept for the records."""
    rng = package.stream("coverage form")
    job = pick(rng, insured(package))
    blocks: list[Block] = [
        Text(f"Form 1095-C  Employer-Provided Health Insurance Offer and Coverage  {YEAR}", size=12, bold=True),
        Text(
            f"Part I  Employee: {job.person.name}   SSN {job.person.masked}\nEmployer: {job.employer.name}   EIN {job.employer.ein}"
        ),
        Table(
            ("Line", "All 12 months"),
            [("14 Offer of coverage", "1E"), ("15 Employee required contribution", "118.40"), ("16 Safe harbor", "2C")],
            (3, 1),
        ),
        Text("Do not attach to your tax return. Keep for your records."),
    ]
    package.flow(f"1095-C {job.person.first}", Head(job.employer.lines), blocks, faces=SANS)


def privacy_notice(package: Package) -> None:
    """A bank's yearly notice."""
    bank = package.cast.party("bank")
    letter(
        package,
        f"{bank.short} notice",
        bank,
        date(2026, 1, 9),
        list(pick(package.stream("privacy notice"), _NOTICES)),
        sign="Customer service",
    )


def escrow_letter(package: Package) -> None:
    """A lender's forecast of next year's escrow payments."""
    rng = package.stream("escrow letter")
    home = next(one for one in package.kept if one.key.startswith("1098 "))
    lender = package.cast.party("insurer")
    letter(
        package,
        "Homeowners insurance renewal",
        lender,
        date(YEAR, 10, 6),
        [
            f"Your homeowners policy for {getattr(home.record, 'property_address', '')} renews in November. The premium will be ${grouped(amount(rng, 1_100, 2_400))}.",
            "No action is needed if your mortgage company pays the premium from escrow. Otherwise please pay by the renewal date.",
        ],
        sign="Policy services",
    )


def covering_mail(package: Package) -> None:
    """The mail that came with the papers."""
    rng = package.stream("covering mail")
    ending = pick(
        rng,
        (
            "More will follow when the brokers are done.",
            "I think that is everything.",
            "Call me if something is missing.",
        ),
    )
    client_mail(
        package,
        date(2026, 2, 3),
        f"Our papers for {YEAR}",
        f"Hi Rowena,\n\nattached is what we have so far for {YEAR}, scanned where I only had paper. {ending}\n\n{package.taxpayer.first}",
    )


def fuel_receipts(package: Package) -> None:
    """A page of receipts for private errands."""
    rng = package.stream("fuel receipts")
    rows = [
        (us_date(date(YEAR, month, 11)), "Fuel and car wash", grouped(amount(rng, 28, 74))) for month in range(1, 13)
    ]
    blocks: list[Block] = [
        Text("Household receipts, private", size=11, bold=True),
        Text("For our own budget. Nothing here is for a business or a rental."),
        Table(("Date", "What", "Amount"), rows, (1, 3, 1), right=(2,)),
    ]
    package.flow("Household receipts", Head([package.couple], numbered=False), blocks)
