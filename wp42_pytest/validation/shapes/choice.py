"""A shape, and the choice of the places in a file where it is applied."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


@dataclass
class Choice:
    """Which places of a file are reshaped; a shape asks for each place in turn.

    A difference in verdicts is then narrowed down to the fewest places that make it.

    Attributes:
        only: the chosen places; None for all.
        seen: every place that was asked for, in order.
    """

    only: Collection[str] | None = None
    seen: list[str] = field(default_factory=list)

    def __call__(self, place: str) -> bool:
        """Say whether a place is to be reshaped."""
        if place not in self.seen:
            self.seen.append(place)
        return self.only is None or place in self.only


@dataclass(frozen=True)
class Shape:
    """One way in which right work of a kind can look otherwise.

    Attributes:
        id: how the report names it.
        kinds: the kinds of deliverable that it applies to.
        what: what another worker did otherwise.
        reshape: from the file's bytes to those of its other shape, at the chosen places.
    """

    id: str
    kinds: tuple[str, ...]
    what: str
    reshape: Callable[[bytes, Choice], bytes]
