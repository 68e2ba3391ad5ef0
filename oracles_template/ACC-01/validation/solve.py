"""Reference solver of ACC-01, written from the public bundle alone: `solve.py BUNDLE OUT`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from acc01.papers import read_papers
from acc01.reconcile import Matcher
from acc01.report import write_completion, write_report
from acc01.workbook import number_entries, write_workbook


def solve(bundle: Path, out: Path) -> None:
    """Reconcile the account from the papers in `bundle/inputs` and leave the deliverables in `out`."""
    papers = read_papers(bundle / "inputs")
    result = Matcher(papers).run()
    number_entries(result.items)
    out.mkdir(parents=True, exist_ok=True)
    write_workbook(papers, result, out / "reconciliation.xlsx")
    write_report(papers, result, out / "management_report.docx")
    write_completion(papers, result, out / "COMPLETION.json")


if __name__ == "__main__":
    solve(Path(sys.argv[1]), Path(sys.argv[2]))
