"""What the tests of every scenario need: its files, instances built here, and solved ones to spoil and judge."""

import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from wp42_pytest.authoring.generator import AUTHORED, Build, companion
from wp42_pytest.catalog import Catalog
from wp42_pytest.model.task import Task
from wp42_pytest.validation.soundness import author_list
from wp42_pytest.validation.trial import Trial

PROJECT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class ScenarioUnderTest:
    """One scenario, by its id."""

    task_id: str

    @property
    def folder(self):
        return PROJECT / "scenarios" / self.task_id

    @property
    def template(self):
        return PROJECT / "oracles_template" / self.task_id

    @cached_property
    def task(self):
        return Task.model_validate_json((self.folder / "task.json").read_bytes())

    @cached_property
    def mutants(self):
        return author_list(self.template, "validation/mutants.py", "MUTANTS")

    @cached_property
    def variants(self):
        return author_list(self.template, "validation/variants.py", "VARIANTS")

    def paper(self, name):
        """Load one of the generator's working papers."""
        return companion(str(self.folder / "generate.py"), name)

    def reading(self, name):
        """Load one of the evaluator's companions."""
        return companion(str(self.template / "evaluate.py"), name)

    def streams(self, seed):
        """Return the random streams of a seed."""
        return Build(self.task, seed, frozenset(), self.folder).stream

    def built(self, seed, folder, without=()):
        """Build an instance in this process and return what its oracle holds."""
        folder.mkdir(exist_ok=True)
        for name in AUTHORED:
            shutil.copyfile(self.folder / name, folder / name)
        return self.paper("generate").build(Build(self.task, seed, frozenset(without), folder))

    def trial(self, seed, root, without=""):
        """Build and solve an instance; copies of the solution can be spoilt and judged."""
        catalog = Catalog(self.folder.parent)
        trial = Trial(catalog, catalog.instance(f"{self.task_id}@{seed}{without}"), root)
        trial.build()
        trial.solve()
        return trial

    def committed(self):
        """Return the files of the default bundle as they are kept with the project."""
        return {name: data for name, data in contents(self.folder).items() if not name.endswith((".py", ".pyc"))}


def contents(folder):
    """Return the files below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
