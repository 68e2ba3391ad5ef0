"""The words in which preparers speak of taxes, credits and quarters, and what a line of the list says with them."""

from __future__ import annotations

import re
from decimal import Decimal

from wp42_pytest.evidence import numbers_in
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.speech import clauses_of

COLUMNS = ("doc_id", "issue", "tax", "amount_as_recorded", "correct_amount", "difference")
ALIASES = {
    "doc_id": ("Document", "Document id", "Doc no", "Document no", "Doc", "Invoice no"),
    "issue": ("Finding", "Description", "Problem"),
    "tax": ("Tax type", "Taxes", "Type of tax"),
    "amount_as_recorded": ("As recorded", "Recorded", "Recorded amount", "Amount recorded"),
    "correct_amount": ("Correct", "Corrected amount", "Amount to report"),
    "difference": ("Diff", "Variance"),
}
AN_AMOUNT_OF_SUPPLIES = re.compile(r"pre.?tax|before tax|\bbase\b", re.IGNORECASE)
NO_TAX = re.compile(rf"none|\bn/?a\b|suppl|revenue|{AN_AMOUNT_OF_SUPPLIES.pattern}", re.IGNORECASE)
"""What the tax column says on a line that is about something else than a tax."""
NOTHING_AT_ALL = re.compile(r"\W*(?:none|n/?a)\W*", re.IGNORECASE)
GST, HST, QST = (
    re.compile(pattern, re.IGNORECASE) for pattern in (r"\b(?:GST|TPS)\b", r"\b(?:HST|TVH)\b", r"\b(?:QST|TVQ)\b")
)
BOTH = re.compile(r"\bboth\b", re.IGNORECASE)
OF_QST = Decimal("9.975") / Decimal("14.975")
"""The part of both taxes on a Québec document that is QST."""
A_DOCUMENT = re.compile(r"[A-Z]{1,4}[-_#]?\d{2,}", re.IGNORECASE)
NUMBERED = re.compile(r"(?<![^\W_])(?:CC|P)[-_# ]?\d{2,}(?![^\W_])", re.IGNORECASE)
"""How both exports number their documents."""
_SAID = r"(?:in )?(?:cad|final|claimed|reported|corrected|amended|adjusted|revised|updated|actual|true|\$)"
SAID_OF_A_KEY = re.compile(rf"[\s_(\[-]*{_SAID}[)\]]*$|^{_SAID}[\s_-]+", re.IGNORECASE)
"""What a key says beside the name of its figure, such as "(CAD)" or "final", without being another figure."""
ALTOGETHER = re.compile(
    r"(?:total|combined|overall|grand)(?:net|payable|due|remit(?:ted|tance)?|owing)(?:tax|taxes|payable|due|amount|both)*|net(?:tax|taxes)?(?:total|combined|altogether)"
)
"""The key of what is paid for both taxes together, spaces and underscores left out."""
FOREIGN = re.compile(r"US\s?\$|[€£]|\b(?:USD|EUR|GBP)\b", re.IGNORECASE)

WHAT_IS_WRONG = {
    "e1": r"\b(?:qst|tvq|gst|tax|taxed|taxes|rate|overcharg\w*)\b",
    "e2": r"\b(?:oct|october|quarters?|quarterly|periods?|q[34]|dates?|dated|2025-10-\d+)\b",
    "e3": r"\b(?:un)?regist\w*|\breg\b|\bnumbers?\b|\bno\.|\bon file\b",
    "meal": r"\b(?:meals?|entertain\w*|half|halve\w*|lunch\w*|dinner\w*|restaurant)\b|\b50\b",
    "e5": r"\b(?:premiums?|insur\w*|exempt\w*|refund\w*|recover\w*|qst|tvq)\b",
}
"""What a sentence on a document cannot do without, when it says what is wrong with it."""
IN_FULL = re.compile(
    r"\b(?:claim|credit|refund)\w*(?: \w+){0,3} in full\b|\bfull (?:credits?|refunds?)\b|\bnothing (?:is |was )?wrong\b",
    re.IGNORECASE,
)
NOT_MEANT = re.compile(
    r"\b(?:no|not|never|none|nor|cannot|nothing (?:is|was|can|may|will) (?:be )?(?:claim|credit)\w*|memo|note|field|instruct\w*|asks?|asked|asking|says|said|if|once|until|unless"
    r"|when|would|could|later|instead|without|wrongly|exported|recorded|booked)\b|n't\b",
    re.IGNORECASE,
)
_IS = r"(?: (?:tax|is|are|of|to|remit|remitted|pay|payable|owing|due|comes|come|amounts|be|for|the|return|quarter|collected))*\s?[:=,]?\s?(?:CAD\s?)?\$?"
_GST_HST = r"gst(?:\s?(?:/|and|&)\s?hst)?"
LABELS = {
    "net_gst_hst": re.compile(rf"\b(?:net {_GST_HST}|{_GST_HST} net)\b{_IS}", re.IGNORECASE),
    "net_qst": re.compile(rf"\b(?:net qst|qst net)\b{_IS}", re.IGNORECASE),
    "itc": re.compile(rf"\b(?:itcs?|input tax credits?)\b{_IS}", re.IGNORECASE),
    "itr": re.compile(rf"\b(?:itrs?|input tax refunds?)\b{_IS}", re.IGNORECASE),
    "total_supplies": re.compile(rf"\b(?:total supplies|supplies of the quarter)\b{_IS}", re.IGNORECASE),
}
"""How a summary names the figures of the return before it gives them."""
OTHERWISE = re.compile(
    r"\b(?:would|could|not|instead|before|draft|exports?|exported|books|bookkeeper|recorded|without|if)\b",
    re.IGNORECASE,
)
INTO_THE_RETURN = re.compile(
    r"\b(?:final|allow(?:ed|able)?|claimable|creditable|corrected|approved|reported|(?:to|we) (?:be )?(?:claim|credit|report|refund|file)(?:ed)?"
    r"|(?:in|into|for|on) (?:this |the )?return)\b",
    re.IGNORECASE,
)
"""What a further column is called that gives what goes into the return."""
ANOTHER_AMOUNT = re.compile(
    r"%|\b(?:not|non|no|dis\w*|un\w*|later|next|q4|fourth|notes?|before|record\w*|export\w*|book\w*|charged|pct|percent|rate|share"
    r"|pre ?tax|base|suppl\w*|differ\w*|adjust\w*|expense\w*)\b",
    re.IGNORECASE,
)

