"""Text tables in every dialect."""

from __future__ import annotations

import csv
import io

import pytest

from wp42_pytest.evidence.parse.delimited import read_delimited
from wp42_pytest.evidence.refusal import Reason, Refused

ROWS = [
    ["id", "payee", "amount"],
    ["1", "Brasserie du Fjord, Inc.", "1,234.50"],
    ["2", 'said "yes"', "5"],
    ["3", "été", ""],
]


def dialect(delimiter: str, encoding: str = "utf-8", newline: str = "\r\n") -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator=newline).writerows(ROWS)
    return buffer.getvalue().encode(encoding)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_every_dialect_gives_the_same_rows(delimiter: str, encoding: str, newline: str) -> None:
    found = read_delimited(dialect(delimiter, encoding, newline))
    assert found["rows"] == ROWS
    assert found["delimiter"] == delimiter
    noted = any("Windows-1252" in note for note in found["notes"])
    assert noted is (encoding == "cp1252")


def test_the_separator_line_of_excel_is_obeyed() -> None:
    assert read_delimited(b"sep=;\na;b,c\n1;2,5\n")["rows"] == [["a", "b,c"], ["1", "2,5"]]


def test_decimal_commas_do_not_pass_for_delimiters() -> None:
    found = read_delimited(b"id;amount\n1;12,50\n2;13,75\n3;1,00\n")
    assert found["rows"][1] == ["1", "12,50"]


def test_line_breaks_inside_quotes_stay_in_the_field() -> None:
    assert read_delimited(b'a,b\n1,"two\nlines"\n')["rows"] == [["a", "b"], ["1", "two\nlines"]]


def test_spaces_after_the_delimiter_do_not_break_quotes() -> None:
    assert read_delimited(b'a, b\n1, "x, y"\n')["rows"] == [["a", "b"], ["1", "x, y"]]


def test_a_single_column_and_a_single_line_are_read() -> None:
    assert read_delimited(b"id\n1\n2\n")["rows"] == [["id"], ["1"], ["2"]]
    assert read_delimited(b"just words")["rows"] == [["just words"]]


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wp42_pytest.evidence.parse.delimited.ROW_LIMIT", 100)
    with pytest.raises(Refused) as refused:
        read_delimited(b"1\n" * 101)
    assert refused.value.reason is Reason.too_complex


def test_an_unclosed_quote_keeps_the_text() -> None:
    assert read_delimited(b'a,b\n1,"open\n2,x\n')["rows"][0] == ["a", "b"]


def test_reading_a_short_file_leaves_the_limit_of_the_process_to_others() -> None:
    before = csv.field_size_limit()
    read_delimited(b"Ref,Amount\nA,1\n")
    assert csv.field_size_limit() >= before


def test_a_field_as_long_as_the_file_is_read() -> None:
    longer = "x" * (csv.field_size_limit() + 10)
    assert read_delimited(f"Ref,Note\nA,{longer}\n".encode())["rows"][1][1] == longer
