"""Faults that graders of structured extraction have had; each has a test here."""

import pytest
from households import couple, records_of

from wp42_pytest.tax1040.canonical import CanonicalReturn, canonical
from wp42_pytest.tax1040.classify import Classified, PartitionError, check_partition
from wp42_pytest.tax1040.outcomes import FactRow, Outcome
from wp42_pytest.tax1040.reconcile import assign, reconcile
from wp42_pytest.tax1040.score import Reference, grade


def one(**fields):
    return {"classification": "1099-INT", "owner": "T", "payer_name": "Harrow Savings", **fields}


def tally(answer, truth):
    return grade({"records": answer}, Reference.of({"records": truth})).tally


def counts(answer, truth):
    found = tally(answer, truth)
    return found.correct, found.incorrect, found.missing, found.extra


def test_a_pair_that_differs_is_one_incorrect_fact_and_neither_missing_nor_extra():
    assert counts([one(box1_interest=10)], [one(box1_interest=999)]) == (2, 1, 0, 0)


def test_a_record_that_agrees_in_nothing_earns_nothing():
    wrong = {"classification": "1099-INT", "owner": "S", "payer_name": "Zephyr", "box1_interest": 4}
    assert counts([wrong], [one(box1_interest=999)]) == (0, 0, 3, 3)


def test_a_poor_match_is_charged_leaf_by_leaf_and_not_as_one():
    truth = one(box1_interest=100, box3_treasury_interest=200, box4_federal_tax_withheld=30, box6_foreign_tax=4)
    answer = one(box1_interest=1, box3_treasury_interest=2, box4_federal_tax_withheld=3, box8_tax_exempt_interest=9)
    assert counts([answer], [truth]) == (2, 3, 1, 1)


def test_a_wrong_leaf_inside_a_list_is_counted():
    truth = {"classification": "W-2", "owner": "T", "employer_name": "Bramble Tool"}
    right, wrong = (
        {**truth, "state_lines": [{"state": "OH", "state_wages": 5000, "state_tax": tax}]} for tax in (90, 70)
    )
    assert counts([wrong], [right]) == (3, 1, 0, 0)


def test_a_wrong_leaf_inside_a_lot_is_counted():
    def account(basis):
        lot = {"form_8949_box": "B", "description": "Vantel", "proceeds": 900, "cost_basis": basis}
        return {"classification": "1099-B", "owner": "T", "payer_name": "Alder Brokerage", "lots": [lot]}

    assert counts([account(0)], [account(700)]) == (4, 1, 0, 0)


def test_one_record_is_graded_as_it_is_among_several():
    truth, answer = one(box1_interest=999), one(box1_interest=10)
    other = {"classification": "1099-INT", "owner": "S", "payer_name": "Tern Trust Bank", "box1_interest": 77}
    alone, among = tally([answer], [truth]), tally([answer, other], [truth, other])
    assert (among.correct - 3, among.incorrect, among.missing, among.extra) == (
        alone.correct,
        alone.incorrect,
        alone.missing,
        alone.extra,
    )


def test_records_are_paired_by_the_best_assignment_and_not_greedily():
    worth = {("a", "x"): 10, ("a", "y"): 9, ("b", "x"): 9}
    pairs = assign(["a", "b"], ["x", "y"], lambda mine, theirs: worth.get((mine, theirs), 0))
    assert sorted(pairs) == [(0, 1), (1, 0)]


def test_two_accounts_without_numbers_are_paired_by_their_amounts_in_any_order():
    truth = [one(account_number="1111", box1_interest=10), one(account_number="2222", box1_interest=20)]
    assert counts([one(box1_interest=20), one(box1_interest=10)], truth) == (6, 0, 0, 0)


def test_a_different_account_at_the_same_bank_is_no_counterpart():
    truth, answer = one(account_number="1111", box1_interest=10), one(account_number="2222", box1_interest=777)
    assert counts([answer], [truth]) == (0, 0, 3, 3)


def test_a_wrong_owner_does_not_break_a_match():
    truth = {"classification": "SSA-1099", "owner": "T", "box5_net_benefits": 18000}
    assert counts([{**truth, "owner": "S"}], [truth]) == (1, 1, 0, 0)


