"""What the city spent, what was said in the interviews, and what the draft makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.names import FIRST_NAMES, LAST_NAMES

if TYPE_CHECKING:
    import numpy as np

Dollars = int
"""Whole dollars, as municipal accounts are published."""

TODAY = date(2025, 11, 13)
POPULATION_2024 = 48_300
SNOW = "Snow removal"

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Line:
    """One service in the city's accounts."""

    code: int
    service: str
    budget_2023: Dollars
    actual_2023: Dollars
    budget_2024: Dollars
    actual_2024: Dollars

    @property
    def rise(self) -> Dollars:
        """How much more was spent in 2024 than in 2023; negative where it was less."""
        return self.actual_2024 - self.actual_2023


@dataclass(frozen=True)
class Quote:
    """What the treasurer said, and what is left of it in the draft.

    Args:
        spoken: the sentence on the recording.
        printed: the sentence in the draft.
        dropped: the words without which the sense is another.
    """

    spoken: str
    printed: str
    dropped: str


QUOTES = (
    Quote(
        "We simply had fewer crews and more storms than planned.",
        "We simply had more storms than planned.",
        "fewer crews",
    ),
    Quote(
        "The overrun comes from the March storms and from a tender that we launched too late.",
        "The overrun comes from the March storms.",
        "launched too late",
    ),
    Quote(
        "Salt cost us more than we expected, and we spread more of it than we should have.",
        "Salt cost us more than we expected.",
        "more of it than we should have",
    ),
    Quote(
        "It was a hard winter, and half of our own trucks were out of service when it came.",
        "It was a hard winter.",
        "trucks were out of service",
    ),
    Quote(
        "Nobody could have foreseen the ice storm, but the overtime was ours to control.",
        "Nobody could have foreseen the ice storm.",
        "overtime was ours to control",
    ),
    Quote(
        "Prices went up and we had not budgeted for it, although we were warned.",
        "Prices went up and we had not budgeted for it.",
        "although we were warned",
    ),
)


@dataclass(frozen=True)
class Unsourced:
    """A statement that nothing in the folder bears out, with words by which it is told in the article."""

    text: str
    told_by: tuple[str, ...]


UNSOURCED = (
    Unsourced("The deficit that the city ran in 2024 is its largest in ten years", ("deficit*", "ten years")),
    Unsourced(
        "No other town in the region spends as much to clear a kilometre of street", ("other town*", "in the region")
    ),
    Unsourced("Complaints about uncleared sidewalks doubled last winter", ("complaint*", "complain*", "uncleared")),
    Unsourced("A third of the plough fleet is more than 15 years old", ("plough fleet", "years old", "a third of*")),
    Unsourced(
        "Contractors in neighbouring towns charge a fifth less for the same work",
        ("neighbouring town*", "neighboring town*", "a fifth less"),
    ),
)


@dataclass(frozen=True)
class Falling:
    """A service on which less was spent, with words by which it is told in the article."""

    service: str
    in_prose: str
    told_by: tuple[str, ...]


FALLING = (
    Falling("Parks and green spaces", "parks and green spaces", ("park*", "green space*")),
    Falling("Library", "the library", ("librar*",)),
    Falling("Street lighting", "street lighting", ("lighting",)),
    Falling("Cultural programs", "cultural programs", ("cultural*", "culture")),
    Falling("Sports and recreation", "sports and recreation", ("sport*", "recreation*")),
)


@dataclass(frozen=True)
class Trip:
    """The allegation, and the one mail on which it rests."""

    official: str
    title: str
    destination: str
    month: str
    days: int
    supplier: str
    goods: str
    mailbox: str
    role: str
    place: str
    tenure: int
    received: datetime

    @property
    def surname(self) -> str:
        """The official's last name."""
        return self.official.partition(" ")[2]

    @property
    def hints(self) -> tuple[str, ...]:
        """Words that would tell who sent the mail."""
        years = f"{WORDS[self.tenure]} years", f"{self.tenure} years", f"{self.tenure}-year"
        return self.role, self.place, *years, self.mailbox


TITLES = (
    "director of public works",
    "head of the roads division",
    "superintendent of the municipal garage",
    "fleet manager",
)
DESTINATIONS = ("Oslo", "Helsinki", "Innsbruck", "Sapporo", "Tromsø", "Reykjavik")
MONTHS = ("January", "February", "March", "April")
SUPPLIERS = (
    ("Hivertek Lames", "plough blades"),
    ("Sels Lorvallon", "road salt"),
    ("Abrasifs Cardinet-Nord", "grit and salt"),
    ("Équipements Givrelle", "spreaders"),
    ("Hydrauliques Bellorme", "hydraulic parts"),
)
ROLES = ("dispatcher", "storekeeper", "welder", "mechanic", "timekeeper", "weighmaster")
PLACES = ("sign shop", "paint bay", "tire store", "parts counter", "weighbridge", "fuel station")
TENURES = (6, 7, 8, 9, 11, 12)
MAILBOXES = ("lampadaire", "corneille", "bottine", "grisou", "mitaine", "ruisselet")


