"""Counts a bulk grading while it runs: progress, the closing summary, the exit code. Its size does not grow with the runs."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TextIO

from wp42_pytest.grading.telling import COMPLETED, NO_VERDICT, NOT_COMPLETED, exit_code
from wp42_pytest.model.run import ExitReason

if TYPE_CHECKING:
    from wp42_pytest.model.receipt import Receipt

GRADED, STANDS, UNWRITTEN, FAILED = "graded", "stands", "unwritten", "failed"
"""What became of a run: graded now, its receipt stands, its receipt could not be written, or it could not be graded."""

NOTHING_SELECTED = 5
"""Exit code when there was no run to grade, as pytest's own."""

LINE_EVERY_S = 10.0
REDRAW_EVERY_S = 0.2
FAILURES_SHOWN = 20


def row(receipt: Receipt) -> dict[str, Any]:
    """Return what the summary needs of a receipt."""
    return {
        "task": receipt.task_id,
        "run": receipt.run_id,
        "completed": receipt.det_completion,
        "score": receipt.det_score,
        "violations": len(receipt.critical_violations),
        "valid": exit_code(receipt) != NO_VERDICT,
        "notes": receipt.notes.splitlines()[0] if receipt.notes else "",
    }


@dataclass
class Group:
    """What the runs of one task under one arm come to."""

    runs: int = 0
    completed: int = 0
    scores: float = 0.0
    violating: int = 0
    errors: int = 0

    def add(self, fields: dict[str, Any]) -> None:
        """Count one run that has a receipt."""
        self.runs += 1
        self.completed += fields["completed"]
        self.scores += fields["score"]
        self.violating += fields["violations"] > 0
        self.errors += not fields["valid"]

    def cells(self) -> list[str]:
        """Return the cells of the group's line in the summary."""
        mean = f"{self.scores / self.runs:.4f}" if self.runs else "-"
        return [str(self.runs), str(self.completed), mean, str(self.violating), str(self.errors)]


