"""The words that REC-01 understands: columns of the list, answers, rights to work, software by subscription, and who is turned down."""

from __future__ import annotations

import re

COLUMNS = ("candidate_id", "sql_years", "qualified", "score", "invited", "reason")
ALIASES = {
    "candidate_id": ("Candidate", "Id", "Candidate no"),
    "sql_years": ("Years of SQL", "SQL", "SQL (years)", "SQL experience"),
    "qualified": ("Qualifies", "Status", "Qualification"),
    "score": ("Points", "Total score", "Total points"),
    "invited": ("Invite", "Invitation"),
    "reason": ("Reasons", "Reasoning", "Explanation", "Why"),
}
DECISION_COLUMN = re.compile(r"\b(?:decision|outcome|result|invit\w*|final\w*|selected)\b")

DECISION = re.compile(r"(?:yes|no|not|invited?|accepted|selected|rejected|turned down)\b")
INVITED = re.compile(r"\b(?:yes|invited?|accepted|selected)\b")

CLARIFY = re.compile(r"(?:(?:to|needs?|requires?|pending|awaiting) )?(?:be )?clarif(?:y|ied|ication)\b")
ANSWERS = {
    "clarify": CLARIFY,
    "yes": re.compile(r"(?:yes|y|true|1|qualified|invited)\b"),
    "no": re.compile(r"(?:no|n|false|0|not|unqualified|disqualified|rejected)\b"),
}
NOT_YET = re.compile(r"(?:pending|on hold|later|await\w*|waiting|open\b|tbd|reserve\b)")

WORK_RIGHT = re.compile(
    r"right to work|work(?:ing)? (?:permit|authori[sz]ation|eligib\w+|status|rights?)|permits? to work|entitlement to work"
    r"|(?:eligib\w+|entitle\w*|authori[sz]\w+|allowed|permitted|free|legally able) to work"
    r"|\b(?:may|can|could|legally|lawfully)\b(?: \w+){0,3} work (?:here|legally|lawfully|in (?:canada|quebec))"
    r"|(?:status|permit|authori[sz]ation|residen\w+|citizen\w*)\b.{0,40}\bcanad\w+|\bcanadian (?:citizen|nationalit|permanent)\w*"
    r"|\b(?:employment|employed|working?) in canada|immigration status"
)
NATIONALITY = re.compile(r"\b(?:canadian )?nationalit\w+")

PROPOSES = re.compile(
    r"\b(?:invit\w*|propos\w*|recommend\w*|present\w*|put forward|add\w*|shortlist\w*|meet|interview\w*)\b"
)
HOLDS_BACK = re.compile(
    r"\b(?:not|no|never|\w+n't|until|once|clarif\w*|pending|ask\w*|await\w*|reserve|if|would|could|may|might|should|later|unless|missing)\b"
)
ONE_MORE = re.compile(r"\b(?:as well|also|too|instead|in addition|besides)\b")
TURNED_DOWN = re.compile(r"\b(?:turn(?:ed|ing)? (?:\w+ ){0,3}down|rejected|dismissed|ruled out|struck off)\b")
NOT_INVITED = re.compile(
    r"\b(?:not invited|(?:cannot|can't|could not|do not|don't|will not|won't) (?:be )?invited?)\b|\byour? (?:\w+ )?not (?:been )?selected\b"
)
CALLED_OFF = re.compile(
    r"\b(?:reject\w*|do not (?:interview|meet)|don't interview|cancell?ed|turned down|not invited|no interview)\b"
)

CLIENT = re.compile(r"\b(?:client\w*|kestrelo|felix|amadou)\b")
BY_SUBSCRIPTION = re.compile(
    r"\b(?:subscription\w*|subscrib\w*|saas|software (?:as|compan\w+|firm\w*|vendor\w*|house\w*|maker\w*|employer\w*)|(?<!kestrelo )software)\b"
)
ALL_THREE = re.compile(r"\b(?:all (?:three|of them)|each (?:of|one)|every one)\b")
NONE_OF_THEM = re.compile(r"\b(?:none|neither|nobody|no one|not one)\b")
ALONE = re.compile(r"\bonly (?:candidate )?c\W?\d|\bc\W?\d is the only\b")
EXCEPT = re.compile(r"\b(?:except|but|apart from|other than|save|exception of) (?:for )?(?:candidate )?(?=c\W?\d)")
ELLIPTIC = re.compile(
    r"\b(?:it|such|yes|there)\b|\b(?:have|has|did|do|does|not|no|\w+n't)\b(?: (?:so|either|too|yet|according to \w+ \w+))*\W*$"
)
"""A clause that says yes or no without naming the thing again."""

OTHER_ZONE = re.compile(
    r"\b(?:times?|hours?|zone)\b[^.;]{0,20}\b(?:utc|gmt|pacific|mountain|central|atlantic|newfoundland|vancouver|calgary|winnipeg|halifax|london|paris)\b"
    r"|\b(?:utc|gmt|pacific|mountain|central|atlantic|newfoundland|vancouver|calgary|winnipeg|halifax|london|paris) (?:standard )?time\b"
)
OUR_ZONE = re.compile(r"\b(?:montr\w+|local|eastern|toronto|quebec|ottawa|e[sd]?t)\b|\b(?:utc|gmt)\s?\W?\s?0?5\b")

REASONS = {
    "short": re.compile(r"\b(?:sql|experience|years?|months?|paid|unpaid|volunt\w+)\b"),
    "dear": re.compile(r"\b(?:salar\w+|expect\w*|pay|paid|wages?|compensation|remuneration|budget|package)\b"),
    "silent": re.compile(
        rf"{WORK_RIGHT.pattern}|\b(?:canada|permit|ask\w*|answer\w*|clarif\w*|confirm\w*|missing|not (?:say|state|tell)\w*|open)\b"
    ),
}
"""What the reason of somebody who is not qualified must speak of, by the part in the field."""

NEGOTIABLE = re.compile(r"\b(?:negotiable|flexible)\b")
ABOVE = re.compile(r"\b(?:above|over|exceed\w*|higher|beyond|more than|limit|maximum|at most|stated|outside)\b")
