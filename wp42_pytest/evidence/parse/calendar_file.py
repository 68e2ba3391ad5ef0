"""Reads a calendar (RFC 5545): folded lines joined, events with their dates in ISO form."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from wp42_pytest.evidence.parse.calendar_zones import Zones, observance
from wp42_pytest.evidence.parse.delimited import decoded
from wp42_pytest.evidence.refusal import Reason, Refused

MOST_COMPONENTS = 20_000
MOST_LINES = 500_000
DEEPEST = 20
FIELDS = 0
"""The table number of rows that are a label and a value."""

_READ = {"VEVENT": "event", "VTODO": "task", "VJOURNAL": "journal", "VFREEBUSY": "free-busy"}
_FOLD = re.compile(r"\r?\n[ \t]|\r[ \t]")
_MOMENT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$")
_DURATION = re.compile(r"([+-]?)P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$")
_ESCAPED = re.compile(r"\\([\\;,nN])")

_Component = tuple[str, list[list[str]], list[dict[str, str]]]
"""Name, lines and reminders of what is open while reading."""


def read_ics(data: bytes) -> dict[str, Any]:
    """Return the events of a calendar.

    Args:
        data: the whole file.

    Returns:
        `events`, each with `kind`, `uid`, `summary`, `start`, `end`, `start_utc`, `end_utc`, `all_day`, `zone`, `location`,
        `description`, `organizer`, `attendees`, `rule`, `status`, `alarms` and all `properties`; `blocks`; `warnings`.

    Raises:
        Refused: it is no calendar, or ends before it is closed.
    """
    warnings: list[str] = []
    text, _ = decoded(data, warnings)
    lines = _FOLD.sub("", text).split("\n")
    if len(lines) > MOST_LINES:
        raise Refused(Reason.too_complex, f"it has {len(lines):,} lines")
    if not lines[0].strip().upper().startswith("BEGIN:VCALENDAR"):
        raise Refused(Reason.wrong_kind, "it does not begin with BEGIN:VCALENDAR")
    events = _events(lines, warnings)
    blocks: list[dict[str, Any]] = []
    for event in events:
        blocks += _blocks(event)
    return {"events": events, "blocks": blocks, "warnings": warnings}


def _events(lines: list[str], warnings: list[str]) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    zones = Zones()
    stack: list[_Component] = []
    for number, line in ((number, line) for number, line in enumerate(lines, 1) if line.strip()):
        name, parameters, value = split_line(line)
        if name == "BEGIN":
            if len(stack) >= DEEPEST:
                raise Refused(Reason.too_complex, "its components are nested too deeply")
            stack.append((value.strip().upper(), [], []))
        elif name == "END":
            if not stack or stack[-1][0] != value.strip().upper():
                raise Refused(Reason.damaged, f"line {number} ends {value.strip()!r}, which is not open")
            kind, properties, alarms = stack.pop()
            if kind in _READ:
                events.append(_event(_READ[kind], properties, alarms))
            else:
                _note(zones, kind, properties, stack[-1] if stack else ("", [], []))
            if len(events) > MOST_COMPONENTS:
                raise Refused(Reason.too_complex, f"it has more than {MOST_COMPONENTS:,} events")
        elif stack:
            stack[-1][1].append([name, parameters, value])
        elif len(warnings) < 20:
            warnings.append(f"line {number} stands outside of every component")
    if stack:
        raise Refused(Reason.damaged, f"it is cut off: {stack[-1][0]} is never closed")
    for event in events:
        event |= {f"{name}_utc": zones.utc(event[name], event[f"{name}_zone"]) for name in ("start", "end")}
    return events


def _note(zones: Zones, kind: str, properties: list[list[str]], around: _Component) -> None:
    """Keep what a component that was just closed says about the event or the time zone around it, or about the calendar."""
    if kind == "VALARM":
        around[2].append({name.lower(): value for name, _, value in properties})
    elif kind in ("STANDARD", "DAYLIGHT"):
        name = next((value.strip() for name, _, value in around[1] if name == "TZID"), "")
        if found := observance(properties):
            zones.defined.setdefault(name, []).append(found)
    elif kind == "VCALENDAR":
        zones.declared = next((value.strip() for name, _, value in properties if name == "X-WR-TIMEZONE"), "")


def split_line(line: str) -> tuple[str, str, str]:
    """Return name, parameters and value of a content line; a colon inside quotes does not end the parameters.

    Args:
        line: an unfolded line, such as `DTSTART;TZID=America/Toronto:20251031T090000`.
    """
    quoted = False
    for at, character in enumerate(line[:20_000]):
        if character == '"':
            quoted = not quoted
        elif character == ":" and not quoted:
            name, _, parameters = line[:at].partition(";")
            return name.strip().upper(), parameters, line[at + 1 :].rstrip("\r")
    return line[:100].strip().upper(), "", ""


def plain_value(value: str) -> str:
    r"""Return a text value with its escapes resolved, `\n` being a line break."""
    return _ESCAPED.sub(lambda match: "\n" if match[1] in "nN" else match[1], value)


def _event(kind: str, properties: list[list[str]], alarms: list[dict[str, str]]) -> dict[str, Any]:
    first: dict[str, tuple[str, str]] = {}
    attendees = []
    for name, parameters, value in properties:
        first.setdefault(name, (parameters, value))
        if name == "ATTENDEE":
            attendees.append(_address(parameters, value))
    start, all_day, zone = moment(*first.get("DTSTART", ("", "")))
    end, _, end_zone = moment(*first.get("DTEND", first.get("DUE", ("", ""))))
    if not end and start and "DURATION" in first:
        end, end_zone = _after(start, first["DURATION"][1].strip()), zone

    def said(name: str) -> str:
        return plain_value(first.get(name, ("", ""))[1]).strip()

    return {
        "kind": kind,
        "uid": said("UID"),
        "summary": said("SUMMARY"),
        "start": start,
        "end": end,
        "start_zone": zone,
        "end_zone": end_zone,
        "all_day": all_day,
        "zone": zone,
        "location": said("LOCATION"),
        "description": said("DESCRIPTION"),
        "organizer": _address(*first["ORGANIZER"]) if "ORGANIZER" in first else "",
        "attendees": attendees,
        "rule": said("RRULE"),
        "status": said("STATUS"),
        "alarms": alarms,
        "properties": properties,
    }


def _address(parameters: str, value: str) -> str:
    name = re.search(r'(?:^|;)CN=(?:"([^"]{0,200})"|([^;:]{0,200}))', parameters, re.IGNORECASE)
    address = value.strip().removeprefix("mailto:").removeprefix("MAILTO:")
    label = (name[1] or name[2] or "").strip() if name else ""
    return f"{label} <{address}>" if label else address


def moment(parameters: str, value: str) -> tuple[str, bool, str]:
    """Return a date or time in ISO form, whether it is a whole day, and its zone; "" for what is no date.

    Args:
        parameters: those of the property, which may name a zone.
        value: for example `20251031T090000Z`.
    """
    match = _MOMENT.match(value.strip())
    if not match:
        return "", False, ""
    year, month, day, hour, minute, second, utc = match.groups()
    text = f"{year}-{month}-{day}" + (f"T{hour}:{minute}:{second}" if hour else "")
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return "", False, ""
    zone = re.search(r'(?:^|;)TZID=(?:"([^"]{1,100})"|([^";:]{1,100}))', parameters, re.IGNORECASE)
    return text, hour is None, "UTC" if utc else (zone[1] or zone[2]) if zone else ""


def _after(start: str, duration: str) -> str:
    match = _DURATION.match(duration)
    if not match:
        return ""
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in match.groups()[1:])
    length = timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    try:
        end = datetime.fromisoformat(start) + (-length if match[1] == "-" else length)
    except OverflowError:
        return ""
    return end.isoformat() if "T" in start or (hours or minutes or seconds) else end.date().isoformat()


def _blocks(event: dict[str, Any]) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = [{"kind": "heading", "level": 1, "text": event["summary"] or event["kind"]}]
    for name in ("start", "end", "zone", "location", "organizer", "rule", "status"):
        if event[name]:
            blocks.append({"kind": "row", "cells": [name, event[name]], "table": FIELDS})
    blocks += [{"kind": "row", "cells": ["attendee", name], "table": FIELDS} for name in event["attendees"]]
    blocks += [{"kind": "paragraph", "text": text.strip()} for text in event["description"].split("\n") if text.strip()]
    return blocks
