"""Reduces HTML to the blocks that a reader sees; what style sheets and attributes hide is kept apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from lxml import etree

from wp42_pytest.evidence.parse.colour import SMALLEST_SEEN, WHITE, blends_in, hex_colour
from wp42_pytest.evidence.refusal import Reason, Refused

HTML_LIMIT = 8 * 2**20
"""Most bytes of HTML that are read; a long newsletter has 200 kB."""

MOST_ELEMENTS = 60_000

_NO_TEXT = frozenset({"head", "script", "style", "template", "noscript", "title", "object", "iframe", "svg", "select"})
_BLOCK_NAMES = (
    "address article aside blockquote body caption center dd div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul"
)
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_STRUCK = frozenset({"s", "del", "strike"})
_RAISED = frozenset({"sup"})
_RULE = re.compile(r"([^{}]{1,500})\{([^{}]{0,5000})\}")
_LENGTH = re.compile(r"(-?\d{0,6}(?:\.\d{1,6})?)\s*(px|pt|em|rem|%)?$")
_POINTS = {"px": 0.75, "pt": 1.0, "em": 12.0, "rem": 12.0, "%": 0.12, "": 0.75}
_FAR = 1000.0
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*([\d.]{1,6})\s*)?\)$")


class Sight(NamedTuple):
    """What is known of an element's text: whether it is no text, out of sight or struck, its colour and its ground."""

    code: bool = False
    hidden: bool = False
    struck: bool = False
    colour: str | None = None
    ground: str | None = WHITE


class Reduced(NamedTuple):
    """HTML as blocks, with the texts that are hidden and those that are struck out."""

    blocks: list[dict[str, Any]]
    hidden: list[str]
    struck: list[str]


def reduced_html(text: str) -> Reduced:
    """Return the blocks of an HTML text.

    Args:
        text: a whole page or a piece of one.

    Raises:
        Refused: it is larger or has more elements than any letter.
    """
    data = text.encode("utf-8", "replace")
    if len(data) > HTML_LIMIT:
        raise Refused(Reason.too_large, f"its HTML has {len(data):,} bytes, the limit is {HTML_LIMIT:,}")
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.LxmlError, ValueError, AssertionError) as fault:
        raise Refused(Reason.damaged, f"its HTML cannot be read ({fault})") from fault
    if root is None:
        return Reduced([], [], [])
    return _Reading(root).result()


class _Row(NamedTuple):
    cells: list[list[dict[str, Any]]]
    table: int
    nested: list[bool]
    header: list[bool]


