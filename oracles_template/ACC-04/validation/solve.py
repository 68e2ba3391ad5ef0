"""Reference reader of ACC-04, written from the public bundle alone: `solve.py BUNDLE OUT`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from acc04.papers import read_papers
from acc04.reader import records_of, write


def solve(bundle: Path, out: Path) -> None:
    """Read the package in `bundle/inputs` and leave the records in `out`."""
    papers = read_papers(bundle)
    write(papers, records_of(papers), out)


if __name__ == "__main__":
    solve(Path(sys.argv[1]), Path(sys.argv[2]))
