"""Give each statement its verdict, from the papers and the desk's standards alone."""

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from jour01.folder import ACCOUNTS, LOG, PEOPLE, TIP, Folder, Statement, Turn

SNOW = "Snow removal"
COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COUNT = re.compile(rf"\b({'|'.join(COUNTS)})\b", re.IGNORECASE)
MONEY = re.compile(r"\$([\d,]+(?:\.\d+)?)( million)?")
QUOTED = re.compile(r"[“\"]([^”\"]+)[”\"]")
NAME = re.compile(r"\b[A-ZÀ-Ý][\w'’-]+(?: [A-ZÀ-Ý][\w'’-]+)+")
TODAY = date(2025, 11, 13)


@dataclass
class Verdict:
    """What the desk finds about one statement; `changes` are words of the draft and what takes their place."""

    number: int
    kind: str
    verdict: str
    note: str
    sources: list[str] = field(default_factory=list)
    correct: str = ""
    changes: list[tuple[str, str]] = field(default_factory=list)
    cut: str = ""


def check(folder: Folder) -> list[Verdict]:
    """Return the verdicts in the order of the statements."""
    return [verdict_on(statement, folder) for statement in sorted(folder.statements, key=lambda each: each.number)]


def verdict_on(statement: Statement, folder: Folder) -> Verdict:
    """Find out what a statement is about, and look it up where that stands."""
    words = statement.words
    if QUOTED.search(words):
        return on_quote(statement, folder)
    if about_people := [name for name in NAME.findall(words) if name in folder.tip]:
        return on_allegation(statement, folder, about_people[0])
    if "per cent" in words:
        return on_growth(statement, folder)
    if "inhabitant" in words:
        return on_per_head(statement, folder)
    if re.search(r"\bcontract\b", words) and MONEY.search(words):
        return on_contract(statement, folder)
    if re.search(r"\b(?:bid|bids|bidders|tender)\b", words) and COUNT.search(words):
        return on_bids(statement, folder)
    if match := re.search(r"spending on (.+?) (?:fell|rose) by", words):
        return on_change(statement, folder, match[1])
    if MONEY.search(words):
        return on_spent(statement, folder)
    if re.search(r"\bvotes? on\b", words):
        return on_vote(statement, folder)
    return on_the_rest(statement, folder)


def dollars(match: re.Match[str]) -> tuple[Decimal, Decimal]:
    """Return an amount of money, and what one unit of its last digit is worth."""
    amount, scale = Decimal(match[1].replace(",", "")), Decimal(1_000_000 if match[2] else 1)
    return amount * scale, Decimal(1).scaleb(int(amount.as_tuple().exponent)) * scale


def is_rounding(shown: tuple[Decimal, Decimal], exact: Decimal) -> bool:
    """Tell whether an amount is the exact one, rounded to what is shown."""
    amount, unit = shown
    return (exact / unit).quantize(Decimal(1), ROUND_HALF_UP) * unit == amount


def spent(folder: Folder, service: str) -> tuple[int, int]:
    """Return the actual spending of both years."""
    row = folder.accounts[service]
    return row["actual_2023"], row["actual_2024"]


def growth_of(folder: Folder) -> Decimal:
    """Return the growth of actual spending on snow, in per cent to one decimal."""
    before, after = spent(folder, SNOW)
    return (Decimal(100 * (after - before)) / before).quantize(Decimal("0.1"), ROUND_HALF_UP)


def on_growth(statement: Statement, folder: Folder) -> Verdict:
    before, after = spent(folder, SNOW)
    right = growth_of(folder)
    match = re.search(r"(\d+(?:\.\d+)?) per cent", statement.words)
    shown = Decimal(match[1]) if match else Decimal(0)
    if is_rounding((shown, Decimal(1).scaleb(int(shown.as_tuple().exponent))), right):
        return Verdict(statement.number, "growth", "supported", f"{before:,} to {after:,}.", [ACCOUNTS])
    return Verdict(
        statement.number,
        "growth",
        "wrong",
        f"Line {SNOW}: actual spending went from {before:,} to {after:,}. The draft starts from the budget of 2023.",
        [ACCOUNTS],
        f"{right} %",
        [(f"{shown} per cent", f"{right} per cent")],
    )


def on_spent(statement: Statement, folder: Folder) -> Verdict:
    match = MONEY.search(statement.words)
    exact = Decimal(spent(folder, SNOW)[1])
    right = match is not None and is_rounding(dollars(match), exact)
    note = f"Line {SNOW}, actual 2024: {exact:,}."
    return Verdict(
        statement.number, "spent", "supported" if right else "wrong", note, [ACCOUNTS], "" if right else f"{exact}"
    )


def on_per_head(statement: Statement, folder: Folder) -> Verdict:
    match = MONEY.search(statement.words)
    after = spent(folder, SNOW)[1]
    exact = (Decimal(after) / folder.people[2024]).quantize(Decimal("0.01"), ROUND_HALF_UP)
    right = match is not None and is_rounding(dollars(match), exact)
    note = f"{after:,} divided by the {folder.people[2024]:,} inhabitants of 2024 is {exact}."
    sources = [ACCOUNTS, PEOPLE]
    return Verdict(
        statement.number, "per_head", "supported" if right else "wrong", note, sources, "" if right else f"{exact}"
    )


