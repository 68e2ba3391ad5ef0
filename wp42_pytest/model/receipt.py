"""`receipt.json`: the graded result of one run."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wp42_pytest.model.base import Authored, Seed, Sha256, TaskId

DETAIL_LIMIT = 500
"""Most characters of a `detail` text."""

Detail = Annotated[str, Field(max_length=DETAIL_LIMIT)]
Weight = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class CriterionResult(Authored):
    """The verdict on one required criterion."""

    id: str
    description: str
    passed: bool
    weight: Weight
    detail: Detail


class ViolationResult(Authored):
    """One critical violation that was found."""

    id: str
    description: str
    detail: Detail


class Abstention(Authored):
    """Whether the worker declined, and whether it was right to."""

    status: str = Field(description="status of COMPLETION.json, or 'missing' or 'invalid'")
    justified: bool | None = Field(description="null when the worker completed")


class Timing(Authored):
    """When and how long the grading took; the only fields that differ between two gradings of one run."""

    graded_at: str
    seconds: Annotated[float, Field(ge=0)]


class Provenance(Authored):
    """What was graded with what."""

    instance: str
    seed: Seed
    oracle_sha256: Sha256 | None
    evaluator_sha256: Sha256 | None
    deliverables: dict[str, str] = Field(description="sha256 of every file in out/, or 'refused: reason'")
    versions: dict[str, str]
    complete: bool = Field(description="every declared criterion and violation was judged")
    unknown: list[str] = Field(default_factory=list, description="ids that could not be judged")
    labels: dict[str, str] = Field(
        default_factory=dict, description="arm, worker, attempt, 'sealed': what the run says"
    )
    timing: Timing


class Receipt(Authored):
    """The specification's receipt (section 4), plus `provenance` and `metrics`."""

    task_id: TaskId
    run_id: str
    evaluator_version: str
    required_criteria: list[CriterionResult]
    critical_violations: list[ViolationResult]
    det_completion: bool
    det_score: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
    abstention: Abstention
    notes: str
    provenance: Provenance | None = None
    metrics: dict[str, Annotated[float, Field(allow_inf_nan=False)]] = Field(default_factory=dict)
