"""The people: the questionnaire, dependents, their care, a move."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.flow import Block, Head, Heading, Table, Text
from wp42_pytest.tax1040.household.draws import amount, day, long_date, split, us_date
from wp42_pytest.tax1040.household.package import PRIOR, SANS, YEAR
from wp42_pytest.tax1040.household.talk import letter

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.tax1040.household.cast import Person
    from wp42_pytest.tax1040.household.package import Package

YEAR_END = date(YEAR, 12, 31)
_STATUS = {
    1: ("Unmarried", "single"),
    2: ("Married, we file together", "married filing jointly"),
    4: ("Unmarried; I pay all the cost of the home where I live with my {children}", "head of household"),
}


def questionnaire(package: Package) -> None:
    """Write the client's questionnaire and note the household and its dependents."""
    rng = package.stream("questionnaire")
    coins, abroad = bool(rng.random() < 0.15), bool(rng.random() < 0.1)
    account = _refund_account(rng) if rng.random() < 0.5 else None
    moved = day(rng, date(YEAR, 4, 5), date(YEAR, 9, 25)) if package.former_home else None
    blocks: list[Block] = [Heading(f"Client questionnaire for tax year {YEAR}", 14), Text("Filled in by the client.")]
    header = ("", "Taxpayer", *(["Spouse"] if package.spouse else []))
    rows = [
        ("Name", *[one.name for one in package.adults]),
        ("Social security number", *[one.ssn for one in package.adults]),
        ("Date of birth", *[us_date(one.born) for one in package.adults]),
        ("Occupation", *[one.occupation for one in package.adults]),
        ("Legally blind?", *["No" for _ in package.adults]),
        ("Former name", *[one.former_name if one.former_last else "-" for one in package.adults]),
    ]
    blocks.append(Table(header, rows, (1.3, 2, 2)[: len(header)]))
    children = "child" if len(package.dependents) == 1 else "children"
    blocks.append(
        Text(
            f"Marital status on 12/31/{YEAR}: {_STATUS[package.status][0].format(children=children)}.\nCan someone else claim you as a dependent? No."
        )
    )
    address = f"Address now: {package.home.one_line}"
    if package.former_home and moved:
        address += f"\nMoved on {us_date(moved)}. Address before: {package.former_home.one_line}"
    blocks.append(Text(address))
    blocks.append(Heading("Dependents", 11))
    if package.dependents:
        rows = [
            (
                one.name,
                one.ssn,
                one.relationship.capitalize(),
                us_date(one.born),
                f"{package.months.get(one.key, 12)}",
                "Yes" if _student(one) else "No",
            )
            for one in package.dependents
        ]
        header = ("Name", "SSN", "Relationship", "Date of birth", f"Months with you in {YEAR}", "Full-time student 18+")
        blocks.append(Table(header, rows, (2, 1.2, 1.1, 1.2, 1.7, 1.6)))
    else:
        blocks.append(Text("None."))
    yes = {True: "Yes", False: "No"}
    deposit = "Send a check." if account is None else f"Routing {account[0]}, account {account[1]}, {account[2]}."
    blocks += [
        Heading("Questions", 11),
        Text(
            f"Did you receive or sell digital assets in {YEAR}? {yes[coins]}.\n"
            f"Did you have an account in a foreign country? {yes[abroad]}.\n"
            f"Refund by direct deposit: {deposit}"
        ),
        Text(f"Signed {package.couple}, {long_date(date(2026, 2, 2))}"),
    ]
    head = Head(["Castlemaine Tax Services", "40 Foundry Street, Suite 3", "rowena@castlemaine-tax.example"])
    path = package.flow(f"Questionnaire {YEAR}", head, blocks, faces=SANS, scan=False, received=date(2026, 2, 3))
    fields: dict[str, Any] = {
        "filing_status": str(package.status),
        "taxpayer_name": _short(package.taxpayer),
        "taxpayer_ssn": package.taxpayer.ssn,
        "taxpayer_birth_date": package.taxpayer.born,
        "taxpayer_occupation": package.taxpayer.occupation,
        "street": package.home.street,
        "city": package.home.town,
        "state": package.home.state,
        "zip_code": package.home.zip_code,
        "moved_on": moved,
        "former_state": package.former_home.state if package.former_home else None,
        "digital_assets": coins or None,
        "foreign_account": abroad or None,
    }
    if package.spouse:
        fields |= {
            "spouse_name": _short(package.spouse),
            "spouse_ssn": package.spouse.ssn,
            "spouse_birth_date": package.spouse.born,
            "spouse_occupation": package.spouse.occupation,
        }
    if account is not None:
        fields |= dict(
            zip(("refund_routing_number", "refund_account_number", "refund_account_type"), account, strict=True)
        )
    package.keep("Household", "Household", None, [path], **fields)
    for one in package.dependents:
        _keep_dependent(package, one, path)


def _short(person: Person) -> str:
    return f"{person.first} {person.last}"


