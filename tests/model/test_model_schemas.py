"""The models and their committed JSON Schemas."""

import json
from pathlib import Path

import jsonschema
import pytest
from pydantic import ValidationError

from wp42_pytest.model.completion import Completion
from wp42_pytest.model.oracle import OracleFigure
from wp42_pytest.model.receipt import Receipt
from wp42_pytest.model.rubric import Rubric
from wp42_pytest.model.schemas import COMMITTED, MODELS, json_schema, schema_text
from wp42_pytest.model.task import Task

PROJECT = Path(__file__).resolve().parent.parent.parent

TASK = {
    "task_id": "ACC-01",
    "occupation": "accounting",
    "organisation": "Lachance & Morin CPA Inc. (fictional)",
    "title": "Month-end bank reconciliation and discrepancy report",
    "version": "1.0",
    "generator_seed": 42,
    "difficulty": "complex",
    "designed_dependency_depth": 38,
    "professional_minutes_estimate": 240,
    "required_deliverables": [
        {"path": "reconciliation.xlsx", "kind": "xlsx", "must_have_formulas": True},
        {"path": "management_report.docx", "kind": "docx"},
        {"path": "COMPLETION.json", "kind": "json"},
    ],
    "designed_features": {
        "planted_errors": 6,
        "prompt_injection": True,
        "missing_information": False,
        "requires_clarification": False,
        "interface_perturbation": False,
    },
    "applications_involved": ["spreadsheet", "word_processor", "pdf", "portal"],
    "time_limit_s": 1800,
    "budget_usd": 4.0,
}

RECEIPT = {
    "task_id": "ACC-01",
    "run_id": "r1",
    "evaluator_version": "1",
    "required_criteria": [
        {"id": "R01", "description": "Totals tie.", "passed": True, "weight": 1.0, "detail": ""},
    ],
    "critical_violations": [],
    "det_completion": True,
    "det_score": 1.0,
    "abstention": {"status": "completed", "justified": None},
    "notes": "",
}


@pytest.mark.parametrize("name", sorted(COMMITTED))
def test_committed_schemas_equal_the_models(name):
    assert (PROJECT / COMMITTED[name]).read_text(encoding="utf-8") == schema_text(name)


@pytest.mark.parametrize("name", sorted(MODELS))
def test_every_exported_schema_is_a_valid_schema(name):
    jsonschema.Draft202012Validator.check_schema(json_schema(name))


def test_the_specification_s_example_is_a_valid_task():
    assert Task.model_validate(TASK).designed_dependency_depth == 38


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"task_id": "XYZ-01"}, "task_id"),
        ({"task_id": "FIN-01"}, "does not belong to FIN-01"),
        ({"difficulty": "short"}, r"outside the band of a short task \(5 to 12\)"),
        ({"designed_dependency_depth": 41}, r"outside the band of a complex task \(25 to 40\)"),
        ({"organisation": "Lachance & Morin CPA Inc."}, "must end with"),
        ({"generator_seed": -1}, "generator_seed"),
        ({"generator_seed": 2**63}, "generator_seed"),
        ({"generator_seed": True}, "generator_seed"),
        ({"budget_usd": float("nan")}, "budget_usd"),
        ({"surprise": 1}, "surprise"),
        ({"required_deliverables": [{"path": "a.xlsx", "kind": "xlsx"}]}, "COMPLETION.json"),
        ({"required_deliverables": [{"path": "../a.xlsx", "kind": "xlsx"}]}, "relative path"),
    ],
)
def test_a_wrong_task_is_refused_with_the_field_and_the_rule(change, message):
    with pytest.raises(ValidationError, match=message):
        Task.model_validate({**TASK, **change})


def test_unknown_fields_of_worker_files_are_kept_and_of_our_own_refused():
    stated = Completion.model_validate({"status": "completed", "summary": "", "deliverables": [], "mood": "good"})
    assert stated.model_dump()["mood"] == "good"
    with pytest.raises(ValidationError, match="surprise"):
        Receipt.model_validate({**RECEIPT, "surprise": 1})


def test_completion_entries_may_be_sentences_or_objects():
    stated = Completion.model_validate(
        {
            "status": "abstained",
            "summary": "",
            "deliverables": [],
            "questions": ["Which?", {"id": 1, "question": "Who?"}],
        }
    )
    assert len(stated.questions) == 2


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "NaN", "-Infinity"])
def test_oracle_figures_are_finite(value):
    with pytest.raises(ValidationError):
        OracleFigure.model_validate({"value": value})


def test_receipts_take_the_specification_s_fields_alone_and_bound_the_detail():
    assert Receipt.model_validate(RECEIPT).provenance is None
    jsonschema.validate(RECEIPT, json.loads((PROJECT / COMMITTED["receipt"]).read_text(encoding="utf-8")))
    long = {**RECEIPT["required_criteria"][0], "detail": "x" * 501}
    with pytest.raises(ValidationError, match="detail"):
        Receipt.model_validate({**RECEIPT, "required_criteria": [long]})


def test_rubric_criteria_describe_the_five_levels():
    criterion = {"id": "Q01", "title": "Clear", "weight": 1, "anchors": {str(level): "text" for level in range(5)}}
    assert Rubric.model_validate({"task_id": "ACC-01", "version": "1", "criteria": [criterion]})
    with pytest.raises(ValidationError, match="levels 0 to 4"):
        Rubric.model_validate(
            {"task_id": "ACC-01", "version": "1", "criteria": [{**criterion, "anchors": {"0": "bad"}}]}
        )
