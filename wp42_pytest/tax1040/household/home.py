"""The home: its loan, its taxes, and what closing papers say."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.flow import Block, Head, Table, Text
from wp42_pytest.tax1040.documents.returns import information_return
from wp42_pytest.tax1040.household.cast import Party
from wp42_pytest.tax1040.household.draws import amount, day, long_date, part, rate, round_amount, us_date
from wp42_pytest.tax1040.household.package import SANS, YEAR

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.tax1040.household.package import Package


def owner_of(package: Package) -> str:
    """Return whose the home is: the couple's on a joint return."""
    return "J" if package.joint else "T"


def _borrowers(package: Package) -> list[str]:
    return package.joint_addressee() if package.joint else package.addressee(package.taxpayer)


def loan_form(package: Package, lender: Party, values: dict[str, int | str], account: str, title: str) -> str:
    """Print a Form 1098 on the home."""
    sheet = information_return(
        "1098",
        lender,
        _borrowers(package),
        package.taxpayer.masked,
        {**values, "7": "[X]", "9": "1"},
        account=account,
    )
    return package.form(title, lender, sheet)


def _loan(package: Package, rng: np.random.Generator, *, with_tax: bool) -> tuple[dict[str, int | str], date]:
    interest = amount(rng, 5_200, 15_400)
    since = day(rng, date(2014, 3, 1), date(2023, 10, 1))
    values: dict[str, int | str] = {"1": interest, "2": amount(rng, 140_000, 390_000), "3": us_date(since)}
    if with_tax:
        values["10"] = amount(rng, 2_800, 6_400)
    package.prior.mortgage_interest += part(interest, "1.03")
    package.prior.real_estate_tax += part(int(values.get("10", amount(rng, 2_800, 6_400))), "0.96")
    return values, since


def _keep(
    package: Package,
    lender: Party,
    values: dict[str, int | str],
    since: date,
    account: str,
    *,
    sources: list[str],
    **more: object,
) -> str:
    key = f"1098 {lender.short}"
    package.keep(
        key,
        "1098",
        owner_of(package),
        sources,
        lender_name=lender.name,
        lender_tin=lender.ein,
        account_number=account,
        property_address=package.home.one_line,
        use="main_home",
        box1_mortgage_interest=values["1"],
        box2_outstanding_principal=values["2"],
        box3_origination_date=since,
        box10_real_estate_tax=values.get("10"),
        **more,
    )
    return key


def plain_mortgage(package: Package) -> None:
    """One loan on the home; the lender shows the tax in box 10."""
    rng = package.stream("mortgage")
    lender, account = package.cast.party("lender"), package.cast.account()
    values, since = _loan(package, rng, with_tax=True)
    _keep(
        package,
        lender,
        values,
        since,
        account,
        sources=[loan_form(package, lender, values, account, f"1098 {lender.short}")],
    )


def transferred_loan(package: Package) -> None:
    """The loan went to another servicer in the middle of the year."""
    rng = package.stream("transferred loan")
    first, second, account = package.cast.party("lender"), package.cast.party("lender"), package.cast.account()
    values, since = _loan(package, rng, with_tax=False)
    interest, principal = int(values["1"]), int(values["2"])
    early = part(interest, rate(rng, 35, 65))
    later = principal - part(principal, "0.012")
    moved = date(YEAR, int(rng.integers(5, 9)), 1)
    one: dict[str, int | str] = {"1": early, "2": principal, "3": us_date(since)}
    two: dict[str, int | str] = {"1": interest - early, "2": later, "3": us_date(since), "11": us_date(moved)}
    other = package.cast.account()
    paths = [
        loan_form(package, first, one, account, f"1098 {first.short}"),
        loan_form(package, second, two, other, f"1098 {second.short}"),
    ]
    key = _keep(package, second, values, since, other, sources=paths)
    package.ask(
        "Two Forms 1098 on the home",
        "Are these two loans?",
        f"No, one loan. {first.short} sold it to {second.short} on {us_date(moved)}, nothing else changed.",
    )
    package.trap(29, paths[1], f"{key}.box1_mortgage_interest", interest, interest - early)
    package.trap(29, paths[1], f"{key}.box2_outstanding_principal", principal, principal + later)


