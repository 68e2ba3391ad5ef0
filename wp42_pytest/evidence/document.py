"""A document as an evaluator reads it: blocks in reading order, and what they say and state.

Only what a reader of the file sees counts as said; what is hidden, struck out or a comment is listed apart.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from wp42_pytest.evidence.blocks import Block, length_of, placed_blocks
from wp42_pytest.evidence.document_tables import best_table, grids_of
from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.matches import Match, given_in_row, in_block, in_column, in_heading, in_lead, is_bare
from wp42_pytest.evidence.refusal import NotMet, Reason, Unreadable
from wp42_pytest.evidence.statements import Amount, attached, figure_of, is_label
from wp42_pytest.evidence.tables import Aliases, Table
from wp42_pytest.evidence.text import mentions_id
from wp42_pytest.evidence.text_table import table_of_rows
from wp42_pytest.evidence.wording import Term

__all__ = ["Block", "Document", "Match", "document_of"]

CENT = Decimal("0.01")
NEAREST = 10
"""Most blocks between a number and a word under the same heading."""

MOST_BLOCKS = 30_000
MOST_CHARACTERS = 8_000_000
"""Limits of what is searched: a long report has 3,000 blocks and a million characters."""

Groups = Sequence[Sequence[Term] | Term]


@dataclass(frozen=True)
class Document:
    """What one prose deliverable holds.

    Args:
        name: the deliverable.
        kind: docx, md, txt, pdf, pptx, eml, …
        blocks: what a reader sees, in reading order: headings, paragraphs, items, rows, footnotes, headers, footers.
        payload: what else the parser found.
    """

    name: str
    kind: str
    blocks: tuple[Block, ...]
    payload: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def text(self) -> str:
        """Return all that a reader sees, a line for each block."""
        return "\n".join(block.full_text for block in self.blocks)

    @property
    def word_count(self) -> int:
        """Return how many words a reader sees."""
        return sum(len(block.full_text.split()) for block in self.blocks)

    def _texts(self, *kinds: str) -> list[str]:
        return [block.text for block in self.blocks if block.kind in kinds]

    @property
    def paragraphs(self) -> list[str]:
        """Return the paragraphs, list items and code."""
        return self._texts("paragraph", "item", "code")

    @property
    def headings(self) -> list[str]:
        """Return the headings."""
        return self._texts("heading")

    @property
    def headers(self) -> list[str]:
        """Return the texts of the page headers."""
        return self._texts("header")

    @property
    def footers(self) -> list[str]:
        """Return the texts of the page footers."""
        return self._texts("footer")

    @property
    def footnotes(self) -> list[str]:
        """Return the footnotes and endnotes that the text refers to."""
        return self._texts("footnote", "endnote")

    def _listed(self, key: str) -> list[str]:
        return [entry if isinstance(entry, str) else str(entry["text"]) for entry in self.payload.get(key, ())]

    @property
    def hidden(self) -> list[str]:
        """Return the texts that the file holds and no reader sees."""
        return self._listed("hidden")

    @property
    def struck(self) -> list[str]:
        """Return the texts that are struck out."""
        return self._listed("struck")

    @property
    def comments(self) -> list[str]:
        """Return the comments of reviewers."""
        return self._listed("comments")

    @property
    def notes(self) -> list[str]:
        """Return the speaker notes of slides."""
        return self._listed("notes")

    @property
    def quoted(self) -> list[str]:
        """Return the lines that an e-mail quotes from an earlier one."""
        return self._listed("quoted")

    @property
    def warnings(self) -> list[str]:
        """Return what the parser could not read or found odd."""
        return self._listed("warnings")

    @property
    def changes(self) -> list[dict[str, str]]:
        """Return the tracked changes: kind (ins, del, moveFrom, moveTo), author, date, text."""
        return [dict(change) for change in self.payload.get("changes", ())]

    @property
    def pages(self) -> int | None:
        """Return the number of pages where the kind of file says it."""
        return self.payload.get("pages")

    @cached_property
    def original(self) -> Document:
        """Return the text as it was before the tracked changes, as a document; the same one where none are tracked."""
        if "original" not in self.payload:
            return self
        blocks = [{"kind": "paragraph", "text": text} for text in self.payload["original"]]
        return Document(f"{self.name} before changes", self.kind, placed_blocks(blocks, self.name))

    @cached_property
    def tables(self) -> list[Table]:
        """Return the tables that have a header, the first full row of each being it."""
        found = []
        for grid in grids_of(self.blocks):
            with contextlib.suppress(NotMet):
                found.append(table_of_rows(grid))
        return found

    def table(self, *columns: str, aliases: Aliases | None = None) -> Table:
        """Return the table that has the columns; of several, the first that has most of them.

        Args:
            columns: headers asked for.
            aliases: column → other headers that mean it.

        Raises:
            NotMet: no table has at least half of the columns.
        """
        found = best_table(grids_of(self.blocks), columns, aliases)
        if found is None:
            raise NotMet(f"{self.name} has no table with the columns {', '.join(columns)}")
        return found

    def says(self, groups: Groups, scope: str = "block") -> Block | None:
        """Return the first block that has at least one term of every group, None when there is none.

        Args:
            groups: for example `[["stale*", "six months"], ["4391"]]`.
            scope: "block": one paragraph, item or table row; "section": a heading and what stands below it up to the next.
        """
        wanted = [[group] if isinstance(group, str | int | Decimal | Figure) else list(group) for group in groups]
        candidates: Iterable[Block] = self.sections if scope == "section" else self.blocks
        for block in candidates:
            if all(block.says_any(terms) for terms in wanted):
                return block
        return None

    def mentions(self, identifier: object) -> bool:
        """Tell whether an identifier occurs; its spaces, hyphens, `#`, case and leading zeros are free.

        Args:
            identifier: for example `CD-1097` or 4391, which is not found in 14391.
        """
        wanted = str(identifier)
        return any(
            mentions_id(block.wording.text, wanted)
            or (bool(block.wording.squeezed) and mentions_id(block.wording.squeezed, wanted))
            for block in self.blocks
        )

    def states(
        self,
        figure: Figure | Decimal | int | str,
        near: Iterable[Term] | None = None,
        *,
        tolerance: Decimal = CENT,
        sign: bool = False,
        scope: str = "section",
    ) -> Match | None:
        """Return where a number is stated, within its tolerance or rounded to the precision shown; None when it is not.

        Args:
            figure: what is looked for; a figure brings its own tolerance.
            near: terms of which one must stand in the same block or column, or under the same heading.
            tolerance: for a plain number.
            sign: whether the sign must agree; figures in prose often leave it to a word such as "less".
            scope: "block" demands the term in the same paragraph, row or column.
        """
        wanted, tolerance = figure_of(figure, tolerance)
        found = [
            Match(block, amount)
            for block in self.blocks
            for amount in block.amounts
            if amount.is_figure(wanted, tolerance, sign=sign)
        ]
        if near is None:
            return found[0] if found else None
        terms = list(near)
        reaches = (in_block, in_column, in_lead) + ((in_heading, self._near_in_section()) if scope == "section" else ())
        for reach in reaches:
            for match in found:
                if where := reach(match, terms):
                    return replace(match, where=where)
        return None

    def numbers_near(self, terms: Iterable[Term]) -> list[Decimal]:
        """Return the amounts that stand in blocks which have one of the terms; of a row also under such a column.

        Args:
            terms: for example `["adjusted balance"]`.
        """
        wanted = list(terms)
        found = [Match(block, amount) for block in self.blocks for amount in block.amounts if not amount.year]
        return [match.number for match in found if in_block(match, wanted) or in_column(match, wanted)]

    def statements(self, labels: Iterable[str], unless: Iterable[str] = ()) -> list[Match]:
        """Return every amount that the document gives for a label, in a sentence, a row or below a heading.

        Args:
            labels: wordings of one label, such as `["adjusted balance", "reconciled balance"]`.
            unless: words which directly before the label make another label of it, such as `["bank"]`.
        """
        labels, unless = list(labels), list(unless)
        found: list[Match] = []
        for block in self.blocks:
            found += [Match(block, amount, "label") for amount in self._given(block, labels, unless)]
        return found

    def stated(self, labels: Iterable[str], unless: Iterable[str] = ()) -> list[Decimal]:
        """Return the numbers directly attached to a label; more than one value means that the document contradicts itself.

        Args:
            labels: wordings of one label.
            unless: words which directly before the label make another label of it.
        """
        return [match.number for match in self.statements(labels, unless)]

    def contradictions(
        self,
        labels: Iterable[str],
        accepted: Iterable[Figure | Decimal | int],
        *,
        tolerance: Decimal = CENT,
        unless: Iterable[str] = (),
    ) -> list[Match]:
        """Return the amounts given for a label that are none of the accepted values, not even rounded.

        Args:
            labels: wordings of one label.
            accepted: what may be stated; a figure brings its own tolerance.
            tolerance: for plain numbers.
            unless: words which directly before the label make another label of it.
        """
        values = [figure_of(value, tolerance) for value in accepted]
        return [
            match
            for match in self.statements(labels, unless)
            if not any(match.amount.agrees_with(value, near) for value, near in values)
        ]

    def labelled(self, label: str, *aliases: str, unless: Iterable[str] = ()) -> Match:
        """Return the one amount that the document gives for a label, as a sheet does.

        Args:
            label: the label.
            aliases: other wordings of it.
            unless: words which directly before the label make another label of it.

        Raises:
            NotMet: it gives none, or amounts that contradict each other.
        """
        found = self.statements([label, *aliases], unless)
        if not found:
            raise NotMet(f"{self.name} states no amount for {label!r}")
        exact = min(found, key=lambda match: match.amount.unit)
        for match in found:
            if match.amount.contradicts(exact.amount):
                raise NotMet(f"{self.name} states {exact.shown} and {match.shown} for {label!r}")
        return exact

    def _given(self, block: Block, labels: list[str], unless: list[str]) -> Iterator[Amount]:
        if block.kind == "row":
            yield from given_in_row(block, labels, unless)
            return
        yield from attached(block.wording, block.amounts, labels, unless)
        if block.number and len(block.amounts) == 1 and is_bare(block):
            above = self.blocks[block.number - 1]
            if above.document == block.document and not above.amounts and is_label(above.wording, labels, unless):
                yield block.amounts[0]

    @cached_property
    def sections(self) -> list[Block]:
        """Return each heading with the blocks below it up to the next as one block; what stands before the first is one too."""
        groups: list[list[Block]] = []
        for block in self.blocks:
            if not groups or block.section != groups[-1][-1].section or block.document != groups[-1][-1].document:
                groups.append([])
            groups[-1].append(block)
        return [
            replace(group[0], kind="section", text="\n".join(block.full_text for block in group), cells=(), label="")
            for group in groups
        ]

    def _near_in_section(self) -> Callable[[Match, list[Term]], str]:
        said: dict[int, bool] = {}

        def in_section(match: Match, terms: list[Term]) -> str:
            block = match.block
            if not block.headings:
                return ""
            for other in self.blocks[max(0, block.number - NEAREST) : block.number + NEAREST + 1]:
                if other.section == block.section and other.document == block.document:
                    if other.number not in said:
                        said[other.number] = other.says_any(terms)
                    if said[other.number]:
                        return "section"
            return ""

        return in_section

    @classmethod
    def joined(cls, documents: Sequence[Document]) -> Document:
        """Return several documents as one; sections and tables end where a document ends.

        Args:
            documents: in the order in which they are read.
        """
        blocks: list[Block] = []
        payload: dict[str, list[Any]] = {}
        for document in documents:
            blocks += [replace(block, number=len(blocks) + at) for at, block in enumerate(document.blocks)]
            for key in ("hidden", "struck", "comments", "notes", "quoted", "warnings"):
                payload.setdefault(key, []).extend(document.payload.get(key, ()))
        names = ", ".join(document.name for document in documents)
        return cls(names or "no prose", "prose", tuple(blocks), payload)

    def __repr__(self) -> str:
        return f"{self.name} ({self.kind}, {len(self.blocks)} blocks)"


def document_of(name: str, kind: str, found: Mapping[str, Any]) -> Any:
    """Return the view of what a parser found: a document, deck, mail, calendar, database or picture.

    Args:
        name: the deliverable.
        kind: what the file is.
        found: the parser's answer.

    Raises:
        Unreadable: the kind is read by other means.
    """
    from wp42_pytest.evidence.views import VIEWS

    blocks = found.get("blocks", ())
    if len(blocks) > MOST_BLOCKS or sum(map(length_of, blocks)) > MOST_CHARACTERS:
        raise Unreadable(name, Reason.too_complex, f"it has {len(blocks):,} paragraphs and rows, more than any report")
    if kind in VIEWS:
        return VIEWS[kind](name, kind, found)
    if kind == "csv":
        rows = [{"kind": "row", "cells": row, "table": 1} for row in found["rows"] if any(cell.strip() for cell in row)]
        return Document(name, kind, placed_blocks(rows, name), {"warnings": found.get("notes", [])})
    if "blocks" not in found:
        raise Unreadable(name, Reason.wrong_kind, f"a file of kind {kind} is not read as a document")
    return Document(name, kind, placed_blocks(found["blocks"], name), found)
