"""One scenario from seed to receipt: build, stage, let the reference worker work, grade."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from wp42_pytest.catalog import CatalogError, refuse_exposed_oracle_root
from wp42_pytest.model.run import ExitReason, RunRecord
from wp42_pytest.running.reference import solve
from wp42_pytest.running.staging import stage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wp42_pytest.catalog import Catalog, Instance

REFERENCE_WORKER = "reference"
RUN_RECORD = "run.json"
RECEIPT = "receipt.json"


def try_scenario(
    catalog: Catalog, instance: Instance, run_dir: Path, oracle_root: Path, say: Callable[[str], None]
) -> int:
    """Take an instance through every stage with the reference worker.

    Args:
        catalog: the scenarios.
        instance: what to try.
        run_dir: the run folder to make; one that an earlier trial left is replaced.
        oracle_root: where the oracle is built.
        say: receives a line for each stage as it starts.

    Returns:
        The exit code of the grading: 0 when the receipt says completed.

    Raises:
        CatalogError: when the run folder is in use by something else.
        WorkerError: when the reference worker fails.
    """
    run_dir = run_dir.resolve()
    refuse_exposed_oracle_root(oracle_root, catalog.project, run_dir)
    clear_former_trial(run_dir)
    say(f"building {instance} and its oracle below {oracle_root}")
    bundle = catalog.generate(instance, oracle_root=oracle_root)
    say(f"staging a workspace in {run_dir}")
    stage(catalog, bundle, run_dir)
    say("the reference worker does the assignment")
    started = datetime.now(UTC)
    solve(catalog, instance.task_id, run_dir)
    record = RunRecord(
        run_id=f"{instance}-{REFERENCE_WORKER}",
        task=str(instance),
        worker=REFERENCE_WORKER,
        started_at=started.isoformat(timespec="seconds"),
        ended_at=datetime.now(UTC).isoformat(timespec="seconds"),
        exit_reason=ExitReason.finished,
    )
    (run_dir / RUN_RECORD).write_text(record.model_dump_json(indent=2) + "\n", encoding="utf-8")
    say(f"grading: pytest --wp42-task={instance} --wp42-out={run_dir / 'out'}")
    return grade_with_pytest(catalog, instance, run_dir, oracle_root)


def clear_former_trial(run_dir: Path) -> None:
    """Remove a run folder that an earlier trial left, and refuse to remove anything else.

    Raises:
        CatalogError: when the folder holds something that is not a trial's.
    """
    if not run_dir.exists() or (run_dir.is_dir() and not any(run_dir.iterdir())):
        return
    record = run_dir / RUN_RECORD
    try:
        ours = RunRecord.model_validate_json(record.read_bytes()).worker == REFERENCE_WORKER
    except (OSError, ValueError):
        ours = False
    if not ours:
        msg = f"{run_dir} holds something else than an earlier trial; choose another --run-dir or remove it"
        raise CatalogError(msg)
    shutil.rmtree(run_dir)


def grade_with_pytest(catalog: Catalog, instance: Instance, run_dir: Path, oracle_root: Path) -> int:
    """Grade one run by the reference command, its output shown as it comes.

    Returns:
        pytest's exit code: 0 completed, 1 not completed, above that no valid verdict.
    """
    command = [
        *(sys.executable, "-P", "-m", "pytest", "-q"),
        f"--wp42-task={instance}",
        f"--wp42-out={run_dir / 'out'}",
        f"--wp42-oracle-root={oracle_root}",
        f"--wp42-run-id={instance}-{REFERENCE_WORKER}",
        f"--wp42-receipt={run_dir / RECEIPT}",
    ]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return subprocess.run(command, cwd=catalog.project, env=environment, check=False).returncode  # noqa: S603  ourselves
