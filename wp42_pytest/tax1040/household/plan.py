"""Draws the shape of a household and chooses what happens to it: first the snares, then what every household has, then filler."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.tax1040.household import (
    brokerage,
    business,
    entities,
    family,
    gifts,
    health,
    home,
    interest,
    noise,
    payments,
    rental,
    retirement,
    schooling,
    wages,
)
from wp42_pytest.tax1040.household.cast import Cast, Person, renamed
from wp42_pytest.tax1040.household.package import YEAR, Package

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.authoring.generator import Build

_YEAR_END = date(YEAR, 12, 31)
_PAPERS = {1: (6, 11), 2: (16, 28), 3: (34, 54)}
_TRAPS = {1: (4, 6), 2: (7, 10), 3: (11, 15)}
_JOBS = (
    "Machinist",
    "Nurse",
    "Accountant",
    "Software developer",
    "Architect",
    "Sales manager",
    "Electrician",
    "Librarian",
)


@dataclass(frozen=True)
class Feature:
    """Something that can happen in a household.

    Args:
        apply: makes it happen: papers, records and labels.
        traps: the numbers of the catalogue that it labels.
        needs: trades whose names it uses up.
        fits: whether it can happen to this household, now.
        times: how often it may happen.
    """

    apply: Callable[[Package], None]
    traps: frozenset[int] = frozenset()
    needs: tuple[str, ...] = ()
    fits: Callable[[Package], bool] = lambda _: True
    times: int = 1

    @property
    def name(self) -> str:
        """The name of what it does."""
        return self.apply.__name__


def _traps(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


def _young_child(package: Package) -> bool:
    return any(one.age_at(_YEAR_END) < 13 for one in package.dependents)


def _working_child(package: Package) -> bool:
    return any(15 <= one.age_at(_YEAR_END) <= 23 for one in package.dependents)


def _uninsured(package: Package) -> bool:
    """Say whether someone below 65 works without an employer's plan."""
    return any(not any(code == "DD" for code, _ in job.codes) for job in package.jobs.values())


def _parent_of_student(package: Package) -> bool:
    """Say whether the taxpayer is of the age to have a child of 20 elsewhere."""
    return 40 <= package.taxpayer.age_at(_YEAR_END) <= 62


def _option(name: str) -> Callable[[Package], None]:
    def ask_for(package: Package) -> None:
        package.facts.setdefault("brokerage", []).append(name)

    ask_for.__name__ = f"brokerage_{name.replace(' ', '_')}"
    return ask_for


def _one_home(package: Package) -> bool:
    return "home loan" not in package.facts


def _home(build: Callable[[Package], None]) -> Callable[[Package], None]:
    def with_home(package: Package) -> None:
        package.facts["home loan"] = True
        build(package)

    with_home.__name__ = build.__name__
    return with_home


def _jobless(package: Package) -> bool:
    return bool(package.jobless())


