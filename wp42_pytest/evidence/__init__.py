"""Reads what a worker left, fairly and safely: deliverables, their figures, tables and words.

The names are imported when they are first used: the sealed child passes through this package too, and should start fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wp42_pytest.evidence.cells import Cell, ErrorValue
    from wp42_pytest.evidence.dates import parse_date
    from wp42_pytest.evidence.deliverables import Deliverables
    from wp42_pytest.evidence.document import Document
    from wp42_pytest.evidence.figures import Figure
    from wp42_pytest.evidence.kinds import Kind
    from wp42_pytest.evidence.labels import normal_id, normal_label, same_id, same_label
    from wp42_pytest.evidence.numbers import parse_number
    from wp42_pytest.evidence.refusal import NotMet, Reason, Unreadable
    from wp42_pytest.evidence.rows import Row, Table
    from wp42_pytest.evidence.seen import inspect_file
    from wp42_pytest.evidence.text import mentions_id, normal_text, numbers_in
    from wp42_pytest.evidence.workbook import Sheet, Workbook

_MODULES = {
    "cells": ("Cell", "ErrorValue"),
    "dates": ("parse_date",),
    "deliverables": ("Deliverables",),
    "document": ("Document",),
    "figures": ("Figure",),
    "kinds": ("Kind",),
    "labels": ("normal_id", "normal_label", "same_id", "same_label"),
    "numbers": ("parse_number",),
    "refusal": ("NotMet", "Reason", "Unreadable"),
    "seen": ("inspect_file",),
    "rows": ("Row", "Table"),
    "text": ("mentions_id", "normal_text", "numbers_in"),
    "workbook": ("Sheet", "Workbook"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Cell",
    "Deliverables",
    "Document",
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
    "mentions_id",
    "normal_id",
    "normal_label",
    "normal_text",
    "numbers_in",
    "parse_date",
    "parse_number",
    "same_id",
    "same_label",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
