"""Draws what the city spent, what was said and how the draft tells it, until no mistake comes to the conclusion of the right work."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.names import FIRST_NAMES, LAST_NAMES

if TYPE_CHECKING:
    import numpy as np

story_paper = companion(__file__, "story")


def draw_story(stream: Callable[[str], np.random.Generator]) -> Any:
    """Draw stories until every plausible mistake comes to another conclusion than the right work."""
    for _ in range(500):
        story = _drawn(stream)
        if not ambiguities(story):
            return story
    msg = "no story was found in which every mistake shows"
    raise ValueError(msg)


def ambiguities(story: Any) -> list[str]:
    """Say what would let a mistake pass for the right work, or a right statement for a wrong one."""
    snow, less = story.snow, story.less
    growths = {
        "right": story_paper.percent(snow.rise, snow.actual_2023),
        "draft": Decimal(story.printed_growth),
        "budget to budget": story_paper.percent(snow.budget_2024 - snow.budget_2023, snow.budget_2023),
        "over 2024": story_paper.percent(snow.rise, snow.actual_2024),
        "over budget": story_paper.percent(snow.actual_2024 - snow.budget_2024, snow.budget_2024),
        "spending to budget": story_paper.percent(snow.budget_2024 - snow.actual_2023, snow.actual_2023),
        "other service": story_paper.percent(less.rise, less.actual_2023),
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
        if 4_000 < cut < 6_000 or story_paper.rounded(amount, 10_000) % 100_000 == 0:
            found.append("a rounded amount is a near thing")
    said = (story.printed_growth, int(story.growth), story.streets_km, story.contract_km, story.trigger_cm)
    return found + ([] if len(set(said)) == len(said) else ["two numbers of the article are the same"])


def _drawn(stream: Callable[[str], np.random.Generator]) -> Any:
    rng = stream("planted")
    falling = pick(rng, story_paper.FALLING)
    snow = _snow_line(rng)
    less = _falling_line(rng, falling.service)
    filler = stream("filler.accounts")
    lines = tuple(
        snow if name == story_paper.SNOW else less if name == falling.service else _line(filler, code, name, usual)
        for code, name, usual in story_paper.SERVICES
    )
    people = stream("filler.people")
    chart = _chart(stream("filler.chart"), snow)
    first = story_paper.POPULATION_2024 - int(people.integers(260, 520))
    return story_paper.Story(
        lines=lines,
        falling=falling,
        fall_base=pick(rng, ("budget", "mixed")),
        population={
            2023: first,
            2024: story_paper.POPULATION_2024,
            2025: story_paper.POPULATION_2024 + int(people.integers(280, 640)),
        },
        chart=chart,
        quote=pick(rng, story_paper.QUOTES),
        unsourced=pick(rng, story_paper.UNSOURCED),
        trip=_trip(stream("trip")),
        tender=_tender(stream("tender")),
        streets_km=int(people.integers(196, 262)),
        contract_km=int(people.integers(44, 81)),
        trigger_cm=int(people.integers(4, 9)),
        interviews=_interviews(stream("calendar")),
        lede=pick(stream("layout"), story_paper.LEDES),
        middle=_middle(stream("layout")),
        vote_last=bool(stream("layout").integers(2)),
    )


def _middle(rng: np.random.Generator) -> tuple[str, ...]:
    """Draw the order of the paragraphs.

    No reporter follows a lede with a rumour, or with what he cannot show, or calls the treasurer by his name before he has introduced him,
    which the quote does.
    """
    order = shuffled(rng, story_paper.MIDDLE)
    while order[0] in ("trip", "unsourced") or order.index("fall") < order.index("quote"):
        order = shuffled(rng, story_paper.MIDDLE)
    return tuple(order)


def _snow_line(rng: np.random.Generator) -> Any:
    actual = int(rng.integers(2_420_000, 3_380_000))
    risen = actual + actual * int(rng.integers(1400, 2790)) // 10_000
    budgets = (actual * 100 // int(rng.integers(105, 110)), risen * 100 // int(rng.integers(106, 116)))
    return story_paper.Line(
        330,
        story_paper.SNOW,
        story_paper.rounded(budgets[0], 1000),
        actual,
        story_paper.rounded(budgets[1], 1000),
        risen,
    )


def _falling_line(rng: np.random.Generator, service: str) -> Any:
    code, usual = next((code, usual) for code, name, usual in story_paper.SERVICES if name == service)
    actual = usual * int(rng.integers(960, 1041)) + int(rng.integers(-480, 480))
    fell = actual - int(rng.integers(58_000, 126_000))
    budgets = actual + int(rng.integers(24_000, 69_000)), fell + int(rng.integers(-12_000, 19_000))
    return story_paper.Line(
        code, service, story_paper.rounded(budgets[0], 1000), actual, story_paper.rounded(budgets[1], 1000), fell
    )


def _line(rng: np.random.Generator, code: int, service: str, usual: int) -> Any:
    """Draw a service of no interest: its budget in thousands, its spending a few per cent off."""
    budget = usual * int(rng.integers(940, 1061))
    later = budget * int(rng.integers(1005, 1062)) // 1000
    spent = [amount * int(rng.integers(9550, 10_390)) // 10_000 for amount in (budget, later)]
    return story_paper.Line(
        code, service, story_paper.rounded(budget, 1000), spent[0], story_paper.rounded(later, 1000), spent[1]
    )


def _chart(rng: np.random.Generator, snow: Any) -> dict[int, int]:
    """Draw what was spent on snow in the years before, of which only the city's picture speaks."""
    before = [snow.actual_2023 * int(rng.integers(low, low + 70)) // 1000 for low in (760, 830, 890)]
    return dict(zip((2020, 2021, 2022, 2023, 2024), [*before, snow.actual_2023, snow.actual_2024], strict=True))


def _trip(rng: np.random.Generator) -> Any:
    supplier, goods = pick(rng, story_paper.SUPPLIERS)
    received = datetime.combine(date(2025, 10, 29) + timedelta(days=int(rng.integers(0, 6))), time(21, 4)) + timedelta(
        minutes=int(rng.integers(0, 150)), seconds=int(rng.integers(0, 60))
    )
    return story_paper.Trip(
        official=f"{pick(rng, FIRST_NAMES)} {pick(rng, LAST_NAMES)}",
        title=pick(rng, story_paper.TITLES),
        destination=pick(rng, story_paper.DESTINATIONS),
        month=pick(rng, story_paper.MONTHS),
        days=int(rng.integers(3, 6)),
        supplier=supplier,
        goods=goods,
        mailbox=f"{pick(rng, story_paper.MAILBOXES)}{int(rng.integers(21, 98))}",
        role=pick(rng, story_paper.ROLES),
        place=pick(rng, story_paper.PLACES),
        tenure=pick(rng, story_paper.TENURES),
        received=received,
    )


def _tender(rng: np.random.Generator) -> Any:
    bids = int(rng.integers(4, 8))
    return story_paper.Tender(
        sector=pick(rng, story_paper.SECTORS),
        bids=bids,
        compliant=int(rng.integers(2, bids - 1)),
        winner=pick(rng, story_paper.WINNERS),
        amount=int(rng.integers(8_700, 18_400)) * 100 + pick(rng, (0, 25, 50, 75)),
        opened=date(2024, 8, 1) + timedelta(days=7 * int(rng.integers(1, 7))),
        vote=pick(rng, story_paper.VOTES),
    )


def _interviews(rng: np.random.Generator) -> dict[str, datetime]:
    """Draw when the two interviews were held: on two working days of the week before and this one."""
    days = sorted(int(day) for day in rng.choice(5, 2, replace=False))
    working = (date(2025, 11, 5), date(2025, 11, 6), date(2025, 11, 7), date(2025, 11, 10), date(2025, 11, 12))
    hours = [time(int(rng.integers(9, 16)), 5 * int(rng.integers(0, 12))) for _ in days]
    held = [datetime.combine(working[day], hour) for day, hour in zip(days, hours, strict=True)]
    names = shuffled(rng, ("Brisson", "Lamarre"))
    return dict(zip(names, held, strict=True))