def on_quote(statement: Statement, folder: Folder) -> Verdict:
    """Compare a quote with the sentence on the recording that it has most words of."""
    printed = QUOTED.search(statement.words)
    said = printed[1].rstrip(",.") if printed else ""
    speakers = {turn.speaker for turn in folder.turns}
    speaker = next(name for name in speakers if name.split()[-1] in statement.sentence)
    own = [turn for turn in folder.turns if turn.speaker == speaker]
    turn, sentence = max(
        ((turn, each) for turn in own for each in re.split(r"(?<=[.!?])\s+", turn.words)),
        key=lambda each: len(set(bare(said)) & set(bare(each[1]))),
    )
    if bare(said) == bare(sentence):
        return Verdict(statement.number, "quote", "supported", f"Word for word at {turn.stamp}.", [turn.file])
    return Verdict(
        statement.number,
        "quote",
        "wrong",
        f"At {turn.stamp} the sentence is longer; the draft leaves words out that change the sense.",
        [turn.file],
        sentence,
        [(said, sentence.rstrip("."))],
    )


def bare(text: str) -> list[str]:
    """Return the words of a text, in lower case."""
    return re.findall(r"[\w']+", text.casefold())


def turn_about(folder: Folder, pattern: str) -> Turn:
    """Return the first answer in which something is said."""
    return next(turn for turn in folder.turns if turn.speaker != "the reporter" and re.search(pattern, turn.words))


def on_bids(statement: Statement, folder: Folder) -> Verdict:
    turn = turn_about(folder, r"sent in a bid|bids? (?:came|were received)")
    sentence = next(each for each in re.split(r"(?<=[.!?])\s+", turn.words) if re.search(r"\bbids?\b", each))
    received = COUNT.search(sentence)
    shown = COUNT.search(statement.words)
    assert received
    assert shown
    if received[1].lower() == shown[1].lower():
        return Verdict(statement.number, "bids", "supported", f"{turn.speaker} at {turn.stamp}.", [turn.file])
    left = re.search(rf"left ({'|'.join(COUNTS)}) compliant", turn.words)
    remark = f" (of which {COUNTS.index(left[1])} compliant)" if left else ""
    new = received[1].capitalize() if shown[1][0].isupper() else received[1].lower()
    rest = statement.words[shown.end() : shown.end() + 12]
    return Verdict(
        statement.number,
        "bids",
        "wrong",
        f"{turn.speaker} at {turn.stamp}: {received[1].lower()} companies sent in a bid. The draft has the compliant ones.",
        [turn.file],
        f"{COUNTS.index(received[1].lower())}{remark}",
        [(f"{shown[1]}{rest}", f"{new}{rest}")],
    )


def on_contract(statement: Statement, folder: Folder) -> Verdict:
    turn = turn_about(folder, r"dollars before taxes")
    exact = re.search(r"([\d,]+\.\d\d) dollars", turn.words)
    match = MONEY.search(statement.words)
    assert exact
    assert match
    right = is_rounding(dollars(match), Decimal(exact[1].replace(",", "")))
    note = f"{turn.speaker} at {turn.stamp}: {exact[1]} dollars before taxes."
    return Verdict(
        statement.number, "contract", "supported" if right else "wrong", note, [turn.file], "" if right else exact[1]
    )


def on_change(statement: Statement, folder: Folder, named: str) -> Verdict:
    service = max(folder.accounts, key=lambda name: len(set(bare(name)) & set(bare(named))))
    before, after = spent(folder, service)
    match = MONEY.search(statement.words)
    assert match
    if is_rounding(dollars(match), Decimal(before - after)):
        return Verdict(statement.number, "fall", "supported", f"{before:,} to {after:,}.", [ACCOUNTS])
    return Verdict(
        statement.number,
        "fall",
        "wrong",
        f"Line {service}: actual spending went from {before:,} to {after:,}. The draft starts from the budget.",
        [ACCOUNTS],
        f"{before - after:,}",
        [(match[0], f"${before - after:,}")],
    )


def on_vote(statement: Statement, folder: Folder) -> Verdict:
    turn = turn_about(folder, r"[Cc]ouncil votes")
    shown = re.search(r"\d{1,2} [A-Z][a-z]+", statement.words)
    right = shown is not None and re.search(rf"\b{shown[0]}\b", turn.words) is not None
    said = re.search(r"\w+, \d{1,2} [A-Z][a-z]+", turn.words)
    note = f"{turn.speaker} at {turn.stamp}: {said[0] if said else turn.words}."
    return Verdict(statement.number, "vote", "supported" if right else "wrong", note, [turn.file])


def on_allegation(statement: Statement, folder: Folder, person: str) -> Verdict:
    """Count who bears an allegation out first-hand, and look for a chance to reply."""
    firsthand = [turn for turn in folder.turns if person in turn.words]
    asked = [
        row
        for row in folder.log
        if row["Who"] == person
        and re.search(r"\b(?:trip|travel|allegation)\b", row["What came of it"])
        and not re.search(r"\b[Nn]o answer\b", row["What came of it"])
    ]
    if len(firsthand) >= 2 and asked:
        return Verdict(statement.number, "trip", "supported", "Two sources, and a reply.", [TIP])
    return Verdict(
        statement.number,
        "trip",
        "hold",
        "There is only the tip, which is second-hand; Lamarre has only heard of it. The log shows one call that nobody answered.",
        [TIP, LOG],
        cut=statement.paragraph,
    )


def on_the_rest(statement: Statement, folder: Folder) -> Verdict:
    """Look for a passage anywhere that has most of a statement's telling words."""
    telling = {word for word in bare(statement.words) if len(word) > 4}
    passages = [(name, set(bare(line))) for name, text in folder.texts.items() for line in text.splitlines()]
    name, best = max(passages, key=lambda each: len(telling & each[1]))
    if len(telling & best) * 2 > len(telling):
        return Verdict(statement.number, "other", "supported", f"{name} says so.", [name])
    note = "Looked for it in the accounts, both interviews, the tip, the log and the population file: nothing."
    return Verdict(statement.number, "other", "unsupported", note, cut=statement.sentence)
