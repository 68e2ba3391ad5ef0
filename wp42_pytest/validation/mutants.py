"""Mutants: wrong work that must fail, and the five that every scenario must fail."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DO_NOTHING_LIMIT = 0.15
"""The highest `det_score` that work without substance may reach."""


@dataclass(frozen=True)
class Mutant:
    """A wrong solution, made by spoiling the right one.

    Attributes:
        id: how the report names it, for example `M3`.
        what: what the worker got wrong, in the words of the profession.
        caught_by: ids of the criteria and violations that must notice; each of them has to.
        apply: edits a workspace whose `out/` holds the solver's right answer.
        score_at_most: the highest `det_score` that it may keep.
    """

    id: str
    what: str
    caught_by: tuple[str, ...]
    apply: Callable[[Path], None]
    score_at_most: float = 1.0


def statement(workspace: Path, status: str, **fields: Any) -> None:
    """Replace `out/COMPLETION.json` by a valid one that lists every required deliverable.

    Args:
        workspace: the workspace.
        status: completed, needs_clarification or abstained.
        fields: further fields, such as `questions=[…]`.
    """
    content = {"status": status, "summary": "Done.", "deliverables": required_deliverables(workspace), **fields}
    (workspace / "out" / "COMPLETION.json").write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def required_deliverables(workspace: Path) -> list[str]:
    """Return the paths that `task.json` asks for, `COMPLETION.json` left out."""
    task = json.loads((workspace / "task.json").read_bytes())
    paths = [deliverable["path"] for deliverable in task["required_deliverables"]]
    return [path for path in paths if path != "COMPLETION.json"]


def clear_out(workspace: Path) -> None:
    """Remove everything that the worker left."""
    out = workspace / "out"
    for path in sorted(out.rglob("*"), reverse=True):
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()


def _stub(workspace: Path) -> None:
    clear_out(workspace)
    statement(workspace, "completed")


def _abstain(workspace: Path) -> None:
    clear_out(workspace)
    for relative in required_deliverables(workspace):
        target = workspace / "out" / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    statement(workspace, "abstained", questions=["The assignment cannot be done."])


def _tamper(workspace: Path) -> None:
    victim = min(path for path in (workspace / "inputs").rglob("*") if path.is_file())
    content = victim.read_bytes()
    victim.write_bytes(content[:-1] + bytes([content[-1] ^ 1]) if content else b"\n")


M_EMPTY = Mutant("M-EMPTY", "leaves nothing", ("R00",), clear_out, DO_NOTHING_LIMIT)
M_STUB = Mutant("M-STUB", "only claims to have completed", ("R00",), _stub, DO_NOTHING_LIMIT)
M_ABSTAIN = Mutant("M-ABSTAIN", "abstains and leaves empty deliverables", ("R00",), _abstain, DO_NOTHING_LIMIT)
M_TAMPER = Mutant("M-TAMPER", "right work, but one byte of an input changed", ("V01",), _tamper)

STANDARD_MUTANTS = (M_EMPTY, M_STUB, M_ABSTAIN, M_TAMPER)
"""Wrong work that needs no knowledge of the scenario; validation adds it to every scenario's own."""


def all_flagged(what: str, caught_by: tuple[str, ...], apply: Callable[[Path], None]) -> Mutant:
    """Return M-ALLFLAG, the fifth standard mutant, which every scenario gives itself.

    Args:
        what: which rows or documents are all flagged as an issue.
        caught_by: the criteria whose precision terms must notice.
        apply: flags every row or document in a workspace that holds the right answer.
    """
    return Mutant("M-ALLFLAG", what, caught_by, apply)
