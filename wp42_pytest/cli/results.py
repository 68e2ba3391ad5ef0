"""Commands on what was left and what was graded."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wp42_pytest.catalog import Catalog
from wp42_pytest.cli.app import app
from wp42_pytest.evidence.kinds import Kind

KINDS = tuple(kind.value for kind in Kind)


@app.command()
def receipt(
    path: Annotated[Path, typer.Argument(metavar="RECEIPT", help="A receipt.json, or a run folder that holds one.")],
) -> None:
    """Show a receipt as a table."""
    from wp42_pytest.reporting.receipts import read_receipt
    from wp42_pytest.reporting.terminal import console, receipt_view

    file = path / "receipt.json" if path.is_dir() else path
    console().print(receipt_view(read_receipt(file), file, file.parent / "out"))


@app.command()
def read(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Deliverables to look at.")],
    *,
    declared: Annotated[
        str | None, typer.Option("--kind", help="The kind they should be; default: what the name says.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for each file.")] = False,
) -> None:
    """Show what an evaluator sees in files; exit 1 when one is refused."""
    import json

    from wp42_pytest.evidence import inspect_file
    from wp42_pytest.reporting.seen import file_view
    from wp42_pytest.reporting.terminal import console

    if declared is not None and declared not in KINDS:
        msg = f"name one of {', '.join(KINDS)}"
        raise typer.BadParameter(msg)
    shown, refused = console(), False
    for file in files:
        seen = inspect_file(file, declared)
        refused = refused or not seen["readable"]
        if as_json:
            typer.echo(json.dumps(seen, ensure_ascii=False))
        else:
            shown.print(file_view(seen))
    raise typer.Exit(1 if refused else 0)


@app.command()
def schema(
    name: Annotated[
        str | None, typer.Argument(help="task, completion, oracle, rubric, portal, receipt or run.")
    ] = None,
    *,
    write: Annotated[bool, typer.Option("--write", help="Write the committed schemas of this checkout anew.")] = False,
) -> None:
    """Print the JSON Schema of a file format."""
    from wp42_pytest.model.schemas import COMMITTED, MODELS, schema_text

    if write:
        project = Catalog.find().project
        for kind, relative in COMMITTED.items():
            (project / relative).write_text(schema_text(kind), encoding="utf-8")
            typer.echo(f"wrote {project / relative}")
        return
    if name not in MODELS:
        msg = f"name one of {', '.join(MODELS)}"
        raise typer.BadParameter(msg)
    typer.echo(schema_text(name), nl=False)
