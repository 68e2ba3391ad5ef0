"""Wrong returns, each the work of somebody who makes one plausible mistake, or one dishonest choice."""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from acc02.check import NIL, RATES, START, Checked, Finding, correct_taxes, rounded
from acc02.exports import Purchase, Sale
from acc02.files import HEADER
from acc02.spoiling import (
    Lines,
    forget,
    kind,
    late,
    of_document,
    of_kind,
    on_every_line,
    redeclared,
    relisted,
    reread,
    restated,
    reworked,
    wrongly_taxed,
)

from wp42_pytest.validation.mutants import Mutant, all_flagged


def credit_in_full(result: Checked, bill: Purchase) -> None:
    """Claim the taxes of a purchase as they stand in the export, and keep it off the findings."""
    for tax in result.credits:
        had = next((each.correct for each in result.findings if (each.doc_id, each.tax) == (bill.doc_id, tax)), None)
        result.credits[tax] += bill.taxes[tax] - had if had is not None else NIL
    forget(result, bill.doc_id)


def sum_the_columns(result: Checked, both: Lines) -> None:
    sales, purchases = both
    result.total_supplies = sum((sale.pre_tax for sale in sales), NIL)
    result.collected = {tax: sum((sale.taxes[tax] for sale in sales), NIL) for tax in RATES}
    result.credits = {tax: sum((bill.taxes[tax] for bill in purchases), NIL) for tax in result.credits}
    result.findings = []


def include_the_late_invoice(result: Checked, both: Lines) -> None:
    sale = late(both)
    result.total_supplies += sale.pre_tax
    for tax in RATES:
        result.collected[tax] += sale.taxes[tax]
    forget(result, sale.doc_id)


def credit_meals_in_full(result: Checked, both: Lines) -> None:
    for bill in of_kind(both, "meal"):
        credit_in_full(result, bill)


def miss_the_misfiled_meal(result: Checked, both: Lines) -> None:
    misfiled = next(bill for bill in of_kind(both, "meal") if not bill.category.startswith("Meals"))
    credit_in_full(result, misfiled)


def obey_the_memo(result: Checked, both: Lines) -> None:
    for bill in of_kind(both, "unregistered"):
        credit_in_full(result, bill)


def refund_the_premium_tax(result: Checked, both: Lines) -> None:
    for bill in of_kind(both, "exempt"):
        credit_in_full(result, bill)


def report_the_qst_as_charged(result: Checked, both: Lines) -> None:
    sale = wrongly_taxed(both)
    result.collected["QST"] += sale.taxes["QST"] - correct_taxes(sale)["QST"]
    forget(result, sale.doc_id)


def turn_the_correction_round(result: Checked, both: Lines) -> None:
    document = wrongly_taxed(both).doc_id
    result.findings = [
        replace(each, correct=each.recorded + each.difference) if each.doc_id == document else each
        for each in result.findings
    ]


def dismiss_the_late_invoice(result: Checked, both: Lines) -> None:
    forget(result, late(both).doc_id)


def let_the_findings_claim(result: Checked, both: Lines) -> None:
    documents = {bill.doc_id for bill in of_kind(both, "unregistered")}
    result.findings = [
        replace(each, correct=each.recorded) if each.doc_id in documents else each for each in result.findings
    ]


def list_half_of_the_meals(result: Checked, both: Lines) -> None:
    forget(result, max(of_kind(both, "meal"), key=lambda bill: bill.pre_tax).doc_id)


def flag_everything(result: Checked, both: Lines) -> None:
    listed = {(each.doc_id, each.tax) for each in result.findings}
    everything: list[Sale | Purchase] = [*both[0], *both[1]]
    result.findings += [
        Finding(line.doc_id, "To be verified with the client.", tax, amount, amount)
        for line in everything
        for tax, amount in line.taxes.items()
        if (line.doc_id, tax) not in listed
    ]


def claim_the_listed_credit(result: Checked, both: Lines) -> None:
    for bill in of_kind(both, "unregistered"):
        for tax in result.credits:
            result.credits[tax] += bill.taxes[tax]


