"""`wp42 grade`: one run or thousands, sealed wherever it is started, since no pytest of the user's is involved."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.grading import writing
from wp42_pytest.grading.bulk import BulkOptions, grade_runs
from wp42_pytest.grading.order import DEFAULT_LIMIT_S, RECEIPT
from wp42_pytest.grading.publish import publish
from wp42_pytest.grading.reference import grade
from wp42_pytest.grading.resolve import require_folders
from wp42_pytest.grading.runs import run_folders
from wp42_pytest.grading.typed import WrongUseError

if TYPE_CHECKING:
    from wp42_pytest.grading.resolve import Resolver


@dataclass(frozen=True)
class SingleOptions:
    """One run to grade that has no record of its own, or whose record does not matter.

    Attributes:
        task: the instance, as a user writes it.
        out: the folder of deliverables.
        workspace: the staged workspace; by default the folder above `out`.
        run_id: how the receipt names the run.
        receipt: where the receipt goes; by default `receipt.json` in the workspace.
        limit_s: the longest that it may take, in seconds.
    """

    task: str
    out: Path
    workspace: Path | None = None
    run_id: str | None = None
    receipt: Path | None = None
    limit_s: float = DEFAULT_LIMIT_S


def grade_path(options: BulkOptions, resolver: Resolver, task: str | None = None) -> int:
    """Grade what a path holds: the runs of a list or below a folder, or one workspace.

    Args:
        options: the path and how to grade.
        resolver: where scenarios and oracles are.
        task: the instance, for a workspace without a record.

    Returns:
        The exit code, as pytest with `--wp42-runs` or `--wp42-out` gives it.

    Raises:
        WrongUseError: when there is nothing to grade; the text says what to do.
    """
    source = Path(os.path.abspath(options.source))  # noqa: PTH100  a link must be seen as a link
    if task is not None:
        out = source / "out" if os.path.lexists(source / "out") else source
        return grade_single(SingleOptions(task, out, limit_s=options.limit_s), resolver)
    if source.is_dir() and next(run_folders(source), None) is None:
        msg = (
            f"{source} holds no run: no folder at or below it has a run.json. To grade a workspace without one, name "
            "its instance with --task"
        )
        raise WrongUseError(msg)
    return grade_runs(options, resolver)


def grade_single(options: SingleOptions, resolver: Resolver) -> int:
    """Grade one run by the reference way, its session shown as it comes, and return the exit code.

    Raises:
        WrongUseError: when it cannot be graded; the old receipt is gone in any case.
    """
    workspace = options.workspace or options.out.parent
    target = options.receipt or workspace / RECEIPT
    writing.remove(target)
    require_folders(options.task, options.out, workspace)
    grading = resolver.grading(options.task, options.out, workspace, options.run_id)
    return publish(grade(grading, options.limit_s, ("-q", "--tb=no", "-rN")), target)
