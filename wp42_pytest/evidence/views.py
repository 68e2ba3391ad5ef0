"""Views of the kinds that are more than a document: presentations, e-mails, calendars, databases, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

from wp42_pytest.evidence.blocks import placed_blocks
from wp42_pytest.evidence.cells import Cell, Value
from wp42_pytest.evidence.document import Document
from wp42_pytest.evidence.labels import normal_label
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.tables import Header, Row, Table


class Deck(Document):
    """A presentation: a document over the slides that are shown, and one document per slide."""

    @cached_property
    def slides(self) -> list[Document]:
        """Return one document for each slide that is shown, with its notes."""
        shown = [slide["number"] for slide in self.payload["slides"] if slide["shown"]]
        return [self._slide(number) for number in shown]

    def _slide(self, number: int) -> Document:
        blocks = [block for block in self.payload["blocks"] if block["slide"] == number]
        notes = [note for note in self.payload["notes"] if note["slide"] == number]
        name = f"{self.name} slide {number}"
        return Document(name, "slide", placed_blocks(blocks, name), {"notes": notes})

    def __iter__(self) -> Iterator[Document]:
        return iter(self.slides)

    def __len__(self) -> int:
        return len(self.slides)

    def __getitem__(self, at: int) -> Document:
        return self.slides[at]

    @property
    def titles(self) -> list[str]:
        """Return the titles of the slides that are shown."""
        return [slide["title"] for slide in self.payload["slides"] if slide["shown"]]


class Mail(Document):
    """An e-mail: its subject and body as a document, its headers and attachments."""

    def header(self, name: str) -> str:
        """Return a header, "" when there is none.

        Args:
            name: for example `Reply-To`.
        """
        return next((value for key, value in self.payload["headers"] if key.lower() == name.lower()), "")

    @property
    def subject(self) -> str:
        """Return the subject."""
        return self.header("Subject")

    @property
    def sender(self) -> str:
        """Return the From header."""
        return self.header("From")

    @property
    def recipients(self) -> list[str]:
        """Return the addresses of To, Cc and Bcc, in lower case."""
        from email.utils import getaddresses

        values = [value for key, value in self.payload["headers"] if key.lower() in ("to", "cc", "bcc")]
        return [address.lower() for _, address in getaddresses(values) if address]

    @property
    def attachments(self) -> list[dict[str, Any]]:
        """Return name, type, size and sha256 of each attachment."""
        return list(self.payload["attachments"])


@dataclass(frozen=True)
class Event:
    """One entry of a calendar; a moment is a date for whole days, else a datetime in the entry's zone.

    The times in UTC are None for whole days, and where nobody can tell the zone: the calendar neither knows it nor defines it.
    """

    kind: str
    uid: str
    summary: str
    start: date | datetime | None
    end: date | datetime | None
    all_day: bool
    zone: str
    location: str
    description: str
    organizer: str
    attendees: tuple[str, ...]
    rule: str
    status: str
    start_utc: datetime | None = None
    end_utc: datetime | None = None


class Calendar(Document):
    """A calendar: its events, and a document over what they say."""

    @cached_property
    def events(self) -> list[Event]:
        """Return the events in the order of the file."""
        return [_event(raw) for raw in self.payload["events"]]

    def event(self, words: str) -> Event:
        """Return the one event whose summary holds some words.

        Args:
            words: compared without case, spaces and punctuation.

        Raises:
            NotMet: none does, or several that differ.
        """
        found = [event for event in self.events if normal_label(words) in normal_label(event.summary)]
        if len({(event.summary, event.start, event.end) for event in found}) != 1:
            listed = ", ".join(event.summary for event in self.events[:15])
            raise NotMet(f"{self.name} has {len(found)} events {words!r}; events found: {listed or 'none'}")
        return found[0]


def _event(raw: Mapping[str, Any]) -> Event:
    names = ("kind", "uid", "summary", "all_day", "zone", "location", "description", "organizer", "rule", "status")
    start, end = (_moment(raw[name]) for name in ("start", "end"))
    plain: dict[str, Any] = {name: raw[name] for name in names}
    for name in ("start_utc", "end_utc"):
        plain[name] = datetime.fromisoformat(raw[name]) if raw[name] else None
    return Event(start=start, end=end, attendees=tuple(raw["attendees"]), **plain)


def _moment(text: str) -> date | datetime | None:
    if not text:
        return None
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)


@dataclass(frozen=True)
class Database:
    """A SQLite database.

    Args:
        name: the deliverable.
        kind: sqlite.
        payload: what the parser found.
    """

    name: str
    kind: str
    payload: Mapping[str, Any]

    @property
    def table_names(self) -> list[str]:
        """Return the names of tables and views."""
        return [table["name"] for table in self.payload["tables"]]

    @property
    def warnings(self) -> list[str]:
        """Return what the parser found odd."""
        return list(self.payload["warnings"])

    def count(self, name: str) -> int:
        """Return how many rows a table has.

        Raises:
            NotMet: there is no such table, or it cannot be read.
        """
        return int(self._found(name)["count"])

    def table(self, name: str) -> Table:
        """Return a table or view.

        Args:
            name: compared without case, spaces and punctuation.

        Raises:
            NotMet: there is no such table, or its query fails.
        """
        found = self._found(name)
        where = f"{self.name} table {found['name']}"
        headers = [Header(at, (column["name"],)) for at, column in enumerate(found["columns"], 1)]
        table = Table(where, headers)
        for number, values in enumerate(found["rows"], 1):
            cells = {
                at: Cell(f"{where}, row {number}, {header.names[0]}", _value(value), row=number, column=at)
                for at, (header, value) in enumerate(zip(headers, values, strict=False), 1)
                if value is not None
            }
            table.rows.append(Row(table, number, cells))
        return table

    def _found(self, name: str) -> Mapping[str, Any]:
        found = [table for table in self.payload["tables"] if normal_label(table["name"]) == normal_label(name)]
        if not found:
            raise NotMet(f"{self.name} has no table {name!r}; tables found: {', '.join(self.table_names) or 'none'}")
        table: Mapping[str, Any] = found[0]
        if table["reason"]:
            raise NotMet(f"{self.name} table {name} cannot be read: {table['reason']}")
        return table


def _value(value: Any) -> Value:
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return Decimal(value)
    if isinstance(value, float):
        return Decimal(repr(value))
    return f"({value['bytes']} bytes)"


@dataclass(frozen=True)
class Picture:
    """A picture, of which only format and size are read.

    Args:
        name: the deliverable.
        kind: png, jpeg, gif.
        payload: what the parser found.
    """

    name: str
    kind: str
    payload: Mapping[str, Any]

    @property
    def width(self) -> int:
        """Return the width in pixels."""
        return int(self.payload["width"])

    @property
    def height(self) -> int:
        """Return the height in pixels."""
        return int(self.payload["height"])


def _documentary(view: type[Document]) -> Callable[[str, str, Mapping[str, Any]], Document]:
    return lambda name, kind, found: view(name, kind, placed_blocks(found["blocks"], name), found)


VIEWS: dict[str, Callable[[str, str, Mapping[str, Any]], Any]] = {
    "pptx": _documentary(Deck),
    "eml": _documentary(Mail),
    "ics": _documentary(Calendar),
    "sqlite": Database,
    "png": Picture,
    "jpeg": Picture,
    "gif": Picture,
}
"""The view of each kind that has one of its own."""
