"""Compares two gradings of the same runs: which verdicts changed, by criterion. The review that a fix needs."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.grading.history import FORMER, read_receipt
from wp42_pytest.grading.order import RECEIPT, RUN_RECORD
from wp42_pytest.grading.typed import WrongUseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wp42_pytest.model.receipt import Receipt

UNKNOWN = "not judged"


@dataclass(frozen=True)
class Change:
    """One verdict that differs between two gradings of one run.

    Attributes:
        run: the run, `ACC-01@7 run-3`.
        check: the id of the criterion or the violation, or a field of the receipt.
        before: the verdict of the first grading.
        after: the verdict of the second.
        detail: what the second says about it.
    """

    run: str
    check: str
    before: str
    after: str
    detail: str = ""


@dataclass
class Difference:
    """What differs between two gradings.

    Attributes:
        compared: how many runs both gradings hold.
        changes: every verdict that changed.
        only_before: runs that only the first grading holds.
        only_after: runs that only the second holds.
        versions: how often the evaluator went from which version to which.
    """

    compared: int = 0
    changes: list[Change] = field(default_factory=list)
    only_before: list[str] = field(default_factory=list)
    only_after: list[str] = field(default_factory=list)
    versions: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not (self.changes or self.only_before or self.only_after)

    def lines(self) -> list[str]:
        """Return the difference as text: by check, and below each the runs."""
        by_check: dict[tuple[str, str, str], list[Change]] = defaultdict(list)
        for change in self.changes:
            by_check[change.check, change.before, change.after].append(change)
        lines = []
        for (check, before, after), changes in sorted(by_check.items()):
            lines.append(f"{check}: {before} → {after} in {len(changes)} runs")
            lines += [f"  {change.run}" + (f": {change.detail}" if change.detail else "") for change in changes]
        lines += [f"only in the first: {run}" for run in self.only_before]
        lines += [f"only in the second: {run}" for run in self.only_after]
        for (former, latter), count in sorted(self.versions.items()):
            lines.append(
                f"evaluator {former} → {latter} in {count} runs"
                if former != latter
                else f"evaluator {former} in {count} runs"
            )
        runs = len({change.run for change in self.changes})
        lines.append(f"{self.compared} runs compared, {len(self.changes)} verdicts changed in {runs} of them")
        return lines


def compare(before: Path, after: Path | None = None) -> Difference:
    """Compare two gradings.

    Args:
        before: a receipt, a folder of receipts, or a folder with run folders below it.
        after: the same of the second grading; without one, `before` names run folders, and each one's newest former
            receipt is compared with its present one.

    Raises:
        WrongUseError: when there is nothing to compare.
    """
    if after is None:
        first, second = dict(former_receipts(before)), dict(receipts(before))
        second = {run: receipt for run, receipt in second.items() if run in first}
    else:
        first, second = dict(receipts(before)), dict(receipts(after))
    if not first or not second:
        empty = before if not first else after or before
        what = "former receipts" if after is None else "receipts"
        msg = f"{empty} holds no {what}; name a receipt, a folder of receipts, or a folder with run folders below it"
        raise WrongUseError(msg)
    difference = Difference(
        only_before=sorted(first.keys() - second.keys()), only_after=sorted(second.keys() - first.keys())
    )
    for run in sorted(first.keys() & second.keys()):
        difference.compared += 1
        difference.versions[first[run].evaluator_version, second[run].evaluator_version] += 1
        difference.changes += changes(run, first[run], second[run])
    return difference


def changes(run: str, before: Receipt, after: Receipt) -> list[Change]:
    """Return what two receipts of one run say differently about it; details and timing are not compared."""
    former, latter = _verdicts(before), _verdicts(after)
    details = {result.id: result.detail for result in after.required_criteria}
    details |= {found.id: found.detail for found in after.critical_violations}
    absent = "not declared"
    return [
        Change(run, check, former.get(check, absent), latter.get(check, absent), details.get(check, ""))
        for check in former | latter
        if former.get(check, absent) != latter.get(check, absent)
    ]


def _verdicts(receipt: Receipt) -> dict[str, str]:
    unknown = set(receipt.provenance.unknown) if receipt.provenance else set()
    verdicts = {
        result.id: UNKNOWN if result.id in unknown else "met" if result.passed else "not met"
        for result in receipt.required_criteria
    }
    verdicts |= {found.id: "violated" for found in receipt.critical_violations}
    verdicts |= {identifier: UNKNOWN for identifier in unknown if identifier not in verdicts}
    shown: dict[str, Any] = {
        "det_completion": receipt.det_completion,
        "det_score": f"{receipt.det_score:.4f}",
        "abstention": receipt.abstention.status,
    }
    return verdicts | {name: str(value).lower() for name, value in shown.items()}


def receipts(source: Path) -> Iterator[tuple[str, Receipt]]:
    """Yield the receipts of a file, of a folder of receipts, or of the run folders below a folder, by run."""
    files = [source] if source.is_file() else [file for folder in _folders(source) for file in _current(folder)]
    for file in files:
        if (receipt := read_receipt(file)) is not None:
            yield _name(receipt), receipt


def former_receipts(source: Path) -> Iterator[tuple[str, Receipt]]:
    """Yield the newest former receipt of every run folder at or below a folder, by run."""
    for folder in _folders(source):
        if not os.path.lexists(folder / RUN_RECORD):
            continue
        found = [receipt for file in (folder / FORMER).glob("*.json") if (receipt := read_receipt(file)) is not None]
        if found:
            newest = max(found, key=lambda receipt: receipt.provenance.timing.graded_at if receipt.provenance else "")
            yield _name(newest), newest


def _current(folder: Path) -> list[Path]:
    if os.path.lexists(folder / RUN_RECORD) or (folder / RECEIPT).is_file():
        return [folder / RECEIPT]
    return sorted(folder.glob("*.json"))


def _folders(root: Path) -> Iterator[Path]:
    """Yield a folder and those below it, but nothing below a run folder: that is the worker's."""
    pending = [root]
    while pending:
        folder = pending.pop()
        if not folder.is_dir():
            continue
        yield folder
        if os.path.lexists(folder / RUN_RECORD) or (folder / RECEIPT).is_file():
            continue
        with os.scandir(folder) as entries:
            pending += [Path(e.path) for e in entries if not e.name.startswith(".") and e.is_dir(follow_symlinks=False)]


def _name(receipt: Receipt) -> str:
    instance = receipt.provenance.instance if receipt.provenance else receipt.task_id
    return f"{instance} {receipt.run_id}"
