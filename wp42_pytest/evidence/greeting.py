"""Reads who is greeted in a letter, so that nobody's letter opens with another's name."""

from __future__ import annotations

import re

from wp42_pytest.evidence.wording import Wording, lowered, prepared

_GREETING = re.compile(
    r"\W*(?:dear|hello|hi|hey|good (?:morning|afternoon|evening|day)|bonjour|greetings)\b(?P<who>[^,:;!?\n]{0,80})",
    re.IGNORECASE,
)
_TITLE = re.compile(r"\b(?:mr|mrs|ms|mx|miss|mister|dr|dre|prof|mme|mlle|me|m)\b\.?", re.IGNORECASE)
_ANYBODY = re.compile(
    r"\b(?:sir|madam|all|both|everyone|everybody|team|colleagues?|friends?|members?|customers?|clients?|guests?|employees?|there|again|and|or|to"
    r"|valued|former|human resources)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"[^\W\d_][\w'’-]*")
_LETTERS = re.compile(r"[^\W\d_]+")


def greeted(text: str) -> str | None:
    """Return the name that a greeting greets, "" for a greeting that names nobody, None for a text that is none.

    Args:
        text: a line or a paragraph, such as `Dear Ms. Lacasse,` or `Hello Hugo, thank you for your message.`
    """
    match = _GREETING.match(prepared(text))
    if not match:
        return None
    who = re.split(r" - |\. ", _TITLE.sub(" ", match["who"]))[0]
    names = [word for word in _NAME.findall(_ANYBODY.sub(" ", who)) if word[0].isupper()]
    return " ".join(names)


def greets_another(text: str, *own: str) -> str:
    """Return the name in a greeting that has no word of somebody's own names, "" where there is no such greeting.

    Args:
        text: a line or a paragraph.
        own: the names of whom the letter is for.
    """
    name = greeted(text) or ""
    mine = {word for each in own for word in _words(each)}
    return name if name and not mine & set(_words(name)) else ""


def _words(name: str) -> list[str]:
    return _LETTERS.findall(lowered(Wording(name).text))
