"""The blocks of a document: what stands together for a reader, and under which headings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wp42_pytest.evidence.statements import Amount, amounts_in, looks_like_year, without_leading_code
from wp42_pytest.evidence.wording import Term, Wording

PSEUDO_HEADING = 9
"""The level of headings that only their bold type marks; they part no section of a real heading."""

FIELDS = 0
"""The table number of rows that are a label and a value, as in a form."""


@dataclass(frozen=True)
class Block:
    """A paragraph, heading, list item, table row, footnote, page header or footer.

    Args:
        kind: paragraph | heading | item | row | code | footnote | endnote | header | footer | section.
        text: its words; the cells of a row joined by " | ".
        number: its place in the document, from 0.
        document: the deliverable in which it stands.
        headings: the headings it stands under, the nearest last; the title of the document is not among them.
        section: number of the block that begins its section.
        level: of a heading, 0 for a title.
        label: the number of a list item or numbered paragraph, such as `4.2`.
        cells: of a row, in the columns of its table; None where a merged cell covers one.
        columns: the headers above the cells of a row.
        above: texts of cells merged down into this row.
        table: the number of its table in the document, 0 for the fields of a form, None outside of tables.
        alone: whether it is the only row below its header.
        lead: the line that introduces it by ending with a colon.
        page: its page, where the kind of file says it.
        slide: its slide.
    """

    kind: str
    text: str
    number: int = 0
    document: str = ""
    headings: tuple[str, ...] = ()
    section: int = 0
    level: int | None = None
    label: str = ""
    cells: tuple[str | None, ...] = ()
    columns: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    table: int | None = None
    alone: bool = False
    lead: str = ""
    page: int | None = None
    slide: int | None = None

    @property
    def full_text(self) -> str:
        """Return the text with its automatic number in front."""
        return f"{self.label} {self.text}" if self.label else self.text

    @cached_property
    def wording(self) -> Wording:
        """Return the text prepared for searching."""
        return Wording(self.text)

    @cached_property
    def cell_wordings(self) -> list[Wording]:
        """Return the cells of a row prepared for searching."""
        return [Wording(cell or "") for cell in self.cells]

    @cached_property
    def cell_amounts(self) -> list[list[Amount]]:
        """Return the amounts of each cell of a row."""
        headers = [*self.columns, *[""] * len(self.cells)]
        return [amounts_in(wording, header) for wording, header in zip(self.cell_wordings, headers, strict=False)]

    @cached_property
    def amounts(self) -> list[Amount]:
        """Return the numbers that the block states, without dates and codes."""
        if self.kind == "row":
            return [amount for amounts in self.cell_amounts for amount in amounts]
        amounts = amounts_in(self.wording)
        return without_leading_code(amounts, self.wording, self.lead) if self.kind == "item" else amounts

    def column_of(self, amount: Amount) -> str:
        """Return the header above an amount of this row, "" where there is none."""
        for header, amounts in zip(self.columns, self.cell_amounts if self.kind == "row" else (), strict=False):
            if any(amount is other for other in amounts):
                return header
        return ""

    def says_any(self, terms: Iterable[Term]) -> bool:
        """Tell whether the block has one of several terms; an item also has what its list's lead says.

        Args:
            terms: words, stems with `*`, identifiers, numbers.
        """
        return any(wording.has(term) for term in terms for wording in self._searched)

    @cached_property
    def _searched(self) -> list[Wording]:
        texts = [self.wording, *(Wording(text) for text in self.above)]
        if self.label:
            texts.append(Wording(self.full_text))
        if self.kind == "item" and self.lead:
            texts.append(Wording(self.lead))
        return texts

    def __str__(self) -> str:
        return self.full_text

    def __repr__(self) -> str:
        place = f", page {self.page}" if self.page else f", slide {self.slide}" if self.slide else ""
        return f"{self.kind} {' '.join(self.full_text.split())[:160]!r} ({self.document}{place})"


def length_of(block: Mapping[str, Any]) -> int:
    """Return how many characters a parser's block holds."""
    return sum(len(cell or "") for cell in block["cells"]) if block["kind"] == "row" else len(block["text"])


