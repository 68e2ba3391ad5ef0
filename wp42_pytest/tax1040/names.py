"""Names of people and entities, compared as a preparer does: abbreviations, legal forms and word order aside."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

ABBREVIATIONS: dict[str, str] = {
    "amer": "american",
    "assn": "association",
    "assoc": "associates",
    "bk": "bank",
    "bros": "brothers",
    "ctr": "center",
    "cty": "county",
    "cu": "credit union",
    "dept": "department",
    "dist": "district",
    "fcu": "federal credit union",
    "fdn": "foundation",
    "fed": "federal",
    "fin": "financial",
    "fincl": "financial",
    "finl": "financial",
    "fnd": "foundation",
    "grp": "group",
    "hosp": "hospital",
    "ins": "insurance",
    "inst": "institute",
    "intl": "international",
    "inv": "investments",
    "invt": "investment",
    "invts": "investments",
    "mfg": "manufacturing",
    "mgmt": "management",
    "mgt": "management",
    "mkt": "market",
    "mtg": "mortgage",
    "mut": "mutual",
    "nat": "national",
    "natl": "national",
    "ops": "operations",
    "pship": "partnership",
    "ret": "retirement",
    "sch": "school",
    "sec": "securities",
    "secs": "securities",
    "svc": "services",
    "svcs": "services",
    "service": "services",
    "sys": "system",
    "tech": "technologies",
    "tr": "trust",
    "univ": "university",
}
"""Published abbreviations, each with what it stands for."""

LEGAL_FORMS = frozenset(
    {
        "co",
        "company",
        "companies",
        "corp",
        "corporation",
        "inc",
        "incorporated",
        "llc",
        "llp",
        "lllp",
        "lp",
        "ltd",
        "limited",
        "na",
        "pc",
        "pllc",
        "plc",
        "sa",
        "the",
        "of",
        "and",
    }
)
"""Words that do not tell one name from another."""

CLOSE = 90.0
"""Smallest similarity of two names, in per cent, that counts as a spelling of the same."""

FURTHER = 3
"""Most words by which a longer name may go beyond the one that it contains."""

ALIKE = 80.0
"""Smallest similarity of two addresses or descriptions, in per cent, that counts as the same."""

_DOTTED = re.compile(r"\b(?:[a-z]\.){2,}")
_BREAK = re.compile(r"[^0-9a-z]+")


@lru_cache(maxsize=8192)
def words(name: str) -> tuple[str, ...]:
    """Return the words by which a name is compared, sorted.

    Args:
        name: The name as written; a `<` of the prior-year return parts the surname.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    plain = _DOTTED.sub(lambda match: match.group().replace(".", ""), plain.replace("'", "").replace("’", ""))
    found = [part for word in _BREAK.split(plain) if word for part in ABBREVIATIONS.get(word, word).split()]
    telling = [word for word in found if word not in LEGAL_FORMS]
    return tuple(sorted(telling or found))


@lru_cache(maxsize=8192)
def same_name(one: str, other: str) -> bool:
    """Tell whether two names are the same by the published rules: equal, contained, with initials, or a slip apart."""
    mine, theirs = words(one), words(other)
    if not mine or not theirs:
        return False
    return mine == theirs or _contained(mine, theirs) or _contained(theirs, mine) or similarity(one, other) >= CLOSE


def _contained(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Tell whether every word of a name, an initial standing for its word, stands in a longer one; two words at least."""
    if len(short) < 2 or not 0 <= len(long) - len(short) <= FURTHER:
        return False
    left, whole = list(long), 0
    for word in sorted(short, key=len, reverse=True):
        hit = next((each for each in left if each == word or (len(word) == 1 and each.startswith(word))), None)
        if hit is None:
            return False
        left.remove(hit)
        whole += len(word) > 1
    return whole >= (2 if len(long) > len(short) else 1)


@lru_cache(maxsize=8192)
def similarity(one: str, other: str) -> float:
    """Return how alike two names or texts are, 0 to 100, whatever the order of their words."""
    from rapidfuzz import fuzz

    mine, theirs = words(one), words(other)
    return fuzz.ratio(" ".join(mine), " ".join(theirs)) if mine and theirs else 0.0


@lru_cache(maxsize=8192)
def same_text(one: str, other: str) -> bool:
    """Tell whether two addresses or descriptions are of the same thing: no number differs, and the words are alike."""
    from rapidfuzz import fuzz

    mine, theirs = words(one), words(other)
    if not mine or not theirs:
        return False
    numbers, others = ({word for word in each if word[0].isdigit()} for each in (mine, theirs))
    if numbers and others and not (numbers <= others or others <= numbers):
        return False
    return mine == theirs or fuzz.token_set_ratio(" ".join(mine), " ".join(theirs)) >= ALIKE


def same_number(one: str, other: str) -> bool:
    """Tell whether two account or policy numbers are the same by their last four letters and digits."""
    mine, theirs = (_BREAK.sub("", text.casefold())[-4:] for text in (one, other))
    return bool(mine) and mine == theirs
