"""Rental property: the ledger, the loan on it, and a cottage that was hardly rented."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.returns import information_return
from wp42_pytest.tax1040.household.books import Entry, Ledger, ledger_bytes, sums_of, year_before
from wp42_pytest.tax1040.household.draws import amount, day, part, rate, round_amount
from wp42_pytest.tax1040.household.package import CURRENT, YEAR
from wp42_pytest.tax1040.household.talk import client_mail
from wp42_pytest.tax1040.prior_entries import PriorRental

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.tax1040.household.cast import Place
    from wp42_pytest.tax1040.household.package import Package

CATEGORIES: dict[str, tuple[str, str, int, int, int]] = {
    "Advertising": ("line5_advertising", "AdvertisingAmt", 40, 220, 1),
    "Cleaning & lawn": ("line7_cleaning", "CleaningAndMaintenanceAmt", 60, 210, 5),
    "Insurance": ("line9_insurance", "InsuranceAmt", 700, 1_600, 1),
    "Legal": ("line10_legal", "LegalAndOtherProfFeesAmt", 150, 700, 1),
    "Management fee": ("line11_management", "ManagementFeesAmt", 90, 190, 12),
    "Repairs": ("line14_repairs", "RepairsAmt", 80, 1_100, 4),
    "Supplies": ("line15_supplies", "SuppliesAmt", 15, 130, 3),
    "Property tax": ("line16_taxes", "TaxesAmt", 900, 2_100, 2),
    "Water & electric": ("line17_utilities", "UtilitiesAmt", 50, 160, 6),
}
"""Categories of the ledger: field, element of last year's return, usual entry, entries in a year."""


_TEXTS = {
    "Advertising": ("Listing",),
    "Cleaning & lawn": ("Lawn service", "Cleaning", "Snow and leaves"),
    "Insurance": ("Landlord policy",),
    "Legal": ("Lease review",),
    "Repairs": ("Plumber", "Furnace service", "Door and lock", "Electrician"),
    "Supplies": ("Paint", "Filters and bulbs", "Hardware store"),
    "Property tax": ("County, half year",),
    "Water & electric": ("Water", "Electric"),
}
"""What owners write beside an expense."""


@dataclass
class Rental:
    """One property."""

    place: Place
    owner: str
    key: str
    path: str
    interest: int


def property_owner(package: Package) -> str:
    """Return whose a house is: the couple's on a joint return."""
    return "J" if package.joint else "T"


def rental(package: Package, *, snares: bool = False) -> Rental:
    """Write the ledger of a rental house, print the form of its loan, and note both records."""
    rng = package.stream("rental")
    place = package.cast.place(package.home.state)
    monthly = round_amount(rng, 1_650, 2_900, 25)
    entries = [
        Entry(date(YEAR, month, 3), f"Rent {date(YEAR, month, 1):%B}", "Rent", monthly) for month in range(1, 13)
    ]
    for category in shuffled(rng, tuple(CATEGORIES))[: int(rng.integers(6, 10))]:
        _, _, low, high, times = CATEGORIES[category]
        for number in range(times):
            # Bills come as often as they come, spread over the year.
            since, until = 1 + 12 * number // times, 12 * (number + 1) // times
            when = day(rng, date(YEAR, since, 5), date(YEAR, until, 20))
            entries.append(Entry(when, pick(rng, _TEXTS.get(category, (category,))), category, -amount(rng, low, high)))
    ledger = Ledger(
        place.one_line, YEAR, sorted(entries, key=lambda one: one.day), signed=bool(rng.random() < 0.5), snares=snares
    )
    ledger.before = year_before(ledger.entries, rng, income=rate(rng, 94, 98), spent=rate(rng, 88, 98), steady="Rent")
    ledger.notes = ["Own entries. The mortgage is not in here, see the bank's form."]
    fields: dict[str, Any] = {}
    sums = sums_of(entries)
    fields["line3_rents"] = sums.pop("Rent")
    fields |= {CATEGORIES[category][0]: cents for category, cents in sums.items()}
    if rng.random() < 0.5:
        what, bought, cost = "New roof", day(rng, date(YEAR, 3, 1), date(YEAR, 10, 30)), amount(rng, 6_200, 14_800)
        ledger.assets = [(what, bought, cost)]
        fields["assets_bought"] = [{"description": what, "date_acquired": bought, "cost": cost}]
    path = package.add(CURRENT, f"Rental_{place.street.replace(' ', '_')}.xlsx", ledger_bytes(ledger))
    interest = amount(rng, 4_100, 11_800)
    owner = property_owner(package)
    key = f"Schedule E {place.street}"
    loan = _loan(package, place, owner, interest, rng)
    package.keep(
        key,
        "Schedule E",
        owner,
        [path, loan],
        property_address=place.one_line,
        property_type="1",
        fair_rental_days=365,
        personal_use_days=0,
        line12_mortgage_interest=interest,
        **fields,
    )
    package.ask(
        f"Rental {place.street}",
        "Was the house rented the whole year? Any days of your own use? Anything else about it?",
        "Rented all 365 days to the same family, no days of our own use. It is a single-family house."
        + (" Both of us are on the deed." if package.joint else ""),
    )
    before = sums_of(ledger.before)
    rents = before.pop("Rent")
    last = {CATEGORIES[name][1]: cents for name, cents in before.items()}
    last["MortgageInterestPaidBanksAmt"] = part(interest, "1.04")
    # Never more than the rest of the rent: a loss would depend on last year's income.
    room = max(0, rents - sum(last.values()))
    last["DepreciationExpenseAmt"] = min(part(rents, rate(rng, 18, 26)), part(room, "0.8"))
    package.prior.rentals.append(PriorRental(place, 366, 0, rents, last))
    found = Rental(place, owner, key, path, interest)
    package.facts.setdefault("rentals", []).append(found)
    if snares:
        _label(package, ledger, found, fields, sums)
    return found


