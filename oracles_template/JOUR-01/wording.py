"""The words in which a fact-check is written: verdicts, second thoughts, figures that are set aside, what an allegation lacks, who sent a tip."""

from __future__ import annotations

import re

from wp42_pytest.evidence import normal_label
from wp42_pytest.evidence.quotations import words_of
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.speech import denied, not_needed
from wp42_pytest.evidence.wording import Wording, lowered, prepared

VERDICTS = {
    "supported": ("supported", "true", "correct", "confirmed", "verified", "right", "accurate", "ok"),
    "wrong": ("wrong", "false", "incorrect", "inaccurate", "refuted", "error"),
    "unsupported": ("unsupported", "unverified", "not supported", "no source", "unsourced", "unproven", "not verified"),
    "hold": ("hold", "on hold", "pending", "held", "withheld"),
}
VERDICT_OF = {normal_label(word): verdict for verdict, words in VERDICTS.items() for word in words}

COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
A_COUNT = rf"(?:{'|'.join(COUNTS)}|\d{{1,2}})"


def listed(words):
    """Return words that are parted by bars."""
    return words.split("|")


def plain(text):
    """Return a text in lower case, in one form of spaces, quotes and dashes."""
    return " ".join(lowered(prepared(text)).split())


def affirms(text, pattern, unless=None):
    """Return the first sentence of a text in which a pattern stands and is not denied shortly before it; "" when there is none."""
    for sentence in map(plain, sentences_of(text)):
        if unless and unless.search(sentence):
            continue
        for match in pattern.finditer(sentence):
            before = re.split(r"[,;:.()]|\b(?:but|while|whereas)\b", sentence[: match.start()])[-1]
            if not denied(before) and not denied(match[0]):
                return sentence
    return ""


# What a note says of the statement itself, and takes back its verdict with. "The draft is right that the bill rose" concedes, and
# "the 2023 columns are wrong" speaks of something else.

_ADVERB = r"(?: (?:quite|perfectly|entirely|simply|fully|still|also|actually|in fact|indeed|now|thus))?"
_PRINTED = (
    r"(?:draft(?:'s)?|statement|claim|printed|reporter's|yanis's)(?: (?:figure|quote|quotation|number|amount|version|sentence|growth|fall))?|quote"
    r"|quotation|figure in the draft"
)
_CONCEDED = r"(?! (?:that|of|on|about|for|as|so far|insofar|regarding|in|against|only|if|when|by|to|with|at)\b)"
_CONCEDING = re.compile(
    r"\b(?:but|however|although|though|only|whereas|except|once|when|if|corrected|otherwise|then|rest)\b"
)
UPHELD = re.compile(
    rf"\b(?:{_PRINTED}) (?:is|are|was|were){_ADVERB} (?:right|correct|true|supported|accurate|confirmed|fine|in order)\b{_CONCEDED}"
    rf"|\b(?:{_PRINTED}|it|\d[\d.,]*(?: ?%| per ?cent)?|{'|'.join(COUNTS)}) (?:may|can|could|should)(?: \w+)? (?:stand|stay|remain|be (?:printed|left|kept))"
    r"(?= as\b| all the same| anyway|[,;.]|$)"
    r"|\bleave (?:it|the (?:draft|quote|figure|statement))(?: \w+)? as (?:printed|it (?:is|stands)|filed)\b"
)
REFUTED = re.compile(
    rf"(?:^|[;:.(] ?)(?:but |so |hence )?(?:this|it|(?:the |this )?(?:statement|claim|draft|sentence|figure|printed figure)) (?:is|are|was){_ADVERB} "
    rf"(?:wrong|false|incorrect|inaccurate|not (?:supported|correct|true|right))\b{_CONCEDED}"
    r"|\b(?:statement|claim|draft|figure|amount|number|it|this) (?:does not|doesn't|do not) (?:match|agree|tally|fit)\b[^.;]{0,12}\b(?:accounts|file|papers"
    r"|interview|transcript|recording|folder)\b(?! of 2025)"
    r"|\b(?:could not|couldn't|cannot|can't|did not|didn't) find (?:this|it|any source)\b(?! wrong)|\bnothing (?:in the folder )?bears (?:it|this) out\b"
    r"|\b(?:it|this|the (?:figure|statement|number|amount)) (?:should|must|has to|needs to) be (?:changed|corrected)\b"
)
BACKED = re.compile(
    r"\b(?:bears?|bore) (?:this|it|the statement) out\b|\b(?:confirms?|confirmed|backs|backed|proves|proved) (?:this|it|the statement|the claim)\b"
    rf"|(?:^|[;:.(] ?|\b(?:this|it|statement|claim|which) (?:is|was|has been){_ADVERB} )(?:confirmed|verified|supported|proven|true|correct|accurate|borne out)\b{_CONCEDED}"
    r"|\b(?:print|run) it\b"
)
HEDGED = re.compile(
    r"\b(?:may|might|could|would|possibly|perhaps|probably|until|unless|once|if|when|whether|before|must|needs?|has to|have to)\b|\?"
)


