"""The reference way of grading: one run, one sealed process, under a time limit."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from wp42_pytest.grading import sealed
from wp42_pytest.grading.case import Case
from wp42_pytest.grading.context import now, safe_context, with_timing
from wp42_pytest.grading.order import ChildOrder
from wp42_pytest.grading.receipt import receipt_from_report
from wp42_pytest.grading.verdict import bounded
from wp42_pytest.model.receipt import Receipt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wp42_pytest.grading.order import Order
    from wp42_pytest.grading.resolve import Grading


def grade(grading: Grading, limit_s: float, options: Sequence[str] = (), output: int | None = None) -> Receipt:
    """Grade one run and return its receipt; a receipt comes back whatever the evaluator does.

    Args:
        grading: the run and the inventory of its evaluator.
        limit_s: the longest that it may take, in seconds.
        options: what the session's pytest is told besides.
        output: where the session's output goes; by default where the caller's does.
    """
    started, graded_at = time.perf_counter(), now()
    if grading.problem:
        receipt = error_receipt(grading, grading.problem)
    else:
        receipt = _judged_by_child(grading, limit_s, options, output)
    return with_timing(receipt, graded_at, time.perf_counter() - started)


def error_receipt(grading: Grading, reason: str) -> Receipt:
    """Return the receipt of a run that our side could not judge, with the full denominator."""
    case = Case(grading.order)
    context, trouble = safe_context(case, now(), 0.0)
    return receipt_from_report({}, grading.inventory, context, [reason, *trouble])


def _judged_by_child(grading: Grading, limit_s: float, options: Sequence[str], output: int | None) -> Receipt:
    with sealed.scratch_folder() as scratch:
        reading, writing = os.pipe()
        try:
            order = ChildOrder(grading.order, grading.inventory.as_json(), scratch / "receipt.json", reading)
            order.write(scratch / "order.json")
            arguments = [
                *options,
                "--show-capture=no",
                f"--wp42-child={scratch / 'order.json'}",
                str(grading.order.evaluator),
            ]
            process = sealed.start(scratch, grading.order.evaluator.parent, arguments, (reading,), output)
            os.close(reading)
            reading = -1
            code = sealed.wait(process, limit_s)
        finally:
            os.close(writing)
            if reading >= 0:
                os.close(reading)
        receipt = _left_behind(order.receipt, grading.order)
    if receipt is None:
        return error_receipt(grading, f"the evaluator gave no verdict: {sealed.describe_end(code, limit_s)}")
    declared = {check.id for check in grading.inventory.criteria}
    if declared != {result.id for result in receipt.required_criteria}:
        return error_receipt(grading, "the evaluator's session judged other criteria than those declared")
    return receipt


def _left_behind(path: Path, order: Order) -> Receipt | None:
    try:
        receipt = Receipt.model_validate(json.loads(path.read_bytes()))
    except (OSError, ValueError, ValidationError):
        return None
    return receipt if (receipt.task_id, receipt.run_id) == (order.task_id, bounded(order.run_id)) else None
