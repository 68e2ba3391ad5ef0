"""What the styles of a docx do to its text: whether it is hidden, of which colour, and which paragraphs are headings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from wp42_pytest.evidence.parse.colour import SMALLEST_SEEN, Theme, blends_in, hex_colour
from wp42_pytest.evidence.parse.opc import parse_xml

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
VAL = W + "val"

_HEADING = re.compile(r"(?:heading|titre|überschrift|título|titolo|kop|rubrik)\s*(\d)$", re.IGNORECASE)
_OFF = frozenset({"0", "false", "off"})
_SEEN_IN = {
    W + "vanish": "vanish",
    W + "webHidden": "vanish",
    W + "color": "colour",
    W + "sz": "size",
    W + "shd": "shading",
    W + "highlight": "highlight",
    W + "b": "bold",
    W + "rStyle": "style",
    W + "strike": "struck",
    W + "dstrike": "struck",
    W + "vertAlign": "raised",
    W + "position": "raised",
    W14 + "textFill": "text fill",
}
_CONDITIONS = ("firstRow", "lastRow", "firstCol", "lastCol", "band1Horz", "band2Horz", "band1Vert", "band2Vert")
TITLE_LEVEL = 0
KEPT_BYTES = 2**20
"""Styles of this size or smaller are kept for the next document."""
LEAST_TWIPS = 20
"""A line or row of this height in twentieths of a point, or less, shows nothing."""


class Look(NamedTuple):
    """How text looks, as far as it decides whether a reader sees it; None is inherited."""

    vanish: bool | None = None
    colour: str | None = None
    half_points: float | None = None
    behind: str | None = None
    bold: bool | None = None
    struck: bool | None = None
    raised: bool | None = None

    def over(self, below: Look) -> Look:
        """Return this look laid over another."""
        return Look._make(mine if mine is not None else theirs for mine, theirs in zip(self, below, strict=True))

    def hidden(self, backgrounds: tuple[str | None, ...]) -> bool:
        """Tell whether text of this look is out of sight on these possible backgrounds."""
        if self.vanish or (self.half_points is not None and self.half_points / 2 <= SMALLEST_SEEN):
            return True
        if self.colour is None or self.colour == AUTOMATIC:
            return False
        return blends_in(self.colour, (self.behind,) if self.behind else backgrounds)


AUTOMATIC = "auto"
PLAIN = Look()


@dataclass(frozen=True)
class ParagraphStyle:
    """What a paragraph style decides."""

    look: Look = PLAIN
    heading: int | None = None
    numbered: Any = None
    fill: str | None = None


def switched_on(element: Any) -> bool:
    """Tell whether an on/off element such as `w:vanish` is on."""
    return element.get(VAL, "1") not in _OFF


class Styles:
    """The styles of one docx, resolved when first asked for.

    Args:
        root: the root of styles.xml, or None.
        theme: the colours of its theme.
    """

    def __init__(self, root: Any, theme: Theme) -> None:
        self.theme = theme
        self._styles: dict[str, Any] = {}
        self._default = ""
        self._resolved: dict[str, ParagraphStyle] = {}
        self._characters: dict[str, Look] = {}
        self._base = PLAIN
        if root is None:
            return
        for style in root.iterchildren(W + "style"):
            name = style.get(W + "styleId", "")
            self._styles[name] = style
            if style.get(W + "type") == "paragraph" and style.get(W + "default") in ("1", "true", "on"):
                self._default = name
        defaults = root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
        if defaults is not None:
            self._base = self.look_of(defaults)

    def look_of(self, properties: Any) -> Look:
        """Return what run properties themselves say, the character style that they name included."""
        look, style = PLAIN, None
        for child in properties:
            what = _SEEN_IN.get(child.tag)
            if what is None:
                continue
            if what == "bold":
                look = look._replace(bold=switched_on(child))
            elif what == "size":
                look = look._replace(half_points=_number(child.get(VAL)))
            elif what == "colour":
                look = look._replace(colour=self._colour(child))
            elif what == "vanish":
                look = look._replace(vanish=bool(look.vanish) or switched_on(child))
            elif what == "struck":
                look = look._replace(struck=bool(look.struck) or switched_on(child))
            elif what == "raised":
                value = child.get(VAL, "")
                look = look._replace(raised=look.raised or value == "superscript" or (_number(value) or 0) > 0)
            elif what == "style":
                style = child.get(VAL, "")
            elif what == "shading":
                look = look._replace(behind=self.fill(child) or look.behind)
            elif what == "highlight":
                look = look._replace(behind=hex_colour(child.get(VAL)) or look.behind)
            elif _transparent(child):
                look = look._replace(vanish=True)
        return look.over(self.character_style(style)) if style else look

    def _colour(self, element: Any) -> str:
        themed = element.get(W + "themeColor")
        named = (
            self.theme.named(themed, element.get(W + "themeTint"), element.get(W + "themeShade")) if themed else None
        )
        return named or hex_colour(element.get(VAL)) or AUTOMATIC

    def fill(self, shading: Any) -> str | None:
        """Return the colour that `w:shd` lays behind text, None where it lays none."""
        if shading is None:
            return None
        themed = shading.get(W + "themeFill")
        named = (
            self.theme.named(themed, shading.get(W + "themeFillTint"), shading.get(W + "themeFillShade"))
            if themed
            else None
        )
        if shading.get(VAL) == "solid":
            return hex_colour(shading.get(W + "color")) or named or hex_colour(shading.get(W + "fill"))
        return named or hex_colour(shading.get(W + "fill"))

    def character_style(self, name: str) -> Look:
        """Return the look of a character style, those that it is based on included."""
        if name not in self._characters:
            look = PLAIN
            for style in self._chain(name):
                properties = style.find(W + "rPr")
                if properties is not None:
                    look = look.over(self.look_of(properties))
            self._characters[name] = look
        return self._characters[name]

    def paragraph_style(self, name: str | None) -> ParagraphStyle:
        """Return a paragraph style, the document's default where it names none or an unknown one."""
        key = name or ""
        if key not in self._resolved:
            self._resolved[key] = self._resolve(key)
        return self._resolved[key]

    def _resolve(self, name: str) -> ParagraphStyle:
        look, heading, numbered, fill = PLAIN, None, None, None
        for style in self._chain(name if name in self._styles else self._default):
            properties = style.find(W + "rPr")
            if properties is not None:
                look = look.over(self.look_of(properties))
            title = style.find(W + "name")
            if heading is None:
                heading = heading_level("" if title is None else title.get(VAL, ""))
            paragraph = style.find(W + "pPr")
            if paragraph is not None:
                if heading is None:
                    heading = outline_level(paragraph.find(W + "outlineLvl"))
                numbered = paragraph.find(W + "numPr") if numbered is None else numbered
                fill = self.fill(paragraph.find(W + "shd")) if fill is None else fill
        if heading is None:
            # A style that is named but not defined still says by its id what it is meant to be.
            heading = heading_level(name) if name not in self._styles else None
        return ParagraphStyle(look.over(self._base), heading, numbered, fill)

    def _chain(self, name: str) -> list[Any]:
        chain: list[Any] = []
        seen: set[str] = set()
        while name in self._styles and name not in seen:
            seen.add(name)
            style = self._styles[name]
            chain.append(style)
            based = style.find(W + "basedOn")
            name = "" if based is None else based.get(VAL, "")
        return chain

    def table_fills(self, properties: Any) -> tuple[str, ...]:
        """Return every colour that a table's style may lay behind its cells."""
        found: list[str] = []
        named = None if properties is None else properties.find(W + "tblStyle")
        for style in self._chain(named.get(VAL, "")) if named is not None else ():
            shadings = [style.find(f"{W}tcPr/{W}shd"), style.find(f"{W}tblPr/{W}shd")]
            for part in style.iterchildren(W + "tblStylePr"):
                if part.get(W + "type") in _CONDITIONS:
                    shadings.append(part.find(f"{W}tcPr/{W}shd"))
            found += [fill for shading in shadings if (fill := self.fill(shading))]
        return tuple(found)


