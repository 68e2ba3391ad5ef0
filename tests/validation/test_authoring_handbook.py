"""The handbook for authors names every rule and what it demands."""

from pathlib import Path

import pytest

from wp42_pytest.validation.lint.run import RULEBOOK
from wp42_pytest.validation.properties import MEANING, RUN_RULES, Property

HANDBOOK = (Path(__file__).resolve().parents[2] / "docs" / "authoring.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("subject", RULEBOOK)
def test_every_static_rule_stands_in_the_handbook(subject):
    for rule in RULEBOOK[subject]:
        assert f"| {subject} | `{rule.id}` | {rule.about} |" in HANDBOOK


@pytest.mark.parametrize("name", RUN_RULES)
def test_every_rule_that_runs_something_stands_in_the_handbook(name):
    rule = RUN_RULES[name]
    assert f"| {rule.property.value} | `{name}` | {rule.about[0].upper()}{rule.about[1:]}. |" in HANDBOOK


def test_every_property_says_what_it_means():
    assert set(MEANING) == set(Property)
