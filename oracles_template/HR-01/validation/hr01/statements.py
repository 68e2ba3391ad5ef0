"""Apply policy HR-09 to each of the three, and note what does not hold."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from hr01.folder import AUTHORISED, CLAIMED, DEDUCT, RECEIPT_LINE, YEAR_STARTS, Leaver, Payment

CENT, NIL = Decimal("0.01"), Decimal("0.00")
NOTICE = ((3, 0), (12, 1), (60, 2), (120, 4))
LONGEST_NOTICE = 8
BREAK_MONTHS = 6
PENDING = "pending"


@dataclass
class Finding:
    """One point that does not hold."""

    kind: str
    employee: str
    text: str
    source: str
    action: str


@dataclass
class Statement:
    """What one person is owed."""

    who: Leaver
    since: date
    weeks_due: int = 0
    weeks_given: int = 0
    rate: Decimal = Decimal(6)
    earnings: Decimal = NIL
    days: int = 0
    overtime: Decimal | str = NIL
    deductions: Decimal = NIL
    to_return: str = ""
    findings: list[Finding] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)

    @property
    def years(self) -> Decimal:
        """Service in years."""
        days = (self.who.last_day - self.since).days
        return (Decimal(days * 4) / (4 * 365 + 1)).quantize(Decimal("0.1"), ROUND_HALF_UP)

    @property
    def indemnity(self) -> Decimal:
        """Weekly wage for the weeks of notice that are missing."""
        return max(0, self.weeks_due - self.weeks_given) * self.who.weekly

    @property
    def vacation(self) -> Decimal:
        """Vacation pay of the current reference year."""
        return (self.earnings * self.rate / 100).quantize(CENT, ROUND_HALF_UP)

    @property
    def carried(self) -> Decimal:
        """Pay of the days left of the previous one."""
        return (self.days * self.who.weekly / 5).quantize(CENT, ROUND_HALF_UP)

    @property
    def total(self) -> Decimal:
        """Everything that is known."""
        overtime = self.overtime if isinstance(self.overtime, Decimal) else NIL
        return self.indemnity + self.vacation + self.carried + overtime - self.deductions


def months_later(day: date, months: int) -> date:
    """Return the same day of the month so many months later, the month's last day where it is shorter."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    after = date(year + (month == 11), (month + 1) % 12 + 1, 1)
    return date(year, month + 1, min(day.day, (after - timedelta(days=1)).day))


def weeks_due(since: date, last_day: date) -> int:
    """Return the weeks of notice by the policy's table."""
    return next((weeks for months, weeks in NOTICE if months_later(since, months) > last_day), LONGEST_NOTICE)


def prepare(folder: list[Leaver]) -> list[Statement]:
    """Return the statements, by the order of the brief."""
    return [statement(one) for one in sorted(folder, key=lambda one: one.last.replace("É", "E"))]


def statement(one: Leaver) -> Statement:
    """Return the statement of one person, with what was found on the way."""
    made = Statement(one, service_since(one))
    if made.since != one.hired:
        made.findings.append(
            Finding(
                "service",
                one.id,
                f"The HR system has {one.hired} as hire date. That engagement ended on {one.left}; the present one began on "
                f"{made.since}, more than six months later. Service counts from {made.since}.",
                "; ".join(one.scans),
                "Correct the hire date for departures in the HR system.",
            )
        )
    made.weeks_due = weeks_due(made.since, one.last_day)
    made.weeks_given = (one.last_day - one.notice).days // 7 if one.notice else 0
    made.rate = Decimal(6) if months_later(made.since, 36) <= one.last_day else Decimal(4)
    counted, repeated = once(one.payments)
    made.earnings = sum((each.gross for each in counted if each.first >= YEAR_STARTS), NIL)
    for each in repeated:
        made.findings.append(
            Finding(
                "repeated",
                one.id,
                f"Payment {each.entry} of {each.gross:,.2f} (run {each.run}) stands twice in the payroll export; it is one "
                "payment and counts once.",
                "earnings_2025.csv",
                "Ask payroll whether it was paid twice as well, or exported twice.",
            )
        )
    made.days = one.entitled - len(one.taken)
    if made.days != one.balance:
        made.findings.append(
            Finding(
                "days",
                one.id,
                f"The HR system shows {one.balance:.0f} vacation days left. {len(one.called_off)} booked days were cancelled "
                f"({', '.join(map(str, one.called_off))}), so {len(one.taken)} of {one.entitled} were taken and {made.days} "
                "are left.",
                "hris_vacation.csv; vacation_calendar.ics",
                f"Pay {made.days} days; correct the balance.",
            )
        )
    look_at_overtime(one, made)
    look_at_deductions(one, made)
    return made


def service_since(one: Leaver) -> date:
    """Return the first day of the last engagement, when more than six months lie before it."""
    if one.left and len(one.engagements) > 1:
        again = one.engagements[-1]
        if months_later(one.left, BREAK_MONTHS) < again:
            return again
    return one.hired


def once(payments: list[Payment]) -> tuple[list[Payment], list[Payment]]:
    """Return the payments by entry number, and those that stand there again."""
    seen: dict[str, Payment] = {}
    again = []
    for each in payments:
        if each.entry in seen:
            again.append(each)
        seen.setdefault(each.entry, each)
    return list(seen.values()), again


def look_at_overtime(one: Leaver, made: Statement) -> None:
    """Leave the bank pending where no approved statement is in the folder."""
    if not one.has_bank or any("OT-3" in text and "approved hours" in text.lower() for text in one.scans.values()):
        return
    made.overtime = PENDING
    claimed = CLAIMED.search(one.note)
    hours = f"The note speaks of about {claimed[1]} h, from memory. " if claimed else ""
    made.findings.append(
        Finding(
            "overtime",
            one.id,
            f"{hours}The approved statement of the overtime bank (form OT-3) is not in the folder, so the line is pending.",
            "overtime_note_echevin.md",
            "Get form OT-3, signed by the team lead and by human resources.",
        )
    )
    made.questions.append(
        f"{one.name} ({one.id}): please let us have the approved statement of the overtime bank, form OT-3 signed by the team "
        "lead and by human resources, before payroll closes on 2025-11-12 at noon. Until then the overtime stays pending; if "
        "it comes later, it goes into the next run."
    )


def look_at_deductions(one: Leaver, made: Statement) -> None:
    """Deduct nothing without a signed authorisation, and ask for what was not returned."""
    receipt = next((text for text in one.scans.values() if "Receipt for equipment" in text), "")
    item = RECEIPT_LINE.search(receipt)
    if item:
        made.to_return = f"{item['words'].strip()}, inventory tag {item['tag']}"
    asked = DEDUCT.search(one.mail)
    if asked and not AUTHORISED.search(receipt):
        made.findings.append(
            Finding(
                "deduction",
                one.id,
                f"A deduction of {asked[1]} for {made.to_return or 'property'} is asked for. No authorisation signed by the "
                "employee is on file (part 2 of form IT-7 is blank), so 0.00 is deducted.",
                "email_nadon.eml; equipment_echevin.pdf",
                "Ask for the return in the letter, with an appointment or a prepaid parcel.",
            )
        )
