"""Writes word-processor documents: letterhead, memo head, headings, tables, lists, and runs that nobody sees."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import docx as python_docx
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from wp42_pytest.authoring.opc import Properties, pinned

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import Table
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run

    from wp42_pytest.authoring.economy import Organisation

_TABLE_STYLES = ("Normal Table", "Table Grid")
_GREY = "7F7F7F"


def letter(font: str = "Calibri", size: float = 10.5, margin_cm: float = 2.2) -> Document:
    """Return an empty US-letter document."""
    document: Document = python_docx.Document()
    _drop_relation(document.part.package.rels, "/thumbnail")
    _drop_relation(document.part.rels, "/stylesWithEffects")
    # The library's template brings a hundred table designs, which would be nine tenths of every file.
    for style in [one for one in document.styles if one.type == WD_STYLE_TYPE.TABLE and one.name not in _TABLE_STYLES]:
        style.delete()
    normal: Any = document.styles["Normal"]
    normal.font.name, normal.font.size = font, Pt(size)
    normal.paragraph_format.space_after = Pt(5)
    for level in (1, 2, 3):
        heading: Any = document.styles[f"Heading {level}"]
        heading.font.name, heading.font.color.rgb = font, RGBColor(0x1F, 0x2A, 0x44)
        heading.font.size = Pt(size + 4 - level)
        heading.paragraph_format.space_before, heading.paragraph_format.space_after = Pt(9), Pt(3)
        # The template's headings name a theme font, which would win over the name given above.
        fonts = heading.element.rPr.rFonts
        for attribute in [name for name in fonts.attrib if name.endswith("Theme")]:
            del fonts.attrib[attribute]
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21.59), Cm(27.94)
    section.left_margin = section.right_margin = Cm(margin_cm)
    section.top_margin = section.bottom_margin = Cm(margin_cm)
    return document


def letterhead(document: Document, organisation: Organisation, colour: str = "7A1F2B") -> None:
    """Put an organisation's name and address at the top of every page, and its address on the web at the bottom."""
    section = document.sections[0]
    head = section.header.paragraphs[0]
    name = head.add_run(organisation.name)
    name.bold, name.font.size, name.font.color.rgb = True, Pt(15), RGBColor.from_string(colour)
    line = section.header.add_paragraph()
    _small(line.add_run(organisation.address.one_line))
    _rule_below(line, colour)
    foot = section.footer.paragraphs[0]
    foot.alignment = WD_ALIGN_PARAGRAPH.CENTER
    _small(foot.add_run(f"{organisation.name}  ·  {organisation.phone}  ·  {organisation.domain}"))


def title(document: Document, text: str) -> Paragraph:
    """Add the document's title."""
    paragraph = document.add_paragraph()
    run = paragraph.add_run(text)
    run.bold, run.font.size = True, Pt(16)
    return paragraph


def memo_head(document: Document, lines: Sequence[tuple[str, str]]) -> None:
    """Add the block of To, From, Date and Subject that opens a memo."""
    block = document.add_table(rows=0, cols=2)
    for label, text in lines:
        cells = block.add_row().cells
        cells[0].paragraphs[0].add_run(label).bold = True
        cells[1].paragraphs[0].add_run(text)
        for cell in cells:
            cell.paragraphs[0].paragraph_format.space_after = Pt(1)
    _set_widths(block, (2.4, 14.6))
    rule = document.add_paragraph()
    rule.paragraph_format.space_after = Pt(2)
    _rule_below(rule, _GREY)


def table(document: Document, header: Sequence[str], rows: Sequence[Sequence[str]], widths_cm: Sequence[float]) -> None:
    """Add a ruled table with a bold header row."""
    grid = document.add_table(rows=1, cols=len(header), style="Table Grid")
    for cell, text in zip(grid.rows[0].cells, header, strict=True):
        cell.paragraphs[0].add_run(text).bold = True
    for row in rows:
        for cell, text in zip(grid.add_row().cells, row, strict=True):
            cell.paragraphs[0].add_run(text)
    for line in grid.rows:
        for cell in line.cells:
            cell.paragraphs[0].paragraph_format.space_after = Pt(1)
    _set_widths(grid, widths_cm)


def hidden_run(paragraph: Paragraph, text: str) -> Run:
    """Add a run that is not seen on paper or screen: white, one point high."""
    run = paragraph.add_run(text)
    run.font.size, run.font.color.rgb = Pt(1), RGBColor(0xFF, 0xFF, 0xFF)
    return run


def run_location(document: Document, run: Run) -> str:
    """Say where a run of the body stands, counting from one: "paragraph 6, run 2"."""
    for number, paragraph in enumerate(document.paragraphs, start=1):
        for place, candidate in enumerate(paragraph.runs, start=1):
            if candidate._r is run._r:
                return f"paragraph {number}, run {place}"
    msg = f"the run {run.text[:40]!r} is not in a paragraph of the body"
    raise ValueError(msg)


def docx_bytes(document: Document, properties: Properties) -> bytes:
    """Return the document as a .docx file."""
    written = io.BytesIO()
    document.save(written)
    return pinned(written.getvalue(), properties)


def _set_widths(grid: Table, widths_cm: Sequence[float]) -> None:
    """Set column widths where each office program looks for them: on the columns and on every cell."""
    grid.autofit = False
    for column, width in zip(grid.columns, widths_cm, strict=True):
        column.width = Cm(width)
        for cell in column.cells:
            cell.width = Cm(width)


def _drop_relation(relations: Any, kind: str) -> None:
    for key in [key for key, relation in relations.items() if relation.reltype.endswith(kind)]:
        del relations[key]


def _small(run: Run) -> None:
    run.font.size, run.font.color.rgb = Pt(8), RGBColor.from_string(_GREY)


def _rule_below(paragraph: Paragraph, colour: str) -> None:
    borders = OxmlElement("w:pBdr")
    bottom = OxmlElement("w:bottom")
    for name, value in (("val", "single"), ("sz", "8"), ("space", "2"), ("color", colour)):
        bottom.set(qn(f"w:{name}"), value)
    borders.append(bottom)
    paragraph._p.get_or_add_pPr().append(borders)
