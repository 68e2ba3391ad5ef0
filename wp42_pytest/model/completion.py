"""`out/COMPLETION.json`: what the worker says about its own work."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field

from wp42_pytest.model.base import WorkerWritten


class CompletionStatus(StrEnum):
    """How the worker left the assignment."""

    completed = "completed"
    needs_clarification = "needs_clarification"
    abstained = "abstained"


class Completion(WorkerWritten):
    """The worker's statement (specification, section 3).

    Entries of the lists are usually sentences; objects are accepted too, since many workers write
    `{"id": …, "description": …}`.
    """

    status: CompletionStatus
    summary: str = Field(description="what was done, in a few sentences")
    deliverables: list[str] = Field(description="paths of the files left in out/, relative to out/")
    assumptions: list[str | dict[str, Any]] = Field(default_factory=list)
    questions: list[str | dict[str, Any]] = Field(
        default_factory=list, description="what must be answered before the assignment can be finished"
    )
    issues_found: list[str | dict[str, Any]] = Field(default_factory=list)
