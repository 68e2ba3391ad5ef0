"""Commands that let workers work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wp42_pytest import catalog as catalog_module
from wp42_pytest.catalog import Catalog
from wp42_pytest.cli.app import NoGrade, OracleRoot, PublicRoot, RunsFolder, TaskArgument, Unsealed, app, setup


@setup.command("pi")
def setup_pi() -> None:
    """Install the Pi coding agent and its Node, exactly as pinned."""
    from wp42_pytest.running.pi.setup import install_pi

    pi = install_pi()
    typer.echo(f"Pi {pi.version} with Node {pi.node_version}: {pi.path}")


@setup.command("python")
def setup_python() -> None:
    """Build the Python that workers get; `wp42 run` does it too when it is missing."""
    from wp42_pytest.running.toolkit import ensure_toolkit

    typer.echo(f"the workers' Python: {ensure_toolkit().path}")


@app.command()
def run(  # noqa: PLR0917  options, given by name
    task: TaskArgument,
    arm: Annotated[str, typer.Option("--arm", help="The conditions: A1, A2, A3, A4 or one of --arms.")],
    worker: Annotated[str, typer.Option("--worker", help="pi, one-reply, command, reference or null.")],
    model: Annotated[str, typer.Option("--model", help="A model of models.toml, such as provider/model.")] = "",
    command: Annotated[str, typer.Option("--command", help="The program of a command worker.")] = "",
    runs: RunsFolder = Path("runs"),
    attempt: Annotated[int, typer.Option("--attempt", min=1, help="Which attempt of the same run this is.")] = 1,
    time_limit: Annotated[
        int | None, typer.Option("--time-limit", min=1, help="Seconds, instead of the task's.")
    ] = None,
    budget: Annotated[float | None, typer.Option("--budget", help="USD for the model, instead of the task's.")] = None,
    arms: Annotated[Path | None, typer.Option("--arms", help="A file with arms of your own.")] = None,
    models: Annotated[Path | None, typer.Option("--models", help="The models file; default: models.toml.")] = None,
    oracle_root: OracleRoot = None,
    public_root: PublicRoot = None,
    *,
    no_grade: NoGrade = False,
    unsealed: Unsealed = False,
) -> None:
    """Let a worker do an assignment in a sealed workspace, then grade what it left."""
    from wp42_pytest.reporting.terminal import console
    from wp42_pytest.running import commands, terminal
    from wp42_pytest.running.campaign import Engine

    found, shown = Catalog.find(), console()
    named = commands.Named(found.instance(task), arm, worker, model, command, attempt, time_limit, budget, arms, models)
    places = commands.Places(
        runs.resolve(), None if no_grade else catalog_module.oracle_root(oracle_root), public_root, unsealed
    )
    engine = Engine(places.runs, concurrency=1, infrastructure_tries=1, report=terminal.notes_on(shown))
    outcome = commands.judge(found, commands.make(found, [named.request(found)], engine, places), places)
    raise typer.Exit(terminal.show_run(shown, outcome, places.runs))


@app.command()
def campaign(
    plan: Annotated[Path, typer.Argument(metavar="PLAN", help="A plan.toml; docs/running.md describes it.")],
    runs: RunsFolder = Path("runs"),
    oracle_root: OracleRoot = None,
    public_root: PublicRoot = None,
    *,
    no_grade: NoGrade = False,
    unsealed: Unsealed = False,
) -> None:
    """Make all runs of a plan that are not there yet, grade them, and sum up."""
    from wp42_pytest.reporting.terminal import console
    from wp42_pytest.running import commands, terminal
    from wp42_pytest.running.plan import load_plan

    found, shown = Catalog.find(), console()
    read = load_plan(plan)
    requests = commands.plan_requests(read, found)
    places = commands.Places(
        runs.resolve(), None if no_grade else catalog_module.oracle_root(oracle_root), public_root, unsealed
    )
    with terminal.progress_line(shown) as report:
        made = commands.make(found, requests, commands.engine_of(read, places.runs, report), places)
    outcome = commands.judge(found, made, places)
    typer.echo(f"summary: {commands.write_summary(outcome, places.runs)}")
    raise typer.Exit(terminal.show_campaign(shown, outcome))
