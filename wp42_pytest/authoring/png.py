"""Draws pictures: letterheads, typed and scanned notes, tables and charts whose text stands in pixels alone.

Only fonts that an installed package ships are used, so that a picture has the same bytes on every machine. What a picture
says is kept in `Picture.texts`, since no seal check can read pixels: hand it to `standing_figures` beside `file_texts`.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import reportlab
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from wp42_pytest.authoring.economy import Organisation
    from wp42_pytest.authoring.opc import Properties

Face = Literal[
    "sans", "bold", "italic", "serif", "serif bold", "serif italic", "typewriter", "typewriter bold", "script"
]

_FONTS: Mapping[Face, str] = {
    "sans": "Vera.ttf",
    "bold": "VeraBd.ttf",
    "italic": "VeraIt.ttf",
    "serif": "_er_____.pfb",
    "serif bold": "_eb_____.pfb",
    "serif italic": "_ei_____.pfb",
    "typewriter": "com_____.pfb",
    "typewriter bold": "cob_____.pfb",
    "script": "callig15.pfb",
}
_GREY = "#777777"
_RULE = "#BBBBBB"
_STORED_MOST = 65535
_GREYS, _PALETTE = 0, 3
"""Colour types of a PNG."""


@cache
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout engine needs no library that a machine may or may not have.
    path = Path(reportlab.__file__).parent / "fonts" / _FONTS[face]
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _has_glyph(face: Face, character: str) -> bool:
    if character.isspace():
        return True
    font = _font(face, 24)
    return bytes(font.getmask(character)) != bytes(font.getmask("\uffff"))


class Picture:
    """A page or a chart being drawn; positions and sizes are pixels from the top left corner.

    Args:
        width: of the picture.
        height: of the picture.
        paper: its background.
    """

    def __init__(self, width: int, height: int, paper: str = "#FFFFFF") -> None:
        self.image = Image.new("RGB", (width, height), paper)
        self.paper = paper
        self.texts: list[str] = []
        self._pen = ImageDraw.Draw(self.image)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: int = 16,
        face: Face = "sans",
        colour: str = "#000000",
        anchor: str = "la",
    ) -> int:
        """Draw one line of text and return its width.

        Args:
            x: position of the anchor.
            y: position of the anchor.
            text: the words.
            size: height of the font.
            face: one of the faces, named by look.
            colour: such as "#7A1F2B".
            anchor: "la" when x is the left end and y the top, "ra" for the right end, "ma" for the middle.

        Raises:
            ValueError: when the face lacks a character, or the text leaves the picture.
        """
        if missing := [character for character in text if not _has_glyph(face, character)]:
            msg = f"the face {face!r} has no {missing[0]!r}, which is in {text!r}"
            raise ValueError(msg)
        font = _font(face, size)
        left, top, right, bottom = self._pen.textbbox((x, y), text, font=font, anchor=anchor)
        if left < 0 or top < 0 or right > self.image.width or bottom > self.image.height:
            msg = f"{text!r} leaves the picture: it would reach from {left, top} to {right, bottom}"
            raise ValueError(msg)
        self._pen.text((x, y), text, font=font, fill=colour, anchor=anchor)
        self.texts.append(text)
        return round(font.getlength(text))

    def paragraph(
        self,
        x: float,
        y: float,
        text: str,
        width: float,
        *,
        size: int = 16,
        face: Face = "sans",
        colour: str = "#000000",
        leading: float = 1.4,
    ) -> float:
        """Draw text broken into lines of at most a width; line breaks in it are kept.

        Returns:
            The y at which the next paragraph starts.
        """
        font = _font(face, size)
        for line in text.split("\n"):
            words, held = line.split(" "), ""
            for word in words:
                longer = f"{held} {word}" if held else word
                if held and font.getlength(longer) > width:
                    self.text(x, y, held, size=size, face=face, colour=colour)
                    y, held = y + size * leading, word
                else:
                    held = longer
            if held:
                self.text(x, y, held, size=size, face=face, colour=colour)
            y += size * leading
        # A seal check must see the paragraph as it is read, not cut at the line ends.
        self.texts.append(" ".join(text.split()))
        return y

    def line(
        self, start: tuple[float, float], end: tuple[float, float], *, colour: str = _RULE, width: int = 1
    ) -> None:
        """Draw a straight line."""
        self._pen.line([start, end], fill=colour, width=width)

    def box(
        self, corner: tuple[float, float], opposite: tuple[float, float], *, fill: str | None = None,
        outline: str | None = _RULE, width: int = 1,
    ) -> None:  # fmt: skip
        """Draw a rectangle."""
        self._pen.rectangle([corner, opposite], fill=fill, outline=outline, width=width)

    def letterhead(self, organisation: Organisation, *, colour: str = "#7A1F2B", margin: int = 60) -> float:
        """Draw an organisation's name and address; return the y below it."""
        self.text(margin, 42, organisation.name, size=30, face="serif bold", colour=colour)
        self.text(margin, 84, f"{organisation.address.one_line}  ·  {organisation.phone}", size=13, colour=_GREY)
        self.line((margin, 110), (self.image.width - margin, 110), colour=colour, width=2)
        return 134

    def table(
        self,
        x: float,
        y: float,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        widths: Sequence[int],
        *,
        right: Sequence[int] = (),
        size: int = 15,
        fill: str = "#E6E6E6",
        bold_rows: Sequence[int] = (),
        face: Face = "sans",
    ) -> float:
        """Draw a ruled table and return the y below it.

        Args:
            x: left edge.
            y: top edge.
            header: the column names.
            rows: the cells.
            widths: column widths.
            right: columns that are aligned right.
            size: height of the font.
            fill: background of the header.
            bold_rows: rows shown in bold, counted from zero below the header.
            face: of the rows that are not bold.

        Raises:
            ValueError: when a cell does not fit its column.
        """
        height, pad = round(size * 1.75), round(size * 0.45)
        for number, row in enumerate([header, *rows], start=-1):
            bold: Face = (
                "bold" if face in ("sans", "italic") else "typewriter bold" if face == "typewriter" else "serif bold"
            )
            look = bold if number == -1 or number in bold_rows else face
            at = x
            if number == -1:
                self.box((x, y), (x + sum(widths), y + height), fill=fill, outline=None)
            for column, (text, width) in enumerate(zip(row, widths, strict=True)):
                if _font(look, size).getlength(text) > width - 2 * pad:
                    msg = f"{text!r} is wider than its column of {width} pixels"
                    raise ValueError(msg)
                if column in right:
                    self.text(at + width - pad, y + height / 2, text, size=size, face=look, anchor="rm")
                elif text:
                    self.text(at + pad, y + height / 2, text, size=size, face=look, anchor="lm")
                at += width
            self.texts.append(" ".join(row))
            y += height
            self.line((x, y), (x + sum(widths), y))
        return y

    def scanned(self, rng: np.random.Generator, *, tilt: float = 0.5, grain: int = 5, specks: int = 60) -> None:
        """Make the page look scanned: in greys, slightly turned, with grain and specks. Draw nothing afterwards.

        Args:
            rng: the stream of the layout.
            tilt: most degrees that the page is turned, either way.
            grain: standard deviation of the noise, of 255.
            specks: number of dark specks.
        """
        turned = self.image.rotate(float(rng.uniform(-tilt, tilt)), Image.Resampling.BICUBIC, fillcolor=self.paper)
        clean = np.asarray(turned.convert("L"), dtype=np.int16)
        noise = np.rint(rng.normal(0, grain, clean.shape)).astype(np.int16)
        pixels = np.clip(clean + noise, 0, 255).astype(np.uint8)
        for _ in range(specks):
            row, column = int(rng.integers(turned.height - 2)), int(rng.integers(turned.width - 2))
            pixels[row : row + int(rng.integers(1, 3)), column : column + 1] = int(rng.integers(90, 190))
        self.image = Image.fromarray(pixels)


