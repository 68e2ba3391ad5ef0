"""Thousands of runs in one session: each gets its receipt, once, and a second call does only what is left."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wp42_pytest.grading.history import read_receipt

pytest_plugins = "pytester"

WRONG = {"total.json": json.dumps({"total": 1})}
RIGHT = json.dumps({"total": 123.45, "currency": "CAD"})


def said(done) -> str:
    return done.stdout + done.stderr


def receipts(example, folder="runs") -> dict:
    return {
        path.parent.name: json.loads(path.read_bytes()) for path in (example.folder / folder).glob("**/receipt.json")
    }


def without_timing(receipt: dict) -> dict:
    return receipt | {"provenance": {key: value for key, value in receipt["provenance"].items() if key != "timing"}}


def test_every_run_gets_a_receipt_and_the_closing_table_sums_them_up(example):
    for number in range(3):
        example.recorded(f"good-{number}", arm="A1")
    example.recorded("bad-0", WRONG, arm="A2")
    (example.folder / "runs" / "bad-0" / "inputs" / "x.csv").touch()
    done = example.bulk("-n", "2")
    assert done.returncode == 1, said(done)
    found = receipts(example)
    assert {name: receipt["det_completion"] for name, receipt in found.items()} == {
        **{f"good-{number}": True for number in range(3)},
        "bad-0": False,
    }
    assert found["good-1"]["run_id"] == "good-1"
    assert found["good-1"]["provenance"]["labels"]["arm"] == "A1"
    table = [line.split() for line in done.stdout.splitlines() if line.startswith(("ACC-01", "all"))]
    assert table == [
        ["ACC-01", "A1", "3", "3", "1.0000", "0", "0"],
        ["ACC-01", "A2", "1", "0", "0.0000", "1", "0"],
        ["all", "4", "3", "0.7500", "1", "0"],
    ]
    assert "4 runs selected: 4 graded, 0 skipped" in done.stdout


def test_a_second_call_grades_only_what_is_new_or_stale_and_says_so(example):
    for name in ("a", "b", "c"):
        example.recorded(name)
    assert example.bulk().returncode == 0
    first = receipts(example)

    example.recorded("d")
    (example.folder / "runs" / "b" / "out" / "total.json").write_text(json.dumps({"total": 2}))
    (example.folder / "runs" / "c" / "receipt.json").write_text("{half a rec")
    done = example.bulk("-v")
    assert done.returncode == 1, said(done)
    assert "4 runs selected: 3 graded, 1 skipped" in done.stdout
    assert "1 receipts were stale (deliverables changed 1)" in done.stdout
    assert "a  ACC-01  1.0000  completed  (skipped)" in done.stdout
    second = receipts(example)
    assert second["a"] == first["a"]
    assert without_timing(second["c"]) == without_timing(first["c"])
    assert not second["b"]["det_completion"]
    former = list((example.folder / "runs" / "b" / "receipts").iterdir())
    assert [json.loads(path.read_bytes()) for path in former] == [first["b"]]
    assert former[0].name.startswith(first["b"]["evaluator_version"])
    assert (example.folder / "runs" / "c" / "receipts" / "unreadable.json").read_text() == "{half a rec"

    evaluator = example.oracles / "ACC-01" / "evaluate.py"
    evaluator.write_text(evaluator.read_text() + "\n# a fix\n")
    assert "4 receipts were stale (evaluator changed 4)" in example.bulk().stdout
    oracle = example.oracles / "ACC-01" / "oracle.json"
    oracle.write_text(oracle.read_text() + "\n")
    assert "4 receipts were stale (oracle changed 4)" in example.bulk().stdout
    assert "0 graded, 4 skipped" in example.bulk().stdout
    assert "4 graded, 0 skipped" in example.bulk("--wp42-regrade").stdout
    assert len(list((example.folder / "runs" / "a" / "receipts").iterdir())) == 3


def test_runs_are_selected_by_what_their_records_say(example):
    example.recorded("a1", arm="A1", worker="x", exit_reason="finished")
    example.recorded("a2", arm="A2", worker="x", exit_reason="time_limit")
    example.recorded("b2", arm="A2", worker="y", attempt=2)
    for selection, names in {
        ("--wp42-select=arm=A2",): {"a2", "b2"},
        ("--wp42-select=arm=A2,worker=x",): {"a2"},
        ("--wp42-select=arm=A1", "--wp42-select=arm=A2,worker=[xz]"): {"a1", "a2"},
        ("--wp42-select=status=time_limit",): {"a2"},
        ("--wp42-select=attempt=2,task=ACC-*",): {"b2"},
        ("--wp42-select=run=?1",): {"a1"},
    }.items():
        assert example.bulk(*selection).returncode == 0
        assert set(receipts(example)) == names
        for path in (example.folder / "runs").glob("*/receipt.json"):
            path.unlink()
    done = example.bulk("--wp42-select=arm=A9")
    assert done.returncode == 5
    assert "0 runs selected" in done.stdout


def test_shards_share_the_runs_and_end_with_the_receipts_of_one_session(example):
    for number in range(12):
        example.recorded(f"r{number:02}", WRONG if number % 3 else None)
    shutil.copytree(example.folder / "runs", example.folder / "whole")
    assert example.bulk(source=example.folder / "whole").returncode == 1
    counts = []
    for shard in ("2/3", "3/3", "1/3", "2/3"):
        done = example.bulk(f"--wp42-shard={shard}")
        counts.append(int(done.stdout.split(" graded,")[0].rsplit(" ", 1)[-1]))
    assert sum(counts[:3]) == 12
    assert min(counts[:3]) > 0
    assert counts[3] == 0
    whole, shared = receipts(example, "whole"), receipts(example)
    assert {name: without_timing(each) for name, each in shared.items()} == {
        name: without_timing(each) for name, each in whole.items()
    }


def test_a_list_names_runs_wherever_they_are_and_what_they_are(example):
    example.run(name="elsewhere/one")
    example.recorded("two")
    lines = [
        {"folder": "elsewhere/one", "run_id": "listed", "task": "ACC-01", "arm": "A7"},
        {"folder": "runs/two"},
    ]
    listed = example.folder / "batch.jsonl"
    listed.write_text("\n".join(map(json.dumps, lines)) + "\n\n")
    assert example.bulk(source=listed).returncode == 0
    assert receipts(example, "elsewhere")["one"]["run_id"] == "listed"
    assert receipts(example, "elsewhere")["one"]["provenance"]["labels"]["arm"] == "A7"
    assert set(receipts(example)) == {"two"}


def test_a_run_that_cannot_be_graded_is_named_and_keeps_no_other_from_it(example):
    example.recorded("good")
    example.recorded("broken")
    (example.folder / "runs" / "broken" / "run.json").write_text("{")
    example.recorded("foreign", task="ACC-77")
    linked = example.recorded("linked")
    (linked / "run.json").unlink()
    (linked / "run.json").symlink_to(example.folder / "runs" / "good" / "run.json")
    done = example.bulk()
    assert done.returncode == 3, said(done)
    assert set(receipts(example)) == {"good"}
    for words in (
        "runs/broken: its run.json cannot be read",
        "runs/foreign: unknown task 'ACC-77'",
        "runs/linked: its run",
    ):
        assert words in done.stdout
    assert "1 graded" in done.stdout
    assert "3 that could not be graded" in done.stdout


def test_what_a_worker_left_is_no_run_and_is_not_run(example):
    marker = example.folder / "planted"
    run = example.recorded("one")
    code = f"import pathlib\npathlib.Path({str(marker)!r}).touch()\n"
    for folder in (run, run / "out"):
        for name in (
            "conftest.py",
            "json.py",
            "openpyxl.py",
            "sitecustomize.py",
            "evaluate.py",
            "test_x.py",
            "pytest.py",
        ):
            (folder / name).write_text(code)
        (folder / "pytest.ini").write_text("[pytest]\naddopts = -p conftest\n")
    inner = run / "out" / "nested"
    inner.mkdir()
    (inner / "run.json").write_text(json.dumps({"run_id": "forged", "task": "ACC-01"}))
    (example.folder / "runs" / ".hidden").mkdir()
    (example.folder / "runs" / ".hidden" / "run.json").write_text(json.dumps({"run_id": "hidden", "task": "ACC-01"}))
    (example.folder / "runs" / "again").symlink_to(run)
    done = example.bulk(f"--wp42-scenarios={example.project / 'scenarios'}", cwd=example.folder)
    assert done.returncode == 0, said(done)
    assert "1 runs selected: 1 graded" in done.stdout
    assert not marker.exists()
    assert not (inner / "receipt.json").exists()


def test_an_empty_and_a_missing_out_folder_are_graded_as_what_they_are(example):
    example.recorded("empty", {})
    shutil.rmtree(example.recorded("gone") / "out")
    done = example.bulk()
    assert done.returncode == 1, said(done)
    for receipt in receipts(example).values():
        assert receipt["det_score"] == 0.0
        assert receipt["provenance"]["complete"]
        assert receipt["critical_violations"] == []


MISUSE = {
    "-n2 --dist=loadgroup": "--dist loadgroup cannot be used",
    "-n2 --dist=loadscope": "--dist loadscope cannot be used",
    "-x": "-x/--exitfirst/--maxfail cannot be used",
    "-k good": "-k cannot be used",
    "--wp42-run-id=x --wp42-task=ACC-01": "--wp42-task, --wp42-run-id cannot be used together with --wp42-runs",
    "--wp42-inprocess": "--wp42-inprocess cannot be used together with --wp42-runs",
    "--wp42-select=colour=red": "--wp42-select takes task, arm",
    "--wp42-select=arm": "--wp42-select takes task, arm",
    "--wp42-shard=0/3": "--wp42-shard takes i/n",
    "--wp42-shard=4/3": "--wp42-shard takes i/n",
}


@pytest.fixture
def refused(example, pytester, monkeypatch):
    """Type a command that is refused; no child is started, so this process will do."""
    monkeypatch.chdir(example.project)

    def command(*options, source=None):
        named = [f"--wp42-runs={source or example.folder / 'runs'}", f"--wp42-oracle-root={example.oracles}"]
        done = pytester.runpytest_inprocess(*named, *options, "-p", "no:cacheprovider")
        assert done.ret == 4
        assert receipts(example) == {}
        return "\n".join(done.errlines)

    return command


@pytest.mark.parametrize("options", MISUSE)
def test_wrong_use_is_answered_by_the_fix(example, refused, options):
    example.recorded("one")
    assert MISUSE[options] in refused(*options.split())


def test_wrong_sources_are_answered_by_the_fix(example, refused):
    assert "there is no folder or list" in refused(source=example.folder / "nothing")
    for line in ('{"run": "x"}', "[]", "not json", '{"folder": 3}', '{"folder": "x", "task": 3}'):
        (example.folder / "bad.jsonl").write_text(line)
        assert "bad.jsonl, line 1" in refused(source=example.folder / "bad.jsonl")
    example.recorded("one", task="ACC-01@7")
    assert "`wp42 generate ACC-01@7 --oracle-root" in refused()
    shutil.copytree(example.oracles, example.folder / "runs" / "oracles")
    assert "where workers can read it" in refused(f"--wp42-oracle-root={example.folder}/runs/oracles")


def test_a_command_given_inside_a_run_folder_names_the_sealed_one(example, refused, monkeypatch):
    monkeypatch.chdir(example.recorded("one") / "out")
    assert "`wp42 grade`" in refused()


def test_a_single_run_takes_none_of_the_options_for_many(example):
    done = example.command("--wp42-regrade", "--wp42-shard=1/2")
    assert done.returncode == 4
    assert "--wp42-shard, --wp42-regrade cannot be used together with a single run" in said(done)


WAITING = """
@pytest.mark.criterion("R02", weight=0.3)
def test_R02_waits(out):
    \"\"\"Waits for a sign when it is told to.\"\"\"
    import os, pathlib, time
    if "wait" in out.json("total.json"):
        folder = pathlib.Path({folder!r})
        (folder / f"pid-{{os.getpid()}}").touch()
        while not (folder / "go").exists():
            time.sleep(0.05)
