"""The automatic numbers of a docx (`4.2`, `(a)`, `iv.`), which a reader sees although no run holds them."""

from __future__ import annotations

import re
from typing import Any

from wp42_pytest.evidence.parse.docx_styles import VAL, W

_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


class Numbering:
    """Counts list paragraphs in reading order.

    Args:
        root: the root of numbering.xml, or None.
    """

    def __init__(self, root: Any) -> None:
        self._abstract: dict[str, Any] = {}
        self._numbers: dict[str, tuple[str, dict[int, int]]] = {}
        self._levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._started: set[str] = set()
        for element in () if root is None else root:
            if element.tag == W + "abstractNum":
                self._abstract[element.get(W + "abstractNumId", "")] = element
            elif element.tag == W + "num":
                link = element.find(W + "abstractNumId")
                starts = {
                    _integer(override.get(W + "ilvl"), 0): _integer(start.get(VAL), 1)
                    for override in element.iterchildren(W + "lvlOverride")
                    if (start := override.find(W + "startOverride")) is not None
                }
                self._numbers[element.get(W + "numId", "")] = ("" if link is None else link.get(VAL, ""), starts)

    def label(self, properties: Any) -> str:
        """Return the label of the next paragraph that has this `w:numPr`, "" for a bullet or no list.

        Args:
            properties: the `w:numPr` element.
        """
        number = properties.find(W + "numId")
        identifier = "" if number is None else number.get(VAL, "")
        if identifier not in self._numbers:
            return ""
        abstract, starts = self._numbers[identifier]
        levels = self._levels_of(abstract)
        place = properties.find(W + "ilvl")
        level = min(_integer(None if place is None else place.get(VAL), 0), _LEVELS - 1)
        counts = self._counts.setdefault(abstract, [None] * _LEVELS)
        if identifier not in self._started:
            self._started.add(identifier)
            for at, start in starts.items():
                if 0 <= at < _LEVELS:
                    counts[at] = start - 1
        for at in range(level):
            if counts[at] is None:
                counts[at] = levels.get(at, ("decimal", "", 1))[2]
        form, text, start = levels.get(level, ("bullet", "", 1))
        current = counts[level]
        counts[level] = start if current is None else current + 1
        counts[level + 1 :] = [None] * (_LEVELS - level - 1)
        if form in ("bullet", "none"):
            return ""

        def shown(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            return written(counts[at] or 0, levels.get(at, ("decimal", "", 1))[0])

        return _PLACE.sub(shown, text).strip()

    def _levels_of(self, abstract: str) -> dict[int, tuple[str, str, int]]:
        if abstract not in self._levels:
            found: dict[int, tuple[str, str, int]] = {}
            element = self._abstract.get(abstract)
            for level in () if element is None else element.iterchildren(W + "lvl"):
                form, text, start = (level.find(W + name) for name in ("numFmt", "lvlText", "start"))
                found[_integer(level.get(W + "ilvl"), 0)] = (
                    "decimal" if form is None else form.get(VAL, "decimal"),
                    "" if text is None else text.get(VAL, ""),
                    1 if start is None else _integer(start.get(VAL), 1),
                )
            self._levels[abstract] = found
        return self._levels[abstract]


def written(number: int, form: str) -> str:
    """Return a list number as its format writes it: 4 is `4`, `04`, `d`, `D`, `iv` or `IV`."""
    if form in ("lowerLetter", "upperLetter") and 0 < number <= 702:
        turns, place = divmod(number - 1, 26)
        letter = "abcdefghijklmnopqrstuvwxyz"[place] * (turns + 1)
        return letter if form == "lowerLetter" else letter.upper()
    if form in ("lowerRoman", "upperRoman") and 0 < number < 4000:
        text = ""
        for size, sign in _ROMAN:
            times, number = divmod(number, size)
            text += sign * times
        return text if form == "lowerRoman" else text.upper()
    return f"{number:02d}" if form == "decimalZero" else str(number)


def _integer(text: str | None, default: int) -> int:
    try:
        return max(0, min(int(text or ""), 10**6))
    except ValueError:
        return default
