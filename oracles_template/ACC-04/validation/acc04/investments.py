"""Interest, dividends, sales of securities, and what the pages behind a broker's forms say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from acc04.consolidated import Sale, Statement, supplement_amount
from acc04.forms import Form
from acc04.papers import YEAR, Papers
from acc04.people import People
from acc04.records import (
    Record,
    account,
    amount_in,
    counted,
    issuer,
    issuer_tin,
    owner_of,
    same_firm,
    state_lines,
    summed,
)
from acc04.values import amount, day, digits, last_four, plain, written

BOXES: Mapping[str, dict[str, str]] = {
    "1099-INT": {
        "box1_interest": "1",
        "box2_early_withdrawal_penalty": "2",
        "box3_treasury_interest": "3",
        "box4_federal_tax_withheld": "4",
        "box5_investment_expenses": "5",
        "box6_foreign_tax": "6",
        "box8_tax_exempt_interest": "8",
        "box9_private_activity_interest": "9",
        "box10_market_discount": "10",
        "box11_bond_premium": "11",
        "box12_treasury_bond_premium": "12",
        "box13_tax_exempt_bond_premium": "13",
    },
    "1099-DIV": {
        "box1a_ordinary_dividends": "1a",
        "box1b_qualified_dividends": "1b",
        "box2a_capital_gain_distributions": "2a",
        "box2b_unrecaptured_1250": "2b",
        "box2c_section_1202": "2c",
        "box2d_collectibles": "2d",
        "box3_nondividend": "3",
        "box4_federal_tax_withheld": "4",
        "box5_section_199a": "5",
        "box6_investment_expenses": "6",
        "box7_foreign_tax": "7",
        "box9_cash_liquidation": "9",
        "box10_noncash_liquidation": "10",
        "box12_exempt_interest_dividends": "12",
        "box13_private_activity": "13",
    },
    "1099-OID": {
        "box1_oid": "1",
        "box2_other_interest": "2",
        "box4_federal_tax_withheld": "4",
        "box6_acquisition_premium": "6",
        "box8_treasury_oid": "8",
        "box11_tax_exempt_oid": "11",
    },
}
_STATES = {"1099-INT": ("15", "17"), "1099-DIV": ("14", "16"), "1099-OID": ("12", "14")}
_COVERED = {"A", "D"}


def investment_records(papers: Papers, people: People) -> Iterator[Record]:
    """Yield the records of investments: forms that stand alone, then consolidated statements."""
    for number, boxes in BOXES.items():
        for form in counted(papers, number):
            owner = owner_of(form, people, shared=True)
            if owner is not None:
                yield _single(papers, people, form, owner, boxes)
    for statement in _latest(papers.statements):
        owner = people.owner(statement.recipient_tin, statement.recipient, shared=True)
        if owner is not None and statement.year == YEAR:
            yield from _account(papers, people, statement, owner)


def _single(papers: Papers, people: People, form: Form, owner: str, boxes: dict[str, str]) -> Record:
    state, tax = _STATES[form.number]
    values = {name: amount_in(form.text(box)) or None for name, box in boxes.items()}
    record: Record = {
        "classification": form.number,
        "owner": _said_owner(papers, people, issuer(form), account(form)) or owner,
        "payer_name": issuer(form),
        "payer_tin": issuer_tin(form),
        "account_number": account(form),
        **values,
        "state_lines": [] if form.number == "1099-OID" else state_lines(form, people, state=state, tax=tax),
    }
    return record | _nominee(papers, record)


def _said_owner(papers: Papers, people: People, payer: str, number: str | None) -> str | None:
    """Return whose an account is by the latest word on it, the client's before the preparer's."""
    said = [each for each in papers.said if same_firm(payer, f"{each.about} {each.text}") and "account" in each.text]
    for each in sorted(said, key=lambda one: (one.client, one.dated), reverse=True):
        others = re.findall(r"(?:account|ending in|ending) (\d{4})\b", each.text)
        if number and others and last_four(number) not in others:
            continue
        if re.search(r"\bjoint account\b|account is joint|belongs to (?:us )?both", each.text):
            return "J"
        if re.search(r"own account|only mine", each.text) and not each.client:
            return people.letter(each.text.split(" own ")[0])
    return None


def _nominee(papers: Papers, record: Record) -> Record:
    """Return what the client says belongs to another person, of interest or of dividends."""
    kind = {"1099-INT": "interest", "1099-DIV": "dividends"}.get(record["classification"])
    total = summed(
        [record.get("box1_interest"), record.get("box3_treasury_interest"), record.get("box1a_ordinary_dividends")]
    )
    if kind is None or total is None:
        return {}
    for said in papers.client():
        text = f"{said.about} {said.text}"
        if not same_firm(record["payer_name"], text):
            continue
        if share := _share(said.text, kind):
            part = (total * share).quantize(Decimal("0.01")) if share <= 1 else share
            return {f"nominee_{kind}": part}
    return {}


def _share(text: str, kind: str) -> Decimal | None:
    """Return the other person's part: a fraction of the whole, or an amount."""
    pattern = rf"half of the (?:\d+ )?{kind[:8]}\w* (?:is|belongs to|are) (?:his|hers|her|him|my)"
    if re.search(pattern, text):
        return Decimal("0.5")
    if found := re.search(
        rf"(\d+(?:\.\d+)?) ?(?:%|per cent|percent) of the (?:\d+ )?{kind[:8]}\w* (?:is|are|belongs)", text
    ):
        return Decimal(found[1]) / 100
    if found := re.search(r"([\d,]+\.\d\d) of (?:it|the .+?) (?:is|are|belongs to) (?:his|hers|her|him|my)", text):
        return amount(found[1])
    return None


