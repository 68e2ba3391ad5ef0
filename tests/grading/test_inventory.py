"""The inventory: what an evaluator declares is the denominator, and what could falsify it is refused."""

import gc
import time
import types
from concurrent.futures import ThreadPoolExecutor

import pytest

from wp42_pytest.grading.inventory import Inventory, inventory_of
from wp42_pytest.grading.markers import InventoryError, Kind
from wp42_pytest.grading.standard_checks import STANDARD_CHECKS
from wp42_pytest.grading.static import static_inventory

GOOD = '''
import pytest
from wp42_pytest.grading.standard import deliverables_readable, inputs_unchanged

test_R00_deliverables = deliverables_readable("R00", weight=0.05)

@pytest.mark.criterion("R02", weight=2, basis=["first words", "inputs/a.csv: other words"])
def test_second(out, oracle):
    """
    The second.

    More about it.
    """

@pytest.mark.criterion("R01", weight=0.16, basis="some words")
def test_first(out):
    """The first."""

@pytest.mark.violation("V02")
def test_violation(out):
    """Nothing is posted to suspense."""

test_V01_inputs = inputs_unchanged("V01")

def helper(out):
    return out
'''


def imported(source: str) -> types.ModuleType:
    module = types.ModuleType("evaluate")
    exec(compile(source, "evaluate.py", "exec"), vars(module))
    return module


def test_checks_are_declared_in_file_order_with_the_first_docstring_line():
    inventory = inventory_of(imported(GOOD))
    assert [check.id for check in inventory] == ["R00", "R02", "R01", "V02", "V01"]
    assert [check.description for check in inventory.criteria] == [
        STANDARD_CHECKS["deliverables_readable"].description,
        "The second.",
        "The first.",
    ]
    assert [check.weight for check in inventory.criteria] == [0.05, 2.0, 0.16]
    assert inventory.criteria[1].basis == ("first words", "inputs/a.csv: other words")
    assert [check.kind for check in inventory.violations] == [Kind.violation, Kind.violation]


def test_the_text_alone_declares_the_same_as_the_imported_module():
    inventory, problem = static_inventory(GOOD)
    assert problem == ""
    assert inventory == inventory_of(imported(GOOD))


class Litter:
    """Garbage in a cycle, whose end lets another thread run."""

    def __init__(self):
        self.itself = self

    def __del__(self):
        time.sleep(0)


def test_threads_read_evaluators_at_the_same_time():
    checks = (
        f"def test_R{number:02}(out):\n    assert [a for a in ((1,),) if (a, ((a,), [a]))]" for number in range(60)
    )
    source = "\n".join(checks)

    def read(_):
        for _ in range(20):
            Litter()
        return static_inventory(source)[0]

    former = gc.get_threshold()
    gc.set_threshold(50)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert len(list(pool.map(read, range(40)))) == 40
    finally:
        gc.set_threshold(*former)


def test_an_inventory_survives_the_way_through_json():
    inventory = inventory_of(imported(GOOD))
    assert Inventory.from_json(inventory.as_json()) == inventory


def check(mark: str, *, signature: str = "out", prefix: str = "", doc: str = '"""Says."""') -> str:
    return f"import pytest\n{prefix}\n@pytest.mark.{mark}\ndef test_it({signature}):\n    {doc}\n"


OTHER = '\n@pytest.mark.criterion("R09", weight=1)\ndef test_other(out):\n    """Other."""\n'

