"""The handbook's pages on running hold: its examples are read, and the tests that it names exist."""

import re
import tomllib
from pathlib import Path

from wp42_pytest.model.run import ExitReason
from wp42_pytest.running.arms import find_arm
from wp42_pytest.running.models import find_model
from wp42_pytest.running.plan import load_plan
from wp42_pytest.running.roster import WORKERS
from wp42_pytest.running.sandbox import GIB, MIB, Limits
from wp42_pytest.running.toolkit import LIBRARIES

PROJECT = Path(__file__).resolve().parent.parent.parent
PAGE = (PROJECT / "docs" / "running.md").read_text(encoding="utf-8")
ROUTES = (PROJECT / "docs" / "security.md").read_text(encoding="utf-8").partition("## Routes a worker could take")[2]


def examples() -> list[str]:
    return re.findall(r"```toml\n(.*?)```", PAGE, re.S)


def test_the_examples_are_valid(tmp_path):
    arms, models, plan = examples()
    (tmp_path / "reference-pages").mkdir()
    (tmp_path / "arms.toml").write_text(arms)
    (tmp_path / "models.toml").write_text(models)
    (tmp_path / "plan.toml").write_text(plan)
    assert find_arm("T1", tmp_path / "arms.toml").time_limit_s == 3600
    assert find_model("lab/large", tmp_path / "models.toml").thinking == "medium"
    assert load_plan(tmp_path / "plan.toml").concurrency == 8


def test_every_worker_reason_and_library_is_described():
    assert [worker for worker in WORKERS if f"| `{worker}` |" not in PAGE] == []
    assert [reason.value for reason in ExitReason if f"| `{reason.value}` |" not in PAGE] == []
    assert [name for name in LIBRARIES if name not in PAGE.lower()] == []


def test_the_limits_are_those_that_hold():
    limits = Limits(time_s=1)
    assert (limits.memory, limits.out_size, limits.scratch_size, limits.output) == (4 * GIB, 256 * MIB, GIB, 8 * MIB)
    assert (limits.processes, limits.out_files, limits.scratch_files) == (512, 2000, 200_000)
    for words in (
        "4 GiB for all processes",
        "512",
        "at most 256 MiB and 2,000 files",
        "200,000 in each",
        "8 MiB of each stream",
    ):
        assert words in PAGE


def test_every_route_names_a_test_that_exists():
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    rows = [line for line in ROUTES.splitlines() if line.startswith("| ") and "---" not in line][1:]
    assert len(rows) >= 20
    for row in rows:
        named = re.findall(r"`(?:test_\w+\.py::)?(test_\w+)`", row)
        assert named, row
        assert [name for name in named if f"def {name}(" not in tests] == []


def test_the_pinned_pi_is_the_one_described():
    manifest = (PROJECT / "wp42_pytest" / "running" / "pi" / "package.json").read_text(encoding="utf-8")
    assert '"@earendil-works/pi-coding-agent": "1.6.0"' in manifest
    node = re.search(r"its Node \(([\d.]+)\)", PAGE)[1]
    assert manifest.count(f'"{node}"') == 2


def test_the_shipped_arms_are_data_with_a_reason_each():
    shipped = tomllib.loads((PROJECT / "wp42_pytest" / "running" / "arms.toml").read_text(encoding="utf-8"))
    assert [name for name in shipped if f"| {name} |" not in PAGE] == []
