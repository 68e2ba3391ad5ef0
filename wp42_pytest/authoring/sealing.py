"""Reads a bundle as a worker can, hidden parts included, and looks for figures that must not stand in it."""

from __future__ import annotations

import csv
import email
import email.policy
import io
import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from wp42_pytest.authoring.money import Cents, dollars, spellings
from wp42_pytest.authoring.number_forms import TELLING_DIGITS, forms, significant_digits, spelling_of

_NUMBER_GOES_ON = r"(?!\w|[.,\-/:\u00a0\u202f]\w)"
# A minus belongs to an amount; a hyphen after a letter or a digit belongs to a code.
_NUMBER_BEGAN = r"(?<![\w.,/:\u00a0\u202f])(?<!\w-)"


def bundle_texts(folder: Path) -> dict[str, str]:
    """Return the text of every file of a bundle that workers get, as `file_texts` does."""
    return file_texts(
        {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    )


def file_texts(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the text of files, by path.

    Cells, runs, properties and records are one line each. Text that is hidden from a reader's eye is included.

    Raises:
        ValueError: for a file of a kind that nothing here reads, which must not pass unread.
    """
    found = {}
    for path, data in sorted(files.items()):
        kind = path.rpartition(".")[2]
        if kind not in _READERS:
            msg = f"{path} is of a kind that the seal check does not read; add a reader to {__name__}"
            raise ValueError(msg)
        found[path] = "\n".join(_READERS[kind](data))
    return found


def standing_figures(texts: Mapping[str, str], figures: Mapping[str, Cents]) -> list[str]:
    """Return a sentence for every figure that stands in a text, by itself or in a form that gives it away.

    What this lets pass, the leak scan of validation lets pass: both look for the same forms.

    Args:
        texts: what `bundle_texts` returns.
        figures: amounts that a worker must derive, by name.
    """
    found = []
    for name, amount in figures.items():
        patterns = _patterns(amount)
        for path, text in texts.items():
            if match := next((match for pattern in patterns if (match := pattern.search(text))), None):
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{name} stands in {path}, line {line} of its text, as {match.group()}")
    return found


def _patterns(amount: Cents) -> list[re.Pattern[str]]:
    """Return the amount as it is usually spelled, standing alone; then its telling forms, whatever stands around them."""
    choices = "|".join(re.escape(spelling) for spelling in sorted(spellings(amount), key=len, reverse=True))
    alone = re.compile(rf"{_NUMBER_BEGAN}(?:{choices}){_NUMBER_GOES_ON}")
    value = dollars(amount)
    telling = forms(value, "CAD") if significant_digits(value) >= TELLING_DIGITS else []
    return [alone, *map(spelling_of, telling)]


def _plain(data: bytes) -> Iterator[str]:
    yield data.decode("utf-8-sig")


def _csv(data: bytes) -> Iterator[str]:
    for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")):
        yield from row


def _json(data: bytes) -> Iterator[str]:
    yield from _leaves(json.loads(data, parse_float=Decimal))


def _leaves(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for key, inner in value.items():
                yield str(key)
                yield from _leaves(inner)
        case list():
            for inner in value:
                yield from _leaves(inner)
        case _:
            yield str(value)


def _xlsx(data: bytes) -> Iterator[str]:
    from openpyxl import load_workbook

    for values in (False, True):
        book = load_workbook(io.BytesIO(data), data_only=values)
        yield from (str(book.properties.title), str(book.properties.subject))
        for page in book.worksheets:
            for row in page.iter_rows():
                for cell in row:
                    if cell.value is not None:
                        yield _cell_text(cell.value)
                    if cell.comment:
                        yield cell.comment.text


def _cell_text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.2f}"
    return value.isoformat() if isinstance(value, date) else str(value)


def _docx(data: bytes) -> Iterator[str]:
    from docx import Document
    from docx.oxml.ns import qn

    document = Document(io.BytesIO(data))
    section = document.sections[0]
    for element in (document.element.body, section.header._element, section.footer._element):
        for paragraph in element.iter(qn("w:p")):
            runs = [text.text or "" for text in paragraph.iter(qn("w:t"))]
            # A number may be spread over runs, and one run may follow another without a space.
            yield from ("".join(runs), *runs)
    properties = document.core_properties
    yield from (properties.title, properties.subject, properties.comments)


def _pdf(data: bytes) -> Iterator[str]:
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(data))
    for page in reader.pages:
        yield page.extract_text()
    yield from (str(value) for value in (reader.metadata or {}).values())


def _eml(data: bytes) -> Iterator[str]:
    message = email.message_from_bytes(data, policy=email.policy.default)
    for name, value in message.items():
        yield f"{name}: {value}"
    for part in message.walk():
        if part.get_content_maintype() == "text":
            yield str(part.get_content())


def _ics(data: bytes) -> Iterator[str]:
    unfolded = re.sub(r"\r?\n[ \t]", "", data.decode("utf-8-sig"))
    # A comma is escaped in a calendar, which would hide a grouped amount.
    yield from (re.sub(r"\\([\\;,])", r"\1", line) for line in unfolded.splitlines())


def _png(data: bytes) -> Iterator[str]:
    """Read the words that travel with a picture; those drawn in it are the writer's to hand over (`Picture.texts`)."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        image.load()
        yield from (str(value) for key, value in image.info.items() if isinstance(key, str))


_READERS = {
    "md": _plain,
    "txt": _plain,
    "csv": _csv,
    "json": _json,
    "xlsx": _xlsx,
    "docx": _docx,
    "pdf": _pdf,
    "eml": _eml,
    "ics": _ics,
    "png": _png,
}
