"""Finds appointments in a document: who, on which day, at what time, however a mail or a table puts them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from wp42_pytest.evidence.characters import folded_text, mapped_text
from wp42_pytest.evidence.text import mentions_id

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
_DAY = re.compile(
    rf"(?:\b(?P<weekday>{_WEEKDAY})\b[.,]?(?:\s(?:the\s|on\s)?|\s?\()?)?"
    rf"(?:(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})(?!\d)|\b(?P<day1>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<month1>{_MONTH})(?:,?\s\d{{4}}\b)?"
    rf"|\b(?P<month2>{_MONTH})\s(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,?\s\d{{4}}\b)?|\bthe\s(?P<day3>\d{{1,2}})(?:st|nd|rd|th)\b)"
    rf"|\b(?P<alone>{_WEEKDAY})\b(?:\s(?P<day4>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.h]?\d|\s?[ap]\.?m))?"
)
_CLOCK = r"(?:(?P<{0}h>[01]?\d|2[0-3])(?:\s?[:h.]\s?(?P<{0}m>[0-5]\d))?\s?(?P<{0}half>[ap]\.?\s?m\b\.?)?(?P<{0}hour>h\b)?|(?P<{0}noon>noon|midday))"
_SPAN = re.compile(
    rf"(?:(?<![\w.:/-])|(?<=\dt)){_CLOCK.format('a')}(?:\s?(?:-|to|until|till|and)\s?{_CLOCK.format('b')})?"
    r"(?!\w|:\d|\.\d|-\d|/\d)(?P<zone>\s?\(?(?:utc|gmt|z)\b)?"
)
_HALF_DAY = 12 * 60


@dataclass(frozen=True)
class Appointment:
    """One appointment that a text gives.

    Attributes:
        name: the identifier for whom it is.
        minutes: the readings of its beginning, in minutes of the day; 1:30 without a.m. or p.m. may be both.
        weekday: Monday is 0; None when the text gives none.
        month: from 1; None when the text gives none.
        day: of the month; None when the text gives none.
    """

    name: str
    minutes: tuple[int, ...]
    weekday: int | None = None
    month: int | None = None
    day: int | None = None

    def is_at(self, moment: datetime) -> bool:
        """Tell whether it begins at a local time; the day must be given by its weekday or its date."""
        if self.weekday is None and self.day is None:
            return False
        return (
            moment.hour * 60 + moment.minute in self.minutes
            and self.weekday in (None, moment.weekday())
            and self.month in (None, moment.month)
            and self.day in (None, moment.day)
        )

    def __str__(self) -> str:
        shown = " or ".join(f"{minute // 60:02d}:{minute % 60:02d}" for minute in self.minutes)
        day = [_WEEKDAYS[self.weekday]] if self.weekday is not None else []
        day += [f"{self.day}"] if self.day else []
        return f"{self.name} {' '.join([*day, shown])}"


@dataclass(frozen=True)
class _Found:
    start: int
    end: int
    value: Appointment


def appointments(blocks: Iterable[str], names: Sequence[str]) -> list[Appointment]:
    """Return the appointments that paragraphs, list items, headings or table rows give to some identifiers.

    A block may give the identifier first or last, or a list of identifiers and a list of times in the same order. A day that
    stands in a block of its own counts for the blocks below it, and so does an identifier.

    Args:
        blocks: in reading order.
        names: the identifiers that may have an appointment.
    """
    found: list[Appointment] = []
    day, named = Appointment("", ()), ""
    for raw in blocks:
        text = folded_text(mapped_text(raw)).replace("\n", " ")
        who, days, times = _names(text, names), list(_days(text)), []
        times = [
            each for each in _times(text) if not any(one.start < each.end and each.start < one.end for one in days)
        ]
        if times:
            who = who or ([_Found(-1, -1, Appointment(named, ()))] if named else [])
            found += [_on(each, days, day) for each in _paired(who, times)]
        if days:
            day = days[-1].value
        if who and not times:
            named = who[-1].value.name if len({one.value.name for one in who}) == 1 else ""
        elif who:
            named = ""
    return found


def _names(text: str, names: Sequence[str]) -> list[_Found]:
    found = []
    for name in names:
        pieces = re.findall(r"\d+|[^\W\d_]+", folded_text(name))
        pattern = r"[\s\-#_]{0,2}".join(f"0*{piece}" if piece.isdigit() else re.escape(piece) for piece in pieces)
        for match in re.finditer(rf"(?<![\w-]){pattern}(?![\w-]\w|\w)", text):
            if mentions_id(match.group(), name):
                found.append(_Found(match.start(), match.end(), Appointment(name, ())))
    found.sort(key=lambda each: each.start)
    # The same one twice in a row is one mention.
    return [each for at, each in enumerate(found) if not at or found[at - 1].value.name != each.value.name]


def _days(text: str) -> Iterator[_Found]:
    for match in _DAY.finditer(text):
        weekday = match["weekday"] or match["alone"]
        number = match["day1"] or match["day2"] or match["day3"] or match["day4"]
        month = match["month1"] or match["month2"]
        at = _WEEKDAYS.index(weekday[:3]) if weekday else None
        if match["iso"]:
            try:
                given = date.fromisoformat(match["iso"])
            except ValueError:
                continue
            value = Appointment("", (), at, given.month, given.day)
        else:
            value = Appointment(
                "", (), at, _MONTHS.index(month[:3]) + 1 if month else None, int(number) if number else None
            )
        yield _Found(match.start(), match.end(), value)


def _times(text: str) -> Iterator[_Found]:
    for match in _SPAN.finditer(text):
        if match["zone"] or not (
            match["anoon"] or match["am"] or match["ahalf"] or match["ahour"] or _clock_like(match)
        ):
            continue
        begin = _readings(match, "a")
        if match["bh"] or match["bnoon"]:
            end = _readings(match, "b")
            if not match["ahalf"] and match["bhalf"]:
                # In `11:30 to 1 pm` the first time takes the half of the day that makes it come before the second.
                hour = int(match["ah"] or 12) % 12 * 60 + int(match["am"] or 0)
                begin = tuple(each for each in (hour, hour + _HALF_DAY) if 0 < end[0] - each < _HALF_DAY) or begin
        yield _Found(match.start(), match.end(), Appointment("", begin))


def _clock_like(match: re.Match[str]) -> bool:
    """Tell whether `10 to 11` is a span of times, since its end says so."""
    return bool(match["bm"] or match["bhalf"] or match["bhour"] or match["bnoon"])


def _readings(match: re.Match[str], side: str) -> tuple[int, ...]:
    if match[f"{side}noon"]:
        return (_HALF_DAY,)
    hour, minute, half = int(match[f"{side}h"]), int(match[f"{side}m"] or 0), match[f"{side}half"]
    if half and hour <= 12:
        return (hour % 12 * 60 + minute + (_HALF_DAY if half.startswith("p") else 0),)
    plain = hour * 60 + minute
    return (plain, plain + _HALF_DAY) if 1 <= hour <= 6 and len(match[f"{side}h"]) == 1 else (plain,)


def _paired(who: list[_Found], times: list[_Found]) -> Iterator[_Found]:
    """Yield the times, each with the identifier that it belongs to."""
    if len(who) == len(times):
        pairs = list(zip(who, times, strict=True))
    elif who and times[0].start < who[0].start:
        pairs = [(next((one for one in who if one.start > each.start), who[-1]), each) for each in times]
    else:
        pairs = [(max((one for one in who if one.start < each.start), key=_start), each) for each in times if who]
    for one, each in pairs:
        yield replace(each, value=replace(each.value, name=one.value.name))


def _on(each: _Found, days: list[_Found], before: Appointment) -> Appointment:
    """Return a time with its day: the one before it, else the one after it, else that of the blocks above."""
    earlier = [day for day in days if day.start < each.start]
    later = [day for day in days if day.start > each.start]
    day = max(earlier, key=_start).value if earlier else min(later, key=_start).value if later else before
    return replace(each.value, weekday=day.weekday, month=day.month, day=day.day)


def _start(found: _Found) -> int:
    return found.start
