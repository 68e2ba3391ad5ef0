"""A sweep takes the seeds that it is told, shares the work out, and puts together what they showed."""

import json
import os
import subprocess
import sys

import pytest

from wp42_pytest.catalog import CatalogError, GenerationError
from wp42_pytest.validation.bench import SeedReport
from wp42_pytest.validation.crossing import Crossed
from wp42_pytest.validation.launch import WARM
from wp42_pytest.validation.properties import Property, finding
from wp42_pytest.validation.report import report_text, summary_of
from wp42_pytest.validation.share import TRIED_ON, shares
from wp42_pytest.validation.sweep import Validation, processes_of, properties_of, seeds_of
from wp42_pytest.validation.trial import Trial

TASK = "FIN-02"


@pytest.mark.parametrize(
    ("text", "seeds"),
    [("1:3", [42, 1, 2, 3]), ("7", [42, 7]), ("1:2,9", [42, 1, 2, 9]), ("default", [42]), ("41:43", [42, 41, 43])],
)
def test_the_default_seed_comes_first(text, seeds):
    assert seeds_of(text, 42) == seeds


@pytest.mark.parametrize("text", ["3:1", "a", "1-3"])
def test_text_that_names_no_seeds_is_refused_with_examples(text):
    with pytest.raises(CatalogError, match="write 1:20"):
        seeds_of(text, 42)


def test_processes_and_properties_are_read():
    assert processes_of("3") == 3
    assert processes_of("auto") == len(os.sched_getaffinity(0))
    with pytest.raises(CatalogError, match="auto"):
        processes_of("many")
    assert properties_of(["fair"]) == {Property.fair}
    assert properties_of(None) == frozenset(Property)
    with pytest.raises(CatalogError, match="sound"):
        properties_of(["fairness"])


@pytest.mark.parametrize("seeds", [1, 2, 6, 11, 21, 101])
def test_every_mutant_is_tried_on_the_default_seed_and_on_others(seeds):
    work = shares(seeds)
    assert work[0].is_whole
    for place in range(50):
        assert sum(share.takes(place) for share in work[1:]) >= min(seeds - 1, TRIED_ON)
    assert sum(share.takes(3) for share in work) <= 2 * TRIED_ON + 1


def test_findings_that_differ_in_numbers_alone_count_once_with_their_seeds():
    result = Validation(TASK, [42, 1], frozenset(Property))
    result.reports = [
        SeedReport(42, [finding("figure-standing", "FIN-02/a.csv", "total stands there as 12.50")]),
        SeedReport(1, [finding("figure-standing", "FIN-02/a.csv", "total stands there as 9,100.25")]),
    ]
    ((found, seeds),) = result.findings()
    assert (found.what, seeds) == ("total stands there as 12.50", [42, 1])
    assert result.failed() == {Property.sealed}
    text = report_text(result)
    assert "# Validation of FIN-02: not valid" in text
    assert "| sealed | **does not hold** |" in text
    assert "**figure-standing** (FIN-02/a.csv, seeds 42, 1)" in text
    summary = summary_of(result)
    assert summary["properties"]["sealed"] is False
    assert summary["findings"][0]["seeds"] == [42, 1]


@pytest.mark.parametrize(
    ("pairs", "passes", "found"), [(100, 1, False), (100, 2, False), (100, 3, True), (21, 1, True)]
)
def test_a_count_that_is_the_same_on_two_seeds_of_a_hundred_is_no_finding(pairs, passes, found):
    result = Validation(TASK, list(range(pairs)), frozenset(Property))
    passing = finding("crossed-passes", "evaluate.py", "R04 passes with the oracle of seed 56", "R04")
    result.crossed = {seed: Crossed(findings=[passing] if seed < passes else []) for seed in range(pairs)}
    assert result.valid is not found


def script(tmp_path, text):
    path = tmp_path / "program.py"
    path.write_text(text, encoding="utf-8")
    return path


