"""Jobs: Forms W-2 with their copies, corrections and second states."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.forms import Area, Cell, Sheet
from wp42_pytest.tax1040.documents.returns import wage_statement
from wp42_pytest.tax1040.household.draws import amount, part, rate, round_amount
from wp42_pytest.tax1040.household.package import PRIOR, YEAR
from wp42_pytest.tax1040.prior_entries import PriorWages

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.tax1040.household.cast import Party, Person
    from wp42_pytest.tax1040.household.package import Package

_WAGE_BASE = 176_100_00
_STATE_RATE = {"PA": 3, "NY": 5, "OR": 8, "IL": 5, "MN": 6, "CA": 6, "VA": 5, "CO": 4, "GA": 5, "MI": 4}
_COPIES = (
    "Copy B To Be Filed With Employee's FEDERAL Tax Return",
    "Copy C For EMPLOYEE'S RECORDS",
    "Copy 2 To Be Filed With Employee's State Income Tax Return",
)
_PANELS = tuple(Area(36, 792 - 36 - 240 * (number + 1) + 6, 540, 228) for number in range(3))


@dataclass
class Job:
    """A year at one employer: the boxes of its W-2."""

    person: Person
    employer: Party
    wages: int
    withheld: int
    social: int
    codes: list[tuple[str, int]]
    states: list[tuple[str, int, int]]
    control: str
    retirement_plan: bool
    care_benefits: int = 0
    other: list[tuple[str, int]] = field(default_factory=list)
    printed_name: str = ""
    masked: bool = False

    @property
    def key(self) -> str:
        """What its record is called."""
        return f"W-2 {self.employer.short} {self.person.key}"

    def values(self) -> dict[str, int | str]:
        """Boxes 1 to 14 as printed."""
        social = min(self.social, _WAGE_BASE)
        found: dict[str, int | str] = {
            "1": self.wages,
            "2": self.withheld,
            "3": social,
            "4": part(social, "0.062"),
            "5": self.social,
            "6": part(self.social, "0.0145"),
        }
        if self.care_benefits:
            found["10"] = self.care_benefits
        for letter, (code, cents) in zip("abcd", self.codes, strict=False):
            found[f"12{letter}"] = f"{code}   {grouped(cents)}"
        if self.retirement_plan:
            found["13"] = "[X] Retirement plan"
        for box, (label, cents) in zip(("14", "14.2"), self.other, strict=False):
            found[box] = f"{label}   {grouped(cents)}"
        return found

    def state_rows(self) -> list[dict[str, int | str]]:
        """Boxes 15 to 17 as printed."""
        number = self.employer.ein.replace("-", "")[1:]
        return [{"15": f"{state}   {number}", "16": wages, "17": tax} for state, wages, tax in self.states]

    def sheet(self, package: Package, copy: str = _COPIES[0]) -> Sheet:
        """The form."""
        name = self.printed_name or self.person.name
        return wage_statement(
            self.employer,
            [name, *package.home.lines],
            self.person.masked if self.masked else self.person.ssn,
            self.values(),
            self.state_rows(),
            control=self.control,
            copy=copy,
        )

    def fields(self) -> dict[str, Any]:
        """The true record."""
        values = self.values()
        return {
            "employer_name": self.employer.name,
            "employer_ein": self.employer.ein,
            "control_number": self.control,
            "box1_wages": self.wages,
            "box2_federal_tax_withheld": self.withheld,
            "box3_social_security_wages": values["3"],
            "box4_social_security_tax": values["4"],
            "box5_medicare_wages": values["5"],
            "box6_medicare_tax": values["6"],
            "box10_dependent_care_benefits": self.care_benefits or None,
            "box12": [{"code": code, "amount": cents} for code, cents in self.codes],
            "box13_retirement_plan": True if self.retirement_plan else None,
            "box14": [{"label": label, "amount": cents} for label, cents in self.other],
            "state_lines": [{"state": state, "state_wages": pay, "state_tax": tax} for state, pay, tax in self.states],
        }


def hired(
    package: Package, person: Person, rng: np.random.Generator, *, saved: int = 0, trade: str = "employer"
) -> Job:
    """Return a job of a person, and note last year's at the same employer.

    Args:
        package: the package.
        person: who works there.
        rng: the concern's stream.
        saved: what went into a health savings account through the cafeteria plan and from the employer.
        trade: what kind of employer it is.
    """
    employer = package.cast.party(trade, package.home.state)
    gross = amount(rng, 41_000, 118_000)
    deferral = part(gross, pick(rng, ("0", "0.03", "0.05", "0.08")))
    covered = saved > 0 or rng.random() < 0.75
    premium = round_amount(rng, 900, 4_200, 12) if covered else 0
    cafeteria = premium + part(saved, "0.6")
    social = gross - cafeteria
    wages = social - deferral
    codes = [("D", deferral)] if deferral else []
    if saved:
        codes.append(("W", saved))
    if covered:
        codes.append(("DD", part(premium, "4.1")))
    state = package.home.state
    state_tax = part(wages, rate(rng, _STATE_RATE[state] - 1, _STATE_RATE[state]))
    other = [(pick(rng, ("UNION DUES", "PARKING", "TRANSIT")), amount(rng, 120, 900))] if rng.random() < 0.3 else []
    job = Job(
        person,
        employer,
        wages,
        part(wages, rate(rng, 8, 15)),
        social,
        codes,
        [(state, wages, state_tax)],
        f"{int(rng.integers(10_000, 99_999))}",
        bool(deferral),
        other=other,
    )
    raise_rate = rate(rng, 90, 98)
    package.prior.wages.append(
        PriorWages(
            person,
            employer,
            part(wages, raise_rate),
            part(job.withheld, raise_rate),
            state,
            part(state_tax, raise_rate),
            tuple((code, cents if code == "W" else part(cents, raise_rate)) for code, cents in codes),
        )
    )
    package.prior.state_tax_paid += part(state_tax, raise_rate)
    package.jobs[person.key] = job
    return job


def worker(package: Package) -> Person:
    """Return whoever works and has no job yet."""
    return package.jobless()[0]


def plain_job(package: Package) -> None:
    """A W-2 without peculiarity."""
    rng = package.stream("plain job")
    job = hired(package, worker(package), rng)
    show(package, job)


def show(package: Package, job: Job, **more: Any) -> str:
    """Print a job's W-2, alone or three copies on a page, and note its record."""
    rng = package.stream("w2 paper")
    title = pick(
        rng, (f"W-2 {job.employer.short}", f"{YEAR} W2 {job.person.first}", f"{job.employer.short} W-2 {YEAR}")
    )
    if rng.random() < 0.5:
        look = package.official(job.employer)
        pages = [[(area, job.sheet(package, copy), look) for area, copy in zip(_PANELS, _COPIES, strict=True)]]
        path = package.forms(title, pages, **{"scan": False, **more})
    else:
        path = package.form(title, job.employer, job.sheet(package), **more)
    package.keep(job.key, "W-2", job.person.key, [path], **job.fields())
    return path


