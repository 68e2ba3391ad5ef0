"""The workers' Python: office libraries, nothing of ours, the same for every run."""

import json

import pytest

from wp42_pytest.running.cache import cache_dir
from wp42_pytest.running.sandbox import SandboxError
from wp42_pytest.running.toolkit import LIBRARIES, ensure_toolkit

LOOK = """
import importlib, json, sys
from importlib import metadata
for name in ("numpy", "pandas", "openpyxl", "xlsxwriter", "docx", "pptx", "pypdf", "pypdfium2", "reportlab", "PIL", "lxml.etree", "sqlite3", "ssl"):
    importlib.import_module(name)
print(json.dumps({"prefix": sys.prefix, "names": sorted(d.metadata["Name"].lower() for d in metadata.distributions())}))
"""


def test_it_holds_the_office_libraries_and_nothing_of_ours(python):
    made = python(LOOK)
    assert made.process["stderr"] == ""
    found = json.loads(made.process["stdout"])
    assert found["prefix"] == "/opt/python"
    assert {name.lower() for name in LIBRARIES} <= {name.replace("_", "-") for name in found["names"]}
    assert not {"wp42-pytest", "pytest", "pydantic"} & set(found["names"])


def test_it_is_built_once_and_named_by_its_contents(tmp_path):
    first = ensure_toolkit()
    again = ensure_toolkit()
    assert first == again
    contents = (first.path / "complete").read_text()
    assert contents.startswith("python==")
    assert "openpyxl==" in contents
    assert len(first.digest) == 64


def test_a_missing_library_is_asked_for_by_name(tmp_path, monkeypatch):
    monkeypatch.setattr("wp42_pytest.running.toolkit.LIBRARIES", ("no-such-library-42",))
    with pytest.raises(SandboxError, match=r"no-such-library-42.*wp42-pytest\[run\]"):
        ensure_toolkit(tmp_path)


def test_the_cache_is_where_the_user_says(monkeypatch, tmp_path):
    monkeypatch.setenv("WP42_CACHE", str(tmp_path))
    assert cache_dir() == tmp_path
