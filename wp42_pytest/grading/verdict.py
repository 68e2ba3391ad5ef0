"""Turns how one check ended into a verdict with a reason that a person understands."""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from wp42_pytest.evidence.refusal import Unreadable
from wp42_pytest.grading.markers import Kind
from wp42_pytest.model.receipt import DETAIL_LIMIT

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

CAUSE_LIMIT = 200
"""Most characters of the exception that `notes` quotes for one check."""

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_NOISE = re.compile(r"^\s*(?:\+ {1,3}(?:where|and) |[-+?] |\.\.\.|Full diff|Use -v|use '-v|Omitting |$)")


class Outcome(StrEnum):
    """How a check ended."""

    met = "met"
    not_met = "not met"
    moot = "moot"
    error = "error"


@dataclass(frozen=True)
class Verdict:
    """How one check ended, and why.

    Attributes:
        outcome: met, not met, moot (a violation check that had no file to look at) or error (our fault).
        detail: what was looked for, where, and what was found; at most 500 characters.
        cause: for an error, the exception in one line.
    """

    outcome: Outcome
    detail: str = ""
    cause: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the verdict as plain strings, fit to cross a process boundary."""
        return {name: str(value) for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Verdict:
        """Return the verdict that `as_json` described."""
        return cls(Outcome(fields["outcome"]), bounded(fields["detail"]), bounded(fields["cause"], CAUSE_LIMIT))


def verdict_of(kind: Kind, error: BaseException, required: Collection[str]) -> Verdict:
    """Return the verdict on a check that raised.

    An assertion states a finding about the work; everything else is a fault of the evaluator.

    Args:
        kind: criterion or violation.
        error: what the check raised.
        required: the required deliverables; when one of them cannot be read, no violation can be seen in it, and the
            criterion on readable deliverables already fails.
    """
    if kind is Kind.violation and isinstance(error, Unreadable) and error.name in required:
        return Verdict(Outcome.moot, bounded(str(error)))
    if isinstance(error, AssertionError) or _is_pytest_fail(error):
        return Verdict(Outcome.not_met, explain(error))
    return fault(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)


def _is_pytest_fail(error: BaseException) -> bool:
    # pytest.fail() states the same as an assertion. It is told by name, so that pytest need not be imported here.
    kinds = {(kind.__module__, kind.__name__) for kind in type(error).__mro__}
    return type(error).__name__ == "Failed" and ("_pytest.outcomes", "OutcomeException") in kinds


def fault(cause: str) -> Verdict:
    """Return the verdict on a check that the evaluator could not carry out."""
    cause = bounded(cause, CAUSE_LIMIT)
    return Verdict(Outcome.error, bounded(f"could not be judged: evaluator error ({cause})"), cause)


def explain(error: BaseException) -> str:
    """Return an assertion's message without the introspection that pytest adds below it."""
    lines = str(error).splitlines()
    said: list[str] = []
    for line in lines:
        if line.startswith("assert "):
            # With a message of its own, what follows only repeats the expression.
            if not said:
                said.append(_expression(line.removeprefix("assert ")))
            break
        if not _NOISE.match(line):
            said.append(line)
    return bounded("\n".join(said)) or "the check does not hold (it gives no reason)"


def _expression(shown: str) -> str:
    # A comparison that explains itself needs no introduction; a bare expression does.
    return shown if re.search(r"\bfound .*, expected ", shown) else f"does not hold: {shown}"


def bounded(text: Any, limit: int = DETAIL_LIMIT) -> str:
    """Return a text in one line, without control characters, cut to a number of characters."""
    line = " ".join(_UNSEEN.sub(" ", str(text)).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def metric_value(name: str, value: Any) -> float:
    """Return a metric as a plain float.

    Raises:
        ValueError: when it is not a finite number.
    """
    # A bool counts as a number to Python, but a measure that is one is a criterion.
    if isinstance(value, bool) or not isinstance(value, str):
        try:
            number = math.nan if isinstance(value, bool) else float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
    else:
        number = math.nan
    if not math.isfinite(number):
        msg = f"metric {name!r} must be a finite number (found {value!r})"
        raise ValueError(msg)
    return number
