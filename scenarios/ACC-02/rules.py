"""The taxes of 2025 on what Corvane sells and buys, as the brief states them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from wp42_pytest.authoring.money import share

if TYPE_CHECKING:
    from wp42_pytest.authoring.money import Cents

GST, QST, HST = Decimal("0.05"), Decimal("0.09975"), Decimal("0.13")
"""Excise Tax Act (Canada), s. 165; Act respecting the Québec sales tax, s. 16; HST rate of Ontario."""

PREMIUM_TAX = Decimal("0.09")
"""Tax on insurance premiums (Act respecting the Québec sales tax, s. 512 and following); neither GST nor QST."""

QUEBEC, ONTARIO = "QC", "ON"


@dataclass(frozen=True)
class Taxes:
    """The taxes on one document."""

    gst: Cents = 0
    hst: Cents = 0
    qst: Cents = 0

    @property
    def total(self) -> Cents:
        """All of them together."""
        return self.gst + self.hst + self.qst


def taxes_on(pre_tax: Cents, province: str) -> Taxes:
    """Return the taxes on a sale, each on the pre-tax amount and rounded on the document.

    Args:
        pre_tax: the amount before tax.
        province: QC, ON, or the code of another country, where the sale is zero-rated.
    """
    if province == QUEBEC:
        return Taxes(gst=share(pre_tax, GST), qst=share(pre_tax, QST))
    if province == ONTARIO:
        return Taxes(hst=share(pre_tax, HST))
    return Taxes()


def tax_on_tax(pre_tax: Cents) -> Taxes:
    """Return the taxes of an old Québec template: QST on the price with GST, as it was computed until 2012."""
    right = taxes_on(pre_tax, QUEBEC)
    return Taxes(gst=right.gst, qst=share(pre_tax + right.gst, QST))


def half(tax: Cents) -> Cents:
    """Return the creditable half of the tax on a meal, rounded after it was halved."""
    return share(tax, Decimal("0.5"))
