"""What a worker finds in a staged workspace, and what it does not."""

import json
from pathlib import Path

import pytest

from wp42_pytest.catalog import Catalog, CatalogError
from wp42_pytest.running.staging import stage

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog(PROJECT / "scenarios")


@pytest.fixture
def workspace(catalog, tmp_path) -> Path:
    return stage(catalog, catalog.scenario_dir("ACC-01"), tmp_path / "run").parent


def test_a_workspace_holds_the_public_files_and_an_empty_out(catalog, workspace):
    bundle = catalog.scenario_dir("ACC-01")
    assert sorted(path.name for path in workspace.iterdir()) == [
        "BRIEF.md",
        "COMPLETION_SCHEMA.json",
        "inputs",
        "out",
        "task.json",
    ]
    assert list((workspace / "out").iterdir()) == []
    inputs = {path.relative_to(bundle): path.read_bytes() for path in (bundle / "inputs").rglob("*") if path.is_file()}
    staged = {
        path.relative_to(workspace): path.read_bytes() for path in (workspace / "inputs").rglob("*") if path.is_file()
    }
    assert inputs == staged


def test_the_worker_sees_neither_the_seed_nor_the_designed_features(catalog, workspace):
    task = json.loads((workspace / "task.json").read_text(encoding="utf-8"))
    authored = json.loads((catalog.scenario_dir("ACC-01") / "task.json").read_text(encoding="utf-8"))
    assert set(authored) - set(task) == {"generator_seed", "designed_features"}
    everything = b"".join(path.read_bytes() for path in workspace.rglob("*") if path.is_file())
    assert b"generator_seed" not in everything
    assert b"planted" not in everything


def test_a_folder_in_use_is_not_staged_over(catalog, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "mine.txt").write_text("keep")
    with pytest.raises(CatalogError, match="not an empty folder"):
        stage(catalog, catalog.scenario_dir("ACC-01"), tmp_path / "run")
    assert (tmp_path / "run" / "mine.txt").read_text() == "keep"


def test_a_workspace_inside_the_bundle_is_refused(catalog):
    bundle = catalog.scenario_dir("ACC-01")
    with pytest.raises(CatalogError, match="inside the bundle"):
        stage(catalog, bundle, bundle / "run")
    assert not (bundle / "run").exists()
