"""Rules about what criteria quote: nobody is graded on something that it was not told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wp42_pytest.validation.findings import Found, Rules
from wp42_pytest.validation.lint.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

rules: Rules[Scenario] = Rules()

_SOURCE = re.compile(r"inputs/(?P<file>[^:]+):\s*(?P<words>.+)", re.DOTALL)
_MARKUP = re.compile(r"[*`_>|#]+")


@rules.rule(
    "stated-basis", remedy="quote in `basis` the words of the brief, or `inputs/file: words`, on which the check rests"
)
def every_criterion_quotes(scenario: Scenario) -> Iterator[Found]:
    """Every criterion has a basis, and each quotation has at least two words."""
    for check in scenario.criteria:
        if check.standard:
            continue
        if not check.basis:
            yield Found(_file(scenario, check.line), f"{check.name} has no basis")
        for quote in check.basis:
            if len(_words_of(quote).split()) < 2:
                yield Found(_file(scenario, check.line), f"{check.name} quotes only {quote!r}")


@rules.rule("stated-verbatim", remedy="quote the words exactly, or put what is graded into the brief")
def quotes_stand_there(scenario: Scenario) -> Iterator[Found]:
    """The basis stands verbatim, but for spacing, in the brief or in the named input."""
    for check in scenario.criteria:
        for quote in check.basis:
            if problem := basis_problem(scenario.folder, scenario.brief, quote):
                yield Found(_file(scenario, check.line), f"{check.name}: {problem}")


def basis_problem(bundle: Path, brief: str, basis: str) -> str | None:
    """Say what is wrong with a quotation, None when it stands in the bundle.

    Args:
        bundle: the public bundle that holds `inputs/`.
        brief: the text of its brief.
        basis: words of the brief, or `inputs/<file>: words`.
    """
    named = _SOURCE.fullmatch(basis.strip())
    if named is None:
        return None if quoted(basis, brief) else f"the brief does not say {basis!r}"
    path = bundle / "inputs" / named["file"]
    if not path.is_file():
        return f"the basis names inputs/{named['file']}, which does not exist"
    return (
        None
        if quoted(named["words"], visible_text(path))
        else f"inputs/{named['file']} does not say {named['words']!r}"
    )


def quoted(words: str, text: str) -> bool:
    """Say whether words stand in a text, spacing and Markdown's emphasis apart."""
    return _plain(words) in _plain(text) or _plain(_MARKUP.sub("", words)) in _plain(_MARKUP.sub("", text))


def visible_text(path: Path) -> str:
    """Return what a person sees of an input, read as deliverables are read."""
    from wp42_pytest.evidence.deliverables import WORKBOOK_KINDS, Deliverables
    from wp42_pytest.evidence.kinds import TEXT_KINDS, Kind

    folder = Deliverables(path.parent)
    kind = folder.kind(path.name)
    if kind in WORKBOOK_KINDS:
        return "\n".join(sheet.text for sheet in folder.workbook(path.name).visible)
    if kind in TEXT_KINDS and kind is not Kind.eml:
        return path.read_text(encoding="utf-8-sig")
    return str(folder.document(path.name).text)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _words_of(basis: str) -> str:
    named = _SOURCE.fullmatch(basis.strip())
    return named["words"] if named else basis


def _file(scenario: Scenario, line: int) -> str:
    return f"{scenario.label(scenario.evaluator_path)}:{line}"
