"""Careless readers of wages, interest, brokers' statements, retirement and benefits."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from acc04.careless import Habit, of_type, raise_by
from acc04.forms import Form
from acc04.papers import YEAR, Papers
from acc04.people import People, read_people
from acc04.records import Record, account, issuer_tin, owner_of, recipient_tin, same_firm
from acc04.values import amount, digits, last_four, plain


def _copies(papers: Papers, people: People, records: list[Record]) -> None:
    """Enter every copy of a W-2."""
    counts = Counter(
        (digits(issuer_tin(form)), last_four(recipient_tin(form)), digits(form.text("control")))
        for form in papers.forms
        if form.number == "W-2" and form.year == YEAR and form.text("1")
    )
    for (ein, _, control), times in counts.items():
        for record in of_type(records, "W-2"):
            if digits(record["employer_ein"]) == ein and digits(record.get("control_number", "")) == control:
                records += [dict(record) for _ in range(times - 1)]
                break


def _no_corrections(papers: Papers) -> None:
    papers.forms = [form for form in papers.forms if form.number != "W-2c"]


def _first_statements(papers: Papers) -> None:
    first = {digits(each.account) for each in papers.statements if not each.corrected and not each.preliminary}
    papers.statements = [one for one in papers.statements if not (one.corrected and digits(one.account) in first)]


def _drafts(papers: Papers) -> None:
    drafts = {digits(one.account) for one in papers.statements if one.preliminary}
    papers.statements = [one for one in papers.statements if one.preliminary or digits(one.account) not in drafts]
    for one in papers.statements:
        one.preliminary = False


def _lots_and_totals(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-B"):
        for line in record.get("category_totals", []):
            line["proceeds"], line["cost_basis"] = 2 * line["proceeds"], 2 * line["cost_basis"]


def _treasury(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-INT"):
        record.pop("box3_treasury_interest", None)


def _subsets(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-INT", "1099-DIV"):
        raise_by(record, "box8_tax_exempt_interest", record.get("box9_private_activity_interest"))
        raise_by(record, "box12_exempt_interest_dividends", record.get("box13_private_activity"))


def _nominee(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-INT", "1099-DIV"):
        raise_by(record, "box1_interest", -record.pop("nominee_interest", 0.0))
        raise_by(record, "box1a_ordinary_dividends", -record.pop("nominee_dividends", 0.0))


def _accrued(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "Brokerage Supplement"):
        record.pop("accrued_interest_paid", None)


def _premium(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-INT"):
        raise_by(record, "box1_interest", -record.get("box11_bond_premium", 0.0))


def _wash(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-B"):
        for line in record.get("lots", []):
            line.pop("wash_sale_loss_disallowed", None)


def _zero_basis(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-B"):
        for line in record.get("lots", []):
            line.setdefault("cost_basis", 0.0)


def _no_estate(papers: Papers) -> None:
    papers.letters = [letter for letter in papers.letters if "inherited" not in letter.body]


def _nondividend(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-DIV"):
        raise_by(record, "box1a_ordinary_dividends", record.get("box3_nondividend"))


def _foreign_tax(papers: Papers, people: People, records: list[Record]) -> None:
    firms = {digits(one.account) for one in papers.statements}
    for record in of_type(records, "1099-INT", "1099-DIV"):
        if digits(record.get("account_number", "")) in firms:
            record.pop("box6_foreign_tax", None)
            record.pop("box7_foreign_tax", None)


def _direct_rollover(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-R"):
        if {"G", "H"} & set(record.get("box7_code", "")):
            record["box2a_taxable"] = record["box1_gross"]
            record.pop("rollover_amount", None)


def _later_rollover(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-R"):
        if not {"G", "H"} & set(record.get("box7_code", "")):
            record.pop("rollover_amount", None)


def _given_twice(papers: Papers, people: People, records: list[Record]) -> None:
    """Enter what an IRA's trustee paid to a charity as a gift instead."""
    for record in of_type(records, "1099-R"):
        given = record.pop("qcd_amount", None)
        if given:
            letter = next(one for one in papers.letters if "directly from" in one.body and "gift of" in one.body)
            gift = {"classification": "Charitable Gift", "owner": people.household_owner, "kind": "cash"}
            records.append(gift | {"donee_name": letter.sender, "amount": given})


