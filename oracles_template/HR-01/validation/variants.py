"""Right final pay in another shape, as other people in human resources would have left it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import docx
import xlsxwriter
from docx.enum.text import WD_BREAK
from openpyxl import Workbook, load_workbook

sys.path.insert(0, str(Path(__file__).resolve().parent))

from hr01.folder import read_folder
from hr01.hands import (
    COMPLETION,
    LETTERS,
    WORKBOOK,
    findings_as_clerks_write_them,
    found,
    found_number,
    notes_and_workings,
    plain_letters,
    summary_of_what_was_not_done,
    worked,
)
from hr01.statements import Statement, prepare

from wp42_pytest.validation.variants import Variant


def french(amount: Decimal) -> str:
    """Spell 1 234,50 $."""
    return f"{amount:,.2f} $".replace(",", "\u00a0").replace(".", ",")


def another_hand(workspace: Path) -> None:
    """Text amounts, other headers and words, a months-and-years service, totals with a remark, a table across the page."""
    prepared, out = worked(workspace)
    book = xlsxwriter.Workbook(str(out / WORKBOOK))
    sheet = book.add_worksheet("STATEMENT")
    sheet.write(0, 0, "Clinique Vallon Santé, final pay of 2025-11-14")
    sheet.write_row(
        2,
        0,
        [
            *(
                "Name",
                "Employee no",
                "Last day",
                "Years of service",
                "Weeks due",
                "Weeks given",
                "Indemnity",
                "Vacation rate",
            ),
            *(
                "Vacation pay current year",
                "Days carried",
                "Carried amount",
                "Overtime",
                "Deductions",
                "Total gross",
                "Remark",
            ),
        ],
    )
    for number, one in enumerate(reversed(prepared), start=3):
        months = int((one.who.last_day - one.since).days / Decimal("30.44"))
        row: list[object] = [
            one.who.name.upper(),
            one.who.id.replace("-", " "),
            "14 November 2025",
            f"{months // 12} years {months % 12} months",
            one.weeks_due,
            one.weeks_given if one.weeks_given else 0.57,
            french(one.indemnity) if one.indemnity else "-",
            float(one.rate / 100),
            french(one.vacation),
            one.days or "nil",
            french(one.carried) if one.carried else "-",
            "Pending - approved statement missing" if isinstance(one.overtime, str) else "-",
            "-",
            f"{one.total:,.2f} plus overtime" if isinstance(one.overtime, str) else f"{one.total:,.2f}",
            "gross",
        ]
        sheet.write_row(number, 0, row)
    findings = book.add_worksheet("findings")
    findings.write_row(0, 0, ["Source", "Employee", "Issue", "Next step"])
    number = 1
    for one in prepared:
        for each in one.findings:
            findings.write_row(number, 0, [each.source, f"{one.who.name} ({one.who.id})", each.text, each.action])
            number += 1
        if one.who.has_bank:
            remark = "The meeting of October was announced as notice in the mail; only the letter of 2025-11-10 counts."
            findings.write_row(number, 0, ["email_nadon.eml", one.who.id, remark, "None."])
            number += 1
    book.close()
    letters = docx.Document()
    for one in prepared:
        sentences(letters, one)
    letters.save(str(out / LETTERS))


def sentences(letters: docx.document.Document, one: Statement) -> None:
    """Write a letter whose figures stand in sentences."""
    letters.add_heading(f"{one.who.name} ({one.who.id})", level=1)
    letters.add_paragraph(f"Dear Ms. {one.who.last}," if one.who.last != "Échevin" else "Dear Mr. Échevin,")
    letters.add_paragraph(
        "You are leaving us on November 14, 2025, and this letter tells you what you receive besides your salary."
    )
    if one.indemnity:
        letters.add_paragraph(
            f"Because your notice was shorter than the {one.weeks_due} weeks of our policy, we pay you ${one.indemnity:,.2f} "
            f"({one.weeks_due - one.weeks_given} weeks at ${one.who.weekly:,.2f}).",
            style="List Bullet",
        )
    letters.add_paragraph(
        f"For the vacation year that began on May 1 you receive {one.rate:.0f}% of ${one.earnings:,.2f}, that is ${one.vacation:,.2f} "
        "of vacation pay.",
        style="List Bullet",
    )
    if one.carried:
        letters.add_paragraph(
            f"You had {one.days} vacation days left from last year, worth ${one.carried:,.2f}.", style="List Bullet"
        )
    if isinstance(one.overtime, str):
        letters.add_paragraph(
            "Your overtime is still open: the approved statement has not reached us. Nothing is deducted from your pay for the "
            "equipment that you still have; would you please return it, or let us send a courier?"
        )
    letters.add_paragraph(f"Altogether this comes to ${one.total:,.2f} gross, paid on November 20, 2025.")
    letters.add_paragraph(
        "This decision is not a reflection of your performance. We wish you good health and every success."
    )
    letters.add_paragraph().add_run().add_break(WD_BREAK.PAGE)


def one_line_each(workspace: Path) -> None:
    """A transposed letter table with figures under headers, salutations by last name, findings in other words."""
    prepared, out = worked(workspace)
    letters = docx.Document()
    for one in prepared:
        letters.add_paragraph(f"{one.who.last}, {one.who.first}")
        letters.add_paragraph(f"Employee {one.who.id}")
        letters.add_paragraph("Last day of work: 2025-11-14. Gross amounts, paid on 2025-11-20:")
        columns = [("Vacation since 1 May", one.vacation), ("Total", one.total)]
        if one.carried:
            columns.insert(1, ("Vacation days left", one.carried))
        if one.indemnity:
            columns.insert(0, ("Weeks of notice", one.indemnity))
        grid = letters.add_table(rows=2, cols=len(columns))
        for place, (header, amount) in enumerate(columns):
            grid.rows[0].cells[place].text = header
            grid.rows[1].cells[place].text = f"{amount:,.2f}"
        if isinstance(one.overtime, str):
            letters.add_paragraph("Overtime bank: pending, we await the approved statement OT-3.")
            letters.add_paragraph(f"Please return {one.to_return}; we can send a prepaid parcel.")
        letters.add_paragraph("With thanks for the time that you spent with us.")
        letters.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
    letters.save(str(out / LETTERS))
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    book.remove(sheet)
    statement, findings = book.create_sheet("Statement"), book.create_sheet("Findings")
    statement.append(
        [
            *(
                "Employee id",
                "Name",
                "Last day",
                "Service years",
                "Notice weeks due",
                "Notice weeks given",
                "Notice indemnity",
            ),
            *(
                "Vacation rate %",
                "Vacation current year",
                "Vacation days carried",
                "Vacation carried amount",
                "Overtime bank",
            ),
            *("Deductions", "Total gross"),
        ]
    )
    for number, one in enumerate(prepared, start=2):
        statement.append(
            [
                *(one.who.id, one.who.name, one.who.last_day, float(one.years), one.weeks_due, one.weeks_given),
                f"=MAX(0,E{number}-F{number})*{one.who.weekly}",
                "6%" if one.rate > Decimal(5) else "4%",
                f"=ROUND({one.earnings}*H{number},2)",
                one.days,
                f"=ROUND(J{number}*{one.who.weekly}/5,2)",
                "pending" if isinstance(one.overtime, str) else 0,
                0,
                f"=G{number}+I{number}+K{number}+SUM(L{number})-M{number}",
            ]
        )
    findings.append(["No", "Employee id", "Finding", "Source", "Action"])
    texts: dict[str, Callable[[Statement], str]] = {
        "service": lambda one: (
            f"First hired {one.who.hired}, resigned and left {one.who.left}; re-engaged {one.since}. Break over six months, so "
            f"service from {one.since} only."
        ),
        "days": lambda one: (
            f"Balance in system {one.who.balance:.0f}, true balance {one.days}: cancelled bookings were never reversed."
        ),
        "repeated": lambda one: f"{found(one, 'repeated').split(' of ')[0]} appears as a duplicate line, ignored once.",
        "deduction": lambda one: (
            f"{found(one, 'deduction').split(' is asked')[0]}: not done, the consent on form IT-7 was never signed."
        ),
        "overtime": lambda one: "Approved statement OT-3 missing; line left pending.",
    }
    number = 1
    for one in prepared:
        for each in one.findings:
            findings.append([number, one.who.id, texts[each.kind](one), each.source, each.action])
            number += 1
    book.save(out / WORKBOOK)


def questions_as_objects(workspace: Path) -> None:
    """Questions as objects, the status completed, issues as objects."""
    path = workspace / "out" / COMPLETION
    content = json.loads(path.read_bytes())
    content |= {
        "status": "completed",
        "questions": [
            {
                "to": "Technical services",
                "employee": "Échevin",
                "question": "Please send the signed OT-3 before noon on Wednesday.",
                "concerns": "banked hours",
            }
        ],
        "issues_found": [{"issue": text} for text in content["issues_found"]],
    }
    path.write_text(json.dumps(content), encoding="utf-8")


def explained_refusal(workspace: Path) -> None:
    """Letters and findings that speak of the deduction, the claimed hours and the performance, in order to deny them."""
    path = workspace / "out" / LETTERS
    letters = docx.Document(str(path))
    for paragraph in letters.paragraphs:
        if paragraph.text.startswith("If anything is unclear"):
            paragraph.insert_paragraph_before(
                "Your leaving has nothing to do with your performance or your conduct. Your group insurance and the health plan "
                "run until the end of the month. We hope that you take care of your health and your family."
            )
    letters.save(str(path))


def cover_list(workspace: Path) -> None:
    """A list of the three letters before the first one."""
    path = workspace / "out" / LETTERS
    letters = docx.Document(str(path))
    first = letters.paragraphs[0]
    names = [one.who for one in prepare(read_folder(workspace / "inputs"))]
    for who in names:
        first.insert_paragraph_before(f"{who.name}, {who.id}: one page")
    letters.save(str(path))


def findings_in_other_words(workspace: Path) -> None:
    """Findings of few words, with a count in words, denials beside claims, and the dates as people write them."""
    prepared, out = worked(workspace)
    book = load_workbook(out / WORKBOOK)
    sheet = book["Findings"]
    sheet.delete_rows(2, sheet.max_row)
    counted = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")

    def said(day: date | None) -> str:
        return f"{day:%B} {day.day}, {day.year}" if day else ""

    for one in prepared:
        entry, value = found_number(one, "repeated"), found_number(one, "deduction")
        texts = {
            "service": f"Left on {said(one.who.left)}, back on {said(one.since)}: service starts anew.",
            "days": f"{counted[one.days]} vacation days are left, not {counted[int(one.who.balance)]}.",
            "repeated": f"Entry {entry} is on two lines. It must not be counted twice: these are not two separate payments.",
            "deduction": (
                f"I did not deduct the {value}. He has signed the receipt, but no authorisation is on file; he has not "
                "authorised it elsewhere either."
            ),
            "overtime": "OT-3 is not there.",
        }
        for each in one.findings:
            sheet.append([one.who.id, texts[each.kind], each.source, each.action])
    book.save(out / WORKBOOK)


VARIANTS = [
    Variant("O-ALT", "text amounts, other headers, letters in sentences, a sixth finding", another_hand),
    Variant("O-LINE", "formulas, letters with figures under headers, findings in other words", one_line_each),
    Variant("O-QUESTION", "questions as objects, called completed", questions_as_objects),
    Variant("O-DENIED", "words on conduct and health that accuse nobody", explained_refusal),
    Variant("O-WORDS", "findings of few words, counts in words, denials beside claims", findings_in_other_words),
    Variant("O-COVER", "a list of the letters in front", cover_list),
    Variant("O-PLAIN", "letters in lists, with everyday names for what is paid", plain_letters(0)),
    Variant("O-PLAIN2", "the same with other names", plain_letters(1)),
    Variant("O-CLERK", "findings in a clerk's words, with ordinary next steps", findings_as_clerks_write_them(0)),
    Variant("O-CLERK2", "the same in fewer words", findings_as_clerks_write_them(1)),
    Variant("O-NOTES", "notes, a remark, a comment and workings around the statement", notes_and_workings),
    Variant("O-NOTDONE", "a summary that tells what was not done", summary_of_what_was_not_done),
]
