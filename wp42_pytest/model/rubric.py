"""`rubric.json`: what blind judges score."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from wp42_pytest.model.base import Authored, TaskId

ANCHORS = ("0", "1", "2", "3", "4")


class RubricCriterion(Authored):
    """One quality that a judge scores from 0 to 4."""

    id: Annotated[str, Field(pattern=r"^Q\d{2}$")]
    title: str
    weight: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    anchors: dict[str, str] = Field(description="what work at each of the five levels looks like, keys '0' to '4'")

    @model_validator(mode="after")
    def _five_anchors(self) -> Self:
        if tuple(sorted(self.anchors)) != ANCHORS or not all(text.strip() for text in self.anchors.values()):
            msg = f"{self.id}: anchors must describe exactly the levels 0 to 4 (found {sorted(self.anchors)})"
            raise ValueError(msg)
        return self


class Rubric(Authored):
    """Given to judges, never to workers."""

    task_id: TaskId
    version: str
    criteria: Annotated[list[RubricCriterion], Field(min_length=1)]

    @model_validator(mode="after")
    def _unique_ids(self) -> Self:
        ids = [criterion.id for criterion in self.criteria]
        if len(set(ids)) != len(ids):
            msg = f"rubric criteria ids repeat: {ids}"
            raise ValueError(msg)
        return self
