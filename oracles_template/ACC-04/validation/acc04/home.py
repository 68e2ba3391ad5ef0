"""Home loans, property tax, gifts to charity, medical expenses, canceled debt, sales of real estate."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from acc04.business import rental_address
from acc04.forms import Form
from acc04.letters import Letter
from acc04.pages import joined
from acc04.papers import YEAR, Papers
from acc04.people import People
from acc04.records import (
    Record,
    account,
    counted,
    issuer,
    issuer_tin,
    money,
    moneys,
    owner_of,
    same_firm,
    summed,
    ticked,
)
from acc04.values import amount, day, days, last_amount, plain

_ADDED = {
    "box1_mortgage_interest": "1",
    "box4_refund": "4",
    "box5_mortgage_insurance": "5",
    "box6_points": "6",
    "box10_real_estate_tax": "10",
}

_DOLLARS = r"(\$[\d,.]+\d)"
_WRITTEN_DAY = r"([A-Z][a-z]+ \d+, \d{4})"


def home_records(papers: Papers, people: People) -> Iterator[Record]:
    """Yield the records of home, gifts, health and debts."""
    loans = list(_loans(papers, people))
    yield from loans
    yield from _property_tax(papers, people, loans)
    yield from _gifts(papers, people)
    yield from _medical(papers)
    yield from _debts(papers, people)
    yield from _sold(papers, people)


def _loans(papers: Papers, people: People) -> Iterator[Record]:
    found = [(form, owner) for form in counted(papers, "1098") if (owner := owner_of(form, people, shared=True))]
    used: set[int] = set()
    for first, second in _transferred(papers, people, [form for form, _ in found]):
        owner = next(owner for form, owner in found if form is second)
        record = _loan(papers, people, second, owner)
        for name, box in _ADDED.items():
            record[name] = summed([money(first, box), money(second, box)]) or None
        record["box2_outstanding_principal"] = money(first, "2")
        record["box3_origination_date"] = day(first.text("3")) or day(second.text("3"))
        used |= {id(first), id(second)}
        yield record
    for form, owner in found:
        if id(form) not in used:
            yield _loan(papers, people, form, owner)


def _transferred(papers: Papers, people: People, forms: list[Form]) -> Iterator[tuple[Form, Form]]:
    """Yield the forms of a loan that another lender took over: the old lender's and the new one's."""
    for new in forms:
        for old in forms:
            if old is new or _place(people, old) != _place(people, new):
                continue
            sold = any(
                re.search(r"one loan|sold (?:it|the loan)|took over", said.text)
                and _between(said.text, issuer(old), issuer(new))
                for said in papers.client()
            )
            acquired = day(new.text("11"))
            same = day(new.text("3")) is not None and day(new.text("3")) == day(old.text("3"))
            if sold or (acquired is not None and acquired.year == YEAR and same):
                yield old, new


def _between(text: str, old: str, new: str) -> bool:
    """Tell whether a text says that the first lender sold to the second."""
    before, sold, after = text.partition(" sold ")
    return bool(sold) and same_firm(old, before) and same_firm(new, after)


def _place(people: People, form: Form) -> str:
    """Return the property of a loan: the address given, or the borrower's own."""
    if form.text("8"):
        return form.text("8")
    lines = form.party("recipient")
    return ", ".join(lines[-2:]) if len(lines) >= 3 else people.address


def _use(papers: Papers, people: People, form: Form) -> str:
    street = plain(_place(people, form).split(",")[0])
    if any(street == plain(rental_address(ledger).split(",")[0]) for ledger in papers.ledgers):
        return "rental"
    if any(street == plain(each) for each in papers.prior.properties):
        return "rental"
    homes = [people.address, people.former_address]
    if ticked(form, "7") or any(home and street == plain(home.split(",")[0]) for home in homes):
        return "main_home"
    return "second_home"


def _loan(papers: Papers, people: People, form: Form, owner: str) -> Record:
    return {
        "classification": "1098",
        "owner": owner,
        "lender_name": issuer(form),
        "lender_tin": issuer_tin(form),
        "account_number": account(form),
        "property_address": _place(people, form),
        "use": _use(papers, people, form),
        **moneys(form, _ADDED),
        "box2_outstanding_principal": money(form, "2"),
        "box3_origination_date": day(form.text("3")),
        "deductible_share_percent": _share(papers) if _use(papers, people, form) == "main_home" else None,
    }


