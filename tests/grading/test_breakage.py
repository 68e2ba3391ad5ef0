"""However an evaluator breaks, no check passes that did not, and none leaves the denominator."""

import pytest

R02 = """
@pytest.mark.criterion("R02", weight=0.3)
def test_R02(out{fixtures}):
    \"\"\"The currency is named.\"\"\"
    {body}
"""


def criterion(body: str, fixtures: str = "") -> str:
    return R02.format(body=body.replace("\n", "\n    "), fixtures=fixtures)


def judged(example, body, *options, limit_s=60):
    example.evaluator(body)
    receipt = example.judge(*options, limit_s=limit_s)
    assert [(each.id, each.weight) for each in receipt.required_criteria] == [("R00", 0.2), ("R01", 0.5), ("R02", 0.3)]
    assert "Traceback" not in receipt.notes
    assert "File " not in receipt.notes
    return receipt


ONE_CHECK = {
    "R11": ("{}['x']", "", "KeyError: 'x'"),
    "R12": ("import sys; sys.exit(0)", "", "SystemExit: 0"),
    "R13": ("def f(): return f()\nf()", "", "RecursionError"),
    "R14": ("record_metric('x', float('nan'))", ", record_metric", "ValueError: metric 'x' must be a finite number"),
    "R15": ("pytest.skip('later')", "", "it ended as skipped; a check is neither skipped nor expected to fail"),
    "R16": ("pytest.xfail('known')", "", "it ended as skipped; a check is neither skipped nor expected to fail"),
    "R17": ("pytest.importorskip('nothing_of_that_name')", "", "it ended as skipped"),
    "R18": (
        "oracle.figure('nothing')",
        ", oracle",
        "UnknownOracleNameError: the oracle holds no figure 'nothing' (it holds secret, total)",
    ),
}


def test_a_check_that_breaks_is_not_met_and_the_others_stand(example):
    broken = "".join(
        criterion(body, fixtures).replace("R02", identifier) for identifier, (body, fixtures, _) in ONE_CHECK.items()
    )
    example.evaluator(criterion("pass") + broken)
    receipt = example.judge()
    assert {each.id: each.passed for each in receipt.required_criteria} == {
        **dict.fromkeys(("R00", "R01", "R02"), True),
        **dict.fromkeys(ONE_CHECK, False),
    }
    assert receipt.det_score == round(1 / (1 + 0.3 * len(ONE_CHECK)), 10)
    assert not receipt.det_completion
    assert receipt.provenance.unknown == list(ONE_CHECK)
    details = {each.id: each.detail for each in receipt.required_criteria}
    for identifier, (_, _, cause) in ONE_CHECK.items():
        assert details[identifier].startswith(f"could not be judged: evaluator error ({cause}")
        assert cause in receipt.notes
    assert "Traceback" not in receipt.notes


ABORTED = {
    "KeyboardInterrupt": criterion("raise KeyboardInterrupt"),
    "pytest.exit with return code 0": criterion("pytest.exit('done', returncode=0)"),
}


@pytest.mark.parametrize("what", ABORTED)
def test_an_abort_in_mid_check_passes_nothing_that_had_not_ended(example, what):
    body = ABORTED[what] + '\n@pytest.mark.violation("V02")\ndef test_V02(out):\n    """Something."""\n'
    receipt = judged(example, body)
    assert [each.passed for each in receipt.required_criteria] == [True, True, False]
    assert receipt.provenance.unknown == ["R02", "V02"]
    assert not receipt.det_completion
    assert "R02: it was aborted before it ended" in receipt.notes
    assert "V02: not run" in receipt.notes


DEATHS = {
    "os._exit(0)": (criterion("import os; os._exit(0)"), "ended with exit code 0"),
    "SIGKILL": (criterion("import os, signal; os.kill(os.getpid(), signal.SIGKILL)"), "was ended by SIGKILL"),
    "a crash in C": (criterion("import ctypes; ctypes.string_at(0)"), "was ended by SIGSEGV"),
    "os._exit(0) while it is imported": ("import os\nos._exit(0)\n" + criterion("pass"), "ended with exit code 0"),
}


@pytest.mark.parametrize("what", DEATHS)
def test_an_evaluator_that_dies_judges_nothing(example, what):
    body, note = DEATHS[what]
    receipt = judged(example, body)
    assert receipt.det_score == 0.0
    assert not receipt.det_completion
    assert receipt.provenance.unknown == ["R00", "V01", "V05", "R01", "R02"]
    assert note in receipt.notes
    assert receipt.abstention.status == "completed"
    assert set(receipt.provenance.deliverables) == {"COMPLETION.json", "total.json"}


def test_an_evaluator_that_hangs_is_ended_at_the_time_limit(example):
    receipt = judged(example, criterion("import time; time.sleep(600)"), limit_s=6)
    assert receipt.det_score == 0.0
    assert "it was still running after 6 s" in receipt.notes
    assert receipt.provenance.timing.seconds < 30


