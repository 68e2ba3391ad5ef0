"""The week of the interviews: who is busy or available when, drawn so that every plausible mistake moves an interview.

Times are minutes from Monday 00:00 in Montréal; the week has no change of the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.generator import companion

rules = companion(__file__, "rules")

Minute = int
Span = tuple[Minute, Minute]
Days = tuple[tuple[Span, ...], ...]

DAY, HOUR, LENGTH, GRID, GAP = 24 * 60, 60, 60, 15, 30
OPENS, CLOSES = 9 * HOUR, 17 * HOUR
AHEAD = 5 * HOUR
"""What UTC is ahead of Montréal in November."""

WEEKS, STEPS = 60, 400
"""Most weeks that are begun, and most changes to each until every mistake shows in it; some dozens of changes are usual."""


@dataclass(frozen=True)
class Diaries:
    """Everybody's week.

    Attributes:
        recruiter: when Remi Okafor is busy, day by day, in minutes of the day.
        panel: when the client's panel is busy, likewise.
        note_day: the weekday of the all-day note in the recruiter's calendar, which leaves him free.
        cancelled: the meeting of the panel that was called off.
        available: when each candidate can come, by part.
        weekly: the meeting of each calendar that is held every week, in minutes of this one; it is among the busy times.
        slots: the interviews as they must be, by part, the best candidate first.
    """

    recruiter: Days
    panel: Days
    note_day: int
    cancelled: Span
    available: Mapping[str, tuple[Span, ...]]
    weekly: Mapping[str, Span]
    slots: Mapping[str, Minute] = field(default_factory=dict)

    @property
    def busy(self) -> list[Span]:
        """When the recruiter or the panel is busy, in minutes of the week."""
        return [*spans(self.recruiter), *spans(self.panel)]


def spans(days: Days) -> list[Span]:
    """Return spans of days as spans of the week."""
    return [(day * DAY + start, day * DAY + end) for day, held in enumerate(days) for start, end in held]


def moment(minute: Minute) -> datetime:
    """Return a minute of the week as a local time."""
    return datetime.combine(rules.MONDAY, datetime.min.time()) + timedelta(minutes=minute)


def moment_utc(minute: Minute) -> datetime:
    """Return a minute of the week as a time in UTC."""
    return (moment(minute) + timedelta(minutes=AHEAD)).replace(tzinfo=UTC)


def overlaps(one: Span, other: Span) -> bool:
    """Say whether two spans share time; a meeting may begin when another ends."""
    return one[0] < other[1] and other[0] < one[1]


def earliest(
    available: Sequence[Span], busy: Sequence[Span], held: Iterable[Minute], *, gap: int = GAP, grid: int = GRID
) -> Minute | None:
    """Return the first start at which an interview fits, None when there is none."""
    taken = [*busy, *((start - gap, start + LENGTH + gap) for start in held)]
    for begin, end in sorted(available):
        day = begin // DAY * DAY
        first, last = max(begin, day + OPENS), min(end, day + CLOSES) - LENGTH
        near = [span for span in taken if span[0] < end and begin < span[1]]
        for start in range(-(-first // grid) * grid, last + 1, grid):
            if all(until <= start or start + LENGTH <= since for since, until in near):
                return start
    return None


def booked(
    order: Sequence[str], available: Mapping[str, Sequence[Span]], busy: Sequence[Span], **how: int
) -> dict[str, Minute] | None:
    """Return the interviews, each candidate in turn getting the earliest that still fits; None when one has none."""
    found: dict[str, Minute] = {}
    for part in order:
        start = earliest(available[part], busy, found.values(), **how)
        if start is None:
            return None
        found[part] = start
    return found


def draw_diaries(rng: Any, order: Sequence[str], everybody: Sequence[str]) -> Diaries:
    """Draw the week, then draw one thing of it after another again until every plausible mistake moves an interview.

    Args:
        rng: the concern's stream.
        order: the invited, the best first.
        everybody: every candidate.

    Raises:
        ValueError: when no week was found in which every mistake shows.
    """
    for _ in range(WEEKS):
        if week := _improved(rng, _drawn(rng, everybody), order):
            return replace(week, slots=booked(order, week.available, week.busy) or {})
    msg = "no week was found in which every mistake shows"
    raise ValueError(msg)


def _drawn(rng: Any, everybody: Sequence[str]) -> Diaries:
    weekly = {owner: _weekly(rng) for owner in MOST}
    recruiter, panel = (tuple(tuple(_meetings(rng, owner, day, weekly)) for day in range(5)) for owner in MOST)
    return Diaries(
        recruiter=recruiter,
        panel=panel,
        note_day=int(rng.integers(0, 4)),
        cancelled=_called_off(rng),
        available={part: _times(rng) for part in shuffled(rng, everybody)},
        weekly=weekly,
    )


def _improved(rng: Any, week: Diaries, order: Sequence[str]) -> Diaries | None:
    """Return a week in which every mistake shows, None when the changes lead to none."""
    silent = unnoticed(week, order)
    for _ in range(STEPS):
        if silent == 0:
            return week
        other = _changed(rng, week, order)
        still = unnoticed(other, order)
        # A change that is no worse is kept too, so that the search does not stand still.
        if still <= silent:
            week, silent = other, still
    return None


HOPELESS = 100


def unnoticed(week: Diaries, order: Sequence[str]) -> int:
    """Return how many plausible mistakes would move no interview."""
    right = booked(order, week.available, week.busy)
    if right is None or any(overlaps(week.cancelled, span) for span in spans(week.panel)):
        return HOPELESS
    recruiter, panel = spans(week.recruiter), spans(week.panel)
    note = (week.note_day * DAY, (week.note_day + 1) * DAY)
    by_mistake = [
        [(start + AHEAD, end + AHEAD) for start, end in recruiter] + panel,
        [(start + HOUR, end + HOUR) for start, end in recruiter] + panel,
        [*week.busy, note],
        [*week.busy, week.cancelled],
        recruiter,
        panel,
    ]
    wrong = [booked(order, week.available, each) for each in by_mistake]
    wrong += [booked(order, week.available, week.busy, gap=0), booked(order, week.available, week.busy, grid=HOUR)]
    wrong += [booked(other, week.available, week.busy) for other in permutations(order) if list(other) != list(order)]
    wrong.append(_by_the_clock(week, order))
    all_week = tuple((day * DAY, (day + 1) * DAY) for day in range(5))
    wrong.append(booked(order, dict.fromkeys(order, all_week), week.busy))
    on_one_day = len({start // DAY for start in right.values()}) == 1
    return sum(each == right for each in wrong) + on_one_day


def _by_the_clock(week: Diaries, order: Sequence[str]) -> dict[str, Minute]:
    """Return the interviews of someone who fills the week from its beginning, whoever can come."""
    found: dict[str, Minute] = {}
    while len(found) < len(order):
        starts = {
            part: earliest(week.available[part], week.busy, found.values()) for part in order if part not in found
        }
        open_to = {part: start for part, start in starts.items() if start is not None}
        if not open_to:
            return found
        part = min(open_to, key=lambda each: (open_to[each], order.index(each)))
        found[part] = open_to[part]
    return found


MEETINGS = (30, 45, 60, 60, 60, 90, 90, 120)
"""Minutes that meetings take, the usual ones more often."""


MOST = {"recruiter": 4, "panel": 3}
"""Most meetings of a day, of which two are the least."""


def _weekly(rng: Any) -> Span:
    """Draw the day and the time of a meeting that is held every week."""
    start = int(rng.integers(0, 5)) * DAY + OPENS + 30 * int(rng.integers(0, 14))
    return start, start + HOUR


def _meetings(rng: Any, owner: str, day: int, weekly: Mapping[str, Span]) -> list[Span]:
    """Draw the meetings of one working day; none overlaps another, and the weekly one is among them on its day."""
    start, end = weekly[owner]
    found: list[Span] = [(start - day * DAY, end - day * DAY)] if start // DAY == day else []
    for _ in range(int(rng.integers(2, MOST[owner] + 1)) - len(found)):
        start = OPENS + 30 * int(rng.integers(0, 15))
        span = (start, min(start + pick(rng, MEETINGS), CLOSES))
        if not any(overlaps(span, other) for other in found):
            found.append(span)
    return sorted(found)


def _times(rng: Any) -> tuple[Span, ...]:
    """Draw when a candidate can come: two to four windows, since all of them have other duties."""
    days = sorted(int(day) for day in rng.choice(5, size=int(rng.integers(2, 5)), replace=False))
    found = []
    for day in days:
        start = 8 * HOUR + 30 * int(rng.integers(0, 15))
        end = min(start + pick(rng, (90, 120, 150, 180, 240)), 18 * HOUR)
        found.append((day * DAY + start, day * DAY + end))
    return tuple(found)


def _called_off(rng: Any) -> Span:
    start = pick(rng, range(5)) * DAY + OPENS + 30 * int(rng.integers(0, 14))
    return start, start + pick(rng, (60, 90))


def _changed(rng: Any, week: Diaries, order: Sequence[str]) -> Diaries:
    """Draw one thing of the week again."""
    what, day = pick(rng, ("recruiter", "panel", "note", "cancelled", *order)), int(rng.integers(0, 5))
    if what == "note":
        return replace(week, note_day=int(rng.integers(0, 4)))
    if what == "cancelled":
        return replace(week, cancelled=_called_off(rng))
    if what in order:
        return replace(week, available={**week.available, what: _times(rng)})
    if what == "recruiter":
        return replace(week, recruiter=_redrawn(week.recruiter, day, _meetings(rng, what, day, week.weekly)))
    return replace(week, panel=_redrawn(week.panel, day, _meetings(rng, what, day, week.weekly)))


def _redrawn(days: Days, day: int, meetings: Sequence[Span]) -> Days:
    return (*days[:day], tuple(meetings), *days[day + 1 :])
