"""Read the claim's papers, and which of the forms that an order needs are really there."""

import csv
import email
import email.policy
import json
import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path

from pypdf import PdfReader

DATE = r"\d{4}-\d\d-\d\d"
AMOUNT = r"[\d,]+\.\d\d"


@dataclass(frozen=True)
class Stub:
    """One pay stub."""

    start: date
    end: date
    paid: date
    wages: Decimal
    reimbursed: Decimal


@dataclass(frozen=True)
class Employment:
    """An employment as the claimant lists it; `form_given` says when she gave the employer its form."""

    employer: str
    form_given: str


@dataclass
class ClaimFile:
    """What the papers say."""

    claim_number: str
    claimant: str
    address: str
    accident: date
    employments: list[Employment] = field(default_factory=list)
    elected: str = ""
    confirmed_by: list[str] = field(default_factory=list)
    e2_weeks: dict[date, Decimal] = field(default_factory=dict)
    e2_year: tuple[date, date, Decimal] | None = None
    e2_remark: str = ""
    stubs: list[Stub] = field(default_factory=list)
    rate: Decimal = Decimal(0)
    cap: Decimal = Decimal(0)
    return_address: str = ""
    return_mail: str = ""
    mail: str = ""


def money(text: str) -> Decimal:
    """Return an amount as written in the papers."""
    return Decimal(text.replace(",", "").strip())


def read_file(inputs: Path) -> ClaimFile:
    """Read every paper of the claim."""
    record = json.loads((inputs / "claim.json").read_text(encoding="utf-8"))
    claimant = record["claimant"]
    found = ClaimFile(
        record["claim_number"], claimant["name"], claimant["address"], date.fromisoformat(record["accident"]["date"])
    )
    for path in sorted(inputs.glob("*.pdf")):
        pages = PdfReader(path).pages
        text = "\n".join(page.extract_text() for page in pages)
        if "Form E-1" in text:
            # Only the layout tells the columns of the table of employments apart.
            _application(found, text, "\n".join(page.extract_text(extraction_mode="layout") for page in pages))
        elif "Form E-2" in text:
            _confirmation(found, text)
    with (inputs / "paystubs.csv").open(encoding="utf-8", newline="") as handle:
        for row in csv.DictReader(handle):
            days = (date.fromisoformat(row[name]) for name in ("week_start", "week_end", "pay_date"))
            found.stubs.append(Stub(*days, money(row["gross_wages"]), money(row["expense_reimbursement"])))
    guide = (inputs / "guide_IRB-4.md").read_text(encoding="utf-8")
    rule = re.search(rf"(\d+) % of gross weekly employment income, at most ({AMOUNT}) a week", guide)
    if not rule:
        raise ValueError("the guide does not state the benefit where it is expected")
    found.rate, found.cap = Decimal(rule[1]) / 100, money(rule[2])
    reach = re.search(r"by mail or in person at (.+?), or by e-mail to (\S+?)\.(?:\s|$)", guide)
    found.return_address, found.return_mail = (reach[1], reach[2]) if reach else ("our office", "")
    message = email.message_from_bytes(next(inputs.glob("*.eml")).read_bytes(), policy=email.policy.default)
    body = message.get_body(("plain",))
    found.mail = " ".join(body.get_content().split()) if body else ""
    return found


def _application(found: ClaimFile, text: str, columns: str) -> None:
    table = columns.partition("E-2 given to employer on")[2].partition("Were you self-employed")[0]
    for line in table.splitlines():
        # Employer, work, month since when, and the day on which the form was given, which may be empty.
        row = re.fullmatch(rf"(?P<who>\S.*?) {{2,}}\S.*?(?P<since>\d{{4}}-\d\d)(?:\s+(?P<given>{DATE}))?", line.strip())
        if row:
            found.employments.append(Employment(row["who"].partition(",")[0], row["given"] or ""))
    part5 = text.partition("Part 5")[2].partition("Part 6")[0]
    for option in re.findall(r"^\s*X\s+(the (?:four|52) weeks)", part5, re.MULTILINE):
        found.elected = option


def _confirmation(found: ClaimFile, text: str) -> None:
    place = re.search(r"Place of work\n(.+?),", text)
    found.confirmed_by.append(place[1].strip() if place else "")
    part_b = text.partition("Part B")[2].partition("Part C")[0]
    for _, end, gross in re.findall(rf"^\d ({DATE}) ({DATE}) ({AMOUNT})$", part_b, re.MULTILINE):
        found.e2_weeks[date.fromisoformat(end)] = money(gross)
    part_c = text.partition("Part C")[2].partition("Part D")[0]
    total = re.search(rf"({DATE}) ({DATE}) ({AMOUNT})", part_c)
    if total:
        found.e2_year = (date.fromisoformat(total[1]), date.fromisoformat(total[2]), money(total[3]))
    remark = re.search(r"Remarks\n(.+)", part_c)
    found.e2_remark = remark[1].strip() if remark else ""
