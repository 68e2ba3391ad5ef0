"""Reads the written documents back, as someone else would, and computes both bases from them alone."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.money import Cents, cents

claim_paper = companion(__file__, "claim")
papers = companion(__file__, "papers")

_WEEK = re.compile(r"\d (?P<start>\d{4}-\d\d-\d\d) (?P<end>\d{4}-\d\d-\d\d) (?P<gross>[\d,]+\.\d\d)")
_YEAR = re.compile(r"(?P<start>\d{4}-\d\d-\d\d) (?P<end>\d{4}-\d\d-\d\d) (?P<total>[\d,]+\.\d\d)")
_MILEAGE = re.compile(r"including mileage reimbursement (?P<amount>[\d,]+\.\d\d)")


class TieError(AssertionError):
    """The written documents do not agree with one another, or with what was meant."""


@dataclass(frozen=True)
class Found:
    """What the documents come to."""

    accident: date
    claim_number: str
    four: Cents
    year: Cents
    reimbursed: Cents


def require(condition: bool, what: str) -> None:
    """Raise unless a tie holds.

    Raises:
        TieError: when it does not.
    """
    if not condition:
        raise TieError(what)


def read_back(folder: Path) -> Found:
    """Compute both bases from the written bundle and check every tie between its documents.

    Raises:
        TieError: when a tie does not hold.
    """
    record = json.loads((folder / papers.CLAIM).read_bytes())
    accident = date.fromisoformat(record["accident"]["date"])
    stubs = _stubs(folder / papers.STUBS)
    employer, application = _text(folder / papers.E2), _text(folder / papers.E1)
    for text in (employer, application):
        require(record["claim_number"] in text and accident.isoformat() in text, "a form is of another claim")
    before = [row for row in stubs if date.fromisoformat(row["week_end"]) < accident]
    require(len(stubs) - len(before) == 1, "not exactly one stub is of the week of the accident")
    require(len(before) > claim_paper.YEAR, "the stubs do not go back beyond the 52 weeks")
    four, year = before[-claim_paper.FOUR :], before[-claim_paper.YEAR :]
    listed = [(week["start"], week["end"], cents(week["gross"])) for week in _WEEK.finditer(employer)]
    stubbed = [(row["week_start"], row["week_end"], cents(row["gross_wages"])) for row in reversed(four)]
    require(listed == stubbed, "the four weeks on E-2 are not those of the stubs")
    wages, reimbursed = _sum(year, "gross_wages"), _sum(year, "expense_reimbursement")
    total, mileage = _YEAR.search(employer.partition("Part C")[2]), _MILEAGE.search(employer)
    require(total is not None and mileage is not None, "E-2 does not state the 52 weeks")
    if total and mileage:
        require(
            (total["start"], total["end"]) == (year[0]["week_start"], year[-1]["week_end"]), "E-2 is of other weeks"
        )
        require(cents(total["total"]) == wages + reimbursed, "E-2's total is not wages and mileage")
        require(cents(mileage["amount"]) == reimbursed, "E-2's mileage is not that of the stubs")
    _check_forms(application)
    dates = [entry["received"] for entry in record["documents"]] + [entry["on"] for entry in record["diary"]]
    require(max(dates) < claim_paper.TODAY.isoformat(), "something is on file of today or later")
    certificates = [entry["received"] for entry in record["documents"] if "E-3" in entry["document"]]
    accepted = [entry["on"] for entry in record["diary"] if "entitlement accepted" in entry["note"]]
    explained = [entry["on"] for entry in record["diary"] if "letter under 4.5" in entry["note"]]
    require(len(certificates) == len(accepted) == len(explained) == 1, "the medical side is not settled")
    told_after = date.fromisoformat(explained[0]) - date.fromisoformat(certificates[0])
    require(certificates[0] <= accepted[0] <= explained[0] and told_after.days <= 12, "the claimant was told too late")
    return Found(accident, record["claim_number"], _sum(four, "gross_wages"), wages, reimbursed)


def _check_forms(application: str) -> None:
    election = application.partition("Part 5")[2].partition("Part 6")[0]
    require(bool(election), "E-1 has no Part 5")
    require(not re.search(r"\bX\b|\d{4}-\d\d-\d\d|Renwick", election), "Part 5 of E-1 is not blank")
    employments = application.partition("E-2 given to employer on")[2].partition("Were you self-employed")[0]
    rows = [line for line in employments.splitlines() if line.strip()]
    require(len(rows) == 2, f"E-1 lists {len(rows)} employments, not two")
    require(
        bool(re.search(r"\d{4}-\d\d-\d\d$", rows[0].strip())), "E-1 does not say that the first employer got its E-2"
    )
    require(not re.search(r"\d{4}-\d\d-\d\d", rows[1]), "E-1 says that the second employer got an E-2")


def _stubs(path: Path) -> list[dict[str, str]]:
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))
    for row, following in pairwise(rows):
        gap = date.fromisoformat(following["week_start"]) - date.fromisoformat(row["week_end"])
        require(gap == timedelta(days=1), f"a week is missing after {row['week_end']}")
    for row in rows:
        net = cents(row["gross_wages"]) - cents(row["deductions"]) + cents(row["expense_reimbursement"])
        require(cents(row["net_pay"]) == net, f"the net pay of {row['pay_run']} does not add up")
        exact = cents(row["hours"]) * cents(row["hourly_rate"]) / 100
        require(
            abs(exact - cents(row["gross_wages"])) <= 0.5, f"the wages of {row['pay_run']} are not hours times rate"
        )
    return rows


def _sum(rows: list[dict[str, str]], column: str) -> Cents:
    return sum(cents(row[column]) for row in rows)


def _text(path: Path) -> str:
    from pypdf import PdfReader

    return "\n".join(page.extract_text() for page in PdfReader(path).pages)
