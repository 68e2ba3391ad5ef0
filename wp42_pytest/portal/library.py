"""The document library: finds documents by words and category, and reads their bytes from `inputs/`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Self
from urllib.parse import quote

from wp42_pytest.evidence.characters import folded_text
from wp42_pytest.model.portal import PortalDocument
from wp42_pytest.portal.fields import size_text
from wp42_pytest.portal.files import open_folder, read_below

CONTENT_TYPES: dict[str, tuple[str, str]] = {
    "csv": ("text/csv", "CSV table"),
    "docx": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "Word document"),
    "eml": ("message/rfc822", "E-mail message"),
    "ics": ("text/calendar", "Calendar"),
    "json": ("application/json", "JSON data"),
    "md": ("text/markdown", "Markdown text"),
    "pdf": ("application/pdf", "PDF document"),
    "png": ("image/png", "PNG image"),
    "pptx": ("application/vnd.openxmlformats-officedocument.presentationml.presentation", "PowerPoint slides"),
    "sqlite": ("application/vnd.sqlite3", "SQLite database"),
    "txt": ("text/plain", "Text"),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "Excel workbook"),
}
"""By file ending: the type it is sent as (no charset, since the bytes are not looked at) and what people call it."""

UNKNOWN_TYPE = ("application/octet-stream", "File")


@dataclass(frozen=True)
class Entry:
    """A document as the library lists it."""

    id: str
    title: str
    category: str
    path: str
    size: str

    @property
    def file_name(self) -> str:
        """The bare file name."""
        return PurePosixPath(self.path).name

    @property
    def content_type(self) -> str:
        """The media type it is sent as."""
        return _type(self.path)[0]

    @property
    def kind(self) -> str:
        """What people call this kind of file."""
        return _type(self.path)[1]

    @property
    def disposition(self) -> str:
        """The header that has a browser keep it under its own name."""
        plain = (
            self.file_name.encode("ascii", "replace").decode().replace("\\", "_").replace('"', "_").replace("?", "_")
        )
        return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(self.file_name, safe='')}"


class Library:
    """The documents of one portal; addresses name a document by its id, never by a path."""

    def __init__(self, documents: Sequence[PortalDocument], inputs: Path) -> None:
        """Open the library.

        Args:
            documents: what it holds.
            inputs: the folder below which their paths lead.

        Raises:
            PortalError: when `inputs` is not a folder.
        """
        self._inputs = open_folder(inputs, "documents come from")
        self.entries = [
            Entry(each.id, each.title, each.category, each.path, self._size(each.path)) for each in documents
        ]
        self.categories = list(dict.fromkeys(entry.category for entry in self.entries))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._inputs)

    def find(self, identifier: str) -> Entry | None:
        """Return the entry with an id."""
        return next((entry for entry in self.entries if entry.id == identifier), None)

    def search(self, words: str, category: str = "") -> dict[str, list[Entry]]:
        """Return the entries by category whose title, file name, kind or category holds every word.

        Args:
            words: what is looked for, in any order, whatever its case and accents.
            category: the one category to look in; empty means all.
        """
        wanted = folded_text(words).split()
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            text = folded_text(f"{entry.title} {entry.file_name} {entry.kind} {entry.category}")
            if category in ("", entry.category) and all(word in text for word in wanted):
                found.setdefault(entry.category, []).append(entry)
        return found

    def read(self, entry: Entry) -> bytes:
        """Return the bytes of a document.

        Raises:
            OSError: when it is gone, or is a link or leads through one.
        """
        return read_below(self._inputs, entry.path)

    def _size(self, path: str) -> str:
        try:
            return size_text(len(read_below(self._inputs, path)))
        except OSError:
            return "not available"


def _type(path: str) -> tuple[str, str]:
    return CONTENT_TYPES.get(PurePosixPath(path).suffix.lstrip(".").lower(), UNKNOWN_TYPE)
