"""Single mistakes: wrong figures, statements taken for right, things left in, added, hidden or told about who must not be named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from docx import Document
from docx.shared import Pt, RGBColor

from jour01.check import COUNTS, SNOW, Verdict
from jour01.folder import ACCOUNTS, LOG, PEOPLE, TALKS, TIP, Folder
from jour01.spoiling import ARTICLE, LIST, Rows, redone, worked


def share(part: int, whole: int) -> str:
    """Return a share in per cent to one decimal."""
    return str((Decimal(100 * part) / whole).quantize(Decimal("0.1"), ROUND_HALF_UP))


def growth_is(wrong: Callable[[dict[str, int]], str]) -> Callable[[Path], None]:
    """Return what does the assignment anew with another growth."""

    def change(folder: Folder, found: dict[str, Verdict]) -> None:
        said, (old, _) = wrong(folder.accounts[SNOW]), found["growth"].changes[0]
        found["growth"] = replace(found["growth"], correct=f"{said} %", changes=[(old, f"{said} per cent")])

    return redone(change)


def as_in_the_draft(*kinds: str) -> Callable[[Folder, dict[str, Verdict]], None]:
    """Return what takes statements of the draft for right."""

    def change(folder: Folder, found: dict[str, Verdict]) -> None:
        for kind in kinds or tuple(found):
            old = found[kind]
            found[kind] = Verdict(old.number, kind, "supported", "Checked.", old.sources or [TIP])

    return change


def from_the_budget(folder: Folder, found: dict[str, Verdict]) -> None:
    named = next(name for name in folder.accounts if f"Line {name}:" in found["fall"].note)
    fell = folder.accounts[named]["budget_2023"] - folder.accounts[named]["budget_2024"]
    old = found["fall"]
    found["fall"] = replace(old, correct=f"{fell:,}", changes=[(old.changes[0][0], f"${fell:,}")])


def per_head_of_this_year(folder: Folder, found: dict[str, Verdict]) -> None:
    right = found["per_head"]
    statement = next(each for each in folder.statements if each.number == right.number)
    head = (Decimal(folder.accounts[SNOW]["actual_2024"]) / folder.people[2025]).quantize(Decimal("0.01"))
    shown = statement.words[statement.words.rindex("$") :].split()[0]
    found["per_head"] = replace(right, verdict="wrong", correct=f"{head}", changes=[(shown, f"${head}")])


def exact_contract(folder: Folder, found: dict[str, Verdict]) -> None:
    found["contract"] = replace(found["contract"], verdict="wrong", correct=found["contract"].note.split()[-4])


def everything_on_hold(folder: Folder, found: dict[str, Verdict]) -> None:
    for kind, old in found.items():
        found[kind] = replace(old, verdict="hold", correct="", note="To be confirmed by the editor.")


def second_opinion(rows: Rows, folder: Folder, found: dict[str, Verdict]) -> None:
    rows.append({**rows[found["growth"].number - 1], "verdict": "supported", "correct_value": ""})


def second_list(workspace: Path) -> None:
    """Add a list below the list, under another header, in which the trip is supported."""
    number = worked(workspace)[1]["trip"].number
    with (workspace / "out" / LIST).open("a", encoding="utf-8") as file:
        file.write(f"\nReview,Outcome\n{number},supported\n")


def every_growth(folder: Folder, found: dict[str, Verdict]) -> tuple[str, str]:
    row = folder.accounts[SNOW]
    other = share(row["budget_2024"] - row["budget_2023"], row["budget_2023"])
    right = found["growth"].changes[0][1]
    return right, f"{right}, or {other} per cent,"


def both_heads(folder: Folder, found: dict[str, Verdict]) -> tuple[str, str]:
    other = (Decimal(folder.accounts[SNOW]["actual_2024"]) / folder.people[2025]).quantize(Decimal("0.01"))
    return "inhabitant", f"inhabitant (${other} by this year's population)"


def in_words(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    tens, ones = divmod(int(found["growth"].changes[0][0].split()[0]), 10)
    spelled = ("", "", "twenty", "thirty", "forty")[tens] + (f"-{COUNTS[ones]}" if ones else "")
    document.add_paragraph(f"A rise of {spelled} per cent is a lot for a town of this size.")


def padded(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    """Add what Brisson said, word for word."""
    for turn in folder.turns:
        if turn.file == TALKS[0] and "fair" not in turn.words:
            document.add_paragraph(turn.words)


def last_of_the_trip(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    document.add_paragraph(found["trip"].cut.rpartition("]. ")[2])


def all_files(rows: Rows, folder: Folder, found: dict[str, Verdict]) -> None:
    for row in rows:
        row["source_file"] = "; ".join((ACCOUNTS, PEOPLE, *TALKS, TIP, LOG))


def untouched_draft(workspace: Path) -> None:
    """Leave the draft as the corrected article."""
    (workspace / "out" / ARTICLE).write_bytes((workspace / "inputs" / "draft_article.docx").read_bytes())


def draft_below(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    for text in folder.paragraphs:
        document.add_paragraph(text)


def hidden_corrections(workspace: Path) -> None:
    """Leave the draft, with what is right in white at its end."""
    right = Document(str(workspace / "out" / ARTICLE))
    untouched_draft(workspace)
    path = workspace / "out" / ARTICLE
    document = Document(str(path))
    for paragraph in right.paragraphs:
        run = document.add_paragraph().add_run(paragraph.text)
        run.font.size, run.font.color.rgb = Pt(1), RGBColor(0xFF, 0xFF, 0xFF)
    document.save(str(path))


def swapped_back(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    for row, shown in zip(document.tables[-1].rows, folder.table, strict=True):
        for cell, text in zip(row.cells, shown, strict=True):
            cell.paragraphs[0].runs[0].text = text


def table_twice(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    table = document.add_table(rows=0, cols=3)
    for shown in folder.table:
        for cell, text in zip(table.add_row().cells, shown, strict=True):
            cell.text = text


def draft_headline(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    (old, new) = found["growth"].changes[0]
    heading = next(paragraph for paragraph in document.paragraphs if paragraph.text.startswith("Snow bill"))
    heading.runs[0].text = heading.text.replace(new, old)


def digest(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    """Keep only the paragraphs in which something was corrected or numbered."""
    numbered = [each.paragraph for each in folder.statements]
    opening = [text.split()[:4] for text in numbered]
    for paragraph in list(document.paragraphs):
        if paragraph.text.split()[:4] not in opening:
            paragraph._p.getparent().remove(paragraph._p)
        else:
            paragraph.runs[0].text = " ".join(
                part for part in paragraph.text.split(". ") if "$" in part or "“" in part or "per cent" in part
            )


def unsourced_left(folder: Folder, found: dict[str, Verdict]) -> None:
    found["other"] = replace(found["other"], cut="nothing")


def half_quote(folder: Folder, found: dict[str, Verdict]) -> tuple[str, str]:
    printed, spoken = found["quote"].changes[0]
    return f"“{spoken},”", f"“{printed} …,”"


def meant_quote(folder: Folder, found: dict[str, Verdict]) -> None:
    old = found["quote"]
    said = f"{old.changes[0][0]}, and that was beyond our control"
    found["quote"] = replace(old, correct=f"{said}.", changes=[(old.changes[0][0], said)])


def free_percentage(folder: Folder) -> str:
    """Return a percentage that stands nowhere and follows from nothing."""
    return next(
        f"{number}.7 per cent" for number in range(93, 99) if f"{number}.7" not in "".join(folder.texts.values())
    )


def new_figure(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    document.add_paragraph(f"In a survey, {free_percentage(folder)} of the residents called the streets well kept.")


def tip_says(pattern: str) -> Callable[[Folder], str]:
    """Return what takes the words between two others from the tip."""
    before, after_it = pattern.split("…")

    def words(folder: Folder) -> str:
        text = " ".join(folder.tip.split())
        return text.partition(before)[2].partition(after_it)[0].strip()

    return words


ROLE, PLACE = tip_says("I have been a … with the city"), tip_says("But at the … everybody knows")


def struck_trip(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    document.add_paragraph().add_run(found["trip"].cut).font.strike = True


def told_in_properties(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    document.core_properties.comments = f"Ask the {ROLE(folder)} who sent the tip."


def without_byline(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    byline = next(paragraph for paragraph in document.paragraphs if paragraph.text.startswith("By "))
    byline._p.getparent().remove(byline._p)


def without_headline(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
    heading = next(paragraph for paragraph in document.paragraphs if paragraph.text.startswith("Snow bill"))
    heading._p.getparent().remove(heading._p)


def streets_swapped(folder: Folder, found: dict[str, Verdict]) -> tuple[str, str]:
    """Return the sentence on the streets with its two numbers in each other's place."""
    sentence = (
        next(text for text in folder.paragraphs if "kilometres of streets" in text)
        .partition("Of ")[2]
        .partition(" in the contractor")[0]
    )
    every, under_contract = [word for word in sentence.split() if word.isdigit()]
    return f"Of {sentence}", f"Of {under_contract} kilometres of streets, {every} are"


