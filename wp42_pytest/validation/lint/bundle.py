"""Rules about the public bundle: what a worker can read must not give the grading away, nor name anyone real."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wp42_pytest.validation.findings import Found, Rules
from wp42_pytest.validation.lint.scenario import Scenario
from wp42_pytest.validation.lint.words import ADDRESS, FORMAT_HOSTS, GRADING, LINK, REAL

if TYPE_CHECKING:
    from collections.abc import Iterator

rules: Rules[Scenario] = Rules()

PUBLIC = {"task.json", "BRIEF.md", "inputs", "portal", "__pycache__"}
"""What a scenario's public folder may hold, besides the modules of its generator."""


PROGRAMS = re.compile(r"docProps/app\.xml|/theme/|metadata")
"""Parts of files in which programs name themselves and their makers."""


@rules.rule("bundle-layout", remedy="move it to oracles_template/ or remove it")
def only_public_files(scenario: Scenario) -> Iterator[Found]:
    """The public folder holds task.json, BRIEF.md, the generator, inputs/ and portal/, and nothing else."""
    for path in sorted(scenario.folder.iterdir()):
        if path.name not in PUBLIC and path.suffix != ".py":
            yield Found(scenario.label(path), "it does not belong into the public folder")
    for path in sorted(scenario.folder.rglob("oracle.json")):
        yield Found(scenario.label(path), "an oracle stands in the public folder")


@rules.rule("bundle-inputs", remedy="run generate.py and commit inputs/, every file of it non-empty")
def inputs_are_there(scenario: Scenario) -> Iterator[Found]:
    """The default instance's inputs are committed, and none is empty."""
    if not scenario.inputs:
        yield Found(scenario.label(scenario.folder), "inputs/ holds no file")
    for name in scenario.inputs:
        path = scenario.folder / "inputs" / name
        if path.is_symlink() or path.stat().st_size == 0:
            yield Found(scenario.label(path), "it is empty or a link")


@rules.rule(
    "bundle-grading-words",
    remedy="say it in the organisation's words, or allow the word with a reason in validation/lint_allow.json",
)
def no_grading_words(scenario: Scenario) -> Iterator[Found]:
    """The brief and the inputs hold no word of grading, tolerances, planted errors or injections."""
    for passage in scenario.passages:
        if passage.file == "task.json":
            continue
        seen: set[str] = set()
        for match in GRADING.finditer(passage.text):
            word = match[0].lower()
            if word not in seen and not scenario.allowed("bundle-grading-words", word):
                seen.add(word)
                around = " ".join(passage.text[max(0, match.start() - 40) : match.end() + 40].split())
                yield Found(f"{scenario.label(scenario.folder)}/{passage.where}", f"it says {match[0]!r} in “{around}”")


@rules.rule("bundle-real-names", remedy="invent a name; see scenarios/ORGANISATIONS.md")
def nobody_real_is_named(scenario: Scenario) -> Iterator[Found]:
    """No real company or person of the deny list is named."""
    for passage in scenario.passages:
        if PROGRAMS.search(passage.part):
            continue
        for name in sorted(set(REAL.findall(passage.text))):
            if not scenario.allowed("bundle-real-names", name):
                yield Found(f"{scenario.label(scenario.folder)}/{passage.where}", f"it names {name}")


@rules.rule("bundle-domains", remedy="use a domain that ends in .example")
def domains_end_in_example(scenario: Scenario) -> Iterator[Found]:
    """Domains of e-mail addresses and links end in .example."""
    for passage in scenario.passages:
        hosts = {*ADDRESS.findall(passage.text), *LINK.findall(passage.text)}
        for host in sorted(hosts):
            if not host.lower().endswith(".example") and host.lower() not in FORMAT_HOSTS:
                yield Found(f"{scenario.label(scenario.folder)}/{passage.where}", f"it names the domain {host}")