def copies_scanned(package: Package) -> None:
    """The three copies of one W-2 come as three scans."""
    rng = package.stream("w2 copies")
    job = hired(package, worker(package), rng)
    paths = [
        package.form(f"W2 {job.person.first} {number}", job.employer, job.sheet(package, copy), scan=True)
        for number, copy in enumerate(_COPIES, start=1)
    ]
    kept = package.keep(job.key, "W-2", job.person.key, paths, **job.fields())
    package.trap(1, paths[0], f"{kept.key}.box1_wages", job.wages, 3 * job.wages)


def corrected_w2(package: Package) -> None:
    """A W-2c follows the W-2 and changes boxes 1 and 2."""
    rng = package.stream("w2c")
    job = hired(package, worker(package), rng)
    wrong = Job(
        **{
            **job.__dict__,
            "wages": job.wages + amount(rng, 1_100, 3_900),
            "withheld": job.withheld + amount(rng, 90, 400),
        }
    )
    first = package.form(f"W-2 {job.employer.short}", job.employer, wrong.sheet(package), received=date(2026, 1, 29))
    rows = []
    for number, label, before, after in (
        ("1", "Wages, tips, other compensation", wrong.wages, job.wages),
        ("2", "Federal income tax withheld", wrong.withheld, job.withheld),
    ):
        rows.append(
            [
                Cell(f"{number} {label} - Previously reported", grouped(before)),
                Cell(f"{number} {label} - Correct information", grouped(after)),
            ]
        )
    left = [
        Cell("a Employer's name, address, and ZIP code", job.employer.lines, money=False),
        Cell("b Employer's Federal EIN", job.employer.ein, money=False),
        Cell("c Tax year/Form corrected", f"{YEAR} / W-2", money=False),
        Cell("d Employee's correct SSN", job.person.ssn, money=False),
        Cell("h/i Employee's name, address, and ZIP code", package.addressee(job.person), money=False),
    ]
    sheet = Sheet(
        "W-2c",
        "Corrected Wage and Tax Statement",
        YEAR,
        _COPIES[0],
        left,
        rows,
        note="Note: Only complete money fields that are being corrected.",
    )
    look = package.official(job.employer)
    second = package.forms(
        f"W-2c {job.employer.short}", [[(Area(36, 460, 540, 270), sheet, look)]], received=date(2026, 2, 18)
    )
    kept = package.keep(job.key, "W-2", job.person.key, [first, second], **job.fields())
    package.trap(2, second, f"{kept.key}.box1_wages", job.wages, wrong.wages)
    package.trap(2, second, f"{kept.key}.box2_federal_tax_withheld", job.withheld, wrong.withheld)


