"""Recognises information returns on a page, in a grid or as a list, and takes down what each box says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from acc04.labels import FORMS, PARTIES
from acc04.pages import Page, as_lines, joined
from acc04.scan import Word
from acc04.values import plain

_NUMBER = r"W-2G|W-2c|W-2|SSA-1099|1099-(?:INT|DIV|OID|R|NEC|MISC|K|G|S|C|SA|B)|1098-[TE]|1098|5498-SA|5498|1095-A"
_TITLE = re.compile(rf"\bForm (?P<number>{_NUMBER})(?![\w-])", re.IGNORECASE)
_K1 = re.compile(r"Schedule K-?[1lI] \(Form (?P<number>1065|1120-?S|1041)\)")
_YEAR = re.compile(r"\b20\d\d\b")
_HEADING_LEFT = 420


@dataclass
class Form:
    """One information return as it is filled in.

    Attributes:
        number: the form, "1099-INT", "K-1 1065".
        year: the tax year printed on it.
        corrected: whether the box CORRECTED is ticked.
        copy: what its heading says besides.
        boxes: the lines in each box that is filled in; a box that stands there twice has both, in order.
        file: name of the file.
        page: its page there, from 0.
    """

    number: str
    year: int | None
    corrected: bool = False
    copy: str = ""
    boxes: dict[str, list[list[str]]] = field(default_factory=dict)
    file: str = ""
    page: int = 0

    def lines(self, box: str, nth: int = 0) -> list[str]:
        """Return what stands in a box, line by line."""
        found = self.boxes.get(box, [])
        return found[nth] if nth < len(found) else []

    def text(self, box: str, nth: int = 0) -> str:
        """Return what stands in a box."""
        return " ".join(self.lines(box, nth)).strip()

    def party(self, kind: str) -> list[str]:
        """Return the lines about the issuer, the recipient, or their numbers."""
        for box, found in self.boxes.items():
            if box == kind or box.startswith(f"{kind}."):
                return found[0]
        return []


@dataclass(frozen=True)
class _Block:
    """The part of a page that one form takes up."""

    number: str
    heading: str
    top: float
    bottom: float
    words: tuple[Word, ...]


def read_forms(page: Page) -> list[Form]:
    """Return the information returns on a page."""
    return [_read(page, block) for block in _blocks(page) if block.number in FORMS or block.number == "W-2c"]


def _blocks(page: Page) -> list[_Block]:
    lines = page.lines
    starts = []
    for index, line in enumerate(lines):
        if line[0].left > _HEADING_LEFT:
            continue
        number = form_number(joined(line))
        if number and _is_heading(joined(line)):
            starts.append((index, number))
    blocks = []
    for order, (index, number) in enumerate(starts):
        grid = joined(lines[index]).startswith(("Form ", "Schedule "))
        first = index if grid or order else 0
        last = starts[order + 1][0] if order + 1 < len(starts) else len(lines)
        if not grid and order:
            first = _letterhead(lines, index, starts[order - 1][0])
        inside = [word for line in lines[first:last] for word in line]
        top = min(word.top for word in lines[index])
        bottom = min(word.top for word in lines[last]) if last < len(lines) else page.height
        heading = joined(lines[index]) + " " + (joined(lines[index + 1]) if index + 1 < len(lines) else "")
        blocks.append(_Block(number, heading, top, bottom, tuple(inside)))
    return blocks


def _letterhead(lines: Sequence[Sequence[Word]], index: int, above: int) -> int:
    """Return the line in which the letterhead above a heading begins."""
    first = index
    while first - 1 > above and lines[first - 1][0].left < _HEADING_LEFT and len(lines[first - 1]) < 8:
        first -= 1
    return first


def form_number(text: str) -> str:
    """Return the form that a heading names, or an empty text."""
    if k1 := _K1.search(text):
        return "K-1 " + k1["number"].replace("1120S", "1120-S")
    found = _TITLE.search(text)
    if not found:
        return ""
    known = {name.casefold(): name for name in (*FORMS, "W-2c", "1095-A")}
    return known.get(found["number"].casefold(), found["number"])


def _is_heading(text: str) -> bool:
    """Tell a form's heading from a sentence about the form: it has the year beside the number and little before."""
    return bool(re.match(r"(?:20\d\d )?(?:Form|Schedule) ", text)) and bool(_YEAR.search(text))


