"""Reference solver of ACC-02, written from the public bundle alone: `solve.py BUNDLE OUT`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from acc02.check import check_lines
from acc02.exports import read_purchases, read_sales
from acc02.files import write_completion, write_findings, write_return


def solve(bundle: Path, out: Path) -> None:
    """Check the exports in `bundle/inputs` and leave the deliverables in `out`."""
    inputs = bundle / "inputs"
    checked = check_lines(read_sales(inputs / "sales_q3.csv"), read_purchases(inputs / "purchases_q3.csv"))
    out.mkdir(parents=True, exist_ok=True)
    write_return(checked, out / "tax_return.json")
    write_findings(checked, out / "findings.csv")
    write_completion(checked, out / "COMPLETION.json")


if __name__ == "__main__":
    solve(Path(sys.argv[1]), Path(sys.argv[2]))
