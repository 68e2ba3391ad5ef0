"""Grading in this process gives the receipts of the reference command."""

import os
import shutil

import pytest

from wp42_pytest.grading.order import DEFAULT_LIMIT_S
from wp42_pytest.grading.reference import grade
from wp42_pytest.grading.resolve import grading_of
from wp42_pytest.validation.determinism import plain_receipt
from wp42_pytest.validation.judge import judge
from wp42_pytest.validation.mutants import M_ABSTAIN, M_TAMPER
from wp42_pytest.validation.soundness import author_list


def nothing(workspace):
    return None


def edits(trial):
    mutants = author_list(trial.catalog.template_dir("FIN-02"), "validation/mutants.py", "MUTANTS")
    return {"solution": nothing, "M-ABSTAIN": M_ABSTAIN.apply, "M-TAMPER": M_TAMPER.apply, "M2": mutants[1].apply}


@pytest.mark.parametrize("name", ["solution", "M-ABSTAIN", "M-TAMPER", "M2"])
def test_the_receipt_equals_that_of_the_sealed_reference_command(name, solved, tmp_path):
    workspace = tmp_path / "work"
    shutil.copytree(solved.paths.workspace, workspace)
    edits(solved)[name](workspace)
    order = solved.order(workspace)
    quiet = os.open(os.devnull, os.O_WRONLY)
    try:
        reference = grade(grading_of(order), DEFAULT_LIMIT_S, output=quiet)
    finally:
        os.close(quiet)
    assert plain_receipt(judge(order).receipt) == plain_receipt(reference)


def test_what_a_check_asks_and_compares_is_noted(solved):
    judged = solved.solution
    assert judged.reads["R03"] == {"fact repeated", "figure repeated_claimed"}
    assert judged.reads["R00"] == frozenset()
    assert judged.compares["R01"] == {"total_payable"}
    assert judged.compares["R06"] == frozenset()
