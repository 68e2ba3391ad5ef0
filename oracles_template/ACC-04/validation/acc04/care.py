"""Education, health accounts, marketplace insurance, dependent care, educators; payments of tax and carryovers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

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
    recipient_tin,
    ticked,
)
from acc04.values import MONEY, amount, amounts, day, folded, last_amount, last_four


def care_records(papers: Papers, people: People) -> Iterator[Record]:
    """Yield the records of education, health and care."""
    yield from _tuition(papers, people)
    yield from _student_loans(papers, people)
    yield from _educators(papers, people)
    yield from _health_accounts(papers, people)
    yield from _marketplace(papers)
    yield from _dependent_care(papers, people)


def _tuition(papers: Papers, people: People) -> Iterator[Record]:
    persons = [*(person for _, person in people.spouses()), *people.children]
    for form in counted(papers, "1098-T"):
        names = " ".join(form.party("recipient"))
        ours = [one for one in persons if last_four(recipient_tin(form)) == one.ssn[-4:] and one.is_named(names)]
        if not ours:
            continue
        yield {
            "classification": "1098-T",
            "institution_name": issuer(form),
            "institution_tin": issuer_tin(form),
            "student_name": ours[0].name,
            "student_ssn": ours[0].ssn,
            **moneys(
                form,
                {
                    "box1_payments": "1",
                    "box4_prior_year_adjustments": "4",
                    "box5_scholarships": "5",
                    "box6_prior_year_scholarships": "6",
                },
            ),
            "box7_next_year": ticked(form, "7"),
            "box8_half_time": ticked(form, "8"),
            "box9_graduate": ticked(form, "9"),
            "books_required": _books(papers, ours[0].first),
        }


def _books(papers: Papers, student: str) -> Decimal | None:
    for said in papers.client():
        found = re.search(r"(?:textbooks?|books|materials)\D{0,40}?\$?([\d,]+\.\d\d)", said.text)
        if found and re.search(rf"\b{student}", said.text) and "required" in said.text:
            return amount(found[1])
    return None


def _student_loans(papers: Papers, people: People) -> Iterator[Record]:
    for form in counted(papers, "1098-E"):
        if owner := owner_of(form, people, shared=False):
            yield {
                "classification": "1098-E",
                "owner": owner,
                "lender_name": issuer(form),
                "lender_tin": issuer_tin(form),
                "account_number": account(form),
                "box1_interest": money(form, "1"),
            }


def _educators(papers: Papers, people: People) -> Iterator[Record]:
    for said in papers.client("classroom"):
        found = MONEY.search(said.text)
        owner = people.letter(said.author) or people.letter(said.text)
        if found and owner:
            yield {"classification": "Educator Expense", "owner": owner, "amount": amount(found[0])}
            return


def _health_accounts(papers: Papers, people: People) -> Iterator[Record]:
    for form in counted(papers, "1099-SA"):
        if owner := owner_of(form, people, shared=False):
            code = re.search(r"\d", form.text("3"))
            yield {
                "classification": "1099-SA",
                "owner": owner,
                "trustee_name": issuer(form),
                "trustee_tin": issuer_tin(form),
                "account_number": account(form),
                **moneys(form, {"box1_gross": "1", "box2_earnings_on_excess": "2"}),
                "box3_code": code[0] if code else None,
                "box5_account_type": _account_type(form.text("5")),
            }
    for form in counted(papers, "5498-SA"):
        if owner := owner_of(form, people, shared=False):
            yield {
                "classification": "5498-SA",
                "owner": owner,
                "trustee_name": issuer(form),
                "trustee_tin": issuer_tin(form),
                "account_number": account(form),
                **moneys(
                    form,
                    {
                        "box2_total_contributions": "2",
                        "box3_made_next_year": "3",
                        "box4_rollovers": "4",
                        "box5_fair_market_value": "5",
                    },
                ),
                "box6_account_type": _account_type(form.text("6")),
            }
    for letter, person in people.spouses():
        for said in papers.client("HSA", person.first):
            if re.search(r"\bcoverage\b", said.text, re.IGNORECASE):
                yield {"classification": "HSA", "owner": letter, **_holder(said.text)}
                break


def _account_type(text: str) -> str | None:
    for kind in ("Archer MSA", "MA MSA", "HSA"):
        if re.search(rf"{kind} ?\[? ?X", text):
            return kind
    return None


def _holder(text: str) -> Record:
    """Return what a holder says of coverage, own contributions, medical use and what went back."""
    own = re.search(r"([\d,]+\.\d\d) ourselves in (\d{4})", text) or re.search(r"paid in ([\d,]+\.\d\d)()", text)
    later = re.search(rf"([\d,]+\.\d\d) (?:more )?in {YEAR + 1} for {YEAR}", text)
    paid = (amount(own[1]) if own else None) or Decimal()
    paid += (amount(later[1]) if later else None) or Decimal()
    medical = re.search(r"([\d,]+\.\d\d) of the withdrawals were (?:doctor|medical|dental)", text)
    returned = re.search(r"([\d,]+\.\d\d) was a mistake.*?went back", text)
    family = re.search(r"family coverage", text, re.IGNORECASE)
    alone = re.search(r"myself only|self-only|only for (?:me|myself)", text, re.IGNORECASE)
    return {
        "coverage": "self_only" if alone else "family" if family else None,
        "own_contributions": paid or None,
        "qualified_medical_expenses": amount(medical[1]) if medical else None,
        "distributions_returned": amount(returned[1]) if returned else None,
    }


def _marketplace(papers: Papers) -> Iterator[Record]:
    chosen: dict[str, tuple[bool, Record]] = {}
    for pages in papers.texts.values():
        lines = [joined(line) for page in pages for line in page.lines]
        whole = " ".join(lines)
        if not re.search(r"Form 1095-A\b.*20\d\d", whole) or str(YEAR) not in whole.split("Part I")[0]:
            continue
        policy = re.search(r"policy number:? ?(\S+)", whole)
        name = re.search(r"issuer.s name:? ?(.+?) (?=4 Recipient)", whole)
        months = []
        for line in lines:
            row = re.match(r"^(2[1-9]|3[0-2]) [A-Z][a-z]+ (.+)$", line)
            values = amounts(row[2]) if row else []
            if row and values and any(values):
                values += [Decimal()] * (3 - len(values))
                premium, benchmark, advance = (value or None for value in values[:3])
                months.append(
                    {"month": int(row[1]) - 20, "premium": premium, "slcsp": benchmark, "advance_payment": advance}
                )
        number = policy[1] if policy else ""
        corrected = bool(re.search(r"\[ ?X ?\] ?CORRECTED|CORRECTED FORM", whole))
        record: Record = {
            "classification": "1095-A",
            "issuer_name": name[1] if name else None,
            "policy_number": number,
            "months": months,
        }
        if number not in chosen or corrected:
            chosen[number] = (corrected, record)
    yield from (record for _, record in chosen.values())


def _dependent_care(papers: Papers, people: People) -> Iterator[Record]:
    """Yield what was paid for the care of each child, without school and overnight camp."""
    for letter in papers.letters:
        if not re.search(rf"[Pp]ayments for care received in {YEAR}|child ?care.*{YEAR}", letter.body):
            continue
        number = re.search(r"(?:Federal tax ID|EIN|Tax ID|TIN)[: ]+([\d-]+\d)", letter.body)
        for line in letter.lines:
            for child in people.children:
                value = last_amount(line)
                if (
                    value
                    and folded(child.first) in folded(line)
                    and not re.search(r"tuition|overnight|camp", line, re.IGNORECASE)
                ):
                    yield {
                        "classification": "Dependent Care",
                        "provider_name": letter.sender,
                        "provider_tin": number[1] if number else None,
                        "provider_address": ", ".join(letter.head[1:3]),
                        "person_name": child.name,
                        "amount": value,
                    }


def payment_records(papers: Papers, people: People) -> Iterator[Record]:
    """Yield payments of tax for the year, and carryovers from the prior year."""
    yield from _payments(papers, people)
    if papers.prior.applied:
        yield {
            "classification": "Estimated Payment",
            "owner": people.household_owner,
            "jurisdiction": "US",
            "kind": "overpayment_applied",
            "amount": papers.prior.applied,
        }
    yield from _carryovers(papers, people)


def _payments(papers: Papers, people: People) -> Iterator[Record]:
    """Yield the payments of a bank's history, by what each says that it is for."""
    for pages in papers.texts.values():
        lines = [joined(line) for page in pages for line in page.lines]
        if not any("TAX PAYMENTS" in line or "ESTIMATED TAX" in line.upper() for line in lines[:8]):
            continue
        for line in lines:
            when, value = day(line), last_amount(line)
            quarter = re.search(rf"(?:1040-ES {YEAR}|{YEAR} estimated tax)\b.*?\bQ([1-4Il|\]])", line, re.IGNORECASE)
            extension = re.search(rf"4868|extension.*{YEAR}|{YEAR}.*extension", line, re.IGNORECASE)
            if when is None or value is None or not (quarter or extension):
                continue
            state = re.search(r"\b([A-Z]{2}) (?:DEPT|DEPARTMENT|STATE)", line)
            yield {
                "classification": "Estimated Payment",
                "owner": people.household_owner,
                "jurisdiction": "US" if "TREASURY" in line or not state else state[1],
                "kind": "estimated" if quarter else "extension",
                "quarter": (int(quarter[1]) if quarter[1].isdigit() else 1) if quarter else None,
                "date_paid": when,
                "amount": value,
            }


_KINDS = (
    (r"short-term capital loss", "capital_loss_short"),
    (r"long-term capital loss", "capital_loss_long"),
    (r"basis in traditional IRA", "ira_basis"),
    (r"passive loss|8582", "passive_loss"),
    (r"operating loss", "net_operating_loss"),
    (r"home office|8829|business use of", "home_office"),
    (r"noncash contribution", "charitable_noncash"),
    (r"charitable|contribution", "charitable_cash"),
    (r"foreign tax", "foreign_tax_credit"),
    (r"qualified business", "qbi_loss"),
    (r"investment interest", "investment_interest"),
    (r"minimum tax", "minimum_tax_credit"),
)


def _carryovers(papers: Papers, people: People) -> Iterator[Record]:
    for line in papers.prior.carried:
        words = f"{line.description} {line.worksheet}"
        kind = next((kind for pattern, kind in _KINDS if re.search(pattern, words, re.IGNORECASE)), None)
        if kind and line.amount:
            yield {
                "classification": "Carryover",
                "owner": line.owner or people.household_owner,
                "kind": kind,
                "activity": line.activity or None,
                "amount": abs(line.amount),
            }
