"""Opens everything in a package once and sorts it by what it is."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

from acc04.books import Ledger, OpenItem, read_ledger, read_open_items
from acc04.consolidated import Statement, is_consolidated, read_statement
from acc04.forms import Form, read_forms
from acc04.letters import Letter, read_letter
from acc04.pages import Page, read_pdf
from acc04.prior import Prior, read_prior
from acc04.values import plain

YEAR = 2025


@dataclass(frozen=True)
class Said:
    """Something that the client or the preparer wrote, and when.

    Attributes:
        about: Subject of the mail or the open item.
        text: What was written.
        dated: When.
        client: Whether the client wrote it.
        author: Who wrote it.
        question: What was asked, where it is an answer.
    """

    about: str
    text: str
    dated: date
    client: bool
    author: str = ""
    question: str = ""

    def mentions(self, *words: str) -> bool:
        """Tell whether subject or text have all of these words, whatever their case."""
        whole = f" {plain(self.about)} {plain(self.text)} "
        return all(f" {plain(word)} " in whole for word in words)


@dataclass
class Papers:
    """The package, opened."""

    forms: list[Form] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    texts: dict[str, list[Page]] = field(default_factory=dict)
    ledgers: list[Ledger] = field(default_factory=list)
    items: list[OpenItem] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    prior: Prior = field(default_factory=Prior)
    questionnaire: list[Page] = field(default_factory=list)

    def client(self, *words: str) -> list[Said]:
        """Return what the client wrote that has these words, the latest first."""
        return sorted((s for s in self.said if s.client and s.mentions(*words)), key=lambda s: s.dated, reverse=True)


def read_papers(bundle: Path) -> Papers:
    """Return everything in `inputs/sources` of a bundle."""
    sources = bundle / "inputs" / "sources"
    papers = Papers(prior=read_prior(sources / "prior_year_xml"))
    for path in sorted((*sources.glob("current_year/**/*"), *sources.glob("open_items/**/*"))):
        if path.suffix.casefold() == ".pdf":
            _sort(papers, path)
        elif path.suffix.casefold() == ".xlsx":
            _workbook(papers, path)
        elif path.suffix.casefold() == ".eml":
            papers.said.append(_mail(path))
    for path in sorted(sources.glob("prep_notes/**/*.md")):
        papers.said += list(_notes(path.read_text(encoding="utf-8")))
    papers.said += [
        Said(item.about, item.reply, item.replied or item.asked or date.min, True, question=item.question)
        for item in papers.items
        if item.answered
    ]
    return papers


def _sort(papers: Papers, path: Path) -> None:
    pages = read_pdf(path)
    if is_consolidated(pages):
        papers.statements.append(read_statement(pages, path.name))
        return
    if "questionnaire for tax year" in pages[0].text.casefold():
        papers.questionnaire = list(pages)
        return
    forms = [form for page in pages for form in read_forms(page)]
    for form in forms:
        form.file = path.name
    if forms:
        _statements_behind(forms, pages)
        papers.forms += forms
        return
    papers.texts[path.name] = list(pages)
    papers.letters.append(read_letter(pages, path.name))


def _statements_behind(forms: Sequence[Form], pages: Sequence[Page]) -> None:
    """Keep the lines of the statements behind a K-1 with the form."""
    behind = [page for page in pages if "Statements to Schedule K-1" in page.text or "code Z" in page.text]
    for form in forms:
        if form.number.startswith("K-1") and behind:
            form.boxes["statements"] = [[line for page in behind for line in page.text.splitlines()]]


def _workbook(papers: Papers, path: Path) -> None:
    items = read_open_items(path) if path.parent.name == "open_items" else []
    if items:
        papers.items += items
        return
    ledger = read_ledger(path, YEAR)
    if ledger.title:
        papers.ledgers.append(ledger)


def _mail(path: Path) -> Said:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    text = body.get_content() if body else ""
    when = parsedate_to_datetime(str(message["Date"])).date()
    author = str(message["From"]).split("<")[0].strip()
    firm = "castlemaine" in str(message["From"]).casefold()
    return Said(str(message["Subject"]), " ".join(text.split()), when, not firm, author)


def _notes(text: str) -> Iterator[Said]:
    """Yield the preparer's notes, each with its date where it has one."""
    for line in text.splitlines():
        if line.startswith("- "):
            dated = re.match(r"- (\d{1,2})/(\d{1,2})(?:/(\d{2,4}))?", line)
            when = date(YEAR + 1, int(dated[1]), int(dated[2])) if dated else date(YEAR + 1, 1, 1)
            yield Said("", line[2:], when, False)