SNARES: tuple[Feature, ...] = (
    Feature(wages.copies_scanned, _traps(1), ("employer",), _jobless),
    Feature(wages.corrected_w2, _traps(2), ("employer",), _jobless),
    Feature(wages.two_states, _traps(43), ("employer",), lambda p: _jobless(p) and p.former_home is not None),
    Feature(wages.former_name, _traps(42), ("employer",), lambda p: any(one.former_last for one in p.jobless())),
    Feature(wages.last_years_w2, _traps(54), (), lambda p: bool(p.prior.wages)),
    Feature(wages.note_against_w2, _traps(50), ("employer",), lambda p: bool(p.working)),
    Feature(health.plain_savings_account, _traps(22, 23), ("employer", "hsa"), _jobless),
    Feature(health.mistaken_distribution, _traps(22, 23, 24), ("employer", "hsa"), _jobless),
    Feature(interest.treasury_interest, _traps(6), ("bank",)),
    Feature(interest.municipal_interest, _traps(7), ("bank",)),
    Feature(interest.nominee_interest, _traps(8), ("bank",)),
    Feature(interest.premium_interest, _traps(10), ("bank",)),
    Feature(interest.former_name_interest, _traps(42), ("bank",), lambda p: any(one.former_last for one in p.adults)),
    Feature(interest.childs_interest, _traps(41), ("bank",), lambda p: bool(p.dependents)),
    Feature(interest.trust_interest, _traps(41), ("bank", "trust")),
    Feature(interest.last_years_interest, _traps(54), ("bank",)),
    Feature(interest.revised_note, _traps(52), ("bank",), lambda p: p.joint),
    Feature(interest.unanswered_interest, _traps(51), ("bank",)),
    *(Feature(_option(name), _traps(number)) for name, number in brokerage.TRAPS.items()),
    Feature(retirement.direct_rollover, _traps(17), ("retirement",)),
    Feature(retirement.sixty_day_rollover, _traps(18), ("retirement", "bank")),
    Feature(
        retirement.charitable_distribution,
        _traps(19),
        ("retirement", "charity"),
        lambda p: any(one.age_at(date(YEAR, 1, 1)) >= 71 for one in p.adults),
    ),
    Feature(
        retirement.short_distribution,
        _traps(20),
        ("retirement",),
        lambda p: any(one.age_at(_YEAR_END) >= 74 for one in p.adults),
    ),
    Feature(retirement.ira_with_basis, _traps(21), ("retirement",)),
    Feature(retirement.premiums_and_lump_sum, _traps(49), (), lambda p: bool(p.beneficiaries())),
    Feature(business.snared_books, _traps(53), (), lambda p: len(p.businesses) < 2),
    Feature(business.reported_in_books, _traps(26), ("client", "client", "processor"), lambda p: len(p.businesses) < 2),
    Feature(business.personal_sales, _traps(25), ("marketplace",)),
    Feature(business.single_prize, _traps(27), ("club",)),
    Feature(rental.hardly_rented, _traps(28)),
    Feature(rental.vacation_home, _traps(28)),
    Feature(rental.rental_with_loan, _traps(30), ("lender",)),
    Feature(rental.snared_ledger, _traps(53), ("lender",)),
    Feature(_home(home.transferred_loan), _traps(29), ("lender", "lender"), _one_home),
    Feature(_home(home.refinanced), _traps(32), ("lender",), _one_home),
    Feature(_home(home.tax_twice), _traps(33), ("lender",), _one_home),
    Feature(_home(home.co_owned), _traps(31), ("lender",), lambda p: _one_home(p) and not p.joint),
    Feature(entities.partnership_with_statement, _traps(35, 37), ("partnership",)),
    Feature(entities.partnership_with_loss, _traps(36), ("partnership",)),
    Feature(entities.s_corporation, _traps(37), ("s_corporation",)),
    Feature(entities.missing_k1, _traps(38), ("partnership",)),
    Feature(entities.estimated_then_final, _traps(39), ("partnership",)),
    Feature(entities.two_shareholders, _traps(37, 40), ("s_corporation",), lambda p: p.joint),
    Feature(entities.foreign_k1, _traps(41), ("partnership", "company")),
    Feature(entities.last_years_k1, _traps(54), ("partnership",)),
    Feature(schooling.tuition, _traps(47), ("college",), lambda p: len(p.facts.get("students", [])) < len(p.adults)),
    Feature(schooling.claimed_elsewhere, _traps(47), ("college",), _parent_of_student),
    Feature(payments.estimates, _traps(45), ("bank",)),
    Feature(payments.applied_overpayment, _traps(45)),
    Feature(payments.loss_carryover, _traps(14)),
    Feature(payments.state_refund, _traps(44), (), lambda p: bool(p.working)),
    Feature(gifts.pledge, _traps(46), ("charity",)),
    Feature(gifts.gala, _traps(46), ("charity",)),
    Feature(gifts.outside_the_year, _traps(46), ("charity",)),
    Feature(gifts.fund_of_shares, _traps(46), ("fund_charity", "broker")),
    Feature(family.unresolved_care, _traps(51), (), _young_child),
    Feature(family.own_wages_of_child, _traps(41), ("employer",), _working_child),
)
"""What labels at least one place to slip."""

FILLER: tuple[Feature, ...] = (
    Feature(interest.plain_interest, needs=("bank",), times=4),
    Feature(gifts.plain_gift, needs=("charity",), times=3),
    Feature(gifts.goods, needs=("charity",), times=2),
    Feature(_home(home.plain_mortgage), needs=("lender",), fits=_one_home),
    Feature(_home(home.direct_tax), needs=("lender",), fits=_one_home),
    Feature(entities.trust_beneficiary, needs=("trust",)),
    Feature(schooling.student_loan, needs=("student_loan",)),
    Feature(health.marketplace, needs=("market",), fits=_uninsured),
    Feature(health.medical),
    Feature(payments.unemployment, fits=lambda p: bool(p.working)),
    Feature(payments.jackpot, needs=("casino",)),
    Feature(family.child_care, needs=("care",), fits=_young_child),
    Feature(business.plain_books, fits=lambda p: not p.businesses),
    Feature(rental.plain_rental, needs=("lender",)),
    Feature(noise.pay_stub, fits=lambda p: bool(p.jobs), times=3),
    Feature(noise.coverage_form, fits=lambda p: bool(noise.insured(p))),
    Feature(noise.privacy_notice, needs=("bank",), times=2),
    Feature(noise.escrow_letter, needs=("insurer",), fits=lambda p: "home loan" in p.facts),
    Feature(noise.covering_mail),
    Feature(noise.fuel_receipts),
)
"""What makes the pile higher and labels nothing."""


def possible(package: Package, feature: Feature) -> bool:
    """Say whether a feature can happen now: it fits, and its trades have names left."""
    done = package.done.get(feature.name, 0)
    names = all(package.cast.left(trade) >= feature.needs.count(trade) for trade in set(feature.needs))
    return done < feature.times and names and feature.fits(package)


