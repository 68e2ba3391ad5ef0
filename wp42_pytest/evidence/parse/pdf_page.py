"""The text objects of one pdf page, each with its place, and whether a reader sees it."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from wp42_pytest.evidence.parse.colour import SEEN_CONTRAST, SMALLEST_SEEN, WHITE, contrast
from wp42_pytest.evidence.refusal import Reason, Refused

MOST_OBJECTS = 60_000
"""Most text objects of one page; a page whose every glyph is placed by itself has about 5,000."""

MOST_DRAWN = 400_000
"""Most objects of any kind of one page, those inside of forms counted each time that they are drawn."""

MOST_GROUNDS = 4000
"""Filled areas of a page beyond this number (drawings, maps) are not looked at as grounds for text."""

_DEEPEST_FORM = 12
_UNPAINTED = frozenset({3, 7})
_STROKED = 1
_FAINT_ALPHA = 13

Box = tuple[float, float, float, float]


class Matrix(NamedTuple):
    """A transformation of coordinates as a pdf writes it."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, outer: Matrix) -> Matrix:
        """Return this transformation followed by an outer one."""
        return Matrix(
            self.a * outer.a + self.b * outer.c,
            self.a * outer.b + self.b * outer.d,
            self.c * outer.a + self.d * outer.c,
            self.c * outer.b + self.d * outer.d,
            self.e * outer.a + self.f * outer.c + outer.e,
            self.e * outer.b + self.f * outer.d + outer.f,
        )

    def box(self, box: Box) -> Box:
        """Return the box around a transformed box."""
        left, bottom, right, top = box
        corners = [
            (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)
            for x in (left, right)
            for y in (bottom, top)
        ]
        across, up = zip(*corners, strict=True)
        return min(across), min(up), max(across), max(up)


UNCHANGED = Matrix()


@dataclass(slots=True)
class Fragment:
    """One text object in sight.

    Args:
        text: its characters.
        box: left, bottom, right, top on the page.
        origin: where its base line begins.
        size: height of its font on the page, in points.
        turned: the direction of its base line, in degrees.
        bold: whether its font is bold.
    """

    text: str
    box: Box
    origin: tuple[float, float]
    size: float
    turned: int
    bold: bool


@dataclass(slots=True)
class Ground:
    """A filled area: its place in the painting order, its box, its colour (None for a picture), whether it hides all."""

    order: int
    box: Box
    colour: str | None
    solid: bool


def read_page(page: pypdfium2.PdfPage, switched_off: frozenset[str]) -> tuple[list[Fragment], list[str]]:
    """Return the text objects of a page that can be seen, and the text of those that cannot.

    Args:
        page: an open page.
        switched_off: names of layers that are not shown.
    """
    textpage = page.get_textpage()
    try:
        return _Page(page, textpage, switched_off).read()
    finally:
        textpage.close()


