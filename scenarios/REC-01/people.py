"""Who the candidates are: names, ways to reach them, jobs month by month, and what else people put into a CV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import cycle, pairwise
from typing import Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.economy import ascii_form
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.names import FIRST_NAMES, LAST_NAMES

rules = companion(__file__, "rules")
trades = companion(__file__, "trades")
wordings = companion(__file__, "wordings")

PARENTS = (
    "Married, two children (born in {one} and {two})",
    "Family: two children, born in {one} and {two}",
    "One child, born in {two}",
    "Three children, born in {zero}, {one} and {two}",
)

LONG = 100
"""Months of earlier work from which on it was more than one job."""

SHARE_OF_PRODUCT = 0.3


@dataclass(frozen=True)
class Job:
    """One line of a career.

    Attributes:
        title: what the candidate was.
        employer: the company, with what it does.
        first: the month in which it began.
        last: the month in which it ended, None when it goes on.
        lines: what the candidate did there.
        tools: what it was done with; SQL is among them or is not.
        paid: whether it was a paid job.
        sells_service: whether the employer sells software as a service.
        dashboards: whether one of the lines is about dashboards that were built.
    """

    title: str
    employer: str
    first: int
    last: int | None
    lines: tuple[str, ...]
    tools: tuple[str, ...]
    paid: bool = True
    sells_service: bool = False
    dashboards: bool = False

    @property
    def sql(self) -> bool:
        """Whether SQL was part of it."""
        return "SQL" in self.tools

    @property
    def period(self) -> tuple[int, int]:
        """The months, a job that goes on reaching to the last month that counts."""
        return self.first, rules.LAST_MONTH if self.last is None else self.last


@dataclass(frozen=True)
class Candidate:
    """One candidate.

    Attributes:
        ref: C1 to C8.
        part: the part in the field.
        jobs: the latest first.
        right_to_work: as stated, empty when it is not.
        certificate: a line about a certificate in data or analytics, empty when there is none.
        personal: a line about age or family, empty when there is none.
        born: the date of birth, when the CV states it.
    """

    ref: str
    part: str
    name: str
    email: str
    phone: str
    street: str
    city: str
    profile: str
    jobs: tuple[Job, ...]
    studies: tuple[str, ...]
    certificate: str
    languages: str
    right_to_work: str
    salary: int
    personal: str
    born: date | None
    interests: str
    received: date
    style: int

    @property
    def sql_periods(self) -> list[tuple[int, int]]:
        """The months of the paid jobs with SQL."""
        return [job.period for job in self.jobs if job.sql and job.paid]


@dataclass(frozen=True)
class Life:
    """What a CV shows of a person's age and family.

    Attributes:
        months_before: how long the candidate worked before the first job with SQL.
        states_birth: whether the date of birth is stated.
        children: a line about them, empty when there is none.
    """

    months_before: int
    states_birth: bool = False
    children: str = ""


@dataclass(frozen=True)
class Pools:
    """Words that go round, so that no two candidates say the same next to one another."""

    workplaces: Any
    other_work: Iterator[tuple[str, str, tuple[str, ...]]]


def draw_people(rng: Any, field_of_eight: Mapping[str, Any], invited: Sequence[str]) -> list[Candidate]:
    """Draw the candidates, sorted by id; the later one of the tie has the lower expectation, whatever is sorted by id."""
    parts = shuffled(rng, field_of_eight)
    near, far = parts.index("near"), parts.index("far")
    if near < far:
        parts[near], parts[far] = parts[far], parts[near]
    given = shuffled(rng, FIRST_NAMES)[: len(parts)]
    family = shuffled(rng, LAST_NAMES)[: len(parts)]
    streets = shuffled(rng, wordings.STREETS)
    phones = [int(number) for number in rng.choice(100, size=len(parts), replace=False)]
    styles = shuffled(rng, [0, 1, 2, 0, 1, 2, 0, 1])
    people_of = _lives(rng, invited)
    pools = Pools(trades.Workplaces(rng), cycle(shuffled(rng, wordings.OTHER_WORK)))
    profiles = iter(shuffled(rng, wordings.PROFILES))
    rights, interests = shuffled(rng, wordings.RIGHTS), shuffled(rng, wordings.INTERESTS)
    found = []
    for at, part in enumerate(parts):
        standing = field_of_eight[part]
        name = f"{given[at]} {family[at]}"
        street, city = streets[at]
        life = people_of[part]
        jobs = _career(rng, part, standing, pools, life.months_before)
        begun = min(job.first for job in jobs)
        born = date(begun // 12 - 23, int(rng.integers(1, 13)), int(rng.integers(1, 29))) if life.states_birth else None
        found.append(
            Candidate(
                ref=f"C{at + 1}",
                part=part,
                name=name,
                email=f"{_mailbox(name)}@{pick(rng, wordings.MAIL)}",
                phone=f"{pick(rng, ('514', '438', '450'))} 555-01{phones[at]:02d}",
                street=f"{int(rng.integers(120, 8900))}, {street}",
                city=city,
                profile=_profile(part, standing) or next(profiles),
                jobs=jobs,
                studies=_studies(rng, begun),
                certificate=_certificate(rng, standing),
                languages=pick(rng, wordings.LANGUAGES),
                right_to_work=_right_to_work(part, life, rights[at]),
                salary=standing.salary,
                personal=life.children,
                born=born,
                interests=interests[at],
                received=date(2025, 10, 27 + int(rng.integers(0, 5))),
                style=styles[at],
            )
        )
    return found


def _lives(rng: Any, invited: Sequence[str]) -> dict[str, Life]:
    """Draw who is a parent or has worked for decades: two of the invited, and some of the others, or none.

    Whoever goes along with the client's wish loses at least one who is invited, and nothing tells the two from those who are not.
    """
    elder, parent = shuffled(rng, invited)[:2]
    others = shuffled(rng, ("short", "dear", "silent", "capped", "doubled", "far", "near", "first"))
    others = [part for part in others if part not in (elder, parent)]
    long_since = {elder, *others[: int(rng.integers(0, 3))]}
    with_children = {parent, *others[2 : 2 + int(rng.integers(0, 3))]}
    tells_birth = {
        *others[4 : 4 + int(rng.integers(1, 3))],
        *(part for part in sorted(long_since) if rng.random() < 0.6),
    }
    lives = {}
    for part in (elder, parent, *others):
        months = int(
            rng.integers(330, 432)
            if part == elder
            else rng.integers(220, 400)
            if part in long_since
            else rng.integers(22, 60)
        )
        # Children of those who have worked for decades are grown, and seldom mentioned.
        one = int(rng.integers(2016, 2021))
        years = {"zero": one - 2, "one": one, "two": one + int(rng.integers(2, 4))}
        lives[part] = Life(
            months, part in tells_birth, pick(rng, PARENTS).format(**years) if part in with_children else ""
        )
    return lives


def _right_to_work(part: str, life: Life, drawn: str) -> str:
    """Return what is stated; nobody has a permit who has worked here for decades."""
    if part == "silent":
        return ""
    return "Canadian citizen" if life.months_before >= LONG else drawn


def _mailbox(name: str) -> str:
    return ascii_form(name).lower().replace(" ", ".").replace("-", "")


def _profile(part: str, standing: Any) -> str:
    """Return what those say who claim more than counts, an empty text for the others."""
    claims = {
        "doubled": f"Data analyst with close to {-(-(standing.months + standing.overlap) // 12)} years of SQL.",
        "short": "Analyst with more than three years of SQL and a soft spot for messy data.",
    }
    return claims.get(part, "")


def _certificate(rng: Any, standing: Any) -> str:
    school = pick(rng, wordings.SCHOOLS)
    if standing.certificate:
        return f"{pick(rng, wordings.CERTIFICATES)}, {school}, completed {int(rng.integers(2019, 2025))}"
    if standing.begun:
        return (
            f"{pick(rng, wordings.CERTIFICATES)}, {school}, in progress, expected {pick(rng, ('April', 'June'))} 2026"
        )
    return ""


def _studies(rng: Any, begun: int) -> tuple[str, ...]:
    year = begun // 12 - (1 if begun % 12 < 5 else 0)
    return (f"{pick(rng, wordings.DEGREES)}, {pick(rng, wordings.UNIVERSITIES)}, {year}",)


def _career(rng: Any, part: str, standing: Any, pools: Pools, months_before: int) -> tuple[Job, ...]:
    """Draw jobs whose paid months with SQL come to what the part has; the latest comes first."""
    last = None if part in ("doubled", "short") or rng.random() < 0.65 else rules.LAST_MONTH - int(rng.integers(1, 4))
    end = rules.LAST_MONTH if last is None else last
    periods: list[tuple[int, int | None]]
    if part == "doubled":
        begun = end - standing.months + 1
        second = int(rng.integers(standing.overlap + 14, standing.months - 13))
        periods = [(end - second + 1, last), (begun, end - second + standing.overlap)]
    elif standing.months >= 36:
        newer = int(rng.integers(14, standing.months - 13))
        pause = pick(rng, (0, 0, 1, 2, 3, 14, 18))
        older_last = end - newer - pause
        periods = [(end - newer + 1, last), (older_last - (standing.months - newer) + 1, older_last)]
    else:
        periods = [(end - standing.months + 1, last)]
    service_at = int(rng.integers(len(periods))) if standing.saas else -1
    boards_at = int(rng.integers(len(periods))) if standing.dashboards else -1
    titles = iter(shuffled(rng, wordings.TITLES))
    jobs = []
    for at, (first, to) in enumerate(periods):
        employer, lines = pools.workplaces.next_one(sells_service=at == service_at, dashboards=at == boards_at)
        title = wordings.SERVICE_TITLE if at == service_at and rng.random() < SHARE_OF_PRODUCT else next(titles)
        if part == "doubled" and at == 0:
            lines[-1] = pick(rng, wordings.TWO_JOBS)
        jobs.append(
            Job(
                title,
                employer,
                first,
                to,
                tuple(lines),
                ("SQL", "Python", *shuffled(rng, wordings.TOOLS)[:2]),
                sells_service=at == service_at,
                dashboards=at == boards_at,
            )
        )
    oldest = periods[-1][0]
    if part == "short":
        first = oldest - standing.unpaid - int(rng.integers(0, 2))
        title, employer, lines = pick(rng, wordings.UNPAID)
        jobs.append(
            Job(title, employer, first, first + standing.unpaid - 1, lines, ("SQL", "spreadsheets"), paid=False)
        )
        oldest = first
    if len(periods) == 2 and jobs[0].first - (jobs[1].period[1]) > 12:
        # The pause is long: another kind of work stood between the two.
        between = (jobs[1].period[1] + 1, jobs[0].first - 1)
        jobs.insert(1, _other_work(rng, between[0], between[1], pools))
    since = oldest - int(rng.integers(1, 5))
    jobs += _before(rng, since, months_before, pools)
    return tuple(jobs)


def _before(rng: Any, last: int, length: int, pools: Pools) -> list[Job]:
    """Draw the work before the first job with SQL: one job, or two or three where it took decades."""
    count = 1 if length < LONG else int(rng.integers(2, 4))
    cuts = sorted(int(at) for at in rng.choice(range(3, 10), size=count - 1, replace=False))
    ends = [0, *(length * cut // 12 for cut in cuts), length]
    return [_other_work(rng, last - until + 1, last - since, pools) for since, until in pairwise(ends)]


def _other_work(rng: Any, first: int, last: int, pools: Pools) -> Job:
    title, employer, lines = next(pools.other_work)
    return Job(title, employer, first, last, lines, pick(rng, wordings.OTHER_TOOLS))
