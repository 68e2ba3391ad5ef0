"""Reads pages that are pictures: straightens them, takes the ruling out and lets Tesseract read what is left."""

from __future__ import annotations

import csv
import io
import os
import re
import subprocess
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

Mask = NDArray[np.bool_]
DPI = 200
"""Dots per inch of a picture in which ruling is looked for."""

TESSERACT = "/usr/bin/tesseract"
_SHORTEST_ACROSS, _SHORTEST_DOWN = 70, 42
_THICKEST_RULE = 7
_FILLED = 0.55
"""Share of dark dots from which on an area is a filled band and not letters."""
_LONGEST_GAP = 45
_LOWEST, _TALLEST = 13, 48
_FIGURES = re.compile(r"[($-]*\d[\d.,]*[.,][\d.,]*\)?")
_SOUND = re.compile(r"[($-]*\d{1,3}(?:,?\d{3})*(?:\.\d{1,2})?\)?[.,]?")
_FALSE_POINT = re.compile(r"[.,](\d\d)(?=\)?$)")
"""A comma before the last two figures of an amount is a point that was read badly."""


@dataclass(frozen=True)
class Word:
    """One word of a page and where it stands, in dots from the top left."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        """Height of the word's middle."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True)
class Frame:
    """One box that ruling encloses."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, word: Word) -> bool:
        """Tell whether a word's middle stands in the box."""
        across = (word.left + word.right) / 2
        return self.left <= across <= self.right and self.top <= word.middle <= self.bottom


def straightened(picture: Image.Image) -> Image.Image:
    """Return a scanned page turned so that its lines run level."""
    grey = picture.convert("L")
    down, across = np.nonzero(np.asarray(grey) < 128)
    if len(down) < 200:
        return grey
    best, level = 0.0, -1.0
    for angle in np.arange(-0.8, 0.81, 0.05):
        rows = (down - across * np.tan(np.radians(angle))).astype(np.int64)
        profile = np.bincount(rows - rows.min())
        sharpness = float(np.square(np.diff(profile.astype(np.float64))).sum())
        if sharpness > level:
            best, level = float(angle), sharpness
    return grey.rotate(best, resample=Image.Resampling.BICUBIC, fillcolor=255)


def unbanded(dark: Mask) -> Mask:
    """Return a page with printing in white on a filled band turned into dark on white."""
    labels, found = ndimage.label(_opened(_closed(dark, 9, 9), 24, 150))
    turned = dark.copy()
    for rows, columns in ndimage.find_objects(labels, found):
        if dark[rows, columns].mean() < _FILLED:
            continue
        inner = slice(rows.start + 3, rows.stop - 3), slice(columns.start + 3, columns.stop - 3)
        turned[rows, columns] = False
        turned[inner] = ~dark[inner]
    return turned


def ruling(dark: Mask) -> tuple[Mask, Mask]:
    """Return where a page is ruled, across and down."""
    return _runs(dark, _SHORTEST_ACROSS), _runs(dark.T, _SHORTEST_DOWN).T


def _runs(dark: Mask, shortest: int) -> Mask:
    """Return the horizontal runs of dark dots that are long and thin enough to be a rule, steps of a dot allowed."""
    kept = _opened(_dilated(dark, 3, 1), 1, shortest)
    thick = _opened(kept, _THICKEST_RULE + 2, 3)
    return kept & ~thick


def _dilated(mask: Mask, tall: int, wide: int) -> Mask:
    grown = ndimage.maximum_filter1d(mask.astype(np.uint8), tall, axis=0) if tall > 1 else mask.astype(np.uint8)
    return (ndimage.maximum_filter1d(grown, wide, axis=1) if wide > 1 else grown).astype(bool)


def _closed(mask: Mask, tall: int, wide: int) -> Mask:
    return ~_dilated(~_dilated(mask, tall, wide), tall, wide)


def _opened(mask: Mask, tall: int, wide: int) -> Mask:
    """Return what of a mask is covered by a solid block of that size."""
    reached: Mask = ~_closed(~mask, tall, wide)
    return reached


def frames(across: Mask, down: Mask) -> list[Frame]:
    """Return the boxes that ruling encloses, from the top left."""
    walls = _dilated(_closed(across, 1, _LONGEST_GAP) | _closed(down, _LONGEST_GAP, 1), 3, 3)
    labels, count = ndimage.label(~walls)
    height, width = walls.shape
    found = []
    for number, place in enumerate(ndimage.find_objects(labels, count), start=1):
        rows, columns = place
        tall, wide = rows.stop - rows.start, columns.stop - columns.start
        inside = rows.start > 0 and columns.start > 0 and rows.stop < height and columns.stop < width
        if inside and tall >= 18 and wide >= 60 and (labels[place] == number).mean() > 0.9:
            found.append(Frame(columns.start - 2, rows.start - 2, columns.stop + 2, rows.stop + 2))
    return sorted(found, key=lambda frame: (frame.top, frame.left))


