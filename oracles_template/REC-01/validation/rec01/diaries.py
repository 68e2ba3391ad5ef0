"""Read the calendars, all times in UTC, and book the interviews."""

import json
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

MONTREAL = ZoneInfo("America/Toronto")
LENGTH, GAP, GRID = timedelta(minutes=60), timedelta(minutes=30), timedelta(minutes=15)
OPENS, CLOSES = time(9), time(17)
MONDAY = date(2025, 11, 17)

Span = tuple[datetime, datetime]


@dataclass(frozen=True)
class Entry:
    """One entry of a calendar."""

    title: str
    span: Span
    blocks: bool
    note: str = ""
    cancelled: bool = False


@dataclass
class Diaries:
    """Everybody's times."""

    recruiter: list[Entry]
    panel: list[Entry]
    available: dict[str, list[Span]]

    @property
    def busy(self) -> list[Span]:
        """When the recruiter or the panel is busy."""
        return [entry.span for entry in (*self.recruiter, *self.panel) if entry.blocks]


def read_diaries(inputs: Path) -> Diaries:
    """Read both calendars and the candidates' availabilities."""
    content = json.loads((inputs / "candidates_availability.json").read_text(encoding="utf-8"))
    available = {
        one["id"]: [
            (datetime.fromisoformat(each["from"]), datetime.fromisoformat(each["to"])) for each in one["available"]
        ]
        for one in content["candidates"]
    }
    return Diaries(read_calendar(inputs / "recruiter.ics"), read_calendar(inputs / "panel.ics"), available)


def read_calendar(path: Path) -> list[Entry]:
    """Read the entries of a calendar."""
    text = re.sub(r"\r?\n[ \t]", "", path.read_text(encoding="utf-8"))
    found = []
    for body in re.findall(r"BEGIN:VEVENT\r?\n(.*?)END:VEVENT", text, re.DOTALL):
        lines = dict(re.findall(r"^([^:\r\n]+):(.*?)\r?$", body, re.MULTILINE))
        named = {key.partition(";")[0]: (key, value) for key, value in lines.items()}
        start, end = (_moment(*named[name]) for name in ("DTSTART", "DTEND"))
        called_off = named.get("STATUS", ("", ""))[1] == "CANCELLED"
        free = named.get("TRANSP", ("", ""))[1] == "TRANSPARENT"
        note = re.sub(r"\\(.)", r"\1", named.get("DESCRIPTION", ("", ""))[1])
        found.append(Entry(named["SUMMARY"][1], (start, end), not (called_off or free), note, called_off))
    return found


def _moment(key: str, value: str) -> datetime:
    if "VALUE=DATE" in key:
        return datetime.strptime(value, "%Y%m%d").replace(tzinfo=MONTREAL)
    if value.endswith("Z"):
        return datetime.strptime(value, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    zone = re.search(r"TZID=([^;:]+)", key)
    return datetime.strptime(value, "%Y%m%dT%H%M%S").replace(tzinfo=ZoneInfo(zone[1]) if zone else MONTREAL)


def starts() -> list[datetime]:
    """Return every quarter of an hour at which an interview may begin."""
    found = []
    for day in range(5):
        start = datetime.combine(MONDAY + timedelta(days=day), OPENS, MONTREAL)
        closes = datetime.combine(MONDAY + timedelta(days=day), CLOSES, MONTREAL)
        while start + LENGTH <= closes:
            found.append(start)
            start += GRID
    return found


def book(
    order: list[str], available: dict[str, list[Span]], busy: list[Span], gap: timedelta = GAP
) -> dict[str, datetime]:
    """Give each candidate in turn the earliest start that fits beside those given before."""
    held: dict[str, datetime] = {}
    for candidate in order:
        for start in starts():
            end = start + LENGTH
            at_hand = any(begin <= start and end <= until for begin, until in available[candidate])
            free = all(until <= start or end <= begin for begin, until in busy)
            apart = all(end + gap <= other or other + LENGTH + gap <= start for other in held.values())
            if at_hand and free and apart:
                held[candidate] = start
                break
    return held
