"""Write the three letters."""

from datetime import date
from decimal import Decimal
from pathlib import Path

from docx import Document
from docx.document import Document as Doc
from docx.enum.text import WD_BREAK
from docx.shared import Cm, Pt

from hr01.statements import Statement

PAID_ON = "2025-11-20"
DATED = "2025-11-10"


def write_letters(prepared: list[Statement], path: Path) -> None:
    """Write `letters.docx`, one letter a page."""
    document = Document()
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21.59), Cm(27.94)
    section.left_margin = section.right_margin = Cm(2.4)
    document.styles["Normal"].font.name, document.styles["Normal"].font.size = "Calibri", Pt(10.5)
    section.header.paragraphs[0].text = "Clinique Vallon Santé, Human resources"
    for number, one in enumerate(prepared):
        letter(document, one)
        if number < len(prepared) - 1:
            document.paragraphs[-1].add_run().add_break(WD_BREAK.PAGE)
    document.save(str(path))


def letter(document: Doc, one: Statement) -> None:
    """Write one letter."""
    document.add_paragraph(f"{one.who.name}, {one.who.id}")
    document.add_paragraph(f"Sherbrooke, {DATED}")
    document.add_paragraph("Subject: your final pay")
    document.add_paragraph(f"Dear {one.who.first} {one.who.last},")
    document.add_paragraph(
        f"Your last day at the clinic is {long_day(one.who.last_day)}. Your regular salary up to that day is paid by the "
        f"ordinary run. Besides, you receive the amounts below with the run of {PAID_ON}. They are gross amounts, before "
        "source deductions."
    )
    grid = document.add_table(rows=1, cols=2, style="Table Grid")
    grid.rows[0].cells[0].text, grid.rows[0].cells[1].text = "What for", "Amount (CAD)"
    for words, amount in lines(one):
        cells = grid.add_row().cells
        cells[0].text, cells[1].text = words, amount
    document.add_paragraph()
    if isinstance(one.overtime, str):
        document.add_paragraph(
            "Your overtime bank is pending. We are waiting for the approved statement (form OT-3) and have asked for it. As "
            "soon as we have it, it is paid with the next run, and you hear from us in writing."
        )
    if one.to_return:
        document.add_paragraph(
            f"According to our records you still have this item: {one.to_return}. Please bring it to human resources by your "
            "last day, or call us at 819 555-0128 and we send you a prepaid parcel."
        )
    document.add_paragraph(
        "If anything is unclear, or if you would like to go through the figures together, please call me. Thank you for your "
        "time with us; I wish you all the best for what comes next."
    )
    document.add_paragraph("Yours sincerely,")
    document.add_paragraph("_______________________")
    document.add_paragraph("Patrice Nadon, Human resources")


def lines(one: Statement) -> list[tuple[str, str]]:
    """Return what is paid, with its amount."""
    found = []
    missing = one.weeks_due - one.weeks_given
    if one.indemnity:
        found.append(
            (
                f"Notice indemnity: weeks of notice due by your service {one.weeks_due}, given {one.weeks_given}, paid "
                f"{missing}",
                money(one.indemnity),
            )
        )
    if one.vacation:
        found.append((f"Vacation pay since 1 May 2025, {one.rate:.0f} % of your gross earnings", money(one.vacation)))
    if one.carried:
        found.append((f"Vacation days left of the previous year: {one.days}", money(one.carried)))
    if isinstance(one.overtime, str):
        found.append(("Overtime bank", one.overtime))
    found.append(("Total gross", money(one.total)))
    return found


def money(amount: Decimal) -> str:
    """Return an amount for reading."""
    return f"{amount:,.2f}"


def long_day(day: date) -> str:
    """Return a day in words."""
    return f"{day:%A}, {day.day} {day:%B} {day.year}"
