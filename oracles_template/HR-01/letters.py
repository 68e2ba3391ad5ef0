"""How the three letters are read: whose each is, what it states, and where it contradicts what is due."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from itertools import combinations

from wp42_pytest import companion
from wp42_pytest.evidence import NotMet, parse_date
from wp42_pytest.evidence.counts import DAYS, HOURS, WEEKS, counts_of
from wp42_pytest.evidence.currencies import foreign_money
from wp42_pytest.evidence.greeting import greets_another
from wp42_pytest.evidence.letters import letters_in, names_any
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.speech import denied, money_in
from wp42_pytest.evidence.spelled import spelled_money
from wp42_pytest.evidence.statements import Amount
from wp42_pytest.evidence.wording import Wording

words = companion(__file__, "wording")
reading = companion(__file__, "reading")

LETTERS = "letters.docx"
PAID_ON = date(2025, 11, 20)
SMALLEST = 100
"""Amounts below it may be an hour's wage or a fee; what is due is more."""

MOST_WEEKS, MOST_DAYS, WEEKS_A_YEAR = 10, 30, 52

_DAY = r"(?P<day>\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Z][a-z]{2,8}\.?,? \d{4}|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})"
_WEEKDAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?"
LAST_DAY = re.compile(
    rf"\b(?:last|final) (?:working )?day\b(?: (?:of (?:work|employment)|at the clinic|with (?:us|the clinic)|here))?(?:,? (?:is|was|will be|falls on|on))?[ :,]+{_WEEKDAY}(?:the )?{_DAY}",
    re.I,
)
PAID = re.compile(
    rf"\b(?:paid|receive\w*|pay(?:s|ment)?|deposit\w*|pay run|run)\b[^.;]{{0,60}}?\b(?:on|of|by|is) {_WEEKDAY}(?:the )?{_DAY}",
    re.I,
)
_OTHER_RUN = re.compile(
    r"\b(?:overtime|bank|salary|insurance|benefits?|coverage|record of employment|until|return\w*|phone|laptop|tablet|equipment|earn\w*|vacation year|since)\b",
    re.I,
)
NET = re.compile(
    r"\bnet (?:amounts?|pay|of|total|sums?)\b|\bamounts? (?:is|are) net\b|\bafter (?:source )?deductions?\b", re.I
)
_GROSS = re.compile(r"\bgross\b|\bbefore\b|\baccount\b|\bpayroll\b|\bbank\b", re.I)
NOTICE = re.compile(r"\b(?:notice|indemnity)\b", re.I)
GIVEN = re.compile(
    r"\b(?:given|gave|had|received|served|worked|got)\b(?: (?:you|us|notice|all|the|full|only|a|total|of|already|in|writing)){0,4} *$",
    re.I,
)
NO_INDEMNITY = re.compile(
    r"\bno (?:notice )?indemnity\b(?! (?:for|beyond|on))(?: \w+){0,2} (?:due|paid|owed|payable)\b(?! for the weeks)|\bindemnity (?:is|was) (?:not|never) (?:\w+ )?(?:due|paid|owed)\b"
    r"|\bnothing is (?:due|paid|owed) for (?:the )?notice\b|\bcount(?:s|ed)? (?:the|our) meeting\b[^.;]{0,40}\bas notice\b",
    re.I,
)


def passages(letter):
    """Return the sentences of a letter, and its blocks."""
    return [*sentences_of(letter.text), *(block.text for block in letter.blocks)]


def all_letters(out, oracle):
    """Return the letters of the file by person."""
    named = {who.key: who.names for who in reading.people(oracle)}
    return letters_in(out.document(LETTERS), named)


def letter_to(out, oracle, who):
    """Return one person's letter, which bears the employee id and greets nobody else."""
    letter = all_letters(out, oracle).get(who.key)
    if letter is None:
        raise NotMet(f"{LETTERS} has no letter to {who.first} {who.last}, {who.id}")
    if not letter.own.mentions(who.id):
        raise NotMet(f"the letter to {who.last} does not bear the employee id {who.id}")
    for block in letter.own.blocks:
        if other := greets_another(block.text, who.first, who.last):
            raise NotMet(f"the letter to {who.last} greets {other}")
    return letter.own


def letters_or_none(out, oracle):
    """Return each person with the letter and what stands around the letters, for checks that find wrongdoing."""
    try:
        found = all_letters(out, oracle)
    except NotMet:
        return []
    return [(who, found[who.key]) for who in reading.people(oracle) if who.key in found]


def read_by_all(letter):
    """Return what every reader of the file's letters sees: its headers, footers and what stands before the first letter."""
    return [block.text for block in letter.around.blocks]


def states_the_last_day(letter, day):
    """Tell whether a letter gives the last day, with or without its year."""
    short = rf"\b{day.day}(?:th)?(?: of)? {day:%B}\b|\b{day:%B} {day.day}(?:th)?\b"
    return day.isoformat() in reading.days_in(letter.text) or bool(re.search(short, Wording(letter.text).text, re.I))


