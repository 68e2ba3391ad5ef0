"""The draft as the reporter filed it, sentence by sentence, and the file that it came in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt

from wp42_pytest.authoring.docx import docx_bytes, letter, letterhead, memo_head, table
from wp42_pytest.authoring.economy import organisation
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.opc import Properties

story_paper = companion(__file__, "story")

PAPER = organisation("TVC")
REPORTER = "Yanis Cormier"
FILED = datetime(2025, 11, 13, 11, 52)

TABLE_HEADER = ("Year", "Budget", "Actual")
BYLINE = f"By {REPORTER}"
PLACE = "PORT-ALDERIC"
CAPTION = "Snow removal in Port-Alderic, in dollars"
SOURCE = "Source: Ville de Port-Alderic, published accounts"
END = "-30-"


@dataclass(frozen=True)
class Sentence:
    """A sentence of the draft.

    Args:
        text: its words, without the mark of its statement.
        claims: what its numbered statements are about, in their order; {} in the text stands for each mark.
    """

    text: str
    claims: tuple[str, ...] = ()


def dollars(amount: int) -> str:
    """Spell $140,000."""
    return f"${amount:,}"


def millions(amount: int) -> str:
    """Spell $3.55 million."""
    return f"${Decimal(amount) / 1_000_000:.2f} million"


def day(when: date) -> str:
    """Spell Monday, 17 November."""
    return f"{when:%A}, {when.day} {when:%B}"


def headline(story: Any) -> str:
    """Return the headline, which repeats the growth."""
    return f"Snow bill up {story.printed_growth} per cent as council weighs longer contract"


def paragraphs(story: Any) -> list[list[Sentence]]:
    """Return the body of the draft, a list of sentences for each paragraph; the table follows the quote."""
    parts = {
        "quote": _quote(story),
        "tender": _tender(story),
        "fall": _fall(story),
        "unsourced": _unsourced(story),
        "trip": _trip(story),
    }
    body = [_lede(story), _service(story)]
    for name in story.middle:
        body.append(parts[name])
    return [*body, _end(story)]


def _lede(story: Any) -> list[Sentence]:
    growth, spent, head = story.printed_growth, millions(story.snow.actual_2024), f"${story.per_head}"
    told = {
        ("growth", "spent", "per_head"): [
            Sentence(f"What Ville de Port-Alderic spends on clearing snow rose by {growth} per cent in a year {{}}.", ("growth",)),
            Sentence(f"The city spent {spent} on it in 2024 {{}}, which is {head} for each inhabitant {{}}.", ("spent", "per_head")),
        ],
        ("spent", "growth", "per_head"): [
            Sentence(
                f"Ville de Port-Alderic spent {spent} on clearing snow in 2024 {{}}, {growth} per cent more than in the year before {{}}.",
                ("spent", "growth"),
            ),
            Sentence(f"That comes to {head} for each inhabitant {{}}.", ("per_head",)),
        ],
        ("spent", "per_head", "growth"): [
            Sentence(
                f"Clearing snow cost Ville de Port-Alderic {spent} in 2024 {{}}, or {head} for each inhabitant {{}}.",
                ("spent", "per_head"),
            ),
            Sentence(f"That is an increase of {growth} per cent over 2023 {{}}.", ("growth",)),
        ],
    }  # fmt: skip
    return [*told[story.lede], Sentence("In both years the service cost more than council had set aside for it.")]


def _service(story: Any) -> list[Sentence]:
    return [
        Sentence(
            f"The city's own crews clear the centre and the main arteries, while {story.tender.sector} is cleared under contract."
        ),
        Sentence(
            f"Of {story.streets_km} kilometres of streets, {story.contract_km} are in the contractor's hands, said Nathalie Brisson of the "
            "procurement department."
        ),
        Sentence(
            f"Crews go out once {story.trigger_cm} centimetres are on the ground, day or night, and what they pick up in the centre is trucked "
            "to a dump on the edge of town."
        ),
    ]


def _quote(story: Any) -> list[Sentence]:
    printed = story.quote.printed.rstrip(".")
    return [
        Sentence(f"“{printed},” treasurer Guy Lamarre said about the bill {{}}.", ("quote",)),
        Sentence("His department publishes the accounts on the city's open-data page, service by service."),
        Sentence("The table below is taken from there."),
    ]


def _tender(story: Any) -> list[Sentence]:
    tender = story.tender
    count = story_paper.WORDS[tender.compliant]
    found = [
        Sentence(f"The work in {tender.sector} was put out to tender in the summer of 2024."),
        Sentence(f"{count.capitalize()} companies sent in a bid {{}}.", ("bids",)),
        Sentence(
            f"{tender.winner} won the contract, which runs for two winters and is worth {millions(tender.amount)} before taxes {{}}.",
            ("contract",),
        ),
    ]
    found.append(
        Sentence(
            "City inspectors drive the rounds after each snowfall and deduct from the invoice what was not done, Brisson said."
        )
    )
    return found if story.vote_last else [*found, _vote(story)]


def _vote(story: Any) -> Sentence:
    return Sentence(f"Council votes on {day(story.tender.vote)}, on whether to add a third winter {{}}.", ("vote",))


def _fall(story: Any) -> list[Sentence]:
    fell = dollars(story.printed_fall)
    return [
        Sentence(f"Not everything cost more: from 2023 to 2024, spending on {story.falling.in_prose} fell by {fell} {{}}.", ("fall",)),
        Sentence("Lamarre said that the money had not been moved from one service to the other."),
    ]  # fmt: skip


def _unsourced(story: Any) -> list[Sentence]:
    return [Sentence(f"{story.unsourced.text} {{}}.", ("unsourced",))]


def _trip(story: Any) -> list[Sentence]:
    trip = story.trip
    days = story_paper.WORDS[trip.days]
    return [
        Sentence(
            f"In {trip.month}, {trip.official}, {trip.title}, spent {days} days at a winter road fair in {trip.destination}, a trip for which "
            f"{trip.supplier} paid, flights and hotel included {{}}.",
            ("trip",),
        ),
        Sentence(f"{trip.supplier} sells the city {trip.goods}."),
    ]


def _end(story: Any) -> list[Sentence]:
    found = [
        Sentence("Council hears from the treasurer four times a year how the budgets hold."),
        Sentence("The city's budget for 2026 goes to council in December, Lamarre said."),
    ]
    return [*found, _vote(story)] if story.vote_last else found


def numbered(story: Any, sentence: Sentence) -> str:
    """Return a sentence with the marks of its statements."""
    return sentence.text.format(*(f"[{story.numbers[claim]}]" for claim in sentence.claims))


def unmarked(sentence: Sentence) -> str:
    """Return a sentence without the marks of its statements."""
    return re.sub(r" (?=[.,])", "", " ".join(sentence.text.replace("{}", "").split()))


def can_stay(story: Any) -> list[Sentence]:
    """Return the sentences of the body that may stand in a corrected article, corrected or as they are."""
    every = [each for part in paragraphs(story) for each in part if not {"trip", "unsourced"} & {*each.claims}]
    return [each for each in every if story.trip.supplier not in each.text]


def untouched(story: Any) -> list[str]:
    """Return the sentences that no finding concerns."""
    return [each.text for each in can_stay(story) if not each.claims]


def standing(story: Any, supported: tuple[str, ...]) -> list[str]:
    """Return the sentences with which nothing is wrong, those with statements that are borne out included."""
    return [unmarked(each) for each in can_stay(story) if {*each.claims} <= {*supported}]


def lines(story: Any) -> list[str]:
    """Return what else stands in the draft: headline, byline, place, caption and source of the table, and the end."""
    return [headline(story), f"{BYLINE}, {PAPER.name}", PLACE, CAPTION, SOURCE, END]


def table_rows(story: Any) -> list[tuple[str, str, str]]:
    """Return the rows of the draft's table, in which the columns of 2023 are swapped."""
    snow = story.snow
    return [
        ("2023", f"{snow.actual_2023:,}", f"{snow.budget_2023:,}"),
        ("2024", f"{snow.budget_2024:,}", f"{snow.actual_2024:,}"),
    ]


