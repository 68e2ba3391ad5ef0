"""`task.json`: what an assignment is, apart from its text."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from wp42_pytest.model.base import OCCUPATIONS, Authored, RelativePath, Seed, TaskId


class Difficulty(StrEnum):
    """How long the minimal chain of dependent operations is."""

    short = "short"
    standard = "standard"
    complex = "complex"
    workflow = "workflow"


DEPTH_BANDS: dict[Difficulty, tuple[int, int]] = {
    Difficulty.short: (5, 12),
    Difficulty.standard: (12, 25),
    Difficulty.complex: (25, 40),
    Difficulty.workflow: (30, 60),
}
"""Smallest and largest `designed_dependency_depth` of each difficulty, both inclusive."""


class DeliverableKind(StrEnum):
    """The format that a deliverable is asked for in."""

    xlsx = "xlsx"
    csv = "csv"
    docx = "docx"
    pptx = "pptx"
    pdf = "pdf"
    json = "json"
    md = "md"
    txt = "txt"
    eml = "eml"
    ics = "ics"
    png = "png"
    sqlite = "sqlite"


class Deliverable(Authored):
    """One file that the worker must leave in `out/`."""

    path: RelativePath = Field(description="relative to out/")
    kind: DeliverableKind
    must_have_formulas: bool = False


class DesignedFeatures(Authored):
    """What the author planted."""

    planted_errors: Annotated[int, Field(ge=0)]
    prompt_injection: bool
    missing_information: bool
    requires_clarification: bool
    interface_perturbation: bool


class Task(Authored):
    """The metadata of a scenario (specification, section 2)."""

    task_id: TaskId
    occupation: str
    organisation: str
    title: Annotated[str, Field(min_length=8)]
    version: Annotated[str, Field(pattern=r"^\d+\.\d+(\.\d+)?$")]
    generator_seed: Seed
    difficulty: Difficulty
    designed_dependency_depth: Annotated[int, Field(ge=1)]
    professional_minutes_estimate: Annotated[int, Field(gt=0)]
    required_deliverables: Annotated[list[Deliverable], Field(min_length=1)]
    designed_features: DesignedFeatures
    applications_involved: Annotated[list[str], Field(min_length=1)]
    time_limit_s: Annotated[int, Field(gt=0)]
    budget_usd: Annotated[float, Field(gt=0, allow_inf_nan=False)]

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        low, high = DEPTH_BANDS[self.difficulty]
        if not low <= self.designed_dependency_depth <= high:
            msg = (
                f"designed_dependency_depth {self.designed_dependency_depth} is outside the band of a "
                f"{self.difficulty.value} task ({low} to {high})"
            )
            raise ValueError(msg)
        expected = OCCUPATIONS[self.task_id.rsplit("-", 1)[0]]
        if self.occupation != expected:
            msg = f"occupation {self.occupation!r} does not belong to {self.task_id} (expected {expected!r})"
            raise ValueError(msg)
        if not self.organisation.endswith("(fictional)"):
            msg = f"organisation {self.organisation!r} must end with '(fictional)'"
            raise ValueError(msg)
        paths = [deliverable.path for deliverable in self.required_deliverables]
        if len(set(paths)) != len(paths):
            msg = f"required_deliverables names a path twice: {paths}"
            raise ValueError(msg)
        if "COMPLETION.json" not in paths:
            msg = "required_deliverables must name COMPLETION.json"
            raise ValueError(msg)
        return self
