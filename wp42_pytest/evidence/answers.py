"""Reads short answers and open questions: yes, no or something else, and whether an entry asks for a thing or denies that it must."""

from __future__ import annotations

import re
from collections.abc import Mapping

from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.personal import plain
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.speech import clauses_of, denied, depends

YES_OR_NO = {
    "yes": re.compile(r"(?:yes|y|true|1)\b"),
    "no": re.compile(r"(?:no|n|false|0|not)\b"),
}
"""The beginning of a yes and of a no, in `plain` text."""

_YES, _NO = re.compile(r"\b(?:yes|true)\b"), re.compile(r"\b(?:no|not|false)\b")
_UNDECIDED = re.compile(r"\b(?:maybe|perhaps|possibly|instead|or (?:no|not|else|[a-z] ?\d+))\b")
_EITHER_WAY = re.compile(
    r"(?:/|\bor\b) ?(?:yes|no|true|false)\b|(?<!not )(?<!neither )(?<!nor )\b(?:rejected|turned down)\b"
)
_ASKS = re.compile(
    r"\?|\b(?:ask\w*|confirm\w*|clarif\w*|please|whether|provid\w*|obtain\w*|verif\w*|check\w*|missing|unclear|unknown|open|need\w*|silent|lack\w*"
    r"|(?:not|never|without|no|nowhere|omits?|lacks?|\w+n't)\b.{0,40}\b(?:stat\w+|giv\w+|mention\w*|indicat\w*|sa(?:y|id)\w*|information|found|line))\b"
    r"|\b(?:is|are)(?:n't| not)$"
)
_THERE = re.compile(
    r"\b(?:is|was|are|were) (?:already )?(?:clear|stated|given|confirmed|fine|in order|known|answered|settled)\b(?! ?\?)"
)
_NO_QUESTION = re.compile(r"\bno (?:further |open )?questions?\b")
_IT = re.compile(r"\b(?:it|this|that|which|these|they|both)\b")


def answer_of(cell: Cell, answers: Mapping[str, re.Pattern[str]] = YES_OR_NO) -> str:
    """Return which of several answers a cell gives; words may follow it, but not another answer, unless under a condition.

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
    if _contradicted(found, said, answers):
        raise NotMet(f"{cell!r} says several things")
    return found


def _contradicted(found: str, said: str, answers: Mapping[str, re.Pattern[str]]) -> bool:
    """Tell whether an answer is taken back by what follows it."""
    if found == "yes":
        # Whoever says yes has nothing left to say.
        further = [_NO, _UNDECIDED, *(pattern for name, pattern in answers.items() if name not in YES_OR_NO)]
        return any(pattern.search(said) for pattern in further)
    if found == "no":
        # Whoever says no may say what is pending, and what would change it.
        return any(
            _YES.search(clause) and not depends(clause) and " only " not in clause for clause in clauses_of(said)
        )
    return bool(_YES.search(said) or _EITHER_WAY.search(said))


def asks_for(text: str, topic: re.Pattern[str]) -> bool:
    """Tell whether an entry asks for something, or says that it is missing, instead of saying that it is there.

    Args:
        text: a question, as people write them with or without a question mark.
        topic: what it must be about, in `plain` text.
    """
    said = plain(text)
    return bool(topic.search(said) and _ASKS.search(said.rstrip(" .")) and not is_there(text, topic))


def is_there(text: str, topic: re.Pattern[str]) -> bool:
    """Tell whether an entry says of its topic that it is known; what it says of other things does not count.

    Args:
        text: the entry.
        topic: what it must be about, in `plain` text.
    """
    if _NO_QUESTION.search(plain(text)):
        return True
    for clause in _short_clauses(text):
        stated = _THERE.search(clause)
        if stated and not denied(clause) and not depends(clause):
            before = clause[: stated.start()]
            if topic.search(before) or re.fullmatch(rf"(?:\w+[ ,])?{_IT.pattern} ", before):
                return True
    return False


def _short_clauses(text: str) -> list[str]:
    """Return clauses in `plain` text, parted at "and" and "so" too, so that each has one subject."""
    parted = (re.split(r",? \b(?:and|so|because|since)\b |, ", clause) for clause in map(plain, clauses_of(text)))
    return [part for parts in parted for part in parts]
