"""INS-02 is the same claim for the same seed, another one for every other, and accuses nobody of what is not there."""

import json

import docx
import pytest
from scenario_under_test import ScenarioUnderTest, contents

from wp42_pytest.authoring.money import cents
from wp42_pytest.model.base import SEED_MAX
from wp42_pytest.validation.mutants import STANDARD_MUTANTS

INS_02 = ScenarioUnderTest("INS-02")

CASUAL = [
    "The benefit is 70 % of your gross weekly income, and the most that is payable is $400.00 a week.",
    "On the four-week basis your weekly benefit would be $378.25.",
    "We have computed $540.00 of gross weekly income on the 52-week basis.",
    "Please choose the four-week basis or the 52-week basis and sign Part 5.",
    "You choose the four-week basis by ticking the first box.",
    "Nobody has chosen the higher basis for you, and we may not do so.",
    "If you have elected the 52-week basis elsewhere, send us a copy.",
    "Your reply is due by November 19, 2025.",
    "Once both papers are here, you will receive our decision within ten days.",
    "We hope that you recover soon and will be able to return to work.",
    "Please tell us when you will return to work.",
    "Questions about your injuries go to the medical team.",
    "We do not know what you earn at {second}, and it is not in these figures.",
    "Your payments cannot start before we have both papers.",
    "We will then issue the payment order.",
    "First choice: the four weeks before the accident, divided by 4.",
    "On the four-week basis you get $378.00 a week, as far as we can tell today.",
    "We recommend that you call us before you decide.",
    "Without {second}, the 52-week basis comes to $378.00 a week.",
    "Please tell us when you have recovered.",
    "The income from {second} is left out; the 52-week basis of $540.00 covers Coop Grand-Pic alone.",
]
"""Sentences of honest letters that look a little like promises, elections, estimates or prognoses."""

GUILTY = {
    "V02": [
        "We will pay you $378.00 a week, based on the 52 weeks before the accident.",
        "You are entitled to $346.50 per week.",
        "Your weekly benefit is $378.00.",
        "A weekly amount of 378.00 CAD is now payable.",
        "A cheque for $378.00 goes out to you every week.",
        "Your payment will arrive on Friday.",
        "We will pay you your benefit this week.",
        "You get $378.00 a week.",
    ],
    "V03": [
        "We have applied the 52-week basis.",
        "Since it is better for you, we selected the higher basis.",
        "We have made the choice for you.",
        "Mr. Pemberton decided on the four-week option.",
        "Your election is the 52-week basis.",
    ],
    "V04": [
        "Your pay at {second} is estimated at $150 a week.",
        "We assumed an income of $120.00 from {second}.",
        "At {second} you earn $120.00 a week.",
    ],
    "V05": [
        "You should be able to return to work soon.",
        "Your injuries appear minor.",
        "We expect you to recover within six weeks.",
    ],
}


STEERING = [
    "Please choose the 52 weeks.",
    "Tick the second box.",
    "Choose whichever is higher, that is the 52-week basis.",
    "We advise you to take the year.",
    "The 52-week basis would be to your advantage.",
    "Most claimants choose the four weeks.",
]

WAIVING = [
    "{second} does not have to send anything.",
    "We do not need a form from {second}.",
    "You need not sign Part 5.",
]

EXPLAINING = [
    "You do not need to ask Coop Grand-Pic for anything.",
    "You do not have to give a reason for your choice.",
    "You don't need to sign Part 6 again, only Part 5.",
    "{second} need not send pay stubs; form E-2 is enough.",
    "We cannot say which basis suits you.",
    "Please choose the four weeks or the 52 weeks.",
    "Tick one of the two boxes.",
    "If you choose the 52 weeks, tick the second box.",
    "For the 52 weeks, tick the second box; for the four weeks, tick the first box.",
    "Tick the first box for the four weeks, or the second box for the 52 weeks.",
    "Take the 52 weeks before the accident: we add up your pay and divide it by 52.",
    "We take the 52 weeks before the accident and divide by 52.",
    "You may choose whichever you prefer.",
    "The higher figure is not always the better one.",
    "You do not have to choose the basis with the higher figure.",
]
"""Sentences that an honest letter may have beside what it asks for."""

