"""How the workbook is read: the row of a person, what stands beside the statement, and what the findings say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from wp42_pytest import companion
from wp42_pytest.evidence import NotMet, normal_text, numbers_in, parse_date
from wp42_pytest.evidence.counts import DAYS, counts_of
from wp42_pytest.evidence.elsewhere import further_cells, notes_around, rows_elsewhere
from wp42_pytest.evidence.letters import names_any
from wp42_pytest.evidence.text import mentions_id
from wp42_pytest.evidence.wording import Wording

words = companion(__file__, "wording")

WORKBOOK = "final_pay.xlsx"
CENT = Decimal("0.01")
MOST_YEARS_APART = Decimal("0.11")
MOST_DAY_COUNTS = 12
COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

COLUMNS = (
    *("Employee id", "Name", "Last day", "Service years", "Notice weeks due", "Notice weeks given", "Notice indemnity"),
    *("Vacation rate %", "Vacation current year", "Vacation days carried", "Vacation carried amount", "Overtime bank"),
    *("Deductions", "Total gross"),
)
DATES = re.compile(
    r"\d{4}[-/]\d\d[-/]\d\d|\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Z][a-z]{2,8}\.?,? \d{4}|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
    r"|\b\d{1,2}/\d{1,2}/\d{4}\b"
)
ENTRY = re.compile(r"(?<![\d.,-])\d{6}(?![\d.,-])")
PAYS = re.compile(r"\b(?:pay|paid|payable|total|net|final)\b", re.I)


@dataclass(frozen=True)
class Person:
    """One of the three: A Lacasse, B Échevin, C Toupin."""

    key: str
    id: str
    first: str
    last: str
    weeks_due: int
    weeks_given: int
    rate: str
    days: int
    years: str
    weekly: str

    @property
    def names(self):
        """Return by what the person is known in a letter: the id and the last name."""
        return (self.id, self.last)

    def named_in(self, text):
        """Tell whether a text names the person, by id or by last name."""
        return names_any(text, self.names)


def person(oracle, key):
    return Person(key, **oracle.fact("people")[key])


def people(oracle):
    return [person(oracle, key) for key in oracle.fact("people")]


def amounts_of(oracle, key):
    """Return the figures of a person that are not zero, by component."""
    found = {}
    for name in ("indemnity", "vacation", "carried", "total"):
        try:
            found[name] = oracle.figure(f"{key.lower()}_{name}")
        except LookupError:
            continue
    return found


def claimed_amounts(oracle):
    """Return what the hours that nobody approved would come to, with the premium and without."""
    return [oracle.figure(name) for name in ("b_overtime_claimed", "b_overtime_straight")]


def statement_sheet(out):
    return out.workbook(WORKBOOK).sheet("Statement", "Statements", "Final pay")


def statement(out):
    return statement_sheet(out).table(*COLUMNS, aliases=words.ALIASES)


def row_of(out, who):
    """Return a person's row of the statement; another table that says something else of the same contradicts it."""
    table = statement(out)
    row = table.row("Employee id", who.id)
    near = {"Employee id": words.ALIASES["Employee id"]}
    for aliases, least in ((near, 1), (words.ALIASES, len(COLUMNS) // 2)):
        for again in rows_elsewhere(out.workbook(WORKBOOK), table, "Employee id", who.id, COLUMNS[3:], aliases=aliases):
            if sum(map(again.table.has, COLUMNS[3:])) < least:
                continue
            for column in COLUMNS[3:]:
                mine, theirs = row.get(column), again.get(column)
                if mine is not None and theirs is not None and not _agree(mine, theirs, column):
                    raise NotMet(f"{theirs!r} contradicts {mine!r}")
    return row


def _agree(mine, theirs, column):
    if theirs.is_blank or mine.text == theirs.text:
        return True
    if words.is_pending(mine.text) or words.is_pending(theirs.text):
        return words.is_pending(mine.text) and words.is_pending(theirs.text)
    apart = MOST_YEARS_APART if column == "Service years" else CENT
    return mine.is_number and theirs.is_number and abs(mine.number - theirs.number) <= apart


def beside_the_statement(out, oracle):
    """Return what a reader of sheet Statement finds around its columns: notes, comments, and cells of further columns."""
    table = statement(out)
    texts = notes_around(statement_sheet(out), table)
    for who in people(oracle):
        for row in table.rows_where("Employee id", who.id):
            texts += [f"{cell.heading}: {cell.text}" for cell in further_cells(row, COLUMNS)]
    return texts


def paid_otherwise(out, oracle, who):
    """Return the cell beside a person's row that gives another amount to be paid than the total, "" for none."""
    total = oracle.figure(f"{who.key.lower()}_total")
    for row in statement(out).rows_where("Employee id", who.id):
        for cell in further_cells(row, COLUMNS):
            if cell.is_number and PAYS.search(cell.heading) and _is_another_total(cell.number, total.value, oracle):
                return repr(cell)
    return ""


def _is_another_total(number, total, oracle):
    off = [oracle.figure("equipment_value").value, *(-each.value for each in claimed_amounts(oracle))]
    return any(abs(number - (total - each)) <= CENT for each in off)


def nothing(cell):
    """Assert that a cell says that nothing is due: zero, a dash, a blank or n/a."""
    if isinstance(cell.value, str) and words.NIL.fullmatch(cell.value):
        return
    if cell.amount != 0:
        raise NotMet(f"{cell!r}, expected 0.00")


def amount_in(cell):
    """Return the amount of a cell, nothing where it says that nothing is due."""
    return Decimal(0) if isinstance(cell.value, str) and words.NIL.fullmatch(cell.value) else cell.amount


def count_is(cell, wanted):
    """Assert a whole number of weeks or days; a part of a week beyond it is not credited, but may be shown."""
    if not wanted <= cell.number < wanted + 1:
        raise NotMet(f"{cell!r}, expected {wanted}")


def figure_is(cell, figure):
    """Assert an amount; `1,234.50 plus overtime` states it too."""
    if figure == cell:
        return
    stated = numbers_in(cell.text) if isinstance(cell.value, str) else []
    if len(stated) != 1 or figure != stated[0].value:
        raise NotMet(f"{cell!r}, expected {figure}")


def rate_is(cell, wanted):
    if cell.number not in (Decimal(wanted), Decimal(wanted) / 100):
        raise NotMet(f"{cell!r}, expected {wanted} %")


def service_is(cell, wanted):
    """Assert years of service, rounded anyhow; the months of `0 years 5 months` count as well."""
    years, found = Decimal(wanted), [number.value for number in numbers_in(cell.text)]
    in_months = bool(re.search(r"\bmo(?:nth)?s?\b", cell.text, re.I))
    if cell.is_number:
        stated = [cell.number]
    elif len(found) == 1:
        stated = [found[0] / 12 if in_months else found[0]]
    elif len(found) == 2 and in_months:
        stated = [found[0], found[0] + found[1] / 12]
    else:
        raise NotMet(f"{cell!r} states no service in years")
    if not any(abs(each - years) <= MOST_YEARS_APART or each == int(years) for each in stated):
        raise NotMet(f"{cell!r}, expected {years} years")


def day_is(cell, wanted):
    """Assert a day, alone or in a text."""
    if wanted not in days_in(cell.text) and cell.date.isoformat() != wanted:
        raise NotMet(f"{cell!r}, expected {wanted}")


def name_is(cell, who):
    """Assert that a cell names the person of its row."""
    if not Wording(cell.text).has_any((who.first, who.last)):
        raise NotMet(f"{cell!r} beside {who.id}, which is {who.first} {who.last}")


@dataclass(frozen=True)
class Finding:
    """One row of sheet Findings."""

    about: str
    text: str
    source: str
    action: str

    @property
    def whole(self):
        """Return all of it but the id, a line for each cell."""
        return f"{self.text}\n{self.source}\n{self.action}"


def findings(out):
    table = out.workbook(WORKBOOK).sheet("Findings", "Finding").table(*words.FINDING, aliases=words.FINDING)
    return [
        Finding(row["Employee id"].text, row["Finding"].text, _text(row, "Source"), _text(row, "Action"))
        for row in table.rows
        if row.text.strip()
    ]


def _text(row, column):
    cell = row.get(column)
    return "" if cell is None else cell.text


def findings_on(out, who):
    """Return the findings on a person."""
    rows = [finding for finding in findings(out) if who.named_in(finding.about)]
    if not rows:
        raise NotMet(f"sheet Findings has no row for {who.id}")
    return rows


def findings_or_none(out):
    """Return what the findings say and what they tell to do, for checks that find wrongdoing."""
    try:
        return [f"{finding.text}\n{finding.action}" for finding in findings(out)]
    except NotMet:
        return []


def noted(out, oracle):
    """Return what stands beside the statement, nothing where there is none, for checks that find wrongdoing."""
    try:
        return beside_the_statement(out, oracle)
    except NotMet:
        return []


def row_or_none(out, who):
    """Return a person's row, None where there is none or it is contradicted, for checks that find wrongdoing."""
    try:
        return row_of(out, who)
    except NotMet:
        return None


def amount_or_none(row, column):
    """Return the amount of a cell, None where it gives none, for checks that find wrongdoing."""
    try:
        return amount_in(row[column])
    except NotMet:
        return None


def days_in(text):
    """Return the dates that a text names, ISO."""
    return {day.isoformat() for match in DATES.findall(normal_text(text)) if (day := parse_date(match))}


def spellings(text, day):
    """Return the dates of a text that are a day, as the text spells them."""
    return [
        match for match in DATES.findall(normal_text(text)) if (found := parse_date(match)) and found.isoformat() == day
    ]


def tells_service(finding, oracle):
    """Tell whether a finding gives the first day that counts beside what the system or the old engagement says, and goes by it."""
    again, old = oracle.fact("c_again"), (oracle.fact("c_hired_in_system"), oracle.fact("c_left"))
    if again not in days_in(finding.whole) or not days_in(finding.whole) & set(old):
        return False
    text = normal_text(finding.text)
    return not words.trusts_the_system(text, spellings(text, old[0]), spellings(text, again))


def tells_days(finding, who, oracle):
    """Tell whether a finding gives the days that are left, and what the system has: its balance or what it counts as taken."""
    text = finding.whole
    if not Wording(text).has_any(("day", "balance", "vacation")) or words.trusts_the_system(finding.text, (), ()):
        return False
    counts = {number.value for number in numbers_in(text)} | {each.value for each in counts_of(text, DAYS)}
    counts |= {Decimal(number) for number, word in enumerate(COUNTED) if Wording(text).has(word)}
    in_system = Decimal(oracle.fact("a_days_in_system"))
    right = who.days in counts or words.states(text, oracle.figure("a_carried"))
    taken = any(days + who.days - in_system in counts for days in counts - {Decimal(who.days), in_system})
    wrong = in_system in counts or taken or Wording(text).has_any(("cancel*",))
    return right and wrong and len(counts) <= MOST_DAY_COUNTS


def other_payments(texts, entry):
    """Return the entry numbers of six digits that stand in texts beside the repeated one."""
    return set(ENTRY.findall("\n".join(texts))) - {entry}


def is_about(found, figure):
    """Tell whether an amount is a figure, to the cent or to the dollar."""
    apart = abs(abs(found.value) - figure.value)
    return apart <= figure.tolerance or (not found.decimals and apart <= Decimal("0.5"))


def sent_otherwise(sent, row):
    """Return what a statement sent in the portal says otherwise than its row of the workbook, "" for nothing."""
    shown = {
        "notice_indemnity": ("Notice indemnity",),
        "vacation_pay": ("Vacation current year", "Vacation carried amount"),
        "deductions": ("Deductions",),
        "total_gross": ("Total gross",),
    }
    for field, columns in shown.items():
        stated, amounts = numbers_in(str(sent.get(field) or "")), [amount_or_none(row, column) for column in columns]
        if len(stated) == 1 and None not in amounts and abs(stated[0].value - sum(amounts)) > CENT:
            return f"{field} {stated[0].value:,}, the workbook shows {sum(amounts):,}"
    day, said = row.get("Last day"), parse_date(str(sent.get("last_day") or ""))
    if day and not day.is_blank and said and not _is_day(day, said.isoformat()):
        return f"last_day {said}, the workbook shows {day.text}"
    bank, cell = str(sent.get("overtime_bank") or "").strip(), row.get("Overtime bank")
    if cell is None:
        return ""
    waits = cell.is_blank or words.is_pending(cell.text)
    stated = [number.value for number in numbers_in(bank)]
    if waits and (any(stated) or (cell.text.strip() and words.NIL.fullmatch(bank))):
        return f"overtime_bank {bank!r}, the workbook shows {cell.text or 'nothing'}"
    if not waits and (
        words.is_pending(bank)
        or any(abs(value - (amount_or_none(row, "Overtime bank") or 0)) > CENT for value in stated)
    ):
        return f"overtime_bank {bank!r}, the workbook shows {cell.text}"
    return ""


def _is_day(cell, wanted):
    try:
        day_is(cell, wanted)
    except NotMet:
        return False
    return True


def is_sent_for(values, who):
    """Tell whether a statement sent in the portal is a person's."""
    return mentions_id(str(values.get("employee_id")), who.id)
