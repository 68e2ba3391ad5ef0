"""Reads a pptx as its audience sees it: groups, tables, charts and diagrams slide by slide, notes and hidden slides apart."""

from __future__ import annotations

from typing import Any

from wp42_pytest.evidence.parse.colour import A
from wp42_pytest.evidence.parse.drawing import DIAGRAM, C, R, linked_blocks, paragraph_text, related_part
from wp42_pytest.evidence.parse.opc import Package
from wp42_pytest.evidence.parse.slide_sight import Frame, Sight, placeholder
from wp42_pytest.evidence.refusal import Reason, Refused

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"

MOST_SLIDES = 1000
_TITLES = frozenset({"title", "ctrTitle"})
_MARGINS = {"ftr": "footer", "hdr": "header", "dt": "footer", "sldNum": "footer"}
_OFF = frozenset({"0", "false"})


def read_pptx(data: bytes) -> dict[str, Any]:
    """Return the slides of a pptx.

    Args:
        data: the whole file.

    Returns:
        `blocks` of the slides that are shown, each with its `slide` number; `slides` with number, title and whether it is
        shown; `notes` with slide numbers; `hidden`; `struck`; `comments`; `warnings`.

    Raises:
        Refused: the file is damaged, locked, no presentation, or declares a document type.
    """
    package = Package(data)
    part = package.main_part("ppt/presentation.xml")
    root = package.tree(part)
    if root is None or root.tag != P + "presentation":
        raise Refused(Reason.wrong_kind, "the archive holds no presentation")
    relations = package.relations(part)
    deck = _Deck(package, root.find(P + "sldSz"))
    listed = [relations.get(slide.get(R + "id", "")) for slide in root.iterfind(f"{P}sldIdLst/{P}sldId")]
    if len(listed) > MOST_SLIDES:
        raise Refused(Reason.too_complex, f"the presentation has {len(listed)} slides")
    for number, relation in enumerate(listed, 1):
        slide = None if relation is None or relation.external else package.tree(relation.target)
        if slide is None:
            deck.warnings.append(f"slide {number} is missing in the archive")
        else:
            deck.slide(number, relation.target if relation else "", slide)
    return {
        "blocks": deck.blocks,
        "slides": deck.slides,
        "notes": deck.notes,
        "hidden": deck.hidden,
        "struck": deck.struck,
        "comments": deck.comments,
        "warnings": deck.warnings,
    }


class _Deck:
    def __init__(self, package: Package, size: Any) -> None:
        self.package = package
        self.size = size
        self.blocks: list[dict[str, Any]] = []
        self.slides: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []
        self.comments: list[dict[str, str]] = []
        self.hidden: list[str] = []
        self.struck: list[str] = []
        self.warnings: list[str] = []
        self.tables = 0

    def slide(self, number: int, part: str, root: Any) -> None:
        shown = root.get("show", "1") not in _OFF
        reading = _Slide(self, part, root)
        tree = root.find(f"{P}cSld/{P}spTree")
        if tree is not None:
            reading.shapes(tree, Frame())
        blocks = [block for block in reading.blocks if block["kind"] == "heading"]
        blocks += [block for block in reading.blocks if block["kind"] != "heading"]
        title = blocks[0]["text"] if blocks and blocks[0]["kind"] == "heading" else ""
        self.slides.append({"number": number, "title": title, "shown": shown})
        if shown:
            self.blocks += [block | {"slide": number} for block in blocks]
            self.hidden += reading.hidden
        else:
            self.hidden += [*(_text(block) for block in blocks), *reading.hidden]
        self._apart(number, part)

    def _apart(self, number: int, part: str) -> None:
        notes = self.package.tree(related_part(self.package, part, "notesSlide"))
        for shape in () if notes is None else notes.iter(P + "sp"):
            if placeholder(shape) in ("body", ""):
                text = "\n".join(text for line in shape.iter(A + "p") if (text := paragraph_text(line)))
                if text:
                    self.notes.append({"slide": number, "text": text})
        comments = self.package.tree(related_part(self.package, part, "comments"))
        for text in () if comments is None else comments.iter(P + "text"):
            self.comments.append({"author": "", "text": text.text or ""})


