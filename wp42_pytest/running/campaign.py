"""Many runs: in parallel, to the end, each exactly once however often the controller dies."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import shutil
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.model.run import ExitReason, RunRecord
from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.run import PARTIAL, RUN_RECORD, STAGING_NOTE, run_once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wp42_pytest.running.controller import Controller
    from wp42_pytest.running.run import RunRequest

LOCK = ".lock"
FAILED = ".infrastructure"
"""Below the runs folder: runs that failed through our own fault, kept when they are made again."""


@dataclass(frozen=True)
class Progress:
    """How far a campaign is."""

    planned: int
    done: int
    running: int
    infrastructure_errors: int
    cost_usd: float
    seconds_left: float | None
    note: str = ""

    def sentence(self) -> str:
        """Return the progress as a line of text."""
        left = "" if self.seconds_left is None else f", about {_duration(self.seconds_left)} left"
        errors = f", {self.infrastructure_errors} infrastructure errors" if self.infrastructure_errors else ""
        counts = f"{self.done} of {self.planned} runs done, {self.running} running{errors}, ${self.cost_usd:.2f}{left}"
        return f"{counts}: {self.note}" if self.note else counts


@dataclass(frozen=True)
class Engine:
    """How a campaign is carried out.

    Attributes:
        runs: the folder of runs.
        concurrency: how many run at the same time.
        infrastructure_tries: how often a run is made when it fails through our own fault.
        budget_usd: no run is started once all together have cost this much.
        report: receives the progress whenever a run starts or ends.
    """

    runs: Path
    concurrency: int = 2
    infrastructure_tries: int = 3
    budget_usd: float | None = None
    report: Callable[[Progress], None] = lambda _: None


@contextlib.contextmanager
def only_controller(runs: Path) -> Iterator[None]:
    """Hold the runs folder for this controller alone.

    Raises:
        RunConfigurationError: when another controller holds it.
    """
    runs.mkdir(parents=True, exist_ok=True)
    with (runs / LOCK).open("w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            msg = f"another controller works in {runs}; wait for it or choose another --runs"
            raise RunConfigurationError(msg) from error
        yield


def clear_remains(runs: Path) -> None:
    """Remove what runs of a controller that was killed have left: half-made run folders and staging folders."""
    partial = runs / PARTIAL
    if not partial.is_dir():
        return
    for folder in partial.iterdir():
        note = folder / STAGING_NOTE
        if note.is_file():
            staging = Path(note.read_text(encoding="utf-8"))
            if staging.name.startswith("wp42-") and staging.is_dir():
                shutil.rmtree(staging, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


def read_record(folder: Path) -> RunRecord | None:
    """Return the record of a finished run, or None when there is none."""
    try:
        return RunRecord.model_validate_json((folder / RUN_RECORD).read_bytes())
    except (OSError, ValueError):
        return None


def refuse_other_conditions(record: RunRecord, request: RunRequest, runs: Path) -> None:
    """Refuse to take a run for done that was made under the same names and other conditions.

    Raises:
        RunConfigurationError: naming what differs.
    """
    model = request.model.model_dump(mode="json") if request.model else None
    wanted = {
        "task": (record.task, str(request.instance)),
        "arm": (record.details.get("arm_sha256"), request.arm.digest()),
        "model": (record.details.get("model"), model),
        "worker": (record.details.get("worker"), request.worker.describe() | {"kind": request.worker.name}),
    }
    for what, (there, asked) in wanted.items():
        if there != asked:
            msg = (
                f"{runs / request.run_id} was made with another definition of its {what}; choose another --runs, or "
                "remove the run"
            )
            raise RunConfigurationError(msg)


class Campaign:
    """Carries out requests; call `carry_out` once."""

    def __init__(self, controller: Controller, requests: Sequence[RunRequest], engine: Engine) -> None:
        self._controller = controller
        self._requests = requests
        self._engine = engine
        self._records: dict[str, RunRecord] = {}
        self._spent_before = 0.0
        self._running = 0
        self._infrastructure_errors = 0
        self._began = time.monotonic()
        self._made = 0
        self._out_of_money = False
        self.failures: dict[str, str] = {}
        """Runs that could not be made at all, with the reason: not even a record tells of them."""

    async def carry_out(self) -> dict[str, RunRecord]:
        """Make every run that is not there yet.

        Returns:
            The records of all runs of the campaign that are there now, by run id.

        Raises:
            RunConfigurationError: when a run is there that was made under other conditions.
        """
        runs = self._engine.runs
        clear_remains(runs)
        waiting: list[RunRequest] = []
        for request in self._requests:
            record = read_record(runs / request.run_id)
            if record is not None:
                refuse_other_conditions(record, request, runs)
            if record is None or record.exit_reason is ExitReason.infrastructure_error:
                waiting.append(request)
            else:
                self._records[request.run_id] = record
        self._report(f"{len(self._records)} were there already" if self._records else "")
        places = asyncio.Semaphore(self._engine.concurrency)
        async with asyncio.TaskGroup() as group:
            for request in waiting:
                await places.acquire()
                if self._too_expensive():
                    places.release()
                    break
                group.create_task(self._one(request, places))
        with contextlib.suppress(OSError):
            (runs / PARTIAL).rmdir()
        return self._records

    def _too_expensive(self) -> bool:
        budget = self._engine.budget_usd
        if budget is None or self._cost() < budget:
            return False
        if not self._out_of_money:
            self._out_of_money = True
            self._report(f"the campaign's budget of ${budget:.2f} is spent; no further run is started")
        return True

    async def _one(self, request: RunRequest, places: asyncio.Semaphore) -> None:
        self._running += 1
        self._report(f"{request.run_id} starts")
        try:
            record = await self._until_made(request)
        except Exception as error:
            # One scenario that cannot be built, or one full disk, does not end the runs of all others.
            self.failures[request.run_id] = f"{type(error).__name__}: {error}"
            self._report(f"{request.run_id} could not be made: {error}")
            return
        finally:
            self._running -= 1
            places.release()
        self._records[request.run_id] = record
        self._made += 1
        self._report(f"{request.run_id}: {record.exit_reason.value}")

    async def _until_made(self, request: RunRequest) -> RunRecord:
        """Make a run, again while it fails through our own fault."""
        for left in reversed(range(self._engine.infrastructure_tries)):
            self._set_aside(request.run_id)
            # A worker keeps what it sees of its one session, so each try gets one of its own.
            fresh = replace(request, worker=request.worker.again())
            record = await run_once(self._controller, fresh, self._engine.runs)
            if record.exit_reason is not ExitReason.infrastructure_error:
                return record
            self._infrastructure_errors += 1
            self._spent_before += record.cost_usd
            if left:
                self._report(f"{request.run_id}: infrastructure error, made again")
        return record

    def _set_aside(self, run_id: str) -> None:
        folder = self._engine.runs / run_id
        if not folder.exists():
            return
        kept = self._engine.runs / FAILED
        kept.mkdir(exist_ok=True)
        number = 1
        while (kept / f"{run_id}--{number}").exists():
            number += 1
        folder.rename(kept / f"{run_id}--{number}")

    def _cost(self) -> float:
        return self._spent_before + sum(record.cost_usd for record in self._records.values())

    def _report(self, note: str) -> None:
        done = len(self._records)
        left = None
        if self._made:
            each = (time.monotonic() - self._began) / self._made
            left = each * (len(self._requests) - done)
        self._engine.report(
            Progress(
                planned=len(self._requests),
                done=done,
                running=self._running,
                infrastructure_errors=self._infrastructure_errors,
                cost_usd=self._cost(),
                seconds_left=left,
                note=note,
            )
        )


def _duration(seconds: float) -> str:
    minutes = seconds / 60
    if minutes < 1:
        return f"{seconds:.0f} s"
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"
