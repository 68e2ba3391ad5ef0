"""Pensions, IRAs and Social Security: Forms 1099-R and SSA-1099, and the letters that explain them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.forms import UPPER_HALF, Cell, Sheet
from wp42_pytest.tax1040.documents.returns import information_return
from wp42_pytest.tax1040.household.cast import Party, Place
from wp42_pytest.tax1040.household.draws import amount, day, long_date, part, rate, round_amount
from wp42_pytest.tax1040.household.package import YEAR
from wp42_pytest.tax1040.household.talk import client_mail, letter
from wp42_pytest.tax1040.household.truth import of_boxes
from wp42_pytest.tax1040.prior_entries import PriorPension

if TYPE_CHECKING:
    from wp42_pytest.tax1040.household.cast import Person
    from wp42_pytest.tax1040.household.package import Package


def distribution(
    package: Package,
    person: Person,
    payer: Party,
    values: dict[str, int | str],
    *,
    code: str,
    ira: bool,
    account: str,
    undetermined: bool = False,
    total: bool = False,
    fields: dict[str, Any] | None = None,
    title: str = "",
) -> tuple[str, str]:
    """Print a Form 1099-R and note its record; return the record's key and the paper."""
    printed: dict[str, int | str] = {**values, "7": code}
    if ira:
        printed["7.2"] = "[X]"
    if undetermined:
        printed["2b"] = "[X]"
    if total:
        printed["2b.2"] = "[X]"
    state_tax = values.get("14")
    sheet = information_return("1099-R", payer, package.addressee(person), person.masked, printed, account=account)
    path = package.form(title or f"1099-R {payer.short}", payer, sheet)
    key = f"1099-R {payer.short} {person.key} {code}"
    boxes = {box: cents for box, cents in values.items() if box not in ("14", "15", "16")}
    found = of_boxes("1099-R", boxes)
    if values.get("2a") == 0:
        found["box2a_taxable"] = 0
    lines = []
    if state_tax:
        lines = [{"state": package.home.state, "state_tax": state_tax, "state_income": values.get("16")}]
    package.keep(
        key,
        "1099-R",
        person.key,
        [path],
        payer_name=payer.name,
        payer_tin=payer.ein,
        account_number=account,
        box7_code=code,
        box7_ira=ira or None,
        box2b_not_determined=undetermined or None,
        box2b_total_distribution=total or None,
        state_lines=lines,
        **found,
        **(fields or {}),
    )
    return key, path


def pension(package: Package, person: Person) -> tuple[str, str, int]:
    """A monthly pension."""
    rng = package.stream("pension")
    payer = package.cast.party("retirement")
    gross = 12 * amount(rng, 900, 3_400)
    taxable = gross if rng.random() < 0.6 else gross - part(gross, rate(rng, 3, 9))
    values: dict[str, int | str] = {"1": gross, "2a": taxable, "4": part(gross, "0.1")}
    if taxable != gross:
        values["5"] = gross - taxable
    if rng.random() < 0.5:
        number = payer.ein.replace("-", "")[2:]
        values |= {"14": part(gross, "0.03"), "15": f"{package.home.state}/{number}", "16": gross}
    key, path = distribution(package, person, payer, values, code="7", ira=False, account=package.cast.account())
    package.prior.pensions.append(
        PriorPension(person, payer, part(gross, "0.97"), part(taxable, "0.97"), part(gross, "0.097"), "7", ira=False)
    )
    return key, path, gross


def plain_pension(package: Package) -> None:
    """A pension of whoever is retired and has none yet."""
    person = package.pensionless()[0]
    package.pensioned.add(person.key)
    pension(package, person)


def direct_rollover(package: Package) -> None:
    """An old plan went directly into an IRA."""
    rng = package.stream("direct rollover")
    person = pick(rng, package.adults)
    payer = package.cast.party("retirement")
    gross = amount(rng, 18_000, 190_000)
    values: dict[str, int | str] = {"1": gross, "2a": 0}
    key, path = distribution(
        package,
        person,
        payer,
        values,
        code="G",
        ira=False,
        account=package.cast.account(),
        total=True,
        fields={"rollover_amount": gross},
    )
    package.trap(17, path, f"{key}.box2a_taxable", 0, gross)
    package.trap(17, path, f"{key}.rollover_amount", gross, None)


