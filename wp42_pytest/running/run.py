"""One run: stage, seal, let the worker work, collect, write down."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.model.portal import Portal
from wp42_pytest.model.run import ExitReason, RunRecord
from wp42_pytest.running.arms import Tool
from wp42_pytest.running.cache import open_to_all
from wp42_pytest.running.collect import collect
from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.gateway.conversation import BUDGET, PROVIDER
from wp42_pytest.running.gateway.gateway import Gateway
from wp42_pytest.running.gateway.meter import Meter
from wp42_pytest.running.gateway.transcript import Transcript
from wp42_pytest.running.gateway.upstream import Upstream
from wp42_pytest.running.models import Price
from wp42_pytest.running.prompt import prompt
from wp42_pytest.running.record import Account, finished_record
from wp42_pytest.running.sandbox import Ended, EndedBy, Job, Limits, SandboxError, Service, Stop
from wp42_pytest.running.staging import stage
from wp42_pytest.running.workers import GATEWAY, PORTAL, Assignment, Conclusion, Worker

if TYPE_CHECKING:
    from wp42_pytest.catalog import Instance
    from wp42_pytest.model.task import Task
    from wp42_pytest.running.arms import Arm
    from wp42_pytest.running.controller import Controller
    from wp42_pytest.running.models import ModelSetup

RUN_RECORD = "run.json"
TRANSCRIPT = "transcript.jsonl"
EXTERNAL_CALLS = "external_calls.json"
PORTAL_ACCESS = "portal_access.jsonl"
PORTAL_FILE = "portal/portal.json"
SUBMISSIONS = "portal_submissions.json"
PARTIAL = ".partial"
STAGING_NOTE = "staging_folder"
PORTS = {GATEWAY: 8041, PORTAL: 8042}

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
    folder = Path(tempfile.mkdtemp(prefix="wp42-"))
    try:
        (record_folder / STAGING_NOTE).write_text(str(folder), encoding="utf-8")
        async with contextlib.AsyncExitStack() as opened:
            run = await _set_up(controller, request, bundle, folder, record_folder, opened)
            account.opened(run.gateway, run.limits, run.prompt)
            try:
                ended = await controller.sandbox.run(folder, run.services, run.job)
            except SandboxError as error:
                account.sandbox_failed(str(error))
                (record_folder / "out").mkdir()
                run.worker_was_cut()
            else:
                opened.callback(ended.close)
                _conclude(account, run, ended)
                began = time.monotonic()
                account.collected = await asyncio.to_thread(collect, ended.out_fd, record_folder / "out", run.limits)
                account.collect_s = time.monotonic() - began
        _take_submissions(record_folder, account)
        for staged in (folder / "workspace").iterdir():
            if staged.name != "out":
                shutil.move(staged, record_folder / staged.name)
        if run.gateway is not None and run.gateway.web is not None:
            (record_folder / EXTERNAL_CALLS).write_text(run.gateway.web.as_json(), encoding="utf-8")
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
    record = finished_record(account, time.monotonic() - started)
    (record_folder / RUN_RECORD).write_text(record.model_dump_json(indent=2) + "\n", encoding="utf-8")
    (record_folder / STAGING_NOTE).unlink()
    record_folder.rename(final)
    return record


@dataclass
class _Prepared:
    """A run that is ready to start."""

    job: Job
    limits: Limits
    services: list[Service]
    worker: Worker
    gateway: Gateway | None
    prompt: str
    portal: Portal | None = None
    files: list[Path] = field(default_factory=list)

    def worker_was_cut(self) -> None:
        """Let the worker close what it keeps, though nothing of it ever started."""
        with contextlib.suppress(Exception):
            self.worker.conclude(Ended(EndedBy.stopped, -1, b"", b"", 0, 0.0, 0.0, 0, 0, -1))


async def _set_up(
    controller: Controller,
    request: RunRequest,
    bundle: Path,
    folder: Path,
    record_folder: Path,
    opened: contextlib.AsyncExitStack,
) -> _Prepared:
    task = controller.catalog.task(request.instance.task_id)
    arm, model = request.arm, request.model
    await asyncio.to_thread(stage, controller.catalog, bundle, folder / "workspace")
    await asyncio.to_thread(open_to_all, folder / "workspace")
    limits = Limits(time_s=arm.time_limit_s or task.time_limit_s)
    stop = Stop()
    gateway = await _open_gateway(controller, request, task, bundle, record_folder, stop)
    services = []
    sockets = folder / "sockets"
    sockets.mkdir()
    sockets.chmod(0o755)
    if gateway is not None:
        opened.callback(gateway.transcript.close)
        await opened.enter_async_context(gateway.serve(sockets / "gateway.sock"))
        services.append(Service(GATEWAY, sockets / "gateway.sock", PORTS[GATEWAY]))
    portal = None
    if arm.portal:
        portal = await opened.enter_async_context(_portal(request, bundle, sockets / "portal.sock", record_folder))
        services.append(Service(PORTAL, sockets / "portal.sock", PORTS[PORTAL]))
    place = controller.sandbox.place(folder, services)
    brief = (bundle / "BRIEF.md").read_text(encoding="utf-8")
    user = portal.user if portal else None
    portal_url = f"http://127.0.0.1:{place.ports[PORTAL]}" if portal else ""
    text = prompt(brief, place, arm, portal_url, user, limits.time_s)
    assignment = Assignment(request.instance.task_id, place, arm, text, folder, record_folder, model, user)
    work = request.worker.prepare(assignment)
    job = Job(
        command=work.command,
        limits=limits,
        environment=work.environment,
        mounts=work.mounts,
        stdin=work.stdin,
        on_line=work.on_line,
        stop=stop,
        extra_time=(lambda: gateway.held_s) if gateway is not None else (lambda: 0.0),
    )
    return _Prepared(job, limits, services, request.worker, gateway, text, portal)


async def _open_gateway(
    controller: Controller, request: RunRequest, task: Task, bundle: Path, record_folder: Path, stop: Stop
) -> Gateway | None:
    from wp42_pytest.running.gateway.web import WebTools, library
    from wp42_pytest.running.private import private_numbers

    model, arm = request.model, request.arm
    web = Tool.web in arm.tools
    if model is None and not web:
        return None
    key = model.key() if model else ""
    transcript = Transcript(record_folder / TRANSCRIPT, [key])
    budget = Decimal(str(arm.budget_usd or task.budget_usd))
    upstream = Upstream(controller.client, model, key, controller.patience) if model else None
    price = model.price if model else Price(input=Decimal(0), output=Decimal(0))
    gateway = Gateway(upstream, Meter(price, budget), transcript, stop, arm.most_requests)
    if web:
        pages = await asyncio.to_thread(library, Path(arm.web_pages))
        gateway.web = WebTools(pages, await asyncio.to_thread(private_numbers, bundle), transcript)
    return gateway


@contextlib.asynccontextmanager
async def _portal(request: RunRequest, bundle: Path, socket: Path, record_folder: Path) -> AsyncIterator[Portal]:
    from wp42_pytest.portal.server import PortalServer

    file = bundle / PORTAL_FILE
    if not file.is_file():
        msg = f"arm {request.arm_name} needs a portal, and {request.instance.task_id} has none"
        raise RunConfigurationError(msg)
    portal = Portal.model_validate_json(file.read_bytes())
    submissions = record_folder / "portal"
    submissions.mkdir()
    server = PortalServer(
        portal,
        bundle / "inputs",
        submissions,
        port=None,
        socket=socket,
        access_log=record_folder / PORTAL_ACCESS,
        perturb=request.instance.seed if request.arm.perturbation else None,
    )
    await asyncio.to_thread(server.__enter__)
    try:
        yield portal
    finally:
        await asyncio.to_thread(server.__exit__, None, None, None)


def _take_submissions(record_folder: Path, account: Account) -> None:
    """Put the portal's own file of submissions where evaluators look; a worker's file of that name is set aside."""
    kept = record_folder / "portal"
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


def _conclude(account: Account, run: _Prepared, ended: Ended) -> None:
    """Say why the run ended: limits first, then the provider, then what the worker itself shows."""
    conclusion = run.worker.conclude(ended)
    reason = _BY_END.get(ended.ended_by)
    if run.job.stop.reason:
        reason = _BY_STOP[run.job.stop.reason]
    if reason is None:
        reason = _of_worker(conclusion, run.gateway)
    account.ended, account.exit_reason, account.worker_details = ended, reason, conclusion.details


def _of_worker(conclusion: Conclusion, gateway: Gateway | None) -> ExitReason:
    reason = conclusion.exit_reason
    if gateway is None:
        return reason
    if reason is ExitReason.model_error and gateway.last_exchange_broke:
        return ExitReason.infrastructure_error  # the provider broke off, and the worker could not go on
    if gateway.last_refused:
        return ExitReason.refused
    return reason
