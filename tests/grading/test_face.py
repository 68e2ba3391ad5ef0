"""The command that a user types: one run in, one receipt out, or an error that says what to do."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest

from wp42_pytest.model.schemas import json_schema


def test_a_right_answer_is_completed_and_exits_0(example):
    done = example.command()
    assert done.returncode == 0, done.stdout + done.stderr
    receipt = example.receipt()
    jsonschema.validate(receipt, json_schema("receipt"))
    assert receipt["det_completion"]
    assert receipt["det_score"] == 1.0
    assert [each["id"] for each in receipt["required_criteria"]] == ["R00", "R01", "R02"]
    assert receipt["critical_violations"] == []
    assert receipt["abstention"] == {"status": "completed", "justified": None}
    assert receipt["notes"] == ""
    assert receipt["run_id"] == "run"
    provenance = receipt["provenance"]
    assert (provenance["instance"], provenance["seed"], provenance["complete"]) == ("ACC-01", 42, True)
    assert set(provenance["deliverables"]) == {"COMPLETION.json", "total.json"}
    assert provenance["versions"]["pytest"]
    assert "det_score 1.0000" in done.stdout


def test_a_wrong_answer_exits_1_and_says_what_was_found(example):
    example.run({"total.json": json.dumps({"total": 99})})
    done = example.command()
    assert done.returncode == 1, done.stdout + done.stderr
    details = {each["id"]: each["detail"] for each in example.receipt()["required_criteria"]}
    assert details["R01"] == "total in total.json is 99, not that of the ledger"
    assert details["R02"] == "does not hold: None == 'CAD'"
    assert "COMPLETION.json" in details["R00"]


def test_a_run_that_cannot_be_judged_exits_3_and_leaves_no_old_receipt(example):
    example.receipt_path.write_text(json.dumps({"det_completion": True}))
    example.evaluator("import os\nos._exit(0)\n")
    done = example.command("-q")
    assert done.returncode == 3
    assert "no valid verdict" in done.stdout
    receipt = example.receipt()
    assert not receipt["det_completion"]
    assert [each["id"] for each in receipt["required_criteria"]] == ["R00", "R01"]
    assert receipt["notes"].startswith("evaluator error: the evaluator gave no verdict")


def test_the_receipt_the_run_id_and_the_workspace_can_be_named(example):
    import shutil

    (example.folder / "elsewhere").mkdir()
    shutil.move(example.folder / "run" / "out", example.folder / "elsewhere" / "results")
    done = example.pytest(
        *("-q", "--wp42-task", "acc-01@42", "--wp42-oracle-root", "../oracles", "--wp42-run-id=Ω 1"),
        *("--wp42-out", "../elsewhere/results", "--wp42-workspace", "../run", "--wp42-receipt=../new/r.json"),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    receipt = json.loads((example.folder / "new" / "r.json").read_bytes())
    assert receipt["run_id"] == "Ω 1"
    assert not example.receipt_path.exists()


def test_what_run_json_says_labels_the_receipt(example):
    record = {"run_id": "a-1", "task": "ACC-01", "arm": "A2", "worker": "w", "attempt": 2, "sealed": True}
    (example.folder / "run" / "run.json").write_text(json.dumps(record))
    receipt = example.judge()
    assert receipt.run_id == "a-1"
    assert receipt.provenance.labels == {"arm": "A2", "worker": "w", "attempt": "2", "sealed": "yes"}


@pytest.mark.parametrize("obstacle", ["folder", "link", "dangling link"])
def test_something_in_the_receipts_place_does_not_keep_it_from_being_written(example, obstacle):
    target = example.folder / "precious.json"
    if obstacle == "folder":
        example.receipt_path.mkdir()
        (example.receipt_path / "x").touch()
    else:
        if obstacle == "link":
            target.write_text("precious")
        example.receipt_path.symlink_to(target)
    assert example.command("-q").returncode == 0
    assert example.receipt_path.is_file()
    assert not example.receipt_path.is_symlink()
    assert not target.exists() or target.read_text() == "precious"


def test_the_look_of_the_session_is_the_users_choice(example):
    example.run({"total.json": "{}"})
    quiet = example.command("-qq").stdout
    assert "test session starts" not in quiet
    loud = example.command("-v", "--tb=short", "--durations=2", "--color=yes").stdout
    assert "test_R01_total" in loud
    assert "slowest 2 durations" in loud
    assert "KeyError: 'total'" in loud
    assert "\x1b[31m" in loud


def test_two_processes_on_request(example):
    done = example.command("-n", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 workers" in done.stdout
    assert example.receipt()["det_score"] == 1.0


def test_debugging_in_this_very_process_writes_the_same_receipt(example):
    from wp42_pytest.model.receipt import Receipt

    example.run({"total.json": json.dumps({"total": 1})})
    (example.project / "pytest.ini").write_text("[pytest]\naddopts = -n 2 -m nothing -p no:cacheprovider\n")
    done = example.command("--wp42-inprocess", "--tb=short")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "test_R01_total" in done.stdout
    sealed, debugged = example.judge(), Receipt.model_validate(example.receipt())
    assert debugged.provenance.labels == {"grading": "in-process"}
    for each in (sealed, debugged):
        each.provenance.labels.clear()
    timing = sealed.provenance.timing
    provenance = debugged.provenance.model_copy(update={"timing": timing})
    assert debugged.model_copy(update={"provenance": provenance}) == sealed


def start(example, *arguments):
    command = [sys.executable, "-P", "-m", "pytest", "--wp42-task=ACC-01", f"--wp42-out={example.folder}/run/out"]
    return subprocess.Popen(
        [*command, f"--wp42-oracle-root={example.oracles}", *arguments],
        cwd=example.project,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


SLEEPER = """
import os, pathlib, time
pathlib.Path({path!r}).write_text(str(os.getpid()))
time.sleep(600)
"""


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGKILL])
def test_when_the_face_is_ended_so_is_the_sealed_child(example, ended_by):
    noted = example.folder / "pid"
    example.evaluator(SLEEPER.format(path=str(noted)))
    face = start(example)
    pid = int(wait_for(lambda: noted.read_text() if noted.exists() else ""))
    face.send_signal(ended_by)
    said, _ = face.communicate(timeout=30)
    assert wait_for(lambda: not Path(f"/proc/{pid}").exists())
    assert not example.receipt_path.exists()
    if ended_by is signal.SIGINT:
        assert face.returncode == 2
        assert "interrupted; no receipt was written" in said


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def test_a_receipt_that_cannot_be_written_exits_3_and_says_so(example):
    (example.folder / "blocked").write_text("a file where a folder is needed")
    done = example.command("-q", f"--wp42-receipt={example.folder}/blocked/r.json")
    assert done.returncode in (3, 4)
    assert "blocked" in done.stdout + done.stderr