FORK = """
import sys
from pathlib import Path
from wp42_pytest.validation.launch import forked
print(forked(Path(sys.argv[1]), ["a", "b"], Path(sys.argv[2]), 1))
"""


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("import sys, os; assert sys.argv[1:] == ['a', 'b']; assert 'PYTHONPATH' not in os.environ", "(0, '')"),
        ("import sys; sys.stderr.write('no ties'); raise SystemExit(3)", "(3, 'no ties')"),
        ("raise SystemExit('it does not tie')", "(1, "),
        ("1 / 0", "ZeroDivisionError"),
        ("import time; time.sleep(9)", "(-14, '')"),
    ],
)
def test_a_fork_of_a_warm_process_behaves_like_a_program_of_its_own(program, expected, tmp_path):
    arguments = [sys.executable, "-c", FORK, str(script(tmp_path, program)), str(tmp_path)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": "."})
    assert expected in done.stdout


def test_a_warm_build_gives_the_bytes_of_a_cold_one(broken, solved, tmp_path):
    code = (
        "import sys; from pathlib import Path; from wp42_pytest.catalog import Catalog; "
        "from wp42_pytest.validation.launch import WARM; from wp42_pytest.validation.trial import Trial; "
        "c = Catalog(Path(sys.argv[1])); t = Trial(c, c.instance('FIN-02@3'), Path(sys.argv[2]), WARM); t.build(); t.solve()"
    )
    subprocess.run([sys.executable, "-c", code, str(broken.catalog.scenarios), str(tmp_path / "warm")], check=True)
    warm = Trial(broken.catalog, solved.instance, tmp_path / "warm")
    for folder in ("bundle", "oracle"):
        ours, theirs = (
            {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
            for root in (getattr(warm.paths, folder), getattr(solved.paths, folder))
        )
        assert ours == theirs
    assert not warm.solution.caught_by


def test_a_generator_that_fails_in_a_fork_says_why(broken, tmp_path, monkeypatch):
    monkeypatch.setattr("wp42_pytest.validation.launch.forked", lambda *_: (1, "AssertionError: does not tie"))
    with pytest.raises(GenerationError, match="does not tie"):
        WARM.generate(broken.catalog, broken.catalog.instance(TASK), tmp_path)


def wp42(catalog, *arguments):
    command = [sys.executable, "-c", "from wp42_pytest.cli import main; main()", *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WP42_")}
    return subprocess.run(command, cwd=catalog.project, capture_output=True, text=True, check=False, env=environment)


def test_wp42_validate_proves_the_tiny_scenario_and_leaves_its_report(broken, tmp_path):
    account = broken.catalog.template_dir(TASK) / "validation" / "report.md"
    account.write_text("# What somebody found who did it by hand\n", encoding="utf-8")
    done = wp42(
        broken.catalog,
        *("validate", TASK, "--seeds", "1", "-n", "1", "--oracle-root", str(tmp_path / "oracles"), "--json"),
        *("--only", "sound", "--only", "crossed", "--only", "sealed"),
    )
    assert done.returncode == 0, done.stderr + done.stdout
    summary = json.loads(done.stdout)
    assert summary["valid"] is True
    assert summary["seeds"] == [42, 1]
    assert summary["properties"] == {"sound": True, "sealed": True, "crossed": True}
    assert summary["mutants"] > 30
    left = tmp_path / "oracles" / TASK / "validation"
    receipt = json.loads((left / "receipt.json").read_bytes())
    assert receipt["det_completion"] is True
    assert (left / "solution" / "claims_check.xlsx").is_file()
    assert json.loads((left / "summary.json").read_bytes()) == summary
    report = (left / "report.md").read_text(encoding="utf-8")
    assert "| M2 |" in report
    assert "## Where the time went" in report
    assert report.endswith("# What somebody found who did it by hand\n")


def test_wp42_validate_exits_1_and_reports_even_when_the_generator_fails(broken, tmp_path):
    broken.generator("    check(build, claims, figures)\n", "    raise ValueError('does not tie')\n")
    root = str(tmp_path / "oracles")
    done = wp42(
        broken.catalog, "validate", TASK, "--seeds", "default", "--only", "coherent", "--oracle-root", root, "-n", "1"
    )
    assert done.returncode == 1
    assert "does not hold" in done.stdout
    assert "does not tie" in (tmp_path / "oracles" / TASK / "validation" / "report.md").read_text(encoding="utf-8")
