"""Reads markdown and plain text by scanning lines once; no pattern here can run longer than its line is long."""

from __future__ import annotations

import re
from typing import Any

from wp42_pytest.evidence.parse.delimited import decoded
from wp42_pytest.evidence.parse.html_text import reduced_html
from wp42_pytest.evidence.parse.markdown_inline import HIDING, inline_text
from wp42_pytest.evidence.refusal import Reason, Refused

TEXT_LIMIT = 8 * 2**20
"""Most characters that are read; a long book has 3 million."""

MOST_LINES = 200_000

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"[ \t]{0,40}(?:[-*+•]|(\(?[0-9]{1,4}[.)]|\(?[a-zA-Z][.)]))[ \t]+")
_DELIMITERS = re.compile(r"[ \t]*\|?[ \t:|+-]*-[ \t:|+-]*$")
_BORDER = re.compile(r"[ \t]*\+[-=+ \t]+\+?[ \t]*$")
_DEFINITION = re.compile(r" {0,3}\[([^\]\[]{1,300})\]:[ \t]")
_COLUMNS = re.compile(r"\t+| {3,}|(?<=[\d)%]) {2,}(?=[\d(+$€£-])")
_HIDING_BLOCK = re.compile(r" {0,3}<(div|p|section|details|center)\s[^<>]{0,300}(?:style|hidden)\b", re.IGNORECASE)
_HTML_BLOCK = re.compile(
    r" {0,3}</?(?:table|div|p|details|section|ul|ol|center|h[1-6]|pre|blockquote)\b", re.IGNORECASE
)


def read_markdown(data: bytes) -> dict[str, Any]:
    """Return the blocks of a markdown file: headings, paragraphs, items, rows, code; comments are among the hidden.

    Args:
        data: the whole file.

    Raises:
        Refused: it is not text, or larger than any report.
    """
    return _read(data, marked=True)


def read_text(data: bytes) -> dict[str, Any]:
    """Return the blocks of a plain text file; every character of it is in sight.

    Args:
        data: the whole file.

    Raises:
        Refused: it is not text, or larger than any report.
    """
    return _read(data, marked=False)


def _read(data: bytes, *, marked: bool) -> dict[str, Any]:
    warnings: list[str] = []
    text, _ = decoded(data, warnings)
    if len(text) > TEXT_LIMIT:
        raise Refused(Reason.too_large, f"it has {len(text):,} characters, the limit is {TEXT_LIMIT:,}")
    scan = scanned(text, marked=marked)
    return {"blocks": scan.blocks, "hidden": scan.hidden, "struck": scan.struck, "warnings": warnings}


def scanned(text: str, *, marked: bool) -> Scan:
    """Return a text scanned to blocks.

    Args:
        text: with line feeds as line ends.
        marked: whether its marks are markdown; otherwise they are characters like any other.

    Raises:
        Refused: it has too many lines.
    """
    scan = Scan(marked=marked)
    if marked:
        text = scan.without_comments(text)
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise Refused(Reason.too_complex, f"it has {len(lines):,} lines, the limit is {MOST_LINES:,}")
    scan.read(lines)
    return scan


