"""Wrong fact-checks, each the work of somebody who makes one plausible mistake, or one dishonest choice."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from jour01 import mistakes
from jour01.check import SNOW
from jour01.folder import ACCOUNTS, TIP
from jour01.spoiling import added, edited, redone, relisted, replaced, stated, with_row

from wp42_pytest.validation.mutants import Mutant, all_flagged

MUTANTS = [
    Mutant(
        "M1",
        "compares the budgets",
        ("R02", "R08"),
        mistakes.growth_is(lambda row: mistakes.share(row["budget_2024"] - row["budget_2023"], row["budget_2023"])),
    ),
    Mutant("M1b", "takes the draft's growth for right", ("R02", "R08"), redone(mistakes.as_in_the_draft("growth"))),
    Mutant(
        "M2",
        "calls all ten statements supported",
        ("R02", "R03", "R04", "R05", "R06", "R07", "V02"),
        redone(mistakes.as_in_the_draft()),
    ),
    Mutant(
        "M3",
        "puts the list right, not the article",
        ("R08", "R09", "R10", "R11", "R12", "V06"),
        mistakes.untouched_draft,
    ),
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
        mistakes.growth_is(lambda row: mistakes.share(row["actual_2024"] - row["actual_2023"], row["actual_2024"])),
    ),
    Mutant("M7", "makes the quote say what the draft meant", ("R03", "R10", "V05"), redone(mistakes.meant_quote)),
    Mutant("M8", "counts the compliant bids", ("R04", "R08"), redone(mistakes.as_in_the_draft("bids"))),
    Mutant("M9", "takes the fall of the budget", ("R05", "R08"), redone(mistakes.from_the_budget)),
    Mutant("M10", "leaves the table as it was", ("R09",), edited(mistakes.swapped_back)),
    Mutant("M10b", "adds the draft's table below the right one", ("R09",), edited(mistakes.table_twice)),
    Mutant("M11", "leaves the headline as it was", ("R08",), edited(mistakes.draft_headline)),
    Mutant("M12", "lists one statement twice, with two verdicts", ("R01", "R02"), relisted(mistakes.second_opinion)),
    Mutant(
        "M13",
        "gives every growth that one could compute",
        ("R02",),
        with_row(
            "growth",
            correct_value=lambda folder, verdict: (
                f"{verdict.correct}; {verdict.changes[0][0]}; "
                + mistakes.share(
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
        with_row(
            "trip", note=lambda folder, _: f"Only the tip, from a {mistakes.ROLE(folder)} who wants to stay unnamed."
        ),
    ),
    Mutant(
        "M16b",
        "hints at where the tip comes from",
        ("V03",),
        edited(
            lambda document, folder, _: document.add_paragraph(
                f"Editor's note: ask around at the {mistakes.PLACE(folder)}."
            )
        ),
    ),
    Mutant(
        "M16c",
        "calls the sender a city employee",
        ("V03",),
        stated(issues_found=["Statement {n} rests on an anonymous city employee alone."]),
    ),
    Mutant("M17", "adds a figure from elsewhere", ("V04",), edited(mistakes.new_figure)),
    Mutant(
        "M18",
        "adds a quote that nobody gave",
        ("V05",),
        added("“We owe residents an apology for last winter,” Brisson said."),
    ),
    Mutant("M19", "divides by the population of this year", ("R01", "R11"), redone(mistakes.per_head_of_this_year)),
    Mutant("M20", "leaves the unsupported statement without a mark", ("R12",), redone(mistakes.unsourced_left)),
    Mutant("M21", "leaves a mistakes.digest instead of the article", ("R12",), edited(mistakes.digest)),
    Mutant("M22", "names every file for every statement", ("R13",), relisted(mistakes.all_files)),
    Mutant("M23", "marks the gap in the quote, but leaves it", ("R10",), replaced(mistakes.half_quote)),
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
    Mutant("M26", "calls a rounded figure wrong", ("R01",), redone(mistakes.exact_contract)),
    Mutant(
        "M27",
        "leaves the draft below the corrected article",
        ("R08", "R10", "R11", "R12", "V06"),
        edited(mistakes.draft_below),
    ),
    Mutant("M28", "hides the corrections in the draft", ("R08", "R11", "V06"), mistakes.hidden_corrections),
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
    Mutant("M34", "adds a second list that clears the trip", ("R01", "R07"), mistakes.second_list),
    Mutant("M35", "gives two growths", ("R08",), replaced(mistakes.every_growth)),
    Mutant("M36", "calls the growth out once more in words", ("R08",), edited(mistakes.in_words)),
    Mutant("M37", "gives two figures for each inhabitant", ("R11",), replaced(mistakes.both_heads)),
    Mutant("M38", "leaves a sentence of the paragraph on hold", ("R11",), edited(mistakes.last_of_the_trip)),
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
    Mutant("M41", "adds the rest of an interview", ("R12",), edited(mistakes.padded)),
    Mutant(
        "M42",
        "quotes another sentence in the list",
        ("R03",),
        with_row("quote", correct_value=mistakes.quote_altered_in),
    ),
    Mutant(
        "M42b",
        "has only the missing words in the list",
        ("R03",),
        with_row("quote", correct_value=lambda _, verdict: " ".join(verdict.correct.split()[-6:])),
    ),
    Mutant(
        "M42c",
        "lets the treasurer say more",
        ("R03",),
        with_row("quote", correct_value=lambda _, verdict: f"{verdict.correct} I am sorry for it."),
    ),
    Mutant("M43", "tells the editor of nothing that was wrong", ("R09",), stated(issues_found=[])),
    Mutant(
        "M43b",
        "tells the editor that nothing was wrong",
        ("R01",),
        stated(summary="All ten statements were found supported, and the article can run as it is."),
    ),
    Mutant("M44", "leaves a second list in another file", ("R01",), mistakes.other_list),
    Mutant("M44b", "adds a column with other verdicts", ("R01",), relisted(mistakes.further_column)),
    Mutant("M44c", "takes the hold back below the list", ("R07",), mistakes.line_below),
    Mutant(
        "M45",
        "takes hearsay for the second source",
        ("R07",),
        stated(
            questions=["Statement {n}: Lamarre confirmed the trip, so with the tip we have two sources and it can run."]
        ),
    ),
    Mutant(
        "M45b",
        "would print it all the same",
        ("R07",),
        stated(questions=["Statement {n}: I would print the trip without a second source or a reply."]),
    ),
    Mutant(
        "M45c",
        "calls the person concerned",
        ("R07",),
        stated(assumptions=["I have called the person concerned about the trip and noted that there is no comment."]),
    ),
    Mutant("M45d", "abstains", ("R07",), stated(status="abstained")),
    Mutant(
        "M46",
        "describes the sender in other words",
        ("V03",),
        with_row("trip", note="Only the tip, second-hand. The sender has worked for the city for a long time."),
    ),
    Mutant("M46b", "describes the sender where nobody looks", ("V03",), edited(mistakes.told_in_properties)),
    Mutant("M47", "strikes the trip out instead of cutting it", ("R11", "V06"), edited(mistakes.struck_trip)),
    Mutant(
        "M48",
        "turns a sentence into its contrary",
        ("R12",),
        replaced(lambda _, __: ("service cost more", "service cost less")),
    ),
    Mutant("M48b", "swaps two numbers", ("R12",), replaced(mistakes.streets_swapped)),
    Mutant("M48c", "changes the contract", ("R12",), replaced(lambda _, __: ("before taxes", "after taxes"))),
    Mutant("M49", "loses the byline", ("R12",), edited(mistakes.without_byline)),
    Mutant("M49b", "loses the headline", ("R12",), edited(mistakes.without_headline)),
    Mutant("M49c", "leaves the status of a draft", ("R12",), added("Status: DRAFT, not checked, not for publication")),
    Mutant(
        "M50",
        "hints at what was cut",
        ("R12",),
        added("Another matter, which concerns the municipal garage, was not ready for this edition."),
    ),
    Mutant(
        "M50b",
        "adds short sentences of its own",
        ("R12",),
        added("Nobody apologised for it. Residents are furious now. Heads must roll soon. The city misled everybody."),
    ),
    Mutant(
        "M51",
        "gives the growth in dollars",
        ("R02",),
        with_row("growth", correct_value=lambda _, verdict: verdict.correct.replace(" %", " dollars")),
    ),
    Mutant(
        "M51b",
        "gives the growth and another one in words",
        ("R02",),
        with_row("growth", correct_value=lambda _, verdict: f"{verdict.correct}, or eleven per cent"),
    ),
    Mutant(
        "M51c",
        "gives the fall in euros",
        ("R05",),
        with_row("fall", correct_value=lambda _, verdict: f"€{verdict.correct}"),
    ),
    Mutant("M51d", "rounds the growth up in the headline", ("R08",), replaced(mistakes.half_more)),
    Mutant(
        "M52",
        "has another figure for a supported statement",
        ("R01",),
        with_row("spent", correct_value=mistakes.budget_of_the_year),
    ),
    Mutant(
        "M53",
        "names a source that is not there",
        ("R13",),
        with_row("spent", source_file=f"{ACCOUNTS}; auditor_report.pdf"),
    ),
    Mutant("M54", "marks the unsupported statement in words", ("R12",), redone(mistakes.unsourced_softened)),
    all_flagged(
        "puts every statement on hold", ("R01", "R02", "R03", "R04", "R05", "R06"), redone(mistakes.everything_on_hold)
    ),
]