AS_IT_IS = re.compile(
    r"(?<!not )\b(?:nothing (?:to|needs? to be|has to be|must be) (?:correct|chang)\w*|no correction (?:is )?(?:needed|necessary|required)"
    r"|(?:is|are) (?:right|correct|fine|okay|ok) as (?:it|they|exported|charged|recorded|booked)|as (?:charged|exported|recorded) (?:is|are) (?:right|correct|fine))\b",
    re.IGNORECASE,
)
"""Says of a tax that it goes in as exported."""
AFTER_ALL = {
    "e2": re.compile(
        r"\b(?:stays?|remains?|belongs?|counts?|goes|(?:is|are) (?:kept|reported|left)) (?:\w+ )?(?:in|into|to|with) (?:this|the third|q3|the current)\b",
        re.IGNORECASE,
    ),
    "e3": re.compile(
        r"\bclaimed (?:anyway|after all|nevertheless|all the same)\b|\b(?:we|i|(?:the|this) return) (?:\w+ )?(?:takes?|includes?|claims?) (?:\w+ ){0,3}?(?:credits?|itcs?|itrs?|tax(?:es)?)\b",
        re.IGNORECASE,
    ),
    "e5": re.compile(
        r"\b(?:is|are) (?:\w+ )?refundable\b|\bclaim(?:able)? (?:\w+ )?as (?:an )?(?:itr|itc|qst)\b|\b(?:is|are) recoverable\b",
        re.IGNORECASE,
    ),
}
"""Says of a document's taxes that they go into this return after all."""
OTHER_QUARTER = re.compile(
    r"\b(?:q4|fourth|next|later|not|no|nothing|none|neither|outside|own quarter|out|exclud\w*|remov\w*|december|oct\w* (?:return|quarter))\b|n't\b",
    re.IGNORECASE,
)
OR_LATER = re.compile(
    r"\b(?:can|may|must|should|then|next|quarter|period|arriv\w*|receiv\w*|obtain\w*|gets?|got|writing|provid\w*|in which|shown|entered|treated|"
    r"keyed|bookkeeper|no|not|nothing|neither|nor)\b|n't\b",
    re.IGNORECASE,
)
"""What a clause has that speaks of another time, of the books, or denies."""
HALF = re.compile(r"\b(?:half|halve\w*|limit\w*|restrict\w*|only|not|no)\b|\b50\b|n't\b", re.IGNORECASE)


def tax_named(said):
    """Return the tax that a tax column names: GST, QST or both; None for another one or none."""
    of_gst, of_qst = bool(GST.search(said)), bool(QST.search(said))
    if BOTH.search(said) or (of_gst and of_qst):
        return "GST and QST"
    return "GST" if of_gst else "QST" if of_qst else None


def names_a_tax(said):
    """Tell whether a tax column says that a line is about a tax, None when that depends on its amounts."""
    if any(name.search(said) for name in (GST, HST, QST, BOTH)):
        return not AN_AMOUNT_OF_SUPPLIES.search(said)
    return None if NOTHING_AT_ALL.fullmatch(said) else not NO_TAX.search(said)


def goes_into_the_return(heading):
    """Tell whether a further column is headed as what goes into the return, and nothing else."""
    called = re.sub(r"[\W_]+", " ", heading.replace("%", " pct "))
    return bool(INTO_THE_RETURN.search(called)) and not ANOTHER_AMOUNT.search(called)


def lets_in(issue, kind):
    """Return the sentence or clause by which an issue lets in what the amounts of its line keep out, "" when there is none.

    Args:
        issue: all that the lines of a document say.
        kind: e1, e2, e3, e5 or meal.
    """
    for sentence in sentences_of(issue):
        if kind == "e3" and IN_FULL.search(sentence) and not NOT_MEANT.search(sentence):
            return sentence
        if kind == "meal" and IN_FULL.search(sentence) and not HALF.search(issue):
            return sentence
    if kind == "e2":
        return issue if AFTER_ALL[kind].search(issue) and not OTHER_QUARTER.search(issue) else ""
    if kind == "e1":
        # The GST of that invoice is right.
        clauses = [clause for clause in clauses_of(issue) if QST.search(clause) or not GST.search(clause)]
        return next(filter(AS_IT_IS.search, clauses), "")
    for clause in clauses_of(issue) if kind in AFTER_ALL else ():
        if AFTER_ALL[kind].search(clause) and not (NOT_MEANT.search(clause) or OR_LATER.search(clause)):
            return clause
    return ""


def given_for(label, sentence):
    """Return the amount that a sentence gives right after a label, None when it gives none or speaks of another case."""
    named = label.search(sentence)
    after = sentence[named.end() :] if named and not OTHERWISE.search(sentence) else ""
    amount = re.match(r"\d[\d, ]*\.\d\d\b", after)
    return numbers_in(amount[0])[0].value if amount else None
