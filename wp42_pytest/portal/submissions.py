"""Keeps what was submitted: `out/portal_submissions.json` and the files beside it.

The worker writes to `out/` as well, so nothing that is found there is trusted: what the file says is what this process
remembers, and it is written anew with every submission.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from pydantic import TypeAdapter, ValidationError

from wp42_pytest.model.portal import PortalSubmission, StoredFile
from wp42_pytest.portal.bundle import PortalError
from wp42_pytest.portal.fields import Checked
from wp42_pytest.portal.files import folder_below, open_folder, read_below, replace_file

SUBMISSIONS_FILE = "portal_submissions.json"
UPLOADS_FOLDER = "portal_uploads"

MOST_SUBMISSIONS = 10_000
MOST_UPLOADED_BYTES = 250_000_000
"""What one run may store through the portal: a worker's own disk limit does not hold for what the portal writes."""

_SUBMISSIONS = TypeAdapter(list[PortalSubmission])


class StorageError(Exception):
    """A submission could not be stored, and was not; the text says why."""


def utc_now() -> datetime:
    """Return the time of a submission, the only clock that the worker gets to see."""
    return datetime.now(UTC)


class SubmissionBook:
    """Every submission of one run, numbered in the order in which they were stored."""

    def __init__(self, out: Path, now: Callable[[], datetime] = utc_now) -> None:
        """Open the book, going on where an earlier server of the same run stopped.

        Args:
            out: the run's `out/` folder.
            now: tells the time of a submission.

        Raises:
            PortalError: when `out` is not a folder or holds submissions that cannot be read.
        """
        self._now = now
        self._lock = threading.Lock()
        self._out = open_folder(out, "submissions go to")
        try:
            self._entries = _earlier(self._out, out / SUBMISSIONS_FILE)
        except PortalError:
            os.close(self._out)
            raise
        self._uploaded = sum(
            value.bytes for entry in self._entries for value in entry.values.values() if isinstance(value, StoredFile)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._out)

    def entries(self) -> list[PortalSubmission]:
        """Return every submission, oldest first."""
        return list(self._entries)

    def find(self, number: str) -> PortalSubmission | None:
        """Return the submission with a reference number."""
        return next((entry for entry in self._entries if entry.number == number), None)

    def add(self, form: str, checked: Checked) -> PortalSubmission:
        """Store one submission; it counts once the file that holds it stands in `out/`.

        Args:
            form: the form's id.
            checked: what was typed, found without errors.

        Raises:
            StorageError: when it cannot be stored; it gets no number then.
        """
        with self._lock:
            if len(self._entries) >= MOST_SUBMISSIONS:
                msg = f"this portal stores no more than {MOST_SUBMISSIONS:,} submissions"
                raise StorageError(msg)
            arriving = sum(len(upload.data) for upload in checked.files.values())
            if self._uploaded + arriving > MOST_UPLOADED_BYTES:
                msg = f"this portal stores no more than {MOST_UPLOADED_BYTES // 1_000_000} MB of files"
                raise StorageError(msg)
            try:
                entry = self._store(_number(len(self._entries)), form, checked)
            except OSError as error:
                msg = f"the portal could not write to its storage ({error.strerror})"
                raise StorageError(msg) from error
            self._entries.append(entry)
            self._uploaded += arriving
            return entry

    def _store(self, number: str, form: str, checked: Checked) -> PortalSubmission:
        files = {
            name: StoredFile(
                name=upload.name,
                path=f"{UPLOADS_FOLDER}/{number}-{name}-{upload.name}",
                bytes=len(upload.data),
                sha256=hashlib.sha256(upload.data).hexdigest(),
            )
            for name, upload in checked.files.items()
        }
        if files:
            with self._uploads() as folder:
                for name, stored in files.items():
                    replace_file(folder, Path(stored.path).name, checked.files[name].data)
        entry = PortalSubmission(
            number=number,
            form=form,
            time=self._now().isoformat(timespec="milliseconds"),
            values={**checked.values, **files},
        )
        replace_file(self._out, SUBMISSIONS_FILE, _SUBMISSIONS.dump_json([*self._entries, entry], indent=2))
        return entry

    @contextlib.contextmanager
    def _uploads(self) -> Iterator[int]:
        with contextlib.suppress(FileExistsError):
            os.mkdir(UPLOADS_FOLDER, 0o755, dir_fd=self._out)
        with folder_below(self._out, UPLOADS_FOLDER) as folder:
            yield folder


def _number(earlier: int) -> str:
    return f"SUB-{earlier + 1:04d}"


def _earlier(out: int, shown: Path) -> list[PortalSubmission]:
    try:
        entries = _SUBMISSIONS.validate_json(read_below(out, SUBMISSIONS_FILE))
    except FileNotFoundError:
        return []
    except OSError as error:
        msg = f"{shown} cannot be read: {error.strerror}"
        raise PortalError(msg) from None
    except ValidationError:
        entries = []
    # An empty file or a gap in the numbers was not written by this book, and going on would give a number twice.
    if not entries or [entry.number for entry in entries] != [_number(place) for place in range(len(entries))]:
        msg = f"{shown} was not written by this portal; move it away or choose another run folder"
        raise PortalError(msg)
    return entries
