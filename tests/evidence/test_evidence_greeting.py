"""Who is greeted in a letter."""

import pytest

from wp42_pytest.evidence.greeting import greeted, greets_another


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dear Maude Lacasse,", "Maude Lacasse"),
        ("Dear Ms. Lacasse,", "Lacasse"),
        ("Dear Mr. Échevin:", "Échevin"),
        ("Hello Hugo, thank you for your message.", "Hugo"),
        ("Hi Sarah-Ève!", "Sarah-Ève"),
        ("Good morning Dr. O’Neil", "O'Neil"),
        ("Dear colleague,", ""),
        ("Dear Sir or Madam,", ""),
        ("Dear Customer,", ""),
        ("Hello, and thank you", ""),
        ("Good morning,", ""),
        ("Your last day is Friday.", None),
        ("Deardon Street 5", None),
    ],
)
def test_the_name_in_a_greeting_is_read(text, name):
    assert greeted(text) == name


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Dear Ms. Lacasse,", ""),
        ("Dear Maude,", ""),
        ("DEAR MAUDE,", ""),
        ("Dear employee,", ""),
        ("You are dear to us, Bruno.", ""),
        ("Dear Bruno,", "Bruno"),
        ("Dear Mr. Tremblay,", "Tremblay"),
    ],
)
def test_another_s_name_in_a_greeting_is_told(text, other):
    assert greets_another(text, "Maude", "Lacasse") == other


def test_a_name_may_be_greeted_without_its_hyphens_and_accents():
    assert greets_another("Dear Sarah Eve,", "Sarah-Ève", "Toupin") == ""