def placed_blocks(raw: Sequence[Mapping[str, Any]], document: str) -> tuple[Block, ...]:
    """Return a parser's blocks, each with the headings, column headers and lead that it stands under.

    Args:
        raw: `blocks` of a parser's answer.
        document: the deliverable.
    """
    tables = _tables(raw)
    levels = [block["level"] for block in raw if block["kind"] == "heading" and block["level"] != PSEUDO_HEADING]
    title = min(levels) if len(levels) > 1 and levels.count(min(levels)) == 1 and levels[0] == min(levels) else None
    placed: list[Block] = []
    open_headings: list[tuple[int, str]] = []
    section = 0
    lead = ""
    for number, block in enumerate(raw):
        kind = block["kind"]
        if kind in ("header", "footer"):
            open_headings, section, lead = [], number, ""
        level: int = block.get("level") or 0
        if kind == "heading":
            open_headings = [(own, text) for own, text in open_headings if own < level]
            # A bold line begins a section of its own only where no real heading has opened one.
            if level != PSEUDO_HEADING or not any(own != PSEUDO_HEADING for own, _ in open_headings):
                section = number
        cells = tuple(block["cells"]) if kind == "row" else ()
        text = " | ".join(cell for cell in cells if cell) if kind == "row" else block["text"]
        header, alone = tables.get(block.get("table"), ((), False)) if kind == "row" else ((), False)
        placed.append(
            Block(
                kind=kind,
                text=text,
                number=number,
                document=document,
                headings=tuple(heading for own, heading in open_headings if own != title),
                section=section,
                level=level if kind == "heading" else None,
                label=str(block.get("label", "")),
                cells=cells,
                columns=() if header == cells else tuple(cell or "" for cell in header),
                above=tuple(block.get("above", ())),
                table=block.get("table") if kind == "row" else None,
                alone=alone,
                lead=lead if kind in ("item", "row", "paragraph", "code") else "",
                page=block.get("page"),
                slide=block.get("slide"),
            )
        )
        if kind == "heading":
            open_headings.append((level, text))
            lead = ""
        elif kind in ("paragraph", "item"):
            lead = text if text.rstrip().endswith(":") else lead if kind == "item" else ""
    return tuple(placed)


def _tables(raw: Sequence[Mapping[str, Any]]) -> dict[Any, tuple[tuple[str | None, ...], bool]]:
    """Return for each table the cells of its header row, and whether one row alone stands below it."""
    rows: dict[Any, list[Mapping[str, Any]]] = {}
    for block in raw:
        if block["kind"] == "row" and block.get("table"):
            rows.setdefault(block["table"], []).append(block)
    found: dict[Any, tuple[tuple[str | None, ...], bool]] = {}
    for table, blocks in rows.items():
        marked = [block for block in blocks if block.get("header")]
        header = _spread(marked[-1] if marked else blocks[0]) if marked or _heads(blocks) else ()
        found[table] = (header, len(blocks) - max(1, len(marked)) == 1 and bool(header))
    return found


def _heads(blocks: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether the first row of a table is its header: words in every cell, and figures somewhere below."""
    first = [cell for cell in blocks[0]["cells"] if cell]
    if len(blocks) < 2 or len(first) < 2:
        return False
    return not any(not looks_like_year(amount) for cell in first for amount in amounts_in(Wording(cell)))


def _spread(block: Mapping[str, Any]) -> tuple[str | None, ...]:
    """Return the header cells with a merged header over each column that it covers."""
    spread: list[str | None] = []
    for cell in block["cells"]:
        spread.append(spread[-1] if cell is None and spread else cell)
    return tuple(spread)
