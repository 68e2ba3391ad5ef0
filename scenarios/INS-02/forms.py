"""The insurer's forms as PDF: printed questions, answers typed in, boxes ticked or not, signatures and stamps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import reportlab
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, Spacer, Table

from wp42_pytest.authoring.economy import Organisation
from wp42_pytest.authoring.pdf import BODY, BOLD, FONT, HEIGHT, WIDTH, Layout

TYPED, WINE, PALE, INK = "Courier", HexColor(0x6B1E3A), HexColor(0xF3ECEF), HexColor(0x1B2E6B)
PRINTED = ParagraphStyle("printed", parent=BODY, fontSize=8, leading=10.5, spaceBefore=3, spaceAfter=3)
SIDE = 16.0
INNER = 215.9 - 2 * SIDE

Field = tuple[str, str, float]
"""A question, the answer typed below it, and the share of the form's width."""


@cache
def script_font() -> str:
    """Register the handwriting that the PDF library ships, and return its name."""
    folder = Path(reportlab.__file__).parent / "fonts"
    face = pdfmetrics.EmbeddedType1Face(str(folder / "callig15.afm"), str(folder / "callig15.pfb"))
    pdfmetrics.registerTypeFace(face)
    pdfmetrics.registerFont(pdfmetrics.Font("Signature", face.name, "WinAnsiEncoding"))
    return "Signature"


class Signature(Flowable):
    """A signature on a line, with the words below it; an empty name leaves the line empty."""

    def __init__(self, caption: str, name: str, day: str, width_mm: float = 80) -> None:
        super().__init__()
        self.caption, self.name, self.day = caption, name, day
        self.width, self.height = INNER * mm, 15 * mm
        self.line = width_mm * mm

    def draw(self) -> None:
        """Draw the two lines, and what was written on them."""
        canvas: Any = self.canv
        canvas.setStrokeColor(HexColor(0x333333))
        for start, length, caption, written, font, size in (
            (0.0, self.line, self.caption, self.name, script_font(), 19),
            (self.line + 12 * mm, 45 * mm, "Date (year-month-day)", self.day, TYPED, 10),
        ):
            canvas.line(start, 5 * mm, start + length, 5 * mm)
            canvas.setFillColor(HexColor(0x333333))
            canvas.setFont(FONT, 6.5)
            canvas.drawString(start, 2 * mm, caption)
            if written:
                canvas.setFillColor(INK)
                canvas.setFont(font, size)
                canvas.drawString(start + 3 * mm, 6.4 * mm, written)


class Ticks(Flowable):
    """A row of boxes with their words; the ticked ones hold an X."""

    def __init__(self, question: str, options: Sequence[tuple[str, bool]], gap_mm: float = 34) -> None:
        super().__init__()
        self.question, self.options, self.gap = question, options, gap_mm * mm
        self.width, self.height = INNER * mm, 6.2 * mm

    def draw(self) -> None:
        """Draw question, boxes and words."""
        canvas: Any = self.canv
        canvas.setFillColor(HexColor(0x111111))
        canvas.setFont(FONT, 8)
        canvas.drawString(0, 1.8 * mm, self.question)
        x = INNER * mm - self.gap * len(self.options) if self.question else 4 * mm
        for words, ticked in self.options:
            canvas.setStrokeColor(HexColor(0x333333))
            canvas.rect(x, 1.2 * mm, 3.4 * mm, 3.4 * mm)
            if ticked:
                canvas.setFillColor(INK)
                canvas.setFont("Courier-Bold", 10)
                canvas.drawString(x + 0.65 * mm, 1.75 * mm, "X")
            canvas.setFillColor(HexColor(0x111111))
            canvas.setFont(FONT, 8)
            canvas.drawString(x + 5 * mm, 1.8 * mm, words)
            x += self.gap


def part(number: str, title: str) -> Table:
    """Return the bar that opens a part of the form."""
    bar = Table([[f"Part {number}", title]], colWidths=[18 * mm, (INNER - 18) * mm], rowHeights=[6 * mm])
    bar.setStyle(
        [
            ("FONT", (0, 0), (-1, -1), BOLD, 9),
            ("BACKGROUND", (0, 0), (0, 0), WINE),
            ("TEXTCOLOR", (0, 0), (0, 0), HexColor(0xFFFFFF)),
            ("BACKGROUND", (1, 0), (1, 0), PALE),
            ("TEXTCOLOR", (1, 0), (1, 0), WINE),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ]
    )
    return bar