@dataclass
class Tally:
    """The state of a bulk grading; safe to use from several threads.

    Attributes:
        total: how many runs were selected.
        verbose: above 0, every run gets a line.
        screen: where progress and summary go.
    """

    total: int
    verbose: int = 0
    screen: TextIO = field(default_factory=lambda: sys.stdout)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._started = self._drawn = time.monotonic()
        self._groups: dict[tuple[str, str], Group] = {}
        self._all = Group()
        self._did: Counter[str] = Counter()
        self._stale: Counter[str] = Counter()
        self._alone: Counter[str] = Counter()
        self._infrastructure = 0
        self._failures: list[str] = []
        self._live = self.screen.isatty()

    def add(self, answer: dict[str, Any], name: str, arm: str, ended: str) -> None:
        """Count one run.

        Args:
            answer: what was done and, when there is a receipt, what it says.
            name: how to name the run when it failed.
            arm: its arm.
            ended: how the run ended, as its record says.
        """
        with self._lock:
            self._did[answer["did"]] += 1
            if alone := answer.get("alone"):
                self._alone[alone] += 1
            if (reason := answer.get("reason", "")).endswith("changed"):
                self._stale[reason] += 1
            if fields := answer.get("row"):
                if ended == ExitReason.infrastructure_error:
                    self._infrastructure += 1
                else:
                    self._groups.setdefault((fields["task"], arm), Group()).add(fields)
                    self._all.add(fields)
                if not fields["valid"]:
                    self._note(f"{name}: {fields['notes']}")
            else:
                self._all.errors += 1
                self._note(f"{name}: {answer.get('reason', 'not graded')}")
            if self.verbose > 0:
                self._line(_of_run(answer, name))
            self._progress()

    def _note(self, text: str) -> None:
        if len(self._failures) <= FAILURES_SHOWN:
            self._failures.append(text)

    def _progress(self) -> None:
        now = time.monotonic()
        if now - self._drawn < (REDRAW_EVERY_S if self._live else LINE_EVERY_S):
            return
        self._drawn = now
        if self._live:
            self.screen.write(f"\r\x1b[K{self.progress()}")
            self.screen.flush()
        else:
            self._line(self.progress())

    def _line(self, text: str) -> None:
        self.screen.write(f"\r\x1b[K{text}\n" if self._live else f"{text}\n")
        self.screen.flush()

    def progress(self) -> str:
        """Return how far the grading is, its rate and the time that is left."""
        done = sum(self._did.values())
        rate = done / max(time.monotonic() - self._started, 1e-9)
        left = (self.total - done) / rate if rate else 0.0
        return (
            f"wp42: {done} of {self.total} runs, {self._did[STANDS]} skipped, {rate:.1f} runs/s, {_duration(left)} left"
        )

    def finish(self, *, interrupted: bool = False) -> None:
        """Write the closing summary."""
        with self._lock:
            if self._live:
                self.screen.write("\r\x1b[K")
            for text in self.summary(interrupted=interrupted):
                self.screen.write(text + "\n")
            self.screen.flush()

    def summary(self, *, interrupted: bool = False) -> list[str]:
        """Return the lines of the closing summary."""
        head = ["task", "arm", "runs", "completed", "mean det_score", "with violations", "errors"]
        table = [[task, arm or "-", *group.cells()] for (task, arm), group in sorted(self._groups.items())]
        table.append(["all", "", *self._all.cells()])
        widths = [max(len(line[place]) for line in [head, *table]) for place in range(len(head))]
        lines = [
            "  ".join(
                cell.ljust(width) if place < 2 else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in [head, *table]
        ]
        lines.insert(1, "  ".join("-" * width for width in widths))
        lines += self._failures[:FAILURES_SHOWN]
        if len(self._failures) > FAILURES_SHOWN:
            lines.append("… and more; every receipt says what is wrong in its notes")
        return [*lines, *self._counts(interrupted=interrupted)]

    def _counts(self, *, interrupted: bool) -> list[str]:
        seconds = time.monotonic() - self._started
        done = sum(self._did.values())
        counts = [f"{self._did[GRADED]} graded", f"{self._did[STANDS]} skipped since their receipt stands"]
        if self._did[UNWRITTEN]:
            counts.append(f"{self._did[UNWRITTEN]} whose receipt could not be written")
        if self._did[FAILED]:
            counts.append(f"{self._did[FAILED]} that could not be graded")
        lines = [f"wp42: {self.total} runs selected: {', '.join(counts)}; {seconds:.1f} s"]
        if self._alone:
            reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(self._alone.items()))
            lines.append(f"wp42: {sum(self._alone.values())} runs were graded alone, by the reference way ({reasons})")
        if self._stale:
            stale = ", ".join(f"{reason} {count}" for reason, count in sorted(self._stale.items()))
            lines.append(
                f"wp42: {sum(self._stale.values())} receipts were stale ({stale}); the former ones are in receipts/"
            )
        if self._infrastructure:
            lines.append(f"wp42: {self._infrastructure} runs ended by an infrastructure error and are not in the table")
        if interrupted:
            lines.append(f"wp42: interrupted; {self.total - done} runs are left, the same command goes on with them")
        return lines

    def exit_code(self) -> int:
        """Return 0 when every run is completed, 1 when every run has a verdict, 3 otherwise; 5 without runs."""
        if self.total == 0:
            return NOTHING_SELECTED
        if self._all.errors or sum(self._did.values()) < self.total:
            return NO_VERDICT
        return COMPLETED if self._all.completed == self._all.runs else NOT_COMPLETED


def _of_run(answer: dict[str, Any], name: str) -> str:
    fields = answer.get("row")
    if not fields:
        return f"{name}  {answer['did']}: {answer.get('reason', '')}"
    verdict = "completed" if fields["completed"] else "not completed" if fields["valid"] else "no valid verdict"
    violations = f"  {fields['violations']} violations" if fields["violations"] else ""
    return f"{fields['run']}  {fields['task']}  {fields['score']:.4f}  {verdict}{violations}" + (
        "  (skipped)" if answer["did"] == STANDS else ""
    )


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
