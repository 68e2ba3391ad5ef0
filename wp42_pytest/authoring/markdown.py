"""Writes markdown pages: policies, guides and notes as people keep them in a shared folder."""

from __future__ import annotations

from collections.abc import Sequence


def table(header: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> str:
    """Return a pipe table whose columns line up in the source.

    Args:
        header: the column names.
        rows: the cells.
        right: columns that are aligned right.

    Raises:
        ValueError: when a row is not as wide as the header.
    """
    for row in rows:
        if len(row) != len(header):
            msg = f"a row of {len(row)} cells does not fit the {len(header)} columns {list(header)}: {list(row)}"
            raise ValueError(msg)
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in [header, *rows]]
    widths = [max(3, *(len(row[column]) for row in cells)) for column in range(len(header))]

    def line(row: Sequence[str]) -> str:
        padded = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return f"| {' | '.join(padded)} |"

    rule = [f"{'-' * (width - 1)}:" if column in right else "-" * width for column, width in enumerate(widths)]
    return "\n".join([line(cells[0]), f"| {' | '.join(rule)} |", *(line(row) for row in cells[1:])])


def bullets(points: Sequence[str]) -> str:
    """Return a list of points."""
    return "\n".join(f"- {point}" for point in points)


def numbered(points: Sequence[str], *, start: int = 1) -> str:
    """Return a numbered list; its numbers stand in the source as they are shown, so that they can be quoted."""
    return "\n".join(f"{number}. {point}" for number, point in enumerate(points, start=start))


def md_bytes(*blocks: str) -> bytes:
    """Return a page of blocks with an empty line between them: headings, paragraphs, tables and lists as text."""
    return ("\n\n".join(block.strip("\n") for block in blocks) + "\n").encode()
