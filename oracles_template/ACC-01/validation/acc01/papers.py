"""Read the papers in `inputs/` and test that each of them foots before anything is matched."""

import csv
import email
import email.policy
import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import openpyxl
from docx import Document
from pypdf import PdfReader

# The engagement, as the partner's mail fixes it.
PERIOD_START, PERIOD_END = date(2025, 10, 1), date(2025, 10, 31)
PRIOR_END = PERIOD_START - timedelta(days=1)
STALE_BEFORE = date(2025, 4, 30)
CENT = Decimal("0.01")
STATEMENT_LINE = re.compile(
    r"(\d{4}-\d\d-\d\d) (?P<text>.+?) (?P<ref>\S+) (?P<amount>[\d,]+\.\d\d) (?P<balance>-?[\d,]+\.\d\d)"
)


@dataclass(frozen=True)
class Line:
    """A line of the statement or of the ledger; money in is positive, money out negative."""

    day: date
    ref: str
    text: str
    amount: Decimal
    entry: str = ""
    source: str = ""


@dataclass(frozen=True)
class Cheque:
    """A cheque of the register; `voided` is the date on which a void takes effect."""

    no: str
    day: date
    payee: str
    amount: Decimal
    voided: date | None = None
    note: str = ""


@dataclass
class Papers:
    """All papers of the file, and in `faults` what does not foot in them."""

    bank: list[Line] = field(default_factory=list)
    ledger: list[Line] = field(default_factory=list)
    bank_opening: Decimal = Decimal(0)
    bank_closing: Decimal = Decimal(0)
    book_opening: Decimal = Decimal(0)
    book_closing: Decimal = Decimal(0)
    cheques: dict[str, Cheque] = field(default_factory=dict)
    slips: dict[str, tuple[date, Decimal]] = field(default_factory=dict)
    prior_cheques: dict[str, Cheque] = field(default_factory=dict)
    prior_deposits: dict[str, tuple[date, Decimal]] = field(default_factory=dict)
    accounts: dict[str, str] = field(default_factory=dict)  # name -> number
    mail: list[str] = field(default_factory=list)
    memo: list[str] = field(default_factory=list)
    dispute_days: int = 0
    faults: list[str] = field(default_factory=list)

    def check(self, holds: bool, fault: str) -> None:
        """Note `fault` unless the check holds."""
        if not holds:
            self.faults.append(fault)


def money(value: object) -> Decimal:
    """Return a cell or a text as an amount to the cent."""
    return Decimal(str(value or 0).replace(",", "")).quantize(CENT)


def read_papers(inputs: Path) -> Papers:
    """Read every paper; the file names carry the month."""
    p = Papers()
    _statement(p, next(inputs.glob("bank_statement*.pdf")))
    _ledger(p, next(inputs.glob("gl_1010*.xlsx")))
    _registers(p, next(inputs.glob("cheque_register*.csv")), next(inputs.glob("deposit_slips*.csv")))
    _prior_month(p, next(inputs.glob("reconciliation*.xlsx")))
    for row in _csv(inputs / "chart_of_accounts.csv"):
        p.accounts[row["name"]] = row["account"]
    mail = email.message_from_bytes(next(inputs.glob("*.eml")).read_bytes(), policy=email.policy.default)
    body = mail.get_body(("plain", "html"))
    p.mail = [line.strip("- ") for line in (body.get_content() if body else "").splitlines() if line.strip()]
    p.memo = [par.text for par in Document(str(next(inputs.glob("review_memo*.docx")))).paragraphs if par.text.strip()]
    return p


def _csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as handle:
        return list(csv.DictReader(handle))


def _statement(p: Papers, path: Path) -> None:
    text = "\n".join(page.extract_text() for page in PdfReader(path).pages)
    summary = re.search(r"^([\d,]+\.\d\d) ([\d,]+\.\d\d) ([\d,]+\.\d\d) ([\d,]+\.\d\d)$", text, re.MULTILINE)
    if not summary:
        raise ValueError(f"{path.name}: the summary of balances is not where it is expected")
    p.bank_opening, total_in, total_out, p.bank_closing = (money(group) for group in summary.groups())
    balance = p.bank_opening
    for m in filter(None, map(STATEMENT_LINE.fullmatch, text.splitlines())):
        # The text layer has no columns: whether a line is a withdrawal or a deposit shows in the running balance.
        amount, after = money(m["amount"]), money(m["balance"])
        p.check(abs(after - balance) == amount, f"Statement: the running balance does not tie at {m['ref']}")
        p.bank.append(Line(date.fromisoformat(m[1]), m["ref"], m["text"], amount if after > balance else -amount))
        balance = after
    p.check(balance == p.bank_closing, "Statement: the lines do not lead to the closing balance")
    p.check(sum(x.amount for x in p.bank if x.amount > 0) == total_in, "Statement: total of deposits does not foot")
    p.check(-sum(x.amount for x in p.bank if x.amount < 0) == total_out, "Statement: total of debits does not foot")
    days = re.search(r"within (\d+) days of the closing date", text)
    p.dispute_days = int(days[1]) if days else 0


