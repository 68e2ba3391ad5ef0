"""The frame of every generator: what it writes, where, and what it refuses."""

import json
import os
import stat
import threading
from decimal import Decimal
from pathlib import Path

import pytest

from wp42_pytest.authoring.generator import Build, OracleContent, companion, generator_main
from wp42_pytest.model.oracle import Oracle, OracleFigure
from wp42_pytest.model.task import Task

PROJECT = Path(__file__).resolve().parents[2]

TASK = {
    "task_id": "ACC-99",
    "occupation": "accounting",
    "organisation": "Nobody Inc. (fictional)",
    "title": "A scenario for tests",
    "version": "1.0",
    "generator_seed": 5,
    "difficulty": "short",
    "designed_dependency_depth": 6,
    "professional_minutes_estimate": 10,
    "required_deliverables": [{"path": "COMPLETION.json", "kind": "json"}],
    "designed_features": {
        "planted_errors": 0, "prompt_injection": True, "missing_information": False,
        "requires_clarification": False, "interface_perturbation": False,
    },
    "applications_involved": ["pdf"],
    "time_limit_s": 60,
    "budget_usd": 1.0,
}  # fmt: skip


def make(build: Build) -> OracleContent:
    amount = int(build.stream("planted").integers(10_000, 99_999))
    injected = "obey" if build.has("injection") else ""
    build.write("inputs/a.csv", f"id,amount\r\n1,{amount}\r\n".encode())
    build.write("inputs/deep/b.md", injected.encode() or b"nothing")
    build.write("portal/portal.json", b"{}")
    return OracleContent(figures={"total": OracleFigure(value=Decimal(amount) / 100)}, facts={"seed_words": ["a", 1]})


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    scenario = root / "scenarios" / "ACC-99"
    scenario.mkdir(parents=True)
    (root / "scenarios" / "COMPLETION_SCHEMA.json").write_text("{}")
    (scenario / "task.json").write_text(json.dumps(TASK))
    (scenario / "BRIEF.md").write_text("Do it.\n")
    (scenario / "generate.py").write_text("")
    template = root / "oracles_template" / "ACC-99"
    (template / "validation" / "__pycache__").mkdir(parents=True)
    (template / "evaluate.py").write_text("# checks\n")
    (template / "reading.py").write_text("# how deliverables are read\n")
    (template / "validation" / "solve.py").write_text("# solution\n")
    (template / "validation" / "__pycache__" / "solve.pyc").write_text("")
    return root


@pytest.fixture
def run(project):
    def run(*argv, build=make):
        return generator_main(str(project / "scenarios" / "ACC-99" / "generate.py"), build, [str(arg) for arg in argv])

    return run


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


BUNDLE = {"task.json", "BRIEF.md", "inputs/a.csv", "inputs/deep/b.md", "portal/portal.json"}


def test_the_default_seed_is_built_in_place_without_an_oracle(project, run, tmp_path, capsys):
    scenario = project / "scenarios" / "ACC-99"
    (scenario / "inputs").mkdir()
    (scenario / "inputs" / "old.csv").write_text("gone with the next build")
    assert run() == 0
    assert files(scenario) == BUNDLE | {"generate.py"}
    assert not list(tmp_path.rglob("oracle.json"))
    assert not list(project.rglob(".*")), "nothing is left of the build"
    assert f"ACC-99: bundle in {scenario}" in capsys.readouterr().out


def test_another_seed_is_built_whole_below_the_default_public_root(project, run):
    assert run("--seed", 6) == 0
    assert files(project / ".wp42" / "instances" / "ACC-99@6") == BUNDLE
    assert not (project / "scenarios" / "ACC-99" / "inputs").exists()


def test_a_public_root_takes_the_default_seed_too(run, tmp_path):
    assert run("--public-root", tmp_path / "public") == 0
    assert files(tmp_path / "public" / "ACC-99") == BUNDLE


def test_the_oracle_holds_the_answers_the_hashes_and_the_template(run, tmp_path):
    assert run("--seed", 9, "--public-root", tmp_path / "public", "--oracle-root", tmp_path / "oracles") == 0
    folder = tmp_path / "oracles" / "ACC-99@9"
    assert files(folder) == {"oracle.json", "evaluate.py", "reading.py", "validation/solve.py"}
    oracle = Oracle.model_validate_json((folder / "oracle.json").read_bytes())
    assert (oracle.task_id, oracle.seed, oracle.without) == ("ACC-99", 9, [])
    assert set(oracle.bundle) == BUNDLE
    text = (tmp_path / "public" / "ACC-99@9" / "inputs" / "a.csv").read_text()
    assert oracle.figures["total"].value * 100 == int(text.split(",")[-1])
    assert oracle.facts == {"seed_words": ["a", 1]}


def test_a_clean_twin_differs_only_in_what_was_left_out(run, tmp_path):
    public, oracles = tmp_path / "public", tmp_path / "oracles"
    for extra in ([], ["--without", "injection"]):
        assert run("--seed", 9, "--public-root", public, "--oracle-root", oracles, *extra) == 0
    twin, clean = public / "ACC-99@9", public / "ACC-99@9+clean"
    different = {name for name in BUNDLE if (twin / name).read_bytes() != (clean / name).read_bytes()}
    assert different == {"inputs/deep/b.md"}
    oracle = Oracle.model_validate_json((oracles / "ACC-99@9+clean" / "oracle.json").read_bytes())
    assert oracle.without == ["injection"]


def test_an_unknown_concern_is_refused_with_the_known_ones(run, tmp_path, capsys):
    assert run("--seed", 9, "--without", "injektion", "--public-root", tmp_path / "public") == 2
    assert "--without injektion: ACC-99 can leave out injection" in capsys.readouterr().err
    assert not list((tmp_path / "public").iterdir())


