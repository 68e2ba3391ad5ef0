"""Reads a pdf as a reader sees it: pdfium's text objects laid out as paragraphs and rows, unseen text kept apart.

pypdf looks the file over first: it measures what the streams unpack to and follows the page tree, so that a bomb or a
loop is refused with its reason before pdfium, which has no such limits, meets it.
"""

from __future__ import annotations

import contextlib
import io
import logging
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
from pypdf import PasswordType, PdfReader
from pypdf.errors import DependencyError, LimitReachedError
from pypdf.generic import DictionaryObject, IndirectObject, StreamObject

from wp42_pytest.evidence.parse.pdf_fields import Beside
from wp42_pytest.evidence.parse.pdf_layout import laid_out
from wp42_pytest.evidence.parse.pdf_page import read_page
from wp42_pytest.evidence.refusal import Reason, Refused

# What it logs about damage is answered here by a typed reason.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)

MOST_PAGES = 2000
UNPACKED_LIMIT = 64 * 2**20
"""Most bytes to which the content of all pages together may unpack; a dense page has about 50 kB."""

_TAIL = 4096
_DEEPEST_FORM = 12
_SMALL = 4096
_START = re.compile(rb"startxref\s+\d+")


def read_pdf(data: bytes) -> dict[str, Any]:
    """Return the text of a pdf.

    Args:
        data: the whole file.

    Returns:
        `blocks` in reading order, each with its `page`; `hidden`; `comments`; `pages`, their number; `warnings`.

    Raises:
        Refused: the file is no pdf, damaged, cut off, locked by a password, a bomb, or has no text layer.
    """
    if b"%PDF-" not in data[:1024]:
        raise Refused(Reason.wrong_kind, "it does not begin like a pdf")
    starts = list(_START.finditer(data, max(0, len(data) - _TAIL)))
    if not starts:
        raise Refused(Reason.damaged, "the pdf is cut off: it does not end with the place of its index (startxref)")
    known = _looked_over(data)
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as fault:
        if getattr(fault, "err_code", None) == pdfium.FPDF_ERR_PASSWORD:
            raise Refused(Reason.encrypted, "the pdf opens only with a password") from fault
        raise Refused(Reason.damaged, f"the pdf cannot be opened ({fault})") from fault
    with contextlib.closing(document):
        if document.get_formtype() != pdfium.FORMTYPE_NONE:
            document.init_forms()
        return _read(document, known)


class Known(NamedTuple):
    """What is known of a pdf before pdfium opens it: how many pages there really are, and the layers not shown."""

    pages: int | None = None
    switched_off: frozenset[str] = frozenset()


def _read(document: pypdfium2.PdfDocument, known: Known) -> dict[str, Any]:
    # pdfium believes the number of pages that the file declares.
    count = len(document) if known.pages is None else min(len(document), known.pages)
    if count > MOST_PAGES:
        raise Refused(Reason.too_complex, f"the pdf declares {count} pages")
    blocks: list[dict[str, Any]] = []
    hidden: list[str] = []
    warnings: list[str] = []
    pages = []
    beside = Beside(document)
    for number in range(1, count + 1):
        try:
            page = document[number - 1]
        except pypdfium2.PdfiumError:
            warnings.append(f"page {number} could not be opened")
            continue
        with contextlib.closing(page):
            seen, unseen = read_page(page, known.switched_off)
            pages.append((number, seen))
            hidden += unseen
            beside.read(page, number)
    for number, block in laid_out(pages):
        blocks.append(block | {"page": number})
    blocks += beside.blocks
    hidden += beside.hidden
    warnings += beside.warnings
    if not blocks and not hidden:
        if len(warnings) >= count:
            raise Refused(Reason.damaged, "none of the pages of the pdf can be opened")
        raise Refused(Reason.no_text, "no page of the pdf holds text; pictures of text cannot be read")
    if not blocks:
        warnings.append("all text of the pdf is out of sight")
    return {"blocks": blocks, "hidden": hidden, "comments": beside.comments, "pages": count, "warnings": warnings}


