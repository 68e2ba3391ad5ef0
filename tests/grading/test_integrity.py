"""Integrity: what a worker changed of its inputs is named, whatever it hides behind."""

import hashlib
import json
import os
import shutil

import pytest

from wp42_pytest.grading.integrity import changed_files, sha256_of

TASK = {"task_id": "ACC-01", "generator_seed": 42, "designed_features": {}, "title": "T", "budget_usd": 4.0}


@pytest.fixture
def workspace(tmp_path):
    folder = tmp_path / "run"
    (folder / "inputs" / "deep").mkdir(parents=True)
    (folder / "inputs" / "a.csv").write_text("a\n")
    (folder / "inputs" / "deep" / "b.csv").write_text("b\n")
    (folder / "BRIEF.md").write_text("Do it.\n")
    (folder / "task.json").write_text(json.dumps({"title": "T", "task_id": "ACC-01", "budget_usd": 4}))
    (folder / "out").mkdir()
    return folder


@pytest.fixture
def bundle(workspace):
    given = ("inputs/a.csv", "inputs/deep/b.csv", "BRIEF.md")
    digests = {path: hashlib.sha256((workspace / path).read_bytes()).hexdigest() for path in given}
    return digests | {"task.json": "0" * 64, "portal/portal.json": "1" * 64}


def test_an_untouched_workspace_has_no_changes(workspace, bundle):
    (workspace / "out" / "result.csv").write_text("x")
    (workspace / "receipt.json").write_text("{}")
    assert changed_files(workspace, bundle, TASK) == []


def append(path):
    with path.open("a") as file:
        file.write("x")


def replace_by_link_to_its_copy(path):
    copy = path.with_name("copy-outside")
    shutil.copyfile(path, path.parents[1] / "out" / "copy")
    path.unlink()
    path.symlink_to(copy.parents[1] / "out" / "copy")


def linked_inputs(run):
    shutil.move(run / "inputs", run / "out" / "inputs")
    (run / "inputs").symlink_to(run / "out" / "inputs")


def restore_time(path):
    before = path.stat()
    path.write_text("b")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


CHANGES = {
    "inputs/a.csv was changed": lambda run: append(run / "inputs" / "a.csv"),
    "inputs/deep/b.csv was changed": lambda run: restore_time(run / "inputs" / "deep" / "b.csv"),
    "inputs/deep/b.csv was deleted": lambda run: shutil.rmtree(run / "inputs" / "deep"),
    "inputs/deep/c.csv was added": lambda run: (run / "inputs" / "deep" / "c.csv").touch(),
    "inputs/.hidden was added": lambda run: (run / "inputs" / ".hidden").touch(),
    "inputs/link was added (a link)": lambda run: (run / "inputs" / "link").symlink_to("a.csv"),
    "inputs/.DS_Store was added (a link)": lambda run: (run / "inputs" / ".DS_Store").symlink_to("a.csv"),
    "inputs/a.csv was replaced by a link": lambda run: replace_by_link_to_its_copy(run / "inputs" / "a.csv"),
    "inputs/pipe was added (something that is no regular file)": lambda run: os.mkfifo(run / "inputs" / "pipe"),
    "inputs/ was replaced by a link": linked_inputs,
    "inputs/ is missing from run/": lambda run: shutil.rmtree(run / "inputs"),
    "BRIEF.md was changed": lambda run: append(run / "BRIEF.md"),
    "BRIEF.md was deleted or replaced by something that is no file": lambda run: (run / "BRIEF.md").unlink(),
    "task.json was deleted or replaced by something that is no file": lambda run: (run / "task.json").unlink(),
    "task.json was changed": lambda run: (run / "task.json").write_text(json.dumps(TASK | {"budget_usd": 5})),
}


@pytest.mark.parametrize("sentence", CHANGES)
def test_each_change_is_named(workspace, bundle, sentence):
    CHANGES[sentence](workspace)
    assert sentence in changed_files(workspace, bundle, TASK)


def test_a_fifo_in_place_of_an_input_does_not_make_the_check_wait(workspace, bundle):
    (workspace / "inputs" / "a.csv").unlink()
    os.mkfifo(workspace / "inputs" / "a.csv")
    assert changed_files(workspace, bundle, TASK) == [
        "inputs/a.csv was replaced by something that is no regular file",
    ]


@pytest.mark.parametrize("name", [".DS_Store", "Thumbs.db", "~$ledger.xlsx", ".~lock.ledger.ods#"])
def test_what_an_open_office_program_leaves_behind_is_no_change(workspace, bundle, name):
    (workspace / "inputs" / name).write_bytes(b"user")
    assert changed_files(workspace, bundle, TASK) == []


def test_a_task_file_that_is_no_json_is_a_change(workspace, bundle):
    for content in (b"{", b"[" * 100_000, b"\xff\xfe", b"x" * (1024**2 + 1)):
        (workspace / "task.json").write_bytes(content)
        assert changed_files(workspace, bundle, TASK) == ["task.json was changed"]


def test_a_path_longer_than_the_system_allows_does_not_break_the_check(workspace, bundle):
    here = os.open(workspace / "inputs", os.O_RDONLY)
    try:
        for _ in range(20):
            os.mkdir("d" * 250, dir_fd=here)
            below = os.open("d" * 250, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.close(os.open("f", os.O_CREAT, dir_fd=here))
    finally:
        os.close(here)
    assert len(changed_files(workspace, bundle, TASK)) == 1


def test_a_whole_bundle_serves_as_workspace_too(workspace, bundle):
    (workspace / "task.json").write_text(json.dumps(TASK))
    digest = sha256_of(workspace / "task.json")
    assert changed_files(workspace, bundle | {"task.json": digest}, TASK) == []


def test_an_input_blown_up_beyond_all_measure_is_changed_at_once(workspace, bundle):
    os.truncate(workspace / "inputs" / "a.csv", 2**42)
    os.truncate(workspace / "BRIEF.md", 2**42)
    changed = changed_files(workspace, bundle, TASK)
    assert "inputs/a.csv was changed" in changed
    assert any(sentence.startswith("BRIEF.md was ") for sentence in changed)
