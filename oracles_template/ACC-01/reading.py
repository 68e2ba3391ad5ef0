"""How ACC-01's deliverables are read: the workbook's sheets and lines, and what belongs to which item."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from wp42_pytest.evidence import NotMet
from wp42_pytest.evidence.text import mentions_id

WORKBOOK = "reconciliation.xlsx"
REPORT = "management_report.docx"
CENT = Decimal("0.01")

ADJUSTED_BANK = ("Adjusted bank balance", "Adjusted balance per bank", "Adjusted cash balance per bank")
LEDGER_BALANCE = ("Balance per general ledger", "Balance per books", "Balance per GL")
ADJUSTED_BOOK = (
    "Adjusted book balance",
    "Adjusted balance per books",
    "Adjusted ledger balance",
    "Adjusted general ledger balance",
)
DIFFERENCE = ("Unreconciled difference", "Difference", "Unreconciled diff")
IN_TRANSIT = ("Add: deposits in transit", "Deposits in transit", "Plus: deposits in transit", "Outstanding deposits")
OUTSTANDING = ("Less: outstanding cheques", "Outstanding cheques", "Less: outstanding checks", "O/S cheques")
BANK_ERRORS = ("Bank errors", "Bank error", "Add: bank errors", "Add: bank error", "Correction of bank errors")

CHEQUE = {"Cheque no": ("Cheque number", "Cheque", "Cheque #", "Check no", "Chq no", "No")}
SLIP = {"Slip no": ("Slip number", "Slip", "Slip #", "Deposit slip", "Deposit slip no", "Ref")}
STALE = {"Stale-dated (Y/N)": ("Stale-dated", "Stale dated", "Stale (Y/N)", "Stale", "Stale dated?")}
EFFECT = {
    "Effect on book balance": ("Effect on books", "Effect on book", "Effect on GL balance", "Book effect", "Effect")
}
ENTRY = {
    "JE no": ("JE number", "JE", "JE #", "Journal entry no", "Entry no", "Entry"),
    "Account": ("GL account", "Account no", "Account number", "Acct"),
    "Debit": ("Dr", "Debit (CAD)"),
    "Credit": ("Cr", "Credit (CAD)"),
}

PLUG = re.compile(
    r"unexplained|unidentified|unlocated|unknown|\bplug|round(?:ing|ed)|suspense|balancing|"
    r"\bother (?:differences?|items?|adjustments?|reconciling)|miscellaneous|\bmisc\b",
    re.IGNORECASE,
)
RECONCILED = re.compile(
    r"reconcil|\bagree|no (?:remaining |unreconciled )?difference|\bties?\b|\btied\b", re.IGNORECASE
)
YES = frozenset({"y", "yes", "true", "stale", "oui", "x"})
NO = frozenset({"n", "no", "not", "non", "false", "current"})
TICKS = "✓✔☑✅"
DEDUCTED = re.compile(r"\W*(?:less|deduct)", re.IGNORECASE)
EARLIER = re.compile(r"2025-09|sept|prior|previous|last month|september", re.IGNORECASE)
SUMMED_UP = re.compile(r"\b(?:sub-?)?totals?\b|\bnet\b|\bsum\b", re.IGNORECASE)
ID_LIKE = re.compile(r"[A-Z]{2,6}-?\d{2,}|\d{4}-\d\d-\d\d-[A-Z]|(?<![\d,.-])\d{4,5}(?![\d,.-])")
IDS_IN_A_ROW = 12
FALSE_ALARMS = 2
AMOUNTS_IN_A_STATEMENT = 12

RAISES = ("e1_effect", "e2_effect", "e3_amount", "void_amount", "eft_receipt", "interest_earned")
LOWERS = ("nsf_amount", "nsf_fee", "service_charges", "loan_instalment")
MAY_SHARE = (
    ("nsf_amount", "nsf_fee"),
    ("nsf_fee", "service_charges"),
    ("nsf_amount", "nsf_fee", "service_charges"),
    ("loan_principal", "loan_interest"),
)
"""Items that the brief lets stand on one line or in one entry, or, the instalment's parts, on two."""


@dataclass(frozen=True)
class Line:
    """One line of a proposed journal entry; amounts in CAD."""

    entry: str
    account: str
    description: str
    debit: Decimal
    credit: Decimal


