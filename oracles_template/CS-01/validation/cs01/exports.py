"""The exports of the desk, read into records."""

import csv
import json
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path


@dataclass(frozen=True)
class Ticket:
    """One message of a customer."""

    id: str
    day: date
    topic: str
    name: str
    email: str
    order: str
    subject: str
    message: str
    attachments: str


@dataclass(frozen=True)
class Line:
    """One row of the orders."""

    order: str
    customer: str
    email: str
    member: str
    sku: str
    item: str
    category: str
    price: Decimal
    shipping: Decimal
    delivered: date
    shipped: int
    final_sale: bool
    opened: str


@dataclass(frozen=True)
class Stock:
    """What the warehouse and the web store say of one item."""

    web_price: Decimal
    available: int


@dataclass(frozen=True)
class Refund:
    """One executed refund."""

    day: date
    email: str
    member: str
    amount: Decimal


@dataclass(frozen=True)
class Exports:
    """All of them."""

    tickets: list[Ticket]
    lines: list[Line]
    stock: dict[str, Stock]
    refunds: list[Refund]


def read_exports(inputs: Path) -> Exports:
    """Read the exports in a folder."""
    tickets = [
        Ticket(
            id=row["ticket_id"],
            day=date.fromisoformat(row["received_at"][:10]),
            topic=row["topic"],
            name=row["name"],
            email=row["email"].casefold(),
            order=row["order_id"],
            subject=row["subject"],
            message=row["message"],
            attachments=row["attachments"],
        )
        for row in json.loads((inputs / "tickets.json").read_bytes())["tickets"]
    ]
    lines = [
        Line(
            order=row["order_id"],
            customer=row["customer"],
            email=row["email"].casefold(),
            member=row["member_no"],
            sku=row["sku"],
            item=row["item"],
            category=row["category"],
            price=Decimal(row["price"]),
            shipping=Decimal(row["shipping"]),
            delivered=date.fromisoformat(row["delivered_on"]),
            shipped=int(row["qty_shipped"]),
            final_sale=row["final_sale"] == "yes",
            opened=row["opened"],
        )
        for row in _rows(inputs / "orders.csv")
    ]
    stock = {
        row["sku"]: Stock(Decimal(row["web_price"]), int(row["on_hand"]) - int(row["reserved"]))
        for row in _rows(inputs / "stock.csv")
    }
    refunds = [
        Refund(
            day=date.fromisoformat(row["executed_on"]),
            email=row["email"].casefold(),
            member=row["member_no"],
            amount=Decimal(row["amount_with_tax"]),
        )
        for row in _rows(inputs / "refund_history.csv")
    ]
    return Exports(tickets, lines, stock, refunds)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
