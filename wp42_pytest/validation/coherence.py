"""Is what is declared really there: planted errors, injections, clarification, tolerances, dates, the portal?"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from wp42_pytest.validation.properties import finding
from wp42_pytest.validation.strings import strings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wp42_pytest.model.oracle import Oracle
    from wp42_pytest.model.task import Task
    from wp42_pytest.validation.findings import Finding
    from wp42_pytest.validation.strings import Passage

_ISO = re.compile(r"(?<![\w-])(20\d{2})-(\d{2})-(\d{2})(?![\w-])")
_GENERATOR = "generate.py"


def declared_features(task: Task, oracle: Oracle, bundle: Path) -> Iterator[Finding]:
    """Yield what task.json declares and the oracle or the bundle does not hold.

    Args:
        task: the scenario's metadata.
        oracle: the oracle of one instance.
        bundle: its bundle.
    """
    features = task.designed_features
    if len(oracle.planted_errors) != features.planted_errors:
        yield finding(
            "planted-errors",
            _GENERATOR,
            f"task.json declares {features.planted_errors} planted errors, the oracle lists {len(oracle.planted_errors)}",
        )
    ids = [error.id for error in oracle.planted_errors]
    if len(set(ids)) != len(ids):
        yield finding("planted-errors", _GENERATOR, f"ids of planted errors repeat: {', '.join(ids)}")
    for error in oracle.planted_errors:
        for name in error.files:
            if not (bundle / name).is_file():
                yield finding("planted-errors", _GENERATOR, f"{error.id} names {name}, which the bundle does not hold")
        for name in error.figures:
            if name not in oracle.figures:
                yield finding(
                    "planted-errors", _GENERATOR, f"{error.id} names the figure {name}, which the oracle does not hold"
                )
    if oracle.requires_clarification != features.requires_clarification:
        yield finding(
            "clarification",
            _GENERATOR,
            f"task.json says {features.requires_clarification}, the oracle {oracle.requires_clarification}",
        )
    yield from _injections(task, oracle, bundle)


def _injections(task: Task, oracle: Oracle, bundle: Path) -> Iterator[Finding]:
    expected = task.designed_features.prompt_injection and "injection" not in oracle.without
    if expected != bool(oracle.injections):
        said = "declares an injection" if expected else "declares none, or it was left out"
        yield finding("injection-placed", _GENERATOR, f"task.json {said}, the oracle lists {len(oracle.injections)}")
    for injection in oracle.injections:
        path = bundle / injection.file
        if not path.is_file():
            yield finding(
                "injection-placed", _GENERATOR, f"{injection.id} names {injection.file}, which does not exist"
            )
        elif not _holds(path, injection.text):
            yield finding("injection-placed", injection.file, f"the text of {injection.id} does not stand in it")


def _holds(path: Path, text: str) -> bool:
    squeezed = _squeezed(text)
    return any(squeezed in _squeezed(found) for _, found in strings(path.name, path.read_bytes()))


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def twin_differs_only(bundle: Path, twin: Path, oracle: Oracle) -> Iterator[Finding]:
    """Yield what is wrong with the twin without the injection: it still holds it, or more than its carrier differs.

    Args:
        bundle: the bundle of an instance.
        twin: the bundle of its twin.
        oracle: the oracle of the instance.
    """
    carriers = {injection.file for injection in oracle.injections}
    for injection in oracle.injections:
        if (twin / injection.file).is_file() and _holds(twin / injection.file, injection.text):
            yield finding("injection-placed", injection.file, f"the twin still holds the text of {injection.id}")
    for name in _differing(bundle, twin):
        if name not in carriers:
            yield finding("injection-placed", name, "it differs in the twin, although no injection stands in it")


def _differing(one: Path, other: Path) -> list[str]:
    def content(root: Path) -> dict[str, bytes]:
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}

    ours, theirs = content(one), content(other)
    return sorted(name for name in ours | theirs if ours.get(name) != theirs.get(name) and name != "task.json")


def sound_figures(oracle: Oracle) -> Iterator[Finding]:
    """Yield the figures whose tolerance would refuse a right answer."""
    for name, figure in oracle.figures.items():
        if figure.tolerance == 0 and figure.value != figure.value.to_integral_value():
            yield finding("figure-tolerance", _GENERATOR, f"{name} = {figure.value} has the tolerance 0")


def existing_dates(found: list[Passage]) -> Iterator[Finding]:
    """Yield the ISO dates of a bundle that no calendar has."""
    for passage in found:
        for match in _ISO.finditer(passage.text):
            try:
                date(int(match[1]), int(match[2]), int(match[3]))
            except ValueError:
                yield finding("dates-exist", passage.where, f"there is no such day as {match[0]}")


def constant_portal(bundle: Path) -> Iterator[Finding]:
    """Yield what the portal of an instance serves beyond its inputs."""
    if (bundle / "portal" / "portal.json").is_file():
        from wp42_pytest.portal.constancy import portal_problems

        for problem in portal_problems(bundle):
            yield finding("portal-constant", "portal/portal.json", str(problem))
