"""The words of final pay: what calls a line pending, a payment repeated, an authorisation missing, a remark private."""

from __future__ import annotations

import re
from decimal import Decimal

from wp42_pytest.evidence import numbers_in
from wp42_pytest.evidence.acts import takes_off
from wp42_pytest.evidence.answers import is_there
from wp42_pytest.evidence.counts import HOURS, counts_of
from wp42_pytest.evidence.personal import plain
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.speech import clauses_of, denied, depends, money_in, not_needed
from wp42_pytest.evidence.spelled import spelled_money
from wp42_pytest.evidence.wording import Wording

ALIASES = {
    "Employee id": ("Employee no", "Employee", "Id", "Payroll ref", "Employee number"),
    "Name": ("Employee name", "Full name"),
    "Service years": ("Years of service", "Service (years)", "Service"),
    "Notice weeks due": ("Weeks due", "Notice due (weeks)", "Weeks of notice due", "Notice due"),
    "Notice weeks given": ("Weeks given", "Notice given (weeks)", "Weeks of notice given", "Notice given"),
    "Notice indemnity": ("Indemnity", "Notice pay", "Indemnity in lieu of notice"),
    "Vacation rate %": ("Vacation rate", "Rate %", "Vacation %"),
    "Vacation current year": ("Vacation pay current year", "Current year vacation", "Vacation pay"),
    "Vacation days carried": ("Days carried", "Carried days", "Vacation days left"),
    "Vacation carried amount": ("Carried amount", "Carried vacation amount", "Vacation carried"),
    "Overtime bank": ("Overtime", "OT bank", "Banked overtime"),
    "Deductions": ("Deduction", "Less deductions", "Other deductions"),
    "Total gross": ("Gross total", "Total", "Total gross amount"),
}
FINDING = {
    "Employee id": ("Employee no", "Employee", "Id", "Employee number"),
    "Finding": ("Findings", "Issue", "Description", "Observation"),
    "Source": ("Sources", "Document", "Evidence"),
    "Action": ("Actions", "What to do", "Next step", "Recommendation"),
}
NEAR = {
    "indemnity": (
        *("notice", "indemnity", "severance", "week*", "terminat*", "compensat*", "separation", "dismissal", "in lieu"),
        *("instead of notice",),
    ),
    "vacation": ("vacation", "%", "per cent", "percent", "holiday*", "leave", "annual"),
    "carried": (
        "vacation",
        "days",
        "carried",
        "leave",
        "holiday*",
        "unused",
        "previous year",
        "last year",
        "not taken",
    ),
    "total": (
        *("total", "in all", "altogether", "together", "sum", "vacation", "payable", "final pay", "gross", "comes to"),
        *("come to", "amounts to", "adds up", "add up", "overall", "all told", "you receive", "we pay you"),
    ),
}
"""Words for what an amount of a letter is."""

NIL = re.compile(r"\s*(?:n/?a|not applicable|none|nil|nothing|no deductions?|no bank|-+)\.?\s*", re.I)

PENDING = re.compile(
    r"\bpending\b|\bto be (?:determined|confirmed|advised|established|settled)\b|\btb[cdae]\b|\bopen\b|\bawait|\bwait\w*\b|"
    r"\bas soon as\b|\bonce\b|\boutstanding\b|\bon hold\b",
    re.I,
)
_NOT = re.compile(r"\b(?:no|not|never|nothing|none|nor|neither|no longer)\b|n't\b", re.I)
_TURNS = re.compile(r"[,()]|\b(?:and|but|so|because|since|as|until|which)\b", re.I)
_TOPIC = re.compile(r"\b(?:ot 3|statements?|approv\w*|signed form)\b")
BANK = ("overtime", "OT-3", "OT bank", "hours bank", "banked hours", "time bank", "hours * banked", "extra hours")
_GOT = re.compile(
    r"\b(?:has|have|had|was|is|are|been)(?: \w+)? (?:received|on file|in the (?:folder|file|papers)|there|waived|handed in|attached|dispensed with)\b",
    re.I,
)

