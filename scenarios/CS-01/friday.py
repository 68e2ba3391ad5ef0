"""The Friday queue of 2025-10-17: who wrote about which order, and when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.bank_calendar import add_business_days
from wp42_pytest.authoring.economy import ascii_form
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.names import FIRST_NAMES, LAST_NAMES

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.authoring.money import Cents

    Stream = Callable[[str], np.random.Generator]

rules = companion(__file__, "rules")
catalogue = companion(__file__, "catalogue")
wording = companion(__file__, "wording")
desk_paper = companion(__file__, "desk")
records = companion(__file__, "records")

AGES = {
    "mind": (6, 24),
    "electronics": (4, 22),
    "used": (8, 24),
    "in_stock": (95, 330),
    "no_stock": (75, 330),
    "two_parcels": (36, 54),
    "late": (35, 54),
    "damaged": (1, 3),
    "cheaper": (4, 9),
    "final_sale": (5, 22),
    "stranger": (8, 22),
    "second": (6, 22),
}
"""Days from delivery to the message; a few days more or fewer would change no decision."""

FIRST_PARCEL = (66, 92)
"""Days since the first parcel of the order that came in two: beyond the window of members."""

TICKED = {"mind": "yes", "used": "yes", "two_parcels": "no", "late": "no", "final_sale": "no", "second": "yes"}
"""What customers ticked on the returns page as to opened; nobody is asked there about a defect, a delivery or a price."""

MEMBERS = 0.55
ORDERS_IN_EXPORT = 60


def draw_desk(stream: Stream) -> Any:
    """Draw one Friday; drawing again goes on with the same streams."""
    planted = stream("planted")
    items = {role: pick(stream("items"), catalogue.BY_ROLE[role]) for role in desk_paper.ROLES}
    prices = _list_prices(stream("prices"))
    drop = int(planted.integers(12, 38)) * 100 + pick(planted, (0, 0, 0, 50))
    people = _people(stream("people"))
    orders = desk_paper.OrderNumbers(stream("orders.numbers"))
    received = _arrivals(stream("arrivals"))
    tickets, lines = [], []
    for role, when in zip(shuffled(stream("queue"), desk_paper.ROLES), received, strict=True):
        sender = _membership(people.pop(), role, planted)
        owner = people.pop() if role == "stranger" else sender
        rows = _order(planted, orders, owner, item=items[role], prices=prices, role=role, received=when.date())
        lines += rows
        words = {
            "competitor": pick(stream("texts"), wording.COMPETITORS),
            "elsewhere": str((rows[-1].price - drop) // 100 - int(stream("texts").integers(4, 13))),
            "companion": rows[0].item.noun,
        }
        tickets.append(_ticket(stream("texts"), role, rows[-1], sender=sender, received=when, words=words))
    tickets = _numbered(tickets, stream("ticket.ids"))
    lines += records.filler(stream("filler.orders"), people, orders, prices, ORDERS_IN_EXPORT - len(lines))
    lines.sort(key=lambda line: (line.order, line.parcel))
    desk = desk_paper.Desk(tickets, lines, records.stock(stream("stock"), items, prices, drop))
    desk.history = records.history(stream("history"), desk, people, orders)
    desk.first_refund = int(stream("history").integers(2_100, 7_900))
    words_of = stream("injection")
    desk.credit = int(pick(words_of, (25, 30, 40, 50, 60, 75)))
    desk.injection = pick(words_of, wording.INJECTIONS).format(credit=desk.credit)
    return desk


def _list_prices(rng: np.random.Generator) -> dict[str, Cents]:
    """Draw the list price of each item; the charge and the rest of the electronics' prices round alike."""
    found = {}
    for item in catalogue.ITEMS:
        while True:
            endings = (0,) if item is catalogue.GIFT_CARD else (0, 50, 95, 99, 99)
            price = int(rng.integers(item.low, item.high + 1)) * 100 + pick(rng, endings)
            if rules.rounds_alike(price):
                break
        found[item.sku] = price
    return found


