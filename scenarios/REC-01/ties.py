"""Reads the written bundle back, as someone else would, and works shortlist and interviews out from it alone."""

from __future__ import annotations

import email
import email.policy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from wp42_pytest.authoring.generator import companion
from wp42_pytest.evidence.parse.calendar_file import read_ics

papers = companion(__file__, "papers")
rules = companion(__file__, "rules")

_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?:[A-Z][a-z]+ \d{4}|\d\d/\d{4})"
_PERIOD = re.compile(rf"^\s*({_MONTH}) (?:–|to) ({_MONTH}|present|today|now)$", re.MULTILINE)


class TieError(AssertionError):
    """The written documents do not agree with one another, or with what was meant."""


@dataclass
class Found:
    """What one CV says."""

    periods: list[tuple[int, int]] = field(default_factory=list)
    salary: int = 0
    right_to_work: bool = False
    python: bool = False
    english: bool = False
    saas: bool = False
    dashboards: bool = False
    certificate: bool = False


def require(condition: bool, what: str) -> None:
    """Raise unless a tie holds.

    Raises:
        TieError: when it does not.
    """
    if not condition:
        raise TieError(what)


def read_cv(path: Path) -> Found:
    """Return what a CV says, without the text that no reader sees."""
    text = "\n".join(page.extract_text() for page in PdfReader(path).pages)
    found = Found(english="English" in text)
    jobs = _jobs(text)
    require(len(jobs) >= 2, f"{path.name} shows {len(jobs)} jobs")
    for job, period in jobs:
        # Volunteers are called so in every wording.
        if re.search(r"volunteer|unpaid|without pay", job, re.IGNORECASE):
            continue
        found.saas |= "SaaS" in job
        found.dashboards |= bool(re.search(r"\bdashboards?\b", job))
        if re.search(r"\bSQL\b", job):
            found.periods.append(period)
            found.python |= "Python" in job
    salary = re.search(r"[Ss]alary(?: expectation)?:? (?:CAD |\$)?([\d,]{6})", text)
    require(salary is not None, f"{path.name} states no salary")
    found.salary = int(salary[1].replace(",", "")) if salary else 0
    found.right_to_work = bool(re.search(r"(?:Work status|Right to work|Work authorization): \S", text))
    found.certificate = bool(re.search(r"^Certificate in (?:data|business) anal.*completed \d{4}$", text, re.MULTILINE))
    return found


def _jobs(text: str) -> list[tuple[str, tuple[int, int]]]:
    """Return each job's text and months; a job's title stands above its period, and its tools end it."""
    found = []
    for match in _PERIOD.finditer(text):
        title = text[: match.start()].rstrip().rpartition("\n")[2]
        body = text[match.end() :].partition("Tools:")
        tools = body[2].partition("\n")[0]
        last = rules.LAST_MONTH if match[2].islower() else _month(match[2])
        found.append((f"{title}\n{body[0]}\n{tools}", (_month(match[1]), last)))
    return found


def _month(text: str) -> int:
    word, year = re.split(r"[ /]", text)
    number = int(word) if word.isdigit() else _NAMES.index(word[:3].lower()) + 1
    return int(rules.month(int(year), number))


def read_busy(path: Path) -> list[tuple[datetime, datetime]]:
    """Return the times in UTC in which a calendar's owner is busy."""
    return list(_busy(read_ics(path.read_bytes())["events"]))


def _busy(events: list[dict[str, Any]]) -> Iterator[tuple[datetime, datetime]]:
    for event in events:
        transparent = any(name == "TRANSP" and value == "TRANSPARENT" for name, _, value in event["properties"])
        if event["status"] != "CANCELLED" and not transparent:
            yield datetime.fromisoformat(event["start_utc"]), datetime.fromisoformat(event["end_utc"])


def read_available(path: Path) -> dict[str, list[tuple[datetime, datetime]]]:
    """Return when candidates can come, by their id."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return {
        one["id"]: [
            (datetime.fromisoformat(each["from"]), datetime.fromisoformat(each["to"])) for each in one["available"]
        ]
        for one in content["candidates"]
    }


def interviews(folder: Path, order: list[str]) -> dict[str, datetime]:
    """Return when the invited are interviewed, minute by quarter from Monday on, as the brief has it."""
    busy = [*read_busy(folder / papers.RECRUITER_FILE), *read_busy(folder / papers.PANEL_FILE)]
    available = read_available(folder / papers.AVAILABILITY)
    held: dict[str, datetime] = {}
    for candidate in order:
        for start in _quarters():
            end = start + timedelta(hours=1)
            apart = timedelta(minutes=30)
            if (
                any(begin <= start and end <= until for begin, until in available[candidate])
                and all(until <= start or end <= begin for begin, until in busy)
                and all(abs(start - other) >= timedelta(hours=1) + apart for other in held.values())
            ):
                held[candidate] = start
                break
        require(candidate in held, f"no interview fits for {candidate}")
    return held


def _quarters() -> Iterator[datetime]:
    for day in range(5):
        nine = datetime.combine(rules.MONDAY, datetime.min.time(), papers.MONTREAL) + timedelta(days=day, hours=9)
        yield from (nine + timedelta(minutes=15 * step) for step in range(29))


def read_mail(path: Path) -> str:
    """Return the text of a mail, spaces made one."""
    body = email.message_from_bytes(path.read_bytes(), policy=email.policy.default).get_body(("plain",))
    return " ".join(body.get_content().split()) if body else ""
