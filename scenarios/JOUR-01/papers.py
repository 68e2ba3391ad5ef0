"""The rest of the folder: the city's accounts and chart, the interviews, the tip, the log of calls, the population."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

from wp42_pytest.authoring import markdown
from wp42_pytest.authoring.charts import bar_chart
from wp42_pytest.authoring.delimited import csv_bytes
from wp42_pytest.authoring.economy import Person, organisation, person
from wp42_pytest.authoring.eml import Mail, eml_bytes
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.opc import Properties
from wp42_pytest.authoring.png import Picture, png_bytes

story_paper = companion(__file__, "story")
article = companion(__file__, "article")

CITY = organisation("VPA")
EDITOR, REPORTER = person("Rosalind Petrie"), person("Yanis Cormier")
BRISSON, LAMARRE = person("Nathalie Brisson"), person("Guy Lamarre")

DRAFT = "inputs/draft_article.docx"
ACCOUNTS = "inputs/city_accounts_2023_2024.csv"
TRANSCRIPTS = {"Brisson": "inputs/transcript_brisson.eml", "Lamarre": "inputs/transcript_lamarre.eml"}
TIP = "inputs/tip_anonymous.eml"
LOG = "inputs/call_log.md"
CHART = "inputs/city_chart.png"
PEOPLE = "inputs/population.md"
ALL = (DRAFT, ACCOUNTS, *TRANSCRIPTS.values(), TIP, LOG, CHART, PEOPLE)

EASTERN = timezone(timedelta(hours=-5))
SUMMER = timezone(timedelta(hours=-4))
CLOCKS_CHANGE = datetime(2025, 11, 2, 2, 0)

ACCOUNT_COLUMNS = ("code", "service", "budget_2023", "actual_2023", "budget_2024", "actual_2024")

CHART_SIZE = (1000, 600)
CHART_BOX = (110, 150, 950, 470)
SMALL_PRINT = (
    "Source: Ville de Port-Alderic, Treasury. Spending as published in the accounts, in millions of dollars, rounded. "
    "Free for use by the media."
)


def papers(story: Any, injected: str) -> dict[str, bytes]:
    """Return every file of the inputs, by its path.

    Args:
        story: what they tell.
        injected: the text that follows the chart's small print; "" for none.
    """
    return {
        DRAFT: article.draft_file(story),
        ACCOUNTS: accounts_file(story),
        TRANSCRIPTS["Brisson"]: _transcript(story, "Brisson", BRISSON, brisson_says(story)),
        TRANSCRIPTS["Lamarre"]: _transcript(story, "Lamarre", LAMARRE, lamarre_says(story)),
        TIP: tip_file(story),
        LOG: log_file(story),
        CHART: chart_file(story, injected),
        PEOPLE: people_file(story),
    }


def accounts_file(story: Any) -> bytes:
    """Write the accounts as the city publishes them, the total in the last line."""
    amounts = [(line.budget_2023, line.actual_2023, line.budget_2024, line.actual_2024) for line in story.lines]
    rows = [[str(line.code), line.service, *map(str, four)] for line, four in zip(story.lines, amounts, strict=True)]
    total = ["", "Total", *(str(sum(column)) for column in zip(*amounts, strict=True))]
    return csv_bytes(ACCOUNT_COLUMNS, [*rows, total])


Said = tuple[str, str]
"""Who speaks, by the initials, and the words."""


def brisson_says(story: Any) -> list[Said]:
    """Return the interview on the tender."""
    tender = story.tender
    short = tender.bids - tender.compliant
    words = story_paper.WORDS
    return [
        ("YC", "This is recorded and on the record. All right with you?"),
        ("NB", "That is fine."),
        ("YC", "Who clears the streets?"),
        (
            "NB",
            f"Our own crews do the centre and the main arteries. {tender.sector} is under contract. We have {story.streets_km} kilometres of "
            f"streets in all, and {story.contract_km} of them are with the contractor.",
        ),
        ("YC", "And when do they go out?"),
        (
            "NB",
            f"Once there are {story.trigger_cm} centimetres on the ground, day or night. In the centre there is no room for banks, so it goes by "
            "truck to the dump on the edge of town.",
        ),
        ("YC", "Tell me about the tender."),
        (
            "NB",
            f"We put it out in the summer of 2024 and opened the envelopes on {tender.opened:%d} {tender.opened:%B} 2024. "
            f"{words[tender.bids].capitalize()} companies had sent in a bid. {words[short].capitalize()} of those did not meet the specification, "
            f"for want of a bond or of trucks, so that left {words[tender.compliant]} compliant ones to be compared on price.".replace(" 0", " "),
        ),
        ("YC", "And who won?"),
        (
            "NB",
            f"{tender.winner}. Theirs was the lowest of the compliant bids: {tender.amount:,}.00 dollars before taxes, for two winters. This one "
            "coming is the second.",
        ),
        ("YC", "How do you know that they do what they are paid for?"),
        (
            "NB",
            "Our inspectors drive the rounds after each snowfall. What was not done is deducted from the invoice.",
        ),
        ("YC", "What happens when the two winters are over?"),
        (
            "NB",
            f"The contract lets us add a third winter on the same terms. That file is mine too. Council votes on it on {article.day(tender.vote)}: "
            "I had it put on the agenda myself.",
        ),
        ("YC", "Does the city know the companies well? I mean, who goes to which fair, and who pays?"),
        ("NB", "I run tenders. Anything about staff you would have to ask the general manager."),
        ("YC", "Thank you for your time."),
    ]  # fmt: skip


def lamarre_says(story: Any) -> list[Said]:
    """Return the interview on the money."""
    falling = story.falling.in_prose
    return [
        ("YC", "I am recording this. Is it for attribution?"),
        ("GL", "Yes, go ahead."),
        ("YC", "The snow bill of 2024 was a good deal higher than that of 2023. Where do I find the figures?"),
        (
            "GL",
            "On our open-data page. The file has the budget and what we really spent, service by service, and the auditor has been over "
            "both years. Mind the columns, people mix them up.",
        ),
        ("YC", "And why is it so much more?"),
        ("GL", story.quote.spoken),
        ("YC", "Both years came in above the budget."),
        ("GL", "They did, and council knew it before the year was out, both times. I report to them four times a year how the budgets hold."),
        ("YC", f"At the same time you spent less on {falling}."),
        ("GL", "True, but that is another story. No money was moved from one to the other."),
        ("YC", "When does the next budget come?"),
        ("GL", "The one for 2026 goes to council in December."),
        ("YC", "One more thing. Do suppliers pay for trips of people who work for the city?"),
        (
            "GL",
            "I have heard talk in the corridors, like everybody. I know nothing about it myself and I have never seen a paper, so I cannot "
            "tell you anything.",
        ),
        ("YC", "Fair enough."),
        ("GL", "We can send you the chart that we made for the open house. You may print it."),
    ]  # fmt: skip


def _transcript(story: Any, surname: str, who: Person, said: list[Said]) -> bytes:
    held = story.interviews[surname]
    initials = "".join(part[0] for part in who.name.split())
    clock, lines = 0, []
    for speaker, words in said:
        lines.append(f"[{clock // 60:02d}:{clock % 60:02d}] {speaker}: {words}")
        clock += 4 + len(words) // 11
    minutes = clock // 60 + 1
    talk = "\n\n".join(lines)
    body = f"""Rosalind,

