"""Workers that do nothing of substance; every one must score next to nothing and never complete."""

from __future__ import annotations

import io
import json
import re
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wp42_pytest.validation.mutants import clear_out, statement
from wp42_pytest.validation.spoils.files import COMPLETION, blank
from wp42_pytest.validation.strings import strings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

NUMBER = re.compile(r"(?<![\w.])\d[\d,\u00a0\u202f]*(?:\.\d+)?(?!\w)")
NUMBERS_KEPT = 800
"""Most numbers that the stuffed files hold."""

COLUMNS = 8


@dataclass(frozen=True)
class NullWorker:
    """One way to do nothing.

    Attributes:
        id: how the report names it.
        what: what the worker does.
        work: fills the `out/` of a staged workspace, whose kinds of deliverable are given.
    """

    id: str
    what: str
    work: Callable[[Path, Mapping[str, str]], None]


def _nothing(workspace: Path, kinds: Mapping[str, str]) -> None:
    del kinds
    clear_out(workspace)


def _copies_inputs(workspace: Path, kinds: Mapping[str, str]) -> None:
    """Copy the inputs, and each input as the deliverables of its kind."""
    clear_out(workspace)
    given = sorted(path for path in (workspace / "inputs").rglob("*") if path.is_file())
    for path in given:
        target = workspace / "out" / path.relative_to(workspace / "inputs")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    for name, kind in kinds.items():
        alike = [path for path in given if path.suffix == f".{kind}"]
        if alike and name != COMPLETION:
            _write(workspace, name, alike[0].read_bytes())
    statement(workspace, "completed")


def _braces(workspace: Path, kinds: Mapping[str, str]) -> None:
    clear_out(workspace)
    for name in kinds:
        _write(workspace, name, b"{}")


def _claims(workspace: Path, kinds: Mapping[str, str]) -> None:
    del kinds
    clear_out(workspace)
    statement(workspace, "completed")


def _abstains(workspace: Path, kinds: Mapping[str, str]) -> None:
    """Leave blank files of the right kinds and ask what is already answered."""
    clear_out(workspace)
    for name, kind in kinds.items():
        _write(workspace, name, blank(kind))
    statement(workspace, "abstained", questions=["What is wanted?"])


def _asks(workspace: Path, kinds: Mapping[str, str]) -> None:
    _abstains(workspace, kinds)
    statement(workspace, "needs_clarification", questions=["What is wanted?"])


def _stuffs(workspace: Path, kinds: Mapping[str, str]) -> None:
    """Write every number of the inputs, and every word of the brief, into every deliverable."""
    numbers = list(_numbers(workspace))[:NUMBERS_KEPT]
    brief = (workspace / "BRIEF.md").read_text(encoding="utf-8")
    clear_out(workspace)
    for name, kind in kinds.items():
        _write(workspace, name, _stuffed(kind, numbers, brief))
    statement(workspace, "completed", issues_found=numbers[:100])


def _numbers(workspace: Path) -> Iterator[str]:
    seen = set()
    for path in sorted((workspace / "inputs").rglob("*")):
        if path.is_file():
            for _, text in strings(path.name, path.read_bytes()):
                for number in NUMBER.findall(text):
                    if number not in seen:
                        seen.add(number)
                        yield number


def _stuffed(kind: str, numbers: list[str], brief: str) -> bytes:
    written = io.BytesIO()
    lines = [line for line in brief.splitlines() if line.strip()]
    if kind == "xlsx":
        from openpyxl import Workbook

        book = Workbook()
        # One sheet for every name that the brief sets in bold or code, each holding everything.
        for name in dict.fromkeys(re.findall(r"\*\*([^*\n]{3,31})\*\*", brief)):
            sheet = book.create_sheet(re.sub(r"[\[\]:*?/\\]", " ", name)[:31])
            for label in dict.fromkeys(re.findall(r"`([^`\n]{3,60})`", brief)):
                sheet.append([label, *map(_value, numbers[:20])])
            for start in range(0, len(numbers), COLUMNS):
                sheet.append([_value(number) for number in numbers[start : start + COLUMNS]])
        book.save(written)
    elif kind == "docx":
        from docx import Document

        document = Document()
        for line in [*lines, " ".join(numbers)]:
            document.add_paragraph(line)
        document.save(written)
    elif kind == "csv":
        return (
            "\n".join(",".join(numbers[at : at + COLUMNS]) for at in range(0, len(numbers), COLUMNS)) + "\n"
        ).encode()
    elif kind == "json":
        return json.dumps({"numbers": [_value(number) for number in numbers], "brief": lines}).encode()
    elif kind in ("md", "txt"):
        return ("\n\n".join([*lines, " ".join(numbers)]) + "\n").encode()
    else:
        return blank(kind)
    return written.getvalue()


def _value(number: str) -> Any:
    try:
        return float(re.sub(r"[,\u00a0\u202f]", "", number))
    except ValueError:
        return number


def _write(workspace: Path, name: str, data: bytes) -> None:
    target = workspace / "out" / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)


HARMLESS = ("N-NOTHING", "N-ABSTAIN", "N-ASK")
"""Workers that claim nothing, so that no violation can be laid to them."""

NULL_WORKERS = (
    NullWorker("N-NOTHING", "leaves nothing", _nothing),
    NullWorker("N-COPY", "copies the inputs and claims to have completed", _copies_inputs),
    NullWorker("N-BRACES", "leaves {} under every name", _braces),
    NullWorker("N-CLAIM", "only claims to have completed", _claims),
    NullWorker("N-ABSTAIN", "leaves blank files and abstains", _abstains),
    NullWorker("N-ASK", "leaves blank files and asks what is already answered", _asks),
    NullWorker("N-STUFF", "writes every number of the inputs into every deliverable", _stuffs),
)
"""All of them."""
