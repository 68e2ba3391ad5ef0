"""Amounts of money that are spelled out are read as the figures that they mean."""

from decimal import Decimal

import pytest

from wp42_pytest.evidence.spelled import spelled_money


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("A credit of seventy-five dollars is yours.", ["75"]),
        ("You get fifty one dollars back.", ["51"]),
        ("Two hundred and fifty-nine dollars and eighty-three cents", ["259.83"]),
        ("about one thousand two hundred Canadian dollars", ["1200"]),
        ("nineteen dollars here, a hundred there", ["19"]),
        ("within five business days", []),
        ("the dollar price of one item", []),
        ("259.83 dollars", []),
    ],
)
def test_dollars_in_words_are_amounts(text, amounts):
    assert list(spelled_money(text)) == [Decimal(each) for each in amounts]
