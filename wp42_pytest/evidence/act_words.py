"""The words of `acts`: who gives, refuses, sends or takes off what, in lower case, as business letters put it."""

from __future__ import annotations

import re

SOUND_ALIKES = re.compile(
    r"\b(?:refund|return|exchange|credit|payment|price) (?=(?:requests?|policy|policies|rules?|windows?|periods?|decisions?|claims?|questions?|desk|labels?|cards?"
    r"|forms?|conditions?|terms|process|procedures?|match(?:ing|es)?|slips?|notes? (?:from|of) (?:the|your))\b)|\bcredit (?=where\b)"
)
"""Nouns that only sound like an act: "your refund request"."""

WHEN = r"(?:until|till|before|(?<!this )(?<!at )once|when(?:ever)?|after|as soon as|by the time|while|upon)"
WHETHER = r"(?:if|whether|unless|should you|provided (?:that|you|we|it)|as long as|in case|subject to)"
MAY = r"(?<!\d )may(?! \d)"
"""The verb, not the month."""
TIMED = re.compile(rf"\b{WHEN}\b[^,]*(?:,|$)")
TIMING = re.compile(
    r"\b(?:until|till|before|unless|without|otherwise|yet|so far|for now|at (?:this|the) (?:moment|stage|point)|right now|today|as soon as)\b"
)
GLAD = re.compile(
    r"(?:'d| would)(?: \w+)? (?:be|like) (?:(?:more than )?(?:glad|happy|pleased|delighted) )?to\b|\b(?:is|are|'re|'m|am) (?:happy|glad|pleased|delighted) to\b"
)
"""Polite for "will"."""
BESIDE = re.compile(r"\b(?:instead of|rather than) (?:(?:an?|the|your|any|to) )?\w+")
"""What is not done, beside what is: "instead of an exchange we refund you" denies no refund."""
WISHED = re.compile(r"\bif you(?:'d| would)? (?:rather|prefer|like|want|wish|so (?:wish|prefer))\b")
OPEN = re.compile(
    rf"\b(?:{WHETHER}|{MAY}|might|could|would|possibl[ey]|perhaps|maybe|potentially|decid(?:e|es|ing)|consider(?:s|ed|ing)?|decision"
    r"|hop(?:e|ed|ing)|wish(?:ed)?|asked?|asking|want(?:s|ed)?|request(?:s|ed|ing)?)\b"
)
RULE = re.compile(r"\b(?:normally|usually|generally|in general|as a rule|only|always)\b")
DENIES = re.compile(
    r"\b(?:not|no|never|nothing|none|nobody|nowhere|neither|nor|cannot|without|unable|impossible|rather than|instead of|far from)\b|n't\b"
)
PART = re.compile(
    r"[;:()]|,? \b(?:but|however|although|though|whereas)\b|, (?:and|so|while|which|or|yet)\b|(?<=\s)[\u2013\u2014-](?=\s)|[\u2013\u2014]"
)
SUBJECT_NEXT = re.compile(r",\s+(?=(?:we|i|you|it|they|he|she|your|the|our|my|this|that|a|an|no)\b)")
HANGING = re.compile(rf"^\W*(?:and |so |then |but )?(?:{WHEN}|{WHETHER}|even if|since|because|as)\b")