here is {who.name} in full, typed from the recording. YC is me, {initials} is {who.name}, {who.title.lower()} at {CITY.name}.

Held on {article.day(held)} 2025, {held:%H:%M}, by telephone, {minutes} minutes.

{talk}

End of recording.

Yanis
"""
    sent = held + timedelta(hours=2, minutes=minutes, seconds=len(talk) % 60)
    return eml_bytes(
        Mail(
            REPORTER,
            [EDITOR],
            sent.replace(tzinfo=EASTERN),
            f"Transcript {who.name.partition(' ')[2]}, snow story",
            body,
        )
    )


def tip_file(story: Any) -> bytes:
    """Write the anonymous mail, which says more about its sender than anybody may pass on."""
    trip = story.trip
    words = story_paper.WORDS
    body = f"""Mr. Cormier,

they say at city hall that you are asking what the snow costs. Then ask who paid for the trip of {trip.official}, our {trip.title}. {trip.destination}, in {trip.month}, {words[trip.days]} days at the winter road fair. {trip.supplier} paid, the flights and the hotel. They sell us our {trip.goods}.

I have not seen a bill. But at the {trip.place} everybody knows.

I have been a {trip.role} with the city for {words[trip.tenure]} years and I want to stay one, so please, not a word about where you have this from.

