"""Every string that stands anywhere in a bundle file: text, metadata, hidden parts, comments.

Bundles are our own files, so they are read here directly and completely. `evidence/` does the opposite for
deliverables: it reads what a person sees, and trusts nothing.
"""

from __future__ import annotations

import email
import email.policy
import io
import re
import sqlite3
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BLOCK_END = re.compile(r"</(?:\w+:)?(?:p|si|c|v|f|row|comment|tr|tc)>|<(?:\w+:)?(?:br|tab)\b[^>]*/>")
_TAG = re.compile(r"<[^>]+>")
_ATTRIBUTE = re.compile(r"""=\s*(?:"([^"]*)"|'([^']*)')""")
_NAMESPACE = re.compile(r"^(?:https?://(?:schemas\.|purl\.|www\.w3\.)|urn:|\{|#)")
_PDF_PLUMBING = re.compile(
    rb"startxref\s+\d+|/(?:Length\d?|Size|Prev|First|Ascent|Descent|CapHeight|XHeight|Leading|StemV|AvgWidth|MaxWidth|FirstChar|LastChar) -?\d+"
    rb"|/(?:FontBBox|Widths|W|BBox)\s*\[[^\]]*\]|\b\d+ \d+ (?:obj|R)\b"
)
"""Offsets, lengths, numbers of objects and measures of fonts: what a pdf needs to draw its text, and says nothing."""
_PRINTABLE = re.compile(rb"[\x20-\x7e]{6,}")


@dataclass(frozen=True)
class Passage:
    """Some text of a bundle, and where it stands.

    Attributes:
        file: the file, relative to the bundle.
        part: where in the file: a member, a page, `metadata`, …; empty for the whole.
        text: the text.
    """

    file: str
    part: str
    text: str

    @property
    def where(self) -> str:
        """The file and the part in it, for a message."""
        return f"{self.file} ({self.part})" if self.part else self.file


def bundle_files(bundle: Path) -> list[Path]:
    """Return the public files that hold the assignment: the brief, task.json, the inputs, the portal."""
    named = [bundle / "task.json", bundle / "BRIEF.md"]
    below = [path for folder in ("inputs", "portal") for path in (bundle / folder).rglob("*")]
    return sorted(path for path in (*named, *below) if path.is_file())


def passages(bundle: Path) -> Iterator[Passage]:
    """Yield every string of a bundle."""
    for path in bundle_files(bundle):
        name = path.relative_to(bundle).as_posix()
        for part, text in strings(name, path.read_bytes()):
            yield Passage(name, part, text)


def strings(name: str, data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the strings of one file as pairs of part and text.

    Args:
        name: the file's name, whose suffix says the format.
        data: its content.
    """
    suffix = PurePosixPath(name).suffix.lower()
    if data.startswith(b"PK\x03\x04"):
        yield from _zip_strings(data)
    elif data.startswith(b"%PDF"):
        yield from _pdf_strings(data)
    elif data.startswith(b"\x89PNG"):
        yield from _png_strings(data)
    elif data.startswith(b"SQLite format 3"):
        yield from _database_strings(data)
    elif suffix == ".eml":
        yield from _mail_strings(data)
    else:
        yield "", data.decode("utf-8", errors="replace")


def _zip_strings(data: bytes) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if archive.comment:
            yield "zip comment", archive.comment.decode("utf-8", errors="replace")
        for member in archive.infolist():
            if member.comment:
                yield f"zip comment of {member.filename}", member.comment.decode("utf-8", errors="replace")
            content = archive.read(member)
            if member.filename.endswith((".xml", ".rels", ".vml")):
                xml = content.decode("utf-8", errors="replace")
                yield member.filename, xml_text(xml, " " if member.filename.startswith("docProps/") else "")
            else:
                for part, text in strings(member.filename, content):
                    yield f"{member.filename} {part}".strip(), text


def xml_text(xml: str, between: str = "") -> str:
    """Return the text of an XML part, a line per paragraph or cell, then the values of its attributes.

    Args:
        xml: the part.
        between: what stands for a tag. With nothing, a word that is split over several runs comes out whole.
    """
    text = _TAG.sub(between, _BLOCK_END.sub("\n", xml))
    attributes = {double or single for double, single in _ATTRIBUTE.findall(xml)}
    kept = sorted(value for value in attributes if value and not _NAMESPACE.match(value))
    return unescape("\n".join([text, *kept]))


@lru_cache(maxsize=8)
def _pdf_strings(data: bytes) -> tuple[tuple[str, str], ...]:
    """Return the strings of a pdf, which take long to read, so that the next scan of the same file has them."""
    return tuple(_pdf_parts(data))


def _pdf_parts(data: bytes) -> Iterator[tuple[str, str]]:
    from pypdf import PdfReader
    from pypdf.generic import StreamObject

    reader = PdfReader(io.BytesIO(data))
    for number, page in enumerate(reader.pages, start=1):
        yield f"page {number}", page.extract_text()
        for annotation in page.annotations or []:
            yield f"annotation on page {number}", repr(annotation.get_object())
    yield "metadata", repr(dict(reader.metadata or {}))
    metadata = reader.root_object.get("/Metadata")
    if metadata is not None and isinstance(stream := metadata.get_object(), StreamObject):
        yield "XMP metadata", stream.get_data().decode("utf-8", errors="replace")
    for title, contents in reader.attachments.items():
        for content in contents:
            for part, text in strings(title, content):
                yield f"attachment {title} {part}".strip(), text
    yield "raw bytes", _raw(_PDF_PLUMBING.sub(b" ", re.sub(rb"stream\r?\n.*?endstream", b"", data, flags=re.DOTALL)))


def _png_strings(data: bytes) -> Iterator[tuple[str, str]]:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        image.load()
        for key, value in image.info.items():
            yield f"metadata {key}", str(value)
    yield "after the image", _raw(data[data.rfind(b"IEND") + 8 :])


def _database_strings(data: bytes) -> Iterator[tuple[str, str]]:
    with sqlite3.connect(":memory:") as database:
        database.deserialize(data)
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            quoted = name.replace('"', '""')
            rows = database.execute(f'SELECT * FROM "{quoted}"')  # noqa: S608  a name out of the file itself
            yield f"table {name}", "\n".join("\t".join(str(value) for value in row) for row in rows)
    database.close()
    yield "raw bytes", _raw(data)


def _mail_strings(data: bytes) -> Iterator[tuple[str, str]]:
    message = email.message_from_bytes(data, policy=email.policy.default)
    yield "headers", "\n".join(f"{key}: {value}" for key, value in message.items())
    for part in message.walk():
        if part.is_multipart():
            continue
        content = part.get_payload(decode=True)
        name = part.get_filename() or ("body.txt" if part.get_content_maintype() == "text" else "part")
        if isinstance(content, bytes):
            for inner, text in strings(name, content):
                yield f"{name} {inner}".strip(), text


def _raw(data: bytes) -> str:
    return "\n".join(found.decode("ascii") for found in _PRINTABLE.findall(data))