def _share(papers: Papers) -> int | None:
    """Return the share of the mortgage that the client paid, where an unmarried co-owner paid the rest."""
    for said in papers.client():
        found = re.search(r"not married.*?\bI paid (\d+) ?%", said.text)
        if found:
            return int(found[1])
    return None


def _property_tax(papers: Papers, people: People, loans: list[Record]) -> Iterator[Record]:
    """Yield what was paid to a tax collector directly: not from escrow, not for a rental, without charges for services."""
    rentals = {plain(rental_address(ledger).split(",")[0]) for ledger in papers.ledgers}
    rentals |= {plain(each) for each in papers.prior.properties}
    escrowed = {loan["box10_real_estate_tax"] for loan in loans if loan.get("box10_real_estate_tax")}
    for letter in papers.letters:
        whole = "\n".join(letter.lines)
        parcel = re.search(r"Parcel: (.+)", whole)
        if "TAX" not in whole or not parcel or "from escrow" in whole:
            continue
        paid = [
            _paid(line) for line in letter.lines if not re.search(r"service|refuse|fee\b|penalty", line, re.IGNORECASE)
        ]
        total = summed(paid)
        if total and plain(parcel[1].split(",")[0]) not in rentals and total not in escrowed:
            yield {
                "classification": "Property Tax",
                "owner": _bill_owner(people, whole),
                "payee_name": letter.sender,
                "property_address": parcel[1],
                "kind": "real_estate" if "REAL ESTATE" in whole else "personal_property",
                "amount_paid": total,
            }


def _paid(line: str) -> Decimal | None:
    """Return the amount of a line of payments when it was paid in the year."""
    when = days(line)
    return last_amount(line) if when and when[-1].year == YEAR else None


def _bill_owner(people: People, whole: str) -> str:
    named = re.search(r"Owner: (.+)", whole)
    letters = [letter for letter, person in people.spouses() if named and person.first in named[1]]
    return letters[0] if people.joint and len(letters) == 1 else people.household_owner


def _gifts(papers: Papers, people: People) -> Iterator[Record]:
    """Yield gifts, one record for each charity and kind."""
    gifts: dict[tuple[str, str], Record] = {}
    for letter in papers.letters:
        for gift in _acknowledged(papers, letter):
            key = (plain(letter.sender), gift["kind"])
            if key in gifts:
                gifts[key]["amount"] += gift["amount"]
            else:
                number = re.search(r"\b(\d\d-\d{7})\b", letter.body)
                head = {"classification": "Charitable Gift", "owner": people.household_owner}
                gifts[key] = head | {"donee_name": letter.sender, "donee_tin": number[1] if number else None} | gift
    yield from gifts.values()


def _acknowledged(papers: Papers, letter: Letter) -> Iterator[Record]:
    """Yield what a charity's letter acknowledges to have been given in the year, itself and not by an IRA's trustee."""
    if re.search(r"directly from .+ IRA\b", letter.body):
        return
    for read in (_cash_gifts, _pledge, _checks, _dinner, _goods):
        yield from read(letter.body)
    yield from _shares(papers, letter.body)


def _cash_gifts(body: str) -> Iterator[Record]:
    found = re.search(rf"Thank you for your cash gifts? of {_DOLLARS} in (\d{{4}})", body)
    if found and int(found[2]) == YEAR:
        yield {"kind": "cash", "amount": amount(found[1])}


def _pledge(body: str) -> Iterator[Record]:
    """Yield what of a pledge was paid in the year."""
    found = re.search(rf"In (\d{{4}}) we received {_DOLLARS} of it", body)
    if found and int(found[1]) == YEAR:
        yield {"kind": "cash", "amount": amount(found[2])}


def _checks(body: str) -> Iterator[Record]:
    """Yield the sum of the checks that came in the year."""
    if "acknowledge your check" in body:
        paid = re.findall(rf"{_DOLLARS}, received on {_WRITTEN_DAY}", body)
        total = summed(amount(value) for value, when in paid if _in_year(when))
        if total:
            yield {"kind": "cash", "amount": total}


