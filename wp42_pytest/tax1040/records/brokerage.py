"""Sales of securities and what else a broker's statement says: 1099-B, supplemental pages, 1099-S."""

from __future__ import annotations

from datetime import date
from typing import Literal

from wp42_pytest.tax1040.fields import (
    Kind,
    Line,
    LotDate,
    Money,
    OwnerRule,
    Record,
    Role,
    Rules,
    code,
    day,
    flag,
    lines,
    money,
    name,
    percent,
    scored,
    text,
    tin,
    unscored,
)
from wp42_pytest.tax1040.fields import Percent as PercentValue
from wp42_pytest.tax1040.records.interest_dividends import GROUPING, OWNER
from wp42_pytest.tax1040.records.lines import StateTax

Box8949 = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]


class CategoryTotal(Line):
    """Totals of the sales of one Form 8949 box that need not be itemised."""

    key = ("form_8949_box",)
    form_8949_box: Box8949 | None = unscored(Kind.code, "Form 8949 box: A short-term, D long-term")
    proceeds: Money | None = money("Proceeds", "Schedule D proceeds")
    cost_basis: Money | None = money("Cost or other basis", "Schedule D basis")


class Lot(Line):
    """One sale that is itemised on Form 8949."""

    key = ("description", "cusip", "date_sold")
    exact = False
    form_8949_box: Box8949 | None = code("Form 8949 box")
    description: str | None = text("Box 1a, description of property", role=Role.anchor)
    cusip: str | None = text("CUSIP number", role=Role.number)
    date_acquired: LotDate | None = scored(Kind.date, "Box 1b, date acquired")
    date_sold: date | None = day("Box 1c, date sold or disposed")
    proceeds: Money | None = money("Box 1d, proceeds", "Schedule D proceeds")
    cost_basis: Money | None = money("Box 1e, cost or other basis", "Schedule D basis", zero_is_fact=True)
    accrued_market_discount: Money | None = money("Box 1f, accrued market discount")
    wash_sale_loss_disallowed: Money | None = money("Box 1g, wash sale loss disallowed", "Schedule D adjustments")


class Form1099B(Record):
    """Form 1099-B, one account."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Form 1099-B, Proceeds From Broker and Barter Exchange Transactions",
        found_in="Form 1099-B, mostly the 1099-B part of a consolidated statement.",
        owner=OWNER,
        grouping=GROUPING,
        zero="Write a cost basis of 0 only when the statement or the client says that it is zero; leave an unknown basis out.",
        pitfalls=(
            "Sales with basis reported to the IRS, no wash sale and no accrued market discount go into `category_totals` (Form 8949 box A or D), "
            "as lines 1a and 8a of Schedule D take them. All others are itemised in `lots` and are not contained in the totals.",
            "The statement's total of a box contains the lots that are itemised: take them off.",
            "A basis that the client supplies for a noncovered lot is written; inherited property is long-term and its date is INHERITED.",
        ),
        anchors=(("payer_tin", "account_number"), ("payer_name", "account_number")),
    )

    classification: Literal["1099-B"] = "1099-B"
    payer_name: str | None = name("Payer's name")
    payer_tin: str | None = tin("Payer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box4_federal_tax_withheld: Money | None = money("Box 4, federal income tax withheld", "1040 25b")
    section_1256_aggregate: Money | None = money("Box 11, aggregate profit or loss on contracts", "Form 6781 1")
    category_totals: tuple[CategoryTotal, ...] = lines("Sales that need not be itemised, by Form 8949 box")
    lots: tuple[Lot, ...] = lines("Itemised sales")
    state_lines: tuple[StateTax, ...] = lines("Boxes 14 to 16, one line for each state")


class BrokerageSupplement(Record):
    """What the supplemental pages of a broker's statement say and no Form 1099 does."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Supplemental information of a brokerage statement",
        found_in="The pages after the Forms 1099 of a consolidated statement.",
        owner=OWNER,
        grouping="One record for each account whose supplemental pages show at least one of these amounts for the year.",
        pitfalls=("Accrued interest paid on purchases reduces Schedule B, not box 1 of Form 1099-INT.",),
        anchors=(("payer_tin", "account_number"), ("payer_name", "account_number")),
    )

    classification: Literal["Brokerage Supplement"] = "Brokerage Supplement"
    payer_name: str | None = name("Broker's name")
    payer_tin: str | None = tin("Broker's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    accrued_interest_paid: Money | None = money("Accrued interest paid on purchases", "1040 2b", sign=-1)
    margin_interest: Money | None = money("Margin interest paid", "Form 4952 1")
    advisory_fees: Money | None = money("Advisory or management fees")
    foreign_source_percent: PercentValue | None = percent("Foreign-source share of ordinary dividends, per cent")


class Form1099S(Record):
    """Form 1099-S."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Form 1099-S, Proceeds From Real Estate Transactions",
        found_in="Form 1099-S or the closing statement.",
        owner="T or S by the TIN; J when both spouses sold.",
        grouping="One record for each property.",
        anchors=(("property_address",), ("filer_tin",)),
    )

    classification: Literal["1099-S"] = "1099-S"
    filer_name: str | None = name("Filer's name")
    filer_tin: str | None = tin("Filer's TIN")
    property_address: str | None = text("Box 3, address of the property", role=Role.anchor)
    box1_closing_date: date | None = day("Box 1, date of closing")
    box2_gross_proceeds: Money | None = money("Box 2, gross proceeds")
    box6_buyers_real_estate_tax: Money | None = money("Box 6, buyer's part of real estate tax")
    main_home: bool | None = flag("The property was the main home")
    cost_basis: Money | None = money("Cost and improvements, as the client states")
