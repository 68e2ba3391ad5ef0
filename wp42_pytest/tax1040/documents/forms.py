"""Draws information returns as payers print them: labelled boxes in a grid, or the same boxes as a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from reportlab.lib.colors import Color, HexColor, black
from reportlab.lib.pagesizes import letter
from reportlab.pdfbase.pdfmetrics import stringWidth

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = letter
_PAD = 2.5


@dataclass(frozen=True)
class Cell:
    """One labelled box of a form.

    Args:
        label: what the form prints, box number first.
        value: what the payer filled in; several lines for addresses and coded boxes.
        weight: its share of the row's width.
        money: whether the value stands at the right.
        zero: whether payers that print 0.00 in empty boxes do so here.
    """

    label: str
    value: str | Sequence[str] = ""
    weight: float = 1
    money: bool = True
    zero: bool = True

    @property
    def lines(self) -> list[str]:
        """The value, line by line."""
        return [self.value] if isinstance(self.value, str) else list(self.value)

    @property
    def filled(self) -> bool:
        """Whether the payer filled the box in."""
        return any(line.strip() for line in self.lines)


@dataclass(frozen=True)
class Sheet:
    """What one form says, without its looks.

    Args:
        number: the form's number, "1099-INT".
        title: the form's name.
        year: the tax year that is printed on it.
        copy: which copy it is.
        left: the cells of the left column, from the top.
        grid: rows of the right side, from the top.
        bottom: rows below both, over the whole width.
        corrected: whether the box CORRECTED is ticked.
        note: small print below the boxes.
    """

    number: str
    title: str
    year: int
    copy: str
    left: Sequence[Cell]
    grid: Sequence[Sequence[Cell]]
    bottom: Sequence[Sequence[Cell]] = ()
    corrected: bool = False
    note: str = ""

    @property
    def boxes(self) -> list[Cell]:
        """The cells of the grid and the bottom in reading order."""
        return [cell for row in [*self.grid, *self.bottom] for cell in row]


@dataclass(frozen=True)
class Look:
    """How one payer's forms look.

    Args:
        name: the look's name.
        font: the face of what is filled in.
        bold: its bold face.
        label_font: the face of the labels.
        colour: the colour of rules and heads.
        arrangement: "grid" as the official form, "list" as a substitute statement.
        zeros: whether empty money boxes show 0.00.
        dollar: whether amounts carry a dollar sign.
        banner: whether the head of a list is a filled band.
    """

    name: str
    font: str = "Helvetica"
    bold: str = "Helvetica-Bold"
    label_font: str = "Helvetica"
    colour: Color = field(default_factory=lambda: HexColor(0x222222))
    arrangement: str = "grid"
    zeros: bool = False
    dollar: bool = False
    banner: bool = True

    def typeset(self, font: str, bold: str) -> Look:
        """Return the look in other faces."""
        return replace(self, font=font, bold=bold, label_font=font)


@dataclass(frozen=True)
class Area:
    """A rectangle of the page in points, from its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y + self.height

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width


FULL_PAGE = Area(36, 40, WIDTH - 72, HEIGHT - 80)
UPPER_HALF = Area(36, HEIGHT / 2 + 14, WIDTH - 72, HEIGHT / 2 - 54)
LOWER_HALF = Area(36, 34, WIDTH - 72, HEIGHT / 2 - 54)


def draw(canvas: Canvas, area: Area, sheet: Sheet, look: Look) -> None:
    """Draw a form in the arrangement of its payer."""
    if look.arrangement == "list":
        draw_list(canvas, area, sheet, look)
    else:
        draw_grid(canvas, area, sheet, look)


def draw_grid(canvas: Canvas, area: Area, sheet: Sheet, look: Look) -> None:
    """Draw a form as the official one: payer and recipient at the left, boxes at the right, state rows below."""
    head, foot = 24.0, 11.0
    _head(canvas, area, sheet, look, head)
    body = Area(area.x, area.y + foot, area.width, area.height - head - foot)
    unit = body.height / _units(sheet)
    lower = unit * len(sheet.bottom)
    left = Area(body.x, body.y + lower, body.width * 0.46, body.height - lower)
    right = Area(left.right, left.y, body.width - left.width, left.height)
    canvas.setStrokeColor(look.colour)
    canvas.setLineWidth(0.6)
    spans = [max(1.15, 0.42 + 0.62 * len(cell.lines)) for cell in sheet.left]
    top = left.top
    for cell, span in zip(sheet.left, spans, strict=True):
        height = left.height * span / sum(spans)
        _box(canvas, Area(left.x, top - height, left.width, height), cell, look)
        top -= height
    _rows(canvas, right, sheet.grid, look)
    if sheet.bottom:
        _rows(canvas, Area(body.x, body.y, body.width, lower), sheet.bottom, look)
    canvas.setFillColor(black)
    _fitted(canvas, sheet.note, (look.label_font, 6), area.width, (area.x, area.y + 2))


