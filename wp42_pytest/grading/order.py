"""The order to grade one run: what the face hands to the sealed child, as a file of plain JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

EVALUATOR = "evaluate.py"
ORACLE = "oracle.json"
RECEIPT = "receipt.json"
RUN_RECORD = "run.json"

DEFAULT_LIMIT_S = 300.0
"""The longest that grading one run may take, in seconds."""


@dataclass(frozen=True)
class Order:
    """One run to grade.

    Attributes:
        instance: the instance's canonical name.
        task_id: the scenario's id.
        seed: the seed of the instance.
        task: the content of the scenario's `task.json`.
        out: the folder of deliverables.
        workspace: the staged workspace.
        evaluator: the evaluator's file.
        oracle: the `oracle.json` to judge by.
        run_id: how the receipt names the run.
        labels: what `run.json` says of the run: arm, worker, attempt.
    """

    instance: str
    task_id: str
    seed: int
    task: dict[str, Any]
    out: Path
    workspace: Path
    evaluator: Path
    oracle: Path
    run_id: str
    labels: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the order as plain JSON types."""
        return {name: str(value) if isinstance(value, Path) else value for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Order:
        """Return the order that `as_json` described."""
        paths = {name: Path(fields[name]) for name in ("out", "workspace", "evaluator", "oracle")}
        return cls(**(fields | paths))


@dataclass(frozen=True)
class ChildOrder:
    """What the sealed child is told.

    Attributes:
        order: the run to grade.
        inventory: the inventory that the evaluator's text declares, as plain JSON types.
        receipt: where the child leaves the receipt, in a folder of the face's own.
        lifeline: a descriptor that reads as ended once the face is gone; -1 for none.
    """

    order: Order
    inventory: list[dict[str, Any]]
    receipt: Path
    lifeline: int = -1

    def write(self, path: Path) -> None:
        """Write the order to the file that the child reads."""
        fields = {
            "order": self.order.as_json(),
            "inventory": self.inventory,
            "receipt": str(self.receipt),
            "lifeline": self.lifeline,
        }
        path.write_text(json.dumps(fields), encoding="utf-8")

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> ChildOrder:
        """Return the order that `write` wrote."""
        return cls(
            Order.from_json(fields["order"]), fields["inventory"], Path(fields["receipt"]), int(fields["lifeline"])
        )
