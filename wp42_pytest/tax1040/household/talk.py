"""What people write: the client's mails, letters on paper, the list of open items, the preparer's notes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.economy import Person as Writer
from wp42_pytest.authoring.eml import Mail, eml_bytes
from wp42_pytest.authoring.markdown import bullets, md_bytes
from wp42_pytest.authoring.opc import Properties
from wp42_pytest.authoring.xlsx import Cell, Sheet, Style, openpyxl_bytes
from wp42_pytest.tax1040.documents.flow import Block, Head, Text
from wp42_pytest.tax1040.household.draws import long_date, us_date
from wp42_pytest.tax1040.household.package import NOTES, OPEN, PREPARED, YEAR

if TYPE_CHECKING:
    from wp42_pytest.tax1040.household.cast import Party
    from wp42_pytest.tax1040.household.cast import Person as Member
    from wp42_pytest.tax1040.household.package import Package

EASTERN = timezone(timedelta(hours=-5))
PREPARER = Writer("Rowena Castlemaine", "Senior preparer", "rowena@castlemaine-tax.example", "")
_OFFICERS = (
    "Treasurer",
    "Campaign chair",
    "Director",
    "Director of Development",
    "Managing member",
    "Counsel to the estate",
)
_SIGNATORIES = (
    "Beatrix Holloway",
    "Clement Oyelaran",
    "Dorothea Pritchett",
    "Everett Nakagawa",
    "Philippa Standish",
    "Tobias Renfrew",
)
_HEAD = Style(bold=True, fill="DDE6F0", wrap=True)
_WRAP = Style(wrap=True)
_TOP = Style(align="left")
_DAY = Style(align="left", number_format="mm/dd/yyyy")


def client_mail(
    package: Package, sent: date, subject: str, body: str, *, folder: str = OPEN, by: Member | None = None
) -> str:
    """Put a mail of the client to the preparer into the package."""
    rng = package.stream("mail time")
    person = by or package.taxpayer
    writer = Writer(
        f"{person.first} {person.last}", "", f"{person.first.lower()}.{person.last.lower()}@postbox.example", ""
    )
    moment = datetime(sent.year, sent.month, sent.day, int(rng.integers(7, 22)), int(rng.integers(60)), tzinfo=EASTERN)
    greeting, _, rest = body.partition("\n\n")
    body = f"{greeting}\n\n{rest[:1].upper()}{rest[1:]}"
    mail = Mail(writer, [PREPARER], moment, subject, body)
    name = "".join(letter if letter.isalnum() else "_" for letter in subject)[:40]
    return package.add(folder, f"{sent.isoformat()} {name}.eml", eml_bytes(mail))


def letter(
    package: Package, title: str, sender: Party, written: date, paragraphs: Sequence[str], *, sign: str, **more: Any
) -> str:
    """Put a letter on the letterhead of a party into the package."""
    name = f"{pick(package.stream('signatory'), _SIGNATORIES)}\n" if sign in _OFFICERS else ""
    reader = package.joint_addressee() if package.joint else package.addressee(package.taxpayer)
    blocks: list[Block] = [
        Text(long_date(written), gap=14),
        Text("\n".join(more.pop("to", reader)), gap=14),
        *[Text(paragraph, gap=9) for paragraph in paragraphs if isinstance(paragraph, str)],
        Text(f"Sincerely,\n\n{name}{sign}", gap=4),
    ]
    head = Head([*sender.lines, f"{sender.phone}  {sender.domain}"], running=(), foot="", numbered=False)
    return package.flow(title, head, blocks, **{"received": max(written, date(2026, 1, 5)), **more})


def note_to_file(package: Package) -> str:
    """Write the preparer's notes."""
    people = " and ".join(f"{one.first} {one.last} ({one.key})" for one in package.adults)
    return package.add(
        NOTES,
        "preparer_notes.md",
        md_bytes(
            f"# {package.taxpayer.last} {YEAR}: notes to file",
            f"Preparer: {PREPARER.name}. Clients: {people}. Folder closed {us_date(PREPARED.date())}.",
            bullets(package.notes) if package.notes else "No notes.",
        ),
    )


def open_items(package: Package) -> str:
    """Write the list of open items with the client's replies."""
    header = ("#", "About", "Question", "Asked", "Client's reply", "Replied", "Status")
    rows: list[list[Any]] = [[Cell(f"Open items {YEAR}: {package.couple}", Style(bold=True, size=12))], []]
    rows.append([Cell(text, _HEAD) for text in header])
    if not package.open_items:
        package.ask("Engagement letter", "Please sign and return the engagement letter.", "Signed, in the folder.")
    heights = {}
    for number, item in enumerate(package.open_items, start=1):
        cells: list[Any] = [
            Cell(number, _TOP),
            Cell(item.about, _WRAP),
            Cell(item.question, _WRAP),
            Cell(item.asked, _DAY),
        ]
        cells += [Cell(item.reply, _WRAP), Cell(item.replied, _DAY), Cell(item.status, _WRAP)]
        rows.append(cells)
        lines = max(len(text) // width + 1 for text, width in ((item.question, 50), (item.reply, 58), (item.about, 22)))
        heights[len(rows)] = 14.0 * lines
    sheet = Sheet("Open items", rows, widths=(5, 24, 52, 12, 60, 12, 12), freeze="A4", landscape=True, heights=heights)
    return package.add(
        OPEN, "open_items.xlsx", openpyxl_bytes([sheet], Properties("Open items", PREPARER.name, PREPARED))
    )
