"""Takes running text apart into sentences, for checks that must not join one sentence's verb with another's amount."""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[^\sa-z])|\n+")
_TITLE = re.compile(r"\b(Mr|Mrs|Ms|Mx|Dr|Prof|Me|Mme|St|No|Nos|vs|approx|e\.g|i\.e|Inc|Ltd|Co)\.(\s+)")
_SHELTERED = "\u2024"


def sentences_of(text: str) -> Iterator[str]:
    """Yield the sentences of a text; a line break ends one too, the dot of a title or an abbreviation does not.

    Args:
        text: running text.
    """
    for sentence in _END.split(_TITLE.sub(rf"\1{_SHELTERED}\2", text)):
        if kept := sentence.replace(_SHELTERED, ".").strip():
            yield kept
