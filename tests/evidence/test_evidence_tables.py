"""Tables found and read by their headers."""

from __future__ import annotations

from decimal import Decimal

import pytest

from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.tables import Table
from wp42_pytest.evidence.text_table import grid_of_rows, table_of_rows
from wp42_pytest.evidence.workbook import Sheet, Workbook

HEADERS = ["Cheque no", "Date", "Payee", "Amount"]
ROWS = [[4391, ["d", "2025-04-14"], "Alder Ltd", 512.75], [4464, ["d", "2025-10-02"], "Birch Inc", 1045.00]]


def sheet(*rows: list[object], merged: list[list[int]] | None = None) -> Sheet:
    cells = [
        [row, column, value]
        for row, line in enumerate(rows, 1)
        for column, value in enumerate(line, 1)
        if value is not None
    ]
    return Workbook("book.xlsx", {"sheets": [{"name": "S", "cells": cells, "merged": merged or []}]}).sheets[0]


def cheques(*rows: list[object], **aliases: tuple[str, ...]) -> Table:
    return sheet(*rows).table(*HEADERS, aliases={name.replace("_", " "): names for name, names in aliases.items()})


def test_rows_are_found_by_identifier_and_cells_by_header() -> None:
    table = cheques(HEADERS, *ROWS)
    row = table.row("Cheque no", "4391")
    assert row["Amount"] == Decimal("512.75")
    assert row["amount"].heading == "Amount"
    assert table.ids("Cheque no") == {"4391", "4464"}
    assert [cell.number for cell in table.column("Amount")] == [Decimal("512.75"), 1045]
    assert row.text == "4391 | 2025-04-14 | Alder Ltd | 512.75"


@pytest.mark.parametrize(
    "above",
    [
        [],
        [["Outstanding cheques"]],
        [["Outstanding cheques at 31 October 2025"], [], ["Prepared by", "T. Bramwell"], []],
        [[f"Line {number}"] for number in range(30)],
        [["Bank", "Cheque no"], []],
    ],
)
def test_the_header_row_may_stand_below_any_title_block(above: list[list[object]]) -> None:
    assert cheques(*above, HEADERS, *ROWS).ids("Cheque no") == {"4391", "4464"}


def test_extra_columns_other_orders_and_other_spellings_change_nothing() -> None:
    table = cheques(
        ["#", "AMOUNT (CAD)", "payee ", "Cheque Number", "Bank", "Date:"],
        [1, 512.75, "Alder Ltd", "#4391", "NST", ["d", "2025-04-14"]],
    )
    row = table.row("Cheque no", 4391)
    assert (row["Amount"].number, row["Payee"].text, row["Date"].text) == (Decimal("512.75"), "Alder Ltd", "2025-04-14")


def test_an_alias_names_the_column_only_when_the_column_itself_is_missing() -> None:
    aliased = {"Cheque no": ("Reference",)}
    table = sheet(["Reference", "Amount"], ["4391", 5]).table("Cheque no", "Amount", aliases=aliased)
    assert table.row("Cheque no", 4391)["Amount"] == 5
    both = sheet(["Reference", "Cheque no", "Amount"], ["x", "4391", 5]).table("Cheque no", "Amount", aliases=aliased)
    assert both.ids("Cheque no") == {"4391"}
    assert both.aliased({"Sum": ("Amount",)}).row("Cheque no", 4391)["Sum"] == 5


def test_a_missing_column_names_those_found() -> None:
    row = cheques(HEADERS, *ROWS).rows[0]
    with pytest.raises(NotMet, match="no column 'Stale-dated'; columns found: Cheque no, Date, Payee, Amount"):
        _ = row["Stale-dated"]
    assert row.get("Stale-dated") is None


def test_several_names_may_be_given_for_one_column() -> None:
    row = cheques(HEADERS, *ROWS).rows[0]
    assert row["Value", "Amount"] == Decimal("512.75")


def test_a_missing_row_names_those_found() -> None:
    with pytest.raises(NotMet, match="no row with Cheque no 9999; found: 4391, 4464"):
        cheques(HEADERS, *ROWS).row("Cheque no", 9999)


def test_no_table_at_all_names_the_closest_row() -> None:
    with pytest.raises(
        NotMet, match="has no header row with Cheque no, Date, Payee, Amount; the closest row is row 2: Date, Venue"
    ):
        cheques(["Programme"], ["Date", "Venue"], ["Monday", "Hall"])


