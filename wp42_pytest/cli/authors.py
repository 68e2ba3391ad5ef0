"""Commands for authors of scenarios."""

from __future__ import annotations

from typing import Annotated

import typer

from wp42_pytest import catalog as catalog_module
from wp42_pytest.catalog import Catalog
from wp42_pytest.cli.app import OracleRoot, app


@app.command()
def new(
    task_id: Annotated[str, typer.Argument(metavar="TASK_ID", help="A free id, such as FIN-02.")],
    title: Annotated[str, typer.Option("--title", help="What the assignment is, in a few words.")],
    organisation: Annotated[
        str | None, typer.Option("--organisation", help="Its id in scenarios/ORGANISATIONS.md; default: the usual one.")
    ] = None,
) -> None:
    """Start a scenario: a tiny one that already lints and validates, for you to edit."""
    from wp42_pytest.validation.scaffold import new_scenario

    made = new_scenario(Catalog.find(), task_id, title, organisation)
    typer.echo(f"public side:     {made.public}\noracle template: {made.template}")
    typer.echo(f"Edit them, and see with `wp42 lint {task_id}` and `wp42 validate {task_id}` how you are doing.")


@app.command()
def lint(
    tasks: Annotated[
        list[str] | None, typer.Argument(metavar="TASK…", help="Scenarios; all of them by default.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Say what is wrong with scenarios as far as their files tell, in about a second."""
    from wp42_pytest.validation.lint.run import lint_all
    from wp42_pytest.validation.views import findings_json, findings_view

    found = lint_all(Catalog.find(), tasks)
    if as_json:
        typer.echo(findings_json(found))
    else:
        from wp42_pytest.reporting.terminal import console

        console().print(findings_view(found))
    raise typer.Exit(int(any(found.values())))


@app.command()
def validate(
    task: Annotated[str, typer.Argument(metavar="TASK", help="The scenario, such as ACC-01.")],
    seeds: Annotated[str, typer.Option("--seeds", help="1:20, 7, 1:3,40 or default.")] = "1:20",
    processes: Annotated[str, typer.Option("-n", help="How many processes work at once, or auto.")] = "auto",
    only: Annotated[
        list[str] | None, typer.Option("--only", help="Check this property alone; may be given again.")
    ] = None,
    oracle_root: OracleRoot = None,
    *,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Try every mutant and variant on every seed, not each on some.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the machine-readable summary instead.")] = False,
) -> None:
    """Prove a scenario fair, sound and sealed over many seeds; exit 1 when it is not."""
    import json

    from rich.console import Console

    from wp42_pytest.reporting.terminal import console
    from wp42_pytest.validation import report, sweep, views

    found = Catalog.find()
    task_id, root = found.instance(task).task_id, catalog_module.oracle_root(oracle_root)
    catalog_module.refuse_exposed_oracle_root(root, found.project)
    chosen = sweep.seeds_of(seeds, found.task(task_id).generator_seed)
    with views.progress_bar(Console(stderr=True)) as advance:
        result = sweep.validate(
            found,
            task_id,
            chosen,
            processes=sweep.processes_of(processes),
            wanted=sweep.properties_of(only),
            thorough=thorough,
            advance=advance,
        )
    folder = report.write_report(found, result, root)
    if as_json:
        typer.echo(json.dumps(report.summary_of(result), indent=2, ensure_ascii=False))
    else:
        console().print(views.validation_view(result, folder))
    raise typer.Exit(int(not result.valid))