class _Slide:
    def __init__(self, deck: _Deck, part: str, root: Any) -> None:
        self.deck, self.part = deck, part
        self.sight = Sight(deck.package, part, root, deck.size)
        self.blocks: list[dict[str, Any]] = []
        self.hidden: list[str] = []

    def shapes(self, tree: Any, frame: Frame, *, hidden: bool = False) -> None:
        """Read the shapes of a slide or group in their order.

        Args:
            tree: `p:spTree`, `p:grpSp` or a branch of `mc:AlternateContent`.
            frame: where the shapes' coordinates lie on the slide.
            hidden: whether the group itself is hidden.
        """
        for child in tree:
            tag = child.tag
            if tag == MC + "AlternateContent":
                branch = child.find(MC + "Choice")
                branch = child.find(MC + "Fallback") if branch is None else branch
                if branch is not None:
                    self.shapes(branch, frame, hidden=hidden)
                continue
            if tag not in (P + "sp", P + "grpSp", P + "graphicFrame", P + "cxnSp", P + "pic"):
                continue
            unseen = hidden or self.sight.hides(child, frame)
            if tag == P + "grpSp":
                self.shapes(child, frame.inside(child), hidden=unseen)
            elif tag == P + "graphicFrame":
                self._graphic(child, unseen=unseen)
            else:
                self._text_shape(child, frame, unseen=unseen)
            self.sight.passed(child, frame, unseen=unseen)

    def _text_shape(self, shape: Any, frame: Frame, *, unseen: bool) -> None:
        body = shape.find(P + "txBody")
        if body is None:
            return
        role = placeholder(shape)
        backgrounds = self.sight.behind(shape, frame)
        for paragraph in body.iterchildren(A + "p"):
            text = self._visible(paragraph, backgrounds, unseen=unseen)
            if not text:
                continue
            if role in _TITLES:
                self.blocks.append({"kind": "heading", "text": text, "level": 1})
            else:
                self.blocks.append({"kind": _MARGINS.get(role, "paragraph"), "text": text})

    def _visible(self, paragraph: Any, backgrounds: tuple[str | None, ...], *, unseen: bool) -> str:
        """Return what can be seen of a paragraph, and keep the rest among the hidden texts."""
        seen, out_of_sight = [], []
        for run in paragraph:
            if run.tag == A + "br":
                seen.append("\n")
            elif run.tag in (A + "r", A + "fld"):
                text = "".join(piece.text or "" for piece in run.iterchildren(A + "t"))
                properties = run.find(A + "rPr")
                if unseen or self.sight.run_hidden(properties, backgrounds):
                    out_of_sight.append(text)
                elif properties is not None and properties.get("strike", "noStrike") != "noStrike":
                    self.deck.struck.append(text)
                else:
                    raised = properties is not None and properties.get("baseline", "0")[:1] not in ("0", "-")
                    mark = raised and text[:1].isdigit() and seen and seen[-1][-1:].isdigit()
                    seen.append(f" {text}" if mark else text)
        if apart := "".join(out_of_sight).strip():
            self.hidden.append(apart)
        return "".join(seen).strip()

    def _graphic(self, element: Any, *, unseen: bool) -> None:
        for child in element.iter(A + "tbl", C + "chart", DIAGRAM + "relIds"):
            if child.tag == A + "tbl":
                found = self._table(child, unseen=unseen)
            else:
                found = linked_blocks(self.deck.package, self.part, child)
                if unseen:
                    self.hidden += [_text(block) for block in found]
                    found = []
            self.deck.tables += 1
            self.blocks += [block | {"table": self.deck.tables} if block["kind"] == "row" else block for block in found]

    def _table(self, table: Any, *, unseen: bool) -> list[dict[str, Any]]:
        properties = table.find(A + "tblPr")
        headed = properties is not None and properties.get("firstRow") in ("1", "true")
        blocks = []
        above: dict[int, str] = {}
        for at, row in enumerate(table.iterchildren(A + "tr")):
            cells: list[str | None] = []
            context = []
            for column, cell in enumerate(row.iterchildren(A + "tc")):
                merged_down = cell.get("vMerge", "0") in ("1", "true")
                if merged_down or cell.get("hMerge", "0") in ("1", "true"):
                    cells.append(None)
                    context += [above[column]] if merged_down and column in above else []
                    continue
                behind = self.sight.cell_behind(cell)
                lines = [self._visible(line, behind, unseen=unseen) for line in cell.iterfind(f"{A}txBody/{A}p")]
                above[column] = "\n".join(line for line in lines if line)
                cells.append(above[column])
            if any(cells):
                block: dict[str, Any] = {"kind": "row", "cells": cells}
                if headed and at == 0:
                    block["header"] = True
                blocks.append(block | ({"above": context} if context else {}))
        return blocks


def _text(block: dict[str, Any]) -> str:
    if block["kind"] == "row":
        return " | ".join(cell for cell in block["cells"] if cell)
    return str(block["text"])
