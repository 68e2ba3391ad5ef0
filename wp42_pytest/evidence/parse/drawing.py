"""Charts and diagrams of office files, as the rows and lines that a reader sees in them."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from wp42_pytest.evidence.parse.colour import A
from wp42_pytest.evidence.parse.opc import Package

C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"

MOST_POINTS = 5000


def drawn_paragraphs(element: Any) -> list[str]:
    """Return the text of the DrawingML paragraphs below an element, line breaks kept."""
    return [text for paragraph in element.iter(A + "p") if (text := paragraph_text(paragraph))]


def paragraph_text(paragraph: Any) -> str:
    """Return the text of one DrawingML paragraph."""
    parts = []
    for child in paragraph.iter(A + "t", A + "br", A + "tab"):
        parts.append(child.text or "" if child.tag == A + "t" else "\n" if child.tag == A + "br" else "\t")
    return "".join(parts).strip()


def related_part(package: Package, part: str, kind: str, usual: str = "") -> str:
    """Return the part of a kind to which a part has a relation, else the usual one of that name.

    Args:
        package: the file.
        part: the part whose relations are looked at.
        kind: the last word of the relation's type, such as `styles`.
        usual: the name to fall back on.
    """
    for relation in package.relations(part).values():
        if relation.kind == kind and not relation.external and package.has(relation.target):
            return relation.target
    return usual


def linked_blocks(package: Package, part: str, element: Any) -> list[dict[str, Any]]:
    """Return the blocks of a chart or a diagram that a drawing points to, none where the part is missing.

    Args:
        package: the file.
        part: the part in which the drawing stands.
        element: `c:chart` or `dgm:relIds`.
    """
    relations = package.relations(part)
    if element.tag == C + "chart":
        relation = relations.get(element.get(R + "id", ""))
    else:
        relation = relations.get(element.get(R + "dm", ""))
    if relation is None or relation.external or not package.has(relation.target):
        return []
    root = package.tree(relation.target)
    if element.tag == C + "chart":
        return chart_blocks(root)
    return [{"kind": "paragraph", "text": text} for text in drawn_paragraphs(root)]


def chart_blocks(root: Any) -> list[dict[str, Any]]:
    """Return a chart as its titles and one row per category, with the names of the series as header.

    Args:
        root: the root of a chart part.
    """
    blocks: list[dict[str, Any]] = []
    for title in root.iter(C + "title"):
        blocks += [{"kind": "paragraph", "text": text} for text in drawn_paragraphs(title)]
    names: list[str] = []
    rows: dict[int, list[str]] = {}
    categories: dict[int, str] = {}
    for series in root.iter(C + "ser"):
        name = _points(series.find(C + "tx"))
        names.append(name.get(0, "") or f"series {len(names) + 1}")
        categories |= _points(series.find(C + "cat")) or _points(series.find(C + "xVal"))
        values = series.find(C + "val")
        for at, text in _points(series.find(C + "yVal") if values is None else values).items():
            rows.setdefault(at, []).extend([""] * (len(names) - 1 - len(rows.get(at, []))) + [text])
    if rows:
        blocks.append({"kind": "row", "cells": ["", *names], "header": True})
        blocks += [{"kind": "row", "cells": [categories.get(at, ""), *rows[at]]} for at in sorted(rows)]
    for label in root.iter(C + "dLbl"):
        blocks += [{"kind": "paragraph", "text": text} for text in drawn_paragraphs(label)]
    return blocks


def _points(element: Any) -> dict[int, str]:
    """Return the cached points of a reference by index; a plain `c:v` has index 0."""
    found: dict[int, str] = {}
    if element is None:
        return found
    code = element.find(f".//{C}formatCode")
    percent = code is not None and "%" in (code.text or "")
    for point in element.iter(C + "pt"):
        value = point.find(C + "v")
        if value is None or len(found) >= MOST_POINTS:
            continue
        try:
            found[int(point.get("idx", ""))] = _shown(value.text or "", percent=percent)
        except ValueError:
            continue
    plain = element.find(C + "v")
    if plain is not None and not found:
        found[0] = plain.text or ""
    return found


def _shown(text: str, *, percent: bool) -> str:
    """Return a cached value without the noise of binary fractions, 0.1 + 0.2 being 0.3."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        return text
    if not value.is_finite() or abs(value.adjusted()) > 15:
        return text
    value = round(value, 12).normalize()
    return f"{value * 100:f}%" if percent else f"{value:f}"
