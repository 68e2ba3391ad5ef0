"""Campaigns: every planned run once, whatever happens to the controller; our failures kept apart from the worker's."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wp42_pytest.model.run import ExitReason
from wp42_pytest.running.campaign import Campaign, Engine, Progress, only_controller, read_record
from wp42_pytest.running.commands import Places, judge, write_summary
from wp42_pytest.running.commands import make as make_runs
from wp42_pytest.running.controller import controller
from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.gateway.upstream import Patience
from wp42_pytest.running.plan import load_plan, requests_of

PROJECT = Path(__file__).resolve().parent.parent.parent

PLAN = """
tasks = ["ACC-01"]
seeds_env = "CAMPAIGN_SEEDS"
arms = ["A2"]
attempts = 2
concurrency = 2

[[workers]]
name = "copies"
worker = "command"
command = "sh -c 'sleep 0.4; cp {brief} {out}/report.md'"

[[workers]]
name = "idle"
worker = "null"
"""


@pytest.fixture
def plan(tmp_path, monkeypatch):
    monkeypatch.setenv("CAMPAIGN_SEEDS", "900001, 900002")
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


@pytest.fixture(scope="module")
def public_root(tmp_path_factory):
    """Built bundles are shared by the tests of this module."""
    return tmp_path_factory.mktemp("instances")


@pytest.fixture
def make(catalog, tmp_path, public_root, bwrap):
    def run(requests, **options):
        async def main():
            patience = Patience(tries=2, first_s=0.01, longest_s=0.02)
            async with controller(catalog, public_root=public_root, patience=patience) as opened:
                campaign = Campaign(opened, requests, Engine(tmp_path / "runs", **options))
                return await campaign.carry_out(), campaign.failures

        return asyncio.run(main())

    return run


def run_folders(runs: Path) -> list[str]:
    return sorted(path.name for path in runs.iterdir() if path.is_dir() and not path.name.startswith("."))


EXPECTED = sorted(
    f"ACC-01@{seed}--A2--{worker}--{attempt}"
    for seed in (900001, 900002)
    for worker in ("copies", "idle")
    for attempt in (1, 2)
)


def start_campaign(plan: Path, runs: Path, public_root: Path) -> subprocess.Popen:
    command = [sys.executable, "-m", "wp42_pytest.cli", "campaign", plan, "--runs", runs, "--public-root", public_root]
    return subprocess.Popen([*command, "--no-grade"], cwd=PROJECT, stdout=subprocess.PIPE, text=True)


def test_a_campaign_killed_at_any_moment_ends_with_each_run_once(plan, catalog, tmp_path, public_root, bwrap):
    runs = tmp_path / "runs"
    made_before: dict[str, int] = {}
    for wanted in (1, 3, 5):
        killed = start_campaign(plan, runs, public_root)
        until = time.monotonic() + 60
        while len(list(runs.glob("ACC-01@*"))) < wanted and time.monotonic() < until:
            time.sleep(0.02)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        for name, stamp in made_before.items():
            assert (runs / name / "run.json").stat().st_mtime_ns == stamp
        made_before = {name: (runs / name / "run.json").stat().st_mtime_ns for name in run_folders(runs)}
    last = start_campaign(plan, runs, public_root)
    shown, _ = last.communicate(timeout=120)
    assert last.returncode == 0
    assert f"{len(made_before)} were there already" in shown
    assert run_folders(runs) == EXPECTED
    for name in EXPECTED:
        record = read_record(runs / name)
        assert (record.run_id, record.exit_reason) == (name, ExitReason.finished)
    assert not (runs / ".partial").exists()
    for name, stamp in made_before.items():
        assert (runs / name / "run.json").stat().st_mtime_ns == stamp


def test_secret_seeds_are_nowhere_that_a_worker_can_look(plan, catalog, make, monkeypatch):
    monkeypatch.setenv("CAMPAIGN_SEEDS", "7310952846")
    everything = "env; cat /proc/*/environ /proc/*/cmdline; mount; ls -laR /workspace /tmp /opt/run /run /home; cat /workspace/*.*"
    text = plan.read_text().replace(
        "sleep 0.4; cp {brief} {out}/report.md", f"({everything}) > {{out}}/all.txt 2>&1; true"
    )
    plan.write_text(text.replace("attempts = 2", "attempts = 1"))
    records, _ = make(requests_of(load_plan(plan), catalog))
    record = records["ACC-01@7310952846--A2--copies--1"]
    assert record.exit_reason is ExitReason.finished
    seen = next(plan.parent.glob("runs/ACC-01@*copies*/out/all.txt")).read_bytes()
    assert b"BRIEF.md" in seen
    assert b"7310952846" not in seen


def test_a_provider_that_fails_for_a_while_costs_a_try_and_not_the_run(catalog, make, model, says, tmp_path):
    models = tmp_path / "models.toml"
    models.write_text(
        f'[models.m]\napi = "openai-completions"\nbase_url = "{model.base_url}"\nmodel = "scripted"\n'
        'key_env = "WP42_TEST_KEY"\nprice = {input = 1, output = 10}\n'
    )
    (tmp_path / "plan.toml").write_text(
        'tasks = ["ACC-01"]\narms = ["A1"]\nmodels_file = "models.toml"\n'
        '[[workers]]\nname = "m"\nworker = "one-reply"\nmodel = "m"\n'
    )
    answer = json.dumps({"files": [{"path": "COMPLETION.json", "text": "{}"}]})
    model.plays(says(status=500), says(status=500), says(text=answer))
    requests = requests_of(load_plan(tmp_path / "plan.toml"), catalog)
    told: list[Progress] = []
    records, failures = make(requests, infrastructure_tries=2, report=told.append)
    (name,) = records
    assert failures == {}
    assert records[name].exit_reason is ExitReason.finished
    assert told[-1].infrastructure_errors == 1
    kept = read_record(tmp_path / "runs" / ".infrastructure" / f"{name}--1")
    assert kept.exit_reason is ExitReason.infrastructure_error


def test_our_failures_are_kept_out_of_one_denominator_and_shown_in_the_other(catalog, tmp_path, model, says, bwrap):
    models = tmp_path / "models.toml"
    models.write_text(
        f'[models.m]\napi = "openai-completions"\nbase_url = "{model.base_url}"\nmodel = "scripted"\n'
        'key_env = "WP42_TEST_KEY"\nprice = {input = 1, output = 10}\n'
    )
    (tmp_path / "plan.toml").write_text(
        'tasks = ["ACC-01"]\narms = ["A1"]\nattempts = 3\nconcurrency = 1\nmodels_file = "models.toml"\n'
        '[[workers]]\nname = "m"\nworker = "one-reply"\nmodel = "m"\n'
    )
    answer = json.dumps({"files": [{"path": "COMPLETION.json", "text": "{}"}]})
    model.plays(says(text=answer), says(status=401, error="no"), says(text=answer))
    plan = load_plan(tmp_path / "plan.toml")
    engine = Engine(tmp_path / "runs", concurrency=1, infrastructure_tries=1)
    places = Places(tmp_path / "runs", tmp_path / "oracles")
    outcome = judge(catalog, make_runs(catalog, requests_of(plan, catalog), engine, places), places)
    (line,) = outcome.lines
    assert (line.planned, line.valid, line.infrastructure_errors, line.completed) == (3, 2, 1, 0)
    assert (line.completion_rate, line.completion_rate_of_planned) == (0.0, 0.0)
    assert line.exit_reasons == {"finished": 2, "infrastructure_error": 1}
    written = json.loads(write_summary(outcome, places.runs).read_text())
    assert written["lines"][0]["valid"] == 2

    model.plays(says(text=answer))
    again = judge(catalog, make_runs(catalog, requests_of(plan, catalog), engine, places), places)
    assert len(model.requests) == 1
    assert (again.lines[0].valid, again.lines[0].infrastructure_errors) == (3, 0)


def test_no_run_is_started_once_the_campaigns_budget_is_spent(catalog, make, model, says, tmp_path):
    models = tmp_path / "models.toml"
    models.write_text(
        f'[models.m]\napi = "openai-completions"\nbase_url = "{model.base_url}"\nmodel = "scripted"\n'
        'key_env = "WP42_TEST_KEY"\nprice = {input = 1, output = 10}\n'
    )
    (tmp_path / "plan.toml").write_text(
        'tasks = ["ACC-01"]\narms = ["A1"]\nattempts = 5\nmodels_file = "models.toml"\n'
        '[[workers]]\nname = "m"\nworker = "one-reply"\nmodel = "m"\n'
    )
    model.plays(*[says(text="{}", input_tokens=1_000_000) for _ in range(5)])
    told: list[Progress] = []
    requests = requests_of(load_plan(tmp_path / "plan.toml"), catalog)
    records, _ = make(requests, concurrency=1, budget_usd=1.5, report=told.append)
    assert len(records) == 2
    assert told[-1].note == "the campaign's budget of $1.50 is spent; no further run is started"


def test_one_run_that_cannot_be_made_does_not_end_the_others(catalog, make, plan, monkeypatch):
    requests = requests_of(load_plan(plan), catalog)
    broken = requests[0].run_id

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(requests[0].worker, "prepare", fail)
    records, failures = make(requests)
    assert failures == {broken: "OSError: [Errno 28] No space left on device"}
    assert sorted(records) == sorted(request.run_id for request in requests[1:])


def test_a_run_made_under_other_conditions_is_not_taken_for_done(catalog, make, plan):
    plan.write_text(plan.read_text().replace("sleep 0.4", "true").replace("attempts = 2", "attempts = 1"))
    make(requests_of(load_plan(plan), catalog))
    plan.write_text(plan.read_text().replace("report.md", "other.md"))
    with pytest.raises(RunConfigurationError, match="another definition of its worker"):
        make(requests_of(load_plan(plan), catalog))


def test_two_controllers_do_not_work_in_one_folder(tmp_path):
    with only_controller(tmp_path), pytest.raises(RunConfigurationError, match="another controller works in"):
        only_controller(tmp_path).__enter__()


def test_progress_reads_as_a_sentence():
    progress = Progress(20, 5, 2, 1, 1.234, 600.0, "ACC-01@7--A2--pi--1: finished")
    assert progress.sentence() == (
        "5 of 20 runs done, 2 running, 1 infrastructure errors, $1.23, about 10 min left: ACC-01@7--A2--pi--1: finished"
    )


def test_the_folders_that_a_killed_controller_left_are_cleared(tmp_path):
    from wp42_pytest.running.campaign import clear_remains

    half, staging = tmp_path / ".partial" / "x", tmp_path / "wp42-abc"
    half.mkdir(parents=True)
    staging.mkdir()
    other = tmp_path / "mine"
    other.mkdir()
    (half / "staging_folder").write_text(str(staging))
    (tmp_path / ".partial" / "y").mkdir()
    (tmp_path / ".partial" / "y" / "staging_folder").write_text(str(other))
    clear_remains(tmp_path)
    assert list((tmp_path / ".partial").iterdir()) == []
    assert not staging.exists()
    assert other.exists()
