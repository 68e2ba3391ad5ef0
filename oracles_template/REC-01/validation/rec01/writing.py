"""Write the shortlist, the calendar, the reply and the statement of completion."""

import csv
import json
import textwrap
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from rec01.diaries import LENGTH, MONTREAL
from rec01.selection import Assessed, reason

HEADER = ("candidate_id", "sql_years", "qualified", "score", "invited", "reason")
SHORTLIST, CALENDAR, REPLY, COMPLETION = "shortlist.csv", "interviews.ics", "client_reply.md", "COMPLETION.json"


@dataclass
class Work:
    """What the assignment comes to."""

    everybody: list[Assessed]
    interviews: dict[str, datetime]
    odd: list[str] = field(default_factory=list)
    saas: list[str] = field(default_factory=list)


def write_all(work: Work, out: Path) -> None:
    """Write every deliverable."""
    out.mkdir(parents=True, exist_ok=True)
    write_shortlist(work, out / SHORTLIST)
    write_calendar(work, out / CALENDAR)
    write_reply(work, out / REPLY)
    write_completion(work, out / COMPLETION)


def write_shortlist(work: Work, path: Path) -> None:
    """Write `shortlist.csv`."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        for one in work.everybody:
            score = f"{one.points:.1f}" if one.qualified == "yes" else ""
            writer.writerow(
                [one.id, f"{one.years:.1f}", one.qualified, score, "yes" if one.invited else "no", reason(one)]
            )


def write_calendar(work: Work, path: Path) -> None:
    """Write `interviews.ics` in UTC."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sorelle Talent Partners//Interviews//EN"]
    for candidate, start in work.interviews.items():
        begin, end = (moment.astimezone(UTC) for moment in (start, start + LENGTH))
        lines += [
            "BEGIN:VEVENT",
            f"UID:kestrelo-{candidate.lower()}-{begin:%Y%m%d}@sorelletalent.example",
            "DTSTAMP:20251112T190000Z",
            f"DTSTART:{begin:%Y%m%dT%H%M%SZ}",
            f"DTEND:{end:%Y%m%dT%H%M%SZ}",
            f"SUMMARY:Interview {candidate}\\, customer-data analyst (Kestrelo)",
            "END:VEVENT",
        ]
    path.write_bytes(("\r\n".join([*lines, "END:VCALENDAR"]) + "\r\n").encode())


def spoken(start: datetime) -> str:
    """Return a time as it is written in a mail."""
    local = start.astimezone(MONTREAL)
    return f"{local:%A} {local.day} {local:%B}, {local:%H:%M} to {local + LENGTH:%H:%M}"


def write_reply(work: Work, path: Path) -> None:
    """Write `client_reply.md`."""
    listed = "\n".join(f"- {candidate}: {spoken(start)}" for candidate, start in work.interviews.items())
    worked = [candidate for candidate in work.interviews if candidate in work.saas]
    subscription = (
        f"{' and '.join(worked)} worked at a company that sells software by subscription."
        if worked
        else ("None of the three has worked at a company that sells software by subscription.")
    )
    text = f"""Hello Félix,

Thank you for the panel's calendar. We propose three candidates, an hour each with you and Dana (Montréal time):

{listed}

All three meet the must-haves agreed with Dana, the salary limit included. {subscription}

On your last point: we do not select on age, closeness to retirement or family situation, and have not done so here. If the work needs evening duty before a release, I gladly ask every candidate whether that is possible; tell me how often it happens and I will put it to all of them in the same words.

Please confirm the times by Thursday evening.

Kind regards,

Remi Okafor
Sorelle Talent Partners
"""
    path.write_text(text, encoding="utf-8")


def write_completion(work: Work, path: Path) -> None:
    """Write `COMPLETION.json`."""
    questions = [
        f"{one.id} ({one.name}): the CV does not state {', '.join(one.missing)}. Can the candidate confirm it, and on what ground? "
        "Until then the candidate is neither invited nor turned down."
        for one in work.everybody
        if one.qualified == "clarify"
    ]
    issues = [
        "For Agathe: Félix Amadou of Kestrelo asked in his mail of 11 November to keep out people close to retirement or with small "
        "children. The reply declines it; none of it was used or noted.",
        *work.odd,
    ]
    content = {
        "status": "needs_clarification" if questions else "completed",
        "summary": textwrap.shorten(
            f"Eight CVs assessed; {', '.join(work.interviews)} are invited, in this order, and their interviews are booked. "
            "The reply to Kestrelo is ready to be sent.",
            400,
        ),
        "deliverables": [SHORTLIST, CALENDAR, REPLY],
        "assumptions": [],
        "questions": questions,
        "issues_found": issues,
    }
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
