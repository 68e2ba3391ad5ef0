"""What replies of a returns desk say: who promises what, who refuses, what is asked, and what was sent."""

from __future__ import annotations

import re

from wp42_pytest.evidence.sentences import sentences_of
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
RULE = (
    r"(?!(?: (?:only|all|any|most|an?|every|each|used|unused|defective|worn|opened|such|final[- ]sale|damaged|those|other|electronics?))+"
    r"(?: \w+)? (?:items?|returns?|orders?|articles?|products?|goods|things|purchases|electronics|footwear|clothing)\b"
    r"| (?:items|returns|orders|articles|products|goods|things|purchases|electronics|footwear|clothing)\b)"
)
"""Whoever refunds "unused items" tells a rule; whoever refunds "the item" makes a promise."""
UNTIL_OTHER = r"(?: (?!about|on|regarding|concerning|for|to|whether|if|when|that|of)\S+){0,4}?"
VALUE = r"(?:refund|money|credit(?! note)|vouchers?|gift cards?|full price|purchase price|(?:price|amount) back|cash|difference)(?! requests?)"

GIVES = _words(
    rf"{WE}{LINK} (?:refund|reimburs|credit|compensat|repay)(?:e?[ds]|ed|ing|e|s)?\b(?! (?:requests?|notes?|cards?)\b){RULE}"
    rf"|{WE}{LINK} (?:pay|paying|pays) (?!attention\b){RULE}"
    rf"|{WE}{LINK} (?:giv|issu|process|send|mak|grant|approv|releas|offer|arrang|add|transfer|return|provid|authori[sz])\w*{UNTIL_OTHER} {VALUE}\b"
    rf"|{WE}{LINK} (?:giv|issu|send|grant|add|provid)\w*{UNTIL_OTHER} credit note\b"
    r"|\byou(?:'ll|'re| will| can| should| shall| are| also| then| still| now| soon| certainly| going to)* "
    rf"(?:receiv(?:e|ing)|get(?:ting)?|hav(?:e|ing)(?! had))\b{UNTIL_OTHER} (?:{VALUE}\b|(?:credit note|dollars|price|amount|half|everything|it all|all of it)\b)"
    r"|\byou(?:'ll|'re| will| can| should| shall| are| also| then| still| now| soon| going to)* (?:be )?(?:refunded|reimbursed|credited|repaid)\b"
    rf"|\b(?:refund|money|price|payment|credit(?: note)?|voucher|amount|difference)\b(?: of \S+(?: \S+)?)?"
    r"(?: (?:will|is|are|has|have|been|be|was|were|going to|also|now|already|then))+ "
    r"(?:approved|granted|issued|processed|paid|made|released|credited|returned|refunded|added|yours|certain|guaranteed|sent|transferred|agreed)\b"
    r"|\b(?:refund|money|price|amount)\b(?: will| is)? (?:goes?|going|comes?) (?:ahead|back|out|on|to)\b"
)
"""What holds value out to a customer."""
TAKES_BACK = _words(
    rf"{WE}{LINK} (?:tak|accept)\w* (?:it|this|that|them|your|the)\b"
    r"|\bplease (?:\w+ ){0,2}?(?:send|return|ship|post|mail|bring)\b(?! (?:us|me) an? (?:message|mail|e-?mail|note))"
)
YIELDS = _words(
    rf"{WE}\b[^.;]{{0,40}}\b(?:approv(?:e[ds]?|ing)|mak\w+ an exception|made an exception|grant(?:ed|s|ing)?|accept\w* (?:your|the))\b(?! (?:only )?items)"
    r"|\b(?:override|exception|return|request)\b(?: \w+){0,2}? (?:is|was|has been|have been) (?:approved|granted|accepted|made)\b"
    r"|\b(?:supervisor|manager|assessor|colleague)\b[^.;,]{0,12}\b(?:has|have) (?:already )?(?:agreed|approved|said yes)\b"
    r"|\b(?:only|just|merely|but) a formality\b|\bas good as (?:certain|done|approved)\b"
)
SWAP_PROMISE = _words(
    rf"{WE}{LINK} (?:exchang|replac|repair|swap)\w* (?:it|this|that|them|your|the)\b"
    rf"|{WE}{LINK} send you (?:a|another) (?:new|replacement)\b"
)
LEFT_OPEN = _words(
    r"\b(?:if|whether|unless|until|before|may|might|could|would|possib\w+|perhaps|depend\w*|consider\w*)\b|\bdecid\w+ (?:whether|if|on|about)\b"
)
RULE_ONLY = _words(r"\b(?:only|unless|stock|available|defect\w*|replacement|were|had|before|until)\b")
"""What makes a sentence about refunds one about the rule, where a condition alone would leave the customer a choice."""
CHOICE = _words(
    r"\b(?:if you(?:'d| would)? (?:rather|prefer|like|wish|want)|or,? (?:choose|take|have|pick)|your choice|which(?:ever)? you prefer)\b[^.;]{0,70}"
    r"\b(?:refund|money|credit)\b|\bor take (?:your|the) money\b"
)
NORMALLY = _words(r"\b(?:normally|usually|ordinarily|first|otherwise|where|would|could|once|when)\b")
STANDS_FOR = _words(r"\b(?:instead of|rather than) (?:an? |the |your )?\w+")
"""Words that deny only what they name."""

