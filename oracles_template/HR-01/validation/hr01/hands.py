"""Right work as other hands leave it: everyday names for what is paid, a clerk's findings, notes and workings."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import docx
from docx.enum.text import WD_BREAK
from openpyxl import load_workbook
from openpyxl.comments import Comment

from hr01.folder import read_folder
from hr01.statements import Statement, prepare

WORKBOOK, LETTERS, COMPLETION = "final_pay.xlsx", "letters.docx", "COMPLETION.json"


def worked(workspace: Path) -> tuple[list[Statement], Path]:
    """Return the statements, and where the deliverables go."""
    return prepare(read_folder(workspace / "inputs")), workspace / "out"


def found(one: Statement, kind: str) -> str:
    """Return the text of a finding."""
    return next(each.text for each in one.findings if each.kind == kind)


def found_number(one: Statement, kind: str) -> str:
    """Return the first number of a finding, "" when there is none."""
    texts = [each.text for each in one.findings if each.kind == kind]
    match = re.search(r"\d[\d,]*(?:\.\d\d)?", texts[0]) if texts else None
    return match[0] if match else ""


PLAIN = (
    (
        ("Termination pay (weeks of notice that were not given)", "Vacation 2025-26", "Unused leave of last year"),
        "Your final pay, gross",
        "Your overtime bank has not been paid and remains pending until the approved statement (OT-3) arrives.",
        "We do not deduct anything for it; kindly let us have it back by Friday, or mail it in the prepaid box: {}.",
    ),
    (
        ("Compensation instead of notice", "Holiday pay", "Days of annual leave not taken"),
        "Gross amount payable",
        "Overtime cannot be confirmed yet and is pending: we wait for form OT-3, approved.",
        "Nothing is taken off your pay for equipment. Please leave it at reception, with its charging cable: {}.",
    ),
)
"""Labels of indemnity, vacation and carried days, of the total, and what is said of overtime and equipment."""


def plain_letters(number: int) -> Callable[[Path], None]:
    """Return what writes letters in lists, with everyday names for what is paid."""
    (notice, vacation, carried), total, overtime, equipment = PLAIN[number]

    def apply(workspace: Path) -> None:
        prepared, out = worked(workspace)
        letters = docx.Document()
        for one in prepared:
            letters.add_paragraph(f"{one.who.name} – {one.who.id}")
            letters.add_paragraph(f"Dear {one.who.first},")
            letters.add_paragraph(
                "Your last day of work is Friday, November 14, 2025. The amounts below are gross, less the usual source "
                "deductions, so that the net amount in your account is smaller. They are paid on November 20, 2025."
            )
            amounts = {notice: one.indemnity, vacation: one.vacation, carried: one.carried, total: one.total}
            for label, amount in amounts.items():
                if amount:
                    letters.add_paragraph(f"{label}: ${amount:,.2f}", style="List Bullet")
            if isinstance(one.overtime, str):
                letters.add_paragraph(overtime)
                letters.add_paragraph(equipment.format(one.to_return))
            letters.add_paragraph("We will feel your absence. Thank you, and come back for a coffee.")
            letters.add_paragraph("Patrice Nadon").add_run().add_break(WD_BREAK.PAGE)
        letters.save(str(out / LETTERS))

    return apply


def findings_as_clerks_write_them(number: int) -> Callable[[Path], None]:
    """Return what writes the findings in a clerk's words, with the ordinary next steps beside them."""
    steps = {
        "deduction": "Get a signed authorisation before any deduction; ask for the return.",
        "repeated": "Ask payroll.",
    }

    def apply(workspace: Path) -> None:
        prepared, out = worked(workspace)
        book = load_workbook(out / WORKBOOK)
        sheet = book["Findings"]
        sheet.delete_rows(2, sheet.max_row)
        for one in prepared:
            entry, taken = found_number(one, "repeated"), found_number(one, "deduction")
            kinds = {each.kind for each in one.findings}
            days = re.search(r"(\d+) of (\d+) were taken", found(one, "days")) if "days" in kinds else None
            had = f"{days[2]} days: {int(days[2]) - int(one.who.balance)} taken by the system" if days else ""
            texts = {
                "service": (
                    f"HRIS counts service from {one.who.hired}. She left on {one.who.left} and was re-hired {one.since}, which is what counts.",
                    f"Hire date {one.who.hired} in HRIS ignores the break {one.who.left} to {one.since}. Service runs from {one.since}.",
                ),
                "days": (
                    f"{had}, {days[1] if days else ''} by the calendar, so {one.days} remain.",
                    f"HRIS balance {one.who.balance:.0f} is wrong: a booking was cancelled. Correct balance {one.days}.",
                ),
                "repeated": (
                    f"Entry {entry} has two identical rows in the export; if both are counted, earnings are too high.",
                    f"{entry} is not a second payment but a duplicate; it must not be counted twice.",
                ),
                "deduction": (
                    f"The mail asks to deduct {taken}. Policy HR-09 requires a signed authorisation; IT-7 part 2 is blank. Left out.",
                    f"{taken}: he never agreed in writing to a deduction.",
                ),
                "overtime": (
                    "About 20 h are claimed from memory; OT-3 is not on file. If it is approved, it goes into the next run.",
                    "No approved statement of the overtime bank.",
                ),
            }
            for each in one.findings:
                sheet.append([one.who.id, texts[each.kind][number], each.source, steps.get(each.kind, each.action)])
        book.save(out / WORKBOOK)

    return apply


