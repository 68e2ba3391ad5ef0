"""How the corrected article is read: its sentences, what they count, what they keep of the draft, and what is new in them."""

from __future__ import annotations

import re
from decimal import Decimal

from wp42_pytest import companion
from wp42_pytest.evidence import NotMet, numbers_in
from wp42_pytest.evidence.quotations import has_words, words_of
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.wording import Wording, lowered, prepared

reading = companion(__file__, "reading")
wording = companion(__file__, "wording")

ARTICLE = reading.ARTICLE
FURNITURE = ("row", "header", "footer")
"""Blocks that are no running text."""

HALF_A_PER_CENT, NEAR_A_FRACTION = Decimal("0.55"), 2
KEPT, KEPT_WORDS = Decimal("0.8"), Decimal("0.75")
"""How many of the sentences that nothing is wrong with must stand, and how many of the words of each."""

A_SENTENCE, SHORT_ONES = 8, 2
"""A new sentence has so many words; so many shorter ones may stand, for a caption or a remark to the desk."""

A_LINE = 20
"""Most words of a headline or a byline."""

SMALL_COUNT = Decimal(12)
"""Whole numbers up to this may count anything, and are not taken for figures."""


def document(out):
    """Return the article."""
    return out.document(ARTICLE)


def sentences(text):
    """Return the sentences of a document, each with its block."""
    return [(sentence, block) for block in text.blocks for sentence in sentences_of(block.full_text)]


def telling(text, terms):
    """Return the sentences of a document that have one of several terms."""
    return [(sentence, block) for sentence, block in sentences(text) if Wording(sentence).has_any(terms)]


def unseen(text):
    """Return what the file holds beside what runs: hidden and struck out."""
    return [*text.hidden, *text.struck]


def states(blocks, value):
    """Tell whether blocks state a figure, exactly or rounded to within a hundredth of it."""
    amounts = [amount for block in blocks for amount in block.amounts]
    return any(
        amount.agrees_with(value, Decimal(1)) and abs(abs(amount.value) - value) * 100 <= value for amount in amounts
    )


def before(sentence, number):
    """Return the few words before a number."""
    return lowered(prepared(sentence))[max(0, number.start - 30) : number.start]


def is_growth(number, figure):
    """Tell whether a share is the growth, or the growth rounded to the whole per cent, as a headline may give it."""
    return reading.is_share(number, figure) or (
        number.decimals == 0 and abs(abs(number.value) * 100 - figure.value) <= HALF_A_PER_CENT
    )


def growth_is_right(text, growth, printed, told_by):
    """Assert that the article has the growth, and nowhere the draft's or another one, in figures or in words."""
    grown = [(sentence, number) for sentence, _ in sentences(text) for number in numbers_in(sentence) if number.percent]
    if not any(reading.is_share(number, growth) for _, number in grown):
        raise NotMet(f"{ARTICLE} does not state the growth of {growth}")
    for sentence, number in grown:
        of_another = Wording(sentence).has_any(told_by) and not is_growth(number, growth)
        if not of_another and (not is_growth(number, growth) or wording.FELL.search(before(sentence, number))):
            raise NotMet(f"{ARTICLE} says {sentence[:200]!r}")
    number, words = printed
    in_words = rf"\b(?:{number}|{words.replace('-', '[ -]')})(?:\.0)?[ -]?(?:%|per[ -]?cent)"
    for sentence in map(wording.plain, (sentence for sentence, _ in sentences(text))):
        said = [wording.FRACTIONS[match[1]] for match in wording.FRACTION.finditer(sentence)]
        rounded = [each for each in said if abs(each - growth.value) > NEAR_A_FRACTION]
        if re.search(in_words, sentence) or (rounded and wording.ROSE.search(sentence)):
            raise NotMet(f"{ARTICLE} says {sentence[:200]!r}")


