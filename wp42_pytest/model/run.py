"""`run.json`: one worker, one instance, one arm, one attempt."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from wp42_pytest.model.base import Authored


class ExitReason(StrEnum):
    """Why a run ended. Only `infrastructure_error` is ours, is run again and stays out of the denominator."""

    finished = "finished"
    time_limit = "time_limit"
    budget = "budget"
    worker_crashed = "worker_crashed"
    model_error = "model_error"
    refused = "refused"
    infrastructure_error = "infrastructure_error"


class Usage(Authored):
    """What the model consumed."""

    input_tokens: Annotated[int, Field(ge=0, description="those that no cache had a part in")] = 0
    output_tokens: Annotated[int, Field(ge=0)] = 0
    cache_read_tokens: Annotated[int, Field(ge=0)] = 0
    cache_write_tokens: Annotated[int, Field(ge=0)] = 0
    requests: Annotated[int, Field(ge=0)] = 0


class RunRecord(Authored):
    """Everything needed to repeat a run."""

    run_id: str
    task: str = Field(description="the instance, for example ACC-01@7")
    arm: str = ""
    worker: str = ""
    model: str = ""
    attempt: Annotated[int, Field(ge=1)] = 1
    started_at: str = ""
    ended_at: str = ""
    exit_reason: ExitReason = ExitReason.finished
    sealed: bool = False
    cost_usd: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    usage: Usage = Usage()
    details: dict[str, Any] = Field(default_factory=dict, description="versions, hashes, settings, events")
