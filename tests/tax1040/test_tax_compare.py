"""Configurations are compared on the same returns, and what is left out is said."""

import json
import sys

import pytest
from households import couple, records_of

from wp42_pytest.cli import main
from wp42_pytest.model.oracle import Oracle
from wp42_pytest.model.run import ExitReason, RunRecord
from wp42_pytest.tax1040.compare import compare, interval
from wp42_pytest.tax1040.runs import GradedRun, configuration, graded_runs
from wp42_pytest.tax1040.score import Grade, Reference, grade

TRAPS = [
    {
        "trap": 17,
        "name": "direct-rollover",
        "decisive_file": "inputs/sources/current_year/1099-R.pdf",
        "path": "1099-R#1.box2a_taxable",
        "right": 0,
        "wrong": 15000,
    },
    {
        "trap": 41,
        "name": "not-on-this-return",
        "decisive_file": "inputs/sources/current_year/1099-INT Nora.pdf",
        "path": "1099-INT Nora",
        "right": None,
        "wrong": 55,
    },
]
FACTS = couple() | {"traps": TRAPS, "sources": {"1099-R#1": ["inputs/sources/current_year/1099-R.pdf"]}}
REFERENCE = Reference.of(FACTS)
NORA = {"classification": "1099-INT", "owner": "T", "payer_name": "Tern Trust Bank", "box1_interest": 55}


def careless():
    answer = couple()
    records_of(answer, "1099-R")[0]["box2a_taxable"] = 15000
    answer["records"].append(NORA)
    return answer


def graded(name, instance, answer):
    return GradedRun(name, instance, f"/runs/{name}", grade(answer, REFERENCE))


def test_a_grade_says_which_traps_were_fallen_into():
    found = grade(careless(), REFERENCE)
    rollover, nora = found.traps
    assert (rollover.avoided, rollover.fell) == (False, True)
    assert (nora.avoided, nora.fell) == (False, True)
    row = next(row for row in found.rows if row.trap == "direct-rollover")
    assert (row.expected, row.found, row.sources) == (0, 15000, ("inputs/sources/current_year/1099-R.pdf",))
    assert all(trap.avoided and not trap.fell for trap in grade(couple(), REFERENCE).traps)


def test_each_return_weighs_the_same_however_many_runs_and_facts_it_has():
    runs = [
        graded("good", "ACC-04@1", couple()),
        graded("good", "ACC-04@1", {"records": []}),
        graded("good", "ACC-04@2", couple()),
        graded("poor", "ACC-04@1", {"records": []}),
        graded("poor", "ACC-04@2", None),
    ]
    found = compare(runs)
    good, poor = found.standings
    assert (good.name, good.accuracy) == ("good", pytest.approx(0.75))
    assert (poor.name, poor.accuracy, poor.invalid) == ("poor", 0.0, 0.5)
    assert good.by_return == {"ACC-04@1": 0.5, "ACC-04@2": 1.0}
    assert good.exact == pytest.approx(2 / 3)
    assert found.differences[0].mean == pytest.approx(0.75)


def test_a_return_without_an_accepted_grade_for_every_configuration_is_left_out_and_named():
    refused = Grade(grade(couple(), REFERENCE).tally, (), {}, faults=("made for this test",))
    runs = [
        graded("one", "ACC-04@1", couple()),
        graded("two", "ACC-04@1", couple()),
        graded("one", "ACC-04@2", couple()),
        GradedRun("two", "ACC-04@2", "", refused, "made for this test"),
        graded("one", "ACC-04@3", couple()),
    ]
    found = compare(runs)
    assert found.returns == ("ACC-04@1",)
    assert found.dropped == {"ACC-04@2": ("two: made for this test",), "ACC-04@3": ("two: there is no run",)}
    assert found.runs == {"one": 3, "two": 2}


def test_an_answer_that_cannot_be_read_counts_as_nothing_right_and_drops_nothing():
    found = compare([graded("one", "ACC-04@1", None), graded("two", "ACC-04@1", couple())])
    assert found.returns == ("ACC-04@1",)
    assert found.standings[1].accuracy == 0.0


def test_traps_and_types_are_counted_for_each_configuration():
    found = compare([graded("careless", "ACC-04@1", careless()), graded("careful", "ACC-04@1", couple())])
    careful, other = found.standings
    assert careful.traps == {"direct-rollover": (1, 1), "not-on-this-return": (1, 1)}
    assert other.traps == {"direct-rollover": (1, 0), "not-on-this-return": (1, 0)}
    assert other.by_type["1099-R"].incorrect == 1
    assert other.by_type["1099-INT"].extra == 3


def test_amounts_within_five_dollars_count_in_the_lenient_column_alone():
    answer = couple()
    records_of(answer, "1098")[0]["box1_mortgage_interest"] += 4
    records_of(answer, "Schedule E")[0]["fair_rental_days"] += 4
    (standing,) = compare([graded("near", "ACC-04@1", answer)]).standings
    assert standing.tally.incorrect == 2
    assert standing.nearly == pytest.approx(131 / 132)