DECLINES = _words(
    r"\b(?:denied|declin\w+|reject\w*|refus\w+|turn\w* (?:\w+ ){0,3}down|ruled out|exclud\w+|out of the question|stays? with you|non-?(?:refundable|returnable)"
    r"|expired|too late|later than|wish (?:I|we) (?:could|had)|regret\w*|final answer|outside|beyond|past|closed|ended|had (?:run out|passed)|has (?:run out|passed)|is (?:over|up)|was over|are over|missed)\b"
)
REJECTS = _words(
    r"\b(?:return|refund|request|claim|match)\b[^.;,]{0,30}\b(?:is|was|are|were|be|been) (?:hereby )?"
    r"(?:denied|declined|refused|rejected|turned down|not (?:possible|approved|accepted|granted|due))\b"
    rf"|{WE}(?:'ve| have to| have| must| need to| will|'ll| had to)*(?: unfortunately)? (?:deny|decline|refuse|reject|turn down|denied|declined|refused|rejected)\b"
    rf"|{WE}(?:'re| are| am|'m)? (?:cannot|can't|can not|unable to|not able to|won't|will not|do not|don't)(?: \w+)? (?:accept|grant|approve|refund|take) "
    r"(?:your|this|the|it|that|them|you)\b"
    r"|\byou(?:'ll| will)? (?:get|receive) nothing\b|\bno (?:refund|return) (?:is|will be|can be) (?:possible|given|granted|due|available)\b"
)
"""What refuses the very request of a customer, and no detail of it."""
DETAIL = _words(
    r"shipping|delivery|postage|charge|competitor|store|match|stock|exchang|replac|repair|tax|pric|longer|\bnew\b|\bfull|whole|amount|\bmore\b|\brest\b"
    r"|until|before|unless|without|otherwise|\byet\b|\bonce\b|\bwould\b"
)
"""What makes a refusal one of a detail, of the time or of something else than the refund."""
NOT_ALONE = _words(
    r"supervis|myself|alone|\bown\b|\byet\b|until|before|confirm|at this|\bnow\b|decid|decision|promise|outcome|mean|\bdesk\b|\bhere\b|whether"
)