class _Page:
    def __init__(self, page: pypdfium2.PdfPage, textpage: Any, switched_off: frozenset[str]) -> None:
        self.page, self.textpage, self.switched_off = page, textpage, switched_off
        crop, media = page.get_cropbox(), page.get_mediabox()
        self.sheet = _meet(tuple(crop), tuple(media)) or tuple(media)
        self._reserve(8192)
        self.fonts: dict[int, bool] = {}
        self.texts: list[tuple[int, Any, Matrix]] = []
        self.grounds: list[Ground] = []

    def _reserve(self, size: int) -> None:
        self.buffer = ctypes.create_string_buffer(size)
        self.wide = ctypes.cast(self.buffer, ctypes.POINTER(ctypes.c_ushort))

    def read(self) -> tuple[list[Fragment], list[str]]:
        for order, (thing, kind, outer) in enumerate(self._objects()):
            if order > MOST_DRAWN:
                raise Refused(Reason.too_complex, f"a page draws more than {MOST_DRAWN:,} objects")
            if kind == pdfium.FPDF_PAGEOBJ_TEXT:
                self.texts.append((order, thing, outer))
                if len(self.texts) > MOST_OBJECTS:
                    raise Refused(Reason.too_complex, f"a page holds more than {MOST_OBJECTS} pieces of text")
            elif len(self.grounds) < MOST_GROUNDS:
                self._keep_ground(order, thing, kind, outer)
        seen: list[Fragment] = []
        hidden: list[str] = []
        for order, thing, outer in self.texts:
            text = self._text(thing)
            fragment, visible = self._fragment(order, thing, outer, text)
            if visible:
                seen.append(fragment)
            elif text.strip():
                hidden.append(text)
        return seen, [" ".join("".join(hidden).split())] if hidden and _scattered(hidden) else [
            t.strip() for t in hidden
        ]

    def _objects(self) -> Iterator[tuple[Any, int, Matrix]]:
        page = self.page.raw
        for at in range(pdfium.FPDFPage_CountObjects(page)):
            yield from self._unfolded(pdfium.FPDFPage_GetObject(page, at), UNCHANGED, 0)

    def _unfolded(self, thing: Any, outer: Matrix, depth: int) -> Iterator[tuple[Any, int, Matrix]]:
        kind = pdfium.FPDFPageObj_GetType(thing)
        if kind != pdfium.FPDF_PAGEOBJ_FORM:
            yield thing, kind, outer
        elif depth < _DEEPEST_FORM:
            inner = _matrix(thing).then(outer)
            for at in range(pdfium.FPDFFormObj_CountObjects(thing)):
                yield from self._unfolded(pdfium.FPDFFormObj_GetObject(thing, at), inner, depth + 1)

    def _text(self, thing: Any) -> str:
        size = pdfium.FPDFTextObj_GetText(thing, self.textpage.raw, self.wide, len(self.buffer))
        if size > len(self.buffer):
            self._reserve(size)
            return self._text(thing)
        return ctypes.string_at(self.buffer, max(0, size - 2)).decode("utf-16-le", "replace")

    def _fragment(self, order: int, thing: Any, outer: Matrix, text: str) -> tuple[Fragment, bool]:
        matrix = _matrix(thing).then(outer)
        size = ctypes.c_float()
        pdfium.FPDFTextObj_GetFontSize(thing, size)
        height, width = (
            abs(size.value) * math.hypot(matrix.c, matrix.d),
            abs(size.value) * math.hypot(matrix.a, matrix.b),
        )
        box = outer.box(_bounds(thing)) if outer is not UNCHANGED else _bounds(thing)
        turned = round(math.degrees(math.atan2(matrix.b, matrix.a))) % 360
        fragment = Fragment(text, box, (matrix.e, matrix.f), height, turned, self._bold(thing))
        mode = pdfium.FPDFTextObj_GetTextRenderMode(thing)
        visible = (
            mode not in _UNPAINTED
            and min(height, width) > SMALLEST_SEEN
            and _meet(box, self.sheet) is not None
            and self._painted(order, thing, box, stroked=mode == _STROKED)
            and not self._clipped(thing, outer, box)
            and not (self.switched_off and self._on_layer_off(thing))
        )
        return fragment, visible

    def _painted(self, order: int, thing: Any, box: Box, *, stroked: bool) -> bool:
        """Tell whether text contrasts with what lies behind it and is not painted over."""
        colour, alpha = _colour(thing, stroked=stroked)
        if alpha < _FAINT_ALPHA:
            return False
        behind: str | None = WHITE
        centre = _centre(_meet(box, self.sheet) or box)
        for ground in self.grounds:
            if ground.order < order:
                if _holds(ground.box, centre):
                    behind = ground.colour
            elif ground.solid and _inside(box, ground.box):
                return False
        return colour is None or behind is None or contrast(colour, behind) >= SEEN_CONTRAST

    def _keep_ground(self, order: int, thing: Any, kind: int, outer: Matrix) -> None:
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            fill, stroke = ctypes.c_int(), ctypes.c_int()
            pdfium.FPDFPath_GetDrawMode(thing, fill, stroke)
            if fill.value == pdfium.FPDF_FILLMODE_NONE:
                return
            colour, alpha = _colour(thing, stroked=False)
            if alpha < _FAINT_ALPHA:
                return
            plain = alpha == 255 and not pdfium.FPDFPageObj_HasTransparency(thing)
            # What a see-through or curved area leaves behind a word is not worked out.
            boxy = pdfium.FPDFPath_CountSegments(thing) in (4, 5)
            solid = plain and boxy
            colour = colour if solid else None
        elif kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING):
            colour = None
            solid = kind == pdfium.FPDF_PAGEOBJ_IMAGE and not pdfium.FPDFPageObj_HasTransparency(thing)
        else:
            return
        self.grounds.append(Ground(order, outer.box(_bounds(thing)), colour, solid))

    def _clipped(self, thing: Any, outer: Matrix, box: Box) -> bool:
        path = pdfium.FPDFPageObj_GetClipPath(thing)
        if not path:
            return False
        for at in range(min(8, max(0, pdfium.FPDFClipPath_CountPaths(path)))):
            across, up = [], []
            for corner in range(min(64, max(0, pdfium.FPDFClipPath_CountPathSegments(path, at)))):
                x, y = ctypes.c_float(), ctypes.c_float()
                segment = pdfium.FPDFClipPath_GetPathSegment(path, at, corner)
                if segment and pdfium.FPDFPathSegment_GetPoint(segment, x, y):
                    across.append(x.value)
                    up.append(y.value)
            if across and _meet(box, outer.box((min(across), min(up), max(across), max(up)))) is None:
                return True
        return False

    def _on_layer_off(self, thing: Any) -> bool:
        for at in range(max(0, pdfium.FPDFPageObj_CountMarks(thing))):
            mark = pdfium.FPDFPageObj_GetMark(thing, at)
            size = ctypes.c_ulong()
            buffer = ctypes.create_string_buffer(512)
            narrow = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
            if pdfium.FPDFPageObjMark_GetParamStringValue(mark, b"Name", narrow, len(buffer), size):
                name = buffer.raw[: max(0, min(size.value, len(buffer)) - 2)].decode("utf-16-le", "replace")
                if name in self.switched_off:
                    return True
        return False

    def _bold(self, thing: Any) -> bool:
        font = pdfium.FPDFTextObj_GetFont(thing)
        if not font:
            return False
        key = ctypes.cast(font, ctypes.c_void_p).value or 0
        if key not in self.fonts:
            buffer = ctypes.create_string_buffer(256)
            size = pdfium.FPDFFont_GetBaseFontName(font, buffer, len(buffer))
            name = buffer.raw[: max(0, min(size, len(buffer)) - 1)].decode("utf-8", "replace").lower()
            heavy = pdfium.FPDFFont_GetWeight(font) >= 700 or any(word in name for word in ("bold", "black", "heavy"))
            self.fonts[key] = heavy
        return self.fonts[key]


