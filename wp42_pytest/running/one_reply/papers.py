"""Shows input files to a model that has no tools: as text, and as images where text would lose something.

Runs inside the sandbox, so it imports only the standard library and the workers' own libraries; the controller uses it
too, to find the private numbers of its own bundles.
"""

from __future__ import annotations

import base64
import email
import email.policy
import io
import sqlite3
from pathlib import Path

Part = str | tuple[str, str]
"""A text, or the media type and the base64 data of an image."""

PLAIN = {".csv", ".tsv", ".txt", ".md", ".json", ".ics", ".xml", ".html", ".htm", ".yaml", ".yml", ".toml"}
IMAGES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp"}
LEAST_TEXT = 20
"""A PDF page with fewer characters of text is shown as an image."""

RENDER_SCALE = 2.0


def show(path: Path) -> list[Part]:
    """Return a file as a list of parts."""
    suffix = path.suffix.lower()
    if suffix in IMAGES:
        return [(IMAGES[suffix], base64.b64encode(path.read_bytes()).decode())]
    reader = READERS.get(suffix)
    if reader is not None:
        return reader(path)
    if suffix in PLAIN:
        return [plain(path)]
    return [f"({path.stat().st_size} bytes that cannot be shown as text)"]


def text_of(path: Path) -> str:
    """Return only the text of a file."""
    return "\n".join(part for part in show(path) if isinstance(part, str))


def plain(path: Path) -> str:
    """Return a text file's text."""
    data = path.read_bytes()
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def workbook(path: Path) -> list[Part]:
    """Return every sheet of a workbook as tab-separated rows: the formulas, and the values where they differ."""
    from openpyxl import load_workbook

    formulas, values = load_workbook(path), load_workbook(path, data_only=True)
    parts: list[Part] = []
    for sheet in formulas.worksheets:
        seen = values[sheet.title]
        lines = [f"[sheet {sheet.title}{'' if sheet.sheet_state == 'visible' else ', ' + sheet.sheet_state}]"]
        for row in sheet.iter_rows():
            cells = []
            for cell in row:
                text = "" if cell.value is None else str(cell.value)
                cached = seen[cell.coordinate].value
                if text.startswith("=") and cached is not None:
                    text = f"{cached} ({text})"
                if cell.comment is not None:
                    text += f" [comment: {cell.comment.text}]"
                cells.append(text)
            if any(cells):
                lines.append("\t".join(cells).rstrip("\t"))
        parts.append("\n".join(lines))
    return parts


def document(path: Path) -> list[Part]:
    """Return a Word document's paragraphs and tables in reading order."""
    from docx import Document
    from docx.table import Table

    lines = []
    for block in Document(str(path)).iter_inner_content():
        if isinstance(block, Table):
            lines += [" | ".join(cell.text.replace("\n", " / ") for cell in row.cells) for row in block.rows]
        elif block.text.strip():
            style = block.style.name if block.style is not None else ""
            lines.append(f"# {block.text}" if style.startswith(("Heading", "Title")) else block.text)
    return ["\n".join(lines)]


def slides(path: Path) -> list[Part]:
    """Return the text of each slide, its tables and its notes."""
    from pptx import Presentation

    lines = []
    for number, slide in enumerate(Presentation(str(path)).slides, start=1):
        lines.append(f"[slide {number}]")
        for shape in slide.shapes:
            if shape.has_text_frame and shape.text_frame.text.strip():
                lines.append(shape.text_frame.text)
            if shape.has_table:
                lines += [" | ".join(cell.text for cell in row.cells) for row in shape.table.rows]
        if slide.has_notes_slide:
            lines.append(f"[notes] {slide.notes_slide.notes_text_frame.text}")
    return ["\n".join(lines)]


def pdf(path: Path) -> list[Part]:
    """Return each page's text, or its image where it has none."""
    import pypdfium2

    parts: list[Part] = []
    file = pypdfium2.PdfDocument(path)
    try:
        for number, page in enumerate(file, start=1):
            text = page.get_textpage().get_text_bounded()
            parts.append(f"[page {number}]\n{text}")
            if len(text.strip()) < LEAST_TEXT:
                picture = io.BytesIO()
                page.render(scale=RENDER_SCALE).to_pil().convert("RGB").save(picture, "PNG")
                parts.append(("image/png", base64.b64encode(picture.getvalue()).decode()))
    finally:
        file.close()
    return parts


def mail(path: Path) -> list[Part]:
    """Return a message's header lines, its text, and the names of what is attached."""
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    lines = [f"{name}: {message[name]}" for name in ("From", "To", "Cc", "Date", "Subject") if message[name]]
    body = message.get_body(("plain", "html"))
    lines += ["", body.get_content() if body is not None else ""]
    lines += [f"[attachment {part.get_filename()}]" for part in message.iter_attachments()]
    return ["\n".join(lines)]


def database(path: Path) -> list[Part]:
    """Return every table of a database as tab-separated rows."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        lines = []
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        for (name,) in tables:
            quoted = name.replace('"', '""')
            rows = connection.execute(f'SELECT * FROM "{quoted}"')  # noqa: S608  a quoted name out of the schema
            lines.append(f"[table {name}]")
            lines.append("\t".join(column[0] for column in rows.description))
            lines += ["\t".join("" if value is None else str(value) for value in row) for row in rows]
        return ["\n".join(lines)]
    finally:
        connection.close()


READERS = {
    ".xlsx": workbook,
    ".xlsm": workbook,
    ".docx": document,
    ".pptx": slides,
    ".pdf": pdf,
    ".eml": mail,
    ".sqlite": database,
    ".db": database,
}


def all_files(folder: Path) -> list[Path]:
    """Return the files below a folder, sorted by path."""
    return sorted(path for path in Path(folder).rglob("*") if path.is_file())