def draw_list(canvas: Canvas, area: Area, sheet: Sheet, look: Look) -> None:
    """Draw a form as a substitute statement: letterhead, parties, then one line for each box."""
    # A W-2 begins with the employee's number; the letterhead is the employer's all the same.
    issuer = next(cell for cell in sheet.left if len(cell.lines) > 1)
    canvas.setFillColor(look.colour)
    if look.banner:
        canvas.rect(area.x, area.top - 30, area.width, 30, stroke=0, fill=1)
        canvas.setFillColor(HexColor(0xFFFFFF))
    _fitted(canvas, issuer.lines[0], (look.bold, 14), area.width - 20, (area.x + 8, area.top - 20))
    y = area.top - 42
    canvas.setFillColor(black)
    for line in issuer.lines[1:]:
        _fitted(canvas, line, (look.font, 8), area.width * 0.6, (area.x + 8, y))
        y -= 10
    y -= 8
    mark = "CORRECTED  " if sheet.corrected else ""
    _fitted(canvas, f"{mark}{sheet.year} Form {sheet.number}", (look.bold, 12), area.width - 16, (area.x + 8, y))
    y -= 13
    _fitted(canvas, f"{sheet.title}  ({sheet.copy})", (look.font, 9), area.width - 16, (area.x + 8, y))
    y -= 16
    for cell in [one for one in sheet.left if one is not issuer]:
        _fitted(canvas, cell.label, (look.label_font, 7.5), 150, (area.x + 8, y))
        for line in cell.lines:
            _fitted(canvas, line, (look.bold, 9), area.width - 190, (area.x + 172, y))
            y -= 11.5
        y -= 3
    boxes = [cell for cell in sheet.boxes if _parted(cell.label)[1] or cell.filled]
    step = min(17.0, (y - area.y - 34) / (len(boxes) + 1))
    canvas.setFillColor(look.colour)
    canvas.rect(area.x, y - step + 4, area.width, step, stroke=0, fill=1)
    canvas.setFillColor(HexColor(0xFFFFFF))
    size = min(9.0, step - 3)
    for x, text in ((8, "Box"), (44, "Description")):
        _fitted(canvas, text, (look.bold, size), 150, (area.x + x, y - step + 8))
    _right(canvas, "Amount", (look.bold, size), area.right - 8, y - step + 8)
    canvas.setFillColor(black)
    canvas.setStrokeColor(HexColor(0xBBBBBB))
    y -= step
    for cell in boxes:
        number, words = _parted(cell.label)
        baseline = y - step + 7
        shown = _shown(cell, look)
        room = area.width - 60 - stringWidth(shown, look.font, size)
        _fitted(canvas, number, (look.font, size), 34, (area.x + 8, baseline))
        _fitted(canvas, words, (look.font, size), max(room, 120), (area.x + 44, baseline))
        value_size = _fitting(shown, look.font, size, area.width - 180)
        _right(canvas, shown, (look.font, value_size), area.right - 8, baseline)
        canvas.line(area.x, baseline - 4, area.right, baseline - 4)
        y -= step
    words = sheet.note or "This is important tax information and is being furnished to the Internal Revenue Service."
    _fitted(canvas, words, (look.label_font, 7), area.width - 16, (area.x + 8, max(area.y + 6, y - 16)))


