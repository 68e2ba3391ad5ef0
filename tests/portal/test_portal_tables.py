"""Rows of a record table: searched, filtered, sorted, paged and shown."""

from decimal import Decimal

import pytest

from wp42_pytest.portal.tables import Column, RecordTable, number_of, page_of

ROWS = [
    {"no": "10", "payee": "Éclair", "amount": 1270.0, "paid": True},
    {"no": "9", "payee": "ampoule", "amount": None, "paid": False},
    {"no": "100", "payee": "Zinc", "amount": -4815.605, "paid": None},
    {"no": "", "payee": "ampoule", "amount": 36, "paid": True},
]


@pytest.fixture(scope="module")
def table():
    columns = {name: Column.of(name, [row[name] for row in ROWS]) for name in ROWS[0]}
    return RecordTable("cheques", "Cheques", columns, ROWS)


def shown(table, name):
    return [table.columns[name].shown(row[name]) for row in table.rows]


def test_figures_are_shown_with_the_decimals_of_the_most_exact_one(table):
    assert shown(table, "amount") == ["1,270.000", "", "-4,815.605", "36.000"]


def test_money_is_shown_with_two_decimals():
    assert Column.of("a", [1.5, 2.0, 3]).shown(1234.5) == "1,234.50"


def test_ids_are_shown_as_they_are_written(table):
    assert shown(table, "no") == ["10", "9", "100", ""]
    assert Column.of("year", [2025, 2024]).shown(2025) == "2025"


def test_yes_and_no_are_shown_as_words(table):
    assert shown(table, "paid") == ["Yes", "No", "", "Yes"]


def test_only_columns_of_figures_are_aligned_as_figures(table):
    assert table.amounts == {"amount"}


def test_rows_are_found_by_words_without_case_and_accents(table):
    assert [row["no"] for row in table.containing(ROWS, "eclair")] == ["10"]
    assert [row["no"] for row in table.containing(ROWS, "AMPOULE")] == ["9", ""]


@pytest.mark.parametrize("typed", ["4,815.605", "4815.605", "-4815"])
def test_rows_are_found_by_a_figure_however_it_is_typed(table, typed):
    assert [row["no"] for row in table.containing(ROWS, typed)] == ["100"]


def test_a_filter_on_one_column_looks_nowhere_else(table):
    assert table.containing(ROWS, "10", "payee") == []
    assert [row["no"] for row in table.containing(ROWS, "10", "no")] == ["10", "100"]


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({"no": "10"}, ["10"]),
        ({"payee": "AMPOULE"}, ["9", ""]),
        ({"amount": "1270"}, ["10"]),
        ({"amount": "1,270.00"}, ["10"]),
        ({"amount": ""}, ["9"]),
        ({"paid": "yes"}, ["10", ""]),
        ({"paid": "yes", "payee": "ampoule"}, [""]),
        ({"amount": "127"}, []),
    ],
)
def test_an_exact_filter_compares_by_value(table, where, found):
    assert [row["no"] for row in table.matching(ROWS, where)] == found


def test_figures_sort_by_size_also_where_they_are_text_and_empty_ones_come_last_either_way(table):
    assert [row["no"] for row in table.sorted(ROWS, "no")] == ["9", "10", "100", ""]
    assert [row["no"] for row in table.sorted(ROWS, "no", descending=True)] == ["100", "10", "9", ""]
    assert [row["amount"] for row in table.sorted(ROWS, "amount")] == [-4815.605, 36, 1270.0, None]


def test_words_sort_without_case_and_accents_and_ties_keep_their_order(table):
    assert [row["payee"] for row in table.sorted(ROWS, "payee")] == ["ampoule", "ampoule", "Éclair", "Zinc"]
    assert [row["no"] for row in table.sorted(ROWS, "payee")][:2] == ["9", ""]


def test_pages_cover_every_row_once():
    items = list(range(101))
    pages = [page_of(items, number, 25) for number in range(1, 6)]
    assert [item for page in pages for item in page.items] == items
    assert [(page.first, page.last) for page in pages] == [(1, 25), (26, 50), (51, 75), (76, 100), (101, 101)]


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (-3, 1), (99, 2)])
def test_a_page_that_does_not_exist_gives_the_nearest(asked, given):
    assert page_of(list(range(30)), asked, 25).number == given


def test_an_empty_list_has_one_empty_page():
    page = page_of([], 1, 25)
    assert (page.items, page.pages, page.last, page.total) == ([], 1, 0, 0)


def test_text_is_a_number_only_where_it_is_a_plain_one():
    assert number_of("12.50") == Decimal("12.50")
    assert [number_of(value) for value in ("CD-1", "1e5", "", None, True)] == [None] * 5
