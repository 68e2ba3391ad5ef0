"""The subject of lint: one scenario's files, each read once and only when a rule asks."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import ValidationError

from wp42_pytest.companions import modules_of
from wp42_pytest.model.oracle import Oracle
from wp42_pytest.model.rubric import Rubric
from wp42_pytest.model.task import Task
from wp42_pytest.validation.findings import NothingToJudge
from wp42_pytest.validation.lint.source import Check, Source
from wp42_pytest.validation.strings import Passage, passages

if TYPE_CHECKING:
    from pathlib import Path

    from wp42_pytest.catalog import Catalog

ALLOWANCES = "validation/lint_allow.json"
"""Words that a scenario may use although a rule bans them: {rule: {word: reason}}, in the oracle template."""


class Scenario:
    """One scenario as its author sees it: the public folder and the oracle template."""

    def __init__(self, catalog: Catalog, task_id: str) -> None:
        self.catalog = catalog
        self.task_id = task_id
        self.folder = catalog.scenario_dir(task_id)
        self.template = catalog.template_dir(task_id)

    def label(self, path: Path) -> str:
        """Return a path as messages name it, relative to the project."""
        return path.relative_to(self.catalog.project).as_posix()

    @property
    def task_path(self) -> Path:
        """The scenario's `task.json`."""
        return self.folder / "task.json"

    @property
    def brief_path(self) -> Path:
        """The scenario's `BRIEF.md`."""
        return self.folder / "BRIEF.md"

    @property
    def evaluator_path(self) -> Path:
        """The scenario's `evaluate.py`."""
        return self.template / "evaluate.py"

    @cached_property
    def task(self) -> Task:
        """The metadata; NothingToJudge when it is not valid, which the schema rule reports."""
        try:
            return Task.model_validate_json(self.task_path.read_bytes())
        except (OSError, ValidationError) as error:
            raise NothingToJudge from error

    @cached_property
    def brief(self) -> str:
        """The text of the brief."""
        try:
            return self.brief_path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise NothingToJudge from error

    @cached_property
    def footer(self) -> str:
        """The text that ends every brief."""
        return (self.catalog.scenarios / "BRIEF_FOOTER.md").read_text(encoding="utf-8")

    @cached_property
    def inputs(self) -> list[str]:
        """The inputs, relative to `inputs/`."""
        below = self.folder / "inputs"
        return sorted(path.relative_to(below).as_posix() for path in below.rglob("*") if path.is_file())

    @cached_property
    def passages(self) -> list[Passage]:
        """Every string of the public bundle."""
        return list(passages(self.folder))

    @cached_property
    def evaluator(self) -> Source:
        """The evaluator as a tree."""
        if self.evaluator_path.stem not in self.evaluator_modules:
            raise NothingToJudge
        return self.evaluator_modules[self.evaluator_path.stem]

    @cached_property
    def evaluator_modules(self) -> dict[str, Source]:
        """The evaluator and the modules beside it, as trees, by name; without what is not Python, which a rule reports."""
        modules: dict[str, Source] = {}
        for path in modules_of(self.template):
            with suppress(NothingToJudge):
                modules[path.stem] = Source.read(path, modules)
        return modules

    @cached_property
    def checks(self) -> list[Check]:
        """The declared criteria and violations."""
        return self.evaluator.checks()

    @property
    def criteria(self) -> list[Check]:
        """The declared criteria."""
        return [check for check in self.checks if check.kind == "criterion"]

    @property
    def violations(self) -> list[Check]:
        """The declared violations."""
        return [check for check in self.checks if check.kind == "violation"]

    @cached_property
    def generator(self) -> Source:
        """The generator as a tree."""
        return Source.read(self.folder / "generate.py")

    @cached_property
    def generator_modules(self) -> list[Source]:
        """The generator and the modules beside it, as trees."""
        return [Source.read(path) for path in sorted(self.folder.glob("*.py"))]

    @cached_property
    def solver(self) -> Source:
        """The reference worker as a tree."""
        return Source.read(self.template / "validation" / "solve.py")

    @cached_property
    def solver_modules(self) -> list[Source]:
        """The reference worker and the modules beside it, as trees; what spoils or reshapes its work is none of it."""
        modules = sorted((self.template / "validation").rglob("*.py"))
        return [Source.read(path) for path in modules if path.name not in ("mutants.py", "variants.py")]

    @cached_property
    def rubric(self) -> Rubric:
        """The rubric of the blind judges."""
        try:
            return Rubric.model_validate_json((self.template / "rubric.json").read_bytes())
        except (OSError, ValidationError) as error:
            raise NothingToJudge from error

    @cached_property
    def allowances(self) -> dict[str, dict[str, str]]:
        """The words that the author allows, with the reasons; empty when there is no such file."""
        path = self.template / ALLOWANCES
        if not path.is_file():
            return {}
        try:
            loaded = json.loads(path.read_bytes())
        except ValueError:
            return {}
        if not isinstance(loaded, dict) or not all(isinstance(words, dict) for words in loaded.values()):
            return {}
        return {rule: {word.lower(): str(reason) for word, reason in words.items()} for rule, words in loaded.items()}

    def allowed(self, rule: str, word: str) -> bool:
        """Say whether the author allows a word, with a reason, for a rule."""
        return bool(self.allowances.get(rule, {}).get(word.lower(), "").strip())


def read_oracle(folder: Path) -> Oracle:
    """Read the oracle of an instance.

    Raises:
        ValidationError: when it is not valid.
    """
    return Oracle.model_validate_json((folder / "oracle.json").read_bytes())