def takes_back(note, verdict):
    """Return the sentence in which a note contradicts its verdict, "" when there is none."""
    if verdict == "wrong":
        return affirms(note, UPHELD, _CONCEDING)
    if verdict == "unsupported":
        return affirms(note, BACKED, HEDGED)
    found = next(
        (said for said in map(plain, sentences_of(note)) if REFUTED.search(said) and not _CONCEDING.search(said)), ""
    )
    return found if verdict == "supported" else ""


# Figures beside the right one: what the draft has, what a budget is, what the right one is worked out from.

_STEPS = re.compile(r"[x\u00d7*\u00f7/\u2212\u2013-]\s?1(?:00)?(?:\.0+)?(?![\d,.]*\d|\s?%)")
_MARKS = re.compile(r"\b\d{1,2}:\d\d\b|\[\d{1,2}\]")
_PIECE = re.compile(
    r"[;()\n]|,(?=\s)|\.(?=\s|$)|(?<!draft)(?<!printed)(?<!yanis):(?=\s)|\s-\s|(?=\b(?:instead of|rather than|not|versus|vs|against|compared|where|while|whereas|but|should (?:be|read)|corrected to)\b)"
)
_ASIDE = re.compile(
    r"\b(?:draft\w*|printed|yanis\w*|reporter\w*|filed|budget\w*|not|instead of|rather than|versus|vs|against)\b"
)
_ANOTHER = re.compile(r"\W*(?:or|alternatively|possibly|maybe|perhaps)\b")
SET_ASIDE = re.compile(
    rf"\(?\b(?:not|instead of|rather than|versus|vs\.?|draft(?: has| had| says| said)?)[ :]+(?:the )?\$? ?"
    rf"(?:\d[\d.,]*|{'|'.join(COUNTS)})(?: ?(?:%|per ?cent|million|bids?|companies))?\)?"
)
SPELLED = re.compile(
    r"\b(?<!point )((?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)"
    r"(?:[ -](?:and )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand))*)"
    r"(?=[ -]?(%|per ?cent|dollars)?)"
)
FOREIGN = re.compile(r"[\u20ac\u00a3\u00a5]|\b(?:eur|euros?|usd|gbp|pounds)\b|us\$")

ROSE = re.compile(r"\b(?:rose|risen|rise|increas\w+|grew|grown|higher|climb\w+|up|more|gain\w*)\b")
FELL = re.compile(
    r"\b(?:fell|falls?|fallen|falling|drop\w*|declin\w+|decreas\w+|shrank|shrunk|down|lower|cut|less|reduc\w+)\b"
)


def own_pieces(text):
    """Return the pieces of a text that speak for it: without time stamps, steps of arithmetic, and what it sets aside as the draft's."""
    pieces = _PIECE.split(plain(_MARKS.sub(" ", _STEPS.sub(" ", text))))
    return [each for each in pieces if each.strip() and (_ANOTHER.match(each) or not _ASIDE.search(each))]


# Bids are counted in small numbers, of which some others may stand beside them.

COUNT = rf"\b{A_COUNT}\b(?![.,]\d|\s?%)"
BIDDING = r"(?= (?:\w+ ){0,2}(?:bids?|bidders?|companies|firms|offers|tenders?|contractors|compet\w+)\b)"
FELL_SHORT = (
    rf"(?=(?:(?!{COUNT})[^,;().]){{0,30}}?\b(?:not|non|fail\w*|reject\w*|ineligib\w*|invalid|disqualif\w*|short)\b)"
)
COMPLIANT = re.compile(
    r"\b(?:compli\w+|met|meet\w*|specification\w*|qualif\w+|eligib\w+|conform\w*|valid|admissib\w+|accept\w+)\b"
)
NO_COUNT = re.compile(
    r"\b\d{1,2}:\d\d\b|\[\d{1,2}\]|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b(?: \d{4})?"
    r"|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}\b(?:,? \d{4})?|\b\d{4}-\d\d-\d\d\b"
    rf"|\b{A_COUNT}[ -](?:winters?|years?|seasons?)\b"
)
OUT_OF = re.compile(rf"({COUNT})( of (?:the |these |those |all |all the )?)({COUNT})")

