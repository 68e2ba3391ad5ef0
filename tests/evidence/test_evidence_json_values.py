"""JSON is searched by what its keys say, and its values are read as a person reads them."""

from decimal import Decimal

import pytest

from wp42_pytest.evidence import NotMet
from wp42_pytest.evidence.json_values import amount_of, entry, items_of, objects, says_no, text_of
from wp42_pytest.evidence.sentences import sentences_of

OPTIONS = {"claim": {"Gross weekly": 1, "inner": [{"gross_weekly": 2, "payable-now": False}]}, "gross": None}


def test_a_key_is_found_however_it_is_typed_and_the_nearest_one_counts():
    assert entry(OPTIONS, "gross_weekly") == 1
    assert entry(OPTIONS, "payable_now", "payable") is False
    assert entry([OPTIONS], "GROSS") is None


@pytest.mark.parametrize("value", [{}, [], 3, None, "gross_weekly"])
def test_a_key_that_is_not_there_is_not_met(value):
    with pytest.raises(NotMet, match="there is no entry 'gross_weekly'"):
        entry(value, "gross_weekly")


def test_the_keys_that_are_there_are_named():
    with pytest.raises(NotMet, match=r"its keys are claim, gross, Gross weekly, inner, gross_weekly, payable-now"):
        entry(OPTIONS, "weeks")


def test_every_object_comes_with_its_key():
    assert [name for name, _ in objects(OPTIONS)] == ["", "claim", "inner"]


def test_a_list_of_things_is_read_in_every_shape():
    assert items_of(["E-1", {"what": "E-2", "from": ["A", "B"], "x": None}]) == ["E-1", "what: E-2; from: A; B; x: "]
    assert items_of({"E-1": "claimant", "E-2": 3}) == ["E-1: claimant", "E-2: 3"]
    assert items_of("E-1; E-2\nE-3") == ["E-1", "E-2", "E-3"]
    assert items_of(None) == []
    assert text_of(True) == "True"


@pytest.mark.parametrize(
    ("value", "amount"),
    [
        (346.5, "346.5"),
        (400, "400"),
        ("$346.50 a week", "346.50"),
        ("none", None),
        (True, None),
        (None, None),
        ("1 of 2", None),
        ([], None),
    ],
)
def test_an_amount_is_read_from_a_number_or_a_text_that_states_one(value, amount):
    assert amount_of(value) == (None if amount is None else Decimal(amount))


@pytest.mark.parametrize("value", [False, "false", " FALSE ", "No", "no, forms are missing", "not yet", "0"])
def test_what_says_no_is_told(value):
    assert says_no(value)


@pytest.mark.parametrize("value", [True, None, "", "true", "nothing is missing", 0, 1, [], "unknown"])
def test_what_does_not_say_no_is_told(value):
    assert not says_no(value)


def test_sentences_end_where_a_reader_stops():
    text = "Dear Ms. Renwick, the cap is $400.00 a week. We need form E-2!\nTick one box (Dr. No. 3 said so). “Then sign.” 52 weeks count, i.e. all."
    assert list(sentences_of(text)) == [
        "Dear Ms. Renwick, the cap is $400.00 a week.",
        "We need form E-2!",
        "Tick one box (Dr. No. 3 said so).",
        "“Then sign.",
        "52 weeks count, i.e. all.",
    ]