REFUSED = {
    "must be a finite number above 0 (found True)": check('criterion("R01", weight=True)'),
    "(found 0)": check('criterion("R01", weight=0)'),
    "(found -1)": check('criterion("R01", weight=-1)'),
    "(found '1')": check('criterion("R01", weight="1")'),
    "(found inf)": check('criterion("R01", weight=1e999)'),
    "(found None)": check('criterion("R01")'),
    "takes one id, as in criterion": check('criterion("V01", weight=1)'),
    "(found 'r1')": check('criterion("r1", weight=1)'),
    "(found none)": check("criterion(weight=1)"),
    'violation("V01")': check('violation("R01")') + OTHER,
    "not weight": check('violation("V01", weight=1)') + OTHER,
    "not wieght": check('criterion("R01", weight=1, wieght=2)'),
    "basis must be": check('criterion("R01", weight=1, basis=3)'),
    "has no docstring": check('criterion("R01", weight=1)', doc="pass"),
    "R09 is declared 2 times (test_it, test_other)": check('criterion("R09", weight=1)') + OTHER,
    "declares no criterion": check('violation("V01")'),
}

REFUSED_ONCE_IMPORTED = {
    "is marked skip": check('criterion("R01", weight=1)\n@pytest.mark.skip'),
    "is marked skipif": check('criterion("R01", weight=1)\n@pytest.mark.skipif(True, reason="x")'),
    "is marked xfail": check('criterion("R01", weight=1)\n@pytest.mark.xfail'),
    "is marked parametrize": check('criterion("R01", weight=1)\n@pytest.mark.parametrize("n", [1, 2])', signature="n"),
    "asks for subtests": check('criterion("R01", weight=1)', signature="out, subtests"),
    "asks for tmp_path": check('criterion("R01", weight=1)', signature="tmp_path"),
    "found 0 such marks": "def test_unmarked(out):\n    pass\n",
    "found 2 such marks": check('criterion("R01", weight=1)\n@pytest.mark.violation("V01")'),
    "pytestmark marks all": check('criterion("R01", weight=1)', prefix="pytestmark = pytest.mark.skip"),
    "teardown_function acts on checks": check('criterion("R01", weight=1)', prefix="def teardown_function(f): pass"),
    "TestMore is a class": check('criterion("R01", weight=1)', prefix="class TestMore: pass"),
    "Odd is a class": check('criterion("R01", weight=1)', prefix="import unittest\nclass Odd(unittest.TestCase): pass"),
    "out is a fixture": check('criterion("R01", weight=1)', prefix="@pytest.fixture\ndef out(): pass"),
    "by __test__": check('criterion("R01", weight=1)') + "test_it.__test__ = False\n",
    "plain function": check('criterion("R01", weight=1)').replace("def test", "async def test"),
}


@pytest.mark.parametrize("words", REFUSED)
def test_a_declaration_that_could_falsify_the_denominator_is_refused(words):
    with pytest.raises(InventoryError) as caught:
        inventory_of(imported(REFUSED[words]))
    assert words in str(caught.value)
    assert words in static_inventory(REFUSED[words])[1].replace("(found 1e999)", "(found inf)")


@pytest.mark.parametrize("words", REFUSED_ONCE_IMPORTED)
def test_a_check_that_need_not_be_judged_exactly_once_is_refused(words):
    with pytest.raises(InventoryError) as caught:
        inventory_of(imported(REFUSED_ONCE_IMPORTED[words]))
    assert words in str(caught.value)


def test_a_function_defined_twice_is_noticed_in_the_text():
    source = GOOD + '\n@pytest.mark.criterion("R03", weight=1)\ndef test_first(out):\n    """Third."""\n'
    inventory, problem = static_inventory(source)
    assert "test_first is defined 2 times" in problem
    assert {check.id for check in inventory} == {"R00", "R01", "R02", "R03", "V01", "V02"}


def test_a_weight_that_is_computed_is_refused_since_no_text_would_tell_it():
    _, problem = static_inventory(check('criterion("R01", weight=WEIGHTS["R01"])'))
    assert "write the id, the weight and the basis out" in problem


def test_a_file_that_is_not_python_keeps_its_denominator():
    inventory, problem = static_inventory(GOOD + "\ndef broken(:\n")
    assert "not valid Python in line" in problem
    assert [(check.id, check.weight) for check in inventory.criteria] == [("R00", 0.05), ("R02", 2.0), ("R01", 0.16)]
    assert [check.id for check in inventory.violations] == ["V02", "V01"]