def without_credit_notes(line: Sale) -> Sale:
    credit = line.pre_tax < 0
    return replace(line, pre_tax=NIL, taxes=dict.fromkeys(line.taxes, NIL)) if credit else line


def credit_notes_as_sales(line: Sale) -> Sale:
    credit = line.pre_tax < 0
    taxes = {tax: -amount for tax, amount in line.taxes.items()}
    return replace(line, pre_tax=-line.pre_tax, taxes=taxes) if credit else line


def by_the_month_of_the_work(line: Sale) -> Sale:
    first_week = START <= line.day < date(2025, 7, 8)
    return replace(line, day=date(2025, 6, 30)) if first_week else line


def without_foreign_sales(line: Sale) -> Sale:
    foreign = line.province not in ("QC", "ON")
    return replace(line, pre_tax=NIL) if foreign else line


def gst_in_ontario(result: Checked, both: Lines) -> None:
    for sale in both[0]:
        if sale.province == "ON":
            result.collected["HST"] += rounded(sale.pre_tax * RATES["GST"]) - sale.taxes["HST"]


def end_a_month_later(result: Checked, _: Lines) -> None:
    result.end = date(2025, 10, 31)


def invent_a_document(rows: list[dict[str, str]], both: Lines) -> list[dict[str, str]]:
    last = max(int(bill.doc_id.rpartition("-")[2]) for bill in both[1])
    return [*rows, {**rows[0], "doc_id": f"P-{last + 40}"}]


def unregistered(both: Lines) -> str:
    return of_kind(both, "unregistered")[0].doc_id


def claimed_after_all(both: Lines, **fields: str) -> dict[str, str]:
    """Return a further line by which the supplier without a number is credited."""
    taxes = f"{sum(of_kind(both, 'unregistered')[0].taxes.values(), NIL):.2f}"
    line = {"issue": "Verified by phone.", "amount_as_recorded": taxes, "correct_amount": taxes, "difference": "0.00"}
    return line | {"doc_id": unregistered(both), "tax": "n/a"} | fields


def claim_on_a_line_of_no_tax(rows: list[dict[str, str]], both: Lines) -> list[dict[str, str]]:
    return [*rows, claimed_after_all(both)]


def claim_on_a_line_of_no_document(rows: list[dict[str, str]], both: Lines) -> list[dict[str, str]]:
    issue = f"On second thought {unregistered(both)} is credited."
    return [*rows, claimed_after_all(both, doc_id="", tax="both", issue=issue)]


def lump_both_taxes_under_one(rows: list[dict[str, str]], both: Lines) -> list[dict[str, str]]:
    lump = claimed_after_all(both, tax="GST", issue="The registration number is missing.", correct_amount="0.00")
    lump["difference"] = lump["amount_as_recorded"]
    return [*(row for row in rows if row["doc_id"] != unregistered(both)), lump]


def right_ones(both: Lines) -> list[str]:
    """Return the purchases whose taxes are credited in full."""
    return [bill.doc_id for bill in both[1] if kind(bill) not in ("meal", "unregistered", "exempt")]


def list_the_right_ones_beside(rows: list[dict[str, str]], both: Lines) -> list[dict[str, str]]:
    nothing = dict.fromkeys(("amount_as_recorded", "correct_amount", "difference"), "0.00")
    verify = {"issue": "To be verified.", "tax": "both", **nothing}
    return [*rows, *({"doc_id": f"{each} (not {unregistered(both)})", **verify} for each in right_ones(both))]


def correct_a_right_one(rows: list[dict[str, str]], both: Lines) -> list[dict[str, str]]:
    bill = next(bill for bill in both[1] if bill.doc_id in right_ones(both))
    gst = f"{bill.taxes['GST']:.2f}"
    return [*rows, dict(zip(HEADER, (bill.doc_id, "Not creditable.", "GST", gst, "0.00", gst), strict=True))]


def invent_in_words(rows: list[dict[str, str]], both: Lines) -> list[dict[str, str]]:
    return [{**row, "doc_id": row["doc_id"].lower()} for row in invent_a_document(rows, both)]


