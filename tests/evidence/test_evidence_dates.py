"""Dates as people write them."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from wp42_pytest.evidence.dates import date_of_serial, parse_date


@pytest.mark.parametrize(
    "text",
    [
        "2025-10-31",
        "2025/10/31",
        "20251031",
        "2025-10-31T09:30:00Z",
        "2025-10-31 09:30",
        "31 Oct 2025",
        "31-Oct-2025",
        "31-Oct-25",
        "31 October 2025",
        "31st of October 2025",
        "October 31, 2025",
        "Oct. 31 2025",
        "Friday, 31 October 2025",
        "31 octobre 2025",
        "31/10/2025",
        "10/31/2025",
        " 2025-10-31 ",
    ],
)
def test_a_date_is_read_in_every_usual_form(text: str) -> None:
    assert parse_date(text) == date(2025, 10, 31)


@pytest.mark.parametrize(
    "text", ["03/04/2025", "", "Oct 2025", "2025-13-01", "2025-02-30", "31 Foo 2025", "45961", "soon", "1" * 5000]
)
def test_what_is_no_date_or_two_dates_is_none(text: str) -> None:
    assert parse_date(text) is None


def test_a_date_of_the_same_day_and_month_cannot_be_misread() -> None:
    assert parse_date("10/10/2025") == date(2025, 10, 10)


def test_serial_numbers_are_those_of_excel() -> None:
    assert date_of_serial(45_961) == datetime(2025, 10, 31)
    assert date_of_serial(45_961.5) == datetime(2025, 10, 31, 12)
    assert date_of_serial(1) == datetime(1900, 1, 1)
    assert date_of_serial(61) == datetime(1900, 3, 1)
    assert date_of_serial(0) is None
    assert date_of_serial(1e9) is None
