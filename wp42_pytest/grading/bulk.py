"""Grades thousands of runs in one session: sealed processes share the runs, each reusing evaluators and oracles."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.catalog import is_within
from wp42_pytest.grading import sealed
from wp42_pytest.grading.bulk_session import ALONE
from wp42_pytest.grading.bulk_worker import BulkWorker, WorkerLostError, WorkerUnusableError
from wp42_pytest.grading.case import Case
from wp42_pytest.grading.history import put_aside, read_receipt, standing, sweep
from wp42_pytest.grading.order import DEFAULT_LIMIT_S, RECEIPT
from wp42_pytest.grading.reference import grade
from wp42_pytest.grading.resolve import Bench, OracleMissingError, Resolver
from wp42_pytest.grading.runs import Run, Selection, Shard, find_runs, instances
from wp42_pytest.grading.tally import FAILED, GRADED, STANDS, UNWRITTEN, Tally, row
from wp42_pytest.grading.telling import INTERRUPTED
from wp42_pytest.grading.typed import WrongUseError
from wp42_pytest.grading.writing import write_receipt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wp42_pytest.grading.resolve import Grading
    from wp42_pytest.model.run import RunRecord

ORACLES_NAMED = 5


@dataclass(frozen=True)
class BulkOptions:
    """What to grade, and how.

    Attributes:
        source: a folder with run folders below it, or a `.jsonl` list.
        select: texts like `task=ACC-*,arm=A2`.
        shard: a text like `2/8`.
        regrade: whether to grade runs whose receipt stands, too.
        processes: how many sealed processes judge at the same time.
        limit_s: the longest that one run may take, in seconds.
        verbose: above 0, every run gets a line.
    """

    source: Path
    select: Sequence[str] = ()
    shard: str = "1/1"
    regrade: bool = False
    processes: int = 1
    limit_s: float = DEFAULT_LIMIT_S
    verbose: int = 0


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0))


def grade_runs(options: BulkOptions, resolver: Resolver) -> int:
    """Grade runs, and return the exit code.

    Args:
        options: what to grade.
        resolver: where scenarios and oracles are.

    Returns:
        0 when every run is completed, 1 when every run has a verdict, 2 when interrupted, 3 when a run has no valid
        verdict, 5 when there was no run.

    Raises:
        WrongUseError: when nothing can be graded as things are; the text says what to do.
    """
    selection, shard = Selection.parse(options.select), Shard.parse(options.shard)
    # A sealed process has another working directory, so that relative paths would lead it elsewhere.
    source = options.source.absolute()
    if source.is_dir() and is_within(resolver.oracle_root, source):
        msg = f"the oracle root {resolver.oracle_root} lies among the runs in {source}, where workers can read it"
        raise WrongUseError(msg)
    runs = find_runs(source, selection, shard)
    grader = _Grader(options, resolver, _benches(resolver, runs), Tally(len(runs), options.verbose))
    return grader.grade(runs)


def _benches(resolver: Resolver, runs: Sequence[Run]) -> dict[str, Bench | str]:
    """Return for each instance what its runs are judged with, or why they cannot be."""
    benches: dict[str, Bench | str] = {}
    missing = []
    for task in instances(runs):
        try:
            benches[task] = resolver.bench(task)
        except OracleMissingError as error:
            missing.append(str(error))
        except WrongUseError as error:
            benches[task] = str(error)
    if missing:
        more = f"; and {len(missing) - ORACLES_NAMED} more" if len(missing) > ORACLES_NAMED else ""
        raise WrongUseError("; ".join(missing[:ORACLES_NAMED]) + more)
    return benches


class _Grader:
    """Hands the runs to threads, each of which owns one sealed process."""

    def __init__(self, options: BulkOptions, resolver: Resolver, benches: dict[str, Bench | str], tally: Tally) -> None:
        self._options = options
        self._resolver = resolver
        self._benches = benches
        self._tally = tally
        self._stop = threading.Event()

    def grade(self, runs: Sequence[Run]) -> int:
        """Grade some runs and return the exit code."""
        work = enumerate(runs)
        lock = threading.Lock()
        threads = max(1, min(self._options.processes, len(runs)))
        with sealed.scratch_folder() as scratch, ThreadPoolExecutor(threads, "wp42-bulk") as pool:
            futures = [pool.submit(self._share, work, lock, scratch / str(number)) for number in range(threads)]
            try:
                for future in futures:
                    future.result()
            except KeyboardInterrupt:
                self._abandon()
                pool.shutdown()
                self._tally.finish(interrupted=True)
                return INTERRUPTED
            except WorkerUnusableError as error:
                self._abandon()
                raise WrongUseError(str(error)) from error
            except BaseException:
                self._abandon()
                raise
        self._tally.finish()
        return self._tally.exit_code()

    def _abandon(self) -> None:
        self._stop.set()
        sealed.kill_all()

    def _share(self, work: Iterator[tuple[int, Run]], lock: threading.Lock, scratch: Path) -> None:
        sealed.furnish(scratch)
        worker = BulkWorker(scratch, self._resolver.oracle_root)
        try:
            while not self._stop.is_set():
                with lock:
                    number, run = next(work, (-1, None))
                if run is None:
                    return
                self._grade(number, run, worker)
        finally:
            worker.close()

    def _grade(self, number: int, run: Run, worker: BulkWorker) -> None:
        record = run.record()
        grading = self._grading(run, record)
        if isinstance(grading, str):
            self._tally.add({"did": FAILED, "reason": grading}, run.folder, "", "")
            return
        answer: dict[str, Any] = {"did": ALONE}
        if not grading.problem:
            request = {"number": number, "order": grading.order.as_json(), "regrade": self._options.regrade}
            try:
                answer = worker.ask(request, self._options.limit_s)
            except WorkerLostError as error:
                answer["alone"] = str(error)
        if self._stop.is_set():
            return
        if answer["did"] == ALONE:
            graded = grade_alone(grading, self._options.limit_s, self._stop.is_set, regrade=self._options.regrade)
            if graded is None:
                return
            answer = {
                "reason": answer.get("reason", ""),
                "alone": answer.get("alone", "its evaluator cannot be used"),
            } | graded
        name = f"{grading.order.run_id} ({run.folder})"
        assert record is not None
        self._tally.add(answer, name, record.arm, record.exit_reason.value)

    def _grading(self, run: Run, record: RunRecord | None) -> Grading | str:
        if record is None:
            return "its run.json cannot be read"
        bench = self._benches.get(record.task)
        if bench is None:
            return f"its run.json now names another task ({record.task})"
        if isinstance(bench, str):
            return bench
        folder = Path(run.folder)
        out = folder / "out"
        try:
            self._resolver.refuse_exposed(bench.evaluator.parent, folder, out)
        except WrongUseError as error:
            return str(error)
        return self._resolver.placed(bench, out, folder, record.run_id, record)


def grade_alone(
    grading: Grading, limit_s: float, abandoned: Callable[[], bool], *, regrade: bool
) -> dict[str, Any] | None:
    """Grade one run by the reference way and write its receipt.

    Args:
        grading: the run.
        limit_s: the longest that it may take, in seconds.
        abandoned: says whether the whole grading was interrupted; what ended because of it is no verdict.
        regrade: whether to grade it although its receipt stands.

    Returns:
        What was done and, when there is a receipt, what the summary needs of it; None when it was abandoned.
    """
    folder = grading.order.workspace
    try:
        former = read_receipt(folder / RECEIPT)
        if former is not None and not regrade and not standing(Case(grading.order), former):
            return {"did": STANDS, "row": row(former)}
        put_aside(folder, former)
        sweep(folder)
        quiet = os.open(os.devnull, os.O_WRONLY)
        try:
            receipt = grade(grading, limit_s, ("-q", "--tb=no"), quiet)
        finally:
            os.close(quiet)
        if abandoned():
            return None
        write_receipt(folder / RECEIPT, receipt)
    except OSError as error:
        return {"did": UNWRITTEN, "reason": f"{error.strerror or error}"}
    return {"did": GRADED, "row": row(receipt)}
