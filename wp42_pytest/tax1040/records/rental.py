"""Rental properties and the loans and taxes on real estate: Schedule E, 1098, property tax."""

from __future__ import annotations

from datetime import date
from typing import Literal

from wp42_pytest.tax1040.fields import (
    Money,
    OwnerRule,
    Percent,
    Record,
    Role,
    Rules,
    code,
    count,
    day,
    lines,
    money,
    name,
    percent,
    text,
    tin,
)
from wp42_pytest.tax1040.records.lines import AssetBought, Described

Use = Literal["main_home", "second_home", "rental", "business"]
USE = "What the property is: main_home, second_home, rental or business"


class ScheduleE(Record):
    """One rental property."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Schedule E, one rental property",
        found_in="The rental ledger, the manager's statement, the loan's Form 1098 and the client's answers; the prior-year return for the address.",
        owner="T, S or J as the deed, the prior-year return or the client says.",
        grouping="One record for each property; the units of one building are one record unless the prior-year return splits them.",
        zero="Write personal-use days of 0 when the client states that there were none.",
        pitfalls=(
            "A Form 1098 whose property is the rental goes here (line 12), not to Schedule A; the form itself is recorded as 1098 with use rental as well.",
            "Rents and expenses are those of the whole property for the year, before any limit for personal use or passive losses.",
            "A dwelling rented for less than 15 days gives no record.",
            "Improvements go into `assets_bought`; principal payments and security deposits that are held are no expense and no rent.",
        ),
        anchors=(("property_address",),),
    )

    classification: Literal["Schedule E"] = "Schedule E"
    property_address: str | None = text("Line 1a, physical address", role=Role.anchor)
    property_type: Literal["1", "2", "3", "4", "5", "6", "7", "8"] | None = code("Line 1b, type of property, 1 to 8")
    fair_rental_days: int | None = count("Line 2, fair rental days")
    personal_use_days: int | None = count("Line 2, personal use days", zero_is_fact=True)
    ownership_percent: Percent | None = percent("Share of ownership when less than the whole, per cent")
    placed_in_service: date | None = day("Date first rented, when that was this year")
    line3_rents: Money | None = money("Line 3, rents received", "Schedule E 3")
    line5_advertising: Money | None = money("Line 5, advertising", "Schedule E 5")
    line6_auto_travel: Money | None = money("Line 6, auto and travel", "Schedule E 6")
    line7_cleaning: Money | None = money("Line 7, cleaning and maintenance", "Schedule E 7")
    line8_commissions: Money | None = money("Line 8, commissions", "Schedule E 8")
    line9_insurance: Money | None = money("Line 9, insurance", "Schedule E 9")
    line10_legal: Money | None = money("Line 10, legal and other professional fees", "Schedule E 10")
    line11_management: Money | None = money("Line 11, management fees", "Schedule E 11")
    line12_mortgage_interest: Money | None = money("Line 12, mortgage interest paid to banks", "Schedule E 12")
    line13_other_interest: Money | None = money("Line 13, other interest", "Schedule E 13")
    line14_repairs: Money | None = money("Line 14, repairs", "Schedule E 14")
    line15_supplies: Money | None = money("Line 15, supplies", "Schedule E 15")
    line16_taxes: Money | None = money("Line 16, taxes", "Schedule E 16")
    line17_utilities: Money | None = money("Line 17, utilities", "Schedule E 17")
    other_expenses: tuple[Described, ...] = lines("Line 19, other")
    assets_bought: tuple[AssetBought, ...] = lines("Improvements and purchases that are depreciated")


class Form1098(Record):
    """Form 1098, one property and loan."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Form 1098, Mortgage Interest Statement",
        found_in="Form 1098, all lenders of the year.",
        owner="T or S by the borrower's TIN; J when both spouses stand on the form or the client says that both pay.",
        grouping=(
            "One record for each property and loan. When the loan went to another lender during the year, both forms are one record: "
            "boxes 1, 4, 5, 6 and 10 are added, box 2 is that of January 1, and the lender is the one at the end of the year."
        ),
        pitfalls=(
            "Principal is never added.",
            "Box 6 holds points paid on the purchase of the home; points of a refinancing, which a closing statement shows, are not recorded.",
            "A property tax bill that box 10 already contains gives no property tax record.",
            "A borrower who is not married to the other owner deducts what he or she paid: `deductible_share_percent`.",
        ),
        anchors=(("property_address",), ("lender_tin", "account_number"), ("lender_name", "account_number")),
    )

    classification: Literal["1098"] = "1098"
    lender_name: str | None = name("Lender's name")
    lender_tin: str | None = tin("Lender's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    property_address: str | None = text("Boxes 7 and 8, address of the property", role=Role.anchor)
    use: Use | None = code(USE)
    box1_mortgage_interest: Money | None = money(
        "Box 1, mortgage interest received from payer(s)/borrower(s)", "Schedule A 8a"
    )
    box2_outstanding_principal: Money | None = money("Box 2, outstanding mortgage principal", additive=False)
    box3_origination_date: date | None = day("Box 3, mortgage origination date")
    box4_refund: Money | None = money("Box 4, refund of overpaid interest")
    box5_mortgage_insurance: Money | None = money("Box 5, mortgage insurance premiums")
    box6_points: Money | None = money("Box 6, points paid on purchase of principal residence", "Schedule A 8a")
    box10_real_estate_tax: Money | None = money(
        "Box 10, real estate tax, where the lender writes it there", "Schedule A 5b"
    )
    deductible_share_percent: Percent | None = percent("Share that the client paid when less than the whole, per cent")


class PropertyTax(Record):
    """Real estate or personal property tax that the client paid directly."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Property tax paid directly",
        found_in="The tax collector's bill or receipt, with proof of payment.",
        owner="J on a joint return unless the bill names one spouse alone.",
        grouping="One record for each property and kind of tax; instalments paid in the year are added.",
        pitfalls=(
            "Only what was paid in the year counts.",
            "Tax that the lender paid from escrow and shows in box 10 of Form 1098 gives no record; tax of a rental belongs to Schedule E.",
        ),
        anchors=(("property_address", "kind"), ("payee_name", "kind")),
    )

    classification: Literal["Property Tax"] = "Property Tax"
    payee_name: str | None = name("Taxing authority")
    property_address: str | None = text("Property or vehicle", role=Role.anchor)
    kind: Literal["real_estate", "personal_property"] | None = code(
        "real_estate or personal_property", role=Role.anchor
    )
    amount_paid: Money | None = money("Tax paid in the year, without fees for services", "Schedule A 5b or 5c")
