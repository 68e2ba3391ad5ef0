"""Reference solver of CS-01, written from the public bundle alone: `solve.py BUNDLE OUT`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cs01.decide import decide_all
from cs01.exports import read_exports
from cs01.writing import write_all


def solve(bundle: Path, out: Path) -> None:
    """Prepare the queue in `bundle/inputs` and leave the deliverables in `out`."""
    write_all(decide_all(read_exports(bundle / "inputs")), out)


if __name__ == "__main__":
    solve(Path(sys.argv[1]), Path(sys.argv[2]))
