"""The calendar knows when banks in Québec are open."""

from datetime import date

import pytest

from wp42_pytest.authoring import bank_calendar as calendar


def test_october_2025_has_one_bank_holiday():
    days = calendar.business_days(date(2025, 10, 1), date(2025, 10, 31))
    assert len(days) == 22
    assert date(2025, 10, 13) not in days
    assert calendar.bank_holidays(2025)[date(2025, 10, 13)] == "Thanksgiving"


@pytest.mark.parametrize(
    ("year", "easter"), [(2024, date(2024, 3, 31)), (2025, date(2025, 4, 20)), (2026, date(2026, 4, 5))]
)
def test_good_friday_is_two_days_before_easter(year, easter):
    assert calendar.easter(year) == easter
    assert not calendar.is_business_day(date.fromordinal(easter.toordinal() - 2))


@pytest.mark.parametrize(
    "day",
    [
        date(2025, 1, 1), date(2025, 5, 19), date(2025, 6, 24), date(2025, 7, 1), date(2025, 9, 1),
        date(2025, 9, 30), date(2025, 11, 11), date(2025, 12, 25), date(2025, 12, 26), date(2024, 5, 20),
        date(2026, 5, 18), date(2026, 9, 7), date(2026, 10, 12), date(2026, 12, 28),
    ],
)  # fmt: skip
def test_banks_are_closed_on_holidays(day):
    assert day.weekday() < 5
    assert not calendar.is_business_day(day)


def test_a_year_has_eleven_bank_holidays_on_weekdays():
    for year in (2024, 2025, 2026):
        holidays = calendar.bank_holidays(year)
        assert len(holidays) == 11
        assert all(day.weekday() < 5 for day in holidays)


def test_a_year_without_scenarios_is_refused():
    with pytest.raises(ValueError, match="2024 to 2026"):
        calendar.bank_holidays(2031)


def test_business_days_are_counted_over_weekends_and_holidays():
    assert calendar.add_business_days(date(2025, 10, 10), 1) == date(2025, 10, 14)
    assert calendar.add_business_days(date(2025, 9, 29), 1) == date(2025, 10, 1)
    assert calendar.add_business_days(date(2025, 10, 14), -1) == date(2025, 10, 10)
    assert calendar.add_business_days(date(2025, 10, 11), 0) == date(2025, 10, 14)
    assert calendar.business_days_between(date(2025, 10, 10), date(2025, 10, 15)) == 2
    assert calendar.business_days_between(date(2025, 10, 15), date(2025, 10, 10)) == 0


def test_six_months_before_month_end_is_a_month_end():
    assert calendar.months_before(date(2025, 10, 31), 6) == date(2025, 4, 30)
    assert calendar.months_before(date(2025, 3, 31), 1) == date(2025, 2, 28)
    assert calendar.months_before(date(2025, 1, 15), 1) == date(2024, 12, 15)
    assert calendar.months_before(date(2026, 1, 31), 13) == date(2024, 12, 31)


def test_fridays_are_found():
    assert [day.day for day in calendar.weekdays_of(date(2025, 10, 1), date(2025, 10, 31), 4)] == [3, 10, 17, 24, 31]
