"""Other shapes of plain files: Markdown, text, csv, JSON, and the containers pdf and eml."""

from __future__ import annotations

import csv
import io
import json
import re
import textwrap
from typing import TYPE_CHECKING, Any

from wp42_pytest.validation.shapes import wording
from wp42_pytest.validation.shapes.choice import Choice, Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from decimal import Decimal

PROSE, CSV, JSON, PDF, EML = ("md", "txt"), ("csv",), ("json",), ("pdf",), ("eml",)

_PLAIN_NUMBER = re.compile(r"-?\d+\.\d{1,4}")


def as_other_system(data: bytes, choice: Choice) -> bytes:
    """Write a text with a byte order mark and CRLF line ends."""
    if not choice("the whole file"):
        return data
    text = data.decode("utf-8-sig")
    return b"\xef\xbb\xbf" + text.replace("\r\n", "\n").replace("\n", "\r\n").encode()


def as_utf16(data: bytes, choice: Choice) -> bytes:
    """Write a text in UTF-16, as some spreadsheet programs export it."""
    return data.decode("utf-8-sig").encode("utf-16") if choice("the whole file") else data


def lines_reworded(data: bytes, choice: Choice, change: Callable[[str], str]) -> bytes:
    """Change the lines of a text."""
    lines = data.decode("utf-8-sig").split("\n")
    for number, line in enumerate(lines):
        other = change(line)
        if other != line and choice(f"line {number + 1}"):
            lines[number] = other
    return "\n".join(lines).encode()


def emphasised(data: bytes, choice: Choice) -> bytes:
    """Set amounts in bold."""
    return lines_reworded(
        data, choice, lambda line: line if "|" in line else wording.AMOUNT.sub(lambda match: f"**{match[0]}**", line)
    )


def bullets_starred(data: bytes, choice: Choice) -> bytes:
    """Begin the points of lists with asterisks."""
    return lines_reworded(data, choice, lambda line: re.sub(r"^(\s*)- ", r"\1* ", line))


def wrapped(data: bytes, choice: Choice) -> bytes:
    """Break the paragraphs into short lines."""
    blocks = data.decode("utf-8-sig").split("\n\n")
    for number, block in enumerate(blocks):
        if not re.search(r"^\s*(?:[#>|`*+-]|\d+[.)]|\w+: )", block, re.MULTILINE) and choice(f"paragraph {number + 1}"):
            blocks[number] = textwrap.fill(" ".join(block.split()), 48, break_long_words=False, break_on_hyphens=False)
    return "\n\n".join(blocks).encode()


def _rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def _csv(rows: Sequence[Sequence[str]], delimiter: str = ",", quoting: Any = csv.QUOTE_MINIMAL) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def delimited_by(data: bytes, choice: Choice, delimiter: str) -> bytes:
    """Write a csv with another delimiter."""
    return _csv(_rows(data), delimiter) if choice("the whole file") else data


def all_quoted(data: bytes, choice: Choice) -> bytes:
    """Write a csv with every cell in quotes, a byte order mark and CRLF line ends."""
    if not choice("the whole file"):
        return data
    return as_other_system(_csv(_rows(data), quoting=csv.QUOTE_ALL), choice)


def csv_rows_reversed(data: bytes, choice: Choice) -> bytes:
    """Write the records of a csv in the reverse order."""
    rows = _rows(data)
    return _csv([rows[0], *rows[:0:-1]]) if rows and choice("the rows") else data


def csv_columns_reversed(data: bytes, choice: Choice) -> bytes:
    """Write the columns of a csv in the reverse order."""
    rows = _rows(data)
    return _csv([row[::-1] for row in rows]) if len({len(row) for row in rows}) == 1 and choice("the columns") else data


def csv_header_recased(data: bytes, choice: Choice) -> bytes:
    """Spell the header of a csv in capitals, with underscores."""
    rows = _rows(data)
    if rows:
        rows[0] = [wording.recased(name) if choice(f"column {name}") else name for name in rows[0]]
    return _csv(rows)


def csv_cells_reworded(data: bytes, choice: Choice, change: Callable[[str], str]) -> bytes:
    """Change the cells of a csv."""
    rows = _rows(data)
    for number, row in enumerate(rows[1:], start=2):
        for column, cell in enumerate(row):
            other = change(cell)
            if other != cell and choice(f"row {number}, column {column + 1}"):
                row[column] = other
    return _csv(rows)


def csv_extra_column(data: bytes, choice: Choice) -> bytes:
    """Add a column of the worker's own."""
    rows = _rows(data)
    return (
        _csv([[*row, "checked" if number else "remark"] for number, row in enumerate(rows)]) if choice("all") else data
    )


def _amounts(spell: Callable[[Decimal, int], str]) -> Callable[[str], str]:
    def change(cell: str) -> str:
        return wording.respelled(cell, spell) if _PLAIN_NUMBER.fullmatch(cell.strip()) else cell

    return change


def json_rewritten(data: bytes, choice: Choice) -> bytes:
    """Write JSON compactly, with the keys in the reverse order."""
    if not choice("the whole file"):
        return data
    return json.dumps(_reversed(json.loads(data)), separators=(",", ":"), ensure_ascii=True).encode()


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(value)}
    return [_reversed(item) for item in value] if isinstance(value, list) else value


