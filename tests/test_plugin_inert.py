"""In an unrelated pytest run the plugin does nothing and costs nothing."""

import subprocess
import sys

import pytest

pytest_plugins = "pytester"

HEAVY = ("numpy", "openpyxl", "pydantic", "lxml", "docx", "pypdf", "wp42_pytest.grading", "wp42_pytest.evidence")

ORDINARY = """
import pytest

@pytest.fixture
def out():
    return "my own"

def test_passes(out):
    assert out == "my own"

def test_fails():
    assert 1 == 2

@pytest.mark.skip(reason="later")
def test_skipped():
    pass

@pytest.mark.xfail
def test_known():
    assert 0

@pytest.mark.parametrize("n", [1, 2])
def test_many(n):
    pass

def test_absent(oracle):
    pass

def test_nothing_heavy_was_imported(request):
    import sys
    assert not [name for name in %r if name in sys.modules]
"""

COUNTS = {"passed": 4, "failed": 1, "skipped": 1, "xfailed": 1, "errors": 1}


def test_importing_the_plugin_imports_nothing_heavy():
    code = "import sys, wp42_pytest.plugin; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert not set(HEAVY) & set(done.stdout.split())


@pytest.mark.parametrize(
    "options",
    [
        ("-p", "wp42_pytest.plugin"),
        ("-p", "wp42_pytest.plugin", "-p", "pytest_jsonreport.plugin"),
        ("-p", "wp42_pytest.plugin", "-p", "pytest_jsonreport.plugin", "--json-report", "--json-report-file=none"),
        ("-p", "wp42_pytest.plugin", "-p", "xdist.plugin", "-n2"),
    ],
    ids=["alone", "beside json-report", "with a report", "with xdist"],
)
def test_an_ordinary_run_is_unaffected(pytester, monkeypatch, options):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(ORDINARY % (HEAVY,))
    pytester.runpytest_subprocess(*options).assert_outcomes(**COUNTS)


def test_the_plugin_is_there_by_installation_alone(pytester, monkeypatch):
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", raising=False)
    done = pytester.runpytest_subprocess("--help")
    done.stdout.fnmatch_lines(["*--wp42-task=TASK*"])
    assert "--wp42-child" not in done.stdout.str()


def test_strict_markers_know_ours(pytester):
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.criterion("R01", weight=1)
        def test_criterion():
            pass

        @pytest.mark.violation("V01")
        def test_violation():
            pass
        """
    )
    pytester.runpytest_inprocess("--strict-markers", "-p", "no:cacheprovider").assert_outcomes(passed=2)


def test_an_option_in_a_projects_settings_alone_grades_nothing(pytester):
    pytester.makeini("[pytest]\naddopts = --wp42-task=ACC-01 --wp42-out=run/out\n")
    pytester.makepyfile("def test_it(): pass")
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_the_root_conftest_points_at_the_scenarios_of_this_repository(pytestconfig):
    found = pytestconfig.hook.pytest_wp42_scenarios()
    assert (found / "BRIEF_FOOTER.md").is_file()
    assert found.parent.samefile(pytestconfig.rootpath)


def test_the_package_offers_evaluator_and_nothing_unknown():
    import wp42_pytest

    assert callable(wp42_pytest.evaluator)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = wp42_pytest.nothing
