"""How the options, the letter and the completion file are read, and compared with the figures of the claim."""

from __future__ import annotations

import re

from wp42_pytest import companion
from wp42_pytest.evidence import NotMet, normal_label, numbers_in
from wp42_pytest.evidence.json_values import amount_of, entry, objects, text_of
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.wording import Wording

wording = companion(__file__, "wording")

OPTIONS, LETTER = "irb_options.json", "claimant_letter.docx"


def given(value, names):
    """Return the values that any object gives under a key, whatever it is called there."""
    wanted = {normal_label(name) for name in names}
    return [inner for _, each in objects(value) for key, inner in each.items() if normal_label(key) in wanted]


def basis_states(out, names, gross, weekly):
    """Assert that one basis has both of its figures, and no others wherever the options speak of it."""
    options = out.json(OPTIONS)
    basis = entry(options, *names)
    if not isinstance(basis, dict):
        raise NotMet(f"{names[0]} is {text_of(basis)!r}, not an object with gross_weekly and weekly_benefit")
    for figure, keys in ((gross, wording.GROSS), (weekly, wording.BENEFIT)):
        found = entry(basis, *keys)
        if not figure.matches(str(amount_of(found))):
            raise NotMet(f"{names[0]}: {keys[0]} is {found!r}")
        for other in given(given(options, names), keys):
            if amount_of(other) is not None and not figure.matches(str(amount_of(other))):
                raise NotMet(f"{names[0]}: {keys[0]} is {found!r} and {other!r}")


def second_employer(oracle):
    return (oracle.fact("second_employer"), oracle.fact("second_employer_short"))


def options_or_none(out):
    """Return the options for a check that finds wrongdoing: work that is not there does no wrong."""
    try:
        return out.json(OPTIONS)
    except NotMet:
        return None


def letter_sentences(out):
    """Return the sentences of the letter's running text and its table rows; none when there is no letter."""
    try:
        blocks = out.document(LETTER).blocks
    except NotMet:
        return []
    kept = [block for block in blocks if block.kind in ("paragraph", "item", "heading", "code")]
    said = [(sentence, block) for block in kept for sentence in sentences_of(block.text)]
    return said + [(block.full_text, block) for block in blocks if block.kind == "row"]


def statement_sentences(out, completion):
    """Return the sentences in which the completion file, and remarks in the options, say what was done."""
    said = (completion.summary, *completion.assumptions, *completion.issues_found, *remarks_in(options_or_none(out)))
    return [each for text in said for each in sentences_of(text)]


def remarks_in(options):
    """Return the values of the options that are sentences and no data."""
    values = [value for _, each in objects(options) for value in each.values()]
    return [value for value in values if isinstance(value, str) and len(value.split()) >= wording.SHORTEST_REMARK]


def says_payable(key, value):
    """Tell whether an entry of the options says that an order can be issued."""
    yes = value is True or re.match(r"(?:yes|true)\b", str(value).strip().casefold())
    return normal_label(key) in map(normal_label, wording.PAYABLE_NOW) and bool(yes)


def is_due(under, key, value):
    """Tell whether an entry gives an amount as due, by its own name or by that of the order it stands in."""
    in_order = normal_label(under) in wording.ORDERS and wording.IN_AN_ORDER.search(key.casefold())
    named = normal_label(key) in wording.PAYABLE_KEYS or wording.DUE.fullmatch(normal_label(key))
    return bool(named or in_order) and (amount_of(value) or 0) > 0


def the_one_number(under, found, oracle):
    """Return the entry of an object that gives the benefit of one basis, or that of all weeks, outside of the basis itself."""
    if wording.bases_in(under.replace("_", " ")) or wording.COMPARED.search(under.casefold()):
        return ""
    weeks = oracle.figure("full_weeks").value
    four, year = (oracle.figure(f"benefit_{basis}_weeks").value for basis in (4, 52))
    amounts = {key: amount_of(value) for key, value in found.items()}
    for own, other in ((four, year), (year, four)):
        if any(other in (amount, (amount or 0) / weeks) for amount in amounts.values()):
            continue
        for key, amount in amounts.items():
            of_one = wording.bases_in(key.replace("_", " ")) or wording.COMPARED.search(key.casefold())
            if amount is not None and own != wording.CAP and amount in (own, own * weeks) and not of_one:
                return f"{key}: {found[key]!r}"
    return ""


