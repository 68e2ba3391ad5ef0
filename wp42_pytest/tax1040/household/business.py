"""Self-employment: the books of a business, what its customers and processors report, and what is none."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.returns import information_return
from wp42_pytest.tax1040.household.books import Entry, Ledger, ledger_bytes, sums_of, year_before
from wp42_pytest.tax1040.household.draws import amount, day, part, rate, split, us_date
from wp42_pytest.tax1040.household.package import CURRENT, YEAR
from wp42_pytest.tax1040.household.talk import client_mail
from wp42_pytest.tax1040.household.truth import of_boxes
from wp42_pytest.tax1040.prior_entries import PriorBusiness

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.tax1040.household.cast import Party, Person
    from wp42_pytest.tax1040.household.package import Package


@dataclass(frozen=True)
class Trade:
    """A kind of business: what it does, its code on Schedule C, what it may be called and what it buys."""

    activity: str
    code: str
    names: tuple[str, ...]
    equipment: tuple[str, ...]


TRADES = (
    Trade(
        "Graphic design services",
        "541400",
        ("{last} Design", "Blue Heron Graphics"),
        ("Large-format printer", "Workstation"),
    ),
    Trade(
        "Photography",
        "541920",
        ("{first} {last} Photography", "Lantern Light Photo"),
        ("Camera body and lens", "Studio lights"),
    ),
    Trade("Landscape services", "561730", ("{last} Landscaping", "Green Gate Gardens"), ("Trailer", "Zero-turn mower")),
    Trade(
        "Management consulting",
        "541600",
        ("{last} Consulting", "Compass Row Advisory"),
        ("Workstation", "Office furniture"),
    ),
    Trade(
        "Music lessons and performances",
        "711510",
        ("{last} Music Studio", "Four Strings Studio"),
        ("Upright piano", "Recording equipment"),
    ),
    Trade("Carpentry", "238350", ("{last} Carpentry", "Plumb Line Woodworks"), ("Table saw", "Trailer")),
)

CATEGORIES: dict[str, tuple[str, str, int, int]] = {
    "Advertising": ("line8_advertising", "AdvertisingAmt", 120, 900),
    "Commissions & fees": ("line10_commissions", "CommissionsAndFeesAmt", 90, 700),
    "Contract labor": ("line11_contract_labor", "ContractLaborAmt", 400, 2_600),
    "Insurance (liability)": ("line15_insurance", "InsuranceAmt", 240, 900),
    "Legal & accounting": ("line17_legal_professional", "LegalAndProfessionalServiceAmt", 200, 900),
    "Office expense": ("line18_office", "OfficeExpensesAmt", 25, 260),
    "Rent - studio": ("line20b_rent_property", "OtherBusinessPropertyRentAmt", 300, 900),
    "Repairs": ("line21_repairs", "RepairsAndMaintenanceAmt", 60, 500),
    "Supplies": ("line22_supplies", "SuppliesAmt", 30, 420),
    "Licenses & taxes": ("line23_taxes_licenses", "TaxesAndLicensesAmt", 50, 300),
    "Travel": ("line24a_travel", "TravelAmt", 120, 1_100),
    "Meals (100% shown)": ("line24b_meals_before_limit", "MealsAndEntertainmentAmt", 20, 140),
    "Utilities & phone": ("line25_utilities", "UtilitiesAmt", 40, 180),
}
"""Categories of the books: field, element of last year's return, and the usual size of an entry."""

_CUSTOMERS = ("Customer payment", "Check from customer", "Invoice paid", "Customer payment, card")
_TEXTS = {
    "Advertising": ("Online ads", "Flyers", "Booth at spring fair", "Website listing"),
    "Commissions & fees": ("Referral fee", "Booking fee"),
    "Contract labor": ("Helper, two days", "Assistant", "Extra hands"),
    "Insurance (liability)": ("Liability policy",),
    "Legal & accounting": ("Bookkeeper", "Contract review"),
    "Office expense": ("Printer ink and paper", "Postage", "Desk supplies"),
    "Rent - studio": ("Studio rent",),
    "Repairs": ("Equipment repair", "Service call"),
    "Supplies": ("Job supplies", "Materials", "Small tools"),
    "Licenses & taxes": ("City license", "State filing fee"),
    "Travel": ("Hotel, out-of-town job", "Airfare", "Train tickets"),
    "Meals (100% shown)": ("Lunch with customer", "Dinner, out-of-town job"),
    "Utilities & phone": ("Business phone", "Internet"),
}
"""What people write beside an expense."""

