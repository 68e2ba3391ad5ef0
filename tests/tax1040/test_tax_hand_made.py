"""A hand-made answer in another shape gets the score that the published rules promise, worked out by hand."""

from collections import Counter

from households import couple, records_of

from wp42_pytest.tax1040.score import Reference, grade


def other_shape():
    """Return the couple's records as somebody else would write them, with a few real mistakes."""
    answer = couple()
    bramble, school = records_of(answer, "W-2")
    # Spelling: all of it is the same by the rules on names, numbers and amounts.
    bramble |= {"employer_name": "BRAMBLE TOOL AND DIE", "employer_ein": "001234567", "owner": "taxpayer"}
    bramble |= {"box1_wages": "$71,250.40", "box6_medicare_tax": 1106, "box13_retirement_plan": "X"}
    bramble["box12"] = [{"code": "dd", "amount": "11240"}, {"code": "D", "amount": 2000}, {"code": "D", "amount": 3000}]
    school["employer_name"] = "Harrow Cty. School Dist."
    (dividends,) = records_of(answer, "1099-DIV")
    dividends |= {"payer_name": "Alder Brokerage Svcs", "account_number": "****7120", "payer_tin": "XX-XXX6667"}
    # Four quarters in one record: 4 owners, jurisdictions, kinds and amounts right; 4 quarters and 4 dates missing; 1 wrong grouping.
    payments = records_of(answer, "Estimated Payment")
    answer["records"] = [record for record in answer["records"] if record not in payments]
    whole = {"classification": "Estimated Payment", "owner": "J", "jurisdiction": "US", "kind": "estimated"}
    answer["records"].append(whole | {"amount": 3000})
    # The business in two records: everything right, 1 wrong grouping.
    (studio,) = records_of(answer, "Schedule C")
    spent = {"classification": "Schedule C", "owner": "S", "business_name": "Whitlock Piano Studio"}
    for name in [name for name in studio if name.startswith(("line18", "line22", "line24", "other"))]:
        spent[name] = studio.pop(name)
    answer["records"].append(spent)
    # 1 wrong: integer cents instead of dollars.
    (loan,) = records_of(answer, "1098")
    loan["box1_mortgage_interest"] = 912055
    # 1 missing: the zero of box 2a, which is a fact.
    (rollover,) = records_of(answer, "1099-R")
    del rollover["box2a_taxable"]
    # 1 wrong: the state.
    (household,) = records_of(answer, "Household")
    household["state"] = "KY"
    # 3 extra: owner, name and amount of a record that nothing supports.
    answer["records"].append(
        {"classification": "1099-G", "owner": "T", "payer_name": "State of Ohio", "box2_state_refund": 310}
    )
    return answer


def test_the_score_is_the_one_worked_out_by_hand():
    reference = Reference.of(couple())
    found = grade(other_shape(), reference)
    size = 132
    missing = 4 + 4 + 1
    wrong_in_place = 1 + 1
    groupings = 2
    assert reference.returned.size == size
    assert found.groupings == groupings
    assert found.tally.missing == missing
    assert found.tally.incorrect == wrong_in_place + groupings
    assert found.tally.extra == 3
    assert found.tally.correct == size - missing - wrong_in_place
    assert found.accuracy == (132 - 11) / (132 + 2 + 3)


def test_the_two_interest_records_of_different_owners_do_not_count_as_parts_of_one():
    answer = couple()
    first, second = records_of(answer, "1099-INT")
    answer["records"].remove(second)
    first["box1_interest"] += second["box1_interest"]
    found = grade(answer, Reference.of(couple()))
    assert found.groupings == 0
    assert (found.tally.incorrect, found.tally.missing) == (1, 4)


def test_every_fact_says_where_it_stands_and_what_was_found():
    found = grade(other_shape(), Reference.of(couple()))
    shown = {(row.record, row.path): row for row in found.rows}
    state = shown["Household#1", "state"]
    assert (state.outcome, state.expected, state.found) == ("incorrect", "OH", "KY")
    assert Counter(row.path for row in found.rows)["grouping"] == 2
    loan = shown["1098#1", "box1_mortgage_interest"]
    assert (loan.expected, loan.found) == (9121, 912055)