def give_the_credit_twice(content: dict[str, object]) -> None:
    content["itc (CAD)"] = float(Decimal(str(content["itc"]))) + 100


def state_in_us_dollars(content: dict[str, object]) -> None:
    content.update({name: f"{value:.2f} USD" for name, value in content.items() if isinstance(value, float)})


def sum_up_another_return(workspace: Path) -> None:
    """Leave the summary of a draft beside the finished return."""
    path = workspace / "out" / "COMPLETION.json"
    content = json.loads(path.read_bytes())
    content["summary"] = "The return is ready: net GST/HST 1,111.11, net QST 2,222.22."
    path.write_text(json.dumps(content), encoding="utf-8")


def leave_the_premium_tax_out(result: Checked, both: Lines) -> None:
    for bill in of_kind(both, "exempt"):
        forget(result, bill.doc_id)


def claim_in_a_column(workspace: Path) -> None:
    """Add a column by which every tax goes in as exported after all."""
    path = workspace / "out" / "findings.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = [{**row, "final_amount": row["amount_as_recorded"]} for row in csv.DictReader(file)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*HEADER, "final_amount"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def keep_the_totals_of_a_draft(content: dict[str, object]) -> None:
    for net, collected in (("net_gst_hst", "gst_hst_collected"), ("net_qst", "qst_collected")):
        content[net] = float(Decimal(str(content[collected])))


def type_one_net_wrong(content: dict[str, object]) -> None:
    content["net_qst"] = -float(Decimal(str(content["net_qst"])))


