"""Writes PDF documents: flowing pages with letterhead, tables that repeat their header, and "page 2 of 4"."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from hashlib import md5
from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, LongTable, PageTemplate, TableStyle

if TYPE_CHECKING:
    from wp42_pytest.authoring.opc import Properties

FONT, BOLD = "Helvetica", "Helvetica-Bold"
BODY = ParagraphStyle("body", fontName=FONT, fontSize=9, leading=12)
SMALL = ParagraphStyle("small", fontName=FONT, fontSize=7, leading=9, textColor=HexColor(0x555555))
HEADING = ParagraphStyle("heading", fontName=BOLD, fontSize=12, leading=16, spaceBefore=6, spaceAfter=4)

WIDTH, HEIGHT = letter

Painter = Callable[[Canvas, int], None]
"""Draws what stands on a page besides the story, given the page's number from one."""


@dataclass(frozen=True)
class Layout:
    """How the pages look around the story.

    Args:
        first: draws the first page's letterhead.
        later: draws the head of the other pages.
        first_top: space for the first page's letterhead, in millimetres.
        later_top: space for the other pages' head, in millimetres.
        bottom: space for the foot, in millimetres.
        side: left and right margin, in millimetres.
        foot: a line at the foot of every page, left of the page number.
    """

    first: Painter
    later: Painter
    first_top: float = 45
    later_top: float = 25
    bottom: float = 20
    side: float = 18
    foot: str = ""
    numbering: str = "Page {page} of {pages}"
    colour: Color = field(default_factory=lambda: HexColor(0x555555))


def pdf_bytes(story: Sequence[Flowable], layout: Layout, properties: Properties) -> bytes:
    """Return the story as a PDF whose streams are not compressed, since deflated bytes differ between builds of zlib."""
    written = io.BytesIO()
    document = BaseDocTemplate(
        written,
        pagesize=letter,
        title=properties.title,
        author=properties.author,
        subject=properties.subject,
        creator=properties.author,
        pageCompression=0,
        invariant=1,
    )
    document.addPageTemplates(
        [
            _page("first", layout, layout.first_top, layout.first, following="later"),
            _page("later", layout, layout.later_top, layout.later, following="later"),
        ]
    )
    stamped = partial(_NumberedCanvas, layout=layout, created=properties.created)
    document.build(list(story), canvasmaker=stamped)
    return written.getvalue()


def drawn_pdf_bytes(pages: Sequence[Callable[[Canvas], None]], properties: Properties) -> bytes:
    """Return letter pages that are drawn freely, one function a page, as a PDF without compressed streams.

    Args:
        pages: draws one page each, from the lower left corner in points.
        properties: what the file says about itself.
    """
    written = io.BytesIO()
    canvas = _SteadyCanvas(written, pagesize=letter, pageCompression=0, invariant=1, created=properties.created)
    canvas.setTitle(properties.title)
    canvas.setAuthor(properties.author)
    canvas.setSubject(properties.subject)
    canvas.setCreator(properties.author)
    for paint in pages:
        paint(canvas)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def ruled_table(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths_mm: Sequence[float],
    *,
    right: Sequence[int] = (),
    size: float = 8,
    row_height_mm: float = 5,
    colour: Color | None = None,
    bold_rows: Sequence[int] = (),
) -> LongTable:
    """Return a table that goes on over pages with its header repeated; each row is one line of text.

    Args:
        header: the column names.
        rows: the cells; a text that is too wide for its column is an error of the caller's and is refused.
        widths_mm: column widths.
        right: columns that are aligned right.
        size: font size in points.
        row_height_mm: height of a row.
        colour: background of the header; grey when left out.
        bold_rows: rows shown in bold, counted from zero below the header.

    Raises:
        ValueError: when a cell does not fit its column.
    """
    from reportlab.pdfbase.pdfmetrics import stringWidth

    padding = 1.2 * mm
    for number, row in enumerate(rows):
        font = BOLD if number in bold_rows else FONT
        for text, width in zip(row, widths_mm, strict=True):
            if stringWidth(text, font, size) > width * mm - 2 * padding:
                msg = f"{text!r} is wider than its column of {width} mm"
                raise ValueError(msg)
    look: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, 0), BOLD, size),
        ("FONT", (0, 1), (-1, -1), FONT, size),
        ("BACKGROUND", (0, 0), (-1, 0), colour or HexColor(0x555555)),
        ("TEXTCOLOR", (0, 0), (-1, 0), white),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), padding),
        ("RIGHTPADDING", (0, 0), (-1, -1), padding),
        ("TOPPADDING", (0, 0), (-1, -1), 0),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, HexColor(0xD0D0D0)),
        *[("ALIGN", (column, 0), (column, -1), "RIGHT") for column in right],
        *[("FONT", (0, row + 1), (-1, row + 1), BOLD, size) for row in bold_rows],
    ]
    return LongTable(
        [list(header), *[list(row) for row in rows]],
        colWidths=[width * mm for width in widths_mm],
        rowHeights=[row_height_mm * mm] * (len(rows) + 1),
        repeatRows=1,
        style=TableStyle(look),
    )


