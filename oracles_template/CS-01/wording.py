"""What only replies of a returns desk say; who promises, refuses and sends what is told by `evidence.acts`."""

from __future__ import annotations

import re

from wp42_pytest.evidence.acts import refuses
from wp42_pytest.evidence.speech import asking, clauses_of, denied, depends, money_in, not_needed
from wp42_pytest.evidence.spelled import spelled_money
from wp42_pytest.evidence.wording import Wording


def _words(pattern):
    return re.compile(pattern, re.IGNORECASE)


WE = (
    r"\b(?:we|I|the (?:cash office|assessor|supervisor|returns desk|manager)"
    r"|(?:my|our) (?:\w+ )?(?:supervisor|assessor|manager|colleagues?|team|cash office|desk))"
)
LINK = (
    r"(?:'ll|'ve|'re|'m| will| shall| can| do| have| has| are| am| is| be| going to| (?:happy|glad|pleased|able|decided|agreed|like) to| would like to"
    r"| also| still| now| therefore| then| just| gladly| happily| exceptionally| already| hereby| certainly| of course| nevertheless| all the same)*"
)
"""What may stand between who acts and what is done without changing it."""
SWAP_PROMISE = _words(
    rf"{WE}{LINK} (?:exchang|replac|repair|swap)\w* (?:it|this|that|them|your|the)\b"
    rf"|{WE}{LINK} send you (?:a|another) (?:new|replacement)\b"
)
LEFT_OPEN = _words(
    r"\b(?:if|whether|unless|until|before|may|might|could|would|possib\w+|perhaps|depend\w*|consider\w*)\b|\bdecid\w+ (?:whether|if|on|about)\b"
)
CHOICE = _words(
    r"\b(?:if you(?:'d| would)? (?:rather|prefer|like|wish|want)|or,? (?:choose|take|have|pick)|your choice|which(?:ever)? you prefer)\b[^.;]{0,70}"
    r"\b(?:refund|money|credit)\b|\bor take (?:your|the) money\b"
)
NORMALLY = _words(r"\b(?:normally|usually|ordinarily|first|otherwise|where|would|could|once|when)\b")

DETAIL = _words(
    r"shipping|delivery|postage|charge|competitor|store|match|stock|exchang|replac|repair|tax|pric|longer|\bnew\b|\bstays? with you\b|\bfull|whole|amount|\bmore\b|\brest\b"
    r"|until|before|unless|without|otherwise|\byet\b|\bonce\b|\bwould\b"
)
"""What makes a refusal one of a detail, of the time or of something else than the refund: "the socks stay with you"."""
NOT_ALONE = _words(
    r"supervis|myself|alone|\bown\b|\byet\b|until|before|confirm|at this|\bnow\b|decid|decision|promise|outcome|mean|\bdesk\b|\bhere\b|whether"
)

REFUSAL_OF_SWAP = _words(
    r"\bagainst (?:an? |the )?(?:exchange|replacement)\b|\b(?:not|cannot|n't)\b[^.;,]{0,20}\b(?:exchang|replac)"
)
SWAPS = _words(r"\b(?:exchang\w+|replac\w+|new (?:one|\w+) (?:is|will|leaves)|swap\w*|send you (?:a|another))\b")
OFFERS = _words(r"\b(?:refund\w*|reimburs\w*|receive|get|credit\w*|match\w*|back|approved|adjust\w*)\b")
PASSES = _words(
    r"\b(?:supervis\w+|manager|team lead\w*|senior|escalat\w+|review\w*|second look|passed|pass it|forward\w*|refer\w*|colleague)\b"
)
PASSES_NOT = _words(r"\b(?:not|n't|no need to) (?:be )?(?:pass|escalat|forward|refer)")
ASSESSES = _words(r"\b(?:assess\w*|returns desk|inspect\w*|credit note|escalat\w+)\b")
TOO_LATE = _words(r"\b(?:days?|day|window|period|deadline|late|time|time limit|limit|cut-?off|month)\b")
TOO_LATE_SAID = _words(r"\b(?:later than|too late|wish (?:I|we)|regret\w*)\b")
FINAL = _words(r"\bfinal[- ]?sales?\b")
OWN_REASONS = {"final_sale": FINAL, "used": _words(r"\bassessor\b"), "second": _words(r"\bsupervisor\b")}
"""What only one ticket of the queue is about."""
IN_GENERAL = _words(r"\b(?:if|may)\b")

