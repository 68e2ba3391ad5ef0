"""A tiny example scenario, with its oracle outside the project, that tests grade for real."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from wp42_pytest.catalog import Catalog
from wp42_pytest.grading.reference import grade
from wp42_pytest.grading.resolve import Resolver

PROJECT = Path(__file__).resolve().parents[2]

TASK = {
    "task_id": "ACC-01",
    "occupation": "accounting",
    "organisation": "Example Ltd. (fictional)",
    "title": "Add up the ledger",
    "version": "1.0",
    "generator_seed": 42,
    "difficulty": "short",
    "designed_dependency_depth": 5,
    "professional_minutes_estimate": 10,
    "required_deliverables": [{"path": "total.json", "kind": "json"}, {"path": "COMPLETION.json", "kind": "json"}],
    "designed_features": {
        "planted_errors": 0,
        "prompt_injection": False,
        "missing_information": False,
        "requires_clarification": False,
        "interface_perturbation": False,
    },
    "applications_involved": ["spreadsheet"],
    "time_limit_s": 60,
    "budget_usd": 1.0,
}

INPUTS = {"ledger.csv": "item,amount\nrent,100.00\nheat,23.45\n", "notes/memo.txt": "Add everything up.\n"}

HEAD = """
import pytest
from wp42_pytest import evaluator
from wp42_pytest.grading.standard import claims_are_true, deliverables_readable, inputs_unchanged

evaluate = evaluator(__file__)

test_R00_deliverables = deliverables_readable("R00", weight=0.2)
test_V01_inputs = inputs_unchanged("V01")
test_V05_claims = claims_are_true("V05")


@pytest.mark.criterion("R01", weight=0.5, basis="the total of the ledger")
def test_R01_total(out, oracle):
    \"\"\"The total is right.\"\"\"
    found = out.json("total.json")["total"]
    assert found == float(oracle.figure("total").value), f"total in total.json is {found}, not that of the ledger"

"""

BODY = """
@pytest.mark.criterion("R02", weight=0.3, basis="the total of the ledger")
def test_R02_currency(out):
    \"\"\"The currency is named.\"\"\"
    assert out.json("total.json").get("currency") == "CAD"
"""

COMPLETION = {"status": "completed", "summary": "Added up.", "deliverables": ["total.json"]}

RIGHT = {"total.json": json.dumps({"total": 123.45, "currency": "CAD"}), "COMPLETION.json": json.dumps(COMPLETION)}


@dataclass
class Example:
    """A project with one scenario, its oracle root, and runs."""

    folder: Path

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def oracles(self) -> Path:
        return self.folder / "oracles"

    @property
    def receipt_path(self) -> Path:
        return self.folder / "run" / "receipt.json"

    def receipt(self) -> dict:
        return json.loads(self.receipt_path.read_bytes())

    def evaluator(self, body: str, head: str = HEAD) -> None:
        (self.oracles / "ACC-01" / "evaluate.py").write_text(head + dedent(body), encoding="utf-8")

    def run(self, deliverables: dict[str, str | bytes] | None = None, name: str = "run") -> Path:
        """Stage a workspace whose out/ holds some files; by default the right answer."""
        workspace = self.folder / name
        for path, text in INPUTS.items():
            write(workspace / "inputs" / path, text)
        write(workspace / "BRIEF.md", "Write the total of the ledger.\n")
        visible = {key: value for key, value in TASK.items() if key not in ("generator_seed", "designed_features")}
        write(workspace / "task.json", json.dumps(visible))
        shutil.rmtree(workspace / "out", ignore_errors=True)
        (workspace / "out").mkdir(parents=True)
        for path, content in (RIGHT if deliverables is None else deliverables).items():
            write(workspace / "out" / path, content)
        return workspace

    def grading(self, name: str = "run"):
        resolver = Resolver(Catalog(self.project / "scenarios"), self.oracles)
        return resolver.grading("ACC-01", self.folder / name / "out")

    def recorded(self, name: str, deliverables: dict[str, str | bytes] | None = None, **fields) -> Path:
        """Make a run below runs/, with its record."""
        workspace = self.run(deliverables, f"runs/{name}")
        write(workspace / "run.json", json.dumps({"run_id": name, "task": "ACC-01", **fields}))
        return workspace

    def bulk(self, *arguments: str, source: str | Path | None = None, **options):
        """Grade the runs below runs/ through the face."""
        named = [f"--wp42-runs={source or self.folder / 'runs'}", f"--wp42-oracle-root={self.oracles}"]
        return self.pytest(*named, *arguments, **options)

    def judge(self, *options: str, limit_s: float = 60, name: str = "run"):
        """Grade a run by the reference way, without the face's own process."""
        quiet = os.open(os.devnull, os.O_WRONLY)
        try:
            return grade(self.grading(name), limit_s, options, quiet)
        finally:
            os.close(quiet)

    def pytest(self, *arguments: str, cwd: Path | None = None, env: dict[str, str] | None = None, python: bool = False):
        """Type a command of the face."""
        command = [sys.executable, "-P", "-m", "pytest"] if not python else [sys.executable, "-m", "pytest"]
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "COV_"))}
        return subprocess.run(
            [*command, *arguments],
            cwd=cwd or self.project,
            env=environment | (env or {}),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def command(self, *arguments: str, **options):
        """Grade the run through the face."""
        given = [
            "--wp42-task=ACC-01",
            f"--wp42-out={self.folder / 'run' / 'out'}",
            f"--wp42-oracle-root={self.oracles}",
        ]
        return self.pytest(*given, *arguments, **options)


def write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))


@pytest.fixture
def example(tmp_path) -> Example:
    made = Example(tmp_path)
    scenario = made.project / "scenarios" / "ACC-01"
    write(scenario.parent / "COMPLETION_SCHEMA.json", "{}")
    write(scenario / "task.json", json.dumps(TASK))
    write(scenario / "BRIEF.md", "Write the total of the ledger.\n")
    for path, text in INPUTS.items():
        write(scenario / "inputs" / path, text)
    bundle = {
        path.relative_to(scenario).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(scenario.rglob("*"))
        if path.is_file()
    }
    oracle = {
        "task_id": "ACC-01",
        "seed": 42,
        "bundle": bundle,
        "figures": {"total": {"value": "123.45", "unit": "CAD"}, "secret": {"value": "987654.32"}},
        "facts": {"names": ["rent", "heat"]},
    }
    write(made.oracles / "ACC-01" / "oracle.json", json.dumps(oracle))
    made.evaluator(BODY)
    made.run()
    return made


@pytest.fixture(scope="session", autouse=True)
def _no_settings_of_the_developer():
    with pytest.MonkeyPatch.context() as patch:
        for name in ("WP42_ORACLE_ROOT", "WP42_SCENARIOS"):
            patch.delenv(name, raising=False)
        yield
