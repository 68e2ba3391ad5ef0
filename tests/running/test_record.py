"""The run record: enough to repeat a run, and to see what was ours."""

import json

import pytest

from wp42_pytest.model.run import RunRecord
from wp42_pytest.running.arms import find_arm


@pytest.fixture(scope="module")
def made(shell):
    return shell("cat > out/prompt.md; echo done")


def test_it_names_everything_that_is_needed_to_repeat_the_run(made):
    record = RunRecord.model_validate_json((made.folder / "run.json").read_bytes())
    assert record == made.record
    assert (record.task, record.arm, record.worker, record.attempt) == ("ACC-01", "A2", "command", 1)
    details = record.details
    assert details["arm_sha256"] == find_arm("A2").digest()
    assert details["arm"]["tools"] == ["files", "shell"]
    assert set(details["versions"]) == {"wp42", "python", "platform"}
    assert details["worker"]["kind"] == "command"
    assert len(details["sandbox"]["toolkit"]) == 64
    assert details["limits"]["time_s"] == 1800
    assert record.started_at <= record.ended_at


def test_the_prompt_is_the_brief_word_for_word_and_the_conditions(made, catalog):
    text = (made.out / "prompt.md").read_text(encoding="utf-8")
    brief = (catalog.scenario_dir("ACC-01") / "BRIEF.md").read_text(encoding="utf-8")
    assert text.startswith(brief.rstrip())
    conditions = text.removeprefix(brief.rstrip())
    assert "Leave every deliverable in /workspace/out/." in conditions
    assert "There is no network." in conditions
    assert "portal" not in conditions


def test_the_deliverables_are_the_workers_bytes(shell):
    made = shell(
        "head -c 100000 /dev/urandom > out/a.bin; sha256sum out/a.bin; mkdir -p out/x/y; echo deep > out/x/y/z"
    )
    import hashlib

    assert made.process["stdout"].split()[0] == hashlib.sha256((made.out / "a.bin").read_bytes()).hexdigest()
    assert (made.out / "x" / "y" / "z").read_text() == "deep\n"


def test_no_key_stands_in_the_record(python, model, model_setup):
    made = python("print('hello')", model=model_setup())
    text = json.dumps(made.record.model_dump(mode="json"))
    assert "WP42_TEST_KEY" in text
    assert "sk-secret" not in text


def test_our_own_share_of_a_run_stays_below_a_second_and_a_half(run):
    assert min(run("null").record.details["seconds"]["overhead"] for _ in range(3)) < 1.5