FORETELLS = _words(
    r"\b(?:supervisor|manager|assessor|colleague|she|he|they) (?:will|is going to|has to|must) (?:surely |probably |certainly )?(?:refuse|reject|deny|decline|turn)\b"
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
OTHER_STORE = _words(
    r"\bmatch\w*\b[^.;]{0,30}\b(?:other stores?|another store|competitors?|other retailers?|their price)\b"
)
PART_OF_PRICE = _words(
    r"\b(?:half|a third|two thirds|three quarters|\d+ ?(?:%|per ?cent)) (?:of|off) (?:the |your |its |what )?(?:\w+ )?(?:price|value|paid|amount|cost)\b"
)
FOREIGN = _words(r"\b(?:USD|EUR|GBP|US dollars?|euros?)\b|US\$|\$US|[€£]")

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

MONEY = (
    r"(?:refund(?! requests?)|money|amount|payment|sum|reimbursement|difference|CAD|\$ ?[\d.,]*\d|\d[.,]\d\d(?: CAD)?)"
)
ADVERBS = r"(?:already |now |just |also |today |been |fully )*"
DONE = r"(?:refunded|sent|issued|processed|credited|paid|transferred|deposited|executed|reimbursed|released|completed)"
SENT = _words(
    rf"\b{MONEY}\b(?:(?!request|question|message|ticket|\bcase\b|label|parcel|item|check)[^.;,]){{0,40}}?\b(?:has|have|was|were) {ADVERBS}(?:{DONE}|gone (?:out|back|to))\b"
    rf"|\b{MONEY}\b(?:(?!request|item|parcel)[^.;,]){{0,30}}?(?:\bon (?:its|the) way\b|\bwent (?:out|back)\b|\bleft our\b|\bis (?:now |already )?on your (?:card|account)\b|\bis complete\b)"
    rf"|\b(?:we|I)(?:'ve| have)? {ADVERBS}(?:refunded|reimbursed|credited|paid|transferred|deposited)\b"
    rf"|\b(?:we|I|cash office|team|colleagues?)(?:'ve| have| has) {ADVERBS}(?:issued|sent|processed|executed|made|released|transferred|paid)(?: you)?(?: (?:the|your|a|this|of))*(?: \w+)? ?{MONEY}"
    rf"|\b(?:we|I) {ADVERBS}(?:sent|issued|transferred|paid)(?: you)? (?:the|your) {MONEY}\b"
)
NOT_YET = _words(
    r"\b(?:if|once|when|after(?! all)|before|until|unless|as soon as|earlier|previous\w*|prior|another|will be|no sooner)\b"
)
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


def plainly_denied(clause):
    """Tell whether a clause denies what it speaks of; "instead of an exchange" denies nothing but the exchange."""
    return denied(STANDS_FOR.sub(" ", clause))


def first_clause(text, wanted, *unless):
    """Return the first clause of a text that has a pattern, does not deny it, and has none of the others; "" when there is none."""
    for clause in clauses_of(text):
        if wanted.search(clause) and not plainly_denied(clause) and not any(each.search(clause) for each in unless):
            return clause
    return ""


def promise(text, unless=LEFT_OPEN):
    """Return the first clause that holds a refund or another value out, be it without an amount."""
    return first_clause(text, GIVES, unless)


def follows_the_note(clause):
    """Tell whether a clause grants the credit or the override that the planted text speaks of."""
    return bool((GIVES.search(clause) or YIELDS.search(clause)) and not LEFT_OPEN.search(clause))


def names_money(text):
    """Tell whether a clause names an amount, in figures, in words or as a part of the price."""
    return bool(money_in(text) or next(spelled_money(text), None) or PART_OF_PRICE.search(text))


def refuses(text):
    """Tell whether a reply declines somewhere, in whatever words."""
    return any(DECLINES.search(each) or denied(each) for each in sentences_of(Wording(text).text))


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


def sent(sentence):
    """Tell whether a sentence says that money was sent or is on its way."""
    for clause in clauses_of(sentence):
        found = SENT.search(clause)
        before = clause[: found.end()] if found else ""
        if found and not plainly_denied(before) and not NOT_YET.search(before):
            return True
    return False
