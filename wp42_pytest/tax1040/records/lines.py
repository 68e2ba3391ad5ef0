"""Lines that several record types share: coded boxes, states, descriptions with amounts."""

from __future__ import annotations

from datetime import date

from wp42_pytest.tax1040.fields import Kind, Line, Money, Role, day, money, unscored


class CodeAmount(Line):
    """One line of a box that is filled with codes and amounts."""

    key = ("code",)
    code: str | None = unscored(Kind.code, "Code as printed, without the box number: D, AA, 7")
    amount: Money | None = money("Amount")


class StateTax(Line):
    """State withholding of an information return."""

    key = ("state",)
    state: str | None = unscored(Kind.code, "Two-letter state")
    state_income: Money | None = money("State income or distribution")
    state_tax: Money | None = money("State tax withheld", "Schedule A 5a")


class Described(Line):
    """One amount with a description that has no line of its own."""

    key = ("description",)
    exact = False
    description: str | None = unscored(Kind.text, "What it is, as the source says", role=Role.anchor)
    amount: Money | None = money("Amount")


class AssetBought(Line):
    """One thing bought for a business or a rental property that is depreciated and not expensed."""

    key = ("description",)
    exact = False
    description: str | None = unscored(Kind.text, "What was bought", role=Role.anchor)
    date_acquired: date | None = day("Date bought or placed in service")
    cost: Money | None = money("Cost")


class Label(Line):
    """One entry of a box in which payers write what they like."""

    key = ("label",)
    exact = False
    label: str | None = unscored(Kind.text, "Label as printed", role=Role.anchor)
    amount: Money | None = money("Amount")
