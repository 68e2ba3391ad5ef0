"""What the terminal shows of runs: one run's end, a campaign's summary."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from rich.live import Live
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from wp42_pytest.model.run import ExitReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from rich.console import Console

    from wp42_pytest.model.run import RunRecord
    from wp42_pytest.running.campaign import Progress
    from wp42_pytest.running.commands import Outcome
    from wp42_pytest.running.judged import Line


@contextlib.contextmanager
def progress_line(console: Console) -> Iterator[Callable[[Progress], None]]:
    """Show progress: a line that stays at the bottom of a terminal, or one line for each step elsewhere."""
    if not console.is_terminal:
        yield lambda progress: console.print(progress.sentence(), highlight=False, markup=False)
        return
    with Live(Text(""), console=console, refresh_per_second=4, transient=True) as live:

        def show(progress: Progress) -> None:
            if progress.note:
                console.print(progress.note, highlight=False, markup=False)
            live.update(Text(progress.sentence().removesuffix(f": {progress.note}")))

        yield show


def notes_on(console: Console) -> Callable[[Progress], None]:
    """Show each note of the progress, for a run alone."""

    def show(progress: Progress) -> None:
        if progress.note:
            console.print(f"[bold cyan]wp42[/] {escape(progress.note)}", highlight=False)

    return show


def show_run(console: Console, outcome: Outcome, runs: Path) -> int:
    """Show one run.

    Returns:
        The exit code: 0 completed (or not graded and finished), 1 not, 3 our own failure.
    """
    for run_id, reason in outcome.failures.items():
        console.print(f"{run_id} could not be made: {reason}", style="red", highlight=False, markup=False)
    for run_id, record in outcome.records.items():
        console.print(run_view(record))
        console.print(f"folder  {runs / run_id}", highlight=False, markup=False)
        if receipt := outcome.receipts.get(run_id):
            met = sum(criterion.passed for criterion in receipt.required_criteria)
            console.print(
                f"receipt  det_completion {str(receipt.det_completion).lower()}, det_score {receipt.det_score:.4f}, "
                f"{met} of {len(receipt.required_criteria)} criteria met, "
                f"{len(receipt.critical_violations)} violations",
                highlight=False,
            )
            return 0 if receipt.det_completion else 1
        if record.exit_reason is ExitReason.infrastructure_error:
            return 3
        return 0 if record.exit_reason is ExitReason.finished else 1
    return 3


def show_campaign(console: Console, outcome: Outcome) -> int:
    """Show a campaign's summary.

    Returns:
        The exit code: 0 when every planned run is there and none failed through our own fault, else 3.
    """
    console.print(summary_view(outcome.lines))
    for run_id, reason in outcome.failures.items():
        console.print(f"{run_id} could not be made: {reason}", style="red", highlight=False, markup=False)
    whole = len(outcome.records) == len(outcome.planned)
    ours = any(line.infrastructure_errors for line in outcome.lines)
    return 0 if whole and not ours else 3


def summary_view(lines: Iterable[Line]) -> Table:
    """Return a campaign's summary; both denominators are shown, so that nobody has to guess which one a rate has."""
    table = Table(title="runs by arm and worker", title_justify="left")
    for column in ("arm", "worker"):
        table.add_column(column, style="bold")
    for column in (
        "planned",
        "valid",
        "completed",
        "of valid",
        "of planned",
        "mean score",
        "violations",
        "infrastructure errors",
        "cost",
    ):
        table.add_column(column, justify="right")
    for line in lines:
        table.add_row(
            escape(line.arm),
            escape(line.worker),
            str(line.planned),
            str(line.valid),
            str(line.completed) if line.graded else "not graded",
            _percent(line.completion_rate),
            _percent(line.completion_rate_of_planned),
            "" if line.mean_score is None else f"{line.mean_score:.3f}",
            str(line.violations),
            str(line.infrastructure_errors),
            f"${line.cost_usd:.2f}",
        )
    return table


def run_view(record: RunRecord) -> Table:
    """Return how one run ended."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    seconds = record.details["seconds"]
    table.add_row("run", escape(record.run_id))
    table.add_row(
        "ended", f"{record.exit_reason.value} after {seconds['worker']:.1f} s ({seconds['overhead']:.2f} s ours)"
    )
    table.add_row("sealed", "yes" if record.sealed else "[red]no[/]")
    if record.usage.requests:
        usage = record.usage
        table.add_row(
            "model",
            f"{escape(record.model)}: {usage.requests} requests, {usage.input_tokens + usage.cache_read_tokens} tokens in, "
            f"{usage.output_tokens} out, ${record.cost_usd:.4f}",
        )
    for event in record.details["events"]:
        table.add_row("event", escape(str(event)))
    return table


def _percent(rate: float | None) -> str:
    return "" if rate is None else f"{rate:.0%}"