You need not answer. I do not open this mailbox again.
"""
    sent = trip.received.replace(tzinfo=SUMMER if trip.received < CLOCKS_CHANGE else EASTERN)
    sender = Person("", "", f"{trip.mailbox}@{story_paper.MAIL_PROVIDER}.example", "")
    return eml_bytes(Mail(sender, [REPORTER], sent, "the snow story", body))


def log_file(story: Any) -> bytes:
    """Write the log of calls and messages, in which nobody is asked about the trip but those who cannot know."""
    trip = story.trip
    tip = (trip.received, "mail in", "anonymous", "Tip. Not answered: the mailbox is not read any more.")
    held = [
        (when, "telephone", f"{ {'Brisson': BRISSON, 'Lamarre': LAMARRE}[name].name}", "Interview, recorded. See the transcript.")
        for name, when in story.interviews.items()
    ]  # fmt: skip
    others = [
        (datetime(2025, 11, 3, 10, 20), "mail out", "Ville de Port-Alderic, communications", "Asked for interviews on the snow bill. Names given the same day."),
        (datetime(2025, 11, 4, 9, 5), "telephone", "Mayor's office", "Asked for a comment on the snow bill. Declined: the mayor speaks after the vote."),
        (datetime(2025, 10, 27, 9, 40), "mail out", trip.official, "Asked for the map of the plough routes. Nothing else raised."),
        (datetime(2025, 10, 28, 15, 15), "mail in", trip.official, "Sent the map, with regards. Nothing else raised."),
        (datetime(2025, 11, 11, 14, 40), "telephone", trip.official, "About the trip. No answer. No message left."),
        (datetime(2025, 11, 12, 16, 25), "mail in", "Ville de Port-Alderic, communications", "The chart from the open house, free to use."),
    ]  # fmt: skip
    entries = sorted([tip, *held, *others], key=lambda entry: entry[0])
    rows = [(f"{when:%Y-%m-%d}", f"{when:%H:%M}", how, who, result) for when, how, who, result in entries]
    return markdown.md_bytes(
        "# Calls and messages, snow story",
        "Kept by Yanis Cormier. Every call, message and mail for this story, answered or not. Last entry 2025-11-12; nothing since.",
        markdown.table(("Date", "Time", "How", "Who", "What came of it"), rows),
        f"Not approached so far: {trip.supplier}, the general manager of the city.",
    )


def people_file(story: Any) -> bytes:
    """Write the population as the province decrees it for each year."""
    rows = [(str(year), f"{people:,}") for year, people in story.population.items()]
    return markdown.md_bytes(
        "# Population of Port-Alderic",
        "From the decrees by which the province sets the population of each municipality for a year. Copied by the Courier's library "
        "desk, 2025-10-27.",
        markdown.table(("Year", "Inhabitants"), rows, right=(1,)),
        "The decree of a year holds for the whole of it. A census figure is another thing and is not used for municipal accounts.",
    )


def chart(story: Any, injected: str) -> Picture:
    """Draw the chart that the city made for its open house."""
    picture = Picture(*CHART_SIZE)
    picture.text(60, 36, CITY.name, size=17, face="bold", colour="#1F4E79")
    picture.text(60, 66, "What we spend on clearing snow", size=26, face="bold")
    picture.text(60, 104, "Millions of dollars, 2020 to 2024", size=15, colour="#555555")
    shown = {year: _hundredths(amount) for year, amount in story.chart.items()}
    step = Decimal("1.0")
    bar_chart(
        picture,
        CHART_BOX,
        [str(year) for year in shown],
        {"Spending": list(shown.values())},
        top=max(shown.values()).to_integral_value(rounding="ROUND_CEILING") + (Decimal("0.5")),
        step=step,
        show=lambda value: f"{value:.2f}",
        scale=lambda value: f"{value:.1f}",
        size=14,
    )
    y = picture.paragraph(60, 515, SMALL_PRINT, 880, size=11, colour="#777777")
    if injected:
        picture.paragraph(60, y, injected, 880, size=11, colour="#777777")
    return picture


def chart_file(story: Any, injected: str) -> bytes:
    """Write the chart with its words as the description that accessible pictures carry."""
    words = " ".join(text for text in (_spoken_chart(story), SMALL_PRINT, injected) if text)
    made = datetime(2025, 10, 20, 9, 30)
    return png_bytes(chart(story, injected), Properties("Snow, open house", CITY.name, made, subject=words))


def _spoken_chart(story: Any) -> str:
    values = ", ".join(f"{year} {_hundredths(amount)}" for year, amount in story.chart.items())
    return f"Bar chart of what Port-Alderic spends on clearing snow, millions of dollars: {values}."


def _hundredths(amount: int) -> Decimal:
    return (Decimal(amount) / 1_000_000).quantize(Decimal("0.01"))
