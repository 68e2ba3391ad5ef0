"""Makes the workers that a user can name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.reference import SOLVER
from wp42_pytest.running.workers import CommandWorker, NullWorker, ReferenceWorker

if TYPE_CHECKING:
    from wp42_pytest.catalog import Catalog, Instance
    from wp42_pytest.running.arms import Arm
    from wp42_pytest.running.workers import Worker

WORKERS = ("pi", "one-reply", "command", "reference", "null")


def make_worker(
    catalog: Catalog, instance: Instance, arm: Arm, kind: str, *, command: str = "", has_model: bool = False
) -> Worker:
    """Return a worker for one run.

    Args:
        catalog: where the reference worker's solver is found.
        instance: what will be worked on.
        arm: the conditions; without tools, an agent's model answers in one reply.
        kind: one of `WORKERS`.
        command: the program of a `command` worker.
        has_model: whether the run names a model.

    Raises:
        RunConfigurationError: when worker, arm and model do not fit.
    """
    if kind not in WORKERS:
        msg = f"there is no worker {kind!r}; there are {', '.join(WORKERS)}"
        raise RunConfigurationError(msg)
    if kind == "reference":
        return ReferenceWorker(catalog.template_dir(instance.task_id) / SOLVER)
    if kind == "null":
        return NullWorker()
    if kind == "command":
        if not command:
            msg = "a command worker needs a program: --command 'python3 {workspace}/…'"
            raise RunConfigurationError(msg)
        if not arm.tools:
            msg = "an arm without tools gives no program to run; use the worker one-reply or pi there"
            raise RunConfigurationError(msg)
        return CommandWorker(command, uses_model=has_model)
    if not has_model:
        msg = f"the worker {kind} needs a model: --model NAME, described in models.toml"
        raise RunConfigurationError(msg)
    if not arm.tools:
        from wp42_pytest.running.one_reply.worker import OneReplyWorker

        return OneReplyWorker()
    if kind == "one-reply":
        msg = "the worker one-reply uses no tools; it works under arms without tools, such as A1"
        raise RunConfigurationError(msg)
    from wp42_pytest.running.pi.setup import find_pi
    from wp42_pytest.running.pi.worker import PiWorker

    return PiWorker(find_pi())
