"""Receipts from pytest-json-report's report: no row that lies, and none that is missing, makes a verdict."""

import json

import pytest

from wp42_pytest.grading.inventory import Inventory
from wp42_pytest.grading.markers import Declared, Kind
from wp42_pytest.grading.receipt import Context, receipt_from_report
from wp42_pytest.grading.writing import receipt_text
from wp42_pytest.model.schemas import json_schema

INVENTORY = Inventory(
    (
        Declared("R01", Kind.criterion, "test_a", "First.", 0.75),
        Declared("V01", Kind.violation, "test_v", "Violation."),
        Declared("R02", Kind.criterion, "test_b", "Second.", 0.25),
    )
)
CONTEXT = Context("ACC-01", "run-1", "ACC-01", 42, "0.1.0+abc", completion_status="completed")


def row(function: str, outcome: str = "passed", verdict: str | None = "met", **changes):
    made = {"nodeid": f"evaluate.py::{function}", "outcome": outcome}
    made |= {phase: {"outcome": "passed"} for phase in ("setup", "call", "teardown")}
    if outcome == "failed":
        made["call"] = {"outcome": "failed"}
    if verdict is not None:
        made["user_properties"] = [
            {"wp42": {"outcome": verdict, "detail": f"{function} said", "cause": "KeyError: 'x'"}}
        ]
    made |= changes
    return {key: value for key, value in made.items() if value is not None}


def receipt(*rows, problems=(), context=CONTEXT, inventory=INVENTORY, **report):
    return receipt_from_report({"tests": list(rows), **report}, inventory, context, problems)


def test_all_met_and_no_violation_is_completed():
    made = receipt(row("test_a"), row("test_b"), row("test_v"))
    assert made.det_completion
    assert made.det_score == 1.0
    assert made.critical_violations == []
    assert made.provenance.complete
    assert made.notes == ""


def test_the_score_is_the_share_of_the_declared_weight():
    made = receipt(row("test_a"), row("test_b", "failed", "not met"), row("test_v"))
    assert made.det_score == 0.75
    assert not made.det_completion
    assert made.provenance.complete
    assert [(each.id, each.passed, each.detail) for each in made.required_criteria] == [
        ("R01", True, "test_a said"),
        ("R02", False, "test_b said"),
    ]


def test_a_violation_that_was_found_prevents_completion_but_not_the_score():
    made = receipt(row("test_a"), row("test_b"), row("test_v", "failed", "not met"))
    assert [(each.id, each.detail) for each in made.critical_violations] == [("V01", "test_v said")]
    assert made.det_score == 1.0
    assert not made.det_completion


LYING_ROWS = {
    "a row that says passed after an abort in mid-call": row("test_a", verdict=None, call=None, teardown=None),
    "a row whose call is missing": row("test_a", call=None),
    "a row whose teardown failed": row("test_a", "error", teardown={"outcome": "failed"}),
    "a row of a process that died": row("test_a", "failed", None, **{"???": {"outcome": "failed"}}),
    "a row of a process that died, marked as passed": row("test_a", "passed", "met", **{"???": {"outcome": "failed"}}),
    "a row without the session's own verdict": row("test_a", verdict=None),
    "a skipped row": row("test_a", "skipped", call={"outcome": "skipped"}),
    "an expected failure": row("test_a", "xfailed", call={"outcome": "skipped"}),
    "an unexpected pass": row("test_a", "xpassed"),
    "subtests that passed": row("test_a", "subtests passed"),
    "a row whose setup failed": row("test_a", "error", None, setup={"outcome": "failed"}, call=None),
    "no row": None,
    "a verdict that is no verdict": row("test_a", verdict="certainly"),
    "a verdict of the wrong shape": row("test_a", user_properties=[{"wp42": ["met"]}]),
    "an error inside the evaluator": row("test_a", "failed", "error"),
}


@pytest.mark.parametrize("what", LYING_ROWS)
def test_nothing_but_three_passed_phases_and_a_verdict_is_a_pass(what):
    rows = [each for each in (LYING_ROWS[what], row("test_b"), row("test_v")) if each]
    made = receipt(*rows)
    assert [result.id for result in made.required_criteria] == ["R01", "R02"]
    assert not made.required_criteria[0].passed
    assert made.det_score == 0.25
    assert not made.det_completion
    assert made.provenance.unknown == ["R01"]
    assert not made.provenance.complete
    assert made.notes.startswith("evaluator error: R01: ")