OTHER = ("Software subscriptions", "Continuing education", "Merchant fees")


@dataclass
class Business:
    """One business and what its books come to."""

    person: Person
    name: str
    trade: Trade
    ein: str
    gross: int
    key: str
    path: str


def books(package: Package, *, snares: bool) -> Business:
    """Write the workbook of a business and note its Schedule C.

    Args:
        package: the package.
        snares: whether the workbook has a hidden row, a private column and a tab of last year.
    """
    rng = package.stream("business")
    person = package.proprietor(rng)
    trade = pick(rng, [one for one in TRADES if one.activity not in package.facts.setdefault("trades", [])])
    package.facts["trades"].append(trade.activity)
    name = pick(rng, trade.names).format(first=person.first, last=person.last)
    ein = package.cast.ein() if rng.random() < 0.5 else ""
    entries = _entries(rng)
    ledger = Ledger(name, YEAR, entries, signed=bool(rng.random() < 0.5), snares=snares)
    fields, sums = _fields(ledger)
    ledger.before = year_before(entries, rng, income=rate(rng, 84, 104), spent=rate(rng, 84, 98))
    miles = _mileage(rng) if rng.random() < 0.7 else None
    if miles:
        ledger.mileage = miles
        fields |= {
            "line44a_business_miles": sum(month[0] for month in miles),
            "line44b_commuting_miles": sum(month[1] for month in miles) or None,
            "line44c_other_miles": sum(month[2] for month in miles),
        }
    if rng.random() < 0.6:
        cost = amount(rng, 2_600, 7_400)
        bought = day(rng, date(YEAR, 2, 1), date(YEAR, 11, 15))
        what = pick(rng, trade.equipment)
        ledger.assets = [(what, bought, cost)]
        fields["assets_bought"] = [{"description": what, "date_acquired": bought, "cost": cost}]
    path = package.add(CURRENT, f"{name.replace(' ', '_')}_{YEAR}.xlsx", ledger_bytes(ledger))
    sources = [path]
    if rng.random() < 0.5:
        area, home = int(rng.integers(9, 26)) * 10, int(rng.integers(140, 310)) * 10
        sources.append(
            client_mail(
                package,
                date(2026, 2, 5),
                f"{name} home office",
                f"Hi,\n\nfor {name} I use one room at home only for the business, all year: {area} square feet. The whole house is "
                f"{home:,} square feet.\n\n{person.first}",
                by=person,
            )
        )
        fields |= {"home_office_square_feet": area, "home_square_feet": home}
    key = f"Schedule C {name}"
    package.keep(
        key,
        "Schedule C",
        person.key,
        sources,
        business_name=name,
        ein=ein or None,
        activity=trade.activity,
        activity_code=trade.code,
        accounting_method="cash",
        **fields,
    )
    before = sums_of(ledger.before)
    gross = before.pop("Sales")
    last = {CATEGORIES[kind][1]: cents for kind, cents in before.items() if kind in CATEGORIES}
    if "MealsAndEntertainmentAmt" in last:
        last["MealsAndEntertainmentAmt"] = part(last["MealsAndEntertainmentAmt"], "0.5")
    last["OtherExpensesAmt"] = sum(cents for kind, cents in before.items() if kind not in CATEGORIES)
    package.prior.businesses.append(PriorBusiness(person, name, trade.activity, trade.code, ein, gross, last))
    package.ask(
        name,
        "Is the business otherwise unchanged (cash method, same activity)?",
        "Yes, same business, still cash basis. Everything is in the workbook.",
    )
    business = Business(person, name, trade, ein, fields["line1_gross_receipts"], key, path)
    package.businesses.append(business)
    if snares:
        _label_snares(package, ledger, business, sums)
    return business


