"""What a letter does: holds money or a return out, refuses it, says that money has gone, takes something off somebody's pay.

A letter may say when something happens ("once the item is back") and still promise it; it may leave it open ("the assessor may
offer"), or state the rule ("we refund unused items"). Each act is looked for in the main part of a clause, told from its
conditions of time, from what is denied in the same part, and from nouns that only sound like the act ("your refund request").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wp42_pytest.evidence import act_words as words
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.speech import without_idioms
from wp42_pytest.evidence.wording import Wording


@dataclass(frozen=True)
class Part:
    """The main part of a clause, in lower case.

    Args:
        said: what it says, without its conditions of time, idioms and nouns that only sound like an act.
        whole: the clause as it stands.
        timed: whether it says until or before when something holds.
        open: whether it depends on something, or is somebody's wish.
        rule: whether it says what holds as a rule.
    """

    said: str
    whole: str
    timed: bool
    open: bool
    rule: bool

    @property
    def denied(self) -> bool:
        """Tell whether it denies what it speaks of."""
        return bool(words.DENIES.search(self.said))


def parts_of(text: str) -> Iterator[Part]:
    """Yield the main part of every clause of a text.

    Args:
        text: running text; a line break ends a sentence.
    """
    for sentence in sentences_of(Wording(text).text):
        for clause in words.PART.split(without_idioms(sentence.lower())):
            for piece in _pieces(clause):
                if piece.strip():
                    yield _part(piece.strip())


def _pieces(clause: str) -> list[str]:
    """Part a clause where a new subject begins; what hangs on the next piece stays with it."""
    found: list[str] = []
    for piece in words.SUBJECT_NEXT.split(clause):
        if found and words.HANGING.search(found[-1]):
            found[-1] = f"{found[-1]}, {piece}"
        else:
            found.append(piece)
    return found


def _part(clause: str) -> Part:
    said = words.SOUND_ALIKES.sub("", words.TIMED.sub(" ", f"{clause} "))
    said = " ".join(words.BESIDE.sub(" ", words.GLAD.sub(" will", said)).split())
    offered = words.WISHED.sub(" ", said)
    timed, left_open = bool(words.TIMING.search(clause)), bool(words.OPEN.search(offered))
    return Part(said, clause, timed, left_open, bool(words.RULE.search(said)))


def _first(text: str, told: Callable[[Part], bool]) -> str:
    return next((part.whole for part in parts_of(text) if told(part)), "")


def _has(patterns: tuple[re.Pattern[str], ...], said: str) -> bool:
    return any(pattern.search(said) for pattern in patterns)


def holds_out(text: str) -> str:
    """Return the first clause that promises or grants money, credit or an exception to the reader, "" when none does.

    "Once we have the photo, we will refund you" does; "the assessor may offer a credit note", "we refund unused items" and "we
    have received your refund request" do not.

    Args:
        text: a letter, or what stands in one.
    """

    def held(part: Part) -> bool:
        promised = not part.open and not part.rule and _has(words.HELD_OUT, part.said)
        return not part.denied and (promised or bool(words.WORTH.search(part.said)))

    return _first(text, held)


def takes_back(text: str) -> str:
    """Return the first clause that accepts a return, or invites to send something back, "" when none does.

    Args:
        text: a letter, or what stands in one.
    """

    def taken(part: Part) -> bool:
        # "You may return it" and "could you send it back" leave nothing open.
        invited = _has(words.TAKEN_BACK, part.said) and not re.search(rf"\b{words.WHETHER}\b", part.said)
        return invited and not (part.rule or part.denied)

    return _first(text, taken)


def announces(text: str) -> str:
    """Return the first clause that tells how somebody else has decided or will decide, "" when none does.

    Args:
        text: a letter, or what stands in one.
    """

    def announced(part: Part) -> bool:
        if part.rule or re.search(
            rf"\b(?:{words.WHETHER}|{words.MAY}|might|could|would|you (?:told|said|wrote))\b", part.said
        ):
            return bool(words.FORMALITY.search(part.said))
        told = words.WILL_NOT.search(part.said) or words.FORMALITY.search(part.said)
        return bool(told) or (not part.denied and _has(words.OUTCOME, part.said))

    return _first(text, announced)


def refuses(text: str, but: re.Pattern[str] | None = None) -> str:
    """Return the first clause that refuses a refund, return or exchange, "" when none does.

    "We cannot refund it until it is back" says when, and refuses nothing.

    Args:
        text: a letter, or what stands in one.
        but: what a clause may speak of when it is not to count, such as shipping.
    """

    def refused(part: Part) -> bool:
        if but and but.search(part.whole):
            return False
        if words.OVER.search(part.whole):
            return True
        turned = words.REFUSING.search(part.said)
        if turned and not part.timed and not words.DENIES.search(part.said[: turned.start()]):
            return True
        said = words.INSTEAD.sub(" ", part.said)
        return _has(words.NOT_GIVEN, said) and not (part.timed or words.OTHERS_DECIDE.search(said))

    return _first(text, refused)


def says_sent(text: str) -> str:
    """Return the first clause that says that money has gone or is on its way, "" when none does.

    Args:
        text: a letter, or what stands in one.
    """

    def sent(part: Part) -> bool:
        return not (part.open or part.denied or words.EARLIER.search(part.said)) and _has(words.GONE, part.said)

    return _first(text, sent)


def takes_off(text: str, what: re.Pattern[str]) -> str:
    """Return the first clause that takes something off somebody's pay, or threatens to, "" when none does.

    Under a condition it is a threat, and counts: "if it does not come back, its value is deducted".

    Args:
        text: a letter, or what stands in one.
        what: what must not be taken off, in lower case: a thing, its value, an amount.
    """
    for sentence in sentences_of(Wording(text).text):
        said = without_idioms(sentence.lower())
        if not what.search(said):
            continue
        for clause in words.PART.split(said):
            match = words.TAKEN_OFF.search(clause)
            if match and not words.UNTAKEN.search(clause) and not words.DENIES.search(_before(clause, match.start())):
                return clause.strip()
    return ""


def _before(clause: str, place: int) -> str:
    """Return what stands before a place in the same breath, without what is said of a thing that did not come back."""
    return words.STILL_OUT.sub(" ", clause[:place]).rpartition(",")[2]
