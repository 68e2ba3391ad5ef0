"""Number formats of a workbook, as far as they change what a number means: dates, times, per cent."""

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


class Formats:
    """What each cell style means for a number.

    Args:
        styles: the root of the styles part, or None.
        epoch_1904: whether dates count from 1904.
    """

    def __init__(self, styles: Any, *, epoch_1904: bool) -> None:
        self._epoch_1904 = epoch_1904
        self._of: list[str] = []
        if styles is None:
            return
        codes = {
            item.get("numFmtId"): format_class(item.get("formatCode") or "") for item in styles.iter(f"{_MAIN}numFmt")
        }
        cells = styles.find(f"{_MAIN}cellXfs")
        for item in () if cells is None else cells.iterchildren(f"{_MAIN}xf"):
            number = item.get("numFmtId") or "0"
            built_in = _BUILT_IN.get(int(number), "") if number.isdigit() and len(number) < 6 else ""
            self._of.append(codes.get(number, built_in))

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
