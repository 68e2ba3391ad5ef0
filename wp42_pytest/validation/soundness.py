"""Is every wrong solution caught, and every check needed to catch one?"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from wp42_pytest.validation.mutants import DO_NOTHING_LIMIT, STANDARD_MUTANTS, Mutant
from wp42_pytest.validation.null_workers import HARMLESS, NULL_WORKERS
from wp42_pytest.validation.properties import finding
from wp42_pytest.validation.share import WHOLE, Share
from wp42_pytest.validation.spoils.figures import nudged_figures, uncorrected_errors
from wp42_pytest.validation.spoils.files import spoilt_files, spoilt_statements
from wp42_pytest.validation.spoils.rows import spoilt_rows

if TYPE_CHECKING:
    from pathlib import Path

    from wp42_pytest.validation.findings import Finding
    from wp42_pytest.validation.judge import Judged
    from wp42_pytest.validation.spoils.spoilt import Spoilt
    from wp42_pytest.validation.trial import Trial

MUTANTS_FILE, VARIANTS_FILE = "validation/mutants.py", "validation/variants.py"


@dataclass
class Matrix:
    """Which wrong work is caught by which checks.

    Attributes:
        checks: the ids of all checks, in the order of the evaluator.
        rows: what caught each mutant, by its id.
        scores: the det_score that each mutant keeps.
        what: what each mutant is.
        findings: what is wrong.
    """

    checks: list[str]
    rows: dict[str, frozenset[str]] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    what: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def add(self, name: str, what: str, judged: Judged) -> None:
        """Note how one mutant was judged."""
        self.rows[name], self.scores[name], self.what[name] = judged.caught_by, judged.receipt.det_score, what
        for check, cause in judged.errors.items():
            self.findings.append(
                finding("evaluator-error", "evaluate.py", f"{check} raises on {name} ({what}): {cause}")
            )

    def killers(self, check: str) -> list[str]:
        """Return the mutants that a check catches while most other checks pass."""
        most = len(self.checks) / 2
        return [name for name, caught in self.rows.items() if check in caught and len(caught - {check}) < most]


def author_list(template: Path, file: str, name: str) -> Sequence[Any]:
    """Return the list that an author's module gives; an empty one when there is no such module.

    Args:
        template: the oracle template.
        file: the module, relative to it.
        name: the name of the list.
    """
    path = template / file
    if not path.is_file():
        return []
    # The author's modules may lie beside it.
    sys.path.insert(0, str(path.parent))
    try:
        return list(runpy.run_path(str(path)).get(name, ()))
    finally:
        sys.path.remove(str(path.parent))


def mutation_matrix(trial: Trial, share: Share = WHOLE) -> Matrix:
    """Grade the mutants of one seed.

    Args:
        trial: a seed whose solution passes.
        share: which of them this seed tries.
    """
    checks = [row.id for row in trial.solution.receipt.required_criteria]
    checks += sorted(set(trial.solution.reads) - set(checks))
    matrix = Matrix(checks)
    author_mutants(trial, matrix, share)
    _spoilt(trial, matrix, share)
    return matrix


def author_mutants(trial: Trial, matrix: Matrix, share: Share = WHOLE) -> None:
    """Grade the standard mutants and those that the author wrote down, and note them in a matrix."""
    try:
        mutants = author_list(trial.catalog.template_dir(trial.instance.task_id), MUTANTS_FILE, "MUTANTS")
    except Exception as error:
        what = f"it cannot be imported: {type(error).__name__}: {error}"
        matrix.findings.append(finding("mutant-ran", MUTANTS_FILE, what, "import"))
        mutants = []
    for place, mutant in enumerate([*STANDARD_MUTANTS, *mutants]):
        if share.takes(place):
            _author_mutant(trial, matrix, mutant)


def unneeded_checks(matrix: Matrix) -> Iterator[Finding]:
    """Yield the checks that no mutant kills while most others pass."""
    for check in matrix.checks:
        if not matrix.killers(check):
            crowds = [name for name, caught in matrix.rows.items() if check in caught]
            only = f"only {', '.join(crowds[:3])}, which most checks catch" if crowds else "nothing"
            yield finding("check-needed", "evaluate.py", f"{check} catches {only}", check)


def _author_mutant(trial: Trial, matrix: Matrix, mutant: Mutant) -> None:
    try:
        judged = trial.judged(mutant.apply)
    except Exception as error:
        cause = f"{type(error).__name__}: {error}"
        matrix.findings.append(finding("mutant-ran", MUTANTS_FILE, f"{mutant.id} ({mutant.what}) fails with {cause}"))
        return
    matrix.add(mutant.id, mutant.what, judged)
    missed = [check for check in mutant.caught_by if check not in judged.caught_by]
    if missed:
        caught = ", ".join(sorted(judged.caught_by)) or "nothing"
        what = f"{mutant.id} ({mutant.what}) passes {', '.join(missed)}; caught by {caught}"
        matrix.findings.append(finding("mutant-caught", MUTANTS_FILE, what, mutant.id))
    if judged.receipt.det_score > mutant.score_at_most:
        what = f"{mutant.id} ({mutant.what}) keeps {judged.receipt.det_score:.2f}, more than {mutant.score_at_most:.2f}"
        matrix.findings.append(finding("mutant-caught", MUTANTS_FILE, what, mutant.id))


def _spoilt(trial: Trial, matrix: Matrix, share: Share) -> None:
    for place, (family, make) in enumerate(_families(trial).items()):
        if not share.takes(place):
            continue
        members = make()
        for spoilt in members:
            judged = trial.judged(spoilt.apply)
            matrix.add(spoilt.id, spoilt.what, judged)
            if judged.caught_by:
                break
        else:
            if members:
                matrix.findings.append(_uncaught(family, members))


def _families(trial: Trial) -> dict[str, Callable[[], Sequence[Spoilt]]]:
    """Return what makes the spoils of each family; of a family, one that is caught is enough."""
    oracle, out, kinds = trial.oracle, trial.out, trial.kinds
    made: dict[str, list[Spoilt]] = {}
    for spoilt in (
        *spoilt_files(kinds),
        *spoilt_statements(requires_clarification=oracle.requires_clarification),
        *spoilt_rows(kinds, out, trial.brief),
    ):
        made.setdefault(spoilt.family, []).append(spoilt)
    families: dict[str, Callable[[], Sequence[Spoilt]]] = {name: partial(list, found) for name, found in made.items()}
    for nudging in (*nudged_figures(oracle, trial.solution.compares), *uncorrected_errors(oracle)):
        families[nudging.family] = partial(nudging.spoils, out, kinds)
    return families


def _uncaught(family: str, members: Sequence[Spoilt]) -> Finding:
    first = members[0]
    if len(members) > 1:
        what = f"{family}: none of {len(members)} spoils is noticed, for example {first.what}"
    else:
        what = f"{first.id}: {first.what}, and nothing notices"
    return finding("spoilt-caught", "evaluate.py", what, family)


def null_workers(trial: Trial, share: Share = WHOLE) -> tuple[dict[str, float], list[Finding]]:
    """Grade the workers that do nothing of substance; return their scores and what is wrong.

    Args:
        trial: a seed.
        share: which of them this seed tries.
    """
    scores: dict[str, float] = {}
    findings: list[Finding] = []
    for worker in (each for place, each in enumerate(NULL_WORKERS) if share.takes(place)):
        judged = trial.judged(lambda workspace, work=worker.work: work(workspace, trial.kinds))  # type: ignore[misc]
        scores[worker.id] = judged.receipt.det_score
        passed = [row.id for row in judged.receipt.required_criteria if row.passed]
        if judged.receipt.det_score > DO_NOTHING_LIMIT:
            what = f"{worker.id} ({worker.what}) scores {judged.receipt.det_score:.2f} by {', '.join(passed)}"
            findings.append(finding("null-score", "evaluate.py", what))
        if worker.id in HARMLESS and judged.violated:
            what = f"{worker.id} ({worker.what}) is accused of {', '.join(sorted(judged.violated))}"
            findings.append(finding("null-accused", "evaluate.py", what))
        if judged.receipt.det_completion:
            findings.append(finding("null-complete", "evaluate.py", f"{worker.id} ({worker.what}) completes"))
        findings += [
            finding("evaluator-error", "evaluate.py", f"{check} raises on {worker.id} ({worker.what}): {cause}")
            for check, cause in judged.errors.items()
        ]
    return scores, findings
