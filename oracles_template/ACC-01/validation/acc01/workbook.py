"""Write `reconciliation.xlsx` in the firm's layout: evidence typed, everything derived from it by formula."""

from datetime import date
from decimal import Decimal
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from acc01.papers import PERIOD_END, STALE_BEFORE, Papers
from acc01.reconcile import CASH, Item, Reconciliation

AMOUNT, DAY = "#,##0.00_);(#,##0.00);0.00_)", "yyyy-mm-dd"
HEAD_FILL, RULE = PatternFill("solid", fgColor="E2EFDA"), Side(style="thin")
FIRST = 5  # the first row under the column names
FONT, BOLD = Font(name="Calibri", size=10), Font(name="Calibri", size=10, bold=True)


def number_entries(items: list[Item]) -> None:
    """Number the proposed entries; items of one reference, as a returned cheque and its fee, share one."""
    numbers: dict[str, str] = {}
    for item in items:
        if item.effect:
            item.entry = numbers.setdefault(item.ref, f"AJE-{len(numbers) + 1:02d}")


def write_workbook(p: Papers, r: Reconciliation, path: Path) -> None:
    """Write the five sheets."""
    book = Workbook()
    book.remove(book.active)
    names = ("Reconciliation", "Outstanding cheques", "Deposits in transit", "Discrepancies", "Journal entries")
    sheets = [book.create_sheet(name) for name in names]
    cheques = [(_id(c.no), c.day, c.payee, c.amount, "Y" if c.day < STALE_BEFORE else "N") for c in r.outstanding]
    columns = {"Cheque no": 12, "Date": 12, "Payee": 36, "Amount": 15, "Stale-dated (Y/N)": 18}
    total_out = _list(sheets[1], "Outstanding cheques", columns, cheques, "D")
    columns = {"Slip no": 18, "Date": 12, "Amount": 15}
    total_in = _list(sheets[2], "Deposits in transit", columns, r.in_transit, "C")
    _discrepancies(sheets[3], r)
    legs = _entries(sheets[4], p, r)
    links = {"Add: deposits in transit": f"='Deposits in transit'!{total_in}"}
    links["Less: outstanding cheques"] = f"=-'Outstanding cheques'!{total_out}"
    _reconciliation(sheets[0], p, r, links, legs)
    book.properties.title = f"Bank reconciliation, account 1010, {PERIOD_END}"
    book.properties.creator = "Lachance & Morin CPA Inc."
    book.save(path)


def _id(ref: str) -> int | str:
    return int(ref) if ref.isdigit() else ref


def _heading(sheet: Worksheet, title: str, columns: dict[str, int], landscape: bool = False) -> None:
    sheet["A1"], sheet["A2"] = "Brasserie du Fjord Inc.", f"{title}, account 1010 / NST 004-21187-6, {PERIOD_END}"
    sheet["A1"].font, sheet["A2"].font = Font(name="Calibri", size=13, bold=True), BOLD
    for i, (name, width) in enumerate(columns.items(), 1):
        cell = sheet.cell(FIRST - 1, i, name)
        cell.font, cell.fill, cell.border = BOLD, HEAD_FILL, Border(bottom=RULE)
        after_amount = i > 1 and _numeric(str(sheet.cell(FIRST - 1, i - 1).value)) and not _numeric(name)
        side = "right" if _numeric(name) else "left"
        cell.alignment = Alignment(wrap_text=True, vertical="center", horizontal=side, indent=int(after_amount))
        sheet.column_dimensions[cell.column_letter].width = width
    sheet.row_dimensions[FIRST - 1].height = 40.5 if "Effect on book balance" in columns else 15
    sheet.freeze_panes = f"A{FIRST}"
    sheet.print_title_rows = f"{FIRST - 1}:{FIRST - 1}"
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_LETTER
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.oddFooter.left.text, sheet.oddFooter.right.text = "Lachance && Morin CPA Inc.", "&A, page &P of &N"


def _numeric(name: str) -> bool:
    return name.startswith(("Amount", "Effect", "Debit", "Credit"))


