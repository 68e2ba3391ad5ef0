"""Amounts in a currency that nothing is in."""

import pytest

from wp42_pytest.evidence.currencies import foreign_money


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Total: 9,462.73 USD", "9,462.73 USD"),
        ("we pay US$ 100.00", "US$ 100.00"),
        ("€ 12,50 are due", "€ 12,50"),
        ("259.83 euros", "259.83 euros"),
        ("9,462.73 CAD", ""),
        ("$9,462.73, that is CA$9,462.73", ""),
        ("1 234,50 $", ""),
        ("US office, 3 pounds of coffee, 100 Euroway", ""),
    ],
)
def test_only_money_of_another_currency_is_foreign(text, found):
    assert foreign_money(text) == found


def test_the_home_currency_is_the_caller_s():
    assert foreign_money("20.00 CAD", home="USD") == "20.00 CAD"
    assert foreign_money("20.00 USD", home="USD") == ""