def test_total_rows_are_told_apart_and_never_identifiers() -> None:
    for total in (
        ["Total", None, None, 1557.75],
        [None, None, "Total outstanding", 1557.75],
        ["Grand total", None, None, 1557.75],
        ["Sub-total", None, None, 1557.75],
        [None, None, None, 1557.75],
        ["TOTAL:", None, None, "1,557.75"],
    ):
        table = cheques(HEADERS, *ROWS, total)
        assert [row.is_total for row in table.rows] == [False, False, True]
        assert table.ids("Cheque no") == {"4391", "4464"}
        assert len(table.records) == 2


def test_total_rows_are_told_apart_with_the_columns_in_another_order() -> None:
    turned = [row[::-1] for row in (HEADERS, *ROWS, ["Total", None, None, 1557.75])]
    table = cheques(*turned)
    assert [row.is_total for row in table.rows] == [False, False, True]
    assert table.ids("Cheque no") == {"4391", "4464"}


def test_a_line_without_an_identifier_is_a_total_only_when_it_adds_up() -> None:
    table = sheet(
        ["JE no", "Account", "Debit", "Credit"],
        ["JE-1", 5600, 86.5, None],
        [None, 1010, None, 86.5],
        ["JE-2", 1010, 41.37, None],
        [None, 4900, None, 41.37],
        [None, None, 127.87, 127.87],
    ).table("JE no", "Account", "Debit", "Credit")
    assert [row.is_total for row in table.rows] == [False, False, False, False, True]
    assert [row.number for row in table.rows_where("Account", 1010)] == [3, 4]


def test_a_record_does_not_hide_behind_the_word_total() -> None:
    hidden = ["Total: 7889", "2025-10-02", "Acier Boisclair", 12.0]
    table = cheques(HEADERS, *ROWS, hidden, ["Total 2025", None, None, 1557.75])
    assert [row.is_total for row in table.rows] == [False, False, False, True]


def test_blank_rows_between_rows_and_before_the_total_do_not_end_the_table() -> None:
    table = cheques(HEADERS, ROWS[0], [], ROWS[1], [], ["Total", None, None, 1557.75])
    assert table.ids("Cheque no") == {"4391", "4464"}
    assert table.rows[-1].is_total


def test_section_headings_and_notes_are_no_records() -> None:
    table = cheques(
        HEADERS,
        ["Prior months"],
        ROWS[0],
        ["Current month"],
        ROWS[1],
        [],
        ["Note: cheque 4391 is stale-dated and was reported to the client."],
    )
    assert table.ids("Cheque no") == {"4391", "4464"}
    assert len(table.records) == 2


@pytest.mark.parametrize("note", ["CAD, gross, paid 2025-11-20", "1. Amounts are gross.", "A-1: pending, see sheet 2"])
def test_a_sentence_alone_in_a_table_of_many_columns_is_a_note_whatever_digits_it_has(note: str) -> None:
    table = sheet(["Id", "Name", "Day", "Rate", "Total"], ["A-1", "Ann", 3, 4, 12], [note]).table("Id", "Total")
    assert [row["Id"].text for row in table.records] == ["A-1"]


@pytest.mark.parametrize("record", ["A-2", "2025-11-20", "VS 3940 Lacasse"])
def test_an_identifier_alone_is_a_record(record: str) -> None:
    table = sheet(["Id", "Name", "Day", "Rate", "Total"], ["A-1", "Ann", 3, 4, 12], [record]).table("Id", "Total")
    assert [row["Id"].text for row in table.records] == ["A-1", record]


def test_records_below_a_note_are_listed_all_the_same() -> None:
    table = cheques(HEADERS, ROWS[0], [], ["For information, as agreed with the client:"], [], ROWS[1])
    assert table.ids("Cheque no") == {"4391", "4464"}


def test_a_reckoning_below_a_note_is_no_record() -> None:
    table = cheques(HEADERS, *ROWS, [], ["Summary of the list"], ["Number of cheques", 2])
    assert table.ids("Cheque no") == {"4391", "4464"}


def test_another_table_below_a_gap_does_not_run_into_the_first() -> None:
    both = sheet(
        HEADERS, *ROWS, [], ["Slip no", "Date", "Bank", "Amount"], ["S-1", ["d", "2025-10-31"], "NST", 6742.15]
    )
    assert both.table(*HEADERS).ids("Cheque no") == {"4391", "4464"}
    assert both.table("Slip no", "Date", "Amount").ids("Slip no") == {"s1"}