def _row(sheet: Worksheet, at: int, values: tuple, font: Font = FONT, top: bool = False) -> None:
    """Write one row; amounts and formulas, dates and texts each get their format."""
    height = 13.5
    for i, value in enumerate(values, 1):
        cell = sheet.cell(at, i, value)
        cell.font = font
        if isinstance(value, Decimal) or str(value).startswith("="):
            cell.number_format = AMOUNT
            cell.alignment = Alignment(vertical="top")
            cell.border = Border(top=RULE if top else None)
        elif isinstance(value, date):
            cell.number_format = DAY
            cell.alignment = Alignment(horizontal="left", vertical="top")
        else:
            text = isinstance(value, str)
            after_amount = text and i > 1 and _numeric(str(sheet.cell(FIRST - 1, i - 1).value))
            cell.alignment = Alignment(horizontal="left", vertical="top", wrap_text=text, indent=int(after_amount))
            width = sheet.column_dimensions[cell.column_letter].width
            height = max(height, 13.5 * (-(-len(str(value)) // int(width)) if text else 1))
    sheet.row_dimensions[at].height = height


def _list(sheet: Worksheet, title: str, columns: dict[str, int], rows: list[tuple], column: str) -> str:
    """Write a list with its total; return the cell of the total."""
    _heading(sheet, title, columns)
    for at, row in enumerate(rows, FIRST):
        _row(sheet, at, row)
    return _total(sheet, FIRST + len(rows), (column,))


def _total(sheet: Worksheet, at: int, columns: tuple[str, ...]) -> str:
    _row(sheet, at, ("Total",), BOLD)
    for column in columns:
        cell = sheet[f"{column}{at}"]
        cell.value = f"=SUM({column}{FIRST}:{column}{at - 1})" if at > FIRST else 0
        cell.font, cell.number_format, cell.border = BOLD, AMOUNT, Border(top=RULE, bottom=Side(style="double"))
    return f"{columns[-1]}{at}"


def _discrepancies(sheet: Worksheet, r: Reconciliation) -> None:
    columns = {"Ref": 14, "Description": 62, "Amount per books": 14, "Amount per bank or source": 14}
    columns |= {"Effect on book balance": 14, "Responsible party": 14, "Action": 42}
    _heading(sheet, "Discrepancies", columns, landscape=True)
    for at, i in enumerate(r.items, FIRST):
        # The effect is the difference of the two amounts; its sign depends on whether money came in or went out.
        effect: object = Decimal("0.00")
        if i.effect:
            effect = f"=D{at}-C{at}" if i.effect == i.source - i.books else f"=C{at}-D{at}"
        text = i.cause if i.error else f"Not an error, but not yet recorded. {i.cause}"
        action = f"{i.entry}: {i.action}" if i.entry else i.action
        _row(sheet, at, (_id(i.ref), text, i.books, i.source, effect, i.party, action))
    _total(sheet, FIRST + len(r.items), ("E",))


def _entries(sheet: Worksheet, p: Papers, r: Reconciliation) -> dict[int, str]:
    """Write the entries; return for each item the formula that fetches its effect from the line of account 1010."""
    columns = {"JE no": 9, "Account": 50, "Description": 66, "Debit": 14, "Credit": 14}
    _heading(sheet, f"Proposed journal entries dated {PERIOD_END}", columns, landscape=True)
    at, legs, last = FIRST, {}, ""
    accounts = {name.split(",")[0]: f"{number} {name}" for name, number in p.accounts.items()}
    for item in r.book_items:
        lines = sorted([(CASH, item.effect), *item.contra], key=lambda line: line[1] < 0)  # debits first
        for name, amount in lines:
            debit, credit = (amount, None) if amount > 0 else (None, -amount)
            _row(sheet, at, (item.entry, accounts[name.split(",")[0]], f"{item.label} ({item.ref})", debit, credit))
            if last and last != item.entry:
                for cell in sheet[at][:5]:
                    cell.border = Border(top=Side(style="hair"))
            last = item.entry
            if name == CASH:
                legs[id(item)] = f"='Journal entries'!D{at}" if debit else f"=-'Journal entries'!E{at}"
            at += 1
    _total(sheet, at, ("D", "E"))
    return legs


def _reconciliation(
    sheet: Worksheet, p: Papers, r: Reconciliation, links: dict[str, str], legs: dict[int, str]
) -> None:
    _heading(sheet, "Bank reconciliation", {"Line": 80, "Amount (CAD)": 17, "Reference": 44})
    errors = "=" + "".join(f"{i.bank_effect:+}" for i in r.bank_items) if len(r.bank_items) > 1 else None
    bank_error = errors or (r.bank_items[0].bank_effect if r.bank_items else Decimal("0.00"))
    at = FIRST
    bank_side = [
        ("Balance per bank statement", p.bank_closing, f"Statement, closing balance {PERIOD_END}"),
        *((label, formula, f"Sheet {label.partition(': ')[2].capitalize()}") for label, formula in links.items()),
        ("Bank errors", bank_error, ", ".join(i.label for i in r.bank_items)),
    ]
    for at, row in enumerate(bank_side, FIRST):
        _row(sheet, at, row)
    bank_at = at + 1
    _row(sheet, bank_at, ("Adjusted bank balance", f"=SUM(B{FIRST}:B{at})"), BOLD, top=True)
    start = bank_at + 2
    _row(sheet, start, ("Balance per general ledger", p.book_closing, f"Ledger 1010, closing balance {PERIOD_END}"))
    for at, item in enumerate(r.book_items, start + 1):
        _row(sheet, at, (item.label, legs[id(item)], f"{item.ref}, {item.entry}"))
    end = start + len(r.book_items) + 1
    _row(sheet, end, ("Adjusted book balance", f"=SUM(B{start}:B{end - 1})"), BOLD, top=True)
    # Rounded to the cent: binary sums leave a residue that would print as a balance.
    _row(sheet, end + 2, ("Unreconciled difference", f"=ROUND(B{bank_at}-B{end},2)"), BOLD, top=True)
    for i, note in enumerate(r.notes, end + 4):
        sheet.cell(i, 1, note).font = Font(name="Calibri", size=9, italic=True)
        sheet.cell(i, 1).alignment = Alignment(wrap_text=True, vertical="top")
        sheet.merge_cells(start_row=i, end_row=i, start_column=1, end_column=3)
        sheet.row_dimensions[i].height = 13 * (1 + len(note) // 118)
