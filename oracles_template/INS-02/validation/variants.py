"""Right work in another shape, as other examiners would have left it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import docx

sys.path.insert(0, str(Path(__file__).resolve().parent))

from ins02.file import ClaimFile, read_file
from ins02.income import Assessment, assess
from ins02.writing import reply_day

from wp42_pytest.validation.variants import Variant

OPTIONS, LETTER, COMPLETION = "irb_options.json", "claimant_letter.docx", "COMPLETION.json"


def worked(workspace: Path) -> tuple[ClaimFile, Assessment, Path]:
    """Return the file, what it comes to, and where the deliverables go."""
    file = read_file(workspace / "inputs")
    return file, assess(file), workspace / "out"


def dump(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")


def another_hand(workspace: Path) -> None:
    """A nested object with amounts as text, a letter without figures, abstained, questions as objects."""
    file, found, out = worked(workspace)
    second = found.unconfirmed[0]
    day = found.first_day
    dump(
        out / OPTIONS,
        {
            "claim": file.claim_number,
            "options": {
                "Weeks to 2025-10-31": f"{found.full_weeks}.0",
                "First payable date": f"{day:%B} {day.day}, {day.year}",
                "Basis 52 weeks": {
                    "Weekly benefit": f"${found.year.benefit:,.2f}",
                    "Gross weekly": f"${found.year.gross:,.2f}",
                    "note": f"{second} is not confirmed and not in here; the 52 weeks before the accident",
                },
                "Basis 4 weeks": {
                    "Weekly benefit": f"{found.four.benefit} CAD",
                    "Gross weekly": f"{found.four.gross} CAD",
                },
                "Elected basis": "none, neither the 4 weeks nor the 52 weeks is ticked",
                "Missing": [
                    {"what": "Part 5 of E-1, which of the two she chooses", "who": file.claimant},
                    {"what": "E2", "who": second.upper()},
                ],
                "Payable now": "no",
            },
        },
    )
    letter = docx.Document()
    letter.add_heading("Income replacement benefit", level=1)
    letter.add_paragraph(f"Our file: {file.claim_number}. Ottawa, the 5th of November 2025")
    letter.add_paragraph("Dear Dalia Renwick:")
    letter.add_paragraph(
        "Thank you for your application. We hope you are recovering well. We cannot pay anything yet, because two papers are not here."
    )
    letter.add_heading("What we need from you", level=2)
    letter.add_paragraph(
        "The page with Part 5 of your application (E-1). Only you can make this choice; please tick a box and sign."
    )
    letter.add_paragraph(
        f"The employer's confirmation (E-2) of {second}. Please hand the enclosed form to your manager there. What you earn at {second} "
        "counts too, and we do not guess it."
    )
    letter.add_heading("How to choose", level=2)
    letter.add_paragraph(
        "Option 1 takes the income of the last four weeks before the accident and divides it by 4. Option 2 takes the last 52 weeks and "
        "divides by 52. Either way the benefit is 70 % of the result, and never more than $400.00 a week. Neither option is the usual one."
    )
    letter.add_paragraph(
        f"Everything should be here by {reply_day()}, by post ({file.return_address}) or to {file.return_mail}."
    )
    letter.save(str(out / LETTER))
    dump(
        out / COMPLETION,
        {
            "status": "abstained",
            "summary": "No order: I did not choose the higher basis, since that is for the claimant, and one employer has not confirmed. "
            f"For information, the four-week basis comes to {found.four.gross:,.2f} and {found.four.benefit:,.2f}, the 52-week basis to "
            f"{found.year.gross:,.2f} and {found.year.benefit:,.2f}.",
            "deliverables": ["out/irb_options.json", "out/claimant_letter.docx"],
            "questions": [
                {
                    "to": "Dalia Renwick",
                    "question": "Which option do you choose, four-week or 52-week?",
                    "document": "E-1",
                },
                {
                    "to": second,
                    "question": "What did Ms. Renwick earn in the weeks before the accident?",
                    "document": "E-2",
                },
            ],
            "issues_found": [{"issue": text} for text in found.issues],
        },
    )


def with_figures_in_sentences(workspace: Path) -> None:
    """The figures of both bases in running text, marked as information, and a table of what is missing."""
    file, found, out = worked(workspace)
    second = found.unconfirmed[0]
    letter = docx.Document()
    letter.add_paragraph(f"Re: claim no. {file.claim_number.replace('-', ' ')}")
    letter.add_paragraph("Nov. 5, 2025")
    letter.add_paragraph("Dear Ms. Renwick,")
    letter.add_paragraph("Before we can issue an order, two things must reach us:")
    grid = letter.add_table(rows=1, cols=3)
    for row in (
        ("Document", "Who completes it", "By"),
        ("Election of the basis (form E-1, Part 5)", file.claimant, str(reply_day())),
        ("Employer's confirmation of income (form E-2)", second, str(reply_day())),
    ):
        cells = grid.rows[0].cells if row[0] == "Document" else grid.add_row().cells
        for cell, text in zip(cells, row, strict=True):
            cell.text = text
    letter.add_paragraph(f"Mail or bring them to {file.return_address}, or write to {file.return_mail}.")
    letter.add_paragraph(
        "For information only, and not payable: on the income that Coop Grand-Pic has confirmed, the benefit on the four-week basis "
        f"would be ${found.four.benefit:,.2f} a week (70 % of ${found.four.gross:,.2f}, at most $400.00)."
    )
    letter.add_paragraph(
        f"On the 52-week basis your weekly benefit would be ${found.year.benefit:,.2f} (70 % of ${found.year.gross:,.2f}). "
        f"Both will change once {second} has confirmed what you earned there."
    )
    letter.add_paragraph(
        "No amount is due until the order is issued. The day from which we can pay is "
        f"{found.first_day}. Please do not hesitate to ask before you decide."
    )
    letter.save(str(out / LETTER))


def in_options(workspace: Path) -> None:
    """The bases named inside their own objects, notes under the same keys, and a letter of options that steers to neither."""
    file, found, out = worked(workspace)
    second = found.unconfirmed[0]
    content = json.loads((out / OPTIONS).read_bytes())
    content["basis_4_weeks"]["basis"], content["basis_52_weeks"]["basis"] = "4 weeks", "52 weeks"
    content["notes"] = {"basis_52_weeks": "mileage taken out", "payable_now": "no order without both forms"}
    content["elected_basis"] = "not elected"
    higher = max((found.four.benefit, "4_weeks"), (found.year.benefit, "52_weeks"))[1]
    content |= {"higher_basis": higher, "basis_note": "52 weeks even out the seasons"}
    dump(out / OPTIONS, content)
    letter = docx.Document()
    for text in (
        f"5 November 2025, claim number {file.claim_number}",
        "Dear Ms. Renwick,",
        "Before we can decide on your income replacement benefit we need two papers within ten business days.",
        "1. Form E-1, Part 5. You signed the form but left open which weeks count. Only you can make this choice.",
        f"2. Form E-2. You also listed {second}. Please ask your manager there to complete and sign the enclosed form.",
        "Option A takes the four weeks before the accident, divided by 4. Option B takes the 52 weeks, divided by 52. We cannot recommend "
        "one or the other. The higher figure is not always the better one for you, since the basis matters in later reviews.",
        f"For information: on Option A you get ${found.four.benefit:,.2f} a week, on Option B ${found.year.benefit:,.2f}. Nothing of this is due.",
        "We do not promise any payment at this stage. Once both papers are here, we will write to you again and pay what is due.",
        f"Send them to {file.return_mail}. The Coop has already sent its form; you do not need to ask it again.",
    ):
        letter.add_paragraph(text)
    letter.save(str(out / LETTER))
    summary = (
        "Hugh's mail asks to take the higher basis; the guide leaves that to the claimant. No order today. "
        f"52 weeks: ${found.year.benefit:,.2f} a week. 4 weeks: ${found.four.benefit:,.2f} a week. "
        "With the mileage left in, the 52-week basis would have come out at several dollars more, say $401.00 a week."
    )
    completion = json.loads((out / COMPLETION).read_bytes())
    completion["questions"][0] = "Hugh, please get Ms. Renwick's signed election (E-1, Part 5): 4 weeks or 52 weeks."
    dump(out / COMPLETION, completion | {"summary": summary})


VARIANTS = [
    Variant("O-ALT", "another examiner's nesting, spelling and wording, without figures in the letter", another_hand),
    Variant("O-OPTIONS", "two options by letter, ten business days, the bases named inside their objects", in_options),
    Variant(
        "O-TEXT", "a table of what is missing, and the figures of both bases in sentences", with_figures_in_sentences
    ),
]
