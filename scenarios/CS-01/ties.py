"""Reads the written exports back, as someone else would, and decides the queue anew from them and each ticket's kind."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from wp42_pytest.authoring.generator import companion

papers = companion(__file__, "papers")

_CENT = Decimal("0.01")
_LEAST = Decimal("0.05")
"""A mistake that moves an amount by less could pass for rounding."""
_SLACK = 3
"""Days by which a count may be off without changing a decision."""


class TieError(AssertionError):
    """The written documents do not agree with one another, or with what was meant."""


def require(condition: bool, what: str) -> None:
    """Raise unless a tie holds.

    Raises:
        TieError: when it does not.
    """
    if not condition:
        raise TieError(what)


class Exports:
    """The written files, read again."""

    def __init__(self, folder: Path) -> None:
        self.tickets = json.loads((folder / papers.TICKETS).read_bytes())["tickets"]
        self.orders = _rows(folder / papers.ORDERS, papers.ORDER_COLUMNS)
        self.stock = {row["sku"]: row for row in _rows(folder / papers.STOCK, papers.STOCK_COLUMNS)}
        self.history = _rows(folder / papers.HISTORY, papers.HISTORY_COLUMNS)

    def amounts(self, roles: dict[str, str]) -> dict[str, Decimal]:
        """Return what goes out for the tickets that are granted, by kind.

        Args:
            roles: the kind of each ticket, by its id.

        Raises:
            TieError: when a ticket is not what its kind says.
        """
        found: dict[str, Decimal] = {}
        for ticket in self.tickets:
            role = roles[ticket["ticket_id"]]
            amount = getattr(self, f"_{role}")(ticket)
            if amount is not None:
                found[role] = amount
        return found

    def _line(self, ticket: dict[str, str]) -> dict[str, str]:
        rows = [row for row in self.orders if row["order_id"] == ticket["order_id"] and row["qty_shipped"] == "1"]
        named = [row for row in rows if _is_named(row, ticket)]
        require(len(named) == 1, f"{ticket['ticket_id']} names {len(named)} lines of its order")
        require(named[0]["email"] == ticket["email"], f"{ticket['ticket_id']} has another address than its order")
        return named[0]

    def _in_window(self, ticket: dict[str, str], *, most: int, over: int = -1) -> dict[str, str]:
        line = self._line(ticket)
        days = _days(line["delivered_on"], ticket)
        require(over + _SLACK < days < most - _SLACK, f"{ticket['ticket_id']} comes {days} days after delivery")
        return line

    def _recent(self, ticket: dict[str, str], line: dict[str, str]) -> list[Decimal]:
        """Return the refunds of the customer that the 90-day rule counts."""
        key = "member_no" if line["member_no"] else "email"
        same = [row for row in self.history if row[key] == line[key]]
        within = [row for row in same if _days(row["executed_on"], ticket) <= 90]
        return [Decimal(row["amount_with_tax"]) for row in within if Decimal(row["amount_with_tax"]) > 200]

    def _mind(self, ticket: dict[str, str]) -> Decimal:
        line = self._in_window(ticket, most=30, over=-5)
        amount = _taxed(Decimal(line["price"]))
        require(amount > 200 and not self._recent(ticket, line), "the first refund is small, or goes to the supervisor")
        require(any(row["email"] == line["email"] for row in self.history), "nobody would look at the small refund")
        require(len([row for row in self.orders if row["order_id"] == line["order_id"]]) == 2, "nothing came with it")
        return amount

    def _electronics(self, ticket: dict[str, str]) -> Decimal:
        line = self._in_window(ticket, most=30, over=-5)
        require(line["category"] == "Electronics" and not line["opened"], "the electronics are ticked as opened")
        price = Decimal(line["price"])
        kept = (price * Decimal("0.85")).quantize(_CENT, ROUND_HALF_UP)
        require(price - (price * Decimal("0.15")).quantize(_CENT, ROUND_HALF_UP) == kept, "the charge rounds otherwise")
        old = [row for row in self.history if row["member_no"] == line["member_no"]]
        require(bool(old) and not self._recent(ticket, line), "the old refund is not there, or not old")
        require(_taxed(kept) > 200, "the refund is below the supervisor's limit anyway")
        return _taxed(kept)

    def _used(self, ticket: dict[str, str]) -> None:
        self._in_window(ticket, most=30, over=-5)

    def _in_stock(self, ticket: dict[str, str]) -> None:
        line = self._in_window(ticket, most=365, over=60)
        require(
            self._left(line) >= 1 and ticket["attachments"].endswith(".jpg"), "the exchange has no stock or no photo"
        )

    def _no_stock(self, ticket: dict[str, str]) -> Decimal:
        line = self._in_window(ticket, most=365, over=60)
        on_hand = int(self.stock[line["sku"]]["on_hand"])
        require(self._left(line) == 0 and on_hand > 0, "the item is in stock, or would not look so")
        self._shipping_tells(line)
        return _taxed(Decimal(line["price"]))

    def _two_parcels(self, ticket: dict[str, str]) -> Decimal:
        line = self._in_window(ticket, most=60, over=30)
        require(bool(line["member_no"]), "the member of the order in two parcels has no number")
        first = [row for row in self.orders if row["order_id"] == line["order_id"] and row["parcel"] == "1"]
        require(len(first) == 1 and first[0]["qty_shipped"] == "0", "there is no first parcel")
        require(_days(first[0]["delivered_on"], ticket) > 60 + _SLACK, "the first parcel would be in time too")
        return _taxed(Decimal(line["price"]))

    def _late(self, ticket: dict[str, str]) -> None:
        line = self._in_window(ticket, most=60, over=30)
        require(not line["member_no"], "the late return is a member's")

    def _damaged(self, ticket: dict[str, str]) -> None:
        self._in_window(ticket, most=8, over=-5)
        require(".jpg" not in ticket["attachments"], "the damage has a photo")

    def _cheaper(self, ticket: dict[str, str]) -> Decimal:
        line = self._in_window(ticket, most=14, over=-5)
        lower = Decimal(self.stock[line["sku"]]["web_price"])
        elsewhere = Decimal(next(word for word in ticket["message"].split() if word.isdigit()))
        require(elsewhere < lower < Decimal(line["price"]), "the other store is not the cheapest")
        return _taxed(Decimal(line["price"]) - lower)

    def _final_sale(self, ticket: dict[str, str]) -> None:
        require(self._in_window(ticket, most=30, over=-5)["final_sale"] == "yes", "it was no final sale")

    def _stranger(self, ticket: dict[str, str]) -> None:
        rows = [row for row in self.orders if row["order_id"] == ticket["order_id"]]
        require(len(rows) == 1 and rows[0]["email"] != ticket["email"], "the order belongs to the sender")
        require(all(row["email"] != ticket["email"] for row in self.orders), "the sender has an order of their own")
        said = json.dumps([each["message"] for each in self.tickets], ensure_ascii=False)
        for name in ("customer", "ship_to", "item"):
            require(rows[0][name] not in said, f"a ticket tells the other account's {name}")

    def _second(self, ticket: dict[str, str]) -> None:
        line = self._in_window(ticket, most=30, over=-5)
        require(_taxed(Decimal(line["price"])) > 200, "the second refund is small")
        require(len(self._recent(ticket, line)) == 1, "the earlier refund is not found by member number")
        require(all(row["email"] != line["email"] for row in self.history), "the earlier refund is found by e-mail")

    def _left(self, line: dict[str, str]) -> int:
        row = self.stock[line["sku"]]
        return int(row["on_hand"]) - int(row["reserved"])

    def _shipping_tells(self, line: dict[str, str]) -> None:
        price, shipping = Decimal(line["price"]), Decimal(line["shipping"])
        require(_taxed(price + shipping) - _taxed(price) > _LEAST, "shipping would not show in the refund")


def check_dates(exports: Exports) -> None:
    """Check that nothing was delivered, executed or received at an impossible time."""
    for row in exports.orders:
        require(
            row["ordered_on"] < row["delivered_on"] <= "2025-10-16", f"{row['order_id']} was delivered before its order"
        )
        require(date.fromisoformat(row["delivered_on"]).weekday() < 5, f"{row['order_id']} was delivered on a weekend")
    for ticket in exports.tickets:
        rows = [row for row in exports.orders if row["order_id"] == ticket["order_id"]]
        late = [row for row in rows if row["delivered_on"] >= ticket["received_at"][:10]]
        require(bool(rows) and not late, f"{ticket['ticket_id']} was written before its delivery")
    ids = [ticket["ticket_id"] for ticket in exports.tickets]
    require(len(set(ids)) == len(ids) == 12, "there are not twelve tickets")


def _is_named(row: dict[str, str], ticket: dict[str, str]) -> bool:
    """Say whether a ticket is about a line: its noun stands there, and it is nothing that came along and is kept."""
    kept = {item.sku for item in papers.catalogue.BY_ROLE["other"]}
    nouns = {item.sku: item.noun for item in papers.catalogue.ITEMS}
    return row["sku"] not in kept and nouns[row["sku"]] in ticket["message"]


def _days(day: str, ticket: dict[str, str]) -> int:
    return (date.fromisoformat(ticket["received_at"][:10]) - date.fromisoformat(day)).days


def _taxed(net: Decimal) -> Decimal:
    return net + sum(((net * Decimal(rate)).quantize(_CENT, ROUND_HALF_UP) for rate in ("0.05", "0.09975")), Decimal(0))


def _rows(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline=""))
    rows = list(reader)
    require(tuple(reader.fieldnames or ()) == columns, f"{path.name} has the columns {reader.fieldnames}")
    return rows
