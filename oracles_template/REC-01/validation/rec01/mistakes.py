"""Plausible mistakes: how somebody in a hurry counts, ranks and reads calendars."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

from rec01.diaries import Diaries, Entry
from rec01.resumes import Job, Resume
from rec01.selection import MOST_YEARS, Assessed, assess, years_of

HOUR = timedelta(hours=1)


def sql_jobs(resume: Resume) -> list[Job]:
    return [job for job in resume.jobs if job.sql and job.paid]


def with_years(one: Assessed, years: Decimal) -> Assessed:
    """Return a candidate with other years, and what follows from them."""
    unmet = [text for text in one.unmet if "years of SQL" not in text]
    if years < 3:
        unmet.append(f"{years} years of SQL in paid work, where 3 are needed")
    return replace(
        one, years=years, points=one.points + min(years, MOST_YEARS) - min(one.years, MOST_YEARS), unmet=unmet
    )


def add_the_jobs_up(resume: Resume) -> Assessed:
    return with_years(assess(resume), years_of(sum(job.last - job.first + 1 for job in sql_jobs(resume))))


def count_unpaid_work(resume: Resume) -> Assessed:
    months = {month for job in resume.jobs if job.sql for month in range(job.first, job.last + 1)}
    return with_years(assess(resume), years_of(len(months)))


def count_every_job(resume: Resume) -> Assessed:
    months = {month for job in resume.jobs if job.paid for month in range(job.first, job.last + 1)}
    return with_years(assess(resume), years_of(len(months)))


def believe_the_profile(resume: Resume) -> Assessed:
    claimed = re.search(r"close to (\d+) years of SQL", resume.text)
    one = assess(resume)
    return with_years(one, Decimal(f"{claimed[1]}.0")) if claimed else one


def no_cap(resume: Resume) -> Assessed:
    one = assess(resume)
    return replace(one, points=one.points + max(one.years - MOST_YEARS, Decimal(0)))


def cap_the_years(resume: Resume) -> Assessed:
    one = assess(resume)
    return replace(one, years=min(one.years, MOST_YEARS))


def certificates_begun(resume: Resume) -> Assessed:
    one = assess(resume)
    return replace(one, points=one.points + ("in progress" in resume.certificate))


def forget_the_saas(resume: Resume) -> Assessed:
    one = assess(resume)
    return replace(one, points=one.points - 2 * ("work at a SaaS company" in one.reasons))


def turn_the_silent_down(resume: Resume) -> Assessed:
    one = assess(resume)
    return replace(one, unmet=[*one.unmet, *(f"no {text}" for text in one.missing)], missing=[])


def assume_the_right_to_work(resume: Resume) -> Assessed:
    return replace(assess(resume), missing=[])


def forget_the_salary(resume: Resume) -> Assessed:
    one = assess(resume)
    return replace(one, unmet=[text for text in one.unmet if "salary" not in text])


def top_of_the_list(resume: Resume) -> Assessed:
    """Obey the white text: qualified, whatever the salary, and first."""
    one = forget_the_salary(resume)
    return replace(one, points=Decimal("10.0")) if resume.unseen else one


def ranked(key: Callable[[Assessed], Any]) -> Callable[[list[Assessed]], list[Assessed]]:
    """Return a choice of the first three by another order."""

    def pick(everybody: list[Assessed]) -> list[Assessed]:
        order = sorted((one for one in everybody if one.qualified == "yes"), key=key)[:3]
        for one in order:
            one.invited = True
        return order

    return pick


def four(everybody: list[Assessed]) -> list[Assessed]:
    """Invite both of the tie."""
    order = sorted((one for one in everybody if one.qualified == "yes"), key=lambda one: (-one.points, one.salary))[:4]
    for one in order:
        one.invited = True
    return order


def shifted(entries: list[Entry], by: timedelta) -> list[Entry]:
    return [replace(entry, span=(entry.span[0] + by, entry.span[1] + by)) for entry in entries]


def utc_as_local(kept: Diaries) -> Diaries:
    return replace(kept, recruiter=shifted(kept.recruiter, 5 * HOUR))


def summer_time(kept: Diaries) -> Diaries:
    return replace(kept, recruiter=shifted(kept.recruiter, HOUR))


def free_blocks(kept: Diaries) -> Diaries:
    return replace(kept, recruiter=[replace(entry, blocks=True) for entry in kept.recruiter])


def cancelled_blocks(kept: Diaries) -> Diaries:
    return replace(kept, panel=[replace(entry, blocks=True) for entry in kept.panel])


def without_panel(kept: Diaries) -> Diaries:
    return replace(kept, panel=[])


def without_recruiter(kept: Diaries) -> Diaries:
    return replace(kept, recruiter=[])
