"""Commands that grade, and that compare gradings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wp42_pytest import catalog as catalog_module
from wp42_pytest.catalog import Catalog
from wp42_pytest.cli.app import OracleRoot, app


@app.command()
def grade(  # noqa: PLR0917  options, given by name
    runs: Annotated[
        Path,
        typer.Argument(metavar="RUNS", help="A folder with run folders below it, a .jsonl list, or one workspace."),
    ],
    task: Annotated[
        str | None, typer.Option("--task", help="The instance of a workspace that has no run.json, such as ACC-01@7.")
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", help="Only these runs, such as task=ACC-*,arm=A2; may be given again."),
    ] = None,
    shard: Annotated[str, typer.Option("--shard", metavar="I/N", help="Only the I-th of N shares.")] = "1/1",
    processes: Annotated[str, typer.Option("-n", help="How many processes judge at once, or auto.")] = "auto",
    timeout: Annotated[
        float, typer.Option("--timeout", min=0.1, help="The longest that one run may take, in seconds.")
    ] = 300,
    oracle_root: OracleRoot = None,
    *,
    regrade: Annotated[
        bool, typer.Option("--regrade", help="Grade runs whose receipt stands, too; former receipts are kept.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="A line for every run.")] = False,
) -> None:
    """Grade runs, sealed wherever this is started; exit 0 when all are completed, 1 when not, 3 when one has no verdict."""
    from wp42_pytest.grading.bulk import BulkOptions, processors
    from wp42_pytest.grading.command import grade_path
    from wp42_pytest.grading.resolve import Resolver

    if processes != "auto" and not (processes.isdecimal() and int(processes) > 0):
        msg = "name a number of processes, or auto"
        raise typer.BadParameter(msg)
    options = BulkOptions(
        runs,
        select=tuple(select or ()),
        shard=shard,
        regrade=regrade,
        processes=processors() if processes == "auto" else int(processes),
        limit_s=timeout,
        verbose=int(verbose),
    )
    raise typer.Exit(grade_path(options, Resolver(Catalog.find(), catalog_module.oracle_root(oracle_root)), task))


@app.command()
def diff(
    before: Annotated[
        Path, typer.Argument(metavar="RECEIPTS_A", help="A receipt, a folder of receipts, or a folder of run folders.")
    ],
    after: Annotated[
        Path | None,
        typer.Argument(
            metavar="RECEIPTS_B", help="The second grading; default: the present receipts of the same runs."
        ),
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the changes as JSON.")] = False,
) -> None:
    """Say which verdicts changed between two gradings, by criterion; exit 1 when one did."""
    import json
    from dataclasses import asdict

    from wp42_pytest.grading.diff import compare

    difference = compare(before, after)
    if as_json:
        found = {
            "compared": difference.compared,
            "changes": [asdict(change) for change in difference.changes],
            "only_before": difference.only_before,
            "only_after": difference.only_after,
        }
        typer.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        typer.echo("\n".join(difference.lines()))
    raise typer.Exit(int(not difference.same))
