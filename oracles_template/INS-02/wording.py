"""The words in which adjusters and claimants speak of bases, payments, incomes and recovery, and what a sentence says with them."""

from __future__ import annotations

import re
from decimal import Decimal

from wp42_pytest.evidence import normal_label, numbers_in
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.speech import money_in, not_needed
from wp42_pytest.evidence.wording import Wording

CAP, RATE, CENT = Decimal(400), Decimal("0.70"), Decimal("0.01")
LEAST_BENEFIT, MOST_BENEFIT, MOST_WEEKLY = Decimal(100), Decimal(401), Decimal(1500)
MOST_EXTRA = 1
MOST_LISTED = 4
"""Most entries of what is missing: two things are, and each may be told in two entries."""
SHORTEST_LETTER, SHORTEST_REMARK = 60, 4

UNFINISHED = ("needs_clarification", "abstained")
ELECTING = (
    *("elect*", "choose*", "chose*", "choice*", "choosing", "option*", "opt", "opts", "prefer*", "decid*", "decision*"),
)
CLAIMANT = ("Renwick", "Dalia", "claimant")
BASES = (*("basis", "bases", "E-1", "Part 5", "weekly income", "four week*", "4-week*", "52-week*", "fifty-two week*"),)
CONFIRMING = ("E-2", "confirm*", "form*", "income*", "earning*", "wage*", "gross pay", "pay record*", "pay stub*")
FORM_E2 = (
    *("E-2", "confirmation of income", "income confirmation", "employer's confirmation", "employer confirmation"),
)

FOUR_WEEKS = ("basis_4_weeks", "basis_four_weeks", "4_weeks", "four_weeks", "4_week_basis", "four_week_basis")
YEAR_WEEKS = ("basis_52_weeks", "basis_fifty_two_weeks", "52_weeks", "fifty_two_weeks", "52_week_basis")
GROSS = ("gross_weekly", "gross_weekly_income", "weekly_gross")
BENEFIT = ("weekly_benefit", "benefit_weekly", "benefit")
ELECTED_KEYS = frozenset(
    normal_label(key)
    for key in (
        *("elected_basis", "basis_elected", "election", "elected", "chosen_basis", "basis_chosen", "selected_basis"),
        *("basis_selected", "basis_used", "basis_applied", "applied_basis", "basis", "choice"),
        *("provisional_basis", "default_basis", "assumed_basis", "presumed_basis", "presumed_election"),
    )
)
COMPARED = re.compile(
    r"high|low|larg|small|great|compar|name|label|note|remark|comment|title|other|both|explain|describ|rule"
)
"""What the key of an entry says that compares the bases or remarks on them, instead of putting one forward."""
A_BASIS = re.compile(
    r"(?:basis )?(?:4|52|four|fifty two) weeks?(?: basis)?|(?:the )?(?:higher|larger|better)(?: (?:one|basis))?"
)
"""An entry that is the name of one basis and nothing else."""
PUT_FORWARD = re.compile(r"basis|recommend|suggest|propos|prefer|advi[sc]e")
LONGEST_CHOICE = 40
"""Characters of an entry that names a basis and does not discuss it."""
PAYABLE_KEYS = frozenset(
    normal_label(key)
    for key in (
        *("amount_payable", "payable_amount", "weekly_amount_payable", "weekly_payable", "payable_weekly_benefit"),
        *("benefit_payable", "amount_due", "payment_amount", "order_amount", "payment_order_amount", "weekly_payment"),
        *("weekly_number", "number_for_the_order", "number_for_order", "amount_to_pay", "weekly_amount_to_pay"),
    )
)
DUE = re.compile(
    r"(?:amount|benefit|total|sum|number|payment)s?(?:due|payable|owed)|(?:due|payable|owed)(?:amount|benefit|total|sum)|(?:due|owed|backpay|arrears)"
)
"""What the key of an amount is called that is said to be due, spaces and underscores left out."""
ORDERS = frozenset(normal_label(key) for key in ("payment_order", "order", "payment", "payable"))
IN_AN_ORDER = re.compile(r"amount|weekly|benefit|number")
BASIS_KEYS = frozenset(normal_label(key) for key in (*FOUR_WEEKS, *YEAR_WEEKS))
PAYABLE_NOW = ("payable_now", "payable")
ELECTED = ("elected_basis", "basis_elected", "election", "elected")
FIRST_DAY = ("first_payable_date", "first_payable_day")
WEEKS = ("weeks_to_2025_10_31", "full_weeks")
WHOSE_KEYS = frozenset(("employer", "name", "source", "employment", "job", "employername"))
SUM = r"(?:at |to be |about |as |of )?(?:cad )?(?:\$\s?\d[\d,]*(?:\.\d+)?|\d[\d,]*\.\d\d|\d+ (?:dollars|cad))"
INCOME_KEY = re.compile(r"gross|income|wage|earning|benefit|weekly|amount|salary|estimat|assum")
COUNT_KEY = re.compile(
    r"week|day|evening|hour|shift|since|year|month|date|count|employ(?:er|ment)s?$|stub|form|phone|contact"
)