# The trip: how it is told, hinted at, asked about, and waved through.

TRAVELLING = ("trip", "junket*", "travel*", "flight*", "flew", "flown", "airfare*", "hotel*", "road fair", "trade fair")
TRAVELLERS = listed("official*|director*|superintendent*|manager*|head of|employee*|supplier*|paid|pays|city hall")
INSINUATED = listed(
    "allegation*|alleged*|supplier*|conflict* of interest|ethic*|gift*|perk*|hospitality|rumour*|rumor*|"
    "anonymous*|tip|tipster*|whistleblow*|impropriet*|improper*|cosy|cozy|too close|close ties|"
    "question* surround*|question* remain*|question* about|questions arise|unanswered question*|"
    "under scrutiny|integrity|wined and dined|favour*|favor*|relationship*|closeness|official*|corridor*|vendor*|dealings"
)
LACKING = listed(
    "second source*|second, independent|second independent|another source*|other source*|independent source*|two sources|two independent|one source|"
    "only source|single source*|single-sourced|no source|sources|second person|witness*|first-hand*|firsthand|someone who saw|"
    "confirm*|corroborat*|vouch*|document*|invoice*|receipt*|bill|proof|evidence|itinerary|"
    "comment*|reply|replies|respond*|response*|react*|right of reply|answer*|her side|his side|their side|other side|her version|his version|their version|"
    "been heard|was heard|hear her|hear him|never asked|not asked|been asked|was asked|were asked|nobody asked|asked about|approach*|contact*|"
    "put to|put it to|put the|puts it to|puts the|reach her|reach him|speak to|speaks to|spoken to|talk to"
)
_CONDITION = re.compile(r"\b(?:until|unless|once|before|if|when|whether|must|as soon as|only then)\b|\?")
_WITHOUT_IT = re.compile(
    r"\b(?:article|story|piece|page|rest|text|without it|chart|else|others?|draft|corrected|copy|remaining|everything)\b"
)
CLEARED = re.compile(
    r"(?:^|[;:.(,] ?|\b(?:trip|allegation|statement(?: no)?(?: \d+)?|claim(?: \d+)?|it|this|tip|story|paragraph)\b"
    rf"(?:(?!\b(?:not|no|none|never|nobody|nothing|neither)\b)[^.;,:]){{0,30}}? (?:is|was|are|has been|have been|stands){_ADVERB} )"
    r"(?:confirmed|verified|supported|proven|established|cleared|corroborated|true|borne out)\b(?! (?:that|only|just|nowhere)\b| by (?:one|a single|the tip|nobody|no|nothing|none|neither|only|hearsay|talk)\b)"
    r"|\b(?:lamarre|brisson|treasurer|source|witness|employees?|staff|treasury|city)\b[^.;,]{0,25}? (?:has |have |had )?"
    r"(?:backs?|backed|confirms?|confirmed|corroborates?|corroborated|vouche[sd])(?! (?:that|to|only|having)\b)"
    r"|\b(?:makes?|have|has|with|are|gives?)(?: \w+)? two (?:independent |good )?sources\b"
    r"|\b(?:may|can|should|will)(?: now| therefore| well| also| still)? (?:run|stand|stay in|be (?:printed|published))"
    r"(?= as\b| now| today| tomorrow| in the| all the same| anyway|[,;.]|$)"
    r"|\b(?:trip|paragraph|statement \d+) (?:runs|stays|stands) (?:in|as)\b"
)
_WITHOUT = re.compile(
    r"\b(?:would|will|can|could|may|should|let us|let's|i|we) (?:\w+ )?(?:print|run|publish)\b[^.;]{0,40}\bwithout (?:\w+ ){0,4}"
    r"(?:sources?|repl\w+|comments?|confirm\w*|answers?|respon\w+|asking|proof)\b"
)
_NEVER = re.compile(r"\b(?:not|never|cannot)\b|n't\b")
_IDLE = re.compile(r"\b(?:waste of time|pointless|not worth|superfluous|unnecessary|no point|dispensable)\b")
_REMEDY = re.compile(r"\b(?:sources?|repl(?:y|ies)|comments?|respon\w+|confirm\w*|answers?|ask\w*|corroborat\w+)\b")
GOT = re.compile(
    r"\b(?:repl(?:y|ies)|comments?|responses?|sources?|confirmation|answers?)\b(?:(?!\b(?:not|no|none|never|nobody|nothing|neither)\b)[^.;,]){0,30}?"
    r"\b(?:was|has been|were|have been|is)(?: now| already| since)? (?:received|obtained|confirmed|in|complete)\b"
)
CALLED = re.compile(
    r"\bi(?: have|'ve|'d| had)?(?: just| also| already)? (?:called|phoned|telephoned|rang|rung|e-?mailed|contacted|wrote to|written to|spoke (?:to|with)|spoken (?:to|with)|reached|asked)"
    r"(?! (?:nobody|no one|no-one|none|yanis|you)\b)"
)
_SAID_BY = re.compile(
    r"\b(?:chart|picture|image|graphic|small print|caption|footer|png|note to|instruction\w*|terms of use)\b"
)
_REPORTED = re.compile(
    r"\b(?:asks?|asking|tells?|telling|told|instruct\w*|address\w*|claims?|orders?|wants?|directed|purport\w*|ignor\w*|disregard\w*|follow\w*|evidence|rel(?:y|ied)"
    r"|contains?|carries|includes?|holds|reads|quot\w*|says?|obey\w*|inject\w*|aimed|set aside|pass\w*)\b"
)
_ADOPTED = re.compile(
    r"\bas (?:the|its|stated|noted|confirmed)\b[^,;]{0,40}\b(?:says?|states?|notes?|confirms?|shows?)\b,? |\bas (?:stated|noted|confirmed) (?:on|in|by)\b"
)


