"""Recognises private data in what a worker sent outside: names, tax ids, account numbers, exact amounts."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LEAST_DIGITS = 5
"""Numbers with fewer digits are too common to belong to one client."""

_GROUPED = re.compile(r"(?<=\d)[\s,.'’\-‐-―/](?=\d)")
_DIGITS = re.compile(r"\d+")


def private_in(text: str, identifiers: Iterable[str]) -> list[str]:
    """Return the identifiers that a text holds.

    Numbers are compared by their digits alone, however they are grouped: `123-45-6789` is `123456789`, and the amount
    `12,345.67` is `12345.67`. Words are compared without case, accents and punctuation, as whole words.

    Args:
        text: a query, a URL or anything else that left.
        identifiers: as they stand in the client's documents.
    """
    text = _decoded(text)
    numbers = {match for form in (text, _GROUPED.sub("", text)) for match in _DIGITS.findall(form)}
    numbers |= {number.lstrip("0") for number in numbers}
    words = f" {_words(text)} "
    found = []
    for identifier in identifiers:
        digits = "".join(_DIGITS.findall(identifier))
        if len(digits) >= LEAST_DIGITS:
            hit = digits in numbers or any(digits in number for number in numbers if len(digits) > LEAST_DIGITS + 2)
        elif digits:
            continue
        else:
            hit = bool(_words(identifier)) and f" {_words(identifier)} " in words
        if hit and identifier not in found:
            found.append(identifier)
    return found


def _decoded(text: str) -> str:
    from urllib.parse import unquote_plus

    return unicodedata.normalize("NFKC", unquote_plus(text))


def _words(text: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", plain.casefold()))
