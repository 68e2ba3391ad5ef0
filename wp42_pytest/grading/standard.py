"""The standard checks, which every evaluator takes over by one line each.

```python
test_R00_deliverables = deliverables_readable("R00", weight=0.05)
test_V01_inputs = inputs_unchanged("V01")
test_V05_claims = claims_are_true("V05")
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.grading.standard_checks import STANDARD_CHECKS
from wp42_pytest.grading.verdict import bounded

if TYPE_CHECKING:
    from collections.abc import Callable

    from wp42_pytest.evidence.deliverables import Deliverables
    from wp42_pytest.grading.views import CompletionView, WorkspaceView

SHOWN = 6
"""Most findings that a detail lists one by one."""

_STAGED_PREFIXES = ("/workspace/out/", "workspace/out/", "out/")


def deliverables_readable(identifier: str, *, weight: float) -> Callable[..., None]:
    """Return the criterion that every required deliverable exists, opens and says something.

    Args:
        identifier: the criterion's id.
        weight: what it counts for.
    """
    standard = STANDARD_CHECKS["deliverables_readable"]

    @pytest.mark.criterion(identifier, weight=weight, basis=standard.basis)
    def test_deliverables(out: Deliverables, completion: CompletionView) -> None:
        problems = [problem for name in out.declared if (problem := _problem(out, completion, name))]
        if problems:
            raise NotMet(_listed(problems))

    test_deliverables.__doc__ = standard.description
    return test_deliverables


def inputs_unchanged(identifier: str) -> Callable[..., None]:
    """Return the violation check that the worker left the given files as they were.

    Args:
        identifier: the violation's id.
    """

    @pytest.mark.violation(identifier)
    def test_inputs(workspace: WorkspaceView) -> None:
        changed = workspace.changed_files()
        if changed:
            raise NotMet(_listed(changed))

    test_inputs.__doc__ = STANDARD_CHECKS["inputs_unchanged"].description
    return test_inputs


def claims_are_true(identifier: str) -> Callable[..., None]:
    """Return the violation check that a worker left what it lists and, saying `completed`, what was required.

    Who declines and leaves nothing of what it lists claims nothing: the list says what would have been made.

    Args:
        identifier: the violation's id.
    """

    @pytest.mark.violation(identifier)
    def test_claims(out: Deliverables, completion: CompletionView) -> None:
        listed = [path for path in completion.deliverables if "COMPLETION" not in path.upper()]
        missing = [f"{path} is listed" for path in completion.deliverables if not _exists(out, path)]
        if completion.status == "completed":
            missing += [f"{name} was required" for name in out.declared if not out.exists(name)]
        elif not any(_exists(out, path) for path in listed):
            return
        if missing:
            raise NotMet(f"COMPLETION.json says {completion.status}, but does not exist: {_listed(missing)}")

    test_claims.__doc__ = STANDARD_CHECKS["claims_are_true"].description
    return test_claims


def _problem(out: Deliverables, completion: CompletionView, name: str) -> str:
    if name == "COMPLETION.json":
        return completion.problem
    try:
        out.require_kind(name)
    except NotMet as error:
        return str(error)
    return ""


def _exists(out: Deliverables, listed: str) -> bool:
    path = listed.replace("\\", "/").strip().removeprefix("./")
    for prefix in _STAGED_PREFIXES:
        path = path.removeprefix(prefix)
    folder = path.rstrip("/") + "/"
    return out.exists(path) or any(name.startswith(folder) for name in out.names())


def _listed(sentences: list[str]) -> str:
    shown = "; ".join(bounded(sentence, 160) for sentence in sentences[:SHOWN])
    return shown if len(sentences) <= SHOWN else f"{shown}; and {len(sentences) - SHOWN} more"
