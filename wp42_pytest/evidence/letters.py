"""Takes a file of several letters apart: whose letter each block belongs to, and what everybody reads with theirs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wp42_pytest.evidence.blocks import Block
from wp42_pytest.evidence.document import Document
from wp42_pytest.evidence.greeting import greeted
from wp42_pytest.evidence.speech import money_in
from wp42_pytest.evidence.text import mentions_id
from wp42_pytest.evidence.wording import Wording

LONGEST_HEAD = 110
"""Most characters of the line with which a letter begins."""

MOST_WORDS_BESIDE = 6
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|leaves?|left|gets?|got|receives?|received|returns?|goes|also|because|since|who)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Letter:
    """One letter of several in a file.

    Args:
        own: what stands in it.
        around: what every reader of the file's letters sees with theirs: headers, footers, and what stands before the first.
    """

    own: Document
    around: Document


def letters_in(document: Document, named: Mapping[str, Sequence[str]]) -> dict[str, Letter]:
    """Return the letters of a file by whom they are for; a letter begins at a short line that names one person alone.

    Args:
        document: the file.
        named: key → what names the person: an identifier, a name. A line with another person's as well begins nothing.
    """
    heads = {block.number: key for block in document.blocks if (key := _begins(block, named))}
    greetings = {
        block.number: key for block in document.blocks if (key := _greets(block, named)) and key not in heads.values()
    }
    heads = greetings | heads
    own: dict[str, list[Block]] = {}
    around: list[Block] = []
    current = ""
    for block in document.blocks:
        if block.kind in ("header", "footer"):
            around.append(block)
            continue
        current = heads.get(block.number, current)
        (own.setdefault(current, []) if current else around).append(block)
    beside = Document(f"{document.name}, around the letters", document.kind, tuple(around))
    return {
        key: Letter(Document(f"letter to {named[key][-1]}", document.kind, tuple(blocks)), beside)
        for key, blocks in own.items()
    }


def names_any(text: str, names: Sequence[str]) -> bool:
    """Tell whether a text has one of several names or identifiers.

    Args:
        text: running text.
        names: an identifier is one with digits.
    """
    return any(mentions_id(text, name) if any(map(str.isdigit, name)) else Wording(text).has(name) for name in names)


def _named(block: Block, named: Mapping[str, Sequence[str]]) -> str:
    found = [key for key, names in named.items() if names_any(block.text, names)]
    return found[0] if len(found) == 1 and len(block.text) <= LONGEST_HEAD and not money_in(block.text) else ""


def _begins(block: Block, named: Mapping[str, Sequence[str]]) -> str:
    if block.kind in ("header", "footer") or greeted(block.text) is not None:
        return ""
    key = _named(block, named)
    if not key or any(mentions_id(block.text, name) for name in named[key] if any(map(str.isdigit, name))):
        return key
    text = block.text.strip()
    return (
        "" if text.endswith((".", "!", "?")) or _VERB.search(text) or len(text.split()) > MOST_WORDS_BESIDE + 2 else key
    )


def _greets(block: Block, named: Mapping[str, Sequence[str]]) -> str:
    return _named(block, named) if greeted(block.text) is not None else ""
