"""Every odd and hostile file is concluded as its manifest entry says; the prose files are in test_evidence_document_cases."""

from __future__ import annotations

import json
import os
import shutil
import time
import tracemalloc
import unicodedata
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from wp42_pytest.evidence.cells import ErrorValue
from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.kinds import Kind
from wp42_pytest.evidence.refusal import NotMet, Reason, Unreadable
from wp42_pytest.evidence.workbook import Sheet

CASES = Path(__file__).resolve().parents[1] / "cases"
MANIFEST = json.loads((CASES / "manifest.json").read_text(encoding="utf-8"))
PROSE = frozenset(name for name in MANIFEST if name.startswith(("pdf_", "docx_", "pptx_", "picture_")))

TIME_LIMIT = 5.0
MEMORY_LIMIT = 64 * 1024**2


def refusal(out: Deliverables, name: str) -> Reason:
    with pytest.raises(Unreadable) as refused:
        out.workbook(name) if name.endswith(("xlsx", "xls")) else out.json(name)
    assert name in str(refused.value)
    assert not out.exists(name) or out.digest(name)
    return refused.value.reason


def only_sheet(out: Deliverables, name: str) -> Sheet:
    (sheet,) = out.workbook(name).visible
    return sheet


def zipbomb(out: Deliverables) -> None:
    assert refusal(out, "zipbomb.xlsx") is Reason.archive_limits


def external_entity(out: Deliverables) -> None:
    assert refusal(out, "xxe.xlsx") is Reason.dtd


def external_link(out: Deliverables) -> None:
    sheet = only_sheet(out, "extlink.xlsx")
    assert sheet.cell("D1") == 2
    for reference in ("A1", "B1", "C1", "E1"):
        cell = sheet.cell(reference)
        assert cell.formula
        assert cell.is_blank
        assert cell.note == "external link"
        with pytest.raises(NotMet, match="external link"):
            _ = cell.number


def macros(out: Deliverables) -> None:
    assert only_sheet(out, "macro_as.xlsx").cell("A1") == 7
    assert any("macros" in note for note in out.workbook("macro_as.xlsx").notes)


def duplicate_member(out: Deliverables) -> None:
    assert refusal(out, "dup_member.xlsx") is Reason.archive_names


def truncated(out: Deliverables) -> None:
    assert refusal(out, "truncated.xlsx") is Reason.archive_damaged


def empty(out: Deliverables) -> None:
    assert refusal(out, "empty.xlsx") is Reason.empty


def ods_renamed(out: Deliverables) -> None:
    assert only_sheet(out, "ods_renamed.xlsx").table("id", "amount").row("id", 1)["amount"] == Decimal("12.5")
    with pytest.raises(NotMet, match=r"ods_renamed.xlsx is an ods file, but an xlsx file was asked for"):
        out.require_kind("ods_renamed.xlsx")


def csv_renamed(out: Deliverables) -> None:
    assert out.table("csv_renamed.xlsx").row("id", 1)["amount"] == Decimal("12.5")
    assert only_sheet(out, "csv_renamed.xlsx").table("id", "amount").row("id", 1)["amount"] == Decimal("12.5")
    with pytest.raises(NotMet, match="is a csv file, but an xlsx file was asked for"):
        out.require_kind("csv_renamed.xlsx")


def html_renamed(out: Deliverables) -> None:
    assert out.kind("html_renamed.xls") is Kind.html
    assert refusal(out, "html_renamed.xls") is Reason.wrong_kind


def strict(out: Deliverables) -> None:
    assert only_sheet(out, "strict.xlsx").table("id", "amount").row("id", 1)["amount"] == Decimal("12.5")
    out.require_kind("strict.xlsx")


def date1904(out: Deliverables) -> None:
    assert only_sheet(out, "date1904.xlsx").cell("A1").value == date(2024, 3, 1)