def _required(papers: Papers, people: People, records: list[Record]) -> None:
    """Enter what had to be distributed instead of what was."""
    for letter in papers.letters:
        if found := re.search(r"required minimum distribution for \d+ is (\$[\d,.]+\d)", letter.body):
            for record in of_type(records, "1099-R"):
                if same_firm(record["payer_name"], letter.sender):
                    record["box1_gross"] = float(amount(found[1]) or 0)


def _no_basis(papers: Papers, people: People, records: list[Record]) -> None:
    """Take the gross of an IRA as taxable and forget its basis."""
    based = [record for record in of_type(records, "Carryover") if record["kind"] == "ira_basis"]
    for record in of_type(records, "1099-R"):
        if based and record.get("box2b_not_determined") and record.get("box7_ira"):
            record.setdefault("box2a_taxable", record["box1_gross"])
    for record in based:
        record.clear()


def _former_names(papers: Papers, people: People, records: list[Record]) -> None:
    """Give a paper in a former name to the other spouse, or to nobody in particular."""
    for form in papers.forms:
        names = " ".join(form.party("recipient"))
        for letter, person in people.spouses():
            former = plain(person.former).split()[-1:] if person.former else []
            if former and former[0] in plain(names).split() and owner_of(form, people, shared=False) == letter:
                _flip(records, form, "T" if letter == "S" else "S")


def _flip(records: list[Record], form: Form, owner: str) -> None:
    for record in of_type(records, form.number):
        tin = record.get("employer_ein") or record.get("payer_tin") or ""
        number = record.get("account_number")
        if digits(tin) == digits(issuer_tin(form)) and (number is None or number == account(form)):
            record["owner"] = owner


def _two_employers(papers: Papers, people: People, records: list[Record]) -> None:
    """Make a second W-2 of the second state of one."""
    for record in list(of_type(records, "W-2")):
        if len(record.get("state_lines", [])) > 1:
            first, *others = record["state_lines"]
            record["state_lines"] = [first]
            records.append({**record, "state_lines": others})


def _refund(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "1099-G"):
        if record.get("box2_state_refund"):
            record["refund_year_itemized"] = not record.get("refund_year_itemized")


def _premiums(papers: Papers, people: People, records: list[Record]) -> None:
    for record in of_type(records, "SSA-1099"):
        raise_by(record, "box5_net_benefits", -record.pop("medicare_premiums", 0.0))
        record.pop("lump_sum_prior_years", None)


def _noted_wages(papers: Papers, people: People, records: list[Record]) -> None:
    """Enter the wages that a preparer's note gives."""
    for said in papers.said:
        found = re.search(r"(\S+)'s (.+?) wages for \d+ are ([\d,]+(?:\.\d\d)?)", said.text)
        if said.client or not found:
            continue
        for record in of_type(records, "W-2"):
            if same_firm(found[2] + " ", record["employer_name"]) or same_firm(record["employer_name"], found[2]):
                record["box1_wages"] = float(found[3].replace(",", ""))


def _first_word(papers: Papers) -> None:
    papers.said = [one for one in papers.said if not (one.client and "joint account" in one.text)]


def unanswered_interest(papers: Papers, people: People, records: list[Record]) -> None:
    """Enter last year's interest of an account of which nobody has said what became of it."""
    for item in papers.items:
        found = re.search(r"return has ([\d,]+\.\d\d) of interest from (.+?)\. Is", item.question)
        if found and not item.answered:
            head = {"classification": "1099-INT", "owner": "T", "payer_name": found[2]}
            records.append(head | {"box1_interest": float(found[1].replace(",", ""))})