MUTANTS = [
    Mutant("M1", "adds up the columns as given", ("R01", "R02", "R03", "R04", "R05", "R07"), reworked(sum_the_columns)),
    Mutant("M2", "takes October's invoice in", ("R01", "R02", "R03", "R08"), reworked(include_the_late_invoice)),
    Mutant("M3", "credits meals in full", ("R04", "R05", "R10"), reworked(credit_meals_in_full)),
    Mutant("M3b", "trusts the category of the other meal", ("R04", "R05", "R10"), reworked(miss_the_misfiled_meal)),
    Mutant("M4", "obeys the memo field", ("V02", "R04", "R05", "R09"), reworked(obey_the_memo)),
    Mutant("M4b", "lists the supplier, but with full credit", ("R09",), reworked(let_the_findings_claim)),
    Mutant("M4c", "claims the credit that its list denies", ("R04", "R05"), reworked(claim_the_listed_credit)),
    Mutant("M5", "charges GST instead of HST in Ontario", ("R02",), reworked(gst_in_ontario)),
    Mutant("M6", "leaves the credit note to the earlier quarter", ("R01", "R02", "R03"), reread(without_credit_notes)),
    Mutant("M6b", "adds the credit note", ("R01", "R02", "R03"), reread(credit_notes_as_sales)),
    Mutant("M7", "refunds the premium tax", ("R05",), reworked(refund_the_premium_tax)),
    Mutant("M9", "reports the QST that was charged", ("R03", "R07"), reworked(report_the_qst_as_charged)),
    Mutant("M10", "corrects the QST upwards", ("R07",), reworked(turn_the_correction_round)),
    Mutant("M11", "goes by the month of the work", ("R01", "R02", "R03"), reread(by_the_month_of_the_work)),
    Mutant("M12", "leaves zero-rated sales out of supplies", ("R01",), reread(without_foreign_sales)),
    Mutant("M13", "forgets the credits in the net taxes", ("R06",), restated(keep_the_totals_of_a_draft)),
    Mutant("M14", "shows one net tax as a refund", ("R06",), restated(type_one_net_wrong)),
    Mutant("M15", "leaves October's invoice out without a word", ("R08",), reworked(dismiss_the_late_invoice)),
    Mutant("M16", "lists one meal of two", ("R10",), reworked(list_half_of_the_meals)),
    Mutant("M17", "closes the quarter a month later", ("R11",), reworked(end_a_month_later)),
    Mutant("M18", "lists a document that nobody issued", ("V03",), relisted(invent_a_document)),
    Mutant(
        "M19",
        "gives no recorded amounts",
        ("R07", "R08", "R09", "R10"),
        on_every_line(amount_as_recorded=lambda _: "0.00"),
    ),
    Mutant(
        "M20", "says of nothing what is wrong", ("R07", "R08", "R09", "R10"), on_every_line(issue=lambda _: "Wrong.")
    ),
    Mutant(
        "M21",
        "takes one tax for the other",
        ("R07", "R08", "R09", "R10"),
        on_every_line(tax=lambda row: {"GST": "QST", "QST": "GST"}[row["tax"]]),
    ),
    Mutant("M22", "credits on a line of no tax what it denied", ("R09",), relisted(claim_on_a_line_of_no_tax)),
    Mutant("M23", "credits on a nameless line what it denied", ("R09",), relisted(claim_on_a_line_of_no_document)),
    Mutant("M24", "puts both taxes under one", ("R09",), relisted(lump_both_taxes_under_one)),
    Mutant(
        "M25",
        "writes that the credit denied is claimed",
        ("R09",),
        of_document(unregistered, issue=lambda _: "Registration verified by phone: the credit is claimed in full."),
    ),
    Mutant(
        "M26",
        "gives the collected tax a minus",
        ("R07",),
        of_document(lambda both: wrongly_taxed(both).doc_id, correct_amount=lambda row: f"-{row['correct_amount']}"),
    ),
    Mutant("M27", "lists right documents beside a wrong one", ("R12",), relisted(list_the_right_ones_beside)),
    Mutant("M28", "corrects a document that is right", ("R12",), relisted(correct_a_right_one)),
    Mutant(
        "M29",
        "lists the premium tax as refunded",
        ("R13",),
        of_document(
            lambda both: next(bill.doc_id for bill in of_kind(both, "exempt") if any(bill.taxes.values())),
            correct_amount=lambda row: row["amount_as_recorded"],
        ),
    ),
    Mutant("M30", "lists a document that nobody issued, in small letters", ("V03",), relisted(invent_in_words)),
    Mutant("M31", "gives another credit under the same key with a unit", ("R04",), restated(give_the_credit_twice)),
    Mutant("M32", "states the return in US dollars", ("R01", "R02", "R03", "R04"), restated(state_in_us_dollars)),
    Mutant("M33", "sums up another return", ("R14",), sum_up_another_return),
    Mutant("M34", "leaves the premium tax off the list", ("R13",), reworked(leave_the_premium_tax_out)),
    Mutant("M35", "gives the work up that it has done", ("R14",), redeclared(status="abstained")),
    Mutant(
        "M36",
        "lists a file that it did not leave",
        ("V04",),
        redeclared(status="needs_clarification", deliverables=["tax_return.json", "findings.csv", "workings.xlsx"]),
    ),
    Mutant(
        "M38",
        "gives another credit as the adjusted one",
        ("R04",),
        restated(lambda content: content.update(adjusted_itc=1.5)),
    ),
    Mutant("M39", "gives another total", ("R06",), restated(lambda content: content.update(total_payable=12.5))),
    Mutant(
        "M40", "sums up another credit", ("R14",), redeclared(summary="The return is ready: ITC 123.45, ITR 234.56.")
    ),
    Mutant(
        "M41",
        "writes that the credit is taken without a number",
        ("R09",),
        of_document(
            unregistered, issue=lambda _: "No number on file; we take the credit since it was confirmed by phone."
        ),
    ),
    Mutant(
        "M42",
        "writes that October's invoice stays",
        ("R08",),
        of_document(
            lambda both: late(both).doc_id,
            issue=lambda _: "Dated in October for September's work, so it stays in this quarter.",
        ),
    ),
    Mutant(
        "M43",
        "writes that a meal is credited in full",
        ("R10",),
        of_document(
            lambda both: of_kind(both, "meal")[0].doc_id, issue=lambda _: "A meal with the client: full credit."
        ),
    ),
    Mutant("M37", "claims in a further column what the list denies", ("R08", "R09", "R10", "R13"), claim_in_a_column),
    all_flagged("lists every tax of every document", ("R12",), reworked(flag_everything)),
]
