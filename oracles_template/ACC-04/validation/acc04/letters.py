"""Reads what is neither a form nor a statement: letters, bills, histories of payments, lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from acc04.pages import Page, joined
from acc04.values import day, sentences

_PLACE = re.compile(r"^\D+, ?[A-Z!I|l]{1,3} \d{5}(?:-\d{4})?$")
_DATE = re.compile(r"^[A-Z][a-z]+ \d{1,2}, \d{4}$")


@dataclass(frozen=True)
class Letter:
    """One letter or other running text.

    Attributes:
        sender: The letterhead's first line.
        head: The whole letterhead.
        dated: The date below it.
        addressee: To whom it goes, line by line.
        body: What it says, as one running text.
        lines: Every line of the paper.
        file: Name of the file.
    """

    sender: str
    head: tuple[str, ...]
    dated: date | None
    addressee: tuple[str, ...]
    body: str
    lines: tuple[str, ...]
    file: str


def read_letter(pages: Sequence[Page], file: str) -> Letter:
    """Return a paper as a letter; one without a date below its head has no addressee."""
    lines = [text for page in pages for line in page.lines if (text := joined(line).strip()) and re.search(r"\w", text)]
    at = next((index for index, text in enumerate(lines[:9]) if _DATE.match(text)), None)
    if at is None:
        return Letter(lines[0] if lines else "", tuple(lines[:4]), None, (), sentences(lines), tuple(lines), file)
    head = _head(lines[:at])
    place = next((i for i in range(at + 1, min(at + 7, len(lines))) if _PLACE.match(lines[i])), at)
    end = next((i for i in range(place + 1, len(lines)) if lines[i].startswith("Sincerely")), len(lines))
    body = sentences(lines[place + 1 : end])
    return Letter(head[0], tuple(head), day(lines[at]), tuple(lines[at + 1 : place + 1]), body, tuple(lines), file)


def _head(lines: Sequence[str]) -> list[str]:
    """Return a letterhead with its name first, should a scanner have read an address line before it."""
    named = [text for text in lines if not re.match(r"^\d|^\(\d", text) and not _PLACE.match(text)]
    return [*named[:1], *(text for text in lines if text not in named[:1])]
