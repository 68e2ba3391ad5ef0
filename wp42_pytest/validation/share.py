"""Which mutants and variants one seed tries, when many seeds share the work."""

from __future__ import annotations

from dataclasses import dataclass

TRIED_ON = 4
"""Every mutant and variant is tried on the default seed and on at least so many others."""


@dataclass(frozen=True)
class Share:
    """The part of the work that one seed does.

    Attributes:
        number: the seed's place among the others; 0 is the default seed, which does everything.
        stride: every how many seeds the same mutant comes again.
    """

    number: int = 0
    stride: int = 1

    @property
    def is_whole(self) -> bool:
        """Whether this seed does everything."""
        return self.number == 0 or self.stride == 1

    def takes(self, place: int) -> bool:
        """Say whether this seed tries the mutant or variant at a place of the list."""
        return self.is_whole or (self.number + place) % self.stride == 0


WHOLE = Share()


def shares(seeds: int) -> list[Share]:
    """Return the share of each seed, the default one first.

    Args:
        seeds: how many there are.
    """
    stride = max(1, (seeds - 1) // TRIED_ON)
    return [Share(number, stride) for number in range(seeds)]