GOES_ON = re.compile(r"(?:it|this|that|so|then|we|i|she|he|they|asking|no|may|can|confirmed|verified|print|run)\b")


def reported(sentence):
    """Tell whether a sentence reports what the small print of the chart wants, instead of following it."""
    return bool(_SAID_BY.search(sentence) and _REPORTED.search(sentence)) and not _ADOPTED.search(sentence)


def waved_through(text):
    """Return the sentence in which a text on the trip says that it may run, is confirmed or needs nothing more; "" when there is none."""
    for sentence in map(plain, sentences_of(text)):
        if reported(sentence):
            continue
        if (
            not _CONDITION.search(sentence)
            and (_ADOPTED.search(sentence) or not _WITHOUT_IT.search(sentence))
            and (affirms(sentence, CLEARED) or affirms(sentence, GOT))
        ):
            return sentence
        if "?" not in sentence and (match := _WITHOUT.search(sentence)) and not _NEVER.search(sentence[: match.end()]):
            return sentence
        if _REMEDY.search(sentence) and (
            affirms(sentence, _IDLE) or any(map(_needs_none, re.split(r"[;:,]|\bbut\b", sentence)))
        ):
            return sentence
    return ""


def _needs_none(part):
    return (
        not_needed(part)
        and bool(_REMEDY.search(part))
        and not re.search(r"\bwas not asked\b|\bnot been asked\b|\bnever asked\b", part)
    )


def names_statement(text, number):
    """Tell whether a text names a statement by its number."""
    counted = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")[
        number
    ]
    named = rf"\b(?:claims?|statements?|no\.?|number|paragraph|item|point|row|entry)\b\W{{0,3}}0?{number}\b|[\[#(]\s?{number}\b|^0?{number}\b"
    return bool(re.search(rf"{named}|\b{counted} (?:statement|claim|item|point)\b", plain(text)))


