"""Tells a receipt in an exit code, in a line, and in a line for each check."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wp42_pytest.model.receipt import Receipt

COMPLETED, NOT_COMPLETED, INTERRUPTED, NO_VERDICT = 0, 1, 2, 3
"""Exit codes; pytest itself uses 4 for wrong use."""


def exit_code(receipt: Receipt) -> int:
    """Return the exit code that a receipt stands for."""
    if receipt.provenance is None or not receipt.provenance.complete:
        return NO_VERDICT
    return COMPLETED if receipt.det_completion else NOT_COMPLETED


def summary(receipt: Receipt) -> str:
    """Return a receipt in one line."""
    passed = sum(result.passed for result in receipt.required_criteria)
    words = [
        f"{receipt.task_id} {receipt.run_id}: {'completed' if receipt.det_completion else 'not completed'}",
        f"det_score {receipt.det_score:.4f}",
        f"{passed} of {len(receipt.required_criteria)} criteria met",
    ]
    if receipt.critical_violations:
        words.append("violations: " + ", ".join(violation.id for violation in receipt.critical_violations))
    if exit_code(receipt) == NO_VERDICT:
        words.append(f"no valid verdict ({receipt.notes.splitlines()[0] if receipt.notes else 'incomplete'})")
    return ", ".join(words)


def report_lines(receipt: Receipt) -> list[tuple[str, bool]]:
    """Return a line for each criterion, each violation found and each note, with whether it is good news."""
    lines = [
        (
            f"{result.id}  {result.weight:<5g}  {'met    ' if result.passed else 'not met'}  {result.detail or result.description}",
            result.passed,
        )
        for result in receipt.required_criteria
    ]
    lines += [
        (f"{found.id}  violation: {found.description} {found.detail}", False) for found in receipt.critical_violations
    ]
    return lines + [(note, False) for note in receipt.notes.splitlines()]
