"""Students and health: 1098-T, 1098-E, educators, HSA forms, 1095-A."""

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
    code,
    flag,
    lines,
    money,
    name,
    text,
    tin,
    unscored,
)


class Form1098T(Record):
    """Form 1098-T."""

    owner_rule = OwnerRule.household
    rules = Rules(
        title="Form 1098-T, Tuition Statement",
        found_in="Form 1098-T; book receipts and the client's answers.",
        owner="The owner is no fact: the student says whose it is.",
        grouping="One record for each student and institution. A student whom another household claims gives no record.",
        pitfalls=("Box 5 is recorded as it is; it is not taken off box 1.", "Box 4 concerns an earlier year."),
        anchors=(
            ("institution_tin", "student_ssn", "student_name"),
            ("institution_name", "student_ssn", "student_name"),
        ),
    )

    classification: Literal["1098-T"] = "1098-T"
    institution_name: str | None = name("Filer's name")
    institution_tin: str | None = tin("Filer's employer identification number")
    student_name: str | None = name("Student's name")
    student_ssn: str | None = tin("Student's TIN")
    box1_payments: Money | None = money(
        "Box 1, payments received for qualified tuition and related expenses", "Form 8863 Part III"
    )
    box4_prior_year_adjustments: Money | None = money("Box 4, adjustments made for a prior year")
    box5_scholarships: Money | None = money("Box 5, scholarships or grants", "Form 8863 Part III", sign=-1)
    box6_prior_year_scholarships: Money | None = money("Box 6, adjustments to scholarships or grants for a prior year")
    box7_next_year: bool | None = flag(
        "Box 7, box 1 includes amounts for an academic period beginning January to March of next year"
    )
    box8_half_time: bool | None = flag("Box 8, at least half-time student")
    box9_graduate: bool | None = flag("Box 9, graduate student")
    books_required: Money | None = money(
        "Required books and materials that were paid for besides", "Form 8863 Part III"
    )


class Form1098E(Record):
    """Form 1098-E."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Form 1098-E, Student Loan Interest Statement",
        found_in="Form 1098-E.",
        owner="T or S by the borrower's TIN. Never J.",
        grouping="One record for each lender, borrower and account number.",
        pitfalls=("Box 1 is recorded as printed; the limit belongs to the return.",),
        anchors=(("lender_tin", "account_number"), ("lender_name", "account_number")),
    )

    classification: Literal["1098-E"] = "1098-E"
    lender_name: str | None = name("Lender's name")
    lender_tin: str | None = tin("Lender's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1_interest: Money | None = money("Box 1, student loan interest received by lender", "Schedule 1 21")


class EducatorExpense(Record):
    """What a teacher paid for the classroom."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Educator expenses",
        found_in="Receipts, or the client's list or answer.",
        owner="T or S: the educator. Never J.",
        grouping="One record for each educator.",
        pitfalls=("The amount paid is recorded; the limit belongs to the return.",),
        single="owner",
    )

    classification: Literal["Educator Expense"] = "Educator Expense"
    amount: Money | None = money("Unreimbursed classroom expenses", "Schedule 1 11")


