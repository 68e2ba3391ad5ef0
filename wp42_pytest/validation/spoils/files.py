"""Deliverables emptied, missing, renamed or cut off, and statements that are not true."""

from __future__ import annotations

import io
import json
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from wp42_pytest.validation.spoils.spoilt import Spoilt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

COMPLETION = "COMPLETION.json"


def spoilt_files(kinds: Mapping[str, str]) -> Iterator[Spoilt]:
    """Yield the ways to spoil each deliverable as a whole.

    Args:
        kinds: the kind of each required deliverable, by its path.
    """
    for path, kind in kinds.items():
        for how, what, change in (
            ("MISSING", "is missing", _remove),
            ("EMPTY", "is empty", _truncate),
            ("BLANK", "holds nothing", partial(_blank, kind)),
            ("CUT", "is cut off after a third", _cut),
            ("RENAMED", "stands there under another name", _rename),
        ):
            name = f"T-{how} {path}"
            yield Spoilt(name, name, f"{path} {what}", partial(_changed, path, change))


def spoilt_statements(*, requires_clarification: bool) -> Iterator[Spoilt]:
    """Yield statements that claim what is not so.

    Args:
        requires_clarification: whether the assignment truly cannot be finished without an answer.
    """
    yield _stated("T-STATUS-INVALID", "COMPLETION.json has a status that does not exist", status="done")
    yield _stated(
        "T-CLAIM",
        "COMPLETION.json lists a deliverable that is not there",
        deliverables=["appendix_b.xlsx"],
        status="completed",
    )
    if requires_clarification:
        yield _stated(
            "T-UNASKED",
            "what must be asked is not asked",
            status="completed",
            questions=[],
            issues_found=[],
            assumptions=[],
        )


def blank(kind: str) -> bytes:
    """Return a file of a kind that opens and says nothing."""
    if kind == "xlsx":
        from openpyxl import Workbook

        return _saved(Workbook())
    if kind == "docx":
        from docx import Document

        return _saved(Document())
    if kind == "pptx":
        from pptx import Presentation

        return _saved(Presentation())
    if kind == "pdf":
        from pypdf import PdfWriter

        writer = PdfWriter()
        writer.add_blank_page(612, 792)
        written = io.BytesIO()
        writer.write(written)
        return written.getvalue()
    return _BLANK_TEXTS.get(kind, b"\n")


_BLANK_TEXTS = {
    "json": b"{}\n",
    "ics": b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//blank//EN\r\nEND:VCALENDAR\r\n",
    "eml": b"From: a@b.example\r\nTo: c@d.example\r\nSubject: \r\n\r\n\r\n",
}


def _saved(document: Any) -> bytes:
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _changed(path: str, change: Callable[[Path], None], workspace: Path) -> None:
    change(workspace / "out" / path)


def _remove(path: Path) -> None:
    path.unlink()


def _truncate(path: Path) -> None:
    path.write_bytes(b"")


def _blank(kind: str, path: Path) -> None:
    path.write_bytes(blank(kind))


def _cut(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 3])


def _rename(path: Path) -> None:
    name = PurePosixPath(path.name)
    path.rename(path.with_name(f"{name.stem}_final{name.suffix}"))


def _stated(name: str, what: str, **fields: Any) -> Spoilt:
    return Spoilt(name, name, what, partial(_restate, fields))


def _restate(fields: Mapping[str, Any], workspace: Path) -> None:
    path = workspace / "out" / COMPLETION
    content = json.loads(path.read_bytes())
    path.write_text(json.dumps(content | dict(fields), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
