"""Figures found by the label beside them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.workbook import Sheet, Workbook


def sheet(*rows: list[object], hidden_rows: tuple[int, ...] = (), hidden_columns: tuple[int, ...] = ()) -> Sheet:
    cells = [
        [row, column, value]
        for row, line in enumerate(rows, 1)
        for column, value in enumerate(line, 1)
        if value is not None
    ]
    raw = {
        "name": "S",
        "cells": cells,
        "hidden_rows": list(hidden_rows),
        "hidden_columns": [[column, column] for column in hidden_columns],
    }
    return Workbook("book.xlsx", {"sheets": [raw]}).sheets[0]


@pytest.mark.parametrize(
    "row",
    [
        ["Adjusted bank balance", 184206.58],
        ["ADJUSTED BANK BALANCE:", 184206.58],
        ["Adjusted bank balance (CAD)", "184,206.58"],
        ["Adjusted bank balance", "CAD", 184206.58],
        ["Adjusted bank balance", "$", "184,206.58"],
        ["Adjusted bank balance", None, None, 184206.58],
        ["Adjusted bank balance", "agrees to the ledger", 184206.58],
        [None, "4.", "Adjusted bank balance", "$184,206.58 CAD"],
        ["Adjusted bank balance at 31 October 2025", 184206.58],
        ["  adjusted_bank_balance ", "184 206,58 $"],
        ["Adjusted bank balance", 184206.58, 183000.00],
    ],
)
def test_the_figure_is_the_first_number_to_the_right_of_its_label(row: list[object]) -> None:
    found = sheet(["Bank reconciliation"], [], row).labelled("Adjusted bank balance")
    assert found == Figure("balance", Decimal("184206.58"))
    assert "djusted" in found.heading.lower()


def test_an_alias_given_by_the_evaluator_counts() -> None:
    found = sheet(["O/S cheques", -15707.95]).labelled("Outstanding cheques", "O/S cheques")
    assert found == Decimal("-15707.95")


def test_the_label_itself_wins_over_its_aliases() -> None:
    found = sheet(["Cash", 1], ["Bank balance", 2]).labelled("Bank balance", "Cash")
    assert found == 2


def test_the_exact_label_wins_over_one_with_a_remark() -> None:
    assert sheet(["Total (USD)", 1], ["Total", 2]).labelled("Total") == 2


def test_the_same_label_with_the_same_figure_twice_is_fine() -> None:
    found = sheet(["Adjusted bank balance", 184206.58], ["Summary"], ["Adjusted bank balance", "184,206.58"])
    assert found.labelled("Adjusted bank balance") == Decimal("184206.58")


def test_the_same_label_with_different_figures_contradicts_itself() -> None:
    with pytest.raises(NotMet) as failure:
        sheet(["Adjusted bank balance", 184206.58], ["Adjusted bank balance", 183000]).labelled("Adjusted bank balance")
    assert "2 times with different values" in str(failure.value)
    assert "S!B1 = 184,206.58; S!B2 = 183,000" in str(failure.value)


@pytest.mark.parametrize("more", [[], [184206.58]])
@pytest.mark.parametrize("answers", ["184,206.58 or 183,000.00", "$184,206.58 / $183,000.00", "184206.58; 183000"])
def test_a_cell_that_states_two_answers_is_no_figure(answers: str, more: list[object]) -> None:
    with pytest.raises(NotMet, match="no number stands to the right of the label 'Adjusted bank balance'"):
        sheet(["Adjusted bank balance", answers, *more]).labelled("Adjusted bank balance")


def test_hidden_rows_and_columns_are_not_seen() -> None:
    rows = (["Total", 1, 10], ["Total", 2, 20])
    assert sheet(*rows, hidden_rows=(1,)).labelled("Total") == 2
    assert sheet(rows[0], hidden_columns=(2,)).labelled("Total") == 10
    with pytest.raises(NotMet, match="no label 'Total'"):
        sheet(*rows, hidden_rows=(1, 2)).labelled("Total")


def test_a_missing_label_names_the_nearest_ones() -> None:
    with pytest.raises(NotMet, match=r"no label 'Adjusted bank balance'; the nearest are 'Adjusted bank bal\.'"):
        sheet(["Adjusted bank bal.", 5], ["Something else", 6]).labelled("Adjusted bank balance")
    with pytest.raises(NotMet, match="it holds no text"):
        sheet([1, 2]).labelled("Total")


def test_a_figure_below_its_label_counts_when_none_stands_to_the_right() -> None:
    found = sheet(["Revenue", "Costs", "Profit"], [100, 60, 40])
    assert [found.labelled(label).number for label in ("Revenue", "Costs", "Profit")] == [100, 60, 40]


def test_the_first_item_of_a_list_below_a_heading_is_not_the_headings_figure() -> None:
    listed = sheet(["Outstanding cheques"], [4391], [4464], [], ["Total outstanding cheques", 15707.95])
    with pytest.raises(NotMet, match="no number stands to the right"):
        listed.labelled("Outstanding cheques")
    assert listed.labelled("Total outstanding cheques") == Decimal("15707.95")


def test_a_heading_without_a_figure_does_not_hide_the_line_that_has_one() -> None:
    found = sheet(["Outstanding cheques"], ["4391", 512.75], ["Outstanding cheques", 15707.95])
    assert found.labelled("Outstanding cheques") == Decimal("15707.95")


def test_a_figure_beside_a_looser_label_wins_over_a_number_below_the_exact_one() -> None:
    found = sheet(["Outstanding cheques"], [4391], [], ["Less: outstanding cheques", 512.75])
    assert found.labelled("Outstanding cheques") == Decimal("512.75")


def test_a_dash_beside_a_label_is_zero() -> None:
    found = sheet(["Unreconciled difference", "–"]).labelled("Unreconciled difference")
    assert found == Figure("difference", Decimal(0))
    assert found.amount == 0


def test_zero_and_dash_for_the_same_label_agree() -> None:
    assert sheet(["Difference", 0], ["Difference", "-"]).labelled("Difference") == 0


def test_dates_errors_and_booleans_are_no_figures() -> None:
    found = sheet(["Balance", ["d", "2025-10-31"], ["e", "#REF!"], True, 7]).labelled("Balance")
    assert found == 7


def test_labels_can_be_listed_with_their_figures() -> None:
    found = sheet(["Revenue", 100], ["Note", "see below"], ["Costs", "CAD", "60"])
    assert [(label.text, value.number) for label, value in found.labels()] == [("Revenue", 100), ("Costs", 60)]


def test_a_label_that_is_itself_a_number_or_an_identifier_is_found() -> None:
    assert sheet(["Line 101", 5]).labelled("Line 101") == 5
    assert sheet(["1a", 5]).labelled("1a") == 5