def read_picture(picture: Image.Image) -> tuple[list[Word], list[Frame], tuple[int, int]]:
    """Return the words and boxes of a scanned page, and its size in dots."""
    level = straightened(picture)
    dark = unbanded(np.asarray(level) < 150)
    across, down = ruling(dark)
    rules = _dilated(across | down, 3, 3)
    clean = np.where(rules, 255, np.where(dark, np.asarray(level), 255)).astype(np.uint8)
    clean = np.where(dark & (clean > 150) & ~rules, 0, clean).astype(np.uint8)
    words = tesseract(Image.fromarray(clean), mode=11)
    words = [_read_again(clean, word) for word in words + _overlooked(clean, words)]
    return words, frames(across, down), (level.width, level.height)


def _overlooked(clean: NDArray[np.uint8], words: list[Word]) -> list[Word]:
    """Return what was printed where no word was read: single figures and letters are easily passed over."""
    ink = clean < 128
    for word in words:
        ink[max(int(word.top) - 4, 0) : int(word.bottom) + 5, max(int(word.left) - 4, 0) : int(word.right) + 5] = False
    labels, count = ndimage.label(_closed(ink, 3, 15), np.ones((3, 3)))
    found = []
    for rows, columns in ndimage.find_objects(labels, count):
        if not (_LOWEST <= rows.stop - rows.start <= _TALLEST and columns.stop - columns.start >= 3):
            continue
        top, left = max(rows.start - 12, 0), max(columns.start - 12, 0)
        cut = np.pad(clean[top : rows.stop + 12, left : columns.stop + 12], 20, constant_values=255)
        for word in _by_majority(Image.fromarray(cut)):
            place = (word.left + left - 20, word.top + top - 20, word.right + left - 20, word.bottom + top - 20)
            found.append(Word(word.text, *place))
    return found


def _by_majority(cut: Image.Image) -> list[Word]:
    """Return the words of a small cut; a single figure or letter is what most of three scales show."""
    read = tesseract(cut, mode=7, scale=2, surest=50)
    if [len(word.text) for word in read] != [1]:
        return read
    others = [tesseract(cut, mode=7, scale=scale) for scale in (1, 3)]
    votes = [read[0].text, *(words[0].text for words in others if len(words) == 1)]
    return [replace(read[0], text=max(votes, key=votes.count))]


def _read_again(clean: NDArray[np.uint8], word: Word) -> Word:
    """Return a word whose amount makes no sense as it was read at a larger scale."""
    if not _FIGURES.fullmatch(word.text) or _SOUND.fullmatch(word.text):
        return word
    top, left = max(int(word.top) - 8, 0), max(int(word.left) - 10, 0)
    cut = np.pad(clean[top : int(word.bottom) + 9, left : int(word.right) + 11], 24, constant_values=255)
    again = "".join(each.text for each in tesseract(Image.fromarray(cut), mode=7, scale=3))
    text = again if _SOUND.fullmatch(again) else _FALSE_POINT.sub(r".\1", word.text)
    return replace(word, text=text)


def tesseract(picture: Image.Image, *, mode: int, scale: int = 1, surest: float = 0) -> list[Word]:
    """Return the words that Tesseract sees.

    Args:
        picture: dark letters on white.
        mode: its page segmentation: 11 for words wherever they are, 6 for a block, 7 for a line.
        scale: how much the picture is enlarged beforehand.
        surest: how sure it must be of a word, in per cent.
    """
    if scale > 1:
        picture = picture.resize((picture.width * scale, picture.height * scale), Image.Resampling.LANCZOS)
    data = io.BytesIO()
    picture.save(data, "PNG", dpi=(DPI * scale, DPI * scale))
    command = [TESSERACT, "stdin", "stdout", "--psm", str(mode), "-l", "eng", "tsv"]
    done = subprocess.run(  # noqa: S603  Tesseract, by its path
        command, input=data.getvalue(), capture_output=True, check=True, env=os.environ | {"OMP_THREAD_LIMIT": "1"}
    )
    table = csv.DictReader(io.StringIO(done.stdout.decode()), delimiter="\t", quoting=csv.QUOTE_NONE)
    words = []
    for row in table:
        text = re.sub(r"^[|_~—]+|[|_~—]+$", "", (row["text"] or "").strip())
        if row["level"] == "5" and text and float(row["conf"]) >= surest:
            left, top, wide, tall = (int(row[name]) / scale for name in ("left", "top", "width", "height"))
            words.append(Word(text, left, top, left + wide, top + tall))
    return words
