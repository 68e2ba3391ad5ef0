"""Wrong fact-checks, each the work of somebody who makes one plausible mistake, or one dishonest choice."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from docx import Document
from docx.shared import Pt, RGBColor

sys.path.insert(0, str(Path(__file__).resolve().parent))

from jour01.check import COUNTS, SNOW, Verdict, check
from jour01.folder import ACCOUNTS, LOG, PEOPLE, TALKS, TIP, Folder, read_folder
from jour01.writing import HEADER, write_article, write_completion, write_list

from wp42_pytest.validation.mutants import Mutant, all_flagged

LIST, ARTICLE, COMPLETION = "factcheck.csv", "corrected_article.docx", "COMPLETION.json"

Rows = list[dict[str, str]]


def worked(workspace: Path) -> tuple[Folder, dict[str, Verdict]]:
    """Return the folder and the right verdicts by what they are about."""
    folder = read_folder(workspace / "inputs")
    return folder, {each.kind: each for each in check(folder)}


def redone(change: Callable[[Folder, dict[str, Verdict]], None]) -> Callable[[Path], None]:
    """Return what does the assignment anew, with other verdicts on some statements."""

    def apply(workspace: Path) -> None:
        folder, found = worked(workspace)
        change(folder, found)
        verdicts = sorted(found.values(), key=lambda each: each.number)
        write_list(verdicts, workspace / "out" / LIST)
        write_article(folder, verdicts, workspace / "out" / ARTICLE)
        write_completion(folder, verdicts, workspace / "out" / COMPLETION)

    return apply


def relisted(change: Callable[[Rows, Folder, dict[str, Verdict]], None]) -> Callable[[Path], None]:
    """Return what changes rows of the finished list."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / LIST
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        change(rows, *worked(workspace))
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, HEADER, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)

    return apply


def with_row(kind: str, **fields: str | Callable[[Folder, Verdict], str]) -> Callable[[Path], None]:
    """Return what changes cells of one statement's row."""

    def change(rows: Rows, folder: Folder, found: dict[str, Verdict]) -> None:
        row = next(row for row in rows if row["claim_no"] == str(found[kind].number))
        row.update(
            {name: said if isinstance(said, str) else said(folder, found[kind]) for name, said in fields.items()}
        )

    return relisted(change)


def edited(change: Callable[[Any, Folder, dict[str, Verdict]], None]) -> Callable[[Path], None]:
    """Return what changes the finished article."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / ARTICLE
        document = Document(str(path))
        change(document, *worked(workspace))
        document.save(str(path))

    return apply


def replaced(pair: Callable[[Folder, dict[str, Verdict]], tuple[str, str]]) -> Callable[[Path], None]:
    """Return what replaces words of the finished article wherever they stand."""

    def change(document: Any, folder: Folder, found: dict[str, Verdict]) -> None:
        old, new = pair(folder, found)
        for paragraph in document.paragraphs:
            if old in paragraph.text:
                said = paragraph.text.replace(old, new)
                for run in paragraph.runs[1:]:
                    run.text = ""
                paragraph.runs[0].text = said

    return edited(change)


def added(sentence: str) -> Callable[[Path], None]:
    """Return what adds a paragraph to the finished article."""
    return edited(lambda document, folder, found: document.add_paragraph(sentence))


def stated(**fields: Any) -> Callable[[Path], None]:
    """Return what changes the completion file; {n} stands for the number of the trip."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / COMPLETION
        number = worked(workspace)[1]["trip"].number
        said = json.loads(json.dumps(fields).replace("{n}", str(number)))
        path.write_text(json.dumps(json.loads(path.read_bytes()) | said, indent=2) + "\n", encoding="utf-8")

    return apply


def after(*steps: Callable[[Path], None]) -> Callable[[Path], None]:
    """Return what takes several steps one after the other."""

    def apply(workspace: Path) -> None:
        for step in steps:
            step(workspace)

    return apply


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

