"""Reads workbooks: ledgers with their own totals taken apart, mileage, purchases, open items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

from acc04.values import as_day, plain


@dataclass(frozen=True)
class Entry:
    """One entry of a ledger: what came in or went out, without what was personal; whether its row can be seen."""

    dated: date
    description: str
    category: str
    received: Decimal
    spent: Decimal
    personal: Decimal = Decimal()
    hidden: bool = False


@dataclass
class Ledger:
    """The books of one business or one rental for the year.

    Attributes:
        title: What the sheet says about itself.
        remarks: What else stands above the entries.
        entries: The entries of the year that its totals contain.
        miles: Business, commuting and other miles.
        bought: What was bought, when, for how much.
        notes: Text of other cells and of comments.
        file: Name of the file.
    """

    title: str = ""
    remarks: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    miles: tuple[int, int, int] | None = None
    bought: list[tuple[str, date | None, Decimal]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    file: str = ""


def read_ledger(path: Path, year: int) -> Ledger:
    """Return the books of a workbook: the sheet of the year, its mileage and its purchases."""
    ledger = Ledger(file=path.name)
    for sheet in openpyxl.load_workbook(path):
        header = _header(sheet)
        if header is None:
            continue
        row, names = header
        top = [str(cell.value) for line in sheet.iter_rows(max_row=row - 1) for cell in line if cell.value is not None]
        if any("miles" in name for name in names):
            ledger.miles = _miles(sheet, row, names)
        elif "cost" in names:
            ledger.bought += list(_bought(sheet, row, names))
        elif "date" in names and _is_year(sheet, top, year):
            ledger.title, ledger.remarks = (top[0] if top else ""), top[1:]
            ledger.entries += list(_entries(sheet, row, names, year))
        for line in sheet.iter_rows():
            ledger.notes += [cell.comment.text for cell in line if cell.comment]
    return ledger


def _header(sheet: Worksheet) -> tuple[int, list[str]] | None:
    """Return the row of column titles and the titles."""
    for line in sheet.iter_rows(max_row=12):
        names = [plain(str(cell.value)) if cell.value is not None else "" for cell in line]
        if sum(bool(name) for name in names) >= 3 and all(not isinstance(cell.value, int | float) for cell in line):
            return line[0].row or 1, names
    return None


def _is_year(sheet: Worksheet, top: list[str], year: int) -> bool:
    """Tell whether a sheet is that year's, by its name and by what stands above its entries."""
    said = set(re.findall(r"\b20\d\d\b", " ".join([sheet.title, *top[:1]])))
    return not said or str(year) in said


def _number(value: Any) -> Decimal:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Decimal(str(round(value, 2)))
    return Decimal()


def _entries(sheet: Worksheet, header: int, names: list[str], year: int) -> Iterator[Entry]:
    """Yield dated entries; subtotals and totals have no date, rows outside every total are no entries."""
    where = {name: index for index, name in enumerate(names) if name}
    signed = next((index for name, index in where.items() if name.startswith("amount")), None)
    income = next((index for name, index in where.items() if re.search("income|received|money in", name)), None)
    expense = next((index for name, index in where.items() if re.search("expense|spent|money out", name)), None)
    personal = next((index for name, index in where.items() if re.search("personal|private", name)), None)
    counted = _summed_rows(sheet)
    above = " ".join(str(cell.value) for line in sheet.iter_rows(max_row=header - 1) for cell in line if cell.value)
    included = bool(re.search(r"(?:includ|contain)\w*(?: \w+){0,3} (?:the )?(?:personal|private)", above))
    for line in sheet.iter_rows(min_row=header + 1):
        dated = as_day(line[where["date"]].value) if line[where["date"]].value else None
        row = line[0].row or 0
        if dated is None or dated.year != year or (counted and row not in counted):
            continue
        own = _number(line[personal].value) if personal is not None else Decimal()
        received, spent = Decimal(), Decimal()
        if signed is not None:
            value = _number(line[signed].value)
            received, spent = (value, Decimal()) if value > 0 else (Decimal(), -value)
        if income is not None:
            received += _number(line[income].value)
        if expense is not None:
            spent += abs(_number(line[expense].value))
        text = str(line[where.get("description", 1)].value or "")
        category = str(line[where["category"]].value or "") if "category" in where else text
        business = spent - own if spent and included else spent
        yield Entry(dated, text, category, received, business, own, bool(sheet.row_dimensions[row].hidden))


def _summed_rows(sheet: Worksheet) -> set[int]:
    """Return the rows that the sums of a sheet contain; none where it has no sums."""
    rows: set[int] = set()
    for line in sheet.iter_rows():
        for cell in line:
            if isinstance(cell.value, str) and cell.value.upper().startswith("=SUM("):
                for first, last in re.findall(r"[A-Z]+(\d+):[A-Z]+(\d+)", cell.value):
                    rows |= set(range(int(first), int(last) + 1))
    return rows


def _miles(sheet: Worksheet, header: int, names: list[str]) -> tuple[int, int, int]:
    """Return the miles of the twelve months: business, commuting, other."""
    kinds = ("business", "commuting", "other")
    where = [next((index for index, name in enumerate(names) if kind in name), None) for kind in kinds]
    sums = [0, 0, 0]
    for line in sheet.iter_rows(min_row=header + 1):
        if "total" in plain(str(line[0].value or "")):
            continue
        for kind, index in enumerate(where):
            if index is not None:
                sums[kind] += int(_number(line[index].value))
    return sums[0], sums[1], sums[2]


def _bought(sheet: Worksheet, header: int, names: list[str]) -> Iterator[tuple[str, date | None, Decimal]]:
    """Yield what was bought: words, date, cost."""
    cost = names.index("cost")
    when = next((index for index, name in enumerate(names) if name in ("bought", "date")), None)
    for line in sheet.iter_rows(min_row=header + 1):
        what, value = str(line[0].value or ""), _number(line[cost].value)
        if value and "total" not in plain(what):
            yield what, as_day(line[when].value) if when is not None else None, value


@dataclass(frozen=True)
class OpenItem:
    """One question to the client and what became of it."""

    about: str
    question: str
    asked: date | None
    reply: str
    replied: date | None
    status: str

    @property
    def answered(self) -> bool:
        """Whether the client has answered it."""
        return bool(self.reply.strip()) and self.status.casefold() not in ("open", "unanswered", "pending")


def read_open_items(path: Path) -> list[OpenItem]:
    """Return the list of open items of a workbook."""
    items = []
    for sheet in openpyxl.load_workbook(path, data_only=True):
        header = _header(sheet)
        if header is None:
            continue
        row, names = header

        def column(*words: str, names: list[str] = names) -> int | None:
            return next((index for index, name in enumerate(names) if any(word in name for word in words)), None)

        about, question, asked = column("about"), column("question"), column("asked")
        reply, replied, status = column("reply", "answer"), column("replied"), column("status")
        for line in sheet.iter_rows(min_row=row + 1, values_only=True):
            cells = [line[index] if index is not None else None for index in (about, question, reply, status)]
            if cells[0] or cells[1]:
                texts = [str(cell or "") for cell in cells]
                dates = [as_day(line[index]) if index is not None else None for index in (asked, replied)]
                items.append(OpenItem(texts[0], texts[1], dates[0], texts[2], dates[1], texts[3]))
    return items
