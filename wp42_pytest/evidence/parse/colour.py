"""Whether text can be seen: colours of a theme, and contrast with what lies behind."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"

WHITE, BLACK = "FFFFFF", "000000"

SEEN_CONTRAST = 1.2
"""Least contrast ratio (WCAG 2, 1.4.3) at which text counts as seen; light grey D9D9D9 on white has 1.4."""

SMALLEST_SEEN = 1.0
"""Text of this size in points, or smaller, is not seen."""

_HEX = re.compile(r"#?([0-9A-Fa-f]{6})(?:[0-9A-Fa-f]{2})?$")
_SHORT_HEX = re.compile(r"#([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])$")
_SCHEME = {
    "background1": "lt1", "bg1": "lt1", "light1": "lt1", "background2": "lt2", "bg2": "lt2", "light2": "lt2",
    "text1": "dk1", "tx1": "dk1", "dark1": "dk1", "text2": "dk2", "tx2": "dk2", "dark2": "dk2",
    "hyperlink": "hlink", "followedHyperlink": "folHlink",
}  # fmt: skip
_OFFICE_THEME = {"lt1": WHITE, "dk1": BLACK, "lt2": "EEECE1", "dk2": "1F497D"}
_NAMED = {
    "white": WHITE, "black": BLACK, "red": "FF0000", "yellow": "FFFF00", "blue": "0000FF", "green": "008000",
    "cyan": "00FFFF", "magenta": "FF00FF", "darkBlue": "00008B", "darkCyan": "008B8B", "darkGreen": "006400",
    "darkMagenta": "8B008B", "darkRed": "8B0000", "darkYellow": "808000", "darkGray": "A9A9A9", "lightGray": "D3D3D3",
    "gray": "808080", "snow": "FFFAFA", "ivory": "FFFFF0", "ghostwhite": "F8F8FF", "whitesmoke": "F5F5F5",
    "window": WHITE, "windowText": BLACK,
}  # fmt: skip


def hex_colour(text: str | None) -> str | None:
    """Return a colour written as `FFFFFF`, `#fff`, or a common name as six hexadecimal digits; None for any other."""
    text = (text or "").strip()
    if match := _HEX.match(text):
        return match[1].upper()
    if match := _SHORT_HEX.match(text):
        return "".join(digit * 2 for digit in match.groups()).upper()
    return _NAMED.get(text) or _NAMED.get(text.lower())


@lru_cache(maxsize=1024)
def contrast(first: str, second: str) -> float:
    """Return the WCAG contrast ratio of two colours, 1 when equal and 21 for black on white."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def blends_in(colour: str | None, backgrounds: Iterable[str | None]) -> bool:
    """Tell whether text of a colour cannot be told from any background that it may stand on.

    Args:
        colour: None for the automatic colour, which always contrasts.
        backgrounds: the candidates; None is a background that cannot be told, such as a picture.
    """
    if colour is None:
        return False
    return all(back is not None and contrast(colour, back) < SEEN_CONTRAST for back in backgrounds)


class Theme:
    """The named colours of a document.

    Args:
        root: the root element of its theme part, or None.
        mapping: which slot of the theme a name such as `bg1` stands for, where it is not the usual one.
    """

    def __init__(self, root: Any = None, mapping: Mapping[str, str] | None = None) -> None:
        self._colours = dict(_OFFICE_THEME)
        self._slots = {**_SCHEME, **(mapping or {})}
        scheme = None if root is None else root.find(f".//{A}clrScheme")
        for slot in () if scheme is None else scheme:
            colour = next((hex_colour(child.get("lastClr") or child.get("val")) for child in slot), None)
            if colour:
                self._colours[slot.tag.rpartition("}")[2]] = colour

    def named(self, name: str | None, tint: str | None = None, shade: str | None = None) -> str | None:
        """Return a theme colour as a word processor names it, lightened or darkened by two hexadecimal digits."""
        colour = self._colours.get(self._slots.get(name or "", name or ""))
        if colour is None:
            return None
        try:
            if tint:
                kept = int(tint, 16) / 255
                return _lightness(colour, kept, 1 - kept)
            if shade:
                return _lightness(colour, int(shade, 16) / 255, 0)
        except ValueError:
            return colour
        return colour

    def drawn(self, element: Any) -> str | None:
        """Return the colour that a drawing's colour element gives, None when it cannot be told or is transparent.

        Args:
            element: the parent of `a:srgbClr`, `a:schemeClr`, …, such as `a:solidFill`.
        """
        for child in element:
            kind = child.tag.rpartition("}")[2]
            if kind == "schemeClr":
                colour = self.named(child.get("val"))
            elif kind in ("srgbClr", "prstClr", "sysClr"):
                colour = hex_colour(child.get("lastClr") or child.get("val"))
            else:
                continue
            return None if colour is None else _adjusted(colour, child)
        return None


def _adjusted(colour: str, element: Any) -> str:
    for change in element:
        kind = change.tag.rpartition("}")[2]
        try:
            share = int(change.get("val", "")) / 100_000
        except ValueError:
            continue
        if kind == "lumMod":
            colour = _lightness(colour, share, 0)
        elif kind == "lumOff":
            colour = _lightness(colour, 1, share)
        elif kind == "tint":
            colour = _lightness(colour, share, 1 - share)
        elif kind == "shade":
            colour = _lightness(colour, share, 0)
    return colour


def _lightness(colour: str, times: float, plus: float) -> str:
    hue, light, saturation = colorsys.rgb_to_hls(*(int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)))
    light = min(1.0, max(0.0, light * times + plus))
    return "".join(f"{round(part * 255):02X}" for part in colorsys.hls_to_rgb(hue, light, saturation))