ONE_BASIS = re.compile(r"\b(?:4|four)\b(?=[ -]?w|$)|\b(?:52|fifty[ -]two)\b", re.IGNORECASE)
CONDITION = re.compile(
    r"\b(?:not|no|cannot|never|nothing|none|until|unless|once|if|when|whether|would|could|may|might|provisional\w*|estimat\w*|"
    r"informati\w+|illustrat\w*|example|pending|subject to|depend\w*|whichever|up to|maximum|at most|as soon as|without|most|cap|"
    r"capped|limit|ceiling)\b|n't\b",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"\b(?:not|no|none|nobody|nothing|never|neither|nor|cannot|without|rather than|instead of|if|when|once|whether|until|unless|would|could|may|"
    r"should|had|or|null|blank|open|pending|missing|unknown|undecided|await\w*)\b|n't\b",
    re.IGNORECASE,
)
PROMISE = re.compile(
    r"\b(?:we|i)(?:'ll| will| shall| can now| are going to| are pleased to| are now)\b[^.;]{0,40}\b(?:pay|issu|send|deposit|start)"
    r"|\b(?:will|shall) be (?:paid|issued|deposited|sent)\b|\byou(?:'ll| will| shall| are going to) (?:receive|be paid|get)\b"
    r"|\bbenefits? (?:will|shall) (?:be|amount to|come to)\b|\byou (?:can|may) count on\b"
    r"|\b(?:is|are|becomes?) (?:now )?(?:payable|due|owed|owing|approved)\b|\byou are entitled to\b|\bha(?:s|ve) been approved\b"
    r"|\bwe (?:are paying|pay|have approved|owe you)\b"
    r"|\b(?:cheques?|checks?|deposits?|payments?|transfers?)\b(?:[^.;]|\.\d){0,40}\b(?:goes|go|going|follows?|starts?|begins?|arrives?|reach\w*|on (?:its|the) way)\b"
    r"|\b(?:you (?:now )?qualify for|you (?:can|may) expect|expect (?:CAD|\$))"
    r"|\b(?:amount|benefit|sum|payment)s? (?:now )?(?:due|payable|owed|to be paid)\b|\bpayable (?:amount|benefit)\b",
    re.IGNORECASE,
)
OF_THE_CAP = re.compile(r"\b(?:cap\w*|most|max\w*|limit\w*|ceiling|up to|rule)\b", re.IGNORECASE)
WEEKLY = re.compile(r"\b(?:benefit|weekly|(?:a|per) week)\b", re.IGNORECASE)
YOU_GET = re.compile(r"\byou (?:now )?(?:get|receive)\b", re.IGNORECASE)
PROMISE_OF_ANY_AMOUNT = re.compile(
    r"\bwe(?:'ll| will| shall| are going to) (?:\w+ )?(?:pay|send|deposit|transfer|issue)\b[^.;]{0,30}"
    r"\b(?:benefits?|payments?|cheques?|money)\b(?! (?:order )?form)"
    r"|\byour (?:\w+ )?(?:payments?|cheques?|money|benefits?)(?: will| shall|'ll)(?: be)? (?:arrive|reach|come|start|begin|follow|go out|paid|sent|deposited)"
    r"|\b(?:cheques?|payments?|money) (?:is|are) (?:already )?(?:in the mail|on (?:its|the) way)\b"
    r"|\byou(?:'ll| will| shall) (?:be paid|(?:get|receive) (?:your|the|a) (?:\w+ )?(?:payment|cheque|money|benefit))",
    re.IGNORECASE,
)
LATER = re.compile(r"\b(?:then|after\w*|upon|receipt|with both|with these|in turn|decision)\b", re.IGNORECASE)
ORDERED = re.compile(
    r"\b(?:number|amount|figure) (?:for|of|in|on) (?:the|your) (?:payment )?order is\b"
    r"|\b(?:key|enter|pay|order)(?: (?:in|her|it|an?|the|order|for|at|of|with|as))*\s+(?:CAD |\$)?\d",
    re.IGNORECASE,
)
GIVEN = re.compile(
    r"\byour (?:weekly )?(?:income replacement )?benefit (?:is|amounts to|comes to|of|has been set at)\b", re.IGNORECASE
)
ONE = r"(?:(?:4|four|52|fifty[ -]two)[ -]weeks?|higher|better|larger|more favou?rable)[ -](?:basis|option|one)\b"
CHOSEN = re.compile(
    rf"\b(?:chose|chosen|elected|selected|opted for|went with|settled on|decided on|we(?: will| have|'ve|'ll| shall)(?: use| used| apply|"
    rf" applied| take| taken))\s+(?:\S+\s+){{0,3}}?{ONE}"
    r"|\b(?:chose|chosen|elected|made the (?:election|choice)) (?:\S+ ){0,3}?(?:on (?:her|your) behalf|for (?:her|you|the claimant)\b)",
    re.IGNORECASE,
)
WHEN_BACK = re.compile(r"\b(?:when|once|as soon as) you (?:are|get|come) back\b", re.IGNORECASE)
THE_ONE = r"(?:the |her |as )?(?:(?:4|four|52|fifty[ -]two)[ -]weeks?\b|higher\b|better\b|larger\b)"
TAKEN = re.compile(
    rf"\b(?:elects|picks|picked|opts for|(?:i|we) (?:go|went|am going|are going) with|(?:i|we) (?:took|take|used|apply|applied))\s+(?:the |her )?{ONE}"
    rf"(?! (?:figures?|totals?|incomes?))"
    rf"|\b(?:(?:your|her|claimant's|renwick's) (?:election|choice) (?:is|was)|election (?:is |was )?(?:assumed|presumed|taken)(?: to be)?|(?:chosen|elected|selected"
    rf"|applied|recommended|suggested|proposed|preferred) (?:basis|option)(?: is| was)?)\s*[:=|]?\s*{THE_ONE}",
    re.IGNORECASE,
)
"""A basis taken as hers in a sentence that names no other."""
OURS_TO_CHOOSE = re.compile(
    r"\b(?:shall|should|may|can|do|could|must) (?:i|we) (?:\w+ )?(?:take|use|choose|apply|elect|go|pick)\b",
    re.IGNORECASE,
)
ASKING = re.compile(
    r"\b(?:please|need|needs|must|have to|has to|ask|asks|missing|send|return|complete\w*|tick|sign|fill|require[sd]?)\b",
    re.IGNORECASE,
)
REPLY_BY = re.compile(
    r"\b(?:nov(?:ember)?\.? 19(?:th)?|19(?:th)?(?: of)? nov(?:ember)?|2025[-/.]11[-/.]19|11/19/2025|19/11/2025)\b"
    r"|\b(?:ten|10)(?: \(10\))? (?:full )?(?:business|working) days\b",
    re.IGNORECASE,
)
"""Ten business days from 2025-11-05, as the guide counts them."""
DATED_TODAY = re.compile(
    r"\b(?:nov(?:ember)?\.? 0?5(?:th)?|0?5(?:th)?(?: of)?[ -]nov(?:ember)?|2025[-/.]11[-/.]0?5|0?5[/.-]11[/.-](?:20)?25|11[/.-]0?5[/.-](?:20)?25)\b",
    re.IGNORECASE,
)
REACHES_US = re.compile(r"\b88 Metcalfield\b|\bK1P ?5X2\b|benefits\.ottawa@", re.IGNORECASE)
FOUR_WEEK, YEAR_WEEK = (
    re.compile(r"\b(?:4|four)\b", re.IGNORECASE),
    re.compile(r"\b(?:52|fifty[ -]two)\b", re.IGNORECASE),
)
STEERED = re.compile(
    r"\b(?:recommend|suggest|advise|propose)\b[^.;]{0,60}\b(?:(?:4|four|52|fifty[ -]two)[ -]weeks?\b|higher\b|first (?:box|option)|second (?:box|option)"
    r"|year(?= basis|\W*$))"
    r"|(?:^|[:;,] ?|\b(?:please|should|just|simply|must)(?: \w+)? )(?:tick|choose|elect|select|pick|take|use|apply|go (?:ahead )?with)\s+(?:the )?"
    r"(?:(?:(?:4|four|52|fifty[ -]two)[ -]weeks?|higher|first|second)[ -](?:basis|option|one|box|figure)\b|(?:(?:4|four|52|fifty[ -]two)[ -]weeks?|year)\W*$)"
    r"|\bto your advantage\b"
    r"|\b(?:is|are|would be) (?:\w+ )?(?:better|best|more favou?rable|preferable) for you\b|\b(?:pays?|gives?|brings?) you more\b"
    r"|\bin your (?:own |best )+interests?\b|\bmost (?:\w+ )?(?:claimants|people|customers)\b[^.;]{0,40}\b(?:choose|elect|take|prefer|pick)",
    re.IGNORECASE,
)
TO_THE_HIGHER = re.compile(
    r"\b(?:choose|tick|elect|take|pick|select|go (?:with|for)) (?:the )?(?:whichever|one|option|basis|box)(?: that| which)? [^.;]{0,30}\b(?:higher|highest|larger|more|better)\b",
    re.IGNORECASE,
)
UNSTEERED = re.compile(
    r"\b(?:not|no|cannot|never|none|neither|nor|nobody|which|whichever|whether|may|if|always|or)\b|n't\b", re.IGNORECASE
)
REPORTED = re.compile(
    r"\b(?:e?-?mails?|message|notes?|ask(?:s|ed|ing)?|says?|said|saying|wrote|writes?|wants?|wanted|suggestion|instruct\w*|request\w*|wish\w*|your|hugh|"
    r"pemberton|h\. ?p)\b|[\"“”«»]",
    re.IGNORECASE,
)
"""What a sentence of a statement has that tells what somebody else wants."""
BESIDE_IT = re.compile(
    r"\b(?:again|only|just|but|except|reasons?|explain|yourself|in person|together|cop(?:y|ies)|originals?|stubs?|slips?|t4s?|else|more|other|further|today|"
    r"yet|before)\b",
    re.IGNORECASE,
)
"""What else may not be needed, when a clause names a paper that is."""
UNSURE = re.compile(r"\b(?:if|suppose|would|example|unknown|unconfirmed|not|no|whatever|until)\b|n't\b", re.IGNORECASE)
EARNED = re.compile(
    r"\b(?:earn\w*|pays?|paid|wages?|income|add(?:s|ed)?|count(?:s|ed)?|assum\w*|estimat\w*|took|taken?|brings?|plus|weekly)\b|\b(?:a|per) week\b",
    re.IGNORECASE,
)
LEFT_OUT = re.compile(
    r"\b(?:without|missing|once|change[sd]?|left out|leaves? out|exclud\w*|alone|only|pending|open|cannot|before|still|lacks?)\b",
    re.IGNORECASE,
)
ILL = r"(?:injur\w+|condition|symptoms?|whiplash|sprain\w*|pain|headaches?|recovery|ankle|wrist|neck|shoulder|ribs)"
PROGNOSIS = re.compile(
    rf"\b{ILL}\s+(?:\w+\s+){{0,3}}?(?:appears?|seems?|(?:is|are) (?:likely|probably|minor|mild|slight|serious|severe|temporary|permanent)|"
    rf"(?:should|will|ought to) (?:\w+ )?(?:heal|resolve|improve|clear|pass|be gone|be fine|be better|take))"
    r"|\b(?:will|should|are) (?:\w+ ){0,2}?back on your feet\b"
    r"|\byou (?:should|will|are likely to|can expect to|ought to) (?:\w+ ){0,3}?(?:recover|heal|be fit|be well|be back at work|be able to (?:go back|return) to work|return to work)\b"
    r"|\b(?:expect|anticipate|believe|think|assume)\w* (?:that )?(?:you|your)\b[^.;]{0,60}\b(?:recover|heal|return to work|back at work|improve)"
    r"|\b(?:diagnosis|prognosis) (?:is|seems|shows|suggests)\b"
    r"|\byour (?:\w+ )?(?:light|minor|mild|slight|small|serious|severe|bad) (?:injur\w+|sprain\w*|bruis\w+|whiplash)"
    r"|\b(?:will|should|must|has|have) (?:have |surely |probably |certainly )*(?:healed|recovered)\b"
    r"|\b(?:will|should|must) (?:\w+ )?be fit (?:for|to)\b",
    re.IGNORECASE,
)
EXPLAINED = re.compile(
    r"\b(?:e-?2|stubs?|mileage|reimburs\w*|includ\w*|exclud\w*|would|could|instead|not|if|without|left (?:in|out)|tak(?:en|ing) (?:in|out)"
    r"|more|less|than|differ\w*|pay weeks?|week (?:of|from|to)|reserve|wrong\w*|uncapped|70 ?%)\b|n't\b",
    re.IGNORECASE,
)
"""What a sentence speaks of that gives other amounts than the two bases come to, and tells why."""
WISHED = re.compile(r"\b(?:hope|wish|trust|if|when|once|whether|until|should)\w*\b", re.IGNORECASE)


