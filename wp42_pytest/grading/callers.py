"""`evaluate()`: grades a run for callers without pytest (specification, section 4)."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def evaluator(file: str) -> Callable[..., dict[str, Any]]:
    """Return the `evaluate` function of an evaluator.

    Args:
        file: the evaluator's own `__file__`.
    """

    def evaluate(
        out_dir: str | os.PathLike[str],
        oracle: Mapping[str, Any],
        workspace: str | os.PathLike[str],
        run_id: str = "",
    ) -> dict[str, Any]:
        """Return the receipt of a run, as JSON values; nothing is raised and nothing is written.

        Args:
            out_dir: the folder of deliverables.
            oracle: the content of `oracle.json`.
            workspace: the staged workspace.
            run_id: how the receipt names the run.
        """
        try:
            return _evaluate(Path(file), Path(out_dir), dict(oracle), Path(workspace), run_id)
        except Exception as error:
            return _emergency(oracle, run_id, f"evaluator error: {type(error).__name__}: {error}")

    return evaluate


def _evaluate(file: Path, out: Path, oracle: dict[str, Any], workspace: Path, run_id: str) -> dict[str, Any]:
    from wp42_pytest.catalog import Catalog, Instance
    from wp42_pytest.grading.order import DEFAULT_LIMIT_S, ORACLE, Order
    from wp42_pytest.grading.reference import grade
    from wp42_pytest.grading.resolve import grading_of

    task_id = str(oracle["task_id"])
    task = json.loads((Catalog.find().scenario_dir(task_id) / "task.json").read_bytes())
    instance = Instance(task_id, int(oracle["seed"]), int(task["generator_seed"]), tuple(oracle.get("without", ())))
    with tempfile.TemporaryDirectory(prefix="wp42-oracle-") as folder:
        beside = file.resolve().parent / ORACLE
        if not _holds(beside, oracle):
            beside = Path(folder) / ORACLE
            beside.write_text(json.dumps(oracle), encoding="utf-8")
        order = Order(
            instance=instance.name,
            task_id=task_id,
            seed=instance.seed,
            task=task,
            out=Path(os.path.abspath(out)),  # noqa: PTH100  a link as out/ must be seen as a link
            workspace=Path(os.path.abspath(workspace)),  # noqa: PTH100
            evaluator=file.resolve(),
            oracle=beside,
            run_id=run_id,
        )
        quiet = os.open(os.devnull, os.O_WRONLY)
        try:
            receipt = grade(grading_of(order), DEFAULT_LIMIT_S, output=quiet)
        finally:
            os.close(quiet)
    return receipt.model_dump(mode="json")


def _holds(path: Path, oracle: dict[str, Any]) -> bool:
    try:
        return bool(json.loads(path.read_bytes()) == oracle)
    except (OSError, ValueError):
        return False


def _emergency(oracle: Any, run_id: str, notes: str) -> dict[str, Any]:
    task_id = oracle.get("task_id", "") if isinstance(oracle, dict) else ""
    return {
        "task_id": str(task_id),
        "run_id": run_id,
        "evaluator_version": "unknown",
        "required_criteria": [],
        "critical_violations": [],
        "det_completion": False,
        "det_score": 0.0,
        "abstention": {"status": "unknown", "justified": None},
        "notes": notes[:500],
    }
