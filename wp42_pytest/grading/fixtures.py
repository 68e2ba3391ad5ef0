"""What a session that judges offers to checks: the fixtures, and assertions on figures that read well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from wp42_pytest.evidence.figures import Figure
from wp42_pytest.grading.verdict import metric_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from wp42_pytest.evidence.deliverables import Deliverables
    from wp42_pytest.grading.case import Case
    from wp42_pytest.grading.views import CompletionView, OracleView, WorkspaceView

CASE: pytest.StashKey[Case] = pytest.StashKey()
METRICS: pytest.StashKey[dict[str, float]] = pytest.StashKey()


@pytest.fixture(scope="session")
def out(pytestconfig: pytest.Config) -> Deliverables:
    """Return the deliverables of the run."""
    return pytestconfig.stash[CASE].out


@pytest.fixture(scope="session")
def oracle(pytestconfig: pytest.Config) -> OracleView:
    """Return the oracle of the instance."""
    return pytestconfig.stash[CASE].oracle


@pytest.fixture(scope="session")
def workspace(pytestconfig: pytest.Config) -> WorkspaceView:
    """Return the staged workspace."""
    return pytestconfig.stash[CASE].workspace


@pytest.fixture(scope="session")
def completion(pytestconfig: pytest.Config) -> CompletionView:
    """Return the worker's statement, `COMPLETION.json`."""
    return pytestconfig.stash[CASE].completion


@pytest.fixture(scope="session")
def portal_submissions(pytestconfig: pytest.Config) -> list[Any]:
    """Return the forms that the worker submitted in the portal."""
    return pytestconfig.stash[CASE].portal_submissions


@pytest.fixture
def record_metric(request: pytest.FixtureRequest) -> Callable[[str, float], None]:
    """Return a function that records a measure which is not pass or fail."""
    return metric_recorder(request.node.stash.setdefault(METRICS, {}))


@pytest.hookimpl(tryfirst=True)
def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Say of a figure what was found and what was expected; it becomes the receipt's detail."""
    if op != "==":
        return None
    for figure, found in ((right, left), (left, right)):
        if isinstance(figure, Figure):
            heading = getattr(found, "heading", "")
            named = f"{heading!r}: " if heading else ""
            return [f"{named}found {found!r}, expected {figure} ({figure.name})"]
    return None


def metric_recorder(metrics: dict[str, float]) -> Callable[[str, float], None]:
    """Return a function that records measures in a dictionary."""

    def record(name: str, value: float) -> None:
        metrics[str(name)] = metric_value(name, value)

    return record