class Scan:
    """One pass over the lines of a text.

    Args:
        marked: whether marks are markdown.
    """

    def __init__(self, *, marked: bool) -> None:
        self.marked = marked
        self.blocks: list[dict[str, Any]] = []
        self.hidden: list[str] = []
        self.struck: list[str] = []
        self.tables = 0
        self.open: list[str] = []
        self.open_kind: dict[str, Any] = {"kind": "paragraph"}

    def without_comments(self, text: str) -> str:
        """Return a text without HTML comments, which go to the hidden texts; code blocks may lose theirs too."""
        kept, at = [], 0
        while (start := text.find("<!--", at)) >= 0:
            end = text.find("-->", start + 4)
            kept.append(text[at:start])
            comment = text[start + 4 : end] if end >= 0 else text[start + 4 :]
            self.hidden += [" ".join(comment.split())] if comment.strip() else []
            at = end + 3 if end >= 0 else len(text)
        return "".join([*kept, text[at:]])

    def read(self, lines: list[str]) -> None:
        """Add the blocks of lines."""
        at = 0
        while at < len(lines):
            at = self._step(lines, at)
        self._close()

    def _step(self, lines: list[str], at: int) -> int:
        """Read what begins at a line, and return the number of the line after it."""
        line = lines[at]
        if not line.strip():
            self._close()
            return at + 1
        fence = _FENCE.match(line) if self.marked else None
        if fence:
            self._close()
            return self._code(lines, at, fence[1])
        heading = _HEADING.match(line)
        if heading and (self.marked or line.startswith("#")):
            self._close()
            self._add({"kind": "heading", "level": len(heading[1])}, line[heading.end() :].strip().rstrip("#").strip())
            return at + 1
        if _UNDERLINE.match(line) and len(self.open) == 1 and self.open_kind["kind"] == "paragraph":
            self.open_kind = {"kind": "heading", "level": 1 if "=" in line else 2}
            self._close()
            return at + 1
        if _RULE.match(line) or _BORDER.match(line):
            self._close()
            return at + 1
        if "|" in line and (end := self._table_end(lines, at)):
            self._close()
            self._table(lines[at:end])
            return end
        if self.marked and _HTML_BLOCK.match(line):
            self._close()
            return self._html(lines, at)
        if self.marked and (definition := _DEFINITION.match(line)):
            self._close()
            self._define(definition[1], line[definition.end() :])
            return at + 1
        self._prose(line)
        return at + 1

    def _prose(self, line: str) -> None:
        item = _ITEM.match(line)
        if item:
            self._close()
            self.open_kind = {"kind": "item"} | ({"label": item[1]} if item[1] else {})
            line = line[item.end() :]
            if line[:4].lower() in ("[ ] ", "[x] "):
                line = ("☐ " if line[1] == " " else "☒ ") + line[4:]
        elif self.marked and line.lstrip().startswith(">"):
            line = line.lstrip().lstrip("> ")
            if not line.strip():
                self._close()
        elif cells := self._aligned(line):
            if self.open_kind["kind"] != "row":
                self._close()
                self.tables += 1
                self.open_kind = {"kind": "row"}
            self.open = ["row"]
            self.blocks.append({"kind": "row", "cells": cells, "table": self.tables})
            return
        elif self.open_kind["kind"] == "row":
            self._close()
        if line.strip():
            self.open.append(line.strip("\t") if not self.marked else line)

    def _aligned(self, line: str) -> list[str]:
        """Return the cells of a line set in columns by spaces or tabs, [] for prose."""
        if self.open and self.open_kind["kind"] != "row":
            return []
        cells = [cell.strip() for cell in _COLUMNS.split(line.strip())]
        cells = [cell for cell in cells if cell]
        return cells if len(cells) > 1 and not (self.marked and line.startswith("    ")) else []

    def _close(self) -> None:
        if self.open and self.open_kind["kind"] != "row":
            self._add(self.open_kind, "\n".join(self.open))
        self.open, self.open_kind = [], {"kind": "paragraph"}

    def _add(self, kind: dict[str, Any], text: str) -> None:
        text = self._shown(text)
        if text:
            self.blocks.append({**kind, "text": text})

    def _shown(self, text: str) -> str:
        if not self.marked:
            return text.strip()
        if HIDING.search(text):
            reduced = reduced_html(text)
            self.hidden += reduced.hidden
            self.struck += reduced.struck
            text = "\n".join(block["text"] for block in reduced.blocks if "text" in block)
        return inline_text(text, self.struck).strip()

    def _code(self, lines: list[str], at: int, fence: str) -> int:
        end = at + 1
        while end < len(lines) and not lines[end].strip().startswith(fence):
            end += 1
        paragraph: list[str] = []
        for line in [*lines[at + 1 : end], ""]:
            if line.strip():
                paragraph.append(line.rstrip())
            elif paragraph:
                self.blocks.append({"kind": "code", "text": "\n".join(paragraph)})
                paragraph = []
        return end + 1

    def _table_end(self, lines: list[str], at: int) -> int:
        """Return the line after a table that begins at a line, 0 where none does."""
        ruled = at + 1 < len(lines) and "-" in lines[at + 1] and bool(_DELIMITERS.match(lines[at + 1]))
        framed = lines[at].strip().startswith("|") and lines[at].count("|") > 2
        if not ruled and not framed:
            return 0
        end = at + 1
        while end < len(lines) and lines[end].strip() and ("|" in lines[end] or _BORDER.match(lines[end])):
            end += 1
        return end

    def _table(self, lines: list[str]) -> None:
        self.tables += 1
        ruled = len(lines) > 1 and bool(_DELIMITERS.match(lines[1]))
        for number, line in enumerate(lines):
            if _DELIMITERS.match(line) or _BORDER.match(line):
                continue
            cells = [self._shown(cell) for cell in split_row(line)]
            if any(cells):
                block: dict[str, Any] = {"kind": "row", "cells": cells, "table": self.tables}
                self.blocks.append(block | ({"header": True} if ruled and number == 0 else {}))

    def _html(self, lines: list[str], at: int) -> int:
        end = at
        while end < len(lines) and lines[end].strip():
            end += 1
        opened = _HIDING_BLOCK.match(lines[at])
        if opened:
            # What such an element holds is hidden beyond the next blank line, up to where it is closed.
            closing = f"</{opened[1].lower()}"
            while end < len(lines) and closing not in lines[end - 1].lower():
                end += 1
        reduced = reduced_html("\n".join(lines[at:end]))
        self.hidden += reduced.hidden
        self.struck += reduced.struck
        for block in reduced.blocks:
            if block["kind"] == "row":
                block["table"] += self.tables
            self.blocks.append(block)
        self.tables += max((block["table"] for block in reduced.blocks if block["kind"] == "row"), default=self.tables)
        return end

    def _define(self, name: str, text: str) -> None:
        if name.startswith("^"):
            self._add({"kind": "footnote"}, text)
        elif text.strip():
            # The target of a link is not shown, and a common trick to leave remarks in a file.
            self.hidden.append(f"[{name}]: {text.strip()}")


def split_row(line: str) -> list[str]:
    r"""Return the cells of a table line; `\|` is a bar inside a cell.

    Args:
        line: for example `| Cheque | 4462 |`.
    """
    line = line.strip().replace("\\|", "\0")
    cells = [cell.strip().replace("\0", "|") for cell in line.split("|")]
    if cells and not cells[0]:
        cells = cells[1:]
    return cells[:-1] if cells and not cells[-1] else cells
