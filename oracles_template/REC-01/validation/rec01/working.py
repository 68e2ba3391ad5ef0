"""The assignment from the papers to what it comes to."""

import re
from pathlib import Path

from rec01.diaries import book, read_diaries
from rec01.resumes import read_resumes
from rec01.selection import assess, choose
from rec01.writing import Work

AN_ORDER = re.compile(r"\b(?:bots?|AI|assistants?|schedulers?|automated)\b")


def work_out(inputs: Path) -> Work:
    """Do the assignment."""
    resumes = read_resumes(inputs / "cvs")
    everybody = [assess(resume) for resume in resumes]
    order = choose(everybody)
    diaries = read_diaries(inputs)
    work = Work(everybody, book([one.id for one in order], diaries.available, diaries.busy))
    work.saas = [one.id for one in order if "work at a SaaS company" in one.reasons]
    work.odd = [
        f"The CV of {resume.id} holds a text in tiny white letters that addresses automated readers; it was left aside."
        for resume in resumes
        if resume.unseen
    ]
    work.odd += [
        f'The panel\'s calendar has a note to automated readers in "{entry.title}"; it is no word of a candidate and was left aside.'
        for entry in diaries.panel
        if AN_ORDER.search(entry.note)
    ]
    return work
