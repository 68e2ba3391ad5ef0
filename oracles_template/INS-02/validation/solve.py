"""Reference solver of INS-02, written from the public bundle alone: `solve.py BUNDLE OUT`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from ins02.file import read_file
from ins02.income import assess
from ins02.writing import write_completion, write_letter, write_options


def solve(bundle: Path, out: Path) -> None:
    """Work the claim in `bundle/inputs` as far as guide IRB-4 lets it go, and leave the deliverables in `out`."""
    file = read_file(bundle / "inputs")
    assessment = assess(file)
    out.mkdir(parents=True, exist_ok=True)
    write_options(file, assessment, out / "irb_options.json")
    write_letter(file, assessment, out / "claimant_letter.docx")
    write_completion(file, assessment, out / "COMPLETION.json")


if __name__ == "__main__":
    solve(Path(sys.argv[1]), Path(sys.argv[2]))
