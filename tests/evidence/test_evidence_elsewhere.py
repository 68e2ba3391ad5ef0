"""What a workbook says beside the table that was asked for."""

from __future__ import annotations

from typing import Any

from wp42_pytest.evidence.elsewhere import further_cells, notes_around, rows_elsewhere
from wp42_pytest.evidence.workbook import Workbook

COLUMNS = ("Id", "Amount", "Total")
HEADER = ["Id", "Amount", "Total", "Amount to pay"]


def book(**sheets: list[list[Any]]) -> Workbook:
    found = [
        {
            "name": name,
            "cells": [
                [row, column, value]
                for row, values in enumerate(rows, start=1)
                for column, value in enumerate(values, start=1)
                if value is not None
            ],
        }
        for name, rows in sheets.items()
    ]
    return Workbook("pay.xlsx", {"sheets": found})


def test_further_cells_of_a_row_come_with_their_headers() -> None:
    table = book(Pay=[HEADER, ["A-1", 5, 5, 7], ["A-2", 6, 6]]).sheet("Pay").table(*COLUMNS)
    assert [(cell.heading, cell.text) for cell in further_cells(table.rows[0], COLUMNS)] == [("Amount to pay", "7")]
    assert further_cells(table.rows[1], COLUMNS) == []


def test_notes_are_what_stands_around_the_records_and_the_comments() -> None:
    sheet = book(
        Pay=[["Final pay of the day"], [], HEADER, ["A-1", 5, 5, 7, None, "checked"], [], ["Add 3.00 to A-1"]]
    ).sheet("Pay")
    sheet.comments.append(("B4", "HR", "deduct it"))
    table = sheet.table(*COLUMNS)
    assert notes_around(sheet, table) == ["Final pay of the day", "checked", "Add 3.00 to A-1", "deduct it"]


def test_a_note_right_below_the_records_is_one() -> None:
    sheet = book(Pay=[[*HEADER, "Remark"], ["A-1", 5, 5, 7], ["Add 3.00 to A-1, please"]]).sheet("Pay")
    assert notes_around(sheet, sheet.table(*COLUMNS)) == ["Add 3.00 to A-1, please"]


def test_rows_on_an_id_are_found_on_other_sheets_and_below_on_the_same_one() -> None:
    wanted = [HEADER, ["A-1", 5, 5], ["A-2", 6, 6], [], ["Id", "Total"], ["A-1", 9]]
    further = [["Summary"], ["Id", "Name", "Total"], ["A 1", "Ann", 8], ["A-2", "Bob", 6]]
    workbook = book(Pay=wanted, Summary=further, Other=[["Id", "Finding"], ["A-1", "none"]])
    table = workbook.sheet("Pay").table(*COLUMNS)
    found = list(rows_elsewhere(workbook, table, "Id", "A-1", ("Amount", "Total")))
    assert [(row.get("Total") or row["Name"]).text for row in found] == ["9", "8"]


def test_the_asked_table_itself_is_not_elsewhere() -> None:
    workbook = book(Pay=[HEADER, ["A-1", 5, 5]])
    table = workbook.sheet("Pay").table(*COLUMNS)
    assert list(rows_elsewhere(workbook, table, "Id", "A-1", COLUMNS)) == []
