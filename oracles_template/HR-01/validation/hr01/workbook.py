"""Write the workbook and the statement of completion."""

import json
from decimal import Decimal
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font

from hr01.statements import Statement

COLUMNS = (
    *("Employee id", "Name", "Last day", "Service years", "Notice weeks due", "Notice weeks given", "Notice indemnity"),
    *("Vacation rate %", "Vacation current year", "Vacation days carried", "Vacation carried amount", "Overtime bank"),
    *("Deductions", "Total gross"),
)
FINDINGS = ("Employee id", "Finding", "Source", "Action")


def row_of(one: Statement) -> list[object]:
    """Return one line of the statement, in the order of the columns."""
    overtime = float(one.overtime) if isinstance(one.overtime, Decimal) else one.overtime
    return [
        one.who.id,
        one.who.name,
        one.who.last_day.isoformat(),
        float(one.years),
        one.weeks_due,
        one.weeks_given,
        float(one.indemnity),
        float(one.rate),
        float(one.vacation),
        one.days,
        float(one.carried),
        overtime,
        float(one.deductions),
        float(one.total),
    ]


def write_workbook(prepared: list[Statement], path: Path) -> None:
    """Write `final_pay.xlsx`."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Statement"
    sheet.append(list(COLUMNS))
    for number, one in enumerate(prepared, start=2):
        row = row_of(one)
        row[-1] = f"=SUM(G{number},I{number},K{number},L{number})-M{number}"
        sheet.append(row)
    found = book.create_sheet("Findings")
    found.append(list(FINDINGS))
    for one in prepared:
        for each in one.findings:
            found.append([each.employee, each.text, each.source, each.action])
    for page, widths in ((sheet, (12, 20, *[12] * 12)), (found, (12, 80, 30, 50))):
        for cell, width in zip(page[1], widths, strict=True):
            cell.font = Font(bold=True)
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            page.column_dimensions[cell.column_letter].width = width
    for line in sheet.iter_rows(min_row=2):
        for name, cell in zip(COLUMNS, line, strict=True):
            if isinstance(cell.value, float) or str(cell.value).startswith("="):
                cell.number_format = "0.0" if name in ("Service years", "Vacation rate %") else "#,##0.00"
    for line in found.iter_rows(min_row=2):
        for cell in line:
            cell.alignment = Alignment(wrap_text=True, vertical="top")
    book.save(path)


def write_completion(prepared: list[Statement], path: Path) -> None:
    """Write `COMPLETION.json`."""
    pending = [one for one in prepared if isinstance(one.overtime, str)]
    content = {
        "status": "needs_clarification" if pending else "completed",
        "summary": (
            f"Final-pay statements and letters for {', '.join(one.who.name for one in prepared)}. Everything is computed but "
            f"the overtime bank of {', '.join(one.who.name for one in pending) or 'nobody'}, which is pending."
        ),
        "deliverables": ["final_pay.xlsx", "letters.docx"],
        "assumptions": [],
        "questions": [question for one in prepared for question in one.questions],
        "issues_found": [f"{each.employee}: {each.text}" for one in prepared for each in one.findings],
    }
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
