"""Modules beside a generator or an evaluator are found, kept apart by folder and content, and never run from a cache."""

import os
import sys

import pytest

from wp42_pytest import companion
from wp42_pytest.companions import apart


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, "reading", "from dataclasses import dataclass\n@dataclass\nclass Row:\n    amount: 'int'\n")
    return tmp_path


def write(folder, name, text):
    (folder / f"{name}.py").write_text(text)


def load(folder, name="reading"):
    return companion(str(folder / "evaluate.py"), name)


def test_a_companion_is_loaded_once(folder):
    assert load(folder).Row(3).amount == 3
    assert load(folder) is load(folder)


def test_folders_with_companions_of_one_name_are_kept_apart(folder):
    other = folder / "other"
    other.mkdir()
    write(other, "reading", "Row = None\n")
    assert load(other).Row is None
    assert load(folder).Row is not None


def test_a_changed_companion_is_loaded_anew_even_when_size_and_time_are_the_same(tmp_path):
    write(tmp_path, "reading", "WORD = 'paid'\n")
    former = (tmp_path / "reading.py").stat()
    assert load(tmp_path).WORD == "paid"
    write(tmp_path, "reading", "WORD = 'owed'\n")
    os.utime(tmp_path / "reading.py", ns=(former.st_atime_ns, former.st_mtime_ns))
    assert load(tmp_path).WORD == "owed"


def test_a_companion_sees_the_change_of_one_that_it_loads_itself(tmp_path):
    write(tmp_path, "reading", "from wp42_pytest import companion\nwording = companion(__file__, 'wording')\n")
    write(tmp_path, "wording", "WORD = 'paid'\n")
    assert load(tmp_path).wording is load(tmp_path, "wording")
    write(tmp_path, "wording", "WORD = 'owed'\n")
    assert load(tmp_path).wording.WORD == "owed"


def test_nothing_is_written_beside_a_companion(folder):
    load(folder)
    assert [path.name for path in folder.iterdir()] == ["reading.py"]


@pytest.mark.parametrize("name", ["wording", "../reading", "reading.py"])
def test_a_companion_that_is_not_there_is_named_with_its_folder(name, folder):
    with pytest.raises(ImportError, match=f"no module '{name}' beside evaluate.py in {folder}"):
        load(folder, name)


def test_a_companion_that_failed_is_not_kept(folder):
    write(folder, "broken", "HALF = 1\nHALF / 0\n")
    before = set(sys.modules)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            load(folder, "broken")
    assert set(sys.modules) == before


def test_what_is_left_in_a_companion_ends_with_its_run(tmp_path):
    write(tmp_path, "reading", "SEEN = []\n")
    load(tmp_path).SEEN.append("outside")
    for _ in range(2):
        with apart():
            assert load(tmp_path).SEEN == []
            load(tmp_path).SEEN.append("inside")
    assert load(tmp_path).SEEN == ["outside"]


def test_assertions_of_a_companion_explain_themselves_when_those_of_its_user_do(tmp_path):
    write(tmp_path, "reading", "def pays(found):\n    assert found == 3\n")
    write(tmp_path, "nested", "from wp42_pytest import companion\npays = companion(__file__, 'reading').pays\n")
    with pytest.raises(AssertionError, match="assert 4 == 3"):
        load(tmp_path, "nested").pays(4)
    unexplained = {"companion": companion, "file": str(tmp_path / "evaluate.py")}
    with apart():
        exec("pays = companion(file, 'reading').pays", unexplained)
        with pytest.raises(AssertionError, match=r"^$"):
            unexplained["pays"](4)
