"""The `wp42` command: one face over the stages, with no logic of its own; one module for each kind of user."""

from __future__ import annotations

import typer

from wp42_pytest.catalog import CatalogError
from wp42_pytest.cli import authors, grading, results, scenarios, tax, workers
from wp42_pytest.cli.app import app, setup

__all__ = ["app", "authors", "grading", "main", "results", "scenarios", "tax", "workers"]

app.add_typer(setup, name="setup")


def main() -> None:
    """Run the command; what a user can mend is said in one line, not in a traceback."""
    from wp42_pytest.grading.typed import WrongUseError
    from wp42_pytest.running.reference import WorkerError

    try:
        app()
    except (CatalogError, WorkerError, WrongUseError) as error:
        typer.secho(f"wp42: {error}", fg="red", err=True)
        raise SystemExit(2) from None
