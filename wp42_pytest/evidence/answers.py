"""Reads short answers and open questions: yes, no or something else, and whether an entry asks for a thing or denies that it must."""

from __future__ import annotations

import re
from collections.abc import Mapping

from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.personal import plain
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.sentences import sentences_of

YES_OR_NO = {
    "yes": re.compile(r"(?:yes|y|true|1)\b"),
    "no": re.compile(r"(?:no|n|false|0|not)\b"),
}
"""The beginning of a yes and of a no, in `plain` text."""

_YES, _NO = re.compile(r"\b(?:yes|true)\b"), re.compile(r"\b(?:no|not|false)\b")
_ASKS = re.compile(
    r"\?|\b(?:ask\w*|confirm\w*|clarif\w*|please|whether|provid\w*|obtain\w*|verif\w*|check\w*|missing|unclear|unknown|open|need\w*|silent"
    r"|(?:not|never|without|no|nowhere|omits?|lacks?|\w+n't)\b.{0,40}\b(?:stat\w+|giv\w+|mention\w*|indicat\w*|sa(?:y|id)\w*|information|found|line))\b"
)
_ANSWERED = re.compile(
    r"\bno (?:further |open )?questions?\b|\b(?:is|was|are|were) (?:already )?(?:clear|stated|given|confirmed|fine|in order|known)\b(?! ?\?)"
)
_UNDER_CONDITION = re.compile(r"\b(?:if|once|until|till|when|whether|unless|as soon as|after|before|provided)\b")


def answer_of(cell: Cell, answers: Mapping[str, re.Pattern[str]] = YES_OR_NO) -> str:
    """Return which of several answers a cell gives; words may follow it, but not another answer.

    Args:
        cell: the cell.
        answers: how each answer begins, in `plain` text; the first that fits is taken.

    Raises:
        NotMet: it gives none of them, or several.
    """
    said = plain(cell.text).strip(" .!*_")
    found = next((name for name, pattern in answers.items() if pattern.match(said)), "")
    if not found:
        raise NotMet(f"{cell!r} says none of {', '.join(answers)}")
    # Whoever says no may say what is pending; whoever says yes has nothing left to say.
    further = [pattern for name, pattern in answers.items() if name not in YES_OR_NO] if found == "yes" else []
    if any(pattern.search(said) for pattern in (_NO if found == "yes" else _YES, *further)):
        raise NotMet(f"{cell!r} says several things")
    return found


def asks_for(text: str, topic: re.Pattern[str]) -> bool:
    """Tell whether an entry asks for something, or says that it is missing, instead of saying that it is there.

    Args:
        text: a question, as people write them with or without a question mark.
        topic: what it must be about, in `plain` text.
    """
    said = plain(text)
    answered = any(_ANSWERED.search(one) and not _UNDER_CONDITION.search(one) for one in map(plain, sentences_of(text)))
    return bool(topic.search(said) and _ASKS.search(said) and not answered)
