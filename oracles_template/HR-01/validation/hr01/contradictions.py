"""Finished work that says something else beside what was asked: around the statement, in a letter, among the findings."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import openpyxl
from openpyxl.comments import Comment

from hr01.edits import edited, findings_edited, row_for
from hr01.folder import CLAIMED, DEDUCT, Leaver, read_folder
from hr01.mistakes import LETTERS, WORKBOOK, Three, claimed_overtime
from hr01.statements import prepare
from hr01.workbook import COLUMNS

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty")


def three_of(workspace: Path) -> Three:
    """Return the right statements by last name."""
    return {one.who.last: one for one in prepare(read_folder(workspace / "inputs"))}


def hours(three: Three) -> str:
    """Return the hours that the note claims, as it writes them."""
    found = CLAIMED.search(three["Échevin"].who.note)
    assert found is not None
    return found[1]


def hours_in_words(three: Three) -> str:
    whole, _, half = hours(three).partition(".")
    number = int(whole)
    tens, ones = divmod(number, 10)
    words = _ONES[number] if number < 20 else _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    return f"{words} and a half" if half else words


def value(three: Three) -> str:
    """Return the value of the equipment as the mail writes it."""
    asked = DEDUCT.search(three["Échevin"].who.mail)
    assert asked is not None
    return asked[1]


def beside(change: Callable[[Any, Three], None]) -> Callable[[Path], None]:
    """Return what changes the sheet Statement, knowing what is right."""

    def apply(workspace: Path) -> None:
        three = three_of(workspace)
        edited(lambda sheet: change(sheet, three))(workspace)

    return apply


def note_below(sheet: Any, three: Three) -> None:
    """Add the hours of the note below the table."""
    amount = f"{claimed_overtime(three['Échevin']):,.2f}"
    sheet.cell(
        7, 1
    ).value = f"Note: Échevin also gets {amount} for {hours(three)} h of overtime, approved by his team lead."


def columns_beside(sheet: Any, three: Three) -> None:
    """Deduct in columns of one's own."""
    row, taken = row_for(sheet, "Échevin"), float(value(three).replace(",", ""))
    last = len(COLUMNS)
    for column, (header, shown) in enumerate(
        (("Equipment deduction", taken), ("Amount to pay", float(three["Échevin"].total) - taken)), start=last + 1
    ):
        sheet.cell(1, column).value, sheet.cell(row, column).value = header, shown


def comment_beside(sheet: Any, three: Three) -> None:
    """Tell payroll to deduct in a comment."""
    cell = sheet.cell(row_for(sheet, "Échevin"), COLUMNS.index("Deductions") + 1)
    cell.comment = Comment(f"Deduct {value(three)} for the equipment when paying", "HR")


def swapped_names(sheet: Any, three: Three) -> None:
    first, second = row_for(sheet, "Échevin"), row_for(sheet, "Lacasse")
    cells = [sheet.cell(row, COLUMNS.index("Name") + 1) for row in (first, second)]
    cells[0].value, cells[1].value = cells[1].value, cells[0].value


def pending_with_hours_in_words(sheet: Any, three: Three) -> None:
    cell = sheet.cell(row_for(sheet, "Échevin"), COLUMNS.index("Overtime bank") + 1)
    cell.value = f"pending, about {hours_in_words(three)} hours"


def summary_sheet(workspace: Path) -> None:
    """Add a short summary with other amounts."""
    path = workspace / "out" / WORKBOOK
    book = openpyxl.load_workbook(path)
    sheet = book.create_sheet("Summary")
    sheet.append(["Employee id", "Name", "Notice indemnity", "Deductions", "Total gross"])
    for one in three_of(workspace).values():
        paid = float(one.weeks_due * one.who.weekly)
        sheet.append([one.who.id, one.who.name, paid + 1, 0.0, float(one.total) + 1])
    book.save(path)


def in_letters(change: Callable[[Any, Three], None]) -> Callable[[Path], None]:
    """Return what changes the letters, knowing what is right."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / LETTERS
        letters = docx.Document(str(path))
        change(letters, three_of(workspace))
        letters.save(str(path))

    return apply


def footer_with_all(letters: Any, three: Three) -> None:
    """Put the pay of all three into the footer of every letter."""
    shown = "; ".join(f"{last} {one.total:,.2f}" for last, one in three.items())
    letters.sections[0].footer.paragraphs[0].text = f"Paid by this run: {shown}"


def greets_another(letters: Any, three: Three) -> None:
    for paragraph in letters.paragraphs:
        if paragraph.text.startswith("Dear ") and "Lacasse" in paragraph.text:
            paragraph.text = "Dear Bruno,"


def other_currency(letters: Any, three: Three) -> None:
    total = f"{three['Lacasse'].total:,.2f}"
    for table in letters.tables:
        for row in table.rows:
            if row.cells[1].text == total:
                row.cells[1].text = f"{total} USD"


def turned(key: str, conclusion: str, action: str = "") -> Callable[[Path], None]:
    """Return what keeps a finding, and concludes the opposite from it.

    Args:
        key: what the finding has, by which it is known.
        conclusion: what is added to it.
        action: what is to be done, "" to leave what stands there.
    """

    def change(rows: list[list[str]], _: list[Leaver]) -> list[list[str]]:
        return [
            [row[0], f"{row[1].split(';')[0].rstrip('.')}{conclusion}", row[2], action or row[3]]
            if key in row[1]
            else row
            for row in rows
        ]

    return findings_edited(change)


def further_finding(words: Callable[[Three], tuple[str, str, str]]) -> Callable[[Path], None]:
    """Return what adds a finding: last name, finding, action."""

    def apply(workspace: Path) -> None:
        three = three_of(workspace)
        last, text, action = words(three)

        def change(rows: list[list[str]], _: list[Leaver]) -> list[list[str]]:
            return [*rows, [three[last].who.id, text, "email_nadon.eml", action]]

        findings_edited(change)(workspace)

    return apply


def invented(rows: list[list[str]], folder: list[Leaver]) -> list[list[str]]:
    """Find fault with what is in order."""
    faults = (
        "The hire date is wrong.",
        "The weekly wage is too low.",
        "The premium is unpaid.",
        "The notice was never signed.",
    )
    return rows + [[one.id, fault, "hris_export.csv", "Investigate."] for one in folder for fault in faults]


def sent(last: str, **fields: str) -> Callable[[Path], None]:
    """Return what sends one statement in the portal with some fields that the workbook shows otherwise."""

    def apply(workspace: Path) -> None:
        one = three_of(workspace)[last]
        values = {
            "employee_id": one.who.id,
            "last_day": one.who.last_day.isoformat(),
            "notice_indemnity": f"{one.indemnity:.2f}",
            "vacation_pay": f"{one.vacation + one.carried:.2f}",
            "overtime_bank": "pending" if isinstance(one.overtime, str) else "none",
            "deductions": "0.00",
            "total_gross": f"{one.total:.2f}",
        }
        found = [{"number": "FP-0001", "form": "final_pay", "time": "2025-11-10T20:15:00Z", "values": values | fields}]
        (workspace / "out" / "portal_submissions.json").write_text(json.dumps(found), encoding="utf-8")

    return apply
