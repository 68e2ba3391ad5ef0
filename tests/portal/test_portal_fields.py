"""What a form takes, what it refuses, and what it stores."""

import pytest

from wp42_pytest.model.portal import FormField, PortalForm
from wp42_pytest.portal.fields import Typed, Upload, check_form, safe_name, size_text


def field(kind: str, **more) -> PortalForm:
    return PortalForm(id="f", title="F", fields=[FormField(name="x", type=kind, label="Amount due", **more)])


def value_of(form: PortalForm, text: str):
    checked = check_form(form, Typed({"x": text}))
    assert checked.errors == {}
    return checked.values["x"]


def error_of(form: PortalForm, text: str) -> str:
    return check_form(form, Typed({"x": text})).errors["x"]


@pytest.mark.parametrize(
    ("kind", "typed", "stored"),
    [
        ("text", "  Théo ", "Théo"),
        ("textarea", "a\r\nb", "a\nb"),
        ("number", "1,234.5", "1234.5"),
        ("number", "0", "0"),
        ("number", "-3", "-3"),
        ("money", "184206.58", "184206.58"),
        ("money", "$184,206.5", "184206.50"),
        ("money", "(450.00)", "-450.00"),
        ("money", "1 234,50 $", "1234.50"),
        ("money", "12", "12.00"),
        ("date", "2024-02-29", "2024-02-29"),
        ("checkbox", "yes", True),
        ("checkbox", "on", True),
    ],
)
def test_what_is_typed_is_stored_in_one_plain_form(kind, typed, stored):
    assert value_of(field(kind), typed) == stored


@pytest.mark.parametrize(
    ("kind", "typed", "words"),
    [
        ("text", "", "Enter “Amount due”."),
        ("text", "a\nb", "single line"),
        ("text", "a\x00b", "cannot be stored"),
        ("text", "\ud800", "cannot be stored"),
        ("text", "x" * 501, "at most 500 characters; 501 were entered"),
        ("textarea", "x" * 20_001, "at most 20,000 characters"),
        ("number", "twelve", "must be a number"),
        ("number", "NaN", "must be a number"),
        ("number", "inf", "must be a number"),
        ("number", "12 %", "must be a number"),
        ("number", "$12", "must be a number"),
        ("money", "lots", "must be an amount"),
        ("money", "12.345", "at most two decimals"),
        ("money", "1.2.3", "must be an amount"),
        ("date", "31/10/2025", "YYYY-MM-DD"),
        ("date", "20251031", "YYYY-MM-DD"),
        ("date", "2025-02-30", "not in the calendar"),
        ("checkbox", "", "Tick “Amount due”"),
        ("checkbox", "maybe", "box to tick"),
    ],
)
def test_a_refusal_names_the_field_and_says_what_to_do(kind, typed, words):
    message = error_of(field(kind), typed)
    assert words in message
    assert "Amount due" in message


def test_a_select_takes_one_of_its_options_alone():
    form = field("select", options=["Draft", "Final"])
    assert value_of(form, "Final") == "Final"
    assert error_of(form, "final") == "“Amount due” must be one of: Draft, Final."
    assert error_of(form, "") == "Choose “Amount due”."


@pytest.mark.parametrize("kind", ["text", "textarea", "number", "money", "date", "file"])
def test_an_optional_field_left_empty_is_stored_as_nothing(kind):
    assert check_form(field(kind, required=False), Typed()).values == {"x": None}


def test_an_optional_box_left_empty_is_stored_as_false():
    assert check_form(field("checkbox", required=False), Typed()).values == {"x": False}


def test_a_field_that_the_form_does_not_have_is_refused_and_the_real_ones_are_named():
    assert check_form(field("text"), Typed({"x": "a", "y": "b"})).errors == {
        "": "This form has no field “y”. Its fields are: x."
    }


def test_every_mistake_is_reported_at_once():
    form = PortalForm(
        id="f",
        title="F",
        fields=[
            FormField(name="a", type="date", label="A"),
            FormField(name="b", type="text", label="B"),
            FormField(name="c", type="money", label="C"),
        ],
    )
    assert list(check_form(form, Typed({"a": "x", "b": "fine"})).errors) == ["a", "c"]


def test_a_file_is_taken_up_to_its_size_and_with_its_endings_alone():
    form = field("file", accept=[".csv"], max_bytes=10)
    assert check_form(form, Typed(files={"x": Upload("A.CSV", b"0123456789")})).files["x"].name == "A.CSV"
    too_large = check_form(form, Typed(files={"x": Upload("a.csv", b"0123456789+")}))
    assert too_large.errors == {"x": "“Amount due”: a.csv is larger than 10 bytes."}
    wrong = check_form(form, Typed(files={"x": Upload("a.exe", b"1")}))
    assert wrong.errors == {"x": "“Amount due” takes files ending in .csv."}
    assert check_form(form, Typed(files={"x": Upload("a.csv", b"")})).errors == {"x": "“Amount due”: a.csv is empty."}
    assert check_form(form, Typed()).errors == {"x": "Choose a file for “Amount due”."}


def test_text_is_refused_where_a_file_belongs_and_a_file_where_text_belongs():
    assert "takes a file" in check_form(field("file"), Typed({"x": "a.csv"})).errors["x"]
    assert "takes no file" in check_form(field("text"), Typed(files={"x": Upload("a", b"1")})).errors["x"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("report.xlsx", "report.xlsx"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\report.xlsx", "report.xlsx"),
        ("..", "file"),
        (".htaccess", "htaccess"),
        ("-rf", "rf"),
        ("a\x00b\n.csv", "a_b_.csv"),
        ("Relevé d'août.pdf", "Relevé d'août.pdf"),
        ("<script>.html", "_script_.html"),
        ("x" * 400 + ".csv", "x" * 146 + ".csv"),
        ("é" * 400 + ".csv", "é" * 73 + ".csv"),
        ("", "file"),
    ],
)
def test_a_file_name_loses_what_could_lead_elsewhere(given, kept):
    assert safe_name(given) == kept
    assert len(safe_name(given).encode()) <= 150


def test_sizes_read_as_people_write_them():
    assert [size_text(n) for n in (999, 23_694, 200_000, 10_000_000, 1_250_000)] == [
        "999 bytes",
        "24 kB",
        "200 kB",
        "10 MB",
        "1.2 MB",
    ]