"""


def start_bulk(example, *arguments):
    command = [sys.executable, "-P", "-m", "pytest", f"--wp42-runs={example.folder}/runs"]
    return subprocess.Popen(
        [*command, f"--wp42-oracle-root={example.oracles}", *arguments],
        cwd=example.project,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def pid_of_a_waiting_worker(example) -> int:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if found := list((example.folder / "signs").glob("pid-*")):
            return int(found[0].name.removeprefix("pid-"))
        time.sleep(0.05)
    raise AssertionError("no worker came as far as the check that waits")


@pytest.fixture
def waiting(example):
    (example.folder / "signs").mkdir()
    example.evaluator(WAITING.format(folder=str(example.folder / "signs")))
    for name in ("a", "b", "d", "e"):
        example.recorded(name)
    example.recorded("c", {"total.json": json.dumps({"total": 123.45, "wait": 1}), "COMPLETION.json": "{}"})
    return example


def test_when_a_worker_process_is_killed_its_run_is_graded_alone(waiting):
    session = start_bulk(waiting)
    os.kill(pid_of_a_waiting_worker(waiting), signal.SIGKILL)
    (waiting.folder / "signs" / "go").touch()
    output, _ = session.communicate(timeout=120)
    assert session.returncode == 1, output
    assert "1 runs were graded alone, by the reference way (its process died 1)" in output
    found = receipts(waiting)
    assert set(found) == set("abcde")
    assert all(receipt["provenance"]["complete"] for receipt in found.values())


@pytest.mark.parametrize("ended_by", [signal.SIGKILL, signal.SIGINT])
def test_when_the_session_is_killed_nothing_is_lost_and_the_next_call_completes_it(waiting, ended_by):
    session = start_bulk(waiting)
    worker = pid_of_a_waiting_worker(waiting)
    session.send_signal(ended_by)
    output, _ = session.communicate(timeout=60)
    end = time.monotonic() + 30
    while Path(f"/proc/{worker}").exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path(f"/proc/{worker}").exists()
    if ended_by is signal.SIGINT:
        assert session.returncode == 2, output
        assert "interrupted; 3 runs are left" in output
    before = receipts(waiting)
    assert set(before) == {"a", "b"}
    (waiting.folder / "signs" / "go").touch()
    done = waiting.bulk()
    assert done.returncode == 1, said(done)
    assert "3 graded, 2 skipped" in done.stdout
    after = receipts(waiting)
    assert set(after) == set("abcde")
    assert {name: after[name] for name in before} == before
    assert not list((waiting.folder / "runs").glob("*/.receipt*"))


def test_a_run_that_hangs_is_ended_twice_and_gets_an_evaluator_error(waiting):
    done = waiting.bulk("--wp42-timeout=4")
    assert done.returncode == 3, said(done)
    found = receipts(waiting)
    assert found["c"]["notes"].startswith(
        "evaluator error: the evaluator gave no verdict: it was still running after 4 s"
    )
    assert not found["c"]["det_completion"]
    assert all(found[name]["det_completion"] for name in "abde")
    assert "it took too long 1" in done.stdout


def test_a_run_folder_that_vanishes_while_it_is_graded_is_told(example):
    example.evaluator(
        """
        @pytest.mark.criterion("R02", weight=0.3)
        def test_R02_vanishes(out, workspace):
            \"\"\"Removes what it is told to.\"\"\"
            import shutil
            what = out.json("total.json").get("remove")
            if what:
                shutil.rmtree(workspace.path / what)
        """
    )
    example.recorded("out", {"total.json": json.dumps({"total": 123.45, "remove": "out"})})
    example.recorded("all", {"total.json": json.dumps({"total": 123.45, "remove": "."})})
    example.recorded("good")
    done = example.bulk()
    assert done.returncode == 3, said(done)
    found = receipts(example)
    assert set(found) == {"good", "out"}
    assert not found["out"]["det_completion"]
    assert "1 whose receipt could not be written" in done.stdout
    assert "runs/all): No such file or directory" in done.stdout


DISK = """
import pathlib, shutil, subprocess, sys
disk, runs, *command = sys.argv[1:]
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], check=True)
shutil.copytree(runs, disk + "/runs")
stale = pathlib.Path(disk, "runs", "a", "receipt.json")
filler = pathlib.Path(disk, "filler")
with filler.open("wb", buffering=0) as file:
    try:
        while True:
            file.write(b"x" * 4096)
    except OSError:
        pass
