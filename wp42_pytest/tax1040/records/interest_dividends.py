"""Interest and dividends: 1099-INT, 1099-DIV, 1099-OID."""

from __future__ import annotations

from typing import Literal

from wp42_pytest.tax1040.fields import Money, OwnerRule, Record, Role, Rules, lines, money, name, text, tin
from wp42_pytest.tax1040.records.lines import StateTax

OWNER = (
    "T or S by the recipient's TIN (the last four digits of a masked one). J when both spouses stand in the recipient block, "
    "or when the client says that the account is joint. A document of a dependent, a trust or a company gives no record."
)
GROUPING = (
    "One record for each payer, recipient and account number. A consolidated statement gives one record for each account and "
    "form, with the firm as payer. A corrected statement replaces the earlier one as a whole."
)


class Form1099Int(Record):
    """Form 1099-INT."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Form 1099-INT, Interest Income",
        found_in="Form 1099-INT, or the 1099-INT part of a consolidated statement.",
        owner=OWNER,
        grouping=GROUPING,
        pitfalls=(
            "Box 3 is not contained in box 1.",
            "Box 9 is contained in box 8; neither is contained in box 1.",
            "Interest that belongs to another person is left in box 1 and written in `nominee_interest` as well.",
        ),
        anchors=(("payer_tin", "account_number"), ("payer_name", "account_number")),
    )

    classification: Literal["1099-INT"] = "1099-INT"
    payer_name: str | None = name("Payer's name")
    payer_tin: str | None = tin("Payer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1_interest: Money | None = money("Box 1, interest income", "1040 2b")
    box2_early_withdrawal_penalty: Money | None = money("Box 2, early withdrawal penalty", "Schedule 1 18")
    box3_treasury_interest: Money | None = money(
        "Box 3, interest on U.S. savings bonds and Treasury obligations", "1040 2b"
    )
    box4_federal_tax_withheld: Money | None = money("Box 4, federal income tax withheld", "1040 25b")
    box5_investment_expenses: Money | None = money("Box 5, investment expenses")
    box6_foreign_tax: Money | None = money("Box 6, foreign tax paid", "Schedule 3 1")
    box7_foreign_country: str | None = text("Box 7, foreign country or U.S. territory")
    box8_tax_exempt_interest: Money | None = money("Box 8, tax-exempt interest", "1040 2a")
    box9_private_activity_interest: Money | None = money(
        "Box 9, specified private activity bond interest", "Form 6251 2g"
    )
    box10_market_discount: Money | None = money("Box 10, market discount", "1040 2b")
    box11_bond_premium: Money | None = money("Box 11, bond premium", "1040 2b", sign=-1)
    box12_treasury_bond_premium: Money | None = money(
        "Box 12, bond premium on Treasury obligations", "1040 2b", sign=-1
    )
    box13_tax_exempt_bond_premium: Money | None = money("Box 13, bond premium on tax-exempt bond", "1040 2a", sign=-1)
    nominee_interest: Money | None = money("Part of boxes 1 and 3 that belongs to another person", "1040 2b", sign=-1)
    state_lines: tuple[StateTax, ...] = lines("Boxes 15 to 17, one line for each state")


class Form1099Div(Record):
    """Form 1099-DIV."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Form 1099-DIV, Dividends and Distributions",
        found_in="Form 1099-DIV, or the 1099-DIV part of a consolidated statement.",
        owner=OWNER,
        grouping=GROUPING,
        pitfalls=(
            "Box 1b is contained in box 1a, boxes 2b to 2d in box 2a, box 13 in box 12.",
            "Box 3 is a return of capital, not income.",
        ),
        anchors=(("payer_tin", "account_number"), ("payer_name", "account_number")),
    )

    classification: Literal["1099-DIV"] = "1099-DIV"
    payer_name: str | None = name("Payer's name")
    payer_tin: str | None = tin("Payer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1a_ordinary_dividends: Money | None = money("Box 1a, total ordinary dividends", "1040 3b")
    box1b_qualified_dividends: Money | None = money("Box 1b, qualified dividends", "1040 3a")
    box2a_capital_gain_distributions: Money | None = money("Box 2a, total capital gain distributions", "Schedule D 13")
    box2b_unrecaptured_1250: Money | None = money("Box 2b, unrecaptured section 1250 gain")
    box2c_section_1202: Money | None = money("Box 2c, section 1202 gain")
    box2d_collectibles: Money | None = money("Box 2d, collectibles (28%) gain")
    box3_nondividend: Money | None = money("Box 3, nondividend distributions")
    box4_federal_tax_withheld: Money | None = money("Box 4, federal income tax withheld", "1040 25b")
    box5_section_199a: Money | None = money("Box 5, section 199A dividends", "Form 8995 6")
    box6_investment_expenses: Money | None = money("Box 6, investment expenses")
    box7_foreign_tax: Money | None = money("Box 7, foreign tax paid", "Schedule 3 1")
    box8_foreign_country: str | None = text("Box 8, foreign country or U.S. territory")
    box9_cash_liquidation: Money | None = money("Box 9, cash liquidation distributions")
    box10_noncash_liquidation: Money | None = money("Box 10, noncash liquidation distributions")
    box12_exempt_interest_dividends: Money | None = money("Box 12, exempt-interest dividends", "1040 2a")
    box13_private_activity: Money | None = money(
        "Box 13, specified private activity bond interest dividends", "Form 6251 2g"
    )
    nominee_dividends: Money | None = money("Part of box 1a that belongs to another person", "1040 3b", sign=-1)
    state_lines: tuple[StateTax, ...] = lines("Boxes 14 to 16, one line for each state")


class Form1099Oid(Record):
    """Form 1099-OID."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Form 1099-OID, Original Issue Discount",
        found_in="Form 1099-OID, or the 1099-OID part of a consolidated statement.",
        owner=OWNER,
        grouping=GROUPING,
        anchors=(("payer_tin", "account_number"), ("payer_name", "account_number")),
    )

    classification: Literal["1099-OID"] = "1099-OID"
    payer_name: str | None = name("Payer's name")
    payer_tin: str | None = tin("Payer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1_oid: Money | None = money("Box 1, original issue discount", "1040 2b")
    box2_other_interest: Money | None = money("Box 2, other periodic interest", "1040 2b")
    box4_federal_tax_withheld: Money | None = money("Box 4, federal income tax withheld", "1040 25b")
    box6_acquisition_premium: Money | None = money("Box 6, acquisition premium", "1040 2b", sign=-1)
    box8_treasury_oid: Money | None = money("Box 8, original issue discount on U.S. Treasury obligations", "1040 2b")
    box11_tax_exempt_oid: Money | None = money("Box 11, tax-exempt OID", "1040 2a")