def _dinner(body: str) -> Iterator[Record]:
    """Yield a payment less the value of what was received for it."""
    found = re.search(rf"received your payment of {_DOLLARS} .+? on {_WRITTEN_DAY}", body)
    if found and _in_year(found[2]):
        back = re.search(rf"value in good faith at {_DOLLARS}", body)
        returned = (amount(back[1]) if back else None) or Decimal()
        given = (amount(found[1]) or Decimal()) - returned
        yield {"kind": "cash", "amount": given, "goods_or_services": returned or None}


def _goods(body: str) -> Iterator[Record]:
    found = re.search(rf"Received on {_WRITTEN_DAY}.+?Value stated by the donor.*?{_DOLLARS}", body)
    if found and _in_year(found[1]):
        yield {"kind": "noncash", "amount": amount(found[2]), "date_given": day(found[1])}


def _shares(papers: Papers, body: str) -> Iterator[Record]:
    """Yield securities that were given, with the donor's cost from the broker's notice."""
    found = re.search(
        rf"contribution of [\d,]+ shares of (.+?) to your .+?received on {_WRITTEN_DAY} and valued at {_DOLLARS}", body
    )
    if found and _in_year(found[2]):
        cost = _donor_cost(papers, found[1])
        yield {"kind": "noncash", "amount": amount(found[3]), "date_given": day(found[2]), "cost_basis": cost}


def _in_year(text: str) -> bool:
    when = day(text)
    return when is not None and when.year == YEAR


def _donor_cost(papers: Papers, security: str) -> Decimal | None:
    """Return the donor's cost of shares that were given, by the broker's notice of the transfer."""
    for letter in papers.letters:
        found = re.search(r"Your cost: (\$[\d,.]+\d)", letter.body)
        if found and security in letter.body and "transferred" in letter.body:
            return amount(found[1])
    return None


_MEDICAL = (
    (r"long.term care", "long_term_care_premiums"),
    (r"premium|insurance", "insurance_premiums"),
    (r"prescription|pharmacy|medicine", "prescriptions"),
    (r"glasses|hearing|equipment|wheelchair", "other"),
    (r"doctor|dentist|hospital|clinic|surgery|lab", "doctors_hospitals"),
)


def _medical(papers: Papers) -> Iterator[Record]:
    """Yield the medical expenses of the household's own list, without what insurance or an HSA paid."""
    for file, pages in papers.texts.items():
        lines = [joined(line) for page in pages for line in page.lines]
        whole = " ".join(lines)
        if not re.search(r"\bMedical\b", " ".join(lines[:3])) or str(YEAR) not in whole:
            continue
        record: Record = {"classification": "Medical Expenses"}
        for line in lines:
            value = last_amount(line)
            paid_by_others = re.search(
                r"by (?:the )?insurance|by (?:the )?insurer|HSA|before tax|pre-?tax|Medicare|payroll|reimbursed", line
            )
            if value is None or paid_by_others or re.match(r"total", line, re.IGNORECASE):
                continue
            name = next((name for pattern, name in _MEDICAL if re.search(pattern, line, re.IGNORECASE)), None)
            if name:
                record[name] = record.get(name, Decimal()) + value
        if miles := re.search(r"([\d,]+) miles", whole):
            record["miles"] = int(miles[1].replace(",", ""))
        if len(record) > 1 and file:
            yield record


def _debts(papers: Papers, people: People) -> Iterator[Record]:
    for form in counted(papers, "1099-C"):
        if owner := owner_of(form, people, shared=True):
            yield {
                "classification": "1099-C",
                "owner": owner,
                "creditor_name": issuer(form),
                "creditor_tin": issuer_tin(form),
                "box1_event_date": day(form.text("1")),
                **moneys(form, {"box2_debt_discharged": "2", "box3_interest": "3"}),
                "box5_personally_liable": ticked(form, "5"),
                "box6_event_code": form.text("6"),
            }


def _sold(papers: Papers, people: People) -> Iterator[Record]:
    for form in counted(papers, "1099-S"):
        if owner := owner_of(form, people, shared=True):
            address = form.text("3")
            homes = [plain(home.split(",")[0]) for home in (people.address, people.former_address) if home]
            yield {
                "classification": "1099-S",
                "owner": owner,
                "filer_name": issuer(form),
                "filer_tin": issuer_tin(form),
                "property_address": address,
                "box1_closing_date": day(form.text("1")),
                **moneys(form, {"box2_gross_proceeds": "2", "box6_buyers_real_estate_tax": "6"}),
                "main_home": True if plain(address.split(",")[0]) in homes else None,
            }
