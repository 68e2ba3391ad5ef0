"""Lays out a broker's consolidated Form 1099: summary, sales by category, supplemental pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.boxes import FORMS
from wp42_pytest.tax1040.documents.flow import Block, Heading, NewPage, Space, Table, Text

CATEGORIES = {
    "A": "Short-term transactions for which basis is reported to the IRS - Form 8949, Part I, Box A",
    "B": "Short-term transactions for which basis is NOT reported to the IRS - Form 8949, Part I, Box B",
    "D": "Long-term transactions for which basis is reported to the IRS - Form 8949, Part II, Box D",
    "E": "Long-term transactions for which basis is NOT reported to the IRS - Form 8949, Part II, Box E",
}


@dataclass(frozen=True)
class Sale:
    """One lot as the broker prints it; a basis of None is unknown to the broker."""

    box: str
    description: str
    cusip: str
    quantity: int
    acquired: date | str
    sold: date
    proceeds: int
    basis: int | None
    wash: int = 0

    @property
    def itemized(self) -> bool:
        """Whether Form 8949 lists it."""
        return bool(self.wash) or self.box not in "AD"

    @property
    def result(self) -> int | None:
        """Gain or loss as the broker works it out."""
        return None if self.basis is None else self.proceeds - self.basis + self.wash


@dataclass(frozen=True)
class Account:
    """What a consolidated statement says of one account; amounts in cents by box."""

    dividends: Mapping[str, int | str]
    interest: Mapping[str, int | str]
    sales: Sequence[Sale]
    supplement: Mapping[str, int | str] = field(default_factory=dict)
    miscellaneous: Mapping[str, int | str] = field(default_factory=dict)


SUPPLEMENT = {
    "accrued": "Accrued interest paid on purchases of bonds",
    "margin": "Margin interest paid",
    "fees": "Advisory fees charged to this account",
    "foreign": "Foreign source income, per cent of ordinary dividends",
}


def statement(account: Account, number: str, *, mark: str = "", closing: str = "") -> list[Block]:
    """Return the pages of a consolidated statement.

    Args:
        account: what it says.
        number: the account number.
        mark: what stands in bold below the title, such as a correction.
        closing: the last words of the first page.
    """
    preview = " Preview" if mark.startswith("PRELIMINARY") else ""
    blocks: list[Block] = [Heading(f"2025 Consolidated Form 1099{preview} - Account {number}", 13)]
    if mark:
        blocks.append(Text(mark, bold=True, size=10.5))
    for form, values in (
        ("1099-DIV", account.dividends),
        ("1099-INT", account.interest),
        ("1099-MISC", account.miscellaneous),
    ):
        if form == "1099-MISC" and not values:
            continue
        blocks += [Heading(f"Form {form}  {FORMS[form].title}", 10.5), _boxes(form, values)]
    if account.sales:
        blocks += [Heading("Form 1099-B  Summary of sales", 10.5), _summary(account.sales)]
    words = closing or (
        "This is important tax information and is being furnished to the Internal Revenue Service. Amounts of Form 1099-B are "
        "listed by lot on the following pages."
    )
    blocks += [Text(words, size=8)]
    if account.sales:
        blocks.append(NewPage())
        for box, title in CATEGORIES.items():
            if lots := [sale for sale in account.sales if sale.box == box]:
                blocks += [Heading("Form 1099-B  " + title, 9), _lots(lots), Space(6)]
    if account.supplement:
        blocks += [
            NewPage(),
            Heading("Supplemental information (not reported to the IRS)", 11),
            Text(
                "The items below are not part of the Forms 1099 on the preceding pages. They may be needed for your return.",
                8.5,
            ),
            Table(
                ("Item", "Amount"),
                [(SUPPLEMENT[name], _plain(value)) for name, value in account.supplement.items()],
                (4, 1),
                right=(1,),
            ),
        ]
    return blocks


def _boxes(form: str, values: Mapping[str, int | str]) -> Table:
    layout = FORMS[form]
    rows = []
    for row in [*layout.rows, *layout.bottom]:
        for box in row:
            value = values.get(box.key, "")
            if box.money:
                rows.append((box.key, box.label.split(" ", 1)[1], _plain(value or 0)))
            elif value:
                rows.append((box.key, box.label.split(" ", 1)[1], _plain(value)))
    return Table(("Box", "Description", "Amount"), rows, (0.5, 5, 1.3), right=(2,), size=7.6)


def _summary(sales: Sequence[Sale]) -> Table:
    rows = []
    for box, title in CATEGORIES.items():
        lots = [sale for sale in sales if sale.box == box]
        if lots:
            unknown = any(sale.basis is None for sale in lots)
            basis = sum(sale.basis or 0 for sale in lots)
            washed = sum(sale.wash for sale in lots)
            proceeds = sum(sale.proceeds for sale in lots)
            gain = "incomplete" if unknown else _signed(proceeds - basis + washed)
            rows.append((box, title.split(" - ")[0], _plain(proceeds), _plain(basis), _plain(washed), gain))
    return Table(
        ("Box", "Category", "1d Proceeds", "1e Cost basis", "1g Wash sale", "Gain or (loss)"),
        rows,
        (0.4, 4.2, 1.2, 1.2, 1, 1.2),
        right=(2, 3, 4, 5),
        size=7.6,
    )


def _lots(lots: Sequence[Sale]) -> Table:
    rows = [
        (
            sale.description,
            sale.cusip,
            f"{sale.quantity}",
            sale.acquired if isinstance(sale.acquired, str) else f"{sale.acquired:%m/%d/%Y}",
            f"{sale.sold:%m/%d/%Y}",
            _plain(sale.proceeds),
            "--" if sale.basis is None else _plain(sale.basis),
            f"{_plain(sale.wash)} W" if sale.wash else "",
            "--" if sale.result is None else _signed(sale.result),
        )
        for sale in lots
    ]
    known = [sale for sale in lots if sale.basis is not None]
    total = (
        "Total",
        "",
        "",
        "",
        "",
        _plain(sum(sale.proceeds for sale in lots)),
        _plain(sum(sale.basis or 0 for sale in known)),
        _plain(sum(sale.wash for sale in lots)) if any(sale.wash for sale in lots) else "",
        _signed(sum(sale.result or 0 for sale in known)),
    )
    header = (
        "1a Description",
        "CUSIP",
        "Quantity ",
        "1b Acquired",
        "1c Sold",
        "1d Proceeds",
        "1e Cost",
        "1g Wash sale",
        "Gain/(loss)",
    )
    widths = (2.5, 1.1, 0.85, 1.2, 1.15, 1.2, 1.15, 1.25, 1.2)
    return Table(header, [*rows, total], widths, right=(2, 5, 6, 7, 8), bold=(len(rows),), size=7.4)


def _plain(value: int | str) -> str:
    return value if isinstance(value, str) else grouped(value)


def _signed(cents: int) -> str:
    return f"({grouped(-cents)})" if cents < 0 else grouped(cents)
