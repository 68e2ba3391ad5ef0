"""Limits hold whatever the worker does, and nothing of it outlives the run."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wp42_pytest.model.run import ExitReason

MIB = 1024**2


def processes_holding(mark: str) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if mark.encode() in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
    return found


@pytest.mark.parametrize("unsealed", [False, True], ids=["sealed", "unsealed"])
def test_a_worker_that_ignores_signals_ends_within_two_seconds_of_its_limit(shell, unsealed):
    mark = f"sleep 1000.{os.getpid()}{int(unsealed)}"
    script = f"""
    trap '' TERM INT HUP
    echo half > out/half.md
    (trap '' TERM; setsid {mark} &) &
    {mark}
    """
    made = shell(script, arm_changes={"time_limit_s": 2}, unsealed=unsealed)
    assert made.record.exit_reason is ExitReason.time_limit
    assert 2.0 <= made.record.details["seconds"]["worker"] < 4.0
    assert made.process["ended_by"] == "time limit"
    assert made.names() == ["half.md"]
    assert processes_holding(mark) == []


@pytest.mark.parametrize("unsealed", [False, True], ids=["sealed", "unsealed"])
def test_processes_that_a_worker_leaves_behind_end_with_it(shell, unsealed):
    mark = f"sleep 999.{os.getpid()}{int(unsealed)}"
    script = f"nohup setsid {mark} >/dev/null 2>&1 & (sleep 0.5; echo late > $WP42_OUT/late.md) & echo now > $WP42_OUT/now.md"
    made = shell(script, unsealed=unsealed)
    assert made.record.exit_reason is ExitReason.finished
    assert processes_holding(mark) == []
    time.sleep(0.6)
    assert made.names() == ["now.md"]


def test_a_fork_bomb_stays_in_its_sandbox(shell):
    made = shell("bomb() { bomb | bomb & }; bomb; sleep 1; echo alive > out/alive.md", arm_changes={"time_limit_s": 6})
    assert made.process["peak_processes"] <= 514
    assert made.record.exit_reason in (ExitReason.finished, ExitReason.worker_crashed, ExitReason.time_limit)
    assert "Resource temporarily unavailable" in made.process["stderr"]


def test_one_process_cannot_take_more_memory_than_the_limit(python):
    made = python("try:\n    bytearray(8 << 30)\nexcept MemoryError:\n    print('no memory')")
    assert made.process["stdout"] == "no memory\n"


def test_many_processes_cannot_take_more_memory_than_the_limit(python):
    program = """
import os, time
for _ in range(8):
    if os.fork() == 0:
        held = bytearray(100 << 20)
        time.sleep(60)
