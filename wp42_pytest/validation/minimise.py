"""Narrows a set down to the fewest of its members that still make a difference (delta debugging)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

TRIALS = 60
"""Most trials; what is found by then is small enough to read."""


def smallest(items: Sequence[Item], differs: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """Return a small part of the items that still differs.

    Args:
        items: all of them together differ.
        differs: tries some of them.
    """
    kept, parts, trials = list(items), 2, 0
    while len(kept) > 1 and trials < TRIALS:
        size = -(-len(kept) // parts)
        chunks = [kept[at : at + size] for at in range(0, len(kept), size)]
        candidates = [*chunks, *([item for item in kept if item not in chunk] for chunk in chunks if parts > 2)]
        for candidate in candidates:
            trials += 1
            if candidate and len(candidate) < len(kept) and differs(candidate):
                parts = 2 if len(candidate) <= size else max(parts - 1, 2)
                kept = candidate
                break
            if trials >= TRIALS:
                break
        else:
            if parts >= len(kept):
                break
            parts = min(len(kept), parts * 2)
    return kept
