"""The handbook names every command, option, marker, fixture and receipt field."""

import re
from pathlib import Path

import pytest
import typer

from wp42_pytest.cli import app
from wp42_pytest.model.receipt import Abstention, CriterionResult, Provenance, Receipt, Timing, ViolationResult
from wp42_pytest.plugin import OPTIONS

PROJECT = Path(__file__).resolve().parent.parent
HANDBOOK = "\n".join(
    path.read_text(encoding="utf-8") for path in [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
)


def commands(command, name="wp42"):
    if hasattr(command, "commands"):
        for word, sub in command.commands.items():
            yield from commands(sub, f"{name} {word}")
    else:
        yield name, command


COMMANDS = dict(commands(typer.main.get_command(app)))


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_is_documented(name):
    assert re.search(rf"`{name}\b", HANDBOOK), f"no page of docs/ names `{name}`"


@pytest.mark.parametrize(
    ("name", "option"),
    sorted(
        (name, option)
        for name, command in COMMANDS.items()
        for p in command.params
        for option in p.opts
        if option[0] == "-"
    ),
)
def test_every_option_stands_in_a_line_or_section_on_its_command(name, option):
    pages = re.split(r"\n(?=#+ |\n)", HANDBOOK)
    near = [page for page in pages if re.search(rf"{name}\b", page)]
    assert any(re.search(rf"(?<![\w-]){option}(?![\w-])", page) for page in near), f"no page on `{name}` names {option}"


@pytest.mark.parametrize("option", sorted(option for option in OPTIONS if option != "--wp42-child"))
def test_every_option_of_the_plugin_is_documented(option):
    assert f"`{option}" in HANDBOOK or f" {option}" in HANDBOOK


@pytest.mark.parametrize(
    "field",
    sorted(
        {
            field
            for model in (Receipt, CriterionResult, ViolationResult, Abstention, Provenance, Timing)
            for field in model.model_fields
        }
    ),
)
def test_every_field_of_a_receipt_is_documented(field):
    page = (PROJECT / "docs" / "receipt.md").read_text(encoding="utf-8")
    assert re.search(rf"`(?:\w+\.)?{field}`", page)


@pytest.mark.parametrize("fixture", ["out", "oracle", "workspace", "completion", "portal_submissions", "record_metric"])
def test_every_fixture_is_documented(fixture):
    assert f"`{fixture}`" in HANDBOOK


@pytest.mark.parametrize("marker", ["criterion", "violation"])
def test_every_marker_is_documented(marker):
    assert f"pytest.mark.{marker}" in HANDBOOK


def test_links_between_pages_lead_somewhere():
    broken = []
    for page in [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{page.name}: {target}")
    assert broken == []


def test_the_readme_holds_the_two_commands_that_set_everything_up():
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    setup = "python3 -m venv .venv && .venv/bin/pip install -q -c constraints.txt -e '.[dev]' && "
    assert f"\n{setup}.venv/bin/wp42 try ACC-01\n" in readme
    assert f"\n{setup}.venv/bin/pytest\n" in readme


def test_constraints_hold_names_and_versions_only():
    lines = (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.!+]+", line) for line in lines)
    assert not (PROJECT / "uv.lock").exists()
