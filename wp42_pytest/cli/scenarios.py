"""Commands on scenarios: from the catalog to a staged workspace, and one trial of all stages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wp42_pytest import catalog as catalog_module
from wp42_pytest.catalog import Catalog
from wp42_pytest.cli.app import OracleRoot, PublicRoot, RunDir, TaskArgument, app


@app.command("list")
def list_tasks() -> None:
    """List the scenarios."""
    from wp42_pytest.reporting.terminal import console, task_list_view

    found = Catalog.find()
    console().print(task_list_view(found.task(task_id) for task_id in found.task_ids()))


@app.command()
def show(task: TaskArgument) -> None:
    """Show one scenario: what is asked, what is given, what limits hold."""
    from wp42_pytest.reporting.terminal import console, task_view

    found = Catalog.find()
    instance = found.instance(task)
    console().print(task_view(found.task(instance.task_id), found.ensure_bundle(instance)))


@app.command()
def generate(
    task: TaskArgument,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Build this seed's instance.")] = None,
    oracle_root: OracleRoot = None,
    public_root: PublicRoot = None,
    *,
    public_only: Annotated[bool, typer.Option("--public-only", help="Build no oracle.")] = False,
) -> None:
    """Build an instance: its public bundle and its oracle."""
    found = Catalog.find()
    instance = found.instance(task if seed is None else f"{task.split('@', maxsplit=1)[0]}@{seed}")
    root = None if public_only else catalog_module.oracle_root(oracle_root)
    bundle = found.generate(instance, oracle_root=root, public_root=public_root)
    typer.echo(f"bundle: {bundle}")
    if root is not None:
        typer.echo(f"oracle: {found.oracle_dir(instance, root)}")


@app.command()
def stage(task: TaskArgument, run_dir: RunDir = Path("run"), public_root: PublicRoot = None) -> None:
    """Stage a workspace for a worker: the public files and an empty out/."""
    from wp42_pytest.running import staging

    found = Catalog.find()
    instance = found.instance(task)
    out = staging.stage(found, found.ensure_bundle(instance, public_root), run_dir)
    typer.echo(f"workspace: {run_dir}\nThe worker reads {run_dir / 'BRIEF.md'} and writes to {out}. Then:")
    typer.echo(f"  wp42 generate {instance}\n  pytest --wp42-task={instance} --wp42-out={out}")


@app.command()
def portal(
    task: TaskArgument,
    run_dir: RunDir = Path("run"),
    *,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port on loopback; 0 takes a free one.")
    ] = 0,
    socket: Annotated[Path | None, typer.Option("--socket", help="A unix socket to listen on as well.")] = None,
    access_log: Annotated[
        Path | None, typer.Option("--access-log", help="Default: portal_access.jsonl in the run folder.")
    ] = None,
    public_root: PublicRoot = None,
    perturb: Annotated[bool, typer.Option("--perturb", help="Apply the perturbations that the portal lists.")] = False,
) -> None:
    """Serve a scenario's company portal for one run, staging the run first where there is none."""
    from wp42_pytest.portal.run import serve_run
    from wp42_pytest.running import staging

    found = Catalog.find()
    instance = found.instance(task)
    bundle = found.ensure_bundle(instance, public_root)
    if not (run_dir / "out").is_dir():
        staging.stage(found, bundle, run_dir)
    serve_run(
        bundle,
        run_dir,
        port=port,
        socket=socket,
        access_log=access_log,
        perturb=instance.seed if perturb else None,
        announce=typer.echo,
    )


@app.command("try")
def try_task(task: TaskArgument, run_dir: RunDir = Path("run"), oracle_root: OracleRoot = None) -> None:
    """Take a scenario from seed to receipt with the reference worker."""
    from wp42_pytest.reporting.receipts import read_receipt
    from wp42_pytest.reporting.terminal import console, outcome_view
    from wp42_pytest.running.trial import RECEIPT, try_scenario

    found, shown = Catalog.find(), console()
    instance = found.instance(task)
    code = try_scenario(
        found,
        instance,
        run_dir,
        catalog_module.oracle_root(oracle_root),
        lambda line: shown.print(f"[bold cyan]wp42[/] {line}", highlight=False),
    )
    if (run_dir / RECEIPT).is_file():
        # The session has just listed the criteria.
        shown.print(outcome_view(read_receipt(run_dir / RECEIPT), run_dir / RECEIPT, run_dir / "out"))
    raise typer.Exit(code)
