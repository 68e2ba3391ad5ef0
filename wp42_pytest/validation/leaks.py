"""The leak scan: does anything that a worker can read give an answer, a path of ours or the seed away?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wp42_pytest.authoring.number_forms import SEPARATORS, TELLING_DIGITS, forms, significant_digits, spelling_of
from wp42_pytest.running.staging import worker_task_json
from wp42_pytest.validation.properties import finding
from wp42_pytest.validation.strings import Passage, bundle_files, passages, strings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from decimal import Decimal
    from pathlib import Path

    from wp42_pytest.model.oracle import Oracle
    from wp42_pytest.validation.findings import Finding

SEED_DIGITS = 6
"""Smaller seeds are ordinary numbers; validation builds one instance with a long seed to look for it."""

OUR_PATHS = ("wp42-oracles", "oracles_template", "oracle.json", "WP42_ORACLE_ROOT", "site-packages", "generate.py")

_SQUEEZE = str.maketrans("", "", SEPARATORS)


class Standing:
    """What stands in a bundle, prepared for looking many numbers up."""

    def __init__(self, found: list[Passage]) -> None:
        self._found = [(passage, passage.text.translate(_SQUEEZE)) for passage in found]

    def where(self, value: Decimal) -> str:
        """Return where a number stands in one of its usual spellings, an empty text when nowhere."""
        digits = f"{abs(value).normalize():f}".replace(".", "").lstrip("0")
        pattern = spelling_of(value)
        for passage, squeezed in self._found:
            if digits in squeezed and pattern.search(passage.text):
                return passage.where
        return ""


def leaked_figures(oracle: Oracle, standing: Standing, task_id: str) -> Iterator[Finding]:
    """Yield the derived figures of an oracle that stand in its bundle.

    Args:
        oracle: the oracle.
        standing: every string of the bundle.
        task_id: the scenario, for messages.
    """
    for name, figure in oracle.figures.items():
        if figure.given or significant_digits(figure.value) < TELLING_DIGITS:
            continue
        for form in forms(figure.value, figure.unit):
            if where := standing.where(form):
                yield finding(
                    "figure-standing", f"{task_id}/{where}", f"the derived figure {name} stands there as {form:f}"
                )
                break


def unscanned_figures(oracle: Oracle) -> list[str]:
    """Return the derived figures that are too short for the scan to tell anything."""
    return [
        name
        for name, figure in oracle.figures.items()
        if not figure.given and significant_digits(figure.value) < TELLING_DIGITS
    ]


def missing_given(oracle: Oracle, standing: Standing) -> Iterator[Finding]:
    """Yield the figures that the oracle declares given although they stand nowhere."""
    for name, figure in oracle.figures.items():
        if figure.given and not standing.where(figure.value):
            yield finding(
                "figure-given", "generate.py", f"{name} = {figure.value} is declared given, but stands nowhere"
            )


def leaked_paths(found: Iterable[Passage], roots: Iterable[Path], task_id: str) -> Iterator[Finding]:
    """Yield the paths of ours that stand in a bundle.

    Args:
        found: every string of the bundle.
        roots: folders of this machine that must not be named.
        task_id: the scenario, for messages.
    """
    ours = [*OUR_PATHS, *map(str, roots)]
    for passage in found:
        for path in ours:
            if path in passage.text:
                yield finding("path-standing", f"{task_id}/{passage.where}", f"it names {path}")


def leaked_seed(bundle: Path, seed: int, task_id: str) -> Iterator[Finding]:
    """Yield the places in which a long seed stands in what a worker sees.

    Args:
        bundle: the bundle of an instance with a seed of at least six digits.
        seed: the seed.
        task_id: the scenario, for messages.
    """
    forms = {str(seed), f"{seed:,}", f"{seed:x}", f"{seed:X}"}
    seen = [
        *(
            (path.relative_to(bundle).as_posix(), path.read_bytes())
            for path in bundle_files(bundle)
            if path.name != "task.json"
        ),
        ("task.json", worker_task_json(bundle).encode()),
    ]
    for name, data in seen:
        for part, text in [*strings(name, data), ("raw bytes", data.decode("latin-1"))]:
            if any(form in text for form in forms):
                yield finding("seed-standing", f"{task_id}/{name}", f"the seed stands in it ({part or 'text'})")
                break


def scanned(bundle: Path) -> list[Passage]:
    """Return every string of a bundle once, what only the staged task.json leaves out not counted."""
    found = [passage for passage in passages(bundle) if passage.file != "task.json"]
    return [*found, Passage("task.json", "", worker_task_json(bundle))]
