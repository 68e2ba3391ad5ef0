"""What a workbook shows nobody is no evidence: ink of the ground's colour, tiny type, empty formats, slits of rows."""

from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Font, PatternFill

from wp42_pytest.evidence import Deliverables


def white(cell: Cell) -> None:
    cell.font = Font(color="FFFFFFFF")


def white_of_the_theme(cell: Cell) -> None:
    from openpyxl.styles.colors import Color

    cell.font = Font(color=Color(theme=0))


def ink_like_the_fill(cell: Cell) -> None:
    cell.font = Font(color="FF336699")
    cell.fill = PatternFill("solid", fgColor="FF336699")


def tiny(cell: Cell) -> None:
    cell.font = Font(size=1)


def empty_format(cell: Cell) -> None:
    cell.number_format = ";;;"


def slit_of_a_row(cell: Cell) -> None:
    cell.parent.row_dimensions[cell.row].height = 0.1


def slit_of_a_column(cell: Cell) -> None:
    cell.parent.column_dimensions[cell.column_letter].width = 0.05


def heading(cell: Cell) -> None:
    cell.font = Font(color="FFFFFFFF", bold=True)
    cell.fill = PatternFill("solid", fgColor="FF1F3864")


def small_print(cell: Cell) -> None:
    cell.font = Font(size=7, color="FF808080")


def low_row(cell: Cell) -> None:
    cell.parent.row_dimensions[cell.row].height = 8


def seen(folder: Path, style) -> bool:
    book = Workbook()
    sheet = book.active
    sheet["A1"], sheet["C3"] = "shown", 12.5
    style(sheet["C3"])
    book.save(folder / "book.xlsx")
    read = Deliverables(folder).workbook("book.xlsx").sheet("Sheet")
    assert read.cell("C3") == 12.5
    return "C3" in {cell.ref.rpartition("!")[2] for cell in read.visible_cells}


@pytest.mark.parametrize(
    "style",
    [white, white_of_the_theme, ink_like_the_fill, tiny, empty_format, slit_of_a_row, slit_of_a_column],
    ids=lambda style: style.__name__,
)
def test_what_nobody_can_see_is_hidden(tmp_path, style):
    assert not seen(tmp_path, style)


@pytest.mark.parametrize("style", [heading, small_print, low_row], ids=lambda style: style.__name__)
def test_what_can_be_read_is_not_hidden(tmp_path, style):
    assert seen(tmp_path, style)