def _read(page: Page, block: _Block) -> Form:
    year = _YEAR.search(block.heading)
    ticked = bool(re.search(r"\[\s*X\s*\] ?CORRECTED", block.heading, re.IGNORECASE))
    form = Form(block.number, int(year[0]) if year else None, ticked, block.heading)
    labels = _correction_labels() if block.number == "W-2c" else _labels(block.number)
    frames = [each for each in page.frames if each.top >= block.top - 5 and each.bottom <= block.bottom + 8]
    if len(frames) >= 4:
        for frame in frames:
            inside = [word for word in block.words if frame.holds(word)]
            _take(form, [[word.text for word in line] for line in as_lines(inside)], labels)
    else:
        _read_list(form, block, labels)
    return form


def _labels(number: str) -> dict[str, str]:
    own = FORMS[number]
    return own if "issuer" in own or number == "SSA-1099" else PARTIES | own


def _correction_labels() -> dict[str, str]:
    parties = {
        "issuer": "a Employer's name, address, and ZIP code",
        "issuer_tin": "b Employer's Federal EIN",
        "corrects": "c Tax year/Form corrected",
        "recipient_tin": "d Employee's correct SSN",
        "recipient": "h/i Employee's name, address, and ZIP code",
    }
    boxes = {box: label for box, label in FORMS["W-2"].items() if box[0].isdigit() and label}
    before = {f"{box} before": f"{label} - Previously reported" for box, label in boxes.items()}
    after = {f"{box} after": f"{label} - Correct information" for box, label in boxes.items()}
    return parties | before | after


def _take(form: Form, lines: list[list[str]], labels: dict[str, str]) -> None:
    """Enter the contents of one box: what its label says, and the lines that the payer filled in."""
    lines = [kept for line in lines if (kept := [word for word in line if re.search(r"[\w&]", word)])]
    tokens = [word for line in lines for word in line]
    if not tokens:
        return
    box, used = _best_label(tokens, labels)
    if not box:
        return
    rest: list[str] = []
    for line in lines:
        if used >= len(line):
            used -= len(line)
            continue
        rest.append(" ".join(line[used:]))
        used = 0
    form.boxes.setdefault(box, []).append(rest)


def _best_label(tokens: Sequence[str], labels: dict[str, str]) -> tuple[str, int]:
    """Return the box whose official label begins the words, and how many words the label takes."""
    best = ("", 0, 0.0)
    for box, label in labels.items():
        number = "" if not box[0].isdigit() or label.startswith("Box ") else box.split()[0]
        wanted = plain(f"{number} {label}")
        size = len(wanted.split())
        for used in range(max(size - 3, 1), min(size + 4, len(tokens)) + 1):
            read = plain(" ".join(tokens[:used]))
            likeness = fuzz.ratio(read, wanted) + (0.0 if not number or read.split()[:1] == [number] else -6.0)
            if likeness > best[2] + 0.01:
                best = (box, used, likeness)
    return (best[0], best[1]) if best[2] >= 72 else ("", 0)


def _read_list(form: Form, block: _Block, labels: dict[str, str]) -> None:
    """Read a substitute statement that lists its boxes below a letterhead."""
    lines = as_lines(block.words)
    title = next((i for i, line in enumerate(lines) if form_number(joined(line))), 0)
    head = next((i for i, line in enumerate(lines) if joined(line).startswith("Box Description")), len(lines))
    form.boxes["issuer"] = [[joined(line) for line in lines[:title]]]
    _read_parties(form, lines[title + 1 : head], labels)
    if head == len(lines):
        return
    for line in lines[head + 1 :]:
        _take(form, [[word.text for word in line]], {box: label for box, label in labels.items() if box[0].isdigit()})


def _read_parties(form: Form, lines: Iterable[list[Word]], labels: dict[str, str]) -> None:
    """Read the lines above the boxes: a label at the left, what was filled in beside it and below."""
    parties = {box: label for box, label in labels.items() if not box[0].isdigit()}
    box, edge = "", 0.0
    for line in lines:
        tokens = [word.text for word in line]
        found, used = _best_label(tokens, parties)
        if found:
            box = found
            edge = line[used].left if used < len(line) else 0.0
            form.boxes.setdefault(box, []).append([joined(line[used:])] if used < len(line) else [])
        elif box and edge and line[0].left > edge - 12:
            form.boxes[box][-1].append(joined(line))
