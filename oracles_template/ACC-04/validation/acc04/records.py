"""What the rules of every record type share: picking the forms that count, boxes as amounts, leaving blanks out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from acc04.forms import Form
from acc04.papers import YEAR, Papers
from acc04.people import People
from acc04.values import MONEY, amount, digits, last_four, plain, state_code, written

Record = dict[str, Any]


def counted(papers: Papers, number: str) -> list[Form]:
    """Return the forms of a kind that are of the year, each once; a corrected one replaces what it corrects."""
    chosen: dict[tuple[str, ...], Form] = {}
    for form in papers.forms:
        if form.number != number or form.year != YEAR:
            continue
        key = _identity(form)
        known = chosen.get(key)
        if known is None or (form.corrected and not known.corrected) or _fuller(form, known):
            chosen[key] = form
    return list(chosen.values())


def _fuller(form: Form, known: Form) -> bool:
    """Tell whether a second copy says more than the one that is kept, as when a scan lost a box."""
    return form.corrected == known.corrected and _filled(form) > _filled(known)


def _filled(form: Form) -> int:
    return sum(bool(" ".join(lines).strip()) for found in form.boxes.values() for lines in found)


def _identity(form: Form) -> tuple[str, ...]:
    """Return what tells forms of one kind apart: payer, recipient, account, and the code of a distribution."""
    account = digits(" ".join(form.party("account"))) or digits(form.text("control"))
    code = form.text("7") if form.number == "1099-R" else form.text("3") if form.number == "1099-SA" else ""
    won = form.text("2") + form.text("1") if form.number == "W-2G" else ""
    return (digits(issuer_tin(form)), last_four(recipient_tin(form)), account, plain(code), won)


def issuer_tin(form: Form) -> str:
    """Return the number of who gave a form."""
    return written(" ".join(form.party("issuer_tin")), person=False)


def recipient_tin(form: Form) -> str:
    """Return the number of whom a form is about."""
    return " ".join(form.party("recipient_tin"))


def issuer(form: Form) -> str:
    """Return the name of who gave a form."""
    lines = [line for line in form.party("issuer") if re.search(r"[A-Za-z]{2}", line)]
    named = [line for line in lines if not re.match(r"^\d+ ", line)]
    return named[0] if named else ""


def account(form: Form) -> str | None:
    """Return the account number of a form."""
    return " ".join(form.party("account")).strip() or None


def owner_of(form: Form, people: People, *, shared: bool) -> str | None:
    """Return whose a form is, None when it is nobody's of this household."""
    return people.owner(recipient_tin(form), form.party("recipient"), shared=shared)


def money(form: Form, box: str, nth: int = 0) -> Decimal | None:
    """Return the amount in a box; a blank box and zero are None."""
    value = amount_in(form.text(box, nth))
    return value or None


def amount_in(text: str) -> Decimal | None:
    """Return the amount that a box holds, whatever stands around it."""
    value = amount(text)
    if value is not None:
        return value
    found = MONEY.findall(text)
    return amount(found[-1]) if len(found) == 1 else None


def ticked(form: Form, box: str) -> bool | None:
    """Return true where a box is ticked: something stands between its brackets, however a scanner read it."""
    return True if re.sub(r"[\[\](){}|\s1lI.,_-]", "", form.text(box)) else None


def moneys(form: Form, fields: dict[str, str]) -> Record:
    """Return the amounts of a form by field."""
    return {name: money(form, box) for name, box in fields.items()}


def state_lines(form: Form, people: People, *, state: str, income: str = "", tax: str = "") -> list[Record]:
    """Return the line of a form's state boxes, where an amount stands in them."""
    found = state_code(form.text(state).replace("/", " "))
    line = {"state_income": money(form, income) if income else None, "state_tax": money(form, tax) if tax else None}
    if not any(line.values()):
        return []
    where = found or people.address.split(",")[-1].split()[0]
    return [{"state": where, **line}]


def same_firm(one: str, other: str) -> bool:
    """Tell whether a name or the short form of it in a text is this firm: its first two words stand there together.

    An ampersand counts as a word, so that `Reed & Marsh Bank` is known by `Reed &` as well.
    """
    begins, text = (plain(each.replace("&", " and ")) for each in (one, other))
    return f" {' '.join(begins.split()[:2])} " in f" {text} "


def cleaned(record: Record) -> Record:
    """Return a record without what is not known, its amounts as numbers and its dates as text."""
    kept: Record = {}
    for name, value in record.items():
        if value is None or value in ("", []):
            continue
        if isinstance(value, list):
            kept[name] = [cleaned(line) for line in value]
        elif isinstance(value, Decimal):
            kept[name] = float(value)
        elif isinstance(value, date):
            kept[name] = value.isoformat()
        else:
            kept[name] = value
    return kept


def summed(values: Iterable[Decimal | None]) -> Decimal | None:
    """Return the sum of what is known, None when nothing is."""
    known = [value for value in values if value is not None]
    return sum(known, Decimal()) if known else None


def one_of(texts: Sequence[str], pattern: str) -> re.Match[str] | None:
    """Return the first match of a pattern in texts, whatever the case."""
    for text in texts:
        if found := re.search(pattern, text, re.IGNORECASE):
            return found
    return None