def happen(package: Package, feature: Feature) -> None:
    """Let a feature happen."""
    feature.apply(package)
    package.done[feature.name] = package.done.get(feature.name, 0) + 1


def household(build: Build) -> Package:
    """Return a household with everything that happens to it."""
    rng = build.stream("shape")
    package = _shape(build, rng)
    low, high = _TRAPS[package.level]
    wanted = int(rng.integers(low, high + 1))
    fewest, most = _PAPERS[package.level]
    papers = int(rng.integers(fewest, most + 1))
    for feature in shuffled(rng, SNARES):
        numbers = {label.trap for label in package.labels} | package.pending
        if len(numbers) >= wanted or len(package.papers) >= most - 4:
            break
        if (
            possible(package, feature)
            and len(numbers | feature.traps) <= min(15, wanted + 1)
            and not feature.traps <= numbers
        ):
            happen(package, feature)
            package.pending |= feature.traps
    _necessities(package)
    for feature in shuffled(rng, FILLER * 3):
        if len(package.papers) >= papers - 3:
            break
        if possible(package, feature):
            happen(package, feature)
    family.questionnaire(package)
    family.last_year_note(package)
    payments.finish(package)
    return package


def _necessities(package: Package) -> None:
    """What every such household has."""
    options = package.facts.get("brokerage", [])
    for at in range(0, len(options), 5):
        brokerage.account(package, frozenset(options[at : at + 5]))
    if not options and package.level > 1:
        brokerage.account(package, frozenset())
    while package.jobless():
        wages.plain_job(package)
    while package.beneficiaries():
        retirement.plain_social_security(package)
    if package.pensionless() and package.cast.left("retirement"):
        retirement.plain_pension(package)
    if not any(one.key.startswith("1099-INT") for one in package.kept):
        interest.plain_interest(package)


def _shape(build: Build, rng: np.random.Generator) -> Package:
    cast = Cast(build.stream("people"))
    level = pick(rng, (1, 2, 2, 3))
    status = pick(rng, (2, 2, 2, 2, 2, 1, 1, 4, 4))
    kind = {
        1: ("working", "working", "retired"),
        2: ("working", "working", "working", "retired", "mixed"),
        4: ("working",),
    }
    life = pick(rng, kind[status])
    last = cast.last_name()
    first_kind = pick(rng, ("f", "m"))
    old_first, old_second = life in ("retired", "mixed"), life == "retired"
    taxpayer = cast.person(
        "T", first_kind, last, _born(rng, retired=old_first), occupation="Retired" if old_first else pick(rng, _JOBS)
    )
    spouse = None
    if status == 2:
        other = "m" if first_kind == "f" else "f"
        spouse = cast.person(
            "S", other, last, _born(rng, retired=old_second), occupation="Retired" if old_second else pick(rng, _JOBS)
        )
        if rng.random() < 0.5:
            spouse = renamed(spouse, cast.last_name())
    working = frozenset(
        one.key for one, old in ((taxpayer, old_first), (spouse, old_second)) if one is not None and not old
    )
    place = cast.place()
    former = None
    if life == "working" and rng.random() < 0.4:
        former = cast.place()
        if former.state == place.state:
            former = None
    youngest = max((one for one in (taxpayer, spouse) if one is not None), key=lambda one: one.born)
    return Package(
        build,
        cast,
        level,
        status,
        taxpayer,
        spouse,
        _children(rng, cast, status, life, youngest),
        place,
        former,
        working=working,
    )


def _born(rng: np.random.Generator, *, retired: bool) -> date:
    ages = (67, 81) if retired else (36, 58)
    return _YEAR_END - timedelta(days=int(rng.integers(ages[0] * 366, ages[1] * 365)))


def _children(rng: np.random.Generator, cast: Cast, status: int, life: str, parent: Person) -> list[Person]:
    if status == 1 or life != "working":
        return []
    count = int(rng.integers(1, 4)) if status == 4 else int(rng.choice([0, 1, 2, 2, 3]))
    oldest = min(21, parent.age_at(_YEAR_END) - 22)
    # A child of 17 at the year's end is the one that last year's credit misleads about.
    first = [17] if rng.random() < 0.4 and oldest >= 17 else []
    ages: list[int] = []
    for age in [*first, *shuffled(rng, range(1, max(oldest, 1) + 1))]:
        if len(ages) < count and all(abs(age - other) > 1 for other in ages):
            ages.append(age)
    found = []
    for number, age in enumerate(sorted(ages, reverse=True), start=1):
        born = date(YEAR - age, int(rng.integers(1, 13)), int(rng.integers(1, 29)))
        kind, relationship = pick(rng, (("boy", "son"), ("girl", "daughter")))
        found.append(cast.person(f"D{number}", kind, parent.last, born, relationship=relationship))
    return found
