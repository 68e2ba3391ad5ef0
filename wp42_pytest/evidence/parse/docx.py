"""Reads a docx as a reader sees it: its own walk over the XML, since the usual libraries lose or repeat text.

Tracked changes count as accepted; `original` holds the text before them. What Word does not show is kept in `hidden`.
"""

from __future__ import annotations

import re
from typing import Any

from wp42_pytest.evidence.parse.colour import hex_colour
from wp42_pytest.evidence.parse.docx_line import DELETED, FLAGS, HIDDEN, INSERTED, Line, Place, flat
from wp42_pytest.evidence.parse.docx_numbering import Numbering
from wp42_pytest.evidence.parse.docx_styles import (
    VAL,
    W,
    flattened,
    outline_level,
    squashed,
    styles_of,
    switched_on,
    whole,
)
from wp42_pytest.evidence.parse.drawing import R, linked_blocks, related_part
from wp42_pytest.evidence.parse.opc import Package
from wp42_pytest.evidence.refusal import Reason, Refused

MOST_BLOCKS = 50_000
PSEUDO_HEADING = 9
"""The level of a short paragraph in bold, with which many writers mark a heading."""

_PARAGRAPH, _PARAGRAPH_PROPERTIES, _STYLE = W + "p", W + "pPr", W + "pStyle"
_MONEY = re.compile(r"\d[.,]\d")


def read_docx(data: bytes) -> dict[str, Any]:
    """Return the blocks and the texts apart of a docx.

    Args:
        data: the whole file.

    Returns:
        `blocks` in reading order, footnotes after the block that refers to them, headers and footers last; `comments`;
        `hidden`; `struck`; `changes` and `original` when changes are tracked; `warnings`.

    Raises:
        Refused: the file is damaged, locked, no docx, or declares a document type.
    """
    package = Package(data)
    part = package.main_part("word/document.xml")
    if not package.has(part) or part.lower().startswith(("xl/", "ppt/")):
        raise Refused(Reason.wrong_kind, "the archive holds no Word document")
    return _Walk(package, part).document()