def text_numbers(out: Deliverables) -> None:
    sheet = only_sheet(out, "textnumbers.xlsx")
    read = {cell.row: cell.number for cell in sheet.cells if cell.is_number}
    assert read == {
        1: Decimal("1234.50"),
        2: Decimal("-1234.50"),
        3: Decimal("1234.50"),
        4: Decimal(-5),
        5: Decimal("1234.5"),
        6: Decimal("0.12"),
        7: Decimal(1234),
        8: Decimal("1.234"),
        9: Decimal("1234.50"),
        10: Decimal(1_200_000),
        12: Decimal(1000),
        15: Decimal("1234.5"),
        16: Decimal("1234.50"),
    }
    assert Figure("share", Decimal(12), Decimal("0.01"), "%") == sheet.cell("A6")
    undeclared = Deliverables(out.folder, locale=None).workbook("textnumbers.xlsx").visible[0]
    assert not undeclared.cell("A7").is_number
    assert not undeclared.cell("A8").is_number


def merged_headers(out: Deliverables) -> None:
    table = only_sheet(out, "merged.xlsx").table("Region", "Q1", "Q2")
    assert table.row("Region", "North")["Q2"] == 2
    assert table.row("Region", "North")["2024 Q2"] == 2


def hidden_parts(out: Deliverables) -> None:
    book = out.workbook("hidden.xlsx")
    assert [sheet.name for sheet in book.visible] == ["Result"]
    assert [sheet.name for sheet in book.sheets] == ["Result", "Scratch", "vh"]
    sheet = book.sheets[0]
    assert sheet.table("id", "amount").ids("id") == {"1"}
    assert [cell.number for cell in sheet.cells if cell.column == 2 and cell.row > 1] == [10, 999]
    with pytest.raises(NotMet, match="hidden"):
        book.sheet("Scratch")


def inline_strings(out: Deliverables) -> None:
    sheet = only_sheet(out, "inline.xlsx")
    assert sheet.cell("A1").value == "hello"
    assert sheet.cell("B1").value == 5
    assert sheet.cell("B3").value == "str"
    assert sheet.cell("C3").value is True
    assert sheet.cell("D3").value == ErrorValue("#N/A")
    assert sheet.cell("E3").value == date(2024, 3, 1)


def wrong_dimension(out: Deliverables) -> None:
    assert [cell.number for cell in only_sheet(out, "baddim.xlsx").cells] == [1, 2, 3]


def far_cell(out: Deliverables) -> None:
    sheet = only_sheet(out, "hugedim.xlsx")
    assert [(cell.ref, cell.number) for cell in sheet.cells] == [("S!A1", 1), ("S!XFD1048576", 2)]
    assert "1" in sheet.text


def forged_cache(out: Deliverables) -> None:
    sheet = only_sheet(out, "forged_cache.xlsx")
    assert sheet.cell("B1") == 4
    assert sheet.cell("C1") == 6
    assert isinstance(sheet.cell("D1").value, ErrorValue)
    assert {cell.provenance for cell in sheet.formula_cells} == {"computed"}


def deep_json(out: Deliverables) -> None:
    assert refusal(out, "deep.json") is Reason.too_complex


def nan_json(out: Deliverables) -> None:
    assert refusal(out, "nan.json") is Reason.invalid_json


def bom_json(out: Deliverables) -> None:
    assert out.json("bom.json")["total"] == 5


def bom_csv(out: Deliverables) -> None:
    assert out.table("bom.csv").columns == ["id", "amount"]


def long_field(out: Deliverables) -> None:
    assert len(out.table("bigfield.csv").row("id", 1)["t"].text) == 200_000


def nul_csv(out: Deliverables) -> None:
    assert out.table("nul.csv").row("id", 1)["t"] == "ab"
    assert any("NUL" in note for note in out.found("nul.csv")["notes"])


