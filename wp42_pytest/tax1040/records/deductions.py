"""Gifts to charity and medical expenses."""

from __future__ import annotations

from datetime import date
from typing import Literal

from wp42_pytest.tax1040.fields import Money, OwnerRule, Record, Role, Rules, code, count, day, flag, money, name, tin


class CharitableGift(Record):
    """Gifts of one kind to one donee."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Gifts to charity, one donee and kind",
        found_in="The charity's letter or receipt; payroll and bank papers for gifts below $250.",
        owner="J on a joint return; T or S when married filing separately, single or head of household.",
        grouping="One record for each donee and kind (cash or noncash): gifts of the year are added.",
        pitfalls=(
            "A pledge that was not paid and a gift outside the year give nothing.",
            "The amount is what is left after the value of goods or services received, which the letter states.",
            "A single cash gift of $250 or more without a letter is left out until there is one.",
            "A gift that an IRA's trustee paid (qualified charitable distribution) is no gift here; a transfer of securities to a donor-advised fund is one gift, "
            "whether the charity's letter or the broker's statement shows it.",
        ),
        anchors=(("donee_tin",), ("donee_name",)),
        parts=("donee_name", "kind"),
    )

    classification: Literal["Charitable Gift"] = "Charitable Gift"
    donee_name: str | None = name("Name of the charity")
    donee_tin: str | None = tin("EIN of the charity, where a paper shows it")
    kind: Literal["cash", "noncash"] | None = code("cash or noncash", role=Role.identity)
    amount: Money | None = money(
        "Cash given, or fair market value of what was given, less goods or services received", "Schedule A 11 or 12"
    )
    goods_or_services: Money | None = money("Value of goods or services received")
    date_given: date | None = day("Date of a noncash gift")
    cost_basis: Money | None = money("Donor's cost of a noncash gift, where stated")


class MedicalExpenses(Record):
    """What the household paid for medical care."""

    owner_rule = OwnerRule.household
    rules = Rules(
        title="Medical and dental expenses",
        found_in="The client's summary, pharmacy and provider statements.",
        owner="The owner is no fact.",
        grouping="One record for the household.",
        pitfalls=(
            "What insurance or an HSA paid is no expense.",
            "Medicare premiums of Form SSA-1099 are recorded there and not here.",
            "Premiums paid before tax through an employer are no expense.",
        ),
        single="household",
    )

    classification: Literal["Medical Expenses"] = "Medical Expenses"
    insurance_premiums: Money | None = money("Health insurance premiums paid after tax", "Schedule A 1")
    long_term_care_premiums: Money | None = money(
        "Long-term care premiums, before the age limit", "Schedule A 1 before limit"
    )
    doctors_hospitals: Money | None = money("Doctors, dentists, hospitals", "Schedule A 1")
    prescriptions: Money | None = money("Prescription medicines", "Schedule A 1")
    other: Money | None = money("Glasses, hearing aids, equipment and the like", "Schedule A 1")
    miles: int | None = count("Miles driven for medical care", additive=True)


class CanceledDebt(Record):
    """Form 1099-C."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Form 1099-C, Cancellation of Debt",
        found_in="Form 1099-C.",
        owner="T or S by the debtor's TIN; J when both spouses are debtors.",
        grouping="One record for each creditor, debtor and account number.",
        anchors=(("creditor_tin",), ("creditor_name",)),
    )

    classification: Literal["1099-C"] = "1099-C"
    creditor_name: str | None = name("Creditor's name")
    creditor_tin: str | None = tin("Creditor's TIN")
    box1_event_date: date | None = day("Box 1, date of identifiable event")
    box2_debt_discharged: Money | None = money("Box 2, amount of debt discharged", "Schedule 1 8c")
    box3_interest: Money | None = money("Box 3, interest, if included in box 2")
    box5_personally_liable: bool | None = flag("Box 5, the debtor was personally liable")
    box6_event_code: str | None = code("Box 6, identifiable event code")
