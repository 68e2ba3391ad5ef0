"""What happened: the accident, a year and more of pay weeks before it, and the papers that came in or did not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.money import Cents, share
from wp42_pytest.authoring.names import FIRST_NAMES, LAST_NAMES

if TYPE_CHECKING:
    import numpy as np

wording = companion(__file__, "wording")

Stream = Callable[[str], "np.random.Generator"]

TODAY = date(2025, 11, 5)
COUNTED_TO = date(2025, 10, 31)

RATE, CAP = Decimal("0.70"), 400_00
FOUR, YEAR = 4, 52
WAITING_DAYS = 7
ATTEMPTS = 4000

FIRST_ACCIDENT, LAST_ACCIDENT = date(2025, 8, 11), date(2025, 10, 2)

HOLIDAYS = (date(2025, 9, 1), date(2025, 9, 30), date(2025, 10, 13))
"""Labour Day, the day for truth and reconciliation, Thanksgiving."""

THURSDAY, SATURDAY = 3, 5


@dataclass(frozen=True)
class Week:
    """One pay week, Sunday to Saturday, as payroll paid it."""

    end: date
    hours: Decimal
    rate: Cents
    reimbursed: Cents = 0

    @property
    def start(self) -> date:
        """The Sunday on which it began."""
        return self.end - timedelta(days=6)

    @property
    def paid(self) -> date:
        """The Friday on which it was paid."""
        return self.end + timedelta(days=6)

    @property
    def run(self) -> str:
        """The number of the pay run: year and week of the Thursday in it."""
        year, week, _ = (self.end - timedelta(days=2)).isocalendar()
        return f"{year}-{week:02d}"

    @property
    def wages(self) -> Cents:
        """Gross pay for work."""
        return share(self.rate, self.hours)

    @property
    def deducted(self) -> Cents:
        """Pension plan, employment insurance and income tax, close to the tables for a single person in Ontario."""
        pension = share(max(0, self.wages - 67_31), Decimal("0.0595"))
        insurance = share(self.wages, Decimal("0.0164"))
        tax = share(max(0, self.wages - 310_00), Decimal("0.145")) + share(
            max(0, self.wages - 245_00), Decimal("0.0505")
        )
        return pension + insurance + tax

    @property
    def net(self) -> Cents:
        """What reached her account."""
        return self.wages - self.deducted + self.reimbursed


@dataclass(frozen=True)
class SecondJob:
    """The employment that nobody confirmed; `called` is what people say for its name."""

    name: str
    called: str
    work: str


@dataclass(frozen=True)
class Pattern:
    """How her last four weeks compare with the year, and so what each mistake turns round.

    Args:
        name: for messages.
        year: bounds of the true weekly average of the 52 weeks.
        four: bounds of the true weekly average of the four weeks.
    """

    name: str
    year: tuple[Cents, Cents]
    four: tuple[Cents, Cents]


PATTERNS = (
    # A busy end of summer: the cap binds on the four weeks, and a part week among them hides that.
    Pattern("cap binds", (495_00, 545_00), (578_00, 640_00)),
    # The four weeks lie a little above the year, and below it as soon as the reimbursements are left in.
    Pattern("close", (490_00, 538_00), (494_00, 560_00)),
    # Fewer hours of late: the year is the higher basis, as everybody in the branch expects.
    Pattern("year is higher", (505_00, 556_00), (395_00, 500_00)),
)


@dataclass(frozen=True)
class Claim:
    """Everything that the documents show."""

    pattern: Pattern
    accident: date
    hour: str
    weeks: tuple[Week, ...]
    second: SecondJob
    second_since: date
    insurer_number: str
    policy: str
    employee: str
    hired: date
    e1_signed: date
    e1_received: date
    e2_signed: date
    e2_received: date
    payroll_officer: str
    practitioner: str
    injuries: str
    place: str
    story: str
    position: str
    duty: str
    accepted: date
    explained: date
    street: str
    postal: str
    phone: str
    born: date
    shortcut: str

    @property
    def before(self) -> tuple[Week, ...]:
        """The weeks that ended before the day of the accident."""
        return tuple(week for week in self.weeks if week.end < self.accident)

    @property
    def four(self) -> tuple[Week, ...]:
        """The four weeks before the accident."""
        return self.before[-FOUR:]

    @property
    def year(self) -> tuple[Week, ...]:
        """The 52 weeks before the accident."""
        return self.before[-YEAR:]

    @property
    def reimbursed(self) -> Cents:
        """The mileage inside the employer's 52-week total."""
        return sum(week.reimbursed for week in self.year)

    @property
    def wages_four(self) -> Cents:
        """The income of the four weeks."""
        return sum(week.wages for week in self.four)

    @property
    def wages_year(self) -> Cents:
        """The income of the 52 weeks."""
        return sum(week.wages for week in self.year)

    @property
    def first_payable(self) -> date:
        """The eighth day, the day of the accident being day 0."""
        return self.accident + timedelta(days=WAITING_DAYS + 1)

    @property
    def full_weeks(self) -> int:
        """Full weeks from the first payable day to the end of October."""
        return ((COUNTED_TO - self.first_payable).days + 1) // 7


