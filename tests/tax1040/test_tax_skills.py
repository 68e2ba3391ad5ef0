"""What is published is what grades: skills, schemas and the Form 1040 view come from the same models."""

import json

import jsonschema
import pytest
from households import couple

from wp42_pytest.tax1040.canonical import canonical
from wp42_pytest.tax1040.fields import Meaning, OwnerRule, branches, leaves
from wp42_pytest.tax1040.forms import form_1040
from wp42_pytest.tax1040.names import ABBREVIATIONS, CLOSE, FURTHER
from wp42_pytest.tax1040.reconcile import MOST_PARTS
from wp42_pytest.tax1040.records import RECORD_TYPES, W2, CodeAmount, answer
from wp42_pytest.tax1040.skills import output_schema, skill_files, slug

FILES = skill_files()
SUPPORTED = [
    *("W-2", "1099-INT", "1099-DIV", "1099-B", "Brokerage Supplement", "1099-R", "1099-NEC", "1099-MISC", "1099-K"),
    *("1099-G", "SSA-1099", "1098", "1098-T", "1098-E", "1099-SA", "5498-SA", "1095-A", "K-1 1065", "K-1 1120-S"),
    *("K-1 1041", "Schedule C", "Schedule E", "Charitable Gift", "Estimated Payment", "Dependent", "Dependent Care"),
    *("Household", "Carryover"),
]


def test_every_type_that_is_promised_is_supported():
    assert set(SUPPORTED) <= set(RECORD_TYPES)


@pytest.mark.parametrize("name", sorted(RECORD_TYPES))
def test_each_type_has_a_skill_and_a_schema_that_name_every_field(name):
    model = RECORD_TYPES[name]
    skill = FILES[f"{slug(name)}/SKILL.md"].decode()
    schema = json.loads(FILES[f"{slug(name)}/schema.json"])
    jsonschema.Draft202012Validator.check_schema(schema)
    for field, leaf in leaves(model).items():
        assert f"| `{field}` | {leaf.title} |" in skill
        assert field in schema["properties"]
    for branch in branches(model):
        assert f"### `{branch}`" in skill
    assert model.rules.grouping in skill
    assert model.rules.owner in skill
    assert schema["properties"]["owner"]["enum"] == (
        ["T", "S"] if model.owner_rule is OwnerRule.person else ["T", "S", "J"]
    )
    assert f"`{name}`" in FILES["README.md"].decode()


@pytest.mark.parametrize("name", sorted(RECORD_TYPES))
def test_anchors_and_parts_are_fields_and_are_published(name):
    rules = RECORD_TYPES[name].rules
    said = next(line for line in FILES["MATCHING.md"].decode().splitlines() if line.startswith(f"| `{name}` |"))
    for field in {field for anchor in (*rules.anchors, rules.parts) for field in anchor}:
        assert field in leaves(RECORD_TYPES[name])
        assert f"`{field}`" in said
    assert rules.anchors or rules.single


def test_the_numbers_of_the_rules_are_published():
    text = FILES["MATCHING.md"].decode()
    assert f"at least {CLOSE:.0f} % alike" in text
    assert FURTHER == 3
    assert "at most three more" in text
    assert MOST_PARTS == 4
    assert "two to four of the other" in text
    assert all(f"{short} = {long}" in text for short, long in ABBREVIATIONS.items())


def test_the_output_schema_takes_the_household_and_refuses_what_it_does_not_know():
    schema = output_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(couple())
    assert not validator.is_valid({"records": [{"classification": "W-2", "owner": "J"}]})
    assert not validator.is_valid({"records": [{"classification": "W-2", "owner": "T", "wages": 1}]})
    assert not validator.is_valid({"records": [{"classification": "1099-XYZ", "owner": "T"}]})


def test_no_word_of_grading_is_published():
    from wp42_pytest.validation.lint.words import GRADING

    for path, data in FILES.items():
        found = GRADING.search(data.decode())
        assert found is None, f"{path}: {found}"


def test_records_are_written_in_the_shape_that_is_asked_for():
    record = W2(owner="T", employer_name="Bramble", box1_wages="12.50", box12=[CodeAmount(code="D", amount=3)])
    assert answer([record]) == {
        "records": [
            {
                "classification": "W-2",
                "owner": "T",
                "employer_name": "Bramble",
                "box1_wages": 12.5,
                "box12": [{"code": "D", "amount": 3.0}],
            }
        ]
    }


def test_every_field_says_how_it_is_compared():
    for model in RECORD_TYPES.values():
        for leaf in leaves(model).values():
            assert isinstance(leaf.meaning, Meaning)
            assert not (leaf.meaning.additive and leaf.meaning.kind.value not in {"money", "count"})


def test_the_form_1040_adds_up_what_flows_directly():
    forms = form_1040(canonical(couple()))["forms"]
    assert forms["Form 1040"]["lines"] | {"5b": 0} == {
        "1a": 71250 + 48310,
        "25a": 8105 + 4200,
        "26": 3000,
        "2b": 413 + 88 + 96,
        "3a": 1501,
        "3b": 1810,
        "5a": 15000,
        "5b": 0,
        "5c": 15000,
    }
    assert forms["Schedule A"]["lines"] == {"11": 900, "5a": 2450, "8a": 9121}
    assert forms["Schedule D"]["lines"]["13"] == 240


def test_the_interest_of_a_rental_is_not_deducted_as_the_homes():
    loan = {"classification": "1098", "owner": "J", "use": "rental", "box1_mortgage_interest": 500}
    assert "lines" not in form_1040(canonical({"records": [loan]}))["forms"]["Schedule A"]


def test_payments_go_to_the_line_of_their_kind():
    def payment(**fields):
        return {"classification": "Estimated Payment", "owner": "J", "amount": 10, **fields}

    payments = [
        payment(jurisdiction="US", kind="estimated", quarter=1),
        payment(jurisdiction="US", kind="overpayment_applied"),
        payment(jurisdiction="US", kind="extension"),
        payment(jurisdiction="OH", kind="estimated", quarter=1),
    ]
    forms = form_1040(canonical({"records": payments}))["forms"]
    assert forms["Form 1040"]["lines"] == {"26": 20}
    assert forms["Schedule 3"]["lines"] == {"10": 10}
    assert forms["Schedule A"]["lines"] == {"5a": 10}
