"""October 2025 in account 1010 of Brasserie du Fjord: what happened, what the bank shows, and what the books show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import AmountPool, pick, shuffled, signed_sums
from wp42_pytest.authoring.bank_calendar import add_business_days, business_days, business_days_between, months_before
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.names import HOSPITALITY, SUPPLIERS
from wp42_pytest.authoring.statement import bank_text

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.authoring.money import Cents

cash = companion(__file__, "cash")
_planted = companion(__file__, "planted")
draw_planted, ATTEMPTS = _planted.draw_planted, _planted.ATTEMPTS

FIRST, LAST = date(2025, 10, 1), date(2025, 10, 31)
SEPTEMBER_END = date(2025, 9, 30)
STALE_BEFORE = months_before(LAST, 6)

LEAST_CASH, CASH_RANGE = 118_000_00, 147_000_00
"""The true cash at month-end lies within this range of this amount, or above it where the month needs more."""

LEAST_BALANCE = 20_000_00
"""A healthy operating account never falls below this."""


@dataclass
class _Story:
    """What the draws of all concerns share: the planted amounts, their dates, and what is taken already."""

    planted: Any
    dates: np.random.Generator
    pool: AmountPool
    ids: AmountPool


def draw_month(stream: Callable[[str], np.random.Generator]) -> Any:
    """Draw one October: first what is planted, then the ordinary business around it, each from its own stream.

    Args:
        stream: gives the stream of a concern, the same one whenever it is asked for; drawing again goes on with it.
    """
    # With this stream's name no two of the seeds that documents and tests use (0 to 44) share a planted amount.
    planted = draw_planted(stream("amounts.planted"))
    taken = [*signed_sums(list(planted.given.values()), 2), *(abs(amount) for amount in planted.derived.values())]
    story = _Story(planted, stream("planted.dates"), AmountPool(taken), AmountPool())
    names = stream("counterparties")
    # Counterparties of planted items occur nowhere else, so that no other line can be taken for theirs.
    debtor, remitter, *customers = shuffled(names, HOSPITALITY)
    e2_payee, e3_payee, e6_payee, *suppliers = shuffled(names, SUPPLIERS)
    slips, september_slips = _draw_slips(stream("filler.deposits"), story, debtor, customers[:26])
    cheques, september_cheques = _draw_cheques(stream("filler.cheques"), story, (e2_payee, e6_payee), suppliers[:22])
    transfers = _draw_transfers(stream("filler.eft"), story, suppliers[14:], customers[26:])
    references = stream("references")
    transfers += _planted_transfers(references, story, slips, (debtor, remitter, e3_payee))
    foreign = pick(references, [number for number in range(6100, 9900) if abs(number - cheques[0].number) > 400])
    error_day = pick(story.dates, business_days(date(2025, 10, 7), date(2025, 10, 28)))
    error = cash.Transfer(error_day, -planted.e4_cheque, "", "", "", "CHEQUE", str(foreign), "e4")
    september = stream("filler.september")
    month = cash.Month(
        planted=planted,
        slips=slips,
        september_slips=september_slips,
        cheques=cheques,
        september_cheques=september_cheques,
        transfers=transfers,
        foreign_cheque=error,
        debtor=debtor,
        remitter=remitter,
        e3_payee=e3_payee,
        september_charges=story.pool.uniform(september, 68_01, 148_99),
        september_interest=story.pool.uniform(september, 14_01, 95_99),
    )
    order = stream("layout")
    month.bank_lines = cash.bank_lines(order, month)
    month.ledger_lines = cash.ledger_lines(order, month)
    return _set_level(stream("level"), month)


def _draw_slips(
    rng: np.random.Generator, story: _Story, debtor: str, customers: list[str]
) -> tuple[list[Any], list[Any]]:
    planted, dates = story.planted, story.dates
    days = business_days(FIRST, LAST)[:-1]
    twice = set(shuffled(rng, days)[:17])
    places = [(day, letter) for day in days for letter in ("AB" if day in twice else "A")]
    early = [place for place in places if place[0] <= date(2025, 10, 14)]
    nsf_place = pick(dates, early)
    e1_place = pick(dates, [place for place in places if place != nsf_place and place[0] <= date(2025, 10, 28)])
    transit = [(LAST, "A"), (LAST, "B")]
    transit_amounts = dict(zip(transit, shuffled(dates, planted.transit), strict=True))

    def slip(place: tuple[date, str]) -> Any:
        day, letter = place
        payers = shuffled(rng, customers)[: int(rng.integers(1, 4))]
        # Coins below five cents are no longer in use, so that cash is a multiple of five.
        cash_share, filler = float(rng.random()) * 0.45, story.pool.lognormal(rng, 2_900_00, 0.55, 480_00, 9_900_00)
        total, ledger, text = filler, filler, "Deposit: " + ", ".join(payers)
        if place == nsf_place:
            total, ledger, cash_share, text = planted.e5_returned, planted.e5_returned, 0.0, f"Deposit: {debtor}"
        elif place == e1_place:
            total, ledger = planted.e1_slip, planted.e1_ledger
        elif place in transit_amounts:
            total = ledger = transit_amounts[place]
        coins = 0 if cash_share < 0.05 else int(total * cash_share) // 5 * 5
        while coins and {coins, total - coins} & story.pool.taken:
            coins -= 5
        credited = add_business_days(day, 1)
        return cash.Slip(day, f"{day}-{letter}", text, total, coins, ledger, credited if credited <= LAST else None)

    september = [slip((date(2025, 9, 29), pick(rng, "AB"))), slip((SEPTEMBER_END, "A"))]
    return [slip(place) for place in [*places, *transit]], september


def _draw_cheques(
    rng: np.random.Generator, story: _Story, payees: tuple[str, str], others: list[str]
) -> tuple[list[Any], list[Any]]:
    planted, dates = story.planted, story.dates

    def ordinary() -> Cents:
        return story.pool.lognormal(rng, 1_750_00, 0.7, 140_00, 8_800_00)

    def cleared(issued: date) -> date:
        return add_business_days(issued, int(rng.integers(2, 1 + min(9, business_days_between(issued, LAST)))))

    e2_payee, e6_payee = payees
    issued = pick(dates, business_days(FIRST, date(2025, 10, 7)))
    voided = add_business_days(issued, int(dates.integers(7, 11)))
    reissued = add_business_days(voided, int(dates.integers(0, 2)))
    e2_day = pick(dates, business_days(date(2025, 10, 2), date(2025, 10, 17)))
    e6 = planted.e6_void
    drafts = [
        cash.Cheque(
            issued, e6_payee, e6, e6, None, "void", status="void", note=f"void {voided}, not received by the payee"
        ),
        cash.Cheque(reissued, e6_payee, e6, e6, add_business_days(reissued, int(dates.integers(2, 5))), "replacement"),
        cash.Cheque(e2_day, e2_payee, planted.e2_register, planted.e2_ledger, cleared(e2_day), "e2"),
    ]
    late, middle = business_days(date(2025, 10, 22), LAST), business_days(date(2025, 10, 14), date(2025, 10, 21))
    for place, amount in enumerate(planted.outstanding):
        day = pick(dates, middle if place < 2 else late)
        drafts.append(cash.Cheque(day, pick(rng, others), amount, amount, None, "outstanding"))
    for _ in range(19):
        day, amount = pick(rng, business_days(FIRST, date(2025, 10, 23))), ordinary()
        drafts.append(cash.Cheque(day, pick(rng, others), amount, amount, cleared(day)))
    # One series without gaps, in the order of issue.
    start = int(dates.integers(6200, 9700))
    ordered = sorted(shuffled(rng, drafts), key=lambda cheque: cheque.day)
    numbered = [replace(cheque, number=start + place) for place, cheque in enumerate(ordered)]
    void = next(cheque.number for cheque in numbered if cheque.role == "void")
    cheques = [
        replace(cheque, note=f"re-issue of {void}") if cheque.role == "replacement" else cheque for cheque in numbered
    ]
    brought = "outstanding at 2025-09-30"
    stale_day = pick(dates, business_days(date(2025, 4, 1), date(2025, 4, 25)))
    september = [
        cash.Cheque(
            stale_day,
            pick(rng, others),
            planted.stale,
            planted.stale,
            None,
            "stale",
            start - int(dates.integers(60, 110)),
            note=brought,
        )
    ]
    numbers = sorted(shuffled(rng, range(start - 22, start))[:6])
    issue_days = sorted(pick(rng, business_days(date(2025, 9, 5), date(2025, 9, 29))) for _ in numbers)
    for number, day in zip(numbers, issue_days, strict=True):
        amount, paid = ordinary(), pick(rng, business_days(FIRST, date(2025, 10, 9)))
        september.append(cash.Cheque(day, pick(rng, others), amount, amount, paid, "september", number, note=brought))
    return cheques, september


def _draw_transfers(rng: np.random.Generator, story: _Story, suppliers: list[str], customers: list[str]) -> list[Any]:
    pool, ids = story.pool, story.ids
    days = business_days(FIRST, LAST)

    def paid(day: date, amount: Cents, payee: str, detail: str, kind: str) -> Any:
        ref = f"EFT-{ids.uniform(rng, 41_000, 79_000)}"
        return cash.Transfer(day, -amount, "CD", ref, f"{payee}, {detail}", bank_text(f"{kind} {payee}"), ref)

    found = []
    for _ in range(20):
        amount, invoice = pool.lognormal(rng, 3_300_00, 0.6, 310_00, 9_900_00), ids.uniform(rng, 11_000, 39_000)
        found.append(paid(pick(rng, days), amount, pick(rng, suppliers), f"inv. {invoice}", "EFT PMT"))
    monthly = (
        (date(2025, 10, 1), "Entrepôts de la Batture", "warehouse rent October", 6_400_00, 9_800_00),
        (date(2025, 10, 3), "Énergie Manicaux", "electricity September", 3_100_00, 6_200_00),
        (date(2025, 10, 6), "Bellefontaine Mutual Insurance", "premium instalment", 1_150_00, 2_350_00),
        (date(2025, 10, 8), "Gaz Naturel du Piémont", "natural gas September", 1_300_00, 2_900_00),
        (date(2025, 10, 15), "Fibranord Telecom Inc.", "telephone and internet", 210_00, 560_00),
        (date(2025, 10, 20), "Location Fourgons Arvida-Nord", "van leases", 1_400_00, 2_600_00),
        (date(2025, 10, 29), "Receiver General", "excise duty September", 4_100_00, 7_900_00),
    )
    for day, payee, detail, low, high in monthly:
        found.append(paid(day, pool.uniform(rng, low, high), payee, detail, "PAD"))
    for _ in range(7):
        customer, amount = pick(rng, customers), pool.lognormal(rng, 11_500_00, 0.4, 4_200_00, 24_000_00)
        ref = f"EFT-{ids.uniform(rng, 41_000, 79_000)}"
        found.append(
            cash.Transfer(
                pick(rng, days), amount, "CR", ref, f"EFT receipt: {customer}", bank_text(f"EFT CREDIT {customer}"), ref
            )
        )
    for day, low, high, text, bank in (
        (date(2025, 10, 10), 23_000_00, 31_000_00, "Hourly payroll, pay 20", "PAYROLL TRANSFER PAY 20"),
        (date(2025, 10, 15), 6_500_00, 9_900_00, "Source deductions, September second half", "SOURCE DEDUCTIONS PAYMENT"),
        (date(2025, 10, 24), 23_000_00, 31_000_00, "Hourly payroll, pay 21", "PAYROLL TRANSFER PAY 21"),
        (date(2025, 10, 30), 6_500_00, 9_900_00, "Source deductions, October first half", "SOURCE DEDUCTIONS PAYMENT"),
    ):  # fmt: skip
        ref = f"PAY-{ids.uniform(rng, 20_000, 29_000)}"
        found.append(cash.Transfer(day, -pool.uniform(rng, low, high), "PR", ref, text, bank, ref))
    for day in (date(2025, 10, 6), date(2025, 10, 14), date(2025, 10, 20), date(2025, 10, 31)):
        ref, amount = (
            f"MS-{ids.uniform(rng, 100_000, 990_000)}",
            pool.lognormal(rng, 5_200_00, 0.3, 2_600_00, 9_400_00),
        )
        found.append(cash.Transfer(day, amount, "JE", ref, "Card settlement, taproom", "CARD SETTLEMENT", ref))
    ref, amount = f"TR-{ids.uniform(rng, 10_000, 99_000)}", pool.uniform(rng, 5_000_00, 20_000_00, step=500_00)
    found.append(
        cash.Transfer(date(2025, 10, 17), -amount, "JE", ref, "Transfer to savings account", "TRANSFER TO SAVINGS", ref)
    )
    return found


def _planted_transfers(
    refs: np.random.Generator, story: _Story, slips: list[Any], parties: tuple[str, str, str]
) -> list[Any]:
    planted, dates, (debtor, remitter, e3_payee) = story.planted, story.dates, parties

    def number(low: int, high: int) -> int:
        return story.ids.uniform(refs, low, high)

    transfer_day = pick(dates, business_days(date(2025, 10, 3), date(2025, 10, 22)))
    posted_again = add_business_days(transfer_day, int(dates.integers(3, 8)))
    eft, invoice = f"EFT-{number(41_000, 79_000)}", number(11_000, 39_000)
    deposited = next(slip.day for slip in slips if slip.total == planted.e5_returned)
    returned = add_business_days(deposited, int(dates.integers(4, 9)))
    rtn, loan = f"RTN-{number(30_000, 99_000)}", f"LN-{number(20_000, 29_000)}"
    instalment_day = pick(dates, business_days(date(2025, 10, 15), date(2025, 10, 28)))
    receipt_day = pick(dates, business_days(date(2025, 10, 16), date(2025, 10, 30)))
    text = f"{e3_payee}, inv. {invoice}"
    bank_text_e3 = bank_text(f"EFT PMT {e3_payee}")
    return [
        cash.Transfer(transfer_day, -planted.e3_transfer, "CD", eft, text, bank_text_e3, eft, "e3"),
        cash.Transfer(posted_again, -planted.e3_transfer, "JE", f"INV {invoice}", f"{text}, EFT payment", "", "", "e3_again", in_bank=False),
        cash.Transfer(returned, -planted.e5_returned, "", "", "", bank_text(f"RETURNED NSF {debtor}"), rtn, "e5_returned"),
        cash.Transfer(returned, -planted.e5_fee, "", "", "", "RETURNED ITEM FEE", rtn, "e5_fee"),
        cash.Transfer(LAST, -planted.charges, "", "", "", "MONTHLY SERVICE CHARGES", "SC-10", "charges"),
        cash.Transfer(LAST, planted.interest, "", "", "", "INTEREST EARNED", "INT-10", "interest"),
        cash.Transfer(receipt_day, planted.receipt, "", "", "", bank_text(f"EFT CREDIT {remitter}"), f"EFT-{number(41_000, 79_000)}", "receipt"),
        cash.Transfer(instalment_day, -planted.instalment, "", "", "", "LOAN PAYMENT EQUIPMENT", loan, "instalment"),
    ]  # fmt: skip


def _set_level(rng: np.random.Generator, month: Any) -> Any:
    """Set the opening balances so that both sides come to the true cash, and no running balance gives a figure away."""
    planted = month.planted
    carried = sum(slip.total for slip in month.september_slips) - sum(
        cheque.amount for cheque in month.september_cheques
    )
    posted = sum(line.amount for line in month.ledger_lines)
    # Both balances day by day, as distances from the true cash at month-end.
    start = -planted.net_adjustment - posted
    distances = [
        *accumulate((line.amount for line in month.bank_lines), initial=start - carried),
        *accumulate((line.amount for line in month.ledger_lines), initial=start),
    ]
    low = max(LEAST_CASH, LEAST_BALANCE - min(distances))
    for _ in range(ATTEMPTS):
        cash_now = int(rng.integers(low, low + CASH_RANGE))
        month.planted = replace(planted, true_cash=cash_now)
        figures = {abs(amount) for amount in [*month.planted.derived.values(), *month.planted.given.values()]}
        if not figures & {cash_now + distance for distance in distances}:
            month.ledger_opening = cash_now + start
            month.bank_opening = month.ledger_opening - carried
            return month
    msg = "no opening balance was found that gives no figure away"
    raise ValueError(msg)
