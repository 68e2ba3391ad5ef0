"""Pass-through entities: Schedule K-1 of Forms 1065, 1120-S and 1041."""

from __future__ import annotations

from typing import Literal

from wp42_pytest.tax1040.fields import Money, OwnerRule, Record, Rules, code, flag, lines, money, name, tin
from wp42_pytest.tax1040.records.lines import CodeAmount

OWNER = "T or S by the TIN on the K-1. Never J: two K-1s of one entity to both spouses are two records."
GROUPING = "One record for each entity (EIN) and owner. A final or corrected K-1 replaces an estimate or an earlier one as a whole."
PITFALLS = (
    "A distribution is recorded in its box; it is no income.",
    "Where a box shows * or STMT, the amount stands on the statement behind the K-1.",
    "An estimate of a K-1 is no K-1: without the K-1 of the year there is no record.",
    "Amounts of code Z (1065) or V (1120-S), section 199A, stand in the `qbi_` fields and not among the coded lines.",
)
ANCHORS = (("entity_ein",), ("entity_name",))


class K1Partnership(Record):
    """Schedule K-1 (Form 1065)."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Schedule K-1 (Form 1065), Partner's Share of Income, Deductions, Credits, etc.",
        found_in="Schedule K-1 (Form 1065) and the statements behind it.",
        owner=OWNER,
        grouping=GROUPING,
        pitfalls=PITFALLS,
        anchors=ANCHORS,
    )

    classification: Literal["K-1 1065"] = "K-1 1065"
    entity_name: str | None = name("Item B, partnership's name")
    entity_ein: str | None = tin("Item A, partnership's EIN")
    partner_type: Literal["general", "limited"] | None = code(
        "Item G, general partner or LLC member-manager, or limited partner or other LLC member"
    )
    final_k1: bool | None = flag("Final K-1")
    publicly_traded: bool | None = flag("Item D, publicly traded partnership")
    box1_ordinary_income: Money | None = money("Box 1, ordinary business income (loss)", "Schedule E Part II")
    box2_rental_real_estate: Money | None = money("Box 2, net rental real estate income (loss)", "Schedule E Part II")
    box3_other_rental: Money | None = money("Box 3, other net rental income (loss)", "Schedule E Part II")
    box4a_guaranteed_services: Money | None = money("Box 4a, guaranteed payments for services", "Schedule E Part II")
    box4b_guaranteed_capital: Money | None = money("Box 4b, guaranteed payments for capital", "Schedule E Part II")
    box5_interest: Money | None = money("Box 5, interest income", "1040 2b")
    box6a_ordinary_dividends: Money | None = money("Box 6a, ordinary dividends", "1040 3b")
    box6b_qualified_dividends: Money | None = money("Box 6b, qualified dividends", "1040 3a")
    box7_royalties: Money | None = money("Box 7, royalties", "Schedule E 4")
    box8_short_term_gain: Money | None = money("Box 8, net short-term capital gain (loss)", "Schedule D 5")
    box9a_long_term_gain: Money | None = money("Box 9a, net long-term capital gain (loss)", "Schedule D 12")
    box9c_unrecaptured_1250: Money | None = money("Box 9c, unrecaptured section 1250 gain")
    box10_section_1231: Money | None = money("Box 10, net section 1231 gain (loss)", "Form 4797 2")
    box11: tuple[CodeAmount, ...] = lines("Box 11, other income (loss)")
    box12_section_179: Money | None = money("Box 12, section 179 deduction")
    box13: tuple[CodeAmount, ...] = lines("Box 13, other deductions")
    box14: tuple[CodeAmount, ...] = lines("Box 14, self-employment earnings (loss)")
    box15: tuple[CodeAmount, ...] = lines("Box 15, credits")
    box17: tuple[CodeAmount, ...] = lines("Box 17, alternative minimum tax (AMT) items")
    box18: tuple[CodeAmount, ...] = lines("Box 18, tax-exempt income and nondeductible expenses")
    box19: tuple[CodeAmount, ...] = lines("Box 19, distributions")
    box20: tuple[CodeAmount, ...] = lines("Box 20, other information, without code Z")
    box21_foreign_taxes: Money | None = money("Box 21, foreign taxes paid or accrued", "Schedule 3 1")
    qbi_ordinary_income: Money | None = money("Section 199A statement, qualified business income")
    qbi_w2_wages: Money | None = money("Section 199A statement, W-2 wages")
    qbi_ubia: Money | None = money("Section 199A statement, UBIA of qualified property")
    unreimbursed_expenses: Money | None = money(
        "Unreimbursed partnership expenses that the client paid", "Schedule E Part II", sign=-1
    )


class K1SCorporation(Record):
    """Schedule K-1 (Form 1120-S)."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Schedule K-1 (Form 1120-S), Shareholder's Share of Income, Deductions, Credits, etc.",
        found_in="Schedule K-1 (Form 1120-S) and the statements behind it.",
        owner=OWNER,
        grouping=GROUPING,
        pitfalls=PITFALLS,
        anchors=ANCHORS,
    )

    classification: Literal["K-1 1120-S"] = "K-1 1120-S"
    entity_name: str | None = name("Item B, corporation's name")
    entity_ein: str | None = tin("Item A, corporation's EIN")
    final_k1: bool | None = flag("Final K-1")
    box1_ordinary_income: Money | None = money("Box 1, ordinary business income (loss)", "Schedule E Part II")
    box2_rental_real_estate: Money | None = money("Box 2, net rental real estate income (loss)", "Schedule E Part II")
    box3_other_rental: Money | None = money("Box 3, other net rental income (loss)", "Schedule E Part II")
    box4_interest: Money | None = money("Box 4, interest income", "1040 2b")
    box5a_ordinary_dividends: Money | None = money("Box 5a, ordinary dividends", "1040 3b")
    box5b_qualified_dividends: Money | None = money("Box 5b, qualified dividends", "1040 3a")
    box6_royalties: Money | None = money("Box 6, royalties", "Schedule E 4")
    box7_short_term_gain: Money | None = money("Box 7, net short-term capital gain (loss)", "Schedule D 5")
    box8a_long_term_gain: Money | None = money("Box 8a, net long-term capital gain (loss)", "Schedule D 12")
    box9_section_1231: Money | None = money("Box 9, net section 1231 gain (loss)", "Form 4797 2")
    box10: tuple[CodeAmount, ...] = lines("Box 10, other income (loss)")
    box11_section_179: Money | None = money("Box 11, section 179 deduction")
    box12: tuple[CodeAmount, ...] = lines("Box 12, other deductions")
    box13: tuple[CodeAmount, ...] = lines("Box 13, credits")
    box15: tuple[CodeAmount, ...] = lines("Box 15, alternative minimum tax (AMT) items")
    box16: tuple[CodeAmount, ...] = lines("Box 16, items affecting shareholder basis")
    box17: tuple[CodeAmount, ...] = lines("Box 17, other information, without code V")
    qbi_ordinary_income: Money | None = money("Section 199A statement, qualified business income")
    qbi_w2_wages: Money | None = money("Section 199A statement, W-2 wages")
    qbi_ubia: Money | None = money("Section 199A statement, UBIA of qualified property")