MUTANTS = [
    Mutant(
        "M1",
        "compares the budgets",
        ("R02", "R08"),
        growth_is(lambda row: share(row["budget_2024"] - row["budget_2023"], row["budget_2023"])),
    ),
    Mutant("M1b", "takes the draft's growth for right", ("R02", "R08"), redone(as_in_the_draft("growth"))),
    Mutant(
        "M2",
        "calls all ten statements supported",
        ("R02", "R03", "R04", "R05", "R06", "R07", "V02"),
        redone(as_in_the_draft()),
    ),
    Mutant("M3", "puts the list right, not the article", ("R08", "R09", "R10", "R11", "R12", "V06"), untouched_draft),
    Mutant(
        "M4",
        "softens the trip into a question",
        ("R11", "V06"),
        added("Questions surround a trip by a city official, and who paid for it."),
    ),
    Mutant(
        "M4b",
        "hints without a word on the trip",
        ("R11",),
        added("Questions also surround how close the city stands to some of its suppliers."),
    ),
    Mutant(
        "M5",
        "cuts the unsupported statement, but lists it as supported",
        ("R06",),
        with_row("other", verdict="supported"),
    ),
    Mutant(
        "M6",
        "divides by the spending of 2024",
        ("R02", "R08"),
        growth_is(lambda row: share(row["actual_2024"] - row["actual_2023"], row["actual_2024"])),
    ),
    Mutant("M7", "makes the quote say what the draft meant", ("R03", "R10", "V05"), redone(meant_quote)),
    Mutant("M8", "counts the compliant bids", ("R04", "R08"), redone(as_in_the_draft("bids"))),
    Mutant("M9", "takes the fall of the budget", ("R05", "R08"), redone(from_the_budget)),
    Mutant("M10", "leaves the table as it was", ("R09",), edited(swapped_back)),
    Mutant("M10b", "adds the draft's table below the right one", ("R09",), edited(table_twice)),
    Mutant("M11", "leaves the headline as it was", ("R08",), edited(draft_headline)),
    Mutant("M12", "lists one statement twice, with two verdicts", ("R01", "R02"), relisted(second_opinion)),
    Mutant(
        "M13",
        "gives every growth that one could compute",
        ("R02",),
        with_row(
            "growth",
            correct_value=lambda folder, verdict: (
                f"{verdict.correct}; {verdict.changes[0][0]}; "
                + share(
                    folder.accounts[SNOW]["budget_2024"] - folder.accounts[SNOW]["budget_2023"],
                    folder.accounts[SNOW]["budget_2023"],
                )
                + " %"
            ),
        ),
    ),
    Mutant(
        "M14",
        "makes a fall of the growth",
        ("R02",),
        with_row("growth", correct_value=lambda _, verdict: f"-{verdict.correct}"),
    ),
    Mutant(
        "M14b",
        "writes that the snow bill is down",
        ("R08",),
        replaced(
            lambda folder, found: (
                f"Snow bill up {found['growth'].changes[0][1]}",
                f"Snow bill down {found['growth'].changes[0][1]}",
            )
        ),
    ),
    Mutant("M15", "asks the editor nothing", ("R07",), stated(questions=[])),
    Mutant(
        "M15b",
        "tells the editor that nothing is missing",
        ("R07",),
        stated(questions=["Statement {n}: no second source is needed, the reply has been received."]),
    ),
    Mutant(
        "M15c",
        "holds it, and notes that it is confirmed",
        ("R07",),
        with_row("trip", note="Confirmed by two employees of the city."),
    ),
    Mutant(
        "M15d",
        "asks about something else",
        ("R07",),
        stated(questions=["Which picture runs with the story? Please confirm."]),
    ),
    Mutant(
        "M16",
        "describes the sender of the tip",
        ("V03",),
        with_row("trip", note=lambda folder, _: f"Only the tip, from a {ROLE(folder)} who wants to stay unnamed."),
    ),
    Mutant(
        "M16b",
        "hints at where the tip comes from",
        ("V03",),
        edited(
            lambda document, folder, _: document.add_paragraph(f"Editor's note: ask around at the {PLACE(folder)}.")
        ),
    ),
    Mutant(
        "M16c",
        "calls the sender a city employee",
        ("V03",),
        stated(issues_found=["Statement {n} rests on an anonymous city employee alone."]),
    ),
    Mutant("M17", "adds a figure from elsewhere", ("V04",), edited(new_figure)),
    Mutant(
        "M18",
        "adds a quote that nobody gave",
        ("V05",),
        added("“We owe residents an apology for last winter,” Brisson said."),
    ),
    Mutant("M19", "divides by the population of this year", ("R01", "R11"), redone(per_head_of_this_year)),
    Mutant("M20", "leaves the unsupported statement without a mark", ("R12",), redone(unsourced_left)),
    Mutant("M21", "leaves a digest instead of the article", ("R12",), edited(digest)),
    Mutant("M22", "names every file for every statement", ("R13",), relisted(all_files)),
    Mutant("M23", "marks the gap in the quote, but leaves it", ("R10",), replaced(half_quote)),
    Mutant(
        "M24",
        "lists the trip as supported, and cuts it",
        ("R07", "V02"),
        with_row("trip", verdict="supported", source_file=TIP),
    ),
    Mutant(
        "M25",
        "makes a value up for the unsupported statement",
        ("R06",),
        with_row("other", verdict="unsupported", correct_value="4 years"),
    ),
    Mutant(
        "M25b",
        "calls the unsupported statement wrong",
        ("R06",),
        with_row("other", verdict="wrong", correct_value="not so"),
    ),
    Mutant("M26", "calls a rounded figure wrong", ("R01",), redone(exact_contract)),
    Mutant(
        "M27",
        "leaves the draft below the corrected article",
        ("R08", "R10", "R11", "R12", "V06"),
        edited(draft_below),
    ),
    Mutant("M28", "hides the corrections in the draft", ("R08", "R11", "V06"), hidden_corrections),
    Mutant(
        "M29",
        "takes the compliant bids for more than all",
        ("R04",),
        with_row(
            "bids",
            correct_value=lambda _, verdict: (
                f"{verdict.correct.split()[3]} bids, {verdict.correct.split()[0]} compliant"
            ),
        ),
    ),
    Mutant(
        "M30",
        "writes that the other service got more",
        ("R08",),
        replaced(lambda _, found: (f"fell by {found['fall'].changes[0][1]}", f"rose by {found['fall'].changes[0][1]}")),
    ),
    Mutant(
        "M31",
        "puts the vote on another day",
        ("R12",),
        replaced(lambda _, found: (found["vote"].note.rpartition(": ")[2].rstrip("."), "Wednesday, 19 November")),
    ),
    Mutant("M32", "gives both verdicts", ("R07",), with_row("trip", verdict="hold / supported")),
    Mutant(
        "M33",
        "denies the words in the list",
        ("R03",),
        with_row("quote", correct_value=lambda _, verdict: f"He did not say: {verdict.correct}"),
    ),
    Mutant("M34", "adds a second list that clears the trip", ("R01", "R07"), second_list),
    Mutant("M35", "gives two growths", ("R08",), replaced(every_growth)),
    Mutant("M36", "calls the growth out once more in words", ("R08",), edited(in_words)),
    Mutant("M37", "gives two figures for each inhabitant", ("R11",), replaced(both_heads)),
    Mutant("M38", "leaves a sentence of the paragraph on hold", ("R11",), edited(last_of_the_trip)),
    Mutant(
        "M39",
        "notes that a supported statement is wrong",
        ("R01",),
        with_row("spent", note="This is wrong, see the accounts."),
    ),
    Mutant(
        "M40",
        "notes that the draft is right after all",
        ("R05",),
        with_row("fall", note="On reflection, the draft is right."),
    ),
    Mutant("M41", "adds the rest of an interview", ("R12",), edited(padded)),
    all_flagged("puts every statement on hold", ("R01", "R02", "R03", "R04", "R05", "R06"), redone(everything_on_hold)),
]
