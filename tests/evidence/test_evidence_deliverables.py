"""The out folder as evaluators see it."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from carriers import by_openpyxl

from wp42_pytest.evidence import (
    Cell,
    Deliverables,
    Figure,
    Kind,
    NotMet,
    Reason,
    Unreadable,
    inspect_file,
    parse_number,
)
from wp42_pytest.evidence.reader import READER


@pytest.fixture
def out(tmp_path: Path) -> Deliverables:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "reconciliation.xlsx").write_bytes(by_openpyxl())
    (folder / "register.csv").write_text("cheque_no;amount\n004391;512,75\n", encoding="utf-8")
    (folder / "COMPLETION.json").write_text('{"status": "completed"}')
    (folder / "report.md").write_text("# Report\n\nThe adjusted balance is $184,206.58.\n")
    (folder / "broken.docx").write_bytes(b"PK\x03\x04")
    (folder / "link.json").symlink_to("/etc/passwd")
    return Deliverables(folder, {"reconciliation.xlsx": "xlsx", "report.md": "md", "broken.docx": "docx"})


def test_everything_that_lies_in_the_folder_is_listed_and_hashed(out: Deliverables) -> None:
    assert out.names() == sorted(
        ["reconciliation.xlsx", "register.csv", "COMPLETION.json", "report.md", "broken.docx", "link.json"]
    )
    assert [out.exists(name) for name in ("register.csv", "link.json", "nothing.csv")] == [True, False, False]
    assert len(out.digest("register.csv")) == 64
    assert out.digest("link.json") == "refused: linked"
    assert out.digest("broken.docx") == "refused: damaged archive"
    assert out.digest("nothing.csv") == "refused: missing"
    assert out.kind("register.csv") is Kind.csv
    assert out.bytes("COMPLETION.json") == b'{"status": "completed"}'


def test_the_example_of_the_handbook_reads_like_this(out: Deliverables) -> None:
    sheet = out.workbook("reconciliation.xlsx").sheet("Reconciliation")
    assert sheet.labelled("Adjusted bank balance") == Figure("adjusted_balance", Decimal("184206.58"))
    assert out.table("register.csv").row("Cheque no", 4391)["Amount"] == Decimal("512.75")
    assert out.json("COMPLETION.json")["status"] == "completed"
    assert "184,206.58" in out.document("report.md").text


def test_a_failing_comparison_shows_both_sides(out: Deliverables) -> None:
    cell = out.workbook("reconciliation.xlsx").sheet("Reconciliation").labelled("Adjusted bank balance")
    figure = Figure("adjusted_balance", Decimal("184000"), unit="CAD")
    with pytest.raises(AssertionError) as failure:
        assert cell == figure
    assert "Reconciliation!B7 = 184,206.58 == Figure adjusted_balance = 184,000 CAD ± 0.01" in str(failure.value)


def test_what_cannot_be_read_is_the_workers_failure_with_a_typed_reason(out: Deliverables) -> None:
    for name, reason in (
        ("nothing.xlsx", Reason.missing),
        ("link.json", Reason.linked),
        ("broken.docx", Reason.archive_damaged),
        ("report.md", Reason.wrong_kind),
        ("../secret.json", Reason.unsafe_name),
    ):
        with pytest.raises(Unreadable) as refused:
            out.workbook(name)
        assert refused.value.reason is reason
        assert isinstance(refused.value, NotMet)
        assert isinstance(refused.value, AssertionError)
        assert str(refused.value).startswith(f"{name} could not be read ({reason.value}): ")


def test_the_kind_asked_for_is_a_check_of_its_own(out: Deliverables, tmp_path: Path) -> None:
    out.require_kind("reconciliation.xlsx")
    out.require_kind("register.csv")
    out.require_kind("report.md")
    (tmp_path / "out" / "memo.docx").write_text("# A memo in Markdown\n")
    with pytest.raises(NotMet, match=r"memo.docx is a txt file, but a docx file was asked for"):
        out.require_kind("memo.docx")
    with pytest.raises(Unreadable):
        out.require_kind("broken.docx")


def test_a_table_of_a_workbook_with_one_sheet_can_be_asked_for_like_a_csv(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["Register"], [], ["Cheque no", "Amount"], [4391, 512.75]):
        book.active.append(row)
    book.save(tmp_path / "register.csv")
    out = Deliverables(tmp_path)
    assert out.table("register.csv", "Cheque no", "Amount").row("Cheque no", 4391)["Amount"] == Decimal("512.75")
    book.create_sheet("Second")
    book.save(tmp_path / "two.xlsx")
    with pytest.raises(NotMet, match="a workbook of 2 sheets, but one table was asked for"):
        Deliverables(tmp_path).table("two.xlsx")


def test_a_json_file_under_a_text_name_is_read_when_it_is_asked_for_as_json(tmp_path: Path) -> None:
    (tmp_path / "answer.txt").write_text('{"total": "1,234.50"}')
    out = Deliverables(tmp_path)
    assert parse_number(out.json("answer.txt")["total"]) == Decimal("1234.50")
    with pytest.raises(Unreadable, match="wrong kind"):
        Deliverables(tmp_path, {"answer.txt": "json"}).table("answer.txt")


def test_the_same_bytes_are_parsed_once_in_a_session(
    out: Deliverables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wp42_pytest.evidence.deliverables import _PARSED

    _PARSED.clear()
    asked = []
    ask = READER.ask
    monkeypatch.setattr(READER, "ask", lambda kind, data: asked.append(kind) or ask(kind, data))
    other = tmp_path / "other"
    other.mkdir()
    (other / "renamed.xlsx").write_bytes(by_openpyxl())
    copy = (tmp_path / "out" / "reconciliation.xlsx").read_bytes()
    (other / "renamed.xlsx").write_bytes(copy)
    for _ in range(3):
        out.workbook("reconciliation.xlsx")
        Deliverables(other).workbook("renamed.xlsx")
    assert asked == ["xlsx"]
    assert out.workbook("reconciliation.xlsx") is out.workbook("reconciliation.xlsx")


def test_the_declared_locale_decides_ambiguous_numbers(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("item;amount\nx;1,234\n")
    assert Deliverables(tmp_path).table("a.csv").rows[0]["amount"].number == 1234
    assert Deliverables(tmp_path, locale="fr-CA").table("a.csv").rows[0]["amount"].number == Decimal("1.234")
    undeclared: Cell = Deliverables(tmp_path, locale=None).table("a.csv").rows[0]["amount"]
    assert not undeclared.is_number
    assert Figure("amount", Decimal(1234)) == undeclared


def test_a_semicolon_file_with_decimal_commas_declares_its_own_notation(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("item;amount\nx;1,234\ny;5,50\nz;2.000,75\n")
    amounts = Deliverables(tmp_path).table("a.csv").column("amount")
    assert [cell.number for cell in amounts] == [Decimal("1.234"), Decimal("5.5"), Decimal("2000.75")]


def test_an_out_folder_that_does_not_exist_has_no_deliverables(tmp_path: Path) -> None:
    out = Deliverables(tmp_path / "none")
    assert out.names() == []
    assert not out.exists("a.csv")
    with pytest.raises(Unreadable, match="missing"):
        out.json("COMPLETION.json")


def test_prose_is_every_document_that_can_be_read(out: Deliverables) -> None:
    assert "adjusted balance" in out.prose().text


def test_inspecting_a_workbook_shows_values_formulas_and_provenance(out: Deliverables) -> None:
    seen = inspect_file(out.folder / "reconciliation.xlsx")
    assert (seen["kind"], seen["declared"], seen["readable"], seen["reason"], seen["as_declared"]) == (
        "xlsx",
        "xlsx",
        True,
        None,
        True,
    )
    cells = {cell["cell"]: cell for cell in seen["sheets"][0]["cells"]}
    assert cells["B7"] == {
        "cell": "B7",
        "value": "184206.58",
        "type": "Decimal",
        "formula": "=SUM(B3:B6)",
        "provenance": "computed",
    }
    json.dumps(seen)


def test_inspecting_a_refused_file_says_why(out: Deliverables) -> None:
    seen = inspect_file(out.folder / "link.json")
    assert not seen["readable"]
    assert seen["reason_type"] == "linked"
    assert "symbolic link" in seen["reason"]
    wrong = inspect_file(out.folder / "register.csv", "xlsx")
    assert (wrong["kind"], wrong["declared"], wrong["readable"], wrong["as_declared"]) == ("csv", "xlsx", True, False)
    for name in out.names():
        json.dumps(inspect_file(out.folder / name))