def reconciliation(out):
    return out.workbook(WORKBOOK).sheet("Reconciliation", "Bank reconciliation", "Rec")


def outstanding_cheques(out):
    sheet = out.workbook(WORKBOOK).sheet("Outstanding cheques", "Outstanding checks", "O/S cheques")
    return sheet, sheet.table("Cheque no", "Date", "Payee", "Amount", "Stale-dated (Y/N)", aliases={**CHEQUE, **STALE})


def deposits_in_transit(out):
    sheet = out.workbook(WORKBOOK).sheet("Deposits in transit", "Deposit in transit", "DIT")
    return sheet, sheet.table("Slip no", "Date", "Amount", aliases=SLIP)


def discrepancies(out):
    sheet = out.workbook(WORKBOOK).sheet("Discrepancies", "Discrepancy", "Discrepancy report")
    columns = ("Ref", "Description", "Amount per books", "Amount per bank or source", "Effect on book balance")
    return sheet.table(*columns, aliases=EFFECT)


def journal_lines(out):
    """Return the lines of the proposed entries; a blank entry number repeats the one above."""
    sheet = out.workbook(WORKBOOK).sheet("Journal entries", "Proposed journal entries", "JE", "Journal")
    lines, entry = [], ""
    for row in sheet.table("JE no", "Account", "Description", "Debit", "Credit", aliases=ENTRY).rows:
        entry = row["JE no"].text.strip() or entry
        account = row["Account"].text.strip()
        if not re.match(r"\d", account):
            continue
        described = row.get("Description")
        lines.append(
            Line(entry, account, described.text if described else "", row["Debit"].amount, row["Credit"].amount)
        )
    return lines


def lines_or_none(out):
    """Return the journal lines for a check that finds wrongdoing: work that is not there does no wrong."""
    try:
        return journal_lines(out)
    except NotMet:
        return []


def account_is(line, number):
    return re.match(r"\d+", line.account).group().lstrip("0") == number.lstrip("0")


def figures_of(sheet):
    """Yield every line of the reconciliation that has a figure: its label, and the figure's cell."""
    for label, cell in sheet.labels():
        yield label.text, cell


def book_lines(out):
    """Return the lines between the ledger balance and the adjusted book balance, sums of such lines left out."""
    sheet = reconciliation(out)
    start, end = sheet.labelled(*LEDGER_BALANCE), sheet.labelled(*ADJUSTED_BOOK)
    pairs = list(sheet.labels())
    columns = {label.column for label, cell in pairs if cell.ref == start.ref}
    return [
        (label.text, cell)
        for label, cell in pairs
        if label.column in columns and start.row < label.row < end.row and not SUMMED_UP.search(label.text)
    ]


def signed_amounts(lines):
    """Return the lines' amounts as they change the balance: a positive amount on a line that says "less" is deducted."""
    return [-cell.number if DEDUCTED.match(label) and cell.number > 0 else cell.number for label, cell in lines]


def adjustments(oracle):
    """Return what each item does to the ledger balance, the two parts of the instalment included."""
    signed = {name: oracle.figure(name).value for name in RAISES}
    return signed | {name: -oracle.figure(name).value for name in (*LOWERS, "loan_principal", "loan_interest")}


def unexplained(amounts, oracle, *, sign):
    """Return the amounts that are no item, and the items that no amount is; what may share a line may share an amount."""
    effects = adjustments(oracle)
    left = {name: effect for name, effect in effects.items() if name not in ("loan_principal", "loan_interest")}
    strange = []
    for amount in amounts:
        for names in (*((name,) for name in effects), *MAY_SHARE):
            total = sum(effects[name] for name in names)
            if abs(amount - total) <= CENT or (not sign and abs(abs(amount) - abs(total)) <= CENT):
                for name in names:
                    left.pop("loan_instalment" if name.startswith("loan") else name, None)
                break
        else:
            strange.append(amount)
    return strange, [name.replace("_", " ") for name in left]


def size_is(cell, figure):
    """Assert that a cell shows a figure, added or deducted."""
    if not figure.matches(cell, sign=False):
        raise NotMet(f"{cell.heading!r}: found {cell!r}, expected {figure} ({figure.name}), with either sign")


