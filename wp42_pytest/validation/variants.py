"""Variants: right work in another shape, which must get the same verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass(frozen=True)
class Variant:
    """A right solution in another shape, made by reshaping the solver's.

    Attributes:
        id: how the report names it, for example `O2`.
        what: in which way a competent worker could have done it so.
        apply: edits a workspace whose `out/` holds the solver's right answer.
    """

    id: str
    what: str
    apply: Callable[[Path], None]
