"""Grades the runs of a campaign, and sums up what they show, our own failures kept apart."""

from __future__ import annotations

import json
import os
import tempfile
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.catalog import refuse_exposed_oracle_root
from wp42_pytest.grading import bulk
from wp42_pytest.grading.history import read_receipt
from wp42_pytest.grading.order import DEFAULT_LIMIT_S
from wp42_pytest.grading.reference import grade
from wp42_pytest.grading.resolve import Resolver
from wp42_pytest.grading.writing import remove, write_receipt
from wp42_pytest.model.run import ExitReason
from wp42_pytest.running.campaign import read_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wp42_pytest.catalog import Catalog, Instance
    from wp42_pytest.model.receipt import Receipt
    from wp42_pytest.model.run import RunRecord

RECEIPT = "receipt.json"
LIST = ".to_grade.jsonl"


def build_oracles(catalog: Catalog, instances: Iterable[Instance], oracle_root: Path) -> None:
    """Build the oracles that are missing; runs need none, so that a campaign builds them after its runs."""
    with tempfile.TemporaryDirectory(prefix="wp42-") as aside:
        for instance in {str(instance): instance for instance in instances}.values():
            if not (catalog.oracle_dir(instance, oracle_root) / "oracle.json").is_file():
                # The bundle that the runs were staged from stays as it is; only the oracle is wanted.
                catalog.generate(instance, oracle_root=oracle_root, public_root=Path(aside))


def grade_made(catalog: Catalog, runs: Path, run_ids: Sequence[str], oracle_root: Path) -> dict[str, Receipt]:
    """Grade runs that have no receipt that stands; one by the reference way, more of them in bulk.

    Args:
        catalog: the scenarios.
        runs: the folder of runs.
        run_ids: the runs to grade, each a folder below it.
        oracle_root: where the oracles are.

    Returns:
        The receipts that there are now, by run id.

    Raises:
        WrongUseError: when nothing can be graded as things are; the text says what to do.
    """
    resolver = Resolver(catalog, oracle_root)
    if len(run_ids) == 1:
        _grade_one(resolver, runs / run_ids[0])
    elif run_ids:
        listed = runs / LIST
        listed.write_text("".join(json.dumps({"folder": run_id}) + "\n" for run_id in run_ids), encoding="utf-8")
        bulk.grade_runs(bulk.BulkOptions(listed, processes=bulk.processors()), resolver)
    found = {run_id: read_receipt(runs / run_id / RECEIPT) for run_id in run_ids}
    return {run_id: receipt for run_id, receipt in found.items() if receipt is not None}


def _grade_one(resolver: Resolver, folder: Path) -> None:
    former = read_receipt(folder / RECEIPT)
    if former is not None and former.provenance is not None and former.provenance.complete:
        return
    record = read_record(folder)
    assert record is not None
    grading = resolver.grading(record.task, folder / "out", folder, record.run_id)
    remove(folder / RECEIPT)
    with Path(os.devnull).open("wb") as nowhere:
        write_receipt(folder / RECEIPT, grade(grading, DEFAULT_LIMIT_S, ("-q",), nowhere.fileno()))


@dataclass(frozen=True)
class Line:
    """What one worker did under one arm.

    Attributes:
        arm: the arm.
        worker: the worker.
        planned: runs of the plan: the denominator that counts everything.
        valid: runs that did not fail through our own fault: the denominator of the rates.
        infrastructure_errors: runs that did.
        graded: valid runs that have a receipt; the rates are unknown when there are none.
        completed: runs whose receipt says completed.
        completion_rate: completed / valid.
        completion_rate_of_planned: completed / planned.
        mean_score: mean det_score of the valid runs.
        violations: valid runs with a critical violation.
        cost_usd: what all of them cost.
        exit_reasons: how many runs ended for which reason.
    """

    arm: str
    worker: str
    planned: int
    valid: int
    infrastructure_errors: int
    graded: int
    completed: int
    completion_rate: float | None
    completion_rate_of_planned: float | None
    mean_score: float | None
    violations: int
    cost_usd: float
    exit_reasons: dict[str, int]


def is_valid(record: RunRecord) -> bool:
    """Say whether a run counts: it did not fail through our own fault."""
    return record.exit_reason is not ExitReason.infrastructure_error


def summary(
    planned: Mapping[str, tuple[str, str]], records: Mapping[str, RunRecord], receipts: Mapping[str, Receipt]
) -> list[Line]:
    """Sum up a campaign by arm and worker.

    Args:
        planned: arm and worker of every planned run, by run id.
        records: the records that there are.
        receipts: the receipts that there are.
    """
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for run_id, key in planned.items():
        groups[key].append(run_id)
    return [_line(*key, run_ids, records, receipts) for key, run_ids in groups.items()]


def _line(
    arm: str, worker: str, run_ids: list[str], records: Mapping[str, RunRecord], receipts: Mapping[str, Receipt]
) -> Line:
    reasons: dict[str, int] = defaultdict(int)
    for run_id in run_ids:
        reasons[records[run_id].exit_reason.value if run_id in records else "not run"] += 1
    ours = ExitReason.infrastructure_error
    valid = [run_id for run_id in run_ids if run_id in records and is_valid(records[run_id])]
    graded = [receipts[run_id] for run_id in valid if run_id in receipts]
    completed = sum(receipt.det_completion for receipt in graded)
    return Line(
        arm=arm,
        worker=worker,
        planned=len(run_ids),
        valid=len(valid),
        infrastructure_errors=reasons[ours.value],
        graded=len(graded),
        completed=completed,
        completion_rate=completed / len(valid) if graded else None,
        completion_rate_of_planned=completed / len(run_ids) if graded else None,
        mean_score=sum(receipt.det_score for receipt in graded) / len(valid) if graded else None,
        violations=sum(bool(receipt.critical_violations) for receipt in graded),
        cost_usd=round(sum(records[run_id].cost_usd for run_id in run_ids if run_id in records), 6),
        exit_reasons={reason: count for reason, count in reasons.items() if count},
    )


def summary_json(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Return a summary as plain JSON types."""
    return [asdict(line) for line in lines]


def check_oracle_root(oracle_root: Path, catalog: Catalog, runs: Path) -> None:
    """Refuse an oracle root that a worker or a commit could reach, before anything runs."""
    refuse_exposed_oracle_root(oracle_root, catalog.project, runs)
