"""Office files are zip files full of stamps: this pins everything in one that is not content."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from datetime import datetime
from xml.sax.saxutils import escape

_CONTENT_TYPES = "[Content_Types].xml"
_CORE = "docProps/core.xml"
_STAMP = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_MODE = 0o644 << 16


@dataclass(frozen=True)
class Properties:
    """What a file says about itself in its properties, whatever its format.

    Args:
        title: the document's title.
        author: who wrote it, as their software was set up.
        created: local time of the story, without time zone.
        modified: the same; the time of creation when left out.
        subject: the document's subject.
    """

    title: str
    author: str
    created: datetime
    modified: datetime | None = None
    subject: str = ""


def pinned(package: bytes, properties: Properties) -> bytes:
    """Return an Office file with the same content whose bytes depend on nothing but content and properties.

    Members are stored uncompressed, since deflated bytes differ between builds of zlib; they are sorted and stamped 1980.

    Args:
        package: an xlsx, docx or pptx file as its library wrote it.
        properties: what its core properties say from now on.
    """
    written = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package)) as source,
        zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as target,
    ):
        # Readers that sniff formats expect the content types first.
        for name in sorted(source.namelist(), key=lambda name: (name != _CONTENT_TYPES, name)):
            member = zipfile.ZipInfo(name, _STAMP)
            member.create_system = _UNIX
            member.external_attr = _MODE
            member.compress_type = zipfile.ZIP_STORED
            target.writestr(member, _core_xml(properties) if name == _CORE else source.read(name))
    return written.getvalue()


def _core_xml(properties: Properties) -> bytes:
    modified = properties.modified or properties.created
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:dcmitype="http://purl.org/dc/dcmitype/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(properties.title)}</dc:title>"
        f"<dc:subject>{escape(properties.subject)}</dc:subject>"
        f"<dc:creator>{escape(properties.author)}</dc:creator>"
        f"<cp:lastModifiedBy>{escape(properties.author)}</cp:lastModifiedBy>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{properties.created:%Y-%m-%dT%H:%M:%S}Z</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{modified:%Y-%m-%dT%H:%M:%S}Z</dcterms:modified>'
        "</cp:coreProperties>"
    ).encode()