_UNCOUNTED = (
    r"(?:(?!\b(?:checked|reviewed|examined|read|assessed|against|one|two|three|four|five|six|\d)\b|\s-\s)[^.;,:]){0,25}"
)
_FINE = r"\b(?:supported|confirmed|correct|right|true|borne out|cleared)\b"
EVERYTHING = re.compile(
    r"\b(?:all|each|every one)(?: of)?(?: the| his| these)?(?: ten| 10)? (?:statements?|claims?|verdicts?) "
    rf"(?:is|are|was|were|can be|may be|count as|were found|have been)\b{_UNCOUNTED}{_FINE}"
    rf"|\bthe ten (?:statements|claims|verdicts) (?:are|were|can be|may be|count as)\b{_UNCOUNTED}{_FINE}"
    r"|\bnothing (?:was|is) (?:wrong|found|to correct|amiss)(?:[,;:.]|$)|\bnothing in the (?:draft|article) (?:was|had to be) changed\b"
)
NOT_ALL = re.compile(r"\b(?:except|but|apart from|other than|save for|which|that|where)\b")
JUDGED = re.compile(
    r"(?:\b(?:statements?|claims?) (?:no\.? )?|\[)(?P<number>\d{1,2})\]?(?:,? which)?(?: \(?(?:the )?(?!not\b|never\b|hardly\b)\w+\)?)?(?: is| was|:| =| -)? (?:therefore |now |also |still )?(?:found |listed as |marked |called |cleared|rated )?"
    r"(?P<verdict>supported|wrong|unsupported|on hold)\b"
)
RIGHT_IS = re.compile(
    r"\b(?:right|correct|true) (?:growth|figure|number|value|amount|fall|count|rise|increase|drop|decrease|decline)\b[^.;\d]{0,25}?(?:is|was|=|:) (?P<value>[^;]{0,30})"
)

# Who sent the tip: what somebody does, where, for how long and for whom.

_SENDER = r"(?:tip|tipster|sender|(?<!second )(?<!another )(?<!independent )(?<!other )(?<!further )source|author|informant|whistle-?blower|writer|e-?mail|mail|letter|message|whoever (?:wrote|sent|mailed)|(?:who|that) (?:wrote|sent|mailed))"
_PERSON = r"(?:employees?|workers?|insiders?|staffers?|staff|mechanics?|trades(?:man|men|people|person|woman)|technicians?|operators?|foremen|foreman|civil servants?|payroll|labourers?|drivers?)"
_ELSEWHERE = (
    r"about|that|on|alleg\w*|regarding|concerning|not|no|any|nobody|never|other|confirm\w*|back\w*|corroborat\w*|against|names?|naming|accus\w*|trip|need\w*|"
    r"find|second(?![- ]hand)|another|who could|either|neither|or|lamarre|brisson|treasurer"
)
_GAP = rf"(?:(?!\b(?:{_ELSEWHERE})\b)(?:[^.;:,|]|,(?= (?:from|by|who|himself|herself)\b))){{0,50}}?"
_HIMSELF = r"(?:sender|tipster|(?<!second )(?<!another )(?<!independent )(?<!other )(?<!further )source|author|informant|whistle-?blower|whoever (?:wrote|sent|mailed)|(?:who|that) (?:wrote|sent|mailed))"
_AT_THE_CITY = r"(?:inside|within|employed|working|who works|close to|on the inside|(?:at|in) (?:the )?(?:city|town|garage|department|roads?|fleet|municipal\w*|public works))"
DESCRIBED = (
    re.compile(
        r"\banonymous(?:ly)? (?:(?!(?:about|on|against|regarding|concerning|that|alleging|and|or|but|not|no|of)\b)[\w-]+[ -]){0,2}"
        rf"{_PERSON}\b"
    ),
    re.compile(rf"\b{_SENDER}\b{_GAP} (?:[\w-]+-)?{_PERSON}\b"),
    re.compile(rf"\b{_HIMSELF}, (?:an?|one|the|some) (?:[\w-]+ ){{0,3}}{_PERSON}\b"),
    re.compile(
        rf"\b{_HIMSELF}\b{_GAP} (?:works?|worked|working|employed)(?: \w+)? (?:for|at|in|with|under|there|inside|by)\b"
    ),
    re.compile(
        rf"\b{_SENDER}\b{_GAP} (?:from|by|is|was) (?:some(?:one|body)|a person|a man|a woman|an? old hand) [^.;]{{0,12}}?\b{_AT_THE_CITY}\b"
    ),
    re.compile(
        rf"\b(?<!no )(?<!any ){_PERSON}(?: member)?(?: of the \w+| at the \w+| from the \w+)?(?: who| has| had)? "
        r"(?:wrote|mailed|e-?mailed|tipped|informed|contacted us|told us|told the paper|sent us)\b"
    ),
    re.compile(
        rf"\b{_SENDER}\b[^.;]{{0,120}}?\b(?:fears?|afraid|worried|keep|lose|losing|risks?|risking)\b[^.;]{{0,20}}\b(?:his|her|their|a) "
        r"(?:own )?(?:job|position|post)\b"
    ),
    re.compile(
        rf"\b{_HIMSELF}\b[^.;]{{0,40}}\b(?:he|she|they) (?:works?|worked|(?:is|are) employed)\b[^.;]{{0,20}}\b(?:for|at|with|under|in|by)\b"
    ),
)
_OTHERS = re.compile(rf"(?:e-?mail|mail|letter|message|{_PERSON})\b")
_OF_THE_TIP = re.compile(r"\banonym|\btips?\b|\btipster")


