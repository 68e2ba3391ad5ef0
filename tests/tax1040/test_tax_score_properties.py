"""What must hold of every grade, whatever is graded."""

import copy
import random

import pytest
from households import couple
from hypothesis import given, settings
from hypothesis import strategies as st

from wp42_pytest.tax1040.score import Reference, grade

REFERENCE = Reference.of(couple())
SIZE = REFERENCE.returned.size
SEEDS = st.integers(0, 10**6)


def counts(answer, reference=REFERENCE):
    tally = grade(answer, reference).tally
    return tally.correct, tally.incorrect, tally.missing, tally.extra


def scored_deletions(answer):
    """Yield every answer that lacks one fact, with where it was."""
    unscored = {"account_number", "activity", "property_address", "description", "code", "state", "form_8949_box"}
    for number, record in enumerate(answer["records"]):
        for name, value in record.items():
            if name == "classification" or (name in unscored and record["classification"] != "Household"):
                continue
            if isinstance(value, list):
                for line, inner in enumerate(value):
                    for field in inner:
                        keyed = name in {"box12", "state_lines", "category_totals", "other_expenses"}
                        if field in {"description"} or (keyed and field in unscored):
                            continue
                        shorter = copy.deepcopy(answer)
                        del shorter["records"][number][name][line][field]
                        yield f"{record['classification']} {name}[{line}].{field}", shorter
            elif value is not False:
                shorter = copy.deepcopy(answer)
                del shorter["records"][number][name]
                yield f"{record['classification']} {name}", shorter


def test_the_reference_against_itself_is_right_in_every_fact():
    found = grade(couple(), REFERENCE)
    assert counts(couple()) == (SIZE, 0, 0, 0)
    assert found.accuracy == 1.0
    assert found.accepted
    assert found.tally.exact


@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_order_of_records_lines_and_keys_does_not_matter(seed):
    chance = random.Random(seed)
    answer = couple()
    chance.shuffle(answer["records"])
    shuffled = []
    for record in answer["records"]:
        for value in record.values():
            if isinstance(value, list):
                chance.shuffle(value)
        names = list(record)
        chance.shuffle(names)
        shuffled.append({name: record[name] for name in names})
    assert counts({"records": shuffled}) == (SIZE, 0, 0, 0)


@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_order_does_not_matter_for_an_answer_with_mistakes_either(seed):
    chance = random.Random(seed)
    answer = couple()
    for record in chance.sample(answer["records"], 5):
        for name, value in list(record.items()):
            if isinstance(value, float) and chance.random() < 0.5:
                record[name] = value + chance.choice([1, 10, 1000])
            elif name == "owner" and chance.random() < 0.5:
                record[name] = "T"
            elif name.endswith("tin") and chance.random() < 0.5:
                del record[name]
    before = counts(answer)
    chance.shuffle(answer["records"])
    assert counts(answer) == before


def in_capitals(value):
    if isinstance(value, dict):
        return {name: inner if name == "classification" else in_capitals(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [in_capitals(inner) for inner in value]
    return value.upper() if isinstance(value, str) else value


def test_case_does_not_matter():
    assert counts(in_capitals(couple())) == (SIZE, 0, 0, 0)


@pytest.mark.parametrize(("where", "shorter"), list(scored_deletions(couple())))
def test_a_fact_that_is_left_out_moves_from_correct_to_missing_and_nothing_else_moves(where, shorter):
    assert counts(shorter) == (SIZE - 1, 0, 1, 0), where


def test_swapping_every_owner_costs_exactly_the_owners():
    answer = couple()
    swapped = 0
    for record in answer["records"]:
        if record.get("owner") in {"T", "S"}:
            record["owner"] = {"T": "S", "S": "T"}[record["owner"]]
            swapped += 1
    assert swapped == 7
    assert counts(answer) == (SIZE - swapped, swapped, 0, 0)


JUNK = st.fixed_dictionaries(
    {
        "classification": st.sampled_from(
            ["W-2", "1099-INT", "1099-B", "Schedule C", "Estimated Payment", "1098", "X-9"]
        ),
        "owner": st.sampled_from(["T", "S", "J", "Q"]),
        "payer_name": st.sampled_from(["Zephyr Quorum", "Ixtapa Vole Works"]),
        "employer_ein": st.integers(10**8, 10**9 - 1).map(str),
        "box1_wages": st.integers(10**6, 10**8),
        "box1_interest": st.integers(10**6, 10**8),
        "line1_gross_receipts": st.integers(10**6, 10**8),
        "amount": st.integers(10**6, 10**8),
        "jurisdiction": st.sampled_from(["XX", "YY"]),
    }
)


@given(junk=st.lists(JUNK, min_size=1, max_size=6), dropped=st.sets(st.integers(0, 17), max_size=9))
@settings(max_examples=60, deadline=None)
def test_junk_never_raises_the_score(junk, dropped):
    kept = [record for number, record in enumerate(couple()["records"]) if number not in dropped]
    before = grade({"records": kept}, REFERENCE).accuracy
    after = grade({"records": [*kept, *junk]}, REFERENCE)
    assert after.accuracy <= before
    assert after.accepted


@pytest.mark.parametrize(
    "answer", [None, [], "text", 7, {}, {"records": None}, {"records": {}}, {"records": []}, {"record": []}]
)
def test_an_answer_without_records_is_an_accepted_grade_of_nothing_right(answer):
    found = grade(answer, REFERENCE)
    assert counts(answer) == (0, 0, SIZE, 0)
    assert found.accuracy == 0
    assert found.accepted
    assert found.valid == (answer == {"records": []})


def test_records_that_are_there_twice_are_extra_once():
    twice = {"records": couple()["records"] * 2}
    assert counts(twice) == (SIZE, 0, 0, SIZE)


def test_a_household_with_nothing_to_state_is_right_when_nothing_is_stated():
    nothing = Reference.of({"records": []})
    assert grade({"records": []}, nothing).accuracy == 1.0
    assert grade(couple(), nothing).accuracy == 0.0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
FIELDS = [
    "owner",
    "box1_wages",
    "box12",
    "state_lines",
    "employer_ein",
    "employer_name",
    "lots",
    "box13_retirement_plan",
]


@given(
    records=st.lists(
        JSON
        | st.fixed_dictionaries(
            {"classification": st.sampled_from(["W-2", "1099-B", "Household", "w2", "?"])},
            optional=dict.fromkeys(FIELDS, JSON),
        ),
        max_size=6,
    )
)
@settings(max_examples=150, deadline=None)
def test_any_json_gets_an_accepted_grade(records):
    found = grade({"records": records}, REFERENCE)
    assert found.accepted
    assert 0 <= found.accuracy <= 1
    assert found.tally.correct + found.tally.incorrect + found.tally.missing == SIZE + found.groupings
