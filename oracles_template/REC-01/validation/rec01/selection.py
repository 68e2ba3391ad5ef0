"""Assess the candidates by the must-haves and the points, and rank them."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from rec01.resumes import Job, Resume

LEAST_YEARS, MOST_YEARS = Decimal(3), Decimal(6)
MOST_SALARY = 92_000
PLACES = 3


@dataclass
class Assessed:
    """What a candidate comes to."""

    id: str
    name: str
    years: Decimal
    salary: int
    points: Decimal
    reasons: list[str]
    unmet: list[str]
    missing: list[str]
    invited: bool = False

    @property
    def qualified(self) -> str:
        """Return yes, no or clarify."""
        if self.unmet:
            return "no"
        return "clarify" if self.missing else "yes"


def years_of(months: int) -> Decimal:
    """Return months as years with one decimal."""
    return (Decimal(months) / 12).quantize(Decimal("0.1"), ROUND_HALF_UP)


def merged(jobs: list[Job]) -> int:
    """Return in how many months at least one of the jobs was held."""
    return len({month for job in jobs for month in range(job.first, job.last + 1)})


def assess(resume: Resume) -> Assessed:
    """Judge one candidate by what the CV states."""
    paid = [job for job in resume.jobs if job.paid]
    years = years_of(merged([job for job in paid if job.sql]))
    saas = any("SaaS" in job.text or "software as a service" in job.text for job in paid)
    dashboards = any("dashboard" in job.text.lower() for job in paid)
    certificate = bool(resume.certificate) and "in progress" not in resume.certificate
    points = min(years, MOST_YEARS) + 2 * saas + dashboards + certificate
    unmet, missing = [], []
    if years < LEAST_YEARS:
        unmet.append(f"{years} years of SQL in paid work, where 3 are needed")
    for name, held in (("Python", resume.python), ("English", resume.english)):
        if not held:
            missing.append(name)
    if not resume.right_to_work:
        missing.append("right to work in Canada")
    if resume.salary is None:
        missing.append("salary expectation")
    elif resume.salary > MOST_SALARY:
        unmet.append(f"the salary expectation of {resume.salary:,} is above the limit of 92,000")
    extras = [
        text
        for held, text in (
            (saas, "work at a SaaS company"),
            (dashboards, "dashboards built"),
            (certificate, "a completed certificate"),
        )
        if held
    ]
    return Assessed(resume.id, resume.name, years, resume.salary or 0, points, extras, unmet, missing)


def choose(everybody: list[Assessed]) -> list[Assessed]:
    """Mark the three to be invited and return them, the best first."""
    ranked = sorted((one for one in everybody if one.qualified == "yes"), key=lambda one: (-one.points, one.salary))
    for one in ranked[:PLACES]:
        one.invited = True
    return ranked[:PLACES]


def reason(one: Assessed) -> str:
    """Return the reason as it could be read to the candidate."""
    if one.unmet:
        return f"Not every must-have is met: {'; '.join(one.unmet)}."
    if one.missing:
        return f"The CV does not state: {', '.join(one.missing)}; we ask before we decide."
    beside = f", with {', '.join(one.reasons)}" if one.reasons else ""
    outcome = "invited" if one.invited else "three others come first by points or salary expectation"
    return f"All must-haves are met, {one.years} years of SQL in paid work{beside}; {outcome}."
