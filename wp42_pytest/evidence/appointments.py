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
    rf"(?:(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})(?!\d)|\b(?P<day1>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<month1>{_MONTH})(?:,?\s(?P<year1>\d{{4}})\b)?"
    rf"|\b(?P<month2>{_MONTH})\s(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,?\s(?P<year2>\d{{4}})\b)?|\b(?P<one>\d{{1,2}})/(?P<other>\d{{1,2}})(?:/(?P<year3>\d{{4}}))?\b(?!/)|\bthe\s(?P<day3>\d{{1,2}})(?:st|nd|rd|th)\b)"
    rf"|\b(?P<alone>{_WEEKDAY})\b(?:\s(?P<day4>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.h]?\d|\s?[ap]\.?m))?"
)
_CLOCK = r"(?:(?P<{0}h>[01]?\d|2[0-3])(?:\s?[:h.]\s?(?P<{0}m>[0-5]\d))?\s?(?P<{0}half>[ap]\.?\s?m\b\.?)?(?P<{0}hour>h\b)?|(?P<{0}noon>noon|midday))"
_SPAN = re.compile(
    rf"(?:(?<![\w.:/-])|(?<=\dt)){_CLOCK.format('a')}(?:\s?(?P<join>-|to|until|till|and)\s?{_CLOCK.format('b')})?"
    r"(?!\w|:\d|\.\d|-\d|/\d)(?P<zone>\s?\(?(?:utc|gmt|z)\b)?"
)
_HALF_DAY = 12 * 60
_OUR_OFFSET = re.compile(r"\(?\b(?:utc|gmt)\s?-\s?0?5(?::?00)?\)?")
"""Eastern standard time, written as what it is behind UTC; it is no time, and makes none of the times beside it one in UTC."""

_HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_HOUR = rf"(?P<hour>{'|'.join(_HOURS)}|1[0-2]|[1-9])"
_SPELLED = re.compile(
    rf"\b(?:(?P<part>half past|quarter past|quarter to)\s{_HOUR}\b|{_HOUR.replace('hour', 'full')}\so'clock\b)"
)
_DEADLINE = re.compile(r".*\b(?:by|before|until|till|beyond|after|later than)\s(?P<between>[^.;]*)$")
_BETWEEN = re.compile(r"\b(?:at|on|the|latest|this|next|end|of)\b|[\s,()]")
_BEGINS = re.compile(r"\b(?:begin|start)(?:s|ning|ting)?\b")


@dataclass(frozen=True)
class Appointment:
    """One appointment that a text gives.

    Attributes:
        name: the identifier for whom it is.
        minutes: the readings of its beginning, in minutes of the day; 1:30 without a.m. or p.m. may be both.
        weekday: Monday is 0; None when the text gives none.
        month: from 1; None when the text gives none.
        day: of the month; None when the text gives none.
        year: None when the text gives none.
        ends: the readings of its end, where the text gives a span of time.
        opening: whether the text says in so many words that it begins then.
    """

    name: str
    minutes: tuple[int, ...]
    weekday: int | None = None
    month: int | None = None
    day: int | None = None
    year: int | None = None
    ends: tuple[int, ...] = ()
    opening: bool = False

    def is_at(self, moment: datetime) -> bool:
        """Tell whether it begins at a local time; the day must be given by its weekday or its date."""
        if self.weekday is None and self.day is None:
            return False
        return (
            moment.hour * 60 + moment.minute in self.minutes
            and self.weekday in (None, moment.weekday())
            and self.month in (None, moment.month)
            and self.day in (None, moment.day)
            and self.year in (None, moment.year)
        )

    def ends_at(self, moment: datetime) -> bool:
        """Tell whether it ends at a local time, or does not say when."""
        return not self.ends or moment.hour * 60 + moment.minute in self.ends

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
        text = _prepared(raw)
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


def _prepared(raw: str) -> str:
    """Return a block folded, with spelled times in figures, and without durations in hours."""
    text = _OUR_OFFSET.sub(" ", folded_text(mapped_text(raw)).replace("\n", " "))
    return _SPELLED.sub(_in_figures, text)


def _in_figures(match: re.Match[str]) -> str:
    word = match["hour"] or match["full"]
    hour = int(word) if word.isdigit() else _HOURS.index(word) + 1
    if match["part"] == "quarter to":
        return f"{(hour - 2) % 12 + 1}:45"
    return f"{hour}:{ {'half past': 30, 'quarter past': 15}.get(match['part'] or '', 0):02d}"


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
        year = match["year1"] or match["year2"] or match["year3"]
        if match["one"]:
            if (dated := _day_and_month(int(match["one"]), int(match["other"]))) is None:
                continue
            value = Appointment("", (), at, dated[1], dated[0], int(year) if year else None)
        elif match["iso"]:
            try:
                given = date.fromisoformat(match["iso"])
            except ValueError:
                continue
            value = Appointment("", (), at, given.month, given.day, given.year)
        else:
            value = Appointment(
                "",
                (),
                at,
                _MONTHS.index(month[:3]) + 1 if month else None,
                int(number) if number else None,
                int(year) if year else None,
            )
        yield _Found(match.start(), match.end(), value)


def _day_and_month(one: int, other: int) -> tuple[int, int] | None:
    """Return day and month of 17/11 and of 11/17; nobody can tell which is which in 10/11."""
    if 12 < one <= 31 and 1 <= other <= 12:
        return one, other
    return (other, one) if 12 < other <= 31 and 1 <= one <= 12 else None


def _is_duration(match: re.Match[str], before: str) -> bool:
    """Tell whether `1 h` is how long something takes: a small number of hours without minutes, and nothing that leads to a time."""
    alone = match["ahour"] and not match["am"] and not match["bh"] and int(match["ah"]) <= 4
    return bool(alone) and not re.search(r"\b(?:at|from|by|to|until)\s$", before)


def _is_deadline(before: str) -> bool:
    """Tell whether a time is one by which, or after which, something is to be done."""
    found = _DEADLINE.match(before)
    return found is not None and not _BETWEEN.sub("", _DAY.sub("", found["between"]))


def _times(text: str) -> Iterator[_Found]:
    last = 0
    for match in _SPAN.finditer(text):
        before = text[last : match.start()]
        if _is_duration(match, before) or _is_deadline(text[: match.start()]):
            continue
        if match["zone"] or not (
            match["anoon"] or match["am"] or match["ahalf"] or match["ahour"] or _clock_like(match)
        ):
            continue
        begin = _readings(match, "a")
        end: tuple[int, ...] = ()
        if match["bh"] or match["bnoon"]:
            end = _readings(match, "b")
            if not match["ahalf"] and match["bhalf"]:
                # In `11:30 to 1 pm` the first time takes the half of the day that makes it come before the second.
                hour = int(match["ah"] or 12) % 12 * 60 + int(match["am"] or 0)
                begin = tuple(each for each in (hour, hour + _HALF_DAY) if 0 < end[0] - each < _HALF_DAY) or begin
        last = match.end()
        # "Between ten and eleven" is a span, "at ten and eleven" are two times.
        closes = end if match["join"] != "and" or "between" in before else ()
        yield _Found(
            match.start(), match.end(), Appointment("", begin, ends=closes, opening=bool(_BEGINS.search(before)))
        )


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
    return replace(each.value, weekday=day.weekday, month=day.month, day=day.day, year=day.year)


def _start(found: _Found) -> int:
    return found.start
