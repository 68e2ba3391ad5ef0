"""One seed on the bench: its bundle, its oracle, the solver's work, and copies of it to be reshaped or spoilt."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.grading.order import EVALUATOR, ORACLE, Order
from wp42_pytest.running.staging import stage
from wp42_pytest.validation.judge import Judged, judge
from wp42_pytest.validation.launch import COLD, Launch
from wp42_pytest.validation.lint.scenario import read_oracle

if TYPE_CHECKING:
    from collections.abc import Callable

    from wp42_pytest.catalog import Catalog, Instance
    from wp42_pytest.model.oracle import Oracle


@dataclass(frozen=True)
class Paths:
    """Where the things of one seed stand.

    Attributes:
        bundle: the public bundle.
        oracle: the oracle folder.
        workspace: the staged workspace with the solver's work.
    """

    bundle: Path
    oracle: Path
    workspace: Path


class Trial:
    """One instance, built and solved below a folder of its own."""

    def __init__(self, catalog: Catalog, instance: Instance, room: Path, launch: Launch = COLD) -> None:
        self.catalog = catalog
        self.instance = instance
        self.room = room
        self._launch = launch
        self.paths = Paths(room / "public" / instance.name, room / "oracles" / instance.name, room / "work")
        self._numbers = count(1)

    def build(self) -> None:
        """Build bundle and oracle.

        Raises:
            GenerationError: when the generator fails.
        """
        self.room.mkdir(parents=True, exist_ok=True)
        self._launch.generate(self.catalog, self.instance, self.room)

    def solve(self) -> None:
        """Stage a workspace and let the solver work in it.

        Raises:
            WorkerError: when the solver fails.
        """
        stage(self.catalog, self.paths.bundle, self.paths.workspace)
        self._launch.solve(self.catalog, self.instance.task_id, self.paths.workspace)

    @property
    def out(self) -> Path:
        """The solver's deliverables."""
        return self.paths.workspace / "out"

    @cached_property
    def oracle(self) -> Oracle:
        """The oracle."""
        return read_oracle(self.paths.oracle)

    @cached_property
    def task(self) -> dict[str, Any]:
        """The content of `task.json`."""
        content = json.loads((self.catalog.scenario_dir(self.instance.task_id) / "task.json").read_bytes())
        return dict(content)

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The kind of each required deliverable, by its path."""
        return {each["path"]: each["kind"] for each in self.task["required_deliverables"]}

    @cached_property
    def brief(self) -> str:
        """The text of the brief."""
        return (self.paths.bundle / "BRIEF.md").read_text(encoding="utf-8")

    def order(self, workspace: Path, oracle: Path | None = None) -> Order:
        """Return the order to grade a workspace.

        Args:
            workspace: a copy of the staged workspace.
            oracle: the folder of another oracle to judge by.
        """
        return Order(
            instance=self.instance.name,
            task_id=self.instance.task_id,
            seed=self.instance.seed,
            task=self.task,
            out=workspace / "out",
            workspace=workspace,
            evaluator=self.paths.oracle / EVALUATOR,
            oracle=(oracle or self.paths.oracle) / ORACLE,
            run_id=f"{self.instance}-validation",
        )

    @cached_property
    def solution(self) -> Judged:
        """The verdicts on the solver's work."""
        return judge(self.order(self.paths.workspace))

    def copy(self) -> Path:
        """Return a fresh copy of the workspace with the solver's work."""
        target = self.room / "copies" / str(next(self._numbers))
        shutil.copytree(self.paths.workspace, target)
        return target

    def judged(self, edit: Callable[[Path], None]) -> Judged:
        """Return the verdicts on an edited copy of the workspace.

        Args:
            edit: edits the workspace that it is given.
        """
        workspace = self.copy()
        try:
            edit(workspace)
            return judge(self.order(workspace))
        finally:
            shutil.rmtree(workspace, ignore_errors=True)
