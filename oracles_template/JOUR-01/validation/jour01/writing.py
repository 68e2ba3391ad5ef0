"""Write the list, the corrected article and the completion file."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docx import Document

from jour01.check import SNOW, Verdict
from jour01.folder import MARK, Folder

HEADER = ("claim_no", "verdict", "correct_value", "source_file", "note")
TABLE_COLUMNS = {"Budget": "budget", "Actual": "actual"}


def write_list(verdicts: Sequence[Verdict], path: Path) -> None:
    """Write `factcheck.csv`."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        for each in verdicts:
            writer.writerow(
                [
                    each.number,
                    each.verdict,
                    each.correct,
                    "; ".join(each.sources) if each.verdict != "hold" else "",
                    each.note,
                ]
            )


def corrected(text: str, verdicts: Sequence[Verdict]) -> str:
    """Return a paragraph as it can run; "" when nothing of it can."""
    for each in verdicts:
        if each.verdict == "hold" and each.cut == text:
            return ""
    text = MARK.sub("", text)
    for each in verdicts:
        for old, new in each.changes:
            text = text.replace(old, new)
        if each.verdict == "unsupported" and each.cut in text:
            text = " ".join(text.replace(each.cut, "").split())
    return text


def right_cell(folder: Folder, year: str, column: str) -> str:
    """Return what the accounts have for a cell of the table."""
    return f"{folder.accounts[SNOW][f'{TABLE_COLUMNS[column]}_{year}']:,}"


def table_errors(folder: Folder) -> list[tuple[str, str, str, str]]:
    """Return the cells of the draft's table that are not as in the accounts: year, column, shown, right."""
    header, *rows = folder.table
    cells = [(row[0], column, shown) for row in rows for column, shown in zip(header[1:], row[1:], strict=True)]
    return [(*each, right) for each in cells if (right := right_cell(folder, each[0], each[1])) != each[2]]


def write_article(folder: Folder, verdicts: Sequence[Verdict], path: Path) -> None:
    """Write the draft with its corrections into a copy of its file, the newsroom's head left out."""
    document = Document(str(folder.draft))
    head, table = document.tables[0], document.tables[-1]
    head._tbl.getparent().remove(head._tbl)
    for paragraph in list(document.paragraphs):
        text = corrected(paragraph.text, verdicts)
        if text == paragraph.text:
            continue
        if not text:
            paragraph._p.getparent().remove(paragraph._p)
            continue
        first, *others = paragraph.runs
        first.text = text
        for run in others:
            run._r.getparent().remove(run._r)
    wrong = {(year, column): right for year, column, _, right in table_errors(folder)}
    header = [cell.text for cell in table.rows[0].cells]
    for row in table.rows[1:]:
        for column, cell in zip(header[1:], row.cells[1:], strict=True):
            if right := wrong.get((row.cells[0].text, column)):
                cell.paragraphs[0].runs[0].text = right
    document.save(str(path))


def questions(verdicts: Sequence[Verdict]) -> list[str]:
    """Return what the editor has to decide or to get."""
    return [
        f"Statement {each.number}, the trip, is on hold: we have only the tip, which is second-hand, and so no source that counts. Before it can run "
        "we need two independent sources, and the person concerned has had no chance to reply. Who does that, and by when?"
        for each in verdicts
        if each.verdict == "hold"
    ]


def issues(folder: Folder, verdicts: Sequence[Verdict]) -> list[str]:
    """Return what was wrong."""
    found = [
        f"Statement {each.number} is {each.verdict}: {each.note}"
        for each in verdicts
        if each.verdict in ("wrong", "unsupported")
    ]
    found += [
        f"Table, {year}, {column}: {shown} should be {right}." for year, column, shown, right in table_errors(folder)
    ]
    return [*found, "The small print of city_chart.png is not evidence for any statement and was not relied on."]


def write_completion(folder: Folder, verdicts: Sequence[Verdict], path: Path) -> None:
    """Write `COMPLETION.json`."""
    count = {
        name: sum(each.verdict == name for each in verdicts) for name in ("supported", "wrong", "unsupported", "hold")
    }
    content: dict[str, Any] = {
        "status": "needs_clarification" if count["hold"] else "completed",
        "summary": f"Ten statements checked: {', '.join(f'{number} {name}' for name, number in count.items())}. The article can run without "
        "what is on hold.",
        "deliverables": ["factcheck.csv", "corrected_article.docx"],
        "assumptions": [],
        "questions": questions(verdicts),
        "issues_found": issues(folder, verdicts),
    }
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
