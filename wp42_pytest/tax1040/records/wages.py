"""Wages and what governments pay: W-2, SSA-1099, 1099-G, W-2G."""

from __future__ import annotations

from typing import Literal

from wp42_pytest.tax1040.fields import (
    Kind,
    Line,
    Money,
    OwnerRule,
    Record,
    Role,
    Rules,
    count,
    flag,
    lines,
    money,
    name,
    text,
    tin,
    unscored,
)
from wp42_pytest.tax1040.records.lines import CodeAmount, Label, StateTax


class StateWages(Line):
    """Boxes 15 to 17 of one state."""

    key = ("state",)
    state: str | None = unscored(Kind.code, "Box 15, state")
    employer_state_id: str | None = text("Box 15, employer's state ID number")
    state_wages: Money | None = money("Box 16, state wages, tips, etc.")
    state_tax: Money | None = money("Box 17, state income tax", "Schedule A 5a")


class LocalWages(Line):
    """Boxes 18 to 20 of one locality."""

    key = ("locality",)
    locality: str | None = unscored(Kind.code, "Box 20, locality name as printed")
    local_wages: Money | None = money("Box 18, local wages, tips, etc.")
    local_tax: Money | None = money("Box 19, local income tax", "Schedule A 5a")


class W2(Record):
    """Form W-2."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Form W-2, Wage and Tax Statement",
        found_in="Form W-2, and Form W-2c where there is one.",
        owner="T or S by the SSN in box a (the last four digits of a masked one), then by the name in box e. Never J.",
        grouping=(
            "One record for each employer (box b), employee and control number. Copies B, C and 2 of one form are one record; "
            "several state or local lines of one form are lines of one record, also when the second state stands on a continuation form. "
            "A Form W-2c replaces the boxes that it corrects and leaves the others."
        ),
        pitfalls=(
            "Box 12 code W is the employer's money and what the employee paid through the cafeteria plan; it is not part of the HSA record.",
            "Box 12 codes are written one line each; lines with the same code are added.",
        ),
        anchors=(("employer_ein",), ("employer_name",)),
    )

    classification: Literal["W-2"] = "W-2"
    employer_name: str | None = name("Box c, employer's name")
    employer_ein: str | None = tin("Box b, employer identification number")
    control_number: str | None = text("Box d, control number", role=Role.number)
    box1_wages: Money | None = money("Box 1, wages, tips, other compensation", "1040 1a")
    box2_federal_tax_withheld: Money | None = money("Box 2, federal income tax withheld", "1040 25a")
    box3_social_security_wages: Money | None = money("Box 3, social security wages")
    box4_social_security_tax: Money | None = money("Box 4, social security tax withheld")
    box5_medicare_wages: Money | None = money("Box 5, Medicare wages and tips")
    box6_medicare_tax: Money | None = money("Box 6, Medicare tax withheld")
    box7_social_security_tips: Money | None = money("Box 7, social security tips")
    box8_allocated_tips: Money | None = money("Box 8, allocated tips", "Form 4137 allocated tips")
    box10_dependent_care_benefits: Money | None = money("Box 10, dependent care benefits", "Form 2441 12")
    box11_nonqualified_plans: Money | None = money("Box 11, nonqualified plans")
    box12: tuple[CodeAmount, ...] = lines("Box 12, codes and amounts")
    box13_statutory_employee: bool | None = flag("Box 13, statutory employee")
    box13_retirement_plan: bool | None = flag("Box 13, retirement plan")
    box13_third_party_sick_pay: bool | None = flag("Box 13, third-party sick pay")
    box14: tuple[Label, ...] = lines("Box 14, other")
    state_lines: tuple[StateWages, ...] = lines("Boxes 15 to 17, one line for each state")
    local_lines: tuple[LocalWages, ...] = lines("Boxes 18 to 20, one line for each locality")


class SocialSecurity(Record):
    """Form SSA-1099."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Form SSA-1099, Social Security Benefit Statement",
        found_in="Form SSA-1099; the description below box 3 holds premiums and lump sums.",
        owner="T or S by the beneficiary's SSN in box 2. Never J.",
        grouping="One record for each beneficiary and claim number.",
        pitfalls=("Box 5 is box 3 less box 4.", "Medicare premiums stand in the description of box 3, not in a box."),
        single="owner",
    )

    classification: Literal["SSA-1099"] = "SSA-1099"
    claim_number: str | None = text("Box 8, claim number", role=Role.number)
    box3_benefits_paid: Money | None = money("Box 3, benefits paid")
    box4_benefits_repaid: Money | None = money("Box 4, benefits repaid to SSA")
    box5_net_benefits: Money | None = money("Box 5, net benefits", "1040 6a")
    box6_federal_tax_withheld: Money | None = money("Box 6, voluntary federal income tax withheld", "1040 25b")
    medicare_premiums: Money | None = money(
        "Medicare Part B and Part D premiums deducted, of the description", "Schedule A 1"
    )
    lump_sum_prior_years: Money | None = money("Part of box 3 that was paid for earlier years, of the description")


class Form1099G(Record):
    """Form 1099-G."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Form 1099-G, Certain Government Payments",
        found_in="Form 1099-G.",
        owner="Unemployment compensation (box 1): T or S by the SSN. A state refund (box 2) of a joint return: J; else T or S.",
        grouping="One record for each payer, recipient and account number.",
        pitfalls=(
            "`refund_year_itemized` is true only when there is a box 2 and the prior-year return in XML deducts state income tax on Schedule A.",
        ),
        anchors=(("payer_tin",), ("payer_name",)),
    )

    classification: Literal["1099-G"] = "1099-G"
    payer_name: str | None = name("Payer's name")
    payer_tin: str | None = tin("Payer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1_unemployment: Money | None = money("Box 1, unemployment compensation", "Schedule 1 7")
    box2_state_refund: Money | None = money("Box 2, state or local income tax refunds, credits, or offsets")
    box3_refund_year: int | None = count("Box 3, box 2 amount is for tax year")
    refund_year_itemized: bool | None = flag("The prior-year return deducted state income tax on Schedule A")
    box4_federal_tax_withheld: Money | None = money("Box 4, federal income tax withheld", "1040 25b")
    box5_rtaa: Money | None = money("Box 5, RTAA payments")
    box6_taxable_grants: Money | None = money("Box 6, taxable grants")
    box7_agriculture: Money | None = money("Box 7, agriculture payments")
    state_lines: tuple[StateTax, ...] = lines("Boxes 10a to 11, one line for each state")


class GamblingWinnings(Record):
    """Form W-2G."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Form W-2G, Certain Gambling Winnings",
        found_in="Form W-2G.",
        owner="T or S by the winner's TIN.",
        grouping="One record for each form; several forms of one payer stay apart by their date.",
        anchors=(("payer_tin",), ("payer_name",)),
    )

    classification: Literal["W-2G"] = "W-2G"
    payer_name: str | None = name("Payer's name")
    payer_tin: str | None = tin("Payer's federal identification number")
    box1_winnings: Money | None = money("Box 1, reportable winnings", "Schedule 1 8b")
    box4_federal_tax_withheld: Money | None = money("Box 4, federal income tax withheld", "1040 25c")
    state_lines: tuple[StateTax, ...] = lines("Boxes 13 to 15, one line for each state")
