"""What the terminal and machines are shown of findings."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Group
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from wp42_pytest.validation.properties import MEANING, Property
from wp42_pytest.validation.report import evidence_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from rich.console import Console, RenderableType

    from wp42_pytest.validation.findings import Finding
    from wp42_pytest.validation.sweep import Validation


def findings_view(found: Mapping[str, Sequence[Finding]]) -> Group:
    """Return the findings as lines: file and rule, what is wrong, what to do."""
    lines: list[RenderableType] = []
    for task_id, findings in found.items():
        if not findings:
            lines.append(Text.from_markup(f"[green]{escape(task_id)}: nothing found[/]"))
        for finding in findings:
            lines.append(
                Text.from_markup(
                    f"[bold]{escape(finding.file)}[/] [yellow]{escape(finding.rule)}[/]\n"
                    f"  {escape(finding.what)}\n  [dim]Remedy: {escape(finding.remedy)}.[/]"
                )
            )
    total = sum(map(len, found.values()))
    if total:
        lines.append(Text(f"{total} finding{'s' if total > 1 else ''} in {len(found)} scenario(s)", style="bold red"))
    return Group(*lines)


def findings_json(found: Mapping[str, Sequence[Finding]]) -> str:
    """Return the findings as JSON: a list of objects for each scenario."""
    plain = {task_id: [finding.as_dict() for finding in findings] for task_id, findings in found.items()}
    return json.dumps(plain, indent=2, ensure_ascii=False)


def validation_view(result: Validation, folder: Path) -> Group:
    """Return a validation as a table of verdicts, then its findings, then where the report is."""
    failed = result.failed()
    table = Table(title=f"{result.task_id}, {len(result.seeds)} seed(s), {result.seconds:.0f} s", title_justify="left")
    for column in ("property", "verdict", "what it says", "evidence"):
        table.add_column(column, overflow="fold")
    for each in Property:
        if each in result.wanted:
            verdict = "[bold red]does not hold[/]" if each in failed else "[green]holds[/]"
            table.add_row(each.value, verdict, MEANING[each], evidence_of(result, each))
    lines: list[RenderableType] = [table]
    for finding, seeds in result.findings():
        where = f" [dim](seeds {', '.join(map(str, seeds[:8]))}{', …' if len(seeds) > 8 else ''})[/]" if seeds else ""
        lines.append(
            Text.from_markup(
                f"[bold]{escape(finding.file)}[/] [yellow]{finding.rule}[/]{where}\n"
                f"  {escape(finding.what)}\n  [dim]Remedy: {escape(finding.remedy)}.[/]"
            )
        )
    lines.append(Text(f"report: {folder / 'report.md'}"))
    return Group(*lines)


@contextmanager
def progress_bar(shown: Console) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar, and give the function that moves it on."""
    columns = (TextColumn("validating"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=shown, transient=True) as progress:
        bar = progress.add_task("validating", total=None)
        yield lambda done, total: progress.update(bar, completed=done, total=total)
