"""The command that a user types: one run in, one receipt out, or an error that says what to do."""

import json

import jsonschema

from wp42_pytest.model.schemas import json_schema


def test_a_right_answer_is_completed_and_exits_0(example):
    done = example.command()
    assert done.returncode == 0, done.stdout + done.stderr
    receipt = example.receipt()
    jsonschema.validate(receipt, json_schema("receipt"))
    assert receipt["det_completion"]
    assert receipt["det_score"] == 1.0
    assert [each["id"] for each in receipt["required_criteria"]] == ["R00", "R01", "R02"]
    assert receipt["critical_violations"] == []
    assert receipt["abstention"] == {"status": "completed", "justified": None}
    assert receipt["notes"] == ""
    assert receipt["run_id"] == "run"
    provenance = receipt["provenance"]
    assert (provenance["instance"], provenance["seed"], provenance["complete"]) == ("ACC-01", 42, True)
    assert set(provenance["deliverables"]) == {"COMPLETION.json", "total.json"}
    assert provenance["versions"]["pytest"]
    assert "det_score 1.0000" in done.stdout


def test_a_wrong_answer_exits_1_and_says_what_was_found(example):
    example.run({"total.json": json.dumps({"total": 99})})
    done = example.command()
    assert done.returncode == 1, done.stdout + done.stderr
    details = {each["id"]: each["detail"] for each in example.receipt()["required_criteria"]}
    assert details["R01"] == "total in total.json is 99, not that of the ledger"
    assert details["R02"] == "does not hold: None == 'CAD'"
    assert "COMPLETION.json" in details["R00"]
