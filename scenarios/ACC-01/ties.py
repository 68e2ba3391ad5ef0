"""Reads the written documents back, as someone else would, and reconciles the month from them alone."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.money import Cents, cents

papers = companion(__file__, "papers")

_ROW = re.compile(
    r"(?P<date>\d{4}-\d\d-\d\d) (?P<text>.+) (?P<ref>\S+) +(?P<amount>[\d,]+\.\d\d) +(?P<balance>-?[\d,]+\.\d\d)"
)
_EDGE = re.compile(r"\d{4}-\d\d-\d\d (?P<what>BALANCE FORWARD|CLOSING BALANCE) +(?P<balance>-?[\d,]+\.\d\d)")
_STATEMENT_PAGES = 4
_NEAR = 5
"""Most days between the bank's line and the ledger's of one transfer: a long weekend and a day."""


class TieError(AssertionError):
    """The written documents do not agree with one another, or with what was meant."""


@dataclass(frozen=True)
class Row:
    """One transaction as a document shows it; money in is positive."""

    date: date
    reference: str
    text: str
    amount: Cents
    entry: str = ""


@dataclass(frozen=True)
class Reconciled:
    """What the documents come to."""

    bank_closing: Cents
    ledger_closing: Cents
    transit: dict[str, Cents]
    outstanding: dict[str, Cents]
    by_amount: dict[str, str]
    unrecorded: set[str]
    repeated: Row
    adjusted: Cents


def require(condition: bool, what: str) -> None:
    """Raise unless a tie holds.

    Raises:
        TieError: when it does not.
    """
    if not condition:
        raise TieError(what)


def read_statement(data: bytes) -> tuple[Cents, list[Row], Cents]:
    """Return opening balance, transactions and closing balance of the statement, from its text alone."""
    from pypdf import PdfReader

    pages = PdfReader(io.BytesIO(data)).pages
    require(len(pages) == _STATEMENT_PAGES, f"the statement has {len(pages)} pages, not {_STATEMENT_PAGES}")
    edges: dict[str, Cents] = {}
    rows: list[Row] = []
    balance = 0
    for number, page in enumerate(pages, start=1):
        text = page.extract_text()
        require(f"Page {number} of {_STATEMENT_PAGES}" in text, f"page {number} of the statement is not numbered")
        for line in text.splitlines():
            if edge := _EDGE.fullmatch(line.strip()):
                edges[edge["what"]] = cents(edge["balance"])
                balance = cents(edge["balance"])
            elif row := _ROW.fullmatch(line.strip()):
                after, amount = cents(row["balance"]), cents(row["amount"])
                require(abs(after - balance) == amount, f"the running balance breaks at {line!r}")
                rows.append(Row(date.fromisoformat(row["date"]), row["ref"], row["text"], after - balance))
                balance = after
    opening, closing = edges["BALANCE FORWARD"], edges["CLOSING BALANCE"]
    require(
        opening + sum(row.amount for row in rows) == closing, "the statement's rows do not sum to its closing balance"
    )
    return opening, rows, closing


def read_ledger(data: bytes) -> tuple[Cents, list[Row], Cents]:
    """Return opening balance, postings and closing balance of the ledger."""
    from openpyxl import load_workbook

    sheet: Any = load_workbook(io.BytesIO(data))["GL 1010"]
    table = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=6)]
    opening, closing = _cents(table[0][7]), _cents(table[-1][7])
    balance, rows = opening, []
    for entry, day, _, ref, text, debit, credit, after in table[1:-1]:
        amount = _cents(debit or 0) - _cents(credit or 0)
        balance += amount
        require(balance == _cents(after), f"the ledger's running balance breaks at {entry}")
        rows.append(Row(day.date(), ref, text, amount, entry))
    require(balance == closing, "the ledger's rows do not sum to its closing balance")
    return opening, rows, closing


def read_september(data: bytes) -> dict[str, Any]:
    """Return the September reconciliation, from the values that its formulas hold."""
    from openpyxl import load_workbook

    book: Any = load_workbook(io.BytesIO(data), data_only=True)
    face = {row[0]: row[1] for row in book["Reconciliation"].iter_rows(values_only=True, min_row=4) if row[0]}
    cheques = {
        str(row[0]): (_cents(row[3]), row[1].date())
        for row in book["Outstanding cheques"].iter_rows(values_only=True, min_row=5)
        if isinstance(row[0], int)
    }
    slips = {
        row[0]: _cents(row[2])
        for row in book["Deposits in transit"].iter_rows(values_only=True, min_row=5)
        if row[0] != "Total"
    }
    amounts = {label: _cents(value) for label, value in face.items() if isinstance(value, int | float)}
    require(amounts["Add: deposits in transit"] == sum(slips.values()), "September's deposits in transit do not add up")
    require(
        -amounts["Less: outstanding cheques"] == sum(amount for amount, _ in cheques.values()),
        "September's outstanding cheques do not add up",
    )
    require(
        amounts["Adjusted bank balance"] == amounts["Adjusted book balance"]
        and amounts["Unreconciled difference"] == 0,
        "September's two sides do not agree",
    )
    return {"amounts": amounts, "cheques": cheques, "slips": slips}


def reconcile(folder: Path) -> Reconciled:
    """Reconcile the month from the written bundle and check every tie between its documents.

    Raises:
        TieError: when a tie does not hold.
    """
    bank_opening, bank, bank_closing = read_statement((folder / papers.STATEMENT).read_bytes())
    ledger_opening, ledger, ledger_closing = read_ledger((folder / papers.GENERAL_LEDGER).read_bytes())
    september = read_september((folder / papers.SEPTEMBER).read_bytes())
    register = _read_csv(folder / papers.REGISTER)
    slips = {row["slip_no"]: cents(row["total"]) for row in _read_csv(folder / papers.SLIPS)}
    amounts = september["amounts"]
    require(amounts["Balance per bank statement"] == bank_opening, "the statement does not open at September's balance")
    require(amounts["Adjusted book balance"] == ledger_opening, "the ledger does not open at September's balance")
    _check_portal(folder, register)

    cleared = {row.reference: -row.amount for row in bank if row.text == "CHEQUE"}
    credited = {row.reference: row.amount for row in bank if row.text == "DEPOSIT"}
    drawn = {row["cheque_no"]: cents(row["amount"]) for row in register}
    void = {row["cheque_no"] for row in register if row["status"] == "void"}
    for number, (amount, _) in september["cheques"].items():
        require(drawn[number] == amount, f"cheque {number} of September differs in the register")
    still_out = [number for number in september["cheques"] if number not in cleared]
    require(len(still_out) in (1, 2), f"{len(still_out)} cheques of September are still outstanding, not one or two")
    _require_subset(september["slips"], credited, "deposits in transit of September and the bank")
    foreign = {number: amount for number, amount in cleared.items() if number not in drawn}
    require(len(foreign) == 1, f"the bank paid {len(foreign)} cheques that are not in the register, not one")
    _require_subset(
        {n: a for n, a in cleared.items() if n not in foreign}, drawn, "cheques at the bank and in the register"
    )
    _require_subset(credited, slips | september["slips"], "deposits at the bank and on the slips")
    require(not void & cleared.keys(), "a void cheque was paid")

    outstanding = {number: amount for number, amount in drawn.items() if number not in cleared and number not in void}
    transit = {slip: amount for slip, amount in slips.items() if slip not in credited}
    adjusted = bank_closing + sum(transit.values()) - sum(outstanding.values()) + sum(foreign.values())
    true_flows = sum(slips.values()) - sum(
        drawn[number] for number in drawn if number not in void and number not in september["cheques"]
    )
    wires = sum(row.amount for row in bank if row.text not in ("CHEQUE", "DEPOSIT"))
    require(ledger_opening + true_flows + wires == adjusted, "adjusted bank and adjusted book balance do not agree")
    recorded = {row.reference for row in ledger}
    require(
        {row["cheque_no"] for row in register} - september["cheques"].keys() <= recorded and slips.keys() <= recorded,
        "a cheque or a slip of October is not in the ledger",
    )
    by_amount, unrecorded, repeated = _match_transfers(bank, ledger, drawn.keys() | slips.keys())
    return Reconciled(bank_closing, ledger_closing, transit, outstanding, by_amount, unrecorded, repeated, adjusted)


def _match_transfers(bank: list[Row], ledger: list[Row], papered: set[str]) -> tuple[dict[str, str], set[str], Row]:
    """Match what moved without slip or cheque: by reference, then by amount and date.

    Returns:
        What only amount and date match (the bank's reference: the ledger's), the bank's references that the ledger lacks,
        and the ledger's one line that nothing at the bank answers.
    """
    posted = [row for row in ledger if row.reference not in papered]
    by_amount, unrecorded = {}, set()
    for row in bank:
        if row.text in ("CHEQUE", "DEPOSIT"):
            continue
        same = [each for each in posted if (each.reference, each.amount) == (row.reference, row.amount)]
        near = [each for each in posted if each.amount == row.amount and abs((each.date - row.date).days) <= _NEAR]
        if same:
            posted.remove(same[0])
        elif near:
            require(len(near) == 1, f"{row.reference} may be any of {[each.entry for each in near]}")
            by_amount[row.reference] = near[0].reference
            posted.remove(near[0])
        else:
            unrecorded.add(row.reference)
    require(len(posted) == 1, f"{len(posted)} transfers of the ledger are not at the bank, not one")
    return by_amount, unrecorded, posted[0]


def _check_portal(folder: Path, register: list[dict[str, str]]) -> None:
    portal = json.loads((folder / papers.PORTAL).read_bytes())
    require(portal["records"]["cheque_register"] == register, "the portal's cheque register is not the input's")
    for document in portal["documents"]:
        require(
            (folder / "inputs" / document["path"]).is_file(), f"the portal lists {document['path']}, which is missing"
        )


def _require_subset(part: dict[str, Cents], whole: dict[str, Cents], what: str) -> None:
    differing = sorted(key for key, amount in part.items() if whole.get(key) != amount)
    require(not differing, f"{what} differ: {differing}")


def _read_csv(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))


def _cents(value: float) -> Cents:
    """Return a cell's number as cents; spreadsheets hold money as floats."""
    return round(value * 100)