def plain_books(package: Package) -> None:
    """A business whose workbook has no snares."""
    books(package, snares=False)


def snared_books(package: Package) -> None:
    """A business whose workbook has subtotals, a hidden row, a private column and a tab of last year."""
    books(package, snares=True)


def _entries(rng: np.random.Generator) -> list[Entry]:
    entries = []
    for _ in range(int(rng.integers(14, 26))):
        entries.append(
            Entry(
                day(rng, date(YEAR, 1, 4), date(YEAR, 12, 22)), pick(rng, _CUSTOMERS), "Sales", amount(rng, 350, 4_900)
            )
        )
    chosen = shuffled(rng, tuple(CATEGORIES))[: int(rng.integers(7, 11))]
    for category in [*chosen, *shuffled(rng, OTHER)[:2]]:
        _, _, low, high = CATEGORIES.get(category, ("", "", 15, 190))
        for _ in range(int(rng.integers(1, 6))):
            when = day(rng, date(YEAR, 1, 4), date(YEAR, 12, 22))
            entries.append(Entry(when, pick(rng, _TEXTS.get(category, (category,))), category, -amount(rng, low, high)))
    return sorted(entries, key=lambda entry: entry.day)


def _fields(ledger: Ledger) -> tuple[dict[str, Any], dict[str, int]]:
    sums = sums_of(ledger.entries)
    fields: dict[str, Any] = {"line1_gross_receipts": sums.pop("Sales")}
    others = []
    for category, cents in sums.items():
        if category in CATEGORIES:
            fields[CATEGORIES[category][0]] = cents
        else:
            others.append({"description": category, "amount": cents})
    if others:
        fields["other_expenses"] = others
    return fields, sums


def _mileage(rng: np.random.Generator) -> list[tuple[int, int, int]]:
    return [(int(rng.integers(60, 540)), 0, int(rng.integers(200, 900))) for _ in range(12)]


def _label_snares(package: Package, ledger: Ledger, business: Business, sums: dict[str, int]) -> None:
    key, path = business.key, business.path
    package.trap(53, path, f"{key}.line1_gross_receipts", business.gross, 2 * business.gross)
    hidden = ledger.hidden_entry
    if hidden is not None:
        whole = sums[hidden.category]
        field = (
            CATEGORIES[hidden.category][0] if hidden.category in CATEGORIES else f"other_expenses[{hidden.category}]"
        )
        package.trap(53, path, f"{key}.{field}", whole, whole - abs(hidden.cents))
    private = ledger.private_entry
    if private is not None and private.category in CATEGORIES:
        whole = sums[private.category]
        package.trap(53, path, f"{key}.{CATEGORIES[private.category][0]}", whole, whole + ledger.private_cents)


def reported_in_books(package: Package) -> None:
    """Customers' Forms 1099-NEC and a processor's Form 1099-K report part of what the books already hold."""
    rng = package.stream("reported in books")
    business = package.unreported() or books(package, snares=False)
    package.facts.setdefault("reported", []).append(business.name)
    weights = shuffled(rng, (int(rng.integers(16, 22)), int(rng.integers(24, 29)), int(rng.integers(31, 38))))
    shares = [
        part(business.gross, Decimal(weight) / 100 + Decimal(int(rng.integers(1, 99))) / 10_000) for weight in weights
    ]
    keys = []
    for cents in shares[:2]:
        payer = package.cast.party("client")
        keys.append((*_nec(package, payer, business.person, cents, "schedule_c"), cents))
    processor = package.cast.party("processor")
    months = split(rng, shares[2], 12)
    values: dict[str, int | str] = {"1a": shares[2], "1b": part(shares[2], "0.7"), "3": str(int(rng.integers(14, 90)))}
    values |= {f"5{letter}": cents for letter, cents in zip("abcdefghijkl", months, strict=True)}
    account = package.cast.account()
    sheet = information_return(
        "1099-K", processor, package.addressee(business.person), business.person.masked, values, account=account
    )
    path = package.form(f"1099-K {processor.short}", processor, sheet)
    package.keep(
        f"1099-K {processor.short}",
        "1099-K",
        business.person.key,
        [path],
        filer_name=processor.name,
        filer_tin=processor.ein,
        account_number=account,
        box3_transactions=int(str(values["3"])),
        reported_on="schedule_c",
        **of_boxes("1099-K", {box: values[box] for box in ("1a", "1b")}),
    )
    package.ask(
        f"{business.name} 1099s",
        "Are the 1099-NECs and the 1099-K already in the sales of the workbook?",
        "Yes, every payment is in the workbook when it came in, including card payments before fees.",
    )
    package.trap(
        26, business.path, f"{business.key}.line1_gross_receipts", business.gross, business.gross + sum(shares)
    )


