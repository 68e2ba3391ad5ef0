"""Finding scenarios and instances, and refusing oracle roots that a worker could reach."""

import json
import shutil
from pathlib import Path

import pytest

from wp42_pytest.catalog import (
    Catalog,
    CatalogError,
    GenerationError,
    Instance,
    UnknownTaskError,
    oracle_root,
    refuse_exposed_oracle_root,
)

PROJECT = Path(__file__).resolve().parent.parent

GENERATOR = """
import argparse, pathlib
options = argparse.ArgumentParser()
for name in ("--seed", "--oracle-root", "--public-root", "--without"):
    options.add_argument(name)
given = options.parse_args()
if given.seed == "13":
    raise SystemExit("seed 13 cannot be built: the ledger does not tie")
name = "ACC-01" if given.seed == "42" else f"ACC-01@{given.seed}" + ("+clean" if given.without else "")
root = pathlib.Path(given.public_root or pathlib.Path(__file__).parents[2] / ".wp42" / "instances")
(root / name / "inputs").mkdir(parents=True, exist_ok=True)
(root / name / "BRIEF.md").write_text("brief")
with (root / name / "inputs" / "builds.txt").open("a") as log:
    log.write("built ")
"""


@pytest.fixture
def catalog(tmp_path) -> Catalog:
    scenario = tmp_path / "project" / "scenarios" / "ACC-01"
    scenario.mkdir(parents=True)
    shutil.copyfile(PROJECT / "scenarios" / "COMPLETION_SCHEMA.json", scenario.parent / "COMPLETION_SCHEMA.json")
    (scenario / "task.json").write_text(json.dumps({"generator_seed": 42}), encoding="utf-8")
    (scenario / "generate.py").write_text(GENERATOR, encoding="utf-8")
    return Catalog(scenario.parent)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ACC-01", "ACC-01"),
        ("acc-01", "ACC-01"),
        ("ACC-01@42", "ACC-01"),
        ("ACC-01@7", "ACC-01@7"),
        ("ACC-01@0", "ACC-01@0"),
        ("ACC-01@7+clean", "ACC-01@7+clean"),
        ("ACC-01+clean", "ACC-01@42+clean"),
        (f"ACC-01@{2**63 - 1}", f"ACC-01@{2**63 - 1}"),
    ],
)
def test_instances_have_one_canonical_name(catalog, text, name):
    assert str(catalog.instance(text)) == name


def test_the_default_instance_is_the_committed_one(catalog):
    assert catalog.instance("ACC-01").is_default
    assert not catalog.instance("ACC-01+clean").is_default
    assert catalog.instance("ACC-01@7").seed == 7


def test_an_unknown_task_names_close_ones(catalog):
    with pytest.raises(UnknownTaskError, match="Did you mean ACC-01"):
        catalog.instance("ACC-10@3")
    with pytest.raises(UnknownTaskError, match="Did you mean ACC-01"):
        catalog.instance("ACC-1")


@pytest.mark.parametrize("text", [f"ACC-01@{2**63}", "ACC-01@-1", "ACC-01@7+dirty", "ACC-01@", ""])
def test_a_wrong_instance_name_is_refused(catalog, text):
    with pytest.raises(CatalogError):
        catalog.instance(text)


def test_a_project_is_found_from_a_folder_below_it(catalog, monkeypatch):
    monkeypatch.delenv("WP42_SCENARIOS", raising=False)
    below = catalog.scenario_dir("ACC-01") / "deep" / "er"
    below.mkdir(parents=True)
    assert Catalog.find(below).scenarios == catalog.scenarios


def test_a_folder_that_holds_no_scenarios_is_refused_by_name(tmp_path, monkeypatch):
    monkeypatch.setenv("WP42_SCENARIOS", str(tmp_path))
    with pytest.raises(CatalogError, match=str(tmp_path)):
        Catalog.find()


def test_a_bundle_is_built_once_and_again_when_its_sources_change(catalog):
    instance = catalog.instance("ACC-01@7")
    builds = catalog.ensure_bundle(instance) / "inputs" / "builds.txt"
    catalog.ensure_bundle(instance)
    assert builds.read_text() == "built "
    generator = catalog.scenario_dir("ACC-01") / "generate.py"
    generator.write_text(generator.read_text() + "\n# changed\n")
    catalog.ensure_bundle(instance)
    assert builds.read_text() == "built built "


def test_a_bundle_is_built_again_when_a_package_that_its_generator_uses_changes(catalog, tmp_path, monkeypatch):
    ours = tmp_path / "package"
    for name in ("authoring", "tax1040", "portal"):
        (ours / name).mkdir(parents=True)
        (ours / name / "part.py").write_text("")
    monkeypatch.setattr("wp42_pytest.catalog.__file__", str(ours / "catalog.py"))
    instance = catalog.instance("ACC-01@7")
    generator = catalog.scenario_dir("ACC-01") / "generate.py"
    generator.write_text(generator.read_text() + "\n# from wp42_pytest.tax1040.household import package\n")
    builds = catalog.ensure_bundle(instance) / "inputs" / "builds.txt"
    (ours / "portal" / "part.py").write_text("# is not used")
    catalog.ensure_bundle(instance)
    assert builds.read_text() == "built "
    (ours / "tax1040" / "part.py").write_text("# changed")
    catalog.ensure_bundle(instance)
    assert builds.read_text() == "built built "


def test_a_failing_generator_is_quoted(catalog):
    with pytest.raises(GenerationError, match="the ledger does not tie"):
        catalog.generate(catalog.instance("ACC-01@13"), oracle_root=None)


def test_the_oracle_root_is_the_option_then_the_environment_then_the_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("WP42_ORACLE_ROOT", raising=False)
    assert oracle_root(None) == tmp_path / "home" / "wp42-oracles"
    monkeypatch.setenv("WP42_ORACLE_ROOT", str(tmp_path / "named"))
    assert oracle_root(None) == tmp_path / "named"
    assert oracle_root(tmp_path / "given") == tmp_path / "given"


def test_oracle_roots_that_a_worker_could_reach_are_refused(tmp_path):
    project, run = tmp_path / "project", tmp_path / "run"
    (run / "inputs").mkdir(parents=True)
    (run / "BRIEF.md").write_text("brief")
    project.mkdir()
    (tmp_path / "link").symlink_to(project)
    refuse_exposed_oracle_root(tmp_path / "oracles", project, run)
    for exposed in (project, project / "a" / "b", tmp_path / "link" / "a", run, run / "out", run / "oracles"):
        with pytest.raises(CatalogError, match="choose one outside"):
            refuse_exposed_oracle_root(exposed, project, None)
    with pytest.raises(CatalogError, match="inside the workspace"):
        refuse_exposed_oracle_root(tmp_path / "other" / "x", project, tmp_path / "other")


def test_instances_compare_by_value():
    assert Instance("ACC-01", 7, 42) == Instance("ACC-01", 7, 42)
