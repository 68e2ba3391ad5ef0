"""Reads of a picture only what a criterion may ask: its format and its size; no pixel is unpacked."""

from __future__ import annotations

import struct
import zlib
from typing import Any

from wp42_pytest.evidence.refusal import Reason, Refused

MOST_PIXELS = 100_000_000
"""A picture of more pixels is refused: unpacked it needs 400 MB or more."""

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_BARE = frozenset({0x01, *range(0xD0, 0xD8)})


def read_image(data: bytes) -> dict[str, Any]:
    """Return format, width, height and size in bytes of a PNG, JPEG or GIF.

    Args:
        data: the whole file.

    Raises:
        Refused: it is none of these, cut off, damaged, or has more pixels than any chart.
    """
    if data.startswith(_PNG):
        kind, (width, height) = "png", _png(data)
    elif data.startswith(b"\xff\xd8\xff"):
        kind, (width, height) = "jpeg", _jpeg(data)
    elif data[:6] in (b"GIF87a", b"GIF89a"):
        kind, (width, height) = "gif", _gif(data)
    else:
        raise Refused(Reason.wrong_kind, "it is not a PNG, JPEG or GIF picture")
    if not width or not height:
        raise Refused(Reason.damaged, "the picture has no width or no height")
    if width * height > MOST_PIXELS:
        raise Refused(Reason.too_large, f"the picture has {width:,} × {height:,} pixels")
    return {"format": kind, "width": width, "height": height, "bytes": len(data), "warnings": []}


def _png(data: bytes) -> tuple[int, int]:
    at, size = len(_PNG), (0, 0)
    has_data = False
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            break
        if zlib.crc32(data[at + 4 : end - 4]) != struct.unpack_from(">I", data, end - 4)[0]:
            raise Refused(Reason.damaged, f"the PNG's part {kind.decode('latin-1')!r} is damaged")
        if kind == b"IHDR" and length >= 8:
            size = struct.unpack_from(">II", data, at + 8)
        has_data = has_data or kind == b"IDAT"
        if kind == b"IEND":
            if not has_data:
                raise Refused(Reason.damaged, "the PNG holds no picture")
            return size
        at = end
    raise Refused(Reason.damaged, "the PNG is cut off")


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind in _JPEG_BARE or kind == 0xFF:
            at += 1 if kind == 0xFF else 2
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        if kind in _JPEG_SIZES and at + 9 <= len(data):
            height, width = struct.unpack_from(">HH", data, at + 5)
            if b"\xff\xd9" not in data[at:]:
                raise Refused(Reason.damaged, "the JPEG is cut off")
            return width, height
        at += 2 + max(length, 2)
    raise Refused(Reason.damaged, "the JPEG does not say its size")


def _gif(data: bytes) -> tuple[int, int]:
    if len(data) < 14 or data.rstrip(b"\0")[-1:] != b";":
        raise Refused(Reason.damaged, "the GIF is cut off")
    width, height = struct.unpack_from("<HH", data, 6)
    return width, height
