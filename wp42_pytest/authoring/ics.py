"""Writes calendars (RFC 5545): CRLF line ends, folded lines, local times of one zone or times in UTC."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wp42_pytest.authoring.economy import Person

ZONE = "America/Toronto"
_FOLD_AT = 75

# The rule of Ontario and Québec since 2007; readers need it beside a zone's name (RFC 5545 section 3.6.5).
_EASTERN = (
    "BEGIN:VTIMEZONE",
    f"TZID:{ZONE}",
    "BEGIN:DAYLIGHT",
    "TZOFFSETFROM:-0500",
    "TZOFFSETTO:-0400",
    "TZNAME:EDT",
    "DTSTART:20070311T020000",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
    "END:DAYLIGHT",
    "BEGIN:STANDARD",
    "TZOFFSETFROM:-0400",
    "TZOFFSETTO:-0500",
    "TZNAME:EST",
    "DTSTART:20071104T020000",
    "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
    "END:STANDARD",
    "END:VTIMEZONE",
)


@dataclass(frozen=True)
class Event:
    """One entry of a calendar.

    Args:
        summary: its title.
        start: a local time in Eastern time without zone, a time in UTC, or a date for a whole day.
        end: the same; for whole days the day after the last one, as the standard has it.
        location: where.
        description: the text of the invitation; lines end as typed.
        organizer: who invites.
        attendees: who is invited.
        status: CONFIRMED, TENTATIVE or CANCELLED.
        rule: a recurrence rule such as "FREQ=WEEKLY;COUNT=4".
        reminder_minutes: minutes before the start at which a reminder shows.
        private: whether others see it as busy time alone.
        free: whether it leaves its owner free, as a note for the day does.
    """

    summary: str
    start: datetime | date
    end: datetime | date
    location: str = ""
    description: str = ""
    organizer: Person | None = None
    attendees: Sequence[Person] = ()
    status: str = "CONFIRMED"
    rule: str = ""
    reminder_minutes: int | None = None
    private: bool = False
    free: bool = False


def ics_bytes(events: Sequence[Event], *, name: str, exported: datetime, domain: str) -> bytes:
    """Return a calendar as an .ics file, its ids derived from its content.

    Args:
        events: the entries, in the order in which they stand in the file.
        name: the calendar's name, as its owner sees it.
        exported: when the file was made, with its time zone.
        domain: of the owner's organisation, for the ids.

    Raises:
        ValueError: when `exported` has no zone, an event's time has another one than UTC, or an event ends before it starts.
    """
    if exported.tzinfo is None:
        msg = f"the calendar {name!r} needs a time zone for its time of export"
        raise ValueError(msg)
    stamp = f"{exported.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//{_text(domain)}//Calendar//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(name)}",
        f"X-WR-TIMEZONE:{ZONE}",
        *_EASTERN,
    ]
    for number, event in enumerate(events):
        lines += _event(event, number, stamp, domain)
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _event(event: Event, number: int, stamp: str, domain: str) -> list[str]:
    if isinstance(event.start, datetime) != isinstance(event.end, datetime) or event.start >= event.end:
        msg = f"the event {event.summary!r} ends at {event.end}, which does not fit its start, {event.start}"
        raise ValueError(msg)
    mark = sha256(f"{number}\n{event.summary}\n{event.start}\n{event.description}".encode()).hexdigest()[:24]
    lines = [
        "BEGIN:VEVENT",
        f"UID:{mark}@{domain}",
        f"DTSTAMP:{stamp}",
        _moment("DTSTART", event.start),
        _moment("DTEND", event.end),
        f"SUMMARY:{_text(event.summary)}",
    ]
    for field, value in (("LOCATION", event.location), ("DESCRIPTION", event.description)):
        if value:
            lines.append(f"{field}:{_text(value)}")
    if event.organizer:
        lines.append(f'ORGANIZER;CN="{event.organizer.name}":mailto:{event.organizer.email}')
    lines += [
        f'ATTENDEE;CN="{one.name}";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION:mailto:{one.email}'
        for one in event.attendees
    ]
    if event.rule:
        lines.append(f"RRULE:{event.rule}")
    lines.append(f"STATUS:{event.status}")
    if event.free:
        lines.append("TRANSP:TRANSPARENT")
    if event.private:
        lines.append("CLASS:PRIVATE")
    if event.reminder_minutes is not None:
        lines += [
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            f"DESCRIPTION:{_text(event.summary)}",
            f"TRIGGER:-PT{event.reminder_minutes}M",
            "END:VALARM",
        ]
    return [*lines, "END:VEVENT"]


def _moment(name: str, moment: datetime | date) -> str:
    if not isinstance(moment, datetime):
        return f"{name};VALUE=DATE:{moment:%Y%m%d}"
    if moment.tzinfo is UTC:
        return f"{name}:{moment:%Y%m%dT%H%M%SZ}"
    if moment.tzinfo is not None:
        msg = f"{moment} has a zone; events are written in the local time of {ZONE}, or in UTC"
        raise ValueError(msg)
    return f"{name};TZID={ZONE}:{moment:%Y%m%dT%H%M%S}"


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r\n", "\\n").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Break a line after at most 75 octets, never inside a character (RFC 5545 section 3.1)."""
    parts, held, size = [], "", 0
    for character in line:
        octets = len(character.encode())
        if size + octets > _FOLD_AT:
            parts.append(held)
            # The space that marks a continued line counts too.
            held, size = "", 1
        held, size = held + character, size + octets
    return "\r\n ".join([*parts, held])
