"""Health: savings accounts, the Marketplace, what the household paid for care."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.flow import Block, Head, Table, Text
from wp42_pytest.tax1040.documents.returns import information_return
from wp42_pytest.tax1040.household.draws import amount, day, long_date, part, rate, round_amount, us_date
from wp42_pytest.tax1040.household.package import SANS, YEAR
from wp42_pytest.tax1040.household.talk import letter
from wp42_pytest.tax1040.household.wages import hired, show, worker

if TYPE_CHECKING:
    from wp42_pytest.tax1040.household.package import Package

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def savings_account(package: Package, *, mistake: bool) -> None:
    """An HSA with the employer's money on the W-2, the trustee's forms and, at times, a mistaken distribution."""
    rng = package.stream("savings account")
    person = worker(package)
    family = package.joint or bool(package.dependents)
    employer_money = round_amount(rng, 900, 2_400, 60)
    own = round_amount(rng, 300, 2_200 if family else 1_200, 50)
    job = hired(package, person, rng, saved=employer_money)
    wages_path = show(package, job)
    trustee, account = package.cast.party("hsa"), package.cast.account()
    spent = amount(rng, 350, 1_900)
    returned = amount(rng, 90, 420) if mistake else 0
    gross = spent + returned
    block, number = package.addressee(person), person.masked
    contributions: dict[str, int | str] = {"2": employer_money + own, "5": amount(rng, 2_500, 19_000), "6": "HSA [X]"}
    path = package.form(
        f"5498-SA {person.first}",
        trustee,
        information_return("5498-SA", trustee, block, number, contributions, account=account),
        received=date(2026, 3, 4),
    )
    package.keep(
        f"5498-SA {person.key}",
        "5498-SA",
        person.key,
        [path],
        trustee_name=trustee.name,
        trustee_tin=trustee.ein,
        account_number=account,
        box2_total_contributions=employer_money + own,
        box5_fair_market_value=contributions["5"],
        box6_account_type="HSA",
    )
    drawn: dict[str, int | str] = {"1": gross, "3": "1", "5": "HSA [X]"}
    out = package.form(
        f"1099-SA {person.first}",
        trustee,
        information_return("1099-SA", trustee, block, number, drawn, account=account),
    )
    package.keep(
        f"1099-SA {person.key}",
        "1099-SA",
        person.key,
        [out],
        trustee_name=trustee.name,
        trustee_tin=trustee.ein,
        account_number=account,
        box1_gross=gross,
        box3_code="1",
        box5_account_type="HSA",
    )
    sources = [path, out, wages_path]
    if mistake:
        back = day(rng, date(YEAR, 6, 1), date(YEAR, 10, 30))
        sources.append(
            letter(
                package,
                f"{trustee.short} return of mistaken distribution",
                trustee,
                back + timedelta(days=2),
                [
                    f"Re: HSA of {person.name}",
                    f"On {long_date(back)} we accepted ${grouped(returned)} as the return of a mistaken distribution: the card had been "
                    "used for a purchase that is no medical expense. The amount was paid back in full.",
                ],
                sign="HSA Operations",
                to=block,
            )
        )
    coverage = "family" if family else "self_only"
    words = "family coverage" if family else "coverage for myself only"
    tail = f" {grouped(returned)} was a mistake with the card and went back to the bank." if mistake else ""
    package.ask(
        f"HSA {person.first}",
        "Which coverage under the high-deductible plan did you have, what did you pay in yourself, and were the withdrawals medical?",
        f"{words.capitalize()} all year. Besides payroll we sent {grouped(own)} ourselves in {YEAR} and nothing in 2026 so far. {grouped(spent)} of "
        f"the withdrawals were doctor bills.{tail}",
    )
    key = f"HSA {person.key}"
    package.keep(
        key,
        "HSA",
        person.key,
        sources,
        coverage=coverage,
        own_contributions=own,
        qualified_medical_expenses=spent,
        distributions_returned=returned or None,
    )
    package.prior.savings_accounts.append((person, own, employer_money))
    package.trap(22, wages_path, f"{key}.own_contributions", own, own + employer_money)
    package.trap(23, path, f"{key}.own_contributions", own, employer_money + own)
    if mistake:
        package.trap(24, sources[-1], f"{key}.distributions_returned", returned, None)


def plain_savings_account(package: Package) -> None:
    """An HSA without a mistake."""
    savings_account(package, mistake=False)


def mistaken_distribution(package: Package) -> None:
    """An HSA with a distribution that was returned."""
    savings_account(package, mistake=True)


def marketplace(package: Package) -> None:
    """A policy of the Marketplace, month by month."""
    rng = package.stream("marketplace")
    first = int(rng.integers(1, 5)) if rng.random() < 0.4 else 1
    last = 12 if rng.random() < 0.7 else int(rng.integers(8, 12))
    premium, silver = amount(rng, 520, 1_150), amount(rng, 560, 1_250)
    advance = part(premium, rate(rng, 30, 70))
    policy = f"{int(rng.integers(10_000_000, 99_999_999))}"
    issuer = pick(rng, ("Juniper Health Plans", "Tidewater Health Cooperative", "Granby Mutual Health"))
    months: list[dict[str, int]] = []
    rows: list[tuple[str, ...]] = []
    totals = [0, 0, 0]
    for number, name in enumerate(_MONTHS, start=1):
        if first <= number <= last:
            months.append({"month": number, "premium": premium, "slcsp": silver, "advance_payment": advance})
            rows.append((f"{number + 20} {name}", grouped(premium), grouped(silver), grouped(advance)))
            totals = [total + cents for total, cents in zip(totals, (premium, silver, advance), strict=True)]
        else:
            rows.append((f"{number + 20} {name}", "", "", ""))
    rows.append(("33 Annual Totals", *[grouped(total) for total in totals]))
    market = package.cast.party("market")
    blocks: list[Block] = [
        Text(f"Form 1095-A  Health Insurance Marketplace Statement  {YEAR}", size=12, bold=True),
        Text(
            f"Part I  1 Marketplace identifier: {package.home.state}   2 Marketplace-assigned policy number: {policy}   3 Policy issuer's name: {issuer}\n"
            f"4 Recipient's name: {package.taxpayer.name}   5 Recipient's SSN: {package.taxpayer.masked}\n"
            f"10 Policy start date: {us_date(date(YEAR, first, 1))}   Address: {package.home.one_line}"
        ),
        Text("Part III  Coverage Information", bold=True),
        Table(
            (
                "Month",
                "A. Monthly enrollment premiums",
                "B. Monthly SLCSP premium",
                "C. Monthly advance payment of PTC",
            ),
            rows,
            (1.4, 2, 2, 2),
            right=(1, 2, 3),
            bold=(12,),
        ),
    ]
    path = package.flow("1095-A", Head(market.lines), blocks, faces=SANS, received=date(2026, 2, 2))
    package.keep(f"1095-A {policy}", "1095-A", None, [path], issuer_name=issuer, policy_number=policy, months=months)


def medical(package: Package) -> None:
    """What the household paid for medical care in the year, beside what insurance and the HSA paid."""
    rng = package.stream("medical")
    doctors, drugs, glasses = amount(rng, 900, 6_800), amount(rng, 140, 1_500), amount(rng, 120, 900)
    insured = amount(rng, 800, 5_200)
    miles = int(rng.integers(40, 480))
    rows = [
        ("Doctors, dentist, hospital - paid from our own account", grouped(doctors)),
        ("Pharmacy, prescriptions - paid from our own account", grouped(drugs)),
        ("Glasses and hearing aid - paid from our own account", grouped(glasses)),
        ("Hospital - paid directly by insurance", grouped(insured)),
    ]
    blocks: list[Block] = [
        Text(f"Medical {YEAR}", size=12, bold=True),
        Text(f"{package.couple}, our own list. We also drove {miles} miles to appointments."),
        Table(("What", "Amount"), rows, (4, 1), right=(1,)),
    ]
    path = package.flow(
        f"Medical list {YEAR}", Head([package.couple], numbered=False), blocks, received=date(2026, 2, 3)
    )
    package.keep(
        "Medical Expenses",
        "Medical Expenses",
        None,
        [path],
        doctors_hospitals=doctors,
        prescriptions=drugs,
        other=glasses,
        miles=miles,
    )
