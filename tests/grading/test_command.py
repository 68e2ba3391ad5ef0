"""`wp42 grade`: the same by another door, from wherever it is started."""

import json
from pathlib import Path

import pytest

from wp42_pytest.catalog import Catalog
from wp42_pytest.grading.bulk import BulkOptions
from wp42_pytest.grading.command import grade_path
from wp42_pytest.grading.resolve import Resolver
from wp42_pytest.grading.typed import WrongUseError


@pytest.fixture
def resolver(example):
    return Resolver(Catalog(example.project / "scenarios"), example.oracles)


def test_runs_below_a_folder_and_one_workspace_are_graded_alike(example, resolver, capfd):
    example.recorded("one")
    assert grade_path(BulkOptions(example.folder / "runs"), resolver) == 0
    assert grade_path(BulkOptions(example.folder / "run"), resolver, task="ACC-01") == 0
    assert grade_path(BulkOptions(example.folder / "run" / "out"), resolver, task="ACC-01") == 0
    one = json.loads((example.folder / "runs" / "one" / "receipt.json").read_bytes())
    two = example.receipt()
    assert one["required_criteria"] == two["required_criteria"]
    assert (one["run_id"], two["run_id"]) == ("one", "run")
    assert "det_score 1.0000" in capfd.readouterr().out


def test_relative_paths_start_where_the_command_is_given(example, resolver, monkeypatch):
    monkeypatch.chdir(example.recorded("one") / "out")
    assert grade_path(BulkOptions(Path("../..")), resolver) == 0
    assert (example.folder / "runs" / "one" / "receipt.json").is_file()
    monkeypatch.chdir(example.folder)
    assert grade_path(BulkOptions(Path("run")), resolver, task="ACC-01") == 0
    assert resolver.grading("ACC-01", Path("run/out")).order.out == example.folder / "run" / "out"


def test_a_folder_without_runs_is_answered_by_the_fix(example, resolver):
    example.receipt_path.write_text("{}")
    with pytest.raises(WrongUseError, match="name its instance with --task"):
        grade_path(BulkOptions(example.folder / "run"), resolver)
    with pytest.raises(WrongUseError, match="there is no folder or list"):
        grade_path(BulkOptions(example.folder / "nothing"), resolver)
    with pytest.raises(WrongUseError, match="Did you mean ACC-01"):
        grade_path(BulkOptions(example.folder / "run"), resolver, task="ACC-11")
    assert not example.receipt_path.exists()


def test_scenarios_that_a_worker_planted_are_not_graded_by(example):
    import shutil

    shutil.copytree(example.project / "scenarios", example.folder / "run" / "scenarios")
    shutil.copytree(example.project / "scenarios", example.recorded("one") / "scenarios")
    for run in ("run", "runs/one"):
        with pytest.raises(WrongUseError, match="where a worker can write"):
            Resolver(Catalog(example.folder / run / "scenarios"), example.oracles)
