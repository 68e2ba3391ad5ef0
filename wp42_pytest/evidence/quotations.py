"""Finds what a text quotes, and tells whether it was said so: word for word, ellipses and editors' brackets aside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wp42_pytest.evidence.wording import lowered, prepared

_QUOTED = re.compile(r'"([^"]+)"')
_LEFT_OUT = re.compile(r"\.\.\.|\[[^\]]*\]|\([^)]*\)")
_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case without accents and punctuation; an apostrophe inside a word stays.

    Args:
        text: running text.
    """
    return _WORDS.findall(lowered(prepared(text)))


def has_words(text: str, wanted: str) -> bool:
    """Tell whether a text has words in their order and next to one another, whatever stands between them as punctuation.

    Args:
        text: running text.
        wanted: for example `fewer crews`.
    """
    words = " ".join(words_of(wanted))
    return bool(words) and f" {words} " in f" {' '.join(words_of(text))} "


def quotations(text: str) -> Iterator[str]:
    """Yield what stands between quotation marks: straight, curly or angled.

    Args:
        text: one paragraph.
    """
    for match in _QUOTED.finditer(prepared(text)):
        yield match[1].strip()


def is_verbatim(quote: str, spoken: Iterable[str]) -> bool:
    """Tell whether all that a quotation has was said by one speaker in one go, in its order.

    Args:
        quote: what stands between quotation marks; it may leave words out by an ellipsis, and add some in brackets.
        spoken: what was said, an entry for each turn.
    """
    pieces = [words for part in _LEFT_OUT.split(prepared(quote)) if (words := " ".join(words_of(part)))]
    return any(_in_order(pieces, f" {' '.join(words_of(turn))} ") for turn in spoken)


def _in_order(pieces: list[str], said: str) -> bool:
    at = 0
    for piece in pieces:
        found = said.find(f" {piece} ", at)
        if found < 0:
            return False
        at = found + len(piece) + 1
    return bool(pieces)
