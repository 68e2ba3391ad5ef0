"""Careless readers of businesses, rentals, entities, the home, gifts, health, education, payments and carryovers."""

from __future__ import annotations

import math
import re
from decimal import Decimal

from acc04.business import BUSINESS_LINES, RENTAL_LINES, line_of
from acc04.careless import Habit, of_type, raise_by
from acc04.careless_income import INCOME_HABITS, unanswered_interest
from acc04.papers import YEAR, Papers
from acc04.people import People
from acc04.records import Record, counted, issuer, issuer_tin, money, same_firm
from acc04.values import amount, digits, last_amount, plain


def _only_last_year(papers: Papers, people: People, records: list[Record]) -> None:
    """Take what last year's return could deduct for what was carried over."""
    for record in of_type(records, "Carryover"):
        if record["kind"].startswith("capital_loss"):
            record["amount"] = 3000.0


def _code_w(records: list[Record], owner: str) -> float:
    lines = [line for record in of_type(records, "W-2") if record["owner"] == owner for line in record.get("box12", [])]
    return float(sum(line["amount"] for line in lines if line["code"] == "W"))


def _employers_money(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "HSA"):
        raise_by(record, "own_contributions", _code_w(records, record["owner"]))


def _all_contributions(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "HSA"):
        for form in of_type(records, "5498-SA"):
            if form["owner"] == record["owner"] and "box2_total_contributions" in form:
                record["own_contributions"] = form["box2_total_contributions"]


def _mistake(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "HSA"):
        record.pop("distributions_returned", None)


