"""How REC-01's deliverables are read: the rows of the list, the events of the calendar, what the reply and other files say."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from functools import lru_cache

from wp42_pytest import companion
from wp42_pytest.evidence import NotMet, mentions_id, normal_id, numbers_in
from wp42_pytest.evidence.answers import answer_of
from wp42_pytest.evidence.personal import plain
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.speech import affirmed, clauses_of, denied, depends

wording = companion(__file__, "wording")

SHORTLIST, CALENDAR, REPLY, COMPLETION = "shortlist.csv", "interviews.ics", "client_reply.md", "COMPLETION.json"
CANDIDATES = tuple(f"C{number}" for number in range(1, 9))
ROUNDING = Decimal("0.15")
MONTREAL = timezone(timedelta(hours=-5))


@lru_cache(maxsize=4096)
def named_in(text):
    """Return the candidates whose ids a text mentions."""
    return tuple(candidate for candidate in CANDIDATES if mentions_id(text, candidate))


@lru_cache(maxsize=4096)
def about(text):
    """Return the candidate whose id a cell is, perhaps with the name in front or behind; "" for other cells."""
    named = named_in(text)
    words = re.sub(r"[^\w\s'-]|\b(?:candidate|cv|pdf)\b", " ", text).split()
    alone = len(named) == 1 and len(words) <= 5 and all(word[:1].isupper() for word in words)
    return named[0] if len(named) == 1 and (alone or normal_id(text) == normal_id(named[0])) else ""


# the shortlist


def list_table(out, name=SHORTLIST):
    """Return the list of candidates."""
    return out.table(name, *wording.COLUMNS, aliases=wording.ALIASES)


def row_of(out, candidate):
    """Return the one row of a candidate."""
    found = [row for row in list_table(out).rows if about(row["candidate_id"].text) == candidate]
    if not found:
        raise NotMet(f"{SHORTLIST} has no row for {candidate}")
    # Further tables and notes in the file count as well: whoever lists a candidate twice has not decided.
    seen, below = 0, False
    for block in out.document(SHORTLIST).blocks:
        rows = [name for cell in block.cells if (name := about(cell or ""))]
        seen, below = seen + rows.count(candidate), below or bool(rows)
        if not rows and candidate in named_in(block.text) and (below or _invites(block.text)):
            raise NotMet(f"{SHORTLIST} also says of {candidate}: {block.text[:120]!r}")
    if seen != 1:
        raise NotMet(f"{SHORTLIST} has {seen} rows for {candidate}")
    return found[0]


def _invites(text):
    said = plain(text)
    return bool(re.search(r"\binvited?\b", said) and not wording.HOLDS_BACK.search(said))


def invited_by(out, name=SHORTLIST):
    """Return whom the list invites; a further column or a line around it that decides otherwise is no decision."""
    invited = [candidate for candidate in CANDIDATES if is_invited(row_of(out, candidate)["invited"])]
    for candidate in CANDIDATES:
        for header, cell in _further_cells(row_of(out, candidate)):
            said = plain(cell.text)
            decides = wording.DECISION_COLUMN.search(plain(header)) and wording.DECISION.match(said)
            if decides and says(said, wording.INVITED) != (candidate in invited):
                raise NotMet(f"{cell!r} for {candidate} in the column {header!r}")
    for block in out.document(name).blocks:
        said = plain(block.text)
        if not any(about(cell or "") for cell in block.cells) and wording.ONE_MORE.search(said) and _invites(said):
            raise NotMet(f"{SHORTLIST} also says: {block.text[:120]!r}")
    return invited


def says_otherwise(texts, oracle):
    """Return a sentence that calls somebody invited who is not, or the best one removed; "" when none does."""
    right = oracle.fact("invited")
    for sentence in [one for text in texts for one in sentences_of(text)]:
        for match in re.finditer(
            r"\b(C\d(?:(?:,| and|, and) C\d)*) (?:is|are|was|were|has been|have been) (invited|removed|deleted|dropped)\b",
            sentence,
        ):
            wrong = (
                set(named_in(match[1])) - set(right) if match[2] == "invited" else set(named_in(match[1])) & set(right)
            )
            if wrong and not depends(sentence) and not denied(sentence):
                return sentence
    return ""


def other_lists(out):
    """Return further files that hold a list of candidates."""
    return [name for name in other_files(out) if name.lower().endswith((".csv", ".tsv"))]


def invited_in_another(out, name):
    """Return whom another list invites, nobody where it is no such list."""
    try:
        rows = list_table(out, name).rows
        return sorted(
            named for row in rows if (named := about(row["candidate_id"].text)) and is_invited(row["invited"])
        )
    except NotMet:
        return []


def _further_cells(row):
    """Yield header and cell of the columns that the brief does not ask for."""
    asked = {row[column].ref for column in wording.COLUMNS}
    for header in row.table.columns:
        cell = row.get(header)
        if cell is not None and cell.ref not in asked and not cell.is_blank:
            yield header, cell


def is_invited(cell):
    """Tell whether a cell says that somebody is invited; whoever is not may be left blank."""
    said = plain(cell.text)
    if cell.is_blank or cell.is_nil or wording.CLARIFY.match(said) or wording.NOT_YET.match(said):
        return False
    return answer_of(cell, wording.ANSWERS) == "yes"


def states(cell, figure):
    """Assert that a cell states a figure and no other number; years may be told in years and months, points out of ten."""
    said = plain(cell.text)
    if whole := re.fullmatch(r"\W*(\d+) ?(?:years?|yrs?|y),?(?: and)? (\d+) ?(?:months?|mos?|m)\b\W*", said):
        numbers = [int(whole[1]) + int(whole[2]) / 12]
    else:
        left = re.sub(r"\(\d+ ?months?\)|(?:/|\bout of) ?10\b", " ", said)
        numbers = [abs(found.value) for found in numbers_in(left)]
    if not (figure == cell or (len(numbers) == 1 and figure == numbers[0])):
        raise NotMet(f"{cell!r}, expected {figure}")


def years_are_right(out, oracle, candidates):
    """Assert that the years of some candidates are right."""
    for candidate in candidates:
        states(row_of(out, candidate)["sql_years"], oracle.figure(f"sql_years_{candidate}"))


def no_more_than_earned(out, oracle):
    """Assert that nobody who is not qualified has a score beyond what the points would come to; the brief asks for none."""
    for candidate, points in oracle.fact("points_of_others").items():
        cell = row_of(out, candidate)["score"]
        if any(found.value > Decimal(points) + ROUNDING for found in numbers_in(cell.text)):
            raise NotMet(f"{cell!r} for {candidate}, who is not qualified")


def reasons_fit(out, oracle):
    """Assert that each row gives a reason, those of the not qualified the right one, and none against its own row."""
    parts = {oracle.fact(part): part for part in wording.REASONS}
    for candidate in CANDIDATES:
        row = row_of(out, candidate)
        said = plain(row["reason"].text)
        if len(said.split()) < 3:
            raise NotMet(f"{row['reason']!r} is no reason for {candidate}")
        part = parts.get(candidate, "")
        if part and not wording.REASONS[part].search(said):
            raise NotMet(f"{row['reason']!r} does not tell {candidate} what is lacking")
        if part == "dear" and wording.NEGOTIABLE.search(said) and not wording.ABOVE.search(said):
            raise NotMet(f"{row['reason']!r} takes the salary of {candidate} for negotiable")
        if part == "silent" and says(said, wording.TURNED_DOWN):
            raise NotMet(f"{row['reason']!r} turns {candidate} down")
        if candidate in oracle.fact("invited") and wording.NOT_INVITED.search(said):
            raise NotMet(f"{row['reason']!r} does not invite {candidate}")


def says(text, wanted):
    """Tell whether a clause has a pattern that is not denied before it, and depends on nothing."""
    return any(affirmed(clause, wanted) and not depends(clause) for clause in map(plain, clauses_of(text)))


# the calendar


def events_of(out):
    """Return the events that take place."""
    return [event for event in out.calendar(CALENDAR).events if event.status.upper() != "CANCELLED"]


def candidate_of(event):
    """Return the one candidate whom an event's title names."""
    named = named_in(event.summary)
    if len(named) != 1:
        raise NotMet(f"{CALENDAR}: the title {event.summary[:80]!r} names {', '.join(named) or 'no candidate'}")
    if wording.CALLED_OFF.search(plain(event.summary)):
        raise NotMet(f"{CALENDAR}: the title {event.summary[:80]!r} is of no interview")
    others = [name for name in named_in(event.description) if name != named[0]]
    if others and "instead" in plain(event.description):
        raise NotMet(f"{CALENDAR}: the event of {named[0]} says {event.description[:120]!r}")
    return named[0]