@dataclass(frozen=True)
class Tender:
    """The contract for one part of town."""

    sector: str
    bids: int
    compliant: int
    winner: str
    amount: Dollars
    opened: date
    vote: date


SECTORS = ("Pointe-aux-Ormes", "Les Galets", "Haute-Rive", "Vieux-Moulin", "La Cédrière", "Anse-au-Frêne")
WINNERS = (
    *("Groupe Névalco", "Déneigement Tourvalle", "Services hivernaux Cardelle", "Entreprises Bellecôte-Nord"),
    *("Voirie Malbrun", "Transports Ormelle"),
)
VOTES = (
    date(2025, 11, 17),
    date(2025, 11, 18),
    date(2025, 11, 24),
    date(2025, 11, 25),
    date(2025, 12, 1),
    date(2025, 12, 8),
)

SERVICES = (
    (110, "Council", 612), (120, "General administration", 4_180), (130, "Treasury", 1_890), (140, "Human resources", 1_420),
    (150, "Information technology", 2_260), (210, "Police", 9_870), (220, "Fire protection", 6_340),
    (310, "Public works administration", 1_180), (320, "Street maintenance", 4_720), (330, SNOW, 0),
    (340, "Street lighting", 1_140), (350, "Traffic and parking", 930), (410, "Drinking water", 5_060),
    (420, "Sewers", 4_390), (430, "Waste collection", 3_610), (510, "Urban planning", 1_570),
    (520, "Economic development", 1_040), (610, "Parks and green spaces", 1_260), (620, "Sports and recreation", 2_480),
    (630, "Library", 1_720), (640, "Cultural programs", 1_010),
)  # fmt: skip
"""Codes and services of the accounts, with what each usually costs in thousands of dollars; the total makes 22 lines."""

CLAIMS = ("growth", "spent", "per_head", "quote", "bids", "contract", "unsourced", "trip", "fall", "vote")
"""The ten numbered statements, by what they are about."""

LEDES = (("growth", "spent", "per_head"), ("spent", "growth", "per_head"), ("spent", "per_head", "growth"))
MIDDLE = ("quote", "tender", "fall", "unsourced", "trip")
"""What follows the lede, in a drawn order; the vote stands with the tender or at the end."""


@dataclass(frozen=True)
class Story:
    """One instance."""

    lines: tuple[Line, ...]
    falling: Falling
    fall_base: str
    population: dict[int, int]
    chart: dict[int, Dollars]
    quote: Quote
    unsourced: Unsourced
    trip: Trip
    tender: Tender
    streets_km: int
    contract_km: int
    trigger_cm: int
    interviews: dict[str, datetime]
    lede: tuple[str, ...]
    middle: tuple[str, ...]
    vote_last: bool

    def line(self, service: str) -> Line:
        """Return the accounts of a service."""
        return next(line for line in self.lines if line.service == service)

    @property
    def snow(self) -> Line:
        """The service that the story is about."""
        return self.line(SNOW)

    @property
    def less(self) -> Line:
        """The service on which less was spent."""
        return self.line(self.falling.service)

    @property
    def growth(self) -> Decimal:
        """Growth of what was spent on snow, in per cent to one decimal."""
        return percent(self.snow.rise, self.snow.actual_2023)

    @property
    def printed_growth(self) -> int:
        """The growth in the draft: what was spent in 2024 over what was budgeted for 2023."""
        return int(percent(self.snow.actual_2024 - self.snow.budget_2023, self.snow.budget_2023, "1"))

    @property
    def fall(self) -> Dollars:
        """How much less was spent on the other service."""
        return -self.less.rise

    @property
    def printed_fall(self) -> Dollars:
        """The fall in the draft, in thousands: measured from the budget of 2023, to the budget or the spending of 2024."""
        until = self.less.budget_2024 if self.fall_base == "budget" else self.less.actual_2024
        return _rounded(self.less.budget_2023 - until, 1000)

    @property
    def per_head(self) -> Decimal:
        """What was spent on snow in 2024 for each inhabitant."""
        return (Decimal(self.snow.actual_2024) / POPULATION_2024).quantize(Decimal("0.01"), ROUND_HALF_UP)

    @property
    def numbers(self) -> dict[str, int]:
        """The number that each statement has in the draft, which follows the order of reading."""
        order = list(self.lede)
        for part in self.middle:
            order += {"tender": ["bids", "contract", *([] if self.vote_last else ["vote"])]}.get(part, [part])
        order += ["vote"] if self.vote_last else []
        return {name: number for number, name in enumerate(order, start=1)}


