"""What is refused before any parser sees it."""

from __future__ import annotations

import hashlib
import io
import os
import socket
import struct
import unicodedata
import zipfile
from pathlib import Path

import pytest

from wp42_pytest.evidence import guard
from wp42_pytest.evidence.guard import list_names, read_guarded, read_path
from wp42_pytest.evidence.kinds import Kind
from wp42_pytest.evidence.refusal import Reason, Refused


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def reason_of(folder: Path, name: str) -> Reason:
    with pytest.raises(Refused) as refused:
        read_guarded(folder, name)
    assert refused.value.sentence
    return refused.value.reason


def test_an_ordinary_file_passes_with_its_kind_and_digest(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.csv").write_bytes(b"id,amount\n1,2\n")
    found = read_guarded(tmp_path, "sub/a.csv")
    assert found.kind is Kind.csv
    assert found.data == b"id,amount\n1,2\n"
    assert found.digest == hashlib.sha256(found.data).hexdigest()
    assert list_names(tmp_path) == ["sub/a.csv"]


def test_what_is_not_a_file_of_its_own_is_refused_at_once(tmp_path: Path) -> None:
    secret = tmp_path / "oracle.json"
    secret.write_text("{}")
    out = tmp_path / "out"
    out.mkdir()
    (out / "symlink.json").symlink_to(secret)
    (out / "zero.csv").symlink_to("/dev/zero")
    (out / "dangling.json").symlink_to(tmp_path / "nowhere")
    os.link(secret, out / "hardlink.json")
    os.mkfifo(out / "fifo.json")
    (out / "folder.json").mkdir()
    (out / "linked").symlink_to(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(out / "socket.json"))
        expected = {
            "symlink.json": Reason.linked,
            "zero.csv": Reason.linked,
            "dangling.json": Reason.linked,
            "hardlink.json": Reason.linked,
            "fifo.json": Reason.not_a_file,
            "folder.json": Reason.not_a_file,
            "socket.json": Reason.not_a_file,
            "linked/oracle.json": Reason.linked,
            "missing.json": Reason.missing,
            "missing/a.json": Reason.missing,
            "folder.json/a.json": Reason.missing,
        }
        assert {name: reason_of(out, name) for name in expected} == expected
    assert list_names(out) == sorted(
        ["symlink.json", "zero.csv", "dangling.json", "hardlink.json", "fifo.json", "linked", "socket.json"]
    )


def test_an_out_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "elsewhere")
    assert reason_of(tmp_path / "out", "a.json") is Reason.linked
    assert reason_of(tmp_path / "none", "a.json") is Reason.missing


@pytest.mark.parametrize(
    "name", ["../oracle.json", "/etc/passwd", "a/../../b", "", ".", "a//b", "a\0b", "./a", "x" * 300]
)
def test_a_name_that_leaves_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    assert reason_of(tmp_path, name) in (Reason.unsafe_name, Reason.missing)


def test_a_sparse_file_of_20_gigabytes_is_refused_by_its_size(tmp_path: Path) -> None:
    with (tmp_path / "sparse.json").open("wb") as file:
        file.truncate(20 * 1024**3)
    assert reason_of(tmp_path, "sparse.json") is Reason.too_large


def test_an_empty_file_is_refused_as_empty(tmp_path: Path) -> None:
    (tmp_path / "empty.xlsx").touch()
    assert reason_of(tmp_path, "empty.xlsx") is Reason.empty


def test_names_match_without_case_and_in_composed_form_when_only_one_fits(tmp_path: Path) -> None:
    (tmp_path / unicodedata.normalize("NFD", "Résumé.md")).write_text("text")
    (tmp_path / "Report.DOCX").write_text("text")
    (tmp_path / "a.txt").write_text("1")
    (tmp_path / "A.txt").write_text("2")
    assert read_guarded(tmp_path, "Résumé.md").data == b"text"
    assert read_guarded(tmp_path, "report.docx").name == "Report.DOCX"
    assert read_guarded(tmp_path, "A.txt").data == b"2"
    (tmp_path / "B.TXT").write_text("3")
    (tmp_path / "b.Txt").write_text("4")
    assert reason_of(tmp_path, "b.txt") is Reason.missing


def test_a_folder_of_too_many_entries_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "ENTRY_LIMIT", 20)
    for number in range(25):
        (tmp_path / f"{number}.txt").touch()
    with pytest.raises(Refused, match="more than 20 entries"):
        list_names(tmp_path)


def test_a_name_that_is_no_text_is_listed_all_the_same(tmp_path: Path) -> None:
    descriptor = os.open(os.fsencode(tmp_path) + b"/\xff.txt", os.O_CREAT | os.O_WRONLY)
    os.close(descriptor)
    assert list_names(tmp_path) == ["\\xff.txt"]