def about_election(text):
    wording = Wording(text)
    return wording.has("Part 5") or (wording.has_any(ELECTING) and wording.has_any(BASES))


def about_second(text, names):
    wording = Wording(text)
    return wording.has_any(names) and wording.has_any(CONFIRMING)


def asked(text):
    """Return a text without the sentences that say that something is not needed."""
    said = [part for sentence in sentences_of(text) for part in sentence.split(";")]
    return "\n".join(part for part in said if not not_needed(part))


def asks_for_election(question):
    """Tell whether a question asks for the claimant's own election."""
    theirs = Wording(question).has_any((*CLAIMANT, "she", "her"))
    return theirs and about_election(asked(question)) and not OURS_TO_CHOOSE.search(question)


def bases_in(text):
    """Return which bases a text names."""
    return {name for name, pattern in (("4", FOUR_WEEK), ("52", YEAR_WEEK)) if pattern.search(text)}


def names_one(sentence):
    """Tell whether a sentence speaks of no more than one basis."""
    return len(bases_in(sentence)) < 2 and not re.search(r"\b(?:or|either|between|both|which|whether)\b", sentence)


def steers(sentence):
    """Tell whether a sentence recommends one basis to the claimant."""
    match = STEERED.search(sentence)
    if TO_THE_HIGHER.search(sentence) and not re.search(r"\b(?:not|never|need)\b|n't\b", sentence):
        return True
    return bool(match) and len(bases_in(sentence)) < 2 and not UNSTEERED.search(sentence)


