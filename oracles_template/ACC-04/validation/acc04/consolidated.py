"""Reads a broker's consolidated statement: the forms that it contains, its sales lot by lot, the pages behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from rapidfuzz import fuzz

from acc04.labels import FORMS
from acc04.pages import Page, joined
from acc04.scan import Word
from acc04.values import MONEY, amount, day, days, last_amount, plain

_SECTION = re.compile(r"^Form (1099-(?:DIV|INT|OID|MISC|B))\b")
_LOT = re.compile(
    r"^(?P<what>.+?) (?P<cusip>[0-9OSIB]{3,6}[A-Z0-9]{3,6}) (?P<quantity>[\d,.]+) (?P<acquired>VARIOUS|INHERITED|\d\d/\d\d/\d{4})"
    r" (?P<sold>\d\d/\d\d/\d{4}) (?P<rest>.+)$"
)
_BOX = re.compile(r"\bBox ([A-L])\b")


@dataclass(frozen=True)
class Sale:
    """One lot that was sold."""

    box: str
    description: str
    cusip: str
    quantity: str
    acquired: str | date
    sold: date
    proceeds: Decimal
    cost: Decimal | None
    wash: Decimal | None
    discount: Decimal | None = None


@dataclass
class Statement:
    """One consolidated statement of one account.

    Attributes:
        payer: The firm's lines.
        payer_tin: Its number.
        recipient: Whose account it is, line by line.
        recipient_tin: Their number.
        account: Account number.
        year: Tax year.
        issued: Date of the statement, of the correction where it is one.
        corrected: Whether it replaces an earlier one.
        preliminary: Whether it calls itself a draft.
        boxes: Amounts and words by form and box.
        totals: The summary of sales by Form 8949 box: proceeds, cost, wash sales.
        sales: The lots.
        supplement: Item and amount of the supplemental pages.
        file: Name of the file.
    """

    payer: list[str] = field(default_factory=list)
    payer_tin: str = ""
    recipient: list[str] = field(default_factory=list)
    recipient_tin: str = ""
    account: str = ""
    year: int | None = None
    issued: date | None = None
    corrected: bool = False
    preliminary: bool = False
    boxes: dict[str, dict[str, str]] = field(default_factory=dict)
    totals: dict[str, tuple[Decimal, Decimal, Decimal]] = field(default_factory=dict)
    sales: list[Sale] = field(default_factory=list)
    supplement: dict[str, str] = field(default_factory=dict)
    file: str = ""


def is_consolidated(pages: Sequence[Page]) -> bool:
    """Tell whether a file is a consolidated statement."""
    return bool(re.search(r"20\d\d Consolidated Form 1099", pages[0].text))


def read_statement(pages: Sequence[Page], file: str) -> Statement:
    """Return a consolidated statement of all its pages."""
    statement = Statement(file=file)
    _head(statement, pages[0])
    section, box = "", ""
    for page in pages:
        for line in page.lines:
            text = joined(line)
            if text.startswith("Supplemental information"):
                section = "supplement"
            elif found := _SECTION.match(text):
                section = f"{found[1]} summary" if "Summary" in text else found[1]
                box = letter[1] if (letter := _BOX.search(text)) else ""
            elif section == "supplement":
                _supplement(statement, text)
            elif section == "1099-B summary":
                _total(statement, text)
            elif section == "1099-B":
                _sale(statement, box, text)
            elif section:
                _box(statement, section, line)
    return statement


def _head(statement: Statement, page: Page) -> None:
    """Read the firm at the left and the recipient at the right above the title."""
    left: list[str] = []
    right: list[str] = []
    for line in page.lines:
        text = joined(line)
        if "Consolidated Form 1099" in text:
            statement.year = int(match[0]) if (match := re.search(r"20\d\d", text)) else None
            statement.account = match[1] if (match := re.search(r"Account ([\w-]+)", text)) else ""
        elif _SECTION.match(text):
            break
        elif statement.year is None:
            for side, words in ((left, _side(line, page, left=True)), (right, _side(line, page, left=False))):
                if words:
                    side.append(joined(words))
        else:
            statement.corrected |= "CORRECTED" in text
            statement.preliminary |= bool(re.search("PRELIMINARY|DRAFT", text))
            statement.issued = statement.issued or day(text)
    for text in left:
        if found := re.search(r"PAYER.S TIN:? ?([\dX-]+)", text):
            statement.payer_tin = found[1]
    statement.payer = [text for text in left if "TIN" not in text]
    for text in right:
        if found := re.search(r"TIN:? ?([\dX-]+)", text):
            statement.recipient_tin = found[1]
    statement.recipient = [text for text in right if not re.match(r"RECIPIENT|Account", text)]


def _side(line: Sequence[Word], page: Page, *, left: bool) -> list[Word]:
    """Return the words of a line that begin in the left or the right half of a page."""
    return [word for word in line if (word.left < page.width * 0.55) is left]


def _box(statement: Statement, form: str, line: Sequence[Word]) -> None:
    """Enter one row of a form's list of boxes."""
    tokens = [word.text for word in line]
    best, used, likeness = "", 0, 0.0
    for box, label in FORMS[form].items():
        wanted = plain(f"{box} {label}")
        size = len(wanted.split())
        for count in range(max(size - 2, 1), min(size + 3, len(tokens)) + 1):
            now = fuzz.ratio(plain(" ".join(tokens[:count])), wanted)
            if now > likeness:
                best, used, likeness = box, count, now
    rest = " ".join(tokens[used:]).strip()
    if likeness >= 80 and rest:
        statement.boxes.setdefault(form, {})[best] = rest


def _total(statement: Statement, text: str) -> None:
    found = MONEY.findall(text)
    if re.match(r"^[A-L]\b", text) and len(found) >= 3:
        proceeds, cost, wash = (amount(each) or Decimal() for each in found[:3])
        statement.totals[text[0]] = (proceeds, cost, wash)


def _sale(statement: Statement, box: str, text: str) -> None:
    found = _LOT.match(text)
    if not found:
        return
    rest = re.sub(r"(?<=\d) W\b", "W", found["rest"]).split()
    values = [each for each in rest if each in ("--", "-", "—") or MONEY.match(each)]
    wash = next((amount(each.rstrip("W")) for each in values if each.endswith("W")), None)
    bare = [each for each in values if not each.endswith("W")]
    acquired = found["acquired"]
    when = acquired if acquired.isalpha() else day(acquired)
    sold = days(found["sold"])[0]
    statement.sales.append(
        Sale(
            box,
            found["what"],
            found["cusip"],
            found["quantity"],
            when or "VARIOUS",
            sold,
            amount(bare[0]) or Decimal(),
            amount(bare[1]) if len(bare) > 2 else None,
            wash,
        )
    )


def _supplement(statement: Statement, text: str) -> None:
    found = re.match(r"^(.+?) (\(?-?\$?[\d,]+\.\d+%?\)?)$", text)
    if found and not text.startswith("Page"):
        statement.supplement[found[1]] = found[2]


def supplement_amount(statement: Statement, *words: str) -> Decimal | None:
    """Return the amount of the supplemental item whose name has all of these words."""
    for item, value in statement.supplement.items():
        if all(word in plain(item) for word in words):
            return last_amount(value.rstrip("%"))
    return None
