"""Rules about `rubric.json` and `REFERENCE.md`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pydantic import ValidationError

from wp42_pytest.model.rubric import Rubric
from wp42_pytest.validation.findings import Found, NothingToJudge, Rules
from wp42_pytest.validation.lint.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

rules: Rules[Scenario] = Rules()

_CHAIN_HEADING = re.compile(
    r"^#+ .*\b(?:dependency chain|dependency depth|dependent operations|steps)\b.*$", re.IGNORECASE | re.MULTILINE
)
_NUMBERED = re.compile(r"^\s{0,3}(\d+)[.)] ", re.MULTILINE)
_HEADING = re.compile(r"^#+ ", re.MULTILINE)


@rules.rule("rubric-schema", remedy="give every criterion an id Q01…, a title, a weight and anchors '0' to '4'")
def rubric_is_valid(scenario: Scenario) -> Iterator[Found]:
    """The rubric is valid: each criterion has a positive weight and five anchors."""
    path = scenario.template / "rubric.json"
    try:
        Rubric.model_validate_json(path.read_bytes())
    except OSError:
        yield Found(scenario.label(path), "the file is missing")
    except ValidationError as error:
        for problem in error.errors(include_url=False):
            place = ".".join(str(part) for part in problem["loc"])
            yield Found(scenario.label(path), f"{place}: {problem['msg']}")


@rules.rule("rubric-task", remedy="write the scenario's own id")
def rubric_belongs_here(scenario: Scenario) -> Iterator[Found]:
    """The rubric belongs to this scenario."""
    if scenario.rubric.task_id != scenario.task_id:
        yield Found(scenario.label(scenario.template / "rubric.json"), f"task_id is {scenario.rubric.task_id}")


@rules.rule("rubric-anchors", remedy="describe what work at each level looks like")
def anchors_differ(scenario: Scenario) -> Iterator[Found]:
    """The five anchors of a criterion differ."""
    for criterion in scenario.rubric.criteria:
        if len({text.strip().lower() for text in criterion.anchors.values()}) < len(criterion.anchors):
            yield Found(scenario.label(scenario.template / "rubric.json"), f"{criterion.id}: two anchors are the same")


@rules.rule(
    "reference-steps",
    remedy="number the steps under a heading “Dependency chain”; as many as designed_dependency_depth",
)
def steps_are_counted(scenario: Scenario) -> Iterator[Found]:
    """REFERENCE.md counts as many dependent operations as task.json designs."""
    path = scenario.template / "REFERENCE.md"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise NothingToJudge from error
    heading = _CHAIN_HEADING.search(text)
    if heading is None:
        yield Found(scenario.label(path), "it has no heading that names the dependency chain")
        return
    below = text[heading.end() :]
    following = _HEADING.search(below)
    steps = [int(number) for number in _NUMBERED.findall(below[: following.start()] if following else below)]
    depth = scenario.task.designed_dependency_depth
    if len(steps) != depth:
        yield Found(scenario.label(path), f"it counts {len(steps)} steps, designed_dependency_depth is {depth}")
    elif steps != list(range(1, depth + 1)):
        yield Found(scenario.label(path), f"its steps are not numbered 1 to {depth}")
