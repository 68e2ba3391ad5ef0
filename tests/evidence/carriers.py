"""One reconciliation, written by every kind of tool that a worker may use."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import date

import openpyxl
import pandas
import xlsxwriter

LINES: list[tuple[str, float | str]] = [
    ("Balance per bank statement", 190821.08),
    ("Add: deposits in transit", "=SUM('Deposits in transit'!C2:C3)"),
    ("Less: outstanding cheques", -15707.95),
    ("Bank errors", 962.40),
    ("Adjusted bank balance", "=SUM(B3:B6)"),
]
FIRST = 3
VALUES = {
    "Balance per bank statement": 190821.08,
    "Add: deposits in transit": 8131.05,
    "Adjusted bank balance": 184206.58,
}
DEPOSITS = [
    ("Slip no", "Date", "Amount"),
    ("S-0101", date(2025, 10, 30), 6742.15),
    ("S-0102", date(2025, 10, 31), 1388.90),
]
_NUMBERS = [190821.08, 8131.05, -15707.95, 962.40, 184206.58]


def by_openpyxl() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Reconciliation"
    sheet["A1"] = "Bank reconciliation at 31 October 2025"
    for row, line in enumerate(LINES, FIRST):
        sheet.cell(row, 1, line[0])
        sheet.cell(row, 2, line[1])
    deposits = book.create_sheet("Deposits in transit")
    for row in DEPOSITS:
        deposits.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def by_xlsxwriter(*, in_memory_strings: bool = False) -> bytes:
    buffer = io.BytesIO()
    # constant_memory writes inline strings, as several web tools do.
    with xlsxwriter.Workbook(buffer, {"constant_memory": in_memory_strings, "in_memory": True}) as book:
        sheet = book.add_worksheet("Reconciliation")
        day = book.add_format({"num_format": "d mmm yyyy"})
        sheet.write("A1", "Bank reconciliation")
        for row, line in enumerate(LINES, FIRST - 1):
            sheet.write(row, 0, line[0])
            sheet.write(row, 1, line[1])
        deposits = book.add_worksheet("Deposits in transit")
        for row, line in enumerate(DEPOSITS):
            for column, value in enumerate(line):
                if isinstance(value, date):
                    deposits.write_datetime(row, column, value, day)
                else:
                    deposits.write(row, column, value)
    return buffer.getvalue()


def by_xlsxwriter_inline() -> bytes:
    return by_xlsxwriter(in_memory_strings=True)


def by_pandas() -> bytes:
    buffer = io.BytesIO()
    with pandas.ExcelWriter(buffer, engine="openpyxl") as writer:
        frame = pandas.DataFrame({"Item": [line[0] for line in LINES], "Amount": _NUMBERS})
        frame.to_excel(writer, sheet_name="Reconciliation", index=False)
        deposits = pandas.DataFrame(DEPOSITS[1:], columns=list(DEPOSITS[0]))
        deposits["Date"] = pandas.to_datetime(deposits["Date"])
        deposits.to_excel(writer, sheet_name="Deposits in transit")
    return buffer.getvalue()


def _as_text(style: Callable[[float], str]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "RECONCILIATION "
    for row, (line, value) in enumerate(zip(LINES, _NUMBERS, strict=True), 8):
        sheet.cell(row, 2, f"{line[0].upper()}:")
        sheet.cell(row, 3, "CAD")
        sheet.cell(row, 4, style(value))
    deposits = book.create_sheet("Deposits_in_transit")
    deposits.append(["Deposits in transit"])
    deposits.append([])
    deposits.append(["SLIP #", "Bank", "AMOUNT (CAD)", "Date"])
    for number, day, amount in DEPOSITS[1:]:
        deposits.append([number.replace("-", " "), "NST", style(amount), day.isoformat()])
    deposits.append(["Total", None, style(8131.05)])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def as_english_text() -> bytes:
    return _as_text(lambda value: f"({-value:,.2f})" if value < 0 else f"{value:,.2f}")


def as_dollar_text() -> bytes:
    return _as_text(lambda value: f"-${-value:,.2f}" if value < 0 else f"${value:,.2f} CAD")


def as_french_text() -> bytes:
    return _as_text(
        lambda value: f"{value:,.2f}".replace(",", "\u202f").replace(".", ",").replace("-", "\u2212") + " $"
    )


def as_strict() -> bytes:
    """The openpyxl file in Strict namespaces, as Excel's "Strict Open XML" writes them."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(by_openpyxl())) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            for part in (b"spreadsheetml", b"officeDocument", b"drawingml"):
                text = text.replace(
                    b"http://schemas.openxmlformats.org/" + part + b"/2006/",
                    b"http://purl.oclc.org/ooxml/" + part + b"/",
                )
            new.writestr(name, text)
    return buffer.getvalue()


CARRIERS: dict[str, Callable[[], bytes]] = {
    carrier.__name__: carrier
    for carrier in (
        by_openpyxl,
        by_xlsxwriter,
        by_xlsxwriter_inline,
        by_pandas,
        as_english_text,
        as_dollar_text,
        as_french_text,
        as_strict,
    )
}