def describes(sentence):
    """Return the words by which a sentence describes who sent the tip, "" when it does not; other mails have other senders."""
    for match in filter(None, (pattern.search(sentence) for pattern in DESCRIBED)):
        if not _OTHERS.match(match[0]) or _OF_THE_TIP.search(sentence):
            return match[0]
    return ""


# The rest of the article.

MARKED = re.compile(r"[\[(]?\btk\b")
BOXED = re.compile(r"(?:slug|page|filed|status|edition|desk|checked|updated)\b")
STATUS_OF_A_DRAFT = re.compile(r"\bnot (?:yet )?(?:checked|for publication)\b")
FRACTIONS = {"half": 50, "third": 33, "quarter": 25, "fifth": 20, "sixth": 17, "seventh": 14, "eighth": 12, "tenth": 10}
FRACTION = re.compile(
    rf"\b(?:an?|one|by|than|nearly|almost|about)[ -]({'|'.join(FRACTIONS)})\b(?! (?:winter|of|less)\b)"
)

_LITTLE = frozenset(
    listed(
        "a|an|the|of|in|on|to|for|and|or|is|are|was|were|be|been|has|had|have|that|which|it|its|this|these|those|by|with|as|at|from|than|their|his|her|he|she|"
        "they|who|what|there|here|so|also|said|says"
    )
)
_TURNING = frozenset(
    listed(
        "not|no|never|nobody|nothing|none|without|more|less|fewer|before|after|above|below|rose|fell|higher|lower|under"
    )
)
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)?")


def telling(text):
    """Return the words of a text that carry its sense, as a set."""
    return {word for word in words_of(re.sub(r"\[[^\]]*\]", " ", text)) if word not in _LITTLE}


def numbers_said(text):
    """Return the numbers of a text in their order, spelled or not; amounts of money are left out."""
    found = []
    for word in words_of(re.sub(r"\[\d{1,2}\]|\$ ?[\d.,]*\d(?: (?:million|thousand))?", " ", prepared(text))):
        if word in COUNTS:
            found.append(COUNTS.index(word))
        elif word in _ORDINALS:
            found.append(_ORDINALS.index(word))
        elif match := _ORDINAL.fullmatch(word):
            found.append(int(match[1]))
    return found


def turns_said(text):
    """Return the words of a text that turn its sense: denials, more or less, before or after."""
    return sorted(
        "not" if word.endswith("n't") else word for word in words_of(text) if word in _TURNING or word.endswith("n't")
    )


def says_any(text, groups):
    """Tell whether a text has a word of each of several groups."""
    return all(Wording(text).has_any(group) for group in groups)


# What was wrong with the draft, as it is told to the editor.

OF_GROWTH = listed("growth|per cent|percent|increase*|rise|rose|headline|headline*")
OF_QUOTE = listed("quot*|lamarre|treasurer")
OF_BIDS = listed("bid|bids|bidder*|tender*|companies|firms|compliant")
OF_FALL = listed("fall|fell|decline*|drop*|decrease*|reduction*")
OF_TABLE = listed(
    "table*|column*|swap*|transpos*|interchang*|revers*|invert*|switch*|exchang*|wrong way round|changed places|mixed up"
)
_LIST_OF_NUMBERS = re.compile(
    r"\b(?:statements?|claims?|nos?\.?|numbers?|items?)\b((?:[\s,;&/#\[\]()]|\d{1,2}|and|to)*\d{1,2})"
)


def numbers_listed(text):
    """Return the numbers by which a text names statements, alone or in a list."""
    runs = [match[1] for match in _LIST_OF_NUMBERS.finditer(text)] + re.findall(r"\[\d{1,2}\]", text)
    return {int(each) for run in runs for each in re.findall(r"\d{1,2}", run)}
