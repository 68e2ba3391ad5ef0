"""`plan.toml`: tasks × seeds × arms × workers × attempts, as data."""

from __future__ import annotations

import fnmatch
import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import Field, ValidationError, model_validator

from wp42_pytest.model.base import Authored, Seed
from wp42_pytest.running.arms import find_arm
from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.models import find_model
from wp42_pytest.running.roster import make_worker
from wp42_pytest.running.run import RunRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wp42_pytest.catalog import Catalog, Instance


class PlannedWorker(Authored):
    """One worker of a campaign."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", description="what records and folders call it")]
    worker: str = Field(description="pi, one-reply, command, reference or null")
    model: str = Field(default="", description="a model of models.toml")
    command: str = Field(default="", description="the program of a command worker")


class Plan(Authored):
    """A campaign.

    Seeds may be secret: then they stand in a file or in an environment variable, one after another, and not here.
    """

    tasks: Annotated[list[str], Field(min_length=1, description="ids, with * and ? as wildcards")]
    seeds: list[Seed] = Field(default_factory=list, description="empty: each scenario's own default seed")
    seeds_file: str = ""
    seeds_env: str = ""
    twins: bool = Field(default=False, description="also run each instance without its injection")
    arms: Annotated[list[str], Field(min_length=1)]
    workers: Annotated[list[PlannedWorker], Field(min_length=1)]
    attempts: Annotated[int, Field(ge=1)] = 1
    concurrency: Annotated[int, Field(ge=1, le=256)] = 2
    infrastructure_tries: Annotated[int, Field(ge=1)] = 3
    budget_usd: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = Field(
        default=None, description="no run is started once all runs together have cost this much"
    )
    arms_file: str = ""
    models_file: str = ""

    @model_validator(mode="after")
    def _one_source_of_seeds(self) -> Self:
        if sum(map(bool, (self.seeds, self.seeds_file, self.seeds_env))) > 1:
            msg = "give the seeds in one place: seeds, seeds_file or seeds_env"
            raise ValueError(msg)
        if len({worker.name for worker in self.workers}) != len(self.workers):
            msg = "two workers have the same name"
            raise ValueError(msg)
        return self


def load_plan(path: Path) -> Plan:
    """Read a plan; its files are found relative to it.

    Raises:
        RunConfigurationError: when it is missing or wrong; the text names the field.
    """
    try:
        plan = Plan.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        msg = f"the plan {path} cannot be read: {error.strerror}"
        raise RunConfigurationError(msg) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"the plan {path} is not valid TOML: {error}"
        raise RunConfigurationError(msg) from error
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        msg = f"{path}: {faults}"
        raise RunConfigurationError(msg) from error
    changed = {
        name: str((path.parent / value).resolve())
        for name in ("seeds_file", "arms_file", "models_file")
        if (value := getattr(plan, name))
    }
    return plan.model_copy(update=changed)


def seeds_of(plan: Plan) -> list[int | None]:
    """Return the seeds of a plan; None stands for each scenario's default seed.

    Raises:
        RunConfigurationError: when the file or the variable is missing or holds something else; no seed is quoted.
    """
    if plan.seeds_file:
        try:
            text, where = Path(plan.seeds_file).read_text(encoding="utf-8"), plan.seeds_file
        except OSError as error:
            msg = f"the seeds file {plan.seeds_file} cannot be read: {error.strerror}"
            raise RunConfigurationError(msg) from error
    elif plan.seeds_env:
        text, where = os.environ.get(plan.seeds_env, ""), f"${plan.seeds_env}"
    else:
        return list(plan.seeds) or [None]
    words = re.split(r"[\s,;]+", re.sub(r"#.*", "", text).strip())
    if not all(word.isascii() and word.isdigit() for word in words):
        msg = f"{where} must hold seeds: whole numbers, one after another (it holds {len(words)} words)"
        raise RunConfigurationError(msg)
    return [int(word) for word in dict.fromkeys(words)]


def requests_of(plan: Plan, catalog: Catalog) -> list[RunRequest]:
    """Return every run of a plan, ordered so that all conditions of an instance come together.

    Raises:
        RunConfigurationError: when any of them could not be made; nothing has run by then.
    """
    arms = {name: find_arm(name, Path(plan.arms_file) if plan.arms_file else None) for name in plan.arms}
    models_file = Path(plan.models_file) if plan.models_file else None
    models = {worker.model: find_model(worker.model, models_file) for worker in plan.workers if worker.model}
    for model in models.values():
        model.key()
    requests = []
    for attempt in range(1, plan.attempts + 1):
        for instance in _instances(plan, catalog):
            for arm_name, arm in arms.items():
                for worker in plan.workers:
                    made = make_worker(
                        catalog, instance, arm, worker.worker, command=worker.command, has_model=bool(worker.model)
                    )
                    requests.append(
                        RunRequest(
                            run_id=run_id(instance, arm_name, worker.name, attempt),
                            instance=instance,
                            arm_name=arm_name,
                            arm=arm,
                            worker=made,
                            worker_name=worker.name,
                            model_name=worker.model,
                            model=models.get(worker.model),
                            attempt=attempt,
                        )
                    )
    return requests


def run_id(instance: Instance, arm: str, worker: str, attempt: int) -> str:
    """Return the name of a run, also of its folder."""
    return f"{instance.task_id}@{instance.seed}{'+clean' if instance.without else ''}--{arm}--{worker}--{attempt}"


def _instances(plan: Plan, catalog: Catalog) -> Iterator[Instance]:
    known = catalog.task_ids()
    for pattern in plan.tasks:
        tasks = [task for task in known if fnmatch.fnmatchcase(task, pattern)]
        if not tasks:
            catalog.instance(pattern)  # says which names are close
            msg = f"the plan's task {pattern!r} names no scenario; seeds are given by `seeds`, not with @"
            raise RunConfigurationError(msg)
        for task in tasks:
            for seed in seeds_of(plan):
                name = task if seed is None else f"{task}@{seed}"
                yield catalog.instance(name)
                if plan.twins:
                    seed_text = catalog.instance(name).seed
                    yield catalog.instance(f"{task}@{seed_text}+clean")