def fall_is_right(text, fall, printed, told_by, spent):
    """Assert that the article has the fall of the other service, perhaps rounded, and nowhere the draft's."""
    told = [
        (sentence, [each for each in reading.figures_in(sentence) if abs(each.value) >= reading.AMOUNTS_FROM])
        for sentence, _ in telling(text, told_by)
    ]
    told = [(sentence, numbers) for sentence, numbers in told if numbers]
    slack = fall.value / 100
    falls = [(s, each) for s, numbers in told for each in numbers if abs(abs(each.value) - fall.value) <= slack]
    if not falls or not all(
        reading.is_fall([abs(each.value) for each in numbers], fall, slack, spent) for _, numbers in told
    ):
        raise NotMet(f"{ARTICLE} does not say, or not alone, that spending on the other service fell by {fall}")
    for sentence, number in falls:
        if wording.ROSE.search(before(sentence, number)):
            raise NotMet(f"{ARTICLE} says {sentence[:200]!r}")
    for block in text.blocks:
        if any(abs(amount.value) == printed for amount in block.amounts):
            raise NotMet(f"{ARTICLE} still states the draft's fall: {block!r}")


def bids_are_right(text, bids, compliant):
    """Assert that the article counts all bids, or the compliant ones as such, and gives no number out for another."""
    counted = {}
    for sentence, _ in sentences(text):
        said = re.sub(r"\[\d{1,2}\]", " ", wording.plain(sentence))
        numbers = bids_counted(said)
        if numbers and re.search(r"\b(?:bid\w*|tender\w*|compet\w*|offers?)\b", said):
            counted[said] = numbers
    if not any(
        bids in numbers or (compliant in numbers and wording.COMPLIANT.search(said))
        for said, numbers in counted.items()
    ):
        raise NotMet(f"{ARTICLE} does not say that there were {bids} bids")
    for said, numbers in counted.items():
        if numbers - {bids, compliant} or (bids not in numbers and not wording.COMPLIANT.search(said)):
            raise NotMet(f"{ARTICLE} gives another number of bids: {said[:200]!r}")


def bids_counted(said):
    """Return the numbers by which a sentence counts bids or bidders."""
    return {reading.count_of(each) for each in re.findall(f"{wording.COUNT}{wording.BIDDING}", said)}


def has_the_quote(text, quote):
    """Assert that the article gives what the treasurer said with what the draft left out, and nowhere the quote as it was."""
    whole = [block for block in text.blocks if tells_the_rest(block.full_text, quote)]
    told = [
        said
        for said in (wording.plain(block.full_text) for block in whole)
        if re.search(r"\b(?:lamarre|treasurer)\b", said)
    ]
    if not told or any(re.search(r"\b(?:did not|didn't|never|denie[sd])\b", said) for said in told):
        raise NotMet(f"{ARTICLE} still lacks words that the treasurer spoke")
    if any("brisson" in said for said in told):
        raise NotMet(f"{ARTICLE} gives words of the treasurer to somebody else")
    return whole


def tells_the_rest(said, quote):
    """Tell whether a paragraph has the words that the draft left out, or what they concede, told in others."""
    return has_words(said, quote["dropped"]) or wording.says_any(said, quote["conceded"])


def runs_as_it_is(text, headline, reporter):
    """Assert that the article has its headline and byline, and no mark of a draft."""
    running = [block.full_text for block in text.blocks if block.kind not in FURNITURE]
    wanted = {word for word in wording.telling(headline) if not word.isdigit()}
    lines = [line for line in running if len(words_of(line)) <= A_LINE]
    if not any(len(wanted & wording.telling(line)) * 2 >= len(wanted) for line in lines):
        raise NotMet(f"{ARTICLE} lost its headline")
    if not any(has_words(line, reporter) for line in lines):
        raise NotMet(f"{ARTICLE} lost its byline")
    for block in text.blocks:
        if match := wording.STATUS_OF_A_DRAFT.search(wording.plain(block.full_text)):
            raise NotMet(f"{ARTICLE} still says {match[0]!r}")


def stands(sentence, text):
    """Tell whether a sentence of the draft stands in the article, perhaps with a few other words."""
    wanted = set(words_of(sentence))
    return any(len(wanted & set(words_of(block.full_text))) >= KEPT_WORDS * len(wanted) for block in text.blocks)


def rest_stands(text, untouched):
    """Assert that most sentences with which nothing is wrong are still there."""
    kept = [sentence for sentence in untouched if stands(sentence, text)]
    if len(kept) < KEPT * len(untouched):
        lost = next(sentence for sentence in untouched if sentence not in kept)
        raise NotMet(
            f"{ARTICLE} keeps {len(kept)} of {len(untouched)} sentences with which nothing is wrong; lost: {lost!r}"
        )


