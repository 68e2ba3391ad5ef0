"""Numbers as people write them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from wp42_pytest.evidence.numbers import is_currency_only, is_nil, number_readings, parse_number
from wp42_pytest.evidence.text import numbers_in

CERTAIN = {
    "1234.5": "1234.5",
    "1,234.50": "1234.50",
    "$1,234.50": "1234.50",
    "CAD 1,234.50": "1234.50",
    "1,234.50 CAD": "1234.50",
    "C$1,234.50": "1234.50",
    "$1,234.50 CAD": "1234.50",
    "(1,234.50)": "-1234.50",
    "($1,234.50)": "-1234.50",
    "$(1,234.50)": "-1234.50",
    "CAD (1,234.50)": "-1234.50",
    "-$5": "-5",
    "$-5": "-5",
    "\u22125": "-5",
    "\u20135": "-5",
    "5-": "-5",
    "+5": "5",
    "1 234,50": "1234.50",
    "1\u00a0234,50": "1234.50",
    "1\u202f234,50 €": "1234.50",
    "1 234,50 $": "1234.50",
    "1.234,5": "1234.5",
    "1'234.50": "1234.50",
    "1,234,567": "1234567",
    "1.234.567": "1234567",
    "12,34,567.5": "1234567.5",
    "0,5": "0.5",
    "0.123": "0.123",
    ".5": "0.5",
    "1234,567": "1234.567",
    "12%": "0.12",
    "12.3 %": "0.123",
    "(12.3%)": "-0.123",
    "1e3": "1000",
    "1.5E-2": "0.015",
    "USD 1.2M": "1200000",
    "$3.4k": "3400",
    "1.5 million": "1500000",
    "2bn": "2000000000",
    "12 days": "12",
    "21 inches": "21",
    "1 234": "1234",
    "184,206.58 (CAD)": "184206.58",
    "184,206.58*": "184206.58",
    "184,206.58 (agrees to the bank)": "184206.58",
    " 1234.50 ": "1234.50",
    "\uff11\uff12": "12",
    "184,206.58 ✓": "184206.58",
    "184,206.58\u00b9": "184206.58",
    "12\u00b2": "12",
    "CDN$ 5.25": "5.25",
    "500 dollars": "500",
    "500.00 CR": "-500.00",
    "500.00 DR": "500.00",
}


@pytest.mark.parametrize(("text", "value"), CERTAIN.items())
def test_a_number_is_read_the_same_under_every_locale_when_its_separators_are_certain(text: str, value: str) -> None:
    for locale in (None, "en", "en-CA", "fr-CA", "de"):
        assert parse_number(text, locale) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("1,234", "1234", "1.234"),
        ("1.234", "1.234", "1234"),
        ("$12,345", "12345", "12.345"),
        ("(1,234)", "-1234", "-1.234"),
    ],
)
def test_an_ambiguous_separator_is_read_by_the_declared_locale_only(text: str, english: str, french: str) -> None:
    assert parse_number(text) is None
    assert parse_number(text, "en-CA") == Decimal(english)
    assert parse_number(text, "fr-CA") == Decimal(french)
    assert set(number_readings(text)) == {Decimal(english), Decimal(french)}


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "abc", "TRUE", "n/a", "-", "—", "nil", "pending"),
        *(
            "00123",
            "'00123",
            "007.5",
            "4411a",
            "JE-0187",
            "1/2",
            "2025-10-31",
            "10:30",
            "1.2.3",
            "12,34,5",
            "1,2345,678",
        ),
        *(
            "184,206.58 or 183,000.00",
            "approx. 100 / 200",
            "between 5 and 6",
            "5 6",
            "1 CAD 2",
            "12$50",
            "--5",
            "(5",
            "5)",
        ),
        *("NaN", "Infinity", "-inf", "1e999", "1" * 200, "9" * 81, "$", "CAD", "%"),
    ],
)
def test_what_is_not_exactly_one_number_is_none(text: str) -> None:
    assert parse_number(text, "en") is None


def test_currency_signs_and_words_for_zero_are_told_apart_from_numbers() -> None:
    assert all(map(is_currency_only, ("$", "CAD", "(CAD)", "C$", "€", " usd ")))
    assert not any(map(is_currency_only, ("CAD 5", "", "cash")))
    assert all(map(is_nil, ("-", "–", " — ", "nil", "None")))
    assert not any(map(is_nil, ("0", "n/a", "", "pending")))


def test_numbers_in_prose_are_found_without_dates_times_and_codes() -> None:
    text = (
        "At 31 October 2025 (JE-0187, CD-1097, slip 2025-10-14-A, 10:30) the balance was $184,206.58 CAD, up 12.3 % "
        "or (2,318.75); fee \u221245.00, cheque 4391, about 1.5 million."
    )
    found = numbers_in(text)
    assert [number.value for number in found] == [
        Decimal("184206.58"),
        Decimal("0.123"),
        Decimal("2318.75"),
        Decimal("-45.00"),
        Decimal(4391),
        Decimal(1_500_000),
    ]
    assert Decimal("-2318.75") in found[2].readings
    assert [number.currency for number in found[:2]] == [True, False]
    assert found[1].percent


def test_an_ambiguous_number_in_prose_keeps_both_readings() -> None:
    (number,) = numbers_in("a total of 1.234 units")
    assert set(number.readings) == {Decimal("1.234"), Decimal(1234)}
    (spaced,) = numbers_in("on page 12 345 items")
    assert set(spaced.readings) == {Decimal(12_345), Decimal(12), Decimal(345)}


def test_a_long_text_of_digits_and_separators_is_scanned_in_linear_time() -> None:
    import time

    started = time.process_time()
    for text in ("1," * 50_000, "(" * 100_000, "1 " * 50_000, "9" * 100_000, "$-(" * 30_000):
        numbers_in(text)
        parse_number(text)
    assert time.process_time() - started < 5