def benefits_in(sentence):
    """Return the amounts in a sentence that can be a weekly benefit."""
    found = [number for number in numbers_in(sentence) if number.currency or number.decimals]
    return [abs(number.value) for number in found if LEAST_BENEFIT <= abs(number.value) <= MOST_BENEFIT]


def weekly_amounts(sentence):
    """Return the amounts in a sentence that can be an income or a benefit of one week."""
    return [abs(found.value) for found in money_in(sentence) if LEAST_BENEFIT <= abs(found.value) < MOST_WEEKLY]


def sums_in(sentence):
    """Return the amounts in a sentence that can be the benefit of several weeks."""
    found = [number for number in numbers_in(sentence) if number.currency or number.decimals]
    return [abs(number.value) for number in found if abs(number.value) > MOST_BENEFIT]


def waives(clause, second):
    """Tell whether a clause says that the election or the second employer's form is not needed.

    Args:
        clause: of the letter.
        second: names of the second employer.
    """
    if not not_needed(clause) or BESIDE_IT.search(clause):
        return False
    wording = Wording(clause)
    signing = wording.has("Part 5") and wording.has_any(("sign*", "tick*", "complet*", "fill*", "need*", "return*"))
    return signing or wording.has_any(second)


def hands_over(sentence):
    """Tell whether a sentence of a statement gives one amount as that of the order."""
    one = len(set(benefits_in(sentence))) == 1
    return one and bool(ORDERED.search(sentence)) and not CONDITION.search(WHEN_BACK.sub("", sentence))