def percent(part: int, whole: int, places: str = "0.1") -> Decimal:
    """Return a part of a whole in per cent, rounded half up."""
    return (Decimal(100 * part) / whole).quantize(Decimal(places), ROUND_HALF_UP)


def _rounded(amount: Dollars, unit: int) -> Dollars:
    return (amount + unit // 2) // unit * unit


def draw_story(stream: Callable[[str], np.random.Generator]) -> Story:
    """Draw stories until every plausible mistake comes to another conclusion than the right work."""
    for _ in range(500):
        story = _drawn(stream)
        if not ambiguities(story):
            return story
    msg = "no story was found in which every mistake shows"
    raise ValueError(msg)


def ambiguities(story: Story) -> list[str]:
    """Say what would let a mistake pass for the right work, or a right statement for a wrong one."""
    snow, less = story.snow, story.less
    growths = {
        "right": percent(snow.rise, snow.actual_2023),
        "draft": Decimal(story.printed_growth),
        "budget to budget": percent(snow.budget_2024 - snow.budget_2023, snow.budget_2023),
        "over 2024": percent(snow.rise, snow.actual_2024),
        "over budget": percent(snow.actual_2024 - snow.budget_2024, snow.budget_2024),
        "spending to budget": percent(snow.budget_2024 - snow.actual_2023, snow.actual_2023),
        "other service": percent(less.rise, less.actual_2023),
    }
    found = [
        f"growth: {a} and {b}"
        for a, b in combinations(growths, 2)
        if "right" in (a, b) and abs(growths[a] - growths[b]) < 1
    ]
    edge = Decimal(1000 * snow.rise) / snow.actual_2023 % 1
    if abs(edge - Decimal("0.5")) < Decimal("0.15"):
        found.append("growth: it hangs on how a half is rounded")
    falls = {story.printed_fall, less.budget_2023 - less.budget_2024, less.budget_2023 - less.actual_2024}
    if any(abs(wrong - story.fall) * 5 < story.fall for wrong in falls) or story.fall % 500 == 0:
        found.append("fall: a wrong base comes close")
    heads = [
        Decimal(amount) / people
        for amount in (snow.actual_2024, snow.budget_2024)
        for people in story.population.values()
    ]
    if sum(abs(each - story.per_head) < Decimal("0.10") for each in heads) != 1:
        found.append("per head: another population or the budget comes close")
    if min(snow.actual_2023 - snow.budget_2023, snow.actual_2024 - snow.budget_2024) <= 0 or less.rise >= 0:
        found.append("the draft's unnumbered sentences are not true")
    for amount in (snow.actual_2024, story.tender.amount):
        # "3.55 million" must be right by a margin, and must show its two decimals.
        cut = amount % 10_000
        if 4_000 < cut < 6_000 or _rounded(amount, 10_000) % 100_000 == 0:
            found.append("a rounded amount is a near thing")
    said = (story.printed_growth, int(story.growth), story.streets_km, story.contract_km, story.trigger_cm)
    return found + ([] if len(set(said)) == len(said) else ["two numbers of the article are the same"])


def _drawn(stream: Callable[[str], np.random.Generator]) -> Story:
    rng = stream("planted")
    falling = pick(rng, FALLING)
    snow = _snow_line(rng)
    less = _falling_line(rng, falling.service)
    filler = stream("filler.accounts")
    lines = tuple(
        snow if name == SNOW else less if name == falling.service else _line(filler, code, name, usual)
        for code, name, usual in SERVICES
    )
    people = stream("filler.people")
    chart = _chart(stream("filler.chart"), snow)
    first = POPULATION_2024 - int(people.integers(260, 520))
    return Story(
        lines=lines,
        falling=falling,
        fall_base=pick(rng, ("budget", "mixed")),
        population={2023: first, 2024: POPULATION_2024, 2025: POPULATION_2024 + int(people.integers(280, 640))},
        chart=chart,
        quote=pick(rng, QUOTES),
        unsourced=pick(rng, UNSOURCED),
        trip=_trip(stream("trip")),
        tender=_tender(stream("tender")),
        streets_km=int(people.integers(196, 262)),
        contract_km=int(people.integers(44, 81)),
        trigger_cm=int(people.integers(4, 9)),
        interviews=_interviews(stream("calendar")),
        lede=pick(stream("layout"), LEDES),
        middle=_middle(stream("layout")),
        vote_last=bool(stream("layout").integers(2)),
    )


def _middle(rng: np.random.Generator) -> tuple[str, ...]:
    """Draw the order of the paragraphs.

    No reporter follows a lede with a rumour, or with what he cannot show, or calls the treasurer by his name before he has introduced him,
    which the quote does.
    """
    order = shuffled(rng, MIDDLE)
    while order[0] in ("trip", "unsourced") or order.index("fall") < order.index("quote"):
        order = shuffled(rng, MIDDLE)
    return tuple(order)


def _snow_line(rng: np.random.Generator) -> Line:
    actual = int(rng.integers(2_420_000, 3_380_000))
    risen = actual + actual * int(rng.integers(1400, 2790)) // 10_000
    budgets = (actual * 100 // int(rng.integers(105, 110)), risen * 100 // int(rng.integers(106, 116)))
    return Line(330, SNOW, _rounded(budgets[0], 1000), actual, _rounded(budgets[1], 1000), risen)


def _falling_line(rng: np.random.Generator, service: str) -> Line:
    code, usual = next((code, usual) for code, name, usual in SERVICES if name == service)
    actual = usual * int(rng.integers(960, 1041)) + int(rng.integers(-480, 480))
    fell = actual - int(rng.integers(58_000, 126_000))
    budgets = actual + int(rng.integers(24_000, 69_000)), fell + int(rng.integers(-12_000, 19_000))
    return Line(code, service, _rounded(budgets[0], 1000), actual, _rounded(budgets[1], 1000), fell)


def _line(rng: np.random.Generator, code: int, service: str, usual: int) -> Line:
    """Draw a service of no interest: its budget in thousands, its spending a few per cent off."""
    budget = usual * int(rng.integers(940, 1061))
    later = budget * int(rng.integers(1005, 1062)) // 1000
    spent = [amount * int(rng.integers(9550, 10_390)) // 10_000 for amount in (budget, later)]
    return Line(code, service, _rounded(budget, 1000), spent[0], _rounded(later, 1000), spent[1])


def _chart(rng: np.random.Generator, snow: Line) -> dict[int, Dollars]:
    """Draw what was spent on snow in the years before, of which only the city's picture speaks."""
    before = [snow.actual_2023 * int(rng.integers(low, low + 70)) // 1000 for low in (760, 830, 890)]
    return dict(zip((2020, 2021, 2022, 2023, 2024), [*before, snow.actual_2023, snow.actual_2024], strict=True))


def _trip(rng: np.random.Generator) -> Trip:
    supplier, goods = pick(rng, SUPPLIERS)
    received = datetime.combine(date(2025, 10, 29) + timedelta(days=int(rng.integers(0, 6))), time(21, 4)) + timedelta(
        minutes=int(rng.integers(0, 150)), seconds=int(rng.integers(0, 60))
    )
    return Trip(
        official=f"{pick(rng, FIRST_NAMES)} {pick(rng, LAST_NAMES)}",
        title=pick(rng, TITLES),
        destination=pick(rng, DESTINATIONS),
        month=pick(rng, MONTHS),
        days=int(rng.integers(3, 6)),
        supplier=supplier,
        goods=goods,
        mailbox=f"{pick(rng, MAILBOXES)}{int(rng.integers(21, 98))}",
        role=pick(rng, ROLES),
        place=pick(rng, PLACES),
        tenure=pick(rng, TENURES),
        received=received,
    )


def _tender(rng: np.random.Generator) -> Tender:
    bids = int(rng.integers(4, 8))
    return Tender(
        sector=pick(rng, SECTORS),
        bids=bids,
        compliant=int(rng.integers(2, bids - 1)),
        winner=pick(rng, WINNERS),
        amount=int(rng.integers(8_700, 18_400)) * 100 + pick(rng, (0, 25, 50, 75)),
        opened=date(2024, 8, 1) + timedelta(days=7 * int(rng.integers(1, 7))),
        vote=pick(rng, VOTES),
    )


def _interviews(rng: np.random.Generator) -> dict[str, datetime]:
    """Draw when the two interviews were held: on two working days of the week before and this one."""
    days = sorted(int(day) for day in rng.choice(5, 2, replace=False))
    working = (date(2025, 11, 5), date(2025, 11, 6), date(2025, 11, 7), date(2025, 11, 10), date(2025, 11, 12))
    hours = [time(int(rng.integers(9, 16)), 5 * int(rng.integers(0, 12))) for _ in days]
    held = [datetime.combine(working[day], hour) for day, hour in zip(days, hours, strict=True)]
    names = shuffled(rng, ("Brisson", "Lamarre"))
    return dict(zip(names, held, strict=True))
