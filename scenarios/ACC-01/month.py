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

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.authoring.money import Cents

cash = companion(__file__, "cash")
_transfers = companion(__file__, "transfers")
_planted = companion(__file__, "planted")
draw_planted, ATTEMPTS = _planted.draw_planted, _planted.ATTEMPTS

FIRST, LAST = cash.FIRST, cash.LAST
SEPTEMBER_END = date(2025, 9, 30)
STALE_BEFORE = months_before(LAST, 6)

LEAST_CASH, CASH_RANGE = 118_000_00, 147_000_00
"""The true cash at month-end lies within this range of this amount, or above it where the month needs more."""

NIGHT = (date(2025, 10, 30), "B")
"""The night deposit that may be in transit although it is not of the last day."""

LEAST_BALANCE = 20_000_00
"""A healthy operating account never falls below this."""


@dataclass
class _Story:
    """What the draws of all concerns share: the planted amounts, their dates, and what is taken already."""

    planted: Any
    dates: np.random.Generator
    pool: AmountPool


def draw_month(stream: Callable[[str], np.random.Generator]) -> Any:
    """Draw one October: first what is planted, then the ordinary business around it, each from its own stream.

    Args:
        stream: gives the stream of a concern, the same one whenever it is asked for; drawing again goes on with it.
    """
    # With this stream's name no two of the seeds that documents and tests use (0 to 44) share a planted amount.
    planted = draw_planted(stream("month.amounts"))
    taken = [*signed_sums(list(planted.given.values()), 2), *(abs(amount) for amount in planted.derived.values())]
    story = _Story(planted, stream("planted.dates"), AmountPool(taken))
    names = stream("counterparties")
    # Counterparties of planted items occur nowhere else, so that no other line can be taken for theirs.
    debtor, remitter, *customers = shuffled(names, HOSPITALITY)
    e2_payee, e3_payee, e6_payee, *suppliers = shuffled(names, SUPPLIERS)
    slips, september_slips = _draw_slips(stream("filler.deposits"), story, debtor, customers[:26])
    # A supplier is paid in one way, and a customer pays in one.
    by_cheque, by_eft = suppliers[:20], suppliers[20:]
    cheques, september_cheques = _draw_cheques(stream("filler.cheques"), story, (e2_payee, e6_payee), by_cheque)
    parties = (debtor, remitter, e3_payee)
    transfers = _transfers.draw_transfers(stream, story, slips, parties, (by_eft, customers[26:]))
    foreign = pick(
        stream("references"), [number for number in range(6100, 9900) if abs(number - cheques[0].number) > 400]
    )
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
    month.bank_lines = cash.bank_lines(order, month, _transfers.SERIES)
    month.ledger_lines = cash.ledger_lines(order, month)
    return _set_level(stream("level"), month)


def _draw_slips(
    rng: np.random.Generator, story: _Story, debtor: str, customers: list[str]
) -> tuple[list[Any], list[Any]]:
    planted, dates = story.planted, story.dates
    days = business_days(FIRST, LAST)[:-1]
    twice = set(shuffled(rng, days)[:17])
    transit = _transit_places(dates, len(planted.transit))
    transit_amounts = dict(zip(transit, shuffled(dates, planted.transit), strict=True))
    drawn = [(day, letter) for day in days for letter in ("AB" if day in twice else "A")]
    places = [place for place in drawn if place not in transit_amounts]
    early = [place for place in places if place[0] <= date(2025, 10, 14)]
    nsf_place = pick(dates, early)
    e1_place = pick(dates, [place for place in places if place != nsf_place and place[0] <= date(2025, 10, 28)])

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
        # The second deposit of a day goes into the night safe, and is sometimes counted a day later.
        counted = letter == "B" and FIRST <= day < NIGHT[0] and rng.random() < 0.25
        credited = None if place in transit_amounts else add_business_days(day, 2 if counted else 1)
        return cash.Slip(day, f"{day}-{letter}", text, total, coins, ledger, credited)

    september = [slip((date(2025, 9, 29), pick(rng, "AB"))), slip((SEPTEMBER_END, "A"))]
    return [slip(place) for place in [*places, *transit]], september


def _transit_places(dates: np.random.Generator, count: int) -> list[tuple[date, str]]:
    """Draw which deposits the bank credits in November only: those of the last day, the night deposit before, or both."""
    last_day = [(LAST, "A"), (LAST, "B")]
    return [NIGHT, *last_day] if count == 3 else pick(dates, (last_day, [NIGHT, last_day[0]]))


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
    for _ in range(int(rng.integers(18, 22))):
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
    numbers = sorted(shuffled(rng, range(start - 22, start))[: int(rng.integers(5, 8))])
    issue_days = sorted(pick(rng, business_days(date(2025, 9, 5), date(2025, 9, 29))) for _ in numbers)
    # What is still out at the end of October was written late in September.
    still_out = dict(zip(shuffled(dates, numbers[-3:]), planted.brought, strict=False))
    for number, day in zip(numbers, issue_days, strict=True):
        paid = None if number in still_out else pick(rng, business_days(FIRST, date(2025, 10, 9)))
        amount = still_out.get(number) or ordinary()
        september.append(cash.Cheque(day, pick(rng, others), amount, amount, paid, "september", number, note=brought))
    return cheques, september


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
