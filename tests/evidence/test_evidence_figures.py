"""Figures compare within their tolerance, finite numbers only, and explain themselves."""

from __future__ import annotations

import math
from datetime import date
from decimal import Decimal
from operator import eq, ne

import pytest

from wp42_pytest.evidence.cells import Cell, ErrorValue
from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.refusal import NotMet

BALANCE = Figure("adjusted_balance", Decimal("184206.58"), Decimal("0.01"), "CAD")


def cell(value: object, **more: object) -> Cell:
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = Decimal(str(value))
    return Cell("Reconciliation!B9", value, **more)


@pytest.mark.parametrize(
    "found", [184206.58, Decimal("184206.57"), Decimal("184206.59"), "184,206.58", "$184,206.58 CAD", "184 206,58"]
)
def test_a_number_or_text_within_the_tolerance_is_the_figure_from_either_side(found: object) -> None:
    for first, second in ((BALANCE, found), (found, BALANCE), (BALANCE, cell(found)), (cell(found), BALANCE)):
        assert eq(first, second)
        assert not ne(first, second)


@pytest.mark.parametrize(
    "found", [184206.60, "184,206.60", -184206.58, "184206.58 or 183000.00", "none", "", None, True, object()]
)
def test_anything_else_is_not_the_figure(found: object) -> None:
    for first, second in ((BALANCE, found), (found, BALANCE), (BALANCE, cell(found)), (cell(found), BALANCE)):
        assert ne(first, second)
        assert not eq(first, second)


@pytest.mark.parametrize(
    "found",
    [
        math.nan,
        math.inf,
        -math.inf,
        Decimal("NaN"),
        Decimal("Infinity"),
        "NaN",
        "Infinity",
        "1e999",
        ErrorValue("#NUM!"),
    ],
)
def test_nan_and_infinity_never_match(found: object) -> None:
    for figure in (BALANCE, Figure("loose", Decimal(0), Decimal("1e12"))):
        assert figure != found
        assert cell(found) != figure
        assert not figure.matches(found, sign=False)


def test_true_is_not_one_and_a_date_is_not_its_serial_number() -> None:
    assert Figure("count", Decimal(1)) != cell(True)
    assert Figure("serial", Decimal(45_961)) != cell(date(2025, 10, 31))


def test_a_figure_can_be_compared_without_its_sign() -> None:
    assert BALANCE.matches(cell(-184206.58), sign=False)
    assert BALANCE.matches("(184,206.58)", sign=False)
    assert not BALANCE.matches(cell(-184206.58))
    assert abs(cell(-5).number) == 5


def test_what_a_second_engine_computed_counts_too() -> None:
    assert cell(1, alternatives=(Decimal("184206.58"),), provenance="conflict") == BALANCE


def test_a_dash_is_the_figure_zero_and_a_blank_is_not() -> None:
    zero = Figure("difference", Decimal(0))
    assert cell("–") == zero
    assert cell("nil") == zero
    assert cell("n/a") != zero
    assert cell(None) != zero
    assert cell("—").amount == 0
    assert cell(None).amount == 0


def test_a_percentage_is_right_as_12_3_or_0_123_and_as_a_per_cent_format_only_when_it_shows_12_3() -> None:
    margin = Figure("margin", Decimal("12.3"), Decimal("0.05"), "%")
    assert margin == cell(0.123, shown="p")
    assert margin == cell("12.3 %")
    assert margin == cell(12.3)
    assert margin == cell(0.123)
    assert margin != cell(12.3, shown="p")
    assert margin != cell("0.123 %")


def test_a_ratio_is_right_in_per_cent_when_the_header_says_so() -> None:
    ratio = Figure("margin", Decimal("0.123"), Decimal("0.0005"))
    assert ratio == cell(0.123, shown="p")
    assert ratio == cell("12.3%")
    assert ratio == cell(12.3, heading="Margin %")
    assert ratio == cell(12.3, heading="Margin (pct)").under("Margin percent")
    assert ratio != cell(12.3, heading="Margin")


def test_figures_are_ordered_by_value() -> None:
    small, large = Figure("a", Decimal(1)), Figure("b", Decimal(2))
    assert small < large
    assert large >= cell(2)
    assert small < 1.5
    assert max([small, large]) is large
    assert abs(Figure("c", Decimal(-3))).value == 3
    assert (-small).value == -1
    with pytest.raises(TypeError):
        assert small < "many"


def test_a_failing_comparison_reads_as_a_sentence() -> None:
    assert repr(BALANCE) == "Figure adjusted_balance = 184,206.58 CAD ± 0.01"
    assert repr(cell(184006.58)) == "Reconciliation!B9 = 184,006.58"
    assert repr(cell(None)) == "Reconciliation!B9 = (blank)"
    assert repr(cell(0.123, shown="p")) == "Reconciliation!B9 = 12.3 %"
    assert repr(cell(1, provenance="conflict", alternatives=(Decimal(2),))) == "Reconciliation!B9 = 1 (conflict, or 2)"
    assert (
        repr(cell(None, note="external link", provenance="external"))
        == "Reconciliation!B9 = (blank) (external, external link)"
    )


def test_a_cell_that_is_no_number_says_why() -> None:
    for value, why in (
        (None, "it is empty"),
        ("pending", "it is text"),
        (ErrorValue("#N/A"), "it is the error #N/A"),
        (date(2025, 10, 31), "it is a date"),
        ("184,206.58 or 183,000.00", "it states 2 numbers"),
    ):
        with pytest.raises(NotMet, match=why):
            _ = cell(value).number


def test_a_cell_compares_with_plain_values() -> None:
    assert cell("Y") == "y"
    assert cell("Brasserie  du Fjord") == "Brasserie du Fjord"
    assert cell(0.1) == 0.1
    assert cell("1,234.50") == 1234.5
    assert cell(4462) == "4462"
    assert eq(cell(True), True)
    assert cell(True) == "TRUE"
    assert ne(cell(1), True)
    assert eq(cell(None), None)
    assert cell("31 Oct 2025") == date(2025, 10, 31)
    assert cell(date(2025, 10, 31)) == date(2025, 10, 31)
    assert cell(ErrorValue("#N/A")) != "0"


def test_a_cell_states_a_date_as_text_as_a_date_or_as_a_serial_number() -> None:
    assert cell("October 31, 2025").date == date(2025, 10, 31)
    assert cell(45_961).date == date(2025, 10, 31)
    for value in ("03/04/2025", 12, None, "soon"):
        with pytest.raises(NotMet, match="not a date"):
            _ = cell(value).date