def two_states(package: Package) -> None:
    """One employer, two states, printed as two forms: the second holds the second state alone."""
    rng = package.stream("two states")
    job = hired(package, worker(package), rng)
    other = package.former_home.state if package.former_home else "IL"
    state, wages, tax = job.states[0]
    there = part(wages, rate(rng, 30, 60))
    job.states = [(other, there, part(tax, "0.4")), (state, wages - there, tax - part(tax, "0.4"))]
    first, second = job.sheet(package), job.sheet(package)
    lines = job.state_rows()
    first = wage_statement(
        job.employer, package.addressee(job.person), job.person.ssn, job.values(), lines[:1], control=job.control
    )
    second = wage_statement(
        job.employer,
        package.addressee(job.person),
        job.person.ssn,
        {},
        lines[1:],
        control=job.control,
        copy=_COPIES[0] + " (continuation: state information)",
    )
    path = package.form(f"W-2 {job.employer.short} two states", job.employer, first, second)
    kept = package.keep(job.key, "W-2", job.person.key, [path], **job.fields())
    package.trap(43, path, kept.key, 1, 2)


def former_name(package: Package) -> None:
    """The W-2 bears the name before marriage and a masked number."""
    rng = package.stream("former name")
    person = next(one for one in package.jobless() if one.former_last)
    job = hired(package, person, rng)
    job.printed_name, job.masked = person.former_name, True
    path = package.form(f"W2 {job.employer.short}", job.employer, job.sheet(package))
    kept = package.keep(job.key, "W-2", person.key, [path], **job.fields())
    package.trap(42, path, f"{kept.key}.owner", person.key, "T" if person.key == "S" else "S")


def last_years_w2(package: Package) -> None:
    """Last year's W-2 lies in this year's folder."""
    last = package.prior.wages[0]
    values: dict[str, int | str] = {
        "1": last.wages,
        "2": last.withheld,
        "3": last.wages,
        "4": part(last.wages, "0.062"),
    }
    values |= {"5": last.wages, "6": part(last.wages, "0.0145")}
    number = last.employer.ein.replace("-", "")[1:]
    deferred = sum(cents for code, cents in last.codes if code == "D")
    for box in ("3", "5"):
        values[box] = last.wages + deferred
    values["4"], values["6"] = part(last.wages + deferred, "0.062"), part(last.wages + deferred, "0.0145")
    for letter, (code, cents) in zip("abcd", last.codes, strict=False):
        values[f"12{letter}"] = f"{code}   {grouped(cents)}"
    lines: list[dict[str, int | str]] = [{"15": f"{last.state}   {number}", "16": last.wages, "17": last.state_tax}]
    sheet = wage_statement(
        last.employer, [last.person.name, *package.prior.home.lines], last.person.ssn, values, lines, year=PRIOR
    )
    path = package.form(f"W2 {last.employer.short} old", last.employer, sheet)
    package.trap(54, path, f"W-2 {last.employer.short} {PRIOR}", None, last.wages)


def note_against_w2(package: Package) -> None:
    """The preparer noted another amount from a telephone call before the W-2 came."""
    rng = package.stream("note against form")
    if not package.jobs:
        plain_job(package)
    job = next(iter(package.jobs.values()))
    said = round_amount(rng, job.wages // 100 + 1_500, job.wages // 100 + 6_000, 100)
    package.notes.append(
        f"{date(2026, 1, 19):%m/%d} call with {package.taxpayer.first}: {job.person.first}'s {job.employer.short} wages for "
        f"{YEAR} are {grouped(said)} per last pay stub; enter that if the W-2 is late."
    )
    package.trap(50, package.source_of(job.key), f"{job.key}.box1_wages", job.wages, said)
