"""Writes workbooks, as spreadsheet programs leave them: with formulas alone, or with their values beside them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.opc import Properties, pinned

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell as OpenpyxlCell

MONEY = "#,##0.00"
ACCOUNTING = '#,##0.00_);(#,##0.00);"-"??_)'
ISO_DATE = "yyyy-mm-dd"


@dataclass(frozen=True)
class Formula:
    """A live formula and what it comes to.

    Args:
        text: the formula, starting with "=".
        value: its result, which only `xlsxwriter_bytes` writes into the file.
    """

    text: str
    value: Decimal | int | str


Value = Decimal | int | str | date | Formula | None


@dataclass(frozen=True)
class Style:
    """How a cell looks; colours are RRGGBB."""

    bold: bool = False
    italic: bool = False
    size: float = 10
    colour: str = "000000"
    fill: str = ""
    number_format: str = ""
    align: str = ""
    wrap: bool = False
    top: bool = False
    bottom: bool = False


PLAIN = Style()


@dataclass(frozen=True)
class Cell:
    """A value with a look, and a comment where someone left one."""

    value: Value
    style: Style = PLAIN
    comment: str = ""


@dataclass(frozen=True)
class Sheet:
    """One sheet, written from its top left cell on.

    Args:
        name: the tab's name.
        rows: lists of cells; a bare value is a plain cell, None an empty one.
        widths: column widths in characters, from column A on.
        freeze: the first cell below and right of the frozen panes, such as "A5".
        hidden: whether the tab is hidden.
        landscape: whether it prints in landscape.
        hidden_rows: numbers of the rows that are hidden, counted from one.
        heights: heights of rows in points, by number; the others stay as high as they are by default.
    """

    name: str
    rows: Sequence[Sequence[Cell | Value]]
    widths: Sequence[float] = ()
    freeze: str = ""
    hidden: bool = False
    landscape: bool = False
    font: str = "Calibri"
    comment_author: str = field(default="")
    hidden_rows: Sequence[int] = ()
    heights: Mapping[int, float] = field(default_factory=dict)


def openpyxl_bytes(sheets: Sequence[Sheet], properties: Properties) -> bytes:
    """Return a workbook whose formulas hold no values, as libraries write it."""
    from openpyxl import Workbook
    from openpyxl.comments import Comment

    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet in sheets:
        page = book.create_sheet(sheet.name)
        for row, cells in enumerate(sheet.rows, start=1):
            for column, content in enumerate(cells, start=1):
                cell = _cell(content)
                if cell.value is None and cell.style == PLAIN:
                    continue
                target = page.cell(row, column)
                target.value = cell.value.text if isinstance(cell.value, Formula) else cell.value
                _style_openpyxl(target, cell, sheet.font)
                if cell.comment:
                    target.comment = Comment(cell.comment, sheet.comment_author)
        for column, width in enumerate(sheet.widths, start=1):
            page.column_dimensions[page.cell(1, column).column_letter].width = width
        for row in sheet.hidden_rows:
            page.row_dimensions[row].hidden = True
        for row, height in sheet.heights.items():
            page.row_dimensions[row].height = height
        page.freeze_panes = sheet.freeze or None
        page.sheet_state = "hidden" if sheet.hidden else "visible"
        page.page_setup.orientation = "landscape" if sheet.landscape else "portrait"
        page.page_setup.fitToHeight = 0
        page.sheet_properties.pageSetUpPr.fitToPage = True
    written = io.BytesIO()
    book.save(written)
    return pinned(written.getvalue(), properties)


def xlsxwriter_bytes(sheets: Sequence[Sheet], properties: Properties) -> bytes:
    """Return a workbook whose formulas hold their values, as a spreadsheet program saves it."""
    from xlsxwriter import Workbook

    written = io.BytesIO()
    book = Workbook(written, {"in_memory": True})
    book.set_properties({"created": properties.created})
    formats: dict[Style, Any] = {}
    for sheet in sheets:
        page = book.add_worksheet(sheet.name)
        for row, cells in enumerate(sheet.rows):
            for column, content in enumerate(cells):
                cell = _cell(content)
                if cell.value is None and cell.style == PLAIN:
                    continue
                look = _with_date_format(cell)
                if look not in formats:
                    formats[look] = book.add_format(_xlsxwriter_format(look, sheet.font))
                _write_xlsxwriter(page, row, column, cell.value, formats[look])
                if cell.comment:
                    page.write_comment(row, column, cell.comment, {"author": sheet.comment_author})
        for column, width in enumerate(sheet.widths):
            page.set_column(column, column, width)
        for row in sheet.hidden_rows:
            page.set_row(row - 1, None, None, {"hidden": True})
        for row, height in sheet.heights.items():
            page.set_row(row - 1, height)
        if sheet.freeze:
            page.freeze_panes(sheet.freeze)
        if sheet.hidden:
            page.hide()
        if sheet.landscape:
            page.set_landscape()
        page.set_paper(1)
        page.fit_to_pages(1, 0)
    book.close()
    return pinned(written.getvalue(), properties)


def _cell(content: Cell | Value) -> Cell:
    return content if isinstance(content, Cell) else Cell(content)


def _with_date_format(cell: Cell) -> Style:
    if isinstance(cell.value, date) and not cell.style.number_format:
        from dataclasses import replace

        return replace(cell.style, number_format=ISO_DATE)
    return cell.style


def _style_openpyxl(target: OpenpyxlCell, cell: Cell, font: str) -> None:
    look = _with_date_format(cell)
    for name, part in _openpyxl_parts(look, font).items():
        setattr(target, name, part)
    if look.number_format:
        target.number_format = look.number_format


@cache
def _openpyxl_parts(look: Style, font: str) -> dict[str, Any]:
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

    parts: dict[str, Any] = {
        "font": Font(name=font, size=look.size, bold=look.bold, italic=look.italic, color=f"FF{look.colour}")
    }
    if look.fill:
        parts["fill"] = PatternFill("solid", start_color=f"FF{look.fill}")
    if look.align or look.wrap:
        parts["alignment"] = Alignment(horizontal=look.align or None, wrap_text=look.wrap, vertical="top")
    if look.top or look.bottom:
        thin = Side(style="thin")
        parts["border"] = Border(top=thin if look.top else None, bottom=thin if look.bottom else None)
    return parts


def _xlsxwriter_format(look: Style, font: str) -> Mapping[str, Any]:
    chosen: dict[str, Any] = {"font_name": font, "font_size": look.size, "font_color": f"#{look.colour}"}
    chosen |= {"bold": look.bold, "italic": look.italic, "text_wrap": look.wrap}
    chosen |= {"top": int(look.top), "bottom": int(look.bottom)}
    if look.fill:
        chosen["bg_color"] = f"#{look.fill}"
    if look.number_format:
        chosen["num_format"] = look.number_format
    if look.align:
        chosen["align"] = look.align
    if look.wrap:
        chosen["valign"] = "top"
    return chosen


def _write_xlsxwriter(page: Any, row: int, column: int, value: Value, look: Any) -> None:
    match value:
        case Formula():
            result = float(value.value) if isinstance(value.value, Decimal) else value.value
            page.write_formula(row, column, value.text, look, result)
        case None:
            page.write_blank(row, column, None, look)
        case str():
            page.write_string(row, column, value, look)
        case date():
            page.write_datetime(row, column, value, look)
        case _:
            page.write_number(row, column, float(value), look)
