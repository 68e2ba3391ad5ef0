"""Grades runs on tax packages: what each left, by which configuration, and why a run does not count."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.catalog import Catalog, CatalogError
from wp42_pytest.evidence import Deliverables, Unreadable
from wp42_pytest.grading.runs import Selection, Shard, find_runs
from wp42_pytest.model.oracle import Oracle
from wp42_pytest.model.run import ExitReason, RunRecord
from wp42_pytest.tax1040.evaluation import RECORDS
from wp42_pytest.tax1040.score import Grade, Reference, grade

if TYPE_CHECKING:
    from wp42_pytest.tax1040.judge import Judge

TASK = "ACC-04"
"""The scenario whose instances are returns."""
FACTS_FILE = "facts.jsonl"

References = Callable[[str], Reference]
"""Finds the reference of an instance."""


@dataclass(frozen=True)
class GradedRun:
    """One run and its grade.

    Attributes:
        configuration: Worker, model and arm.
        instance: The return.
        folder: The run.
        grade: None when the run does not count at all.
        reason: Why it does not count, or why its grade is not accepted; empty otherwise.
    """

    configuration: str
    instance: str
    folder: str
    grade: Grade | None
    reason: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the grade may be used."""
        return self.grade is not None and self.grade.accepted


class OracleReferences:
    """The references of instances, read from their oracles.

    Args:
        catalog: The scenarios.
        oracle_root: Where oracles are kept.
    """

    def __init__(self, catalog: Catalog, oracle_root: Path) -> None:
        self._catalog = catalog
        self._root = oracle_root
        self._known: dict[str, Reference] = {}

    def __call__(self, instance: str) -> Reference:
        """Return the reference of an instance.

        Raises:
            CatalogError: when its oracle is missing or holds no records.
        """
        if instance not in self._known:
            path = self._catalog.oracle_dir(self._catalog.instance(instance), self._root) / "oracle.json"
            try:
                self._known[instance] = Reference.of(Oracle.model_validate_json(path.read_bytes()).facts)
            except OSError as error:
                msg = f"{path} cannot be read ({error.strerror}); build it: wp42 generate {instance} --oracle-root …"
                raise CatalogError(msg) from error
            except KeyError as error:
                msg = f"{path} is no oracle of a tax package: it has no fact {error}"
                raise CatalogError(msg) from error
        return self._known[instance]


def configuration(record: RunRecord) -> str:
    """Return what is compared: worker, model and arm of a run."""
    who = " ".join(part for part in (record.worker, record.model) if part) or "unnamed"
    return f"{who} @ {record.arm}" if record.arm else who


def graded_runs(source: Path, references: References, judge: Judge | None = None) -> list[GradedRun]:
    """Grade every run on a tax package below a folder.

    Args:
        source: A folder of runs, or a list of them.
        references: Finds the reference of an instance.
        judge: Settles what code leaves open.
    """
    found = []
    for run in find_runs(source, Selection({}), Shard()):
        record = run.record()
        if record is not None and record.task.split("@", maxsplit=1)[0] == TASK:
            found.append(_graded(Path(run.folder), record, references, judge))
    return found


def _graded(folder: Path, record: RunRecord, references: References, judge: Judge | None) -> GradedRun:
    name = configuration(record)
    if record.exit_reason is ExitReason.infrastructure_error:
        return GradedRun(name, record.task, str(folder), None, "the run ended by a fault of ours")
    result = grade(answer_of(folder / "out"), references(record.task), judge)
    return GradedRun(name, record.task, str(folder), result, "; ".join(result.faults))


def answer_of(out: Path) -> Any:
    """Return what a worker answered, or None when there is nothing that can be read."""
    try:
        return Deliverables(out, {RECORDS: "json"}).json(RECORDS)
    except Unreadable:
        return None


def write_facts(path: Path, rows: Iterable[dict[str, Any]]) -> int:
    """Write one line for each fact of a grade and return how many there are."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(lines)
