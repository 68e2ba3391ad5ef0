"""Styles of a workbook, as far as they change what a number means (dates, times, per cent) or whether it is seen."""

from __future__ import annotations

import re
from datetime import time
from typing import Any

from wp42_pytest.evidence.dates import date_of_serial

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_BUILT_IN = {
    9: "p",
    10: "p",
    **dict.fromkeys(range(14, 18), "d"),
    22: "d",
    **dict.fromkeys(range(27, 32), "d"),
    36: "d",
}
_BUILT_IN |= {
    **dict.fromkeys(range(18, 22), "t"),
    **dict.fromkeys(range(32, 36), "d"),
    **dict.fromkeys(range(45, 48), "t"),
}
_BUILT_IN |= dict.fromkeys(range(50, 59), "d")
_QUOTED = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?:\$[^\]]*|[A-Za-z]{3,}\d*|[<>=][^\]]*)\]')
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)


def format_class(code: str) -> str:
    """Return "p", "d", "t" or "" for a number format code.

    Args:
        code: for example `0.0%`, `yyyy-mm-dd`, `[$-409]d mmm yy`, `h:mm`, `#,##0.00`.
    """
    plain = _QUOTED.sub("", code).split(";")[0].lower()
    if _ELAPSED.search(plain):
        return "t"
    if "%" in plain:
        return "p"
    if plain in ("general", "@", "") or "e+" in plain or "e-" in plain:
        return ""
    if re.search(r"[yd]", plain) or re.search(r"mmm", plain):
        return "d"
    return "t" if re.search(r"[hs]", plain) else ""


LEAST_POINTS = 4
"""Smaller type than this cannot be read."""
_WHITE_INDEXES = ("1", "9")


class Formats:
    """What each cell style means for a number, and whether its text is seen.

    Args:
        styles: the root of the styles part, or None.
        epoch_1904: whether dates count from 1904.
    """

    def __init__(self, styles: Any, *, epoch_1904: bool) -> None:
        self._epoch_1904 = epoch_1904
        self._of: list[str] = []
        self._unseen: list[bool] = []
        if styles is None:
            return
        codes = {
            item.get("numFmtId"): format_class(item.get("formatCode") or "") for item in styles.iter(f"{_MAIN}numFmt")
        }
        blank = {
            item.get("numFmtId")
            for item in styles.iter(f"{_MAIN}numFmt")
            if not (item.get("formatCode") or "x").strip("; ")
        }
        fonts = [_font(item) for item in styles.iterfind(f"{_MAIN}fonts/{_MAIN}font")]
        fills = [_fill(item) for item in styles.iterfind(f"{_MAIN}fills/{_MAIN}fill")]
        cells = styles.find(f"{_MAIN}cellXfs")
        for item in () if cells is None else cells.iterchildren(f"{_MAIN}xf"):
            number = item.get("numFmtId") or "0"
            built_in = _BUILT_IN.get(int(number), "") if number.isdigit() and len(number) < 6 else ""
            self._of.append(codes.get(number, built_in))
            points, ink = _at(fonts, item.get("fontId"), (LEAST_POINTS, ""))
            ground = _at(fills, item.get("fillId"), "FFFFFF")
            self._unseen.append(number in blank or points < LEAST_POINTS or bool(ink and ink == ground))

    def unseen(self, style: str | None) -> bool:
        """Tell whether a cell style shows nothing: no format, type too small to read, or ink of the ground's colour."""
        place = int(style) if style and style.isdigit() and len(style) < 8 else 0
        return place < len(self._unseen) and self._unseen[place]

    def of(self, style: str | None) -> str:
        """Return the class of a cell's style index."""
        if style is None:
            return self._of[0] if self._of else ""
        return self._of[int(style)] if style.isdigit() and len(style) < 8 and int(style) < len(self._of) else ""

    def date(self, serial: float) -> list[str] | None:
        """Return `["d", ISO text]` for a serial number, None when no date has it."""
        moment = date_of_serial(serial + 1462 if self._epoch_1904 else serial)
        if moment is None:
            return None
        return ["d", moment.date().isoformat() if moment.time() == time.min else moment.isoformat()]


def _at(items: list[Any], index: str | None, default: Any) -> Any:
    place = int(index) if index and index.isdigit() and len(index) < 8 else 0
    return items[place] if place < len(items) else default


def _colour(element: Any) -> str:
    """Return a colour as six hexadecimal digits, "" when it is not known without the theme."""
    if element is None:
        return ""
    if rgb := element.get("rgb"):
        return str(rgb)[-6:].upper()
    if element.get("theme") == "0" and not element.get("tint"):
        return "FFFFFF"
    return "FFFFFF" if element.get("indexed") in _WHITE_INDEXES else ""


def _font(element: Any) -> tuple[float, str]:
    size = element.find(f"{_MAIN}sz")
    try:
        points = float(size.get("val")) if size is not None else float(LEAST_POINTS)
    except (TypeError, ValueError):
        points = float(LEAST_POINTS)
    return points, _colour(element.find(f"{_MAIN}color"))


def _fill(element: Any) -> str:
    """Return the ground that a fill gives: white without one, "?" when it is a pattern, a gradient or of the theme."""
    pattern = element.find(f"{_MAIN}patternFill")
    if pattern is None:
        return "?" if len(element) else "FFFFFF"
    kind = pattern.get("patternType", "none")
    if kind == "none":
        return "FFFFFF"
    return (_colour(pattern.find(f"{_MAIN}fgColor")) or "?") if kind == "solid" else "?"
