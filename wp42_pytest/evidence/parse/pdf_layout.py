"""Turns the placed text of pdf pages into paragraphs, headings and table rows.

A pdf says where glyphs stand and nothing more: lines, columns and tables are inferred from distances relative to the
size of the font, in the order in which a person reads them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

from wp42_pytest.evidence.parse.pdf_page import Fragment
from wp42_pytest.evidence.parse.pdf_words import BULLETS, MARK, Cell, cells_of, steadied

HEADING_SIZE = 1.15
"""A line whose font is larger than the body's by this factor is a heading."""

PSEUDO_HEADING = 9
LONGEST_HEADING = 120
_COLUMN_PROSE = 28
_LEADING = 1.7
_ROW_GAP = 3.0
_CLOSEST = 0.85
"""Lines of one text stand at least this many font sizes apart."""

_MARKER = re.compile(rf"({MARK.pattern})\s+(?=\S)", re.IGNORECASE)
_NARROW = 0.75
"""Lines that fill less than this share of the text's width may well be a list without marks."""

_ENDED = re.compile(r"[\d.!?;%)]$")
_MONEY = re.compile(r"\d[.,]\d")


@dataclass(slots=True)
class Line:
    """What stands on one base line, told apart where wide gaps are."""

    cells: list[Cell]
    base: float
    size: float
    bold: bool
    lowest: float | None = None

    @property
    def foot(self) -> float:
        """Return the lowest base line; a row of cells with several lines has more than one."""
        return self.base if self.lowest is None else self.lowest

    @property
    def left(self) -> float:
        """Return where the line begins."""
        return self.cells[0].left

    @property
    def right(self) -> float:
        """Return where the line ends."""
        return self.cells[-1].right

    @property
    def text(self) -> str:
        """Return the text of all cells."""
        return " ".join(cell.text for cell in self.cells)