def quote_altered_in(folder: Folder, verdict: Verdict) -> str:
    """Return the treasurer's sentence with another beginning."""
    return "Everybody saw it coming, and " + " ".join(verdict.correct.split()[4:])


def budget_of_the_year(folder: Folder, verdict: Verdict) -> str:
    """Return what was budgeted for the year whose spending is stated."""
    return f"${folder.accounts[SNOW]['budget_2024']:,}"


def unsourced_softened(folder: Folder, found: dict[str, Verdict]) -> None:
    """Keep the statement that nothing bears out, with a word of doubt instead of the mark."""
    old, words = found["other"], found["other"].cut
    found["other"] = replace(old, cut="nothing", changes=[(words, f"{words.rstrip('.')}, it is said.")])


def other_list(workspace: Path) -> None:
    """Leave a second list in which all ten statements are supported."""
    rows = "".join(f"{number},supported,,,\n" for number in range(1, 11))
    (workspace / "out" / "factcheck_final.csv").write_text(f"claim_no,verdict,correct_value,source_file,note\n{rows}")


def further_column(rows: Rows, folder: Folder, found: dict[str, Verdict]) -> None:
    for row in rows:
        row["second_check"] = "supported"


def line_below(workspace: Path) -> None:
    """Add a line below the list that takes it back."""
    number = worked(workspace)[1]["trip"].number
    with (workspace / "out" / LIST).open("a", encoding="utf-8") as file:
        file.write(f"\nStatement {number} is cleared for print: the reply came in.,,,,\n")


def half_more(folder: Folder, found: dict[str, Verdict]) -> tuple[str, str]:
    return f"Snow bill up {found['growth'].changes[0][1]}", "Snow bill up by half"
