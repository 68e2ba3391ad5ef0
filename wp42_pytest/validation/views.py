"""What the terminal and machines are shown of findings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rich.console import Group
from rich.markup import escape
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from wp42_pytest.validation.findings import Finding


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
