"""What the city spent, what was said in the interviews, and what the draft makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal

Dollars = int
"""Whole dollars, as municipal accounts are published."""

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
        conceded: what the dropped words concede, as groups of words by which it can be told in indirect speech.
    """

    spoken: str
    printed: str
    dropped: str
    conceded: tuple[tuple[str, ...], ...]


QUOTES = (
    Quote(
        "We simply had fewer crews and more storms than planned.",
        "We simply had more storms than planned.",
        "fewer crews",
        (("crew*",), ("fewer", "less", "short*", "lack*")),
    ),
    Quote(
        "The overrun comes from the March storms and from a tender that we launched too late.",
        "The overrun comes from the March storms.",
        "launched too late",
        (("tender*", "bidding", "call*"), ("late*", "delay*")),
    ),
    Quote(
        "Salt cost us more than we expected, and we spread more of it than we should have.",
        "Salt cost us more than we expected.",
        "more of it than we should have",
        (("spread*", "used", "using"), ("should*", "too much", "more than", "more of it")),
    ),
    Quote(
        "It was a hard winter, and half of our own trucks were out of service when it came.",
        "It was a hard winter.",
        "trucks were out of service",
        (("truck*",), ("out of service", "broken", "repair*", "off the road", "not in service")),
    ),
    Quote(
        "Nobody could have foreseen the ice storm, but the overtime was ours to control.",
        "Nobody could have foreseen the ice storm.",
        "overtime was ours to control",
        (("overtime",), ("control*", "ours", "avoid*", "in its hands", "in their hands")),
    ),
    Quote(
        "Prices went up and we had not budgeted for it, although we were warned.",
        "Prices went up and we had not budgeted for it.",
        "although we were warned",
        (("warn*",),),
    ),
)


@dataclass(frozen=True)
class Unsourced:
    """A statement that nothing in the folder bears out.

    Args:
        text: the statement.
        told_by: words that only it has.
        about: groups of words of which other sentences do not have all, by which it is told in other words.
    """

    text: str
    told_by: tuple[str, ...]
    about: tuple[tuple[str, ...], ...]


UNSOURCED = (
    Unsourced(
        "The deficit that the city ran in 2024 is its largest in ten years",
        ("deficit*", "ten years"),
        (("shortfall*", "red ink", "in the red"),),
    ),
    Unsourced(
        "No other town in the region spends as much to clear a kilometre of street",
        ("other town*", "in the region"),
        (("town*", "municipalit*", "communit*"), ("kilometre*", "region*", "elsewhere", "as much", "neighbour*")),
    ),
    Unsourced(
        "Complaints about uncleared sidewalks doubled last winter",
        ("complaint*", "complain*", "uncleared"),
        (("sidewalk*", "grievance*"), ("double*", "twice", "winter")),
    ),
    Unsourced(
        "A third of the plough fleet is more than 15 years old",
        ("plough fleet", "years old", "a third of*"),
        (("plough*", "plow*", "fleet"), ("old*", "aged", "ageing", "years")),
    ),
    Unsourced(
        "Contractors in neighbouring towns charge a fifth less for the same work",
        ("neighbouring town*", "neighboring town*", "a fifth less"),
        (("contractor*", "firm*", "compan*"), ("cheap*", "fifth", "charge*", "lower", "for less")),
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
        return self.role, self.place, *years, self.mailbox, MAIL_PROVIDER


MAIL_PROVIDER = "boite-libre"

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
        return rounded(self.less.budget_2023 - until, 1000)

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


def rounded(amount: Dollars, unit: int) -> Dollars:
    """Return an amount rounded to a unit, a half up."""
    return (amount + unit // 2) // unit * unit
