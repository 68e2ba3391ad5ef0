"""Writes what validation found: a report to read, a summary for machines, the solver's receipt and work."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.catalog import Catalog, Instance
from wp42_pytest.validation.properties import MEANING, Property, property_of
from wp42_pytest.validation.trial import Trial

if TYPE_CHECKING:
    from wp42_pytest.validation.findings import Finding
    from wp42_pytest.validation.sweep import Validation

SEEDS_SHOWN = 8
MARK = {True: "holds", False: "**does not hold**"}


def write_report(catalog: Catalog, result: Validation, oracle_root: Path) -> Path:
    """Build the default instance's oracle, and write report, summary, receipt and solution into its `validation/`.

    What the authors tell of their own trials, the template's `validation/report.md`, follows what was measured.

    Args:
        catalog: the scenarios.
        result: what was found.
        oracle_root: where oracles are kept.

    Returns:
        The folder that was written.
    """
    default = catalog.task(result.task_id).generator_seed
    instance = Instance(result.task_id, default, default)
    target = catalog.oracle_dir(instance, oracle_root) / "validation"
    with tempfile.TemporaryDirectory(prefix="wp42-report-") as room:
        trial = Trial(catalog, instance, Path(room))
        if result.solution is not None and result.solution.receipt:
            trial.build()
            shutil.rmtree(target.parent, ignore_errors=True)
            shutil.copytree(trial.paths.oracle, target.parent)
            trial.solve()
            shutil.copytree(trial.out, target / "solution")
            receipt = json.dumps(result.solution.receipt, indent=2, ensure_ascii=False)
            (target / "receipt.json").write_text(receipt + "\n", encoding="utf-8")
    target.mkdir(parents=True, exist_ok=True)
    account = catalog.template_dir(result.task_id) / "validation" / "report.md"
    told = f"\n{account.read_text(encoding='utf-8')}" if account.is_file() else ""
    (target / "report.md").write_text(report_text(result) + told, encoding="utf-8")
    summary = json.dumps(summary_of(result), indent=2, ensure_ascii=False)
    (target / "summary.json").write_text(summary + "\n", encoding="utf-8")
    return target


def summary_of(result: Validation) -> dict[str, Any]:
    """Return the machine-readable summary."""
    failed = result.failed()
    findings: list[dict[str, Any]] = [
        {**found.as_dict(), "seeds": seeds, "property": property_of(found).value} for found, seeds in result.findings()
    ]
    return {
        "task_id": result.task_id,
        "valid": result.valid,
        "seeds": result.seeds,
        "properties": {each.value: each not in failed for each in Property if each in result.wanted},
        "findings": findings,
        "mutants": len(result.solution.matrix) if result.solution else 0,
        "variants": len(result.solution.variants) if result.solution else 0,
        "highest_null_score": max((score for report in result.reports for score in report.idle.values()), default=0.0),
        "highest_crossed_score": max((outcome.score for outcome in result.crossed.values()), default=0.0),
        "seconds": round(result.seconds, 1),
        "seconds_by_part": {part: round(spent, 1) for part, spent in seconds_by_part(result).items()},
    }


def seconds_by_part(result: Validation) -> dict[str, float]:
    """Return the time that each part took, summed over seeds and processes."""
    spent: Counter[str] = Counter()
    for report in [*result.reports, *([result.once] if result.once else [])]:
        spent.update(report.seconds)
    return dict(spent.most_common())


def evidence_of(result: Validation, each: Property) -> str:
    """Return in a few words what a verdict on a property rests on."""
    seeds = f"{len(result.seeds)} seed{'s' if len(result.seeds) > 1 else ''}"
    first = result.solution
    each_on = f"each on the default seed and every {result.stride}th" if result.stride > 1 else f"each on {seeds}"
    evidence = {
        Property.lint: "the files alone",
        Property.coherent: f"{seeds} built and read back",
        Property.deterministic: "two machines, three orders, pytest alone and under -n 2",
        Property.supported: f"the solver's work on {seeds}",
        Property.sound: f"{len(first.matrix) if first else 0} mutants, {each_on}",
        Property.idle: f"{len(first.idle) if first else 0} workers, {each_on}",
        Property.fair: f"{len(first.variants) if first else 0} variants, {each_on}",
        Property.stated: f"quotations looked up in {seeds}",
        Property.sealed: f"every string of {seeds}, and a long seed",
        Property.crossed: f"{len(result.crossed)} pairs of seeds",
    }
    return evidence[each]


def report_text(result: Validation) -> str:
    """Return the report as Markdown."""
    verdict = "valid" if result.valid else "not valid"
    lines = [f"# Validation of {result.task_id}: {verdict}", ""]
    lines += [f"Seeds: {_seeds(result.seeds)}. {result.seconds:.0f} s with {result.processes} process(es).", ""]
    for section in (_properties, _findings, _matrix, _idle, _variants, _crossed, _unscanned, _seconds):
        lines += section(result)
    return "\n".join(lines).rstrip() + "\n"


def _properties(result: Validation) -> Iterator[str]:
    failed = result.failed()
    yield from ("| property | verdict | what it says | evidence |", "| --- | --- | --- | --- |")
    for each in Property:
        if each in result.wanted:
            yield f"| {each.value} | {MARK[each not in failed]} | {MEANING[each]} | {evidence_of(result, each)} |"
    yield ""


def _findings(result: Validation) -> Iterator[str]:
    found = result.findings()
    if not found:
        return
    yield from ("## Findings", "")
    for finding, seeds in found:
        yield f"- **{finding.rule}** ({finding.file}{_on(seeds)}): {_inline(finding)}"
    yield ""


def _inline(finding: Finding) -> str:
    return f"{finding.what}. *Remedy: {finding.remedy}.*".replace("\n", " ")


def _on(seeds: list[int]) -> str:
    return f", seeds {_seeds(seeds)}" if seeds else ""


def _seeds(seeds: list[int]) -> str:
    shown = ", ".join(map(str, seeds[:SEEDS_SHOWN]))
    return shown if len(seeds) <= SEEDS_SHOWN else f"{shown}, … ({len(seeds)} in all)"


def _matrix(result: Validation) -> Iterator[str]:
    first = result.solution
    if first is None or not first.matrix:
        return
    yield from (f"## Mutation matrix of seed {first.seed}", "", "An x marks the check that catches the mutant.", "")
    yield f"| mutant | {' | '.join(first.checks)} | score | what |"
    yield f"| --- |{' --- |' * (len(first.checks) + 2)}"
    for name, caught in first.matrix.items():
        marks = " | ".join("x" if check in caught else "" for check in first.checks)
        yield f"| {name} | {marks} | {first.scores[name]:.2f} | {first.what[name]} |".replace("\n", " ")
    yield ""


def _idle(result: Validation) -> Iterator[str]:
    first = result.solution
    if first is None or not first.idle:
        return
    yield from ("## Workers without substance", "", "| worker | highest score over all seeds |", "| --- | --- |")
    for name in first.idle:
        yield f"| {name} | {max(report.idle.get(name, 0.0) for report in result.reports):.2f} |"
    yield ""


def _variants(result: Validation) -> Iterator[str]:
    first = result.solution
    if first is None or not first.variants:
        return
    yield from ("## Variants", "", f"Tried: {', '.join(first.variants)}.", "")


def _crossed(result: Validation) -> Iterator[str]:
    if not result.crossed:
        return
    yield from (
        "## Another seed's answers",
        "",
        "| seed | score | allowed | criteria equal by design |",
        "| --- | --- | --- | --- |",
    )
    for seed, outcome in sorted(result.crossed.items()):
        yield f"| {seed} | {outcome.score:.2f} | {outcome.allowed:.2f} | {', '.join(outcome.equal)} |"
    yield ""


def _unscanned(result: Validation) -> Iterator[str]:
    names = sorted({name for report in result.reports for name in report.unscanned})
    if names:
        yield from (
            "## Too short for the leak scan",
            "",
            f"{', '.join(names)}: fewer than four digits on some seed.",
            "",
        )


def _seconds(result: Validation) -> Iterator[str]:
    computed = sum(report.computed for report in [*result.reports, *([result.once] if result.once else [])])
    yield from ("## Where the time went", "", f"{computed:.0f} s of computing, the reader's children apart.", "")
    yield from ("| part | seconds on the clock, summed over processes |", "| --- | --- |")
    for part, spent in seconds_by_part(result).items():
        yield f"| {part} | {spent:.1f} |"
    yield ""
