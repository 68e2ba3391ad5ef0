"""Read the two exports of the bookkeeper."""

import csv
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path


@dataclass(frozen=True)
class Sale:
    """An invoice, or a credit note when its amount is negative."""

    doc_id: str
    day: date
    client: str
    province: str
    pre_tax: Decimal
    taxes: dict[str, Decimal]
    memo: str


@dataclass(frozen=True)
class Purchase:
    """A supplier's document."""

    doc_id: str
    day: date
    supplier: str
    description: str
    category: str
    pre_tax: Decimal
    taxes: dict[str, Decimal]
    numbers: dict[str, str]
    memo: str


def read_sales(path: Path) -> list[Sale]:
    """Return the lines of the sales export."""
    return [
        Sale(
            row["doc_id"],
            date.fromisoformat(row["date"]),
            row["client"],
            row["province"].strip().upper(),
            Decimal(row["pre_tax"]),
            {tax: Decimal(row[tax.lower()] or 0) for tax in ("GST", "HST", "QST")},
            row["memo"],
        )
        for row in _rows(path)
    ]


def read_purchases(path: Path) -> list[Purchase]:
    """Return the lines of the purchases export."""
    return [
        Purchase(
            row["doc_id"],
            date.fromisoformat(row["date"]),
            row["supplier"],
            row["description"],
            row["category"],
            Decimal(row["pre_tax"]),
            {tax: Decimal(row[tax.lower()] or 0) for tax in ("GST", "QST")},
            {tax: row[f"supplier_{tax.lower()}_no"].strip() for tax in ("GST", "QST")},
            row["memo"],
        )
        for row in _rows(path)
    ]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))
