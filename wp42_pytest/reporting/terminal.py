"""What the terminal shows: a receipt, the catalog, one task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from wp42_pytest.model.receipt import Receipt
    from wp42_pytest.model.task import Task

PASSED, FAILED = Text("met", style="green"), Text("not met", style="bold red")


def receipt_view(receipt: Receipt, path: Path, out: Path | None = None) -> Group:
    """Return a receipt as a table with every criterion, then violations, scores and paths."""
    criteria = Table(title=f"{receipt.task_id}  {escape(receipt.run_id)}".rstrip(), title_justify="left", expand=False)
    explained = any(row.detail for row in receipt.required_criteria)
    columns = (("id", "bold"), ("weight", ""), ("verdict", ""), ("criterion", ""), ("detail", "dim"))
    for column, style in columns if explained else columns[:-1]:
        criteria.add_column(column, style=style, justify="right" if column == "weight" else "left", overflow="fold")
    for row in receipt.required_criteria:
        cells: list[str | Text] = [
            row.id,
            f"{row.weight:.2f}",
            PASSED if row.passed else FAILED,
            escape(row.description),
        ]
        criteria.add_row(*cells, *([escape(row.detail)] if explained else []))
    return Group(criteria, outcome_view(receipt, path, out))


def outcome_view(receipt: Receipt, path: Path, out: Path | None = None) -> Table:
    """Return what a receipt comes to, below a listing of the criteria: violations, scores and paths."""
    summary = Table.grid(padding=(0, 2))
    summary.add_column(style="bold")
    summary.add_column(overflow="fold")
    for name, value in _summary(receipt, path, out):
        summary.add_row(name, value)
    return summary


def _summary(receipt: Receipt, path: Path, out: Path | None) -> Iterable[tuple[str, str]]:
    if not receipt.critical_violations:
        yield "violations", "none found"
    for violation in receipt.critical_violations:
        yield "violation", f"[red]{violation.id}[/] {escape(violation.description)}: {escape(violation.detail)}"
    yield "det_score", f"{receipt.det_score:.4f}"
    yield "det_completion", str(receipt.det_completion).lower()
    justified = {None: "not applicable", True: "yes", False: "no"}[receipt.abstention.justified]
    yield "abstention", f"{receipt.abstention.status} (justified: {justified})"
    for name, value in sorted(receipt.metrics.items()):
        yield name, f"{value:g}"
    if receipt.notes:
        yield "notes", escape(receipt.notes)
    yield "receipt", escape(str(path))
    if out is not None and out.is_dir():
        for file in sorted(file for file in out.rglob("*") if file.is_file()):
            yield "deliverable", escape(str(file))


def task_list_view(tasks: Iterable[Task]) -> Table:
    """Return the catalog as a table."""
    table = Table()
    for column in ("task", "title", "organisation", "difficulty", "minutes"):
        table.add_column(column, justify="right" if column == "minutes" else "left", overflow="fold")
    for task in tasks:
        table.add_row(
            task.task_id,
            escape(task.title),
            escape(task.organisation.removesuffix(" (fictional)")),
            task.difficulty.value,
            str(task.professional_minutes_estimate),
        )
    return table


def task_view(task: Task, bundle: Path) -> Group:
    """Return one scenario: its facts, its deliverables, its inputs and where its brief is."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="bold")
    facts.add_column(overflow="fold")
    facts.add_row("task", f"{task.task_id}  {escape(task.title)}")
    facts.add_row("occupation", task.occupation)
    facts.add_row("organisation", escape(task.organisation))
    facts.add_row("difficulty", f"{task.difficulty.value}, {task.designed_dependency_depth} dependent operations")
    facts.add_row("a professional takes", f"about {task.professional_minutes_estimate} minutes")
    facts.add_row("limits", f"{task.time_limit_s} s, {task.budget_usd:.2f} USD")
    facts.add_row("default seed", str(task.generator_seed))
    facts.add_row("applications", ", ".join(task.applications_involved))
    for deliverable in task.required_deliverables:
        live = ", with live formulas" if deliverable.must_have_formulas else ""
        facts.add_row("deliverable", f"out/{escape(deliverable.path)} ({deliverable.kind.value}{live})")
    for file in sorted(path for path in (bundle / "inputs").rglob("*") if path.is_file()):
        facts.add_row("input", f"{escape(file.relative_to(bundle).as_posix())} ({file.stat().st_size:,} bytes)")
    facts.add_row("brief", escape(str(bundle / "BRIEF.md")))
    return Group(facts)


def console() -> Console:
    """Return the console that commands print to; wide enough for a table when output is not a terminal."""
    found = Console()
    return found if found.is_terminal else Console(width=160)
