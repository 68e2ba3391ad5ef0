"""What was worked, taken and paid in 2025: vacation as it was booked and as it was taken, and every line of earnings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.generator import companion

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.authoring.money import Cents

rules = companion(__file__, "rules")

SALARY, HOLIDAY, VACATION, PREMIUM, UNPAID = "REG", "HOL", "VAC", "PRM", "LWP"
CODES = {
    SALARY: "regular salary",
    HOLIDAY: "statutory holiday",
    VACATION: "vacation taken",
    PREMIUM: "evening premium",
    UNPAID: "leave without pay",
}
PREPARED, PAID = "prepared", "paid"
PREMIUM_PER_HOUR = 145
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Block:
    """Vacation days in a row, as they stand in the calendar."""

    days: tuple[date, ...]
    cancelled: bool = False


@dataclass(frozen=True)
class Vacation:
    """The vacation of one employee.

    Args:
        blocks: everything booked since January, cancelled blocks included.
        entitled: days of the reference year that ended on 30 April.
    """

    blocks: tuple[Block, ...] = ()
    entitled: int = 0

    def _days(self, *, cancelled: bool) -> int:
        kept = [block for block in self.blocks if cancelled or not block.cancelled]
        return sum(day >= rules.YEAR_STARTS for block in kept for day in block.days)

    @property
    def booked(self) -> int:
        """Days booked since 1 May, as the HR system counts them."""
        return self._days(cancelled=True)

    @property
    def taken(self) -> int:
        """Days really taken since 1 May."""
        return self._days(cancelled=False)

    @property
    def left(self) -> int:
        """Days of the previous reference year that are left."""
        return self.entitled - self.taken

    @property
    def off(self) -> set[date]:
        """Every day of 2025 on which the employee was on vacation."""
        return {day for block in self.blocks if not block.cancelled for day in block.days}


@dataclass(frozen=True)
class Line:
    """One payment of the export."""

    entry: int
    run: str
    paid: date
    employee: str
    first: date
    last: date
    code: str
    hours: Decimal
    gross: Cents

    @property
    def status(self) -> str:
        """Whether the run has been paid."""
        return PREPARED if self.paid > rules.TODAY else PAID


@dataclass
class Payroll:
    """The year so far."""

    vacations: dict[str, Vacation] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    repeated: Line | None = None

    def earnings(self, employee: str, since: date = rules.YEAR_STARTS) -> Cents:
        """Return the gross earnings of an employee since a day, each payment once."""
        return sum(line.gross for line in self.lines if line.employee == employee and line.first >= since)


def draw_payroll(stream: Any, staff: dict[str, Any]) -> Payroll:
    """Draw the vacations, and pay everybody for every period."""
    payroll = Payroll()
    rng = stream("vacations")
    for key, person in staff.items():
        payroll.vacations[key] = draw_vacation(rng, key, person)
    payroll.lines = pay(stream("earnings"), staff, payroll.vacations)
    ours = [
        line
        for line in payroll.lines
        if line.employee == staff["B"].number
        and line.code == SALARY
        and line.status == PAID
        and line.first > rules.YEAR_STARTS
    ]
    payroll.repeated = pick(stream("repeated"), ours)
    return payroll


def draw_vacation(rng: np.random.Generator, key: str, person: Any) -> Vacation:
    """Draw what one employee booked: last year's days until April, then those of the year that has just ended."""
    if key == "C":
        return Vacation()
    entitled = rules.entitlement(person.hired)
    early = draw_blocks(rng, date(2025, 1, 6), date(2025, 4, 25), [int(rng.integers(1, 4))], 0)
    if person.away_since:
        return Vacation(tuple(early), entitled)
    if key == "A":
        left = int(rng.integers(3, 7))
        called_off = int(rng.integers(1, left))
    elif key == "B":
        left = called_off = 0
    else:
        left = int(rng.integers(0, entitled // 2))
        called_off = int(rng.integers(0, min(left, 2) + 1))
    sizes = _sizes(rng, entitled - left)
    blocks = draw_blocks(rng, date(2025, 5, 5), date(2025, 11, 5), [*sizes, *[1] * called_off], called_off)
    return Vacation(tuple(sorted([*early, *blocks], key=lambda block: block.days[0])), entitled)


def _sizes(rng: np.random.Generator, days: int) -> list[int]:
    """Part days into weeks and short absences, as people do."""
    sizes = [5] * (1 if days < 10 else 1 + int(rng.integers(2))) if days >= 5 else []
    left = days - sum(sizes)
    while left:
        size = min(left, int(rng.integers(1, 4)))
        sizes.append(size)
        left -= size
    return sizes


def draw_blocks(rng: np.random.Generator, first: date, last: date, sizes: list[int], called_off: int) -> list[Block]:
    """Draw one block a week, never on a holiday; the last `called_off` of the sizes were cancelled."""
    mondays = [first + timedelta(days=7 * week) for week in range((last - first).days // 7 + 1)]
    weeks = [[monday + timedelta(days=n) for n in range(rules.WORKDAYS)] for monday in mondays]
    free = shuffled(rng, [week for week in weeks if not set(week) & set(rules.PAID_HOLIDAYS) and week[-1] <= last])
    blocks = []
    for number, size in enumerate(sizes):
        week = free.pop()
        start = int(rng.integers(rules.WORKDAYS - size + 1))
        blocks.append(Block(tuple(week[start : start + size]), number >= len(sizes) - called_off))
    return blocks


def pay(rng: np.random.Generator, staff: dict[str, Any], vacations: dict[str, Vacation]) -> list[Line]:
    """Return every line of 2025, run by run and by employee id; leaves without pay and premiums are drawn."""
    lines: list[Line] = []
    ordered = sorted(staff.items(), key=lambda item: item[1].number)
    unpaid = {key: _unpaid_days(rng, person, vacations[key]) for key, person in ordered}
    entry = int(rng.integers(410_200, 688_800))
    for first, last, paid in rules.periods():
        run = f"2025-{(paid - date(2025, 1, 16)).days // 14 + 1:02d}"
        for key, person in ordered:
            for line in _period(rng, person, vacations[key].off, unpaid[key], (first, last)):
                entry += 1
                lines.append(replace(line, entry=entry, run=run, paid=paid))
    return lines


def _unpaid_days(rng: np.random.Generator, person: Any, vacation: Vacation) -> set[date]:
    """Draw up to three days without pay since May, in some cases."""
    begins = max(date(2025, 5, 12), (person.working_since or date(2025, 5, 12)) + timedelta(days=14))
    days = [
        day
        for day in rules.workdays(begins, date(2025, 10, 31))
        if day not in vacation.off and day not in rules.PAID_HOLIDAYS
    ]
    return set(shuffled(rng, days)[: int(rng.integers(4))])


def _period(
    rng: np.random.Generator, person: Any, off: set[date], unpaid: set[date], span: tuple[date, date]
) -> list[Line]:
    first = max(span[0], person.working_since or span[0])
    last = min(span[1], person.away_since - _DAY if person.away_since else span[1])
    hired = [day for day in rules.workdays(first, last) if not person.last_day or day <= person.last_day]
    days = [day for day in hired if day not in unpaid]
    counted = {
        HOLIDAY: sum(day in rules.PAID_HOLIDAYS for day in days),
        VACATION: sum(day in off for day in days),
    }
    counted[SALARY] = len(days) - sum(counted.values())
    if not days:
        return []
    found = [
        Line(
            0,
            "",
            span[1],
            person.number,
            first,
            last,
            code,
            counted[code] * person.daily_hours,
            counted[code] * person.daily,
        )
        for code in (SALARY, HOLIDAY, VACATION)
        if counted[code]
    ]
    if away := len(hired) - len(days):
        found.append(Line(0, "", span[1], person.number, first, last, UNPAID, away * person.daily_hours, 0))
    if rng.random() < 0.12 and counted[SALARY] > 4:
        hours = int(rng.integers(2, 8))
        found.append(
            Line(0, "", span[1], person.number, first, last, PREMIUM, Decimal(hours), hours * PREMIUM_PER_HOUR)
        )
    return found
