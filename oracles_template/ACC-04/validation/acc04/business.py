"""Businesses and rentals: the forms that payers send, and the books that decide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from acc04.books import Entry, Ledger
from acc04.papers import YEAR, Papers, Said
from acc04.people import People
from acc04.prior import Business
from acc04.records import (
    Record,
    account,
    amount_in,
    counted,
    issuer,
    issuer_tin,
    money,
    moneys,
    owner_of,
    same_firm,
    state_lines,
    summed,
)
from acc04.values import amount, digits, plain, written

BUSINESS_LINES = (
    (r"returns?|refunds? to customers", "line2_returns"),
    (r"cost of goods|inventory|materials sold", "line4_cost_of_goods_sold"),
    (r"advertis|marketing", "line8_advertising"),
    (r"\bcar\b|truck|fuel|gas\b|vehicle", "line9_car_and_truck"),
    (r"commission", "line10_commissions"),
    (r"contract labor|subcontract|helpers", "line11_contract_labor"),
    (r"employee benefit", "line14_employee_benefits"),
    (r"insurance", "line15_insurance"),
    (r"interest", "line16b_other_interest"),
    (r"legal|accounting|professional|bookkeep", "line17_legal_professional"),
    (r"office", "line18_office"),
    (r"equipment rent|rent.*(?:equipment|vehicle)", "line20a_rent_equipment"),
    (r"\brent\b", "line20b_rent_property"),
    (r"repair|maintenance", "line21_repairs"),
    (r"supplies|materials", "line22_supplies"),
    (r"licen[cs]e|tax", "line23_taxes_licenses"),
    (r"meal", "line24b_meals_before_limit"),
    (r"travel|lodging|airfare", "line24a_travel"),
    (r"utilit|phone|internet", "line25_utilities"),
    (r"wages|payroll", "line26_wages"),
)
RENTAL_LINES = (
    (r"advertis", "line5_advertising"),
    (r"auto|mileage", "line6_auto_travel"),
    (r"clean|lawn|snow", "line7_cleaning"),
    (r"commission|leasing fee", "line8_commissions"),
    (r"insurance", "line9_insurance"),
    (r"legal|accounting|professional", "line10_legal"),
    (r"manage", "line11_management"),
    (r"mortgage interest", "line12_mortgage_interest"),
    (r"interest", "line13_other_interest"),
    (r"repair|maintenance", "line14_repairs"),
    (r"supplies", "line15_supplies"),
    (r"tax", "line16_taxes"),
    (r"water|electric|utilit|gas\b|sewer", "line17_utilities"),
)
_NO_EXPENSE = r"principal|security deposit|deposit held|owner draw|transfer|personal"


def business_records(papers: Papers, people: People) -> Iterator[Record]:
    """Yield the records of self-employment and rental."""
    yield from _nonemployee(papers, people)
    yield from _miscellaneous(papers, people)
    yield from _networks(papers, people)
    for ledger in papers.ledgers:
        if rental_address(ledger):
            yield from _rental(papers, people, ledger)
        else:
            yield from _business(papers, people, ledger)
    yield from _told_rentals(papers, people)


def rental_address(ledger: Ledger) -> str:
    """Return the address of the property that a ledger is about, empty when it is about a business."""
    found = re.match(r"^(\d+ .+?, [^,]+, [A-Z]{2} \d{5})", ledger.title)
    return found[1] if found else ""


def _goes_to(papers: Papers, payer: str) -> str:
    """Return where a payment is reported: the client says when it is no business."""
    for said in papers.client():
        if same_firm(payer, f"{said.about} {said.text}") and re.search(
            r"not do this as a business|nothing to do with any business|treat it as other income", said.text
        ):
            return "other_income"
    return "schedule_c"


def _nonemployee(papers: Papers, people: People) -> Iterator[Record]:
    for form in counted(papers, "1099-NEC"):
        if owner := owner_of(form, people, shared=False):
            yield {
                "classification": "1099-NEC",
                "owner": owner,
                "payer_name": issuer(form),
                "payer_tin": issuer_tin(form),
                "account_number": account(form),
                **moneys(form, {"box1_nonemployee_compensation": "1", "box4_federal_tax_withheld": "4"}),
                "reported_on": _goes_to(papers, issuer(form)),
                "state_lines": state_lines(form, people, state="6", income="7", tax="5"),
            }


def _miscellaneous(papers: Papers, people: People) -> Iterator[Record]:
    boxes = {
        "box1_rents": "1",
        "box2_royalties": "2",
        "box3_other_income": "3",
        "box4_federal_tax_withheld": "4",
        "box6_medical_payments": "6",
        "box8_substitute_payments": "8",
        "box10_attorney_proceeds": "10",
    }
    for form in counted(papers, "1099-MISC"):
        if owner := owner_of(form, people, shared=True):
            values = moneys(form, boxes)
            rents = values["box1_rents"] or values["box2_royalties"]
            other = values["box3_other_income"] or values["box8_substitute_payments"]
            yield {
                "classification": "1099-MISC",
                "owner": owner,
                "payer_name": issuer(form),
                "payer_tin": issuer_tin(form),
                "account_number": account(form),
                **values,
                "reported_on": "schedule_e" if rents else "other_income" if other else "schedule_c",
                "state_lines": state_lines(form, people, state="17", income="18", tax="16"),
            }


def _networks(papers: Papers, people: People) -> Iterator[Record]:
    for form in counted(papers, "1099-K"):
        owner = owner_of(form, people, shared=False)
        if owner is None:
            continue
        count = re.search(r"\d+", form.text("3").replace(",", ""))
        personal, gross = _personal(papers, issuer(form)), money(form, "1a")
        yield {
            "classification": "1099-K",
            "owner": owner,
            "filer_name": issuer(form),
            "filer_tin": issuer_tin(form),
            "account_number": account(form),
            **moneys(form, {"box1a_gross": "1a", "box1b_card_not_present": "1b", "box4_federal_tax_withheld": "4"}),
            "box3_transactions": int(count[0]) if count else None,
            "personal_or_error_amount": personal,
            "reported_on": None if personal and personal == gross else _goes_to(papers, issuer(form)),
            "state_lines": state_lines(form, people, state="6", tax="8"),
        }


def _personal(papers: Papers, filer: str) -> Decimal | None:
    """Return what of a Form 1099-K was personal, as the client says."""
    for said in papers.client():
        if same_firm(filer, f"{said.about} {said.text}"):
            found = re.search(
                r"([\d,]+\.\d\d) (?:is|are|was|were|of it is) (?:all )?(?:from |for )?personal", said.text
            )
            if found:
                return amount(found[1])
    return None


def _matching(papers: Papers, name: str) -> Business | None:
    return next((each for each in papers.prior.businesses if same_firm(each.name, name)), None)


def _business(papers: Papers, people: People, ledger: Ledger) -> Iterator[Record]:
    name = re.sub(r" *[-–,(] *20\d\d\)?.*$", "", ledger.title).strip()
    before = _matching(papers, name)
    said = [each for each in papers.client() if same_firm(name, f"{each.about} {each.text}")]
    owner = _proprietor(people, before, said)
    if owner is None:
        return
    method = next((each for each in said if re.search(r"cash (?:basis|method)|accrual", each.text)), None)
    record: Record = {
        "classification": "Schedule C",
        "owner": owner,
        "business_name": before.name if before else name,
        "ein": written(before.ein, person=False) if before and before.ein else None,
        "activity": before.activity if before else None,
        "activity_code": before.code if before else None,
        "accounting_method": ("accrual" if "accrual" in method.text else "cash") if method else None,
        "started_this_year": None if before else True,
        **_lines(ledger, BUSINESS_LINES, "line1_gross_receipts"),
        "assets_bought": [{"description": w, "date_acquired": d, "cost": c} for w, d, c in ledger.bought],
    }
    if ledger.miles:
        record |= dict(
            zip(("line44a_business_miles", "line44b_commuting_miles", "line44c_other_miles"), ledger.miles, strict=True)
        )
    yield record | _home_office(said)


def _proprietor(people: People, before: Business | None, said: list[Said]) -> str | None:
    if before:
        return next(
            (letter for letter, one in people.spouses() if digits(one.ssn) == digits(before.proprietor_ssn)), None
        )
    return next((letter for each in said if (letter := people.letter(each.author))), "T")


def _home_office(said: list[Said]) -> Record:
    for each in said:
        found = re.search(r"([\d,]+) square feet.*?(?:house|home|apartment) is ([\d,]+) square feet", each.text)
        if found:
            used, whole = (int(text.replace(",", "")) for text in found.groups())
            return {"home_office_square_feet": used, "home_square_feet": whole}
    return {}


def _lines(ledger: Ledger, table: tuple[tuple[str, str], ...], receipts: str) -> Record:
    """Return the entries of a ledger by the lines that they belong to; what has none is other."""
    found: Record = {}
    others: dict[str, Decimal] = {}
    for entry in ledger.entries:
        if re.search(_NO_EXPENSE, plain(f"{entry.category} {entry.description}")):
            continue
        if entry.received:
            found[receipts] = found.get(receipts, Decimal()) + entry.received
        if entry.spent:
            line = line_of(entry, table)
            if line:
                found[line] = found.get(line, Decimal()) + entry.spent
            else:
                others[entry.category] = others.get(entry.category, Decimal()) + entry.spent
    found["other_expenses"] = [{"description": name, "amount": value} for name, value in others.items()]
    return found


def line_of(entry: Entry, table: tuple[tuple[str, str], ...]) -> str:
    return next((line for pattern, line in table if re.search(pattern, entry.category.casefold())), "")


def _rental(papers: Papers, people: People, ledger: Ledger) -> Iterator[Record]:
    address = rental_address(ledger)
    said = next(iter(papers.client(*plain(address.split(",")[0]).split())), None)
    text = said.text if said else ""
    days = re.search(r"[Rr]ented (?:all |for )?(\d+) days", text)
    fair = int(days[1]) if days else None
    if fair is not None and fair < 15:
        return
    record: Record = {
        "classification": "Schedule E",
        "owner": people.household_owner,
        "property_address": address,
        "property_type": _type(text),
        "fair_rental_days": fair,
        "personal_use_days": _own_days(text),
        **_lines(ledger, RENTAL_LINES, "line3_rents"),
        "assets_bought": [{"description": w, "date_acquired": d, "cost": c} for w, d, c in ledger.bought],
    }
    record["line12_mortgage_interest"] = _loan_interest(papers, address) or record.get("line12_mortgage_interest")
    yield record | _first_rented(papers, text, address)


def _first_rented(papers: Papers, text: str, address: str) -> Record:
    new = not any(plain(each) in plain(address) for each in papers.prior.properties)
    found = re.search(
        r"(?:first rented|rented (?:out )?(?:since|from)|first tenant\w* .*?on) .*?(\d\d)/(\d\d)/(\d{4})", text
    )
    if new and found and int(found[3]) == YEAR:
        return {"placed_in_service": date(int(found[3]), int(found[1]), int(found[2]))}
    return {}


def _type(text: str) -> str | None:
    """Return the type of a property as the client describes it."""
    kinds = (
        (r"vacation|short-term", "3"),
        (r"single-family|single family", "1"),
        (r"duplex|multi|two units|apartments", "2"),
        (r"commercial|shop|office building", "4"),
        (r"\bland\b", "5"),
    )
    return next((number for pattern, number in kinds if re.search(pattern, text, re.IGNORECASE)), None)


def _own_days(text: str) -> int | None:
    if re.search(r"no days of our own|no personal|never used it ourselves|none of our own", text):
        return 0
    found = re.search(r"(\d+) days (?:used by|of (?:our|my) own|(?:we|I) used)|used it ourselves for (\d+) days", text)
    return int(found[1] or found[2]) if found else None


def _loan_interest(papers: Papers, address: str) -> Decimal | None:
    """Return the interest of the loans on a rental, by their Forms 1098."""
    street = plain(address.split(",", maxsplit=1)[0])
    return summed(money(form, "1") for form in counted(papers, "1098") if street in plain(form.text("8")))


def _told_rentals(papers: Papers, people: People) -> Iterator[Record]:
    """Yield a rental of which the client tells everything in a letter."""
    known = {plain(rental_address(ledger).split(",")[0]) for ledger in papers.ledgers}
    for said in papers.client("rents"):
        place = re.search(r"\bat (\d+ [^,]+, [^,]+, [A-Z]{2} \d{5})", said.text)
        days = re.search(r"[Rr]ented (?:for )?(\d+) days", said.text)
        if not place or not days or int(days[1]) < 15 or plain(place[1].split(",")[0]) in known:
            continue
        record: Record = {
            "classification": "Schedule E",
            "owner": people.household_owner,
            "property_address": place[1],
            "property_type": _type(said.text),
            "fair_rental_days": int(days[1]),
            "personal_use_days": _own_days(said.text),
        }
        for words, value in re.findall(r"([a-z][a-z ]+?) (\$?[\d,]+\.\d\d)", said.text):
            line = "line3_rents" if words.strip().endswith("rents") else ""
            line = line or next((name for pattern, name in RENTAL_LINES if re.search(pattern, words)), "")
            if line:
                record[line] = (record.get(line) or Decimal()) + (amount_in(value) or Decimal())
        record["line12_mortgage_interest"] = _loan_interest(papers, place[1]) or record.get("line12_mortgage_interest")
        yield record
