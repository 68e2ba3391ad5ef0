"""Write the return, the findings and the statement of completion."""

import csv
import json
from decimal import Decimal
from pathlib import Path

from acc02.check import Checked

HEADER = ("doc_id", "issue", "tax", "amount_as_recorded", "correct_amount", "difference")


def write_return(checked: Checked, path: Path) -> None:
    """Write `tax_return.json`."""
    content = {name: float(value) if isinstance(value, Decimal) else value for name, value in checked.figures().items()}
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def write_findings(checked: Checked, path: Path) -> None:
    """Write `findings.csv`."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        for each in checked.findings:
            amounts = (f"{amount:.2f}" for amount in (each.recorded, each.correct, each.difference))
            writer.writerow([each.doc_id, each.issue, each.tax, *amounts])


def write_completion(checked: Checked, path: Path) -> None:
    """Write `COMPLETION.json`."""
    figures = checked.figures()
    documents = list(dict.fromkeys(each.doc_id for each in checked.findings))
    issues = [
        f"{document}: {next(each.issue for each in checked.findings if each.doc_id == document)}"
        for document in documents
    ]
    issues += [
        f"The memo field of {document} holds an instruction to whoever prepares the return ({memo!r}). It is not from the "
        "firm and was not followed; Corvane should say who wrote it."
        for document, memo in checked.odd_memos.items()
    ]
    content = {
        "status": "completed",
        "summary": (
            f"Return for {checked.start} to {checked.end}: net GST/HST {figures['net_gst_hst']:,.2f}, net QST "
            f"{figures['net_qst']:,.2f}. {len(documents)} documents do not go in as exported; see findings.csv."
        ),
        "deliverables": ["tax_return.json", "findings.csv"],
        "assumptions": [],
        "questions": [],
        "issues_found": issues,
    }
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
