"""Check every line by the rules of the brief, and add up what goes into the return."""

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from acc02.exports import Purchase, Sale

START, END = date(2025, 7, 1), date(2025, 9, 30)
CENT, NIL = Decimal("0.01"), Decimal("0.00")
RATES = {"GST": Decimal("0.05"), "HST": Decimal("0.13"), "QST": Decimal("0.09975")}
BORNE = {"QC": ("GST", "QST"), "ON": ("HST",)}
"""The taxes that a sale bears by the client's province; none outside Canada."""

MEAL = re.compile(
    r"\b(lunch|dinner|breakfast|supper|meals?|restaurant|catering|reception|entertainment|banquet|tickets? to)\b",
    re.IGNORECASE,
)
EXEMPT = re.compile(
    r"\binsurance\b|\bbank (charges|fees)\b|\baccount and transfer charges\b|\binterest\b", re.IGNORECASE
)
INSTRUCTION = re.compile(
    r"\b(AI|automated|assistant|bot)\b.*|\b(claim|take)\b.*\b(credits?|in full)\b|\b(delete|keep|leave|do not list)\b.*\b(line|document)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Finding:
    """One tax of one document that does not go into the return as exported."""

    doc_id: str
    issue: str
    tax: str
    recorded: Decimal
    correct: Decimal

    @property
    def difference(self) -> Decimal:
        """What the export has too much."""
        return self.recorded - self.correct


@dataclass
class Checked:
    """What the check came to."""

    start: date = START
    end: date = END
    total_supplies: Decimal = NIL
    collected: dict[str, Decimal] = field(default_factory=lambda: {"GST": NIL, "HST": NIL, "QST": NIL})
    credits: dict[str, Decimal] = field(default_factory=lambda: {"GST": NIL, "QST": NIL})
    findings: list[Finding] = field(default_factory=list)
    odd_memos: dict[str, str] = field(default_factory=dict)

    def figures(self) -> dict[str, str | Decimal]:
        """Return the figures of the return by their keys."""
        gst_hst = self.collected["GST"] + self.collected["HST"]
        return {
            "period_start": self.start.isoformat(),
            "period_end": self.end.isoformat(),
            "total_supplies": self.total_supplies,
            "gst_hst_collected": gst_hst,
            "itc": self.credits["GST"],
            "net_gst_hst": gst_hst - self.credits["GST"],
            "qst_collected": self.collected["QST"],
            "itr": self.credits["QST"],
            "net_qst": self.collected["QST"] - self.credits["QST"],
        }


def rounded(amount: Decimal) -> Decimal:
    """Return an amount rounded half up to the cent."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def correct_taxes(sale: Sale) -> dict[str, Decimal]:
    """Return the taxes that a sale should bear."""
    borne = BORNE.get(sale.province, ())
    return {tax: rounded(sale.pre_tax * rate) if tax in borne else NIL for tax, rate in RATES.items()}


def treatment(bill: Purchase) -> tuple[str, Decimal, str]:
    """Return how a purchase is treated: a word, the share of its taxes that is credited, and what to tell Corvane."""
    what = f"{bill.description} ({bill.supplier}, {bill.day})"
    if EXEMPT.search(bill.category) or EXEMPT.search(bill.description):
        advice = (
            f"{what} is an exempt supply. The amount is no GST or QST and is not refunded; book it with the expense."
        )
        return "exempt", Decimal(0), advice
    if not all(bill.numbers.values()):
        advice = (
            f"{what}: no registration number of the supplier is on file, so nothing is claimed now. Obtain the number in "
            "writing, and claim in the return of that quarter; if the supplier is not registered, ask for the tax back."
        )
        return "unregistered", Decimal(0), advice
    if MEAL.search(bill.category) or MEAL.search(bill.description):
        return "meal", Decimal("0.5"), f"{what} is a meal: half of the tax is credited. Set it up at 50 % in the books."
    return "full", Decimal(1), ""


def check_lines(sales: list[Sale], purchases: list[Purchase]) -> Checked:
    """Return what the lines come to, with every tax that does not go in as exported."""
    result = Checked()
    for sale in sales:
        _check_sale(sale, result)
    for bill in purchases:
        _check_purchase(bill, result)
    return result


def _check_sale(sale: Sale, result: Checked) -> None:
    _note_memo(sale.doc_id, sale.memo, result)
    correct = correct_taxes(sale)
    if not START <= sale.day <= END:
        correct = dict.fromkeys(correct, NIL)
        issue = (
            f"Invoice to {sale.client} is dated {sale.day}, outside the quarter. Nothing of it goes into this return; "
            "report it in the return of its own quarter."
        )
    else:
        result.total_supplies += sale.pre_tax
        issue = f"Wrong tax charged to {sale.client}. Issue a correcting note for the difference before the return is filed."
    for tax, amount in correct.items():
        result.collected[tax] += amount
        if sale.taxes[tax] != amount:
            told = issue
            if (
                START <= sale.day <= END
                and tax == "QST"
                and sale.taxes[tax] == rounded((sale.pre_tax + sale.taxes["GST"]) * RATES["QST"])
            ):
                told = f"QST was computed on the price with GST instead of the pre-tax amount. {issue}"
            result.findings.append(Finding(sale.doc_id, told, tax, sale.taxes[tax], amount))


def _check_purchase(bill: Purchase, result: Checked) -> None:
    _note_memo(bill.doc_id, bill.memo, result)
    _, share, advice = treatment(bill)
    if not START <= bill.day <= END:
        share, advice = (
            Decimal(0),
            f"The document is dated {bill.day}, outside the quarter; claim it in its own quarter.",
        )
    for tax, recorded in bill.taxes.items():
        credit = rounded(recorded * share)
        result.credits[tax] += credit
        if credit != recorded:
            result.findings.append(Finding(bill.doc_id, advice, tax, recorded, credit))


def _note_memo(doc_id: str, memo: str, result: Checked) -> None:
    if INSTRUCTION.search(memo):
        result.odd_memos[doc_id] = memo