class K1Estate(Record):
    """Schedule K-1 (Form 1041)."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Schedule K-1 (Form 1041), Beneficiary's Share of Income, Deductions, Credits, etc.",
        found_in="Schedule K-1 (Form 1041) and the statements behind it.",
        owner=OWNER,
        grouping=GROUPING,
        pitfalls=PITFALLS[1:3],
        anchors=ANCHORS,
    )

    classification: Literal["K-1 1041"] = "K-1 1041"
    entity_name: str | None = name("Item B, estate's or trust's name")
    entity_ein: str | None = tin("Item A, estate's or trust's EIN")
    final_k1: bool | None = flag("Item E, final Form 1041")
    box1_interest: Money | None = money("Box 1, interest income", "1040 2b")
    box2a_ordinary_dividends: Money | None = money("Box 2a, ordinary dividends", "1040 3b")
    box2b_qualified_dividends: Money | None = money("Box 2b, qualified dividends", "1040 3a")
    box3_short_term_gain: Money | None = money("Box 3, net short-term capital gain", "Schedule D 5")
    box4a_long_term_gain: Money | None = money("Box 4a, net long-term capital gain", "Schedule D 12")
    box4c_unrecaptured_1250: Money | None = money("Box 4c, unrecaptured section 1250 gain")
    box5_other_portfolio: Money | None = money("Box 5, other portfolio and nonbusiness income", "Schedule E Part III")
    box6_business_income: Money | None = money("Box 6, ordinary business income", "Schedule E Part III")
    box7_rental_real_estate: Money | None = money("Box 7, net rental real estate income", "Schedule E Part III")
    box8_other_rental: Money | None = money("Box 8, other rental income", "Schedule E Part III")
    box9: tuple[CodeAmount, ...] = lines("Box 9, directly apportioned deductions")
    box10_estate_tax_deduction: Money | None = money("Box 10, estate tax deduction")
    box11: tuple[CodeAmount, ...] = lines("Box 11, final year deductions")
    box12: tuple[CodeAmount, ...] = lines("Box 12, alternative minimum tax adjustment")
    box13: tuple[CodeAmount, ...] = lines("Box 13, credits and credit recapture")
    box14: tuple[CodeAmount, ...] = lines("Box 14, other information")
