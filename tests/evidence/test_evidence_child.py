"""The sealed child: a file can kill or hang it, and only that file suffers."""

from __future__ import annotations

import io
import os
import time
import zipfile
from pathlib import Path

import pytest

from wp42_pytest.evidence.parse.rewrite import rewritten
from wp42_pytest.evidence.reader import ReaderChild
from wp42_pytest.evidence.refusal import Reason, Refused


@pytest.fixture
def child():
    child = ReaderChild(cpu_seconds=1, wall_seconds=60)
    yield child
    child.close()


def plain_book(*formulas: str) -> bytes:
    """A book for the engines, as `rewritten` makes it, but with formulas that `rewritten` would not let through."""
    cells = [[row, 2, None, "", "=1"] for row in range(1, len(formulas) + 1)]
    book = rewritten({"sheets": [{"name": "S", "cells": [[1, 1, 2], *cells]}]})
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            if name.endswith("sheet1.xml"):
                for row, formula in enumerate(formulas, 1):
                    text = text.replace(f'<c r="B{row}"><f>1</f>', f'<c r="B{row}"><f>{formula}</f>')
            new.writestr(name, text)
    return buffer.getvalue()


ABORTS = plain_book("(" * 3000 + "A1" + ")" * 3000)
HANGS = plain_book(*(f'SUMPRODUCT((Z:Z="a{number}")*(Y:Y={number}))' for number in range(60)))


def pid_of(child: ReaderChild) -> int:
    assert child._process is not None
    return child._process.pid


def test_one_warm_process_serves_many_files(child: ReaderChild) -> None:
    assert child.ask("json", b'{"total": 1}').found["value"] == {"total": 1}
    first = pid_of(child)
    assert child.ask("csv", b"a,b\n1,2\n").found["rows"] == [["a", "b"], ["1", "2"]]
    assert pid_of(child) == first


def test_a_refusal_is_typed_and_leaves_the_child_alive(child: ReaderChild) -> None:
    with pytest.raises(Refused) as refused:
        child.ask("json", b"{")
    assert refused.value.reason is Reason.invalid_json
    first = pid_of(child)
    assert child.ask("json", b"1").found["value"] == 1
    assert pid_of(child) == first


def test_a_file_that_kills_the_reader_costs_that_file_only(child: ReaderChild) -> None:
    assert child.ask("json", b"1").found["value"] == 1
    with pytest.raises(Refused) as refused:
        child.ask("ironcalc", ABORTS)
    assert refused.value.reason is Reason.parser_died
    assert "SIG" in refused.value.sentence
    assert child.ask("json", b"2").found["value"] == 2


def test_a_file_that_hangs_the_reader_is_stopped_and_the_next_one_is_read(child: ReaderChild) -> None:
    started = time.monotonic()
    with pytest.raises(Refused) as refused:
        child.ask("ironcalc", HANGS)
    assert refused.value.reason is Reason.timed_out
    assert time.monotonic() - started < 60
    assert child.ask("json", b"3").found["value"] == 3


def test_the_clock_stops_a_child_that_computes_nothing() -> None:
    child = ReaderChild(cpu_seconds=60, wall_seconds=0.2)
    try:
        with pytest.raises(Refused) as refused:
            child.ask("ironcalc", HANGS)
        assert refused.value.reason is Reason.timed_out
    finally:
        child.close()


def test_earlier_cpu_time_does_not_count_against_a_later_file(child: ReaderChild) -> None:
    rows = b"\n".join(b"%d,%d,%d" % (n, n, n) for n in range(15_000))
    for _ in range(8):
        assert len(child.ask("csv", rows).found["rows"]) == 15_000


def test_an_answer_that_nobody_fetched_is_never_taken_for_another_files(child: ReaderChild) -> None:
    child.send("json", b'"first"')
    child.send("json", b'"second"')
    assert child.receive().found["value"] == "second"


def test_an_interrupted_read_leaves_no_answer_behind(child: ReaderChild, monkeypatch: pytest.MonkeyPatch) -> None:
    child.ask("json", b"1")

    def interrupted() -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(child, "_answer", interrupted)
        with pytest.raises(KeyboardInterrupt):
            child.ask("json", b'"first"')
    assert child.ask("json", b'"second"').found["value"] == "second"


def test_nonsense_from_the_child_is_the_end_of_that_file(child: ReaderChild, monkeypatch: pytest.MonkeyPatch) -> None:
    for nonsense in ({}, {"refused": "no such reason"}, []):
        with monkeypatch.context() as patched:
            patched.setattr(child, "_answer", lambda nonsense=nonsense: (nonsense, b""))
            with pytest.raises(Refused) as refused:
                child.ask("json", b"1")
        assert refused.value.reason is Reason.parser_died
    assert child.ask("json", b"2").found["value"] == 2


def test_a_child_that_died_between_two_files_is_replaced(child: ReaderChild) -> None:
    child.ask("json", b"1")
    os.kill(pid_of(child), 9)
    time.sleep(0.05)
    assert child.ask("json", b"2").found["value"] == 2


def test_the_child_sees_no_environment_folder_or_open_file_of_its_parent(
    child: ReaderChild, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WP42_SECRET", "oracle")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("raise SystemExit('planted')")
    with (tmp_path / "open.txt").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        assert child.ask("json", b"1").found["value"] == 1
        process = Path(f"/proc/{pid_of(child)}")
        assert b"WP42_SECRET" not in (process / "environ").read_bytes()
        assert (process / "cwd").readlink() == Path("/")
        opened = [link.readlink().name for link in (process / "fd").iterdir() if link.is_symlink()]
        assert "open.txt" not in opened


def test_the_child_has_limits_of_its_own(child: ReaderChild) -> None:
    child.ask("json", b"1")
    limits = Path(f"/proc/{pid_of(child)}/limits").read_text()
    lines = {line[:25].strip(): line[25:].split() for line in limits.splitlines()}
    assert lines["Max address space"][0] == str(3 * 1024**3)
    assert lines["Max core file size"][0] == "0"
    assert lines["Max cpu time"][0] != "unlimited"


def test_a_child_is_replaced_after_many_files(child: ReaderChild, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wp42_pytest.evidence.reader.FILES_PER_CHILD", 2)
    pids = []
    for _ in range(4):
        child.ask("json", b"1")
        pids.append(pid_of(child))
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_text_that_no_encoding_can_hold_arrives_as_question_marks(child: ReaderChild) -> None:
    assert child.ask("json", b'"a\\ud800b"').found["value"] == "a?b"


def test_an_isolated_read_costs_little_once_warm(child: ReaderChild) -> None:
    data = b'{"total": 184206.58, "items": [1, 2, 3]}'
    child.ask("json", data)
    started = time.process_time()
    for _ in range(50):
        child.ask("json", data)
    assert (time.process_time() - started) / 50 < 0.015