def promises(sentence, around, shown):
    """Tell whether a sentence of the letter promises a payment, or gives one amount as what the claimant gets.

    Args:
        sentence: of the letter.
        around: the paragraph or row that it stands in.
        shown: every amount in the letter that can be a weekly benefit.
    """
    if CONDITION.search(sentence):
        return False
    benefits = set(benefits_in(sentence))
    gets = YOU_GET.search(sentence) and not bases_in(sentence) and not re.search(r"\boption\b", sentence, re.IGNORECASE)
    if len(benefits or set(sums_in(sentence))) == 1 and (gets or PROMISE.search(sentence)):
        return True
    conditional = CONDITION.search(around)
    if PROMISE_OF_ANY_AMOUNT.search(sentence) and not (conditional or LATER.search(sentence)):
        return True
    return len(benefits) == len(shown) == 1 and bool(GIVEN.search(sentence)) and not conditional


def is_a_choice(label, said):
    """Tell whether an entry says which basis is chosen, or puts one forward."""
    if label in ELECTED_KEYS:
        return True
    if label in BASIS_KEYS or COMPARED.search(label) or len(said) > LONGEST_CHOICE:
        return False
    return bool(PUT_FORWARD.search(label) or A_BASIS.fullmatch(said.casefold().replace("-", " ").strip()))