def _page(name: str, layout: Layout, top: float, painter: Painter, following: str) -> PageTemplate:
    frame = Frame(
        layout.side * mm,
        layout.bottom * mm,
        WIDTH - 2 * layout.side * mm,
        HEIGHT - (top + layout.bottom) * mm,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )

    def paint(canvas: Canvas, document: BaseDocTemplate) -> None:
        canvas.saveState()
        painter(canvas, canvas.getPageNumber())
        canvas.restoreState()
        document.handle_nextPageTemplate(following)

    return PageTemplate(id=name, frames=[frame], onPage=paint)


class _FixedStamp:
    """The library's time stamp, holding the story's time instead of the clock's."""

    def __init__(self, moment: datetime) -> None:
        self.t = float((moment - datetime(1970, 1, 1)).total_seconds())
        self.YMDhms = tuple(moment.timetuple())[:6]
        self.dhh = self.dmm = 0


class _SteadyCanvas(Canvas):
    """Stamps the story's time, and keeps texts of one height on one line for readers.

    The library ends every string with a move to the next line, which makes text extraction break table rows apart.
    """

    def __init__(self, *args: Any, created: datetime, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        # Even in its invariant mode the library lets SOURCE_DATE_EPOCH into the file: as its date, and in its id.
        document: Any = self._doc  # type: ignore[attr-defined]
        document._timeStamp = _FixedStamp(created)
        document.signature = md5(created.isoformat().encode(), usedforsecurity=False)

    def drawString(self, x: float, y: float, text: str, *_: Any, **__: Any) -> None:  # noqa: N802  the library's name
        """Draw a text that starts at a point."""
        line = self.beginText(x, y)
        line.textOut(text)
        self.drawText(line)

    def drawRightString(self, x: float, y: float, text: str, *_: Any, **__: Any) -> None:  # noqa: N802
        """Draw a text that ends at a point."""
        self.drawString(x - self.stringWidth(text), y, text)


class _NumberedCanvas(_SteadyCanvas):
    """Holds the pages back until their number is known."""

    def __init__(self, *args: Any, layout: Layout, created: datetime, **keywords: Any) -> None:
        super().__init__(*args, created=created, **keywords)
        self._layout = layout
        self._held: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802  the library's name
        self._held.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]

    def save(self) -> None:
        pages = len(self._held)
        for state in self._held:
            self.__dict__.update(state)
            self.setFont(FONT, 7)
            self.setFillColor(self._layout.colour)
            left, right, base = self._layout.side * mm, WIDTH - self._layout.side * mm, 10 * mm
            self.drawString(left, base, self._layout.foot)
            self.drawRightString(right, base, self._layout.numbering.format(page=self.getPageNumber(), pages=pages))
            super().showPage()
        super().save()
