"""How many hours, weeks or days a text speaks of, in digits and in words."""

from decimal import Decimal

import pytest

from wp42_pytest.evidence.counts import DAYS, HOURS, WEEKS, counts_of
from wp42_pytest.evidence.wording import Wording


@pytest.mark.parametrize(
    ("text", "units", "found"),
    [
        ("about 16.5 h are in the bank", HOURS, ["16.5"]),
        ("16,5 hours", HOURS, ["16.5"]),
        ("sixteen and a half hours", HOURS, ["16.5"]),
        ("Twenty-one hours of overtime", HOURS, ["21"]),
        ("two of the eight weeks were given", WEEKS, ["8"]),
        ("two full weeks of notice, six missing weeks", WEEKS, ["2", "6"]),
        ("3 vacation days are left, not two days", DAYS, ["3", "2"]),
        ("8 weeks", HOURS, []),
        ("form HR-09 hours", HOURS, []),
        ("at 1.5 times the hourly rate", HOURS, []),
        ("since 2025-05-01 days count", DAYS, []),
        ("some hours", HOURS, []),
    ],
)
def test_counts_are_read_in_digits_and_in_words(text, units, found):
    assert [each.value for each in counts_of(text, units)] == list(map(Decimal, found))


def test_a_count_says_where_it_stands():
    (count,) = counts_of("We – you and I – counted three weeks.", WEEKS)
    assert Wording("We – you and I – counted three weeks.").text[count.start : count.end] == "three weeks"
