"""The three departures: when notice was handed over, what is claimed, and what comes out by policy HR-09."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.money import share

if TYPE_CHECKING:
    from wp42_pytest.authoring.money import Cents

rules = companion(__file__, "rules")
staff_paper = companion(__file__, "staff")
payroll_paper = companion(__file__, "payroll")

LEAST_APART: Cents = 100
"""A mistake moves its figure by a dollar at least, and no two amounts of the three are nearer than that."""

EQUIPMENT = (
    ("laptop", "Portable computer, 14 inches, with charger", 56_000, 98_000),
    ("tablet", "Tablet, 11 inches, with keyboard cover", 42_000, 76_000),
    ("phone", "Mobile phone with case and charger", 38_000, 69_000),
)
CARELESS_WORDS = (
    ("he never really got on top of the ticket queue", "ticket queue"),
    ("half of his tickets had to be done twice", "done twice"),
    ("the nurses kept complaining about how long he took", "nurses"),
)
"""What should not have been written about B's work, and the words by which it is known again."""
PRIVATE_WORDS = (
    ("she has been off so often with back pain this year", "back pain"),
    ("with her migraines she was away every other week", "migraine"),
    ("since her knee operation she was hardly here", "knee"),
)
"""What should not have been written about A's health."""


@dataclass(frozen=True)
class Story:
    """What is peculiar to one instance.

    Args:
        a_dated: the date on A's notice; `a_handed` is the day of its receipt, likewise for C.
        b_told: when B heard of it in a meeting.
        overtime_hours: hours that B says are in the bank.
        equipment: short name, description and value of what B has not returned.
        careless: a sentence on B's work, and the words by which it is known again.
        private: a sentence on A's health, and the words.
    """

    hires: Any
    a_dated: date
    a_handed: date
    c_dated: date
    c_handed: date
    b_told: date
    overtime_hours: Decimal
    equipment: tuple[str, str, Cents]
    equipment_since: date
    tag: str
    careless: tuple[str, str]
    private: tuple[str, str]
    c_resigned: date
    c_term: date
    addresses: dict[str, str]


@dataclass(frozen=True)
class Statement:
    """What one employee is owed."""

    service_since: date
    weeks_due: int
    weeks_given: int
    indemnity: Cents
    rate: Decimal
    earnings: Cents
    vacation: Cents
    days: int
    carried: Cents

    @property
    def total(self) -> Cents:
        """Everything that is known, before overtime."""
        return self.indemnity + self.vacation + self.carried

    @property
    def amounts(self) -> list[Cents]:
        """The amounts that differ from zero, the total among them."""
        return [amount for amount in dict.fromkeys((self.indemnity, self.vacation, self.carried, self.total)) if amount]


