"""A number found in a document, and what connects it with the words asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from wp42_pytest.evidence.blocks import Block
from wp42_pytest.evidence.statements import Amount, attached, is_label
from wp42_pytest.evidence.wording import Term, Wording


@dataclass(frozen=True)
class Match:
    """A number found in a document; it compares with figures as a cell does.

    Args:
        block: the block that states it.
        amount: the number as it was written.
        where: what connected it with the words asked for: block | column | lead | heading | section | label.
    """

    block: Block
    amount: Amount
    where: str = "block"

    @property
    def number(self) -> Decimal:
        """Return its value; 12 % is 0.12."""
        return self.amount.value

    @property
    def shown(self) -> str:
        """Return the characters of it."""
        return self.amount.found.text

    @property
    def readings(self) -> tuple[Decimal, ...]:
        """Return every defensible reading of it."""
        return self.amount.found.readings

    @property
    def percent(self) -> bool:
        """Tell whether a per cent sign followed it."""
        return self.amount.found.percent

    def __repr__(self) -> str:
        return f"{self.shown} in {self.block!r}"


def in_block(match: Match, terms: list[Term]) -> str:
    """Return "block" when the match's block has one of the terms."""
    return "block" if match.block.says_any(terms) else ""


def in_column(match: Match, terms: list[Term]) -> str:
    """Return "column" when the header above the match has one of the terms."""
    header = match.block.column_of(match.amount)
    return "column" if header and Wording(header).has_any(terms) else ""


def in_lead(match: Match, terms: list[Term]) -> str:
    """Return "lead" when the line that introduces the match's list or table has one of the terms."""
    return "lead" if match.block.lead and Wording(match.block.lead).has_any(terms) else ""


def in_heading(match: Match, terms: list[Term]) -> str:
    """Return "heading" when a heading above the match has one of the terms."""
    return "heading" if any(Wording(heading).has_any(terms) for heading in match.block.headings) else ""


def given_in_row(block: Block, labels: list[str], unless: list[str]) -> Iterator[Amount]:
    """Yield the amounts of a row for a label: in the label's cell, else the first to its right, else below its header."""
    for at, wording in enumerate(block.cell_wordings):
        own = block.cell_amounts[at]
        inside = list(attached(wording, own, labels, unless))
        if inside:
            yield from inside
        elif is_label(wording, labels, unless) and not own:
            right = next((amounts for amounts in block.cell_amounts[at + 1 :] if amounts), [])
            yield from right[:1]
    if block.alone:
        for header, amounts in zip(block.columns, block.cell_amounts, strict=False):
            if header and is_label(Wording(header), labels, unless):
                yield from amounts[:1]


def is_bare(block: Block) -> bool:
    """Tell whether a block is one amount and nothing else."""
    text = block.wording.text
    found = block.amounts[0].found
    return len(text.strip(" .*")) <= len(found.text) + 1
