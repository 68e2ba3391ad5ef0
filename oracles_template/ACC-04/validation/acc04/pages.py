"""Opens PDF files: words with their places, the boxes that ruling encloses, lines of text; pictures are read by OCR."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from acc04.scan import DPI, Frame, Word, frames, read_picture, ruling

_WORD_GAP = 1.2
"""Points between two letters that end a word where no blank does."""


@dataclass(frozen=True)
class Page:
    """One page: its words, the boxes that ruling encloses, and whether it was a picture."""

    words: tuple[Word, ...]
    frames: tuple[Frame, ...]
    width: float
    height: float
    scanned: bool = False

    @property
    def lines(self) -> list[list[Word]]:
        """The page line by line, each from the left."""
        return as_lines(self.words)

    @property
    def text(self) -> str:
        """The page as text, line by line."""
        return "\n".join(joined(line) for line in self.lines)


def joined(words: Iterable[Word]) -> str:
    """Return words with a blank between them."""
    return " ".join(word.text for word in words)


def as_lines(words: Iterable[Word]) -> list[list[Word]]:
    """Return words as lines from the top, each from the left."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda each: each.middle):
        for line in reversed(lines[-4:]):
            overlap = min(word.bottom, line[0].bottom) - max(word.top, line[0].top)
            shorter = min(word.bottom - word.top, line[0].bottom - line[0].top)
            if overlap > 0.5 * shorter:
                line.append(word)
                break
        else:
            lines.append([word])
    return [sorted(line, key=lambda each: each.left) for line in lines]


def pieces(line: Sequence[Word], gap: float) -> list[list[Word]]:
    """Return a line cut where more than `gap` dots are empty."""
    cut: list[list[Word]] = []
    for word in line:
        if cut and word.left - cut[-1][-1].right <= gap:
            cut[-1].append(word)
        else:
            cut.append([word])
    return cut


def read_pdf(path: Path) -> list[Page]:
    """Return the pages of a PDF file."""
    document = pypdfium2.PdfDocument(path)
    try:
        return [_page(page) for page in document]
    finally:
        document.close()


def _page(page: Any) -> Page:
    text = page.get_textpage()
    if text.count_chars() < 5:
        return _picture(page)
    scale = DPI / 72
    height = page.get_height()
    words = tuple(_words(text, height, scale))
    drawn = np.asarray(page.render(scale=scale, grayscale=True).to_pil().convert("L"))
    across, down = ruling(drawn < 200)
    return Page(words, tuple(frames(across, down)), page.get_width() * scale, height * scale)


def _picture(page: Any) -> Page:
    picture = page.render(scale=DPI / 72, grayscale=True).to_pil()
    for item in page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE]):
        own = item.get_bitmap(render=False).to_pil()
        if own.width > 1000:
            picture = own
    words, boxes, (width, height) = read_picture(picture)
    return Page(tuple(words), tuple(boxes), width, height, scanned=True)


def _words(text: Any, height: float, scale: float) -> Iterator[Word]:
    """Yield the words of a text layer: letters that follow each other on a line without a gap."""
    whole = text.get_text_range()
    letters: list[str] = []
    box: list[float] = []
    reached = 0.0
    for index, letter in enumerate(whole[: text.count_chars()]):
        blank = letter.isspace() or letter == "\u0002"
        left, bottom, right, top = text.get_charbox(index)
        start, _, end, _ = text.get_charbox(index, loose=True)
        apart = bool(box) and (start - reached > _WORD_GAP or end < box[0] or bottom > box[3] or top < box[1] - 2)
        if letters and (blank or apart):
            yield _word(letters, box, height, scale)
            letters, box = [], []
        if blank:
            continue
        letters.append(letter)
        box = [left, bottom, right, top] if not box else _wider(box, left, bottom, right, top)
        reached = end
    if letters:
        yield _word(letters, box, height, scale)


def _wider(box: Sequence[float], left: float, bottom: float, right: float, top: float) -> list[float]:
    return [min(box[0], left), min(box[1], bottom), max(box[2], right), max(box[3], top)]


def _word(letters: Sequence[str], box: Sequence[float], height: float, scale: float) -> Word:
    left, bottom, right, top = box
    return Word("".join(letters), left * scale, (height - top) * scale, right * scale, (height - bottom) * scale)