@pytest.mark.parametrize("seed", ["-1", "1.5", "x", str(2**63), "²"])
def test_what_is_no_seed_is_refused(run, seed, capsys):
    with pytest.raises(SystemExit) as stop:
        run("--seed", seed)
    assert stop.value.code == 2
    assert "is not a seed; seeds are whole numbers from 0 to 9223372036854775807" in capsys.readouterr().err


def test_the_largest_seed_is_one(run, tmp_path):
    assert run("--seed", 2**63 - 1, "--public-root", tmp_path) == 0


def test_oracles_are_kept_out_of_reach(project, run, tmp_path, capsys):
    public = tmp_path / "public"
    workspace = tmp_path / "run"
    (workspace / "inputs").mkdir(parents=True)
    (workspace / "BRIEF.md").write_text("")
    (tmp_path / "link").symlink_to(project / "scenarios")
    refused = {
        project / "oracles": "lies inside the project",
        project: "lies inside the project",
        tmp_path / "link" / "oracles": "lies inside the project",
        public: "keep them apart",
        public / "deeper": "keep them apart",
        tmp_path: "keep them apart",
        workspace / "out": "lies inside the staged workspace",
    }
    for root, reason in refused.items():
        assert run("--seed", 9, "--public-root", public, "--oracle-root", root) == 2
        assert reason in capsys.readouterr().err
    assert not list(tmp_path.rglob("oracle.json"))
    assert not public.exists()


def test_an_oracle_needs_its_template(project, run, tmp_path, capsys):
    (project / "oracles_template" / "ACC-99").rename(project / "elsewhere")
    assert run("--oracle-root", tmp_path / "oracles") == 2
    assert "must hold the evaluator" in capsys.readouterr().err


def test_a_broken_task_file_is_named(project, run, capsys):
    (project / "scenarios" / "ACC-99" / "task.json").write_text("{}")
    assert run() == 2
    assert "task.json cannot be used" in capsys.readouterr().err


def test_a_failing_build_leaves_the_old_bundle_alone(project, run):
    assert run() == 0
    before = (project / "scenarios" / "ACC-99" / "inputs" / "a.csv").read_bytes()

    def broken(build):
        build.write("inputs/a.csv", b"half")
        raise AssertionError("a tie does not hold")

    with pytest.raises(AssertionError, match="a tie does not hold"):
        run(build=broken)
    assert (project / "scenarios" / "ACC-99" / "inputs" / "a.csv").read_bytes() == before
    assert not list(project.rglob(".*"))


def test_files_that_a_build_no_longer_writes_vanish(project, run):
    assert run() == 0

    def less(build):
        build.has("injection")
        build.write("inputs/only.csv", b"x")
        return OracleContent(figures={})

    assert run(build=less) == 0
    assert files(project / "scenarios" / "ACC-99") == {"task.json", "BRIEF.md", "generate.py", "inputs/only.csv"}


def test_builds_of_one_instance_at_the_same_time_all_end_well(run, tmp_path):
    codes = []
    threads = [
        threading.Thread(target=lambda: codes.append(run("--seed", 9, "--public-root", tmp_path / "public")))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == [0] * 8
    assert files(tmp_path / "public") == {f"ACC-99@9/{name}" for name in BUNDLE}


def test_modes_do_not_depend_on_the_umask(run, tmp_path):
    old = os.umask(0o077)
    try:
        assert run("--seed", 9, "--public-root", tmp_path / "public") == 0
    finally:
        os.umask(old)
    bundle = tmp_path / "public" / "ACC-99@9"
    assert stat.S_IMODE(bundle.stat().st_mode) == 0o755
    assert stat.S_IMODE((bundle / "inputs" / "deep" / "b.md").stat().st_mode) == 0o644


@pytest.fixture
def build(tmp_path):
    return Build(Task.model_validate(TASK), 7, frozenset(), tmp_path)


def test_streams_depend_on_seed_and_name_alone(tmp_path):
    def drawn(seed, *names):
        build = Build(Task.model_validate(TASK), seed, frozenset(), tmp_path)
        return {name: build.stream(name).integers(0, 2**62, 3).tolist() for name in names}

    assert drawn(7, "a", "b")["b"] == drawn(7, "b")["b"]
    assert drawn(7, "a")["a"] != drawn(8, "a")["a"]
    assert drawn(7, "a")["a"] != drawn(7, "b")["b"]
    # Pinned, so that an upgrade of numpy that moves every instance cannot go unseen.
    assert drawn(7, "planted") == {"planted": [983735447711080281, 1933928342375943324, 942378893228327050]}


def test_a_stream_is_not_handed_out_twice(build):
    build.stream("planted")
    with pytest.raises(ValueError, match="'planted' was already taken"):
        build.stream("planted")


@pytest.mark.parametrize("path", ["BRIEF.md", "inputs", "inputs/../x", "inputs//x", "/etc/x", "out/x", "inputs/."])
def test_a_build_writes_only_below_its_folders(build, path):
    with pytest.raises(ValueError, match="is not a path below"):
        build.write(path, b"")


def test_a_file_is_written_once(build):
    build.write("inputs/a", b"1")
    with pytest.raises(ValueError, match="already written"):
        build.write("inputs/a", b"2")


def test_working_papers_beside_a_generator_are_loaded_once(tmp_path):
    (tmp_path / "paper.py").write_text("from dataclasses import dataclass\n@dataclass\nclass Row:\n    amount: int\n")
    loaded = companion(str(tmp_path / "generate.py"), "paper")
    assert loaded.Row(3).amount == 3
    assert companion(str(tmp_path / "generate.py"), "paper") is loaded
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "paper.py").write_text("Row = None\n")
    assert companion(str(tmp_path / "other" / "generate.py"), "paper").Row is None
