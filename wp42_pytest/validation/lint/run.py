"""Applies every static rule to scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wp42_pytest.validation.lint import basis, brief, bundle, evaluator, generator, judging, portal, task, template
from wp42_pytest.validation.lint.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wp42_pytest.catalog import Catalog
    from wp42_pytest.validation.findings import Finding, Rules

RULEBOOK: dict[str, Rules[Scenario]] = {
    "task.json": task.rules,
    "BRIEF.md": brief.rules,
    "public bundle": bundle.rules,
    "generate.py": generator.rules,
    "evaluate.py": evaluator.rules,
    "what criteria quote": basis.rules,
    "oracle template": template.rules,
    "rubric and reference": judging.rules,
    "portal": portal.rules,
}
"""The rules by the file that they are about, in the order in which a scenario is written."""


def lint(catalog: Catalog, task_id: str) -> list[Finding]:
    """Return what is wrong with a scenario as far as its files tell.

    Args:
        catalog: the scenarios.
        task_id: the scenario.
    """
    scenario = Scenario(catalog, task_id)
    return [finding for rules in RULEBOOK.values() for finding in rules.findings(scenario)]


def lint_all(catalog: Catalog, names: Iterable[str] | None = None) -> dict[str, list[Finding]]:
    """Return the findings about several scenarios, by their ids.

    Args:
        catalog: the scenarios.
        names: which of them; all when empty. A folder without a `task.json` can be linted too.

    Raises:
        UnknownTaskError: when a name is no scenario's.
    """
    chosen = [name.upper() for name in names or ()]
    for name in chosen:
        if not catalog.scenario_dir(name).is_dir():
            catalog.instance(name)
    every = {
        path.name for path in catalog.scenarios.iterdir() if path.is_dir() and not path.name.startswith((".", "_"))
    }
    return {name: lint(catalog, name) for name in chosen or sorted(every)}
