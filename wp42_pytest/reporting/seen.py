"""What `wp42 read` shows: a file as an evaluator sees it, what is in sight apart from what is not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

ROWS_SHOWN = 200
"""Most rows of a sheet or a text table that are shown; `--json` gives all."""

_HEADING = ("file", "kind", "declared", "readable", "reason", "reason_type", "as_declared", "sha256")
_OUT_OF_SIGHT = ("hidden", "struck", "comments", "notes", "footnotes", "headers", "footers", "warnings")


def file_view(seen: Mapping[str, Any]) -> Group:
    """Return one file, as `evidence.inspect_file` describes it, for the terminal."""
    return Group(_heading(seen), *_body(seen), "")


def _heading(seen: Mapping[str, Any]) -> RenderableType:
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="bold")
    facts.add_column(overflow="fold")
    facts.add_row("file", escape(seen["file"]))
    declared = seen["declared"] or "unknown"
    found = seen["kind"] or "not known"
    facts.add_row("kind", found if found == declared else f"{found} (its name declares {declared})")
    if not seen["readable"]:
        facts.add_row("refused", Text(seen["reason"], style="bold red"))
    return facts


def _body(seen: Mapping[str, Any]) -> Iterator[RenderableType]:
    for sheet in seen.get("sheets", ()):
        yield from _sheet(sheet)
    if "rows" in seen:
        yield _rows(seen["rows"])
    if "blocks" in seen:
        yield from (_block(block) for block in seen["blocks"])
    rest = {
        name: value for name, value in seen.items() if name not in (*_HEADING, "sheets", "rows", "blocks") and value
    }
    for name in _OUT_OF_SIGHT:
        if name in rest:
            yield Text(f"[{name}]", style="bold")
            yield Text("  " + _compact(rest.pop(name)), style="dim")
    for name, value in rest.items():
        yield Text.assemble((f"{name}: ", "bold"), _compact(value))


def _sheet(sheet: Mapping[str, Any]) -> Iterator[RenderableType]:
    title = f"sheet {sheet['name']}" + (" (hidden: a reader does not see it)" if sheet["hidden"] else "")
    table = Table("cell", "value", "formula", "provenance", "note", title=escape(title), title_justify="left")
    for cell in sheet["cells"][:ROWS_SHOWN]:
        notes = [cell.get("note", ""), "hidden" if cell.get("hidden") else ""]
        notes += [f"or {value}" for value in cell.get("alternatives", ())]
        columns = (
            cell["cell"],
            cell["value"],
            cell["formula"] or "",
            cell["provenance"] if cell["formula"] else "",
            ", ".join(filter(None, notes)),
        )
        table.add_row(*(escape(text) for text in columns), style="dim" if cell.get("hidden") else "")
    yield table
    if len(sheet["cells"]) > ROWS_SHOWN:
        yield Text(f"… and {len(sheet['cells']) - ROWS_SHOWN} more cells; --json shows them all", style="dim")
    for comment in sheet["comments"]:
        yield Text(f"comment at {comment['cell']} by {comment['author']}: {comment['text']}", style="dim")
    if sheet["tables"]:
        yield Text(f"tables: {', '.join(sheet['tables'])}", style="dim")


def _rows(rows: list[list[Any]]) -> Table:
    table = Table(show_header=False)
    for row in rows[:ROWS_SHOWN]:
        table.add_row(*(escape(str(value)) for value in row))
    if len(rows) > ROWS_SHOWN:
        table.add_row(f"… and {len(rows) - ROWS_SHOWN} more rows; --json shows them all")
    return table


def _block(block: Mapping[str, Any]) -> Text:
    text = " | ".join(map(str, block["cells"])) if block.get("cells") else str(block.get("text", ""))
    style = "bold" if block.get("kind") == "heading" else ""
    return Text.assemble((f"{block.get('kind', ''):<10}", "dim"), (text, style))


def _compact(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