def fields(*rows: Sequence[Field]) -> list[Flowable]:
    """Return rows of boxes, each with its question in small print and the answer typed below."""
    drawn: list[Flowable] = []
    for row in rows:
        total = sum(share for _, _, share in row)
        grid = Table(
            [[label for label, _, _ in row], [answer for _, answer, _ in row]],
            colWidths=[INNER * share / total * mm for _, _, share in row],
            rowHeights=[4 * mm, 5.6 * mm],
        )
        grid.setStyle(
            [
                ("FONT", (0, 0), (-1, 0), FONT, 6.5),
                ("TEXTCOLOR", (0, 0), (-1, 0), HexColor(0x555555)),
                ("FONT", (0, 1), (-1, 1), TYPED, 9.5),
                ("TEXTCOLOR", (0, 1), (-1, 1), INK),
                ("BOX", (0, 0), (-1, -1), 0.5, HexColor(0x888888)),
                *[("LINEAFTER", (column, 0), (column, 1), 0.5, HexColor(0x888888)) for column in range(len(row) - 1)],
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("TOPPADDING", (0, 0), (-1, -1), 0),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
            ]
        )
        drawn.append(grid)
    return drawn


def answers_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float], *, right: Sequence[int] = ()
) -> Table:
    """Return a table whose header is printed and whose rows are typed in; empty rows are lines to fill."""
    total = sum(widths)
    grid = Table(
        [list(header), *[list(row) for row in rows]],
        colWidths=[INNER * width / total * mm for width in widths],
        rowHeights=[6 * mm] * (len(rows) + 1),
    )
    grid.setStyle(
        [
            ("FONT", (0, 0), (-1, 0), FONT, 7),
            ("BACKGROUND", (0, 0), (-1, 0), PALE),
            ("FONT", (0, 1), (-1, -1), TYPED, 9),
            ("TEXTCOLOR", (0, 1), (-1, -1), INK),
            ("GRID", (0, 0), (-1, -1), 0.5, HexColor(0x888888)),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            *[("ALIGN", (column, 0), (column, -1), "RIGHT") for column in right],
        ]
    )
    return grid


def printed(text: str) -> Paragraph:
    """Return printed words of the form."""
    return Paragraph(text, PRINTED)


def gap(height_mm: float = 2.5) -> Spacer:
    """Return empty space."""
    return Spacer(1, height_mm * mm)


def form_layout(insurer: Organisation, branch: str, *, code: str, title: str, claim_number: str, stamp: str) -> Layout:
    """Return the look of a form's pages: the insurer's head, the form's code, and the branch's stamp of receipt.

    Args:
        insurer: whose form it is.
        branch: the branch's address on one line.
        code: such as "Form E-1".
        title: of the form.
        claim_number: typed at the top right.
        stamp: the day of receipt.
    """

    def head(canvas: Canvas, page: int) -> None:
        left, right, top = SIDE * mm, WIDTH - SIDE * mm, HEIGHT - 12 * mm
        canvas.setFillColor(WINE)
        canvas.rect(left, top - 11 * mm, 3 * mm, 11 * mm, stroke=0, fill=1)
        canvas.setFont(BOLD, 13)
        canvas.drawString(left + 6 * mm, top - 4.5 * mm, insurer.name)
        canvas.setFillColor(HexColor(0x333333))
        canvas.setFont(FONT, 7.5)
        canvas.drawString(left + 6 * mm, top - 9.5 * mm, branch)
        canvas.setFont(BOLD, 11)
        canvas.drawRightString(right, top - 4.5 * mm, code)
        canvas.setFont(FONT, 8)
        canvas.drawRightString(right, top - 9.5 * mm, title)
        canvas.setFont(FONT, 7)
        canvas.drawString(left, top - 17 * mm, "Claim number")
        canvas.setFillColor(INK)
        canvas.setFont(TYPED, 10)
        canvas.drawString(left + 20 * mm, top - 17 * mm, claim_number)
        if page == 1:
            canvas.saveState()
            canvas.translate(right - 52 * mm, top - 22 * mm)
            canvas.rotate(1.5)
            canvas.setStrokeColor(HexColor(0xA03030))
            canvas.setFillColor(HexColor(0xA03030))
            canvas.setLineWidth(1.2)
            canvas.rect(0, 0, 46 * mm, 8 * mm)
            canvas.setFont("Courier-Bold", 9)
            canvas.drawString(2.5 * mm, 2.7 * mm, f"RECEIVED {stamp}")
            canvas.restoreState()

    return Layout(
        first=head, later=head, first_top=40, later_top=36, bottom=18, side=SIDE, foot=f"{code}, {title} (2025-04)"
    )
