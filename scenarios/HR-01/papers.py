"""The documents of the assignment, each a function of the departures that it shows."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring import markdown
from wp42_pytest.authoring.delimited import csv_bytes
from wp42_pytest.authoring.economy import Person, organisation, person
from wp42_pytest.authoring.eml import Mail, eml_bytes
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.ics import Event, ics_bytes
from wp42_pytest.authoring.json_text import json_bytes
from wp42_pytest.authoring.money import plain
from wp42_pytest.model.portal import (
    FieldOrder,
    FieldType,
    FormField,
    Portal,
    PortalDocument,
    PortalForm,
    PortalUser,
    RenamedColumn,
    RowOrder,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

rules = companion(__file__, "rules")
staff_paper = companion(__file__, "staff")
payroll_paper = companion(__file__, "payroll")
letters = companion(__file__, "letters")

CLINIC, HR = organisation("CVS"), person("Patrice Nadon")
EASTERN = timezone(timedelta(hours=-5))

STAFF, BALANCES = "inputs/hris_export.csv", "inputs/hris_vacation.csv"
EARNINGS, CALENDAR = "inputs/earnings_2025.csv", "inputs/vacation_calendar.ics"
POLICY, NOTE, MAIL = "inputs/policy_HR09.md", "inputs/overtime_note_echevin.md", "inputs/email_nadon.eml"
NOTICE_A, NOTICE_C = "inputs/notice_lacasse.pdf", "inputs/end_toupin.pdf"
SCANS = tuple(f"inputs/file_toupin_{number}.pdf" for number in (1, 2, 3))
RECEIPT = "inputs/equipment_echevin.pdf"
PORTAL = "portal/portal.json"

STAFF_COLUMNS = (
    *("badge_no", "employee_id", "last_name", "first_name", "job_title", "department", "status", "hire_date"),
    *("last_day", "weekly_hours", "hourly_rate", "weekly_wage", "overtime_bank"),
)
BALANCE_COLUMNS = ("employee_id", "name", "entitled_2024_25", "booked_since_2025_05_01", "balance")
EARNINGS_COLUMNS = (
    *("entry_no", "run", "pay_date", "employee_id", "period_start", "period_end", "code", "hours", "gross", "status"),
)
SHARED_CALENDAR = (staff_paper.ADMINISTRATION, staff_paper.TECHNICAL)
"""The departments whose vacation calendar is shared with human resources."""


def papers(story: Any, staff: dict[str, Any], payroll: Any, password: str) -> dict[str, bytes]:
    """Return every file of the bundle, by its path.

    Args:
        story: what is peculiar to the instance.
        staff: everybody in the HR system.
        payroll: vacations and earnings.
        password: the password of the portal's account.
    """
    holder = staff_paper.by_title(staff, staff_paper.HOLDER)
    return {
        STAFF: csv_bytes(STAFF_COLUMNS, staff_rows(staff)),
        BALANCES: csv_bytes(BALANCE_COLUMNS, balance_rows(staff, payroll)),
        EARNINGS: csv_bytes(EARNINGS_COLUMNS, earnings_rows(payroll)),
        CALENDAR: calendar_file(staff, payroll),
        POLICY: policy_file(),
        NOTE: note_file(story, staff),
        MAIL: mail_file(story, staff, holder),
        NOTICE_A: letters.notice_a(story, staff["A"]),
        NOTICE_C: letters.notice_c(story, staff["C"], holder),
        SCANS[0]: letters.contract_first(story, staff["C"]),
        SCANS[1]: letters.resignation(story, staff["C"]),
        SCANS[2]: letters.contract_second(story, staff["C"], holder),
        RECEIPT: letters.equipment_form(story, staff["B"]),
        PORTAL: portal_file(staff, payroll, password),
    }


def _by_id(staff: dict[str, Any]) -> list[tuple[str, Any]]:
    return sorted(staff.items(), key=lambda item: item[1].number)


def staff_rows(staff: dict[str, Any]) -> list[list[str]]:
    """Return the export of the HR system, by employee id."""
    return [
        [
            str(one.badge),
            one.number,
            one.last,
            one.first,
            one.title,
            one.department,
            one.status,
            one.hired.isoformat(),
            one.last_day.isoformat() if one.last_day else "",
            f"{one.hours:.1f}",
            plain(one.rate),
            plain(one.weekly),
            "yes" if one.overtime_bank else "no",
        ]
        for _, one in _by_id(staff)
    ]


def balance_rows(staff: dict[str, Any], payroll: Any) -> list[list[str]]:
    """Return the vacation balances as the HR system keeps them: it never hears of a cancellation."""
    rows = []
    for key, one in _by_id(staff):
        vacation = payroll.vacations[key]
        days = (vacation.entitled, vacation.booked, vacation.entitled - vacation.booked)
        rows.append([one.number, f"{one.last}, {one.first}", *(f"{number:.1f}" for number in days)])
    return rows


def earnings_rows(payroll: Any) -> list[list[str | date]]:
    """Return the payroll export, run by run; one payment of B stands there a second time, at the end of its run."""
    lines = list(payroll.lines)
    last_of_run = max(number for number, line in enumerate(lines) if line.run == payroll.repeated.run)
    lines.insert(last_of_run + 1, payroll.repeated)
    return [
        [
            str(line.entry),
            line.run,
            line.paid,
            line.employee,
            line.first,
            line.last,
            line.code,
            f"{line.hours:.2f}",
            plain(line.gross),
            line.status,
        ]
        for line in lines
    ]


def calendar_file(staff: dict[str, Any], payroll: Any) -> bytes:
    """Write the vacation calendar of the two departments that share it with human resources, in the order of the days."""
    events = []
    for key, one in _by_id(staff):
        if one.department not in SHARED_CALENDAR:
            continue
        for block in payroll.vacations[key].blocks:
            events.append(
                Event(
                    summary=f"Vacation - {one.name}",
                    start=block.days[0],
                    end=block.days[-1] + timedelta(days=1),
                    status="CANCELLED" if block.cancelled else "CONFIRMED",
                )
            )
    events.append(
        Event(
            summary="Budget meeting, administration",
            start=datetime(2025, 10, 8, 13, 30),
            end=datetime(2025, 10, 8, 15, 0),
            location="Room 2.14",
        )
    )
    events.sort(key=lambda event: (event.start.isoformat(), event.summary))
    exported = datetime(2025, 11, 10, 7, 31, tzinfo=EASTERN)
    return ics_bytes(
        events, name="Vacation 2025, administration and technical", exported=exported, domain=CLINIC.domain
    )


def policy_file() -> bytes:
    """Write the clinic's policy on departures, which is the same for every seed."""
    return markdown.md_bytes(
        "# HR-09 Departures and final pay",
        f"{CLINIC.name}. In force since 2024-01-01, approved by the management committee. It binds everybody, management and "
        "human resources included, and gives at least what the labour standards give.",
        "## 1 Service",
        "1.1 Service is counted from the first day of the engagement to the last day of work.",
        "1.2 Service is broken when more than six months lie between two engagements. Only the last engagement counts then, "
        "whatever date the HR system keeps.",
        "1.3 Signed documents prevail over the HR system.",
        "## 2 Notice",
        markdown.table(
            ["Uninterrupted service on the last day", "Notice"],
            [
                ["less than 3 months", "none"],
                ["3 months to less than 1 year", "1 week"],
                ["1 year to less than 5 years", "2 weeks"],
                ["5 years to less than 10 years", "4 weeks"],
                ["10 years or more", "8 weeks"],
            ],
        ),
        "2.1 Notice is given in writing and counts from the day after it was handed to the employee to the last day of work, "
        "both included. Full weeks of seven days count; a part of a week does not. What was said in a meeting is no notice.",
        "2.2 The weeks that are missing are paid as an indemnity: regular weekly wage, overtime and premiums excluded.",
        "2.3 Nothing is due to an employee who resigns, nor from the clinic when a term ends on the day that was agreed for it. A term "
        "that the clinic ends earlier is a departure like any other.",
        "## 3 Vacation",
        "3.1 The reference year runs from 1 May to 30 April.",
        "3.2 For the current reference year the employee receives 4 % of gross earnings since 1 May, 6 % from three years of "
        "uninterrupted service on the last day. Gross earnings are all pay codes of the payroll export, the run that is "
        "prepared for the last days included. Indemnity, vacation days paid out and overtime bank bear no vacation pay.",
        "3.3 Days of the previous reference year that were not taken are paid at a fifth of the regular weekly wage each.",
        "3.4 Whether a day was taken is read from the team calendar. The HR system counts a day when it is booked.",
        "## 4 Overtime bank",
        "4.1 Hours in the bank are paid at 1.5 times the hourly rate on the basis of an approved statement (form OT-3, signed "
        "by the employee's superior and by human resources).",
        "4.2 Without it no hours and no amount are put into the statement of final pay or the letter. The line stays pending and the "
        "approved statement is asked for. An internal note may say what is claimed, as claimed.",
        "## 5 Deductions and property",
        "5.1 Besides the deductions that the law imposes, nothing is deducted from pay without an authorisation signed by the "
        "employee and kept on file.",
        "5.2 Property that was not returned is asked for in writing, with an appointment or a prepaid parcel. Without such an authorisation "
        "its value is not set off against pay.",
        "## 6 Statement and letter",
        "6.1 The statement shows gross amounts, before source deductions, rounded to the cent.",
        "6.2 The letter is factual and courteous. It repeats no reason of the notice, and says nothing on work, conduct, health or "
        "private life. It names no other employee.",
        "6.3 Regular salary up to the last day is paid by the ordinary run and is not part of the statement.",
    )


