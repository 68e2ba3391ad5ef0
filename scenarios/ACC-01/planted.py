"""The amounts that the reconciliation turns on: what is planted, what is to be derived, and what a mistake would come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import AmountPool, transposition

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.authoring.money import Cents

ATTEMPTS = 1000
"""Most redraws of anything; each succeeds far more often than not, so that no seed runs out of them."""

LEAST_EFFECT = 1_00
"""A mistake that moves the balance by less than a dollar would not be telling."""


@dataclass(frozen=True)
class Planted:
    """The amounts that the assignment turns on, in cents."""

    e1_slip: Cents
    e1_ledger: Cents
    e2_register: Cents
    e2_ledger: Cents
    e3_transfer: Cents
    e4_cheque: Cents
    e5_returned: Cents
    e5_fee: Cents
    e6_void: Cents
    charges: Cents
    interest: Cents
    receipt: Cents
    principal: Cents
    loan_interest: Cents
    transit: tuple[Cents, ...]
    stale: Cents
    brought: tuple[Cents, ...]
    outstanding: tuple[Cents, ...]
    true_cash: Cents = 0

    @property
    def instalment(self) -> Cents:
        """The loan instalment that the bank debited."""
        return self.principal + self.loan_interest

    @property
    def book_effects(self) -> dict[str, Cents]:
        """What each item adds to the ledger's balance once it is recorded or put right."""
        return {
            "e1": self.e1_slip - self.e1_ledger,
            "e2": self.e2_ledger - self.e2_register,
            "e3": self.e3_transfer,
            "e5_returned": -self.e5_returned,
            "e5_fee": -self.e5_fee,
            "e6": self.e6_void,
            "charges": -self.charges,
            "interest": self.interest,
            "receipt": self.receipt,
            "instalment": -self.instalment,
        }

    @property
    def transit_total(self) -> Cents:
        """Deposits in transit at month-end."""
        return sum(self.transit)

    @property
    def outstanding_total(self) -> Cents:
        """Cheques outstanding at month-end: the stale-dated one, what else September brought, and October's."""
        return self.stale + sum(self.brought) + sum(self.outstanding)

    @property
    def net_adjustment(self) -> Cents:
        """What all book adjustments come to."""
        return sum(self.book_effects.values())

    @property
    def derived(self) -> dict[str, Cents]:
        """The figures that must be worked out, by their names in the oracle."""
        effects = self.book_effects
        return {
            "adjusted_balance": self.true_cash,
            "deposits_in_transit_total": self.transit_total,
            "outstanding_total": self.outstanding_total,
            "net_book_adjustment": self.net_adjustment,
            "e1_effect": effects["e1"],
            "e2_effect": effects["e2"],
            "nsf_total": effects["e5_returned"] + effects["e5_fee"],
            "bank_charges_total": effects["e5_fee"] + effects["charges"],
        }

    @property
    def given(self) -> dict[str, Cents]:
        """The amounts that stand in the inputs, by name."""
        named = {name: value for name, value in vars(self).items() if isinstance(value, int) and name != "true_cash"}
        for name in ("transit", "brought", "outstanding"):
            named |= {f"{name}_{place}": amount for place, amount in enumerate(getattr(self, name), start=1)}
        return named | {"instalment": self.instalment}


def draw_planted(rng: np.random.Generator) -> Planted:
    """Draw the amounts that the assignment turns on, again until every mistake about them would show."""
    # Drawn once: a set of few amounts is telling more often than one of many.
    in_transit, brought, outstanding = int(rng.integers(2, 4)), int(rng.random() < 0.4), int(rng.integers(8, 11))
    for _ in range(ATTEMPTS):
        pool = AmountPool()

        def amount(low: int, high: int, pool: AmountPool = pool) -> Cents:
            return pool.uniform(rng, low * 100 + 1, high * 100 - 1)

        e1_slip, e2_register = amount(2_200, 9_600), amount(900, 4_900)
        e1_ledger = transposition(rng, e1_slip, (2, 3))
        e2_ledger = transposition(rng, e2_register, (2, 3))
        if e1_ledger is None or e2_ledger is None:
            continue
        planted = Planted(
            e1_slip=e1_slip,
            e1_ledger=e1_ledger,
            e2_register=e2_register,
            e2_ledger=e2_ledger,
            e3_transfer=amount(1_800, 6_900),
            e4_cheque=amount(420, 2_900),
            e5_returned=amount(1_150, 4_800),
            e5_fee=amount(38, 62),
            e6_void=amount(620, 3_700),
            charges=amount(68, 149),
            interest=amount(14, 96),
            receipt=amount(2_400, 9_300),
            principal=amount(1_250, 2_450),
            loan_interest=amount(210, 495),
            transit=tuple(amount(*bounds) for bounds in ((3_100, 9_200), (850, 2_900), (1_200, 5_400))[:in_transit]),
            stale=amount(240, 1_450),
            brought=tuple(amount(310, 3_900) for _ in range(brought)),
            outstanding=tuple(amount(260, 6_300) for _ in range(outstanding - 1 - brought)),
        )
        if _is_telling(planted):
            return planted
    msg = "no telling set of planted amounts was found"
    raise ValueError(msg)


def _is_telling(planted: Planted) -> bool:
    """Say whether every plausible mistake changes the conclusion, and nothing matches by accident."""
    effects = planted.book_effects
    cheques = (planted.stale, *planted.brought, *planted.outstanding)
    bank_side = [*planted.transit, *(-amount for amount in cheques), planted.e4_cheque]
    mistyped = {abs(effects["e1"]), abs(effects["e2"])}
    given = list(planted.given.values())
    derived = [abs(amount) for amount in planted.derived.values()]
    return (
        len(mistyped) == 2
        and min(mistyped) > 25_00
        # Keying errors come to whole dollars; charges never do, so that neither is taken for the other.
        and all(amount % 100 for amount in (planted.e5_fee, planted.charges, planted.interest))
        and len({*given, *derived}) == len(given) + len(derived)
        # Whatever set of book items is left out, and whatever three mistakes are made on one side.
        and all(abs(total) >= LEAST_EFFECT for total in _subset_sums(effects.values()))
        and all(abs(total) >= LEAST_EFFECT for total in _mistakes(list(effects.values())))
        and all(abs(total) >= LEAST_EFFECT for total in _mistakes(bank_side))
    )


def _subset_sums(amounts: Iterable[Cents]) -> list[Cents]:
    totals = [0]
    for amount in amounts:
        totals += [total + amount for total in totals]
    return totals[1:]


def _mistakes(amounts: list[Cents]) -> Iterable[Cents]:
    """Yield what one to three mistakes come to: an item left out, taken with the wrong sign, or taken twice."""
    for size in (1, 2, 3):
        for chosen in combinations(amounts, size):
            for factors in product((-1, -2, 1), repeat=size):
                yield sum(factor * amount for factor, amount in zip(factors, chosen, strict=True))
