"""The reference worker: the scenario's own solver, working from what a worker sees."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from wp42_pytest.catalog import Catalog

SOLVER = "validation/solve.py"


class WorkerError(Exception):
    """A worker did not finish; the text says what it printed last."""


def solve(catalog: Catalog, task_id: str, workspace: Path, *, limit_s: float = 600) -> None:
    """Let the solver of a scenario do the assignment in a staged workspace.

    Args:
        catalog: where the solver is found.
        task_id: the scenario.
        workspace: the staged workspace; the deliverables land in its `out/`.
        limit_s: the longest that the solver may take, in seconds.

    Raises:
        WorkerError: when there is no solver, or when it fails or takes too long.
    """
    script = catalog.template_dir(task_id) / SOLVER
    if not script.is_file():
        msg = f"{task_id} has no reference worker ({script} is missing)"
        raise WorkerError(msg)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "WP42_"))}
    command = [sys.executable, "-P", str(script), str(workspace), str(workspace / "out")]
    try:
        done = subprocess.run(  # noqa: S603  our own solver
            command, cwd=workspace, env=environment, capture_output=True, text=True, timeout=limit_s, check=False
        )
    except subprocess.TimeoutExpired as error:
        msg = f"{script} did not finish within {limit_s:g} s"
        raise WorkerError(msg) from error
    if done.returncode != 0:
        msg = f"{script} failed:\n{done.stderr.strip()[-2000:]}"
        raise WorkerError(msg)