def _personal_sales(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-K"):
        if record.pop("personal_or_error_amount", None):
            record["reported_on"] = "schedule_c"


def _added_to_books(papers: Papers, people: People, records: list[Record]) -> None:
    forms = [one for one in of_type(records, "1099-NEC", "1099-K") if one.get("reported_on") == "schedule_c"]
    shown = math.fsum(one.get("box1_nonemployee_compensation") or one.get("box1a_gross") or 0.0 for one in forms)
    for record in of_type(records, "Schedule C")[:1]:
        raise_by(record, "line1_gross_receipts", shown)


def _hobby(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-NEC"):
        record["reported_on"] = "schedule_c"


def _personal_days(papers: Papers, people: People, records: list[Record]) -> None:
    """Enter a home that was hardly rented, and share out the expenses of one that was also used."""
    for said in papers.client("cottage"):
        place = re.search(r"\bat (\d+ [^,]+, [^,]+, [A-Z]{2} \d{5})", said.text)
        rent = re.search(r"got \$?([\d,]+\.\d\d)", said.text)
        if place and rent:
            head = {"classification": "Schedule E", "owner": people.household_owner, "property_address": place[1]}
            records.append(head | {"line3_rents": float(amount(rent[1]) or 0)})
    for record in of_type(records, "Schedule E"):
        own, fair = record.get("personal_use_days"), record.get("fair_rental_days")
        if own and fair and "line16_taxes" in record:
            record["line16_taxes"] = round(record["line16_taxes"] * fair / (fair + own), 2)


def _one_lender(papers: Papers, people: People, records: list[Record]) -> None:
    """Take the interest of the last lender alone, and add up what was owed to both."""
    forms = counted(papers, "1098")
    for record in of_type(records, "1098"):
        mine = next((form for form in forms if digits(issuer_tin(form)) == digits(record["lender_tin"])), None)
        if mine is None:
            continue
        interest, principal = money(mine, "1"), money(mine, "2")
        if interest and float(interest) != record["box1_mortgage_interest"]:
            record["box1_mortgage_interest"] = float(interest)
            raise_by(record, "box2_outstanding_principal", float(principal or 0))


def _home_loan(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1098"):
        record["use"] = "main_home"
    for record in of_type(records, "Schedule E"):
        record.pop("line12_mortgage_interest", None)


def _whole_share(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1098"):
        record.pop("deductible_share_percent", None)


def _points(papers: Papers, people: People, records: list[Record]) -> None:
    """Enter the points of a refinancing as points of a purchase."""
    for letter in papers.letters:
        whole = "\n".join(letter.lines)
        found = re.search(r"[Pp]oints paid by borrower \$?([\d,]+\.\d\d)", whole)
        for record in of_type(records, "1098"):
            if found and "REFINANCE" in whole and same_firm(record["lender_name"], letter.sender):
                record["box6_points"] = float(amount(found[1]) or 0)


def _tax_twice(papers: Papers, people: People, records: list[Record]) -> None:
    """Add the county's statement of what the lender paid from escrow."""
    for letter in papers.letters:
        whole = "\n".join(letter.lines)
        if "from escrow" not in whole or "TAX" not in whole:
            continue
        paid = sum((last_amount(line) or Decimal()) for line in letter.lines if re.search(r"\d\d/\d\d/\d{4}", line))
        for record in of_type(records, "1098"):
            if abs(float(paid) - record.get("box10_real_estate_tax", 0.0)) < 1:
                raise_by(record, "box10_real_estate_tax", float(paid))
                head = {"classification": "Property Tax", "owner": people.household_owner, "kind": "real_estate"}
                records.append(head | {"payee_name": letter.sender, "amount_paid": float(paid)})


def _no_statements(papers: Papers) -> None:
    for form in papers.forms:
        form.boxes.pop("statements", None)


def _suspended(papers: Papers, people: People, records: list[Record]) -> None:
    """Take last year's suspended loss off this year's box 1."""
    for carried in [one for one in of_type(records, "Carryover") if one["kind"] == "passive_loss"]:
        for record in of_type(records, "K-1 1065", "K-1 1120-S"):
            if same_firm(carried.get("activity", "?"), record["entity_name"]):
                raise_by(record, "box1_ordinary_income", -carried["amount"])
        carried.clear()


def _distributions(papers: Papers, people: People, records: list[Record]) -> None:
    """Add what was distributed to the income."""
    for record in of_type(records, "K-1 1065", "K-1 1120-S"):
        lines = record.get("box19", []) + [one for one in record.get("box16", []) if one["code"] == "D"]
        taken = sum(line["amount"] for line in lines)
        field = "box1_ordinary_income" if "box1_ordinary_income" in record else "box2_rental_real_estate"
        raise_by(record, field, taken)


def _last_years_entity(papers: Papers, people: People, records: list[Record]) -> None:
    """Enter an entity of last year of which there is no K-1 this year."""
    here = [record["entity_name"] for record in of_type(records, "K-1 1065", "K-1 1120-S")]
    for name in papers.prior.entities:
        asked = any(not item.answered and same_firm(name, item.question) for item in papers.items)
        if asked and not any(same_firm(name, each) for each in here):
            head = {"classification": "K-1 1065", "owner": "T", "entity_name": name}
            records.append(head | {"box1_ordinary_income": 1000.0})


def _estimates(papers: Papers, people: People, records: list[Record]) -> None:
    """Keep the amount of an estimate."""
    for letter in papers.letters:
        found = re.search(r"box 1\) at (\$[\d,.]+\d)", letter.body)
        for record in of_type(records, "K-1 1065", "K-1 1120-S"):
            if found and same_firm(record["entity_name"], letter.sender):
                record["box1_ordinary_income"] = float(amount(found[1]) or 0)


def _merged(papers: Papers, people: People, records: list[Record]) -> None:
    """Make one record of the K-1s of both spouses."""
    first: dict[str, Record] = {}
    for record in of_type(records, "K-1 1065", "K-1 1120-S"):
        known = first.setdefault(digits(record["entity_ein"]), record)
        if known is not record:
            raise_by(known, "box1_ordinary_income", record.get("box1_ordinary_income"))
            record.clear()


def _january(papers: Papers, people: People, records: list[Record]) -> None:
    """Leave out what was paid in January, and the overpayment that was applied."""
    for record in of_type(records, "Estimated Payment"):
        if record["kind"] == "overpayment_applied" or record.get("date_paid", "").startswith(str(YEAR + 1)):
            record.clear()


def _face_amounts(papers: Papers, people: People, records: list[Record]) -> None:
    """Take gifts by the first and largest amount of their letters, whatever was paid, when, and for what."""
    for letter in papers.letters:
        if re.search(r"pledge of|acknowledge your check|received your payment", letter.body):
            shown = [amount(each) or Decimal() for each in re.findall(r"\$[\d,]+\.\d\d", letter.body)]
            face = sum(shown) if "acknowledge" in letter.body else max(shown)
            for record in of_type(records, "Charitable Gift"):
                if plain(record["donee_name"]) == plain(letter.sender) and record["kind"] == "cash":
                    record["amount"] = float(face)
    for record in of_type(records, "Charitable Gift"):
        if "cost_basis" in record:
            record["amount"] *= 2


def _net_tuition(papers: Papers, people: People, records: list[Record]) -> None:
    """Net scholarships against tuition, and enter a student whom another household claims."""
    ours = of_type(records, "1098-T")
    for record in ours:
        raise_by(record, "box1_payments", -record.get("box5_scholarships", 0.0))
    for form in counted(papers, "1098-T"):
        if not any(digits(record["institution_tin"]) == digits(issuer_tin(form)) for record in ours):
            head = {"classification": "1098-T", "institution_name": issuer(form), "institution_tin": issuer_tin(form)}
            records.append(head | {"box1_payments": float(money(form, "1") or 0)})


def _seventeen(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "Dependent"):
        if record["birth_date"].startswith(str(YEAR - 17)):
            record["credit"] = "CTC"


def _unanswered(papers: Papers, people: People, records: list[Record]) -> None:
    """Fill in what nobody has answered: last year's interest, a camp of which one does not know what it was."""
    unanswered_interest(papers, people, records)
    for item in papers.items:
        child = next((one for one in people.children if one.first in item.about), None)
        if item.answered or child is None:
            continue
        for said in papers.said:
            paid = re.search(r"([\d,]+\.\d\d) for", said.text)
            if paid and child.first in said.text and not said.client:
                head = {"classification": "Dependent Care", "provider_name": item.about, "person_name": child.name}
                records.append(head | {"amount": float(amount(paid[1]) or 0)})


def _columns(papers: Papers, people: People, records: list[Record]) -> None:
    """Add up what a sheet shows: receipts with their subtotals, personal parts too, but no hidden rows."""
    for record in of_type(records, "Schedule C", "Schedule E"):
        name = plain(record.get("business_name") or record.get("property_address", ""))
        ledger = next((one for one in papers.ledgers if name in plain(one.title)), None)
        business = record["classification"] == "Schedule C"
        field = "line1_gross_receipts" if business else "line3_rents"
        if ledger is None or field not in record:
            continue
        record[field] = round(2 * record[field], 2)
        for entry in ledger.entries:
            line = line_of(entry, BUSINESS_LINES if business else RENTAL_LINES)
            if line and (entry.hidden or entry.personal):
                raise_by(record, line, float(entry.personal) - (float(entry.spent) if entry.hidden else 0.0))


HABITS = (
    *INCOME_HABITS,
    Habit(14, "carries over what last year's return deducted", ("Carryover",), writes=_only_last_year),
    Habit(22, "takes the employer's HSA money for the holder's", ("HSA",), writes=_employers_money),
    Habit(23, "takes box 2 of Form 5498-SA for own contributions", ("HSA",), writes=_all_contributions),
    Habit(24, "overlooks a mistaken distribution that went back", ("HSA",), writes=_mistake),
    Habit(25, "takes personal sales for a business", ("1099-K",), writes=_personal_sales),
    Habit(26, "adds Forms 1099 to the books that contain them", ("Schedule C",), writes=_added_to_books),
    Habit(27, "makes a business of a single fee", ("1099-NEC",), writes=_hobby),
    Habit(
        28, "enters a home that was hardly rented, or limits expenses itself", ("Schedule E",), writes=_personal_days
    ),
    Habit(29, "reads one form of a loan that changed hands", ("1098",), writes=_one_lender),
    Habit(30, "puts the loan of a rental with the home", ("1098", "Schedule E"), writes=_home_loan),
    Habit(31, "takes the whole of a co-owner's mortgage", ("1098",), writes=_whole_share),
    Habit(32, "enters points of a refinancing", ("1098",), writes=_points),
    Habit(33, "adds a county's bill to what the lender paid", ("1098", "Property Tax"), writes=_tax_twice),
    Habit(35, "reads no statements behind a K-1", ("K-1 1065", "K-1 1120-S"), sees=_no_statements),
    Habit(36, "adds a suspended loss to this year's", ("K-1 1065", "Carryover"), writes=_suspended),
    Habit(37, "adds distributions to income", ("K-1 1065", "K-1 1120-S"), writes=_distributions),
    Habit(38, "carries an entity on without its K-1", ("K-1 1065",), writes=_last_years_entity),
    Habit(39, "keeps the estimate of a K-1", ("K-1 1065",), writes=_estimates),
    Habit(40, "merges the K-1s of two spouses", ("K-1 1120-S",), writes=_merged),
    Habit(45, "leaves out January's payment and what was applied", ("Estimated Payment",), writes=_january),
    Habit(46, "takes gifts by the face of their letters", ("Charitable Gift",), writes=_face_amounts),
    Habit(47, "nets scholarships, or enters another household's student", ("1098-T",), writes=_net_tuition),
    Habit(48, "takes last year's credit of a child of seventeen", ("Dependent",), writes=_seventeen),
    Habit(51, "fills in what nobody has answered", ("1099-INT", "Dependent Care"), writes=_unanswered),
    Habit(
        53,
        "adds up what a sheet shows, subtotals and personal parts too, hidden rows not",
        ("Schedule C", "Schedule E"),
        writes=_columns,
    ),
)
"""Every careless habit, by trap."""