def _student(person: Person) -> bool:
    return person.age_at(YEAR_END) >= 18 and person.relationship != "parent"


def _refund_account(rng: np.random.Generator) -> tuple[str, str, str]:
    # No bank's number starts with 99.
    return (
        f"99{int(rng.integers(1_000_000, 9_999_999))}",
        f"{int(rng.integers(10_000_000, 99_999_999))}",
        pick(rng, ("checking", "savings")),
    )


def _keep_dependent(package: Package, person: Person, path: str) -> None:
    age = person.age_at(YEAR_END)
    young = age < 17
    key = f"Dependent {person.first}"
    package.keep(
        key,
        "Dependent",
        None,
        [path],
        full_name=_short(person),
        ssn=person.ssn,
        relationship=person.relationship,
        birth_date=person.born,
        months_in_home=package.months.get(person.key, 12),
        full_time_student=True if _student(person) else None,
        credit="CTC" if young else "ODC",
    )
    if age > 0 and person.born.year < YEAR:
        package.prior.dependents.append(person)
    if age == 17:
        package.trap(48, path, f"{key}.credit", "ODC", "CTC")


def child_care(package: Package) -> None:
    """A provider's statement for each child under 13."""
    rng = package.stream("child care")
    children = [one for one in package.dependents if one.age_at(YEAR_END) < 13 and one.relationship != "parent"]
    provider = package.cast.party("care")
    whole = amount(rng, 2_400, 9_800)
    shares = split(rng, whole, len(children))
    lines = [f"{one.first} {one.last}: ${grouped(cents)}" for one, cents in zip(children, shares, strict=True)]
    path = letter(
        package,
        f"{provider.short} statement {YEAR}",
        provider,
        date(2026, 1, 12),
        [
            f"Payments for care received in {YEAR}:",
            *lines,
            f"Federal tax ID {provider.ein}. Ages and days of care are on file.",
        ],
        sign="Director",
    )
    for child, cents in zip(children, shares, strict=True):
        package.keep(
            f"Care {provider.short} {child.first}",
            "Dependent Care",
            None,
            [path],
            provider_name=provider.name,
            provider_tin=provider.ein,
            person_name=_short(child),
            amount=cents,
        )
    if any(one in package.prior.dependents or one.born.year < YEAR for one in children):
        package.prior.care.append((provider.name, provider.ein, amount(rng, 2_000, 8_000)))


def unresolved_care(package: Package) -> None:
    """A camp of unclear kind was paid; the client has not answered."""
    rng = package.stream("unresolved care")
    child = next(one for one in package.dependents if one.age_at(YEAR_END) < 13 and one.relationship != "parent")
    paid = amount(rng, 400, 1_400)
    package.notes.append(
        f"{date(2026, 2, 11):%m/%d} {package.taxpayer.first} mentioned about {grouped(paid)} for a summer camp of {child.first}. Day camp or "
        "overnight? No receipt, no provider number yet. Asked."
    )
    package.ask(
        f"Summer camp {child.first}",
        "Was it a day camp or an overnight camp, who ran it, and is there a receipt with the tax ID?",
    )
    package.trap(51, "open_items/open_items.xlsx", f"Care camp {child.first}", None, paid)


def own_wages_of_child(package: Package) -> None:
    """A child's own W-2 from a summer job lies among the papers."""
    from wp42_pytest.tax1040.documents.returns import wage_statement
    from wp42_pytest.tax1040.household.draws import part

    rng = package.stream("child wages")
    child = next(one for one in package.dependents if 15 <= one.age_at(YEAR_END) <= 23)
    employer = package.cast.party("employer", package.home.state)
    wages = amount(rng, 1_400, 6_800)
    values: dict[str, int | str] = {"1": wages, "2": part(wages, "0.04"), "3": wages, "4": part(wages, "0.062")}
    values |= {"5": wages, "6": part(wages, "0.0145")}
    row: dict[str, int | str] = {
        "15": f"{package.home.state}   {employer.ein.replace('-', '')[1:]}",
        "16": wages,
        "17": part(wages, "0.02"),
    }
    sheet = wage_statement(employer, package.addressee(child), child.ssn, values, [row])
    path = package.form(f"W-2 {child.first}", employer, sheet)
    package.trap(41, path, f"W-2 {employer.short} {child.first}", None, wages)


def last_year_note(package: Package) -> None:
    """The preparer's note of last year's shape of the family, for orientation."""
    rng = package.stream("standing notes")
    package.notes.append(f"{PRIOR} return was filed {_STATUS[package.status][1]}; see the XML for payers and entities.")
    standing = (
        "Engagement letter signed and on file.",
        "Client wants a copy of the return by mail as well.",
        "Bill as last year.",
        "No extension planned; file by the due date.",
        "Client asks for a planning call in May.",
    )
    package.notes += shuffled(rng, standing)[: int(rng.integers(1, 4))]
