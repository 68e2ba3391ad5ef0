"""Read the folder: the draft with its numbered statements, the accounts, the interviews, the tip, the log."""

import csv
import email
import email.policy
import re
from dataclasses import dataclass
from pathlib import Path

from docx import Document

MARK = re.compile(r"\s?\[(\d{1,2})\]")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z“])")

ACCOUNTS, PEOPLE, TIP, LOG = "city_accounts_2023_2024.csv", "population.md", "tip_anonymous.eml", "call_log.md"
TALKS = ("transcript_brisson.eml", "transcript_lamarre.eml")


@dataclass
class Statement:
    """One numbered statement of the draft.

    `words` is the clause that the number stands behind, `sentence` the sentence around it, without marks.
    """

    number: int
    words: str
    sentence: str
    paragraph: str


@dataclass
class Turn:
    """What one person says in an interview, until the other speaks."""

    file: str
    stamp: str
    speaker: str
    words: str


@dataclass
class Folder:
    """What lies in the folder, read."""

    draft: Path
    paragraphs: list[str]
    statements: list[Statement]
    table: list[list[str]]
    accounts: dict[str, dict[str, int]]
    people: dict[int, int]
    turns: list[Turn]
    tip: str
    log: list[dict[str, str]]
    texts: dict[str, str]


def read_folder(inputs: Path) -> Folder:
    """Read everything but the picture, which no statement needs."""
    draft = inputs / "draft_article.docx"
    document = Document(str(draft))
    paragraphs = [paragraph.text for paragraph in document.paragraphs]
    talks = {name: mail_text(inputs / name) for name in TALKS}
    tip = mail_text(inputs / TIP)
    notes = {name: (inputs / name).read_text(encoding="utf-8") for name in (PEOPLE, LOG)}
    return Folder(
        draft=draft,
        paragraphs=paragraphs,
        statements=[each for paragraph in paragraphs for each in statements_of(paragraph)],
        table=[[cell.text for cell in row.cells] for row in document.tables[-1].rows],
        accounts=read_accounts(inputs / ACCOUNTS),
        people={int(row["Year"]): int(row["Inhabitants"].replace(",", "")) for row in pipe_table(notes[PEOPLE])},
        turns=[turn for name, text in talks.items() for turn in turns_of(name, text)],
        tip=tip,
        log=pipe_table(notes[LOG]),
        texts={**talks, **notes, TIP: tip, ACCOUNTS: (inputs / ACCOUNTS).read_text(encoding="utf-8")},
    )


def statements_of(paragraph: str) -> list[Statement]:
    """Return the statements of a paragraph: the words from the mark before, or the start of the sentence, to the mark."""
    found = []
    for sentence in SENTENCE_END.split(paragraph):
        start = 0
        for mark in MARK.finditer(sentence):
            words = sentence[start : mark.start()].strip(" ,")
            found.append(Statement(int(mark[1]), words, MARK.sub("", sentence), paragraph))
            start = mark.end()
    return found


def read_accounts(path: Path) -> dict[str, dict[str, int]]:
    """Return the accounts: service → column → dollars."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    columns = [name for name in rows[0] if re.search(r"\d{4}", name)]
    return {row["service"]: {column: int(row[column]) for column in columns} for row in rows}


def pipe_table(text: str) -> list[dict[str, str]]:
    """Return the rows of the first table of a page."""
    lines = [line.strip().strip("|").split("|") for line in text.splitlines() if line.lstrip().startswith("|")]
    header, _, *rows = [[cell.strip() for cell in line] for line in lines]
    return [dict(zip(header, row, strict=True)) for row in rows]


def mail_text(path: Path) -> str:
    """Return the words of a mail."""
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    part = message.get_body(("plain",))
    return str(part.get_content()) if part else ""


def turns_of(name: str, text: str) -> list[Turn]:
    """Return who says what in an interview; initials are resolved by the names in its first lines."""
    initials = dict(re.findall(r"\b([A-Z]{2}) is ([A-Z]\w+ [A-Z]\w+)", text))
    return [
        Turn(name, stamp, initials.get(speaker, "the reporter"), " ".join(words.split()))
        for stamp, speaker, words in re.findall(r"^\[([\d:]+)\] ([A-Z]{2}): (.+)$", text, re.MULTILINE)
    ]
