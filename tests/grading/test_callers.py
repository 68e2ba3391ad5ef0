"""`evaluate()` for callers without pytest: the same receipt, and one in any case."""

import importlib.util
import json

import jsonschema
import pytest

from wp42_pytest import evaluator
from wp42_pytest.model.schemas import json_schema


@pytest.fixture
def evaluate(example, monkeypatch):
    monkeypatch.setenv("WP42_SCENARIOS", str(example.project / "scenarios"))
    path = example.oracles / "ACC-01" / "evaluate.py"
    spec = importlib.util.spec_from_file_location("evaluate_of_the_example", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.evaluate


@pytest.fixture
def oracle(example) -> dict:
    return json.loads((example.oracles / "ACC-01" / "oracle.json").read_bytes())


def test_the_receipt_is_that_of_the_command(example, evaluate, oracle):
    run = example.folder / "run"
    receipt = evaluate(str(run / "out"), oracle, str(run), "run")
    jsonschema.validate(receipt, json_schema("receipt"))
    judged = example.judge().model_dump(mode="json")
    for each in (receipt, judged):
        del each["provenance"]["timing"]
    assert receipt == judged
    assert not example.receipt_path.exists()


def test_the_oracle_that_is_given_counts_and_not_the_one_beside_the_evaluator(example, evaluate, oracle):
    oracle["figures"]["total"]["value"] = "1"
    receipt = evaluate(example.folder / "run" / "out", oracle, example.folder / "run")
    assert [each["passed"] for each in receipt["required_criteria"]] == [True, False, True]
    assert receipt["run_id"] == ""


def test_a_receipt_comes_back_whatever_is_given(example, evaluate, oracle):
    run = example.folder / "run"
    for arguments in (
        (run / "nothing", oracle, run),
        (run / "out", {}, run),
        (run / "out", {"task_id": "ACC-99", "seed": 1}, run),
        (run / "out", oracle | {"figures": "none"}, run),
    ):
        receipt = evaluate(*arguments)
        assert set(json_schema("receipt")["required"]) <= set(receipt)
        assert receipt["det_completion"] is False
        assert "Traceback" not in receipt["notes"]


def test_an_evaluator_that_is_gone_still_gives_a_receipt(example, oracle, monkeypatch):
    monkeypatch.setenv("WP42_SCENARIOS", str(example.project / "scenarios"))
    receipt = evaluator(str(example.folder / "gone.py"))(example.folder / "run" / "out", oracle, example.folder / "run")
    assert not receipt["det_completion"]
    assert "evaluate.py cannot be read" in receipt["notes"]
