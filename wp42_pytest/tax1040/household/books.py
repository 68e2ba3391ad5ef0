"""The client's own workbooks: a ledger with subtotals and what else people leave in one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.money import dollars
from wp42_pytest.authoring.opc import Properties
from wp42_pytest.authoring.xlsx import Cell, Formula, Sheet, Style, xlsxwriter_bytes
from wp42_pytest.tax1040.household.draws import part
from wp42_pytest.tax1040.household.package import PREPARED

if TYPE_CHECKING:
    import numpy as np

_MONEY = Style(number_format="#,##0.00")
_BOLD = Style(bold=True, number_format="#,##0.00", top=True)
_HEAD = Style(bold=True, fill="E2EFDA")
_HEAD_RIGHT = Style(bold=True, fill="E2EFDA", align="right")
_DATE = Style(number_format="mm/dd/yyyy", align="left")
_PRIVATE = "Amounts are the business share only. The personal share is in the last column and is not part of them."
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True)
class Entry:
    """One line of the ledger; what was paid out is negative."""

    day: date
    text: str
    category: str
    cents: int


@dataclass
class Ledger:
    """A year of a business or a property.

    Args:
        name: whose books they are.
        year: the year.
        entries: sorted by day.
        signed: one signed column instead of columns for income and expense.
        snares: whether there is a hidden row, a private column and a tab of last year.
        before: last year's entries.
    """

    name: str
    year: int
    entries: list[Entry]
    signed: bool
    snares: bool
    before: list[Entry] = field(default_factory=list)
    mileage: list[tuple[int, int, int]] | None = None
    assets: list[tuple[str, date, int]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    hidden_entry: Entry | None = None
    private_entry: Entry | None = None
    private_cents: int = 0

    def __post_init__(self) -> None:
        spent = [entry for entry in self.entries if entry.cents < 0]
        if self.snares:
            self.hidden_entry = max(spent, key=lambda entry: (-entry.cents, entry.day))
            others = [entry for entry in spent if entry.category != self.hidden_entry.category]
            self.private_entry = max(others, key=lambda entry: (-entry.cents, entry.day))
            self.private_cents = part(-self.private_entry.cents, "0.4")


def year_before(
    entries: list[Entry], rng: np.random.Generator, *, income: Decimal, spent: Decimal, steady: str = ""
) -> list[Entry]:
    """Return what the same books held a year before: other days, other amounts, the same kinds of entries.

    Args:
        entries: this year's.
        rng: the concern's stream.
        income: last year's income as a share of this year's, roughly.
        spent: last year's expenses likewise.
        steady: a category that is the same amount on the same day, as rent is.
    """
    old = []
    for entry in entries:
        if entry.category == steady:
            cents, number = 25_00 * (part(entry.cents, income) // 25_00), entry.day.day
        else:
            share = (income if entry.cents > 0 else spent) * Decimal(int(rng.integers(85, 116))) / 100
            cents, number = part(entry.cents, share), int(rng.integers(1, 29))
        old.append(Entry(date(entry.day.year - 1, entry.day.month, number), entry.text, entry.category, cents))
    return sorted(old, key=lambda entry: entry.day)


def sums_of(entries: list[Entry]) -> dict[str, int]:
    """Return what each category comes to."""
    sums: dict[str, int] = {}
    for entry in entries:
        sums[entry.category] = sums.get(entry.category, 0) + abs(entry.cents)
    return sums


def ledger_bytes(ledger: Ledger) -> bytes:
    """Return the workbook."""
    sheets = [_ledger_sheet(ledger, ledger.entries, ledger.year)]
    if ledger.mileage:
        sheets.append(_mileage_sheet(ledger))
    if ledger.assets:
        rows: list[list[Any]] = [[Cell("Equipment and improvements bought (not in the ledger)", Style(bold=True))], []]
        rows.append([Cell("What", _HEAD), Cell("Bought", _HEAD), Cell("Cost", _HEAD_RIGHT)])
        rows += [[what, Cell(day, _DATE), Cell(dollars(cost), _MONEY)] for what, day, cost in ledger.assets]
        sheets.append(Sheet("Bought", rows, widths=(40, 14, 14)))
    if ledger.snares:
        sheets.append(_ledger_sheet(ledger, ledger.before, ledger.year - 1, plain=True))
    return xlsxwriter_bytes(sheets, Properties(f"{ledger.name} {ledger.year}", "", PREPARED))


def _ledger_sheet(ledger: Ledger, entries: list[Entry], year: int, *, plain: bool = False) -> Sheet:
    private = ledger.snares and not plain
    header = ["Date", "Description", "Category"]
    header += ["Amount (+ in / - out)"] if ledger.signed else ["Income", "Expense"]
    header += ["Personal part (not business)"] if private else []
    rows: list[list[Any]] = [[Cell(f"{ledger.name} - {year}", Style(bold=True, size=13))]]
    notes = [*ledger.notes, *([_PRIVATE] if private else [])]
    rows.append([Cell(" ".join(notes), Style(italic=True))] if notes and not plain else [])
    rows.append([Cell(text, _HEAD if place < 3 else _HEAD_RIGHT) for place, text in enumerate(header)])
    hidden: list[int] = []
    subtotals: list[int] = []
    columns = (3,) if ledger.signed else (3, 4)
    for quarter in range(1, 5):
        mine = [entry for entry in entries if (entry.day.month - 1) // 3 + 1 == quarter]
        if not mine:
            continue
        first = len(rows) + 1
        for entry in mine:
            row: list[Any] = [Cell(entry.day, _DATE), entry.text, entry.category]
            if ledger.signed:
                row.append(Cell(dollars(entry.cents), _MONEY))
            else:
                row += [
                    Cell(dollars(entry.cents) if entry.cents > 0 else None, _MONEY),
                    Cell(dollars(-entry.cents) if entry.cents < 0 else None, _MONEY),
                ]
            if private and entry is ledger.private_entry:
                row.append(Cell(dollars(ledger.private_cents), _MONEY))
            rows.append(row)
            if private and entry is ledger.hidden_entry:
                hidden.append(len(rows))
        last = len(rows)
        cells: list[Any] = [None, Cell(f"Subtotal Q{quarter}", _BOLD), Cell(None, _BOLD)]
        for column in columns:
            letter = "ABCDE"[column]
            cells.append(
                Cell(Formula(f"=SUM({letter}{first}:{letter}{last})", _sum(mine, column, ledger.signed)), _BOLD)
            )
        rows.append(cells)
        subtotals.append(len(rows))
    cells = [None, Cell(f"TOTAL {year}", _BOLD), Cell(None, _BOLD)]
    for column in columns:
        letter = "ABCDE"[column]
        formula = "=" + "+".join(f"{letter}{row}" for row in subtotals)
        cells.append(Cell(Formula(formula, _sum(entries, column, ledger.signed)), _BOLD))
    rows.append(cells)
    return Sheet(f"{year}", rows, widths=(12, 30, 24, 18, 14, 24), freeze="A4", hidden_rows=hidden)


def _sum(entries: list[Entry], column: int, signed: bool) -> Decimal:
    if signed:
        return dollars(sum(entry.cents for entry in entries))
    wanted = 1 if column == 3 else -1
    return dollars(sum(abs(entry.cents) for entry in entries if entry.cents * wanted > 0))


def _mileage_sheet(ledger: Ledger) -> Sheet:
    rows: list[list[Any]] = [[Cell(f"Mileage {ledger.year} - one car", Style(bold=True))], []]
    header = ("Business miles", "Commuting miles", "Other miles")
    rows.append([Cell("Month", _HEAD), *[Cell(text, _HEAD_RIGHT) for text in header]])
    months = ledger.mileage or []
    rows += [[name, *miles] for name, miles in zip(_MONTHS, months, strict=True)]
    total: list[Any] = [Cell("Total", _BOLD)]
    count = Style(bold=True, top=True, number_format="#,##0")
    for place, letter in enumerate("BCD"):
        total.append(Cell(Formula(f"=SUM({letter}4:{letter}15)", sum(month[place] for month in months)), count))
    rows.append(total)
    return Sheet("Mileage", rows, widths=(12, 16, 16, 14))
