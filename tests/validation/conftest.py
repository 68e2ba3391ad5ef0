"""One tiny scenario for the whole session, as `wp42 new` writes it, and cheap copies of it to break."""

import shutil
from pathlib import Path

import pytest

from wp42_pytest.catalog import Catalog
from wp42_pytest.validation.scaffold import new_scenario
from wp42_pytest.validation.trial import Trial

TASK = "FIN-02"
OURS = Path(__file__).resolve().parents[2] / "scenarios"


def empty_project(folder: Path) -> Catalog:
    scenarios = folder / "scenarios"
    scenarios.mkdir(parents=True)
    for name in ("BRIEF_FOOTER.md", "COMPLETION_SCHEMA.json"):
        shutil.copyfile(OURS / name, scenarios / name)
    return Catalog(scenarios)


@pytest.fixture
def empty(tmp_path):
    """Give a project without scenarios."""
    return empty_project(tmp_path / "empty")


@pytest.fixture(scope="session")
def good_project(tmp_path_factory):
    """Hold the tiny scenario as `wp42 new` writes it; nobody may change it."""
    catalog = empty_project(tmp_path_factory.mktemp("good"))
    new_scenario(catalog, TASK, "Expense claims of a month")
    return catalog


class Broken:
    """A copy of the tiny scenario that a test may break."""

    def __init__(self, catalog):
        self.catalog = catalog
        self.public = catalog.scenario_dir(TASK)
        self.hidden = catalog.template_dir(TASK)

    def edit(self, file, old, new, count=1):
        """Replace a text that must stand in a file."""
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{old!r} does not stand in {file.name}"
        file.write_text(text.replace(old, new, count), encoding="utf-8")

    def brief(self, old, new):
        self.edit(self.public / "BRIEF.md", old, new)

    def task(self, old, new):
        self.edit(self.public / "task.json", old, new)

    def generator(self, old, new):
        self.edit(self.public / "generate.py", old, new)

    def evaluator(self, old, new, count=1):
        self.edit(self.hidden / "evaluate.py", old, new, count)

    def companion(self, text, name="reading"):
        """Write a module beside the evaluator, which loads it before anything else."""
        (self.hidden / f"{name}.py").write_text(text, encoding="utf-8")
        if "import companion," not in (self.hidden / "evaluate.py").read_text(encoding="utf-8"):
            self.evaluator("import evaluator", "import companion, evaluator")
        self.evaluator("evaluate = ", f'{name} = companion(__file__, "{name}")\nevaluate = ')

    def solver(self, old, new):
        self.edit(self.hidden / "validation" / "solve.py", old, new)

    def mutants(self, old, new):
        self.edit(self.hidden / "validation" / "mutants.py", old, new)


@pytest.fixture
def broken(good_project, tmp_path):
    """Give a fresh copy of the tiny scenario."""
    project = tmp_path / "project"
    shutil.copytree(good_project.project, project)
    return Broken(Catalog(project / "scenarios"))


@pytest.fixture(scope="session")
def solved(good_project, tmp_path_factory):
    """Hold seed 3 of the tiny scenario, built and solved; nobody may change it."""
    trial = Trial(good_project, good_project.instance(f"{TASK}@3"), tmp_path_factory.mktemp("solved"))
    trial.build()
    trial.solve()
    assert not trial.solution.caught_by
    return trial


@pytest.fixture(scope="session")
def neighbour(good_project, tmp_path_factory):
    """Hold the oracle of seed 4 of the tiny scenario."""
    trial = Trial(good_project, good_project.instance(f"{TASK}@4"), tmp_path_factory.mktemp("neighbour"))
    trial.build()
    return trial


@pytest.fixture
def bench(broken, solved, tmp_path):
    """Give a function that puts the broken template on the bench with the bundle and the work of the good one."""

    def put():
        room = tmp_path / "room"
        shutil.copytree(solved.room, room, dirs_exist_ok=True)
        trial = Trial(broken.catalog, solved.instance, room)
        shutil.copytree(broken.hidden, trial.paths.oracle, dirs_exist_ok=True)
        return trial

    return put
