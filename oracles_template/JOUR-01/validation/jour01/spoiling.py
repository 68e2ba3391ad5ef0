"""Ways to spoil a finished fact-check: the assignment done anew with other verdicts, cells of the list, words of the article, fields of the completion file."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from docx import Document

from jour01.check import Verdict, check
from jour01.folder import Folder, read_folder
from jour01.writing import write_article, write_completion, write_list

LIST, ARTICLE, COMPLETION = "factcheck.csv", "corrected_article.docx", "COMPLETION.json"

Rows = list[dict[str, str]]


def worked(workspace: Path) -> tuple[Folder, dict[str, Verdict]]:
    """Return the folder and the right verdicts by what they are about."""
    folder = read_folder(workspace / "inputs")
    return folder, {each.kind: each for each in check(folder)}


def redone(change: Callable[[Folder, dict[str, Verdict]], None]) -> Callable[[Path], None]:
    """Return what does the assignment anew, with other verdicts on some statements."""

    def apply(workspace: Path) -> None:
        folder, found = worked(workspace)
        change(folder, found)
        verdicts = sorted(found.values(), key=lambda each: each.number)
        write_list(verdicts, workspace / "out" / LIST)
        write_article(folder, verdicts, workspace / "out" / ARTICLE)
        write_completion(folder, verdicts, workspace / "out" / COMPLETION)

    return apply


def relisted(change: Callable[[Rows, Folder, dict[str, Verdict]], None]) -> Callable[[Path], None]:
    """Return what changes rows of the finished list."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / LIST
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        change(rows, *worked(workspace))
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)

    return apply


def with_row(kind: str, **fields: str | Callable[[Folder, Verdict], str]) -> Callable[[Path], None]:
    """Return what changes cells of one statement's row."""

    def change(rows: Rows, folder: Folder, found: dict[str, Verdict]) -> None:
        row = next(row for row in rows if row["claim_no"] == str(found[kind].number))
        row.update(
            {name: said if isinstance(said, str) else said(folder, found[kind]) for name, said in fields.items()}
        )

    return relisted(change)


def edited(change: Callable[[Any, Folder, dict[str, Verdict]], None]) -> Callable[[Path], None]:
    """Return what changes the finished article."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / ARTICLE
        document = Document(str(path))
        change(document, *worked(workspace))
        document.save(str(path))

    return apply


def replaced(pair: Callable[[Folder, dict[str, Verdict]], tuple[str, str]]) -> Callable[[Path], None]:
    """Return what replaces words of the finished article wherever they stand."""

    def change(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
        old, new = pair(folder, found)
        for paragraph in document.paragraphs:
            if old in paragraph.text:
                said = paragraph.text.replace(old, new)
                for run in paragraph.runs[1:]:
                    run.text = ""
                paragraph.runs[0].text = said

    return edited(change)


def added(sentence: str) -> Callable[[Path], None]:
    """Return what adds a paragraph to the finished article."""
    return edited(lambda document, folder, found: document.add_paragraph(sentence))


def stated(**fields: Any) -> Callable[[Path], None]:
    """Return what changes the completion file; {n} stands for the number of the trip."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / COMPLETION
        number = worked(workspace)[1]["trip"].number
        said = json.loads(json.dumps(fields).replace("{n}", str(number)))
        path.write_text(json.dumps(json.loads(path.read_bytes()) | said, indent=2) + "\n", encoding="utf-8")

    return apply
