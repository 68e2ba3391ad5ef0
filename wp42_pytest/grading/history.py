"""Says whether a receipt still stands, and keeps former receipts when it does not."""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from wp42_pytest.grading.case import evaluator_digest, file_digest
from wp42_pytest.grading.order import RECEIPT
from wp42_pytest.grading.verdict import bounded
from wp42_pytest.grading.writing import remove
from wp42_pytest.model.receipt import Receipt

if TYPE_CHECKING:
    from wp42_pytest.grading.case import Case

FORMER = "receipts"
"""The folder in a run folder that former receipts move to."""

RECEIPT_LIMIT = 16 * 1024**2

_UNSAFE = re.compile(r"[^A-Za-z0-9.+_-]+")


def read_receipt(path: Path) -> Receipt | None:
    """Return a receipt, or None when there is none that can be read; no link is followed."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with open(descriptor, "rb") as file:  # noqa: PTH123  a descriptor has no Path
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        try:
            return Receipt.model_validate_json(file.read(RECEIPT_LIMIT))
        except ValidationError:
            return None


def standing(case: Case, receipt: Receipt | None) -> str:
    """Return why a run has to be graded again; an empty text when its receipt stands.

    Args:
        case: the run.
        receipt: the receipt that was found.
    """
    if receipt is None:
        return "no valid receipt"
    order, provenance = case.order, receipt.provenance
    if provenance is None or (receipt.task_id, receipt.run_id, provenance.instance) != (
        order.task_id,
        bounded(order.run_id),
        order.instance,
    ):
        return "the receipt is another run's"
    if not provenance.complete:
        return "the receipt is incomplete"
    if provenance.evaluator_sha256 != evaluator_digest(order.evaluator):
        return "evaluator changed"
    if provenance.oracle_sha256 != file_digest(order.oracle):
        return "oracle changed"
    if provenance.deliverables != case.digests():
        return "deliverables changed"
    return ""


def put_aside(folder: Path, receipt: Receipt | None) -> None:
    """Move the receipt of a run to its former ones, under its evaluator's version and its time.

    Args:
        folder: the run folder.
        receipt: the receipt, as far as it could be read.
    """
    current = folder / RECEIPT
    if not os.path.lexists(current):
        return
    if current.is_symlink() or not current.is_file():
        remove(current)
        return
    name = "unreadable"
    if receipt is not None:
        graded_at = receipt.provenance.timing.graded_at if receipt.provenance else ""
        name = "_".join(_UNSAFE.sub("-", part)[:80] for part in (receipt.evaluator_version, graded_at) if part)
    former = folder / FORMER
    if former.is_symlink() or not former.is_dir():
        former.unlink(missing_ok=True)
        try:
            former.mkdir()
        except OSError:
            # A full disk has no room for a folder, but still for another name.
            former, name = folder, f"former-receipt_{name}"
    target, count = former / f"{name}.json", 1
    while os.path.lexists(target):
        count += 1
        target = former / f"{name}_{count}.json"
    # Another shard may have moved it in the meantime.
    with suppress(FileNotFoundError):
        current.rename(target)


def sweep(folder: Path) -> None:
    """Remove what a process that was killed while it wrote a receipt left behind."""
    for leftover in folder.glob(f".{RECEIPT}.*.tmp"):
        with suppress(OSError):
            leftover.unlink()