time.sleep(60)
"""
    made = python(program, limits={"memory": 400 * MIB})
    assert made.record.exit_reason is ExitReason.worker_crashed
    assert made.process["ended_by"] == "memory limit"
    assert 400 * MIB < made.process["peak_memory"] < 900 * MIB
    assert made.record.details["seconds"]["worker"] < 30


def test_the_disk_cannot_be_filled(shell):
    script = """
    for place in out /tmp "$HOME" /dev/shm; do
        for n in 1 2 3; do head -c 90000000 /dev/zero > "$place/big$n" 2>/dev/null; done
        du -s -m "$place" | cut -f1
        rm -f "$place"/big*
    done
    """
    made = shell(script, limits={"out_size": 40 * MIB, "scratch_size": 30 * MIB})
    sizes = [int(line) for line in made.process["stdout"].split()]
    assert len(sizes) == 4
    assert sizes == pytest.approx([40, 30, 30, 64], abs=1)


def test_a_flood_of_files_ends_the_run(python):
    made = python(
        "import os\nfor n in range(10**7): os.close(os.open(f'/tmp/{n}', os.O_CREAT))", limits={"scratch_files": 10_000}
    )
    assert made.record.exit_reason is ExitReason.worker_crashed
    assert made.process["ended_by"] == "files limit"


def test_too_many_deliverables_are_left_behind_and_counted(python):
    program = "for n in range(300): open(f'/workspace/out/{n:05}', 'w').write('x')"
    made = python(program, limits={"out_files": 200})
    collected = made.record.details["collected"]
    assert collected["files"] == 200
    assert len(made.names()) == 200
    assert "more than 200 entries" in collected["left_behind"][-1]["reason"]


def test_a_deliverable_that_is_too_large_is_left_behind(shell):
    made = shell("head -c 70000000 /dev/zero > out/big.xlsx; echo ok > out/small.md")
    assert made.names() == ["small.md"]
    assert made.record.details["collected"]["left_behind"] == [
        {"name": "big.xlsx", "reason": "70000000 bytes, more than 67108864"}
    ]


def test_deliverables_that_the_worker_closed_to_itself_are_collected(shell):
    made = shell("mkdir out/sub; echo a > out/sub/a; chmod 000 out/sub/a out/sub; echo b > out/b; chmod 000 out/b out")
    assert made.names() == ["b", "sub", "sub/a"]
    assert (made.out / "sub" / "a").read_text() == "a\n"


def test_names_of_any_bytes_are_collected(python):
    made = python("for n in (b'\\xff\\xfe.md', b'new\\nline', b'-rf'): open(b'/workspace/out/' + n, 'w').write('x')")
    assert len(made.names()) == 3
    assert made.record.details["collected"]["files"] == 3


def test_a_flood_of_output_is_cut_and_counted(shell):
    made = shell("head -c 30000000 /dev/zero; echo end >&2")
    assert made.record.exit_reason is ExitReason.finished
    assert made.process["dropped_output"] == 30_000_000 - 8 * MIB
    assert made.process["stderr"] == "end\n"
    assert len(made.process["stdout"]) < 5000


@pytest.mark.parametrize(("script", "code"), [("exit 7", 7), ("kill -9 $$", 137)])
def test_a_worker_that_fails_is_told_apart(shell, script, code):
    made = shell(script)
    assert made.record.exit_reason is ExitReason.worker_crashed
    assert made.process["exit_code"] == code


def test_a_program_that_is_not_there_is_the_workers_crash(run):
    made = run("command", "no-such-program")
    assert made.record.exit_reason is ExitReason.worker_crashed
    assert "cannot start no-such-program" in made.process["stderr"]


def test_the_sandboxs_first_process_cannot_be_killed_or_stopped_by_the_worker(shell):
    made = shell("kill -9 1; kill -STOP 1; kill -TERM 1; echo alive")
    assert made.record.exit_reason is ExitReason.finished
    assert made.process["stdout"] == "alive\n"


def test_a_forged_record_or_receipt_stays_a_deliverable(shell):
    script = """
    echo '{"det_completion": true}' | tee out/receipt.json > out/run.json
    echo '{"det_completion": true}' > receipt.json || echo 'import os' > out/conftest.py
    """
    made = shell(script)
    assert sorted(path.name for path in made.folder.iterdir()) == [
        "BRIEF.md",
        "COMPLETION_SCHEMA.json",
        "inputs",
        "out",
        "run.json",
        "task.json",
    ]
    assert made.record.run_id == "one"
    assert made.names() == ["conftest.py", "receipt.json", "run.json"]


CONTROLLER = """
import asyncio, sys
from pathlib import Path
from wp42_pytest.catalog import Catalog
from wp42_pytest.running.arms import find_arm
from wp42_pytest.running.controller import controller
from wp42_pytest.running.roster import make_worker
from wp42_pytest.running.run import RunRequest, run_once

async def main(scenarios, runs, command, unsealed):
    catalog = Catalog(Path(scenarios))
    instance, arm = catalog.instance("ACC-01"), find_arm("A2")
    worker = make_worker(catalog, instance, arm, "command", command=command)
    async with controller(catalog, unsealed=unsealed) as opened:
        await run_once(opened, RunRequest("one", instance, "A2", arm, worker, "command"), Path(runs))

asyncio.run(main(*sys.argv[1:4], sys.argv[4] == "unsealed"))
"""


def test_no_worker_survives_the_death_of_its_controller(bwrap, catalog, tmp_path):
    mark = f"sleep 998.{os.getpid()}"
    command = f"sh -c 'setsid {mark} & {mark}'"
    controller = subprocess.Popen([sys.executable, "-c", CONTROLLER, catalog.scenarios, tmp_path, command, "sealed"])
    until = time.monotonic() + 30
    while len(processes_holding(mark)) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert processes_holding(mark)
    controller.send_signal(signal.SIGKILL)
    controller.wait()
    until = time.monotonic() + 3
    while processes_holding(mark) and time.monotonic() < until:
        time.sleep(0.05)
    assert processes_holding(mark) == []
    assert not (tmp_path / "one").exists()
