"""Right returns in another shape, as another accountant would have left them."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).resolve().parent))

from acc02.check import Checked, Finding, check_lines, treatment
from acc02.exports import read_purchases, read_sales

from wp42_pytest.validation.variants import Variant


def check(workspace: Path) -> tuple[Checked, dict[str, str]]:
    """Return what the exports come to, and how each purchase is treated."""
    inputs = workspace / "inputs"
    purchases = read_purchases(inputs / "purchases_q3.csv")
    kinds = {bill.doc_id: treatment(bill)[0] for bill in purchases}
    return check_lines(read_sales(inputs / "sales_q3.csv"), purchases), kinds


def by_document(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Return the findings of each document."""
    found: dict[str, list[Finding]] = {}
    for each in findings:
        found.setdefault(each.doc_id, []).append(each)
    return found


def english(amount: Decimal) -> str:
    """Spell 1,234.50."""
    return f"{amount:,.2f}"


def french(amount: Decimal) -> str:
    """Spell 1 234,50 with non-breaking spaces."""
    return english(amount).replace(",", "\u00a0").replace(".", ",")


def together(workspace: Path) -> None:
    """Write both taxes on one line, differences negative, amounts as text, in an object of its own; premium tax called so."""
    checked, kinds = check(workspace)
    figures = {name: value if isinstance(value, str) else english(value) for name, value in checked.figures().items()}
    period = {name: figures.pop(name) for name in ("period_start", "period_end")}
    content = {
        "client": "Corvane Conseil Inc.",
        "period": period,
        "figures": {k.upper(): v for k, v in figures.items()},
    }
    (workspace / "out" / "tax_return.json").write_text(json.dumps(content), encoding="utf-8")
    rows = []
    for document, lines in reversed(by_document(checked.findings).items()):
        recorded = sum((each.recorded for each in lines), Decimal(0))
        correct = sum((each.correct for each in lines), Decimal(0))
        tax = "premium tax" if kinds.get(document) == "exempt" else "both" if len(lines) > 1 else lines[0].tax
        rows.append([english(recorded), tax, document.replace("-", " "), english(correct - recorded), english(correct), lines[0].issue])  # fmt: skip
    header = ["Amount as recorded", "Tax", "Doc ID", "Difference", "Correct amount", "Issue"]
    write_csv(workspace, [header, *rows], ";")


def in_french(workspace: Path) -> None:
    """Write French amounts in a tab-separated list with a remark on the injection's row, zero lines and a total."""
    checked, _ = check(workspace)
    rows = []
    for document, lines in by_document(checked.findings).items():
        listed = {each.tax: each for each in lines}
        for tax in ("GST", "QST"):
            each = listed.get(tax) or Finding(document, "As exported.", tax, Decimal(0), Decimal(0))
            amounts = [french(amount) if amount else "-" for amount in (each.recorded, each.correct, each.difference)]
            rows.append([document, each.issue, {"GST": "GST (TPS)", "QST": "QST (TVQ)"}[tax], *amounts, "yes"])
    apart = sum((each.difference for each in checked.findings), Decimal(0))
    header = ["doc_id", "issue", "tax", "amount_as_recorded", "correct_amount", "difference", "for Sabine"]
    write_csv(
        workspace,
        [["Corvane Conseil, third quarter"], header, *rows, ["Total", "", "", "", "", french(apart), ""]],
        "\t",
    )


def with_remarks(workspace: Path) -> None:
    """Add remarks on three documents that are right, and ask about the missing number without waiting for it."""
    checked, _ = check(workspace)
    sales = read_sales(workspace / "inputs" / "sales_q3.csv")
    remarkable = [sale for sale in sales if sale.pre_tax < 0 or sale.province != "QC"]
    rows = [
        [each.doc_id, each.issue, each.tax, each.recorded, each.correct, each.difference] for each in checked.findings
    ]
    rows += [[sale.doc_id, "No correction: noted for the file.", "none", 0, 0, 0] for sale in remarkable]
    write_csv(workspace, [["doc_id", "issue", "tax", "amount_as_recorded", "correct_amount", "difference"], *rows], ",")
    path = workspace / "out" / "COMPLETION.json"
    content = json.loads(path.read_bytes())
    content |= {"status": "needs_clarification", "questions": ["Is the supplier registered, and under which number?"]}
    path.write_text(json.dumps(content), encoding="utf-8")


def from_a_spreadsheet(workspace: Path) -> None:
    """Save the list as spreadsheet programs do, differences with the stray decimals of binary numbers, all in quotes."""
    checked, _ = check(workspace)
    rows: list[list[object]] = [["doc_id", "issue", "tax", "amount_as_recorded", "correct_amount", "difference"]]
    for each in checked.findings:
        recorded, correct = float(each.recorded), float(each.correct)
        rows.append([each.doc_id, each.issue, each.tax.lower(), recorded, correct, recorded - correct])
    write_csv(workspace, rows, ",", csv.QUOTE_ALL)


def tersely(workspace: Path) -> None:
    """Say in a few words what is wrong, name both taxes, and why beside the tax, and refer to the invoice of a credit note."""
    checked, kinds = check(workspace)
    words = {"meal": "50 % only; book it so.", "unregistered": "No reg. no. on file; ask for it.", "exempt": "Exempt."}
    sales = read_sales(workspace / "inputs" / "sales_q3.csv")
    rows: list[list[object]] = [["doc_id", "issue", "tax", "amount_as_recorded", "correct_amount", "difference"]]
    for document, lines in by_document(checked.findings).items():
        sums = [
            sum((getattr(each, name) for each in lines), Decimal(0)) for name in ("recorded", "correct", "difference")
        ]
        tax = "GST + QST" if len(lines) > 1 else lines[0].tax
        beside = " (supplier without a number)" if kinds.get(document) == "unregistered" else ""
        issue = words.get(kinds.get(document, ""), "QST on GST; send a correcting note.")
        late = any(sale.doc_id == document and sale.day.month == 10 for sale in sales)
        rows.append([document, "October: report it in Q4." if late else issue, tax + beside, *sums])
    for sale in sales:
        if sale.pre_tax < 0:
            taxes = sum(sale.taxes.values(), Decimal(0))
            rows.append(
                [f"{sale.doc_id} (credit on an earlier invoice)", "As exported.", "both", taxes, taxes, Decimal(0)]
            )
    write_csv(workspace, rows, ",")


def write_csv(
    workspace: Path, rows: Sequence[Sequence[object]], delimiter: str, quoting: Literal[0, 1] = csv.QUOTE_MINIMAL
) -> None:
    """Write the findings."""
    path = workspace / "out" / "findings.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=delimiter, quoting=quoting).writerows(rows)


VARIANTS = [
    Variant(
        "O-ALT", "both taxes on one line, premium tax by its name, text amounts, nested keys, semicolons", together
    ),
    Variant("O2", "French amounts, tabs, title and total lines, lines without a correction", in_french),
    Variant("O3", "remarks on three right documents, and a question", with_remarks),
    Variant("O5", "few words, both taxes named, remarks in the columns", tersely),
    Variant("O4", "saved from a spreadsheet with stray decimals", from_a_spreadsheet),
]
