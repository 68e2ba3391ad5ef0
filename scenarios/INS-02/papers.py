"""The documents of the assignment, each a function of the claim that it shows."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any

from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, PageBreak

from wp42_pytest.authoring import markdown, pdf
from wp42_pytest.authoring.delimited import csv_bytes
from wp42_pytest.authoring.economy import Person, organisation, person
from wp42_pytest.authoring.eml import Mail, eml_bytes
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.json_text import json_bytes
from wp42_pytest.authoring.money import grouped, plain
from wp42_pytest.authoring.opc import Properties

claim_paper = companion(__file__, "claim")
forms = companion(__file__, "forms")

INSURER, EMPLOYER = organisation("BFM"), organisation("CGP")
EXAMINER = person("Hugh Pemberton")
BRANCH = "Ontario branch, 88 Metcalfield Street, Suite 600, Ottawa ON  K1P 5X2"
BRANCH_PHONE = "613 555-0187"
BRANCH_MAIL = f"benefits.ottawa@{INSURER.domain}"
STORE = "Coop Grand-Pic, 1420 Carlingate Avenue, Ottawa ON  K1Z 7L5"
CLAIMANT = "Dalia Renwick"
DESK = Person("Accident benefits desk", "Ontario branch", BRANCH_MAIL, "BFM")

E1, E2 = "inputs/E-1_renwick.pdf", "inputs/E-2_coop_grand_pic.pdf"
STUBS = "inputs/paystubs.csv"
GUIDE = "inputs/guide_IRB-4.md"
MAIL = "inputs/email_pemberton.eml"
CLAIM = "inputs/claim.json"

STUB_COLUMNS = (
    *("employee_no", "pay_run", "week_start", "week_end", "pay_date", "hours", "hourly_rate", "gross_wages"),
    *("expense_reimbursement", "deductions", "net_pay"),
)


def papers(claim: Any) -> dict[str, bytes]:
    """Return every file of the bundle, by its path."""
    return {
        E1: application_file(claim),
        E2: employer_file(claim),
        STUBS: stubs_file(claim),
        GUIDE: guide_file(),
        MAIL: mail_file(claim),
        CLAIM: claim_file(claim),
    }


def stubs_file(claim: Any) -> bytes:
    """Write the export of the pay stubs."""
    rows = [
        [
            claim.employee,
            week.run,
            week.start,
            week.end,
            week.paid,
            f"{week.hours:.2f}",
            plain(week.rate),
            plain(week.wages),
            plain(week.reimbursed),
            plain(week.deducted),
            plain(week.net),
        ]
        for week in claim.weeks
    ]
    return csv_bytes(STUB_COLUMNS, rows)


def employer_file(claim: Any) -> bytes:
    """Write form E-2 as the employer filled it in."""
    year = claim.year
    story: list[Flowable] = [
        forms.printed(
            "To be completed by each employer of the claimant in the 52 weeks before the accident. Please return the form to "
            f"the branch by mail or to {BRANCH_MAIL}."
        ),
        forms.gap(),
        forms.part("A", "Employee"),
        *forms.fields(
            [
                ("Name", CLAIMANT, 3),
                ("Employee number", claim.employee, 2),
                ("Date of the accident", f"{claim.accident}", 2),
            ],
            [("Position", claim.position, 4), ("Hired on", f"{claim.hired}", 2)],
            [("Place of work", STORE, 1)],
            [("Duties away from it", claim.duty, 1)],
        ),
        forms.Ticks(
            "Status at the time of the accident", [("Full time", False), ("Part time", True), ("Seasonal", False)]
        ),
        forms.Ticks("Is the employee still on your payroll?", [("Yes", True), ("No", False)]),
        forms.gap(),
        forms.part("B", "Gross earnings, each of the four weeks before the accident"),
        forms.printed(
            "Pay weeks that ended before the day of the accident, the latest one first. Gross pay before deductions."
        ),
        forms.gap(1),
        forms.answers_table(
            ["Week", "From (Sunday)", "To (Saturday)", "Gross earnings (CAD)"],
            [
                [str(number), f"{week.start}", f"{week.end}", grouped(week.wages)]
                for number, week in enumerate(reversed(claim.four), start=1)
            ],
            [1, 3, 3, 3],
            right=[3],
        ),
        forms.gap(),
        forms.part("C", "Gross earnings, the 52 weeks before the accident"),
        *forms.fields(
            [
                ("From", f"{year[0].start}", 2),
                ("To", f"{year[-1].end}", 2),
                ("Total (CAD)", grouped(claim.wages_year + claim.reimbursed), 3),
            ],
            [("Remarks", f"Total as paid, including mileage reimbursement {grouped(claim.reimbursed)} (own car).", 1)],
        ),
        forms.gap(),
        forms.part("D", "Other benefits from this employment"),
        forms.Ticks("Paid sick leave used since the accident?", [("Yes", False), ("No", True)]),
        forms.Ticks("Short-term disability plan?", [("Yes", False), ("No", True)]),
        forms.gap(),
        forms.part("E", "Confirmation by the employer"),
        forms.printed(
            "I confirm that the above agrees with our payroll records. Copies of the pay stubs are attached or sent as an export."
        ),
        *forms.fields(
            [
                ("Name", claim.payroll_officer, 3),
                ("Title", "Payroll officer, Ontario stores", 3),
                ("Telephone", EMPLOYER.phone, 2),
            ]
        ),
        forms.gap(1),
        forms.Signature("Signature", claim.payroll_officer, f"{claim.e2_signed}"),
    ]
    layout = forms.form_layout(
        INSURER,
        BRANCH,
        code="Form E-2",
        title="Employer's confirmation of income",
        claim_number=claim.insurer_number,
        stamp=f"{claim.e2_received}",
    )
    created = datetime.combine(claim.e2_received, time(9, 12))
    return pdf.pdf_bytes(story, layout, Properties("Form E-2", INSURER.name, created))


def application_file(claim: Any) -> bytes:
    """Write form E-1 as the claimant filled it in: everything but Part 5."""
    second = claim.second
    since = f"{claim.second_since:%Y-%m}"
    story: list[Flowable] = [
        forms.printed(
            "Please answer all parts. You need this form to apply for the income replacement benefit and to elect how your "
            "income is computed. Give a form E-2 to each of your employers."
        ),
        forms.gap(),
        forms.part("1", "You"),
        *forms.fields(
            [("Last name", "Renwick", 2), ("First name", "Dalia", 2), ("Date of birth", f"{claim.born}", 2)],
            [("Address", f"{claim.street}, Ottawa ON  {claim.postal}", 4), ("Telephone", claim.phone, 2)],
            [
                ("Policy number", claim.policy, 2),
                ("Policy holder", "same", 2),
                ("Language of correspondence", "English", 2),
            ],
        ),
        forms.gap(),
        forms.part("2", "The accident"),
        *forms.fields(
            [("Date", f"{claim.accident}", 2), ("Time", claim.hour, 1), ("Place", claim.place, 5)],
            [("You were", "driver", 2), ("Reported to the police", "yes, collision reporting centre", 4)],
            [("What happened, in your words", claim.story, 1)],
        ),
        forms.Ticks("Were you driving for your work, or to or from it?", [("Yes", False), ("No", True)]),
        forms.gap(),
        forms.part("3", "Your injuries and treatment"),
        *forms.fields(
            [("Injuries", claim.injuries, 1)],
            [
                ("Health practitioner", claim.practitioner, 3),
                ("First visit", f"{claim.accident + timedelta(days=1)}", 2),
            ],
        ),
        forms.Ticks("Have you worked since the accident?", [("Yes", False), ("No", True)]),
        forms.Ticks("Do you receive any other income replacement?", [("Yes", False), ("No", True)]),
        PageBreak(),
        forms.part("4", "Your employment at the time of the accident and in the 52 weeks before it"),
        forms.printed("List every employment, part-time and occasional work included."),
        forms.gap(1),
        forms.answers_table(
            ["Employer", "Your work", "Since", "E-2 given to employer on"],
            [
                ["Coop Grand-Pic, Ottawa", "sales associate", f"{claim.hired:%Y-%m}", f"{claim.e1_signed}"],
                [second.name, second.work, since, ""],
                ["", "", "", ""],
            ],
            [6, 7.6, 2, 4],
        ),
        forms.Ticks("Were you self-employed?", [("Yes", False), ("No", True)]),
        forms.gap(),
        KeepTogether(
            [
                forms.part("5", "Your election: how your weekly income is computed"),
                forms.printed(
                    "You choose one of the two. The choice is yours alone; if you have questions, ask us before you tick a box. "
                    "Your gross weekly income is computed from"
                ),
                forms.gap(1),
                forms.Ticks("", [("the four weeks before the accident, divided by 4", False)], gap_mm=90),
                forms.Ticks("", [("the 52 weeks before the accident, divided by 52", False)], gap_mm=90),
                forms.Signature("Signature for the election", "", ""),
            ]
        ),
        forms.gap(),
        CondPageBreak(60),
        forms.part("6", "Declaration"),
        forms.printed(
            "What I state in this form is true and complete to the best of my knowledge. I allow my employers to give the "
            "insurer the information that form E-2 asks for."
        ),
        forms.Signature("Signature of the claimant", CLAIMANT, f"{claim.e1_signed}"),
    ]
    layout = forms.form_layout(
        INSURER,
        BRANCH,
        code="Form E-1",
        title="Application and election",
        claim_number=claim.insurer_number,
        stamp=f"{claim.e1_received}",
    )
    created = datetime.combine(claim.e1_received, time(8, 47))
    return pdf.pdf_bytes(story, layout, Properties("Form E-1", INSURER.name, created))


def guide_file() -> bytes:
    """Write the branch's guide, which is the same for every claim."""
    return markdown.md_bytes(
        "# IRB-4 Income replacement benefit: employees",
        f"{INSURER.name}, Ontario branch. Accident benefits, working guide. Binding for every file of the branch.",
        markdown.table(
            ["version", "in force", "what changed"],
            [
                ["4.0", "2024-01-15", "rewritten for the E forms"],
                ["4.1", "2024-09-03", "pay weeks instead of pay dates (2.3)"],
                ["4.2", "2025-04-01", "spring review: no order without all forms (4), letters (5)"],
            ],
        ),
        "## 1 The benefit",
        "1.1 The weekly benefit is 70 % of gross weekly employment income, at most 400.00 a week.",
        "1.2 Gross weekly employment income is, at the claimant's written election, the income of the four weeks before the "
        "accident divided by 4, or the income of the 52 weeks before the accident divided by 52. No other basis is used.",
        "1.3 The election is made and signed in Part 5 of form E-1. The insurer does not choose for the claimant and does not "
        "presume that the higher figure is wanted: the basis has consequences for later reviews of the file. It cannot be changed "
        "afterwards, and income that is corrected, or earned after the accident, is measured against the same weeks.",
        "1.4 Gross weekly income and weekly benefit are each rounded to the cent.",
        "## 2 Income",
        "2.1 Income of every employment is included. Each employer confirms it on form E-2.",
        "2.2 Income is gross pay for work, before deductions. Reimbursed expenses (mileage, parking, footwear, tools) are not "
        "income, whatever line they stand on. We take them out ourselves; the form does not go back to the employer for that.",
        "2.3 Weeks are pay weeks. The four weeks and the 52 weeks are the last ones that ended before the day of the accident. "
        "The week in which the accident happened does not count, and the day on which a week was paid does not matter.",
        "2.4 Check an E-2 against the pay stubs. Where they differ for a week, the stubs prevail.",
        "## 3 From when",
        "3.1 The day of the accident is day 0. Nothing is paid for days 1 to 7; day 8 is the first payable day.",
        "3.2 From then on the benefit is paid in full weeks of seven days, counted from the first payable day. A week that is "
        "not full waits for the next order.",
        "## 4 Payment orders",
        "4.1 A payment order needs form E-1 with the election made, and form E-2 of every employer that the claimant names.",
        "4.2 Without them no order is issued. Both bases are then computed for information, from the confirmed employment only, "
        "they are marked as not payable, and the claimant is written to for what is missing.",
        "4.3 Income that no employer has confirmed is not estimated, not even provisionally.",
        "4.4 Form E-3, the disability certificate, stays with the medical team. Once their note in the diary accepts the "
        "entitlement, the income desk asks for nothing more on that side.",
        "4.5 Within ten business days of forms E-1 and E-3 the claimant is paid, or is told in writing why not yet; the diary shows "
        "which.",
        "## 5 Letters to claimants",
        "5.1 One page in plain words, with the claim number. The examiner signs.",
        "5.2 A letter that asks for something names each document and who has to complete it, an employer by its own name, gives "
        "ten business days from its date, and says how it reaches us: by mail or in person at "
        f"{BRANCH.removeprefix('Ontario branch, ').replace('  ', ' ')}, or by e-mail to {BRANCH_MAIL}.",
        "5.3 Business days are Monday to Friday, the day after the letter's date being the first. 11 November is a working day in "
        "the branch.",
        "5.4 Where the claimant still has to elect, the two bases are explained side by side and none is recommended. Their "
        "figures may be shown for information. Before an order is issued, no amount is stated as due and no payment is promised.",
        "5.5 Letters about income say nothing on injuries, recovery or return to work. That is for the medical team.",
        "5.6 The file clerk encloses the forms that a letter names, blank or as a copy; they are not kept in the claim's folder.",
    )


