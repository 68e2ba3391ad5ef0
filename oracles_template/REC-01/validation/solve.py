"""Reference solver of REC-01, written from the public bundle alone: `solve.py BUNDLE OUT`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from rec01.working import work_out
from rec01.writing import write_all


def solve(bundle: Path, out: Path) -> None:
    """Go through the CVs and calendars in `bundle/inputs` and leave the deliverables in `out`."""
    write_all(work_out(bundle / "inputs"), out)


if __name__ == "__main__":
    solve(Path(sys.argv[1]), Path(sys.argv[2]))
