"""Right reconciliations in another shape, as another accountant would have left them."""

from __future__ import annotations

import sys
from pathlib import Path

import docx
import xlsxwriter

sys.path.insert(0, str(Path(__file__).resolve().parent))

from acc01.papers import STALE_BEFORE, Papers, read_papers
from acc01.reconcile import Item, Matcher, Reconciliation
from acc01.workbook import number_entries

from wp42_pytest.validation.variants import Variant


def another_hand(workspace: Path) -> None:
    """Bank and books side by side, deductions positive, the fee with the returned cheque, text dates, other spellings."""
    papers = read_papers(workspace / "inputs")
    result = Matcher(papers).run()
    number_entries(result.items)
    out = workspace / "out"
    book = xlsxwriter.Workbook(str(out / "reconciliation.xlsx"))
    sheets = {name: book.add_worksheet(name) for name in ("Read me", "RECONCILIATION", "Journal Entries")}
    sheets["Read me"].write(0, 0, "Prepared from the papers of the file; see the other sheets.")
    cheques = [
        [cheque.no, str(cheque.day), cheque.payee, f"{cheque.amount:,.2f}", "yes" if cheque.day < STALE_BEFORE else ""]
        for cheque in reversed(result.outstanding)
    ]
    write_list(
        book.add_worksheet("Outstanding Cheques"), ["Cheque No.", "Date", "Payee", "Amount", "Stale-dated"], cheques
    )
    slips = [[slip, str(day), f"{amount:.2f} $"] for slip, day, amount in result.in_transit]
    write_list(
        book.add_worksheet("Deposits_in_transit"), ["Date", "Slip no", "Amount"], [[b, a, c] for a, b, c in slips]
    )
    discrepancies = [
        [str(item.ref), item.cause, float(item.books), float(item.source), float(item.effect), item.party, item.action]
        for item in result.items
        if item.error or item.kind == "nsf"
    ]
    headers = ["Ref", "Description", "Amount per books", "Amount per bank or source", "Effect on book balance"]
    write_list(book.add_worksheet("Discrepancies"), [*headers, "Responsible party", "Action"], discrepancies)
    write_entries(sheets["Journal Entries"], papers, result)
    write_sides(sheets["RECONCILIATION"], papers, result)
    book.close()
    write_letter(out / "management_report.docx", result)


def write_list(sheet: xlsxwriter.worksheet.Worksheet, headers: list[str], rows: list[list[object]]) -> None:
    sheet.write(0, 1, "Brasserie du Fjord Inc.")
    sheet.write_row(3, 1, headers)
    for number, row in enumerate(rows, 5):
        sheet.write_row(number, 1, row)


def write_entries(sheet: xlsxwriter.worksheet.Worksheet, papers: Papers, result: Reconciliation) -> None:
    accounts = {name.split(",")[0]: number for name, number in papers.accounts.items()}
    sheet.write_row(0, 0, ["JE no", "Account", "Description", "Debit", "Credit"])
    number = 1
    for index, item in enumerate(result.book_items, 1):
        for leg, (name, amount) in enumerate([("Cash", item.effect), *item.contra]):
            debit, credit = (float(amount), 0.0) if amount > 0 else (0.0, float(-amount))
            sheet.write_row(number, 0, ["" if leg else f"JE {index}", int(accounts[name]), item.label, debit, credit])
            number += 1
        number += 1


def write_sides(sheet: xlsxwriter.worksheet.Worksheet, papers: Papers, result: Reconciliation) -> None:
    sheet.merge_range(0, 0, 0, 4, "Bank reconciliation, account 1010, 2025-10-31")
    outstanding = sum(cheque.amount for cheque in result.outstanding)
    in_transit = sum(deposit[2] for deposit in result.in_transit)
    bank_errors = sum(item.bank_effect for item in result.bank_items)
    bank = [
        ("Balance per Bank Statement:", papers.bank_closing),
        ("Add: Deposits in Transit", in_transit),
        ("Less: Outstanding Cheques", outstanding),
        ("Bank errors", bank_errors),
    ]
    for row, (label, amount) in enumerate(bank, 2):
        sheet.write(row, 0, label)
        sheet.write(row, 1, float(amount))
    sheet.write_formula(3, 1, "=" + "+".join(str(deposit[2]) for deposit in result.in_transit), None, float(in_transit))
    sheet.write_formula(4, 1, "=" + "+".join(str(c.amount) for c in result.outstanding), None, float(outstanding))
    sheet.write(2, 3, "Balance per General Ledger:")
    sheet.write(2, 4, float(papers.book_closing))
    last = 2
    for last, (label, amount) in enumerate(together(result.book_items), 3):
        sheet.write(last, 3, label)
        sheet.write(last, 4, float(amount))
    total = max(last, 5) + 1
    sheet.write(total, 0, "ADJUSTED BANK BALANCE")
    sheet.write_formula(total, 1, "=B3+B4-B5+B6", None, float(result.adjusted_bank))
    sheet.write(total, 3, "ADJUSTED BOOK BALANCE")
    sheet.write_formula(total, 4, f"=SUM(E3:E{total})", None, float(result.adjusted_book))
    sheet.write(total + 2, 0, "Unreconciled difference")
    sheet.write_formula(total + 2, 1, f"=ROUND(B{total + 1}-E{total + 1};2)".replace(";", ","), None, 0.0)


def together(items: list[Item]) -> list[tuple[str, object]]:
    """Return the lines of the book side, the fee on the returned cheque's line."""
    returned = {item.ref for item in items if item.kind == "nsf"}
    lines = []
    for item in items:
        if item.kind == "charge" and item.ref in returned:
            continue
        fee = sum(other.effect for other in items if other.kind == "charge" and other.ref == item.ref)
        lines.append((item.label, item.effect + (fee if item.kind == "nsf" else 0)))
    return lines


def write_letter(path: Path, result: Reconciliation) -> None:
    document = docx.Document()
    document.add_paragraph("Dear Ms Harvey,")
    document.add_paragraph(
        f"Your account is in order once our entries are booked: cash at 31 October 2025 was ${result.adjusted_bank:,.2f}."
    )
    document.add_paragraph(f"Adjusted balance: {result.adjusted_bank:,.2f}".replace(",", "\u00a0"))
    for item in result.items:
        amount = abs(item.effect or item.bank_effect)
        document.add_paragraph(f"{item.cause} (${amount:,.2f}). {item.action}.", style="List Bullet")
    document.save(str(path))


VARIANTS = [Variant("O-ALT", "another accountant's layout, spelling, signs and wording", another_hand)]