def ragged_csv(out: Deliverables) -> None:
    table = out.table("ragged.csv")
    assert table.ids("id") == {"1", "2", "3"}
    assert table.row("id", 1)["amount"] == 5
    assert table.row("id", 2)["amount"].is_blank
    assert table.row("id", 3)["amount"] == 7
    assert any("ragged" in note for note in out.found("ragged.csv")["notes"])


def symlink(out: Deliverables) -> None:
    assert refusal(out, "symlink.json") is Reason.linked
    assert out.digest("symlink.json") == "refused: linked"
    assert not out.exists("symlink.json")


def hard_link(out: Deliverables) -> None:
    assert refusal(out, "hardlink.json") is Reason.linked


def fifo(out: Deliverables) -> None:
    assert refusal(out, "fifo.json") is Reason.not_a_file


def device(out: Deliverables) -> None:
    with pytest.raises(Unreadable) as refused:
        out.table("zero.csv")
    assert refused.value.reason is Reason.linked


def sparse(out: Deliverables) -> None:
    assert refusal(out, "sparse.json") is Reason.too_large


def folder(out: Deliverables) -> None:
    assert refusal(out, "folder.json") is Reason.not_a_file


def decomposed_name(out: Deliverables) -> None:
    assert unicodedata.normalize("NFC", "Résumé.md") not in out.names()
    assert out.exists(unicodedata.normalize("NFC", "Résumé.md"))


def odd_styles(out: Deliverables) -> None:
    assert only_sheet(out, "oddstyles.xlsx").cell("A1") == 5


def path_traversal(out: Deliverables) -> None:
    assert refusal(out, "path_traversal.xlsx") is Reason.archive_names


CHECKS: dict[str, Callable[[Deliverables], None]] = {
    check.__name__: check
    for check in (
        *(
            zipbomb,
            external_entity,
            external_link,
            macros,
            duplicate_member,
            truncated,
            empty,
            ods_renamed,
            csv_renamed,
        ),
        *(
            html_renamed,
            strict,
            date1904,
            text_numbers,
            merged_headers,
            hidden_parts,
            inline_strings,
            wrong_dimension,
            far_cell,
        ),
        *(
            forged_cache,
            deep_json,
            nan_json,
            bom_json,
            bom_csv,
            long_field,
            nul_csv,
            ragged_csv,
            symlink,
            hard_link,
            fifo,
        ),
        *(device, sparse, folder, decomposed_name, odd_styles, path_traversal),
    )
}


@pytest.fixture(scope="module")
def out_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    outside = tmp_path_factory.mktemp("oracle") / "oracle.json"
    outside.write_text('{"answer": 42}')
    folder = tmp_path_factory.mktemp("run") / "out"
    folder.mkdir()
    for entry in MANIFEST.values():
        if "file" in entry:
            shutil.copyfile(CASES / entry["file"], folder / entry["file"])
    (folder / "deep.json").write_text("[" * 200_000 + "]" * 200_000)
    (folder / "bigfield.csv").write_text("id,t\n1," + "x" * 200_000 + "\n")
    (folder / "symlink.json").symlink_to(outside)
    os.link(outside, folder / "hardlink.json")
    os.mkfifo(folder / "fifo.json")
    (folder / "zero.csv").symlink_to("/dev/zero")
    with (folder / "sparse.json").open("wb") as file:
        file.truncate(20 * 1024**3)
    (folder / "folder.json").mkdir()
    (folder / unicodedata.normalize("NFD", "Résumé.md")).write_text("# Text\n")
    return folder


def test_every_case_of_the_manifest_is_checked() -> None:
    assert CHECKS.keys() | PROSE == MANIFEST.keys()


@pytest.mark.parametrize("case", CHECKS)
def test_an_odd_or_hostile_file_is_concluded_fairly_in_bounded_time_and_memory(case: str, out_folder: Path) -> None:
    tracemalloc.start()
    started = time.process_time()
    try:
        CHECKS[case](Deliverables(out_folder))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert time.process_time() - started < TIME_LIMIT
    assert peak < MEMORY_LIMIT