def test_blocks_with_the_same_header_are_one_table() -> None:
    table = cheques(["Prior"], HEADERS, ROWS[0], [], ["Current"], HEADERS, ROWS[1])
    assert table.ids("Cheque no") == {"4391", "4464"}


def test_tables_side_by_side_are_read_by_their_own_headers() -> None:
    both = sheet(
        ["Cheque no", "Amount", None, "Slip no", "Deposit"],
        [4391, 512.75, None, "S-1", 10],
        [4464, 1045.00, None, None, None],
    )
    assert both.table("Cheque no", "Amount").ids("Cheque no") == {"4391", "4464"}
    assert both.table("Slip no", "Deposit").row("Slip no", "S-1")["Deposit"] == 10


def test_a_header_of_two_levels_is_read_by_the_lower_or_both() -> None:
    merged = [[1, 1, 1, 4], [2, 2, 2, 3], [2, 1, 3, 1]]
    table = sheet(
        ["Report"], ["Region", "2024", None, "2025"], [None, "Q1", "Q2", "Q1"], ["North", 1, 2, 3], merged=merged
    ).table("Region", "2024 Q1", "2024 Q2", "2025 Q1")
    row = table.row("Region", "North")
    assert (row["2024 Q1"].number, row["2024 Q2"].number, row["2025 Q1"].number) == (1, 2, 3)
    assert row["Q2"] == 2
    with pytest.raises(NotMet, match="2 columns 'Q1' that differ"):
        _ = row["Q1"]


def test_a_column_that_stands_there_twice_with_the_same_values_is_fine() -> None:
    table = sheet(["Id", "Amount", "Amount"], [1, 5, 5], [2, None, 6]).table("Id", "Amount")
    assert table.row("Id", 1)["Amount"] == 5
    assert table.row("Id", 2)["Amount"] == 6


def test_an_identifier_mentioned_with_others_in_a_cell_is_found() -> None:
    table = sheet(["Ref", "Amount"], ["CD-1097 / JE-0187", 3486.25], ["Cheque 4462", 450]).table("Ref", "Amount")
    assert table.row("Ref", "JE-187")["Amount"] == Decimal("3486.25")
    assert table.row("Ref", "4462")["Amount"] == 450
    assert [row.number for row in table.rows_where("Ref", "CD 1097")] == [2]


def test_one_identifier_in_two_differing_rows_is_contradictory() -> None:
    table = cheques(HEADERS, *ROWS, [4391, ["d", "2025-04-14"], "Alder Ltd", 999])
    with pytest.raises(NotMet, match=r"2 rows with Cheque no 4391 \(rows 2, 4\)"):
        table.row("Cheque no", 4391)
    assert len(table.rows_where("Cheque no", 4391)) == 2


def test_a_blank_cell_is_a_cell_that_is_empty() -> None:
    cell = cheques(HEADERS, [4391, None, "Alder Ltd", None]).rows[0]["Amount"]
    assert cell.is_blank
    with pytest.raises(NotMet, match="row 2, Amount = \\(blank\\) is not a number: it is empty"):
        _ = cell.number


def test_text_tables_are_read_by_the_same_rules() -> None:
    rows = [
        ["Cheque register"],
        [],
        ["cheque_no", "amount", "status"],
        ["004391", "512.75", "issued"],
        ["4449", "1,125.00", "void"],
    ]
    table = table_of_rows(grid_of_rows("register.csv", rows), ("Cheque no", "Amount"))
    assert table.row("Cheque no", "4391")["Amount"] == Decimal("512.75")
    assert table.row("Cheque no", "4391")["Amount"].ref == "register.csv!B4"
    assert table_of_rows(grid_of_rows("register.csv", rows)).columns == ["cheque_no", "amount", "status"]
    with pytest.raises(NotMet, match="holds no rows"):
        table_of_rows(grid_of_rows("register.csv", []))


def test_a_table_says_what_it_is() -> None:
    assert repr(cheques(HEADERS, *ROWS)) == "sheet S (Cheque no, Date, Payee, Amount; 2 rows)"
    assert repr(cheques(HEADERS, *ROWS).rows[0]) == "sheet S row 2: 4391 | 2025-04-14 | Alder Ltd | 512.75"
    assert len(cheques(HEADERS, *ROWS)) == len(list(cheques(HEADERS, *ROWS))) == 2
