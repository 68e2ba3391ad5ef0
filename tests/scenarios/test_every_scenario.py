"""Every scenario: the solver's work and its variants complete, every mutant fails through the checks that it names."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wp42_pytest.catalog import Catalog
from wp42_pytest.model.receipt import Receipt
from wp42_pytest.model.run import RunRecord
from wp42_pytest.running.reference import solve
from wp42_pytest.running.staging import stage
from wp42_pytest.validation.mutants import STANDARD_MUTANTS, Mutant
from wp42_pytest.validation.variants import Variant

PROJECT = Path(__file__).resolve().parent.parent.parent
CATALOG = Catalog(PROJECT / "scenarios")
SOLUTION = Variant("SOLUTION", "the solver's own work", lambda _: None)


def cases_of(task_id: str) -> list[Mutant | Variant]:
    """Return the solution, the author's variants and mutants, and the standard mutants."""
    folder = str(CATALOG.template_dir(task_id) / "validation")
    sys.path.insert(0, folder)
    try:
        for name in ("mutants", "variants"):
            sys.modules.pop(name, None)
        mutants, variants = importlib.import_module("mutants"), importlib.import_module("variants")
    finally:
        sys.path.remove(folder)
    return [SOLUTION, *variants.VARIANTS, *mutants.MUTANTS, *STANDARD_MUTANTS]


def grade(task_id: str, seeds: list[int], folder: Path) -> list[tuple[str, Mutant | Variant, Receipt]]:
    """Make a run of each case on each seed, and grade them in one session."""
    oracles, runs = folder / "oracles", folder / "runs"
    made = []
    for seed in seeds:
        instance = CATALOG.instance(f"{task_id}@{seed}")
        bundle = CATALOG.generate(instance, oracle_root=oracles, public_root=folder / "public")
        solved = folder / "solved" / str(seed)
        stage(CATALOG, bundle, solved)
        solve(CATALOG, task_id, solved)
        for number, case in enumerate(cases_of(task_id)):
            run = runs / f"{seed}-{number:02d}"
            shutil.copytree(solved, run)
            case.apply(run)
            record = RunRecord(run_id=run.name, task=str(instance), worker=case.id)
            (run / "run.json").write_text(record.model_dump_json(), encoding="utf-8")
            made.append((f"{instance} {case.id}", case, run))
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += [f"--wp42-runs={runs}", f"--wp42-oracle-root={oracles}"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHON"))}
    done = subprocess.run(
        command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return [(name, case, read(run)) for name, case, run in made]


def read(run: Path) -> Receipt:
    return Receipt.model_validate(json.loads((run / "receipt.json").read_bytes()))


def troubles(graded: list[tuple[str, Mutant | Variant, Receipt]]) -> list[str]:
    """Return a sentence for each case whose receipt is not what it must be."""
    wrong = []
    for name, case, receipt in graded:
        caught = {row.id for row in receipt.required_criteria if not row.passed}
        caught |= {violation.id for violation in receipt.critical_violations}
        if "evaluator error" in receipt.notes:
            wrong.append(f"{name}: {receipt.notes}")
        elif isinstance(case, Variant):
            if not receipt.det_completion or receipt.det_score != 1.0:
                wrong.append(f"{name} ({case.what}) fails {sorted(caught)}")
        elif receipt.det_completion or not set(case.caught_by) <= caught:
            wrong.append(f"{name} ({case.what}) is caught by {sorted(caught)}, not by {case.caught_by}")
        elif receipt.det_score > case.score_at_most:
            wrong.append(f"{name} ({case.what}) scores {receipt.det_score}")
    return wrong


@pytest.mark.parametrize("task_id", CATALOG.task_ids())
def test_right_work_completes_and_every_mutant_is_caught(task_id, tmp_path):
    assert troubles(grade(task_id, [7], tmp_path)) == []


@pytest.mark.sweep
@pytest.mark.parametrize("task_id", CATALOG.task_ids())
def test_right_work_completes_and_every_mutant_is_caught_on_thirty_seeds(task_id, tmp_path):
    for first in range(1, 31, 6):
        assert troubles(grade(task_id, list(range(first, first + 6)), tmp_path / str(first))) == []
        shutil.rmtree(tmp_path / str(first))


@pytest.mark.parametrize("task_id", CATALOG.task_ids())
def test_the_committed_bundle_is_what_the_generator_builds(task_id, tmp_path):
    built = CATALOG.generate(CATALOG.instance(task_id), oracle_root=None, public_root=tmp_path)
    committed = CATALOG.scenario_dir(task_id)
    for folder in ("inputs", "portal"):
        files = {path.relative_to(built): path.read_bytes() for path in (built / folder).rglob("*") if path.is_file()}
        there = {
            path.relative_to(committed): path.read_bytes() for path in (committed / folder).rglob("*") if path.is_file()
        }
        assert files.keys() == there.keys()
        assert [str(path) for path, content in files.items() if there[path] != content] == []
