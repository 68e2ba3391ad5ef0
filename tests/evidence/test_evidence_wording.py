"""Words are found however they are typed, and only where they stand as words."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.wording import Wording, lowered, prepared


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("The cheque is STALE-DATED.", "stale dated"),
        ("The cheque is stale dated.", "stale-dated"),
        ("a re-issued cheque", "reissued"),
        ("a reissued check", "re-issued cheque"),
        ("the team\u2011leader\u2019s view", "team leader"),
        ("recon-\nciled", "reconcil*"),
        ("payments were late", "payment"),
        ("two boxes", "box"),
        ("It was cancelled", "canceled"),
        ("organised by", "organiz*"),
        ("cafe", "café"),
        ("CAFE\u0301", "café"),
        ("e\ufb03cient", "efficient"),
        ("co\u00adoperate", "cooperate"),
        ("profit & loss", "profit and loss"),
        ("path_traversal", "path traversal"),
        ("adjusted\u00a0  bank\nbalance", "adjusted bank balance"),
        ("(unsupported)", "unsupported"),
        ("reconciliation", "reconcil*"),
        ("I\u00b2 = 43 %", "I2"),
        ("the \u201cclean\u201d file", '"clean"'),
        ("T o t a l d u e", "total due"),
    ],
)
def test_a_term_is_found_however_it_is_typed(text, term):
    assert Wording(text).has(term)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("unreconciled", "reconcil*"),
        ("the balanced view", "balance"),
        ("overpayment", "payment"),
        ("feed", "fee"),
        ("a stale loaf, dated", "stale dated"),
        ("interviewer", "interview"),
        ("", "x"),
        ("anything", ""),
        ("anything", "*"),
    ],
)
def test_a_term_is_never_found_inside_another_word(text, term):
    assert not Wording(text).has(term)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("cheque 4391", "4391"),
        ("cheque #04391.", "4391"),
        ("CHQ4391", "CHQ-4391"),
        ("entries CD1097, JE 187", "JE-0187"),
        ("slip 2025-10-14-A", "2025 10 14 A"),
        ("within 5 business days", "5 business days"),
        ("amount of $962.40", "962.40"),
        ("962,40 $ charged", "962.40"),
        ("(1,125.00)", "1125.00"),
        ("interest at 12.50 %", "12.5%"),
    ],
)
def test_identifiers_and_amounts_are_found_in_other_notations(text, term):
    assert Wording(text).has(term)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("14391", "4391"),
        ("43911", "4391"),
        ("4,391.00", "4391"),
        ("4391.50", "4391"),
        ("A4391", "4391"),
        ("1,962.40", "962.40"),
        ("962.401", "962.40"),
        ("JE-01871", "JE-0187"),
    ],
)
def test_an_identifier_or_amount_is_never_found_inside_another(text, term):
    assert not Wording(text).has(term)


def test_numbers_and_figures_can_be_terms():
    wording = Wording("the fee of 45,00 $ and 12.3 %")
    assert wording.has(Decimal("45"))
    assert wording.has(45)
    assert wording.has(Figure("rate", Decimal("12.3"), Decimal("0.1"), "%"))
    assert not wording.has(Decimal("4"))


@settings(deadline=None)
@given(st.text(max_size=300))
def test_lowering_keeps_every_character_in_its_place(text):
    assert len(lowered(prepared(text))) == len(prepared(text))


@settings(deadline=None)
@given(st.text(max_size=200), st.text(max_size=30))
def test_any_text_can_be_searched_for_any_term(text, term):
    assert Wording(text).has(term) in (True, False)
