"""Reads the written folder back, as a fact-checker would, and checks that it tells what was meant."""

from __future__ import annotations

import csv
import email
import email.policy
import io
import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from docx import Document
from PIL import Image

from wp42_pytest.authoring.generator import companion

papers = companion(__file__, "papers")
story_paper = companion(__file__, "story")

STATEMENTS = 10
_MARK = re.compile(r"\[(\d{1,2})\]")
_FIGURE = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?")


class TieError(AssertionError):
    """The written documents do not agree with one another, or with what was meant."""


@dataclass(frozen=True)
class Found:
    """What the documents come to."""

    growth: Decimal
    fall: int
    per_head: Decimal
    marks: list[int]
    tables: list[list[str]]


def require(condition: bool, what: str) -> None:
    """Raise unless a tie holds.

    Raises:
        TieError: when it does not.
    """
    if not condition:
        raise TieError(what)


def read_back(folder: Path, story: Any) -> Found:
    """Work the figures out from the written bundle and check every tie between its documents.

    Args:
        folder: the bundle.
        story: what it was written from, to know which services are meant.

    Raises:
        TieError: when a tie does not hold.
    """
    text = (folder / papers.ACCOUNTS).read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    *services, total = rows
    require(len(rows) == 22 and total["service"] == "Total", "the accounts do not have 22 lines, the total last")
    for column in ("budget_2023", "actual_2023", "budget_2024", "actual_2024"):
        require(sum(int(row[column]) for row in services) == int(total[column]), f"{column} does not add up")
    snow, less = (
        next(row for row in services if row["service"] == name) for name in (story_paper.SNOW, story.falling.service)
    )
    people = re.search(r"\| 2024 \|\s+([\d,]+) \|", (folder / papers.PEOPLE).read_text(encoding="utf-8"))
    require(people is not None, "the population of 2024 is not there")
    inhabitants = int(people[1].replace(",", "")) if people else 0
    draft = Document(str(folder / papers.DRAFT))
    body = "\n".join(paragraph.text for paragraph in draft.paragraphs)
    _check_talks(folder, story)
    return Found(
        growth=_percent(int(snow["actual_2024"]) - int(snow["actual_2023"]), int(snow["actual_2023"])),
        fall=int(less["actual_2023"]) - int(less["actual_2024"]),
        per_head=(Decimal(snow["actual_2024"]) / inhabitants).quantize(Decimal("0.01"), ROUND_HALF_UP),
        marks=[int(number) for number in _MARK.findall(body)],
        tables=[[cell.text for cell in row.cells] for row in draft.tables[-1].rows],
    )


def _percent(part: int, whole: int) -> Decimal:
    return (Decimal(100 * part) / whole).quantize(Decimal("0.1"), ROUND_HALF_UP)


def mail_text(path: Path) -> str:
    """Return the words of a mail."""
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    part = message.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""


def _check_talks(folder: Path, story: Any) -> None:
    lamarre, brisson = (mail_text(folder / papers.TRANSCRIPTS[name]) for name in ("Lamarre", "Brisson"))
    quote, tender, trip = story.quote, story.tender, story.trip
    require(
        quote.spoken in lamarre and quote.printed not in lamarre,
        "the quote is not on the recording, or as the draft has it",
    )
    require(quote.dropped in quote.spoken and quote.dropped not in quote.printed, "the draft did not drop the words")
    require(
        f"{tender.amount:,}.00 dollars" in brisson and tender.winner in brisson, "the contract is not in the interview"
    )
    others = {name: (folder / name).read_bytes().decode() for name in (papers.ACCOUNTS, papers.PEOPLE)}
    others |= {"brisson": brisson, "lamarre": lamarre}
    for name, text in others.items():
        require(trip.official not in text and trip.supplier not in text, f"{name} speaks of the trip")
    for hint in trip.hints:
        require(all(hint not in text for text in others.values()), f"{hint} stands elsewhere than in the tip")


def same_but_for_small_print(one: bytes, other: bytes) -> bool:
    """Tell whether two pictures differ, and nowhere above the small print: what proves that a text was really drawn."""
    first, second = (Image.open(io.BytesIO(data)).convert("RGB") for data in (one, other))
    above = (0, 0, first.width, 515)
    return first.crop(above).tobytes() == second.crop(above).tobytes() and first.tobytes() != second.tobytes()


def figures_in(texts: dict[str, str]) -> list[str]:
    """Return every number that stands in texts, each once."""
    found = {
        Decimal(match.replace(",", ""))
        for text in texts.values()
        for match in _FIGURE.findall(text)
        if match.strip(",")
    }
    return [f"{number.normalize():f}" for number in sorted(found)]
