"""ACC-04's independent reader: it reads a package from its papers alone, scans included, and its careless twins lose what they should."""

import importlib
import json
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from wp42_pytest.catalog import Catalog
from wp42_pytest.tax1040.outcomes import Outcome
from wp42_pytest.tax1040.score import Reference, grade

PROJECT = Path(__file__).resolve().parents[2]
VALIDATION = PROJECT / "oracles_template" / "ACC-04" / "validation"
FACTS = ("records", "keys", "sources", "traps")
SEED = 3


def module(name):
    """Return a module of the reader, which stands beside its solver."""
    if str(VALIDATION) not in sys.path:
        sys.path.insert(0, str(VALIDATION))
    return importlib.import_module(f"acc04.{name}")


careless_records, HABITS = module("careless").careless_records, module("careless_rest").HABITS
read_papers, records_of = module("papers").read_papers, module("reader").records_of
read_picture = module("scan").read_picture
amount, day, folded = (getattr(module("values"), name) for name in ("amount", "day", "folded"))


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The papers of one package, and what the oracle knows of it."""
    root = tmp_path_factory.mktemp("acc-04")
    catalog = Catalog(PROJECT / "scenarios")
    instance = catalog.instance(f"ACC-04@{SEED}")
    bundle = catalog.generate(instance, oracle_root=root / "oracles", public_root=root / "public")
    facts = json.loads((catalog.oracle_dir(instance, root / "oracles") / "oracle.json").read_text())["facts"]
    return read_papers(bundle), Reference.of({name: facts[name] for name in FACTS})


def lost_by(papers, reference, habit):
    """Return the facts that a careless reader loses."""
    answer = {"records": careless_records(papers, habit)}
    return [row for row in grade(answer, reference).rows if row.outcome is not Outcome.correct]


def test_the_reader_supports_every_fact_from_the_papers_alone(package):
    papers, reference = package
    found = grade({"records": records_of(papers)}, reference)
    assert [row for row in found.rows if row.outcome is not Outcome.correct] == []


def test_each_planted_slip_is_lost_by_the_reader_who_falls_into_it(package):
    papers, reference = package
    habits = {habit.trap: habit for habit in HABITS}
    planted = reference.explanation.planted
    assert planted
    for slip in planted:
        lost = lost_by(papers, reference, habits[slip.number])
        about = [row for row in lost if slip.concerns(row) or (slip.right is None and row.outcome is Outcome.extra)]
        assert about, f"nothing is lost by falling into {slip.name}"


def test_a_careless_reader_loses_nothing_outside_the_records_of_the_trap(package):
    papers, reference = package
    for habit in HABITS:
        strangers = [row for row in lost_by(papers, reference, habit) if row.type not in habit.types]
        assert strangers == [], habit.what


def test_every_trap_that_packages_plant_has_a_careless_reader():
    from wp42_pytest.tax1040.household.plan import SNARES

    planted = set().union(*(feature.traps for feature in SNARES))
    assert planted <= {habit.trap for habit in HABITS}


@pytest.mark.parametrize(
    ("text", "value"),
    [("$1,234.50", "1234.50"), ("(12.00)", "-12.00"), ("-5", "-5"), ("8,901.10 |", "8901.10"), ("NONE", None)],
)
def test_amounts_are_read_as_papers_print_them(text, value):
    assert amount(text) == (None if value is None else Decimal(value))


def test_dates_are_read_in_words_and_in_figures():
    assert day("received on August 7, 2025 from") == day("08/07/2025")


def test_letters_that_scanners_confuse_do_not_tell_names_apart():
    assert folded("llona E Northcote") == folded("Ilona E Northcote")


def test_a_ruled_picture_askew_is_read_box_by_box():
    page = Image.new("L", (1700, 700), 255)
    pen, face = ImageDraw.Draw(page), ImageFont.load_default(size=34)
    for left, words, value in ((200, "1 Interest income", "653.81"), (900, "4 Federal tax", "12.40")):
        pen.rectangle((left, 200, left + 690, 400), outline=0, width=2)
        pen.text((left + 10, 210), words, fill=0, font=face)
        pen.text((left + 500, 350), value, fill=0, font=face)
    words, boxes, _ = read_picture(page.rotate(0.4, fillcolor=255))
    inside = [" ".join(word.text for word in words if box.holds(word)) for box in boxes]
    assert [("653.81" in text, "12.40" in text) for text in inside] == [(True, False), (False, True)]
