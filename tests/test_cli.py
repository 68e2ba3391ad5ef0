"""The commands, in the order in which a user meets them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from wp42_pytest.cli import main
from wp42_pytest.model.receipt import Receipt

PROJECT = Path(__file__).resolve().parent.parent
CASES = PROJECT / "tests" / "cases"


@pytest.fixture
def wp42(monkeypatch, capsys, tmp_path):
    """Run the command in this process; return its exit code, its output and its errors."""
    monkeypatch.chdir(PROJECT)
    monkeypatch.setenv("WP42_ORACLE_ROOT", str(tmp_path / "oracles"))
    monkeypatch.setenv("COLUMNS", "160")

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["wp42", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        shown = capsys.readouterr()
        return (code if isinstance(code, int) else 0), shown.out, shown.err

    return run


def test_list_names_every_scenario(wp42):
    code, out, _ = wp42("list")
    assert code == 0
    assert "ACC-01" in out
    assert "Month-end bank reconciliation" in out


def test_show_says_what_is_asked_and_given(wp42):
    code, out, _ = wp42("show", "acc-01")
    assert code == 0
    assert "out/reconciliation.xlsx (xlsx, with live formulas)" in out
    assert "inputs/bank_statement_2025-10.pdf" in out
    assert "38 dependent operations" in out


def test_an_unknown_task_names_close_ones_and_exits_with_2(wp42):
    code, _, err = wp42("show", "ACC-10")
    assert code == 2
    assert "Did you mean" in err
    assert "ACC-01" in err
    assert "Traceback" not in err


def test_generate_builds_bundle_and_oracle_where_told(wp42, tmp_path):
    code, out, _ = wp42("generate", "ACC-01", "--seed", 7, "--public-root", tmp_path / "public")
    assert code == 0
    assert str(tmp_path / "oracles" / "ACC-01@7") in out
    assert json.loads((tmp_path / "oracles" / "ACC-01@7" / "oracle.json").read_bytes())["seed"] == 7
    assert (tmp_path / "public" / "ACC-01@7" / "inputs").is_dir()


def test_generate_refuses_an_oracle_root_in_the_repository(wp42):
    code, _, err = wp42("generate", "ACC-01", "--oracle-root", PROJECT / "hidden")
    assert code == 2
    assert "oracle" in err
    assert not (PROJECT / "hidden").exists()


def test_stage_says_what_comes_next(wp42, tmp_path):
    code, out, _ = wp42("stage", "ACC-01", "--run-dir", tmp_path / "run")
    assert code == 0
    assert f"pytest --wp42-task=ACC-01 --wp42-out={tmp_path / 'run' / 'out'}" in out
    assert (tmp_path / "run" / "out").is_dir()


def test_schema_prints_what_is_committed(wp42):
    code, out, _ = wp42("schema", "receipt")
    assert code == 0
    assert out == (PROJECT / "wp42_pytest/model/receipt_schema.json").read_text(encoding="utf-8")


def test_a_file_that_is_no_receipt_is_named(wp42, tmp_path):
    (tmp_path / "receipt.json").write_text("{}", encoding="utf-8")
    code, _, err = wp42("receipt", tmp_path / "receipt.json")
    assert code == 2
    assert f"{tmp_path / 'receipt.json'} is not a receipt: task_id" in err
    code, _, err = wp42("receipt", tmp_path / "none.json")
    assert code == 2
    assert "cannot be read" in err


def test_read_shows_what_an_evaluator_sees(wp42):
    code, out, _ = wp42("read", CASES / "forged_cache.xlsx", CASES / "invisible.pdf")
    assert code == 0
    assert "=A1*2" in out
    assert "999" not in out
    assert "Visible: 10" in out
    assert out.index("[hidden]") < out.index("4242")


def test_read_prints_one_json_object_for_each_file_and_exits_with_1_when_one_is_refused(wp42, tmp_path):
    (tmp_path / "link.json").symlink_to(CASES / "bom.json")
    files = [CASES / "forged_cache.xlsx", CASES / "zipbomb.xlsx", CASES / "csv_renamed.xlsx", tmp_path / "link.json"]
    code, out, _ = wp42("read", "--json", *files)
    assert code == 1
    computed, bomb, renamed, link = map(json.loads, out.splitlines())
    assert (computed["kind"], computed["readable"], computed["reason"]) == ("xlsx", True, None)
    doubled = next(cell for cell in computed["sheets"][0]["cells"] if cell["cell"] == "B1")
    assert (doubled["value"], doubled["formula"], doubled["provenance"]) == ("4", "=A1*2", "computed")
    assert not bomb["readable"]
    assert bomb["reason"].startswith("archive beyond limits: ")
    assert (renamed["kind"], renamed["declared"], renamed["as_declared"]) == ("csv", "xlsx", False)
    assert not link["readable"]
    assert "symbolic link" in link["reason"]


def test_try_takes_a_scenario_from_seed_to_receipt_and_may_be_repeated(tmp_path):
    environment = {**os.environ, "WP42_ORACLE_ROOT": str(tmp_path / "oracles"), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "wp42_pytest.cli", "try", "ACC-01@7", "--run-dir", str(tmp_path / "run")]
    for _ in range(2):
        done = subprocess.run(
            command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    receipt = Receipt.model_validate_json((tmp_path / "run" / "receipt.json").read_bytes())
    assert receipt.det_completion
    assert receipt.det_score == 1.0
    for shown in ("building ACC-01@7", "staging", "reference worker", "grading: pytest", "det_score", "1.0000"):
        assert shown in done.stdout
    for row in receipt.required_criteria:
        # Listed once, by the session: what follows is the outcome alone.
        assert done.stdout.count(row.description) == 1
    assert str(tmp_path / "run" / "out" / "reconciliation.xlsx") in done.stdout


def test_try_replaces_no_folder_of_somebody_else(wp42, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "thesis.txt").write_text("keep me", encoding="utf-8")
    code, _, err = wp42("try", "ACC-01", "--run-dir", tmp_path / "run")
    assert code == 2
    assert "choose another --run-dir" in err
    assert (tmp_path / "run" / "thesis.txt").read_text(encoding="utf-8") == "keep me"
