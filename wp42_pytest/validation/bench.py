"""Puts one seed on the bench: builds it, lets the solver work, and checks every property that one seed can show."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from wp42_pytest.catalog import Catalog, GenerationError, Instance
from wp42_pytest.grading.load import load_evaluator
from wp42_pytest.grading.order import EVALUATOR
from wp42_pytest.running.reference import WorkerError
from wp42_pytest.validation import coherence, determinism, leaks
from wp42_pytest.validation.crossing import Crossed, crossed
from wp42_pytest.validation.fairness import variants
from wp42_pytest.validation.launch import COLD, Launch
from wp42_pytest.validation.lint.basis import basis_problem
from wp42_pytest.validation.lint.scenario import Scenario, read_oracle
from wp42_pytest.validation.properties import Property, finding
from wp42_pytest.validation.share import WHOLE, Share
from wp42_pytest.validation.soundness import mutation_matrix, null_workers, unneeded_checks
from wp42_pytest.validation.trial import Trial

if TYPE_CHECKING:
    from pathlib import Path

    from wp42_pytest.validation.findings import Finding

LONG_SEED = 7_316_024_811_905
"""Long enough to be told from any other number of a bundle."""

EVERY = frozenset(Property)


@dataclass
class SeedReport:
    """What one seed showed; plain data that crosses from one process to another.

    Attributes:
        seed: the seed.
        findings: what is wrong.
        checks: the ids of the checks.
        matrix: what caught each mutant, by its id.
        scores: the det_score that each mutant keeps.
        what: what each mutant is.
        idle: the det_score of each null worker.
        variants: the variants that changed something.
        unscanned: derived figures too short for the leak scan.
        receipt: the receipt of the solver's work, as JSON values.
        seconds: how long each part took on the clock.
        computed: seconds of computing, without those of the reader's children.
    """

    seed: int
    findings: list[Finding] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    matrix: dict[str, list[str]] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    what: dict[str, str] = field(default_factory=dict)
    idle: dict[str, float] = field(default_factory=dict)
    variants: list[str] = field(default_factory=list)
    unscanned: list[str] = field(default_factory=list)
    receipt: dict[str, Any] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    computed: float = 0.0

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Note how long a part takes."""
        started, computed = time.perf_counter(), _computed()
        try:
            yield
        finally:
            self.seconds[part] = self.seconds.get(part, 0.0) + time.perf_counter() - started
            self.computed += _computed() - computed


def _computed() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def run_seed(
    catalog: Catalog,
    instance: Instance,
    room: Path,
    wanted: Iterable[Property] = EVERY,
    *,
    share: Share = WHOLE,
    launch: Launch = COLD,
) -> SeedReport:
    """Check the properties that one seed shows by itself.

    Args:
        catalog: the scenarios.
        instance: what to build.
        room: an empty folder, which keeps bundle, oracle and the solver's work.
        wanted: the properties to check; building and solving are always part of it.
        share: which mutants and variants this seed tries.
        launch: how generator and solver are run.
    """
    wanted, report = frozenset(wanted), SeedReport(instance.seed)
    trial = Trial(catalog, instance, room, launch)
    with report.timed("build"):
        try:
            trial.build()
            trial.oracle  # noqa: B018  an invalid oracle shows itself when it is read
        except (GenerationError, ValidationError) as error:
            report.findings.append(finding("built", "generate.py", f"seed {instance.seed} fails: {str(error)[-300:]}"))
            return report
    if wanted & {Property.sealed, Property.coherent, Property.stated}:
        with report.timed("read"):
            report.findings += read_bundle(trial, wanted, report)
    with report.timed("solve"):
        try:
            trial.solve()
        except WorkerError as error:
            report.findings.append(finding("solver-ran", "validation/solve.py", str(error)))
            return report
    with report.timed("solution"):
        if problem := unusable_evaluator(trial):
            report.findings.append(finding("evaluator-error", "evaluate.py", problem, "import"))
            return report
        report.receipt = trial.solution.receipt.model_dump(mode="json")
        report.findings += _supported(trial)
        report.checks = sorted(trial.solution.reads)
    if trial.solution.caught_by:
        # Against a solution that does not pass, mutants and variants show nothing.
        return report
    if Property.sound in wanted:
        with report.timed("mutants"):
            matrix = mutation_matrix(trial, share)
            report.findings += matrix.findings
            if share.is_whole:
                report.findings += unneeded_checks(matrix)
            report.checks, report.scores, report.what = matrix.checks, matrix.scores, matrix.what
            report.matrix = {name: sorted(caught) for name, caught in matrix.rows.items()}
    if Property.idle in wanted:
        with report.timed("null workers"):
            report.idle, found = null_workers(trial, share)
            report.findings += found
    if Property.fair in wanted:
        with report.timed("variants"):
            result = variants(trial, share)
            report.variants = result.tried
            report.findings += result.findings
    return report