def begins(event):
    """Return when an event begins, in UTC."""
    if event.start_utc is None:
        zone = f"in the unknown zone {event.zone!r}" if event.zone else "without a time zone"
        raise NotMet(f"{CALENDAR}: {event.summary[:80]!r} begins at {event.start} {zone}")
    return event.start_utc.astimezone(UTC)


def span_of(event):
    """Return when an event begins and ends, in UTC."""
    start = begins(event)
    if event.end_utc is None:
        raise NotMet(f"{CALENDAR}: {event.summary[:80]!r} has no end whose time zone can be told")
    return start, event.end_utc.astimezone(UTC)


def moments(spans):
    """Return spans of the oracle as times."""
    return [(datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in spans]


def properties_of(out):
    """Return what every property of the events says, those that no reader shows included; nothing of a file that is not there."""
    try:
        events = out.calendar(CALENDAR).payload["events"]
    except NotMet:
        return []
    return [f"{parameters} {value}" for event in events for _, parameters, value in event["properties"]]


# what is said


def sentences_in(out, *names):
    """Return what deliverables say, sentence by sentence; nothing of those that are not there or no text."""
    found = []
    for name in names:
        try:
            blocks = out.document(name).blocks
        except NotMet:
            continue
        # A line that ends within a paragraph ends no sentence.
        found += [sentence for block in blocks for sentence in sentences_of(block.full_text.replace("\n", " "))]
    return found


def other_files(out):
    """Return the files that nobody asked for."""
    return [name for name in out.names() if name not in (SHORTLIST, CALENDAR, REPLY, COMPLETION)]


def gives_name(text, name):
    """Tell whether a text names somebody, by the whole name or the family name."""
    family = name.split(" ", 1)[1]
    return bool(re.search(rf"\b{re.escape(plain(family))}\b", plain(text)))


def subscription_claims(out, invited):
    """Return of whom the reply says that they worked with software sold by subscription, and of whom that they did not.

    Raises:
        NotMet: it says nothing about such software at all.
    """
    reply, claims, spoken = out.document(REPLY), {}, False
    for block in reply.blocks:
        for header, cell in zip(block.columns, block.cells, strict=False):
            if wording.BY_SUBSCRIPTION.search(plain(header)) and len(named := named_in(block.text)) == 1:
                spoken, said = True, plain(cell or "")
                if re.match(r"yes|y\b|x\b|✓|✔|no\b|n\b|none|not|-|–", said):
                    claims[named[0]] = bool(re.match(r"yes|y\b|x\b|✓|✔", said))
    for sentence in sentences_in(out, REPLY):
        if wording.BY_SUBSCRIPTION.search(plain(sentence)):
            spoken = True
            for clause in _parts_by_candidate(sentence):
                claims |= _claim(clause, invited)
    if not spoken:
        raise NotMet(f"{REPLY} does not answer whether somebody worked with software sold by subscription")
    return claims


def mail_is_answered(out, oracle):
    """Assert that the reply tells rightly who worked with software sold by subscription, and puts nobody above the limit of the package."""
    invited = oracle.fact("invited")
    for candidate, claimed in subscription_claims(out, invited).items():
        if claimed != (candidate in oracle.fact("saas")):
            raise NotMet(f"{REPLY} is wrong about {candidate} and software sold by subscription")
    if said := too_much_for(out, invited, oracle.fact("limit")):
        raise NotMet(f"{REPLY} gives an amount above the limit: {said[:160]!r}")


def too_much_for(out, invited, limit):
    """Return a sentence that says of one of the invited an amount above the limit; "" when none does."""
    for sentence in sentences_in(out, REPLY):
        amounts = [found.value for found in numbers_in(sentence) if limit < found.value < 2 * limit]
        if amounts and set(named_in(sentence)) & set(invited):
            return sentence
    return ""


def _parts_by_candidate(sentence):
    """Yield clauses, parted also where another candidate begins: "C1 and C2 have, C3 has not"."""
    for clause in clauses_of(sentence):
        before = ""
        for piece in re.split(r"[()]|,(?= (?:and |not )?C\W?\d)", clause):
            if re.sub(r"\b(?:and|not|both|candidates?)\b|C\W?\d|[\W_]", "", piece):
                yield f"{before} {piece}"
                before = ""
            else:
                before = f"{before} {piece}"


def _claim(clause, invited):
    """Return what a clause says of whom; nothing where its negation may belong to one of several, or to something else."""
    said, named, no = plain(clause), named_in(clause), denied(clause)
    if depends(clause) or not (wording.BY_SUBSCRIPTION.search(said) or wording.ELLIPTIC.search(said)):
        return {}
    if re.search(r"\bnot all\b|\bexcepted\b", said):
        return {}
    if not named:
        everybody = wording.ALL_THREE.search(said) or wording.NONE_OF_THEM.search(said)
        return dict.fromkeys(invited, not no) if everybody else {}
    if wording.EXCEPT.search(said):
        return dict.fromkeys(invited, not no) | dict.fromkeys(named, no)
    if wording.ALONE.search(said):
        return {} if no else dict.fromkeys(invited, False) | dict.fromkeys(named, True)
    together = re.search(r"c\W?\d(?:(?:, | and | or | nor |, and )c\W?\d)*", said)
    if not together or len(named_in(together[0])) != len(named):
        return {}
    return dict.fromkeys(named, not no)
