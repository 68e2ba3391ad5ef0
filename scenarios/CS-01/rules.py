"""Returns policy RP-7 of Coop Grand-Pic as the brief states it: windows, limits, and what a refund comes to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from wp42_pytest.authoring.money import share

if TYPE_CHECKING:
    from wp42_pytest.authoring.money import Cents

TODAY = date(2025, 10, 17)

WINDOW, MEMBER_WINDOW = 30, 60
"""Days from delivery in which an unused item is taken back."""
DEFECT_DAYS = 365
PHOTO_DAYS = 7
PRICE_MATCH_DAYS = 14
SUPERVISOR_DAYS, SUPERVISOR_LIMIT = 90, 200_00
"""Two refunds above the limit, with tax, for one customer in so many days go to the supervisor."""

RESTOCKING = Decimal("0.15")
GST, QST = Decimal("0.05"), Decimal("0.09975")
"""Excise Tax Act (Canada), s. 165; Act respecting the Québec sales tax, s. 16. Both are on the price before tax."""

REFUND, EXCHANGE, PRICE_MATCH, DENY, ASK, ESCALATE = "refund", "exchange", "price_match", "deny", "ask", "escalate"


@dataclass(frozen=True)
class Payout:
    """What goes out to a customer: the part of the price, and the taxes on it."""

    net: Cents
    gst: Cents
    qst: Cents

    @property
    def total(self) -> Cents:
        """What is paid out."""
        return self.net + self.gst + self.qst

    @property
    def taxes(self) -> Cents:
        """Both taxes."""
        return self.gst + self.qst


def payout(net: Cents) -> Payout:
    """Return a part of a price with the taxes in the same proportion, each rounded half up to the cent."""
    return Payout(net, share(net, GST), share(net, QST))


def after_restocking(price: Cents) -> Cents:
    """Return what is left of a price after the restocking charge, rounded half up to the cent."""
    return share(price, 1 - RESTOCKING)


def rounds_alike(price: Cents) -> bool:
    """Say whether rounding the charge and rounding the rest give the same: the policy names only the rest."""
    return price - share(price, RESTOCKING) == after_restocking(price)