def one_basis_in(said):
    """Tell whether an entry names exactly one basis, without saying that it is none."""
    bases = {match[0][0] for match in ONE_BASIS.finditer(said)}
    one = len(bases) == 1 or (not bases and re.search(r"\b(?:higher|larger|better|annual|year\w*)\b", said))
    return bool(one) and not DENIED.search(said)


def chooses(sentence):
    """Tell whether a sentence says that a basis is chosen."""
    match = CHOSEN.search(sentence) or (names_one(sentence) and TAKEN.search(sentence))
    return bool(match) and not DENIED.search(sentence[: match.start()])


def puts_forward(sentence):
    """Tell whether a sentence of a statement recommends a basis, instead of telling what somebody else wants."""
    return steers(sentence) and not REPORTED.search(sentence)


def states_income(sentence, names):
    """Tell whether a sentence gives an amount as the income from an employer.

    Args:
        sentence: of the letter or a statement.
        names: what the employer is called.
    """
    spelled = "|".join(re.escape(Wording(name).lower) for name in names)
    stated = (
        rf"(?:{spelled})[^;:.,()]{{0,60}}?(?:\bof|\bat|\bis|\bwas|\babout|\broughly|\baround|\bassumed|\bestimated|=)\s+{SUM}"
        rf"|(?:assum|estimat)\w+ [^;:.()]{{0,40}}?{SUM}[^;:()]{{0,60}}?(?:{spelled})"
    )
    return bool(re.search(stated, Wording(sentence).lower))


def judges_health(sentence):
    """Tell whether a sentence judges injuries, recovery or return to work, instead of wishing well or asking."""
    match = PROGNOSIS.search(sentence)
    return bool(match) and not WISHED.search(sentence[: match.start()])
