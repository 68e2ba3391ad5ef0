"""The book of submissions: numbered, atomic, and unmoved by what the worker plants in out/."""

import json
import os
import threading
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from wp42_pytest.portal import submissions
from wp42_pytest.portal.bundle import PortalError
from wp42_pytest.portal.fields import Checked, Upload
from wp42_pytest.portal.submissions import StorageError, SubmissionBook


def note(text: str, **files: Upload) -> Checked:
    return Checked({"subject": text, **dict.fromkeys(files)}, files, {})


def on_disk(out) -> list[dict]:
    return json.loads((out / "portal_submissions.json").read_bytes())


def noon() -> datetime:
    return datetime(2025, 11, 4, 12, 0, 0, 500_000, tzinfo=UTC)


def test_a_submission_is_kept_with_number_form_time_and_values(own_out):
    with SubmissionBook(own_out, noon) as book:
        book.add("note", note("Été"))
    assert on_disk(own_out) == [
        {
            "number": "SUB-0001",
            "form": "note",
            "time": "2025-11-04T12:00:00.500+00:00",
            "values": {"subject": "Été"},
        }
    ]


def test_an_uploaded_file_is_kept_beside_it_with_its_hash(own_out):
    with SubmissionBook(own_out) as book:
        entry = book.add("note", note("a", workbook=Upload("b.csv", b"1,2\n")))
    stored = on_disk(own_out)[0]["values"]["workbook"]
    assert stored == {
        "name": "b.csv",
        "path": "portal_uploads/SUB-0001-workbook-b.csv",
        "bytes": 4,
        "sha256": sha256(b"1,2\n").hexdigest(),
    }
    assert (own_out / stored["path"]).read_bytes() == b"1,2\n"
    assert list(entry.values) == ["subject", "workbook"]


