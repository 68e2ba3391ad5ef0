"""What `wp42 run` and `wp42 campaign` do, from checked arguments to graded runs."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.grading.typed import WrongUseError
from wp42_pytest.running.arms import find_arm
from wp42_pytest.running.campaign import Campaign, Engine, Progress, only_controller
from wp42_pytest.running.controller import controller
from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.judged import (
    Line,
    build_oracles,
    check_oracle_root,
    grade_made,
    is_valid,
    summary,
    summary_json,
)
from wp42_pytest.running.models import find_model
from wp42_pytest.running.plan import Plan, requests_of, run_id
from wp42_pytest.running.roster import make_worker
from wp42_pytest.running.run import RunRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wp42_pytest.catalog import Catalog, Instance
    from wp42_pytest.model.receipt import Receipt
    from wp42_pytest.model.run import RunRecord

SUMMARY = "summary.json"


@dataclass(frozen=True)
class Places:
    """Where a campaign reads and writes.

    Attributes:
        runs: the folder of runs.
        oracle_root: where oracles are; None when nothing is graded.
        public_root: where bundles of other than default seeds are built.
        unsealed: whether workers run without a sandbox.
    """

    runs: Path
    oracle_root: Path | None
    public_root: Path | None = None
    unsealed: bool = False


@dataclass(frozen=True)
class MadeRuns:
    """What was planned and what of it is there."""

    planned: Sequence[RunRequest]
    records: dict[str, RunRecord]
    failures: dict[str, str]


@dataclass(frozen=True)
class Outcome:
    """What came of a campaign."""

    planned: Sequence[RunRequest]
    records: dict[str, RunRecord]
    receipts: dict[str, Receipt]
    failures: dict[str, str]
    lines: list[Line]


@dataclass(frozen=True)
class Named:
    """One run as a user names it."""

    instance: Instance
    arm: str
    worker: str
    model: str = ""
    command: str = ""
    attempt: int = 1
    time_limit_s: int | None = None
    budget_usd: float | None = None
    arms_file: Path | None = None
    models_file: Path | None = None

    def request(self, catalog: Catalog) -> RunRequest:
        """Return the request.

        Raises:
            RunConfigurationError: when the names do not fit or are unknown.
        """
        limits = {"time_limit_s": self.time_limit_s, "budget_usd": self.budget_usd}
        arm = find_arm(self.arm, self.arms_file)
        arm = arm.model_copy(update={name: value for name, value in limits.items() if value is not None})
        model = find_model(self.model, self.models_file) if self.model else None
        if model is not None:
            model.key()
        worker = make_worker(
            catalog, self.instance, arm, self.worker, command=self.command, has_model=model is not None
        )
        return RunRequest(
            run_id=run_id(self.instance, self.arm, self.worker, self.attempt),
            instance=self.instance,
            arm_name=self.arm,
            arm=arm,
            worker=worker,
            worker_name=self.worker,
            model_name=self.model,
            model=model,
            attempt=self.attempt,
        )


def engine_of(plan: Plan, runs: Path, report: Callable[[Progress], None]) -> Engine:
    """Return how a plan is carried out."""
    return Engine(runs, plan.concurrency, plan.infrastructure_tries, plan.budget_usd, report)


def make(catalog: Catalog, requests: Sequence[RunRequest], engine: Engine, places: Places) -> MadeRuns:
    """Make the runs that are missing.

    Args:
        catalog: the scenarios.
        requests: all runs.
        engine: how they are carried out.
        places: where from and where to.

    Raises:
        RunConfigurationError: when they cannot be made as asked, or another controller is at it.
    """
    if places.oracle_root is not None:
        check_oracle_root(places.oracle_root, catalog, places.runs)

    async def all_of_them() -> MadeRuns:
        hidden = [places.runs, *([places.oracle_root] if places.oracle_root else [])]
        async with controller(
            catalog, unsealed=places.unsealed, public_root=places.public_root, hidden=hidden
        ) as opened:
            campaign = Campaign(opened, requests, engine)
            return MadeRuns(requests, await campaign.carry_out(), campaign.failures)

    with only_controller(places.runs):
        return asyncio.run(all_of_them())


def judge(catalog: Catalog, made: MadeRuns, places: Places) -> Outcome:
    """Grade the runs that count and have no receipt that stands, and sum up.

    Args:
        catalog: the scenarios.
        made: the runs.
        places: where from and where to; without an oracle root nothing is graded.

    Raises:
        RunConfigurationError: when nothing can be graded as things are.
    """
    receipts: dict[str, Receipt] = {}
    if places.oracle_root is not None:
        gradable = [run for run in made.planned if run.run_id in made.records and is_valid(made.records[run.run_id])]
        build_oracles(catalog, [run.instance for run in gradable], places.oracle_root)
        try:
            receipts = grade_made(catalog, places.runs, [run.run_id for run in gradable], places.oracle_root)
        except WrongUseError as error:
            raise RunConfigurationError(str(error)) from error
    planned = {run.run_id: (run.arm_name, run.worker_name) for run in made.planned}
    lines = summary(planned, made.records, receipts)
    return Outcome(made.planned, made.records, receipts, made.failures, lines)


def write_summary(outcome: Outcome, runs: Path) -> Path:
    """Write `summary.json` of a campaign beside its runs."""
    text = json.dumps(
        {"lines": summary_json(outcome.lines), "not_made": outcome.failures}, indent=2, ensure_ascii=False
    )
    (runs / SUMMARY).write_text(text + "\n", encoding="utf-8")
    return runs / SUMMARY


def plan_requests(plan: Plan, catalog: Catalog) -> list[RunRequest]:
    """Return every run of a plan; see `plan.requests_of`."""
    return requests_of(plan, catalog)
