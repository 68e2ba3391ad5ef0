"""Finds out what a receipt says of a run apart from its verdicts, whatever state the run is in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from wp42_pytest.grading.case import evaluator_digest, evaluator_version, file_digest, versions
from wp42_pytest.grading.receipt import Context
from wp42_pytest.grading.verdict import bounded

if TYPE_CHECKING:
    from wp42_pytest.grading.case import Case
    from wp42_pytest.grading.order import Order
    from wp42_pytest.model.receipt import Receipt


def safe_context(case: Case, graded_at: str, seconds: float) -> tuple[Context, list[str]]:
    """Return what is known of a run, and a sentence when not all of it could be found out.

    A receipt is written in any case, so no exception may get through here.
    """
    try:
        return case.context(graded_at, round(seconds, 3)), []
    except Exception as error:
        trouble = [bounded(f"{type(error).__name__}: {error}")]
        return bare_context(case.order, graded_at, seconds), trouble


def bare_context(order: Order, graded_at: str, seconds: float) -> Context:
    """Return what is known of a run without reading any of its deliverables."""
    evaluator = evaluator_digest(order.evaluator)
    return Context(
        task_id=order.task_id,
        run_id=order.run_id,
        instance=order.instance,
        seed=order.seed,
        evaluator_version=evaluator_version(evaluator),
        oracle_sha256=file_digest(order.oracle),
        evaluator_sha256=evaluator,
        completion_status="unknown",
        versions=versions(),
        labels=order.labels,
        graded_at=graded_at,
        seconds=round(seconds, 3),
    )


def now() -> str:
    """Return the present time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def with_timing(receipt: Receipt, graded_at: str, seconds: float) -> Receipt:
    """Return a receipt that says when and how long the whole grading took."""
    if receipt.provenance is None:
        return receipt
    timing = receipt.provenance.timing.model_copy(update={"graded_at": graded_at, "seconds": round(seconds, 3)})
    provenance = receipt.provenance.model_copy(update={"timing": timing})
    return receipt.model_copy(update={"provenance": provenance})
