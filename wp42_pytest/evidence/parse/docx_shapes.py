"""Shapes and pictures of a docx: whether they are in sight, and what they lay behind the text inside them."""

from __future__ import annotations

from typing import Any

from wp42_pytest.evidence.parse.colour import A, Theme, hex_colour
from wp42_pytest.evidence.parse.docx_styles import whole

WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
WPS = "{http://schemas.microsoft.com/office/word/2010/wordprocessingShape}"
VML = "{urn:schemas-microsoft-com:vml}"

_POINT_EMU, _INCH_EMU = 12_700, 914_400
_WIDEST_PAGE = 22 * _INCH_EMU


def out_of_sight(drawing: Any) -> bool:
    """Tell whether a drawing is marked hidden, has no size, or lies off every page."""
    about = drawing.find(WP + "docPr")
    if about is not None and about.get("hidden", "0") in ("1", "true"):
        return True
    extent = drawing.find(WP + "extent")
    width = height = _POINT_EMU + 1
    if extent is not None:
        width, height = whole(extent.get("cx"), width), whole(extent.get("cy"), height)
    if width <= _POINT_EMU or height <= _POINT_EMU:
        return True
    for axis, size in (("positionH", width), ("positionV", height)):
        offset = drawing.find(f"{WP}{axis}/{WP}posOffset")
        at = 0 if offset is None else whole(offset.text, 0)
        if at > _WIDEST_PAGE or at + size < -_INCH_EMU:
            return True
    return False


def shape_fill(shape: Any, theme: Theme, behind: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return what may lie behind the text in a DrawingML shape, given what lies behind the shape."""
    for child in shape.iterchildren(WPS + "spPr"):
        for fill in child:
            kind = fill.tag.removeprefix(A)
            if kind == "solidFill":
                return (theme.drawn(fill),)
            if kind == "noFill":
                return behind
            if kind in ("gradFill", "blipFill", "pattFill"):
                return (None,)
    themed = shape.find(f"{WPS}style/{A}fillRef")
    return behind if themed is None or themed.get("idx") == "0" else (None,)


def vml_shape(shape: Any, behind: tuple[str | None, ...]) -> tuple[tuple[str | None, ...], bool]:
    """Return what may lie behind the text in a VML shape, and whether the shape is not shown."""
    style = (shape.get("style") or "").replace(" ", "").lower()
    hides = "visibility:hidden" in style or "display:none" in style
    if shape.get("filled", "t") not in ("f", "false", "0") and shape.get("fillcolor"):
        behind = (hex_colour(shape.get("fillcolor", "").split()[0]),)
    return behind, hides
