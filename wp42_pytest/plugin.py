"""The pytest plugin: options and hooks; without one of its options it does nothing.

Everything else stands in `wp42_pytest.grading` and is imported only when an option asks for it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest

OPTIONS: dict[str, dict[str, Any]] = {
    "--wp42-task": {"metavar": "TASK", "help": "The instance to grade: ACC-01, ACC-01@7 or ACC-01@7+clean."},
    "--wp42-out": {"metavar": "DIR", "help": "The folder with the worker's deliverables."},
    "--wp42-workspace": {"metavar": "DIR", "help": "The staged workspace; default: the folder above --wp42-out."},
    "--wp42-oracle-root": {
        "metavar": "DIR",
        "help": "Where oracles are kept; default: $WP42_ORACLE_ROOT, else ~/wp42-oracles.",
    },
    "--wp42-scenarios": {"metavar": "DIR", "help": "The folder of scenarios; default: the nearest one upwards."},
    "--wp42-run-id": {
        "metavar": "TEXT",
        "help": "The run_id of the receipt; default: that of run.json, else the workspace's name.",
    },
    "--wp42-receipt": {"metavar": "FILE", "help": "Where the receipt goes; default: receipt.json in the workspace."},
    "--wp42-timeout": {
        "metavar": "SECONDS",
        "type": float,
        "help": "The longest that grading one run may take; default: 300.",
    },
    "--wp42-inprocess": {
        "action": "store_true",
        "help": "Grade in this very process, unsealed and without a time limit: for debugging an evaluator.",
    },
    "--wp42-runs": {
        "metavar": "RUNS",
        "help": "Grade many runs: a folder with run folders below it, or a .jsonl list of them.",
    },
    "--wp42-select": {
        "metavar": "SELECTION",
        "action": "append",
        "help": "With --wp42-runs: only these, by task, arm, worker, model, attempt, status or run: task=ACC-*,arm=A2.",
    },
    "--wp42-shard": {"metavar": "I/N", "help": "With --wp42-runs: only the I-th of N shares."},
    "--wp42-regrade": {
        "action": "store_true",
        "help": "With --wp42-runs: grade runs whose receipt stands, too; former receipts are kept in receipts/.",
    },
    "--wp42-child": {"metavar": "FILE", "help": argparse.SUPPRESS},
}
"""Every option with its help; a test keeps the handbook complete."""

_PARSER = pytest.StashKey[pytest.Parser]()


class HookSpecifications:
    """The hook that this plugin offers."""

    @pytest.hookspec(firstresult=True)
    def pytest_wp42_scenarios(self) -> Path | None:
        """Return the folder of scenarios that belongs to a project; implemented in its root `conftest.py`."""


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Make `pytest_wp42_scenarios` known."""
    pluginmanager.add_hookspecs(HookSpecifications)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("wp42", "WP42: grading professional work")
    for name, attributes in OPTIONS.items():
        group.addoption(name, default=attributes.get("default"), **attributes)


def _asked(config: pytest.Config) -> bool:
    return any(str(argument).startswith("--wp42-") for argument in config.invocation_params.args)


def _is_child(config: pytest.Config) -> bool:
    return any(str(argument).startswith("--wp42-child=") for argument in config.invocation_params.args)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser) -> None:
    """Keep the parser, and refuse an untrusted root folder before its conftest files run."""
    if _asked(early_config) and not _is_child(early_config):
        from wp42_pytest.grading import face

        early_config.stash[_PARSER] = parser
        face.refuse_untrusted_root(early_config, parser)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Grade in a sealed child process when the command line asks for it."""
    if not _asked(config) or _is_child(config):
        return None
    from wp42_pytest.grading import face

    return face.main(config, config.stash[_PARSER])


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Document the markers, and set up the session that judges when this is one."""
    config.addinivalue_line(
        "markers", "criterion(id, weight, basis): a required check of a WP42 evaluator; it is met when the test passes"
    )
    config.addinivalue_line(
        "markers", "violation(id): a critical check of a WP42 evaluator; the violation is absent when the test passes"
    )
    if _asked(config):
        from wp42_pytest.grading import session

        session.configure(config)
