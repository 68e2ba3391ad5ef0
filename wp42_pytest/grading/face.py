"""The face that the user sees: checks the command, lets a sealed child judge, sees to it that a receipt is there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wp42_pytest.catalog import is_within
from wp42_pytest.grading import writing
from wp42_pytest.grading.bulk import BulkOptions, grade_runs, processors
from wp42_pytest.grading.order import DEFAULT_LIMIT_S, ChildOrder
from wp42_pytest.grading.publish import publish, say
from wp42_pytest.grading.reference import error_receipt, grade
from wp42_pytest.grading.resolve import Grading, require_folders, resolver
from wp42_pytest.grading.runs import run_folder_of
from wp42_pytest.grading.session import ORDER
from wp42_pytest.grading.telling import INTERRUPTED
from wp42_pytest.grading.typed import Typed, WrongUseError, read_typed

PROJECT_DEFAULTS: dict[str, Any] = {
    "numprocesses": None,
    "tx": [],
    "dist": "no",
    "keyword": "",
    "markexpr": "",
    "maxfail": 0,
}
"""Options of an unsealed session that a project's `addopts` may have set for its own tests."""


def refuse_untrusted_root(config: pytest.Config, parser: pytest.Parser) -> None:
    """Refuse a command whose pytest took its settings from the worker's folder, before conftest files are run.

    Raises:
        pytest.UsageError: naming the command that is always sealed.
    """
    typed = read_typed(parser, config.invocation_params.args, config.invocation_params.dir)
    here = config.invocation_params.dir
    for path in (here, config.rootpath, *([config.inipath] if config.inipath else [])):
        folder = next((folder for folder in typed.folders if is_within(path, folder)), None)
        if folder is None and typed.runs is not None:
            folder = run_folder_of(path, typed.runs)
        if folder is not None:
            if typed.target is not None:
                _delete(typed.target, named=typed.receipt is not None)
            msg = (
                f"pytest was started in, or took its settings from, the run folder {folder}, where a worker can write. "
                "Start it from another folder and write --wp42-out=DIR with an equals sign, or use `wp42 grade`, which "
                "is sealed wherever it is started"
            )
            raise pytest.UsageError(msg)
    # pytest imports the conftest files of folders called test* below the one it is started in.
    searched = [below for below in here.glob("test*") if below.is_dir()]
    folders = [*typed.folders, *([typed.runs] if typed.runs else [])]
    if any(is_within(folder, below) or is_within(below, folder) for folder in folders for below in searched):
        config.known_args_namespace.noconftest = True


def main(config: pytest.Config, parser: pytest.Parser) -> int | None:
    """Grade what the command line asks for.

    Returns:
        The exit code; None when this very session is the one that judges, or when nothing is to be graded.

    Raises:
        pytest.UsageError: when the command cannot be carried out; the text says what to do.
    """
    if config.option.help or config.option.version or config.option.markers or config.option.showfixtures:
        return None
    typed = read_typed(parser, config.invocation_params.args, config.invocation_params.dir)
    project = config.hook.pytest_wp42_scenarios()
    try:
        if typed.runs is not None:
            return grade_many(typed, typed.runs, project)
        grading, target = prepare(typed, project)
    except WrongUseError as error:
        raise pytest.UsageError(str(error)) from error
    if typed.inprocess:
        judge_in_process(config, grading, target)
        return None
    try:
        receipt = grade(grading, typed.limit_s or DEFAULT_LIMIT_S, typed.display)
    except KeyboardInterrupt:
        say("interrupted; no receipt was written")
        return INTERRUPTED
    return publish(receipt, target)


def grade_many(typed: Typed, runs: Path, project: Path | None) -> int:
    """Grade the runs of a folder or a list, and return the exit code.

    Raises:
        WrongUseError: when the command cannot be carried out.
    """
    if typed.problems:
        raise WrongUseError("; ".join(typed.problems))
    options = BulkOptions(
        source=runs,
        select=typed.select,
        shard=typed.shard,
        regrade=typed.regrade,
        processes=typed.processes or processors(),
        limit_s=typed.limit_s or DEFAULT_LIMIT_S,
        verbose=typed.verbose,
    )
    return grade_runs(options, resolver(typed.scenarios, typed.oracle_root, project))


def prepare(typed: Typed, project: Path | None) -> tuple[Grading, Path]:
    """Return what to grade and where the receipt goes; the old receipt is gone in any case.

    Raises:
        WrongUseError: when the command cannot be carried out.
    """
    target = typed.target
    if target is not None:
        # Before anything can be refused: no old receipt may pass for the result of this command.
        _delete(target, named=typed.receipt is not None)
    if typed.problems:
        raise WrongUseError("; ".join(typed.problems))
    if typed.out is None or target is None:
        msg = "--wp42-out is missing: name the folder with the deliverables, as in --wp42-out=run/out"
        raise WrongUseError(msg)
    if typed.task is None:
        msg = "--wp42-task is missing: name the instance, as in --wp42-task=ACC-01"
        raise WrongUseError(msg)
    require_folders(typed.task, typed.out, typed.workspace or typed.out.parent)
    found = resolver(typed.scenarios, typed.oracle_root, project)
    return found.grading(typed.task, typed.out, typed.workspace, typed.run_id), target


def judge_in_process(config: pytest.Config, grading: Grading, target: Path) -> None:
    """Let this very session judge: unsealed, for debugging an evaluator.

    Raises:
        pytest.UsageError: when the evaluator cannot be used.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    if grading.problem:
        writing.write_receipt(target, error_receipt(grading, grading.problem))
        raise pytest.UsageError(grading.problem)
    labelled = replace(grading.order, labels=grading.order.labels | {"grading": "in-process"})
    config.stash[ORDER] = ChildOrder(labelled, grading.inventory.as_json(), target)
    config.args[:] = [str(grading.order.evaluator)]
    # What a project's addopts say is about its own tests.
    for name, value in PROJECT_DEFAULTS.items():
        if hasattr(config.option, name):
            setattr(config.option, name, value)


def _delete(target: Path, *, named: bool) -> None:
    """Delete the old receipt; what a user named must look like one."""
    if named and (target.suffix != ".json" or target.is_dir()):
        msg = f"--wp42-receipt must name a .json file (found {target})"
        raise pytest.UsageError(msg)
    try:
        writing.remove(target)
    except OSError as error:
        msg = f"the old receipt {target} cannot be removed: {error.strerror or error}"
        raise pytest.UsageError(msg) from error
