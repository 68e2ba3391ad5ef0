"""Ways to spoil the finished work: on other findings, in one file, in the words of letter or summary."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import docx

from ins02.file import ClaimFile, Stub, read_file
from ins02.income import Assessment, Basis, assess
from ins02.writing import write_completion, write_letter, write_options

OPTIONS, LETTER, COMPLETION = "irb_options.json", "claimant_letter.docx", "COMPLETION.json"


def reworked(change: Callable[[ClaimFile, Assessment], None]) -> Callable[[Path], None]:
    """Return what works the claim anew in a workspace, with one change to the solver's own findings."""

    def apply(workspace: Path) -> None:
        file = read_file(workspace / "inputs")
        found = assess(file)
        change(file, found)
        out = workspace / "out"
        write_options(file, found, out / OPTIONS)
        write_letter(file, found, out / LETTER)
        write_completion(file, found, out / COMPLETION)

    return apply


def rewritten(name: str, change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    """Return what changes one JSON file of the solution."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / name
        content = json.loads(path.read_bytes())
        change(content)
        path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    return apply


def with_sentence(sentence: Callable[[dict[str, Any]], str]) -> Callable[[Path], None]:
    """Return what adds a paragraph to the letter, made from the options."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / LETTER
        letter = docx.Document(str(path))
        letter.add_paragraph(sentence(json.loads((workspace / "out" / OPTIONS).read_bytes())))
        letter.save(str(path))

    return apply


def after(*steps: Callable[[Path], None]) -> Callable[[Path], None]:
    """Return what takes several steps one after the other."""

    def apply(workspace: Path) -> None:
        for step in steps:
            step(workspace)

    return apply


def higher(options: dict[str, Any]) -> tuple[str, float]:
    """Return the higher basis and its benefit."""
    name = max(("basis_4_weeks", "basis_52_weeks"), key=lambda each: options[each]["weekly_benefit"])
    return name.removeprefix("basis_"), options[name]["weekly_benefit"]


def of_weeks(weeks: int, stubs: Callable[[ClaimFile], list[Stub]]) -> Callable[[ClaimFile, Assessment], None]:
    """Return what takes other stubs into a basis."""

    def change(file: ClaimFile, found: Assessment) -> None:
        basis = Basis(stubs(file)[-weeks:], file.rate, file.cap)
        basis.compute(sum((stub.wages for stub in basis.weeks), Decimal(0)))
        if weeks == len(found.four.weeks):
            found.four = basis
        else:
            found.year = basis

    return change


def saying(sentence: str) -> Callable[[Path], None]:
    """Return what adds a sentence to the letter; `{amount}` is the higher benefit, `{second}` the second employer."""

    def apply(workspace: Path) -> None:
        second = assess(read_file(workspace / "inputs")).unconfirmed[0]
        with_sentence(lambda options: sentence.format(amount=f"${higher(options)[1]:,.2f}", second=second))(workspace)

    return apply


def summed_up(sentence: str, *, assumed: bool = False) -> Callable[[Path], None]:
    """Return what says something in the completion file, as its summary or as an assumption."""

    def apply(workspace: Path) -> None:
        second = assess(read_file(workspace / "inputs")).unconfirmed[0]
        options = json.loads((workspace / "out" / OPTIONS).read_bytes())
        said = sentence.format(amount=f"{higher(options)[1]:.2f}", second=second)
        fields = {"assumptions": [said]} if assumed else {"summary": said}
        rewritten(COMPLETION, lambda content: content.update(fields))(workspace)

    return apply


def with_row(*texts: str) -> Callable[[Path], None]:
    """Return what adds a table of one row to the letter."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / LETTER
        letter = docx.Document(str(path))
        for cell, text in zip(letter.add_table(rows=1, cols=len(texts)).rows[0].cells, texts, strict=True):
            cell.text = text
        letter.save(str(path))

    return apply


def written_as(*paragraphs: str) -> Callable[[Path], None]:
    """Return what writes another letter; `{claim}` is the claim number, `{second}` the second employer."""

    def apply(workspace: Path) -> None:
        file = read_file(workspace / "inputs")
        letter = docx.Document()
        for text in paragraphs:
            letter.add_paragraph(text.format(claim=file.claim_number, second=assess(file).unconfirmed[0]))
        letter.save(str(workspace / "out" / LETTER))

    return apply


def replacing(old: str, new: str) -> Callable[[Path], None]:
    """Return what replaces words of the letter."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / LETTER
        letter = docx.Document(str(path))
        for paragraph in letter.paragraphs:
            if old in paragraph.text:
                paragraph.text = paragraph.text.replace(old, new)
        letter.save(str(path))

    return apply


def optioned(**fields: Any) -> Callable[[Path], None]:
    """Return what sets entries of the options."""
    return rewritten(OPTIONS, lambda content: content.update(fields))