class Form1099Sa(Record):
    """Form 1099-SA."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Form 1099-SA, Distributions From an HSA, Archer MSA, or Medicare Advantage MSA",
        found_in="Form 1099-SA.",
        owner="T or S by the recipient's TIN. Never J.",
        grouping="One record for each trustee, recipient, account number and code in box 3.",
        anchors=(("trustee_tin", "account_number"), ("trustee_name", "account_number")),
    )

    classification: Literal["1099-SA"] = "1099-SA"
    trustee_name: str | None = name("Trustee's or payer's name")
    trustee_tin: str | None = tin("Trustee's or payer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1_gross: Money | None = money("Box 1, gross distribution", "Form 8889 14a")
    box2_earnings_on_excess: Money | None = money("Box 2, earnings on excess contributions")
    box3_code: str | None = code("Box 3, distribution code", role=Role.anchor)
    box5_account_type: Literal["HSA", "Archer MSA", "MA MSA"] | None = code("Box 5, type of account")


class Form5498Sa(Record):
    """Form 5498-SA."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Form 5498-SA, HSA, Archer MSA, or Medicare Advantage MSA Information",
        found_in="Form 5498-SA. It comes in May and may be missing.",
        owner="T or S by the participant's TIN. Never J.",
        grouping="One record for each trustee, participant and account number.",
        pitfalls=("Box 2 contains the employer's contributions of Form W-2, box 12, code W.",),
        anchors=(("trustee_tin", "account_number"), ("trustee_name", "account_number")),
    )

    classification: Literal["5498-SA"] = "5498-SA"
    trustee_name: str | None = name("Trustee's name")
    trustee_tin: str | None = tin("Trustee's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box2_total_contributions: Money | None = money("Box 2, total contributions made in the year")
    box3_made_next_year: Money | None = money("Box 3, contributions made next year for this year")
    box4_rollovers: Money | None = money("Box 4, rollover contributions")
    box5_fair_market_value: Money | None = money("Box 5, fair market value", additive=False)
    box6_account_type: Literal["HSA", "Archer MSA", "MA MSA"] | None = code("Box 6, type of account")


class HealthSavings(Record):
    """What Form 8889 needs of one account holder and no form says."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Health savings account, one holder (Form 8889)",
        found_in="The client's answers, bank statements, and Forms 5498-SA and W-2 together.",
        owner="T or S: the holder. Never J.",
        grouping="One record for each person who holds an HSA.",
        pitfalls=(
            "`own_contributions` are those that the holder made directly for the year, until the due date: neither the employer's nor those through the cafeteria plan "
            "(Form W-2, box 12, code W). Box 2 of Form 5498-SA less code W gives them only when nothing was paid for another year.",
            "A mistaken distribution that was paid back to the trustee is recorded in `distributions_returned`; box 1 of Form 1099-SA is "
            "recorded as it is printed.",
        ),
        single="owner",
    )

    classification: Literal["HSA"] = "HSA"
    coverage: Literal["self_only", "family"] | None = code(
        "Form 8889 line 1, coverage under a high-deductible plan", "Form 8889 1"
    )
    own_contributions: Money | None = money("Form 8889 line 2, contributions made by the holder", "Form 8889 2")
    qualified_medical_expenses: Money | None = money(
        "Form 8889 line 15, qualified medical expenses paid from distributions", "Form 8889 15"
    )
    distributions_returned: Money | None = money("Mistaken distributions that were paid back to the trustee")


class Month(Line):
    """One month of a marketplace policy."""

    key = ("month",)
    month: int | None = unscored(Kind.count, "Month, 1 to 12")
    premium: Money | None = money("Column A, monthly enrollment premium")
    slcsp: Money | None = money("Column B, monthly second lowest cost silver plan (SLCSP) premium")
    advance_payment: Money | None = money("Column C, monthly advance payment of premium tax credit")


class Form1095A(Record):
    """Form 1095-A."""

    owner_rule = OwnerRule.household
    rules = Rules(
        title="Form 1095-A, Health Insurance Marketplace Statement",
        found_in="Form 1095-A.",
        owner="The owner is no fact.",
        grouping="One record for each policy number. A corrected form replaces the earlier one.",
        zero="Leave months without coverage out, and columns that are blank or zero.",
        pitfalls=("Annual totals (line 33) are not recorded.",),
        anchors=(("policy_number",), ("issuer_name", "policy_number")),
    )

    classification: Literal["1095-A"] = "1095-A"
    issuer_name: str | None = name("Box 3, policy issuer's name")
    policy_number: str | None = text("Box 2, marketplace-assigned policy number", role=Role.number)
    months: tuple[Month, ...] = lines("Part III, lines 21 to 32, one line for each month with coverage")
