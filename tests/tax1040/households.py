"""Households written by hand, for tests that must not depend on the generator."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

COUPLE: list[dict[str, Any]] = [
    {
        "classification": "Household",
        "filing_status": "2",
        "taxpayer_name": "Dana Whitlock",
        "taxpayer_ssn": "900-11-2201",
        "taxpayer_birth_date": "1981-04-12",
        "spouse_name": "Luis Whitlock",
        "spouse_ssn": "900-11-2202",
        "spouse_birth_date": "1979-09-30",
        "state": "OH",
        "zip_code": "43004",
        "digital_assets": False,
    },
    {
        "classification": "Dependent",
        "full_name": "Nora Whitlock",
        "ssn": "900-11-2203",
        "relationship": "daughter",
        "birth_date": "2012-02-01",
        "months_in_home": 12,
        "credit": "CTC",
    },
    {
        "classification": "W-2",
        "owner": "T",
        "employer_name": "Bramble Tool & Die, Inc.",
        "employer_ein": "00-1234567",
        "box1_wages": 71250.40,
        "box2_federal_tax_withheld": 8105.00,
        "box3_social_security_wages": 76250.40,
        "box4_social_security_tax": 4727.52,
        "box5_medicare_wages": 76250.40,
        "box6_medicare_tax": 1105.63,
        "box12": [{"code": "D", "amount": 5000.00}, {"code": "DD", "amount": 11240.12}],
        "box13_retirement_plan": True,
        "state_lines": [
            {"state": "OH", "state_wages": 40000.00, "state_tax": 1200.00},
            {"state": "KY", "state_wages": 31250.40, "state_tax": 1250.00},
        ],
    },
    {
        "classification": "W-2",
        "owner": "S",
        "employer_name": "Harrow County School District",
        "employer_ein": "00-7654321",
        "box1_wages": 48310.00,
        "box2_federal_tax_withheld": 4200.00,
        "box5_medicare_wages": 48310.00,
        "box6_medicare_tax": 700.50,
    },
    {
        "classification": "1099-INT",
        "owner": "J",
        "payer_name": "First National Bank of Harrow",
        "payer_tin": "00-2223334",
        "account_number": "4471-0091",
        "box1_interest": 412.77,
        "box3_treasury_interest": 88.10,
    },
    {
        "classification": "1099-INT",
        "owner": "S",
        "payer_name": "First National Bank of Harrow",
        "payer_tin": "00-2223334",
        "account_number": "4471-7730",
        "box1_interest": 96.35,
    },
    {
        "classification": "1099-DIV",
        "owner": "T",
        "payer_name": "Alder Brokerage Services LLC",
        "payer_tin": "00-5556667",
        "account_number": "AB-77120",
        "box1a_ordinary_dividends": 1810.22,
        "box1b_qualified_dividends": 1501.00,
        "box2a_capital_gain_distributions": 240.19,
        "box7_foreign_tax": 31.08,
    },
    {
        "classification": "1099-B",
        "owner": "T",
        "payer_name": "Alder Brokerage Services LLC",
        "payer_tin": "00-5556667",
        "account_number": "AB-77120",
        "category_totals": [{"form_8949_box": "D", "proceeds": 20410.00, "cost_basis": 15222.00}],
        "lots": [
            {
                "form_8949_box": "A",
                "description": "120 sh Vantel Corp",
                "date_acquired": "2025-01-10",
                "date_sold": "2025-03-04",
                "proceeds": 3110.00,
                "cost_basis": 3900.00,
                "wash_sale_loss_disallowed": 790.00,
            },
            {
                "form_8949_box": "E",
                "description": "40 sh Ostra Fund",
                "date_acquired": "INHERITED",
                "date_sold": "2025-06-30",
                "proceeds": 8800.00,
                "cost_basis": 8125.00,
            },
        ],
    },
    {
        "classification": "1099-R",
        "owner": "S",
        "payer_name": "Tern Retirement Trust",
        "payer_tin": "00-8889990",
        "box1_gross": 15000.00,
        "box2a_taxable": 0,
        "box7_code": "G",
        "rollover_amount": 15000.00,
    },
    {
        "classification": "Schedule C",
        "owner": "S",
        "business_name": "Whitlock Piano Studio",
        "activity": "Music lessons",
        "activity_code": "611000",
        "accounting_method": "cash",
        "line1_gross_receipts": 22140.00,
        "line18_office": 310.44,
        "line22_supplies": 1205.10,
        "line24b_meals_before_limit": 140.00,
        "other_expenses": [
            {"description": "Sheet music", "amount": 402.00},
            {"description": "Recital hall", "amount": 650.00},
        ],
        "line44a_business_miles": 1480,
    },
    {
        "classification": "Schedule E",
        "owner": "J",
        "property_address": "118 Oak Street, Harrow OH",
        "property_type": "1",
        "fair_rental_days": 340,
        "personal_use_days": 0,
        "line3_rents": 16800.00,
        "line9_insurance": 910.00,
        "line16_taxes": 2040.00,
    },
    {
        "classification": "1098",
        "owner": "J",
        "lender_name": "Cobalt Mortgage Servicing",
        "lender_tin": "00-4443332",
        "property_address": "9 Larch Lane, Harrow OH",
        "use": "main_home",
        "box1_mortgage_interest": 9120.55,
        "box2_outstanding_principal": 214880.00,
    },
    {
        "classification": "Charitable Gift",
        "owner": "J",
        "donee_name": "Harrow Food Bank",
        "kind": "cash",
        "amount": 900.00,
    },
    *(
        {
            "classification": "Estimated Payment",
            "owner": "J",
            "jurisdiction": "US",
            "kind": "estimated",
            "quarter": quarter,
            "date_paid": date,
            "amount": 750.00,
        }
        for quarter, date in ((1, "2025-04-15"), (2, "2025-06-16"), (3, "2025-09-15"), (4, "2026-01-15"))
    ),
    {"classification": "Carryover", "owner": "J", "kind": "capital_loss_long", "amount": 4100.00},
]


def couple() -> dict[str, Any]:
    """Return a joint household's true records, free to be changed."""
    return {"records": deepcopy(COUPLE)}


def records_of(answer: dict[str, Any], classification: str) -> list[dict[str, Any]]:
    """Return the records of a classification."""
    return [record for record in answer["records"] if record["classification"] == classification]