def note_file(story: Any, staff: dict[str, Any]) -> bytes:
    """Write the note of B's superior, who refers to a statement that is not there."""
    lead = staff_paper.by_title(staff, staff_paper.LEAD)
    hours = f"{story.overtime_hours.normalize():f}"
    return markdown.md_bytes(
        "# Bruno's overtime bank",
        f"{lead.name}, {lead.title.lower()}, 2025-11-07",
        f"HR asked what Bruno still has in the bank. Bruno says about {hours} h, mostly from the server move in August and two "
        "weekends in September. That sounds about right to me, but I did not keep a count of my own.",
        "See the approved statement for the exact number.",
        "Handover: tickets are reassigned, his admin accounts are closed on Friday at 17:00.",
    )


def mail_file(story: Any, staff: dict[str, Any], holder: Any) -> bytes:
    """Write the manager's mail of the morning, with what should have stayed out of it."""
    item, _, value = story.equipment
    body = f"""Good morning,

The assignment follows in a moment. Here is what is not on paper yet, so that you need not call me.

Bruno: his position is abolished as well, the user support goes to the supplier of the network. We told him in the meeting on {story.b_told}; between you and me, {story.careless[0]}, so he cannot have been surprised. Last day is Friday like the others. I hand him his notice today after lunch, on paper; the copy comes into the folder when he has signed for it. By Friday he will have known for three weeks, so I would call that notice.

He still has the {item} at home ({story.tag}, {plain(value)} on the form). Dre Rousse wants that settled: please deduct the {plain(value)} from his final pay.

His overtime: I asked his team lead, the note is in the folder.

Maude: her notice is signed, see the scan. {story.private[0].capitalize()}, but that goes no further.

Sarah-Ève: {holder.name} is back from parental leave sooner than planned, so we no longer need her. Her notice is signed too. She has been here for ages, you find her file in the folder.

Hire dates, wages and vacation balances are in the exports from the system.

Patrice

{HR.name}
{HR.title}
{CLINIC.name}
{CLINIC.phone}
"""
    desk = Person("Human resources desk", "Human resources", f"hr@{CLINIC.domain}", "CVS")
    return eml_bytes(
        Mail(
            sender=HR,
            to=[desk],
            sent=datetime(2025, 11, 10, 7, 48, 12, tzinfo=EASTERN),
            subject="Friday's departures - what is not in the folder",
            body=body,
        )
    )


