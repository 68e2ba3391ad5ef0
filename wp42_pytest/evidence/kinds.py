"""Which kind of file bytes are, whatever their name says."""

from __future__ import annotations

import codecs
from enum import StrEnum


class Kind(StrEnum):
    """The kinds that can be told apart; those without a parser are told apart so that messages can name them."""

    xlsx = "xlsx"
    xlsb = "xlsb"
    xls = "xls"
    ods = "ods"
    docx = "docx"
    doc = "doc"
    odt = "odt"
    pptx = "pptx"
    ppt = "ppt"
    odp = "odp"
    pdf = "pdf"
    csv = "csv"
    json = "json"
    md = "md"
    txt = "txt"
    html = "html"
    xml = "xml"
    rtf = "rtf"
    eml = "eml"
    ics = "ics"
    sqlite = "sqlite"
    png = "png"
    jpeg = "jpeg"
    gif = "gif"
    zip = "zip"
    binary = "binary"


TEXT_KINDS = frozenset({Kind.csv, Kind.json, Kind.md, Kind.txt, Kind.eml, Kind.ics, Kind.html, Kind.xml})
"""Kinds whose bytes are text; only the name or the task can tell most of them apart."""

READABLE = frozenset(
    {
        *(
            Kind.xlsx,
            Kind.xlsb,
            Kind.xls,
            Kind.ods,
            Kind.docx,
            Kind.pptx,
            Kind.pdf,
            Kind.csv,
            Kind.json,
            Kind.md,
            Kind.txt,
        ),
        *(Kind.eml, Kind.ics, Kind.sqlite, Kind.png, Kind.jpeg, Kind.gif),
    }
)
"""Kinds that a parser reads."""

_EXTENSIONS = {
    **{kind.value: kind for kind in Kind},
    "xlsm": Kind.xlsx,
    "xltx": Kind.xlsx,
    "docm": Kind.docx,
    "dotx": Kind.docx,
    "pptm": Kind.pptx,
    "tsv": Kind.csv,
    "tab": Kind.csv,
    "markdown": Kind.md,
    "text": Kind.txt,
    "log": Kind.txt,
    "htm": Kind.html,
    "ical": Kind.ics,
    "db": Kind.sqlite,
    "sqlite3": Kind.sqlite,
    "jpg": Kind.jpeg,
}

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", Kind.png),
    (b"\xff\xd8\xff", Kind.jpeg),
    (b"GIF8", Kind.gif),
    (b"SQLite format 3\0", Kind.sqlite),
    (b"{\\rtf", Kind.rtf),
)

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = b"PK\x03\x04"

_OPENDOCUMENT = {
    b"application/vnd.oasis.opendocument.spreadsheet": Kind.ods,
    b"application/vnd.oasis.opendocument.text": Kind.odt,
    b"application/vnd.oasis.opendocument.presentation": Kind.odp,
}


def named_kind(name: str) -> Kind | None:
    """Return the kind that a file name claims, or None for an unknown ending."""
    return _EXTENSIONS.get(name.rpartition(".")[2].lower())


def is_zip(data: bytes) -> bool:
    """Tell whether bytes begin as a zip archive does."""
    return data.startswith((_ZIP, b"PK\x05\x06"))


def is_ole(data: bytes) -> bool:
    """Tell whether bytes are a compound file: an old Office file, or an encrypted new one."""
    return data.startswith(_OLE)


def zip_kind(names: list[str], data: bytes) -> Kind:
    """Return the kind of an archive by its members.

    Args:
        names: the member names.
        data: the archive, in which OpenDocument files hold their type uncompressed near the start.
    """
    lowered = {name.lower() for name in names}
    if "mimetype" in lowered:
        for mark, kind in _OPENDOCUMENT.items():
            if mark in data[:300]:
                return kind
    if "xl/workbook.bin" in lowered:
        return Kind.xlsb
    if "[content_types].xml" in lowered:
        for folder, kind in (("xl/", Kind.xlsx), ("word/", Kind.docx), ("ppt/", Kind.pptx)):
            if any(name.startswith(folder) for name in lowered):
                return kind
    if "content.xml" in lowered and "mimetype" in lowered:
        return Kind.ods
    return Kind.zip


def ole_kind(data: bytes) -> Kind | None:
    """Return the kind of a compound file by its stream names, None for an encrypted new Office file."""
    if _stream(data, "EncryptedPackage"):
        return None
    if _stream(data, "Workbook") or _stream(data, "Book"):
        return Kind.xls
    if _stream(data, "WordDocument"):
        return Kind.doc
    if _stream(data, "PowerPoint Document"):
        return Kind.ppt
    return Kind.binary


def _stream(data: bytes, name: str) -> bool:
    return (name + "\0").encode("utf-16-le") in data


def plain_kind(data: bytes, name: str, declared: Kind | None) -> Kind:
    """Return the kind of bytes that are neither archive nor compound file.

    Args:
        data: the file.
        name: its name, which decides between the kinds of text.
        declared: the kind that the task asks for, which decides before the name does.
    """
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    if b"%PDF-" in data[:1024]:
        return Kind.pdf
    head = _text_head(data)
    if head is None:
        return Kind.binary
    start = head.lstrip("\ufeff \t\r\n").lower()
    for claimed in (declared, named_kind(name)):
        if claimed in (Kind.json, Kind.md, Kind.txt, Kind.csv, Kind.eml, Kind.html, Kind.xml):
            if claimed is Kind.csv and start.startswith(("<!doctype html", "<html", "<table", "<?xml")):
                return Kind.html
            return claimed
    if start.startswith("begin:vcalendar"):
        return Kind.ics
    if Kind.ics in (declared, named_kind(name)):
        return Kind.ics
    if start.startswith(("<!doctype html", "<html", "<table", "<body")):
        return Kind.html
    if start.startswith("<?xml"):
        return Kind.xml
    first_line = start.split("\n", 1)[0]
    return Kind.csv if any(mark in first_line for mark in ",;\t|") else Kind.txt


def _text_head(data: bytes) -> str | None:
    """Return the first characters of text in any encoding that a parser reads, None for binary data."""
    head = data[:4096]
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head[: len(head) & ~1].decode("utf-16", "replace")
    if head[1:2] == b"\0" and head[3:4] == b"\0":
        return head[: len(head) & ~1].decode("utf-16-le", "replace")
    if head[:1] == b"\0" and head[2:3] == b"\0":
        return head[: len(head) & ~1].decode("utf-16-be", "replace")
    control = sum(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in head)
    if control > max(2, len(head) // 100):
        return None
    return head.decode("utf-8", "replace")
