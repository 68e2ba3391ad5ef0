"""Everything that a worker wrote anywhere: all files, asked for or not, with what a reader of them does not see at once.

Criteria read what a person sees of what was asked for. Checks for what must stand nowhere (somebody's private data, the
sender of a tip) must not stop there: a comment, a struck line, a file property or a further file tells it as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wp42_pytest.evidence.deliverables import WORKBOOK_KINDS
from wp42_pytest.evidence.kinds import READABLE
from wp42_pytest.evidence.refusal import Unreadable

if TYPE_CHECKING:
    from wp42_pytest.evidence.deliverables import Deliverables

_OURS = frozenset(
    {"kind", "type", "state", "reader", "delimiter", "encoding", "zone", "ref", "untrusted_zero", "columns"}
)
"""Keys under which a parser notes how something is kept, not what it says."""

PORTAL = "portal_submissions.json"
"""What the portal writes itself."""


@dataclass(frozen=True)
class Passage:
    """A piece of text, and where it stands.

    Args:
        file: the file, relative to the out folder.
        part: where in it: "" for its running content, else comments, hidden, struck, properties, …
        text: the text.
    """

    file: str
    part: str
    text: str

    @property
    def where(self) -> str:
        """Return the place, for a message."""
        return f"{self.file} ({self.part})" if self.part else self.file


def everything(out: Deliverables, but: Collection[str] = ()) -> Iterator[Passage]:
    """Yield every text in the out folder: of all files that can be read, in sight or not.

    Args:
        out: the out folder.
        but: files to leave out, such as `COMPLETION.json`, in which a worker may have to tell what a letter may not.
    """
    for name in out.names():
        if name in but:
            continue
        yield Passage(name, "its name", name)
        try:
            if out.kind(name) in READABLE:
                yield from _passages(name, out)
        except Unreadable:
            continue


def further_files(out: Deliverables) -> list[str]:
    """Return the files that nobody asked for, without what the portal wrote."""
    return [name for name in out.names() if name not in out.declared and name != PORTAL]


def _passages(name: str, out: Deliverables) -> Iterator[Passage]:
    found = out.found(name)
    if out.kind(name) in WORKBOOK_KINDS:
        book = out.workbook(name)
        for sheet in book.sheets:
            yield Passage(name, f"sheet {sheet.name}", sheet.name)
            yield from (Passage(name, f"sheet {sheet.name}", cell.text) for cell in sheet.cells if cell.text.strip())
        found = {key: value for key, value in found.items() if key != "sheets"} | {
            "comments": [text for sheet in book.sheets for _, _, text in sheet.comments]
        }
    if isinstance(found.get("rows"), list):
        yield from (Passage(name, "", " | ".join(map(str, row))) for row in found["rows"])
        found = {key: value for key, value in found.items() if key != "rows"}
    for key, value in found.items():
        part = "" if key in ("blocks", "value", "text", "body", "slides", "events") else key
        yield from (Passage(name, part, text) for text in _texts(key, value))


def _texts(key: str, value: Any) -> Iterator[str]:
    match value:
        case dict():
            for inner_key, inner in value.items():
                # Our own keys are single words; a worker's may be whole sentences.
                if " " in str(inner_key).strip():
                    yield str(inner_key)
                yield from _texts(str(inner_key), inner)
        case list() | tuple():
            for inner in value:
                yield from _texts(key, inner)
        case str():
            if value.strip() and key not in _OURS:
                yield value
        case int() | float() if not isinstance(value, bool) and key not in _OURS:
            yield str(value)
