"""Money that moved without slip or cheque in October 2025, and the references under which bank and books know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.bank_calendar import add_business_days, business_days
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.statement import bank_text

if TYPE_CHECKING:
    import numpy as np

cash = companion(__file__, "cash")
FIRST, LAST = cash.FIRST, cash.LAST

SERIES = {
    "EFT": (41_000, 52_000, 30, 1_300),
    "PAD": (30_000, 52_000, 200, 5_500),
    "PAY": (20_000, 27_000, 40, 600),
    "MS": (100_000, 520_000, 9_000, 90_000),
}
"""The bank's series: lowest and highest first number, least and most by which the next one of this account is higher."""

MONTHLY = (
    (date(2025, 10, 1), "Entrepôts de la Batture", "warehouse rent October", 6_400_00, 9_800_00),
    (date(2025, 10, 3), "Énergie Manicaux", "electricity September", 3_100_00, 6_200_00),
    (date(2025, 10, 6), "Bellefontaine Mutual Insurance", "premium instalment", 1_150_00, 2_350_00),
    (date(2025, 10, 8), "Gaz Naturel du Piémont", "natural gas September", 1_300_00, 2_900_00),
    (date(2025, 10, 15), "Fibranord Telecom Inc.", "telephone and internet", 210_00, 560_00),
    (date(2025, 10, 20), "Location Fourgons Arvida-Nord", "van leases", 1_400_00, 2_600_00),
    (date(2025, 10, 29), "Receiver General", "excise duty September", 4_100_00, 7_900_00),
)
PAYROLL = (
    (date(2025, 10, 10), 23_000_00, 31_000_00, "Hourly payroll, pay 20", "PAYROLL TRANSFER PAY 20"),
    (date(2025, 10, 15), 6_500_00, 9_900_00, "Source deductions, September second half", "SOURCE DEDUCTIONS PAYMENT"),
    (date(2025, 10, 24), 23_000_00, 31_000_00, "Hourly payroll, pay 21", "PAYROLL TRANSFER PAY 21"),
    (date(2025, 10, 30), 6_500_00, 9_900_00, "Source deductions, October first half", "SOURCE DEDUCTIONS PAYMENT"),
)
SETTLED = (date(2025, 10, 6), date(2025, 10, 14), date(2025, 10, 20), date(2025, 10, 31))
"""The days on which the bank credits the taproom's card terminal."""


def draw_transfers(
    stream: Callable[[str], np.random.Generator],
    story: Any,
    slips: list[Any],
    parties: tuple[str, str, str],
    others: tuple[list[str], list[str]],
) -> list[Any]:
    """Draw the month's transfers, the planted ones among them.

    Args:
        stream: gives the stream of a concern.
        story: the planted amounts, the stream of their dates, and the amounts that are taken.
        slips: the month's deposits, of which one comes back.
        parties: who bounces a cheque, who now pays by EFT, and who is paid once and posted twice.
        others: the suppliers that are paid by EFT, and the customers that pay by it.
    """
    suppliers, customers = others
    ordinary = stream("filler.eft")
    drafts = _payments(ordinary, story.pool, suppliers) + _receipts(ordinary, story.pool, customers)
    drafts += _regular(ordinary, story.pool)
    references = stream("references")
    invoice = int(references.integers(11_000, 39_000))
    drafts += _planted(references, story, slips, parties, invoice)
    numbered = _known_otherwise(references, _numbered(references, drafts))
    return [*numbered, _posted_again(references, story.dates, numbered, parties[2], invoice)]


def _payments(rng: np.random.Generator, pool: Any, suppliers: list[str]) -> list[Any]:
    days = sorted(pick(rng, business_days(FIRST, LAST)) for _ in range(20))
    # A supplier numbers its invoices upwards, whoever they are for.
    invoices: Counter[str] = Counter()
    found = []
    for day in days:
        payee = pick(rng, suppliers)
        invoices[payee] += int(rng.integers(4, 60)) if invoices[payee] else int(rng.integers(11_000, 38_000))
        amount = pool.lognormal(rng, 3_300_00, 0.6, 310_00, 9_900_00)
        found.append(
            cash.Transfer(
                day, -amount, "CD", "", f"{payee}, inv. {invoices[payee]}", bank_text(f"EFT PMT {payee}"), "EFT"
            )
        )
    for day, payee, detail, low, high in MONTHLY:
        amount = pool.uniform(rng, low, high)
        found.append(cash.Transfer(day, -amount, "CD", "", f"{payee}, {detail}", bank_text(f"PAD {payee}"), "PAD"))
    return found


def _receipts(rng: np.random.Generator, pool: Any, customers: list[str]) -> list[Any]:
    days, found = business_days(FIRST, LAST), []
    # Some come early enough for the books to take them up days later and still in October.
    for place in range(7):
        customer, amount = pick(rng, customers), pool.lognormal(rng, 11_500_00, 0.4, 4_200_00, 24_000_00)
        day = pick(rng, days[:-4] if place < 3 else days)
        text = bank_text(f"EFT CREDIT {customer}")
        found.append(cash.Transfer(day, amount, "CR", "", f"EFT receipt: {customer}", text, "EFT", "receipt_posted"))
    return found


