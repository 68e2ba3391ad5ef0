"""The household: header, dependents, dependent care."""

from __future__ import annotations

from datetime import date
from typing import Literal

from wp42_pytest.tax1040.fields import (
    Money,
    OwnerRule,
    Record,
    Role,
    Rules,
    code,
    count,
    day,
    flag,
    money,
    name,
    text,
    tin,
)

FilingStatus = Literal["1", "2", "3", "4", "5"]
Relationship = Literal[
    "son",
    "daughter",
    "stepchild",
    "foster_child",
    "grandchild",
    "sibling",
    "niece_nephew",
    "parent",
    "grandparent",
    "other",
]


class Household(Record):
    """The head of the return."""

    owner_rule = OwnerRule.household
    rules = Rules(
        title="Household, the head of the return",
        found_in="The questionnaire, identity papers, mails and the prior-year return; the client's latest word decides.",
        owner="The owner is no fact.",
        grouping="Exactly one record.",
        zero="Leave a box out that is not checked.",
        pitfalls=(
            "Filing status: 1 single, 2 married filing jointly, 3 married filing separately, 4 head of household, 5 qualifying surviving spouse.",
            "The address is that at the time of filing.",
        ),
        single="household",
    )

    classification: Literal["Household"] = "Household"
    filing_status: FilingStatus | None = code("Filing status, 1 to 5", "1040 filing status")
    taxpayer_name: str | None = name("Taxpayer's first and last name", role=Role.none)
    taxpayer_ssn: str | None = tin("Taxpayer's SSN", role=Role.none)
    taxpayer_birth_date: date | None = day("Taxpayer's date of birth")
    taxpayer_occupation: str | None = text("Taxpayer's occupation")
    taxpayer_blind: bool | None = flag("Taxpayer is blind", "1040 12d")
    taxpayer_claimed: bool | None = flag("Someone can claim the taxpayer as a dependent", "1040 12a")
    spouse_name: str | None = name("Spouse's first and last name", role=Role.none)
    spouse_ssn: str | None = tin("Spouse's SSN", role=Role.none)
    spouse_birth_date: date | None = day("Spouse's date of birth")
    spouse_occupation: str | None = text("Spouse's occupation")
    spouse_blind: bool | None = flag("Spouse is blind", "1040 12d")
    taxpayer_death_date: date | None = day("Taxpayer's date of death")
    spouse_death_date: date | None = day("Spouse's date of death")
    street: str | None = text("Street address")
    city: str | None = text("City")
    state: str | None = code("Two-letter state of the address", "1040 address")
    zip_code: str | None = code("ZIP code, five digits", "1040 address")
    moved_on: date | None = day("Date of a move during the year")
    former_state: str | None = code("Two-letter state before a move to another state during the year")
    digital_assets: bool | None = flag("Digital assets: the question is answered yes", "1040 digital assets")
    foreign_account: bool | None = flag("Financial interest in a foreign account", "Schedule B 7a")
    refund_routing_number: str | None = code("Routing number for a refund", "1040 35b")
    refund_account_number: str | None = code("Account number for a refund", "1040 35d")
    refund_account_type: Literal["checking", "savings"] | None = code("checking or savings", "1040 35c")
    taxpayer_ip_pin: str | None = code("Taxpayer's identity protection PIN")
    spouse_ip_pin: str | None = code("Spouse's identity protection PIN")


class Dependent(Record):
    """One dependent."""

    owner_rule = OwnerRule.household
    rules = Rules(
        title="Dependent",
        found_in="The questionnaire, identity papers, mails and the prior-year return.",
        owner="The owner is no fact.",
        grouping="One record for each person whom the household claims. A child whom the other parent claims this year gives no record.",
        pitfalls=(
            "`credit` is CTC for a child under 17 at the end of the year with an SSN, else ODC.",
            "A dependent's own documents (Form 1099, W-2) give no record on this return.",
        ),
        anchors=(("ssn",), ("full_name",)),
    )

    classification: Literal["Dependent"] = "Dependent"
    full_name: str | None = name("First and last name")
    ssn: str | None = tin("SSN or ITIN")
    relationship: Relationship | None = code("Relationship to the taxpayer")
    birth_date: date | None = day("Date of birth")
    months_in_home: int | None = count("Months lived with the taxpayer in the year, 12 for the whole year")
    full_time_student: bool | None = flag("Full-time student in at least five months")
    disabled: bool | None = flag("Permanently and totally disabled")
    credit: Literal["CTC", "ODC"] | None = code(
        "CTC child tax credit, or ODC credit for other dependents", "1040 dependents (7)"
    )


class DependentCare(Record):
    """What one provider was paid for the care of one person."""

    owner_rule = OwnerRule.household
    rules = Rules(
        title="Child and dependent care (Form 2441)",
        found_in="The provider's statement or the client's answer.",
        owner="The owner is no fact.",
        grouping="One record for each provider and person cared for.",
        pitfalls=("Overnight camp and school tuition from kindergarten on are no care.",),
        anchors=(("provider_tin", "person_name"), ("provider_name", "person_name")),
    )

    classification: Literal["Dependent Care"] = "Dependent Care"
    provider_name: str | None = name("Provider's name")
    provider_tin: str | None = tin("Provider's SSN or EIN")
    provider_address: str | None = text("Provider's address")
    person_name: str | None = name("Name of the person cared for")
    amount: Money | None = money("Amount paid in the year", "Form 2441 1")
    household_employee: bool | None = flag("The provider is the client's household employee")