def _nec(package: Package, payer: Party, person: Person, cents: int, where: str) -> tuple[str, str]:
    rng = package.stream("nec")
    values: dict[str, int | str] = {"1": cents}
    if rng.random() < 0.15:
        values["4"] = part(cents, "0.24")
    sheet = information_return("1099-NEC", payer, package.addressee(person), person.ssn, values)
    path = package.form(f"1099-NEC {payer.short}", payer, sheet)
    key = f"1099-NEC {payer.short} {person.key}"
    package.keep(
        key,
        "1099-NEC",
        person.key,
        [path],
        payer_name=payer.name,
        payer_tin=payer.ein,
        reported_on=where,
        **of_boxes("1099-NEC", values),
    )
    return key, path


def personal_sales(package: Package) -> None:
    """A marketplace reports what the client got for used furniture."""
    rng = package.stream("personal sales")
    person = pick(rng, package.adults)
    market = package.cast.party("marketplace")
    gross = amount(rng, 20_100, 26_900)
    months = split(rng, gross, 12)
    values: dict[str, int | str] = {"1a": gross, "3": str(int(rng.integers(205, 290)))}
    values |= {f"5{letter}": cents for letter, cents in zip("abcdefghijkl", months, strict=True)}
    account = package.cast.account()
    sheet = information_return("1099-K", market, package.addressee(person), person.masked, values, account=account)
    path = package.form(f"1099-K {market.short}", market, sheet)
    key = f"1099-K {market.short}"
    reply = client_mail(
        package,
        date(2026, 2, 12),
        f"{market.short} 1099-K",
        f"Hi,\n\nthe 1099-K from {market.name} is all our own household things: we emptied my parents' house that they had furnished "
        f"for far more than what we got. All {grouped(gross)} is from personal items, every one sold for less than it cost. "
        f"It has nothing to do with any business.\n\n{person.first}",
        by=person,
    )
    package.keep(
        key,
        "1099-K",
        person.key,
        [path, reply],
        filer_name=market.name,
        filer_tin=market.ein,
        account_number=account,
        box1a_gross=gross,
        box3_transactions=int(str(values["3"])),
        personal_or_error_amount=gross,
    )
    package.trap(25, reply, f"{key}.personal_or_error_amount", gross, None)


def single_prize(package: Package) -> None:
    """One fee for judging a show, which is no business of the client's."""
    rng = package.stream("single fee")
    person = pick(rng, package.adults)
    payer = package.cast.party("club")
    cents = amount(rng, 650, 2_400)
    key, path = _nec(package, payer, person, cents, "other_income")
    reply = (
        f"That was a one-time fee: I judged a flower show for {payer.short} on {us_date(day(rng, date(YEAR, 4, 1), date(YEAR, 9, 30)))}. I do "
        "not do this as a business and had no expenses. Please treat it as other income."
    )
    package.ask(f"{payer.short} 1099-NEC", "What is this payment? Do you run a business of this kind?", reply)
    package.trap(27, path, f"{key}.reported_on", "other_income", "schedule_c")