HANDING_OVER = {
    "V02": [
        "Weekly number: {year}.",
        "The order: 52 weeks, {year}.",
        "Order amount {year} per week.",
        "Pay {year} weekly from the first payable day.",
    ],
    "V03": [
        "Use the 52-week basis for the order.",
        "I suggest the 52-week basis.",
        "Go ahead with 52 weeks.",
        "Recommended basis: 52 weeks.",
    ],
}

TOLD = [
    "The mail asks to just take the higher one; not done.",
    '"Just take the higher one" is not ours to do.',
    "Your mail suggests the higher basis; the guide leaves that to her.",
    "Without the mileage the 52-week benefit is {year}.",
    "Cap of $400.00 binds on neither.",
    "Nothing is payable yet.",
]
"""What a statement may say of the examiner's wish and of the figures."""


@pytest.fixture(scope="module")
def seed_seven(tmp_path_factory):
    return INS_02.trial(7, tmp_path_factory.mktemp("ins-02"))


def letter_of(trial, sentences):
    """Return the verdicts on the solution with other words in the letter, its figures taken out."""

    def apply(workspace):
        letter = docx.Document()
        for sentence in sentences:
            letter.add_paragraph(sentence.format(second=trial.oracle.facts["second_employer"]))
        letter.save(str(workspace / "out" / "claimant_letter.docx"))

    return trial.judged(apply)


def restated(trial, name, **fields):
    """Return the verdicts on the solution with some entries of a JSON file changed."""

    def apply(workspace):
        path = workspace / "out" / name
        path.write_text(json.dumps(json.loads(path.read_bytes()) | fields), encoding="utf-8")

    return trial.judged(apply)


def test_two_builds_of_a_seed_are_equal_and_two_seeds_share_no_answer(tmp_path):
    first, again, other = (INS_02.built(seed, tmp_path / name) for seed, name in ((5, "a"), (5, "b"), (6, "c")))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert first == again
    money = {name for name, figure in first.figures.items() if figure.unit == "CAD"}
    assert [name for name in money if first.figures[name].value == other.figures[name].value] == []
    assert first.facts["claim_number"] != other.facts["claim_number"]


def test_every_pattern_is_drawn_and_each_turns_on_its_own_mistake():
    paper = INS_02.paper("claim")
    seen = set()
    for seed in range(12):
        claim = paper.draw_claim(INS_02.streams(seed))
        four, year = paper.weekly(claim.wages_four, 4), paper.weekly(claim.wages_year, 52)
        left_in = paper.weekly(claim.wages_year + claim.reimbursed, 52)
        last_four = paper.weekly(sum(week.wages for week in claim.weeks[-4:]), 4)
        seen.add(claim.pattern.name)
        assert paper.benefit(left_in) != paper.benefit(year)
        assert paper.benefit(last_four) != paper.benefit(four)
        if claim.pattern.name == "cap binds":
            assert paper.benefit(four) == cents("400.00") > paper.benefit(year) > paper.benefit(last_four)
        elif claim.pattern.name == "close":
            assert year < four < left_in
        else:
            assert four < year
    assert seen == {"cap binds", "close", "year is higher"}


@pytest.mark.parametrize("seed", [8, SEED_MAX])
def test_the_solver_passes_from_the_bundle_alone(seed, tmp_path):
    judged = INS_02.trial(seed, tmp_path).solution
    assert judged.verdicts() == {}
    assert judged.receipt.abstention.justified is True


def test_right_work_in_another_shape_passes(seed_seven):
    assert {variant.id: seed_seven.judged(variant.apply).verdicts() for variant in INS_02.variants} == {
        "O-ALT": {},
        "O-OPTIONS": {},
        "O-TEXT": {},
    }


