"""Money is exact, and every usual spelling of it is known."""

from decimal import Decimal

import pytest

from wp42_pytest.authoring import money


def test_dollars_become_cents_without_rounding():
    assert money.cents("1,234.50") == 123450
    assert money.cents(Decimal("-0.07")) == -7
    assert money.cents(12) == 1200


@pytest.mark.parametrize("amount", ["1.005", "abc", "", "NaN"])
def test_what_is_not_an_amount_in_cents_is_refused(amount):
    with pytest.raises(ValueError, match=r"is finer than a cent|is not an amount"):
        money.cents(amount)


def test_each_spelling_shows_two_decimals():
    assert money.plain(-123450) == "-1234.50"
    assert money.grouped(123450005) == "1,234,500.05"
    assert money.bracketed(-123450) == "(1,234.50)"
    assert money.bracketed(5) == "0.05"
    assert money.french(123450) == "1\u00a0234,50"
    assert money.dollars(7) == Decimal("0.07")


def test_a_share_is_rounded_half_up():
    assert money.share(10_50, Decimal("0.05")) == 53
    assert money.share(10_49, Decimal("0.05")) == 52


def test_spellings_cover_english_french_and_bare_numbers():
    found = money.spellings(-123450)
    assert {"1234.50", "1,234.50", "1 234,50", "1\u202f234,50", "1234.5", "1'234.50"} <= found
    assert money.spellings(4500) >= {"45.00", "45,00", "45", "45.0"}
    assert "1234" not in found