def sense_stands(text, standing):
    """Assert that no sentence with which nothing is wrong now says something else: other numbers, or the contrary."""
    said = [sentence for sentence, block in sentences(text) if block.kind not in FURNITURE]
    for sentence in standing:
        wanted = set(words_of(sentence))
        like, words = max(
            ((each, len(wanted & set(words_of(each)))) for each in said), key=lambda each: each[1], default=("", 0)
        )
        if words < KEPT_WORDS * len(wanted):
            continue
        numbers = iter(wording.numbers_said(like))
        turns, merged = wording.turns_said(like), len(words_of(like)) > len(words_of(sentence)) + A_SENTENCE
        kept = all(number in numbers for number in wording.numbers_said(sentence))
        if not kept or (turns != wording.turns_said(sentence) and not merged):
            raise NotMet(f"{ARTICLE} says {like[:200]!r} where the draft had {sentence!r}")


def unsourced_is_marked(text, unsourced):
    """Assert that the statement that nothing bears out is cut, or has its mark right behind it."""
    for sentence, block in sentences(text):
        words = wording.telling(sentence)
        alike = len(words & wording.telling(unsourced["text"])) * 2 > max(len(words), 3)
        found = Wording(sentence).has_any(unsourced["told_by"]) or wording.says_any(sentence, unsourced["about"])
        if (alike or found) and not is_marked(sentence, block):
            raise NotMet(f"{ARTICLE} still says without a mark {sentence[:200]!r}")


def is_marked(sentence, block):
    """Tell whether a sentence has its mark, in itself or right behind it."""
    behind = block.full_text.partition(sentence)[2][:8]
    return bool(wording.MARKED.search(wording.plain(f"{sentence} {behind}")))


def nothing_is_added(text, draft, oracle):
    """Assert that the article says nothing that the draft did not, but for what puts it right."""
    known = [wording.telling(line) for line in draft]
    new = [each for each in sentences(text) if is_new(*each, known) and not puts_right(each[0], oracle)]
    long = [sentence for sentence, _ in new if len(words_of(sentence)) >= A_SENTENCE]
    if long or len(new) > SHORT_ONES:
        said = (long or [sentence for sentence, _ in new])[0]
        raise NotMet(f"{ARTICLE} says {len(new)} things that are not in the draft, such as {said[:200]!r}")


def is_new(sentence, block, known):
    """Tell whether a sentence of the article has no like in the draft; the box of the system, remarks in brackets and what is marked do not run."""
    words = wording.telling(sentence)
    remark = re.fullmatch(r"[\[(].*[\])]\.?", sentence) or wording.BOXED.match(wording.plain(sentence))
    if block.kind in FURNITURE or len(words_of(sentence)) < 3 or remark or is_marked(sentence, block):
        return False
    return all(len(words & each) * 2 < len(words) for each in known)


def puts_right(sentence, oracle):
    """Tell whether a sentence gives a figure that puts a wrong statement right."""
    said = wording.plain(sentence)
    bids, compliant = oracle.figure("bids").value, Decimal(oracle.fact("compliant"))
    counted = {reading.count_of(each) for each in re.findall(wording.COUNT, said)}
    if (
        counted
        and counted <= {bids, compliant, bids - compliant}
        and re.search(r"\b(?:bids?|bidders?|compli\w+|specification)\b", said)
    ):
        return True
    if re.search(r"\bbudget", said) or not re.search(
        r"\b(?:spen[dt]\w*|cost\w*|bill|snow|rose|fell|increas\w*|growth)\b", said
    ):
        return False
    spent = [oracle.figure(name).value for name in ("actual_2023", "actual_2024")] + [
        Decimal(each) for each in oracle.fact("fall_spent")
    ]
    growth, fall = oracle.figure("growth"), oracle.figure("fall").value
    numbers = reading.figures_in(sentence)
    right = [
        is_growth(each, growth)
        if each.percent
        else any(abs(abs(each.value) - one) * 100 <= one for one in (*spent, fall))
        for each in numbers
    ]
    return bool(numbers) and all(right)
