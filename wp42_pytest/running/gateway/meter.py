"""Counts tokens and money of one run, and says how much of the budget is left."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wp42_pytest.running.models import Price

CHARACTERS_PER_TOKEN = 4
LEAST_OUTPUT = 16
"""A request that the budget cannot give this many tokens of answer is not sent."""


@dataclass(frozen=True)
class Tokens:
    """What one exchange consumed; `input` are those that no cache had a part in."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(
            self.input + other.input,
            self.output + other.output,
            self.cache_read + other.cache_read,
            self.cache_write + other.cache_write,
        )


def estimated_tokens(characters: int) -> int:
    """Estimate the tokens of a text from its length, for use until the provider says the number."""
    return ceil(characters / CHARACTERS_PER_TOKEN)


@dataclass
class Meter:
    """The account of one run.

    An exchange is opened with an estimate, which is corrected while the answer streams and replaced by the provider's
    own figures when they come. Whatever is open counts as spent, so that parallel requests cannot overdraw together.
    """

    price: Price
    budget: Decimal
    settled: Decimal = Decimal(0)
    tokens: Tokens = field(default_factory=Tokens)
    requests: int = 0
    _open: dict[int, Tokens] = field(default_factory=dict)
    _last: int = 0

    def cost(self, tokens: Tokens) -> Decimal:
        """Return the price of some tokens."""
        return self.price.of(tokens.input, tokens.output, tokens.cache_read, tokens.cache_write)

    @property
    def spent(self) -> Decimal:
        """USD spent so far, open exchanges as estimated."""
        return self.settled + sum((self.cost(tokens) for tokens in self._open.values()), Decimal(0))

    @property
    def exhausted(self) -> bool:
        """Whether the budget is used up."""
        return self.spent >= self.budget

    def most_output(self, input_tokens: int) -> int:
        """Return how many tokens of answer the budget still pays for after a request of some size."""
        left = self.budget - self.spent - self.cost(Tokens(input=input_tokens))
        if left <= 0:
            return 0
        if not self.price.output:
            return 2**31
        return int(left * 1_000_000 / self.price.output)

    def open(self, input_tokens: int) -> int:
        """Open an exchange with an estimate of its input; returns its number."""
        self._last += 1
        self.requests += 1
        self._open[self._last] = Tokens(input=input_tokens)
        return self._last

    def estimate_output(self, exchange: int, output_tokens: int) -> None:
        """Correct the estimate of an open exchange's answer upwards."""
        known = self._open[exchange]
        if output_tokens > known.output:
            self._open[exchange] = Tokens(known.input, output_tokens, known.cache_read, known.cache_write)

    def settle(self, exchange: int, tokens: Tokens | None) -> Tokens:
        """Close an exchange.

        Args:
            exchange: its number.
            tokens: the provider's figures; without them the estimate stands.

        Returns:
            What was booked.
        """
        estimate = self._open.pop(exchange)
        booked = estimate if tokens is None else tokens
        self.settled += self.cost(booked)
        self.tokens += booked
        return booked

    def drop(self, exchange: int) -> None:
        """Close an exchange that the provider did not serve: it costs nothing."""
        del self._open[exchange]
