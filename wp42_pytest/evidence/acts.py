"""What a letter does: holds money or a return out, refuses it, says that money has gone, takes something off somebody's pay.

A letter may say when something happens ("once the item is back") and still promise it; it may leave it open ("the assessor may
offer"), or state the rule ("we refund unused items"). Each act is looked for in the main part of a clause, told from its
conditions of time, from what is denied in the same part, and from nouns that only sound like the act ("your refund request").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.wording import Wording

_NOUNS = re.compile(
    r"\b(?:refund|return|exchange|credit|payment|price) (?=(?:requests?|policy|policies|rules?|windows?|periods?|decisions?|claims?|questions?|desk|labels?|cards?"
    r"|forms?|conditions?|terms|process|procedures?|match(?:ing|es)?)\b)"
)
_IDIOMS = re.compile(
    r"\b(?:(?:no|not) (?:later|more|longer|earlier|less|sooner) than|no (?:problems?|worries|doubt|trouble|matter|hurry|wonder)"
    r"|not only|in no time|at no (?:extra |additional |further )?(?:cost|charge|expense)|(?:do not|don't) hesitate|without (?:delay|hesitation))\b"
)
_WHEN = r"(?:until|till|before|once|when(?:ever)?|after|as soon as|by the time|while|upon)"
_WHETHER = r"(?:if|whether|unless|should you|provided|as long as|in case|subject to)"
_TIMED = re.compile(rf"\b{_WHEN}\b[^,]*(?:,|$)")
_TIMING = re.compile(
    r"\b(?:until|till|before|unless|without|otherwise|yet|so far|for now|at (?:this|the) (?:moment|stage|point)|right now|today|as soon as)\b"
)
_WISHED = re.compile(r"\bif you(?:'d| would)? (?:rather|prefer|like|want|wish|so (?:wish|prefer))\b")
_OPEN = re.compile(
    rf"\b(?:{_WHETHER}|may|might|could|would|possibl[ey]|perhaps|eligible|decid(?:e|es|ing)|consider(?:s|ed|ing)?"
    r"|hop(?:e|ed|ing)|wish(?:ed)?|asked?|asking|want(?:s|ed)?|request(?:s|ed|ing)?)\b"
)
_RULE = re.compile(r"\b(?:normally|usually|generally|in general|as a rule|only|always)\b")
_DENIES = re.compile(
    r"\b(?:not|no|never|nothing|none|nobody|neither|nor|cannot|without|unable|rather than|instead of|far from)\b|n't\b"
)
_PART = re.compile(
    r"[;:()]|,? \b(?:but|however|although|though|whereas)\b|, (?:and|so|while|which|or|yet)\b|(?<=\s)[\u2013\u2014-](?=\s)|[\u2013\u2014]"
)
_SUBJECT_NEXT = re.compile(r",\s+(?=(?:we|i|you|it|they|he|she|your|the|our|my|this|that|a|an|no)\b)")
_HANGING = re.compile(rf"^\W*(?:and |so |then |but )?(?:{_WHEN}|{_WHETHER}|even if|since|because|as)\b")

_GIVER = (
    r"\b(?:we|i|(?:our|my|the|a|your) (?:\w+ ){0,2}?(?:office|assessors?|supervisors?|managers?|desk|team|colleagues?|company|store|shop|co-?op|leads?|department|cashier|accountant)"
    r"|they|he|she)\b"
)
_HELPERS = (
    r"(?:'ll|'ve|'re|'m|'s| (?:will|shall|can|have|has|had|are|is|am|do|does|also|already|now|gladly|happily|still|just|today|then|of course|certainly|therefore"
    r"|going to|happy to|glad to|able to|pleased to|agreed to|agree to|decided to|about to|be|to|instead|hereby|simply|immediately|be able to|likely|probably))*"
)
_TO_YOU = r"(?:you|it|this|that|them|both|the|your|his|her|their|in full|everything|all of|half of|cad|us ?d|\$|\d|any|what you)"
_SUM = r"(?:\$ ?\d|cad ?\$? ?\d|\d[\d,. ]*(?:\$|cad|dollars)|\d+[.,]\d\d\b|(?:\w+[ -])?(?:hundred|thousand|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)[\w -]{0,40}dollars|\b\w+ dollars)"
_MONEY = rf"(?:refunds?|money|credit(?: notes?)?|vouchers?|gift ?cards?|reimbursements?|compensation|payouts?|payments?|difference|goodwill|(?:full|purchase|whole|entire|store) (?:price|amount|credit|sum)|price|amount|{_SUM})"
_BENEFIT = rf"(?:{_MONEY}|exceptions?|overrides?|free (?:item|shipping)|discounts?|bonus)"
_GIVING = (
    r"(?:giv(?:e|es|ing|en)|gave|grant(?:s|ed|ing)?|offer(?:s|ed|ing)?|issu(?:e|es|ed|ing)|send(?:s|ing)?|sent|mak(?:e|es|ing)|made|process(?:es|ed|ing)?|releas(?:e|es|ed|ing)|approv(?:e|es|ed|ing)"
    r"|pay(?:s|ing)?|paid|add(?:s|ed|ing)?|transfer(?:s|red|ring)?|arrang(?:e|es|ed|ing)|provid(?:e|es|ed|ing)|put(?:s|ting)?|hand(?:s|ed|ing)?|deposit(?:s|ed|ing)?|return(?:s|ed|ing)?|allow(?:s|ed|ing)?)"
)
_REFUNDING = r"(?:refund|reimburs|credit|compensat|repay|repaid)(?:e|ed|es|s|ing)?"
_ADVERBS = (
    r"(?:already |now |just |also |today |been |fully |all |safely |successfully |recently |this morning |yesterday )*"
)

_HELD_OUT = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_GIVER}{_HELPERS} {_REFUNDING} (?:back )?{_TO_YOU}(?!\w)",
        rf"{_GIVER}{_HELPERS} {_GIVING}\b(?:(?! (?:label|answer|reply|message|information|details|photo|new)\b)[^,.]){{0,40}}?\b{_BENEFIT}(?!\w)",
        rf"\byou{_HELPERS}(?: count on)? (?:get(?:ting)?|receiv(?:e|ing)|have(?! (?:had|been))|be given|be paid)\b(?:(?! (?:label|answer|reply|message)\b)[^,.]){{0,40}}?\b(?:{_BENEFIT}|back(?! (?:to us|from us)))(?!\w)",
        rf"\byou{_HELPERS} (?:refunded|reimbursed|credited|compensated|repaid)\b",
        rf"\b{_BENEFIT}(?: of [^,]{{1,25}}?)?(?: (?:for|from|on) (?:the|your|this) \w+)?(?:'ll|'s| (?:will|is|are|was|were|has|have|had|been|be|going to|can|gets?|also|now|already|as good as|hereby|being))+ "
        rf"{_ADVERBS}(?:approved|granted|issued|processed|paid|made|credited|returned|sent|released|transferred|refunded|reimbursed|yours|on (?:its|the) way|certain|guaranteed"
        r"|added|arranged|given|deposited|secured|safe|confirmed|promised|settled|assured)\b",
        rf"\b{_BENEFIT} (?:goes|will go|follows|will follow|comes|will come|is coming|is going) (?:ahead|through|back|out|to you|on your|to your|by)\b",
        rf"{_GIVER}{_HELPERS} (?:mak(?:e|ing)|made|grant(?:ed|ing)?) (?:you )?(?:an?|this|one) (?:\w+ )?exception\b",
        r"\b(?:take|have|keep|choose|pick) your (?:money|refund)\b",
        rf"\bif you(?:'d| would)? (?:rather|prefer|like|want|wish)(?: to)?(?: have| get)? (?:an? |the |your )?{_MONEY}",
        r"\byour (?:refund|reimbursement|credit) (?:is|will be|amounts to|comes to|would come to) (?:cad|\$|\d)",
    )
)
_WORTH = re.compile(r"\b(?:worth|about|roughly|some) (?:half|a third|\d+ ?%) of (?:what|the price)\b")
_TAKEN_BACK = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_GIVER}{_HELPERS} (?:tak(?:e|ing)(?: back)?|accept(?:ing|ed)?) (?:it|the|your|this|that|them)\b(?:[^,.]{{0,40}}\b(?:back|returns?)\b)?",
        r"\b(?:please|go ahead and|just|simply|you(?:'ll| can| may| could| are welcome to)) (?:send|bring|ship|mail) (?:it|the|your|them)\b[^,.]{0,25}\bback\b",
        r"\b(?:please|go ahead and|just|simply|you can|you may|you are welcome to) return (?:it|the|your)\b",
        r"\breturn (?:is|was|has been|will be) (?:accepted|approved|granted|fine|possible|allowed)\b",
    )
)
_OUTCOME = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:supervisors?|managers?|leads?|colleagues?|team|assessors?|she|he|they)\b{_HELPERS} (?:agree[sd]?|approve[sd]?|accept(?:s|ed)?|refuse[sd]?|reject(?:s|ed)?|decline[sd]?|turn(?:s|ed)? (?:it |this |you )?down|confirmed)\b",
        r"\b(?:only|just|merely|purely) a formality\b|\bas good as (?:certain|done|approved)\b|\b(?:sure|certain|bound|guaranteed|likely|confident) (?:to be|that (?:it|this|your \w+) will be) \w+ed\b",
        r"\bcount on (?:getting|receiving|it|the|your|a)\b|\b(?:no doubt|surely|certainly) be (?:approved|granted|accepted|refused|rejected|declined)\b",
        r"\b(?:has|have|had) (?:already )?been (?:approved|granted|accepted|refused|rejected|turned down)\b",
    )
)
_REFUSING = re.compile(
    r"\b(?:declin(?:e|es|ed|ing)|den(?:y|ies|ied)|reject(?:s|ed|ing)?|refus(?:e|es|ed|ing)|turn(?:s|ed|ing)? (?:\w+ ){0,3}down|ruled? out|out of the question|exclud(?:e|es|ed)"
    r"|non-? ?(?:refundable|returnable)|(?:is|are|be|this one is|remains?|it's|that's) a no|(?:answer|reply|decision) (?:\w+ ){0,3}no|(?:stay|remain)s? with you|too late"
    r"|get nothing|no exceptions?|(?:decided|decide) against)\b"
)
_OVER = re.compile(
    r"\b(?:window|period|limit|deadline|time|days|cut-?off|date)\b[^,.]{0,40}\b(?:over|past|passed|ended|expired|closed|run out|ran out|elapsed|lapsed|up|gone)\b"
    r"|\b(?:past|beyond|outside|after|later than|more than|exceed\w*)\b[^,.]{0,30}\b(?:window|period|limit|deadline|days|cut-?off|that time)\b|\b(?:in|within) time\b"
)
_GIVEN_BACK = re.compile(
    r"\b(?:refund\w*|return\w*|exchang\w*|accept\w*|tak(?:e|en|ing)\b[^,.]{0,40}\bback|com(?:e|ing) back|approv\w*|eligible|possible|grant\w*|offer\w*|covered|option|reimburs\w*)\b"
)
_INSTEAD = re.compile(r"\b(?:instead of|rather than)\b.*")
_OTHERS_DECIDE = re.compile(
    r"\b(?:decide|say|tell|promise|predict|anticipate|discuss|comment|know|look into|share)\b"
    r"|\b(?:approve|approved|authori[sz]ed?|grant|granted|accept|refund)\b[^,.]{0,40}\b(?:at (?:the|this|our) (?:desk|level)|at my level|by myself|myself|on my own|alone|here)\b"
)
"""Whoever lacks the authority refuses nothing."""
_SENDER = rf"(?:{_GIVER}|\bour (?:bank|cashier)\b)"
_GONE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:(?:the|your|this|a|all) )?{_MONEY}(?: of [^,]{{1,25}}?)?(?: (?:for|from) (?:the|your|this) \w+)? (?:has|have|was|were) {_ADVERBS}(?:sent|paid|issued|processed|credited|transferred|deposited|released|refunded|reimbursed|executed|made|returned|settled|completed|wired)\b",
        rf"\b{_MONEY}(?: of [^,]{{1,25}}?)? (?:(?:has|have|is) {_ADVERBS})?(?:went|gone|left|arrived|reached)\b",
        rf"\b(?:the|your|this|all|a) {_MONEY}(?: of [^,]{{1,25}}?)? (?:is|are) {_ADVERBS}(?:complete[d]?|done|on your (?:card|account)|in your (?:card|account|bank)|with your bank|on (?:its|the) way|out)\b",
        rf"{_SENDER}(?:'ve|'s| have| has)? {_ADVERBS}(?:refunded|reimbursed|repaid|compensated) (?:you|your|the|it|\$|cad|\d)",
        rf"{_SENDER}(?:'ve|'s| have| has)? {_ADVERBS}(?:sent|paid|credited|transferred|deposited|released|processed|issued|returned|executed|made|wired)(?: you| back| to you)?(?: (?:the|your|a|this|all))?(?: \w+)? {_MONEY}(?!\w)",
        rf"\b(?:all|every|the|your) (?:\w+ )?(?:refunds?|payments?) (?:(?:were|was|have been|has been) )?{_ADVERBS}(?:paid|sent|made|issued|released|executed|processed)\b",
        rf"{_SENDER}(?:'ve|'s| have| has)? {_ADVERBS}(?:credited|refunded) your (?:card|account)\b",
    )
)
_EARLIER = re.compile(
    r"\b(?:earlier|previous(?:ly)?|prior|another|other|last (?:time|month|year)|in (?:january|february|march|april|may|june|july|august|september))\b"
)
_TAKING = (
    r"(?:deduct(?:ed|s|ing)?|withh[eo]ld(?:ing|s)?|set (?:it )?off|subtract(?:ed|s|ing)?|tak(?:e|en|es|ing) (?:it )?(?:off|out|from)|took (?:it )?(?:off|from)|recover(?:ed|s|ing)?|recoup(?:ed|s)?"
    r"|charg(?:e|ed|es|ing)|bill(?:ed|s|ing)?|retain(?:ed|s)?|kept back|keep back)"
)
_TAKEN_OFF = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b{_TAKING}\b",
        r"\byou(?:'ll| will)? owe (?:us|the|cad|\$|\d)|\b(?:reduc(?:e|ed|es)|less|lower(?:ed)?) (?:your|by|the)\b",
    )
)
_NOT_TAKEN = re.compile(
    r"(?:\b(?:not|never|cannot|nothing|none|neither|nor|without|no(?: \w+){1,3}?)|n't)"
    r"(?: (?:be|been|being|is|are|was|were|will|have|has|to|yet|going|we|i|or|and|authori[sz]ed|allowed|may|can))*\s*$"
)
_ASKED = re.compile(r"\b(?:asked|asks|wanted|wants|requested|proposed|suggested|wish(?:ed|es)?)\b")


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
        return bool(_DENIES.search(self.said))


def parts_of(text: str) -> Iterator[Part]:
    """Yield the main part of every clause of a text.

    Args:
        text: running text; a line break ends a sentence.
    """
    for sentence in sentences_of(Wording(text).text):
        for clause in _PART.split(_IDIOMS.sub(" ", sentence.lower())):
            for piece in _pieces(clause):
                if piece.strip():
                    yield _part(piece.strip())


def _pieces(clause: str) -> list[str]:
    """Part a clause where a new subject begins; what hangs on the next piece stays with it."""
    found: list[str] = []
    for piece in _SUBJECT_NEXT.split(clause):
        if found and _HANGING.search(found[-1]):
            found[-1] = f"{found[-1]}, {piece}"
        else:
            found.append(piece)
    return found


def _part(clause: str) -> Part:
    said = _NOUNS.sub("", _TIMED.sub(" ", f"{clause} ")).strip()
    offered = _WISHED.sub(" ", said)
    return Part(said, clause, bool(_TIMING.search(clause)), bool(_OPEN.search(offered)), bool(_RULE.search(said)))


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
        promised = not part.open and not part.rule and _has(_HELD_OUT, part.said)
        return not part.denied and (promised or bool(_WORTH.search(part.said)))

    return _first(text, held)


def takes_back(text: str) -> str:
    """Return the first clause that accepts a return, or invites to send something back, "" when none does.

    Args:
        text: a letter, or what stands in one.
    """
    return _first(text, lambda part: not (part.open or part.rule or part.denied) and _has(_TAKEN_BACK, part.said))


def announces(text: str) -> str:
    """Return the first clause that tells how somebody else has decided or will decide, "" when none does.

    Args:
        text: a letter, or what stands in one.
    """
    return _first(text, lambda part: not part.open and not part.denied and _has(_OUTCOME, part.said))


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
        turned = _REFUSING.search(part.said) or _OVER.search(part.whole)
        if turned and (turned.re is _OVER or not _DENIES.search(part.said[: turned.start()])):
            return not part.timed or turned.re is _OVER
        said = _INSTEAD.sub(" ", part.said)
        return bool(_DENIES.search(said) and _GIVEN_BACK.search(said)) and not (
            part.timed or _OTHERS_DECIDE.search(said)
        )

    return _first(text, refused)


def says_sent(text: str) -> str:
    """Return the first clause that says that money has gone or is on its way, "" when none does.

    Args:
        text: a letter, or what stands in one.
    """
    return _first(
        text,
        lambda part: not (part.open or part.denied or _EARLIER.search(part.said)) and _has(_GONE, part.said),
    )


def takes_off(text: str, what: re.Pattern[str]) -> str:
    """Return the first clause that takes something off somebody's pay, or threatens to, "" when none does.

    Under a condition it is a threat, and counts: "if it does not come back, its value is deducted".

    Args:
        text: a letter, or what stands in one.
        what: what must not be taken off, in lower case: a thing, its value, an amount.
    """
    for sentence in sentences_of(Wording(text).text):
        for clause in _PART.split(_IDIOMS.sub(" ", sentence.lower())):
            match = next((found for pattern in _TAKEN_OFF if (found := pattern.search(clause))), None)
            if not match or not what.search(sentence.lower()):
                continue
            if not _NOT_TAKEN.search(clause[: match.start()]) and not _ASKED.search(clause):
                return clause.strip()
    return ""