def weekly(total: Cents, weeks: int) -> Cents:
    """Return a total divided by its weeks, rounded half up to the cent."""
    return int((Decimal(total) / weeks).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def benefit(gross: Cents) -> Cents:
    """Return the weekly benefit on a gross weekly income."""
    return min(CAP, share(gross, RATE))


def draw_claim(stream: Stream) -> Claim:
    """Draw one claim whose mistakes all show.

    Raises:
        ValueError: when none was found, which no seed has been seen to do.
    """
    accident = _accident(stream("accident"))
    pattern = pick(stream("pattern"), PATTERNS)
    weeks = _weeks(stream("pay"), pattern, accident)
    people, dates, words = stream("people"), stream("dates"), stream("words")
    names = shuffled(people, LAST_NAMES)
    e1_signed = accident + timedelta(days=int(dates.integers(8, 14)))
    last_paid = weeks[-1].paid
    shop = pick(people, wording.SHOP_NAMES)
    trade, work = wording.TRADES[wording.SHOP_NAMES.index(shop) % len(wording.TRADES)]
    place, story = pick(words, wording.ACCIDENTS)
    work_at_the_coop = stream("work")
    e1_received = _workday(e1_signed + timedelta(days=int(dates.integers(2, 5))))
    accepted = _workday(e1_received + timedelta(days=int(work_at_the_coop.integers(2, 5))))
    e2_signed = _workday(max(e1_signed, last_paid) + timedelta(days=int(dates.integers(3, 7))))
    return Claim(
        pattern=pattern,
        accident=accident,
        hour=f"{int(dates.integers(7, 19)):02d}:{int(dates.integers(0, 12)) * 5:02d}",
        weeks=weeks,
        second=SecondJob(f"{trade} {shop}", shop, work),
        second_since=date(2025, int(dates.integers(5, 8)), 1),
        insurer_number=f"ON-AB-25-{int(dates.integers(20_000, 99_000)):05d}",
        policy=f"OAP {int(dates.integers(1_000_000, 9_999_999))}",
        employee=f"{int(dates.integers(20_000, 69_999))}",
        hired=date(2021, 2, 1) + timedelta(days=int(dates.integers(0, 900))),
        e1_signed=e1_signed,
        e1_received=e1_received,
        e2_signed=e2_signed,
        e2_received=_workday(e2_signed + timedelta(days=int(dates.integers(1, 3)))),
        payroll_officer=f"{pick(people, FIRST_NAMES)} {names[0]}",
        practitioner=f"Dr. {pick(people, FIRST_NAMES)} {names[1]}",
        injuries=pick(words, wording.INJURIES),
        place=place,
        story=story,
        position=pick(work_at_the_coop, wording.POSITIONS),
        duty=pick(work_at_the_coop, wording.DUTIES),
        accepted=accepted,
        explained=_workday(accepted + timedelta(days=1)),
        street=f"{int(words.integers(12, 980))} {pick(words, wording.STREETS)}",
        postal=f"K{int(words.integers(1, 3))}{pick(words, wording.LETTERS)} {int(words.integers(1, 9))}{pick(words, wording.LETTERS)}{int(words.integers(1, 9))}",
        phone=f"613 555-01{_not_the_branch(int(words.integers(10, 99)))}",
        born=date(1979, 1, 1) + timedelta(days=int(dates.integers(0, 7600))),
        shortcut=pick(words, wording.SHORTCUTS),
    )


def _not_the_branch(last: int) -> int:
    """Return the last digits of a claimant's number; the branch itself answers at 87."""
    return 99 if last == 87 else last


def _accident(rng: np.random.Generator) -> date:
    days = [
        day
        for number in range((LAST_ACCIDENT - FIRST_ACCIDENT).days + 1)
        if (day := FIRST_ACCIDENT + timedelta(days=number)).weekday() <= THURSDAY
    ]
    return pick(rng, days)


def _workday(day: date) -> date:
    """Return the day itself, or the next one on which the branch and the shop's office are open."""
    while day.weekday() >= SATURDAY or day in HOLIDAYS:
        day += timedelta(days=1)
    return day


def _weeks(rng: np.random.Generator, pattern: Pattern, accident: date) -> tuple[Week, ...]:
    """Draw every week on file: some older ones, the 52, and the one in which the accident happened."""
    last = accident - timedelta(days=(accident.weekday() + 2) % 7 or 7)
    older = int(rng.integers(3, 7))
    ends = [last - timedelta(weeks=back) for back in reversed(range(YEAR + older))]
    rate = int(rng.integers(380, 451)) * 5
    raised = date(2025, int(rng.integers(2, 6)), 1)
    earlier = rate - int(rng.integers(7, 16)) * 5
    trips = set(shuffled(rng, range(YEAR))[: int(rng.integers(11, 18))])
    for _ in range(ATTEMPTS):
        year_target, four_target = _between(rng, pattern.year), _between(rng, pattern.four)
        others = (YEAR * year_target - FOUR * four_target) / (YEAR - FOUR)
        weeks = []
        for place, end in enumerate(ends):
            paid = rate if end - timedelta(days=6) >= raised else earlier
            lately = place >= len(ends) - FOUR
            target = four_target if lately else int(others * _season(end))
            weeks.append(Week(end, _hours(rng, target, paid, 0.20 if lately else 0.17), paid))
        weeks = [
            replace(week, reimbursed=_trip(rng))
            if place - older in trips or (place < older and place % 3 == 1)
            else week
            for place, week in enumerate(weeks)
        ]
        part = Week(last + timedelta(weeks=1), _part_week(rng, accident), rate, _trip(rng) if rng.random() < 0.4 else 0)
        drawn = (*weeks, part)
        if _shows_every_mistake(pattern, drawn):
            return drawn
    msg = f"no weeks were found for the pattern {pattern.name!r}"
    raise ValueError(msg)


def _between(rng: np.random.Generator, bounds: tuple[Cents, Cents]) -> Cents:
    return int(rng.integers(bounds[0], bounds[1] + 1))


def _season(end: date) -> float:
    """Return how busy the shop is: ski season and Christmas, quiet weeks after New Year."""
    if end.month == 12 or (end.month == 11 and end.day > 15):
        return 1.16
    return 0.84 if end.month in (1, 2) else 1.0


def _hours(rng: np.random.Generator, target: Cents, rate: Cents, spread: float) -> Decimal:
    quarters = round(4 * target / rate * (1 + spread * float(rng.standard_normal())))
    return Decimal(min(max(quarters, 44), 152)) / 4


def _part_week(rng: np.random.Generator, accident: date) -> Decimal:
    """Return the hours of the accident's week: the shifts from Sunday to the day before."""
    days = (accident.weekday() + 1) % 7
    shifts = max(1, days // 2 + int(rng.integers(0, 2)))
    return sum((Decimal(int(rng.integers(18, 31))) / 4 for _ in range(shifts)), Decimal(0))


def _trip(rng: np.random.Generator) -> Cents:
    """Return the mileage of one week: kilometres at 62 cents."""
    return int(rng.integers(70, 215)) * 62


def _shows_every_mistake(pattern: Pattern, weeks: tuple[Week, ...]) -> bool:
    """Say whether the averages fit the pattern and every plausible mistake changes what is found."""
    before = weeks[:-1]
    four, year = before[-FOUR:], before[-YEAR:]
    right_four = weekly(sum(week.wages for week in four), FOUR)
    right_year = weekly(sum(week.wages for week in year), YEAR)
    with_mileage = weekly(sum(week.wages + week.reimbursed for week in year), YEAR)
    if not (pattern.four[0] <= right_four <= pattern.four[1] and pattern.year[0] <= right_year <= pattern.year[1]):
        return False
    last_stubs = weekly(sum(week.wages for week in weeks[-FOUR:]), FOUR)
    by_pay_day = weekly(sum(week.wages for week in before[-FOUR - 1 : -1]), FOUR)
    year_last_stubs = weekly(sum(week.wages for week in weeks[-YEAR:]), YEAR)
    year_by_pay_day = weekly(sum(week.wages for week in before[-YEAR - 1 : -1]), YEAR)
    wrong_four, wrong_year = {last_stubs, by_pay_day}, {with_mileage, year_last_stubs, year_by_pay_day}
    if any(abs(right_four - wrong) < 5_00 for wrong in wrong_four):
        return False
    if any(abs(right_year - wrong) < 20 for wrong in wrong_year) or abs(right_four - right_year) < 2_00:
        return False
    if not 12_00 <= with_mileage - right_year <= 30_00 or benefit(with_mileage) == benefit(right_year):
        return False
    if benefit(last_stubs) == benefit(right_four):
        return False
    # Which basis is the higher one turns round with the mistake that the pattern is about.
    match pattern.name:
        case "cap binds":
            return benefit(right_four) == CAP and last_stubs < right_year
        case "close":
            return right_year < right_four < with_mileage
        case _:
            return right_four < right_year
