"""Does right work in another shape get the same verdicts?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wp42_pytest.validation.minimise import smallest
from wp42_pytest.validation.properties import finding
from wp42_pytest.validation.shapes.catalogue import shapes_for
from wp42_pytest.validation.shapes.choice import Choice, Shape
from wp42_pytest.validation.share import WHOLE, Share
from wp42_pytest.validation.soundness import VARIANTS_FILE, author_list

if TYPE_CHECKING:
    from pathlib import Path

    from wp42_pytest.validation.findings import Finding
    from wp42_pytest.validation.judge import Judged
    from wp42_pytest.validation.trial import Trial
    from wp42_pytest.validation.variants import Variant

SHOWN = 4
"""Most places of a smallest variant that a message lists."""


@dataclass(frozen=True, order=True)
class Place:
    """Where a shape was applied: the deliverable, and the place in it."""

    file: str
    spot: str

    def __str__(self) -> str:
        return f"{self.file}, {self.spot}"


@dataclass
class Variants:
    """What came of the variants of one seed.

    Attributes:
        tried: the ids of the variants that changed something.
        findings: what is wrong.
    """

    tried: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def variants(trial: Trial, share: Share = WHOLE) -> Variants:
    """Grade the variants of one seed, the author's and the tool's.

    Args:
        trial: a seed whose solution passes.
        share: which of them this seed tries.
    """
    result = Variants()
    try:
        written = author_list(trial.catalog.template_dir(trial.instance.task_id), VARIANTS_FILE, "VARIANTS")
    except Exception as error:
        what = f"it cannot be imported: {type(error).__name__}: {error}"
        result.findings.append(finding("variant-ran", VARIANTS_FILE, what, "import"))
        written = []
    for variant in written:
        _author_variant(trial, variant, result)
    by_shape: dict[str, tuple[Shape, list[str]]] = {}
    for path, kind in trial.kinds.items():
        for shape in shapes_for(path, kind, trial.brief):
            by_shape.setdefault(shape.id, (shape, []))[1].append(path)
    for place, (shape, paths) in enumerate(by_shape.values()):
        if share.takes(place):
            _shaped(trial, shape, paths, result, narrow=share.is_whole)
    return result


def _author_variant(trial: Trial, variant: Variant, result: Variants) -> None:
    try:
        judged = trial.judged(variant.apply)
    except Exception as error:
        cause = f"{type(error).__name__}: {error}"
        result.findings.append(
            finding("variant-ran", VARIANTS_FILE, f"{variant.id} ({variant.what}) fails with {cause}")
        )
        return
    result.tried.append(variant.id)
    if difference := differences(trial.solution, judged):
        what = f"{variant.id} ({variant.what}): {difference}"
        result.findings.append(finding("variant-equal", "evaluate.py", what, variant.id))


def _shaped(trial: Trial, shape: Shape, paths: Sequence[str], result: Variants, *, narrow: bool) -> None:
    places: list[Place] = []

    def apply(workspace: Path, chosen: Sequence[Place] | None) -> None:
        for path in paths:
            target = workspace / "out" / path
            only = None if chosen is None else [place.spot for place in chosen if place.file == path]
            choice = Choice(only)
            target.write_bytes(shape.reshape(target.read_bytes(), choice))
            if chosen is None:
                places.extend(Place(path, spot) for spot in choice.seen)

    judged = trial.judged(lambda workspace: apply(workspace, None))
    if not places:
        return
    result.tried.append(shape.id)
    if not differences(trial.solution, judged):
        return

    def differs(chosen: Sequence[Place]) -> bool:
        return bool(differences(trial.solution, trial.judged(lambda workspace: apply(workspace, chosen))))

    # Narrowing down takes dozens of gradings, which one seed does for all that share the work.
    fewest = smallest(places, differs) if narrow else places
    last = trial.judged(lambda workspace: apply(workspace, fewest))
    where = "; ".join(map(str, fewest[:SHOWN])) + ("; …" if len(fewest) > SHOWN else "")
    difference = differences(trial.solution, last) or differences(trial.solution, judged)
    what = f"{shape.id} ({shape.what}), {'smallest ' if narrow else ''}in {where}: {difference}"
    result.findings.append(finding("variant-equal", "evaluate.py", what, shape.id))


def differences(solution: Judged, other: Judged) -> str:
    """Return how the verdicts on another shape differ from those on the solution; empty when in nothing."""
    ours, theirs = solution.verdicts(), other.verdicts()
    said = []
    for check in sorted(ours | theirs):
        if ours.get(check) != theirs.get(check):
            detail = other.detail(check) or solution.detail(check)
            said.append(f"{check} becomes {theirs.get(check, 'passed')} ({detail:.200})")
    return "; ".join(said)
