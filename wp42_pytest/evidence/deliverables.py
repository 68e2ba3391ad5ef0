"""The out folder as evaluators see it: every deliverable guarded, parsed once, when it is first asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.evidence.guard import Guarded, list_names, read_guarded
from wp42_pytest.evidence.kinds import READABLE, Kind, named_kind
from wp42_pytest.evidence.numbers import COMMA
from wp42_pytest.evidence.reader import READER, Answer
from wp42_pytest.evidence.refusal import NotMet, Reason, Refused, Unreadable
from wp42_pytest.evidence.tables import Table
from wp42_pytest.evidence.text_table import grid_of_rows, table_of_rows, writes_decimal_commas
from wp42_pytest.evidence.workbook import Workbook

if TYPE_CHECKING:
    from wp42_pytest.evidence.document import Document

WORKBOOK_KINDS = frozenset({Kind.xlsx, Kind.xlsb, Kind.xls, Kind.ods})
PROSE_KINDS = (Kind.docx, Kind.md, Kind.txt, Kind.pdf, Kind.eml)
_PARSER = {Kind.jpeg: "png", Kind.gif: "png"}

CACHED_FILES = 256
CACHED_BYTES = 16 * 1024**2
"""Most files, and most bytes of them, whose answers are kept; an answer takes several times its file."""


class _Parsed:
    """Answers of the reader child by digest and kind: grading many runs meets the same file again and again."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], tuple[int, Answer | Refused]] = OrderedDict()
        self._size = 0

    def of(self, guarded: Guarded, kind: Kind) -> Answer:
        key = (guarded.digest, kind.value)
        if key not in self._answers:
            try:
                answer: Answer | Refused = READER.ask(_PARSER.get(kind, kind.value), guarded.data)
            except Refused as refused:
                answer = refused
            self._keep(key, len(guarded.data), answer)
        answer = self._answers[key][1]
        if isinstance(answer, Refused):
            raise Refused(answer.reason, answer.sentence)
        return answer

    def _keep(self, key: tuple[str, str], size: int, answer: Answer | Refused) -> None:
        self._answers[key] = (size, answer)
        self._size += size
        while len(self._answers) > 1 and (self._size > CACHED_BYTES or len(self._answers) > CACHED_FILES):
            self._size -= self._answers.popitem(last=False)[1][0]

    def clear(self) -> None:
        """Forget every answer."""
        self._answers.clear()
        self._size = 0


_PARSED = _Parsed()


