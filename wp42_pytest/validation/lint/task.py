"""Rules about `task.json`."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pydantic import ValidationError

from wp42_pytest.model.task import Task
from wp42_pytest.validation.findings import Found, Rules
from wp42_pytest.validation.lint.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

rules: Rules[Scenario] = Rules()

SUFFIXES = {"sqlite": {".sqlite", ".db"}}
"""Suffixes of the kinds whose suffix is not simply their name."""


@rules.rule("task-schema", remedy="correct the field; docs/authoring.md lists them all")
def schema_holds(scenario: Scenario) -> Iterator[Found]:
    """task.json is valid: known fields, depth in the band of its difficulty, fictional organisation."""
    file = scenario.label(scenario.task_path)
    try:
        Task.model_validate_json(scenario.task_path.read_bytes())
    except OSError:
        yield Found(file, "the file is missing")
    except ValidationError as error:
        for problem in error.errors(include_url=False):
            place = ".".join(str(part) for part in problem["loc"])
            yield Found(file, f"{place}: {problem['msg']}" if place else problem["msg"])


@rules.rule("task-folder", remedy="name the folder after task_id, or correct task_id")
def folder_is_named_after_it(scenario: Scenario) -> Iterator[Found]:
    """The folder carries the task's id."""
    if scenario.task.task_id != scenario.task_id:
        file = scenario.label(scenario.task_path)
        yield Found(file, f"task_id is {scenario.task.task_id}, but the folder is {scenario.task_id}")


@rules.rule("task-features", remedy="design at least two features and declare them in designed_features")
def two_features_are_designed(scenario: Scenario) -> Iterator[Found]:
    """At least two designed features."""
    features = scenario.task.designed_features.model_dump()
    designed = [name for name, value in features.items() if value]
    if len(designed) < 2:
        file = scenario.label(scenario.task_path)
        yield Found(file, f"only {len(designed)} designed feature(s): {', '.join(designed) or 'none'}")


@rules.rule("task-deliverable-kind", remedy="give the path the suffix of its kind, or correct the kind")
def kinds_fit_paths(scenario: Scenario) -> Iterator[Found]:
    """The suffix of every deliverable is the one of its kind."""
    for deliverable in scenario.task.required_deliverables:
        kind = deliverable.kind.value
        if PurePosixPath(deliverable.path).suffix.lower() not in SUFFIXES.get(kind, {f".{kind}"}):
            yield Found(scenario.label(scenario.task_path), f"{deliverable.path} is declared to be {kind}")


@rules.rule("task-clarification", remedy="set missing_information when requires_clarification is set")
def clarification_has_a_cause(scenario: Scenario) -> Iterator[Found]:
    """A task that requires clarification lacks some information."""
    features = scenario.task.designed_features
    if features.requires_clarification and not features.missing_information:
        yield Found(scenario.label(scenario.task_path), "requires_clarification is set, missing_information is not")