def test_an_unrun_violation_check_is_unknown_and_fails_closed():
    made = receipt(row("test_a"), row("test_b"))
    assert made.critical_violations == []
    assert made.provenance.unknown == ["V01"]
    assert made.det_score == 1.0
    assert not made.det_completion
    assert "V01: not run" in made.notes


def test_a_violation_check_without_a_file_to_look_at_is_noted_and_found_nothing():
    made = receipt(row("test_a"), row("test_b"), row("test_v", verdict="moot"))
    assert made.critical_violations == []
    assert made.provenance.complete
    assert made.notes == "V01 had nothing to look at: test_v said"


def test_an_empty_report_keeps_the_whole_denominator():
    made = receipt(problems=["it was still running after 300 s"])
    assert [(each.id, each.weight, each.passed) for each in made.required_criteria] == [
        ("R01", 0.75, False),
        ("R02", 0.25, False),
    ]
    assert made.det_score == 0.0
    assert made.provenance.unknown == ["R01", "V01", "R02"]
    assert made.notes.splitlines() == [
        "evaluator error: it was still running after 300 s",
        "evaluator error: R01, V01, R02: not run",
    ]


def test_an_evaluator_without_checks_completes_nothing():
    made = receipt(inventory=Inventory())
    assert not made.det_completion
    assert made.det_score == 0.0
    assert not made.provenance.complete


def test_a_failed_collection_is_told_without_its_traceback():
    longrepr = "evaluate.py:3: in <module>\n    import nothing\nE   ModuleNotFoundError: No module named 'nothing'"
    made = receipt(collectors=[{"outcome": "passed"}, {"outcome": "failed", "longrepr": longrepr}])
    assert made.notes.splitlines()[0] == (
        "evaluator error: evaluate.py cannot be collected: ModuleNotFoundError: No module named 'nothing'"
    )


def test_rows_that_are_no_declared_check_make_the_receipt_incomplete():
    made = receipt(row("test_a"), row("test_b"), row("test_v"), row("test_stray"))
    assert not made.det_completion
    assert "test_stray" in made.notes


def test_metrics_are_finite_numbers_only():
    values = {"good": 0.5, "nan": float("nan"), "text": "1", "flag": True, "none": None, "list": [1]}
    properties = [{"wp42": {"outcome": "met", "detail": "", "cause": "", "metrics": values}}]
    made = receipt(row("test_a", user_properties=properties), row("test_b"), row("test_v"))
    assert made.metrics == {"good": 0.5}


@pytest.mark.parametrize(
    ("status", "requires", "justified"),
    [
        ("completed", True, None),
        ("needs_clarification", True, True),
        ("needs_clarification", False, False),
        ("abstained", True, True),
        ("abstained", False, False),
        ("missing", True, None),
        ("invalid", False, None),
    ],
)
def test_only_a_worker_that_declined_can_have_been_right_to(status, requires, justified):
    context = Context("ACC-01", "r", "ACC-01", 42, "v", completion_status=status, requires_clarification=requires)
    made = receipt(row("test_a"), context=context)
    assert made.abstention.status == status
    assert made.abstention.justified is justified


def test_a_detail_and_the_notes_are_bounded_and_printable():
    long = {"outcome": "not met", "detail": "a\x00b\n\ud800" + "x" * 9000, "cause": ""}
    error = {"outcome": "error", "detail": "", "cause": "y" * 9000}
    made = receipt(
        row("test_a", "failed", user_properties=[{"wp42": long}]),
        row("test_b", "failed", user_properties=[{"wp42": error}]),
        problems=["z" * 9000],
    )
    detail = made.required_criteria[0].detail
    assert detail.startswith("a b x")
    assert len(detail) == 500
    assert len(made.notes) <= 4000
    receipt_text(made).encode("utf-8")


def test_a_receipt_follows_its_schema(tmp_path):
    import jsonschema

    made = receipt(row("test_a"), row("test_b", "failed", "not met"), row("test_v", "failed", "not met"))
    jsonschema.validate(json.loads(receipt_text(made)), json_schema("receipt"))
