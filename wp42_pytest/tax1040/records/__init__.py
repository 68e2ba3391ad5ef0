"""The record types that a package can hold, by classification, and their one output schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wp42_pytest.tax1040.fields import Record, classification
from wp42_pytest.tax1040.records.brokerage import BrokerageSupplement, CategoryTotal, Form1099B, Form1099S, Lot
from wp42_pytest.tax1040.records.business import Form1099K, Form1099Misc, Form1099Nec, ScheduleC
from wp42_pytest.tax1040.records.deductions import CanceledDebt, CharitableGift, MedicalExpenses
from wp42_pytest.tax1040.records.education_health import (
    EducatorExpense,
    Form1095A,
    Form1098E,
    Form1098T,
    Form1099Sa,
    Form5498Sa,
    HealthSavings,
    Month,
)
from wp42_pytest.tax1040.records.household import Dependent, DependentCare, Household
from wp42_pytest.tax1040.records.interest_dividends import Form1099Div, Form1099Int, Form1099Oid
from wp42_pytest.tax1040.records.k1 import K1Estate, K1Partnership, K1SCorporation
from wp42_pytest.tax1040.records.lines import AssetBought, CodeAmount, Described, Label, StateTax
from wp42_pytest.tax1040.records.payments import Carryover, EstimatedPayment
from wp42_pytest.tax1040.records.rental import Form1098, PropertyTax, ScheduleE
from wp42_pytest.tax1040.records.retirement import Form1099R, Form5498
from wp42_pytest.tax1040.records.wages import W2, Form1099G, GamblingWinnings, LocalWages, SocialSecurity, StateWages

_TYPES: tuple[type[Record], ...] = (
    Household,
    Dependent,
    DependentCare,
    W2,
    GamblingWinnings,
    SocialSecurity,
    Form1099G,
    Form1099Int,
    Form1099Div,
    Form1099Oid,
    Form1099B,
    BrokerageSupplement,
    Form1099S,
    Form1099R,
    Form5498,
    Form1099Nec,
    Form1099Misc,
    Form1099K,
    ScheduleC,
    ScheduleE,
    Form1098,
    PropertyTax,
    K1Partnership,
    K1SCorporation,
    K1Estate,
    Form1098T,
    Form1098E,
    EducatorExpense,
    Form1099Sa,
    Form5498Sa,
    HealthSavings,
    Form1095A,
    CharitableGift,
    MedicalExpenses,
    CanceledDebt,
    EstimatedPayment,
    Carryover,
)

RECORD_TYPES: dict[str, type[Record]] = {classification(record): record for record in _TYPES}
"""Every supported record type, by its exact classification."""


def answer(records: Iterable[Record]) -> dict[str, Any]:
    """Return records in the shape of the output: what is not known is left out."""
    dumped = [record.model_dump(mode="json", exclude_none=True) for record in records]
    return {"records": [{key: value for key, value in each.items() if value != []} for each in dumped]}


__all__ = [
    "RECORD_TYPES",
    "W2",
    "AssetBought",
    "BrokerageSupplement",
    "CanceledDebt",
    "Carryover",
    "CategoryTotal",
    "CharitableGift",
    "CodeAmount",
    "Dependent",
    "DependentCare",
    "Described",
    "EducatorExpense",
    "EstimatedPayment",
    "Form1095A",
    "Form1098",
    "Form1098E",
    "Form1098T",
    "Form1099B",
    "Form1099Div",
    "Form1099G",
    "Form1099Int",
    "Form1099K",
    "Form1099Misc",
    "Form1099Nec",
    "Form1099Oid",
    "Form1099R",
    "Form1099S",
    "Form1099Sa",
    "Form5498",
    "Form5498Sa",
    "GamblingWinnings",
    "HealthSavings",
    "Household",
    "K1Estate",
    "K1Partnership",
    "K1SCorporation",
    "Label",
    "LocalWages",
    "Lot",
    "MedicalExpenses",
    "Month",
    "PropertyTax",
    "ScheduleC",
    "ScheduleE",
    "SocialSecurity",
    "StateTax",
    "StateWages",
    "answer",
]
