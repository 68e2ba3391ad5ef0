"""The command's application, and the options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="WP42: can this AI worker do real professional work?",
)
setup = typer.Typer(no_args_is_help=True, help="Install what workers need into a cache of ours.")

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
RunsFolder = Annotated[Path, typer.Option("--runs", help="The folder of runs, one folder each.")]
Unsealed = Annotated[
    bool, typer.Option("--unsealed", help="Run workers without a sandbox; every record and receipt says so.")
]
NoGrade = Annotated[bool, typer.Option("--no-grade", help="Make the runs only.")]
