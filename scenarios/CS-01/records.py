"""The records around the queue: other customers' orders, the warehouse's stock and the refunds of the last months."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.bank_calendar import add_business_days, business_days
from wp42_pytest.authoring.economy import ascii_form
from wp42_pytest.authoring.generator import companion

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.authoring.money import Cents

desk_paper = companion(__file__, "desk")
catalogue = companion(__file__, "catalogue")
wording = companion(__file__, "wording")


def filler(rng: np.random.Generator, people: list[Any], orders: Any, prices: dict[str, Cents], rows: int) -> list[Any]:
    """Return the rows of orders that no ticket is about."""
    found: list[Any] = []
    days = business_days(date(2025, 7, 2), date(2025, 10, 15))
    stranger_free = [item for item in catalogue.ITEMS if item not in catalogue.BY_ROLE["stranger"]]
    while len(found) < rows:
        owner, delivered = pick(rng, people), pick(rng, days)
        ordered = add_business_days(delivered, -int(rng.integers(2, 6)))
        order, shipping = orders.on(ordered), pick(rng, desk_paper.SHIPPING)
        opened = pick(rng, ("", "", "no", "yes"))
        for item in shuffled(rng, stranger_free)[: 1 + int(rng.random() < 0.3)]:
            card = item is catalogue.GIFT_CARD
            final = card or (item.category == "Clothing" and bool(rng.random() < 0.15))
            line = desk_paper.Line(order, 1, ordered, owner, item, prices[item.sku], shipping, delivered)
            found.append(replace(line, final_sale=final, opened="" if card else opened))
            shipping = 0
    return found[:rows]


def stock(
    rng: np.random.Generator, items: dict[str, Any], prices: dict[str, Cents], drop: Cents
) -> dict[str, tuple[Cents, int, int]]:
    """Return what the web store asks, what the warehouse holds, and how much of it is promised to others.

    Args:
        rng: the concern's stream.
        items: the item of each ticket, by kind.
        prices: the list prices, by item number.
        drop: by how much one of the items has become cheaper since it was sold.
    """
    found = {}
    for item in catalogue.ITEMS:
        on_hand = int(rng.integers(0, 48))
        found[item.sku] = (prices[item.sku], on_hand, min(on_hand, int(rng.integers(0, 5))))
    gone, there, cheaper = (items[role].sku for role in ("no_stock", "in_stock", "cheaper"))
    few = int(rng.integers(1, 5))
    found[gone] = (prices[gone], few, few)
    found[there] = (prices[there], int(rng.integers(4, 15)), int(rng.integers(1, 3)))
    found[cheaper] = (prices[cheaper] - drop, *found[cheaper][1:])
    return found


def history(rng: np.random.Generator, desk: Any, people: list[Any], orders: Any) -> list[Any]:
    """Return past refunds: one that counts under a former address, two that do not count, and everybody else's."""
    second, mind, electronics = (desk.ticket(role) for role in ("second", "mind", "electronics"))
    given, _, family = ascii_form(second.sender.name).lower().partition(" ")
    former = f"{given[0]}{family.replace(' ', '').replace('-', '')}{int(rng.integers(61, 99))}@{pick(rng, wording.PROVIDERS)}"

    def refund(ticket: Any, ages: tuple[int, int], amounts: tuple[Cents, Cents], email: str) -> Any:
        day = desk_paper.day_before(rng, ticket.received.date(), *ages)
        order = orders.on(add_business_days(day, -int(rng.integers(9, 20))))
        reason = pick(rng, ("RF-10", "RF-20", "RF-30"))
        return desk_paper.PastRefund(day, email, ticket.sender.member, order, reason, int(rng.integers(*amounts)))

    found = [
        refund(second, (24, 78), (208_00, 389_00), former),
        # These two do not count: one is below the limit, the other too long ago.
        refund(mind, (20, 78), (61_00, 188_00), mind.sender.email),
        refund(electronics, (104, 150), (209_00, 371_00), electronics.sender.email),
    ]
    days = business_days(date(2025, 5, 5), date(2025, 10, 14))
    codes = ("RF-10", "RF-10", "RF-15", "RF-20", "RF-30", "PM-10")
    for owner in shuffled(rng, people)[: int(rng.integers(14, 20))]:
        day, code = pick(rng, days), pick(rng, codes)
        amount = int(rng.integers(9_00, 42_00) if code == "PM-10" else rng.integers(18_00, 310_00))
        order = orders.on(add_business_days(day, -int(rng.integers(9, 20))))
        found.append(desk_paper.PastRefund(day, owner.email, owner.member, order, code, amount))
    return sorted(found, key=lambda each: (each.day, each.order))