def test_a_value_that_cannot_be_read_is_incorrect_and_not_dropped():
    assert counts([one(box1_interest="see statement")], [one(box1_interest=10)]) == (2, 1, 0, 0)
    assert counts([one(box1_interest=10, box3_treasury_interest="n/a")], [one(box1_interest=10)]) == (3, 0, 0, 1)


def test_zero_counts_where_the_field_says_so_and_nowhere_else():
    lot = {"description": "Vantel", "proceeds": 900, "cost_basis": 0}
    account = {"classification": "1099-B", "owner": "T", "payer_name": "Alder Brokerage", "lots": [lot]}
    without = {**account, "lots": [{"description": "Vantel", "proceeds": 900}]}
    assert counts([account], [without]) == (3, 0, 0, 1)
    assert counts([one(box1_interest=10, box3_treasury_interest=0)], [one(box1_interest=10)]) == (3, 0, 0, 0)


def test_two_lenders_of_one_loan_are_one_record_without_adding_the_principal():
    loan = {"classification": "1098", "owner": "J", "property_address": "9 Larch Lane", "use": "main_home"}
    truth = {**loan, "lender_name": "Cobalt", "box1_mortgage_interest": 9000, "box2_outstanding_principal": 200000}
    first = {**loan, "lender_name": "Cobalt", "box1_mortgage_interest": 5000, "box2_outstanding_principal": 200000}
    second = {**loan, "lender_name": "Drover", "box1_mortgage_interest": 4000, "box2_outstanding_principal": 195000}
    assert counts([first, second], [truth]) == (5, 1, 0, 0)


def test_parts_that_do_not_add_up_are_no_parts():
    truth, part, rest = (one(box1_interest=amount) for amount in (100, 60, 45))
    assert counts([part, rest], [truth]) == (2, 1, 0, 3)


def test_a_spelling_of_the_classification_does_not_matter_but_an_unknown_one_costs_every_value():
    assert counts([{**one(box1_interest=10), "classification": "1099 int"}], [one(box1_interest=10)]) == (3, 0, 0, 0)
    assert counts([{"classification": "1099-XYZ", "a": 1, "b": {"c": [2, 3]}}], []) == (0, 0, 0, 3)


def test_unknown_fields_cost_nothing_and_are_named():
    returned = canonical({"records": [one(box1_interest=10, payer_address="Harrow")]})
    assert counts([one(box1_interest=10, payer_address="Harrow")], [one(box1_interest=10)]) == (3, 0, 0, 0)
    assert "payer_address" in returned.problems[0]


def test_a_reference_that_breaks_its_own_schema_is_refused():
    with pytest.raises(ValueError, match="payer_address"):
        Reference.of({"records": [one(payer_address="Harrow")]})


def test_classes_that_do_not_add_up_are_a_fault_of_the_grader():
    row = FactRow(Outcome.correct, "W-2", "W-2#1", "owner", "Owner")
    with pytest.raises(PartitionError, match="1 facts of the reference"):
        check_partition(Classified((row,), 0, 2, 1))
    with pytest.raises(PartitionError, match="twice"):
        check_partition(Classified((row, row), 0, 2, 2))


def test_a_fault_of_the_grader_leaves_the_grade_unaccepted(monkeypatch):
    def broken(found, names=()):
        raise PartitionError("made for this test")

    monkeypatch.setattr("wp42_pytest.tax1040.score.classify", broken)
    found = grade(couple(), Reference.of(couple()))
    assert not found.accepted
    assert "made for this test" in found.faults[0]


def test_every_record_of_both_sides_stands_in_one_place():
    answer = couple()
    answer["records"] = records_of(answer, "W-2") + records_of(answer, "1099-INT") * 2
    reference, returned = canonical(couple()), canonical(answer)
    found = reconcile(reference, returned)
    ours = [pair.reference.key for pair in found.pairs] + [entity.key for entity in found.missing]
    theirs = [pair.answer.key for pair in found.pairs] + [entity.key for entity in found.extra]
    assert sorted(ours) == sorted(entity.key for entity in reference.entities)
    assert sorted(theirs) == sorted(entity.key for entity in returned.entities)


def test_an_empty_return_reconciles_with_anything():
    found = reconcile(CanonicalReturn((), ()), canonical(couple()))
    assert len(found.extra) == len(couple()["records"])