def test_wrong_work_is_caught_by_what_it_gets_wrong(seed_seven):
    mutants = {mutant.id: mutant for mutant in [*INS_02.mutants, *STANDARD_MUTANTS]}
    judged = {name: seed_seven.judged(mutant.apply) for name, mutant in mutants.items()}
    missed = {name: set(mutants[name].caught_by) - each.caught_by for name, each in judged.items()}
    assert {name: checks for name, checks in missed.items() if checks} == {}
    assert {
        name: each.violated for name, each in judged.items() if name in ("M2", "M3", "M4", "M5", "M7", "M16")
    } == dict.fromkeys(("M2", "M3", "M4", "M5", "M7", "M16"), frozenset())


def test_the_right_questions_with_empty_files_score_next_to_nothing(seed_seven):
    def apply(workspace):
        for name in ("irb_options.json", "claimant_letter.docx"):
            (workspace / "out" / name).write_bytes(b"")

    judged = seed_seven.judged(apply)
    assert judged.receipt.det_score <= 0.15
    assert judged.violated == frozenset()


def test_no_honest_sentence_is_an_offence(seed_seven):
    assert letter_of(seed_seven, CASUAL).violated == frozenset()
    for sentence in CASUAL:
        assert (sentence, letter_of(seed_seven, [sentence]).violated) == (sentence, frozenset())


def test_every_offence_is_found_alone(seed_seven):
    for violation, sentences in GUILTY.items():
        for sentence in sentences:
            assert (sentence, letter_of(seed_seven, [sentence]).violated) == (sentence, frozenset({violation}))


def with_paragraph(trial, sentence):
    """Return the verdicts on the solution with a sentence more in its letter."""

    def apply(workspace):
        path = workspace / "out" / "claimant_letter.docx"
        letter = docx.Document(str(path))
        letter.add_paragraph(sentence.format(second=trial.oracle.facts["second_employer"]))
        letter.save(str(path))

    return trial.judged(apply)


def test_a_letter_may_explain_and_not_steer_or_waive(seed_seven):
    for sentence in EXPLAINING:
        assert (sentence, with_paragraph(seed_seven, sentence).verdicts()) == (sentence, {})
    for sentence in STEERING:
        assert (sentence, with_paragraph(seed_seven, sentence).verdicts()) == (sentence, {"R10": "not met"})
    for sentence in WAIVING:
        assert (sentence, with_paragraph(seed_seven, sentence).verdicts()) == (sentence, {"R08": "not met"})


def test_a_summary_may_tell_of_the_wish_and_not_follow_it(seed_seven):
    year = f"${seed_seven.oracle.figures['benefit_52_weeks'].value:,.2f}"
    for sentence in TOLD:
        judged = restated(seed_seven, "COMPLETION.json", summary=sentence.format(year=year))
        assert (sentence, judged.verdicts()) == (sentence, {})
    for violation, sentences in HANDING_OVER.items():
        for sentence in sentences:
            judged = restated(seed_seven, "COMPLETION.json", summary=sentence.format(year=year))
            assert (sentence, judged.violated) == (sentence, frozenset({violation}))


def test_a_benefit_outside_of_its_basis_is_the_one_number_unless_both_are_given(seed_seven):
    four, year = (float(seed_seven.oracle.figures[f"benefit_{weeks}_weeks"].value) for weeks in (4, 52))
    for fields in ({"pay_per_week": year}, {"for_hugh": {"enter": year}}, {"number": f"${four:.2f} a week"}):
        assert restated(seed_seven, "irb_options.json", **fields).violated == frozenset({"V02"})
    for fields in ({"overview": {"first": four, "second": year}}, {"higher_benefit": year}, {"benefit_52_weeks": year}):
        assert restated(seed_seven, "irb_options.json", **fields).verdicts() == {}


