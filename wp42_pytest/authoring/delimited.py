"""Writes comma-separated files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[str | int | date | None]]) -> bytes:
    """Return a UTF-8 csv file with CRLF line ends (RFC 4180).

    Args:
        header: the column names.
        rows: cells as text, whole numbers, dates (written ISO) or None (left empty). Money is passed as text, already
            spelled, so that no float is ever shown.

    Raises:
        ValueError: when a row is not as wide as the header.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    for row in rows:
        if len(row) != len(header):
            msg = f"a row of {len(row)} cells does not fit the {len(header)} columns {list(header)}: {list(row)}"
            raise ValueError(msg)
        writer.writerow(["" if cell is None else cell.isoformat() if isinstance(cell, date) else cell for cell in row])
    return text.getvalue().encode()
