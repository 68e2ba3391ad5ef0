"""Reads the written documents back, as someone else would, and computes the three statements from them alone."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from wp42_pytest.authoring.generator import companion

papers = companion(__file__, "papers")
rules = companion(__file__, "rules")
staff_paper = companion(__file__, "staff")

_CENT = Decimal("0.01")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_HANDED = re.compile(r"handed to me on the date below.*?Date: (\d{4}-\d\d-\d\d)", re.DOTALL)
_BEGINS = re.compile(r"employment\s+begins\s+on\s+(\d{4}-\d\d-\d\d)")
_LEFT = re.compile(r"last\s+day\s+of\s+work\s+will\s+be\s+(\d{4}-\d\d-\d\d)")


class TieError(AssertionError):
    """The written documents do not agree with one another, or with what was meant."""


@dataclass(frozen=True)
class Found:
    """What the documents come to for one employee, amounts in dollars."""

    number: str
    weeks: tuple[int, int]
    indemnity: Decimal
    vacation: Decimal
    days: int
    carried: Decimal


def require(condition: bool, what: str) -> None:
    """Raise unless a tie holds.

    Raises:
        TieError: when it does not.
    """
    if not condition:
        raise TieError(what)


def read_back(folder: Path) -> dict[str, Found]:
    """Compute the three statements from the written bundle, and check every tie between its documents.

    Raises:
        TieError: when a tie does not hold.
    """
    staff = _rows(folder / papers.STAFF)
    require(len({row["employee_id"] for row in staff}) == len(staff) == staff_paper.HEADCOUNT, "the employee ids")
    require(len({row["badge_no"] for row in staff}) == len(staff), "the badges")
    for row in staff:
        weekly = Decimal(row["weekly_hours"]) * Decimal(row["hourly_rate"])
        require(weekly == Decimal(row["weekly_wage"]), f"the weekly wage of {row['employee_id']}")
    return {key: _statement(folder, key, staff) for key in staff_paper.LEAVERS}


def _statement(folder: Path, key: str, staff: list[dict[str, str]]) -> Found:
    first, last, *_ = staff_paper.LEAVERS[key]
    row = next(one for one in staff if one["last_name"] == last)
    require(row["last_day"] == rules.LAST_DAY.isoformat(), f"the last day of {last}")
    since, weekly = date.fromisoformat(row["hire_date"]), Decimal(row["weekly_wage"])
    handed = rules.TODAY
    if key == "A":
        handed = date.fromisoformat(_found(_HANDED, _text(folder / papers.NOTICE_A)))
    if key == "C":
        handed = date.fromisoformat(_found(_HANDED, _text(folder / papers.NOTICE_C)))
        since = _second_engagement(folder, since)
    due, given = rules.notice_weeks(since), rules.full_weeks(handed)
    days = _days_left(folder, row["employee_id"], f"{first} {last}")
    base = _earnings(folder, row["employee_id"])
    return Found(
        number=row["employee_id"],
        weeks=(due, given),
        indemnity=max(0, due - given) * weekly,
        vacation=(base * rules.vacation_rate(since)).quantize(_CENT, ROUND_HALF_UP),
        days=days,
        carried=(days * weekly / 5).quantize(_CENT, ROUND_HALF_UP),
    )


def _second_engagement(folder: Path, in_system: date) -> date:
    first, resignation, second = (_text(folder / path) for path in papers.SCANS)
    require(date.fromisoformat(_found(_BEGINS, first)) == in_system, "the HR system keeps the first hire date")
    left = date.fromisoformat(_found(_LEFT, resignation))
    again = date.fromisoformat(_found(_BEGINS, second))
    gap = (again.year - left.year) * 12 + again.month - left.month
    require(gap > 6, f"the gap from {left} to {again} is not well over six months")
    require(rules.served(again, 3) and not rules.served(again, 12), "the second engagement")
    require(rules.served(in_system, 60), "the service that the HR system shows")
    return again


def _days_left(folder: Path, employee: str, name: str) -> int:
    balance = next(row for row in _rows(folder / papers.BALANCES) if row["employee_id"] == employee)
    events = _events(folder / papers.CALENDAR, name)
    taken = {day for status, days in events for day in days if status != "CANCELLED" and day >= rules.YEAR_STARTS}
    booked = [day for _, days in events for day in days if day >= rules.YEAR_STARTS]
    require(len(booked) == len(set(booked)), f"a day of {name} stands twice in the calendar")
    require(Decimal(balance["booked_since_2025_05_01"]) == len(booked), f"the days booked by {name}")
    paid = sum(
        Decimal(row["hours"])
        for row in _earnings_of(folder, employee)
        if row["code"] == "VAC" and row["period_start"] >= rules.YEAR_STARTS.isoformat()
    )
    hours = next(row for row in _rows(folder / papers.STAFF) if row["employee_id"] == employee)["weekly_hours"]
    require(paid == len(taken) * Decimal(hours) / 5, f"the vacation paid to {name}")
    return int(Decimal(balance["entitled_2024_25"])) - len(taken)


def _events(path: Path, name: str) -> list[tuple[str, list[date]]]:
    text = re.sub(r"\r\n[ \t]", "", path.read_text(encoding="utf-8"))
    found = []
    for block in text.split("BEGIN:VEVENT")[1:]:
        if f"SUMMARY:Vacation - {name}" not in block:
            continue
        start, end = (
            date.fromisoformat(f"{value[:4]}-{value[4:6]}-{value[6:]}")
            for value in re.findall(r"DT(?:START|END);VALUE=DATE:(\d{8})", block)
        )
        days = [start + timedelta(days=number) for number in range((end - start).days)]
        require(all(day.weekday() < rules.WORKDAYS for day in days), f"{name} is on vacation on a weekend")
        found.append((_found(re.compile(r"STATUS:(\w+)"), block), days))
    return found


def _earnings_of(folder: Path, employee: str) -> list[dict[str, str]]:
    """Return the payments of an employee, each entry number once."""
    return list(
        {row["entry_no"]: row for row in _rows(folder / papers.EARNINGS) if row["employee_id"] == employee}.values()
    )


def _earnings(folder: Path, employee: str) -> Decimal:
    rows = _earnings_of(folder, employee)
    require(all(row["period_start"] <= row["period_end"] < row["pay_date"] for row in rows), "the pay periods")
    since = [row for row in rows if row["period_start"] >= rules.YEAR_STARTS.isoformat()]
    return sum((Decimal(row["gross"]) for row in since), Decimal(0))


def repeated_entries(folder: Path) -> list[str]:
    """Return the entry numbers that stand more than once in the payroll export."""
    counts = Counter(row["entry_no"] for row in _rows(folder / papers.EARNINGS))
    return [entry for entry, count in counts.items() if count > 1]


def _found(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    require(match is not None, f"{pattern.pattern} is not found")
    return match[1] if match else ""


def _rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))


def _text(path: Path) -> str:
    from pypdf import PdfReader

    return "\n".join(page.extract_text() for page in PdfReader(path).pages)
