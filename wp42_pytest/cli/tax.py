"""Commands on tax packages: a grade explained, configurations side by side, a judge validated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wp42_pytest.catalog import Catalog, CatalogError, oracle_root
from wp42_pytest.cli.app import OracleRoot, app

if TYPE_CHECKING:
    from wp42_pytest.tax1040.judge import Judge

tax = typer.Typer(no_args_is_help=True, help="Form 1040 packages (ACC-04): grades explained and compared.")
app.add_typer(tax, name="tax")

JudgeOption = Annotated[
    str | None,
    typer.Option("--judge", help="Ask this model of models.toml about leftovers; default: code alone decides."),
]
ModelsOption = Annotated[Path | None, typer.Option("--models", help="The models file.")]
Cache = Annotated[Path, typer.Option("--cache", help="Where a judge's answers are kept.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
DEFAULT_CACHE = Path(".wp42/judge")


def judge_of(name: str | None, models: Path | None, cache: Path) -> Judge | None:
    """Return the judge that is named, or None."""
    if name is None:
        return None
    from wp42_pytest.running.models import find_model
    from wp42_pytest.tax1040.judge_model import ModelJudge

    return ModelJudge(find_model(name, models), cache)


@tax.command()
def explain(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder with run.json, or a workspace.")],
    *,
    task: Annotated[str | None, typer.Option("--task", help="The instance, where there is no run.json.")] = None,
    oracles: OracleRoot = None,
    judge: JudgeOption = None,
    models: ModelsOption = None,
    cache: Cache = DEFAULT_CACHE,
    canonical: Annotated[
        bool, typer.Option("--canonical", help="Print the Form 1040 that the answer amounts to, as JSON.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Grade a run fact by fact and write facts.jsonl into it: class, place, expected, found, paper, trap."""
    import json

    from wp42_pytest.grading.resolve import run_record
    from wp42_pytest.reporting.tax import grade_view
    from wp42_pytest.reporting.terminal import console
    from wp42_pytest.tax1040.canonical import canonical as canonical_return
    from wp42_pytest.tax1040.forms import form_1040
    from wp42_pytest.tax1040.runs import FACTS_FILE, OracleReferences, answer_of, write_facts
    from wp42_pytest.tax1040.score import grade

    record = run_record(run)
    instance = task or (record.task if record else None)
    if instance is None:
        msg = f"{run} holds no run.json; name the instance with --task ACC-04@7"
        raise CatalogError(msg)
    answer = answer_of(run / "out")
    if canonical:
        typer.echo(json.dumps(form_1040(canonical_return(answer)), indent=2, ensure_ascii=False))
        return
    reference = OracleReferences(Catalog.find(), oracle_root(oracles))(instance)
    found = grade(answer, reference, judge_of(judge, models, cache))
    write_facts(run / FACTS_FILE, found.lines())
    if found.judgement is not None:
        kept = json.dumps(found.judgement.as_json(), ensure_ascii=False, indent=1)
        (run / "judge.json").write_text(kept, encoding="utf-8")
    if as_json:
        typer.echo(json.dumps({"instance": instance, **found.as_json()}, indent=2, ensure_ascii=False))
    else:
        console().print(grade_view(instance, found, run / FACTS_FILE))
    raise typer.Exit(0 if found.accepted else 3)


@tax.command()
def compare(
    runs: Annotated[Path, typer.Argument(metavar="RUNS", help="A folder of runs, or a .jsonl list of them.")],
    oracles: OracleRoot = None,
    judge: JudgeOption = None,
    models: ModelsOption = None,
    cache: Cache = DEFAULT_CACHE,
    *,
    as_json: AsJson = False,
) -> None:
    """Put configurations side by side on the returns for which each has an accepted grade."""
    import json

    from wp42_pytest.reporting.tax import comparison_view
    from wp42_pytest.reporting.terminal import console
    from wp42_pytest.tax1040.compare import compare as compared
    from wp42_pytest.tax1040.runs import OracleReferences, graded_runs

    references = OracleReferences(Catalog.find(), oracle_root(oracles))
    found = graded_runs(runs, references, judge_of(judge, models, cache))
    if not found:
        msg = f"there is no run on a tax package below {runs}"
        raise CatalogError(msg)
    comparison = compared(found)
    if as_json:
        typer.echo(json.dumps(comparison.as_json(), indent=2, ensure_ascii=False))
    else:
        console().print(comparison_view(comparison))


@tax.command("judge-check")
def judge_check(
    instances: Annotated[
        list[str], typer.Argument(metavar="TASK…", help="Instances whose oracles give the pairs, such as ACC-04@7.")
    ],
    *,
    oracles: OracleRoot = None,
    judge: JudgeOption = None,
    models: ModelsOption = None,
    cache: Cache = DEFAULT_CACHE,
    report: Annotated[Path | None, typer.Option("--report", help="Write the figures to this file as well.")] = None,
    as_json: AsJson = False,
) -> None:
    """Validate a judge on labelled pairs; exit 1 when one kind stays below 0.98. Without --judge: plain rules."""
    import json

    from wp42_pytest.reporting.tax import agreement_view
    from wp42_pytest.reporting.terminal import console
    from wp42_pytest.tax1040.judge import prompt_sha256
    from wp42_pytest.tax1040.judge_check import RulesJudge, check
    from wp42_pytest.tax1040.judge_pairs import labelled_pairs
    from wp42_pytest.tax1040.runs import OracleReferences

    references = OracleReferences(Catalog.find(), oracle_root(oracles))
    asked = judge_of(judge, models, cache) or RulesJudge()
    rows = check(asked, (pair for each in instances for pair in labelled_pairs(references(each).returned)))
    said = {
        "model": asked.model,
        "prompt_sha256": prompt_sha256(),
        "instances": instances,
        "kinds": [row.as_json() for row in rows],
    }
    text = json.dumps(said, indent=2, ensure_ascii=False)
    if report is not None:
        report.write_text(text + "\n", encoding="utf-8")
    if as_json:
        typer.echo(text)
    else:
        console().print(agreement_view(asked.model, rows))
    raise typer.Exit(int(not all(row.good for row in rows)))
