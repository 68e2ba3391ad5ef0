"""The private numbers of an instance: what may not leave in a search."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wp42_pytest.grading.private import LEAST_DIGITS
from wp42_pytest.running.one_reply.papers import all_files, text_of

if TYPE_CHECKING:
    from pathlib import Path

_NUMBER = re.compile(r"\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[-./]\d+)*")
"""A grouped amount, or digits joined by what joins the parts of an identifier; a space alone only groups thousands."""

_DATE = re.compile(r"(19|20)\d\d[-./ ]?\d{1,2}[-./ ]?\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ](19|20)\d\d")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def private_numbers(bundle: Path) -> list[str]:
    """Return tax ids, account numbers, exact amounts and mail addresses that stand in an instance's inputs.

    Names are not recognised here: the oracle lists those that belong to the client, and the evaluator looks for them.

    Args:
        bundle: the public bundle.
    """
    found: set[str] = set()
    for path in all_files(bundle / "inputs"):
        text = text_of(path)
        for line in text.splitlines():
            found |= {match for match in _NUMBER.findall(line) if _is_private(match)}
        found |= set(_MAIL.findall(text))
    return sorted(found)


def _is_private(number: str) -> bool:
    digits = re.sub(r"\D", "", number)
    # Round amounts and dates are everyone's; an exact amount or an identifier is the client's.
    return len(digits) >= LEAST_DIGITS and not _DATE.fullmatch(number) and len(digits.strip("0")) >= LEAST_DIGITS - 1