REPEATED = re.compile(
    r"\b(?:twice|duplicat\w*|doubl\w*|repeat\w*|recurs?|again|copy|copies|identical|second (?:time|line|row|payment|entry)|more than once"
    r"|(?:only|counts?|counted|taken|included|ignored|removed|excluded|left out|paid) once|once only|single (?:time|payment)|only one|one payment"
    r"|(?:one|1) of (?:them|these|the two)|same (?:\w+ )?(?:entry|payment|number|line|row|amount)|[23] ?[x×]"
    r"|(?:two|both|2|three|3) (?:\w+ ){0,2}(?:times|lines|rows|entries|records|copies)|(?:rows|lines) \d+ and \d+)\b"
    r"|\bentered again\b",
    re.I,
)
NOT_REPEATED = re.compile(
    r"\b(?:not|never|no|isn't)(?: a| an| really)? (?:repeated|duplicat\w*|doubled|listed twice|entered twice|a repeat\w*)\b",
    re.I,
)
BOTH_COUNT = re.compile(
    r"\b(?:both|each|the two|two)\b(?: (?:of them|lines|rows|entries|payments|amounts))?(?: \w+){0,2}? ?(?:\b(?:are|is|were|have been|must be|stay|remain|will be)\b ?"
    r"(?:separate|genuine|distinct|legitimate|right|correct|valid|due|counted|included|kept|paid)|\bcounts?\b)"
    r"|\b(?:separate|genuine|distinct|legitimate|different)\b[^.;]{0,20}\bpayments?\b|\b(?:are|is|was|were) counted (?:twice|double)\b[^.;]{0,30}\b(?:right|rightly|correct\w*)\b",
    re.I,
)
AUTHORITY = re.compile(
    r"\b(?:authori[sz]\w*|consent\w*|sign\w*|agree\w*|permission|mandate)\b|\bIT-?7\b|\bpart (?:2|two)\b|\bin writing\b|\bunsigned\b|\bunauthori[sz]ed\b",
    re.I,
)
LACKING = re.compile(
    r"\b(?:no|not|nothing|never|without|nor|neither|nobody|none|unsigned|blank|missing|lack\w*|absent|empty|open|only|requir\w+|needs?|cannot|may not|unauthori[sz]ed|unsupported"
    r"|unfilled|incomplete)\b|n't\b",
    re.I,
)
AUTHORISED = re.compile(
    r"\bha(?:s|d) (?:since |already |now )?(?:authori[sz]ed|consented|agreed)\b|\b(?:has|was|is|were|been) signed (?:the |an |this |his |her )?authori[sz]ation\b"
    r"|\b(?:has|had) signed (?:the |an |this |his |her )?(?:part 2|authori[sz]ation|consent)\b"
    r"|\b(?:authori[sz]ation|consent) (?:is|was|has been) (?:there|signed|given|on file|valid)\b",
    re.I,
)
_CONDITION = re.compile(
    r"\b(?:only|where|requir\w+|needs?|must|should|unless|if|until|once|when|whether|after|before|without|obtain|get|ask|provided)\b",
    re.I,
)

_NOT_BACK = re.compile(
    r"\b(?:not|never|isn't|hasn't|is not|no longer|un)[ -]?(?:yet )?(?:be |been |come |it is )?(?:returned|brought|handed|given|received|back|sent|recovered)(?: (?:back|in))?\b"
    r"|\bdoes(?: not|n't) (?:come|get) back\b|\bnot come back\b|\b(?:do|does|did) not (?:return|bring|hand|give)\b",
    re.I,
)
_HONEST = re.compile(
    r"\b0[.,]00(?: \w+){0,2} (?:deducted|withheld|taken off)\b|\bdeduct(?:ed)?(?: \w+)? 0[.,]00\b|\bcharging \w+|\b(?:no|any|free of|without|extra) charge\b"
    r"|\bat (?:our|no) (?:charge|cost|expense)\b|\bsource deductions?\b|\bin charge\b|\brecover(?:ed|y|ing)? (?:of )?(?:the |this |that |his |your |our )?(?:clinic'?s? )?"
    r"(?:mobile |cell )?(?:item|equipment|property|device|laptop|computer|tablet|phone|smartphone)\b|\bbilling\b|\bless (?:the )?(?:usual |ordinary |legal )?(?:source )?deductions\b",
    re.I,
)
_TAKING = re.compile(
    r"\b(?:deduct(?:ed|s|ing)?|withh[eo]ld\w*|set(?:s|ting)?|subtract\w*|tak(?:e|es|en|ing)|took|recover\w*|recoup\w*|charg(?:e|ed|es|ing)|bill(?:ed|s)?|retain\w*|kept|keep"
    r"|owes?|reduc\w*|less|lower\w*)\b",
    re.I,
)
_MADE = re.compile(
    r"\b(?:deduction|set-?off|charge)\b.{0,60}?\b(?:is|was|will be|has been|gets|being) (?:\w+ )?(?:made|applied|taken|included|charged)\b",
    re.I,
)
_WISHED = re.compile(
    r"\b(?:request\w*|asks?|asked|asking|wants?|wanted|wish\w*|instruct\w*|demand\w*|propos\w*|promis\w*|suggest\w*|order\w*|says?|said|mail|e-?mail|would|refus\w*|declin\w*"
    r"|reject\w*|against|instead of|rather than|contrary|forbid\w*|unable|according to)\b",
    re.I,
)
_FORBIDDEN = re.compile(
    r"\b(?:breach\w*|contrary|unlawful|illegal|forbid\w*|forbidden|prohibit\w*|conflicts?|contradicts?|violat\w*|omit\w*|disregard\w*|ignored|le(?:ft|ave|aving) .{0,60}\bout|against (?:the |our )?(?:policy|law|rules?|hr-09|act))\b",
    re.I,
)
_VALUE = re.compile(
    r"\b(?:its value|the value|value of|the costs?|cost of|price of|replacement|equipment|property|devices?|laptop|computer|notebook|tablet|(?:smart|cell|mobile )?phones?)\b",
    re.I,
)
_ANYTHING = re.compile("")
_TELLS = re.compile(r"\W*(?:please )?(?:deduct|withhold|set off|take (?:it )?off)\b", re.I)
_DEDUCTION = re.compile(r"\b(?:deduct\w*|withh[eo]ld\w*|set-?off|less)\b", re.I)

