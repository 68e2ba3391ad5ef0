"""Wages, winnings, benefits, unemployment and refunds, retirement income."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

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
    money,
    moneys,
    owner_of,
    recipient_tin,
    same_firm,
    state_lines,
    summed,
    ticked,
)
from acc04.values import amount, digits, folded, last_amount, last_four, state_code

_WAGE_BOXES = {
    "box1_wages": "1",
    "box2_federal_tax_withheld": "2",
    "box3_social_security_wages": "3",
    "box4_social_security_tax": "4",
    "box5_medicare_wages": "5",
    "box6_medicare_tax": "6",
    "box7_social_security_tips": "7",
    "box8_allocated_tips": "8",
    "box10_dependent_care_benefits": "10",
    "box11_nonqualified_plans": "11",
}


def income_records(papers: Papers, people: People) -> Iterator[Record]:
    """Yield the records of what was earned and received."""
    yield from _wages(papers, people)
    yield from _winnings(papers, people)
    yield from _social_security(papers, people)
    yield from _government(papers, people)
    yield from _retirement(papers, people)


def _wages(papers: Papers, people: People) -> Iterator[Record]:
    for form in _employments(papers):
        owner = owner_of(form, people, shared=False)
        if owner is None:
            continue
        record: Record = {
            "classification": "W-2",
            "owner": owner,
            "employer_name": issuer(form),
            "employer_ein": issuer_tin(form),
            "control_number": form.text("control"),
            **moneys(form, _WAGE_BOXES),
            "box12": list(_coded(form)),
            "box14": list(_others(form)),
            **_ticks(form.text("13")),
        }
        record["state_lines"], record["local_lines"] = _states(form)
        yield _after_correction(record, papers, form)


def _employments(papers: Papers) -> list[Form]:
    """Return one Form W-2 for each job; a continuation form adds its state lines to the first."""
    jobs: dict[tuple[str, str, str], Form] = {}
    for form in counted(papers, "W-2"):
        key = (digits(issuer_tin(form)), last_four(recipient_tin(form)), digits(form.text("control")))
        if key not in jobs:
            jobs[key] = form
    everything = [form for form in papers.forms if form.number == "W-2" and form.year == YEAR]
    for key, job in jobs.items():
        merged = {box: [list(lines) for lines in found] for box, found in job.boxes.items()}
        for form in everything:
            same = (digits(issuer_tin(form)), last_four(recipient_tin(form))) == key[:2]
            if same and form is not job and (not key[2] or digits(form.text("control")) == key[2]):
                _add_states(merged, form)
        jobs[key] = replace(job, boxes=merged)
    return list(jobs.values())


def _add_states(boxes: dict[str, list[list[str]]], form: Form) -> None:
    """Add the state and local lines of another copy that are not yet known."""
    known = {(state_code(" ".join(lines)), _nth(boxes, "16", nth)) for nth, lines in enumerate(boxes.get("15", []))}
    for nth, lines in enumerate(form.boxes.get("15", [])):
        state = state_code(" ".join(lines))
        if state and (state, _nth(form.boxes, "16", nth)) not in known:
            for box in ("15", "16", "17", "18", "19", "20"):
                boxes.setdefault(box, []).append(form.lines(box, nth))


def _nth(boxes: dict[str, list[list[str]]], box: str, nth: int) -> Decimal | None:
    found = boxes.get(box, [])
    return amount_in(" ".join(found[nth])) if nth < len(found) else None


def _coded(form: Form) -> Iterator[Record]:
    for box in ("12a", "12b", "12c", "12d"):
        for found in form.boxes.get(box, []):
            entry = re.search(r"\b([A-Z]{1,2})\b\s+\$?([\d,]+\.\d\d)", " ".join(found))
            if entry:
                yield {"code": entry[1], "amount": amount(entry[2])}


def _others(form: Form) -> Iterator[Record]:
    for found in form.boxes.get("14", []):
        for label, value in re.findall(r"([A-Za-z][\w /.&-]*?)\s+\$?([\d,]+\.\d\d)", " ".join(found)):
            yield {"label": label.strip(), "amount": amount(value)}


def _ticks(text: str) -> Record:
    """Return which of the three boxes in box 13 are ticked: the mark stands before the words, whose last one tells."""
    names = {
        "employee": "box13_statutory_employee",
        "plan": "box13_retirement_plan",
        "sick": "box13_third_party_sick_pay",
    }
    found: Record = dict.fromkeys(names.values())
    marked = False
    for token in text.split():
        if re.fullmatch(r"\W*[1Il]?[xX][\])|}J]*", token):
            marked = True
        elif name := next((name for word, name in names.items() if word in token.casefold()), None):
            found[name] = True if marked else None
            marked = False
    return found


def _states(form: Form) -> tuple[list[Record], list[Record]]:
    states: list[Record] = []
    places: list[Record] = []
    for nth in range(max(len(form.boxes.get("15", [])), len(form.boxes.get("20", [])))):
        state = state_code(form.text("15", nth))
        wages, tax = money(form, "16", nth), money(form, "17", nth)
        if state and (wages or tax):
            states.append({"state": state, "state_wages": wages, "state_tax": tax})
        local, paid = money(form, "18", nth), money(form, "19", nth)
        if form.text("20", nth) and (local or paid):
            places.append({"locality": form.text("20", nth), "local_wages": local, "local_tax": paid})
    return states, places


def _after_correction(record: Record, papers: Papers, form: Form) -> Record:
    """Return a W-2 with the boxes that a W-2c corrects replaced."""
    for correction in papers.forms:
        same = digits(issuer_tin(correction)) == digits(issuer_tin(form))
        if (
            correction.number != "W-2c"
            or not same
            or last_four(recipient_tin(correction)) != last_four(recipient_tin(form))
        ):
            continue
        for name, box in _WAGE_BOXES.items():
            if correction.text(f"{box} after"):
                record[name] = money(correction, f"{box} after")
        for line in record["state_lines"]:
            for name, box in (("state_wages", "16"), ("state_tax", "17")):
                if correction.text(f"{box} after"):
                    line[name] = money(correction, f"{box} after")
    return record


def _winnings(papers: Papers, people: People) -> Iterator[Record]:
    for form in counted(papers, "W-2G"):
        if owner := owner_of(form, people, shared=False):
            yield {
                "classification": "W-2G",
                "owner": owner,
                "payer_name": issuer(form),
                "payer_tin": issuer_tin(form),
                **moneys(form, {"box1_winnings": "1", "box4_federal_tax_withheld": "4"}),
                "state_lines": state_lines(form, people, state="13", income="14", tax="15"),
            }


def _social_security(papers: Papers, people: People) -> Iterator[Record]:
    for form in counted(papers, "SSA-1099"):
        owner = people.owner(recipient_tin(form), form.party("recipient"), shared=False)
        if owner is None:
            continue
        described = form.lines("description") or form.lines("issuer")
        premiums = [last_amount(line) for line in described if re.search(r"Medicare.*(premium|deduct)", line)]
        yield {
            "classification": "SSA-1099",
            "owner": owner,
            "claim_number": form.text("8"),
            **moneys(form, {"box3_benefits_paid": "3", "box4_benefits_repaid": "4", "box5_net_benefits": "5"}),
            "box6_federal_tax_withheld": money(form, "6"),
            "medicare_premiums": summed(premiums),
            "lump_sum_prior_years": summed(_earlier_years(described)),
        }


def _earlier_years(described: list[str]) -> Iterator[Decimal | None]:
    """Yield what the description says was paid for earlier years."""
    for line in described:
        years = [int(each) for each in re.findall(r"\b20\d\d\b", line)]
        if re.search(r"benefits? for|paid in \d+ for|lump", line, re.IGNORECASE) and years and min(years) < YEAR:
            yield last_amount(line)


def _government(papers: Papers, people: People) -> Iterator[Record]:
    boxes = {
        "box1_unemployment": "1",
        "box2_state_refund": "2",
        "box4_federal_tax_withheld": "4",
        "box5_rtaa": "5",
        "box6_taxable_grants": "6",
        "box7_agriculture": "7",
    }
    for form in counted(papers, "1099-G"):
        owner = owner_of(form, people, shared=True)
        if owner is None:
            continue
        values = moneys(form, boxes)
        year = re.search(r"20\d\d", form.text("3"))
        refund = values["box2_state_refund"] is not None
        if refund and papers.prior.status == "2":
            owner = "J"
        itemized = refund and papers.prior.deducted_state_tax and year is not None and int(year[0]) == papers.prior.year
        yield {
            "classification": "1099-G",
            "owner": owner,
            "payer_name": issuer(form),
            "payer_tin": issuer_tin(form),
            "account_number": account(form),
            **values,
            "box3_refund_year": int(year[0]) if year and refund else None,
            "refund_year_itemized": True if itemized else None,
            "state_lines": state_lines(form, people, state="10a", tax="11"),
        }


def _retirement(papers: Papers, people: People) -> Iterator[Record]:
    boxes = {
        "box3_capital_gain": "3",
        "box4_federal_tax_withheld": "4",
        "box5_employee_contributions": "5",
        "box6_net_unrealized_appreciation": "6",
        "box9b_total_employee_contributions": "9b",
    }
    for form in counted(papers, "1099-R"):
        owner = owner_of(form, people, shared=False)
        if owner is None:
            continue
        person = people.taxpayer if owner == "T" else people.spouse
        assert person is not None
        code = re.sub(r"[^0-9A-Z]", "", form.text("7").split("[")[0].upper())
        gross = money(form, "1")
        rolled = gross if {"G", "H"} & set(code) else _rolled_over(papers, issuer(form), person.name)
        yield {
            "classification": "1099-R",
            "owner": owner,
            "payer_name": issuer(form),
            "payer_tin": issuer_tin(form),
            "account_number": account(form),
            "box1_gross": gross,
            "box2a_taxable": amount_in(form.text("2a")),
            "box2b_not_determined": ticked(form, "2b"),
            "box2b_total_distribution": ticked(form, "2b total"),
            **moneys(form, boxes),
            "box7_code": code,
            "box7_ira": ticked(form, "7 ira"),
            "rollover_amount": rolled,
            "qcd_amount": _given_directly(papers, issuer(form), person.name),
            "state_lines": state_lines(form, people, state="15", income="16", tax="14"),
        }


def _rolled_over(papers: Papers, payer: str, name: str) -> Decimal | None:
    """Return what a receiving institution confirms to have been rolled over of what this payer paid out."""
    for letter in papers.letters:
        found = re.search(r"received your rollover contribution of (\$[\d,.]+\d)", letter.body)
        if found and same_firm(payer, letter.body) and folded(name) in folded(" ".join(letter.lines)):
            return amount(found[1])
    return None


def _given_directly(papers: Papers, payer: str, name: str) -> Decimal | None:
    """Return what charities confirm to have had directly from this trustee of an IRA."""
    given = []
    for letter in papers.letters:
        found = re.search(r"gift of (\$[\d,.]+\d) that we received on .+? directly from .+? trustee", letter.body)
        mine = folded(name).split()[0] in folded(" ".join((*letter.addressee, letter.body))).split()
        if found and same_firm(payer, letter.body) and mine:
            given.append(amount(found[1]))
    return summed(given)