def test_intervals_are_the_same_every_time_and_hold_the_mean():
    values = [0.5, 0.75, 0.9, 1.0, 0.6]
    low, high = interval(values)
    assert interval(values) == (low, high)
    assert low < sum(values) / 5 < high
    assert interval([0.8]) == (0.8, 0.8)


def test_a_configuration_is_worker_model_and_arm():
    record = RunRecord(run_id="r", task="ACC-04@1", worker="pi", model="lab/large", arm="T1")
    assert configuration(record) == "pi lab/large @ T1"
    assert configuration(RunRecord(run_id="r", task="ACC-04@1")) == "unnamed"


@pytest.fixture
def runs(tmp_path):
    """Runs of two configurations on one return, and an oracle; return both folders."""
    folder = tmp_path / "runs"

    def run(name, worker, answer, task="ACC-04@7", reason=ExitReason.finished):
        out = folder / name / "out"
        out.mkdir(parents=True)
        record = RunRecord(run_id=name, task=task, worker=worker, arm="A2", exit_reason=reason)
        (folder / name / "run.json").write_text(record.model_dump_json())
        if answer is not None:
            (out / "records.json").write_text(answer if isinstance(answer, str) else json.dumps(answer))

    run("a", "careful", couple())
    run("b", "careless", careless())
    run("c", "careful", "{not JSON", task="ACC-04@7")
    run("d", "other", couple(), task="ACC-01@7")
    run("e", "careless", None, reason=ExitReason.infrastructure_error)
    oracles = tmp_path / "oracles"
    (oracles / "ACC-04@7").mkdir(parents=True)
    oracle = Oracle(task_id="ACC-04", seed=7, bundle={}, figures={}, facts=FACTS)
    (oracles / "ACC-04@7" / "oracle.json").write_text(oracle.model_dump_json())
    return folder, oracles


@pytest.fixture
def wp42(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["wp42", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = capsys.readouterr()
        return ended.value.code or 0, shown.out, shown.err

    return run


def test_runs_of_other_scenarios_are_not_looked_at_and_faults_of_ours_do_not_count(runs):
    found = graded_runs(runs[0], lambda instance: REFERENCE)
    assert [(run.configuration, run.accepted) for run in found] == [
        ("careful @ A2", True),
        ("careless @ A2", True),
        ("careful @ A2", True),
        ("careless @ A2", False),
    ]
    assert "fault of ours" in found[3].reason


def test_compare_prints_tables_and_json(wp42, runs):
    folder, oracles = runs
    code, shown, _ = wp42("tax", "compare", folder, "--oracle-root", oracles)
    assert code == 0
    for words in ("careful @ A2", "careless @ A2", "direct-rollover", "returns left out: 0", "1099-INT"):
        assert words in shown
    code, shown, _ = wp42("tax", "compare", folder, "--oracle-root", oracles, "--json")
    said = json.loads(shown)
    assert code == 0
    assert said["returns"] == ["ACC-04@7"]
    assert {each["name"]: each["invalid_answers"] for each in said["configurations"]} == {
        "careful @ A2": 0.5,
        "careless @ A2": 0.0,
    }


def test_explain_writes_every_fact_into_the_run(wp42, runs):
    folder, oracles = runs
    code, shown, _ = wp42("tax", "explain", folder / "b", "--oracle-root", oracles)
    assert code == 0
    assert "direct-rollover" in shown
    lines = [json.loads(line) for line in (folder / "b" / "facts.jsonl").read_text().splitlines()]
    assert len(lines) == 132 + 3
    assert lines[0]["outcome"] == "incorrect"
    assert lines[0]["trap"] == "direct-rollover"
    assert lines[0]["found"] == 15000
    code, shown, _ = wp42("tax", "explain", folder / "b", "--oracle-root", oracles, "--json")
    assert json.loads(shown)["extra"] == 3
    code, shown, _ = wp42("tax", "explain", folder / "b", "--canonical")
    assert json.loads(shown)["forms"]["Form 1040"]["lines"]["5b"] == 15000


def test_judge_check_writes_its_report_and_says_when_a_judge_is_not_good_enough(wp42, runs, tmp_path):
    _, oracles = runs
    report = tmp_path / "judge.json"
    code, shown, _ = wp42("tax", "judge-check", "ACC-04@7", "--oracle-root", oracles, "--report", report)
    assert code == 1
    assert "renamed" in shown
    assert {row["kind"] for row in json.loads(report.read_text())["kinds"]} >= {"renamed", "split", "all"}


def test_what_is_missing_is_said_in_one_line(wp42, runs, tmp_path):
    folder, oracles = runs
    code, _, err = wp42("tax", "explain", folder / "a", "--oracle-root", tmp_path / "none")
    assert code == 2
    assert "wp42 generate ACC-04@7" in err
    empty = tmp_path / "empty"
    empty.mkdir()
    code, _, err = wp42("tax", "compare", empty, "--oracle-root", oracles)
    assert code == 2
    assert "no run on a tax package" in err
    code, _, err = wp42("tax", "explain", empty, "--oracle-root", oracles)
    assert code == 2
    assert "--task" in err
