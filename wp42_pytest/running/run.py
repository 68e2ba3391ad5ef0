"""One run: stage, seal, let the worker work, collect, write down."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.model.run import ExitReason, RunRecord
from wp42_pytest.running.collect import collect
from wp42_pytest.running.gateway.conversation import BUDGET, PROVIDER
from wp42_pytest.running.record import Account, finished_record
from wp42_pytest.running.sandbox import Ended, EndedBy, SandboxError
from wp42_pytest.running.site import SUBMISSIONS_FOLDER, Ready, Site

if TYPE_CHECKING:
    from wp42_pytest.catalog import Instance
    from wp42_pytest.running.arms import Arm
    from wp42_pytest.running.controller import Controller
    from wp42_pytest.running.gateway.gateway import Gateway
    from wp42_pytest.running.models import ModelSetup
    from wp42_pytest.running.workers import Conclusion, Worker

RUN_RECORD = "run.json"
EXTERNAL_CALLS = "external_calls.json"
SUBMISSIONS = "portal_submissions.json"
PARTIAL = ".partial"
STAGING_NOTE = "staging_folder"

_BY_STOP = {BUDGET: ExitReason.budget, PROVIDER: ExitReason.infrastructure_error}
_BY_END = {
    EndedBy.time_limit: ExitReason.time_limit,
    EndedBy.memory_limit: ExitReason.worker_crashed,
    EndedBy.files_limit: ExitReason.worker_crashed,
}


@dataclass(frozen=True)
class RunRequest:
    """One run to make.

    Attributes:
        run_id: also the name of the run's folder.
        instance: what is worked on.
        arm_name: the arm, as the user calls it.
        arm: its definition.
        worker: the worker; made for this run alone.
        worker_name: what records call it.
        model_name: the model, as the user calls it.
        model: its setup.
        attempt: which attempt of the same conditions this is, from 1 on.
    """

    run_id: str
    instance: Instance
    arm_name: str
    arm: Arm
    worker: Worker
    worker_name: str
    model_name: str = ""
    model: ModelSetup | None = None
    attempt: int = 1


async def run_once(controller: Controller, request: RunRequest, runs: Path) -> RunRecord:
    """Make one run; its folder appears below `runs` in one step, complete.

    Args:
        controller: the scenarios and the sandbox.
        request: what to run.
        runs: the folder of runs.

    Returns:
        The record, as it stands in the run's `run.json`.

    Raises:
        RunConfigurationError: when the run cannot be made as asked.
        FileExistsError: when the run exists.
    """
    final, record_folder = runs / request.run_id, runs / PARTIAL / request.run_id
    if final.exists():
        msg = f"{final} exists"
        raise FileExistsError(msg)
    shutil.rmtree(record_folder, ignore_errors=True)
    record_folder.mkdir(parents=True)
    started = time.monotonic()
    bundle = await controller.bundle(request.instance)
    account = Account(request, controller.sandbox, datetime.now(UTC), bundle_s=time.monotonic() - started)
    staging = Path(tempfile.mkdtemp(prefix="wp42-"))
    try:
        # Whoever finds a run half made, because its controller was killed, finds by this what else to clear away.
        (record_folder / STAGING_NOTE).write_text(str(staging), encoding="utf-8")
        await _work(Site(controller, request, bundle, staging, record_folder), account)
    finally:
        await asyncio.to_thread(shutil.rmtree, staging, ignore_errors=True)
    record = finished_record(account, time.monotonic() - started)
    (record_folder / RUN_RECORD).write_text(record.model_dump_json(indent=2) + "\n", encoding="utf-8")
    (record_folder / STAGING_NOTE).unlink()
    record_folder.rename(final)
    return record


async def _work(site: Site, account: Account) -> None:
    """Let the worker work, and fill the record folder."""
    worker, record_folder = site.request.worker, site.record
    async with contextlib.AsyncExitStack() as opened:
        ready = await site.make_ready(opened)
        opened.callback(worker.close)
        account.opened(ready.gateway, ready.job.limits, ready.prompt)
        try:
            ended = await site.controller.sandbox.run(site.staging, ready.services, ready.job)
        except SandboxError as error:
            account.sandbox_failed(str(error))
            (record_folder / "out").mkdir()
        else:
            opened.callback(ended.close)
            conclusion = worker.conclude(ended)
            account.ended, account.worker_details = ended, conclusion.details
            account.exit_reason = exit_reason(ended, ready, conclusion)
            began = time.monotonic()
            account.collected = await asyncio.to_thread(collect, ended.out_fd, record_folder / "out", ready.job.limits)
            account.collect_s = time.monotonic() - began
    _take_submissions(record_folder, account)
    for staged in site.workspace.iterdir():
        if staged.name != "out":
            shutil.move(staged, record_folder / staged.name)
    if ready.gateway is not None and ready.gateway.web is not None:
        (record_folder / EXTERNAL_CALLS).write_text(ready.gateway.web.as_json(), encoding="utf-8")


def exit_reason(ended: Ended, ready: Ready, conclusion: Conclusion) -> ExitReason:
    """Say why a run ended: what stopped it first, then limits, then what the worker itself shows."""
    if ready.job.stop.reason:
        return _BY_STOP[ready.job.stop.reason]
    return _BY_END.get(ended.ended_by) or _of_worker(conclusion, ready.gateway)


def _of_worker(conclusion: Conclusion, gateway: Gateway | None) -> ExitReason:
    reason = conclusion.exit_reason
    if gateway is None:
        return reason
    if reason is ExitReason.model_error and gateway.last_exchange_broke:
        return ExitReason.infrastructure_error  # the provider broke off, and the worker could not go on
    if gateway.last_refused:
        return ExitReason.refused
    return reason


def _take_submissions(record_folder: Path, account: Account) -> None:
    """Put the portal's own file of submissions where evaluators look; a worker's file of that name gives way."""
    kept = record_folder / SUBMISSIONS_FOLDER
    if not kept.is_dir():
        return
    target = record_folder / "out" / SUBMISSIONS
    if target.exists():
        account.events.append(f"the worker left a {SUBMISSIONS} of its own; the portal's took its place")
        if target.is_dir():
            shutil.rmtree(target)
        else:
            target.unlink()
    for file in kept.iterdir():
        shutil.move(file, record_folder / "out" / file.name)
    kept.rmdir()
