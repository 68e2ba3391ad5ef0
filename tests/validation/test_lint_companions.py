"""What an evaluator keeps in modules beside it is held to the same rules, and counts for the checks that call it."""

import pytest

from wp42_pytest.validation.judge import judge
from wp42_pytest.validation.lint.run import lint
from wp42_pytest.validation.lint.scenario import Scenario

TASK = "FIN-02"

EXCEPTIONS = '''def exceptions(out):
    """Return the exceptions as the worker lists them."""
    return out.workbook(WORKBOOK).sheet("Exceptions").table("Claim no", "Claimed", "Payable")
'''
TOTAL = (
    '    assert out.workbook(WORKBOOK).sheet("Summary").labelled("Total payable") == oracle.figure("total_payable")\n'
)
READING = f'''"""Reads the claims check."""

WORKBOOK = "claims_check.xlsx"


{EXCEPTIONS}

def pays(out, oracle):
{TOTAL}    return True
'''


def split(s, call="reading.pays(out, oracle)", reading=READING):
    """Move how the deliverables of the tiny scenario are read out of its evaluator."""
    s.companion(reading)
    s.evaluator(EXCEPTIONS, "exceptions = reading.exceptions\n")
    s.evaluator(TOTAL, f"    {call}\n")


def found(s):
    return {(finding.rule, finding.file.rpartition("/")[2]) for finding in lint(s.catalog, TASK)}


def test_an_evaluator_in_two_files_has_no_findings_and_judges_alike(broken, solved, bench):
    split(broken)
    assert lint(broken.catalog, TASK) == []
    trial = bench()
    judged = judge(trial.order(trial.paths.workspace))
    assert judged.caught_by == frozenset()
    assert judged.reads == solved.solution.reads
    assert judged.receipt.evaluator_version != solved.solution.receipt.evaluator_version


@pytest.mark.parametrize(
    ("load", "call"),
    [
        ("", "reading.pays(out, oracle)"),
        ("pays = reading.pays", "pays(out, oracle)"),
        ("pays, listed = reading.pays, reading.exceptions", "pays(out, oracle)"),
        ("paid = pays = reading.pays\npaying = pays", "paying(out, oracle)"),
    ],
)
def test_what_a_check_calls_in_a_companion_is_followed(load, call, broken):
    split(broken, call)
    broken.evaluator("\nexceptions = ", f"\n{load}\nexceptions = ")
    check = Scenario(broken.catalog, TASK).criteria[1]
    assert [function.node.name for function in check.body] == ["test_R01_total_payable", "pays"]
    assert check.calls_of("oracle", "figure")
    assert lint(broken.catalog, TASK) == []


def test_what_a_companion_calls_in_another_one_is_followed(broken):
    split(
        broken,
        reading=READING.replace(TOTAL, '    sums = wording.agrees(out, oracle)\n    assert sums == "yes"\n').replace(
            "\nWORKBOOK",
            '\nfrom wp42_pytest import companion\n\nwording = companion(__file__, "wording")\nWORKBOOK',
        ),
    )
    (broken.hidden / "wording.py").write_text("def agrees(out, oracle):\n    return oracle.fact('x') and again()\n")
    check = Scenario(broken.catalog, TASK).criteria[1]
    assert [function.node.name for function in check.body] == ["test_R01_total_payable", "pays", "agrees"]
    assert lint(broken.catalog, TASK) == []


def test_a_check_whose_companion_asserts_nothing_asserts_nothing(broken):
    split(broken, reading=READING.replace(TOTAL, ""))
    assert {rule for rule, _ in found(broken)} == {"evaluator-asserts"}


def test_keywords_alone_are_found_where_they_stand(broken):
    alone = '    assert out.document("note.md").says([["receipt", "voucher"]])\n'
    split(broken, "reading.pays(out)", READING.replace(TOTAL, alone).replace("(out, oracle)", "(out)"))
    assert found(broken) == {("evaluator-keywords", "reading.py:12")}


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("evaluator-imports", "import subprocess"),
        ("evaluator-imports", "from . import evaluate"),
        ("evaluator-reads-by-fixtures", 'RATES = open("/etc/rates")'),
        ("evaluator-reads-by-fixtures", "RATES = PATH.read_text()"),
        ("evaluator-no-escape", 'pytest.skip("later")'),
        ("template-values", "TOTAL = 3412.77"),
        ("evaluator-declarations", "test_R00 = deliverables_readable('R00', weight=0.1)"),
        ("evaluator-declarations", "MARK = pytest.mark.violation('V09')"),
        ("evaluator-companions", 'wording = companion(__file__, "wording")'),
        ("evaluator-companions", 'evaluate = companion(__file__, "evaluate")'),
        ("evaluator-companions", "wording = companion(FILE, NAME)"),
        ("evaluator-companions", "YES = companion(__file__, 'reading').YES"),
    ],
)
def test_a_companion_may_do_no_more_than_the_evaluator(rule, line, broken):
    split(broken, reading=READING.replace("WORKBOOK =", f"{line}\nWORKBOOK =", 1))
    assert found(broken) == {(rule, "reading.py:3")}


def test_a_companion_that_is_not_python_is_named(broken):
    split(broken, reading=READING.replace("def pays(", "def pays(:"))
    assert ("evaluator-python", "reading.py") in found(broken)


def test_modules_that_only_load_each_other_are_loaded_by_none(broken):
    text = 'from wp42_pytest import companion\n\nother = companion(__file__, "{}")\n'
    (broken.hidden / "one.py").write_text(text.format("two"))
    (broken.hidden / "two.py").write_text(text.format("one"))
    assert found(broken) == {("evaluator-companions", "one.py"), ("evaluator-companions", "two.py")}
