"""Turns what the user typed into an order, or into an error that says what to do."""

from __future__ import annotations

import json
import os
import shlex
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from wp42_pytest import catalog as catalog_module
from wp42_pytest.catalog import (
    Catalog,
    CatalogError,
    Instance,
    is_within,
    is_workspace,
    refuse_exposed_oracle_root,
)
from wp42_pytest.grading.inventory import Inventory
from wp42_pytest.grading.order import EVALUATOR, ORACLE, RUN_RECORD, Order
from wp42_pytest.grading.static import static_inventory
from wp42_pytest.grading.typed import WrongUseError
from wp42_pytest.model.run import RunRecord

RUN_RECORD_LIMIT = 1024**2


@dataclass(frozen=True)
class Grading:
    """An order, with what the evaluator's text says about itself.

    Attributes:
        order: the run to grade.
        inventory: the declared checks, as complete as the text allows.
        problem: why the evaluator cannot be used, or an empty text.
    """

    order: Order
    inventory: Inventory
    problem: str = ""


@dataclass(frozen=True)
class Bench:
    """What every run of an instance is judged with.

    Attributes:
        instance: the instance.
        task: the content of the scenario's `task.json`.
        evaluator: the evaluator's file, with `oracle.json` beside it.
        inventory: the declared checks, as complete as the text allows.
        problem: why the evaluator cannot be used, or an empty text.
    """

    instance: Instance
    task: dict[str, Any]
    evaluator: Path
    inventory: Inventory
    problem: str = ""


class OracleMissingError(WrongUseError):
    """The oracle of an instance is not built, or is another instance's."""


class Resolver:
    """Finds what belongs to a run: its scenario, its oracle, its evaluator.

    Args:
        catalog: the scenarios.
        oracle_root: the folder of oracles.

    Raises:
        WrongUseError: when the scenarios lie where a worker could have put them.
    """

    def __init__(self, catalog: Catalog, oracle_root: Path) -> None:
        self.catalog = catalog
        self.oracle_root = oracle_root
        for folder in catalog.scenarios.parents:
            if is_workspace(folder) or os.path.lexists(folder / RUN_RECORD):
                msg = (
                    f"the scenarios {catalog.scenarios} lie inside the run folder {folder}, where a worker can write; "
                    "start the command in your project, or name its scenarios with --wp42-scenarios"
                )
                raise WrongUseError(msg)

    def grading(self, task: str, out: Path, workspace: Path | None = None, run_id: str | None = None) -> Grading:
        """Return the order to grade one run.

        Args:
            task: the instance, as a user writes it.
            out: the folder of deliverables.
            workspace: the staged workspace; by default the folder above `out`.
            run_id: how the receipt names the run; by default what `run.json` says, else the workspace's name.

        Raises:
            WrongUseError: saying what is missing and how to get it.
        """
        workspace = workspace or out.parent
        bench = self.bench(task)
        self.refuse_exposed(bench.evaluator.parent, workspace, out)
        record = run_record(workspace)
        return self.placed(bench, out, workspace, run_id or (record.run_id if record else ""), record)

    def placed(self, bench: Bench, out: Path, workspace: Path, run_id: str, record: RunRecord | None) -> Grading:
        """Return the order to grade one run of an instance that was looked up before."""
        order = Order(
            instance=bench.instance.name,
            task_id=bench.instance.task_id,
            seed=bench.instance.seed,
            task=bench.task,
            out=out.absolute(),
            workspace=workspace.absolute(),
            evaluator=bench.evaluator,
            oracle=bench.evaluator.with_name(ORACLE),
            run_id=run_id or workspace.resolve().name,
            labels=labels(record),
        )
        return Grading(order, bench.inventory, bench.problem)

    def bench(self, task: str) -> Bench:
        """Return what every run of an instance is judged with.

        Args:
            task: the instance, as a user writes it.

        Raises:
            WrongUseError: saying what is missing and how to get it.
        """
        try:
            instance = self.catalog.instance(task)
            content = json.loads((self.catalog.scenario_dir(instance.task_id) / "task.json").read_bytes())
        except (CatalogError, OSError, ValueError) as error:
            raise WrongUseError(str(error)) from error
        evaluator = self.oracle_folder(instance) / EVALUATOR
        return Bench(instance, content, evaluator, *declared_by(evaluator))

    def oracle_folder(self, instance: Instance) -> Path:
        """Return the folder of an instance's oracle, once it is sure to be that one.

        Raises:
            WrongUseError: when it is not built; the text holds the command that builds it.
        """
        build = f"`wp42 generate {instance} --oracle-root {shlex.quote(str(self.oracle_root))}`"
        folder = self.catalog.oracle_dir(instance, self.oracle_root)
        if not (folder / EVALUATOR).is_file() or not (folder / ORACLE).is_file():
            msg = f"the oracle of {instance} is not built (no {EVALUATOR} and {ORACLE} in {folder}); build it with {build}"
            raise OracleMissingError(msg)
        found = _oracle_head(folder / ORACLE)
        wanted = {"task_id": instance.task_id, "seed": instance.seed, "without": list(instance.without)}
        if found != wanted:
            msg = f"{folder / ORACLE} is not the oracle of {instance} (found {found}); build it anew with {build}"
            raise OracleMissingError(msg)
        return folder

    def refuse_exposed(self, folder: Path, workspace: Path, out: Path) -> None:
        """Refuse an oracle that the worker of a run could have reached.

        Raises:
            WrongUseError: naming both places.
        """
        # A link in the place of out/ is the worker's doing: it is never followed, so it is not asked where it leads.
        places = [workspace] if out.is_symlink() else [workspace, out]
        try:
            for place in places:
                refuse_exposed_oracle_root(folder, self.catalog.project, place)
        except CatalogError as error:
            raise WrongUseError(str(error)) from error
        if any(is_within(place, self.oracle_root) for place in places):
            msg = (
                f"the workspace {workspace} lies inside the oracle root {self.oracle_root}; stage workspaces elsewhere"
            )
            raise WrongUseError(msg)