def test_submissions_at_the_same_moment_are_all_kept_and_numbered_once(own_out):
    barrier = threading.Barrier(8)
    with SubmissionBook(own_out) as book:

        def submit(worker: int) -> None:
            barrier.wait()
            for turn in range(10):
                book.add("note", note(f"{worker}/{turn}", file=Upload("f.txt", f"{worker}/{turn}".encode())))

        threads = [threading.Thread(target=submit, args=(worker,)) for worker in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    kept = on_disk(own_out)
    assert [entry["number"] for entry in kept] == [f"SUB-{n:04d}" for n in range(1, 81)]
    assert {entry["values"]["subject"] for entry in kept} == {f"{w}/{t}" for w in range(8) for t in range(10)}
    for entry in kept:
        assert (own_out / entry["values"]["file"]["path"]).read_text() == entry["values"]["subject"]


def test_a_reader_never_sees_half_a_file(own_out):
    seen, done = [], threading.Event()

    def read() -> None:
        while not done.is_set():
            if (own_out / "portal_submissions.json").exists():
                seen.append(len(on_disk(own_out)))

    reader = threading.Thread(target=read)
    with SubmissionBook(own_out) as book:
        reader.start()
        for turn in range(60):
            book.add("note", note("x" * 2000 + str(turn)))
        done.set()
        reader.join()
    assert seen == sorted(seen)
    assert len(on_disk(own_out)) == 60


def test_a_server_that_starts_again_goes_on_counting(own_out):
    with SubmissionBook(own_out) as book:
        book.add("note", note("one"))
    with SubmissionBook(own_out) as book:
        assert [entry.values["subject"] for entry in book.entries()] == ["one"]
        assert book.add("note", note("two")).number == "SUB-0002"
    assert len(on_disk(own_out)) == 2


@pytest.mark.parametrize(
    "planted", ["not json", "[]", "{}", '[{"number": "SUB-0007", "form": "n", "time": "", "values": {}}]']
)
def test_a_submissions_file_that_the_portal_did_not_write_is_refused_at_the_start(own_out, planted):
    (own_out / "portal_submissions.json").write_text(planted)
    with pytest.raises(PortalError, match="was not written by this portal"):
        SubmissionBook(own_out)


def test_what_the_worker_does_to_the_file_is_undone_by_the_next_submission(own_out):
    with SubmissionBook(own_out) as book:
        book.add("note", note("one"))
        (own_out / "portal_submissions.json").write_text("[]")
        book.add("note", note("two"))
    assert [entry["values"]["subject"] for entry in on_disk(own_out)] == ["one", "two"]


def test_a_link_in_place_of_the_file_is_replaced_and_its_target_left_alone(own_out, tmp_path):
    target = tmp_path / "elsewhere.json"
    target.write_text("untouched")
    with SubmissionBook(own_out) as book:
        (own_out / "portal_submissions.json").symlink_to(target)
        book.add("note", note("one"))
    assert target.read_text() == "untouched"
    assert not (own_out / "portal_submissions.json").is_symlink()
    assert len(on_disk(own_out)) == 1


def test_a_link_that_is_there_at_the_start_is_refused(own_out, tmp_path):
    target = tmp_path / "elsewhere.json"
    target.write_text("[]")
    (own_out / "portal_submissions.json").symlink_to(target)
    with pytest.raises(PortalError, match="cannot be read"):
        SubmissionBook(own_out)


def test_a_pipe_in_place_of_the_file_does_not_hold_the_server_up(own_out):
    os.mkfifo(own_out / "portal_submissions.json")
    with pytest.raises(PortalError, match="not a regular file"):
        SubmissionBook(own_out)


def test_uploads_do_not_follow_a_linked_folder(own_out, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with SubmissionBook(own_out) as book:
        (own_out / "portal_uploads").symlink_to(elsewhere)
        with pytest.raises(StorageError, match="could not write"):
            book.add("note", note("a", file=Upload("b.csv", b"1")))
        assert book.entries() == []
    assert list(elsewhere.iterdir()) == []


def test_a_link_planted_under_the_name_of_an_upload_is_replaced(own_out, tmp_path):
    target = tmp_path / "elsewhere.csv"
    target.write_text("untouched")
    (own_out / "portal_uploads").mkdir()
    (own_out / "portal_uploads" / "SUB-0001-file-b.csv").symlink_to(target)
    with SubmissionBook(own_out) as book:
        book.add("note", note("a", file=Upload("b.csv", b"1")))
    assert target.read_text() == "untouched"
    assert (own_out / "portal_uploads" / "SUB-0001-file-b.csv").read_bytes() == b"1"


def test_a_submission_that_cannot_be_stored_gets_no_number(own_out):
    with SubmissionBook(own_out) as book:
        (own_out / "portal_submissions.json").mkdir()
        with pytest.raises(StorageError, match="could not write to its storage"):
            book.add("note", note("lost"))
        (own_out / "portal_submissions.json").rmdir()
        assert book.add("note", note("kept")).number == "SUB-0001"
    assert [entry["values"]["subject"] for entry in on_disk(own_out)] == ["kept"]
    assert sorted(path.name for path in own_out.iterdir()) == ["portal_submissions.json"]


def test_out_must_be_a_folder_and_no_link(own_out, tmp_path):
    (tmp_path / "link").symlink_to(own_out)
    with pytest.raises(PortalError, match="not a folder that can be used"):
        SubmissionBook(tmp_path / "link")
    with pytest.raises(PortalError, match="not a folder that can be used"):
        SubmissionBook(tmp_path / "nowhere")


def test_what_one_run_can_store_is_bounded(own_out, monkeypatch):
    monkeypatch.setattr(submissions, "MOST_SUBMISSIONS", 2)
    monkeypatch.setattr(submissions, "MOST_UPLOADED_BYTES", 10)
    with SubmissionBook(own_out) as book:
        book.add("note", note("a", file=Upload("b.csv", b"123456")))
        with pytest.raises(StorageError, match="no more than 0 MB of files"):
            book.add("note", note("b", file=Upload("b.csv", b"123456")))
        book.add("note", note("c"))
        with pytest.raises(StorageError, match="no more than 2 submissions"):
            book.add("note", note("d"))
    assert [entry["values"]["subject"] for entry in on_disk(own_out)] == ["a", "c"]
