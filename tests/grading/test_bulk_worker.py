"""The sealed process that judges run after run: it does not grow, and it is replaced when it is lost."""

import json
import os
import signal
from pathlib import Path

import pytest

from wp42_pytest.grading import sealed
from wp42_pytest.grading.bulk_worker import BulkWorker, WorkerLostError, WorkerUnusableError

GROWTH_MB = 8


@pytest.fixture
def worker(example, tmp_path):
    sealed.furnish(tmp_path / "scratch")
    made = BulkWorker(tmp_path / "scratch", example.oracles)
    yield made
    made.close()


def request(example, number: int = 0) -> dict:
    return {"number": number, "order": example.grading().order.as_json(), "regrade": True}


def resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def test_memory_does_not_grow_with_the_runs(example, worker):
    def judge(first, last):
        for number in range(first, last):
            content = {"total": 123.45, "currency": "CAD", "note": f"{number} " * 5000}
            (example.folder / "run" / "out" / "total.json").write_text(json.dumps(content))
            answer = worker.ask(request(example, number), 60)
            assert (answer["did"], answer["number"], answer["row"]["completed"]) == ("graded", number, True)

    judge(0, 100)
    before = resident_mb(worker.pid)
    judge(100, 400)
    assert resident_mb(worker.pid) < before + GROWTH_MB


def test_a_process_that_was_killed_is_replaced_for_the_next_run(example, worker):
    assert worker.ask(request(example), 60)["did"] == "graded"
    first = worker.pid
    os.kill(first, signal.SIGKILL)
    with pytest.raises(WorkerLostError, match="died"):
        worker.ask(request(example), 60)
    assert worker.ask(request(example), 60)["did"] == "graded"
    assert worker.pid != first


def test_a_process_that_takes_too_long_is_ended(example, worker):
    assert worker.ask(request(example), 60)["did"] == "graded"
    os.kill(worker.pid, signal.SIGSTOP)
    pid = worker.pid
    with pytest.raises(WorkerLostError, match="too long"):
        worker.ask(request(example), 0.3)
    assert worker.pid is None
    assert not Path(f"/proc/{pid}").exists()


def test_a_session_that_cannot_start_is_told_with_what_it_said(example, worker, monkeypatch):
    started = sealed.start
    monkeypatch.setattr(
        sealed,
        "start",
        lambda scratch, root, options, *rest: started(scratch, root, [*options, "--no-such-option"], *rest),
    )
    for _ in range(2):
        with pytest.raises(WorkerLostError):
            worker.ask(request(example), 60)
    with pytest.raises(WorkerUnusableError, match="unrecognized arguments: --no-such-option"):
        worker.ask(request(example), 60)


def test_a_run_that_needs_the_reference_way_is_given_back_with_the_reason(example, worker):
    example.evaluator('@pytest.mark.criterion("R02", weight=1)\ndef test_R02(out):\n    """Says."""\n    {}["x"]\n')
    answer = worker.ask(request(example), 60)
    assert (answer["did"], answer["alone"]) == ("alone", "a check raised an error")
    assert not example.receipt_path.exists()
