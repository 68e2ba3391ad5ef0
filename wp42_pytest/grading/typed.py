"""What the user typed: the options of the command line alone, and which of them cannot go together.

An `addopts` of a project and `PYTEST_ADDOPTS` are not looked at: neither may change a grade.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

REFUSED: dict[str, str] = {
    "maxfail": "-x/--exitfirst/--maxfail",
    "keyword": "-k",
    "markexpr": "-m",
    "deselect": "--deselect",
    "lf": "--lf/--last-failed",
    "failedfirst": "--ff/--failed-first",
    "newfirst": "--nf/--new-first",
    "stepwise": "--sw/--stepwise",
    "stepwise_skip": "--sw-skip/--stepwise-skip",
    "collectonly": "--collect-only",
    "ignore": "--ignore",
    "ignore_glob": "--ignore-glob",
    "setuponly": "--setup-only",
    "setupplan": "--setup-plan",
    "runxfail": "--runxfail",
    "pyargs": "--pyargs",
    "looponfail": "--looponfail",
    "tx": "--tx",
    "px": "--px",
}
"""Options under which checks would be left out or judged otherwise, by where pytest keeps them."""

INTERACTIVE = {"usepdb": "--pdb", "trace": "--trace"}

REPORT_PLUGINS = ("pytest_jsonreport", "pytest_jsonreport.plugin", "json-report", "pytest_json_report")


class WrongUseError(Exception):
    """The command cannot be carried out as it was given; the text says what to do instead."""


@dataclass(frozen=True)
class Typed:
    """The options of one command that concern us, as they were typed."""

    task: str | None = None
    out: Path | None = None
    workspace: Path | None = None
    oracle_root: Path | None = None
    scenarios: Path | None = None
    run_id: str | None = None
    receipt: Path | None = None
    limit_s: float | None = None
    inprocess: bool = False
    runs: Path | None = None
    select: tuple[str, ...] = ()
    shard: str = "1/1"
    regrade: bool = False
    processes: int | None = 1
    verbose: int = 0
    display: tuple[str, ...] = ()
    problems: tuple[str, ...] = field(default=())

    @property
    def folders(self) -> list[Path]:
        """The folders of the run in which a worker can write; a link in the place of out/ is its doing, and left out."""
        out = self.out if self.out and not self.out.is_symlink() else None
        return [folder for folder in (self.workspace, out, self.out.parent if self.out else None) if folder]

    @property
    def target(self) -> Path | None:
        """Where the receipt goes, when that much is known."""
        if self.receipt is not None:
            return self.receipt
        workspace = self.workspace or (self.out.parent if self.out else None)
        return workspace / "receipt.json" if workspace else None


def read_typed(parser: pytest.Parser, arguments: Sequence[str | os.PathLike[str]], folder: Path) -> Typed:
    """Return what was typed.

    Args:
        parser: pytest's parser, which knows the options of all plugins.
        arguments: the command line.
        folder: the folder it was given in; relative paths start there.
    """
    space = parser.parse_known_args([os.fspath(argument) for argument in arguments], argparse.Namespace())

    def path(name: str) -> Path | None:
        given = getattr(space, name)
        # The lexical path and not the resolved one: a link as out/ must be seen as a link.
        return Path(os.path.abspath(folder / Path(given).expanduser())) if given else None  # noqa: PTH100

    return Typed(
        task=space.wp42_task,
        out=path("wp42_out"),
        workspace=path("wp42_workspace"),
        oracle_root=path("wp42_oracle_root"),
        scenarios=path("wp42_scenarios"),
        run_id=space.wp42_run_id,
        receipt=path("wp42_receipt"),
        limit_s=space.wp42_timeout,
        inprocess=bool(space.wp42_inprocess),
        runs=path("wp42_runs"),
        select=tuple(space.wp42_select or ()),
        shard=space.wp42_shard or "1/1",
        regrade=bool(space.wp42_regrade),
        processes=_processes(getattr(space, "numprocesses", None)),
        verbose=int(space.verbose or 0),
        display=tuple(_display(space)),
        problems=tuple(_problems(space)),
    )


def _processes(wanted: Any) -> int | None:
    """Return how many processes `-n` asks for; None for as many as there are processors."""
    return None if wanted in ("auto", "logical") else max(1, int(wanted or 1))


def _problems(space: argparse.Namespace) -> list[str]:
    problems = _misplaced(space)
    given = [name for place, name in REFUSED.items() if getattr(space, place, None)]
    if given:
        problems.append(
            f"{', '.join(given)} cannot be used together with --wp42-out or --wp42-runs: every declared check is judged, "
            "or the receipt is worth nothing. Leave it out"
        )
    interactive = [name for place, name in INTERACTIVE.items() if getattr(space, place, None)]
    if interactive and not space.wp42_inprocess:
        problems.append(f"{', '.join(interactive)} needs --wp42-inprocess: the sealed session has no terminal")
    blocked = [plugin for plugin in space.plugins or [] if plugin.strip().removeprefix("no:") in REPORT_PLUGINS]
    if any(plugin.strip().startswith("no:") for plugin in blocked):
        problems.append(
            f"-p {blocked[0]} cannot be used together with --wp42-out or --wp42-runs: the receipt is built from "
            "pytest-json-report's report. Leave it out"
        )
    if space.file_or_dir:
        problems.append(
            f"{', '.join(map(str, space.file_or_dir))}: name no test files; the evaluator is found by the task"
        )
    if getattr(space, "dist", "no") in (
        ("loadgroup", "each", "loadscope", "loadfile") if space.wp42_runs else ("loadgroup", "each")
    ):
        problems.append(f"--dist {space.dist} cannot be used to grade; use -n alone")
    if space.wp42_inprocess and getattr(space, "numprocesses", None):
        problems.append("-n cannot be used together with --wp42-inprocess")
    if space.wp42_timeout is not None and not 0 < space.wp42_timeout < float("inf"):
        problems.append(f"--wp42-timeout must be a number of seconds above 0 (found {space.wp42_timeout:g})")
    return problems


def _misplaced(space: argparse.Namespace) -> list[str]:
    """Return which options belong to the other way of grading."""
    one = ("task", "out", "workspace", "run_id", "receipt", "inprocess")
    many = ("select", "shard", "regrade")
    others, what = (one, "--wp42-runs") if space.wp42_runs else (many, "a single run; they belong to --wp42-runs")
    given = [f"--wp42-{name.replace('_', '-')}" for name in others if getattr(space, f"wp42_{name}")]
    return [f"{', '.join(given)} cannot be used together with {what}"] if given else []


def _display(space: argparse.Namespace) -> list[str]:
    """Return the options that the sealed session takes over: how it looks and how many processes it uses."""
    # Without a wish of the user's, the session's own lines on each check say more than tracebacks would.
    options = [f"--tb={space.tbstyle}" if space.tbstyle != "auto" else "--tb=no", "-rN", f"--color={space.color}"]
    verbosity = int(space.verbose or 0)
    options += ["--no-header"] if verbosity <= 0 else []
    options += ["-v"] * verbosity if verbosity > 0 else ["-q"] * -verbosity
    if space.durations is not None:
        options += [f"--durations={space.durations}"]
    if getattr(space, "numprocesses", None):
        options += ["-p", "xdist.plugin", "-n", str(space.numprocesses)]
        if space.dist != "no":
            options += [f"--dist={space.dist}"]
        if space.maxprocesses is not None:
            options += [f"--maxprocesses={space.maxprocesses}"]
        if space.maxworkerrestart is not None:
            options += [f"--max-worker-restart={space.maxworkerrestart}"]
    return options
