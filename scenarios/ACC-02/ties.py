"""Reads the written exports back, as someone else would, and works the return out from them alone."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from wp42_pytest.authoring.generator import companion

papers = companion(__file__, "papers")

_CENT = Decimal("0.01")
_GST_NUMBER, _QST_NUMBER = re.compile(r"\d{5} \d{4} RT0001"), re.compile(r"\d{10} TQ0001")
_MEAL = re.compile(r"\b(?:lunch|dinner)\b", re.IGNORECASE)
_EXEMPT = ("Insurance", "Bank charges")


class TieError(AssertionError):
    """The written documents do not agree with one another, or with what was meant."""


@dataclass
class Found:
    """What the exports come to.

    Attributes:
        figures: the figures of the return, in dollars.
        differing: the documents whose recorded taxes are not what is reported, with the difference of all their taxes.
        ids: every document.
    """

    figures: dict[str, Decimal] = field(default_factory=dict)
    differing: dict[str, Decimal] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)


def require(condition: bool, what: str) -> None:
    """Raise unless a tie holds.

    Raises:
        TieError: when it does not.
    """
    if not condition:
        raise TieError(what)


def work_out(folder: Path) -> Found:
    """Work the return out from the written exports.

    Raises:
        TieError: when the exports are not what an office exports.
    """
    found, totals = Found(), dict.fromkeys(("supplies", "gst_hst", "qst", "itc", "itr"), Decimal(0))
    for row in _rows(folder / papers.SALES, papers.SALES_COLUMNS):
        _sale(row, found, totals)
    for row in _rows(folder / papers.PURCHASES, papers.PURCHASE_COLUMNS):
        _purchase(row, found, totals)
    for prefix in ("CC-", "P-"):
        numbers = sorted(int(name.removeprefix(prefix)) for name in found.ids if name.startswith(prefix))
        missing = set(range(numbers[0], numbers[-1] + 1)) - set(numbers)
        require(len(set(numbers)) == len(numbers), f"the series {prefix} repeats a number")
        require(len(missing) == 1, f"the series {prefix} leaves out {sorted(missing)}, not one number")
    found.figures = {
        "total_supplies": totals["supplies"],
        "gst_hst_collected": totals["gst_hst"],
        "itc": totals["itc"],
        "net_gst_hst": totals["gst_hst"] - totals["itc"],
        "qst_collected": totals["qst"],
        "itr": totals["itr"],
        "net_qst": totals["qst"] - totals["itr"],
    }
    return found


def _sale(row: dict[str, str], found: Found, totals: dict[str, Decimal]) -> None:
    pre_tax, day = Decimal(row["pre_tax"]), date.fromisoformat(row["date"])
    recorded = [Decimal(row[name]) for name in ("gst", "hst", "qst")]
    rates = {"QC": ("0.05", "0", "0.09975"), "ON": ("0", "0.13", "0")}.get(row["province"], ("0", "0", "0"))
    correct = [_rounded(pre_tax * Decimal(rate)) for rate in rates]
    if not "2025-07-01" <= row["date"] <= "2025-09-30":
        pre_tax, correct = Decimal(0), [Decimal(0)] * 3
    totals["supplies"] += pre_tax
    totals["gst_hst"] += correct[0] + correct[1]
    totals["qst"] += correct[2]
    require(day.weekday() < 5, f"{row['doc_id']} is dated on a weekend")
    require(bool(row["client"] and row["memo"]), f"{row['doc_id']} lacks its client or its memo")
    _note(row["doc_id"], sum(recorded) - sum(correct), found)


def _purchase(row: dict[str, str], found: Found, totals: dict[str, Decimal]) -> None:
    require("2025-07-01" <= row["date"] <= "2025-09-30", f"{row['doc_id']} is not dated in the quarter")
    recorded = [Decimal(row["gst"]), Decimal(row["qst"])]
    numbers = row["supplier_gst_no"], row["supplier_qst_no"]
    if row["category"] in _EXEMPT or not any(numbers):
        credit = [Decimal(0)] * 2
    elif _MEAL.search(row["description"]):
        credit = [_rounded(tax / 2) for tax in recorded]
    else:
        credit = recorded
    if row["category"] not in _EXEMPT:
        pre_tax = Decimal(row["pre_tax"])
        due = [_rounded(pre_tax * Decimal(rate)) for rate in ("0.05", "0.09975")]
        require(recorded == due, f"{row['doc_id']} does not bear the taxes of its price")
    written = [bool(form.fullmatch(number)) for form, number in zip((_GST_NUMBER, _QST_NUMBER), numbers, strict=True)]
    require(not any(numbers) or all(written), f"{numbers} are no registration numbers")
    totals["itc"] += credit[0]
    totals["itr"] += credit[1]
    _note(row["doc_id"], sum(recorded) - sum(credit), found)


def _note(doc_id: str, difference: Any, found: Found) -> None:
    found.ids.append(doc_id)
    if difference:
        found.differing[doc_id] = Decimal(difference)


def _rounded(amount: Decimal) -> Decimal:
    return amount.quantize(_CENT, rounding=ROUND_HALF_UP)


def _rows(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline=""))
    rows = list(reader)
    require(tuple(reader.fieldnames or ()) == columns, f"{path.name} has the columns {reader.fieldnames}")
    return rows
