"""Rules about `portal/portal.json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wp42_pytest.validation.findings import Found, Rules
from wp42_pytest.validation.lint.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

rules: Rules[Scenario] = Rules()


@rules.rule("portal-constant", remedy="let the portal serve what inputs/ holds, and nothing else")
def information_is_constant(scenario: Scenario) -> Iterator[Found]:
    """The portal offers the information of inputs/, identical, in every arm."""
    path = scenario.folder / "portal" / "portal.json"
    if path.is_file():
        from wp42_pytest.portal.constancy import portal_problems

        for problem in portal_problems(scenario.folder):
            yield Found(scenario.label(path), str(problem))


@rules.rule("portal-declared", remedy="name the application 'portal' exactly when there is a portal/portal.json")
def portal_is_declared(scenario: Scenario) -> Iterator[Found]:
    """task.json names the portal as an application exactly when there is one."""
    there = (scenario.folder / "portal" / "portal.json").is_file()
    declared = "portal" in scenario.task.applications_involved
    if there != declared:
        what = "there is a portal that applications_involved omits" if there else "it names a portal that is not there"
        yield Found(scenario.label(scenario.task_path), what)
    if scenario.task.designed_features.interface_perturbation and not there:
        yield Found(scenario.label(scenario.task_path), "interface_perturbation needs a portal")
