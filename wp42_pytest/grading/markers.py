"""What an evaluator declares about one check: its id, its weight, the words it rests on."""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FIXTURES = ("out", "oracle", "workspace", "completion", "portal_submissions", "record_metric")
"""All that a check may ask for; both ways of grading, one run and thousands, offer exactly these."""

FORBIDDEN_MARKS = ("skip", "skipif", "xfail", "parametrize", "usefixtures")
"""Marks that would let a check leave the denominator, or count in it twice."""


FORBIDDEN_NAMES = (
    *("pytest_plugins", "pytest_generate_tests", "setup_module", "teardown_module", "setup_function"),
    *("teardown_function", "setUpModule", "tearDownModule"),
)
"""Names by which a module could act on its checks from outside of them."""


class InventoryError(Exception):
    """An evaluator declares its checks in a way that could make its denominator wrong."""


class Kind(StrEnum):
    """The two kinds of check; the value is the name of the mark."""

    criterion = "criterion"
    violation = "violation"


ID_PATTERNS = {Kind.criterion: re.compile(r"R\d{2,3}[a-z]?"), Kind.violation: re.compile(r"V\d{2,3}[a-z]?")}


@dataclass(frozen=True)
class Declared:
    """One check as the evaluator declares it.

    Attributes:
        id: `R01` for a criterion, `V01` for a violation.
        kind: which of the two it is.
        function: the name of the test function.
        description: the first line of its docstring.
        weight: what a criterion counts for; 0 for a violation, which is not weighed.
        basis: the words of the brief, or `file: words` of an input, that it rests on.
    """

    id: str
    kind: Kind
    function: str
    description: str
    weight: float = 0.0
    basis: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the declaration as plain JSON types."""
        return asdict(self) | {"kind": self.kind.value, "basis": list(self.basis)}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Declared:
        """Return the declaration that `as_json` described."""
        return cls(**{**fields, "kind": Kind(fields["kind"]), "basis": tuple(fields["basis"])})


def declare(kind: Kind, function: str, description: str, args: Sequence[Any], keywords: Mapping[str, Any]) -> Declared:
    """Return the declaration that a mark makes, once every part of it is in order.

    Args:
        kind: criterion or violation.
        function: the name of the marked function, named in errors.
        description: the first line of its docstring.
        args: the mark's positional arguments.
        keywords: the mark's keyword arguments.

    Raises:
        InventoryError: when the id, the weight, the basis or the description is not as it must be.
    """
    allowed = {"weight", "basis"} if kind is Kind.criterion else {"basis"}
    if unknown := set(keywords) - allowed:
        msg = f"{function}: {kind} takes {', '.join(sorted(allowed))}, not {', '.join(sorted(unknown))}"
        raise InventoryError(msg)
    if len(args) != 1 or not isinstance(args[0], str) or not ID_PATTERNS[kind].fullmatch(args[0]):
        example = 'criterion("R01", weight=0.16)' if kind is Kind.criterion else 'violation("V01")'
        msg = f"{function}: {kind} takes one id, as in {example} (found {', '.join(map(repr, args)) or 'none'})"
        raise InventoryError(msg)
    if not description:
        msg = f"{function}: {args[0]} has no docstring; its first line is what the receipt says about the check"
        raise InventoryError(msg)
    weight = 0.0
    if kind is Kind.criterion:
        weight = _weight(function, args[0], keywords.get("weight"))
    return Declared(args[0], kind, function, description, weight, _basis(function, keywords.get("basis", ())))


def first_line(docstring: str | None) -> str:
    """Return the first line of a docstring that says something."""
    return next((line.strip() for line in (docstring or "").splitlines() if line.strip()), "")


def _weight(function: str, identifier: str, weight: Any) -> float:
    # A bool is an int to Python, and True would silently weigh 1.
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not math.isfinite(weight) or weight <= 0:
        msg = f"{function}: the weight of {identifier} must be a finite number above 0 (found {weight!r})"
        raise InventoryError(msg)
    return float(weight)


def _basis(function: str, basis: Any) -> tuple[str, ...]:
    quotes = (basis,) if isinstance(basis, str) else basis
    if not isinstance(quotes, tuple | list) or not all(isinstance(quote, str) and quote.strip() for quote in quotes):
        msg = f"{function}: basis must be the quoted words, or a list of such quotes (found {basis!r})"
        raise InventoryError(msg)
    return tuple(quotes)
