"""Nothing planted in or near the worker's folder, and nothing in the environment, is run or moves a verdict."""

import json
import shutil
from pathlib import Path

import pytest

EVIL = """
import pathlib
pathlib.Path({marker!r}).touch()

def pytest_collection_modifyitems(items):
    items.clear()

def pytest_runtest_makereport(item, call):
    from _pytest.reports import TestReport
    call.excinfo = None
    return TestReport.from_item_and_call(item, call)

def pytest_sessionfinish(session):
    session.exitstatus = 0
"""

INI = "addopts = -p evil -p no:wp42\npython_files = nothing.py\nnorecursedirs = *\n"

MODULES = (
    *("conftest.py", "evil.py", "openpyxl.py", "json.py", "pytest.py", "sitecustomize.py", "usercustomize.py"),
    *("__init__.py", "test_x.py", "evaluate.py", "wp42_pytest.py", "pydantic.py", "xdist.py"),
)

SETTINGS = {
    "pytest.ini": f"[pytest]\n{INI}",
    "tox.ini": f"[pytest]\n{INI}",
    "setup.cfg": f"[tool:pytest]\n{INI}",
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = ["-p", "evil", "-p", "no:wp42"]\n',
}


def plant(folder: Path, marker: Path, modules=MODULES) -> None:
    for name in modules:
        (folder / name).write_text(EVIL.format(marker=str(marker)))
    for name, text in SETTINGS.items():
        (folder / name).write_text(text)
    distribution = folder / "evil-1.0.dist-info"
    distribution.mkdir()
    (distribution / "METADATA").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
    (distribution / "entry_points.txt").write_text("[pytest11]\nevil = evil\n")


@pytest.fixture
def marker(example) -> Path:
    return example.folder / "planted-code-ran"


WRONG = {"total.json": json.dumps({"total": 1}), "COMPLETION.json": json.dumps({"status": "completed"})}


@pytest.mark.parametrize(
    ("answer", "options"),
    [("right", ()), ("wrong", ()), ("wrong", ("-n", "2"))],
    ids=["right", "wrong", "wrong, xdist"],
)
def test_plants_around_the_run_and_the_oracle_are_inert(example, marker, answer, options):
    run = example.run(WRONG if answer == "wrong" else None)
    for folder in (run, run / "out", example.oracles):
        plant(folder, marker)
    done = example.command(*options, cwd=example.project if answer == "right" else example.folder)
    assert done.returncode == (0 if answer == "right" else 1), done.stdout + done.stderr
    assert not marker.exists()
    assert example.receipt()["provenance"]["complete"]
    assert example.receipt()["det_completion"] is (answer == "right")


def test_a_run_folder_whose_name_begins_with_test_is_not_searched_for_conftest_files(example, marker):
    run = shutil.move(example.folder / "run", example.folder / "test_run")
    plant(Path(run), marker)
    done = example.pytest(
        *("--wp42-task=ACC-01", "--wp42-out=test_run/out", f"--wp42-oracle-root={example.oracles}"),
        f"--wp42-scenarios={example.project / 'scenarios'}",
        cwd=example.folder,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not marker.exists()


def test_a_hostile_environment_changes_no_verdict(example, marker):
    hostile = example.folder / "hostile"
    hostile.mkdir()
    plant(hostile, marker, ("evil.py", "sitecustomize.py", "openpyxl.py", "conftest.py"))
    environment = {
        "PYTHONPATH": str(hostile),
        "PYTHONSTARTUP": str(hostile / "evil.py"),
        "PYTEST_PLUGINS": "evil",
        "PYTEST_ADDOPTS": "-p evil -k nothing -x --wp42-inprocess --wp42-run-id=forged --lf",
        "CI": "1",
        "HOME": str(hostile),
        "PYTHONWARNINGS": "error",
    }
    assert example.command(env=environment).returncode == 0
    right = example.receipt()
    assert right["run_id"] == "run"
    example.run(WRONG)
    assert example.command(env=environment).returncode == 1
    assert [each["passed"] for each in example.receipt()["required_criteria"]] == [False, False, False]


def test_settings_of_the_project_are_not_taken_for_the_users(example):
    (example.project / "pytest.ini").write_text("[pytest]\naddopts = -n 2 -m 'not sweep' -k nothing --maxfail=1\n")
    done = example.command("-q")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "bringing up nodes" not in done.stdout


def test_a_deliverable_that_is_an_evaluator_is_not_run(example, marker):
    forged = f"import pathlib\npathlib.Path({str(marker)!r}).touch()\n"
    example.run(WRONG | {"evaluate.py": forged, "test_forged.py": forged, "oracle.json": "{}"})
    assert example.command().returncode == 1
    assert not marker.exists()