SHIPPING = r"\b(?:shipping|delivery (?:charge|fee|cost)s?|postage)\b"
PAYS_SHIPPING = _words(
    rf"\b(?:we|I)\b[^.;]{{0,25}}\b(?:refund|reimburse|return|pay|includ)\w*\b[^.;]{{0,40}}{SHIPPING}|{SHIPPING}[^.;]{{0,20}}\b(?:is|will be) (?:also )?(?:refunded|included|paid back)\b"
)
SHIPPING_APART = _words(
    r"\b(?:only|when|if|unless|exclud\w+|except|apart from|before|minus|less|label|were|had|where|free|prepaid)\b"
)
NO_CHARGE = _words(
    r"\bno restocking\b|\brestocking (?:charge|fee) (?:is|has been|will be) (?:waived|dropped|cancelled)\b"
)
KEEP_IT = _words(
    r"\b(?:need not|needn't|no need to|not need to|don't need to|(?:do not|don't) have to) (?:send|return|post|ship|mail) (?:it|the|this|them)\b(?! \w+ separately)"
)
TOO_SOON = _words(
    r"\b(?:refund|money|amount|paid|difference)\b[^.;]{0,40}\b(?:within|in) (?:\d+|a few|two|twenty-four|forty-eight) hours\b"
)
OTHER_STORE = _words(
    r"\bmatch\w*\b[^.;]{0,30}\b(?:other stores?|another store|competitors?|other retailers?|their price)\b"
)
PART_OF_PRICE = _words(
    r"\b(?:half|a third|two thirds|three quarters|\d+ ?(?:%|per ?cent)) (?:of|off) (?:the |your |its |what )?(?:\w+ )?(?:price|value|paid|amount|cost)\b"
)

PHOTO = _words(r"\b(?:photo\w*|picture\w*|image\w*|snapshots?|visual (?:proof|evidence))\b(?! id)")
NO_PHOTO = _words(
    r"(?:no need|\bnot need|n't need|needn't|need not|not have to|n't have to|(?:need|require)s? no|not required|unnecessary)\b[^.;,]{0,25}\b(?:photo|picture|image)"
    r"|(?:photo|picture|image)s?\b[^.;,]{0,30}\bnot (?:needed|necessary|required)"
)
THANKS = _words(r"\bthank\w*\b|\battached\b")
ALSO_ASKS = _words(
    r"(?:^|[.;,:!] ?|\b(?:and|then|or|just|simply|may|can) )(?:take|answer|reply|respond|enclose|submit|supply|show|write|contact)\b"
)
PROOF = _words(
    r"\b(?:order (?:number|no|id|ref\w*)|number of (?:the|your) order|e-?mail(?: address)?|(?:order\w* )?account|address (?:you|with|that|used|the order|for)|which address)\b"
)
WHICH = _words(
    r"\b(?:correct|right|another|different|which) (?:order (?:number|no)|e-?mail(?: address)?)\b"
    r"|\b(?:confirm|verify|provide|tell us|give us|let us know|double-check|re-?check)\b[^.;?]{0,25}\b(?:your|the|an) (?:order number|e-?mail address)\b"
)
PRIVATE = _words(
    r"\b(?:send|provide|give|tell|share|confirm|need|require|enter|supply|include|let us have)\b(?: \S+){0,6}? "
    r"(?:card number|(?:credit )?card details|bank (?:details|account)|account number|date of birth|phone number|social insurance number|password|passport"
    r"|proof of purchase|original invoice)\b"
)
SETTLED = _words(
    r"\b(?:was|were|is|has been|have been|already) (?:received|confirmed|provided|supplied|settled|resolved)\b|\bnothing (?:is |else is )?(?:open|needed|missing)\b"
)

