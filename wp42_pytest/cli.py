"""The `wp42` command: one face over the stages, with no logic of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wp42_pytest import catalog as catalog_module
from wp42_pytest.catalog import Catalog, CatalogError
from wp42_pytest.evidence.kinds import Kind

KINDS = tuple(kind.value for kind in Kind)

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="WP42: can this AI worker do real professional work?",
)

OracleRoot = Annotated[
    Path | None,
    typer.Option("--oracle-root", help="Where oracles are kept; default $WP42_ORACLE_ROOT, else ~/wp42-oracles."),
]
PublicRoot = Annotated[
    Path | None,
    typer.Option(
        "--public-root",
        help="Where bundles are built; default: the scenario itself, or .wp42/instances for other seeds.",
    ),
]
RunDir = Annotated[
    Path, typer.Option("--run-dir", help="The run folder: the workspace with its out/, later the receipt.")
]
TaskArgument = Annotated[str, typer.Argument(metavar="TASK", help="ACC-01, ACC-01@7 or ACC-01@7+clean.")]


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
    from wp42_pytest.reporting.terminal import console
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
        receipt(run_dir / RECEIPT)
    raise typer.Exit(code)


RunsFolder = Annotated[Path, typer.Option("--runs", help="The folder of runs, one folder each.")]
Unsealed = Annotated[
    bool, typer.Option("--unsealed", help="Run workers without a sandbox; every record and receipt says so.")
]
NoGrade = Annotated[bool, typer.Option("--no-grade", help="Make the runs only.")]
setup = typer.Typer(no_args_is_help=True, help="Install what workers need into a cache of ours.")
app.add_typer(setup, name="setup")


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


def main() -> None:
    """Run the command; what a user can mend is said in one line, not in a traceback."""
    from wp42_pytest.running.reference import WorkerError

    try:
        app()
    except (CatalogError, WorkerError) as error:
        typer.secho(f"wp42: {error}", fg="red", err=True)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
