"""Tax paid in advance, and what earlier years carry over."""

from __future__ import annotations

from datetime import date
from typing import Literal

from wp42_pytest.tax1040.fields import Kind, Money, OwnerRule, Record, Role, Rules, code, day, money, scored, text

PaymentKind = Literal["estimated", "overpayment_applied", "extension"]
CarryoverKind = Literal[
    "capital_loss_short",
    "capital_loss_long",
    "charitable_cash",
    "charitable_noncash",
    "net_operating_loss",
    "passive_loss",
    "home_office",
    "ira_basis",
    "foreign_tax_credit",
    "qbi_loss",
    "investment_interest",
    "minimum_tax_credit",
]


class EstimatedPayment(Record):
    """One payment of tax for the year."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Estimated tax, extension payment or overpayment applied",
        found_in="Bank and payment confirmations, vouchers with proof, the client's list; the prior-year return for an overpayment applied.",
        owner="J on a joint return unless the confirmation names one spouse alone; else T.",
        grouping=(
            "One record for each jurisdiction, kind and quarter. A payment for the fourth quarter made in January of the next year belongs to the year. "
            "The overpayment of the prior-year return that was applied is one record without quarter."
        ),
        pitfalls=(
            "A payment with the extension is of kind extension, not estimated.",
            "A voucher without proof or confirmation is no payment.",
            "A payment for another tax year, or the balance due of the prior year, gives no record.",
        ),
        anchors=(("jurisdiction", "kind", "quarter"),),
        parts=("jurisdiction", "kind"),
    )

    classification: Literal["Estimated Payment"] = "Estimated Payment"
    jurisdiction: str | None = code("US, or the two-letter state", role=Role.identity)
    kind: PaymentKind | None = code("estimated, overpayment_applied or extension", role=Role.identity)
    quarter: int | None = scored(
        Kind.count, "Quarter, 1 to 4; left out for the other kinds", role=Role.identity, additive=False
    )
    date_paid: date | None = day("Date paid; left out for an overpayment applied")
    amount: Money | None = money("Amount", "1040 26 or Schedule 3 10")


class Carryover(Record):
    """One amount that an earlier year carries into this one."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Carryover from the prior year",
        found_in="The prior-year return in XML: its carryover worksheets and statements.",
        owner="As the prior-year return says: T or S for what belongs to a person (IRA basis, home office), else J on a joint return; else T.",
        grouping="One record for each kind, and for each activity where the kind has several (passive losses by property or entity).",
        pitfalls=(
            "A capital loss keeps its character: the carryover worksheet's short-term and long-term amounts, not the loss that last year's return deducted.",
            "A carryover is written as a positive amount.",
        ),
        anchors=(("kind", "activity"),),
    )

    classification: Literal["Carryover"] = "Carryover"
    kind: CarryoverKind | None = code("Kind of carryover", role=Role.identity)
    activity: str | None = text("Property, entity or business that it belongs to", role=Role.anchor)
    amount: Money | None = money("Amount carried into the year")
