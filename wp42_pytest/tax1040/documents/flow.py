"""Flows headings, text and tables over pages that can be printed with any faces, as statements and letters are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reportlab.lib.colors import Color, HexColor, black
from reportlab.pdfbase.pdfmetrics import stringWidth

from wp42_pytest.tax1040.documents.forms import HEIGHT, WIDTH, wrapped

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Faces = tuple[str, str]
"""The plain and the bold face."""

Painter = Callable[["Canvas", "Faces | None"], None]
"""Draws one page; with faces given, in these instead of its own."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, WIDTH - 46.0, HEIGHT - 40.0, 46.0
_GREY = HexColor(0x999999)


@dataclass(frozen=True)
class Heading:
    """A line in bold."""

    text: str
    size: float = 12


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    size: float = 9.5
    bold: bool = False
    gap: float = 6


@dataclass(frozen=True)
class Table:
    """Rows in columns; the header comes again on the next page.

    Args:
        header: names of the columns; empty for none.
        rows: the cells.
        widths: relative widths.
        right: columns that stand at the right.
        bold: rows in bold, counted from zero.
        size: of the font in points.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    widths: Sequence[float]
    right: Sequence[int] = ()
    bold: Sequence[int] = ()
    size: float = 8.5


@dataclass(frozen=True)
class Space:
    """Empty height in points."""

    height: float = 10


@dataclass(frozen=True)
class NewPage:
    """The rest goes on the next page."""


Block = Heading | Text | Table | Space | NewPage


@dataclass(frozen=True)
class Head:
    """What stands at the top and foot of every page.

    Args:
        lines: name and address; the name is set in bold.
        colour: of the name and the rule.
        running: shown at the top right, from the first page on.
        foot: at the foot, left of the page number.
        numbered: whether pages are numbered.
    """

    lines: Sequence[str]
    colour: Color = field(default_factory=lambda: HexColor(0x1F3A5F))
    running: Sequence[str] = ()
    foot: str = ""
    numbered: bool = True


_Atom = tuple[float, "Callable[[Canvas, float], None] | None"]


class _Flow:
    def __init__(self, head: Head, faces: Faces) -> None:
        self.head, self.faces = head, faces
        self.pages: list[list[tuple[float, Callable[[Canvas, float], None]]]] = [[]]
        self.y = self._start()

    def _start(self) -> float:
        lines = self.head.lines if len(self.pages) == 1 else self.head.lines[:1]
        return _TOP - 20 - max(11 * len(lines), 11 * len(self.head.running))

    def atom(self, height: float, draw_at: Callable[[Canvas, float], None]) -> bool:
        """Place something; say whether it went onto a new page."""
        fresh = self.y - height < _BOTTOM
        if fresh:
            self.break_page()
        self.pages[-1].append((self.y, draw_at))
        self.y -= height
        return fresh

    def break_page(self) -> None:
        self.pages.append([])
        self.y = self._start()

    def add(self, block: Block) -> None:
        match block:
            case Heading():
                self.y -= 4
                self._line(block.text, self.faces[1], block.size, block.size * 1.45)
            case Text():
                face = self.faces[1 if block.bold else 0]
                for paragraph in block.text.split("\n"):
                    for line in wrapped(paragraph, face, block.size, _RIGHT - _LEFT) or [""]:
                        self._line(line, face, block.size, block.size * 1.3)
                self.y -= block.gap
            case Table():
                self._table(block)
            case Space():
                self.y -= block.height
            case NewPage():
                self.break_page()

    def _line(self, text: str, face: str, size: float, height: float) -> None:
        def line(canvas: Canvas, y: float) -> None:
            canvas.setFillColor(black)
            canvas.setFont(face, size)
            canvas.drawString(_LEFT, y - size, text)

        self.atom(height, line)

    def _table(self, table: Table) -> None:
        height = table.size * 1.55
        edges = [_LEFT]
        for width in table.widths:
            edges.append(edges[-1] + (_RIGHT - _LEFT) * width / sum(table.widths))

        def row(cells: Sequence[str], face: str, *, header: bool) -> Callable[[Canvas, float], None]:
            def paint(canvas: Canvas, y: float) -> None:
                if header:
                    canvas.setFillColor(HexColor(0xE3E3E3))
                    canvas.rect(_LEFT, y - height, _RIGHT - _LEFT, height, stroke=0, fill=1)
                canvas.setFillColor(black)
                canvas.setStrokeColor(_GREY)
                canvas.setLineWidth(0.3)
                canvas.line(_LEFT, y - height, _RIGHT, y - height)
                for number, text in enumerate(cells):
                    if not text:
                        continue
                    room = edges[number + 1] - edges[number] - 4
                    size = min(table.size, table.size * room / max(1.0, stringWidth(text, face, table.size)))
                    canvas.setFont(face, size)
                    if number in table.right:
                        canvas.drawRightString(edges[number + 1] - 2, y - height + table.size * 0.45, text)
                    else:
                        canvas.drawString(edges[number] + 2, y - height + table.size * 0.45, text)

            return paint

        def head() -> None:
            if table.header:
                self.atom(height, row(table.header, self.faces[1], header=True))

        if self.y - 2 * height < _BOTTOM:
            self.break_page()
        head()
        for number, cells in enumerate(table.rows):
            if self.y - height < _BOTTOM:
                self.break_page()
                head()
            self.atom(height, row(cells, self.faces[1 if number in table.bold else 0], header=False))
        self.y -= 8


def flowed(blocks: Sequence[Block], head: Head, faces: Faces) -> list[Painter]:
    """Return the painters of as many pages as the blocks fill.

    Args:
        blocks: what stands on the pages.
        head: what stands at their top and foot.
        faces: the faces when the painter is given no others.
    """
    # Scanned pages are set in wider faces, so the pages are made up anew for them, and their number may differ.
    return [_page(blocks, head, faces, number) for number in range(len(_made_up(blocks, head, faces).pages))]


def _made_up(blocks: Sequence[Block], head: Head, faces: Faces) -> _Flow:
    flow = _Flow(head, faces)
    for block in blocks:
        flow.add(block)
    return flow


def _page(blocks: Sequence[Block], head: Head, faces: Faces, number: int) -> Painter:
    def paint(canvas: Canvas, other: Faces | None) -> None:
        flow = _made_up(blocks, head, other or faces)
        plain, bold = other or faces
        lines = head.lines if number == 0 else head.lines[:1]
        canvas.setFillColor(head.colour)
        y = _TOP - 12
        for place, text in enumerate(lines):
            canvas.setFont(bold if place == 0 else plain, 14 if place == 0 else 8.5)
            canvas.drawString(_LEFT, y, text)
            y -= 11
        y = _TOP - 12
        for text in head.running:
            canvas.setFont(plain, 8.5)
            canvas.drawRightString(_RIGHT, y, text)
            y -= 11
        canvas.setFont(plain, 7)
        canvas.drawString(_LEFT, 26, head.foot)
        if head.numbered:
            canvas.drawRightString(_RIGHT, 26, f"Page {number + 1} of {len(flow.pages)}")
        for at, draw_at in flow.pages[number]:
            draw_at(canvas, at)

    return paint
