"""Read the exports, the calendar, the scans and the mail of the folder."""

import csv
import email
import email.policy
import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from pypdf import PdfReader

TODAY = date(2025, 11, 10)
YEAR_STARTS = date(2025, 5, 1)
ISO = r"\d{4}-\d\d-\d\d"
ACKNOWLEDGED = re.compile(rf"handed to me.*?Date:\s*({ISO})", re.DOTALL)
BEGINS = re.compile(rf"employment\s+begins\s+on\s+({ISO})")
RESIGNS = re.compile(rf"resignation.*?last\s+day\s+of\s+work\s+will\s+be\s+({ISO})", re.DOTALL)
AUTHORISED = re.compile(rf"I authorise the clinic to deduct.*?Date:\s*({ISO})", re.DOTALL)
RECEIPT_LINE = re.compile(r"^(?P<words>.+?) (?P<tag>[A-Z]+-[A-Z]+-\d+) (?P<value>[\d,]+\.\d\d) ", re.MULTILINE)
DEDUCT = re.compile(r"deduct (?:the |)(\d[\d,]*\.\d\d)")
HANDED_TODAY = re.compile(r"hand (?:him|her) (?:his|her) notice today")
PARAGRAPH_OF = re.compile(r"^(?P<first>[^\s:]+): (?P<text>.+)$", re.MULTILINE)
CLAIMED = re.compile(r"about (\d+(?:\.\d+)?) h\b")


@dataclass(frozen=True)
class Payment:
    """One line of the payroll export."""

    entry: str
    run: str
    first: date
    code: str
    gross: Decimal


@dataclass
class Leaver:
    """Somebody who leaves, with what the folder holds about them."""

    id: str
    first: str
    last: str
    title: str
    last_day: date
    hired: date
    weekly: Decimal
    hourly: Decimal
    has_bank: bool
    entitled: int = 0
    balance: Decimal = Decimal(0)
    payments: list[Payment] = field(default_factory=list)
    taken: list[date] = field(default_factory=list)
    called_off: list[date] = field(default_factory=list)
    scans: dict[str, str] = field(default_factory=dict)
    mail: str = ""
    note: str = ""
    notice: date | None = None

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}"

    @property
    def engagements(self) -> list[date]:
        """First days of the signed contracts."""
        return sorted(date.fromisoformat(day) for text in self.scans.values() for day in BEGINS.findall(text))

    @property
    def left(self) -> date | None:
        """Last day of an engagement from which they resigned."""
        found = [match[1] for text in self.scans.values() if (match := RESIGNS.search(text))]
        return date.fromisoformat(found[0]) if found else None


def read_folder(inputs: Path) -> list[Leaver]:
    """Return the people with a last day in the HR system, with everything that the folder holds about them."""
    leavers = [_leaver(row) for row in _rows(inputs / "hris_export.csv") if row["last_day"]]
    balances = {row["employee_id"]: row for row in _rows(inputs / "hris_vacation.csv")}
    payments = _rows(inputs / "earnings_2025.csv")
    events = _events((inputs / "vacation_calendar.ics").read_text(encoding="utf-8"))
    scans = {path.name: _pdf_text(path) for path in sorted(inputs.glob("*.pdf"))}
    mail = _mail_text(inputs / "email_nadon.eml")
    notes = [path.read_text(encoding="utf-8") for path in sorted(inputs.glob("*note*.md"))]
    for one in leavers:
        balance = balances[one.id]
        one.entitled = int(Decimal(balance["entitled_2024_25"]))
        one.balance = Decimal(balance["balance"])
        one.payments = [_payment(row) for row in payments if row["employee_id"] == one.id]
        for summary, status, days in events:
            if one.name in summary:
                (one.called_off if status == "CANCELLED" else one.taken).extend(
                    day for day in days if day >= YEAR_STARTS
                )
        one.scans = {name: text for name, text in scans.items() if one.id in text}
        one.mail = _about(mail, one.first)
        one.note = next((text for text in notes if one.first in text), "")
        one.notice = _notice(one)
    return leavers


def _leaver(row: dict[str, str]) -> Leaver:
    return Leaver(
        id=row["employee_id"],
        first=row["first_name"],
        last=row["last_name"],
        title=row["job_title"],
        last_day=date.fromisoformat(row["last_day"]),
        hired=date.fromisoformat(row["hire_date"]),
        weekly=Decimal(row["weekly_wage"]),
        hourly=Decimal(row["hourly_rate"]),
        has_bank=row["overtime_bank"] == "yes",
    )


def _payment(row: dict[str, str]) -> Payment:
    return Payment(
        row["entry_no"], row["run"], date.fromisoformat(row["period_start"]), row["code"], Decimal(row["gross"])
    )


def _notice(one: Leaver) -> date | None:
    for text in one.scans.values():
        if match := ACKNOWLEDGED.search(text):
            return date.fromisoformat(match[1])
    return TODAY if HANDED_TODAY.search(one.mail) else None


def _about(mail: str, first: str) -> str:
    """Return the paragraphs of the mail from the one that opens with a first name up to the next such one."""
    kept, mine = [], False
    for paragraph in mail.split("\n\n"):
        if match := PARAGRAPH_OF.match(paragraph):
            mine = match["first"] == first
        if mine:
            kept.append(" ".join(paragraph.split()))
    return "\n".join(kept)


def _events(text: str) -> list[tuple[str, str, list[date]]]:
    unfolded = re.sub(r"\r?\n[ \t]", "", text)
    found = []
    for block in unfolded.split("BEGIN:VEVENT")[1:]:
        fields = dict(line.split(":", 1) for line in block.splitlines() if ":" in line)
        start, end = fields.get("DTSTART;VALUE=DATE"), fields.get("DTEND;VALUE=DATE")
        if start and end:
            first, after = (date(int(day[:4]), int(day[4:6]), int(day[6:])) for day in (start, end))
            days = [first + timedelta(days=number) for number in range((after - first).days)]
            found.append((fields["SUMMARY"], fields["STATUS"], days))
    return found


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def _pdf_text(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


def _mail_text(path: Path) -> str:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    body = message.get_body(("plain",))
    return str(body.get_content()).replace("\r\n", "\n") if body else ""
