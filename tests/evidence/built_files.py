"""Small office files and pdfs put together by hand, so that a test shows what is in them."""

from __future__ import annotations

import io
import zipfile
import zlib

NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def zipped(parts: dict[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def relations(*found: tuple[str, str, str]) -> str:
    """Relations as (id, type, target); a target with a scheme is external."""
    entries = "".join(
        f'<Relationship Id="{identifier}" Type="{_RELATION}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if "://" in target else "/>")
        for identifier, kind, target in found
    )
    return f'<Relationships xmlns="{_RELATIONS}">{entries}</Relationships>'


def part(root: str, inner: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{root} {NAMESPACES}>{inner}</w:{root}>'


def docx(body: str, extra: dict[str, str | bytes] | None = None, before_body: str = "") -> bytes:
    """A docx of the fewest parts, with whatever further parts a test needs."""
    return zipped(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
            "_rels/.rels": relations(("rId1", "officeDocument", "word/document.xml")),
            "word/document.xml": part("document", f"{before_body}<w:body>{body}</w:body>"),
            **(extra or {}),
        }
    )


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(text: str, properties: str = "", style: str = "") -> str:
    styled = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{styled}{run(text, properties)}</w:p>"


def cell(text: str, properties: str = "", run_properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text, run_properties)}</w:tc>"


def table(*rows: str) -> str:
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def pdf(content: bytes, *, filters: str = "", stream: bytes | None = None, pages: str = "", count: int = 1) -> bytes:
    """A pdf of one page whose content is given, in Helvetica as /F1."""
    data = content if stream is None else stream
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{pages or '3 0 R'}]/Count {count}>>".encode(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(data)}{filters}>>stream\n".encode() + data + b"\nendstream",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, thing in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj".encode() + thing + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    out += f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def deflated_twice(size: int) -> bytes:
    """A stream of spaces that unpacks to a size in two steps, a few kilobytes small."""
    packer = zlib.compressobj(9)
    first = bytearray()
    block = b" " * 2**20
    for _ in range(size // len(block)):
        first += packer.compress(block)
    first += packer.flush()
    return zlib.compress(bytes(first), 9)
