"""Cell references such as B9 and B2:D9."""

from __future__ import annotations

import re
from functools import lru_cache

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
"""The far corner of a worksheet, XFD1048576."""

REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


@lru_cache(maxsize=2048)
def column_number(letters: str) -> int:
    """Return the number of a column, A being 1."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


@lru_cache(maxsize=2048)
def column_letters(number: int) -> str:
    """Return the letters of a column, 1 being A."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def area(reference: str) -> list[int] | None:
    """Return top, left, bottom and right of a reference such as `B2:D9`, or None."""
    ends = [REFERENCE.fullmatch(end) for end in reference.replace("$", "").split(":")]
    if not 1 <= len(ends) <= 2:
        return None
    corners = [(int(end[2]), column_number(end[1])) for end in ends if end]
    if len(corners) != len(ends):
        return None
    (row1, column1), (row2, column2) = corners[0], corners[-1]
    return [min(row1, row2), min(column1, column2), max(row1, row2), max(column1, column2)]