def sixty_day_rollover(package: Package) -> None:
    """An IRA was paid out and paid into another within 60 days; only the new trustee's letter shows it."""
    rng = package.stream("sixty days")
    person = pick(rng, package.adults)
    payer, receiver = package.cast.party("retirement"), package.cast.party("bank")
    gross = amount(rng, 9_000, 64_000)
    out = day(rng, date(YEAR, 3, 3), date(YEAR, 9, 20))
    values: dict[str, int | str] = {"1": gross, "2a": gross}
    code = "7" if person.age_at(out) >= 60 else "1"
    key, _ = distribution(
        package,
        person,
        payer,
        values,
        code=code,
        ira=True,
        account=package.cast.account(),
        undetermined=True,
        total=True,
        fields={"rollover_amount": gross},
    )
    back = out + timedelta(days=int(rng.integers(14, 55)))
    path = letter(
        package,
        f"{receiver.short} deposit confirmation",
        receiver,
        back + timedelta(days=3),
        [
            f"Re: Traditional IRA of {person.name}",
            f"We confirm that on {long_date(back)} we received your rollover contribution of ${grouped(gross)} into your traditional "
            f"IRA. You certified that it is the whole amount that {payer.name} paid out to you on {long_date(out)}.",
        ],
        sign="IRA Services",
        to=package.addressee(person),
    )
    package.also(key, path)
    package.trap(18, path, f"{key}.rollover_amount", gross, None)


def charitable_distribution(package: Package) -> None:
    """Part of the IRA distribution went straight to a charity; the form does not say so, the charity's letter does."""
    rng = package.stream("qcd")
    person = next(one for one in package.adults if one.age_at(date(YEAR, 1, 1)) >= 71)
    payer, charity = package.cast.party("retirement"), package.cast.party("charity")
    gross = amount(rng, 9_000, 31_000)
    given = round_amount(rng, 1_000, 6_000, 500)
    values: dict[str, int | str] = {"1": gross, "2a": gross, "4": part(gross - given, "0.1")}
    key, _ = distribution(
        package,
        person,
        payer,
        values,
        code="7",
        ira=True,
        account=package.cast.account(),
        undetermined=True,
        fields={"qcd_amount": given},
    )
    when = day(rng, date(YEAR, 4, 1), date(YEAR, 11, 20))
    path = letter(
        package,
        f"{charity.short} thank you",
        charity,
        when + timedelta(days=9),
        [
            f"Dear {person.first},",
            f"Thank you for the gift of ${grouped(given)} that we received on {long_date(when)} directly from {payer.name}, "
            f"trustee of your IRA. No goods or services were provided in return. Our EIN is {charity.ein}.",
        ],
        sign="Director of Development",
        to=package.addressee(person),
    )
    package.prior.pensions.append(
        PriorPension(person, payer, part(gross, "0.93"), part(gross, "0.93"), 0, "7", ira=True)
    )
    package.also(key, path)
    package.trap(19, path, f"{key}.qcd_amount", given, None)
    package.trap(19, path, f"Charitable Gift {charity.short}", None, given)