USELESS = {
    "an import error": ("import nothing_of_that_name\n" + criterion("pass"), "No module named 'nothing_of_that_name'"),
    "a syntax error": (criterion("pass") + "\ndef broken(:\n", "not valid Python in line"),
    "a module that skips itself": ("pytest.skip('all', allow_module_level=True)\n" + criterion("pass"), "all"),
    "an exit while it is imported": ("raise SystemExit(0)\n" + criterion("pass"), ""),
    "an interrupt while it is imported": ("raise KeyboardInterrupt\n" + criterion("pass"), ""),
    "a parametrized check": (
        '@pytest.mark.parametrize("n", [1, 2])' + criterion("pass", ", n"),
        "test_R02 is marked parametrize",
    ),
    "a check marked xfail": ("@pytest.mark.xfail" + criterion("assert 0"), "test_R02 is marked xfail"),
    "a fixture of its own": (
        "@pytest.fixture\ndef mine():\n    yield\n    raise KeyError\n" + criterion("pass", ", mine"),
        "mine is a fixture",
    ),
    "a test class": ("class TestMore:\n    def test_x(self):\n        pass\n" + criterion("pass"), "TestMore"),
    "a teardown": (
        "def teardown_function(function):\n    raise RuntimeError\n" + criterion("pass"),
        "teardown_function",
    ),
    "two checks with one id": (
        '@pytest.mark.criterion("R01", weight=9)\ndef test_again(out):\n    """Again."""\n' + criterion("pass"),
        "R01 is declared 2 times",
    ),
    "a check that is declared only when imported": (
        criterion("pass")
        + '\ndef more(out):\n    """More."""\n\ntest_R03 = pytest.mark.criterion("R03", weight=1)(more)\n',
        "differ (R03)",
    ),
    "a check that vanishes when imported": (criterion("pass") + "\ndel test_R01_total\n", "differ (R01)"),
}


@pytest.mark.parametrize("what", USELESS)
def test_an_evaluator_whose_denominator_is_in_doubt_completes_nothing(example, what):
    body, note = USELESS[what]
    receipt = judged(example, body)
    assert not receipt.det_completion
    assert not receipt.provenance.complete
    assert receipt.notes.startswith("evaluator error: ")
    assert note in receipt.notes


HARMLESS = {
    "R11": (
        "import numpy as np; record_metric('x', np.float64(2)); record_metric('y', np.int64(3))",
        ", record_metric",
    ),
    "R12": ("import logging; logging.warning('x', extra={'obj': object()})", ""),
    "R13": ("print('x' * 5_000_000)", ""),
    "R14": ("import warnings; warnings.warn('old', DeprecationWarning)", ""),
}
HOOK = "def pytest_runtest_makereport(item, call):\n    raise RuntimeError\n"


def test_what_breaks_reports_elsewhere_leaves_verdicts_alone(example):
    checks = [criterion(body, fixtures).replace("R02", name) for name, (body, fixtures) in HARMLESS.items()]
    example.evaluator(HOOK + "".join(checks))
    one, two = (example.judge(*options) for options in ((), ("-p", "xdist.plugin", "-n", "2")))
    assert one.det_completion
    assert one.metrics == {"x": 2.0, "y": 3.0}
    assert without_timing(one) == without_timing(two)


def test_a_huge_comparison_is_told_in_short_even_on_a_ci_machine(example, monkeypatch):
    monkeypatch.setenv("CI", "1")
    monkeypatch.setenv("BUILD_NUMBER", "1")
    body = criterion("a = {str(i): i for i in range(20000)}\nb = {**a, '5': 6}\nassert a == b")
    receipt = judged(example, body, "-vv")
    assert receipt.provenance.complete
    assert receipt.required_criteria[2].detail.startswith("does not hold: {'0': 0")
    assert len(receipt.required_criteria[2].detail) <= 500


CRASH = criterion("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")


@pytest.mark.parametrize(
    "options",
    [
        ("-n", "2"),
        ("-n", "2", "--dist=loadscope"),
        ("-n", "1", "--max-worker-restart=0"),
        ("-n", "2", "--max-worker-restart=0"),
    ],
    ids=" ".join,
)
def test_a_worker_process_that_dies_takes_no_check_with_it(example, options):
    receipt = judged(example, CRASH, "-p", "xdist.plugin", *options)
    assert not receipt.required_criteria[2].passed
    assert not receipt.det_completion
    assert not receipt.provenance.complete
    assert "R02" in receipt.provenance.unknown


def test_a_message_that_is_no_valid_text_reaches_the_receipt_from_another_process(example):
    receipt = judged(example, criterion("assert 0, 'odd \\udcff text'"), "-p", "xdist.plugin", "-n", "2")
    assert receipt.provenance.complete
    assert receipt.required_criteria[2].detail == "odd text"


def test_two_processes_give_the_same_verdicts(example):
    example.run({"total.json": '{"total": 1}', "extra.txt": "x"})
    (example.folder / "run" / "inputs" / "ledger.csv").write_text("changed")
    one, two = (example.judge(*options) for options in ((), ("-p", "xdist.plugin", "-n", "2")))
    assert without_timing(one) == without_timing(two)
    assert [each.id for each in one.critical_violations] == ["V01"]


def test_grading_twice_gives_the_same_receipt_but_for_timing(example):
    one, two = example.judge(), example.judge()
    assert without_timing(one) == without_timing(two)


def without_timing(receipt):
    fields = receipt.model_dump(mode="json")
    del fields["provenance"]["timing"]
    return fields
