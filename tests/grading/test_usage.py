"""Wrong use is answered by an error that says the fix, and never leaves an old receipt to be taken for a new one."""

import json
import shutil

import pytest

pytest_plugins = "pytester"


@pytest.fixture
def face(example, pytester, monkeypatch):
    """Type a command that is refused; it is refused before any child is started, so this process will do."""
    monkeypatch.chdir(example.project)
    example.receipt_path.write_text(json.dumps({"det_completion": True}))

    def command(*arguments, **named):
        given = {
            "task": "ACC-01",
            "out": str(example.folder / "run" / "out"),
            "oracle-root": str(example.oracles),
        } | {name.replace("_", "-"): value for name, value in named.items()}
        typed = [f"--wp42-{name}={value}" for name, value in given.items() if value is not None]
        done = pytester.runpytest_inprocess(*typed, *arguments, "-p", "no:cacheprovider")
        return done.ret, "\n".join(done.errlines + done.outlines)

    return command


REFUSED = {
    "-x": ("-x",),
    "--maxfail": ("--maxfail=3",),
    "-k": ("-k", "R01"),
    "-m": ("-mcriterion",),
    "--deselect": ("--deselect=x",),
    "--collect-only": ("--co",),
    "--ignore": ("--ignore=x",),
    "--setup-only": ("--setup-only",),
    "--runxfail": ("--runxfail",),
    "--pdb": ("--pdb",),
    "-p no:pytest_jsonreport": ("-p", "no:pytest_jsonreport"),
    "test_more.py": ("test_more.py",),
    "--dist loadgroup": ("-n2", "--dist=loadgroup"),
    "-n cannot be used": ("-n2", "--wp42-inprocess"),
    "--tx": ("--tx=popen",),
}


@pytest.mark.parametrize("named", REFUSED)
def test_an_option_that_would_change_what_is_judged_is_refused_by_name(face, example, named):
    code, said = face(*REFUSED[named])
    assert code == 4
    assert named in said
    assert not example.receipt_path.exists()


def test_options_of_the_cache_are_refused(example, pytester, monkeypatch):
    monkeypatch.chdir(example.project)
    for option in ("--lf", "--ff", "--nf", "--sw"):
        done = pytester.runpytest_inprocess("--wp42-task=ACC-01", f"--wp42-out={example.folder}/run/out", option)
        assert done.ret == 4
        assert option in "\n".join(done.errlines)


def test_an_unknown_task_is_answered_by_close_ones(face, example):
    code, said = face(task="ACC-10")
    assert code == 4
    assert "Did you mean ACC-01" in said
    assert not example.receipt_path.exists()


def test_a_missing_task_or_out_folder_is_named(face, example):
    code, said = face(task=None)
    assert (code, "--wp42-task=ACC-01" in said) == (4, True)
    code, said = face(out=None)
    assert (code, "--wp42-out=run/out" in said) == (4, True)
    code, said = face(out=str(example.folder / "run" / "ouut"))
    assert (code, "there is no folder" in said, "wp42 stage" in said) == (4, True, True)
    code, said = face(workspace=str(example.folder / "nowhere"))
    assert (code, "there is no workspace" in said) == (4, True)


def test_an_oracle_that_is_not_built_is_answered_by_the_command_that_builds_it(face, example):
    code, said = face(task="ACC-01@7")
    assert code == 4
    assert f"`wp42 generate ACC-01@7 --oracle-root {example.oracles}`" in said


def test_the_oracle_of_another_instance_is_refused(face, example):
    shutil.copytree(example.oracles / "ACC-01", example.oracles / "ACC-01@7")
    code, said = face(task="ACC-01@7")
    assert code == 4
    assert "is not the oracle of ACC-01@7" in said


@pytest.mark.parametrize("place", ["project/oracles", "run/oracles", "run/out/oracles"])
def test_an_oracle_that_a_worker_or_a_commit_could_reach_is_refused(face, example, place):
    exposed = example.folder / place
    shutil.copytree(example.oracles, exposed)
    code, said = face(oracle_root=str(exposed))
    assert code == 4
    assert "choose one outside" in said


def test_a_workspace_inside_the_oracle_root_is_refused(face, example):
    shutil.copytree(example.folder / "run", example.oracles / "run")
    code, said = face(out=str(example.oracles / "run" / "out"))
    assert code == 4
    assert "stage workspaces elsewhere" in said


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf"])
def test_a_time_limit_must_be_a_time(face, seconds):
    code, said = face(timeout=seconds)
    assert code == 4
    assert "--wp42-timeout" in said


def test_a_receipt_that_was_named_is_gone_after_a_refusal(face, example):
    named = example.folder / "results" / "r1.json"
    named.parent.mkdir()
    named.write_text(json.dumps({"det_completion": True}))
    code, _ = face("-x", receipt=str(named))
    assert code == 4
    assert not named.exists()


def test_a_receipt_path_that_is_no_receipt_is_left_alone(face, example):
    precious = example.folder / "precious.xlsx"
    precious.write_text("work")
    code, said = face(receipt=str(precious))
    assert (code, ".json" in said) == (4, True)
    assert precious.read_text() == "work"
    folder = example.folder / "results.json"
    folder.mkdir()
    assert face(receipt=str(folder))[0] == 4
    assert folder.is_dir()


@pytest.mark.parametrize("place", ["run", "run/out", "run/inputs"])
def test_a_command_given_inside_the_run_folder_names_the_sealed_one(example, face, monkeypatch, place):
    monkeypatch.chdir(example.folder / place)
    code, said = face()
    assert code == 4
    assert "`wp42 grade`" in said
    assert not example.receipt_path.exists()


def test_settings_planted_in_the_run_folder_refuse_the_command_that_would_read_them(example, pytester, monkeypatch):
    (example.folder / "run" / "pytest.ini").write_text("[pytest]\naddopts = --wp42-inprocess\n")
    (example.folder / "run" / "conftest.py").write_text("raise SystemExit('planted code ran')\n")
    monkeypatch.chdir(example.folder)
    done = pytester.runpytest_inprocess("--wp42-out", "run/out", "--wp42-task", "ACC-01")
    assert done.ret == 4
    assert "--wp42-out=DIR with an equals sign" in "\n".join(done.errlines)


def test_help_and_markers_are_shown_even_beside_our_options(face):
    code, said = face("--markers")
    assert code == 0
    assert "@pytest.mark.criterion(id, weight, basis)" in said
    assert "@pytest.mark.violation(id)" in said
