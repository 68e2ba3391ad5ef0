"""What a hostile file can cost the process that grades: little, whatever it holds."""

from __future__ import annotations

import io
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from carriers import by_openpyxl

from wp42_pytest.evidence import reader
from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.evidence.reader import ReaderChild
from wp42_pytest.evidence.refusal import NotMet, Reason, Refused
from wp42_pytest.evidence.workbook import Sheet, Workbook

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def with_sheet(tmp_path: Path, xml: str) -> Workbook:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(by_openpyxl())) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, xml if name.endswith("sheet1.xml") else old.read(name))
    (tmp_path / "book.xlsx").write_bytes(buffer.getvalue())
    return Deliverables(tmp_path).workbook("book.xlsx")


def filler(rows: int, columns: int) -> str:
    row = "".join(f"<c><v>{column}</v></c>" for column in range(columns))
    return f"<row>{row}</row>" * rows


def use(sheet: Sheet) -> None:
    assert isinstance(sheet.text, str)
    for look in (
        lambda: sheet.labelled("Total"),
        lambda: sheet.table("Cheque no", "Amount"),
        lambda: list(sheet.labels()),
    ):
        with suppress(NotMet):
            look()


HOSTILE = {
    "columns hidden over and over": '<cols>{}</cols><sheetData>{}</sheetData>'.format(
        '<col min="1" max="16384" hidden="1"/>' * 500, filler(500, 40)
    ),
    "merged areas over and over": '<sheetData>{}</sheetData><mergeCells>{}</mergeCells>'.format(
        filler(200, 10), "".join(f'<mergeCell ref="A1:CV{row + 100}"/>' for row in range(3000))
    ),
    "array areas over and over": "<sheetData>{}<row>{}</row></sheetData>".format(
        filler(300, 30), '<c><f t="array" ref="A1:XFD1048576">1</f></c>' * 300
    ),
    "long texts like labels": "<sheetData>{}</sheetData>".format(
        "".join(
            f'<row><c t="inlineStr"><is><t>{text}</t></is></c><c><v>1</v></c></row>'
            for text in ("(" * 30_000, "Total " * 5000, "1." * 15_000, "- " * 15_000, "(a" * 15_000, "0" * 30_000)
        )
    ),
    "texts of rows without a header": "<sheetData>{}</sheetData>".format(
        "".join(
            f'<row><c t="inlineStr"><is><t>item {row} (CAD)</t></is></c><c t="inlineStr"><is><t>x {row}</t></is></c></row>'
            for row in range(6000)
        )
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_a_sheet_made_to_be_slow_is_read_or_refused_in_seconds(tmp_path: Path, what: str) -> None:
    started = time.process_time()
    with suppress(NotMet):
        book = with_sheet(tmp_path, f'<worksheet xmlns="{MAIN}">{HOSTILE[what]}</worksheet>')
        for sheet in book.sheets:
            use(sheet)
    assert time.process_time() - started < 8


def test_one_long_text_shown_in_many_cells_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "ANSWER_LIMIT", 4 * 1024**2)
    cells = '<row><c t="s"><v>0</v></c></row>' * 2000
    link = '<Relationship Type="http://x/sharedStrings" Target="sharedStrings.xml" Id="rS"/></Relationships>'
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(by_openpyxl())) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name).decode()
            if name.endswith("sheet1.xml"):
                text = f'<worksheet xmlns="{MAIN}"><sheetData>{cells}</sheetData></worksheet>'
            if name.endswith("workbook.xml.rels") and "sharedStrings" not in text:
                text = text.replace("</Relationships>", link)
            if name != "xl/sharedStrings.xml":
                new.writestr(name, text)
        new.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}"><si><t>{"long " * 6000}</t></si></sst>')
    child = ReaderChild()
    try:
        with pytest.raises(Refused) as refused:
            child.ask("xlsx", buffer.getvalue())
        assert refused.value.reason is Reason.too_complex
        assert child.ask("json", b"1").found["value"] == 1
    finally:
        child.close()
