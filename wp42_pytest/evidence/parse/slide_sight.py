"""Whether text on a slide can be seen: hidden shapes, shapes off the slide, tiny text, text in the colour of its ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wp42_pytest.evidence.parse.colour import SMALLEST_SEEN, WHITE, A, Theme, blends_in
from wp42_pytest.evidence.parse.drawing import related_part
from wp42_pytest.evidence.parse.opc import Package

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"

Box = tuple[float, float, float, float]

_PICTURE_FILLS = frozenset({"gradFill", "blipFill", "pattFill", "grpFill"})
_UNUSUAL = frozenset({"sp", "pic", "graphicFrame", "grpSp"})


@dataclass(frozen=True)
class Frame:
    """How coordinates inside a group map to the slide: slide = origin + scale × coordinate."""

    x: float = 0.0
    y: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    def inside(self, group: Any) -> Frame:
        """Return the frame of the shapes in a group that itself lies in this frame."""
        transform = group.find(f"{P}grpSpPr/{A}xfrm")
        outer, inner = _rectangle(transform, "off", "ext"), _rectangle(transform, "chOff", "chExt")
        if outer is None or inner is None or not inner[2] or not inner[3]:
            return self
        scale_x, scale_y = outer[2] / inner[2], outer[3] / inner[3]
        return Frame(
            self.x + self.scale_x * (outer[0] - inner[0] * scale_x),
            self.y + self.scale_y * (outer[1] - inner[1] * scale_y),
            self.scale_x * scale_x,
            self.scale_y * scale_y,
        )

    def box(self, shape: Any) -> Box | None:
        """Return left, top, right and bottom of a shape on the slide, None where it inherits them."""
        transform = shape.find(f"{P}spPr/{A}xfrm")
        if transform is None:
            transform = shape.find(f"{P}grpSpPr/{A}xfrm")
        if transform is None:
            transform = shape.find(P + "xfrm")
        place = _rectangle(transform, "off", "ext")
        if place is None:
            return None
        left, top = self.x + self.scale_x * place[0], self.y + self.scale_y * place[1]
        return left, top, left + self.scale_x * place[2], top + self.scale_y * place[3]


def _rectangle(transform: Any, at: str, size: str) -> tuple[float, float, float, float] | None:
    if transform is None:
        return None
    offset, extent = transform.find(A + at), transform.find(A + size)
    if offset is None or extent is None:
        return None
    try:
        return float(offset.get("x")), float(offset.get("y")), float(extent.get("cx")), float(extent.get("cy"))
    except (TypeError, ValueError):
        return None


def placeholder(shape: Any) -> str:
    """Return the role of a placeholder, such as `title`, `body` where it names none, and "" for any other shape."""
    for child in shape:
        if child.tag.startswith(P + "nv"):
            role = child.find(f"{P}nvPr/{P}ph")
            return "" if role is None else role.get("type", "body")
    return ""


class Sight:
    """What can be seen on one slide.

    Args:
        package: the file.
        part: the slide's part.
        slide: its root element.
        size: `p:sldSz` of the presentation, or None.
    """

    def __init__(self, package: Package, part: str, slide: Any, size: Any) -> None:
        layout_part = related_part(package, part, "slideLayout")
        master_part = related_part(package, layout_part, "slideMaster") if layout_part else ""
        layout, master = package.tree(layout_part), package.tree(master_part)
        mapping = None if master is None else master.find(P + "clrMap")
        override = slide.find(f"{P}clrMapOvr/{A}overrideClrMapping")
        mapping = mapping if override is None else override
        theme = related_part(package, master_part, "theme", "ppt/theme/theme1.xml")
        self.theme = Theme(package.tree(theme), None if mapping is None else dict(mapping.attrib))
        self.width, self.height = _size(size)
        self.ground = self._ground([slide, layout, master])
        self.decorated = any(_decorated(root) for root in (layout, master))
        self.filled: list[Box | None] = []

    def _ground(self, roots: list[Any]) -> str | None:
        for root in roots:
            background = None if root is None else root.find(f"{P}cSld/{P}bg")
            if background is None:
                continue
            fill = background.find(f"{P}bgPr/{A}solidFill")
            if fill is not None:
                return self.theme.drawn(fill)
            reference = background.find(P + "bgRef")
            # Above 1001 the theme's background styles are usually gradients and pictures.
            return self.theme.drawn(reference) if reference is not None and reference.get("idx") == "1001" else None
        return WHITE

    def hides(self, shape: Any, frame: Frame) -> bool:
        """Tell whether a shape is marked hidden or lies wholly off the slide."""
        for child in shape:
            if child.tag.startswith(P + "nv"):
                about = child.find(P + "cNvPr")
                if about is not None and about.get("hidden", "0") in ("1", "true"):
                    return True
        box = frame.box(shape)
        if box is None or shape.tag == P + "grpSp":
            return False
        left, top, right, bottom = box
        return right <= 0 or bottom <= 0 or left >= self.width or top >= self.height

    def passed(self, shape: Any, frame: Frame, *, unseen: bool) -> None:
        """Remember a shape that later ones may stand on."""
        if not unseen and (shape.tag == P + "pic" or _fill(shape) not in ("", "noFill")):
            self.filled.append(frame.box(shape))

    def behind(self, shape: Any, frame: Frame) -> tuple[str | None, ...]:
        """Return what may lie behind the text of a shape; None stands for what cannot be told."""
        kind = _fill(shape)
        if kind == "solidFill":
            return (self.theme.drawn(shape.find(f"{P}spPr/{A}solidFill")),)
        if kind not in ("", "noFill"):
            return (None,)
        box = frame.box(shape)
        if self.decorated or any(_overlap(box, other) for other in self.filled):
            return (None,)
        # A placeholder without a fill of its own may inherit one from its layout.
        return (self.ground, None) if placeholder(shape) and kind == "" else (self.ground,)

    def cell_behind(self, cell: Any) -> tuple[str | None, ...]:
        """Return what may lie behind the text of a table cell."""
        fill = cell.find(f"{A}tcPr/{A}solidFill")
        return (None,) if fill is None else (self.theme.drawn(fill),)

    def run_hidden(self, properties: Any, backgrounds: tuple[str | None, ...]) -> bool:
        """Tell whether text with these run properties cannot be seen."""
        if properties is None:
            return False
        try:
            if float(properties.get("sz", "1800")) / 100 <= SMALLEST_SEEN:
                return True
        except ValueError:
            return False
        if properties.find(A + "noFill") is not None:
            return True
        fill = properties.find(A + "solidFill")
        if fill is None:
            return False
        for alpha in fill.iter(A + "alpha"):
            if alpha.get("val", "100000").strip("%") in ("0", "1", "1000"):
                return True
        return blends_in(self.theme.drawn(fill), backgrounds)


def _fill(shape: Any) -> str:
    """Return the kind of fill that a shape has: `solidFill`, `noFill`, …, `style` for one of the theme, "" for none said."""
    properties = shape.find(P + "spPr")
    for child in () if properties is None else properties:
        kind: str = child.tag.removeprefix(A)
        if kind in ("solidFill", "noFill") or kind in _PICTURE_FILLS:
            return kind
    themed = shape.find(f"{P}style/{A}fillRef")
    return "style" if themed is not None and themed.get("idx", "0") != "0" else ""


def _overlap(box: Box | None, other: Box | None) -> bool:
    if box is None or other is None:
        return True
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _decorated(root: Any) -> bool:
    """Tell whether a layout or master has shapes of its own that text may stand on."""
    tree = None if root is None else root.find(f"{P}cSld/{P}spTree")
    return any(
        child.tag.removeprefix(P) in _UNUSUAL and not placeholder(child) for child in (() if tree is None else tree)
    )


def _size(size: Any) -> tuple[float, float]:
    try:
        return float(size.get("cx")), float(size.get("cy"))
    except (AttributeError, TypeError, ValueError):
        return 12_192_000.0, 6_858_000.0