class Deliverables:
    """The files that a worker left.

    Args:
        folder: the out folder.
        declared: kind asked for, by deliverable name: `{"report.docx": "docx"}`.
        locale: the declared locale of the task, which decides how `1,234` is read.
    """

    def __init__(self, folder: Path, declared: Mapping[str, str] | None = None, locale: str | None = "en") -> None:
        self.folder = Path(folder)
        self.locale = locale
        self.declared: dict[str, Kind] = {name: Kind(kind) for name, kind in (declared or {}).items()}
        self._guarded: dict[str, Guarded | Refused] = {}
        self._views: dict[tuple[str, str], Any] = {}

    def names(self) -> list[str]:
        """Return the names of everything in the folder that is no folder, links included, sorted."""
        try:
            return list_names(self.folder)
        except Refused:
            return []

    def exists(self, name: str) -> bool:
        """Tell whether a deliverable is there as a regular file that the guard lets through."""
        try:
            self._open(name)
        except Unreadable:
            return False
        return True

    def kind(self, name: str) -> Kind:
        """Return what a deliverable is, whatever its name says.

        Raises:
            Unreadable: it is missing, or the guard refuses it.
        """
        return self._open(name).kind

    def digest(self, name: str) -> str:
        """Return the sha256 of a deliverable, or "refused: …" with the reason."""
        try:
            return self._open(name).digest
        except Unreadable as error:
            return f"refused: {error.reason.value}"

    def bytes(self, name: str) -> bytes:
        """Return the guarded bytes of a deliverable.

        Raises:
            Unreadable: it is missing, or the guard refuses it.
        """
        return self._open(name).data

    def require_kind(self, name: str) -> None:
        """Check that a deliverable is of the kind that was asked for, and can be read.

        Raises:
            NotMet: it is of another kind.
            Unreadable: it cannot be read.
        """
        wanted = self.declared.get(name) or named_kind(name)
        guarded = self._open(name)
        if wanted is not None and guarded.kind is not wanted:
            raise NotMet(f"{name} is {_article(guarded.kind)} file, but {_article(wanted)} file was asked for")
        if guarded.kind in READABLE:
            self._parsed(name, guarded.kind)

    def workbook(self, name: str) -> Workbook:
        """Return a workbook: xlsx, or xls and ods under whatever name; a csv file counts as a workbook of one sheet.

        Raises:
            Unreadable: it is missing, refused, or no workbook.
        """
        book: Workbook = self._view(name, "workbook", self._new_workbook)
        return book

    def table(self, name: str, *columns: str, aliases: Mapping[str, Any] | None = None) -> Table:
        """Return a text table (csv, tsv), or the table of a workbook's only visible sheet.

        Args:
            name: the deliverable.
            columns: headers that find the header row; without any it is the first row that spans the table.
            aliases: column → other headers that mean it.

        Raises:
            Unreadable: it is missing or refused.
            NotMet: no row holds at least half of the headers.
        """
        guarded = self._open(name)
        if guarded.kind in WORKBOOK_KINDS:
            visible = self.workbook(name).visible
            if len(visible) != 1:
                raise NotMet(f"{name} is a workbook of {len(visible)} sheets, but one table was asked for")
            return table_of_rows(visible[0].grid, columns, aliases)
        grid = self._view(name, "grid", self._new_grid)
        return table_of_rows(grid, columns, aliases)

    def json(self, name: str) -> Any:
        """Return the value of a JSON file.

        Raises:
            Unreadable: it is missing, refused, or no JSON.
        """
        return self._found(name, Kind.json)["value"]

    def document(self, name: str) -> Document:
        """Return a document to read as prose: docx, md, txt, pdf, eml.

        Raises:
            Unreadable: it is missing or refused.
        """
        document: Document = self._view(name, "document", self._new_document)
        return document

    def slides(self, name: str) -> Any:
        """Return a presentation, a document per slide."""
        return self._view(name, "slides", self._new_document)

    def pdf(self, name: str) -> Document:
        """Return a pdf as a document."""
        return self.document(name)

    def mail(self, name: str) -> Any:
        """Return an e-mail."""
        return self._view(name, "mail", self._new_document)

    def calendar(self, name: str) -> Any:
        """Return a calendar."""
        return self._view(name, "calendar", self._new_document)

    def database(self, name: str) -> Any:
        """Return a database."""
        return self._view(name, "database", self._new_document)

    def prose(self) -> Document:
        """Return one document over every prose deliverable that can be read."""
        from wp42_pytest.evidence.document import Document

        documents = []
        for name in self.names():
            try:
                if self.kind(name) in PROSE_KINDS:
                    documents.append(self.document(name))
            except Unreadable:
                continue
        return Document.joined(documents)

    def found(self, name: str) -> dict[str, Any]:
        """Return what the parser found in a deliverable, as the reader child sent it.

        Raises:
            Unreadable: it is missing or refused.
        """
        return self._found(name, self.kind(name))

    def _open(self, name: str) -> Guarded:
        if name not in self._guarded:
            try:
                self._guarded[name] = read_guarded(self.folder, name, self.declared.get(name))
            except Refused as refused:
                self._guarded[name] = refused
        found = self._guarded[name]
        if isinstance(found, Refused):
            raise Unreadable(name, found.reason, found.sentence)
        return found

    def _parsed(self, name: str, kind: Kind) -> Answer:
        try:
            return _PARSED.of(self._open(name), kind)
        except Refused as refused:
            raise Unreadable(name, refused.reason, refused.sentence) from None

    def _found(self, name: str, wanted: Kind) -> dict[str, Any]:
        kind = self.kind(name)
        if kind is not wanted and not (wanted is Kind.json and kind in (Kind.txt, Kind.md, Kind.csv)):
            raise Unreadable(name, Reason.wrong_kind, f"it is {_article(kind)} file, not {_article(wanted)} file")
        return self._parsed(name, wanted).found

    def _view(self, name: str, what: str, make: Any) -> Any:
        key = (name, what)
        if key not in self._views:
            self._views[key] = make(name)
        return self._views[key]

    def _new_workbook(self, name: str) -> Workbook:
        kind = self.kind(name)
        if kind is Kind.csv:
            grid = self._view(name, "grid", self._new_grid)
            cells = [[cell.row, cell.column, cell.text] for row in grid.rows.values() for cell in row.values()]
            return Workbook(name, {"reader": "csv", "sheets": [{"name": name, "cells": cells}]}, locale=self.locale)
        if kind not in WORKBOOK_KINDS:
            raise Unreadable(name, Reason.wrong_kind, f"it is {_article(kind)} file, not a workbook")
        answer = self._parsed(name, kind)
        return Workbook(name, answer.found, answer.attached, self.locale)

    def _new_grid(self, name: str) -> Any:
        found = self._found(name, Kind.csv)
        # A semicolon between fields leaves the comma for decimals: such a file declares its own notation.
        own_notation = found["delimiter"] == ";" and writes_decimal_commas(found["rows"])
        return grid_of_rows(name, found["rows"], COMMA if own_notation else self.locale)

    def _new_document(self, name: str) -> Any:
        from wp42_pytest.evidence.document import document_of

        kind = self.kind(name)
        if kind not in READABLE:
            raise Unreadable(name, Reason.wrong_kind, f"it is {_article(kind)} file, which is not read")
        return document_of(name, kind.value, self._parsed(name, kind).found)

    def __repr__(self) -> str:
        return f"Deliverables({', '.join(self.names())})"


def _article(kind: Kind) -> str:
    return (
        f"an {kind.value}"
        if kind.value[0] in "eio" or kind.value in ("xlsx", "xls", "xml", "html", "md", "rtf")
        else f"a {kind.value}"
    )