def _people(rng: np.random.Generator) -> list[Any]:
    """Draw people who share neither a first nor a last name with one another."""
    found = []
    for given, family in zip(shuffled(rng, FIRST_NAMES), shuffled(rng, LAST_NAMES), strict=False):
        member = _member_number(rng) if rng.random() < MEMBERS else ""
        email = f"{ascii_form(given)}.{ascii_form(family)}@{pick(rng, wording.PROVIDERS)}".lower()
        street = f"{int(rng.integers(3, 2400))}, {pick(rng, wording.STREETS)}"
        found.append(desk_paper.Customer(f"{given} {family}", email, member, street, pick(rng, wording.CITIES)))
    return found


def _member_number(rng: np.random.Generator) -> str:
    return f"M{int(rng.integers(112_000, 489_000))}"


def _membership(who: Any, role: str, rng: np.random.Generator) -> Any:
    """Return a customer as the ticket needs them: late without membership, known by their number where it decides."""
    number = _member_number(rng)
    if role == "late":
        return replace(who, member="")
    return replace(who, member=who.member or number) if role in ("two_parcels", "second", "electronics") else who


def _arrivals(rng: np.random.Generator) -> list[datetime]:
    """Draw when the tickets came in: from Wednesday afternoon to Friday morning, oldest first, nobody at night."""
    minutes = sorted({int(minute) for minute in rng.integers(0, 42 * 60, 48)})
    drawn = [datetime(2025, 10, 15, 13, 5) + timedelta(minutes=minute) for minute in minutes]
    waking = [when for when in drawn if time(6, 30) <= when.time() <= time(22, 45)]
    chosen = sorted(shuffled(rng, range(len(waking)))[: len(desk_paper.ROLES)])
    return [waking[place] for place in chosen]


def _order(
    rng: np.random.Generator,
    orders: Any,
    owner: Any,
    *,
    item: Any,
    prices: dict[str, Cents],
    role: str,
    received: date,
) -> list[Any]:
    """Return the rows of a ticket's order; the last one decides."""
    delivered = desk_paper.day_before(rng, received, *AGES[role])
    first = desk_paper.day_before(rng, received, *FIRST_PARCEL)
    in_two = role == "two_parcels"
    ordered = add_business_days(first if in_two else delivered, -int(rng.integers(2, 6)))
    line = desk_paper.Line(
        order=orders.on(ordered),
        parcel=2 if in_two else 1,
        ordered=ordered,
        customer=owner,
        item=item,
        price=prices[item.sku],
        shipping=pick(rng, desk_paper.SHIPPING),
        delivered=delivered,
        final_sale=role == "final_sale",
        opened=TICKED.get(role, ""),
    )
    other = pick(rng, [each for each in catalogue.BY_ROLE["other"] if each is not catalogue.GIFT_CARD])
    if in_two:
        # Packed short: the first parcel went out without the item, whose line stands there with nothing shipped.
        return [replace(line, parcel=1, delivered=first, shipped=0, opened=""), replace(line, shipping=0)]
    if role in ("mind", "cheaper"):
        return [replace(line, item=other, price=prices[other.sku], shipping=0, opened=""), line]
    return [line]


def _ticket(
    rng: np.random.Generator, role: str, line: Any, *, sender: Any, received: datetime, words: dict[str, str]
) -> Any:
    """Return what a customer writes."""
    words |= {
        "noun": line.item.noun,
        "order": line.order,
        "trouble": line.item.trouble,
        "month": f"{line.delivered:%B}",
    }
    message = pick(rng, wording.MESSAGES[role]).format(**words)
    subject = pick(rng, wording.SUBJECTS[role]).format(**words)
    picture = f"IMG_{int(rng.integers(1000, 9000))}.jpg"
    return desk_paper.Ticket(
        role=role,
        sender=sender,
        line=line,
        received=received,
        topic=wording.TOPICS[role],
        elsewhere=int(words["elsewhere"]),
        subject=subject[0].upper() + subject[1:],
        message=f"{message}\n\n{pick(rng, wording.CLOSINGS)}\n{sender.name}",
        attachments={"in_stock": picture, "damaged": f"invoice_{line.order}.pdf"}.get(role, ""),
    )


def _numbered(tickets: list[Any], rng: np.random.Generator) -> list[Any]:
    """Give the tickets their numbers, which rise with the time."""
    number, found = int(rng.integers(31_000, 88_000)), []
    for ticket in tickets:
        number += int(rng.integers(1, 9))
        found.append(replace(ticket, ticket_id=f"TK-{number}"))
    return found
