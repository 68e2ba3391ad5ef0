"""A spoilt copy of the solution, and what must notice it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass(frozen=True)
class Spoilt:
    """One way to spoil the solution.

    Attributes:
        id: how the report names it.
        family: spoils of one family are tried in turn until one is caught, which is enough.
        what: what was spoilt.
        apply: spoils a workspace that holds the solver's work.
    """

    id: str
    family: str
    what: str
    apply: Callable[[Path], None]
