"""What changed between two gradings of the same runs, by criterion."""

import shutil

import pytest

from wp42_pytest.grading.diff import compare
from wp42_pytest.grading.inventory import Inventory
from wp42_pytest.grading.markers import Declared, Kind
from wp42_pytest.grading.receipt import Context, receipt_from_verdicts
from wp42_pytest.grading.typed import WrongUseError
from wp42_pytest.grading.verdict import Outcome, Verdict
from wp42_pytest.grading.writing import write_receipt

INVENTORY = Inventory(
    (
        Declared("R01", Kind.criterion, "test_a", "First.", 0.5),
        Declared("R02", Kind.criterion, "test_b", "Second.", 0.5),
        Declared("V01", Kind.violation, "test_v", "Violation."),
    )
)
MET, NOT_MET, ERROR = Verdict(Outcome.met), Verdict(Outcome.not_met, "found 1"), Verdict(Outcome.error, "", "KeyError")


def receipt(run, *verdicts, version="1+a", at="2026-01-01T00:00:00"):
    context = Context("ACC-01", run, "ACC-01@7", 7, version, completion_status="completed", graded_at=at)
    named = dict(zip(("R01", "R02", "V01"), verdicts, strict=True))
    return receipt_from_verdicts(named, INVENTORY, context)


@pytest.fixture
def graded(tmp_path):
    def write(name, *made):
        for each in made:
            folder = tmp_path / name / each.run_id
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "run.json").touch()
            write_receipt(folder / "receipt.json", each)
        return tmp_path / name

    return write


def test_changes_are_told_by_check_with_the_runs_below(graded):
    before = graded(
        "a", receipt("r1", MET, MET, MET), receipt("r2", MET, MET, MET), receipt("r3", NOT_MET, MET, NOT_MET)
    )
    after = graded(
        "b",
        receipt("r1", MET, NOT_MET, MET, version="1+b"),
        receipt("r2", MET, NOT_MET, MET, version="1+b"),
        receipt("r3", NOT_MET, MET, ERROR, version="1+b"),
    )
    assert compare(before, after).lines() == [
        "R02: met → not met in 2 runs",
        "  ACC-01@7 r1: found 1",
        "  ACC-01@7 r2: found 1",
        "V01: violated → not judged in 1 runs",
        "  ACC-01@7 r3",
        "det_completion: true → false in 2 runs",
        "  ACC-01@7 r1",
        "  ACC-01@7 r2",
        "det_score: 1.0000 → 0.5000 in 2 runs",
        "  ACC-01@7 r1",
        "  ACC-01@7 r2",
        "evaluator 1+a → 1+b in 3 runs",
        "3 runs compared, 7 verdicts changed in 3 of them",
    ]


def test_equal_gradings_have_no_difference(graded):
    one = graded("a", receipt("r1", MET, NOT_MET, NOT_MET))
    two = graded("b", receipt("r1", MET, NOT_MET, NOT_MET, at="2027-01-01T00:00:00"))
    assert compare(one, two).same
    assert compare(one / "r1" / "receipt.json", two).same


def test_runs_of_one_grading_only_are_named(graded):
    one = graded("a", receipt("r1", MET, MET, MET), receipt("r2", MET, MET, MET))
    two = graded("b", receipt("r1", MET, MET, MET), receipt("r3", MET, MET, MET))
    difference = compare(one, two)
    assert (difference.only_before, difference.only_after) == (["ACC-01@7 r2"], ["ACC-01@7 r3"])
    assert not difference.same


def test_without_a_second_grading_the_newest_former_receipts_are_compared(graded):
    runs = graded("a", receipt("r1", MET, NOT_MET, MET), receipt("new", MET, MET, MET))
    former = runs / "r1" / "receipts"
    former.mkdir()
    write_receipt(former / "old.json", receipt("r1", NOT_MET, NOT_MET, MET, at="2025-01-01T00:00:00"))
    write_receipt(former / "newer.json", receipt("r1", MET, MET, MET, at="2025-06-01T00:00:00"))
    (former / "unreadable.json").write_text("{")
    difference = compare(runs)
    assert difference.compared == 1
    assert {change.check for change in difference.changes} == {"R02", "det_completion", "det_score"}


def test_a_folder_of_receipts_is_compared_too_and_nothing_of_the_worker_is(graded, tmp_path):
    runs = graded("a", receipt("r1", MET, MET, MET))
    planted = runs / "r1" / "out"
    planted.mkdir()
    write_receipt(planted / "receipt.json", receipt("forged", MET, MET, MET))
    flat = tmp_path / "flat"
    flat.mkdir()
    shutil.copyfile(runs / "r1" / "receipt.json", flat / "any-name.json")
    difference = compare(runs, flat)
    assert difference.same
    assert difference.compared == 1


def test_nothing_to_compare_is_said(tmp_path):
    with pytest.raises(WrongUseError, match="holds no former receipts"):
        compare(tmp_path)
    with pytest.raises(WrongUseError, match="holds no receipts"):
        compare(tmp_path / "nothing", tmp_path)
