"""The portal may hold nothing that inputs/ does not."""

import json
from contextlib import contextmanager

import pytest

from wp42_pytest.portal.constancy import portal_problems


@contextmanager
def edited(bundle):
    path = bundle / "portal" / "portal.json"
    fields = json.loads(path.read_bytes())
    yield fields
    path.write_text(json.dumps(fields, ensure_ascii=False), encoding="utf-8")


def test_a_portal_that_copies_its_inputs_has_no_problem(portal_bundle):
    assert portal_problems(portal_bundle) == []


def test_a_bundle_without_a_portal_is_told(tmp_path):
    assert portal_problems(tmp_path) == ["there is no portal/portal.json"]


@pytest.mark.parametrize(
    ("entity", "row", "column", "value"),
    [
        ("gl_1010", 3, "Debit", 14.12),
        ("gl_1010", 3, "Debit", None),
        ("gl_1010", 0, "Debit", 0.01),
        ("gl_1010", 5, "Date", "2025-10-07"),
        ("gl_1010", 7, "Description", "harmless"),
        ("cheque_register", 1, "status", "issued"),
        ("cheque_register", 0, "cheque_no", "4392"),
        ("vendors", 0, "terms_days", 31),
        ("tickets", 1, "subject", "Delay"),
    ],
)
def test_a_value_that_the_source_does_not_have_is_found(own_bundle, entity, row, column, value):
    with edited(own_bundle) as fields:
        fields["records"][entity][row][column] = value
    (problem,) = portal_problems(own_bundle)
    assert problem.startswith(f"records.{entity}: row {row + 1} is not in {fields['sources'][entity]}: ")


def test_rows_may_be_left_out_reordered_and_written_otherwise_and_columns_left_out(own_bundle):
    with edited(own_bundle) as fields:
        fields["records"]["gl_1010"] = fields["records"]["gl_1010"][500:100:-7]
        for row in fields["records"]["cheque_register"]:
            row["amount"] = f"{row['amount']:,.2f}"
            row["Cheque no"] = row.pop("cheque_no")
        fields["perturbations"] = []
    assert portal_problems(own_bundle) == []


def test_a_row_that_stands_once_in_the_source_may_not_stand_twice(own_bundle):
    with edited(own_bundle) as fields:
        fields["records"]["cheque_register"].append(fields["records"]["cheque_register"][0])
    (problem,) = portal_problems(own_bundle)
    assert "row 4 is not in cheque_register.csv: cheque_no 4391" in problem


def test_values_of_different_rows_may_not_be_mixed(own_bundle):
    with edited(own_bundle) as fields:
        rows = fields["records"]["cheque_register"]
        rows[0]["amount"], rows[2]["amount"] = rows[2]["amount"], rows[0]["amount"]
    assert len(portal_problems(own_bundle)) == 2


def test_many_foreign_rows_are_counted_and_the_first_named(own_bundle):
    with edited(own_bundle) as fields:
        for row in fields["records"]["gl_1010"][:20]:
            row["Account"] += 100
    problems = portal_problems(own_bundle)
    assert len(problems) == 4
    assert problems[-1] == "records.gl_1010: 17 more rows are not in gl_1010_2025-10.xlsx#GL 1010"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("gone.xlsx#GL 1010", "gone.xlsx"),
        ("gl_1010_2025-10.xlsx#Nope", "GL 1010"),
        ("bank/statement_2025-10.pdf", "copies an xlsx, csv, sqlite or json file"),
        ("cheque_register.csv", "Description"),
        ("vendors.sqlite#nope", "name one of vendors after a #"),
        ("vendors.sqlite", "has no column 'Entry'; columns found: vendor_id, name, terms_days"),
        ("tickets.json", "has no list of objects at its top"),
        ("tickets.json#nope", "has no list of objects under 'nope'"),
    ],
)
def test_a_source_that_is_not_there_or_does_not_fit_is_named(own_bundle, source, words):
    with edited(own_bundle) as fields:
        fields["sources"]["gl_1010"] = source
    (problem,) = portal_problems(own_bundle)
    assert problem.startswith("records.gl_1010: ")
    assert words in problem


def test_a_document_that_is_no_file_of_inputs_is_found(own_bundle, tmp_path):
    (own_bundle / "inputs" / "deck.pptx").unlink()
    policy = own_bundle / "inputs" / "policy.md"
    policy.rename(tmp_path / "policy.md")
    policy.symlink_to(tmp_path / "policy.md")
    assert portal_problems(own_bundle) == [
        "documents.doc-03: deck.pptx is no file of inputs/",
        "documents.doc-09: policy.md is no file of inputs/",
    ]


@pytest.mark.parametrize("declared", [True, False])
def test_perturbations_and_their_declaration_in_the_task_go_together(own_bundle, declared):
    with edited(own_bundle) as fields:
        if declared:
            fields["perturbations"] = []
    features = {"designed_features": {"interface_perturbation": declared}}
    (own_bundle / "task.json").write_text(json.dumps(features))
    there = "lists no" if declared else "lists"
    said = f"it {there} perturbations, but task.json says interface_perturbation {str(declared).lower()}"
    assert portal_problems(own_bundle) == [f"perturbations: {said}"]


def _set(fields, path, value) -> None:
    for key in path[:-1]:
        fields = fields[key]
    fields[path[-1]] = value


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("forms", 0, "fields", 0, "type"), "telephone", "forms.0.fields.0.type: Input should be 'text'"),
        (("forms", 0, "fields", 4, "options"), [], "a select needs them"),
        (("forms", 0, "fields", 0, "options"), ["a"], "options belong to a select"),
        (("forms", 0, "fields", 0, "accept"), [".csv"], "accept belongs to a file field"),
        (("forms", 0, "fields", 1, "name"), "period", "'period' stands there twice"),
        (("forms", 1, "id"), "sign-off", "'sign-off' stands there twice"),
        (("documents", 0, "id"), "../x", "documents.0.id: String should match pattern"),
        (("documents", 0, "path"), "../portal/portal.json", "must be a relative path"),
        (("documents", 0, "path"), "/etc/passwd", "must be a relative path"),
        (("records", "forms"), [], "'forms' is a name that the portal uses itself"),
        (("records", "more"), [], "'more' has no entry in sources"),
        (("records", "vendors"), [{"a": 1}, {"b": 1}], "do not all have the same columns"),
        (("records", "vendors"), [{"a": [1]}], "records.vendors.0.a"),
        (("titles", "nope"), "Nope", "titles: ['nope'] are no record tables"),
        (("perturbations", 0, "document"), "nope", "the portal has no document 'nope'"),
        (("perturbations", 1, "document"), "doc-01", "names either a document or an entity"),
        (("perturbations", 2, "form"), "nope", "the portal has no form 'nope'"),
        (("perturbations", 3, "names"), {"Nope": "x"}, "'gl_1010' has no column 'Nope'"),
        (("perturbations", 3, "names"), {"Debit": "Credit"}, "'gl_1010' already has a column 'Credit'"),
        (("perturbations", 5, "pages"), ["/nope"], "the portal has no page '/nope'"),
        (("perturbations", 5, "seconds"), 600, "less than or equal to 20"),
        (("perturbations", 0, "kind"), "earthquake", "perturbations.0"),
        (("secret",), "the seed is 42", "secret: Extra inputs are not permitted"),
    ],
)
def test_a_description_that_does_not_hold_together_is_refused_with_the_place(own_bundle, path, value, words):
    with edited(own_bundle) as fields:
        _set(fields, path, value)
    assert words in "; ".join(portal_problems(own_bundle))