def _looked_over(data: bytes) -> Known:
    """Return what pypdf knows of a file, after making sure that it can be opened safely."""
    try:
        reader = PdfReader(io.BytesIO(data))
        return Known(_measured_pages(reader), _layers_off(reader))
    except (Refused, MemoryError):
        raise
    except LimitReachedError as fault:
        raise Refused(Reason.too_large, f"a part of the pdf unpacks beyond every use ({fault})") from fault
    except (DependencyError, NotImplementedError):
        # An encryption that pypdf cannot open without a further library; pdfium can, and says so if it cannot.
        return Known()
    except Exception as fault:  # pypdf raises whatever the damage leads to
        if "cyclic" in str(fault).lower() or isinstance(fault, RecursionError):
            raise Refused(Reason.damaged, "the page tree of the pdf refers to itself") from fault
        # Readers differ in what they can repair: pdfium decides.
        return Known()


def _measured_pages(reader: PdfReader) -> int:
    """Return the number of pages, whose content together stays within the limit."""
    if reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED:
        raise Refused(Reason.encrypted, "the pdf opens only with a password")
    unpacked = number = 0
    seen: set[int] = set()
    for number, page in enumerate(reader.pages, 1):
        if number > MOST_PAGES:
            raise Refused(Reason.too_complex, f"the pdf has more than {MOST_PAGES} pages")
        for stream in _page_streams(page, seen):
            unpacked += _unpacked_size(stream)
            if unpacked > UNPACKED_LIMIT:
                raise Refused(Reason.too_large, f"the pages unpack to more than {UNPACKED_LIMIT // 2**20} MB")
    return number


def _unpacked_size(stream: StreamObject) -> int:
    packed, filters = len(stream._data), stream.get("/Filter", [])
    deflated = [filters] if isinstance(filters, str) else [str(name) for name in filters]
    if packed <= _SMALL and sum("Flate" in name or name[1:] == "Fl" for name in deflated) <= 1:
        # Deflate makes at most 1032 bytes of one, so this cannot matter, and unpacking ASCII85 is slow.
        return packed
    return len(stream.get_data())


def _page_streams(page: Any, seen: set[int]) -> Iterator[StreamObject]:
    """Yield what pdfium will unpack for a page: its content and the forms that it draws, each once in a document."""
    content = page.get("/Contents")
    content = content.get_object() if content is not None else None
    for part in content if isinstance(content, list) else [content]:
        part = part.get_object() if isinstance(part, IndirectObject) else part  # noqa: PLW2901 - its target
        if isinstance(part, StreamObject) and id(part) not in seen:
            seen.add(id(part))
            yield part
    yield from _forms(page.get("/Resources"), seen, 0)


def _forms(resources: Any, seen: set[int], depth: int) -> Iterator[StreamObject]:
    resources = resources.get_object() if resources is not None else None
    if not isinstance(resources, DictionaryObject) or depth > _DEEPEST_FORM:
        return
    drawn = resources.get("/XObject")
    drawn = drawn.get_object() if drawn is not None else None
    for reference in drawn.values() if isinstance(drawn, DictionaryObject) else ():
        form = reference.get_object()
        if isinstance(form, StreamObject) and form.get("/Subtype") == "/Form" and id(form) not in seen:
            seen.add(id(form))
            yield form
            yield from _forms(form.get("/Resources"), seen, depth + 1)


def _layers_off(reader: PdfReader) -> frozenset[str]:
    properties = reader.root_object.get("/OCProperties")
    if properties is None:
        return frozenset()
    default = properties.get_object().get("/D", DictionaryObject()).get_object()
    off = default.get("/OFF", [])
    return frozenset(str(layer.get_object().get("/Name", "")) for layer in off.get_object() if layer is not None)