class _Walk:
    """One pass over one document."""

    def __init__(self, package: Package, part: str) -> None:
        self.package, self.part = package, part
        self.root = package.tree(part)
        self.folder = part.rpartition("/")[0]
        self.styles = styles_of(
            package.part(self._beside("styles", "styles.xml")), package.part(self._beside("theme", "theme/theme1.xml"))
        )
        self.numbering = Numbering(package.tree(self._beside("numbering", "numbering.xml")))
        self.settings = package.tree(self._beside("settings", "settings.xml"))
        self.hidden: list[str] = []
        self.struck: list[str] = []
        self.changes: list[dict[str, Any]] = []
        self.original: list[str] = []
        self.warnings: list[str] = []
        self.notes: list[tuple[str, str]] = []
        self.tables = 0
        self.emitted = 0
        self.carried: list[tuple[str, int]] = []
        self.original_open = False

    def _beside(self, kind: str, usual: str) -> str:
        """Return the part of a kind that the document names, or the one with the usual name."""
        return related_part(self.package, self.part, kind, f"{self.folder}/{usual}".lstrip("/"))

    def _setting(self, name: str) -> bool:
        element = None if self.settings is None else self.settings.find(W + name)
        return element is not None and switched_on(element)

    def document(self) -> dict[str, Any]:
        body = self.root.find(W + "body")
        if body is None:
            raise Refused(Reason.damaged, "the document has no body")
        place = Place()
        page = self.root.find(W + "background")
        if page is not None and self._setting("displayBackgroundShape"):
            place = Place(backgrounds=(hex_colour(page.get(W + "color")),))
        self.note_texts = {kind: self._note_elements(kind) for kind in ("footnote", "endnote")}
        blocks = self.blocks_below(body, place)
        unused = [(kind, key) for kind, texts in self.note_texts.items() for key in texts]
        self._note_blocks(unused, place._replace(flags=HIDDEN))
        body_original = self.original
        blocks += self._headers_and_footers(place)
        payload: dict[str, Any] = {
            "blocks": blocks,
            "comments": self._comments(),
            "hidden": self.hidden,
            "struck": self.struck,
            "properties": self.package.properties(),
            "warnings": self.warnings,
        }
        if self.changes:
            payload |= {"changes": self.changes, "original": body_original}
        return payload

    def blocks_below(self, container: Any, place: Place) -> list[dict[str, Any]]:
        blocks: list[dict[str, Any]] = []
        for child, flags in flat(container, place.flags):
            here = place if flags == place.flags else place._replace(flags=flags)
            tag = child.tag
            if tag == _PARAGRAPH:
                blocks += self._paragraph(child, here)
            elif tag == W + "tbl":
                blocks += self._carried_over()
                blocks += self._table(child, here)
            elif tag == W + "altChunk":
                self.warnings.append("an imported piece (w:altChunk) was not read")
            if self.notes and not place.nested:
                blocks += self._pending_notes(here)
        return blocks + self._carried_over() if self.carried else blocks

    def _carried_over(self) -> list[dict[str, Any]]:
        """Return what waits for a paragraph to join, where none comes."""
        text = "".join(piece for piece, flags in self.carried if not flags & (DELETED | HIDDEN)).strip()
        self.carried = []
        return [self._emit({"kind": "paragraph", "text": text})] if text else []

    def _emit(self, block: dict[str, Any]) -> dict[str, Any]:
        self.emitted += 1
        if self.emitted > MOST_BLOCKS:
            raise Refused(Reason.too_complex, f"the document has more than {MOST_BLOCKS} paragraphs and rows")
        return block

    def _paragraph(self, element: Any, place: Place) -> list[dict[str, Any]]:
        properties = element.find(_PARAGRAPH_PROPERTIES)
        style = self.styles.paragraph_style(None)
        heading, numbered, fill, mark = style.heading, style.numbered, style.fill, 0
        if properties is not None:
            said = {child.tag: child for child in properties}
            if _STYLE in said:
                style = self.styles.paragraph_style(said[_STYLE].get(VAL))
                heading, numbered, fill = style.heading, style.numbered, style.fill
            outline = outline_level(said.get(W + "outlineLvl"))
            heading = heading if outline is None else outline
            numbered = said.get(W + "numPr", numbered)
            fill = self.styles.fill(said.get(W + "shd")) or fill
            mark = _paragraph_mark(said.get(W + "rPr"))
            if squashed(said.get(W + "spacing")):
                place = place._replace(flags=place.flags | HIDDEN)
        if fill:
            place = place._replace(backgrounds=(fill,))
        line = Line(self, style.look, place)
        line.pieces = self.carried
        self.carried = []
        line.read(element)
        text, original, hidden, struck = line.texts()
        self._keep_original(original, mark)
        if mark & DELETED and not place.flags & DELETED:
            # Accepting a deleted paragraph mark joins the paragraph with the next one.
            self.carried = [(piece, flags | INSERTED) for piece, flags in line.pieces]
            return line.boxes
        self.hidden += [hidden] if hidden else []
        self.struck += [struck] if struck else []
        if not text:
            return line.boxes
        block: dict[str, Any] = {"kind": "paragraph", "text": text}
        if numbered is not None:
            label = self.numbering.label(numbered)
            block["kind"] = "item"
            if label:
                block["label"] = label
        if heading is not None:
            block |= {"kind": "heading", "level": heading}
        elif line.bold and not place.nested and _like_a_heading(text):
            block |= {"kind": "heading", "level": PSEUDO_HEADING}
        return [self._emit(block), *line.boxes]

    def _keep_original(self, text: str, mark: int) -> None:
        """Add a paragraph to the text before the changes, where an inserted mark did not yet divide it from the next."""
        if self.original_open and self.original:
            self.original[-1] += text
        elif text:
            self.original.append(text)
        self.original_open = bool(mark & INSERTED)

    def _table(self, element: Any, place: Place) -> list[dict[str, Any]]:
        self.tables += 1
        table = self.tables
        properties = element.find(W + "tblPr")
        fills = self.styles.table_fills(properties)
        fill = self.styles.fill(properties.find(W + "shd")) if properties is not None else None
        behind = (fill,) if fill else (*fills, *place.backgrounds)
        rows = [
            self._row(row, place._replace(backgrounds=behind, flags=flags, nested=True))
            for row, flags in flat(element, place.flags)
            if row.tag == W + "tr"
        ]
        single = all(len(row.cells) <= 1 for row in rows)
        blocks: list[dict[str, Any]] = []
        above: dict[int, str] = {}
        for row in rows:
            if single and row.cells and len(row.cells[0].blocks) > 1:
                # A table of one column with several paragraphs frames text rather than listing records.
                blocks += row.cells[0].blocks
            else:
                blocks += self._row_blocks(row, table, above)
            if self.notes and not place.nested:
                blocks += self._pending_notes(place)
        return blocks

    def _row_blocks(self, row: _Row, table: int, above: dict[int, str]) -> list[dict[str, Any]]:
        cells: list[str | None] = [""] * row.skipped
        context = []
        nested = []
        for cell in row.cells:
            at = len(cells)
            if cell.continued:
                text: str | None = None
                context.append(above.get(at, ""))
            else:
                text = "\n".join(block["text"] for block in cell.blocks if block["kind"] != "row")
                above[at] = text
                nested += [block for block in cell.blocks if block["kind"] == "row"]
            cells += [text, *[None] * (cell.span - 1)]
        if not any(cells):
            return nested
        block: dict[str, Any] = {"kind": "row", "cells": cells, "table": table}
        if any(context):
            block["above"] = [text for text in context if text]
        if row.header:
            block["header"] = True
        return [self._emit(block), *nested]

    def _row(self, element: Any, place: Place) -> _Row:
        properties = element.find(W + "trPr")
        row = _Row()
        if properties is not None:
            skipped = properties.find(W + "gridBefore")
            row.skipped = 0 if skipped is None else _span(skipped)
            header = properties.find(W + "tblHeader")
            row.header = header is not None and switched_on(header)
            height, hidden = properties.find(W + "trHeight"), properties.find(W + "hidden")
            if (hidden is not None and switched_on(hidden)) or flattened(height):
                place = place._replace(flags=place.flags | HIDDEN)
            for name in ("del", "ins"):
                if properties.find(W + name) is not None:
                    place = place._replace(flags=place.flags | FLAGS[W + name])
        for cell, flags in flat(element, place.flags):
            if cell.tag == W + "tc":
                row.cells.append(self._cell(cell, place._replace(flags=flags)))
        return row

    def _cell(self, element: Any, place: Place) -> _Cell:
        properties = element.find(W + "tcPr")
        cell = _Cell()
        if properties is not None:
            said = {child.tag: child for child in properties}
            span, merged = said.get(W + "gridSpan"), said.get(W + "vMerge")
            cell.span = 1 if span is None else max(1, _span(span))
            cell.continued = merged is not None and merged.get(VAL, "continue") == "continue"
            fill = self.styles.fill(said.get(W + "shd"))
            if fill:
                place = place._replace(backgrounds=(fill,))
            for name, flag in (("cellDel", DELETED), ("cellIns", INSERTED)):
                if W + name in said:
                    place = place._replace(flags=place.flags | flag)
        if cell.continued:
            # What stands in a cell that is merged into the one above is not shown.
            place = place._replace(flags=place.flags | HIDDEN)
        cell.blocks = self.blocks_below(element, place)
        return cell

    def linked(self, element: Any) -> list[dict[str, Any]]:
        blocks = linked_blocks(self.package, self.part, element)
        self.tables += 1
        for block in blocks:
            if block["kind"] == "row":
                block["table"] = self.tables
        return blocks

    def _note_elements(self, kind: str) -> dict[str, Any]:
        root = self.package.tree(self._beside(f"{kind}s", f"{kind}s.xml"))
        return {
            note.get(W + "id", ""): note
            for note in (() if root is None else root.iterchildren(W + kind))
            if note.get(W + "type", "normal") == "normal"
        }

    def _pending_notes(self, place: Place) -> list[dict[str, Any]]:
        pending, self.notes = self.notes, []
        return self._note_blocks(pending, place._replace(nested=False))

    def _note_blocks(self, pending: list[tuple[str, str]], place: Place) -> list[dict[str, Any]]:
        blocks = []
        for kind, key in pending:
            note = self.note_texts[kind].pop(key, None)
            if note is not None:
                text = "\n".join(block_text(block) for block in self.blocks_below(note, place._replace(nested=True)))
                if text:
                    blocks.append(self._emit({"kind": kind, "text": text}))
        return blocks

    def _comments(self) -> list[dict[str, str]]:
        root = self.package.tree(self._beside("comments", "comments.xml"))
        found = []
        for comment in () if root is None else root.iterchildren(W + "comment"):
            text = "\n".join(block_text(block) for block in self.blocks_below(comment, Place(nested=True)))
            found.append({"author": comment.get(W + "author", ""), "text": text})
        return found

    def _headers_and_footers(self, place: Place) -> list[dict[str, Any]]:
        blocks: list[dict[str, Any]] = []
        body, read = self.part, set()
        relations = self.package.relations(body)
        for section in self.root.iter(W + "sectPr"):
            title = section.find(W + "titlePg")
            for name in ("header", "footer"):
                for reference in section.iterchildren(f"{W}{name}Reference"):
                    relation = relations.get(reference.get(R + "id", ""))
                    if relation is None or relation.external or relation.target in read:
                        continue
                    kind = reference.get(W + "type", "default")
                    shown = kind == "default" or (
                        (title is not None and switched_on(title))
                        if kind == "first"
                        else self._setting("evenAndOddHeaders")
                    )
                    root = self.package.tree(relation.target)
                    if root is None:
                        continue
                    read.add(relation.target)
                    self.part = relation.target
                    inner = self.blocks_below(root, place._replace(nested=True, flags=0 if shown else HIDDEN))
                    self.part = body
                    blocks += [self._emit({"kind": name, "text": block_text(block)}) for block in inner]
        return blocks


def block_text(block: dict[str, Any]) -> str:
    """Return the text of a block as a parser made it; that of a row is its cells, told apart by a bar."""
    if block["kind"] == "row":
        return " | ".join(cell for cell in block["cells"] if cell)
    return str(block["text"])


class _Row:
    def __init__(self) -> None:
        self.cells: list[_Cell] = []
        self.header = False
        self.skipped = 0


class _Cell:
    def __init__(self) -> None:
        self.blocks: list[dict[str, Any]] = []
        self.span = 1
        self.continued = False


def _paragraph_mark(run: Any) -> int:
    if run is None:
        return 0
    return (DELETED if run.find(W + "del") is not None else 0) | (INSERTED if run.find(W + "ins") is not None else 0)


def _span(element: Any) -> int:
    return max(0, min(whole(element.get(VAL), 1), 200))


def _like_a_heading(text: str) -> bool:
    return len(text) <= 90 and not text.endswith((".", ",", ";", "!", "?")) and not _MONEY.search(text)