def test_archives_beyond_the_limits_are_refused_by_their_directory(tmp_path: Path) -> None:
    many = zipped({f"xl/{number}.xml": b"" for number in range(2001)}, zipfile.ZIP_STORED)
    ratio = zipped({"xl/a.xml": b" " * 3_000_000})
    names = {
        "many.xlsx": (many, Reason.archive_limits),
        "ratio.xlsx": (ratio, Reason.archive_limits),
        "escaping.xlsx": (zipped({"../a": b"1"}), Reason.archive_names),
        "absolute.xlsx": (zipped({"/a": b"1"}), Reason.archive_names),
        "backslash.xlsx": (zipped({"..\\a": b"1"}), Reason.archive_names),
        "drive.xlsx": (zipped({"C:a": b"1"}), Reason.archive_names),
        "case.xlsx": (zipped({"xl/a.xml": b"1", "XL/A.XML": b"2"}), Reason.archive_names),
        "cut.xlsx": (zipped({"a": b"1"})[:-10], Reason.archive_damaged),
        "head.xlsx": (b"PK\x03\x04", Reason.archive_damaged),
    }
    for name, (data, reason) in names.items():
        (tmp_path / name).write_bytes(data)
        assert reason_of(tmp_path, name) is reason, name


def test_an_archive_of_small_well_packed_members_passes(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(
        zipped({"[Content_Types].xml": b" " * 100_000, "xl/workbook.xml": b" " * 500_000})
    )
    assert read_guarded(tmp_path, "a.xlsx").kind is Kind.xlsx


def test_an_archive_that_declares_more_than_it_may_unpack_is_refused(tmp_path: Path) -> None:
    data = bytearray(zipped({"a": os.urandom(50_000), "b": b"1"}, zipfile.ZIP_STORED))
    for signature, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = data.find(signature)
        data[place + offset : place + offset + 4] = struct.pack("<I", 300 * 1024**2)
    (tmp_path / "a.xlsx").write_bytes(data)
    assert reason_of(tmp_path, "a.xlsx") is Reason.archive_limits


def test_encrypted_files_are_refused_as_encrypted(tmp_path: Path) -> None:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000) + "EncryptedPackage\0".encode("utf-16-le") + bytes(1000)
    member = bytearray(zipped({"a": b"1"}))
    place = member.find(b"PK\x01\x02")
    member[place + 8] |= 1
    (tmp_path / "password.xlsx").write_bytes(ole)
    (tmp_path / "member.xlsx").write_bytes(member)
    assert reason_of(tmp_path, "password.xlsx") is Reason.encrypted
    assert reason_of(tmp_path, "member.xlsx") is Reason.encrypted


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.json", b'{"a": 1}', Kind.json),
        ("a.csv", b"a;b\n", Kind.csv),
        ("a.tsv", b"a\tb\n", Kind.csv),
        ("a.csv", "a,b\n".encode("utf-16"), Kind.csv),
        ("a.csv", b"\xef\xbb\xbfa,b", Kind.csv),
        ("a.md", b"# Title", Kind.md),
        ("a.txt", b"text", Kind.txt),
        ("a.eml", b"From: a@b.example\n\ntext", Kind.eml),
        ("a.ics", b"BEGIN:VCALENDAR\n", Kind.ics),
        ("a.dat", b"BEGIN:VCALENDAR\n", Kind.ics),
        ("a.dat", b"a,b\n1,2\n", Kind.csv),
        ("a.dat", b"plain words", Kind.txt),
        ("a.pdf", b"%PDF-1.7\n", Kind.pdf),
        ("a.pdf", b"\n\n%PDF-1.7\n", Kind.pdf),
        ("a.db", b"SQLite format 3\0" + bytes(100), Kind.sqlite),
        ("a.png", b"\x89PNG\r\n\x1a\n", Kind.png),
        ("a.jpg", b"\xff\xd8\xff\xe0", Kind.jpeg),
        ("a.xlsx", b"id,amount\n1,2\n", Kind.csv),
        ("a.xlsx", b"<table><tr><td>1", Kind.html),
        ("a.csv", b"<!DOCTYPE html><html>", Kind.html),
        ("a.docx", b"# A heading\n", Kind.txt),
        ("a.docx", b"{\\rtf1", Kind.rtf),
        ("a.xlsx", bytes(range(256)), Kind.binary),
        ("a.csv", b"\0\1\2\3\4\5\6\7" * 10, Kind.binary),
    ],
)
def test_the_kind_is_what_the_bytes_are_whatever_the_name_says(
    tmp_path: Path, name: str, data: bytes, kind: Kind
) -> None:
    (tmp_path / name).write_bytes(data)
    assert read_path(tmp_path / name).kind is kind


def test_a_binary_workbook_is_a_kind_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(zipped({"[Content_Types].xml": b"", "xl/workbook.bin": b""}))
    assert read_path(tmp_path / "a.xlsx").kind is Kind.xlsb


def test_the_declared_kind_decides_between_kinds_of_text(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(b'{"a": 1}')
    assert read_path(tmp_path / "notes.txt").kind is Kind.txt
    assert read_path(tmp_path / "notes.txt", Kind.json).kind is Kind.json
    (tmp_path / "notes.md").write_bytes(b"%PDF-1.7")
    assert read_path(tmp_path / "notes.md", Kind.md).kind is Kind.pdf