def draw_story(stream: Any) -> Story:
    """Draw the dates and claims of the three departures."""
    rng = stream("departures")
    hires = staff_paper.draw_hires(stream("hires"))
    due = rules.notice_weeks(hires.a)
    # A Wednesday to Friday, so that no way of counting days makes another number of full weeks.
    given = int(rng.integers(1, 4)) if due < rules.LONGEST_NOTICE else int(rng.integers(2, 6))
    a_handed = rules.LAST_DAY - timedelta(days=7 * given + int(rng.integers(3)))
    c_handed = rules.LAST_DAY - timedelta(days=7 + int(rng.integers(3)))
    name, words, low, high = pick(rng, EQUIPMENT)
    streets: set[str] = set()
    while len(streets) < 3:
        streets.add(staff_paper.address(rng))
    return Story(
        hires=hires,
        a_dated=a_handed - timedelta(days=int(rng.integers(2))),
        a_handed=a_handed,
        c_dated=c_handed - timedelta(days=int(rng.integers(2))),
        c_handed=c_handed,
        b_told=date(2025, 10, 20) + timedelta(days=int(rng.integers(5))),
        overtime_hours=Decimal(int(rng.integers(28, 61))) / 2,
        equipment=(name, words, int(rng.integers(low // 500, high // 500 + 1)) * 500),
        equipment_since=hires.b + timedelta(days=int(rng.integers(1, 4))),
        tag=f"CV-IT-{int(rng.integers(1012, 4987))}",
        careless=pick(rng, CARELESS_WORDS),
        private=pick(rng, PRIVATE_WORDS),
        c_resigned=hires.c_left - timedelta(days=int(rng.integers(14, 19))),
        c_term=date(2026, 1, 9) + timedelta(days=7 * int(rng.integers(0, 16))),
        addresses=dict(zip("ABC", sorted(streets), strict=True)),
    )


def state(person: Any, since: date, weeks_given: int, days: int, earnings: Cents) -> Statement:
    """Return what an employee is owed.

    Args:
        person: the employee.
        since: the first day of the service that counts.
        weeks_given: full weeks of written notice.
        days: vacation days left of the previous reference year.
        earnings: gross earnings of the current one.
    """
    due, rate = rules.notice_weeks(since), rules.vacation_rate(since)
    return Statement(
        service_since=since,
        weeks_due=due,
        weeks_given=weeks_given,
        indemnity=max(0, due - weeks_given) * person.weekly,
        rate=rate,
        earnings=earnings,
        vacation=rules.vacation_pay(earnings, rate),
        days=days,
        carried=rules.days_pay(days, person.weekly),
    )


def statements(story: Story, staff: dict[str, Any], payroll: Any) -> dict[str, Statement]:
    """Return what each of the three is owed."""
    since = {"A": story.hires.a, "B": story.hires.b, "C": story.hires.c_again}
    handed = {"A": story.a_handed, "B": rules.TODAY, "C": story.c_handed}
    return {
        key: state(
            staff[key],
            since[key],
            rules.full_weeks(handed[key]),
            payroll.vacations[key].left,
            payroll.earnings(staff[key].number),
        )
        for key in staff_paper.LEAVERS
    }


def overtime_claimed(story: Story, person: Any) -> dict[str, Cents]:
    """Return what the unproved hours would come to, with the premium and without."""
    straight = share(person.rate, story.overtime_hours)
    return {"b_overtime_claimed": share(straight, rules.OVERTIME), "b_overtime_straight": straight}


def mistaken(story: Story, staff: dict[str, Any], payroll: Any, right: dict[str, Statement]) -> dict[str, list[Cents]]:
    """Return, for each figure, what plausible mistakes make of it."""
    found: dict[str, list[Cents]] = {}
    for key, one in right.items():
        person = staff[key]
        lines = [line for line in payroll.lines if line.employee == person.number]
        since = [line for line in lines if line.first >= rules.YEAR_STARTS]
        bases = {
            "right": one.earnings,
            "whole year": sum(line.gross for line in lines),
            "without the prepared run": sum(line.gross for line in since if line.status == payroll_paper.PAID),
            "salary alone": sum(line.gross for line in since if line.code == payroll_paper.SALARY),
        }
        if key == "B":
            bases["repeated line"] = one.earnings + payroll.repeated.gross
        found[f"{key}.vacation"] = [
            rules.vacation_pay(base, rate)
            for name, base in bases.items()
            for rate in (rules.LOW_RATE, rules.HIGH_RATE)
            # Nobody was paid before a second engagement, and some earn no premium, holiday or vacation.
            if (name, rate) != ("right", one.rate) and (name == "right" or base != one.earnings)
        ]
        due = {rules.notice_weeks(person.hired), one.weeks_due}
        found[f"{key}.indemnity"] = [
            weeks * person.weekly for weeks in {*due, one.weeks_due - 1} if weeks * person.weekly != one.indemnity
        ]
    vacation = payroll.vacations["A"]
    days = {vacation.entitled - vacation.booked, vacation.entitled, vacation.entitled - len(vacation.off)}
    found["A.carried"] = [rules.days_pay(max(0, left), staff["A"].weekly) for left in days]
    return found


def is_telling(story: Story, staff: dict[str, Any], payroll: Any) -> bool:
    """Say whether every plausible mistake shows, and nobody's amounts can be taken for another's."""
    right = statements(story, staff, payroll)
    paid = {line.gross for line in payroll.lines}
    for name, wrong in mistaken(story, staff, payroll, right).items():
        key, _, figure = name.partition(".")
        if any(abs(amount - getattr(right[key], figure)) < LEAST_APART for amount in wrong):
            return False
        # Weeks and days are paid as such in ordinary runs too; a vacation pay that somebody was paid is chance.
        if figure == "vacation" and paid & set(wrong):
            return False
    amounts = [amount for one in right.values() for amount in one.amounts]
    amounts += [staff[key].weekly for key in right] + list(overtime_claimed(story, staff["B"]).values())
    amounts += [one.earnings for one in right.values()] + [story.equipment[2]]
    ordered = sorted(amounts)
    # C's only amount is also her total.
    return all(later - earlier >= LEAST_APART for earlier, later in pairwise(ordered))
