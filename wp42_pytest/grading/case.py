"""One run being judged in one process: what its checks ask for, made once and on demand."""

from __future__ import annotations

import hashlib
import platform
from functools import cached_property, lru_cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.companions import modules_of
from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.evidence.refusal import NotMet, Reason, Unreadable
from wp42_pytest.grading.receipt import Context
from wp42_pytest.grading.verdict import bounded
from wp42_pytest.grading.views import CompletionView, OracleView, WorkspaceView
from wp42_pytest.model.oracle import Oracle

if TYPE_CHECKING:
    from wp42_pytest.grading.order import Order

SUBMISSIONS = "portal_submissions.json"

RECORDED_VERSIONS = (
    "wp42-pytest",
    "pytest",
    "pytest-json-report",
    "openpyxl",
    "formualizer",
    "ironcalc",
    "pypdf",
    "lxml",
)
"""Distributions whose version can move a verdict."""


class Case:
    """One run: its deliverables, its oracle, its workspace; parsed once, lazily."""

    def __init__(self, order: Order) -> None:
        self.order = order

    @cached_property
    def out(self) -> Deliverables:
        """The deliverables."""
        declared = {each["path"]: each["kind"] for each in self.order.task["required_deliverables"]}
        return Deliverables(self.order.out, declared)

    @cached_property
    def oracle(self) -> OracleView:
        """The oracle."""
        return OracleView(self.oracle_content)

    @cached_property
    def oracle_content(self) -> Oracle:
        """The content of `oracle.json`."""
        return read_oracle(self.order.oracle, file_digest(self.order.oracle))

    @cached_property
    def workspace(self) -> WorkspaceView:
        """The workspace."""
        return WorkspaceView(self.order.workspace, self.oracle_content.bundle, self.order.task)

    @cached_property
    def completion(self) -> CompletionView:
        """The worker's statement."""
        return CompletionView(self.out)

    @cached_property
    def portal_submissions(self) -> list[Any]:
        """The forms that the worker submitted in the portal; none when there was no portal.

        Raises:
            NotMet: when the file that the portal wrote cannot be read any more.
        """
        try:
            submissions = self.out.json(SUBMISSIONS)
        except Unreadable as error:
            if error.reason is Reason.missing:
                return []
            raise
        if not isinstance(submissions, list):
            msg = f"{SUBMISSIONS} must hold a list of submissions (found {type(submissions).__name__})"
            raise NotMet(msg)
        return submissions

    def digests(self) -> dict[str, str]:
        """Return the sha256 of every file in out/, or why it was refused."""
        return {bounded(name): self.out.digest(name) for name in self.out.names()}

    @property
    def required(self) -> tuple[str, ...]:
        """The paths of the required deliverables."""
        return tuple(each["path"] for each in self.order.task["required_deliverables"])

    def context(self, graded_at: str, seconds: float) -> Context:
        """Return what the receipt says of the run apart from its verdicts.

        Args:
            graded_at: when grading began, in UTC.
            seconds: how long it took.
        """
        evaluator = evaluator_digest(self.order.evaluator)
        return Context(
            task_id=self.order.task_id,
            run_id=self.order.run_id,
            instance=self.order.instance,
            seed=self.order.seed,
            evaluator_version=evaluator_version(evaluator),
            oracle_sha256=file_digest(self.order.oracle),
            evaluator_sha256=evaluator,
            requires_clarification=self.oracle_content.requires_clarification,
            completion_status=self.completion.status,
            deliverables=self.digests(),
            versions=versions(),
            labels=self.order.labels,
            graded_at=graded_at,
            seconds=seconds,
        )


@lru_cache(maxsize=64)
def read_oracle(path: Path, digest: str | None) -> Oracle:
    """Return the content of an `oracle.json`.

    Args:
        path: the file.
        digest: its sha256; a file that has changed is read anew.
    """
    del digest
    return Oracle.model_validate_json(path.read_bytes())


def file_digest(path: Path) -> str | None:
    """Return the sha256 of a file of ours, or None when it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def evaluator_digest(path: Path) -> str | None:
    """Return the sha256 of an evaluator, or None when it cannot be read.

    One that has modules beside it is the sha256 of what `sha256sum *.py` prints in its folder.

    Args:
        path: its `evaluate.py`.
    """
    own, modules = file_digest(path), modules_of(path.parent)
    if own is None or len(modules) < 2:
        return own
    listed = "".join(f"{file_digest(module)}  {module.name}\n" for module in modules)
    return hashlib.sha256(listed.encode()).hexdigest()


def evaluator_version(digest: str | None) -> str:
    """Return the version that a receipt names: the package's, and the start of the evaluator's sha256."""
    return f"{versions()['wp42-pytest']}+{digest[:12] if digest else 'unknown'}"


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """Return the versions of what takes part in a verdict."""
    found = {"python": platform.python_version()}
    for name in RECORDED_VERSIONS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found