def styles_of(styles: bytes | None, theme: bytes | None) -> Styles:
    """Return the styles that two parts define.

    Args:
        styles: the bytes of styles.xml, or None.
        theme: the bytes of its theme, or None.
    """
    small = len(styles or b"") + len(theme or b"") <= KEPT_BYTES
    return _kept_styles(styles, theme) if small else _read_styles(styles, theme)


def _read_styles(styles: bytes | None, theme: bytes | None) -> Styles:
    colours = Theme(None if theme is None else parse_xml(theme, "theme"))
    return Styles(None if styles is None else parse_xml(styles, "styles.xml"), colours)


# Most writers put the same styles into every document that they make.
_kept_styles = lru_cache(maxsize=8)(_read_styles)


def heading_level(name: str) -> int | None:
    """Return the level that a style's name stands for: 0 for a title, 1 to 9 for a heading, else None."""
    if name.strip().lower() == "title":
        return TITLE_LEVEL
    match = _HEADING.match(name.strip())
    return int(match[1]) if match else None


def outline_level(outline: Any) -> int | None:
    """Return the heading level that a `w:outlineLvl` gives, None without one."""
    level = None if outline is None else _number(outline.get(VAL))
    return int(level) + 1 if level is not None and 0 <= level < 9 else None


def _number(text: str | None) -> float | None:
    try:
        return float(text or "")
    except ValueError:
        return None


def whole(text: str | None, default: int) -> int:
    """Return a whole number that an attribute gives, or the default."""
    try:
        return int(text or "")
    except ValueError:
        return default


def _transparent(fill: Any) -> bool:
    if fill.find(W14 + "noFill") is not None:
        return True
    for alpha in fill.iter(W14 + "alpha"):
        share = _number(alpha.get(W14 + "val"))
        if share is not None and share >= 95_000:
            return True
    return False


def squashed(spacing: Any) -> bool:
    """Tell whether lines are set so low that nothing of them can be seen."""
    return (
        spacing is not None
        and spacing.get(W + "lineRule") == "exact"
        and 0 < whole(spacing.get(W + "line"), LEAST_TWIPS + 1) <= LEAST_TWIPS
    )


def flattened(height: Any) -> bool:
    """Tell whether a table row is set so low that nothing of it can be seen."""
    return (
        height is not None
        and height.get(W + "hRule") == "exact"
        and 0 < whole(height.get(VAL), LEAST_TWIPS + 1) <= LEAST_TWIPS
    )