def json_leaves(data: bytes, choice: Choice, change: Callable[[Any], Any]) -> bytes:
    """Change the values of JSON."""

    def walk(value: Any, path: str) -> Any:
        if isinstance(value, dict):
            return {key: walk(inner, f"{path}.{key}") for key, inner in value.items()}
        if isinstance(value, list):
            return [walk(inner, f"{path}[{number}]") for number, inner in enumerate(value)]
        other = change(value)
        return other if (other != value or type(other) is not type(value)) and choice(path) else value

    return json.dumps(walk(json.loads(data), "$"), indent=2, ensure_ascii=False).encode()


def _number_to_text(value: Any) -> Any:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _padded(value: Any) -> Any:
    return f" {value.upper()} " if isinstance(value, str) and len(value) <= 40 else value


def resaved_pdf(data: bytes, choice: Choice) -> bytes:
    """Write the pages with another library."""
    from pypdf import PdfReader, PdfWriter

    if not choice("the whole file"):
        return data
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    for page in writer.pages:
        page.compress_content_streams()
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def reencoded_mail(data: bytes, choice: Choice) -> bytes:
    """Send the text of a message in base64."""
    import email
    import email.policy

    if not choice("the whole file"):
        return data
    message = email.message_from_bytes(data, policy=email.policy.default)
    for part in message.walk():
        if part.get_content_type() == "text/plain" and not part.get_filename():
            part.set_content(part.get_content(), cte="base64")
    return message.as_bytes()


def _prose(change: Callable[[str], str]) -> Callable[[bytes, Choice], bytes]:
    return lambda data, choice: lines_reworded(data, choice, change)


def _prose_spelled(name: str) -> Callable[[bytes, Choice], bytes]:
    return _prose(lambda line: wording.respelled(line, wording.SPELLINGS[name][1]))


def _prose_dated(name: str) -> Callable[[bytes, Choice], bytes]:
    return _prose(lambda line: wording.redated(line, wording.DATE_SPELLINGS[name][1]))


def _csv_spelled(name: str) -> Callable[[bytes, Choice], bytes]:
    return lambda data, choice: csv_cells_reworded(data, choice, _amounts(wording.SPELLINGS[name][1]))


def _csv_dated(name: str) -> Callable[[bytes, Choice], bytes]:
    return lambda data, choice: csv_cells_reworded(
        data, choice, lambda cell: wording.redated(cell, wording.DATE_SPELLINGS[name][1])
    )


SHAPES = [
    Shape("text-system", (*PROSE, "json"), "a byte order mark and CRLF line ends", as_other_system),
    Shape("text-utf16", ("csv", "json"), "UTF-16", as_utf16),
    Shape("text-typeset", PROSE, "curly quotes and non-breaking spaces", _prose(wording.typeset)),
    *(
        Shape(f"text-numbers-{name}", PROSE, f"amounts spelled {wording.SPELLINGS[name][0]}", _prose_spelled(name))
        for name in wording.IN_PROSE
    ),
    *(
        Shape(f"text-dates-{name}", PROSE, f"dates written {shown}", _prose_dated(name))
        for name, (shown, _) in wording.DATE_SPELLINGS.items()
    ),
    Shape("md-bold", ("md",), "amounts in bold", emphasised),
    Shape("md-bullets", ("md",), "lists with asterisks", bullets_starred),
    Shape("text-wrapped", PROSE, "paragraphs broken into short lines", wrapped),
    Shape("csv-semicolon", CSV, "semicolons between cells", lambda data, choice: delimited_by(data, choice, ";")),
    Shape("csv-tab", CSV, "tabs between cells", lambda data, choice: delimited_by(data, choice, "\t")),
    Shape("csv-quoted", CSV, "every cell in quotes, byte order mark, CRLF", all_quoted),
    Shape("csv-rows", CSV, "records in the reverse order", csv_rows_reversed),
    Shape("csv-columns", CSV, "columns in the reverse order", csv_columns_reversed),
    Shape("csv-header", CSV, "headers in capitals with underscores", csv_header_recased),
    Shape("csv-extra-column", CSV, "a further column", csv_extra_column),
    *(
        Shape(f"csv-numbers-{name}", CSV, f"amounts spelled {shown}", _csv_spelled(name))
        for name, (shown, _) in wording.SPELLINGS.items()
    ),
    *(
        Shape(f"csv-dates-{name}", CSV, f"dates written {shown}", _csv_dated(name))
        for name, (shown, _) in wording.DATE_SPELLINGS.items()
    ),
    Shape("json-rewritten", JSON, "compact, keys in the reverse order", json_rewritten),
    Shape("json-numbers", JSON, "numbers as strings", lambda data, choice: json_leaves(data, choice, _number_to_text)),
    Shape("json-padded", JSON, "short strings in capitals with spaces around", lambda d, c: json_leaves(d, c, _padded)),
    Shape("pdf-library", PDF, "the pages were written by another library", resaved_pdf),
    Shape("eml-base64", EML, "the text of the message in base64", reencoded_mail),
]

STATEMENT_SHAPES = ("text-system", "text-utf16", "json-rewritten")
"""Shapes that COMPLETION.json may take too; its values follow a schema and are left alone."""
