"""Rules about `BRIEF.md`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wp42_pytest.running.staging import STAGED_FILES
from wp42_pytest.validation.findings import Found, Rules
from wp42_pytest.validation.lint.dates import WEEKDAYS, date_mentions
from wp42_pytest.validation.lint.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

rules: Rules[Scenario] = Rules()

FILE_NAME = re.compile(
    r"(?<![\w/@.-])((?:[\w-]+/)*[\w-]+(?:\.[\w-]+)*\.(?:xlsx|csv|tsv|docx|pptx|pdf|json|md|txt|eml|ics|png|sqlite|db))(?![\w-])"
)


@rules.rule("brief-present", remedy="write BRIEF.md beside task.json, in UTF-8")
def brief_is_there(scenario: Scenario) -> Iterator[Found]:
    """There is a brief, and it is text."""
    try:
        present = bool(scenario.brief_path.read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError):
        present = False
    if not present:
        yield Found(scenario.label(scenario.brief_path), "there is no brief that can be read as UTF-8 text")


@rules.rule(
    "brief-footer", remedy="end BRIEF.md with the text of scenarios/BRIEF_FOOTER.md, character for character, once"
)
def footer_is_identical(scenario: Scenario) -> Iterator[Found]:
    """The brief ends with the footer that is identical in every brief."""
    file = scenario.label(scenario.brief_path)
    footer = scenario.footer.strip()
    if not scenario.brief.rstrip().endswith(footer):
        last = scenario.brief.rstrip().rsplit("\n", maxsplit=1)[-1]
        yield Found(file, f"the last line is not the footer but {_shorten(last)!r}")
    elif scenario.brief.count(footer) != 1:
        yield Found(file, f"the footer stands {scenario.brief.count(footer)} times")


@rules.rule("brief-files", remedy="correct the name, add the input, or add the deliverable to task.json")
def named_files_exist(scenario: Scenario) -> Iterator[Found]:
    """Every file that the brief names is an input or a deliverable."""
    deliverables = {deliverable.path for deliverable in scenario.task.required_deliverables}
    given = {*scenario.inputs, *STAGED_FILES}
    for name in _file_names(scenario.brief):
        if name.startswith("out/"):
            known = name.removeprefix("out/") in deliverables
        else:
            bare = name.removeprefix("inputs/")
            known = bare in deliverables or any(path == bare or path.endswith(f"/{bare}") for path in given)
        if not known:
            yield Found(
                scenario.label(scenario.brief_path), f"it names {name}, which is neither an input nor a deliverable"
            )


@rules.rule("brief-deliverables", remedy="name the deliverable in the brief, spelled as in task.json")
def deliverables_are_named(scenario: Scenario) -> Iterator[Found]:
    """Every deliverable of task.json is named in the brief."""
    named = {name.removeprefix("out/") for name in _file_names(scenario.brief)}
    for deliverable in scenario.task.required_deliverables:
        if deliverable.path not in named:
            yield Found(scenario.label(scenario.brief_path), f"it never names the deliverable {deliverable.path}")


@rules.rule("brief-formulas", remedy="say in the brief that the workbook must hold live formulas")
def formulas_are_asked_for(scenario: Scenario) -> Iterator[Found]:
    """Formulas that task.json demands are asked for in the brief."""
    for deliverable in scenario.task.required_deliverables:
        if deliverable.must_have_formulas and "formula" not in scenario.brief.lower():
            yield Found(
                scenario.label(scenario.brief_path),
                f"{deliverable.path} must have formulas, which the brief never says",
            )


@rules.rule("brief-weekdays", remedy="correct the weekday or the date")
def weekdays_fit_dates(scenario: Scenario) -> Iterator[Found]:
    """Dates in the brief fall on the weekdays that it says."""
    for mention in date_mentions(scenario.brief):
        if mention.weekday is not None and mention.value is not None and mention.value.weekday() != mention.weekday:
            said, right = WEEKDAYS[mention.weekday].capitalize(), WEEKDAYS[mention.value.weekday()].capitalize()
            yield Found(
                scenario.label(scenario.brief_path),
                f"it says {mention.text!r}, but {mention.value} is a {right}, not a {said}",
            )


@rules.rule("brief-dates", remedy="correct the date")
def dates_exist(scenario: Scenario) -> Iterator[Found]:
    """Dates in the brief exist."""
    for mention in date_mentions(scenario.brief):
        if not mention.exists:
            yield Found(scenario.label(scenario.brief_path), f"there is no such day as {mention.text!r}")


def _file_names(text: str) -> list[str]:
    """Return the file names of a text in order, each once."""
    return list(dict.fromkeys(FILE_NAME.findall(text)))


def _shorten(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:117]}…"