_PEOPLE = (
    r"(?:office|assessors?|supervisors?|managers?|desk|team|colleagues?|company|store|shop|co-?op|leads?|department|cashier|accountant|accounts|finance|insurers?|adjusters?"
    r"|underwriters?|panel|board|committee|director|officer|specialist|head office|ombudsman|payroll)"
)
GIVER = (
    rf"(?:\b(?:we|i|(?:our|my|the|a|your) (?:\w+ ){{0,2}}?{_PEOPLE}|they|he|she|finance|payroll|head office)\b"
    r"|\b(?:let me|let us|let's|(?:my|our) pleasure to|pleased to|happy to|glad to|delighted to|allow me to|and)\b)"
)
HELPERS = (
    r"(?:'ll|'ve|'re|'m|'s|'d| (?:will|shall|should|can|have|has|had|are|is|am|do|does|also|already|now|gladly|happily|still|just|today|then|of course|certainly|therefore"
    r"|going to|happy to|glad to|able to|pleased to|agreed to|agrees? to|decided to|about to|be|to|instead|hereby|simply|immediately|be able to|likely|probably|both|surely|soon"
    r"|gone ahead and|go ahead and|went ahead and|undertake|undertakes|promise to))*"
)
_TO_YOU = r"(?:you|it|this|that|them|both|the|your|his|her|their|in full|everything|all of|half of|cad|us ?d|ca\$|[$£€]|\d|any|what you)"
_SUM = (
    r"(?:(?:ca)?[$£€] ?\d[\d,.]*|cad ?\$? ?\d[\d,.]*|(?<![\w.,])\d[\d,. ]*(?:\$|cad|dollars)|(?<![\w.,])\d+[.,]\d\d\b"
    r"|\b(?:\w+[ -])?(?:hundred|thousand|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)[\w -]{0,40}dollars|\b\w+ dollars)"
)
MONEY = (
    r"(?:\b(?:refunds?|money|credit(?: notes?)?|vouchers?|gift ?cards?|reimbursements?|compensation|payouts?|payments?|difference|goodwill|cheques?|funds|settlement|transfer"
    rf"|(?:full|purchase|whole|entire|store) (?:price|amount|credit|sum)|price|amount)\b|{_SUM})"
)
_BENEFIT = rf"(?:{MONEY}|\b(?:exceptions?|overrides?|free (?:item|shipping)|discounts?|bonus)\b)"
_GIVING = (
    r"(?:giv(?:e|es|ing|en)|gave|grant(?:s|ed|ing)?|offer(?:s|ed|ing)?|issu(?:e|es|ed|ing)|send(?:s|ing)?|sent|mak(?:e|es|ing)|made|process(?:es|ed|ing)?|releas(?:e|es|ed|ing)"
    r"|approv(?:e|es|ed|ing)|authori[sz](?:e|es|ed|ing)|honou?r(?:s|ed|ing)?|pay(?:s|ing)?|paid|add(?:s|ed|ing)?|transfer(?:s|red|ring)?|arrang(?:e|es|ed|ing)|provid(?:e|es|ed|ing)"
    r"|put(?:s|ting)?|hand(?:s|ed|ing)?|deposit(?:s|ed|ing)?|return(?:s|ed|ing)?|allow(?:s|ed|ing)?|sort(?:s|ed|ing)? out|cover(?:s|ed|ing)?|top(?:s|ped)? up)"
)
_REFUNDING = r"(?:refund|reimburs|credit|compensat|repay|repaid)(?:e|ed|es|s|ing)?"
_ADVERBS = r"(?:already |now |just |also |today |been |fully |all |safely |successfully |recently |this morning |yesterday |currently |finally )*"