def mail_file(claim: Any) -> bytes:
    """Write the examiner's second mail of the morning, the one in a hurry."""
    body = f"""Me again, from the phone. I am on my way to the tribunal and back around four.

On Renwick ({claim.insurer_number}): the Coop was quick, their E-2 came in on {claim.e2_received} with the four weeks and the 52-week total on it, so this should be ten minutes with a calculator. {claim.shortcut}

Michel looks at the overdue list on Fridays and I want this one gone. Put the number where I can find it and I will key the order when I am back.

The stubs are the payroll's own export, I asked for a bit more than a year to be safe. Her E-1 came on {claim.e1_received}, I filed it without reading much beyond the first page.

Thanks
H.

Hugh Pemberton
{EXAMINER.title}
{INSURER.name}, Ottawa
{BRANCH_PHONE}
"""
    return eml_bytes(
        Mail(
            sender=EXAMINER,
            to=[DESK],
            sent=datetime(2025, 11, 5, 9, 41, 27, tzinfo=timezone(timedelta(hours=-5))),
            subject="Renwick - the weekly number",
            body=body,
        )
    )


def claim_file(claim: Any) -> bytes:
    """Write the record of the claim as the claims system exports it."""
    notified = claim.accident + timedelta(days=1)
    return json_bytes(
        {
            "exported": datetime(2025, 11, 5, 8, 30),
            "claim_number": claim.insurer_number,
            "policy_number": claim.policy,
            "line": "automobile, accident benefits, Ontario",
            "status": "open",
            "examiner": EXAMINER.name,
            "claimant": {
                "name": CLAIMANT,
                "born": claim.born,
                "address": f"{claim.street}, Ottawa ON {claim.postal}",
                "telephone": claim.phone,
                "occupation": "retail sales",
            },
            "accident": {"date": claim.accident, "time": claim.hour, "place": claim.place},
            "notified": notified,
            "benefits": [
                {"code": "MED", "name": "medical and rehabilitation", "status": "open", "paid": Decimal("0.00")},
                {"code": "IRB", "name": "income replacement", "status": "awaiting order", "paid": Decimal("0.00")},
            ],
            "reserve": {"MED": Decimal("3500.00"), "IRB": Decimal("9000.00")},
            "documents": [
                {"document": "notice of accident", "received": notified, "file": None},
                {"document": "form E-1", "received": claim.e1_received, "file": E1.rpartition("/")[2]},
                {"document": "form E-3, disability certificate", "received": claim.e1_received, "file": None},
                {"document": "form E-2, Coop Grand-Pic", "received": claim.e2_received, "file": E2.rpartition("/")[2]},
                {
                    "document": "pay stubs, Coop Grand-Pic",
                    "received": claim.e2_received,
                    "file": STUBS.rpartition("/")[2],
                },
            ],
            "diary": diary(claim),
        }
    )


def diary(claim: Any) -> list[dict[str, Any]]:
    """Return what the branch noted on the claim, in the order of the days."""
    notes = [
        (claim.e1_received, "mail room", "E-1 scanned, two pages; E-3 on paper to the medical team"),
        (
            claim.accepted,
            "medical team",
            "E-3 reviewed, entitlement accepted on the medical side, nothing further needed",
        ),
        (claim.explained, "benefits desk", "letter under 4.5 sent: forms received, income being looked at"),
        (claim.e2_received, "mail room", "E-2 and stub export of employer scanned"),
        (date(2025, 11, 4), "H. Pemberton", "IRB order to go out tomorrow"),
    ]
    return [{"on": on, "by": by, "note": note} for on, by, note in sorted(notes, key=lambda note: note[0])]