def wrapped(text: str, font: str, size: float, width: float) -> list[str]:
    """Return a text as lines that are no wider than a width in points."""
    lines: list[str] = []
    for word in text.split():
        if lines and stringWidth(f"{lines[-1]} {word}", font, size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _parted(label: str) -> tuple[str, str]:
    """Return a label's box number and words; a tick box under another's number has none of its own."""
    first, _, words = label.partition(" ")
    return (first, words) if first[:1].isdigit() else ("", label)


def _units(sheet: Sheet) -> float:
    return max(len(sheet.grid), 1) + len(sheet.bottom)


_UNCORRECTED = ("W-2", "Sch", "SSA")
"""Forms without a box CORRECTED in their head."""


def _head(canvas: Canvas, area: Area, sheet: Sheet, look: Look, height: float) -> None:
    canvas.setFillColor(look.colour)
    y = area.top - height + 6
    plain = sheet.number.startswith(_UNCORRECTED)
    name = sheet.number if sheet.number.startswith("Sch") else f"Form {sheet.number}"
    x = area.x
    for text, size in ((name, 12.0), (str(sheet.year), 12.0)):
        _fitted(canvas, text, (look.bold, size), 190, (x, y))
        x += stringWidth(text, look.bold, size) + 14
    size = _fitting(sheet.copy, look.font, 8, area.width * 0.26)
    right = area.right - stringWidth(sheet.copy, look.font, size) - 10
    ticks = "" if plain else f"[{'X' if sheet.corrected else ' '}] CORRECTED   "
    _fitted(canvas, f"{ticks}{sheet.title}", (look.bold, 9), right - x, (x, y))
    _right(canvas, sheet.copy, (look.font, size), area.right, y)


def _rows(canvas: Canvas, area: Area, rows: Sequence[Sequence[Cell]], look: Look) -> None:
    height = area.height / max(1, len(rows))
    for number, row in enumerate(rows):
        x = area.x
        whole = sum(cell.weight for cell in row)
        for cell in row:
            width = area.width * cell.weight / whole
            _box(canvas, Area(x, area.top - height * (number + 1), width, height), cell, look)
            x += width


def _box(canvas: Canvas, area: Area, cell: Cell, look: Look) -> None:
    canvas.rect(area.x, area.y, area.width, area.height, stroke=1, fill=0)
    canvas.setFillColor(look.colour)
    size = 6.4 if area.height > 20 else 5.4
    y = area.top - size - 0.8
    lines = wrapped(cell.label, look.label_font, size, area.width - 2 * _PAD)
    room = max(1, int((area.height - 9.5) / (size + 0.6)))
    while len(lines) > room and size > 4:
        size -= 0.3
        lines = wrapped(cell.label, look.label_font, size, area.width - 2 * _PAD)
    for line in lines:
        _fitted(canvas, line, (look.label_font, size), area.width - 2 * _PAD, (area.x + _PAD, y))
        y -= size + 0.6
    canvas.setFillColor(black)
    shown = [_shown(cell, look)] if isinstance(cell.value, str) else cell.lines
    if not any(shown):
        return
    value_size = min(9.5, (y + size - area.y - 2.5) / len(shown) / 1.12)
    value_size = max(4.5, value_size)
    value_size = min(_fitting(line, look.font, value_size, area.width - 2 * _PAD) for line in shown)
    base = area.y + 3 + value_size * 1.12 * (len(shown) - 1)
    if not cell.money:
        base = max(base, y + size - value_size - 3.5)
    for line in shown:
        if cell.money and isinstance(cell.value, str):
            _right(canvas, line, (look.font, value_size), area.right - _PAD - 1, base)
        else:
            _fitted(canvas, line, (look.font, value_size), area.width - 2 * _PAD, (area.x + _PAD + 1, base))
        base -= value_size * 1.12


def _shown(cell: Cell, look: Look) -> str:
    text = "; ".join(cell.lines) if not isinstance(cell.value, str) else cell.value
    if cell.money and cell.zero and not text and look.zeros:
        text = "0.00"
    amount = text.replace(",", "").lstrip("-").replace(".", "", 1)
    return f"${text}" if look.dollar and cell.money and amount.isdigit() and "." in text else text


def _fitting(text: str, font: str, size: float, width: float) -> float:
    wide = stringWidth(text, font, size)
    return size if wide <= width else size * width / wide


def _fitted(canvas: Canvas, text: str, face: tuple[str, float], width: float, at: tuple[float, float]) -> None:
    """Write a text from a point on, smaller when it is wider than its room."""
    if text:
        font, size = face
        canvas.setFont(font, _fitting(text, font, size, width))
        canvas.drawString(*at, text)


def _right(canvas: Canvas, text: str, face: tuple[str, float], right: float, y: float) -> None:
    if text:
        canvas.setFont(*face)
        canvas.drawRightString(right, y, text)
