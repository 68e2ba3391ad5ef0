"""Makes files of what a model without tools answered: office files from rows and Markdown, all others from text.

Runs inside the sandbox.
"""

from __future__ import annotations

import base64
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_HEADING = re.compile(r"^(#{1,6})\s+(.*)$")
_BULLET = re.compile(r"^\s*[-*]\s+(.*)$")
_NUMBERED = re.compile(r"^\s*\d+[.)]\s+(.*)$")
_RULE = re.compile(r"^\s*\|?\s*:?-{2,}")
_EMPHASIS = re.compile(r"(\*\*|__|\*|`)(.+?)\1")


def write_files(files: Any, out: str) -> list[str]:
    """Write the files of an answer.

    Args:
        files: a list of objects with `path` and one of `text`, `sheets`, `markdown`, `sql`, `base64`.
        out: the folder.

    Returns:
        A sentence for each file that could not be made.
    """
    problems = []
    for file in files if isinstance(files, list) else []:
        try:
            path = Path(out, *plain_parts(file["path"]))
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, file)
        except Exception as error:  # whatever is wrong with one file, the others are written
            problems.append(
                f"{file.get('path') if isinstance(file, dict) else file!r}: {type(error).__name__}: {error}"
            )
    return problems


def plain_parts(path: str) -> list[str]:
    """Return the parts of a path relative to out/."""
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
    if parts and parts[0] == "out":
        parts = parts[1:]
    if not parts or ".." in parts:
        msg = "not a path below out/"
        raise ValueError(msg)
    return parts


def write_file(path: Path, file: dict[str, Any]) -> None:
    """Write one file in the form that its fields ask for."""
    if "sheets" in file:
        write_workbook(path, file["sheets"])
    elif "markdown" in file and path.suffix.lower() == ".docx":
        write_document(path, file["markdown"])
    elif "markdown" in file and path.suffix.lower() == ".pptx":
        write_slides(path, file["markdown"])
    elif "markdown" in file and path.suffix.lower() == ".pdf":
        write_pdf(path, file["markdown"])
    elif "sql" in file:
        connection = sqlite3.connect(path)
        connection.executescript(file["sql"])
        connection.close()
    elif "base64" in file:
        path.write_bytes(base64.b64decode(file["base64"]))
    else:
        path.write_text(file["text"] if "text" in file else file["markdown"], encoding="utf-8")


def write_workbook(path: Path, sheets: list[dict[str, Any]]) -> None:
    """Write sheets of rows; text that starts with = is a formula."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet in sheets:
        made = book.create_sheet(sheet["name"])
        for row in sheet["rows"]:
            made.append(row)
    book.save(path)


def blocks(markdown: str) -> Iterator[tuple[str, Any]]:
    """Yield the blocks of a Markdown text: kind, then what it holds."""
    paragraph: list[str] = []
    table: list[list[str]] = []

    def done() -> Iterator[tuple[str, Any]]:
        if paragraph:
            yield "text", bare(" ".join(paragraph))
            paragraph.clear()
        if table:
            yield "table", [list(row) for row in table]
            table.clear()

    for line in markdown.splitlines():
        if line.lstrip().startswith("|"):
            if paragraph:
                yield from done()
            if not _RULE.match(line):
                table.append([bare(cell.strip()) for cell in line.strip().strip("|").split("|")])
            continue
        heading, bullet, numbered = _HEADING.match(line), _BULLET.match(line), _NUMBERED.match(line)
        if not line.strip() or heading or bullet or numbered:
            yield from done()
        if heading:
            yield f"heading{len(heading[1])}", bare(heading[2])
        elif bullet:
            yield "bullet", bare(bullet[1])
        elif numbered:
            yield "numbered", bare(numbered[1])
        elif line.strip():
            paragraph.append(line.strip())
    yield from done()


def bare(text: str) -> str:
    """Return text without marks of emphasis."""
    return _EMPHASIS.sub(r"\2", text)


def write_document(path: Path, markdown: str) -> None:
    """Write a Word document."""
    from docx import Document

    document = Document()
    for kind, content in blocks(markdown):
        if kind.startswith("heading"):
            document.add_heading(content, min(int(kind[-1]), 4))
        elif kind == "table":
            width = max(len(row) for row in content)
            table = document.add_table(rows=0, cols=width, style="Table Grid")
            for row in content:
                for cell, text in zip(table.add_row().cells, row, strict=False):
                    cell.text = text
        else:
            style = {"bullet": "List Bullet", "numbered": "List Number"}.get(kind)
            document.add_paragraph(content, style=style)
    document.save(str(path))


def write_slides(path: Path, markdown: str) -> None:
    """Write a deck: each heading of the first two levels begins a slide."""
    from pptx import Presentation

    deck = Presentation()
    slide = None
    for kind, content in blocks(markdown):
        if kind in ("heading1", "heading2") or slide is None:
            slide = deck.slides.add_slide(deck.slide_layouts[1])
            slide.shapes.title.text = content if isinstance(content, str) else ""
            body = slide.placeholders[1].text_frame
            if kind in ("heading1", "heading2"):
                continue
        rows = [" | ".join(row) for row in content] if kind == "table" else [content]
        for text in rows:
            paragraph = body.paragraphs[0] if not body.text else body.add_paragraph()
            paragraph.text = text
    deck.save(str(path))


def write_pdf(path: Path, markdown: str) -> None:
    """Write a PDF."""
    from xml.sax.saxutils import escape

    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

    styles = getSampleStyleSheet()
    flow: list[Flowable] = []
    for kind, content in blocks(markdown):
        if kind == "table":
            width = max(len(row) for row in content)
            flow.append(Table([row + [""] * (width - len(row)) for row in content]))
        elif kind.startswith("heading"):
            flow.append(Paragraph(escape(content), styles[f"Heading{min(int(kind[-1]), 4)}"]))
        else:
            flow.append(Paragraph(escape(content), styles["BodyText"], bulletText="•" if kind == "bullet" else None))
    SimpleDocTemplate(str(path)).build(flow)
