"""Self-employment: 1099-NEC, 1099-MISC, 1099-K and the books of a Schedule C business."""

from __future__ import annotations

from typing import Literal

from wp42_pytest.tax1040.fields import (
    Money,
    OwnerRule,
    Record,
    Role,
    Rules,
    code,
    count,
    flag,
    lines,
    money,
    name,
    text,
    tin,
)
from wp42_pytest.tax1040.records.lines import AssetBought, Described, StateTax

OWNER = "T or S by the recipient's TIN. Never J."
GOES_TO = "Where it is reported: schedule_c, schedule_e or other_income"
Destination = Literal["schedule_c", "schedule_e", "other_income"]


class Form1099Nec(Record):
    """Form 1099-NEC."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Form 1099-NEC, Nonemployee Compensation",
        found_in="Form 1099-NEC.",
        owner=OWNER,
        grouping="One record for each payer, recipient and account number.",
        pitfalls=(
            "What the form shows is contained in the books of the business; it is recorded here and not added to line 1.",
        ),
        anchors=(("payer_tin",), ("payer_name",)),
    )

    classification: Literal["1099-NEC"] = "1099-NEC"
    payer_name: str | None = name("Payer's name")
    payer_tin: str | None = tin("Payer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1_nonemployee_compensation: Money | None = money("Box 1, nonemployee compensation")
    box4_federal_tax_withheld: Money | None = money("Box 4, federal income tax withheld", "1040 25b")
    reported_on: Destination | None = code(GOES_TO)
    state_lines: tuple[StateTax, ...] = lines("Boxes 5 to 7, one line for each state")


class Form1099Misc(Record):
    """Form 1099-MISC."""

    owner_rule = OwnerRule.shared
    rules = Rules(
        title="Form 1099-MISC, Miscellaneous Information",
        found_in="Form 1099-MISC, or the 1099-MISC part of a consolidated statement.",
        owner="T or S by the recipient's TIN; J for rents of a jointly owned property and for a joint account.",
        grouping="One record for each payer, recipient and account number.",
        pitfalls=("Rents in box 1 are contained in the rental ledger of the property, where there is one.",),
        anchors=(("payer_tin",), ("payer_name",)),
    )

    classification: Literal["1099-MISC"] = "1099-MISC"
    payer_name: str | None = name("Payer's name")
    payer_tin: str | None = tin("Payer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1_rents: Money | None = money("Box 1, rents")
    box2_royalties: Money | None = money("Box 2, royalties", "Schedule E 4")
    box3_other_income: Money | None = money("Box 3, other income", "Schedule 1 8z")
    box4_federal_tax_withheld: Money | None = money("Box 4, federal income tax withheld", "1040 25b")
    box6_medical_payments: Money | None = money("Box 6, medical and health care payments")
    box8_substitute_payments: Money | None = money(
        "Box 8, substitute payments in lieu of dividends or interest", "Schedule 1 8z"
    )
    box10_attorney_proceeds: Money | None = money("Box 10, gross proceeds paid to an attorney")
    reported_on: Destination | None = code(GOES_TO)
    state_lines: tuple[StateTax, ...] = lines("Boxes 16 to 18, one line for each state")


class Form1099K(Record):
    """Form 1099-K."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Form 1099-K, Payment Card and Third Party Network Transactions",
        found_in="Form 1099-K; what was personal is said by the client.",
        owner=OWNER,
        grouping="One record for each filer, payee and account number.",
        pitfalls=(
            "Business receipts are contained in the books; they are recorded here and not added to line 1.",
            "`personal_or_error_amount` is the part of box 1a reported in error or for personal items sold at a loss; "
            "for 2025 it stands in the entry space at the top of Schedule 1. Where that is all of box 1a, `reported_on` is left out.",
        ),
        anchors=(("filer_tin",), ("filer_name",)),
    )

    classification: Literal["1099-K"] = "1099-K"
    filer_name: str | None = name("Filer's name")
    filer_tin: str | None = tin("Filer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1a_gross: Money | None = money("Box 1a, gross amount of payment card/third party network transactions")
    box1b_card_not_present: Money | None = money("Box 1b, card not present transactions")
    box3_transactions: int | None = count("Box 3, number of payment transactions", additive=True)
    box4_federal_tax_withheld: Money | None = money("Box 4, federal income tax withheld", "1040 25b")
    personal_or_error_amount: Money | None = money("Part of box 1a that was personal or in error", "Schedule 1 top")
    reported_on: Destination | None = code(GOES_TO)
    state_lines: tuple[StateTax, ...] = lines("Boxes 6 to 8, one line for each state")


class ScheduleC(Record):
    """The books of one sole proprietorship."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Schedule C, one business",
        found_in="The client's books, mileage log, home office letter and the client's answers; the prior-year return for name, code and EIN.",
        owner="T or S: the proprietor. Never J.",
        grouping="One record for each business. Businesses of one person stay apart.",
        pitfalls=(
            "The books decide line 1; Forms 1099-NEC and 1099-K are contained in it.",
            "Meals are written before the 50 % limit; miles are written, the mileage rate is not applied; a purchase that must be depreciated goes "
            "into `assets_bought` (equipment of more than $2,500 an item) and not into an expense.",
            "Personal columns, subtotals and sheets of another year are no amounts of the business; a hidden row counts when the total of the sheet contains it.",
            "Expenses without a line of their own are `other_expenses`.",
        ),
        anchors=(("ein",), ("business_name",), ("activity",)),
    )

    classification: Literal["Schedule C"] = "Schedule C"
    business_name: str | None = name("Line C, business name")
    ein: str | None = tin("Line D, employer ID number")
    activity: str | None = text("Line A, principal business or profession", role=Role.anchor)
    activity_code: str | None = code("Line B, six-digit activity code")
    accounting_method: Literal["cash", "accrual", "other"] | None = code("Line F, accounting method")
    started_this_year: bool | None = flag("Line H, started or acquired this year")
    line1_gross_receipts: Money | None = money("Line 1, gross receipts or sales", "Schedule C 1")
    line2_returns: Money | None = money("Line 2, returns and allowances", "Schedule C 2")
    line4_cost_of_goods_sold: Money | None = money("Line 4, cost of goods sold, as the books show it", "Schedule C 4")
    line6_other_income: Money | None = money("Line 6, other income", "Schedule C 6")
    line8_advertising: Money | None = money("Line 8, advertising", "Schedule C 8")
    line9_car_and_truck: Money | None = money("Line 9, car and truck expenses actually paid", "Schedule C 9")
    line10_commissions: Money | None = money("Line 10, commissions and fees", "Schedule C 10")
    line11_contract_labor: Money | None = money("Line 11, contract labor", "Schedule C 11")
    line14_employee_benefits: Money | None = money("Line 14, employee benefit programs", "Schedule C 14")
    line15_insurance: Money | None = money("Line 15, insurance (other than health)", "Schedule C 15")
    line16b_other_interest: Money | None = money("Line 16b, other interest", "Schedule C 16b")
    line17_legal_professional: Money | None = money("Line 17, legal and professional services", "Schedule C 17")
    line18_office: Money | None = money("Line 18, office expense", "Schedule C 18")
    line20a_rent_equipment: Money | None = money(
        "Line 20a, rent of vehicles, machinery and equipment", "Schedule C 20a"
    )
    line20b_rent_property: Money | None = money("Line 20b, rent of other business property", "Schedule C 20b")
    line21_repairs: Money | None = money("Line 21, repairs and maintenance", "Schedule C 21")
    line22_supplies: Money | None = money("Line 22, supplies", "Schedule C 22")
    line23_taxes_licenses: Money | None = money("Line 23, taxes and licenses", "Schedule C 23")
    line24a_travel: Money | None = money("Line 24a, travel", "Schedule C 24a")
    line24b_meals_before_limit: Money | None = money(
        "Line 24b, meals before the 50 % limit", "Schedule C 24b before limit"
    )
    line25_utilities: Money | None = money("Line 25, utilities", "Schedule C 25")
    line26_wages: Money | None = money("Line 26, wages", "Schedule C 26")
    other_expenses: tuple[Described, ...] = lines("Part V, other expenses (line 27b for 2025)")
    assets_bought: tuple[AssetBought, ...] = lines("Purchases that are depreciated")
    line44a_business_miles: int | None = count("Line 44a, business miles", additive=True)
    line44b_commuting_miles: int | None = count("Line 44b, commuting miles", additive=True)
    line44c_other_miles: int | None = count("Line 44c, other miles", additive=True)
    home_office_square_feet: int | None = count("Form 8829 line 1, area used for business, square feet")
    home_square_feet: int | None = count("Form 8829 line 2, total area of home, square feet")
    health_insurance_premiums: Money | None = money(
        "Health insurance premiums that the proprietor paid for self and family", "Schedule 1 17 premiums"
    )
