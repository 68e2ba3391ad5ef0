"""Finds words in running text: lenient about how they are typed, strict about where they begin and end."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache

from wp42_pytest.evidence.characters import mapped_text
from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.numbers import parse_number
from wp42_pytest.evidence.text import mentions_id, numbers_in

Term = str | int | Decimal | Figure
"""What may be looked for: words, a stem such as `reconcil*`, an identifier, or a number in any notation."""

SEPARATORS = r"[\s\-_/]{0,3}"
_WORD_START, _WORD_END = r"(?<![^\W_])", r"(?![^\W_])"
_PIECES = re.compile(r"[\s\-_/]+")
_SPELLINGS = (("cheque", r"che(?:que|ck)"), ("chequ", r"che(?:que?|ck)"), ("check", r"che(?:que|ck)"))
_AMOUNT = re.compile(r"[$€£%]|\d[.,]\d|\b(?:CAD|USD|EUR|GBP)\b")
_AMOUNT_NEXT = r"(?:[$€£(]|\d|[A-Z]{3}\s?\$?\d)"
# Each begins with the dash itself, so that text without dashes is passed over at once.
_DASHED = re.compile(rf"(?<=\s)[\u2013\u2014-](?=\s+{_AMOUNT_NEXT})")
_RANGE = re.compile(
    rf"[\u2013\u2014](?:(?<=[\d%)].)|(?<=[\d%)]\s.))(?=\s?{_AMOUNT_NEXT})"
    r"|-(?:(?<=\.\d\d-)|(?<=\.\d\d\s-))(?=\s?[$€£]?\d[\d,]*\.\d\d)"
)
CHUNK = 4000
"""Longer texts are searched for numbers piece by piece, so that no search grows faster than its text."""

_AROUND = 32
"""Characters around digits that may belong to their number, code or date, such as `September`."""

_DIGITS = re.compile(r"\d+")


def prepared(text: str) -> str:
    """Return a text in one form of spaces, quotes and dashes, in which a dash between words and figures is no minus.

    Args:
        text: running text.
    """
    # Told apart before en and em dashes become hyphens.
    return mapped_text(_DASHED.sub(":", _RANGE.sub(" to ", text)))


def lowered(text: str) -> str:
    """Return a text in lower case without accents, every character in its place.

    Args:
        text: a text already `prepared`.
    """
    if text.isascii():
        return text.lower()
    return "".join(character if character.isascii() else _base(character) for character in text).lower()


@lru_cache(maxsize=4096)
def _base(character: str) -> str:
    base = unicodedata.normalize("NFD", character)[0].lower()
    return base if len(base) == 1 else character


def letter_spaced(text: str) -> bool:
    """Tell whether most words of a text are single characters, as when glyphs were placed one by one."""
    words = text.split()
    return len(words) >= 6 and sum(len(word) == 1 for word in words) * 10 >= 6 * len(words)


@lru_cache(maxsize=8192)
def term_pattern(term: str) -> re.Pattern[str]:
    """Return the pattern that finds a term in `lowered` text.

    Words begin where words begin and end where words end, a plural `s` or `es` being free; `*` at the end leaves the end
    open. Hyphens, spaces and underscores between words are alike, and a hyphen inside a word is free. British and
    American spelling of -ise, -ll- and cheque are alike.

    Args:
        term: for example `stale-dated`, `reconcil*`.
    """
    text = lowered(prepared(term)).strip()
    stem = text.endswith("*")
    words = [_word(word) for word in _PIECES.split(text.rstrip("*").strip()) if word]
    if not words:
        return re.compile(r"(?!)")
    bare = text.rstrip("*").strip()
    start = _WORD_START if bare[0].isalnum() else ""
    plural = "(?:'?s|es)?" if bare[-1].isalpha() and len(bare) >= 3 else ""
    end = "" if stem else plural + (_WORD_END if bare[-1].isalnum() else "")
    return re.compile(start + SEPARATORS.join(words) + end)


def _word(word: str) -> str:
    if word in ("&", "and"):
        return "(?:and|&)"
    for written, pattern in _SPELLINGS:
        if word.startswith(written):
            return pattern + _letters(word[len(written) :])
    return _letters(word)


def _letters(word: str) -> str:
    pieces = []
    for piece in re.findall(r"ll?|.", word):
        if piece.startswith("l"):
            pieces.append("l(?:-?\n?l)?")
        elif piece in "sz":
            pieces.append("[sz]")
        else:
            pieces.append(re.escape(piece))
    return r"(?:-\n?)?".join(pieces)


@dataclass(frozen=True)
class Wording:
    """A text prepared for many searches.

    Args:
        raw: the text as it was read.
    """

    raw: str

    @cached_property
    def text(self) -> str:
        """Return the text as `prepared`."""
        return prepared(self.raw)

    @cached_property
    def lower(self) -> str:
        """Return the text as `lowered`; each character stands where it stands in `text`."""
        return lowered(self.text)

    @cached_property
    def squeezed(self) -> str:
        """Return the text without spaces where its glyphs were placed one by one, else ""."""
        return "".join(self.lower.split()) if letter_spaced(self.lower) else ""

    def has(self, term: Term) -> bool:
        """Tell whether the text has a term.

        Args:
            term: words, a stem with `*`, an identifier with digits, or a number.
        """
        if not isinstance(term, str):
            return self.has_number(term)
        if any(character.isdigit() for character in term):
            return self._has_figures(term)
        if term_pattern(term).search(self.lower):
            return True
        return bool(self.squeezed) and "".join(lowered(prepared(term)).rstrip("*").split()) in self.squeezed

    def _has_figures(self, term: str) -> bool:
        if term.endswith("*"):
            return bool(term_pattern(term).search(self.lower))
        if _AMOUNT.search(term) and (number := parse_number(term, "en")) is not None and self.has_number(number):
            return True
        if mentions_id(self.text, term):
            return True
        return bool(self.squeezed) and mentions_id(self.squeezed, term)

    def has_number(self, number: int | Decimal | Figure) -> bool:
        """Tell whether the text states a number in any notation, its sign being free."""
        wanted = number if isinstance(number, Figure) else Decimal(number)
        for text in (self.text, self.squeezed):
            for _, piece in chunks(text):
                for found in numbers_in(piece):
                    values = [*found.readings, *(value * 100 for value in found.readings if found.percent)]
                    if isinstance(wanted, Figure):
                        if any(wanted.matches(value, sign=False) for value in values):
                            return True
                    elif any(abs(value) == abs(wanted) for value in values):
                        return True
        return False

    def has_any(self, terms: Iterable[Term]) -> bool:
        """Tell whether the text has at least one of several terms."""
        return any(self.has(term) for term in terms)


def chunks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the pieces of a text that may state numbers, each with its place; they end at spaces, none is long.

    Args:
        text: running text of any length.
    """
    begin = end = -1
    for digits in _DIGITS.finditer(text):
        if begin >= 0 and digits.start() - _AROUND <= end and digits.end() - begin < CHUNK:
            end = digits.end() + _AROUND
            continue
        if begin >= 0:
            yield _piece(text, begin, end)
        begin, end = max(digits.start() - _AROUND, _ended(text, end)), digits.end() + _AROUND
    if begin >= 0:
        yield _piece(text, begin, end)


def _ended(text: str, end: int) -> int:
    """Return where a piece that was to end at a place really ended: at the next space, or soon after."""
    if end < 0:
        return 0
    space = text.find(" ", end, end + _AROUND)
    return min(len(text), end if space < 0 else space)


def _piece(text: str, begin: int, end: int) -> tuple[int, str]:
    return begin, text[begin : _ended(text, end)]