def receipts():
    return sorted(path.parent.name for path in pathlib.Path(disk, "runs").glob("*/receipt.json"))
done = subprocess.run(command, capture_output=True, text=True)
print(done.returncode, receipts(), "No space left" in done.stdout)
filler.unlink()
done = subprocess.run(command, capture_output=True, text=True)
print(done.returncode, receipts(), list(pathlib.Path(disk, "runs").rglob("*.tmp")))
"""


def test_a_full_disk_loses_no_run_and_leaves_no_stale_receipt(example):
    for name in ("a", "b", "c"):
        example.recorded(name)
    assert example.bulk("--wp42-select=run=a").returncode == 0
    (example.folder / "runs" / "a" / "out" / "extra.txt").write_text("x")
    (example.folder / "disk").mkdir()
    (example.folder / "disk.py").write_text(DISK)
    command = [sys.executable, "-P", "-m", "pytest", f"--wp42-runs={example.folder}/disk/runs"]
    done = subprocess.run(
        [
            *("unshare", "--map-root-user", "--mount", sys.executable, str(example.folder / "disk.py")),
            *(str(example.folder / "disk"), str(example.folder / "runs")),
            *command,
            f"--wp42-oracle-root={example.oracles}",
        ],
        cwd=example.project,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout.splitlines() == ["3 [] True", "0 ['a', 'b', 'c'] []"], said(done)


def test_a_receipt_that_is_another_runs_does_not_stand(example):
    example.recorded("one")
    example.recorded("two", WRONG)
    assert example.bulk().returncode == 1
    shutil.copyfile(example.folder / "runs/one/receipt.json", example.folder / "runs/two/receipt.json")
    assert "1 graded, 1 skipped" in example.bulk().stdout
    assert not receipts(example)["two"]["det_completion"]


def test_former_receipts_are_not_written_through_links(example):
    run = example.recorded("one")
    outside = example.folder / "outside"
    outside.mkdir()
    assert example.bulk().returncode == 0
    (run / "receipts").symlink_to(outside)
    assert example.bulk("--wp42-regrade").returncode == 0
    assert list(outside.iterdir()) == []
    assert len(list((run / "receipts").iterdir())) == 1
    (run / "receipt.json").unlink()
    (run / "receipt.json").symlink_to(outside / "r.json")
    assert example.bulk().returncode == 0
    assert read_receipt(run / "receipt.json") is not None
    assert list(outside.iterdir()) == []