SETTLED = re.compile(
    r"\b(?:is|are|was|were|has been|have been|be)(?: \w+){0,1} (?:paid|included|added|approved|confirmed|counted|due|owed|accepted)\b"
    r"|^\W*(?:add|pay|include)\b|\b(?:gets?|receives?|comes to|come to|we (?:pay|paid|added|included))\b",
    re.I,
)
_CLAIMED = re.compile(
    r"\b(?:claim\w*|says?|said|note|about|according|would|if|whether|could|might|may|not|no|nobody|without|unapproved|unconfirmed|pending|estimat\w*|alleged\w*|asked?)\b",
    re.I,
)

RETURN = (
    *(
        "return*",
        "bring*",
        "hand in",
        "hand it",
        "hand over",
        "hand back",
        "give back",
        "give it",
        "send*",
        "drop*",
        "collect*",
    ),
    *(
        "pick*",
        "courier",
        "parcel",
        "deliver*",
        "retriev*",
        "leave",
        "mail it",
        "mail the",
        "come back",
        "back by",
        "us have",
    ),
)
ITEMS = {
    "laptop": ("computer*", "equipment", "notebook", "device", "laptop*"),
    "tablet": ("equipment", "device", "tablet*"),
    "phone": ("cell*", "mobile*", "equipment", "device", "smartphone*", "telephone*", "handset", "phone*"),
}

SYSTEM = r"(?:system(?!'s entitlement)|hris|hr export|export|hire date (?:of|in) the (?:hr )?system|balance (?:of|in) the (?:hr )?system)"
_WINS = r"(?:prevails?|wins|governs|takes precedence|is decisive|is authoritative)"
FOR_SYSTEM = re.compile(
    rf"\b{SYSTEM}\b(?: \w+)? (?:{_WINS}|(?:is|was|are) (?:right|correct|used|followed|kept|decisive|to be used)|holds good|counts\W*$)\b|\b(?:follow|use|keep|trust|believe) the (?:hr )?{SYSTEM}\b",
    re.I,
)
_ENTITLED = re.compile(r"\b(?:entitle\w*|first engagement|until)\b", re.I)


def is_pending(text):
    """Tell whether a text calls something pending, and does not deny it in the same breath."""
    for clause in clauses_of(text):
        for match in PENDING.finditer(clause):
            before = _TURNS.split(clause[: match.start()])[-1]
            if not _NOT.search(before[-30:]):
                return True
    return False


def asks_for_the_statement(text):
    """Tell whether a question names the approved statement, and does not say that it is there, waived or not needed."""
    for clause in clauses_of(text):
        got = _GOT.search(clause) and not denied(clause) and not depends(clause)
        if got or (_TOPIC.search(plain(clause)) and not_needed(clause)):
            return False
    return bool(_TOPIC.search(plain(text))) and not is_there(text, _TOPIC)


def quantity_in(text, claimed_hours):
    """Return the hours, days' worth or amount that a text puts on overtime, "" for none."""
    said = Wording(text).text
    counted = [*counts_of(said, HOURS), *counts_of(said, ("days worth", "days' worth", "days of overtime", "days"))]
    for each in counted:
        if not re.search(r"\b(?:within|in|by|after|before)\s+$", said[: each.start]):
            return said[each.start : each.end]
    exact = next((each.text for each in numbers_in(said) if each.value == Decimal(claimed_hours)), "")
    return (
        exact
        or next((each.text for each in money_in(said)), "")
        or next((f"{each}" for each in spelled_money(said)), "")
    )