def _ledger(p: Papers, path: Path) -> None:
    rows = list(openpyxl.load_workbook(path, data_only=True).worksheets[0].iter_rows(values_only=True))
    header = next(i for i, row in enumerate(rows) if "Balance" in row and "Ref" in row)
    at = {name: i for i, name in enumerate(rows[header])}
    body = [row for row in rows[header + 1 :] if row[at["Balance"]] is not None]
    p.book_opening, p.book_closing = money(body[0][at["Balance"]]), money(body[-1][at["Balance"]])
    balance = p.book_opening
    for row in body[1:-1]:
        amount = money(row[at["Debit"]]) - money(row[at["Credit"]])
        balance += amount
        p.check(balance == money(row[at["Balance"]]), f"Ledger: the running balance does not tie at {row[at['Entry']]}")
        words = (str(row[at[name]]).strip() for name in ("Ref", "Description"))
        p.ledger.append(Line(row[at["Date"]].date(), *words, amount, str(row[at["Entry"]]), str(row[at["Source"]])))
    p.check(balance == p.book_closing, "Ledger: the entries do not lead to the closing balance")


def _registers(p: Papers, register: Path, slips: Path) -> None:
    for row in _csv(register):
        voided = None
        if row["status"].strip().lower() == "void":
            noted = re.search(r"\d{4}-\d\d-\d\d", row["note"])
            voided = date.fromisoformat(noted[0] if noted else row["date"])
            p.check(noted is not None, f"Register: cheque {row['cheque_no']} is void without a date")
        day, amount = date.fromisoformat(row["date"]), money(row["amount"])
        p.cheques[row["cheque_no"]] = Cheque(row["cheque_no"], day, row["payee"], amount, voided, row["note"])
    for row in _csv(slips):
        total = money(row["total"])
        p.slips[row["slip_no"]] = (date.fromisoformat(row["date"]), total)
        parts = money(row["cash"]) + money(row["cheques"])
        p.check(parts == total, f"Slip {row['slip_no']}: cash and cheques make {parts}, not {total}")


def _prior_month(p: Papers, path: Path) -> None:
    book = openpyxl.load_workbook(path, data_only=True)
    labels = [(str(row[0]), row[1]) for row in book["Reconciliation"].iter_rows(values_only=True) if row[0]]
    start = next(i for i, row in enumerate(labels) if row[0] == "Balance per general ledger")
    end = next(i for i, row in enumerate(labels) if row[0] == "Adjusted book balance")
    adjusted = sum(money(value) for _, value in labels[start:end])
    p.check(adjusted == p.book_opening, "The ledger does not open with the adjusted book balance of September")
    bank = money(dict(labels)["Balance per bank statement"])
    p.check(bank == p.bank_opening, "The statement does not open with the bank balance of September")
    for no, day, payee, amount, *_ in book["Outstanding cheques"].iter_rows(min_row=2, values_only=True):
        if hasattr(day, "date"):
            p.prior_cheques[str(no)] = Cheque(str(no), day.date(), str(payee), money(amount))
    for no, day, amount, *_ in book["Deposits in transit"].iter_rows(min_row=2, values_only=True):
        if hasattr(day, "date"):
            p.prior_deposits[str(no)] = (day.date(), money(amount))
    for no, cheque in p.prior_cheques.items():
        same = p.cheques.get(no)
        p.check(same is not None, f"Cheque {no}, outstanding at {PRIOR_END}, is not in the register")
        p.check(not same or same.amount == cheque.amount, f"Cheque {no}: September list and register differ")
        p.cheques.setdefault(no, cheque)
    carried = sum(d[1] for d in p.prior_deposits.values()) - sum(c.amount for c in p.prior_cheques.values())
    p.check(bank + carried == adjusted, "The September reconciliation does not agree with its own lists")
