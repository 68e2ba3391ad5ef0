"""Other shapes of word-processor documents and presentations."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from wp42_pytest.validation.shapes import wording
from wp42_pytest.validation.shapes.choice import Choice, Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    ),
    "_rels/.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    ),
}
TABLES_ASKED = "docx-tables-as-text"
"""The one shape that a brief can rule out, by asking for a table."""


def _document(data: bytes) -> Any:
    from docx import Document

    return Document(io.BytesIO(data))


def _saved(document: Any) -> bytes:
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _paragraphs(document: Any) -> Iterator[tuple[str, Any]]:
    """Yield the paragraphs of the body, those of table cells included, with their places."""
    from docx.oxml.ns import qn
    from docx.text.paragraph import Paragraph

    for number, element in enumerate(document.element.body.iter(qn("w:p")), start=1):
        yield f"paragraph {number}", Paragraph(element, document)


def _set_text(paragraph: Any, text: str) -> None:
    """Put a text into the first run, so that the paragraph keeps its look."""
    first, *others = paragraph.runs
    first.text = text
    for run in others:
        run._r.getparent().remove(run._r)


def reworded(data: bytes, choice: Choice, change: Callable[[str], str]) -> bytes:
    """Change the text of the paragraphs of a docx."""
    document = _document(data)
    for place, paragraph in _paragraphs(document):
        text = _text_of(paragraph._p)
        other = change(text)
        # A paragraph with links or fields holds text outside its runs, and is left alone.
        if other != text and "".join(run.text for run in paragraph.runs) == text and choice(place):
            _set_text(paragraph, other)
    return _saved(document)


def split_runs(data: bytes, choice: Choice) -> bytes:
    """Split words and amounts over several runs, as spelling checkers leave them."""
    document = _document(data)
    for place, paragraph in _paragraphs(document):
        for run in list(paragraph.runs):
            text = run.text
            if len(text) > 3 and "\n" not in text and "\t" not in text and choice(place):
                run.text = text[:2]
                following = run
                for start in range(2, len(text), 3):
                    piece = paragraph.add_run(text[start : start + 3])
                    following._r.addnext(piece._r)
                    following = piece
    return _saved(document)


def written_minimally(data: bytes, choice: Choice) -> bytes:
    """Write the text into a document of two parts, without styles, as converters do."""
    if not choice("the whole file"):
        return data
    document = _document(data)
    body = "".join(_block(element) for element in document.element.body)
    xml = f'<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="{_W}"><w:body>{body}</w:body></w:document>'
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (*_PACKAGE.items(), ("word/document.xml", xml)):
            archive.writestr(name, content)
    return written.getvalue()


def _block(element: Any) -> str:
    from docx.oxml.ns import qn

    if element.tag == qn("w:p"):
        return _paragraph_xml(_text_of(element))
    if element.tag == qn("w:tbl"):
        rows = ""
        for row in element.iter(qn("w:tr")):
            cells = (_paragraph_xml("\n".join(map(_text_of, cell.iter(qn("w:p"))))) for cell in row.iter(qn("w:tc")))
            rows += "<w:tr>" + "".join(f"<w:tc>{cell}</w:tc>" for cell in cells) + "</w:tr>"
        return f"<w:tbl>{rows}</w:tbl>"
    return ""


def _text_of(paragraph: Any) -> str:
    from docx.oxml.ns import qn

    pieces = {qn("w:t"): None, qn("w:tab"): "\t", qn("w:br"): "\n"}
    return "".join(
        (node.text or "") if pieces[node.tag] is None else str(pieces[node.tag])
        for node in paragraph.iter(*pieces)
        if node.getparent().tag != qn("w:tabs")
    )


def _paragraph_xml(text: str) -> str:
    return f'<w:p><w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'


def tracked(data: bytes, choice: Choice) -> bytes:
    """Leave the paragraphs as tracked insertions, with a deleted word before each."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    document = _document(data)
    for number, (place, paragraph) in enumerate(_paragraphs(document)):
        runs = [run._r for run in paragraph.runs]
        if not runs or not choice(place):
            continue
        for tag in ("w:ins", "w:del"):
            change = OxmlElement(tag)
            for name, value in (
                ("id", str(9000 + 2 * number)),
                ("author", "Reviewer"),
                ("date", "2025-11-01T09:00:00Z"),
            ):
                change.set(qn(f"w:{name}"), value)
            runs[0].addprevious(change)
            if tag == "w:ins":
                for run in runs:
                    change.append(run)
                runs = [change]
            else:
                run = OxmlElement("w:r")
                text = OxmlElement("w:delText")
                text.text = "draft "
                run.append(text)
                change.append(run)
    return _saved(document)