def unusable_evaluator(trial: Trial) -> str:
    """Return why an evaluator cannot be used at all, an empty text when it can."""
    try:
        load_evaluator(trial.paths.oracle / EVALUATOR)
    except Exception as error:
        return f"it cannot be imported: {type(error).__name__}: {error}"
    return ""


def _supported(trial: Trial) -> Iterator[Finding]:
    judged = trial.solution
    for check in sorted(judged.caught_by):
        how = "raises" if check in judged.errors else "is triggered" if check in judged.violated else "is not met"
        detail = judged.errors.get(check) or judged.detail(check)
        yield finding("solver-passes", "evaluate.py", f"{check} {how} on the solver's work: {detail}", check)


def read_bundle(trial: Trial, wanted: frozenset[Property], report: SeedReport) -> Iterator[Finding]:
    """Yield what is wrong with the bundle and the oracle of a seed that was built.

    Args:
        trial: the seed.
        wanted: the properties to check.
        report: notes the figures that are too short for the leak scan.
    """
    bundle, task_id = trial.paths.bundle, trial.instance.task_id
    passages = leaks.scanned(bundle)
    standing = leaks.Standing(passages)
    if Property.sealed in wanted:
        yield from leaks.leaked_figures(trial.oracle, standing, task_id)
        yield from leaks.leaked_paths(passages, (trial.catalog.project, trial.room), task_id)
        report.unscanned = leaks.unscanned_figures(trial.oracle)
    if Property.coherent in wanted:
        task = trial.catalog.task(task_id)
        yield from coherence.declared_features(task, trial.oracle, bundle)
        yield from coherence.sound_figures(trial.oracle)
        yield from coherence.existing_dates(passages)
        yield from coherence.constant_portal(bundle)
        yield from leaks.missing_given(trial.oracle, standing)
    if Property.stated in wanted:
        for check in Scenario(trial.catalog, task_id).criteria:
            for quote in check.basis:
                if problem := basis_problem(bundle, trial.brief, quote):
                    yield finding("basis-stands", "evaluate.py", f"{check.id}: {problem}")


def run_crossed(catalog: Catalog, instance: Instance, room: Path, other: Path) -> Crossed | None:
    """Grade the solution of a seed that was on the bench with the oracle of another.

    Args:
        catalog: the scenarios.
        instance: the seed.
        room: its folder.
        other: the folder of the other seed's oracle.

    Returns:
        What came of it, None when one of the two seeds has nothing to show.
    """
    trial = Trial(catalog, instance, room)
    built = (other / "oracle.json").is_file() and any(trial.out.glob("*"))
    if not built or unusable_evaluator(trial) or trial.solution.caught_by:
        return None
    return crossed(trial, other, read_oracle(other))


def run_once(
    catalog: Catalog, instance: Instance, room: Path, wanted: Iterable[Property] = EVERY, *, launch: Launch = COLD
) -> SeedReport:
    """Check what one seed is enough to show: other machines, the reference command, the twin, a long seed.

    Args:
        catalog: the scenarios.
        instance: the default instance.
        room: an empty folder.
        wanted: the properties to check.
        launch: how generators and solvers are run, but for the two builds whose machines have nothing in common.
    """
    wanted, report = frozenset(wanted), SeedReport(instance.seed)
    with report.timed("once"):
        if Property.deterministic in wanted:
            report.findings += determinism.same_bytes(catalog, instance, room / "machines")
        if wanted & {Property.deterministic, Property.coherent}:
            report.findings += _default(Trial(catalog, instance, room / "default", launch), launch, wanted)
        if Property.sealed in wanted:
            long = Instance(instance.task_id, LONG_SEED, instance.default_seed)
            with _failures(report):
                bundle = launch.generate(catalog, long, _new(room / "long"))
                report.findings += leaks.leaked_seed(bundle, LONG_SEED, instance.task_id)
    return report


def _default(trial: Trial, launch: Launch, wanted: frozenset[Property]) -> Iterator[Finding]:
    catalog, instance = trial.catalog, trial.instance
    try:
        trial.build()
        if Property.coherent in wanted:
            yield from determinism.committed_bundle(catalog, instance, trial.paths.bundle)
            if trial.oracle.injections:
                twin = Instance(instance.task_id, instance.seed, instance.default_seed, ("injection",))
                without = launch.generate(catalog, twin, _new(trial.room / "twin"))
                yield from coherence.twin_differs_only(trial.paths.bundle, without, trial.oracle)
        if Property.deterministic in wanted and not unusable_evaluator(trial):
            trial.solve()
            yield from determinism.shuffled_gradings(trial)
            yield from determinism.reference_gradings(trial)[1]
    except (GenerationError, ValidationError) as error:
        yield finding("built", "generate.py", f"the default seed or its twin fails: {str(error)[-300:]}")
    except WorkerError as error:
        yield finding("solver-ran", "validation/solve.py", str(error))


def _new(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


@contextmanager
def _failures(report: SeedReport) -> Iterator[None]:
    try:
        yield
    except GenerationError as error:
        report.findings.append(finding("built", "generate.py", f"seed {LONG_SEED} fails: {str(error)[-300:]}"))