AT_ITS_TIME = _words(r"\b(?:only|once|when|after(?! all)|until|as soon as)\b")
GOODWILL = _words(r"\b(?:credit|voucher|goodwill|bonus|compensation|gesture|override)\b")
TOTAL = _words(
    r"\b(?:total\w*|in all|altogether|sum|goes out|go out|going out|pays? out|paid out|payouts?|released as)\b"
)
NOT_THE_TOTAL = _words(r"\b(?:wrong|incorrect|mistaken|false|not (?:right|correct|reliable))\b")
ORDERS_TO_PAY = _words(r"\bplease (?:\w+ )?(?:pay|refund|credit|transfer|release)\b")
LABELS = (
    *("refund", "refund amount", "total refund", "you will receive", "you'll receive", "you will get", "you get back"),
    *("you will get back", "we refund", "reimbursement", "refund you", "pay you", "pay back"),
)
NOT_THE_REFUND = _words(r"\b(?:would|paid|before|original\w*|without|full|instead|less|not|of the|order)\b")


A_WINDOW = _words(
    r"\b(\d+)[ -]days? (?:return )?(?:window|period|limit|deadline)\b|\b(?:window|period|limit|deadline)(?: for \w+)? (?:is|was|of) (\d+) days\b"
)
WINDOWS = ("30", "60")
ALL_PAID = _words(
    r"\ball (?:\w+ ){0,3}(?:refunds?|payments?|replies|customers)\b[^.;]{0,30}\b(?:were|have been|are|was) (?:\w+ )?(?:paid|sent|issued|executed|released|transferred)\b"
    r"|\ball (?:\w+ ){0,2}refunds? paid\b"
)


def other_window(text):
    """Return the window of returns that a reply gives when it is none of ours, "" else."""
    found = (match[1] or match[2] for match in A_WINDOW.finditer(Wording(text).text))
    return next((days for days in found if days not in WINDOWS), "")


def first_clause(text, wanted, *unless):
    """Return the first clause of a text that has a pattern, does not deny it, and has none of the others; "" when there is none."""
    for clause in clauses_of(text):
        if wanted.search(clause) and not denied(clause) and not any(each.search(clause) for each in unless):
            return clause
    return ""


def names_money(text):
    """Tell whether a clause names an amount, in figures, in words or as a part of the price."""
    return bool(money_in(text) or next(spelled_money(text), None) or PART_OF_PRICE.search(text))


def declines(text):
    """Tell whether a reply declines somewhere, in whatever words; what it promises all the same is looked for apart."""
    return bool(refuses(text)) or any(denied(each) or TOO_LATE_SAID.search(each) for each in clauses_of(text))


def asks_for_photo(sentences):
    """Tell whether a reply asks for a photo; "A photo is missing. Please send one." asks as well as one sentence does."""
    said = list(sentences)
    about = [at for at, each in enumerate(said) if PHOTO.search(each) and not NO_PHOTO.search(each)]
    return any(asking(each) or ALSO_ASKS.search(each) for at in about for each in said[at : at + 2])


def asks_for_proof(sentences):
    """Tell whether a reply asks for the order number or the e-mail address."""
    return any(PROOF.search(each) and (asking(each) or ALSO_ASKS.search(each)) for each in sentences)


def asks_needlessly(sentence, *, photo, proof):
    """Return what a sentence asks a customer for without need, "" for nothing.

    Args:
        sentence: of a reply.
        photo: whether a photo may be asked for.
        proof: whether order number or e-mail may be asked for.
    """
    if not_needed(sentence) or NO_PHOTO.search(sentence):
        return ""
    if not photo and PHOTO.search(sentence) and asking(sentence) and not THANKS.search(sentence):
        return "a photo"
    if not proof and WHICH.search(sentence) and not denied(sentence):
        return "order number or e-mail"
    return "what we do not need" if PRIVATE.search(sentence) and not denied(sentence) else ""


def settled(text):
    """Tell whether an entry of questions says that nothing is open any more."""
    return any(
        SETTLED.search(each) and not denied(each.replace("nothing", "")) and not depends(each)
        for each in clauses_of(text)
    )