def tables_as_text(data: bytes, choice: Choice) -> bytes:
    """Turn the rows of tables into paragraphs."""
    document = _document(data)
    for number, table in enumerate(list(document.tables), start=1):
        if not choice(f"table {number}"):
            continue
        header = [cell.text for cell in table.rows[0].cells]
        for row in table.rows:
            texts = [cell.text for cell in row.cells]
            pairs = texts if texts == header else [f"{name}: {text}" for name, text in zip(header, texts, strict=False)]
            table._tbl.addprevious(document.add_paragraph("; ".join(pairs))._p)
        table._tbl.getparent().remove(table._tbl)
    return _saved(document)


def _slide_paragraphs(deck: Any) -> Iterator[tuple[str, Any]]:
    def of_shapes(shapes: Any) -> Iterator[Any]:
        for shape in shapes:
            if shape.shape_type is not None and hasattr(shape, "shapes"):
                yield from of_shapes(shape.shapes)
            elif shape.has_text_frame:
                yield from shape.text_frame.paragraphs
            elif getattr(shape, "has_table", False):
                for row in shape.table.rows:
                    for cell in row.cells:
                        yield from cell.text_frame.paragraphs

    for number, slide in enumerate(deck.slides, start=1):
        for place, paragraph in enumerate(of_shapes(slide.shapes), start=1):
            yield f"slide {number}, paragraph {place}", paragraph


def slides_reworded(data: bytes, choice: Choice, change: Callable[[str], str]) -> bytes:
    """Change the text of the paragraphs of a pptx."""
    from pptx import Presentation

    deck = Presentation(io.BytesIO(data))
    for place, paragraph in _slide_paragraphs(deck):
        text = "".join(run.text for run in paragraph.runs)
        other = change(text)
        if paragraph.runs and other != text and choice(place):
            paragraph.runs[0].text = other
            for run in paragraph.runs[1:]:
                run._r.getparent().remove(run._r)
    return _saved(deck)


def _docx_spelled(name: str) -> Callable[[bytes, Choice], bytes]:
    return lambda data, choice: reworded(data, choice, lambda text: wording.respelled(text, wording.SPELLINGS[name][1]))


def _docx_dated(name: str) -> Callable[[bytes, Choice], bytes]:
    return lambda data, choice: reworded(
        data, choice, lambda text: wording.redated(text, wording.DATE_SPELLINGS[name][1])
    )


def _pptx_spelled(name: str) -> Callable[[bytes, Choice], bytes]:
    return lambda data, choice: slides_reworded(
        data, choice, lambda text: wording.respelled(text, wording.SPELLINGS[name][1])
    )


DOCX, PPTX = ("docx",), ("pptx",)

SHAPES = [
    Shape("docx-library", DOCX, "the document was written by a converter, without styles", written_minimally),
    Shape("docx-runs", DOCX, "words split over several runs", split_runs),
    Shape("docx-tracked", DOCX, "the text stands there as tracked insertions", tracked),
    Shape(
        "docx-typeset",
        DOCX,
        "curly quotes and non-breaking spaces",
        lambda data, choice: reworded(data, choice, wording.typeset),
    ),
    *(
        Shape(f"docx-numbers-{name}", DOCX, f"amounts spelled {wording.SPELLINGS[name][0]}", _docx_spelled(name))
        for name in wording.IN_PROSE
    ),
    *(
        Shape(f"docx-dates-{name}", DOCX, f"dates written {shown}", _docx_dated(name))
        for name, (shown, _) in wording.DATE_SPELLINGS.items()
    ),
    Shape(TABLES_ASKED, DOCX, "tables written as paragraphs", tables_as_text),
    Shape(
        "pptx-typeset",
        PPTX,
        "curly quotes and non-breaking spaces",
        lambda data, choice: slides_reworded(data, choice, wording.typeset),
    ),
    *(
        Shape(f"pptx-numbers-{name}", PPTX, f"amounts spelled {wording.SPELLINGS[name][0]}", _pptx_spelled(name))
        for name in wording.IN_PROSE
    ),
]