def short_distribution(package: Package) -> None:
    """The custodian's letter names a required distribution that was not taken in full."""
    rng = package.stream("short distribution")
    person = next(one for one in package.adults if one.age_at(date(YEAR, 12, 31)) >= 74)
    payer = package.cast.party("retirement")
    required = amount(rng, 7_000, 24_000)
    gross = round_amount(rng, 2_000, required // 100 - 1_500, 500)
    values: dict[str, int | str] = {"1": gross, "2a": gross, "4": part(gross, "0.1")}
    key, path = distribution(
        package, person, payer, values, code="7", ira=True, account=package.cast.account(), undetermined=True
    )
    letter(
        package,
        f"{payer.short} RMD notice",
        payer,
        date(YEAR, 1, 21),
        [
            f"Re: Required minimum distribution for {YEAR}",
            f"Based on the value of your IRA on December 31, {YEAR - 1}, your required minimum distribution for {YEAR} is "
            f"${grouped(required)}. You may take it at any time until December 31, {YEAR}.",
        ],
        sign="Retirement Services",
        to=package.addressee(person),
    )
    package.ask(
        f"{payer.short} IRA",
        f"The {YEAR} required distribution was {grouped(required)}, the 1099-R shows {grouped(gross)}. Was the rest taken from "
        "another IRA?",
    )
    package.prior.pensions.append(PriorPension(person, payer, part(gross, "1.1"), part(gross, "1.1"), 0, "7", ira=True))
    package.trap(20, path, f"{key}.box1_gross", gross, required)


def ira_with_basis(package: Package) -> None:
    """The taxable amount is not determined, and last year's worksheet carries basis."""
    rng = package.stream("ira basis")
    person = pick(rng, package.adults)
    payer = package.cast.party("retirement")
    gross, basis = amount(rng, 4_000, 22_000), round_amount(rng, 5_000, 32_000, 500)
    code = "7" if person.age_at(date(YEAR, 6, 30)) >= 60 else "1"
    key, path = distribution(
        package, person, payer, {"1": gross}, code=code, ira=True, account=package.cast.account(), undetermined=True
    )
    package.worksheets.append(("ira_basis", person.key, "", basis))
    kept = package.keep(
        f"Carryover ira_basis {person.key}",
        "Carryover",
        person.key,
        [package.worksheet_path],
        kind="ira_basis",
        amount=basis,
    )
    package.trap(21, path, f"{key}.box2a_taxable", None, gross)
    package.trap(21, package.worksheet_path, f"{kept.key}.amount", basis, None)


def social_security(package: Package, person: Person, *, lump_sum: bool = False) -> None:
    """Print a Form SSA-1099, premiums in the description of box 3."""
    rng = package.stream("social security")
    monthly = amount(rng, 1_300, 3_300)
    premiums = 12 * 18_500 + (12 * amount(rng, 14, 70) if rng.random() < 0.5 else 0)
    earlier = amount(rng, 2_100, 7_800) if lump_sum else 0
    benefits = 12 * monthly + earlier
    withheld = part(benefits, "0.07") if rng.random() < 0.5 else 0
    deposited = benefits - premiums - withheld
    description = [
        f"Paid by check or direct deposit      ${grouped(deposited)}",
        f"Medicare Part B premiums deducted      ${grouped(12 * 18_500)}",
    ]
    if premiums > 12 * 18_500:
        description.append(f"Medicare Part D premiums deducted      ${grouped(premiums - 12 * 18_500)}")
    if withheld:
        description.append(f"Voluntary federal income tax withheld      ${grouped(withheld)}")
    description.append(f"Total additions      ${grouped(benefits)}")
    description.append(f"Benefits for {YEAR}      ${grouped(benefits)}")
    if earlier:
        description.append(f"Box 3 includes paid in {YEAR} for {YEAR - 1}      ${grouped(earlier)}")
    agency = Party("SOCIAL SECURITY ADMINISTRATION", "", Place("", "", "", ""), "")
    sheet = Sheet(
        "SSA-1099",
        "Social Security Benefit Statement",
        YEAR,
        "Part of your Social Security benefits may be taxable",
        [
            Cell("Box 1. Name", person.name, money=False),
            Cell("Box 2. Beneficiary's Social Security Number", person.ssn, money=False),
            Cell("Description of Amount in Box 3", description, money=False),
        ],
        [
            [
                Cell("Box 3. Benefits Paid in 2025", grouped(benefits)),
                Cell("Box 4. Benefits Repaid to SSA in 2025", "NONE"),
            ],
            [Cell("Box 5. Net Benefits for 2025 (Box 3 minus Box 4)", grouped(benefits))],
            [Cell("Box 6. Voluntary Federal Income Tax Withheld", grouped(withheld) if withheld else "NONE")],
            [Cell("Box 7. Address", package.home.one_line, money=False)],
            [Cell("Box 8. Claim Number", f"{person.ssn}A", money=False)],
        ],
        note="DO NOT RETURN THIS FORM TO SSA OR IRS",
    )
    pages = [[(UPPER_HALF, sheet, package.official(agency))]]
    path = package.forms(f"SSA-1099 {person.first}", pages)
    key = f"SSA-1099 {person.key}"
    package.keep(
        key,
        "SSA-1099",
        person.key,
        [path],
        claim_number=f"{person.ssn}A",
        box3_benefits_paid=benefits,
        box5_net_benefits=benefits,
        box6_federal_tax_withheld=withheld or None,
        medicare_premiums=premiums,
        lump_sum_prior_years=earlier or None,
    )
    package.prior.social_security += part(12 * monthly, "0.975")
    package.drawing.add(person.key)
    package.facts[key] = (path, benefits, premiums, earlier)


def plain_social_security(package: Package) -> None:
    """Benefits of whoever is retired and has none yet."""
    social_security(package, package.beneficiaries()[0])


def premiums_and_lump_sum(package: Package) -> None:
    """Benefits with premiums and an amount for an earlier year, which the client's mail nets."""
    person = package.beneficiaries()[0]
    social_security(package, person, lump_sum=True)
    key = f"SSA-1099 {person.key}"
    path, benefits, premiums, earlier = package.facts[key]
    client_mail(
        package,
        date(2026, 2, 10),
        f"{person.first} social security",
        f"Hello,\n\n{person.first} got {grouped(benefits - premiums)} from Social Security in {YEAR} after Medicare. The statement is "
        f"in the folder.\n\n{package.taxpayer.first}",
    )
    package.trap(49, path, f"{key}.box5_net_benefits", benefits, benefits - premiums)
    package.trap(49, path, f"{key}.medicare_premiums", premiums, None)
    package.trap(49, path, f"{key}.lump_sum_prior_years", earlier, None)
