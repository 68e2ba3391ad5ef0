"""Builds the receipt of a run from pytest-json-report's report and the inventory.

The report is evidence for verdicts, never the denominator: its rows vanish when a process dies, and its `outcome` says
"passed" for a check that was aborted midway.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wp42_pytest.grading.verdict import CAUSE_LIMIT, Outcome, Verdict, bounded, fault, metric_value
from wp42_pytest.model.receipt import (
    Abstention,
    CriterionResult,
    Provenance,
    Receipt,
    Timing,
    ViolationResult,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wp42_pytest.grading.inventory import Inventory
    from wp42_pytest.grading.markers import Declared

PROPERTY = "wp42"
"""The user property under which a check's verdict travels in the report."""

NOTES_LIMIT = 4000
PHASES = ("setup", "call", "teardown")
DECLINED = ("needs_clarification", "abstained")


@dataclass(frozen=True)
class Context:
    """What is known of a run apart from its verdicts."""

    task_id: str
    run_id: str
    instance: str
    seed: int
    evaluator_version: str
    oracle_sha256: str | None = None
    evaluator_sha256: str | None = None
    requires_clarification: bool = False
    completion_status: str = "missing"
    deliverables: dict[str, str] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    graded_at: str = ""
    seconds: float = 0.0


def receipt_from_report(
    report: Mapping[str, Any], inventory: Inventory, context: Context, problems: Sequence[str] = ()
) -> Receipt:
    """Return the receipt that a report supports.

    Args:
        report: pytest-json-report's report, as far as it came; {} when none did.
        inventory: every declared check; the denominator.
        context: what is known of the run.
        problems: faults of the evaluator as a whole, in sentences.
    """
    rows = {str(row.get("nodeid", "")).rsplit("::", 1)[-1]: row for row in report.get("tests", [])}
    verdicts = {check.id: row_verdict(rows.get(check.function)) for check in inventory}
    faults = [*problems, *failed_collections(report)]
    declared = {check.function for check in inventory}
    if inventory and (foreign := sorted(set(rows) - declared)):
        faults.append(f"tests that are no declared check were run: {', '.join(foreign)}")
    metrics: dict[str, float] = {}
    for check in inventory:
        metrics |= row_metrics(rows.get(check.function))
    return receipt_from_verdicts(verdicts, inventory, context, faults, metrics)


def receipt_from_verdicts(
    verdicts: Mapping[str, Verdict],
    inventory: Inventory,
    context: Context,
    faults: Sequence[str] = (),
    metrics: Mapping[str, float] | None = None,
) -> Receipt:
    """Return the receipt that some verdicts make; a check without a verdict was not judged.

    Args:
        verdicts: by id.
        inventory: every declared check; the denominator.
        context: what is known of the run.
        faults: faults of the evaluator as a whole, in sentences.
        metrics: measures that are not pass or fail.
    """
    ended = {check.id: verdicts.get(check.id, fault("not run")) for check in inventory}
    criteria = [
        CriterionResult(
            id=check.id,
            description=check.description,
            passed=ended[check.id].outcome is Outcome.met,
            weight=check.weight,
            detail=ended[check.id].detail,
        )
        for check in inventory.criteria
    ]
    violations = [
        ViolationResult(id=check.id, description=check.description, detail=ended[check.id].detail)
        for check in inventory.violations
        if ended[check.id].outcome is Outcome.not_met
    ]
    unknown = [check.id for check in inventory if ended[check.id].outcome is Outcome.error]
    complete = bool(criteria) and not unknown and not faults
    all_passed = bool(criteria) and all(result.passed for result in criteria)
    declined = context.completion_status in DECLINED
    return Receipt(
        task_id=context.task_id,
        run_id=bounded(context.run_id),
        evaluator_version=context.evaluator_version,
        required_criteria=criteria,
        critical_violations=violations,
        det_completion=complete and all_passed and not violations,
        det_score=score(criteria),
        abstention=Abstention(
            status=context.completion_status, justified=context.requires_clarification if declined else None
        ),
        notes=notes(inventory, ended, faults),
        metrics=dict(metrics or {}),
        provenance=Provenance(
            instance=context.instance,
            seed=context.seed,
            oracle_sha256=context.oracle_sha256,
            evaluator_sha256=context.evaluator_sha256,
            deliverables=context.deliverables,
            versions=context.versions,
            complete=complete,
            unknown=unknown,
            labels=context.labels,
            timing=Timing(graded_at=context.graded_at, seconds=context.seconds),
        ),
    )


