"""Values, names and numbers are compared as the published rules say."""

from datetime import date
from decimal import Decimal

import pytest

from wp42_pytest.tax1040.fields import Kind
from wp42_pytest.tax1040.names import same_name, same_number, same_text
from wp42_pytest.tax1040.values import Unreadable, is_zero, owner_code, read, same, written


@pytest.mark.parametrize(
    ("kind", "raw", "value"),
    [
        (Kind.money, 12.5, Decimal("12.5")),
        (Kind.money, "$1,234.56", Decimal("1234.56")),
        (Kind.money, "(45.10)", Decimal("-45.1")),
        (Kind.count, "12", 12),
        (Kind.count, 340.0, 340),
        (Kind.date, "2025-03-04", date(2025, 3, 4)),
        (Kind.date, "3/4/2025", date(2025, 3, 4)),
        (Kind.date, "various", "VARIOUS"),
        (Kind.code, " self-only ", "selfonly"),
        (Kind.code, 2, "2"),
        (Kind.code, 2.0, "2"),
        (Kind.flag, "X", True),
        (Kind.flag, "no", False),
        (Kind.tin, "00-1234567", "001234567"),
        (Kind.tin, "XXX-XX-4321", "*****4321"),
        (Kind.percent, "37.5 %", Decimal("37.5")),
    ],
)
def test_a_value_is_read_in_every_usual_spelling(kind, raw, value):
    assert read(kind, raw) == value


@pytest.mark.parametrize("raw", [None, "", "  ", [], {}])
def test_nothing_is_as_good_as_left_out(raw):
    assert all(read(kind, raw) is None for kind in Kind)


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        (Kind.money, "n/a"),
        (Kind.money, True),
        (Kind.money, float("inf")),
        (Kind.money, 10**14),
        (Kind.money, [1]),
        (Kind.count, 12.5),
        (Kind.date, "2025-02-30"),
        (Kind.date, 20250304),
        (Kind.flag, "perhaps"),
        (Kind.tin, "12"),
        (Kind.name, "???"),
    ],
)
def test_what_is_none_of_its_kind_is_kept_and_equals_nothing(kind, raw):
    value = read(kind, raw)
    assert isinstance(value, Unreadable)
    assert not same(kind, value, value)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("100.49", "100", True),
        ("100.50", "101", True),
        ("100.50", "102", True),
        ("100.49", "102", False),
        ("-100", "100", False),
        ("9120.55", "912055", False),
    ],
)
def test_amounts_are_rounded_half_up_and_may_be_a_dollar_apart(one, other, alike):
    assert same(Kind.money, Decimal(one), Decimal(other)) is alike


def test_zero_is_as_good_as_left_out_and_false_too():
    assert is_zero(Kind.money, Decimal("0.49"))
    assert not is_zero(Kind.money, Decimal("0.50"))
    assert is_zero(Kind.count, 0)
    assert is_zero(Kind.flag, value=False)


def test_a_masked_number_agrees_with_the_full_one_by_its_last_digits():
    assert same(Kind.tin, "*****4567", "001234567")
    assert not same(Kind.tin, "*****4568", "001234567")
    assert not same(Kind.tin, "001234567", "991234567")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bramble Tool & Die, Inc.", "BRAMBLE TOOL AND DIE"),
        ("First National Bank of Harrow", "First Natl Bk Harrow N.A."),
        ("Whitlock, Dana", "Dana Whitlock"),
        ("Dana M. Whitlock", "Dana Marie Whitlock"),
        ("Dana Whitlock", "Dana Marie Whitlock"),
        ("PAUL & SYDNEY<REVERE", "Paul and Sydney Revere"),
        ("Société Alpine", "Societe Alpine"),
        ("Alder Brokerage Services LLC", "Alder Brokerage Svcs"),
        ("Cobalt Mortgage Servicing", "Cobalt Mortgage Servicng"),
    ],
)
def test_spellings_of_one_name_agree(one, other):
    assert same_name(one, other)
    assert same_name(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nora Whitlock", "Dana Whitlock"),
        ("Harrow", "Harrow Food Bank"),
        ("Alder Brokerage", "Alder Trust"),
        ("Bank", "Harrow Bank"),
        ("First National Bank", "First National Bank Alder Brokerage Services Tern Retirement Trust Harrow"),
        ("", "Harrow"),
    ],
)
def test_other_names_do_not_agree(one, other):
    assert not same_name(one, other)
    assert not same_name(other, one)


def test_an_address_agrees_unless_a_number_in_it_differs():
    assert same_text("118 Oak Street, Harrow OH", "118 Oak St., Harrow, OH 43004")
    assert not same_text("118 Oak Street", "112 Oak Street")
    assert same_number("AB-77120", "****7120")
    assert not same_number("4471-0091", "4471-7730")


def test_owners_may_be_spelled_out():
    assert [owner_code(raw) for raw in ("t", "Spouse", "JOINT", "", None)] == ["T", "S", "J", None, None]
    assert isinstance(owner_code("X"), Unreadable)


def test_values_are_shown_as_the_return_does():
    assert written(Decimal("1200.00")) == 1200
    assert written(date(2025, 1, 2)) == "2025-01-02"
    assert written(Unreadable("n/a")) == "n/a"
