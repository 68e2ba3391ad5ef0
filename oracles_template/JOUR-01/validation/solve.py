"""Reference solver of JOUR-01, written from the public bundle alone: `solve.py BUNDLE OUT`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from jour01.check import check
from jour01.folder import read_folder
from jour01.writing import write_article, write_completion, write_list


def solve(bundle: Path, out: Path) -> None:
    """Check the draft in `bundle/inputs` and leave the deliverables in `out`."""
    folder = read_folder(bundle / "inputs")
    verdicts = check(folder)
    out.mkdir(parents=True, exist_ok=True)
    write_list(verdicts, out / "factcheck.csv")
    write_article(folder, verdicts, out / "corrected_article.docx")
    write_completion(folder, verdicts, out / "COMPLETION.json")


if __name__ == "__main__":
    solve(Path(sys.argv[1]), Path(sys.argv[2]))
