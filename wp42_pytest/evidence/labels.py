"""Labels, headers and identifiers: compared by what they say, not by how they are typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache

from wp42_pytest.evidence.characters import folded_text
from wp42_pytest.evidence.numbers import CODES

LONGEST = 300
"""Most characters of a label; what is longer is prose, and only its beginning is compared."""

_WORDS = {
    "#": "no", "no": "no", "nos": "no", "num": "no", "nr": "no", "number": "no", "numbers": "no", "n": "no",
    "&": "and", "%": "percent", "pct": "percent", "percentage": "percent",
    "o/s": "os", "a/c": "account", "acct": "account", "$": "",
}  # fmt: skip
"""Ways of writing the same word; `N°` becomes `n` once its degree sign is dropped."""

_PIECES = re.compile(r"o/s\b|a/c\b|[#&%$]|[^\W_]+")
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_DATE = (
    rf"(?:\d{{4}}-\d{{1,2}}(?:-\d{{1,2}})?|\d{{1,2}} (?:{_MONTHS})[a-z]*\.?,? \d{{4}}"
    rf"|(?:{_MONTHS})[a-z]*\.? (?:\d{{1,2}},? )?\d{{4}})"
)
_QUALIFIERS = re.compile(
    rf"\s*(?:\([^()]*\)|\[[^\[\]]*\]|(?:[-,:]\s*|\s)(?:in )?(?:{CODES}|ca\$|us\$|[$€£])"
    rf"|[-,:]?\s*(?:as (?:at|of) |at |on |per )?{_DATE}|\s*[-:=.*,])$",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"^(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+|\d{1,2}(?:\.\d{1,2})+\s+|[-*•>]\s*)")
_ADDING = re.compile(r"^(?:add|less|plus|minus|deduct)\s*[:\-]\s*|^[+\-]\s+")


@lru_cache(maxsize=16_384)
def normal_label(text: str) -> str:
    """Return what a label says: lower case without spaces, punctuation, accents; `#`, `Number` and `No.` alike.

    Args:
        text: a label, a header or a sheet name.
    """
    folded = folded_text(text[:LONGEST]).replace("°", "")
    return "".join(_WORDS.get(piece, piece) for piece in _PIECES.findall(folded))


@lru_cache(maxsize=16_384)
def base_label(text: str) -> str:
    """Return `normal_label` without what may stand around a label: numbering, a unit, a date, a remark in parentheses.

    Args:
        text: for example `3. Adjusted bank balance (CAD):` or `Balance per bank, 31 October 2025`.
    """
    folded = folded_text(text[:LONGEST])
    bare = _NUMBERING.sub("", folded)
    while True:
        shorter = _QUALIFIERS.sub("", bare).strip()
        if shorter == bare or not shorter:
            break
        bare = shorter
    return normal_label(bare) or normal_label(folded)


@lru_cache(maxsize=16_384)
def core_label(text: str) -> str:
    """Return `base_label` without a leading `Add:`, `Less:` or `Plus:`."""
    folded = _NUMBERING.sub("", folded_text(text[:LONGEST]))
    return base_label(_ADDING.sub("", folded)) or base_label(text)


LEVELS = (normal_label, base_label, core_label)
"""From the strictest to the most lenient reading of a label; the first level at which anything matches decides."""


def same_label(first: str, second: str, aliases: Iterable[str] = ()) -> bool:
    """Tell whether two labels say the same.

    Args:
        first: a label as found.
        second: a label as asked for.
        aliases: other wordings of the second.
    """
    return any(level(first) == level(name) for name in (second, *aliases) for level in LEVELS if level(name))


_ID_DROPPED = re.compile(r"[\s\-_#'\"]+")
_ID_ENDS = ".,:;()[]{}"
_FIRST_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")


def normal_id(identifier: object) -> str:
    """Return an identifier without spaces, hyphens, `#`, case and the leading zeros of its number.

    Args:
        identifier: a text or a number; 4462 and 4462.0 are the same cheque.
    """
    if isinstance(identifier, bool):
        return str(identifier).casefold()
    if isinstance(identifier, int | float | Decimal):
        number = Decimal(str(identifier))
        if not number.is_finite():
            return ""
        return str(int(number)) if number == number.to_integral_value() and abs(number) < 10**18 else str(number)
    text = folded_text(str(identifier)).strip(_ID_ENDS)
    if re.fullmatch(r"\d+\.0+", text):
        text = text.partition(".")[0]
    return _FIRST_ZEROS.sub("", _ID_DROPPED.sub("", text), count=1)


def same_id(first: object, second: object) -> bool:
    """Tell whether two identifiers are the same by `normal_id`; empty ones never are."""
    return bool(normal_id(first)) and normal_id(first) == normal_id(second)
