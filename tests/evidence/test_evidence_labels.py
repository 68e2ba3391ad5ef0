"""Labels, headers and identifiers compared by what they say."""

from __future__ import annotations

from decimal import Decimal

import pytest

from wp42_pytest.evidence.labels import base_label, normal_id, normal_label, same_id, same_label
from wp42_pytest.evidence.text import mentions_id


@pytest.mark.parametrize(
    "found",
    [
        "Adjusted bank balance",
        "ADJUSTED BANK BALANCE:",
        "adjusted_bank_balance",
        " Adjusted  bank\u00a0balance ",
        "Adjusted bank balance (CAD)",
        "Adjusted bank balance, CAD",
        "Adjusted bank balance ($)",
        "Adjusted bank balance at 31 October 2025",
        "Adjusted bank balance, October 31, 2025",
        "Adjusted bank balance as at 2025-10-31:",
        "3. Adjusted bank balance",
        "(a) Adjusted bank balance =",
        "Ad\u00adjusted bank balance",
        "Adjusted bank balance (agrees to GL)",
    ],
)
def test_a_label_is_the_same_with_what_usually_stands_around_it(found: str) -> None:
    assert same_label(found, "Adjusted bank balance")


@pytest.mark.parametrize(
    ("found", "asked"),
    [
        ("Cheque #", "Cheque no"),
        ("Cheque Number", "Cheque no."),
        ("Cheque N°", "Cheque no"),
        ("Stale-dated (Y/N)", "Stale dated Y/N"),
        ("Profit & loss", "Profit and loss"),
        ("Margin %", "Margin percent"),
        ("Less: outstanding cheques", "Outstanding cheques"),
        ("Outstanding cheques", "Less: outstanding cheques"),
        ("O/S cheques", "OS cheques"),
        ("Client’s share", "Client's share"),
        ("Écart", "ecart"),
    ],
)
def test_two_ways_of_writing_one_label_are_the_same(found: str, asked: str) -> None:
    assert same_label(found, asked)


@pytest.mark.parametrize(
    ("found", "asked"),
    [
        ("Adjusted book balance", "Adjusted bank balance"),
        ("Adjusted bank balance before errors", "Adjusted bank balance"),
        ("Total", "Total assets"),
        ("Margin", "Margin %"),
        ("", "Total"),
        ("Bank", "Bank errors"),
    ],
)
def test_labels_that_say_something_else_are_not_the_same(found: str, asked: str) -> None:
    assert not same_label(found, asked)


def test_aliases_are_other_wordings_of_the_label_asked_for() -> None:
    assert same_label("O/S cheques", "Outstanding cheques", aliases=["O/S cheques"])
    assert not same_label("O/S cheques", "Outstanding cheques")


def test_a_label_of_nothing_but_a_remark_keeps_it() -> None:
    assert base_label("(CAD)") == normal_label("(CAD)") == "cad"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("4462", 4462),
        ("4462", 4462.0),
        ("4462", Decimal("4462.00")),
        ("#4462", "4462"),
        ("004462", "4462"),
        ("'00123", "123"),
        ("JE-0187", "je 187"),
        ("JE0187", "JE–187"),
        ("2025-10-14-A", "20251014a"),
        ("INV_007", "inv-7"),
        ("CD-1097.", "CD-1097"),
    ],
)
def test_identifiers_are_the_same_without_spaces_hyphens_and_leading_zeros(first: object, second: object) -> None:
    assert same_id(first, second)


@pytest.mark.parametrize(
    ("first", "second"), [("4462", "44620"), ("JE-187", "CD-187"), ("", ""), (None, "none1"), ("10", "1")]
)
def test_different_identifiers_stay_different(first: object, second: object) -> None:
    assert not same_id(first, second)


def test_an_identifier_that_is_no_finite_number_is_none() -> None:
    assert normal_id(float("nan")) == ""
    assert normal_id(float("inf")) == ""


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("Cheque 4391 is stale.", "4391"),
        ("see JE 0187/CD-1097", "JE-187"),
        ("see JE 0187/CD-1097", "CD 1097"),
        ("slip 20251014A", "2025-10-14-A"),
        ("cheques #4464, #4468", "4468"),
        ("void (4449).", "4449"),
    ],
)
def test_a_text_mentions_an_identifier_however_it_is_typed(text: str, identifier: str) -> None:
    assert mentions_id(text, identifier)


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("amount 14,391.00", "4391"),
        ("cheque 43910", "4391"),
        ("4,391.50", "391"),
        ("on 2025-10-14", "10"),
        ("A4391", "4391"),
        ("nothing", ""),
    ],
)
def test_digits_inside_other_numbers_and_dates_are_no_mention(text: str, identifier: str) -> None:
    assert not mentions_id(text, identifier)
