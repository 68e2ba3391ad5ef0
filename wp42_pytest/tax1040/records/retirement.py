"""Pensions, IRAs and annuities: 1099-R, 5498."""

from __future__ import annotations

from typing import Literal

from wp42_pytest.tax1040.fields import Money, OwnerRule, Record, Role, Rules, code, flag, lines, money, name, text, tin
from wp42_pytest.tax1040.records.lines import StateTax


class Form1099R(Record):
    """Form 1099-R."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Form 1099-R, Distributions From Pensions, Annuities, Retirement or Profit-Sharing Plans, IRAs, Insurance Contracts, etc.",
        found_in="Form 1099-R; what was rolled over or given to charity is said by the client or the receiving institution.",
        owner="T or S by the recipient's TIN. Never J.",
        grouping="One record for each payer, recipient, account number and code in box 7: one payer with a code 7 and a code G gives two records.",
        zero="Write box 2a as 0 when the form shows 0.00; leave it out when the box is blank.",
        pitfalls=(
            "`rollover_amount` is what went into another plan or IRA: box 1 of a code G or H, and what the papers prove to have been rolled over within 60 days.",
            "`qcd_amount` is what the trustee paid directly to a charity by its letter; that letter then gives no charitable gift.",
        ),
        anchors=(("payer_tin",), ("payer_name",)),
    )

    classification: Literal["1099-R"] = "1099-R"
    payer_name: str | None = name("Payer's name")
    payer_tin: str | None = tin("Payer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1_gross: Money | None = money("Box 1, gross distribution", "1040 4a or 5a")
    box2a_taxable: Money | None = money("Box 2a, taxable amount", "1040 4b or 5b", zero_is_fact=True)
    box2b_not_determined: bool | None = flag("Box 2b, taxable amount not determined")
    box2b_total_distribution: bool | None = flag("Box 2b, total distribution")
    box3_capital_gain: Money | None = money("Box 3, capital gain")
    box4_federal_tax_withheld: Money | None = money("Box 4, federal income tax withheld", "1040 25b")
    box5_employee_contributions: Money | None = money(
        "Box 5, employee contributions, designated Roth contributions or insurance premiums"
    )
    box6_net_unrealized_appreciation: Money | None = money(
        "Box 6, net unrealized appreciation in employer's securities"
    )
    box7_code: str | None = code("Box 7, distribution code or codes", role=Role.identity)
    box7_ira: bool | None = flag("Box 7, IRA/SEP/SIMPLE")
    box9b_total_employee_contributions: Money | None = money("Box 9b, total employee contributions")
    rollover_amount: Money | None = money("Part of box 1 that was rolled over", "1040 4c or 5c")
    qcd_amount: Money | None = money("Part of box 1 that was a qualified charitable distribution", "1040 4c")
    state_lines: tuple[StateTax, ...] = lines("Boxes 14 to 16, one line for each state")


class Form5498(Record):
    """Form 5498, IRA contributions."""

    owner_rule = OwnerRule.person
    rules = Rules(
        title="Form 5498, IRA Contribution Information",
        found_in="Form 5498, a trustee's statement of contributions, or the client's answer.",
        owner="T or S by the participant's TIN. Never J.",
        grouping="One record for each trustee, participant and account.",
        pitfalls=("A contribution made in the next year for this year belongs to this year.",),
        anchors=(("trustee_tin", "account_number"), ("trustee_name", "account_number")),
    )

    classification: Literal["5498"] = "5498"
    trustee_name: str | None = name("Trustee's or issuer's name")
    trustee_tin: str | None = tin("Trustee's or issuer's TIN")
    account_number: str | None = text("Account number", role=Role.number)
    box1_ira_contributions: Money | None = money("Box 1, IRA contributions for the year", "Schedule 1 20")
    box2_rollover_contributions: Money | None = money("Box 2, rollover contributions")
    box3_roth_conversion: Money | None = money("Box 3, Roth IRA conversion amount")
    box5_fair_market_value: Money | None = money("Box 5, FMV of account", additive=False)
    box10_roth_contributions: Money | None = money("Box 10, Roth IRA contributions")
