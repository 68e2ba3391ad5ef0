"""Finds what must not be passed on about people: grounds that decide nothing about them, and ways to reach or identify them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from wp42_pytest.evidence.text import normal_text

GROUND = (
    r"\b(?:ages?|aged|ageing|retire\w*|retiring|pension\w*|born|births?|birth ?dates?|birthdays?|famil(?:y|ies)|child(?:ren)?|child\w*care|kids?"
    r"|parents?(?! compan\w+)|parental|parenthood|mother(?:s|hood)?(?! tongue)|father(?:s|hood)?|pregnan\w*|maternity|paternity|married|marital"
    r"|gender|male|female|ethnic\w*|nationalit\w+|religio\w*|older|elderly|young|younger|years old|home situation)\b"
)
"""Words for age, family, origin, gender and religion, in `plain` text; a pattern to build others with."""

_GROUND = re.compile(GROUND)
_UNUSED = re.compile(
    r"\b(?:not|never)\s?(?:\w+ ){0,3}?(?:considered|used|taken|weighed|recorded|assessed|relevant|criteria|criterion|a factor)\b"
    r"|\bregardless of|\birrespective of|\bwithout regard to|\b(?:plays?|played) no (?:part|role)"
)


def plain(text: str) -> str:
    """Return a text in lower case without accents, curly quotes and hyphens, for looking words up."""
    return normal_text(text).casefold().replace("\u2019", "'").replace("-", " ").replace("é", "e").replace("è", "e")


def ground_in(sentence: str) -> str:
    """Return the word by which a sentence speaks of age, family, origin or gender, "" when it does not, or says that it is not used.

    Args:
        sentence: one sentence or cell; "parent company" and "mother tongue" are no ground.
    """
    said = plain(sentence)
    found = _GROUND.search(said)
    return found[0] if found and not _UNUSED.search(said) else ""


def private_in(text: str, held: Mapping[str, str]) -> str:
    """Return which of somebody's data a text gives away, "" when none.

    Args:
        text: running text.
        held: by name; `phone`, `postal_code` and `born` (an ISO date) are found however they are written, others as they stand.
    """
    said = plain(text)
    for what, value in held.items():
        if value and _gives(said, what, value):
            return what
    return ""


def _gives(said: str, what: str, value: str) -> bool:
    if what == "phone":
        digits = re.sub(r"\D", "", value)
        return bool(re.search(r"[^\d\n]{0,3}".join(digits), said))
    if what == "postal_code":
        return re.sub(r"\s", "", plain(value)) in re.sub(r"\s", "", said)
    if what == "born":
        return any(spelling in said for spelling in _birthdays(date.fromisoformat(value)))
    return plain(value) in said


def _birthdays(day: date) -> list[str]:
    """Return the ways in which a date of birth may be written, in plain letters."""
    named = [f"{day.day} {month} {day.year}" for month in (f"{day:%B}", f"{day:%b}")]
    named += [f"{month} {day.day}, {day.year}" for month in (f"{day:%B}", f"{day:%b}")]
    named += [f"{day:%Y %m %d}", f"{day:%d/%m/%Y}", f"{day:%m/%d/%Y}", f"born in {day.year}", f"born {day.year}"]
    return [spelling.lower() for spelling in named]