def _latest(statements: list[Statement]) -> list[Statement]:
    """Return one statement for each account: drafts are no source, the newest replaces the others as a whole."""
    chosen: dict[tuple[str, str], Statement] = {}
    for statement in statements:
        if statement.preliminary:
            continue
        key = (plain(statement.payer[0]) if statement.payer else "", digits(statement.account))
        known = chosen.get(key)
        if known is None or _rank(statement) > _rank(known):
            chosen[key] = statement
    return list(chosen.values())


def _rank(statement: Statement) -> tuple[bool, str]:
    return statement.corrected, statement.issued.isoformat() if statement.issued else ""


def _account(papers: Papers, people: People, statement: Statement, owner: str) -> Iterator[Record]:
    """Yield the records of one brokerage account."""
    head: dict[str, Any] = {
        "owner": _said_owner(papers, people, statement.payer[0], statement.account) or owner,
        "payer_name": statement.payer[0],
        "payer_tin": written(statement.payer_tin, person=False),
        "account_number": statement.account,
    }
    for form, boxes in BOXES.items():
        printed = statement.boxes.get(form, {})
        values = {name: amount(printed.get(box, "")) or None for name, box in boxes.items()}
        if any(values.values()):
            record = {"classification": form, **head, **values}
            yield record | _nominee(papers, record)
    if statement.sales or statement.totals:
        yield {"classification": "1099-B", **head, **_sales(papers, statement)}
    percent = supplement_amount(statement, "foreign", "source")
    items: Record = {
        "accrued_interest_paid": supplement_amount(statement, "accrued", "interest"),
        "margin_interest": supplement_amount(statement, "margin", "interest"),
        "advisory_fees": supplement_amount(statement, "fees"),
        "foreign_source_percent": percent,
    }
    if any(items.values()):
        yield {"classification": "Brokerage Supplement", **head, **items}


def _sales(papers: Papers, statement: Statement) -> Record:
    """Return sales by category, those that must be itemised lot by lot and taken off the statement's totals."""
    kept = [_settled(papers, statement, sale) for sale in statement.sales]
    itemised = [line for sale, line in kept if line is not None]
    totals = []
    for box in sorted(_COVERED & {sale.box for sale in statement.sales}):
        plain_sales = [sale for sale, line in kept if sale.box == box and line is None]
        if plain_sales:
            totals.append(
                {
                    "form_8949_box": box,
                    "proceeds": summed(sale.proceeds for sale in plain_sales),
                    "cost_basis": summed(sale.cost for sale in plain_sales),
                }
            )
    return {"category_totals": totals, "lots": itemised}


def _settled(papers: Papers, statement: Statement, sale: Sale) -> tuple[Sale, Record | None]:
    """Return a sale and, where it must be itemised, its line with what the client or an estate says of its basis."""
    inherited = _inherited(papers, statement, sale)
    told = None if inherited else _told_basis(papers, sale)
    covered = sale.box in _COVERED and not sale.wash and not sale.discount
    if covered and inherited is None:
        return sale, None
    line: Record = {
        "form_8949_box": sale.box,
        "description": f"{sale.quantity} {sale.description}",
        "cusip": sale.cusip,
        "date_acquired": sale.acquired,
        "date_sold": sale.sold,
        "proceeds": sale.proceeds,
        "cost_basis": sale.cost,
        "accrued_market_discount": sale.discount,
        "wash_sale_loss_disallowed": sale.wash,
    }
    if inherited is not None:
        long_term = {"A": "D", "B": "E", "C": "F"}
        line |= {
            "cost_basis": inherited,
            "date_acquired": "INHERITED",
            "form_8949_box": long_term.get(sale.box, sale.box),
        }
    elif told is not None:
        line |= told
    return sale, line


def _inherited(papers: Papers, statement: Statement, sale: Sale) -> Decimal | None:
    """Return the value at death of the shares of a lot, by a letter of the estate."""
    for letter in papers.letters:
        whole = " ".join(letter.lines)
        if "inherited" not in letter.body or plain(sale.description) not in plain(whole):
            continue
        held = re.search(r"Re: ([\d,]+) shares", whole)
        value = re.search(r"values? all [\d,]+ shares at (\$[\d,.]+\d)", letter.body)
        if held and value and same_firm(statement.payer[0], whole):
            shares, sold = Decimal(held[1].replace(",", "")), Decimal(sale.quantity.replace(",", ""))
            return (Decimal(amount(value[1]) or 0) * sold / shares).quantize(Decimal("0.01"))
    return None


def _told_basis(papers: Papers, sale: Sale) -> Record | None:
    """Return the basis and the date that the client gives for a lot whose cost the broker does not know."""
    if sale.cost is not None:
        return None
    for said in papers.client(*plain(sale.description).split()):
        paid = re.search(
            r"(?:paid|cost(?: me| us)?|bought (?:them|it) for) (?:a total of )?\$?([\d,]+\.\d\d)", said.text
        )
        if paid:
            when = day(said.text.replace(sale.sold.strftime("%m/%d/%Y"), ""))
            return {"cost_basis": amount(paid[1]), "date_acquired": when or sale.acquired}
    return None