def require_folders(task: str, out: Path, workspace: Path) -> None:
    """Refuse to grade where there is nothing, which is more likely a slip of the user's than a worker's doing.

    Raises:
        WrongUseError: when the out folder or the workspace does not exist.
    """
    if not os.path.lexists(out):
        msg = (
            f"there is no folder {out} to grade; name the folder with the deliverables (--wp42-out=run/out), or "
            f"stage a workspace with `wp42 stage {task}`"
        )
        raise WrongUseError(msg)
    if not workspace.is_dir():
        msg = (
            f"there is no workspace {workspace}; name the folder that `wp42 stage` made, or leave --wp42-workspace out"
        )
        raise WrongUseError(msg)


def grading_of(order: Order) -> Grading:
    """Return an order together with the inventory that its evaluator's text declares."""
    return Grading(order, *declared_by(order.evaluator))


def declared_by(evaluator: Path) -> tuple[Inventory, str]:
    """Return the inventory that an evaluator's text declares, and why it cannot be used, or an empty text."""
    try:
        source = evaluator.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        return Inventory(), f"evaluate.py cannot be read: {error}"
    return static_inventory(source)


def resolver(scenarios: Path | None, oracle_root: Path | None, project: Path | None = None) -> Resolver:
    """Return the resolver for what the user named.

    Args:
        scenarios: the folder of scenarios, when the user named one.
        oracle_root: the oracle root, when the user named one.
        project: the folder of scenarios of the project that the command runs in.

    Raises:
        WrongUseError: when there are no scenarios.
    """
    named = scenarios or (None if os.environ.get(catalog_module.SCENARIOS_VARIABLE) else project)
    try:
        catalog = Catalog(named) if named else Catalog.find()
        return Resolver(catalog, catalog_module.oracle_root(oracle_root))
    except CatalogError as error:
        raise WrongUseError(str(error)) from error


def run_record(workspace: Path) -> RunRecord | None:
    """Return what `run.json` says, or None when there is none that can be read.

    A worker may have written it, when it was not sandboxed: no link is followed, and nothing but labels is taken.
    """
    try:
        descriptor = os.open(workspace / RUN_RECORD, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with open(descriptor, "rb") as file:  # noqa: PTH123  a descriptor has no Path
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        try:
            return RunRecord.model_validate_json(file.read(RUN_RECORD_LIMIT))
        except ValidationError:
            return None


def labels(record: RunRecord | None) -> dict[str, str]:
    """Return what the receipt repeats of a run's record, what is empty left out."""
    if record is None:
        return {}
    said = {
        "arm": record.arm,
        "worker": record.worker,
        "model": record.model,
        "attempt": str(record.attempt),
        "sealed": "yes" if record.sealed else "no",
    }
    return {name: value for name, value in said.items() if value}


def _oracle_head(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_bytes())
        return {"task_id": content["task_id"], "seed": content["seed"], "without": content.get("without", [])}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