def handed_over(sentences, oracle):
    """Return the first sentence that gives the benefit of one basis as a matter of course, where none gives the other's."""
    four, year = (oracle.figure(f"benefit_{basis}_weeks") for basis in (4, 52))
    given_in = {
        sentence: [each for each in wording.benefits_in(sentence) if each != wording.CAP] for sentence in sentences
    }
    for own, other in ((four, year), (year, four)):
        if any(other == each for sentence in sentences for each in wording.benefits_in(sentence)):
            continue
        for sentence, amounts in given_in.items():
            if any(own == each for each in amounts) and not (
                wording.CONDITION.search(sentence) or wording.EXPLAINED.search(sentence)
            ):
                return [sentence]
    return []


def choice_in(options):
    """Return the entry of the options that says which basis is chosen or puts one forward, "" when there is none."""
    for under, found in objects(options):
        for key, value in found.items():
            said = str(value).replace("_", " ") if isinstance(value, str | int) and not isinstance(value, bool) else ""
            # Inside one of the two bases, its own name is no election.
            if (
                normal_label(under) not in wording.BASIS_KEYS
                and wording.is_a_choice(normal_label(key), said)
                and wording.one_basis_in(said)
            ):
                return f"{key}: {value!r}"
    return ""


def income_in(options, names):
    """Return the entry of the options that gives an income of the second employment, "" when there is none."""

    def is_second(text):
        return Wording(text.replace("_", " ")).has_any((*names, "second employ*", "second job", "other employ*"))

    for under, found in objects(options):
        whose = [str(value) for key, value in found.items() if normal_label(key) in wording.WHOSE_KEYS]
        inside = is_second(under) or any(map(is_second, whose))
        for key, value in found.items():
            named = Wording(key.replace("_", " ")).has_any(names) and not wording.COUNT_KEY.search(key.casefold())
            income = (
                wording.INCOME_KEY.search(f"{under} {key}".casefold() if is_second(key) else key.casefold()) or named
            )
            if income and (inside or is_second(key)) and (amount_of(value) or 0) > 0:
                return f"{key}: {value!r}"
    return ""


def unknown_amounts(sentence, oracle):
    """Return the amounts in a sentence that the confirmed employment does not come to."""
    names = (
        "gross_4_weeks",
        "benefit_4_weeks",
        "gross_52_weeks",
        "benefit_52_weeks",
        "wages_4_weeks",
        "wages_52_weeks",
    )
    known = [oracle.figure(name) for name in (*names, "reimbursed_52_weeks")]
    total = oracle.figure("wages_52_weeks").value + oracle.figure("reimbursed_52_weeks").value
    amounts = [abs(number.value) for number in numbers_in(sentence) if number.currency or number.decimals == 2]
    return [
        each for each in amounts if each not in (wording.CAP, total) and not any(figure == each for figure in known)
    ]


def shows_one_alone(out, oracle):
    """Tell whether the letter shows the benefit of one basis and not that of the other; the cap may stand for one."""
    shown = {amount for sentence, _ in letter_sentences(out) for amount in wording.benefits_in(sentence)}
    benefits = [oracle.figure(f"benefit_{weeks}_weeks") for weeks in (4, 52)]
    return sum(any(figure == amount for amount in shown) for figure in benefits) == 1 and wording.CAP not in benefits


def other_benefits(sentence, block, oracle):
    """Return the benefits that a sentence or row gives for one basis and that are not its own."""
    bases = wording.bases_in(sentence)
    if len(bases) != 1 or not (block.kind == "row" or Wording(sentence).has("benefit")):
        return []
    own = oracle.figure("benefit_4_weeks" if bases == {"4"} else "benefit_52_weeks")
    own_income = oracle.figure("gross_4_weeks" if bases == {"4"} else "gross_52_weeks")
    shown = [amount for amount in wording.benefits_in(sentence) if amount != wording.CAP]
    return [amount for amount in shown if amount not in (own, own_income)]


def summary_agrees(completion, basis, oracle):
    """Assert that the summary gives no other weekly amounts for a basis, unless it tells where they come from.

    Args:
        completion: the completion file.
        basis: "4" or "52".
        oracle: the figures.
    """
    for sentence in sentences_of(completion.summary):
        named = wording.bases_in(sentence) or (wording.WEEKLY.search(sentence) and {"4", "52"})
        if not named or basis not in named or wording.EXPLAINED.search(sentence):
            continue
        known = [oracle.figure(f"{kind}_{each}_weeks") for each in named for kind in ("gross", "benefit", "wages")]
        uncapped = [figure.value * wording.RATE for figure in known]
        for amount in wording.weekly_amounts(sentence):
            right = amount in known or (amount == wording.CAP and wording.OF_THE_CAP.search(sentence))
            if not right and all(abs(amount - each) > wording.CENT for each in uncapped):
                raise NotMet(f"the summary gives {amount:,}, which is no figure of the claim: {sentence[:160]!r}")
