"""Reference solver of HR-01, written from the public bundle alone: `solve.py BUNDLE OUT`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from hr01.folder import read_folder
from hr01.letters import write_letters
from hr01.statements import prepare
from hr01.workbook import write_completion, write_workbook


def solve(bundle: Path, out: Path) -> None:
    """Prepare the statements from `bundle/inputs` and leave the deliverables in `out`."""
    folder = read_folder(bundle / "inputs")
    prepared = prepare(folder)
    out.mkdir(parents=True, exist_ok=True)
    write_workbook(prepared, out / "final_pay.xlsx")
    write_letters(prepared, out / "letters.docx")
    write_completion(prepared, out / "COMPLETION.json")


if __name__ == "__main__":
    solve(Path(sys.argv[1]), Path(sys.argv[2]))