def rows_on(out, ids):
    """Return the discrepancies about one of the ids: by its reference, or by a description that names a few ids."""
    rows = discrepancies(out).records
    by_reference = [row for row in rows if any(mentions_id(row["Ref"].text, each) for each in ids)]
    described = [
        row
        for row in rows
        if len(set(ID_LIKE.findall(row.text))) <= IDS_IN_A_ROW and any(mentions_id(row.text, each) for each in ids)
    ]
    if not by_reference and not described:
        raise NotMet(f"sheet Discrepancies names none of {', '.join(ids)}")
    return by_reference + [row for row in described if row not in by_reference]


def effects_of(rows):
    return [row["Effect on book balance"] for row in rows]


def error_reported(out, oracle, ids, figure):
    """Assert that a row of the discrepancies names one of the ids and has the effect on the books."""
    effects = effects_of(rows_on(out, ids))
    if not any(cell == figure for cell in effects):
        shown = "; ".join(repr(cell) for cell in effects[:4])
        raise NotMet(f"sheet Discrepancies names {ids[0]} with {shown}; the effect on the books is {figure}")
    every = [cell.number for cell in effects_of(discrepancies(out).records) if cell.is_number and cell.number]
    strange, _ = unexplained(every, oracle, sign=False)
    if len(strange) > FALSE_ALARMS:
        shown = ", ".join(f"{amount:,}" for amount in strange[:4])
        raise NotMet(f"sheet Discrepancies lists {len(strange)} effects that belong to no item, such as {shown}")


def matched(rows, column, expected):
    """Return the amount of each expected id, and the rows that are about no expected id; an id twice is an extra row."""
    found, extra = {}, []
    for row in rows:
        cell = row[column]
        ids = [each for each in expected if mentions_id(cell.text, each)]
        if len(ids) == 1 and ids[0] not in found:
            found[ids[0]] = abs(row["Amount"].number)
        elif not cell.is_blank:
            extra.append(cell.text.strip())
    return found, extra


def listed_exactly(rows, column, expected, sheet):
    """Assert that a list holds each expected id once, with its amount, and no other."""
    found, extra = matched(rows, column, expected)
    if missing := sorted(expected.keys() - found.keys()):
        raise NotMet(f"sheet {sheet} lacks {', '.join(missing)} (it lists {len(found) + len(extra)})")
    if extra:
        raise NotMet(f"sheet {sheet} lists {', '.join(extra[:8])}, which do not belong there or stand there twice")
    for each, amount in found.items():
        if abs(amount - expected[each]) > CENT:
            raise NotMet(f"sheet {sheet} lists {each} with {amount:,}, not {expected[each]:,}")


def is_marked(cell):
    """Tell whether a cell says yes, by its first word."""
    if any(tick in cell.text for tick in TICKS):
        return True
    words = re.findall(r"[a-z]+|[01]", cell.text.casefold())
    if not words or words[0] in NO or words[0] == "0":
        return False
    if words[0] in YES or words[0] == "1":
        return True
    raise NotMet(f"{cell!r} says neither yes nor no")


def tells_of_it(out, cheque):
    """Tell whether a row of the discrepancies is about the cheque: whoever lists it keeps nothing quiet."""
    try:
        return bool(rows_on(out, (cheque,)))
    except NotMet:
        return False


def posted_to_suspense(out, suspense):
    """Return a sentence on an amount that stands beside the suspense account, in whichever table of the workbook."""
    account = re.compile(
        rf"\W*(?:gl|acct|account|a/c)?\W*(?:{suspense}\b|suspense\b).{{0,40}}|.{{0,30}}\bto (?:account )?(?:{suspense}|suspense).{{0,20}}",
        re.IGNORECASE,
    )
    try:
        sheets = out.workbook(WORKBOOK).visible
    except NotMet:
        return ""
    for sheet in sheets:
        for cells in sheet.grid.rows.values():
            named = [cell for cell in cells.values() if account.fullmatch(cell.text.strip())]
            amounts = [cell for cell in cells.values() if cell not in named and cell.is_number and cell.number]
            if named and amounts:
                return f"{named[0]!r} stands beside {amounts[-1]!r}"
    return ""
