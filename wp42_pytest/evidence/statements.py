"""What a text states: its amounts, told from dates and codes, and which amount belongs to which label."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache

from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.text import FoundNumber, numbers_in
from wp42_pytest.evidence.wording import Wording, chunks, letter_spaced, term_pattern

WHOLE_UNITS_FROM = 1000
"""From this size on a figure may be stated in whole units."""

LONGEST_GAP = 70
"""Most characters between a label and its amount, dates and remarks in parentheses left out."""

_CODES = (
    r"cheques?|checks?|chqs?|cks?|no|nos|nr|num|numbers?|#|invoices?|inv|refs?|references?|accounts?|accts?|a/c|gl|po|je|"
    r"entry|entries|journals?|slips?|vouchers?|receipts?|pages?|pp?|sections?|secs?|clauses?|articles?|arts?|notes?|tables?|"
    r"figures?|figs?|appendix|exhibits?|annex|schedules?|forms?|lines?|box(?:es)?|steps?|tickets?|cases?|files?|claims?|"
    r"policy|policies|orders?|lots?|suites?|rooms?|versions?|v|ids?|skus?|vendors?|suppliers?|tel|phone|fax|ext|paragraphs?|"
    r"paras?|chapters?|rows?|columns?|cells?|rules?|ifrs|ias|asc|iso|transactions?|batch(?:es)?|documents?|docs?"
)
_AFTER_CODE = re.compile(rf"(?:^|[^\w])(?:{_CODES})\.?(?:\s(?:no|nos|number|numbers|#)\.?)?\s?[:#(]?\s?$")
_LISTED = re.compile(r"\s?(?:,|;|and|or|to|through|&|/|-|,\s?and|,\s?or)\s?$")
_CODE_WORD = re.compile(rf"\b(?:{_CODES})\b")
_CODE_HEADER = re.compile(rf"(?:{_CODES}|date|period|year|code|key|isbn|account)\W*$", re.IGNORECASE)
_MARKER = re.compile(r"\(?\d{1,2}[.)]\s")
_LONGEST_AMOUNT = 18
_YEAR = re.compile(r"(?:19|20)\d\d")
_TEMPORAL = re.compile(
    r"(?:^|[^\w])(?:in|since|during|years?|fy|fiscal|calendar|until|till|early|mid|late|spring|summer|autumn|fall|winter|q[1-4]|h[12]|"
    r"budget|season|taxation|\(c\)|©)\W{0,3}$"
)

_MONTHS = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DATE = re.compile(
    rf"\b\d{{4}}-\d{{1,2}}(?:-\d{{1,2}})?\b|\b\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTHS},?(?:\s\d{{4}})?\b"
    rf"|\b{_MONTHS}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s\d{{4}})?\b|\b{_MONTHS},?\s\d{{4}}\b|\b(?:19|20)\d\d\b"
)
_REMARK = re.compile(r"\([^()\d]{0,120}\)|\[[^\[\]\d]{0,120}\]")
_STOP_WORDS = (
    r"\b(?:by|from|than|less|minus|plus|and|but|while|whereas|although|after|before|versus|vs|against|with|without|which|where|"
    r"if|not|because|since|differ\w*|increas\w*|decreas\w*|reduc\w*|rais\w*|lower\w*|exceed\w*|chang\w*|includ\w*|"
    r"exclud\w*|reconcil\w*|agree\w*|compar\w*|adjust\w*|up|down|between|until|plug\w*)\b"
)
_STOP = re.compile(rf"[;!?|(),]|\.(?:\s|$)|\n\s*\n|{_STOP_WORDS}")
_OTHER_WORDS = re.compile(_STOP_WORDS)
_ABOUT = re.compile(
    r"\b(?:differences?|variances?|changes?|movements?|effects?|impacts?|adjustments?|increases?|decreases?|corrections?|gaps?|"
    r"reductions?|additions?|deductions?)\s(?:between|in|of|on|to|from|for|upon)(?:\s(?:the|both|our|your|two|its|their|an?|each|"
    r"these|new|bank|book|and))*\s?$"
)
_OPERATOR = re.compile(r"\s?(?:[+*\u00d7\u00f7-]|\bto\b|\bless\b|\bplus\b|\bminus\b)\s?[$€£(\d]")
_SUM_ENDS = re.compile(r"[;|\n]|\.\s")
_NAMED_AFTER = re.compile(r"\s?(?:\(|(?:is|was|being|equals|represents|=|as)\s(?:the|our|your|its|an?)?\s?)$")
_SCALE_WORD = re.compile(r"(?<=\d)\s?(k|mm?|mn|bn?|thousand|millions?|billions?)\b", re.IGNORECASE)
_SCALE = {"k": 3, "t": 3, "m": 6, "b": 9}
_RESIDUE = re.compile(r"[\W\d_]+")
_LONGEST_RESIDUE = 18


@dataclass(frozen=True)
class Amount:
    """One number that a text states.

    Args:
        found: the number as found, its places being those in the prepared text.
        year: whether it may be the number of a year, as in `of 2025`.
    """

    found: FoundNumber
    year: bool = False

    @property
    def value(self) -> Decimal:
        """Return the likeliest value; 12 % is 0.12."""
        return self.found.value

    @cached_property
    def unit(self) -> Decimal:
        """Return what one unit of its last digit is worth: 0.01 for 184,206.58, 1 for 184,207, 100,000 for 1.2 million."""
        scale = 0
        word = _SCALE_WORD.search(self.found.text.lower())
        if word and not self.found.percent:
            scale = _SCALE[word[1][0]]
        return _power_of_ten(scale - self.found.decimals - (2 if self.found.percent else 0))

    def is_figure(self, wanted: Decimal, tolerance: Decimal, *, sign: bool = False) -> bool:
        """Tell whether this is a figure: within its tolerance, or rounded to the precision shown.

        Args:
            wanted: the figure.
            tolerance: how far it may be away.
            sign: whether the sign must agree as well.
        """
        readings = [(value, self.unit) for value in self.found.readings]
        if self.found.percent:
            readings += [(value * 100, self.unit * 100) for value in self.found.readings]
        return any(_close(value, unit, wanted, tolerance, sign=sign) for value, unit in readings)

    def agrees_with(self, value: Decimal, tolerance: Decimal) -> bool:
        """Tell whether this can be a value, however coarsely it is rounded: 184,000 and 184 thousand agree with 184,206.58.

        Args:
            value: what it should be; its sign is free.
            tolerance: how far it may be away in any case.
        """
        readings = [(each, self.unit) for each in self.found.readings]
        if self.found.percent:
            readings += [(each * 100, self.unit * 100) for each in self.found.readings]
        return any(abs(abs(each) - abs(value)) <= max(tolerance, _coarsest(each, unit) / 2) for each, unit in readings)

    def contradicts(self, other: Amount) -> bool:
        """Tell whether two amounts cannot be the same figure, one perhaps rounded."""
        coarser = max(self.unit, other.unit)
        apart = min(abs(abs(mine) - abs(theirs)) for mine in self.found.readings for theirs in other.found.readings)
        return apart > (coarser / 2 if self.unit != other.unit else 0)


@lru_cache(maxsize=256)
def _power_of_ten(exponent: int) -> Decimal:
    return Decimal(1).scaleb(exponent)


def _coarsest(value: Decimal, unit: Decimal) -> Decimal:
    """Return the unit to which a value may have been rounded: its last digit that is no zero, of two digits at least."""
    if value.adjusted() > _LONGEST_AMOUNT:
        return unit
    while unit >= 1 and abs(value) >= 100 * unit and value % (10 * unit) == 0:
        unit *= 10
    return unit


def _close(value: Decimal, unit: Decimal, wanted: Decimal, tolerance: Decimal, *, sign: bool) -> bool:
    if not sign:
        value, wanted = abs(value), abs(wanted)
    apart = abs(value - wanted)
    if apart <= tolerance:
        return True
    if apart > unit / 2:
        return False
    if unit < 1:
        # 0.8 does not state 0.8473: a rounded figure keeps at least two significant digits.
        return abs(value) >= 10 * unit
    return unit == 1 and abs(wanted) >= WHOLE_UNITS_FROM


def amounts_in(wording: Wording, header: str = "") -> list[Amount]:
    """Return the numbers that a text states as amounts, counts or rates; dates and codes are left out.

    Args:
        wording: the text.
        header: the column header above it, which may say that its numbers are codes.
    """
    text, lower = wording.text, wording.lower
    if wording.squeezed and letter_spaced(lower):
        text = lower = wording.squeezed
    codes = bool(header) and bool(_CODE_HEADER.search(header.strip()))
    amounts: list[Amount] = []
    last_code_end = -1
    for start, piece in chunks(text):
        for number in numbers_in(piece):
            found = replace(number, start=number.start + start, end=number.end + start)
            bare = not (found.currency or found.percent or found.decimals or "," in found.text or " " in found.text)
            at = found.start + len(text[found.start : found.end]) - len(text[found.start : found.end].lstrip())
            before = lower[max(0, at - 40) : at]
            if bare and (
                codes
                or _AFTER_CODE.search(before)
                or (0 <= last_code_end <= at and _LISTED.fullmatch(lower[last_code_end:at]))
                or (not text[:at].strip() and _MARKER.match(text, at))
            ):
                last_code_end = found.end
                continue
            year = bare and bool(_YEAR.fullmatch(found.text.strip("() ")))
            if year and _TEMPORAL.search(before):
                continue
            amounts.append(Amount(found, year and len(text.strip()) > len(found.text.strip())))
    return amounts


def without_leading_code(amounts: list[Amount], wording: Wording, lead: str) -> list[Amount]:
    """Return the amounts of a list item without the code that it begins with, as in `Cheques: 4391 for 512.75`.

    Args:
        amounts: what the item states.
        wording: its text.
        lead: the line that introduces the list.
    """
    if not amounts or not _CODE_WORD.search(Wording(lead).lower):
        return amounts
    first = amounts[0].found
    written = first.text.strip()
    bare = written.isdigit() and len(written) >= 3 and not wording.text[: first.start].strip("( ")
    return amounts[1:] if bare and len(wording.text.strip()) > len(written) else amounts


def looks_like_year(amount: Amount) -> bool:
    """Tell whether a number stands alone in a cell as years do in headers."""
    return bool(_YEAR.fullmatch(amount.found.text.strip()))


def attached(
    wording: Wording, amounts: Sequence[Amount], labels: Iterable[str], unless: Iterable[str]
) -> Iterator[Amount]:
    """Yield the amounts that a text gives for a label, as in `the adjusted balance of $184,206.58`.

    Args:
        wording: the text.
        amounts: its amounts.
        labels: wordings of the label.
        unless: words which before the label make another label of it.
    """
    lower = wording.lower
    stated = [amount for amount in amounts if not amount.year]
    for begin, end in _occurrences(lower, labels, unless):
        later = [amount for amount in stated if amount.found.start >= end]
        given = next(iter(later), None)
        if given and len(later) > 1 and _counts_things(given, lower) and _joined(lower[end : later[1].found.start]):
            given = later[1]
        if given and _joined(lower[end : given.found.start]):
            given = _result(given, later, lower)
            if given:
                yield given
            continue
        earlier = [amount for amount in stated if amount.found.end <= begin]
        if earlier and _NAMED_AFTER.fullmatch(lower[earlier[-1].found.end : begin]):
            yield earlier[-1]


def _result(given: Amount, later: Sequence[Amount], lower: str) -> Amount | None:
    """Return the amount itself, or what a sum that begins with it comes to: `1,000.00 + 36.00 = 1,036.00`."""
    rest = lower[given.found.end : given.found.end + 200]
    rest = _SUM_ENDS.split(rest, maxsplit=1)[0]
    if not _OPERATOR.match(rest):
        return given
    equals = rest.find("=")
    return next((amount for amount in later if 0 <= equals < amount.found.start - given.found.end), None)


def _occurrences(lower: str, labels: Iterable[str], unless: Iterable[str]) -> list[tuple[int, int]]:
    """Return where labels stand, the longest at each place."""
    spans = sorted(
        {match.span() for label in labels for match in term_pattern(label).finditer(lower)},
        key=lambda span: (span[0], -span[1]),
    )
    kept: list[tuple[int, int]] = []
    for span in spans:
        if kept and span[0] < kept[-1][1]:
            continue
        before = lower[max(0, span[0] - 60) : span[0]]
        if _ABOUT.search(before):
            continue
        before = before.rstrip()
        if not any(match.end() == len(before) for word in unless for match in term_pattern(word).finditer(before)):
            kept.append(span)
    return kept


def _joined(gap: str) -> bool:
    """Tell whether what stands between a label and an amount leaves the amount to the label."""
    gap = _REMARK.sub(" ", _DATE.sub(" ", gap[:400]))
    gap = re.sub(" +", " ", gap).strip(" ,:=")
    return len(gap) <= LONGEST_GAP and not _STOP.search(gap)


def _counts_things(amount: Amount, lower: str) -> bool:
    found = amount.found
    whole = not (found.currency or found.percent or found.decimals)
    return whole and abs(found.value) < 100 and lower[found.end : found.end + 2].strip().isalpha()


def is_label(wording: Wording, labels: Iterable[str], unless: Iterable[str] = ()) -> bool:
    """Tell whether a cell or heading is a label and little else, rather than a sentence that mentions it.

    Args:
        wording: the text.
        labels: wordings of the label.
        unless: words which before the label make another label of it.
    """
    lower = wording.lower
    if len(lower) > 200:
        return False
    for begin, end in _occurrences(lower, labels, unless):
        rest = _REMARK.sub(" ", _DATE.sub(" ", lower[:begin] + " " + lower[end:]))
        if len(_RESIDUE.sub(" ", rest).strip()) <= _LONGEST_RESIDUE and not _OTHER_WORDS.search(rest):
            return True
    return False


def figure_of(wanted: Figure | Decimal | int | str, tolerance: Decimal) -> tuple[Decimal, Decimal]:
    """Return the value that is looked for and its tolerance, a figure's own where it is one."""
    if isinstance(wanted, Figure):
        return wanted.value, wanted.tolerance
    return Decimal(wanted), tolerance