class _Reading:
    def __init__(self, root: Any) -> None:
        self.root = root
        self.rules = dict(_rules(root))
        self.sights = [Sight()]
        self.containers: list[list[dict[str, Any]]] = [[]]
        self.rows: list[_Row] = []
        self.open_tables: list[int] = []
        self.tables = 0
        self.line: list[str] = []
        self.kind: dict[str, Any] = {"kind": "paragraph"}
        self.hidden: list[str] = []
        self.struck: list[str] = []
        self.preformatted = 0

    def result(self) -> Reduced:
        for count, (event, element) in enumerate(etree.iterwalk(self.root, events=("start", "end"))):
            if count > 2 * MOST_ELEMENTS:
                raise Refused(Reason.too_complex, f"its HTML has more than {MOST_ELEMENTS:,} elements")
            if isinstance(element.tag, str):
                (self._start if event == "start" else self._end)(element, element.tag)
        self._flush()
        while self.rows:
            self._close_row()
        return Reduced(self.containers[0], self.hidden, self.struck)

    def _start(self, element: Any, tag: str) -> None:
        if tag in _BLOCKS:
            self._flush()
        self.sights.append(self._sight(element, tag))
        if tag == "br":
            self.line.append("\n")
        elif tag == "table":
            self.tables += 1
            self.open_tables.append(self.tables)
            if self.rows:
                self.rows[-1].nested[0] = True
        elif tag == "tr":
            self.rows.append(_Row([], self.open_tables[-1] if self.open_tables else 0, [False], [True]))
        elif tag in ("td", "th") and self.rows:
            self.containers.append([])
            self.rows[-1].cells.append(self.containers[-1])
            self.rows[-1].header[0] &= tag == "th"
        elif tag == "li":
            self.kind = {"kind": "item"}
        elif tag == "pre":
            self.preformatted += 1
        elif len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.kind = {"kind": "heading", "level": int(tag[1])}
        self._say(element.text, raised=tag in _RAISED)

    def _end(self, element: Any, tag: str) -> None:
        if tag in _BLOCKS:
            self._flush()
        if tag in ("td", "th") and self.rows and len(self.containers) > 1:
            self.containers.pop()
        elif tag == "tr" and self.rows:
            self._close_row()
        elif tag == "table" and self.open_tables:
            self.open_tables.pop()
        elif tag == "pre":
            self.preformatted -= 1
        self.sights.pop()
        self._say(element.tail)

    def _say(self, text: str | None, *, raised: bool = False) -> None:
        sight = self.sights[-1]
        if not text or sight.code:
            return
        if sight.hidden or blends_in(sight.colour, (sight.ground,)):
            if text.strip():
                self.hidden.append(" ".join(text.split()))
        elif sight.struck:
            if text.strip():
                self.struck.append(" ".join(text.split()))
        else:
            if raised and text[:1].isdigit() and self.line and self.line[-1][-1:].isdigit():
                self.line.append(" ")
            self.line.append(text if self.preformatted else re.sub(r"[ \t\r\n\f]+", " ", text))

    def _flush(self) -> None:
        text = "".join(self.line)
        self.line = []
        lines = (line.strip() for line in text.split("\n")) if not self.preformatted else text.split("\n")
        text = "\n".join(line for line in lines if line.strip())
        if text.strip():
            self.containers[-1].append({**self.kind, "text": text.strip()})
        self.kind = {"kind": "paragraph"}

    def _close_row(self) -> None:
        row = self.rows.pop()
        texts = ["\n".join(block["text"] for block in cell if block["kind"] != "row") for cell in row.cells]
        target = self.containers[-1]
        if row.nested[0] or sum(bool(text) for text in texts) < 2:
            # A row of one cell, or around another table, serves the layout.
            for cell in row.cells:
                target += cell
        else:
            block: dict[str, Any] = {"kind": "row", "cells": texts, "table": row.table}
            target.append(block | ({"header": True} if row.header[0] else {}))

    def _sight(self, element: Any, tag: str) -> Sight:
        above = self.sights[-1]
        if above.code or tag in _NO_TEXT:
            return above._replace(code=True)
        if above.hidden or element.get("hidden") is not None:
            return above._replace(hidden=True)
        style = {**self.rules.get(tag, {})}
        for name in (element.get("class") or "")[:500].split():
            style |= self.rules.get("." + name, {})
        style |= self.rules.get("#" + (element.get("id") or ""), {})
        style |= dict(_declarations(element.get("style") or ""))
        if not style and not element.attrib:
            return above._replace(struck=True) if tag in _STRUCK else above
        ground = _css_colour(style.get("background-color") or style.get("background", "").split(" ")[0])
        ground = ground or hex_colour(element.get("bgcolor"))
        colour = _css_colour(style.get("color", "")) or hex_colour(element.get("color"))
        if "url(" in style.get("background", "") + style.get("background-image", "") or element.get("background"):
            return Sight(False, _hides(style), above.struck, colour or above.colour, None)
        return Sight(
            False,
            _hides(style),
            above.struck or tag in _STRUCK or "line-through" in style.get("text-decoration", ""),
            colour or above.colour,
            ground or above.ground,
        )


def _rules(root: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the declarations of simple selectors (`p`, `.note`, `#x`) in the style sheets of a page."""
    found: dict[str, dict[str, str]] = {}
    for sheet in root.iter("style"):
        for selectors, body in _RULE.findall((sheet.text or "")[:200_000]):
            declared = dict(_declarations(body))
            for selector in selectors.split(","):
                name = selector.split()[-1] if selector.split() else ""
                if ":" in name or "[" in name:
                    continue
                place = re.search(r"[.#][\w-]{1,100}$", name)
                found.setdefault(place[0] if place else name.lower(), {}).update(declared)
    yield from found.items()


def _declarations(text: str) -> Iterator[tuple[str, str]]:
    for declaration in text[:5000].split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip().lower(), value.replace("!important", "").strip().lower()


def _hides(style: dict[str, str]) -> bool:
    if style.get("display") == "none" or style.get("visibility") in ("hidden", "collapse"):
        return True
    if style.get("opacity", "1").strip() in ("0", "0.0", "0%", ".0"):
        return True
    if style.get("color") == "transparent":
        return True
    size = _points(style.get("font-size"))
    if size is not None and size <= SMALLEST_SEEN:
        return True
    if any((_points(style.get(name)) or 0.0) < -_FAR for name in ("text-indent", "left", "top", "margin-left")):
        return True
    shut = style.get("overflow") == "hidden"
    return shut and any(_points(style.get(name)) == 0.0 for name in ("height", "max-height", "width", "max-width"))


def _points(text: str | None) -> float | None:
    match = _LENGTH.match((text or "").strip())
    if not match or match[1] in ("", "-"):
        return None
    return float(match[1]) * _POINTS[match[2] or ""]


def _css_colour(text: str) -> str | None:
    match = _RGB.match(text)
    if not match:
        return hex_colour(text)
    return "".join(f"{min(int(part), 255):02X}" for part in match.groups()[:3])