def _matrix(thing: Any) -> Matrix:
    raw = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(thing, raw):
        return UNCHANGED
    return Matrix(raw.a, raw.b, raw.c, raw.d, raw.e, raw.f)


def _bounds(thing: Any) -> Box:
    left, bottom, right, top = ctypes.c_float(), ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
    pdfium.FPDFPageObj_GetBounds(thing, left, bottom, right, top)
    return left.value, bottom.value, right.value, top.value


_PARTS = tuple(ctypes.c_uint() for _ in range(4))


def _colour(thing: Any, *, stroked: bool) -> tuple[str | None, int]:
    """Return the colour of an object as hexadecimal digits, None for a pattern, and its opacity up to 255."""
    ask = pdfium.FPDFPageObj_GetStrokeColor if stroked else pdfium.FPDFPageObj_GetFillColor
    if not ask(thing, *_PARTS):
        return None, 255
    red, green, blue, alpha = (min(part.value, 255) for part in _PARTS)
    return f"{red:02X}{green:02X}{blue:02X}", alpha


def _meet(first: Any, second: Any) -> Any:
    left, bottom = max(first[0], second[0]), max(first[1], second[1])
    right, top = min(first[2], second[2]), min(first[3], second[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None


def _inside(box: Box, around: Box) -> bool:
    return box[0] >= around[0] and box[1] >= around[1] and box[2] <= around[2] and box[3] <= around[3]


def _centre(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _scattered(texts: list[str]) -> bool:
    """Tell whether texts are single glyphs rather than words."""
    return sum(len(text.strip()) <= 1 for text in texts) * 2 > len(texts) > 3
