"""Characters as a reader compares them: one form for spaces, quotes, dashes and ligatures."""

from __future__ import annotations

import re
import unicodedata

_DROPPED = dict.fromkeys(
    [
        0x00AD,  # soft hyphen
        0x034F,
        0x061C,
        *range(0x200B, 0x2010),  # zero width spaces, joiners and direction marks
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        0xFEFF,
        *range(0xE0000, 0xE0080),  # tag characters: invisible, yet carry ASCII
    ]
)
_MAPPED: dict[int, int | str | None] = {
    **_DROPPED,
    **dict.fromkeys([0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D], "-"),
    **dict.fromkeys([0x2018, 0x2019, 0x201A, 0x201B, 0x2032, 0x00B4, 0x0060, 0x02BC], "'"),
    **dict.fromkeys([0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0x00AB, 0x00BB], '"'),
    0x2044: "/",
}
_SPACES = re.compile(r"\s+")


def mapped_text(text: str) -> str:
    """Return the text in NFKC with dashes and quotes in one form, invisible characters dropped, spaces kept."""
    if text.isascii():
        return text
    # Mapped before NFKC too, since it would turn an acute accent standing alone into a space and a combining mark.
    return unicodedata.normalize("NFKC", text.translate(_MAPPED)).translate(_MAPPED)


def normal_text(text: str) -> str:
    """Return the text as compared: `mapped_text` with every run of white space one space, ends stripped, case kept."""
    return _SPACES.sub(" ", mapped_text(text)).strip()


def folded_text(text: str) -> str:
    """Return `normal_text` without case and without accents, for searching words."""
    text = normal_text(text).casefold()
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))


def squeezed_text(text: str) -> str:
    """Return `folded_text` without any space, for text whose glyphs were placed one by one."""
    return folded_text(text).replace(" ", "")