def _loan(package: Package, place: Place, owner: str, interest: int, rng: np.random.Generator) -> str:
    lender = package.cast.party("lender")
    principal = amount(rng, 90_000, 240_000)
    since = day(rng, date(2015, 2, 1), date(2022, 11, 1))
    values: dict[str, int | str] = {
        "1": interest,
        "2": principal,
        "3": f"{since:%m/%d/%Y}",
        "8": place.one_line,
        "9": "1",
    }
    account = package.cast.account()
    block = package.joint_addressee() if owner == "J" else package.addressee(package.taxpayer)
    sheet = information_return("1098", lender, block, package.taxpayer.masked, values, account=account)
    path = package.form(f"1098 {lender.short}", lender, sheet)
    key = f"1098 {lender.short}"
    package.keep(
        key,
        "1098",
        owner,
        [path],
        lender_name=lender.name,
        lender_tin=lender.ein,
        account_number=account,
        property_address=place.one_line,
        use="rental",
        box1_mortgage_interest=interest,
        box2_outstanding_principal=principal,
        box3_origination_date=since,
    )
    package.facts.setdefault("rental loans", []).append((key, path, interest))
    return path


def _label(package: Package, ledger: Ledger, found: Rental, fields: dict[str, Any], sums: dict[str, int]) -> None:
    package.trap(53, found.path, f"{found.key}.line3_rents", fields["line3_rents"], 2 * fields["line3_rents"])
    hidden = ledger.hidden_entry
    if hidden is not None:
        whole = sums[hidden.category]
        package.trap(53, found.path, f"{found.key}.{CATEGORIES[hidden.category][0]}", whole, whole + hidden.cents)


def plain_rental(package: Package) -> None:
    """A house that is rented all year."""
    rental(package)


def rental_with_loan(package: Package) -> None:
    """The form of the rental's loan lies among those of the home."""
    found = rental(package)
    key, path, interest = package.facts["rental loans"][-1]
    package.trap(30, path, f"{key}.use", "rental", "main_home")
    package.trap(30, path, f"{found.key}.line12_mortgage_interest", interest, None)


def snared_ledger(package: Package) -> None:
    """A rental whose workbook has a hidden row, a private column and a tab of last year."""
    rental(package, snares=True)


def hardly_rented(package: Package) -> None:
    """A cottage rented for fewer than 15 days: neither income nor expense."""
    rng = package.stream("hardly rented")
    place = package.cast.place()
    days, own = int(rng.integers(6, 15)), int(rng.integers(20, 61))
    rent = days * amount(rng, 140, 320)
    cleaning = amount(rng, 180, 520)
    path = client_mail(
        package,
        date(2026, 2, 13),
        f"Cottage {place.street}",
        f"Hello,\n\nnew this year: we let our cottage at {place.one_line} to guests over the summer festival. All in all it was rented "
        f"for {days} days in {YEAR}, and we got {grouped(rent)} for it. Cleaning after the guests was {grouped(cleaning)}. We used it ourselves "
        f"for {own} days, otherwise it stood empty.\n\n{package.taxpayer.first}",
        folder=pick(rng, (CURRENT, "open_items")),
    )
    package.trap(28, path, f"Schedule E {place.street}", None, rent)


def vacation_home(package: Package) -> None:
    """A cottage rented for part of the year, with days of own use."""
    rng = package.stream("vacation home")
    place = package.cast.place()
    days, own = int(rng.integers(70, 150)), int(rng.integers(20, 45))
    rent = days * amount(rng, 120, 240)
    cleaning, supplies = amount(rng, 600, 2_200), amount(rng, 150, 700)
    taxes = amount(rng, 1_900, 4_100)
    deed = " Both of us are on the deed." if package.joint else ""
    path = client_mail(
        package,
        date(2026, 2, 15),
        f"Lake house {place.street}",
        f"Hello,\n\nhere is {YEAR} for the lake house at {place.one_line} (vacation rental). Rented {days} days at fair rent, {own} days used "
        f"by the family. For the whole year: rents {grouped(rent)}, cleaning {grouped(cleaning)}, supplies {grouped(supplies)}, property tax "
        f"{grouped(taxes)}. No loan on it.{deed}\n\n{package.taxpayer.first}",
    )
    owner = property_owner(package)
    key = f"Schedule E {place.street}"
    package.keep(
        key,
        "Schedule E",
        owner,
        [path],
        property_address=place.one_line,
        property_type="3",
        fair_rental_days=days,
        personal_use_days=own,
        line3_rents=rent,
        line7_cleaning=cleaning,
        line15_supplies=supplies,
        line16_taxes=taxes,
    )
    before = {
        "CleaningAndMaintenanceAmt": part(cleaning, "0.9"),
        "SuppliesAmt": supplies,
        "TaxesAmt": part(taxes, "0.97"),
    }
    before = {element: part(cents, f"{days / (days + own):.4f}") for element, cents in before.items()}
    package.prior.rentals.append(
        PriorRental(place, days + 3, own, part(rent, rate(rng, 85, 105)), before, "VACATION RENTAL")
    )
    share = part(taxes, f"{days / (days + own):.4f}")
    package.trap(28, path, f"{key}.line16_taxes", taxes, share)
