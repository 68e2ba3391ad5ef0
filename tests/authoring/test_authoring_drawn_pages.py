"""Pages that are drawn freely, and rows that are hidden."""

from __future__ import annotations

import io
from datetime import datetime

import openpyxl
import pypdfium2
import pytest

from wp42_pytest.authoring.opc import Properties
from wp42_pytest.authoring.pdf import drawn_pdf_bytes
from wp42_pytest.authoring.xlsx import Sheet, openpyxl_bytes, xlsxwriter_bytes

PROPERTIES = Properties("Two pages", "Someone", datetime(2026, 2, 3, 10, 0))


def test_each_function_draws_a_page_of_its_own_and_the_bytes_are_the_same_at_any_time():
    pages = [lambda canvas: canvas.drawString(72, 700, "first"), lambda canvas: canvas.drawString(72, 700, "second")]
    data = drawn_pdf_bytes(pages, PROPERTIES)
    document = pypdfium2.PdfDocument(data)
    assert [page.get_textpage().get_text_range() for page in document] == ["first", "second"]
    assert drawn_pdf_bytes(pages, PROPERTIES) == data


@pytest.mark.parametrize("write", [openpyxl_bytes, xlsxwriter_bytes])
def test_hidden_rows_are_hidden_and_keep_their_values(write):
    sheet = Sheet("Ledger", [["a"], ["b"], ["c"]], hidden_rows=(2,))
    page = openpyxl.load_workbook(io.BytesIO(write([sheet], PROPERTIES)))["Ledger"]
    assert [number for number, row in page.row_dimensions.items() if row.hidden] == [2]
    assert page["A2"].value == "b"
