"""`wp42 new` writes a scenario to edit, and refuses what cannot become one."""

import subprocess
import sys
from pathlib import Path

import pytest

from wp42_pytest.authoring.economy import organisations
from wp42_pytest.catalog import CatalogError
from wp42_pytest.model.base import OCCUPATIONS
from wp42_pytest.validation.lint.run import lint
from wp42_pytest.validation.scaffold import HOUSES, new_scenario

PROJECT = Path(__file__).resolve().parents[2]


def test_every_occupation_has_an_organisation_of_the_economy():
    assert set(HOUSES) == set(OCCUPATIONS)
    assert set(HOUSES.values()) <= set(organisations())


def test_the_organisation_and_a_title_in_quotes_are_taken_over(empty):
    new_scenario(empty, "legal-07", 'Claims of the "Fjord" matter', "kes")
    task = empty.task("LEGAL-07")
    assert task.organisation == "Kestrelo Software Inc. (fictional)"
    assert task.title == "Claims of the 'Fjord' matter"
    assert "Dana Whitcombe" in (empty.scenario_dir("LEGAL-07") / "BRIEF.md").read_text(encoding="utf-8")
    assert lint(empty, "LEGAL-07") == []


@pytest.mark.parametrize(
    ("task_id", "title", "organisation", "said"),
    [
        ("FIN-02", "Expense claims", None, "the next free one is FIN-01"),
        ("LAW-01", "Expense claims", None, "OCC one of ACC, FIN"),
        ("FIN-2", "Expense claims", None, "<OCC>-<nn>"),
        ("FIN-03", "Claims", None, "too short"),
        ("FIN-03", "Expense claims", "XYZ", "no organisation 'XYZ'"),
    ],
)
def test_what_cannot_become_a_scenario_is_refused_with_the_remedy(task_id, title, organisation, said, good_project):
    with pytest.raises(CatalogError, match=said):
        new_scenario(good_project, task_id, title, organisation)


def test_what_it_writes_is_formatted_and_clean(broken):
    config = ["--config", str(PROJECT / "pyproject.toml"), "--no-cache"]
    for check in (["format", "--check"], ["check", "--ignore", "I001,N816"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *check, *config, "."],
            cwd=broken.catalog.project,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