def notes_and_workings(workspace: Path) -> None:
    """Notes right below the table, a remark beside it, a comment, a sheet with the reckoning, n/a where nothing is due."""
    prepared, out = worked(workspace)
    book = load_workbook(out / WORKBOOK)
    sheet = book["Statement"]
    headers = [cell.value for cell in sheet[1]]
    for number, note in enumerate(
        ("CAD, gross, paid 2025-11-20", "1. Overtime: pending, see sheet Findings (HR-09 4.2)"), 5
    ):
        sheet.cell(number, 1).value = note
    sheet.cell(1, len(headers) + 1).value, sheet.cell(1, len(headers) + 2).value = "Earnings since 1 May", "Remark"
    reckoning = book.create_sheet("Reckoning")
    reckoning.append(["Employee id", "Weekly wage", "Notice weeks due", "Notice weeks given", "Notice indemnity"])
    for row, one in enumerate(prepared, start=2):
        sheet.cell(row, len(headers) + 1).value = float(one.earnings)
        sheet.cell(row, headers.index("Deductions") + 1).value = "n/a"
        sheet.cell(row, headers.index("Total gross") + 1).value = float(one.total)
        reckoning.append([one.who.id, float(one.who.weekly), one.weeks_due, one.weeks_given, float(one.indemnity)])
        if isinstance(one.overtime, str):
            sheet.cell(row, headers.index("Overtime bank") + 1).value = "not yet known - pending; see question 1"
            sheet.cell(row, len(headers) + 2).value = "no deduction: nothing is signed"
            sheet.cell(row, 1).comment = Comment(
                "Waiting for OT-3; the deduction that the mail asks for was not made.", "HR"
            )
    book.save(out / WORKBOOK)


def summary_of_what_was_not_done(workspace: Path) -> None:
    """A summary that tells of the deduction and of the claimed hours what was not done, and a form named without a verb."""
    prepared, out = worked(workspace)
    one = next(each for each in prepared if isinstance(each.overtime, str))
    taken = found_number(one, "deduction")
    path = out / COMPLETION
    content = json.loads(path.read_bytes())
    content |= {
        "summary": f"I left the deduction of {taken} out, since nothing is signed. The overtime is pending.",
        "assumptions": [f"No deduction was made although the mail asks that {taken} be deducted from the final pay."],
        "questions": [f"OT-3 for {one.who.name}'s overtime bank is not on file – required by 2025-11-12 at noon."],
    }
    path.write_text(json.dumps(content), encoding="utf-8")