def draft_file(story: Any) -> bytes:
    """Write the draft as the newsroom's system hands it over."""
    document = letter(font="Georgia", size=10.5)
    letterhead(document, PAPER, colour="1F3A5F")
    _page_number(document.sections[0].footer.add_paragraph())
    memo_head(
        document,
        [
            ("Slug", "SNOW-PA"),
            ("Page", "3, edition of Friday, 14 November 2025"),
            ("Filed", f"{FILED:%Y-%m-%d %H:%M} by {REPORTER}"),
            ("Status", "DRAFT, not checked, not for publication"),
        ],
    )
    head = document.add_heading(headline(story), level=1)
    head.paragraph_format.space_before = Pt(6)
    byline = document.add_paragraph()
    byline.add_run(BYLINE).bold = True
    byline.add_run(f", {PAPER.name}")
    first, *rest = paragraphs(story)
    document.add_paragraph(f"{PLACE} — " + _joined(story, first))
    for part in rest:
        document.add_paragraph(_joined(story, part))
        if part == _quote(story):
            _add_table(document, story)
    end = document.add_paragraph(END)
    end.alignment = WD_ALIGN_PARAGRAPH.CENTER
    return docx_bytes(document, Properties("SNOW-PA", REPORTER, FILED, subject="Draft"))


def _joined(story: Any, part: list[Sentence]) -> str:
    return " ".join(numbered(story, sentence) for sentence in part)


def _add_table(document: Any, story: Any) -> None:
    caption = document.add_paragraph()
    caption.add_run(CAPTION).bold = True
    caption.paragraph_format.keep_with_next = True
    table(document, TABLE_HEADER, table_rows(story), (3.0, 4.2, 4.2))
    for row in document.tables[-1].rows:
        for cell in row.cells[1:]:
            cell.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.RIGHT
    source = document.add_paragraph()
    source.add_run(SOURCE).italic = True


def _page_number(paragraph: Any) -> None:
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    run = paragraph.add_run()
    for kind, text in (("begin", ""), ("", "PAGE"), ("end", "")):
        if kind:
            element = OxmlElement("w:fldChar")
            element.set(qn("w:fldCharType"), kind)
        else:
            element = OxmlElement("w:instrText")
            element.text = text
        run._r.append(element)
