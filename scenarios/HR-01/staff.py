"""The administrative staff of the clinic as the HR system knows it: three who leave, and everybody else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.names import FIRST_NAMES, LAST_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np

    from wp42_pytest.authoring.money import Cents

rules = companion(__file__, "rules")

WORKDAYS = 5
HEADCOUNT = 41
ADMINISTRATION, TECHNICAL, RECEPTION, RECORDS = "Administration", "Technical services", "Reception", "Medical records"

LEAVERS = {
    "A": ("Maude", "Lacasse", "Billing coordinator", ADMINISTRATION),
    "B": ("Bruno", "Échevin", "IT support technician", TECHNICAL),
    "C": ("Sarah-Ève", "Toupin", "Medical secretary (replacement)", RECORDS),
}
LEAD, HOLDER = "Team lead, technical services", "Medical secretary"

OTHERS = (
    (LEAD, TECHNICAL, 1, 3150, 3700),
    (HOLDER, RECORDS, 6, 2330, 2790),
    ("Network technician", TECHNICAL, 2, 2750, 3300),
    ("Building attendant", TECHNICAL, 3, 2080, 2500),
    ("Billing clerk", ADMINISTRATION, 5, 2310, 2750),
    ("Accounting technician", ADMINISTRATION, 2, 2580, 3150),
    ("Purchasing clerk", ADMINISTRATION, 2, 2380, 2860),
    ("Executive assistant", ADMINISTRATION, 1, 2800, 3350),
    ("Receptionist", RECEPTION, 10, 2050, 2530),
    ("Records clerk", RECORDS, 6, 2120, 2590),
)
"""Title, department, how many, least and most cents per hour."""

WEEKLY_HOURS = (Decimal("35"), Decimal("36"), Decimal("37.5"))
STREETS = (
    "rue des Érables-Rouges",
    "rue du Ruisseau",
    "rue Bellevoie",
    "chemin des Pommiers",
    "rue de la Tourelle",
    "avenue des Pins-Gris",
    "rue Sainte-Rosalie-Nord",
    "rue du Verger",
)


@dataclass(frozen=True)
class Employee:
    """One line of the HR system.

    Args:
        hired: the hire date in the system, which keeps the first one.
        rate: cents per hour.
        working_since: from when there are earnings, for a second engagement; the hire date when left out.
        away_since: from when a leave without pay runs.
    """

    number: str
    badge: int
    first: str
    last: str
    title: str
    department: str
    hired: date
    hours: Decimal
    rate: Cents
    overtime_bank: bool
    status: str = "active"
    last_day: date | None = None
    working_since: date | None = None
    away_since: date | None = None

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}"

    @property
    def daily_hours(self) -> Decimal:
        """Hours of a working day."""
        return self.hours / WORKDAYS

    @property
    def daily(self) -> Cents:
        """Wage of a working day."""
        return int(self.daily_hours * self.rate)

    @property
    def weekly(self) -> Cents:
        """Regular weekly wage."""
        return int(self.hours * self.rate)


@dataclass(frozen=True)
class Hires:
    """The days on which the three were hired.

    Args:
        a: the coordinator, nine to eleven years ago.
        b: the technician, a little more than three years ago.
        c_first: the secretary's first engagement.
        c_left: the last day of it.
        c_again: the first day of the second one.
    """

    a: date
    b: date
    c_first: date
    c_left: date
    c_again: date


def draw_hires(rng: np.random.Generator) -> Hires:
    """Draw the five days; each decides on a line of the policy's table."""
    nearly_ten = bool(rng.integers(2))
    a = (
        _monday(rng, date(2015, 12, 7), date(2016, 9, 26))
        if nearly_ten
        else _monday(rng, date(2014, 3, 3), date(2015, 9, 14))
    )
    b = _monday(rng, date(2022, 6, 6), date(2022, 10, 24))
    c_first = _monday(rng, date(2016, 3, 7), date(2019, 9, 23))
    # The first engagement ends on a Friday.
    c_left = _monday(rng, date(2024, 5, 27), date(2024, 9, 23)) + timedelta(days=4)
    return Hires(a, b, c_first, c_left, _monday(rng, date(2025, 5, 12), date(2025, 7, 28)))


def _monday(rng: np.random.Generator, first: date, last: date) -> date:
    """Draw a Monday on which people work, not at the end of its month, so that its anniversaries exist in every month."""
    while True:
        day = first + timedelta(days=7 * int(rng.integers((last - first).days // 7 + 1)))
        if day.day <= 28 and not rules.is_holiday_monday(day):
            return day


def draw_staff(stream: Callable[[str], np.random.Generator], hires: Hires) -> dict[str, Employee]:
    """Draw the whole list: the three under A, B and C, everybody else under their id."""
    rng = stream("staff")
    ids = [f"VS-{number}" for number in sorted(rng.choice(range(1103, 4987), HEADCOUNT, replace=False).tolist())]
    badges = shuffled(rng, range(30_112, 30_112 + 7 * HEADCOUNT, 7))
    spare = iter(shuffled(rng, ids))
    badge = iter(badges)
    found: dict[str, Employee] = {}
    for key, (first, last, title, department) in LEAVERS.items():
        hired = {"A": hires.a, "B": hires.b, "C": hires.c_first}[key]
        low, high = {"A": (2880, 3490), "B": (2560, 3090), "C": (2330, 2700)}[key]
        found[key] = Employee(
            number=next(spare),
            badge=next(badge),
            first=first,
            last=last,
            title=title,
            department=department,
            hired=hired,
            hours=WEEKLY_HOURS[2] if key == "B" else pick(rng, WEEKLY_HOURS),
            rate=_rate(rng, low, high),
            overtime_bank=key == "B",
            last_day=rules.LAST_DAY,
            working_since=hires.c_again if key == "C" else None,
        )
    names = _names(rng, HEADCOUNT - len(found))
    for title, department, count, low, high in OTHERS:
        for number in range(count):
            first, last = next(names)
            away = title == HOLDER and number == 0
            person = Employee(
                number=next(spare),
                badge=next(badge),
                first=first,
                last=last,
                title=title,
                department=department,
                hired=_monday(rng, date(2008, 2, 4), date(2024, 3, 18)),
                hours=pick(rng, WEEKLY_HOURS),
                rate=_rate(rng, low, high),
                overtime_bank=department == TECHNICAL,
                status="on leave" if away else "active",
                away_since=hires.c_again if away else None,
            )
            found[person.number] = person
    return found


def _rate(rng: np.random.Generator, low: Cents, high: Cents) -> Cents:
    """Draw an hourly rate in steps of ten cents, so that days and weeks come to whole cents."""
    return int(rng.integers(low // 10, high // 10 + 1)) * 10


def _names(rng: np.random.Generator, count: int) -> Iterator[tuple[str, str]]:
    firsts, lasts = shuffled(rng, FIRST_NAMES), shuffled(rng, LAST_NAMES)
    return iter(list(zip(firsts, lasts, strict=False))[:count])


def by_title(staff: dict[str, Employee], title: str) -> Employee:
    """Return the first employee with a title."""
    return next(person for key, person in staff.items() if key not in LEAVERS and person.title == title)


def address(rng: np.random.Generator) -> str:
    """Draw a street and number in the clinic's town."""
    return f"{int(rng.integers(12, 2890))}, {pick(rng, STREETS)}"