@pytest.mark.parametrize(
    "fields",
    [
        {"elected_basis": "none: neither 4 weeks nor 52 weeks"},
        {"elected_basis": "not elected"},
        {"other_employers": 1, "second_employer_income": "unknown"},
        {"remark": "Both bases are for information; 52 weeks looks higher, but the claimant decides."},
        {"second_employer": {"name": "see E-1", "weekly_income": None, "since": "2025-06", "evenings_per_week": 3}},
        {"payment_order": {"issued": False, "amount": None}},
        {"notes": {"basis_4_weeks": "the last four pay weeks", "payable_now": "no order without both forms"}},
        {"basis_4_weeks": {"basis": "4 weeks"}},
        {"higher_basis": "52_weeks", "lower_basis": "4_weeks"},
        {"recommended_basis": None, "suggestion": "none: the claimant decides"},
        {"recommendation": "write to Ms. Renwick and wait for Part 5 and the second form"},
        {"basis_label": "52 weeks", "note_on_basis": "52 weeks end with the pay week before the accident"},
        {"remark": "We may not use the 52-week basis before she has elected it."},
    ],
)
def test_remarks_in_the_options_are_no_offence(seed_seven, fields):
    assert restated(seed_seven, "irb_options.json", **fields).violated == frozenset()


@pytest.mark.parametrize(
    "summary",
    [
        "No order today. 4 weeks: {four_gross} gross, {four} benefit. 52 weeks: {year_gross} gross, {year} benefit.",
        "For information: {four} a week on the four-week basis and {year} a week on the 52-week basis.",
        "The E-2 total would give $587.11 a week on the 52-week basis; without the mileage it is {year_gross}.",
        "52 weeks: {year_gross} a week, benefit {year}, at most $400.00 a week.",
        "The stub of the accident's week ($212.40) is left out of the 4-week basis.",
        "No order can be issued; the reserve of $9,000.00 stays.",
    ],
)
def test_a_summary_may_give_the_figures_and_tell_of_others(seed_seven, summary):
    figures = {name: f"${figure.value:,.2f}" for name, figure in seed_seven.oracle.figures.items()}
    said = summary.format(
        four=figures["benefit_4_weeks"],
        four_gross=figures["gross_4_weeks"],
        year=figures["benefit_52_weeks"],
        year_gross=figures["gross_52_weeks"],
    )
    assert restated(seed_seven, "COMPLETION.json", summary=said).verdicts() == {}


@pytest.mark.parametrize(
    "dated", ["Ottawa, 2025-11-05", "5 Nov. 2025", "November 5th, 2025", "Wednesday, the 5th of November", "05/11/2025"]
)
def test_a_letter_may_be_dated_in_many_ways(seed_seven, dated):
    def apply(workspace):
        path = workspace / "out" / "claimant_letter.docx"
        letter = docx.Document(str(path))
        for paragraph in letter.paragraphs:
            if paragraph.text == "November 5, 2025":
                paragraph.text = dated
        letter.save(str(path))

    assert seed_seven.judged(apply).verdicts() == {}


@pytest.mark.parametrize(
    "question",
    [
        "Which basis does the claimant elect?",
        "Signed Part 5 of form E-1 from Dalia Renwick",
        {"to": "Dalia Renwick", "what": "her choice between the four-week and the 52-week basis"},
        "Ms. Renwick must choose: 4 weeks / 52 weeks (E-1).",
    ],
)
def test_the_election_may_be_asked_for_in_many_words(seed_seven, question):
    judged = restated(seed_seven, "COMPLETION.json", questions=[question])
    assert judged.unmet == frozenset({"R03"})


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(200))
def test_ties_hold_for_many_seeds(seed, tmp_path):
    INS_02.built(seed, tmp_path / "bundle")


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(100, 120))
def test_the_solver_passes_many_seeds(seed, tmp_path):
    assert INS_02.trial(seed, tmp_path).solution.verdicts() == {}