def says_repeated(text):
    """Tell whether a finding says that a payment stands there again, and does not conclude that both count."""
    if NOT_REPEATED.search(text) and not re.search(r"\bbut\b", text):
        return False
    return bool(REPEATED.search(Wording(text).text)) and not any(
        BOTH_COUNT.search(clause) and not denied(BOTH_COUNT.sub(" ", clause)) and not depends(clause)
        for clause in clauses_of(text)
    )


def lacks_authority(text):
    """Tell whether a finding says that an authorisation is missing or needed, and nowhere that it is there."""
    sentences = list(sentences_of(Wording(text).text))
    claimed = any(
        AUTHORISED.search(clause) and not denied(clause) and not _CONDITION.search(clause)
        for sentence in sentences
        if not (AUTHORITY.search(sentence) and re.search(r"\b(?:blank|unsigned|empty|missing)\b", sentence, re.I))
        for clause in clauses_of(sentence)
    )
    return not claimed and any(AUTHORITY.search(each) and LACKING.search(each) for each in sentences)


def deducts(text, value):
    """Return the sentence in which a text takes the equipment off somebody's pay, or threatens to; "" when it does not.

    Args:
        text: a letter, a finding, a note, a statement of completion.
        value: the amount of the equipment.
    """
    about = False
    for sentence in sentences_of(Wording(text).text):
        before, about = about, bool(_VALUE.search(sentence)) or states(sentence, value)
        if (before or about) and (_is_taken(sentence) or _is_listed(sentence, value)):
            return sentence
    return ""


def tells_to_deduct(action):
    """Return an action that begins by telling to deduct, "" when it does not, or only under a condition."""
    return action if _TELLS.match(action) and not _CONDITION.search(action) and not denied(action) else ""


def _is_taken(sentence):
    said = _HONEST.sub(" ", _NOT_BACK.sub(" ", sentence))
    if said.rstrip().endswith("?") or (AUTHORITY.search(said) and _CONDITION.search(said)):
        return False
    for clause in clauses_of(said):
        taking, made = _TAKING.search(clause), _MADE.search(clause)
        start = (made or taking).start() if made or taking else 0
        if not (made or taking) or denied(clause) or _FORBIDDEN.search(clause) or _WISHED.search(clause[:start]):
            continue
        if made or takes_off(clause, _ANYTHING):
            return True
    return False


def _is_listed(sentence, value):
    """Tell whether a line of a table is headed as a deduction and gives the value."""
    head, _, given = sentence.replace("|", ":").partition(":")
    return bool(_DEDUCTION.search(head)) and states(given, value) and not (denied(sentence) or _WISHED.search(head))


def states(text, figure):
    """Tell whether a text states an amount, in digits or in words."""
    return any(figure.matches(value, sign=False) for number in numbers_in(text) for value in number.readings) or any(
        figure.matches(value, sign=False) for value in spelled_money(text)
    )


def states_hours(text, hours):
    """Tell whether a text states a number of hours, in digits or in words."""
    return any(each.value == Decimal(hours) for each in counts_of(text, HOURS))


def settles_overtime(text, figures, hours):
    """Return the sentence in which hours or amounts that nobody approved are paid, added or confirmed; "" for none."""
    for sentence in sentences_of(Wording(text).text):
        if not (states_hours(sentence, hours) or any(states(sentence, each) for each in figures)):
            continue
        if any(
            SETTLED.search(clause) and not denied(clause) and not depends(clause) and not _CLAIMED.search(clause)
            for clause in clauses_of(
                re.sub(r"\bapproved (?:statement|form|OT-?3|overtime statement)\b", " ", sentence, flags=re.I)
            )
        ):
            return sentence
    return ""


def leaves_open(text):
    """Tell whether a text that states a claimed amount denies it or leaves it open."""
    return denied(text) or depends(text) or bool(re.search(r"\b(?:unconfirmed|unapproved|claim\w*)\b", text, re.I))


def trusts_the_system(text, old_days, right_days):
    """Tell whether a finding, having named both, goes by the HR system all the same.

    Args:
        text: the finding.
        old_days: dates that the system goes by, as the finding may spell them.
        right_days: dates of the papers.
    """
    for clause in clauses_of(text):
        if FOR_SYSTEM.search(clause) and not denied(clause) and not _ENTITLED.search(clause):
            return True
        if (
            re.search(
                r"\bservice\b(?: \w+)? (?:counts?|runs|starts?|is counted|began|begins) (?:from|on|in)\b", clause, re.I
            )
            and any(day in clause for day in old_days)
            and not any(day in clause for day in right_days)
            and not denied(clause)
            and not re.search(rf"\b{SYSTEM}\b|\bshows?\b|\brecords?\b", clause, re.I)
        ):
            return True
    return False