def refinanced(package: Package) -> None:
    """The closing statement of a refinancing lists points that Form 1098 does not."""
    rng = package.stream("refinanced")
    lender, account = package.cast.party("lender"), package.cast.account()
    values, _ = _loan(package, rng, with_tax=True)
    closed = day(rng, date(YEAR, 1, 10), date(YEAR, 2, 20))
    values["3"] = us_date(closed)
    form = loan_form(package, lender, values, account, f"1098 {lender.short} new loan")
    points = part(int(values["2"]), rate(rng, 1, 2))
    rows = [
        ("Loan amount", grouped(int(values["2"]))),
        ("Payoff of the old loan", grouped(int(values["2"]) - points - 1_850_00)),
        ("Origination points paid by borrower", grouped(points)),
        ("Appraisal", "650.00"),
        ("Title insurance and recording", "1,200.00"),
    ]
    blocks: list[Block] = [
        Text("CLOSING DISCLOSURE - REFINANCE", size=12, bold=True),
        Text(
            f"Borrower: {package.couple}\nProperty: {package.home.one_line}\nClosing date: {long_date(closed)}\nTerm: 30 years (360 payments)"
        ),
        Table(("Item", "Amount"), rows, (4, 1), right=(1,)),
    ]
    path = package.flow(
        f"Closing disclosure {lender.short}", Head(lender.lines), blocks, faces=SANS, received=date(2026, 1, 15)
    )
    key = _keep(package, lender, values, closed, account, sources=[form])
    package.trap(32, path, f"{key}.box6_points", None, points)


def tax_twice(package: Package) -> None:
    """The county's bill for the tax that the lender paid from escrow."""
    rng = package.stream("tax twice")
    lender, account = package.cast.party("lender"), package.cast.account()
    values, since = _loan(package, rng, with_tax=True)
    tax = int(values["10"])
    form = loan_form(package, lender, values, account, f"1098 {lender.short}")
    key = _keep(package, lender, values, since, account, sources=[form])
    path = county_bill(package, tax, f"Paid by {lender.name} from escrow", rng)
    package.trap(33, path, "Property Tax home", None, tax)
    package.trap(33, form, f"{key}.box10_real_estate_tax", tax, 2 * tax)


def county(package: Package) -> Party:
    """Return the county that taxes the home."""
    return Party(
        f"{package.home.town} County Treasurer",
        "",
        replace(package.home, street="1 Courthouse Square"),
        "(202) 555-0119",
    )


def county_bill(package: Package, tax: int, paid: str, rng: np.random.Generator, *, fee: int = 0) -> str:
    """Print the county's receipt of the year's real estate tax."""
    first = tax // 2
    rows = [
        ("First half, due 04/30", us_date(day(rng, date(YEAR, 4, 2), date(YEAR, 4, 29))), grouped(first)),
        ("Second half, due 10/31", us_date(day(rng, date(YEAR, 10, 2), date(YEAR, 10, 30))), grouped(tax - first)),
    ]
    if fee:
        rows.append(("Refuse collection charge (service)", us_date(date(YEAR, 4, 30)), grouped(fee)))
    blocks: list[Block] = [
        Text(f"REAL ESTATE TAX {YEAR} - STATEMENT OF PAYMENTS", size=12, bold=True),
        Text(f"Parcel: {package.home.one_line}\nOwner: {package.couple}\n{paid}"),
        Table(("Charge", "Paid on", "Amount"), rows, (3, 1.4, 1), right=(2,)),
    ]
    return package.flow(
        f"Property tax {YEAR}", Head(county(package).lines), blocks, faces=SANS, received=date(2026, 1, 20)
    )


def direct_tax(package: Package) -> None:
    """The lender shows no tax; the client pays the county directly, with a service charge on the same bill."""
    rng = package.stream("direct tax")
    lender, account = package.cast.party("lender"), package.cast.account()
    values, since = _loan(package, rng, with_tax=False)
    _keep(
        package,
        lender,
        values,
        since,
        account,
        sources=[loan_form(package, lender, values, account, f"1098 {lender.short}")],
    )
    tax = amount(rng, 2_600, 6_900)
    path = county_bill(package, tax, "Paid by owner", rng, fee=round_amount(rng, 120, 360, 12))
    package.keep(
        "Property Tax home",
        "Property Tax",
        owner_of(package),
        [path],
        payee_name=county(package).name,
        property_address=package.home.one_line,
        kind="real_estate",
        amount_paid=tax,
    )


def co_owned(package: Package) -> None:
    """The home is owned with a partner; the client paid a share of what the form shows."""
    rng = package.stream("co-owned")
    lender, account = package.cast.party("lender"), package.cast.account()
    values, since = _loan(package, rng, with_tax=False)
    share = int(rng.choice([40, 45, 55, 60, 65]))
    form = loan_form(package, lender, values, account, f"1098 {lender.short}")
    key = _keep(package, lender, values, since, account, sources=[form], deductible_share_percent=share)
    partner = package.cast.person("X", "f", package.cast.last_name(), date(1984, 3, 9))
    package.ask(
        "1098 on the home",
        "You own the home together with your partner. Who paid the mortgage?",
        f"{partner.first} and I are not married. The loan and the form are in my name only, but all year I paid {share}% and "
        f"{partner.first} paid {100 - share}% from her own account.",
    )
    package.trap(31, "open_items/open_items.xlsx", f"{key}.deductible_share_percent", share, None)
