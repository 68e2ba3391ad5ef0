"""Text tables: the encoding and the delimiter are found, long fields and ragged rows are read as they are."""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from typing import Any

from wp42_pytest.evidence.refusal import Reason, Refused

DELIMITERS = ",;\t|"
ROW_LIMIT = 500_000
CELL_LIMIT = 3_000_000


def read_delimited(data: bytes) -> dict[str, Any]:
    """Return `{"rows": [[text, …], …], "delimiter", "encoding", "notes"}`; blank lines are empty rows.

    Args:
        data: the file.

    Raises:
        Refused: not text, or too many rows.
    """
    notes: list[str] = []
    text, encoding = decoded(data, notes)
    delimiter, text = _delimiter(text)
    _allow_long_fields(len(text))
    rows: list[list[str]] = []
    cells = 0
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=delimiter != "\t"):
            rows.append(row)
            cells += len(row)
            if len(rows) > ROW_LIMIT or cells > CELL_LIMIT:
                raise Refused(Reason.too_complex, f"it has more than {ROW_LIMIT:,} rows or {CELL_LIMIT:,} fields")
    except csv.Error as error:
        raise Refused(Reason.damaged, f"line {len(rows) + 1} is not delimited text: {error}") from error
    widths = Counter(len(row) for row in rows if any(field.strip() for field in row))
    if len(widths) > 1:
        notes.append(
            f"ragged rows: {', '.join(f'{count} of {width} fields' for width, count in sorted(widths.items())[:6])}"
        )
    return {"rows": rows, "delimiter": delimiter, "encoding": encoding, "notes": notes}


def decoded(data: bytes, notes: list[str]) -> tuple[str, str]:
    """Return text and the encoding that it was in; what is worth knowing about it is added to the notes.

    Args:
        data: the file.
        notes: gets a sentence for a byte order mark, an old encoding, or NUL bytes.

    Raises:
        Refused: binary data.
    """
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            notes.append("it begins with a byte order mark")
            return _clean(data[len(mark) :].decode(name, "replace"), notes), name
    if len(data) > 3 and data.count(b"\0") > len(data) // 4:
        name = "utf-16-le" if data[1] == 0 else "utf-16-be"
        try:
            return _clean(data.decode(name), notes), name
        except UnicodeDecodeError as error:
            raise Refused(Reason.not_text, "it is binary data, not text") from error
    try:
        return _clean(data.decode("utf-8"), notes), "utf-8"
    except UnicodeDecodeError:
        notes.append("it is not UTF-8 and was read as Windows-1252")
        return _clean(data.decode("cp1252", "replace"), notes), "cp1252"


def _clean(text: str, notes: list[str]) -> str:
    if "\0" in text:
        notes.append("it holds NUL characters, which were dropped")
        text = text.replace("\0", "")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _delimiter(text: str) -> tuple[str, str]:
    """Return the delimiter and the text without an Excel `sep=;` line."""
    first, _, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first.strip()) == 5:
        return first.strip()[4], rest
    best, best_score = ",", (0, 0)
    lines = _sample(text)
    for delimiter in DELIMITERS:
        widths = Counter(len(row) for row in csv.reader(lines, delimiter=delimiter) if row)
        wide = {width: count for width, count in widths.items() if width > 1}
        if wide:
            width, count = max(wide.items(), key=lambda item: (item[1], item[0]))
            score = (count, width)
            if score > best_score:
                best, best_score = delimiter, score
    return best, text


def _allow_long_fields(length: int) -> None:
    """Let a field be as long as the file; the guard has bounded the file.

    The limit belongs to the process, so it is only ever raised: other users of csv, importlib's metadata among them,
    would fail on a lowered one.
    """
    csv.field_size_limit(max(csv.field_size_limit(), length + 1))


def _sample(text: str) -> list[str]:
    _allow_long_fields(len(text))
    lines = [line + "\n" for line in text[:200_000].split("\n") if line.strip()]
    return lines[:200]
