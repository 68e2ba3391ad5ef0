"""Partnerships, S corporations and trusts: Schedules K-1 with the statements behind them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.boxes import K1_1065
from wp42_pytest.tax1040.documents.returns import schedule_k1
from wp42_pytest.tax1040.household.draws import amount, part, rate
from wp42_pytest.tax1040.household.package import PRIOR, YEAR
from wp42_pytest.tax1040.household.schedule_k1 import front, keep_k1, print_k1
from wp42_pytest.tax1040.household.talk import client_mail, letter
from wp42_pytest.tax1040.prior_entries import PriorEntity

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.tax1040.household.cast import Party, Person
    from wp42_pytest.tax1040.household.package import Package


def _partner(kind: str) -> list[tuple[str, str | list[str]]]:
    general = kind == "general"
    return [
        (
            "G  Type of partner",
            [
                f"[{'X' if general else ' '}] General partner or LLC member-manager",
                f"[{' ' if general else 'X'}] Limited partner or other LLC member",
            ],
        ),
    ]


def _share(package: Package) -> tuple[str, str]:
    rng = package.stream("share")
    percent = f"{int(rng.integers(40, 3_300)) / 100:.2f} %"
    return ("J  Partner's share of profit, loss, and capital (ending)", f"{percent}    {percent}    {percent}")


def partnership_with_statement(package: Package) -> None:
    """A partnership whose coded boxes say STMT: the amounts stand on the page behind."""
    rng = package.stream("partnership statement")
    person = pick(rng, package.adults)
    entity = package.cast.party("partnership")
    rental, interest = amount(rng, 1_800, 9_400), amount(rng, 40, 700)
    taken = amount(rng, 1_200, 8_800)
    qbi, ubia, foreign = rental - amount(rng, 10, 400), amount(rng, 60_000, 300_000), amount(rng, 12, 160)
    gifts, interest_expense = amount(rng, 60, 420), amount(rng, 30, 260)
    values = {
        "2": rental,
        "5": interest,
        "13": [("A", "STMT"), ("H", "STMT")],
        "19": [("A", taken)],
        "20": [("A", interest), ("Z", "STMT")],
        "21": foreign,
    }
    statements = [
        (
            "Box 13 - Other deductions",
            [
                ("Code A  Cash contributions (60%)", grouped(gifts)),
                ("Code H  Investment interest expense", grouped(interest_expense)),
            ],
        ),
        (
            "Box 20, code Z - Section 199A information",
            [
                ("Rental real estate activity - qualified business income (loss)", grouped(qbi)),
                ("W-2 wages", "0.00"),
                ("UBIA of qualified property", grouped(ubia)),
            ],
        ),
    ]
    path = print_k1(
        package, "1065", entity, person, values, statements=statements, details=[*_partner("limited"), _share(package)]
    )
    true = {
        "2": rental,
        "5": interest,
        "13": [("A", gifts), ("H", interest_expense)],
        "19": [("A", taken)],
        "20": [("A", interest)],
        "21": foreign,
    }
    key = keep_k1(
        package,
        "1065",
        entity,
        person,
        [path],
        values=true,
        partner_type="limited",
        qbi_ordinary_income=qbi,
        qbi_ubia=ubia,
    )
    package.prior.entities.append(PriorEntity(entity, "P", passive_income=part(rental, rate(rng, 80, 110))))
    package.trap(35, path, f"{key}.qbi_ordinary_income", qbi, None)
    package.trap(35, path, f"{key}.box13[A]", gifts, None)
    package.trap(37, path, f"{key}.box2_rental_real_estate", rental, rental + taken)


def partnership_with_loss(package: Package) -> None:
    """A limited partnership's loss, beside a loss that last year suspended."""
    rng = package.stream("partnership loss")
    person = package.taxpayer
    entity = package.cast.party("partnership")
    loss, suspended = amount(rng, 900, 6_200), 100 * (amount(rng, 2_000, 11_000) // 100)
    values = {"1": -loss, "20": [("A", amount(rng, 30, 300))]}
    path = print_k1(package, "1065", entity, person, values, details=[*_partner("limited"), _share(package)])
    key = keep_k1(package, "1065", entity, person, [path], values=values, partner_type="limited")
    owner = "J" if package.joint else "T"
    package.worksheets.append(("passive_loss", owner, entity.name, suspended))
    kept = package.keep(
        f"Carryover passive_loss {entity.short}",
        "Carryover",
        owner,
        [package.worksheet_path],
        kind="passive_loss",
        activity=entity.name,
        amount=suspended,
    )
    package.prior.entities.append(PriorEntity(entity, "P"))
    package.trap(36, package.worksheet_path, f"{kept.key}.amount", suspended, None)
    package.trap(36, path, f"{key}.box1_ordinary_income", -loss, -loss - suspended)


def s_corporation(package: Package) -> None:
    """A shareholder's K-1 with distributions and its statement for section 199A."""
    rng = package.stream("s corporation")
    person = pick(rng, package.adults)
    entity = package.cast.party("s_corporation")
    _s_corporation_form(package, entity, person, _corporation(rng), int(rng.integers(10, 60)))


@dataclass(frozen=True)
class _Corporation:
    """What a corporation earned, paid and distributed in all."""

    income: int
    taken: int
    wages: int
    interest: int
    trend: Decimal


def _corporation(rng: np.random.Generator) -> _Corporation:
    income = amount(rng, 42_000, 96_000)
    return _Corporation(
        income,
        part(income, rate(rng, 45, 80)),
        amount(rng, 110_000, 240_000),
        amount(rng, 160, 900),
        rate(rng, 80, 115),
    )


def _s_corporation_form(
    package: Package, entity: Party, person: Person, whole: _Corporation, share: int
) -> tuple[str, str, int]:
    income, taken, wages, interest = (
        part(cents, Decimal(share) / 100) for cents in (whole.income, whole.taken, whole.wages, whole.interest)
    )
    values = {"1": income, "4": interest, "16": [("D", taken)], "17": [("A", interest), ("V", "STMT")]}
    rows = [
        ("Ordinary business income (loss) - qualified business income", grouped(income)),
        ("W-2 wages", grouped(wages)),
        ("UBIA of qualified property", "0.00"),
    ]
    statements = [("Box 17, code V - Section 199A information", rows)]
    percent = f"{share}.00 %"
    path = print_k1(
        package,
        "1120-S",
        entity,
        person,
        values,
        statements=statements,
        details=[("G  Current year allocation percentage", percent)],
    )
    true = {"1": income, "4": interest, "16": [("D", taken)], "17": [("A", interest)]}
    key = keep_k1(
        package, "1120-S", entity, person, [path], values=true, qbi_ordinary_income=income, qbi_w2_wages=wages
    )
    package.prior.entities.append(PriorEntity(entity, "S", nonpassive_income=part(income, whole.trend)))
    package.trap(37, path, f"{key}.box1_ordinary_income", income, income + taken)
    return key, path, income


def two_shareholders(package: Package) -> None:
    """Both spouses hold shares of one corporation and each has a K-1."""
    rng = package.stream("two shareholders")
    entity = package.cast.party("s_corporation")
    first, second = package.adults
    whole, share = _corporation(rng), int(rng.integers(25, 61))
    one = _s_corporation_form(package, entity, first, whole, share)
    two = _s_corporation_form(package, entity, second, whole, int(rng.integers(12, 91 - share)))
    package.trap(40, two[1], f"{two[0]}.box1_ordinary_income", two[2], None)
    package.trap(40, one[1], f"{one[0]}.box1_ordinary_income", one[2], one[2] + two[2])


def estimated_then_final(package: Package) -> None:
    """The partnership first sent estimates by letter, then the K-1."""
    rng = package.stream("estimated")
    person = pick(rng, package.adults)
    entity = package.cast.party("partnership")
    income, paid = amount(rng, 3_000, 16_000), amount(rng, 5_000, 18_000)
    estimate = part(income, rate(rng, 82, 97))
    letter(
        package,
        f"{entity.short} K-1 estimate",
        entity,
        date(2026, 2, 6),
        [
            f"Dear partner, the Schedule K-1 for {YEAR} will be sent in March. For your planning, we estimate your share of ordinary "
            f"business income (box 1) at ${grouped(estimate)} and your guaranteed payments (box 4a) at ${grouped(paid)}.",
            "This letter is not a Schedule K-1.",
        ],
        sign="Managing member",
        to=package.addressee(person),
    )
    values = {"1": income, "4a": paid, "4c": paid, "14": [("A", income + paid)]}
    path = print_k1(
        package,
        "1065",
        entity,
        person,
        values,
        details=[*_partner("general"), _share(package)],
        received=date(2026, 3, 16),
    )
    true = {"1": income, "4a": paid, "14": [("A", income + paid)]}
    key = keep_k1(package, "1065", entity, person, [path], values=true, partner_type="general")
    package.prior.entities.append(PriorEntity(entity, "P", nonpassive_income=part(income + paid, rate(rng, 85, 105))))
    package.trap(39, path, f"{key}.box1_ordinary_income", income, estimate)


def missing_k1(package: Package) -> None:
    """Last year's return has an entity that has sent nothing this year."""
    rng = package.stream("missing k1")
    entity = package.cast.party("partnership")
    before = amount(rng, 900, 7_600)
    package.prior.entities.append(PriorEntity(entity, "P", passive_income=before))
    package.ask(
        f"{entity.short} K-1",
        f"Last year's return has {entity.name}. The {YEAR} Schedule K-1 is not here. Did you sell your share, or is it late?",
    )
    package.trap(38, "open_items/open_items.xlsx", f"K-1 1065 {entity.short}", None, before)


def trust_beneficiary(package: Package) -> None:
    """A beneficiary's K-1 of a family trust."""
    rng = package.stream("beneficiary")
    person = pick(rng, package.adults)
    trust = package.cast.party("trust")
    ordinary = amount(rng, 300, 3_200)
    values = {"1": amount(rng, 40, 900), "2a": ordinary, "2b": part(ordinary, "0.7"), "4a": amount(rng, 200, 4_000)}
    path = print_k1(package, "1041", trust, person, values, title=f"K-1 {trust.short}")
    keep_k1(package, "1041", trust, person, [path], values=values)


def foreign_k1(package: Package) -> None:
    """A company's own K-1 lies among the papers: the partner is an LLC, not a person."""
    rng = package.stream("company k1")
    entity, owner = package.cast.party("partnership"), package.cast.party("company")
    income = amount(rng, 2_000, 11_000)
    sheet = schedule_k1(
        "1065", entity, owner.lines, owner.ein, K1_1065, values={"1": income}, details=_partner("limited")
    )
    look = package.official(entity)
    path = package.pages(f"K-1 {entity.short}", lambda _: [front(sheet, look)], received=date(2026, 3, 10))
    client_mail(
        package,
        date(2026, 3, 11),
        f"K-1 {entity.short}",
        f"Hi,\n\nattached is also what came for {owner.name}. That company files its own corporate return with another firm; "
        f"it just came to my address.\n\n{package.taxpayer.first}",
    )
    package.trap(41, path, f"K-1 1065 {entity.short}", None, income)


def last_years_k1(package: Package) -> None:
    """Last year's K-1 lies in this year's folder, beside this year's."""
    rng = package.stream("last years k1")
    person = pick(rng, package.adults)
    entity = package.cast.party("partnership")
    rental = amount(rng, 1_500, 8_000)
    before = part(rental, rate(rng, 70, 95))
    details = [*_partner("limited"), _share(package)]
    old = print_k1(
        package, "1065", entity, person, {"2": before}, details=details, year=PRIOR, title=f"K1 {entity.short}"
    )
    path = print_k1(package, "1065", entity, person, {"2": rental}, details=details, title=f"K1 {entity.short} new")
    key = keep_k1(package, "1065", entity, person, [path], values={"2": rental}, partner_type="limited")
    package.prior.entities.append(PriorEntity(entity, "P", passive_income=before))
    package.trap(54, old, f"{key}.box2_rental_real_estate", rental, before)
