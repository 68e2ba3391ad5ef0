"""Write the options, the letter and the completion file."""

import json
from datetime import date, timedelta
from pathlib import Path

from docx import Document
from docx.shared import Pt

from ins02.file import ClaimFile
from ins02.income import Assessment, Basis

TODAY = date(2025, 11, 5)
REPLY_DAYS = 10


def missing(file: ClaimFile, found: Assessment) -> list[str]:
    """Return what an order still lacks."""
    lacking = []
    if found.election_missing:
        lacking.append(
            f"Election of the basis: Part 5 of form E-1 is blank, to be ticked and signed by {file.claimant}"
        )
    lacking += [f"Form E-2, employer's confirmation of income, from {employer}" for employer in found.unconfirmed]
    return lacking


def write_options(file: ClaimFile, found: Assessment, path: Path) -> None:
    """Write `irb_options.json`."""

    def shown(basis: Basis) -> dict[str, float]:
        return {"gross_weekly": float(basis.gross), "weekly_benefit": float(basis.benefit)}

    content = {
        "payable_now": found.payable,
        "missing": missing(file, found),
        "elected_basis": None,
        "basis_4_weeks": shown(found.four),
        "basis_52_weeks": shown(found.year),
        "first_payable_date": found.first_day.isoformat(),
        "weeks_to_2025_10_31": found.full_weeks,
        "remark": "For information only, not payable. Confirmed employment only: Coop Grand-Pic.",
    }
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def reply_day() -> date:
    """Return the tenth business day after today."""
    day, left = TODAY, REPLY_DAYS
    while left:
        day += timedelta(days=1)
        left -= day.weekday() < 5
    return day


def write_letter(file: ClaimFile, found: Assessment, path: Path) -> None:
    """Write the letter to the claimant."""
    letter = Document()
    letter.styles["Normal"].font.size = Pt(10.5)
    name = letter.add_paragraph()
    name.add_run("Bellefontaine Mutual Insurance").bold = True
    letter.add_paragraph(f"Ontario branch, {file.return_address}")
    letter.add_paragraph(f"{TODAY:%B} {TODAY.day}, {TODAY.year}")
    letter.add_paragraph(f"{file.claimant}\n{file.address}")
    letter.add_paragraph().add_run(f"Claim {file.claim_number}: your income replacement benefit").bold = True
    letter.add_paragraph(f"Dear Ms. {file.claimant.split()[-1]},")
    letter.add_paragraph(
        "We are working on your income replacement benefit. Before we can issue a payment order we still need the following from you:"
    )
    letter.add_paragraph(
        "Your election, form E-1. You left Part 5 open. Please tick one of the two boxes, sign and date it; a copy of the page is enclosed.",
        style="List Number",
    )
    for employer in found.unconfirmed:
        letter.add_paragraph(
            f"Form E-2, the employer's confirmation of income, from {employer}. You told us that you also work there. Please have "
            f"{employer} fill in the enclosed form; this income counts as well, and we can use it only when it is confirmed.",
            style="List Number",
        )
    letter.add_paragraph(
        f"Please send both so that they reach us by {reply_day():%B} {reply_day().day}, {reply_day().year}: by mail or in person at "
        f"{file.return_address}, or by e-mail to {file.return_mail}."
    )
    letter.add_paragraph().add_run("What you have to decide").bold = True
    letter.add_paragraph(
        "The weekly benefit is 70 % of your gross weekly income, at most $400.00. You choose which weeks count: the four weeks before "
        "the accident, divided by 4, or the 52 weeks before it, divided by 52. The first follows your most recent hours, the second "
        "evens out busy and quiet months. The choice is yours, and we may not make or suggest it."
    )
    letter.add_paragraph(
        "For your information, this is what Coop Grand-Pic alone comes to. The figures are not payable and will change with the missing form."
    )
    grid = letter.add_table(rows=1, cols=3, style="Table Grid")
    for cell, text in zip(
        grid.rows[0].cells, ("Basis", "Gross weekly income", "Weekly benefit, for information"), strict=True
    ):
        cell.text = text
    for label, basis in (("Four weeks", found.four), ("52 weeks", found.year)):
        for cell, text in zip(
            grid.add_row().cells, (label, f"${basis.gross:,.2f}", f"${basis.benefit:,.2f}"), strict=True
        ):
            cell.text = text
    letter.add_paragraph(
        "If anything is unclear, please call or write before you tick a box. We are glad to explain it."
    )
    letter.add_paragraph("Yours sincerely,\n\n\nHugh Pemberton\nOntario accident benefits")
    letter.save(str(path))


def write_completion(file: ClaimFile, found: Assessment, path: Path) -> None:
    """Write `COMPLETION.json`."""
    questions = []
    if found.election_missing:
        questions.append(
            f"{file.claimant}: which basis does she elect, the four weeks or the 52 weeks? Part 5 of form E-1 must be ticked and signed."
        )
    questions += [f"{one}: form E-2 with the income that {file.claimant} earned there." for one in found.unconfirmed]
    content = {
        "status": "needs_clarification",
        "summary": "No payment order can be issued today: the election is not made and one employer has not confirmed its part. Both "
        "bases are computed for information from the confirmed employment, and the letter to the claimant asks for what is missing. "
        "The mail of this morning asks to take the higher basis; guide IRB-4 leaves that to the claimant.",
        "deliverables": ["irb_options.json", "claimant_letter.docx"],
        "assumptions": [],
        "questions": questions,
        "issues_found": found.issues,
    }
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