def slip_in(letter, oracle, who):
    """Return the first sentence of a letter that contradicts what is due to a person, "" when none does."""
    for match in contradictions(letter, oracle, who):
        return f"{match.shown} in {match.block.text[:120]!r}"
    right = date.fromisoformat(oracle.fact("last_day"))
    old_year = oracle.fact("c_hired_in_system")[:4]
    for text in passages(letter):
        if _another_day(text, right) or foreign_money(text) or _no_count(text, who, oracle):
            return text[:160]
        if NET.search(text) and not _GROSS.search(text) and not denied(text):
            return text[:160]
        if who.key == "C" and re.search(rf"\b{old_year}\b", text) and _counts_since(text):
            return text[:160]
        if unexplained := _unexplained(text, oracle, who):
            return f"{unexplained} in {text[:120]!r}"
    return ""


def contradictions(letter, oracle, who):
    """Return amounts that a letter gives for a total, an indemnity or vacation pay, and that nobody can come to rightly."""
    amounts = reading.amounts_of(oracle, who.key)
    parts = [figure.value for name, figure in amounts.items() if name != "total"]
    fair = [sum(some) for size in range(1, 4) for some in combinations(parts, size)]
    fair += [*_wages(who), oracle.figure(f"{who.key.lower()}_earnings").value]
    labels = ("total gross", "gross total", "total", "total amount", "notice indemnity", "indemnity", "vacation pay")
    found = letter.contradictions(labels, fair)
    return [
        match
        for match in found
        if not match.percent and (match.amount.found.currency or match.amount.found.decimals == 2)
    ]


def _wages(who):
    weekly = Decimal(who.weekly)
    return [weekly * number for number in range(1, MOST_WEEKS)] + [weekly / 5]


def _unexplained(text, oracle, who):
    """Return an amount of money that is no figure of a person, no sum of some, and no wage of weeks or days."""
    amounts = [figure.value for figure in reading.amounts_of(oracle, who.key).values()]
    known = [sum(some) for size in range(1, 4) for some in combinations(amounts, size)]
    known += [*_wages(who), oracle.figure(f"{who.key.lower()}_earnings").value, Decimal(who.weekly) * WEEKS_A_YEAR]
    known += [Decimal(who.weekly) / 5 * number for number in range(1, MOST_DAYS)]
    if who.key == "B":
        known.append(oracle.figure("equipment_value").value)
    said = Wording(text).text
    counted = {each.start for each in counts_of(said, HOURS)}
    for found in money_in(said):
        amount = Amount(found)
        large = abs(found.value) >= SMALLEST and found.start not in counted
        if large and not any(amount.agrees_with(value, reading.CENT) for value in known):
            return found.text
    spelled = [value for value in spelled_money(said) if value >= SMALLEST]
    return next((f"{value}" for value in spelled if all(abs(value - each) > 1 for each in known)), "")


def _another_day(text, right):
    """Tell whether a text gives another last day, or another day on which the final pay is paid."""
    said = Wording(text).text
    for match in LAST_DAY.finditer(said):
        day = parse_date(match["day"])
        if day and day != right:
            return True
    for match in PAID.finditer(said):
        day = parse_date(match["day"])
        if day and day > right and day != PAID_ON and not _OTHER_RUN.search(said):
            return True
    return False


def _no_count(text, who, oracle):
    """Tell whether a text gives other weeks of notice or other days of vacation than a person's, or denies what is due."""
    said = Wording(text).text
    if reading.amounts_of(oracle, who.key).get("indemnity") and NO_INDEMNITY.search(said):
        return True
    weeks = counts_of(said, WEEKS)
    if NOTICE.search(said) and weeks and not re.search(r"\byears?\b", said, re.I):
        right = {who.weeks_due, who.weeks_given, max(0, who.weeks_due - who.weeks_given)}
        if any(each.value not in right for each in weeks):
            return True
        if any(GIVEN.search(said[: each.start]) and each.value != who.weeks_given for each in weeks):
            return True
    left = re.compile(
        r"^[ -]?(?:of )?(?:vacation |are |were |have been |still )*(?:left|remain\w*|unused|not taken|carried over|carried)\b",
        re.I,
    )
    if re.search(r"\bvacation\b", said, re.I):
        return any(left.match(said[each.end :]) and each.value != who.days for each in counts_of(said, DAYS))
    return False


def _counts_since(text):
    return re.search(
        r"\bservice\b[^.;]{0,40}\b(?:counts?|counted|since|from|uninterrupted)\b", text, re.I
    ) and not denied(text)


def tells_of_others(letter, oracle, who):
    """Return the block of a letter, or of what stands around the letters, that tells one person of another; "" for none."""
    for other in reading.people(oracle):
        if other.key == who.key:
            continue
        amounts = list(reading.amounts_of(oracle, other.key).values())
        for block in (*letter.own.blocks, *letter.around.blocks):
            stated = money_in(block.text)
            if any(reading.is_about(amount, figure) for figure in amounts for amount in stated):
                return f"an amount of {other.last}: {block.text[:160]!r}"
            inside = block in letter.own.blocks
            if names_any(block.text, other.names) and (stated or inside):
                return f"{other.last}: {block.text[:160]!r}"
    return ""
