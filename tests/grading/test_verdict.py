"""Verdicts: an assertion speaks about the work, everything else about the evaluator; details read like good errors."""

import math

import pytest

from wp42_pytest.evidence.refusal import NotMet, Reason, Unreadable
from wp42_pytest.grading.markers import Kind
from wp42_pytest.grading.verdict import Outcome, Verdict, bounded, explain, fault, metric_value, verdict_of

MISSING = Unreadable("report.docx", Reason.missing, "there is no such file")


@pytest.mark.parametrize(
    ("kind", "error", "outcome"),
    [
        (Kind.criterion, AssertionError("no"), Outcome.not_met),
        (Kind.criterion, NotMet("no"), Outcome.not_met),
        (Kind.criterion, MISSING, Outcome.not_met),
        (Kind.criterion, pytest.fail.Exception("no"), Outcome.not_met),
        (Kind.criterion, KeyError("x"), Outcome.error),
        (Kind.criterion, SystemExit(0), Outcome.error),
        (Kind.criterion, pytest.skip.Exception("no"), Outcome.error),
        (Kind.violation, AssertionError("yes"), Outcome.not_met),
        (Kind.violation, NotMet("yes"), Outcome.not_met),
        (Kind.violation, MISSING, Outcome.moot),
        (Kind.violation, Unreadable("other.json", Reason.invalid_json, "broken"), Outcome.not_met),
        (Kind.violation, ValueError("x"), Outcome.error),
    ],
)
def test_what_a_check_raised_decides_whose_fault_it_is(kind, error, outcome):
    assert verdict_of(kind, error, ["report.docx"]).outcome is outcome


def test_a_fault_names_its_exception_in_one_bounded_line():
    verdict = verdict_of(Kind.criterion, KeyError("x\ny" * 500), [])
    assert verdict.cause.startswith("KeyError: ")
    assert len(verdict.cause) == 200
    assert verdict.detail.startswith("could not be judged: evaluator error (KeyError")
    assert fault("RuntimeError").cause == "RuntimeError"


@pytest.mark.parametrize(
    ("message", "detail"),
    [
        ("the total is 5, not 6\nassert 5 == 6", "the total is 5, not 6"),
        ("assert 5 == 6\n +  where 5 = f()", "does not hold: 5 == 6"),
        (
            "assert [1, 2] == [1, 3]\n  \n  At index 1 diff: 2 != 3\n  Use -v to get more diff",
            "does not hold: [1, 2] == [1, 3]",
        ),
        ("assert 'a' in ''", "does not hold: 'a' in ''"),
        (
            "assert found B9 = 1.00, expected 2.00 CAD ± 0.01 (total)",
            "found B9 = 1.00, expected 2.00 CAD ± 0.01 (total)",
        ),
        ("two\nlines", "two lines"),
        ("", "the check does not hold (it gives no reason)"),
    ],
)
def test_details_drop_what_pytest_adds_for_debugging(message, detail):
    assert explain(AssertionError(message)) == detail


def test_text_is_bounded_in_one_printable_line():
    assert bounded("a\r\n\tb\x1b[31m\udcff c") == "a b [31m c"
    assert bounded("x" * 501) == "x" * 499 + "…"
    assert bounded("x" * 500) == "x" * 500


def test_a_verdict_survives_the_way_through_plain_strings():
    verdict = Verdict(Outcome.not_met, "detail", "cause")
    assert Verdict.from_json(verdict.as_json()) == verdict
    assert all(type(value) is str for value in verdict.as_json().values())


@pytest.mark.parametrize("value", [math.nan, math.inf, True, "1", None, [1], 10**400])
def test_a_metric_must_be_a_finite_number(value):
    with pytest.raises(ValueError, match="'m' must be a finite number"):
        metric_value("m", value)


def test_a_numpy_number_is_recorded_as_a_plain_one():
    import numpy as np

    assert type(metric_value("m", np.float64(0.5))) is float
    assert metric_value("m", np.int32(3)) == 3.0