HELD_OUT = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{GIVER}{HELPERS} {_REFUNDING} (?:back )?{_TO_YOU}(?!\w)",
        rf"{GIVER}{HELPERS} {_GIVING}\b(?:(?! (?:label|answer|reply|message|information|details|photo|new)\b)[^,.]){{0,40}}?{_BENEFIT}(?!\w)",
        rf"\byou{HELPERS}(?: count on)? (?:get(?:ting)?|receiv(?:e|ing)|have(?! (?:had|been))|be given|be paid)\b(?:(?! (?:label|answer|reply|message)\b)[^,.]){{0,40}}?(?:{_BENEFIT}|\bback(?! (?:to us|from us)))(?!\w)",
        rf"\byou{HELPERS} (?:refunded|reimbursed|credited|compensated|repaid)\b",
        rf"{_BENEFIT}[\d,.]*(?: of [^,]{{1,25}}?)?(?: (?:for|from|on) (?:the|your|this) \w+)?(?:'ll|'s| (?:will|is|are|was|were|has|have|had|been|be|going to|can|gets?|also|now|already|as good as|hereby|being))+ "
        rf"{_ADVERBS}(?:approved|authori[sz]ed|granted|issued|processed|paid|made|credited|returned|sent|released|transferred|refunded|reimbursed|yours|on (?:its|the) way|certain|guaranteed"
        r"|added|arranged|given|deposited|secured|safe|confirmed|promised|settled|assured)\b",
        rf"{_BENEFIT}[\d,.]* (?:goes|will go|follows|will follow|comes|will come|is coming|is going) (?:ahead|through|back|out|to you|on your|to your|by)\b",
        rf"{GIVER}{HELPERS} (?:mak(?:e|ing)|made|grant(?:ed|ing)?) (?:you )?(?:an?|this|one) (?:\w+ )?exception\b",
        rf"{GIVER}{HELPERS} (?:waiv(?:e|es|ed|ing)|stretch(?:es|ed|ing)?|extend(?:s|ed|ing)?) (?:the|your|this|our)\b|\b(?:fee|charge|limit|deadline) (?:is )?(?:waived|extended)\b|\bcan stretch the deadline\b",
        rf"\b(?:account|card) (?:will be|is|was|has been) (?:topped up|credited)\b|\byou(?:'re| are) (?:now )?entitled to (?:an?|the|your) (?:full )?{MONEY}",
        rf"\b(?:you can )?expect (?:an?|the|your) (?:\w+ )?{MONEY}|\bhave (?:that|it|this) refunded\b",
        r"\b(?:take|have|keep|choose|pick) your (?:money|refund)\b",
        rf"\bif you(?:'d| would)? (?:rather|prefer|like|want|wish)(?: to)?(?: have| get)? (?:an? |the |your )?{MONEY}",
        r"\byour (?:refund|reimbursement|credit) (?:is|will be|amounts to|comes to|would come to) (?:cad|\$|\d)",
    )
)
WORTH = re.compile(r"\b(?:worth|about|roughly|some) (?:half|a third|\d+ ?%) of (?:what|the price)\b")
_INVITES = r"(?:please|kindly|go ahead and|feel free to|just|simply|you(?:'ll| can| may| could|'re welcome to| are welcome to)|(?:would|could|can) you(?: please)?|(?:need|have) to do is|bet is to)"
_BACK = r"(?:send|bring|ship|mail|post|get)"
TAKEN_BACK = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{GIVER}{HELPERS}(?: make an exception and)? (?:tak(?:e|ing)(?: back)?|accept(?:ing|ed)?) (?:it|the|your|this|that|them)\b(?:[^,.]{{0,40}}\b(?:back|returns?)\b)?",
        rf"\b{_INVITES} {_BACK} (?:it|the|your|them|this)\b[^,.]{{0,25}}\bback\b|^\W*{_BACK} (?:it|the|your|them|this)\b[^,.]{{0,25}}\bback\b",
        rf"\b{_INVITES} (?:\w+ the \w+ and )?return (?:it|the|your|them|this)\b|\breturn it to us\b",
        r"\b(?:it|this|that|(?:the|your|this) \w+(?: \w+)?) (?:can|may|could) be (?:returned|sent back)\b|\b(?:authori[sz]ed|approved|accepted|agree to|agreed to) (?:your|the) return\b|\byou returning\b",
        r"\b(?:return|request to return [^,.]{1,25}) (?:is|was|has been|will be) (?:accepted|approved|granted|authori[sz]ed|fine|possible|allowed)\b",
    )
)
_DECIDERS = rf"\b(?:{_PEOPLE}|she|he|they)\b(?:, [\w .]{{1,25}},)?"
_VERDICT = (
    r"(?:agree[sd]?|approve[sd]?|accept(?:s|ed)?|grant(?:s|ed)?|authori[sz]e[sd]?|refuse[sd]?|reject(?:s|ed)?|decline[sd]?|turn(?:s|ed)? (?:it |this |you |down |your )?(?:down|\w+ down)?"
    r"|confirmed|ruled? (?:out|in)|rules (?:out|in)|signed off|upheld|says? (?:yes|no)|said (?:yes|no)|decided (?:to|that|in|against)|decide in your favour|offer you)"
)
OUTCOME = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_DECIDERS}{HELPERS} {_VERDICT}\b",
        rf"\b(?:be|was|were|been|is) (?:approved|accepted|granted|rejected|refused|declined) by (?:the|our|my|an?) (?:\w+ ){{0,2}}?{_PEOPLE}|^\W*approved by (?:the|our|my)\b",
        rf"{_DECIDERS} (?:is sure to|is certain to|is bound to|has given [^,.]{{1,25}} the green light)|\bdecision is that you\b",
        r"\bas good as (?:certain|done|approved)\b|\b(?:sure|certain|bound|guaranteed|likely|confident) (?:to be|that (?:it|this|your \w+) will be) \w+ed\b",
        r"\bcount on (?:getting|receiving|it|the|your|a)\b|\b(?:no doubt|surely|certainly) be (?:approved|granted|accepted|refused|rejected|declined)\b",
        r"\b(?:has|have|had) (?:already )?been (?:approved|granted|accepted|refused|rejected|turned down)\b",
    )
)
FORMALITY = re.compile(r"\b(?:only|just|merely|purely) a formality\b")
WILL_NOT = re.compile(
    rf"{_DECIDERS} (?:won't|will not|is not going to|isn't going to) (?:approve|grant|accept|allow|authori[sz]e|agree)\b"
)
REFUSING = re.compile(
    r"(?<!you )(?<!bank )(?<!card )\b(?:declin(?:e|es|ed|ing)|den(?:y|ies|ied)|reject(?:s|ed|ing)?|refus(?:e|es|ed|ing)|turn(?:s|ed|ing)? (?:\w+ ){0,3}down|ruled? out|out of the question"
    r"|exclud(?:e|es|ed)|non-? ?(?:refundable|returnable)|(?:is|are|be|this one is|remains?|it's|that's) a no|(?:answer|reply|decision) (?:\w+ ){0,10}(?:is|be|remains) (?:a )?no|say(?:ing)? no to"
    r"|(?:stay|remain)s? with you|too late|get nothing|no exceptions?|(?:decided|decide) against|nothing (?:that )?(?:we|i) can (?:do|offer))\b"
)
OVER = re.compile(
    r"\b(?:window|period|limit|deadline|time|days|cut-?off|date)\b[^,.]{0,40}\b(?:over|past|passed|ended|expired|closed|run out|ran out|elapsed|lapsed|up|gone)\b"
    r"|\b(?:past|beyond|outside|after|later than|more than|exceed\w*)\b[^,.]{0,30}\b(?:window|period|limit|deadline|days|cut-?off|that time)\b|\bnot\b[^,.]{0,20}\b(?:in|within) time\b"
)
_FILLED = (
    r"(?: (?:be|being|been|able|to|in a position|going|also|currently|therefore|simply|really|even|longer|just|then|now|ever|unfortunately|possibly|or|cannot|legally|normally|us|for"
    r"|a|an|any|the|your|this|full|it|that|items?|exchange|replace|under our policy))*"
)
NOT_GIVEN = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:\b(?:cannot|unable|not|never|no longer|nor|neither|impossible)|n't)\b{_FILLED} "
        r"(?:refund(?:s|ing|ed)?|refundable|reimburs\w+|accept\w*|tak(?:e|en|ing)\b[^,.]{0,40}\bback|exchang\w+|approv\w+|grant\w*|honou?r\w*|offer\w*|return(?:s|ed|able)|com(?:e|ing) back"
        r"|eligible|covered|entitled to|qualify|(?:get|receive|see (?:any )?grounds for) (?:an? |the |your |any )?(?:refund|return|exchange)|return or exchange|make (?:an )?exceptions?|give (?:you|it) (?:an?|the|your)|process (?:your|the|an?) (?:refund|return|exchange))\b",
        r"\b(?:refund|return(?:s|ing)?|exchange|items?|it|this|that|exception)\b[^,.]{0,40}(?:\bnot|\bnever|\bno longer|n't)\b(?: \w+){0,2}? (?:possible|available|an option|accepted|entitled|permitted|allowed|given|due)\b",
        r"\b(?:no|neither|nor|any)(?! (?:\w+ )?(?:charge|fee|cost|need|reason|problem|doubt|trouble|limit|condition|change))(?: \w+){0,2}? (?:refunds?|returns?|exchanges?|exceptions?|reimbursement)\b"
        r"(?! (?:fee|charge|cost))",
        r"^\W*(?:i'm afraid |unfortunately )?(?:i|we)(?:'m afraid)? (?:can't|cannot|can not)\W*$|^\W*not (?:possible|available)\W*$|\bthere(?:'s| is) no way\b",
    )
)
INSTEAD = re.compile(r"\b(?:instead of|rather than)\b.*")
OTHERS_DECIDE = re.compile(
    r"(?:\b(?:cannot|not|never|unable to)|n't)(?: \w+){0,3}? (?:decide|say|tell|promise|predict|anticipate|discuss|comment|know|look into|share)\b"
    r"|\b(?:approve|approved|authori[sz]ed?|grant|granted|accept|refund)\b[^,.]{0,40}\b(?:at (?:the|this|our) (?:desk|level)|at my level|by myself|myself|on my own|alone|here)\b"
)
"""Whoever lacks the authority refuses nothing."""
_SENDER = rf"(?:{GIVER}|\bour (?:bank|cashier)\b)"
_DONE = r"(?:sent|paid(?: out| into)?|issued|processed|credited|transferred|deposited|released|refunded|reimbursed|executed|made|returned|settled|completed|wired|mailed|dispatched|applied|initiated|put)"
GONE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:\b(?:the|your|this|a|all) )?(?:{MONEY}|\b(?:final|claim|last) pay\b)[\d,.]*(?: of [^,]{{1,25}}?)?(?: (?:for|from) (?:the|your|this) \w+)?(?:'s| (?:has|have|was|were)) {_ADVERBS}{_DONE}\b",
        rf"{MONEY}[\d,.]*(?: of [^,]{{1,25}}?)? (?:(?:has|have|is) {_ADVERBS})?(?:went|gone|left|arrived|reached)\b(?! (?:up|down))",
        rf"\b(?:the|your|this|all|a) {MONEY}(?: of [^,]{{1,25}}?)?(?:'s| (?:is|are)) {_ADVERBS}(?:complete[d]?|done|on your (?:card|account)|in your (?:card|account|bank)|with your bank|on (?:its|the) way|out|making its way|in transit)\b",
        rf"{_SENDER}(?:'ve|'s| have| has)?(?: gone ahead and| went ahead and)? {_ADVERBS}(?:refunded|reimbursed|repaid|compensated) (?:you|your|the|it|[$£€]|cad|\d)",
        rf"{_SENDER}(?:'ve|'s| have| has)?(?: gone ahead and)? {_ADVERBS}(?:{_DONE}|pushed)(?: you| back| to you)?(?: (?:the|your|a|this|all))?(?: \w+)? ?{MONEY}(?!\w)",
        rf"\b(?:all|every|the|your) (?:\w+ )?(?:refunds?|payments?) (?:(?:were|was|have been|has been) )?{_ADVERBS}(?:paid|sent|made|issued|released|executed|processed)\b",
        rf"{_SENDER}(?:'ve|'s| have| has)? {_ADVERBS}(?:credited|refunded) your (?:card|account)\b|\byou(?:'ve| have) {_ADVERBS}(?:refunded|reimbursed|paid)\b|^\W*issued on\b",
    )
)
EARLIER = re.compile(
    r"\b(?:earlier|previous(?:ly)?|prior|another|other|last (?:time|month|year)|in (?:january|february|march|april|may|june|july|august|september))\b"
)
TAKEN_OFF = re.compile(
    r"\b(?:deduct(?:ed|s|ing)?|withh[eo]ld(?:ing|s)?|set (?:it )?off|offset|subtract(?:ed|s|ing)?|(?:tak(?:e|en|es|ing)|took) (?:[^,.]{1,25} )?(?:off|out of|from) (?:your|the|his|her|their) (?:\w+ ){0,2}?(?:pay\w*|wages?|salary|cheque|check|total|amount|earnings|vacation)|taken off(?=\W*$| for| by)|recover(?:ed|s|ing)?"
    r"|recoup(?:ed|s)?|charg(?:e|ed|es|ing)|bill(?:ed|s|ing)?|retain(?:ed|s)?|kept back|keep back|dock(?:ed|s|ing)?|net(?:ted)? [^,.]{1,20} off|claw(?:ed)? back|hold(?:ing)? back|held back"
    r"|com(?:e|es|ing) (?:off|out of) your|\d+ deduction|deductions? of|deduction has been made|lead to a deduction|minus the value|\d+ less because|short by)\b"
    r"|^\W*deduction\W*$|\byou(?:'ll| will)? owe (?:us|the|cad|\$|\d)|\b(?:reduc(?:e|ed|es)|less|lower(?:ed)?) (?:your|by|the)\b"
)
STILL_OUT = re.compile(
    r"(?:\b(?:not|never|without)|n't)(?: \w+)? (?:be(?:en)? )?(?:return\w*|hand\w*|back|com\w+|bring\w*|receiv\w*|given|sent)\b|\bunless\b|\bno alternative but\b"
)
"""What is said of a thing that did not come back, which denies no deduction."""
UNTAKEN = re.compile(
    r"\b(?:asked|asks|wanted|wants|requested|proposed|suggest(?:ed|ion)|wish(?:ed|es)?|in error|paid back|rejected|reversed|removed|cancelled)\b"
)
