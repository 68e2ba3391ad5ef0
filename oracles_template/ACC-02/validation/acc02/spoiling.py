"""Ways to spoil the finished work: read the lines otherwise, or change its findings, one of its files, lines of one document."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

from acc02.check import END, Checked, check_lines, correct_taxes, treatment
from acc02.exports import Purchase, Sale, read_purchases, read_sales
from acc02.files import HEADER, write_completion, write_findings, write_return

Lines = tuple[list[Sale], list[Purchase]]


def lines(workspace: Path) -> Lines:
    """Return the lines of both exports."""
    inputs = workspace / "inputs"
    return read_sales(inputs / "sales_q3.csv"), read_purchases(inputs / "purchases_q3.csv")


def written(workspace: Path, result: Checked) -> None:
    """Write the deliverables of a check."""
    out = workspace / "out"
    write_return(result, out / "tax_return.json")
    write_findings(result, out / "findings.csv")
    write_completion(result, out / "COMPLETION.json")


def reread(change: Callable[[Sale], Sale]) -> Callable[[Path], None]:
    """Return what does the assignment anew, taking some sales for something else."""

    def apply(workspace: Path) -> None:
        sales, purchases = lines(workspace)
        taken = check_lines([change(sale) for sale in sales], purchases)
        written(workspace, taken)

    return apply


def reworked(change: Callable[[Checked, Lines], None]) -> Callable[[Path], None]:
    """Return what does the assignment anew, with one change to what it came to."""

    def apply(workspace: Path) -> None:
        both = lines(workspace)
        result = check_lines(*both)
        change(result, both)
        written(workspace, result)

    return apply


def restated(change: Callable[[dict[str, object]], None]) -> Callable[[Path], None]:
    """Return what changes the figures of the finished return."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / "tax_return.json"
        content = json.loads(path.read_bytes())
        change(content)
        path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")

    return apply


def relisted(change: Callable[[list[dict[str, str]], Lines], list[dict[str, str]]]) -> Callable[[Path], None]:
    """Return what changes the lines of the finished findings."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / "findings.csv"
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, HEADER, lineterminator="\n")
            writer.writeheader()
            writer.writerows(change(rows, lines(workspace)))

    return apply


def kind(bill: Purchase) -> str:
    """Return how a purchase is treated."""
    return treatment(bill)[0]


def of_kind(both: Lines, wanted: str) -> list[Purchase]:
    """Return the purchases that are treated in a way."""
    return [bill for bill in both[1] if kind(bill) == wanted]


def late(both: Lines) -> Sale:
    """Return the sale that is dated after the quarter."""
    return next(sale for sale in both[0] if sale.day > END)


def wrongly_taxed(both: Lines) -> Sale:
    """Return the sale that bears a wrong tax."""
    return next(sale for sale in both[0] if sale.taxes != correct_taxes(sale))


def forget(result: Checked, document: str) -> None:
    """Take a document off the findings."""
    result.findings = [each for each in result.findings if each.doc_id != document]


def on_every_line(**fields: Callable[[dict[str, str]], str]) -> Callable[[Path], None]:
    """Return what rewrites columns of every line of the findings."""

    def change(rows: list[dict[str, str]], _: Lines) -> list[dict[str, str]]:
        return [{**row, **{name: value(row) for name, value in fields.items()}} for row in rows]

    return relisted(change)


def of_document(find: Callable[[Lines], str], **fields: Callable[[dict[str, str]], str]) -> Callable[[Path], None]:
    """Return what rewrites columns of the lines of one document."""

    def change(rows: list[dict[str, str]], both: Lines) -> list[dict[str, str]]:
        wanted = find(both)
        return [
            {**row, **({name: value(row) for name, value in fields.items()} if row["doc_id"] == wanted else {})}
            for row in rows
        ]

    return relisted(change)


def redeclared(**fields: object) -> Callable[[Path], None]:
    """Return what changes entries of the statement of completion."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / "COMPLETION.json"
        path.write_text(json.dumps(json.loads(path.read_bytes()) | fields), encoding="utf-8")

    return apply
