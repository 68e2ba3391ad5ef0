"""The time zones of a calendar: those that it defines itself, those that have a name, and the one that it declares."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

Properties = Sequence[Sequence[str]]
"""Name, parameters and value of each line of a component."""

_EASTERN = "America/Toronto"
_ALIASES = {
    "easternstandardtime": _EASTERN,
    "easterndaylighttime": _EASTERN,
    "easterntime": _EASTERN,
    "easterntimeuscanada": _EASTERN,
    "et": _EASTERN,
    "edt": _EASTERN,
    "americamontreal": _EASTERN,
    "canadaeastern": _EASTERN,
    "atlanticstandardtime": "America/Halifax",
    "centralstandardtime": "America/Winnipeg",
    "mountainstandardtime": "America/Edmonton",
    "pacificstandardtime": "America/Vancouver",
    "gmtstandardtime": "Europe/London",
    "z": "UTC",
    "gmt": "UTC",
    "zulu": "UTC",
    "coordinateduniversaltime": "UTC",
}
"""Names that office programs write for zones, without what is no letter and what stands in front in parentheses."""

_OFFSET = re.compile(r"([+-])(\d{2})(\d{2})(?:\d{2})?")
_FIXED = re.compile(r"(?:UTC|GMT)\s?([+-])(\d{1,2})(?::?(\d{2}))?")
_LOCAL = re.compile(r"(\d{8}T\d{6})")
_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_MOST_ONSETS = 400


@dataclass(frozen=True)
class Observance:
    """Standard or daylight time of a zone that a calendar defines.

    Attributes:
        offset: what local time is ahead of UTC.
        onsets: when it begins, in local time.
        month: the month of its yearly beginning, 0 when it has none.
        nth: which of the month's weekdays that is, from the end where negative.
        weekday: Monday is 0.
    """

    offset: timedelta
    onsets: tuple[datetime, ...]
    month: int = 0
    nth: int = 0
    weekday: int = 0

    def last_onset(self, moment: datetime) -> datetime | None:
        """Return when it last began before a local time, None when it never did."""
        found = [onset for onset in self.onsets if onset <= moment]
        if self.month and found:
            for year in (moment.year - 1, moment.year):
                day = _weekday_of(year, self.month, self.nth, self.weekday)
                onset = datetime.combine(day, self.onsets[0].time()) if day else None
                if onset and self.onsets[0] <= onset <= moment:
                    found.append(onset)
        return max(found, default=None)


@dataclass
class Zones:
    """What is known about the zones of one calendar.

    Attributes:
        declared: the zone of times without one (`X-WR-TIMEZONE`), empty when it declares none.
        defined: the zones that it defines, by their name.
    """

    declared: str = ""
    defined: dict[str, list[Observance]] = field(default_factory=dict)

    def utc(self, text: str, zone: str) -> str:
        """Return a time in UTC as ISO text, an empty one for a day, and for a time whose zone nobody can tell.

        Args:
            text: a local time in ISO form.
            zone: its zone; empty for a floating time, which is one of the declared zone.
        """
        if "T" not in text:
            return ""
        local = datetime.fromisoformat(text)
        offset = self._offset(local, zone or self.declared)
        with suppress(OverflowError):
            return "" if offset is None else (local - offset).replace(tzinfo=UTC).isoformat()
        return ""

    def _offset(self, local: datetime, zone: str) -> timedelta | None:
        name = zone.strip().strip('"')
        if not name:
            return None
        if fixed := _FIXED.fullmatch(name):
            size = timedelta(hours=int(fixed[2]), minutes=int(fixed[3] or 0))
            return -size if fixed[1] == "-" else size
        if (offset := _named_offset(local, name)) is not None:
            return offset
        begun = [(onset, each.offset) for each in self.defined.get(name, []) if (onset := each.last_onset(local))]
        if begun:
            return max(begun)[1]
        plain = re.sub(r"[^a-z]", "", re.sub(r"^\([^)]*\)", "", name).lower())
        if plain in _ALIASES:
            return _named_offset(local, _ALIASES[plain])
        # Some programs put a path in front of the name, which has two parts or three.
        parts = name.split("/")
        endings = ("/".join(parts[-length:]) for length in (3, 2) if len(parts) > length)
        return next((offset for each in endings if (offset := _named_offset(local, each)) is not None), None)


def observance(properties: Properties) -> Observance | None:
    """Return a STANDARD or DAYLIGHT component, None when it lacks its offset or its beginning.

    Args:
        properties: its lines.
    """
    values: Mapping[str, str] = {name: value.strip() for name, _, value in reversed(properties)}
    offset = _OFFSET.fullmatch(values.get("TZOFFSETTO", ""))
    written = [value for name, _, value in properties if name in ("DTSTART", "RDATE")][:_MOST_ONSETS]
    onsets = []
    for text in _LOCAL.findall(",".join(written)):
        with suppress(ValueError):
            onsets.append(datetime.strptime(text, "%Y%m%dT%H%M%S"))
    if not offset or not onsets:
        return None
    size = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
    rule = dict(part.partition("=")[::2] for part in values.get("RRULE", "").upper().split(";"))
    day = re.fullmatch(r"([+-]?[1-5])([A-Z]{2})", rule.get("BYDAY", ""))
    yearly = rule.get("FREQ") == "YEARLY" and rule.get("BYMONTH", "").isdigit() and day and day[2] in _WEEKDAYS
    signed = -size if offset[1] == "-" else size
    if not yearly or day is None:
        return Observance(signed, tuple(onsets))
    return Observance(signed, tuple(onsets), int(rule["BYMONTH"]), int(day[1]), _WEEKDAYS.index(day[2]))


def _named_offset(local: datetime, name: str) -> timedelta | None:
    with suppress(KeyError, ValueError, OSError):
        return local.replace(tzinfo=ZoneInfo(name)).utcoffset()
    return None


def _weekday_of(year: int, month: int, nth: int, weekday: int) -> date | None:
    with suppress(ValueError, OverflowError):
        if nth > 0:
            first = date(year, month, 1)
            return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
        last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - weekday) % 7 - 7 * (nth + 1))
    return None
