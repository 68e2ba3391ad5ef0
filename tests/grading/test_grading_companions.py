"""An evaluator in several files is judged like one in a single file, and a change of any of them is seen."""

import hashlib
import importlib.util
import json
import subprocess

from wp42_pytest.grading.case import evaluator_digest
from wp42_pytest.grading.order import EVALUATOR

BODY = """
from wp42_pytest import companion

reading = companion(__file__, "reading")
currency = reading.currency


@pytest.mark.criterion("R02", weight=0.3, basis="the total of the ledger")
def test_R02_currency(out):
    \"\"\"The currency is named.\"\"\"
    assert currency(out)
"""

READING = """
from dataclasses import dataclass

from wp42_pytest import companion
from wp42_pytest.evidence import NotMet

CURRENCY = companion(__file__, "wording").CURRENCY
SEEN = []


@dataclass
class Total:
    currency: "str"


def currency(out):
    SEEN.append(out)
    assert len(SEEN) == 1, "what another run left is still there"
    found = Total(out.json("total.json").get("currency", ""))
    if not found.currency:
        raise NotMet("total.json names no currency")
    assert found.currency == CURRENCY
    return True
"""

NO_CURRENCY = {"total.json": json.dumps({"total": 123.45})}
US = {"total.json": json.dumps({"total": 123.45, "currency": "USD"})}


def split(example, currency="CAD", name="ACC-01"):
    """Let the evaluator of an oracle have companions, which ask for a currency."""
    folder = example.oracles / name
    if not folder.exists():
        folder.mkdir()
        oracle = json.loads((example.oracles / "ACC-01" / "oracle.json").read_bytes())
        (folder / "oracle.json").write_text(json.dumps(oracle | {"seed": int(name.partition("@")[2])}))
    example.evaluator(BODY)
    (folder / EVALUATOR).write_bytes((example.oracles / "ACC-01" / EVALUATOR).read_bytes())
    (folder / "reading.py").write_text(READING)
    (folder / "wording.py").write_text(f'CURRENCY = "{currency}"\n')
    return folder


def verdict(receipt, name="R02"):
    found = next(each for each in receipt["required_criteria"] if each["id"] == name)
    return found["passed"], found["detail"]


def without_timing(receipt):
    del receipt["provenance"]["timing"]
    return receipt


def bulk_receipt(example, name):
    return json.loads((example.folder / "runs" / name / "receipt.json").read_bytes())


def test_the_sealed_session_judges_with_companions_and_tells_what_they_found(example):
    folder = split(example)
    assert example.judge().det_completion
    example.run(NO_CURRENCY)
    assert verdict(example.judge().model_dump()) == (False, "total.json names no currency")
    example.run(US)
    receipt = example.judge()
    assert verdict(receipt.model_dump()) == (False, "does not hold: 'USD' == 'CAD'")
    assert receipt.provenance.complete
    assert {path.name for path in folder.iterdir()} == {EVALUATOR, "oracle.json", "reading.py", "wording.py"}


def test_a_bulk_session_gives_each_oracle_its_own_companions_and_each_run_fresh_ones(example):
    split(example, "CAD")
    split(example, "USD", "ACC-01@7")
    for number in range(2):
        example.recorded(f"cad-{number}")
        example.recorded(f"usd-{number}", task="ACC-01@7")
    example.recorded("us", US)
    done = example.bulk("-n", "1", "-v")
    assert done.returncode == 1, done.stdout + done.stderr
    for number in range(2):
        assert verdict(bulk_receipt(example, f"cad-{number}")) == (True, "")
        assert verdict(bulk_receipt(example, f"usd-{number}")) == (False, "does not hold: 'CAD' == 'USD'")
    versions = {bulk_receipt(example, f"{name}-0")["evaluator_version"] for name in ("cad", "usd")}
    assert len(versions) == 2
    example.run(US)
    alone = json.loads(example.judge().model_dump_json()) | {"run_id": "us"}
    bulk = bulk_receipt(example, "us")
    alone["provenance"]["labels"] = bulk["provenance"]["labels"]
    assert without_timing(bulk) == without_timing(alone)


def test_a_changed_companion_makes_receipts_stale_and_gives_another_version(example):
    folder = split(example)
    example.recorded("one")
    assert example.bulk().returncode == 0
    former = bulk_receipt(example, "one")
    assert "0 graded, 1 skipped" in example.bulk().stdout
    (folder / "wording.py").write_text('CURRENCY = "EUR"\n')
    done = example.bulk()
    assert "1 receipts were stale (evaluator changed 1)" in done.stdout
    present = bulk_receipt(example, "one")
    assert verdict(present) == (False, "does not hold: 'CAD' == 'EUR'")
    assert former["evaluator_version"] != present["evaluator_version"]
    assert former["provenance"]["evaluator_sha256"] != present["provenance"]["evaluator_sha256"]


def test_an_evaluator_without_companions_has_the_digest_of_its_file(example):
    path = example.oracles / "ACC-01" / EVALUATOR
    assert evaluator_digest(path) == hashlib.sha256(path.read_bytes()).hexdigest()
    assert evaluator_digest(path.with_name("gone.py")) is None
    assert example.judge().provenance.evaluator_sha256 == evaluator_digest(path)


def test_the_digest_of_an_evaluator_with_companions_is_that_of_their_list(example):
    folder = split(example)
    listed = subprocess.run("LC_ALL=C sha256sum *.py", shell=True, cwd=folder, capture_output=True, check=True).stdout
    digest = hashlib.sha256(listed).hexdigest()
    assert evaluator_digest(folder / EVALUATOR) == digest
    receipt = example.judge()
    assert receipt.provenance.evaluator_sha256 == digest
    assert receipt.evaluator_version.endswith(f"+{digest[:12]}")


def test_evaluate_without_pytest_judges_with_companions(example, monkeypatch):
    monkeypatch.setenv("WP42_SCENARIOS", str(example.project / "scenarios"))
    folder, run = split(example), example.folder / "run"
    spec = importlib.util.spec_from_file_location("evaluate_in_two_files", folder / EVALUATOR)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    oracle = json.loads((folder / "oracle.json").read_bytes())
    assert module.evaluate(run / "out", oracle, run)["det_completion"]
    example.run(NO_CURRENCY)
    assert verdict(module.evaluate(run / "out", oracle, run)) == (False, "total.json names no currency")


def test_a_companion_that_is_missing_is_our_fault_and_the_notes_name_it(example):
    folder = split(example)
    (folder / "reading.py").unlink()
    receipt = example.judge()
    assert (
        "evaluator error: evaluate.py cannot be collected: ImportError: there is no module 'reading'" in receipt.notes
    )
    assert not receipt.provenance.complete
    example.recorded("one")
    assert example.bulk().returncode == 3
    assert bulk_receipt(example, "one")["notes"] == receipt.notes