def laid_out(pages: Sequence[tuple[int, list[Fragment]]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the blocks of pages in reading order, each with its page number.

    Args:
        pages: page numbers with the fragments in sight, in painting order.
    """
    sizes: Counter[float] = Counter()
    for _, fragments in pages:
        for fragment in fragments:
            sizes[round(fragment.size, 1)] += len(fragment.text)
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    ranks = sorted((size for size in sizes if size > body * HEADING_SIZE), reverse=True)
    tables = 0
    for number, fragments in pages:
        for lines in _directions(fragments):
            for block in _Blocks(body, ranks, lines).of(_columns(lines)):
                if block["kind"] == "row" and block["first"]:
                    tables += 1
                if block.pop("first", None) is not None:
                    block["table"] = tables
                yield number, block


def _directions(fragments: list[Fragment]) -> Iterator[list[Line]]:
    """Yield the lines of each writing direction of a page, that of most text first."""
    groups: dict[int, list[Fragment]] = {}
    for fragment in fragments:
        nearest = round(fragment.turned / 90) * 90
        turned = nearest % 360 if abs(fragment.turned - nearest) <= 3 else fragment.turned
        groups.setdefault(turned, []).append(_levelled(fragment, turned))
    for group in sorted(groups.values(), key=lambda group: -sum(len(fragment.text) for fragment in group)):
        yield _lines(group)


def _levelled(fragment: Fragment, turned: int) -> Fragment:
    """Return a fragment as if the page were turned so that its base line is level."""
    if turned == 0:
        return fragment
    cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    left, bottom, right, top = fragment.box
    corners = [(x * cos + y * sin, y * cos - x * sin) for x in (left, right) for y in (bottom, top)]
    across, up = zip(*corners, strict=True)
    x, y = fragment.origin
    box = (min(across), min(up), max(across), max(up))
    return Fragment(fragment.text, box, (x * cos + y * sin, y * cos - x * sin), fragment.size, turned, fragment.bold)


def _lines(fragments: list[Fragment]) -> list[Line]:
    placed = sorted(enumerate(fragments), key=lambda item: (-item[1].origin[1], item[1].origin[0]))
    lines: list[Line] = []
    open_line: list[tuple[int, Fragment]] = []
    band = (0.0, 0.0)
    for at, fragment in placed:
        bottom, top = fragment.origin[1], fragment.origin[1] + 0.7 * fragment.size
        shared = min(top, band[1]) - max(bottom, band[0])
        if open_line and shared >= 0.5 * min(top - bottom, band[1] - band[0]):
            open_line.append((at, fragment))
            if top - bottom > band[1] - band[0]:
                band = (bottom, top)
            continue
        lines += _line(open_line)
        open_line, band = [(at, fragment)], (bottom, top)
    return _interleaved(lines + _line(open_line))


def _interleaved(lines: list[Line]) -> list[Line]:
    """Return lines with those joined that stand closer than text ever does: cells of one row, each set to its middle."""
    rows: list[Line] = []
    lowest = 0.0
    for line in lines:
        close = rows and lowest - line.base < _CLOSEST * min(rows[-1].size, line.size)
        if close and (joined := _beside(rows[-1], line)):
            rows[-1] = joined
        else:
            rows.append(line)
        lowest = line.base
    return rows


def _beside(row: Line, line: Line) -> Line | None:
    """Return a row with the cells of a line added, None where they would stand upon its own."""
    cells = [Cell(cell.text, cell.left, cell.right, cell.base) for cell in row.cells]
    for cell in line.cells:
        over = [other for other in cells if other.left < cell.right and cell.left < other.right]
        if any(other.base - cell.base < _CLOSEST * line.size for other in over):
            return None
        if over:
            over[0].text += f"\n{cell.text}"
            over[0].left, over[0].right = min(over[0].left, cell.left), max(over[0].right, cell.right)
            over[0].base = cell.base
        else:
            cells.append(cell)
    if len(cells) < 2:
        return None
    cells.sort(key=lambda cell: cell.left)
    return Line(cells, row.base, max(row.size, line.size), row.bold and line.bold, lowest=line.base)


def _line(placed: list[tuple[int, Fragment]]) -> list[Line]:
    inked = [fragment for _, fragment in placed if fragment.text.strip()]
    if not inked:
        return []
    largest = max(inked, key=lambda fragment: fragment.size)
    cells = cells_of(steadied(sorted(placed, key=lambda item: item[1].box[0])), largest)
    bold = all(fragment.bold for fragment in inked)
    for cell in cells:
        cell.base = largest.origin[1]
    return [Line(cells, largest.origin[1], largest.size, bold)] if cells else []


def _columns(lines: list[Line]) -> list[Line]:
    """Return lines in reading order: prose set in two columns is read down the left one first."""
    ordered: list[Line] = []
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and len(lines[end].cells) == 2:
            end += 1
        run = lines[at:end]
        if len(run) >= 3 and all(
            sum(len(line.cells[side].text) for line in run) >= _COLUMN_PROSE * len(run) for side in (0, 1)
        ):
            for side in (0, 1):
                ordered += [Line([line.cells[side]], line.base, line.size, line.bold) for line in run]
        else:
            ordered += run
        if end == at:
            ordered.append(lines[at])
            end += 1
        at = end
    return ordered


class _Blocks:
    """Gathers lines to paragraphs and tables."""

    def __init__(self, body: float, ranks: list[float], lines: list[Line]) -> None:
        self.body, self.ranks = body, ranks
        self.width = max((line.right for line in lines), default=0.0) - min((line.left for line in lines), default=0.0)
        self.found: list[dict[str, Any]] = []

    def of(self, lines: list[Line]) -> list[dict[str, Any]]:
        paragraph: list[Line] = []
        rows: list[Line] = []
        for line in _with_whole_rows(lines):
            if len(line.cells) > 1:
                self._close_paragraph(paragraph)
                if rows and not 0 < rows[-1].foot - line.base <= _ROW_GAP * line.size:
                    self._close_table(rows)
                rows.append(line)
            elif rows and _continues(line, rows[-1]):
                _append(line.cells[0], rows[-1])
                rows[-1].lowest = line.base
            else:
                self._close_table(rows)
                if paragraph and not _same_group(paragraph[-1], line):
                    self._close_paragraph(paragraph)
                paragraph.append(line)
        self._close_paragraph(paragraph)
        self._close_table(rows)
        return self.found

    def _close_table(self, rows: list[Line]) -> None:
        for at, cells in enumerate(aligned([line.cells for line in rows])):
            self.found.append({"kind": "row", "cells": cells, "first": at == 0})
        rows.clear()

    def _close_paragraph(self, group: list[Line]) -> None:
        if not group:
            return
        margin = max(line.right for line in group)
        narrow = margin - min(line.left for line in group) < _NARROW * self.width
        text, first = group[0].text, group[0]
        for last, line in pairwise(group):
            if _begins_anew(last, line, margin) or (narrow and _ENDED.search(last.text) and line.text[:1].isupper()):
                self._emit(text, first, last)
                text, first = line.text, line
            else:
                text += line.text if _broken_word(text, line.text) else f"\n{line.text}"
        self._emit(text, first, group[-1])
        group.clear()

    def _emit(self, text: str, first: Line, last: Line) -> None:
        block: dict[str, Any] = {"kind": "paragraph", "text": text}
        if len(text) <= LONGEST_HEADING:
            if first.size > self.body * HEADING_SIZE:
                rank = self.ranks.index(round(first.size, 1)) if round(first.size, 1) in self.ranks else 5
                block |= {"kind": "heading", "level": min(rank + 1, 6)}
            elif first.bold and first is last and not text.endswith((".", ",", ";")) and not _MONEY.search(text):
                block |= {"kind": "heading", "level": PSEUDO_HEADING}
        if block["kind"] == "paragraph" and (mark := _MARKER.match(text)):
            block |= {"kind": "item", "text": text[mark.end() :]}
            if mark[1] not in BULLETS:
                block["label"] = mark[1]
        self.found.append(block)


def _same_group(last: Line, line: Line) -> bool:
    """Tell whether a line can belong to the same run of text as the one above."""
    gap = last.base - line.base
    alike = abs(last.size - line.size) <= 0.1 * max(last.size, line.size) and last.bold == line.bold
    across = line.left < last.right and last.left < line.right
    return alike and across and 0 < gap <= _LEADING * line.size


def _begins_anew(last: Line, line: Line, margin: float) -> bool:
    """Tell whether a line begins a paragraph: a mark, an indent, or a line above that ended before it had to."""
    if _MARKER.match(line.text):
        return True
    word = line.text.split(" ", 1)[0]
    room = margin - last.right
    # A word takes about half its font's size per letter; text that wraps leaves less room than its next word needs.
    return room > (0.5 * len(word) + 1.5) * line.size


def _broken_word(above: str, below: str) -> bool:
    return len(above) > 1 and above[-1] == "-" and above[-2].isalpha() and below[:1].islower()


def _continues(line: Line, row: Line) -> bool:
    """Tell whether a line holds the rest of a cell that did not fit its column."""
    gap = row.foot - line.base
    return 0 < gap <= 1.5 * line.size and _in_column(line, row)


def _with_whole_rows(lines: list[Line]) -> list[Line]:
    """Return lines with those joined to the row below them that are the upper part of one of its cells.

    The other cells of such a row are set to its middle or foot. Between two rows the widest gap tells where one ends.
    """
    kept: list[Line] = []
    for at, line in enumerate(lines):
        if len(line.cells) < 2:
            kept.append(line)
            continue
        first = at
        while first and len(lines[first - 1].cells) == 1 and _leads_to(lines[first - 1], lines[first], line):
            first -= 1
        upper = lines[first:at]
        if upper:
            above = lines[first - 1] if first and len(lines[first - 1].cells) > 1 else None
            gaps = [over.foot - under.base for over, under in pairwise([*([above] if above else []), *upper, line])]
            if above:
                widest = max(range(len(gaps)), key=lambda number: gaps[number])
                even = gaps[widest] <= min(gaps) + 0.1 * line.size
                upper = [] if even else upper[widest:]
            for part in reversed(upper):
                _prepend(part, line)
            del kept[len(kept) - len(upper) :]
        kept.append(line)
    return kept


def _leads_to(line: Line, below: Line, row: Line) -> bool:
    return 0 < line.base - below.base <= 1.5 * line.size and _in_column(line, row)


def _in_column(line: Line, row: Line) -> bool:
    return any(abs(line.left - cell.left) <= 0.6 * line.size for cell in row.cells[1:])


def _append(cell: Cell, row: Line) -> None:
    target = min(row.cells, key=lambda other: abs(other.left - cell.left))
    target.text += f"\n{cell.text}"
    target.right = max(target.right, cell.right)


def _prepend(line: Line, row: Line) -> None:
    cell = line.cells[0]
    target = min(row.cells, key=lambda other: abs(other.left - cell.left))
    target.text = f"{cell.text}\n{target.text}"
    target.right = max(target.right, cell.right)
    row.lowest, row.base = row.foot, line.base


def aligned(rows: list[list[Cell]]) -> list[list[str]]:
    """Return the texts of rows under common columns, "" where a row has nothing in a column.

    Args:
        rows: the cells of each row from left to right.
    """
    if not rows:
        return []
    widest = max(rows, key=len)
    columns = [[cell.left, cell.right] for cell in widest]
    for row in rows:
        if len(row) == len(widest):
            for column, cell in zip(columns, row, strict=True):
                column[0], column[1] = min(column[0], cell.left), max(column[1], cell.right)
    table = []
    for row in rows:
        texts = [""] * len(columns)
        if len(row) == len(columns):
            texts = [cell.text for cell in row]
        else:
            for cell in row:
                at = max(range(len(columns)), key=lambda number: _closeness(cell, columns[number]))
                texts[at] = f"{texts[at]} {cell.text}".strip()
        table.append(texts)
    return table


def _closeness(cell: Cell, column: list[float]) -> tuple[float, float]:
    shared = min(cell.right, column[1]) - max(cell.left, column[0])
    return max(0.0, shared), -abs((cell.left + cell.right) / 2 - median(column))