def score(criteria: Sequence[CriterionResult]) -> float:
    """Return the weight of the passed criteria over the weight of all."""
    whole = math.fsum(result.weight for result in criteria)
    passed = math.fsum(result.weight for result in criteria if result.passed)
    return round(passed / whole, 10) if whole else 0.0


def notes(inventory: Inventory, ended: Mapping[str, Verdict], faults: Sequence[str]) -> str:
    """Return the text of `notes`: faults of ours first, then violation checks that had nothing to look at."""
    lines = [f"evaluator error: {bounded(each)}" for each in faults]
    unjudged: dict[str, list[Declared]] = {}
    for check in inventory:
        if ended[check.id].outcome is Outcome.error:
            unjudged.setdefault(ended[check.id].cause, []).append(check)
    lines += [
        f"evaluator error: {', '.join(check.id for check in checks)}: {cause}" for cause, checks in unjudged.items()
    ]
    lines += [
        f"{check.id} had nothing to look at: {ended[check.id].detail}"
        for check in inventory
        if ended[check.id].outcome is Outcome.moot
    ]
    text = "\n".join(lines)
    return text if len(text) <= NOTES_LIMIT else text[: NOTES_LIMIT - 1] + "…"


def row_verdict(row: Mapping[str, Any] | None) -> Verdict:
    """Return the verdict that one row of the report supports.

    A check passed only when its setup, its call and its teardown all did; the row's own `outcome` starts as "passed"
    and is never believed alone.
    """
    if row is None:
        return fault("not run")
    if "???" in row:
        return fault("the process died while it was judged")
    said = _said(row)
    if said is not None and said.outcome is Outcome.error:
        return said
    ended = {phase: row[phase].get("outcome") for phase in PHASES if isinstance(row.get(phase), dict)}
    passed = all(ended.get(phase) == "passed" for phase in PHASES) and row.get("outcome") == "passed"
    if said is None:
        if len(ended) < len(PHASES) and "failed" not in ended.values():
            return fault("it was aborted before it ended")
        return fault(f"it ended as {bounded(row.get('outcome', 'nothing'), 40)!r} without a verdict")
    if said.outcome is Outcome.not_met:
        return said
    return said if passed else fault(f"it ended as {bounded(row.get('outcome', 'nothing'), 40)!r}")


def row_metrics(row: Mapping[str, Any] | None) -> dict[str, float]:
    """Return the metrics that a check recorded, those that are finite numbers."""
    recorded = _property(row or {}).get("metrics", {})
    metrics: dict[str, float] = {}
    for name, value in recorded.items() if isinstance(recorded, dict) else ():
        try:
            metrics[str(name)] = metric_value(str(name), value)
        except ValueError:
            continue
    return metrics


def failed_collections(report: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each part of the evaluator that could not be collected."""
    sentences = []
    for collector in report.get("collectors", []):
        if collector.get("outcome") == "passed":
            continue
        lines = str(collector.get("longrepr", "")).splitlines()
        errors = [line[1:].strip() for line in lines if line.startswith("E ")]
        last = errors[-1] if errors else next((line.strip() for line in reversed(lines) if line.strip()), "no reason")
        sentences.append(f"evaluate.py cannot be collected: {bounded(last, CAUSE_LIMIT)}")
    return list(dict.fromkeys(sentences))


def _property(row: Mapping[str, Any]) -> Mapping[str, Any]:
    for entry in row.get("user_properties", []):
        if isinstance(entry, dict) and isinstance(entry.get(PROPERTY), dict):
            return dict(entry[PROPERTY])
    return {}


def _said(row: Mapping[str, Any]) -> Verdict | None:
    try:
        return Verdict.from_json(_property(row))
    except (KeyError, ValueError):
        return None