def _strangers(papers: Papers) -> None:
    """Take a paper of a child, a trust or a company for the taxpayer's."""
    people = read_people(papers)
    for place, form in enumerate(papers.forms):
        if form.number in ("1099-INT", "W-2", "K-1 1065") and owner_of(form, people, shared=True) is None:
            boxes = {box: found for box, found in form.boxes.items() if not box.startswith("recipient")}
            boxes["recipient_tin"], boxes["recipient"] = [[people.taxpayer.ssn]], [[people.taxpayer.name]]
            papers.forms[place] = replace(form, boxes=boxes)


def _other_years(papers: Papers) -> None:
    """Take a paper of last year for this year's, and this year's for a copy."""
    old = [form for form in papers.forms if form.year == YEAR - 1]
    for form in old:
        papers.forms = [
            one
            for one in papers.forms
            if one is form
            or one.number != form.number
            or digits(issuer_tin(one)) != digits(issuer_tin(form))
            or last_four(recipient_tin(one)) != last_four(recipient_tin(form))
            or digits(one.text("control")) != digits(form.text("control"))
        ]
        form.year = YEAR


INCOME_HABITS = (
    Habit(1, "enters each copy of a W-2", ("W-2",), writes=_copies),
    Habit(2, "keeps the W-2 and overlooks the W-2c", ("W-2",), sees=_no_corrections),
    Habit(
        3,
        "takes the consolidated 1099 before its correction",
        ("1099-DIV", "1099-B", "1099-INT"),
        sees=_first_statements,
    ),
    Habit(4, "adds the lots to the totals that contain them", ("1099-B",), writes=_lots_and_totals),
    Habit(
        5, "takes the draft for the Form 1099", ("1099-DIV", "1099-INT", "1099-B", "Brokerage Supplement"), sees=_drafts
    ),
    Habit(6, "takes Treasury interest for a part of box 1", ("1099-INT",), writes=_treasury),
    Habit(7, "adds subset boxes", ("1099-INT", "1099-DIV"), writes=_subsets),
    Habit(8, "enters interest net of the nominee's share", ("1099-INT",), writes=_nominee),
    Habit(9, "reads no supplemental pages for accrued interest", ("Brokerage Supplement",), writes=_accrued),
    Habit(10, "nets bond premium against interest", ("1099-INT",), writes=_premium),
    Habit(11, "forgets the disallowed loss of a wash sale", ("1099-B",), writes=_wash),
    Habit(12, "enters an unknown basis as zero", ("1099-B",), writes=_zero_basis),
    Habit(13, "keeps the broker's basis of inherited shares", ("1099-B",), sees=_no_estate),
    Habit(15, "adds nondividend distributions to dividends", ("1099-DIV",), writes=_nondividend),
    Habit(16, "overlooks foreign tax of a broker's statement", ("1099-DIV", "1099-INT"), writes=_foreign_tax),
    Habit(17, "takes a direct rollover for taxable", ("1099-R",), writes=_direct_rollover),
    Habit(18, "overlooks a rollover within 60 days", ("1099-R",), writes=_later_rollover),
    Habit(19, "enters an IRA's gift as the client's", ("1099-R", "Charitable Gift"), writes=_given_twice),
    Habit(20, "enters the required distribution", ("1099-R",), writes=_required),
    Habit(21, "taxes the whole of an IRA with basis", ("1099-R", "Carryover"), writes=_no_basis),
    Habit(41, "enters papers of strangers", ("1099-INT", "W-2", "K-1 1065"), sees=_strangers),
    Habit(42, "gives a paper in a former name to the other spouse", ("W-2", "1099-INT"), writes=_former_names),
    Habit(43, "makes two W-2s of one with two states", ("W-2",), writes=_two_employers),
    Habit(44, "decides the other way whether a refund counts", ("1099-G",), writes=_refund),
    Habit(49, "takes Medicare premiums off the benefits", ("SSA-1099",), writes=_premiums),
    Habit(50, "takes wages from a note", ("W-2",), writes=_noted_wages),
    Habit(52, "keeps the word that was revised", ("1099-INT",), sees=_first_word),
    Habit(54, "takes papers of last year", ("1099-INT", "K-1 1065", "W-2"), sees=_other_years),
)
"""The habits of this family; 51 stands with care, where the other half of it is."""
