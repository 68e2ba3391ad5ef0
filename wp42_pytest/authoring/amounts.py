"""Draws of money that keep matching unambiguous: no amount is drawn twice, and none that was put off limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.authoring.money import Cents

T = TypeVar("T")


class AmountPool:
    """Amounts of one instance, none of them given out twice.

    A draw that hits a taken amount moves on by a cent at a time, so that it ends for every seed.

    Args:
        taken: amounts that are off limits from the start.
    """

    def __init__(self, taken: Iterable[Cents] = ()) -> None:
        self.taken: set[Cents] = set(taken)

    def uniform(self, rng: np.random.Generator, low: Cents, high: Cents, *, step: Cents = 1) -> Cents:
        """Draw from low to high, both included and multiples of `step`, every amount being as likely."""
        return self._free(int(rng.integers(low // step, high // step + 1)) * step, low, high, step)

    def lognormal(self, rng: np.random.Generator, mean: Cents, spread: float, low: Cents, high: Cents) -> Cents:
        """Draw as receipts and invoices are spread: many small, few large, kept between low and high.

        Args:
            rng: the concern's stream.
            mean: the mean of the distribution before it is kept between the bounds.
            spread: the standard deviation of the logarithm.
            low: smallest amount.
            high: largest amount.
        """
        import math

        drawn = math.exp(math.log(mean) - spread * spread / 2 + spread * float(rng.standard_normal()))
        # Out-of-range draws are folded to a uniform one instead of the bound, which would make round amounts common.
        amount = int(drawn) if low <= drawn <= high else int(rng.integers(low, high + 1))
        return self._free(amount, low, high, 1)

    def take(self, *amounts: Cents) -> None:
        """Put amounts off limits."""
        self.taken.update(amounts)

    def _free(self, amount: Cents, low: Cents, high: Cents, step: Cents) -> Cents:
        count = (high - low) // step + 1
        for _ in range(count):
            if amount not in self.taken:
                self.taken.add(amount)
                return amount
            amount = amount + step if amount + step <= high else low
        msg = f"all {count} amounts from {low} to {high} cents are taken"
        raise ValueError(msg)


def signed_sums(amounts: Sequence[Cents], most: int) -> set[Cents]:
    """Return the absolute value of every sum and difference of one to `most` of the amounts."""
    found: set[Cents] = set()
    for size in range(1, most + 1):
        for chosen in combinations(amounts, size):
            totals = {chosen[0]}
            for amount in chosen[1:]:
                totals = {total + sign * amount for total in totals for sign in (1, -1)}
            found |= {abs(total) for total in totals}
    return found


def pick(rng: np.random.Generator, options: Sequence[T]) -> T:
    """Return one of the options, each being as likely."""
    return options[int(rng.integers(len(options)))]


def shuffled(rng: np.random.Generator, options: Iterable[T]) -> list[T]:
    """Return the options in a drawn order."""
    kept = list(options)
    return [kept[int(index)] for index in rng.permutation(len(kept))]


def transposition(rng: np.random.Generator, amount: Cents, places: Sequence[int]) -> Cents | None:
    """Swap two neighbouring digits of an amount, as a typist does; the difference is divisible by nine.

    Args:
        rng: the concern's stream.
        amount: the right amount.
        places: candidates for the lower of the two places, as powers of ten of a cent (2: dollars and tens of dollars).

    Returns:
        The mistyped amount, or None when the digits are equal at every candidate place.
    """
    wrong = []
    for place in places:
        low, high = amount // 10**place % 10, amount // 10 ** (place + 1) % 10
        # A leading zero would be seen at once: 0,815.60 for 8,015.60 is nobody's slip.
        leads = amount < 10 ** (place + 2)
        if low != high and not (leads and low == 0):
            wrong.append(amount + (high - low) * 10**place + (low - high) * 10 ** (place + 1))
    return pick(rng, wrong) if wrong else None