def png_bytes(picture: Picture, properties: Properties, *, colours: int = 16) -> bytes:
    """Return a picture as a .png file.

    The pixels are stored instead of deflated, since deflated bytes differ between builds of zlib; half a byte for each
    pixel keeps the file small in spite of it.

    Args:
        picture: what was drawn. A scanned page is written in 16 greys, another picture with a palette.
        properties: title and author go into the file as text, and its time of creation; so does the subject as description,
            which may hold the picture's words for people who cannot see it.
        colours: size of the palette, at most 256; more than 16 take a whole byte for each pixel.
    """
    image, palette = picture.image, b""
    if image.mode == "L":
        kind, depth = _GREYS, 4
        lines: np.ndarray[Any, Any] = (np.asarray(image, dtype=np.uint16) * 15 + 127) // 255
    else:
        kind, depth = _PALETTE, 4 if colours <= 16 else 8
        reduced = image.quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        palette = _chunk(b"PLTE", bytes(reduced.getpalette() or ())[: 3 * 2**depth])
        lines = np.asarray(reduced)
    lines = lines.astype(np.uint8)
    if depth == 4:
        even = np.pad(lines, ((0, 0), (0, lines.shape[1] % 2)))
        lines = (even[:, 0::2] << 4) | even[:, 1::2]
    # Every line of a PNG begins with the number of its filter; zero is none.
    filtered = np.pad(lines, ((0, 0), (1, 0))).tobytes()
    header = struct.pack(">IIBBBBB", image.width, image.height, depth, kind, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            palette,
            *(
                _chunk(b"iTXt", name + b"\0\0\0\0\0" + text.encode())
                for name, text in (
                    (b"Title", properties.title),
                    (b"Author", properties.author),
                    (b"Description", properties.subject),
                    (b"Creation Time", f"{properties.created:%Y-%m-%dT%H:%M:%S}"),
                )
                if text
            ),
            _chunk(b"IDAT", _stored(filtered)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _stored(data: bytes) -> bytes:
    """Return data as a zlib stream of stored blocks (RFC 1950, RFC 1951 section 3.2.4)."""
    parts = [b"\x78\x01"]
    for at in range(0, len(data), _STORED_MOST):
        block = data[at : at + _STORED_MOST]
        last = at + _STORED_MOST >= len(data)
        parts.append(struct.pack("<BHH", last, len(block), len(block) ^ 0xFFFF) + block)
    return b"".join((*parts, struct.pack(">I", zlib.adler32(data))))
