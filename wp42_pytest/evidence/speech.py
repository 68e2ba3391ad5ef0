"""What a sentence does with what it speaks of: denies it, makes it depend on something, asks for it, states an amount or a date.

Written for letters, replies, notes and questions in English. Checks of one profession put their own words on top; what any
letter may do stands here once, so that a wording that one of them learned to read is read by all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING

from wp42_pytest.evidence.dates import parse_date
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.text import FoundNumber, normal_text, numbers_in
from wp42_pytest.evidence.wording import Wording

if TYPE_CHECKING:
    from wp42_pytest.evidence.blocks import Block

DENYING = r"(?:\b(?:not|no|never|nothing|none|nobody|no one|neither|nor|cannot|without|unable|refus\w+|declin\w+|nowhere|impossible|rather than|instead of)\b|n't\b)"
"""Words that deny what a clause speaks of; a pattern to build others with, for text as `Wording` prepares it."""

DEPENDING = (
    r"(?:\b(?:if|whether|until|till|unless|once|when|as soon as|might|could|would|should|depend(?:s|ing)?|pending|provided (?:that|you|we|it)|subject to|await\w*|assuming|supposing"
    r"|maybe|perhaps|possibly|potentially|conditional|contingent|in the event|in case|on condition|so long as|a chance that|up to the|rests with)\b|\b(?<!\d )(?-i:may)\b(?! \d))"
)
"""Words that make what a clause speaks of depend on something, or leave it open."""

_DENYING, _DEPENDING = re.compile(DENYING, re.IGNORECASE), re.compile(DEPENDING, re.IGNORECASE)
_IDLE = re.compile(
    r"\b(?:(?:no|not) (?:later|more|longer|earlier|less|sooner) than|no sooner\b.{0,40}\bthan|no (?:problems?|worries|doubt|trouble|matter|hurry|wonder|need to worry)|not a problem"
    r"|not only|in no time|at no (?:extra |additional |further )?(?:cost|charge|expense)|without (?:delay|hesitation|further ado)|(?:goes|go) without saying(?: that)?"
    r"|last but not least|credit where credit is due|no reason (?:why )?(?:\w+ ){0,3}(?:shouldn't|should not|can't|cannot)|more often than not|never fear|nothing (?:would please|to worry about)|why not|no\.? ?\d+|nos?\. )"
    r"|(?:\b(?:do|can|could) not|\bcannot|(?:do|ca|could)n't)(?: be)? (?:hesitate|forget|worry|wait to|wait for|afraid|thank you enough|agree more|happier|be happier|be afraid)\b"
    r"|\bneed not worry\b|\bno questions asked\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[;:]|,? \b(?:but|however|although|though|whereas|yet)\b|, (?:and|so|while)\b|(?<=\s)[\u2013\u2014-](?=\s)|[\u2013\u2014]",
    re.IGNORECASE,
)
_TO_US = r"(?:send|attach|provide|confirm|share|upload|forward|give|tell|e-?mail|write|bring|return|complete|sign|fill|reply|include|check|let)"
_ASKING = re.compile(
    r"\?|\b(?:please|kindly|(?:could|can|would|will|may) (?:you|we|i)|reply (?:with|to)|what (?:we|i) need|waiting (?:on|for)|would help|you(?:'ll| will) (?:have|need) to (?:send|give|tell|provide|bring)|\(required\)|still (?:open|missing|needed|outstanding)"
    r"|(?:we|i)(?:'d| would| will|'ll| do| still| only| also| just|'m| am| are|'re)* (?:need|require|ask|asking|missing|lack|like|appreciate|request)\b"
    r"|(?:is|are|be|remains?) (?:still |also |now )?(?:needed|required|missing|necessary|requested|lacking|outstanding)"
    r"|(?:needs?|has|have) to (?:be )?(?:know|known|see|seen|have|sent|given|provided|confirmed|filled|signed|completed)"
    rf"|(?:if|once|when|until|unless|after|as soon as) you (?:have |could |can |would )?{_TO_US}\w*|sent?\b(?=[^.;]{{0,60}} and (?:we|i)\b))\b"
    # A request may come without a please, at the beginning of a clause.
    rf"|(?:^|[,;:\u2013\u2014-]\s*|\b(?:and|or|then|so|just|simply) ){_TO_US}\b",
    re.IGNORECASE,
)
_NOT_NEEDED = re.compile(
    r"(?:\b(?:not|no longer|never|neither)|n't)(?: (?:really|actually|even|longer|be|strictly|to|also|yet|currently|at all|therefore|you|we))*? (?:need\w*|required?|necessary|have to|ask\w* (?:for|you (?:for|to))|obliged|bother)\b|\bno need\b|\bneed(?:n't| not)\b"
    r"|\b(?:need|require)s? (?:no|nothing)\b|\bun(?:necessary|needed)\b|\bsuperfluous\b|\bwaived?\b|\bnothing (?:\w+ ){0,4}?(?:need|needed|required|missing|to do|for you)\b"
    r"|\b(?:no|neither) (?:\w+ ){1,7}?(?:needed|required|necessary)(?=\W|$)(?! \w+ing\b)(?!\s+(?:form|photo|document|information|paper)s?\b)|\b(?:may|can) (?:stay|remain|be left) (?:blank|open|out)\b"
    r"|\bcan (?:be (?:skipped|omitted|left out)|do without)\b|\bunder no obligation\b|\bno requirement\b|\b(?:have|got) (?:everything|all) (?:that )?(?:we|i) need\b",
    re.IGNORECASE,
)
_REMINDING = re.compile(r"\b(?:don't|do not) forget to\b", re.IGNORECASE)
_COURTESY = re.compile(
    r"\b(?:please|kindly) (?:accept|note|find|rest assured|be (?:assured|aware|advised)|excuse|forgive|bear with|allow|keep|do not|don't|know|understand)\b",
    re.IGNORECASE,
)
_SPELLED_MONEY = re.compile(r"\W{0,3}(?:dollars?|bucks|CAD|cents?)\b", re.IGNORECASE)
_DATES = re.compile(
    r"\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)?(?: of)?[ -][A-Z][a-z]{2,8}\.?,?[ -]\d{4}\b"
    r"|\b[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b"
    r"|\b\d{1,2}/\d{1,2}/\d{4}\b"
)
_NEAR = 30


def denied(text: str) -> bool:
    """Tell whether a text denies something; "no worries" and "do not hesitate" deny nothing.

    Args:
        text: a clause or a sentence, as `clauses_of` or `sentences_of` gives it.
    """
    return bool(_DENYING.search(without_idioms(Wording(text).text)))


def without_idioms(text: str) -> str:
    """Return a text without the turns of phrase that deny nothing: "no later than", "do not hesitate", "no. 4471".

    Args:
        text: as `Wording` prepares it.
    """
    return _IDLE.sub(" ", text)


def depends(text: str) -> bool:
    """Tell whether a text leaves open what it speaks of, or makes it depend on something.

    Args:
        text: a clause or a sentence.
    """
    return bool(_DEPENDING.search(Wording(text).text))


def clauses_of(text: str) -> Iterator[str]:
    """Yield the clauses of a text, so that a denial in one does not excuse another.

    Args:
        text: running text; a line break ends a clause.
    """
    for sentence in sentences_of(Wording(text).text):
        yield from (clause.strip() for clause in _CLAUSE.split(sentence) if clause.strip())


def first_saying(text: str, wanted: re.Pattern[str], unless: re.Pattern[str] | None = None) -> str:
    """Return the first sentence of a text that has a pattern, and not another one; "" when there is none.

    Args:
        text: running text.
        wanted: what it must have.
        unless: what would make it say something else.
    """
    for sentence in sentences_of(Wording(text).text):
        if wanted.search(sentence) and not (unless and unless.search(sentence)):
            return sentence
    return ""


def affirmed(text: str, wanted: re.Pattern[str]) -> bool:
    """Tell whether a text has a pattern somewhere without a denial shortly before it, in the same clause.

    Args:
        text: running text.
        wanted: what it must have.
    """
    said = without_idioms(Wording(text).text)
    before = (said[max(0, match.start() - _NEAR) : match.start()] for match in wanted.finditer(said))
    return any(not denied(re.split(r"[,.:;\n]", each)[-1]) for each in before)


def asking(text: str) -> bool:
    """Tell whether a text asks for something or says that it is needed or missing, instead of saying that it is not needed.

    Args:
        text: a sentence, better together with the line that introduces it (`sentences_in_blocks`).
    """
    said = _COURTESY.sub(" ", _REMINDING.sub("please ", Wording(text).text))
    return bool(_ASKING.search(said)) and not not_needed(said)


def not_needed(text: str) -> bool:
    """Tell whether a text says that something need not be done, sent or asked.

    Args:
        text: a sentence.
    """
    return bool(_NOT_NEEDED.search(without_idioms(Wording(text).text)))


def sentences_in_blocks(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the sentences of blocks; an item of a list follows the line that introduces it, as a reader reads it.

    "Please send one of the two:" and "- the order number" are one request. The introducing line is also yielded alone.

    Args:
        blocks: of a document.
    """
    for block in blocks:
        text = " ".join(block.full_text.split()) if block.kind != "code" else block.full_text
        if block.kind == "item" and block.lead:
            # Its number would end a sentence of its own.
            first, *others = list(sentences_of(" ".join(block.text.split()))) or [""]
            yield f"{block.lead.rstrip()} {first}"
            yield from others
        else:
            yield from sentences_of(text)


def money_in(text: str) -> list[FoundNumber]:
    """Return the amounts of money in a text: with a currency, with two decimals, or in dollars; zero is none.

    Args:
        text: running text.
    """
    said = Wording(text).text
    return [
        each
        for each in numbers_in(said)
        if not each.percent
        and each.value != 0
        and (each.currency or each.decimals == 2 or _SPELLED_MONEY.match(said[each.end :]))
    ]


def dates_in(text: str) -> set[date]:
    """Return the dates that a text names with their year, in any usual spelling.

    Args:
        text: running text; 11/14/2025 and 14/11/2025 are both read where only one reading is a date.
    """
    return {day for match in _DATES.findall(normal_text(text)) if (day := parse_date(match)) is not None}