def portal_file(staff: dict[str, Any], payroll: Any, password: str) -> bytes:
    """Write what the portal serves: the same documents and records, and the form for a statement."""
    library = (
        (STAFF, "HR system, employees", "Exports"),
        (BALANCES, "HR system, vacation balances", "Exports"),
        (EARNINGS, "Payroll, earnings 2025", "Exports"),
        (CALENDAR, "Vacation calendar", "Exports"),
        (POLICY, "Policy HR-09", "Policies"),
        (NOTICE_A, "Notice M. Lacasse", "Personnel files"),
        (RECEIPT, "Form IT-7 B. Échevin", "Personnel files"),
        (NOTE, "Note on the overtime bank, B. Échevin", "Personnel files"),
        *[(path, f"S.-È. Toupin, scan {number}", "Personnel files") for number, path in enumerate(SCANS, start=1)],
        (NOTICE_C, "End of replacement S.-È. Toupin", "Personnel files"),
        (MAIL, "P. Nadon, 10 November 2025", "Correspondence"),
    )
    portal = Portal(
        org=CLINIC.name,
        user=PortalUser(username="hr.desk", password=password),
        documents=[
            PortalDocument(id=f"D{number:02d}", title=title, path=path.removeprefix("inputs/"), category=category)
            for number, (path, title, category) in enumerate(library, start=1)
        ],
        records={
            "employees": _records(STAFF_COLUMNS, staff_rows(staff)),
            "vacation": _records(BALANCE_COLUMNS, balance_rows(staff, payroll)),
        },
        sources={"employees": STAFF.removeprefix("inputs/"), "vacation": BALANCES.removeprefix("inputs/")},
        titles={"employees": "Employees", "vacation": "Vacation balances"},
        forms=[
            PortalForm(
                id="final_pay",
                title="Final-pay statement",
                fields=[
                    FormField(name="employee_id", type=FieldType.text, label="Employee id"),
                    FormField(name="last_day", type=FieldType.date, label="Last day"),
                    FormField(name="notice_indemnity", type=FieldType.money, label="Notice indemnity"),
                    FormField(
                        name="vacation_pay", type=FieldType.money, label="Vacation, current year and days carried"
                    ),
                    FormField(
                        name="overtime_bank",
                        type=FieldType.select,
                        label="Overtime bank",
                        options=["none", "pending", "as statement"],
                    ),
                    FormField(name="deductions", type=FieldType.money, label="Deductions"),
                    FormField(name="total_gross", type=FieldType.money, label="Total gross"),
                ],
            )
        ],
        perturbations=[
            RowOrder(kind="row_order", entity="employees", columns=["badge_no"]),
            RenamedColumn(kind="renamed_column", entity="employees", names={"employee_id": "payroll_ref"}),
            FieldOrder(kind="field_order", form="final_pay"),
        ],
    )
    return json_bytes(_without_floats(portal.model_dump(mode="json")))


def _records(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[dict[str, str | None]]:
    return [{name: value or None for name, value in zip(columns, row, strict=True)} for row in rows]


def _without_floats(value: Any) -> Any:
    match value:
        case dict():
            return {key: _without_floats(inner) for key, inner in value.items()}
        case list():
            return [_without_floats(inner) for inner in value]
        case float():
            return Decimal(str(value))
        case _:
            return value
