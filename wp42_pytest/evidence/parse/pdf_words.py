"""Joins the placed pieces of one pdf line to words, and parts them into cells where wide gaps are."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from wp42_pytest.evidence.parse.pdf_page import Fragment

CELL_GAP = 0.8
"""A gap of this many font sizes parts cells; words of one sentence stand 0.25 to 0.5 apart where they are not spread."""

WIDEST_SPREAD = 1.5
"""Words of a line that is spread to both margins stand no further apart than this."""

FIGURE_GAP = 0.45
"""A gap of this size parts two figures, since the space inside a figure is narrower."""

_WORD_GAP = 0.2
_SURE_WORD_GAP = 0.5
BULLETS = "\u2022\u25e6\u25aa\u25cf\u25cb\u25a0\u2023\u2043\u2013\u2014\uf0b7\uf0a7\uf0d8\uf076*-"
MARK = re.compile(rf"[{re.escape(BULLETS)}]|\(?(?:\d{{1,2}}|[a-z]|[ivx]{{1,4}})[.)]", re.IGNORECASE)
"""What stands before a list item."""

_LEADER = re.compile(r"(?:\. ?){5,}|_{4,}|…{2,}|(?:· ?){5,}")
_LEADER_MARKS = ("..", ". .", "__", "……", "··", "· ·")


@dataclass(slots=True)
class Cell:
    """A stretch of text without wide gaps."""

    text: str
    left: float
    right: float
    base: float = 0.0


def steadied(placed: list[tuple[int, Fragment]]) -> list[tuple[int, Fragment]]:
    """Return the pieces of a line with runs of glyphs that were placed one by one put together to words.

    Args:
        placed: each piece with its place in the painting order, from left to right.
    """
    joined: list[tuple[int, Fragment]] = []
    run: list[tuple[int, Fragment]] = []
    for item in placed:
        if len(item[1].text.strip()) <= 1:
            run.append(item)
        else:
            joined += _together(run)
            joined.append(item)
            run = []
    return joined + _together(run)


def _together(run: list[tuple[int, Fragment]]) -> list[tuple[int, Fragment]]:
    inked = [item for item in run if item[1].text.strip()]
    if len(inked) < 5:
        return run
    spaces = [fragment.origin[0] for _, fragment in run if not fragment.text.strip()]
    gaps = [right[1].box[0] - left[1].box[2] for left, right in pairwise(inked)]
    usual, size = median(gaps), inked[0][1].size
    pieces = [[inked[0]]]
    texts = [inked[0][1].text.strip()]
    for gap, (left, right) in zip(gaps, pairwise(inked), strict=True):
        spaced = (
            any(left[1].origin[0] < x < right[1].origin[0] for x in spaces)
            if spaces
            else gap > 1.8 * usual + 0.12 * size
        )
        glyph = right[1].text.strip()
        if gap > max(WIDEST_SPREAD * size + usual, 4 * usual):
            pieces.append([right])
            texts.append(glyph)
        else:
            pieces[-1].append(right)
            texts[-1] += f" {glyph}" if spaced else glyph
    return [(part[0][0], _one(part, text)) for part, text in zip(pieces, texts, strict=True)]


def _one(part: list[tuple[int, Fragment]], text: str) -> Fragment:
    boxes = [fragment.box for _, fragment in part]
    box = (boxes[0][0], min(box[1] for box in boxes), boxes[-1][2], max(box[3] for box in boxes))
    return replace(part[0][1], text=text, box=box)


def cells_of(placed: list[tuple[int, Fragment]], largest: Fragment) -> list[Cell]:
    """Return the cells of one line.

    Args:
        placed: each piece with its place in the painting order, from left to right.
        largest: the piece with the largest font, to which distances relate.
    """
    cells: list[Cell] = []
    before: tuple[int, Fragment] | None = None
    inked = [item for item in placed if item[1].text.strip()]
    widest = WIDEST_SPREAD if _spread(inked, largest.size) else CELL_GAP
    for item in inked:
        at, fragment = item
        text = fragment.text.strip()
        left, _, right, _ = fragment.box
        if before is None:
            cells.append(Cell(text, left, right))
        else:
            gap = (left - before[1].box[2]) / largest.size
            figures = cells[-1].text[-1:].isdigit() and text[:1].isdigit()
            if gap > widest or (figures and gap > FIGURE_GAP):
                cells.append(Cell(text, left, right))
            else:
                cells[-1].text += f" {text}" if _apart(before, (at, fragment), gap, largest) else text
                cells[-1].right = max(right, cells[-1].right)
        before = item
    return _marked([part for cell in cells for part in _without_leaders(cell)])


def _marked(cells: list[Cell]) -> list[Cell]:
    """Return the cells of a line, the mark of a list item joined with the item."""
    if len(cells) == 2 and MARK.fullmatch(cells[0].text):
        return [Cell(f"{cells[0].text} {cells[1].text}", cells[0].left, cells[1].right)]
    return cells


def _spread(inked: list[tuple[int, Fragment]], size: float) -> bool:
    """Tell whether a line is prose spread to both margins, word by word, rather than a row of cells."""
    if len(inked) < 5 or any(" " in fragment.text.strip() for _, fragment in inked):
        return False
    gaps = [right[1].box[0] - left[1].box[2] for left, right in pairwise(inked)]
    return min(gaps) >= 0.4 * max(gaps) and max(gaps) <= WIDEST_SPREAD * size


def _apart(before: tuple[int, Fragment], after: tuple[int, Fragment], gap: float, largest: Fragment) -> bool:
    """Tell whether a space stands between two pieces of a line."""
    raised = after[1].size < 0.9 * largest.size and after[1].origin[1] > largest.origin[1] + 0.12 * largest.size
    if raised and before[1].text.rstrip()[-1:].isdigit() and after[1].text.strip().isdigit():
        return True  # the mark of a footnote is no further digit of a figure
    if after[0] == before[0] + 1 and gap <= _SURE_WORD_GAP:
        return before[1].text.endswith(" ") or after[1].text.startswith(" ")
    return gap > _WORD_GAP


def _without_leaders(cell: Cell) -> list[Cell]:
    """Part a cell where dots or lines lead the eye from a label to its figure."""
    if not any(mark in cell.text for mark in _LEADER_MARKS):
        return [cell]
    pieces = [piece for piece in _LEADER.split(cell.text) if piece.strip()]
    if len(pieces) == 1:
        return [Cell(pieces[0].strip(), cell.left, cell.right)]
    if not pieces:
        return []
    width = (cell.right - cell.left) / len(pieces)
    return [
        Cell(piece.strip(), cell.left + at * width, cell.left + (at + 1) * width) for at, piece in enumerate(pieces)
    ]
