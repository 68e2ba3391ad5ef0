"""All shapes, and which of them a deliverable may take."""

from __future__ import annotations

import re

from wp42_pytest.validation.shapes import documents, layouts, texts, workbooks
from wp42_pytest.validation.shapes.choice import Shape

SHAPES: list[Shape] = [*workbooks.SHAPES, *layouts.SHAPES, *documents.SHAPES, *texts.SHAPES]
"""Every shape; ids are unique."""


def shapes_for(path: str, kind: str, brief: str) -> list[Shape]:
    """Return the shapes that a deliverable may take.

    Args:
        path: the deliverable, relative to `out/`.
        kind: its kind, as task.json declares it.
        brief: the text of the brief, which may ask for tables.
    """
    if path == "COMPLETION.json":
        return [shape for shape in SHAPES if shape.id in texts.STATEMENT_SHAPES]
    return [
        shape
        for shape in SHAPES
        if kind in shape.kinds and not (shape.id == documents.TABLES_ASKED and asks_for_table(path, brief))
    ]


def asks_for_table(path: str, brief: str) -> bool:
    """Say whether the brief asks for a table in a deliverable: the word stands in the paragraph that names the file."""
    paragraphs = re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+[.)])\s)", brief)
    return any(path in paragraph and re.search(r"\btables?\b", paragraph, re.IGNORECASE) for paragraph in paragraphs)