def _regular(rng: np.random.Generator, pool: Any) -> list[Any]:
    """Draw what recurs: payroll, the card terminal's settlements and the transfer to savings."""
    found = [
        cash.Transfer(day, -pool.uniform(rng, low, high), "PR", "", text, bank, "PAY")
        for day, low, high, text, bank in PAYROLL
    ]
    for day in SETTLED:
        amount = pool.lognormal(rng, 5_200_00, 0.3, 2_600_00, 9_400_00)
        found.append(
            cash.Transfer(day, amount, "JE", "", "Card settlement, taproom", "CARD SETTLEMENT", "MS", "settlement")
        )
    ref, amount = f"TR-{int(rng.integers(10_000, 99_000))}", pool.uniform(rng, 5_000_00, 20_000_00, step=500_00)
    savings = ("Transfer to savings account", "TRANSFER TO SAVINGS")
    return [*found, cash.Transfer(date(2025, 10, 17), -amount, "JE", ref, *savings, ref)]


def _planted(
    refs: np.random.Generator, story: Any, slips: list[Any], parties: tuple[str, str, str], invoice: int
) -> list[Any]:
    planted, dates, (debtor, remitter, payee) = story.planted, story.dates, parties
    paid = pick(dates, business_days(date(2025, 10, 3), date(2025, 10, 22)))
    deposited = next(slip.day for slip in slips if slip.total == planted.e5_returned)
    returned = add_business_days(deposited, int(dates.integers(4, 9)))
    rtn, loan = f"RTN-{int(refs.integers(30_000, 99_000))}", f"LN-{int(refs.integers(20_000, 29_000))}"
    due = pick(dates, business_days(date(2025, 10, 15), date(2025, 10, 28)))
    received = pick(dates, business_days(date(2025, 10, 16), date(2025, 10, 30)))
    payment, credit = bank_text(f"EFT PMT {payee}"), bank_text(f"EFT CREDIT {remitter}")
    return [
        cash.Transfer(paid, -planted.e3_transfer, "CD", "", f"{payee}, inv. {invoice}", payment, "EFT", "e3"),
        cash.Transfer(returned, -planted.e5_returned, "", "", "", bank_text(f"RETURNED NSF {debtor}"), rtn, "e5_returned"),
        cash.Transfer(returned, -planted.e5_fee, "", "", "", "RETURNED ITEM FEE", rtn, "e5_fee"),
        cash.Transfer(LAST, -planted.charges, "", "", "", "MONTHLY SERVICE CHARGES", "SC-10", "charges"),
        cash.Transfer(LAST, planted.interest, "", "", "", "INTEREST EARNED", "INT-10", "interest"),
        cash.Transfer(received, planted.receipt, "", "", "", credit, "EFT", "receipt"),
        cash.Transfer(due, -planted.instalment, "", "", "", "LOAN PAYMENT EQUIPMENT", loan, "instalment"),
    ]  # fmt: skip


def _numbered(rng: np.random.Generator, drafts: Iterable[Any]) -> list[Any]:
    """Give every draft that names only a series the next number of it, in the order of the days."""
    last: Counter[str] = Counter()
    found = []
    for draft in sorted(shuffled(rng, drafts), key=lambda transfer: transfer.day):
        reference = draft.bank_reference
        if reference in SERIES:
            low, high, least, most = SERIES[reference]
            last[reference] += int(rng.integers(least, most) if last[reference] else rng.integers(low, high))
            reference = f"{reference}-{last[reference]}"
        # The books copy the bank's reference unless they have one of their own.
        found.append(replace(draft, bank_reference=reference, ref=draft.ref or reference))
    return found


def _known_otherwise(rng: np.random.Generator, transfers: list[Any]) -> list[Any]:
    """Let the books know some receipts by another reference and day than the bank, so that amount and date must match them."""
    settlements, receipts = pick(rng, ((True, False), (False, True), (True, True)))
    batch, advice = int(rng.integers(130, 890)), int(rng.integers(30_000, 88_000))
    late = [transfer for transfer in transfers if transfer.role == "receipt_posted"][: int(rng.integers(2, 4))]
    found = []
    for transfer in transfers:
        if settlements and transfer.role == "settlement":
            # The terminal closes its batch on the business day before the bank credits it.
            batch += 1
            closed = add_business_days(transfer.day, -1)
            found.append(replace(transfer, ref=f"BATCH-{batch}", posted=closed))
        elif receipts and transfer in late:
            advice += int(rng.integers(90, 2_900))
            posted = add_business_days(transfer.day, int(rng.integers(0, 3)))
            found.append(replace(transfer, ref=f"REM-{advice}", posted=posted))
        else:
            found.append(transfer)
    return found


def _posted_again(
    rng: np.random.Generator, dates: np.random.Generator, transfers: list[Any], payee: str, invoice: int
) -> Any:
    """Return how the payment that the bank made once got into the books a second time."""
    first = next(transfer for transfer in transfers if transfer.role == "e3")
    day = add_business_days(first.day, int(dates.integers(3, 8)))
    taken = {transfer.bank_reference for transfer in transfers}
    forms = [
        ("JE", f"INV {invoice}", f"{payee}, inv. {invoice}, EFT payment"),
        ("JE", f"ONLINE {day:%m-%d}", f"Online payment {payee}, invoice {invoice}"),
        ("JE", first.ref, f"EFT payment {payee}"),
        ("CD", first.ref, first.description),
        *[("CD", ref, first.description) for ref in _mistyped(first.ref) if ref not in taken][:1],
    ]
    source, ref, text = pick(rng, forms)
    return replace(
        first, day=day, source=source, ref=ref, description=text, bank_description="", bank_reference="",
        role="e3_again", in_bank=False,
    )  # fmt: skip


def _mistyped(ref: str) -> list[str]:
    """Return a reference with two neighbouring digits swapped, the last ones first."""
    swapped = [ref[:place] + ref[place + 1] + ref[place] + ref[place + 2 :] for place in range(len(ref) - 2, 4, -1)]
    return [each for each in swapped if each != ref]
