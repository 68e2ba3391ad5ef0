"""Reads what a worker left, fairly and safely: deliverables, their figures, tables and words."""

from __future__ import annotations

from wp42_pytest.evidence.cells import Cell, ErrorValue
from wp42_pytest.evidence.dates import parse_date
from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.kinds import Kind
from wp42_pytest.evidence.labels import normal_id, normal_label, same_id, same_label
from wp42_pytest.evidence.numbers import parse_number
from wp42_pytest.evidence.refusal import NotMet, Reason, Unreadable
from wp42_pytest.evidence.seen import inspect_file
from wp42_pytest.evidence.tables import Row, Table
from wp42_pytest.evidence.text import normal_text
from wp42_pytest.evidence.workbook import Sheet, Workbook

__all__ = [
    "Cell",
    "Deliverables",
    "ErrorValue",
    "Figure",
    "Kind",
    "NotMet",
    "Reason",
    "Row",
    "Sheet",
    "Table",
    "Unreadable",
    "Workbook",
    "inspect_file",
    "normal_id",
    "normal_label",
    "normal_text",
    "parse_date",
    "parse_number",
    "same_id",
    "same_label",
]
