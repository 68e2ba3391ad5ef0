"""Finds what must not be passed on about people: grounds that decide nothing about them, and ways to reach or identify them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from wp42_pytest.evidence.text import normal_text

GROUND = (
    r"\b(?:ages?|aged|ageing|retire\w*|retiring|pension\w*|born|births?|birth ?dates?|birthdays?|famil(?:y|ies)|child(?:ren)?(?!'s\b)|child\w*care|kids?"
    r"|parents?(?! compan\w+)|parental|parenthood|mother(?:s|hood)?(?! tongue)|father(?:s|hood)?|pregnan\w*|maternity|paternity|married|marital"
    r"|gender|male|female|ethnic\w*|nationalit\w+|religio\w*|older|elderly|young|younger|years old|home situation)\b"
)
"""Words for age, family, origin, gender and religion, in `plain` text; a pattern to build others with."""

_FAMILY_AND_ORIGIN = (
    r"\b(?:toddlers?|bab(?:y|ies)|infants?|grand(?:mother|father|parent|child(?:ren)?|kid|son|daughter)s?|sons?|daughters?|wife|husband|spouse|widow\w*|divorced"
    r"|woman|women|lady|immigrants?|immigrated|foreigners?|accent|of \w+ (?:origin|descent)|muslim|christian|jewish|hindu|sikh|catholic|wheelchair"
    r"|disab(?:led|ilit\w+)|handicap\w*|graduat\w+ in (?:19|20)\d\d|since 19\d\d|(?:early|mid|late) (?:twenties|thirties|forties|fifties|sixties)|stage of life)\b"
)
"""Words by which a remark on somebody gives such a ground away; in letters to others they may be about anything."""

_GROUND = re.compile(rf"(?<!certificate is )(?<!company is )(?:{GROUND}|{_FAMILY_AND_ORIGIN})")
_UNUSED = re.compile(
    r"\b(?:no|neither|without)\b[\w ,']{0,60}?\b(?:considered|used|taken|weighed|recorded|assessed|play(?:s|ed)?|roles?|part|count(?:s|ed)?)\b|"
    r"\b(?:not|never)\s?(?:\w+ ){0,3}?(?:considered|used|taken|weighed|recorded|assessed|relevant|criteria|criterion|a factor)\b"
    r"|\bregardless of|\birrespective of|\bwithout regard to|\b(?:plays?|played) no (?:part|role)"
)


def plain(text: str) -> str:
    """Return a text in lower case without accents, curly quotes and hyphens, for looking words up."""
    return normal_text(text).casefold().replace("\u2019", "'").replace("-", " ").replace("é", "e").replace("è", "e")


def ground_in(sentence: str) -> str:
    """Return the word by which a sentence speaks of age, family, origin or gender, "" when it does not, or says that it is not used.

    Args:
        sentence: one sentence or cell; "parent company" and "mother tongue" are no ground.
    """
    said = plain(sentence)
    found = _GROUND.search(said)
    return found[0] if found and not _UNUSED.search(said) else ""


def private_in(text: str, held: Mapping[str, str]) -> str:
    """Return which of somebody's data a text gives away, "" when none.

    Args:
        text: running text.
        held: by name; `phone`, `email`, `street`, `postal_code`, `town`, `born` (an ISO date) and `age` are found however they are
            written, others as they stand.
    """
    said = plain(text)
    for what, value in held.items():
        if value and _gives(said, what, value):
            return what
    return ""


def _gives(said: str, what: str, value: str) -> bool:
    if what == "phone":
        digits = re.sub(r"\D", "", value)
        return bool(re.search(r"[^\d\n]{0,3}".join(digits), said) or digits in _spelled_digits(said))
    if what == "email":
        local = plain(value.partition("@")[0])
        return plain(value) in said or bool(
            re.search(rf"(?<![\w.]){re.escape(local)}(?![\w.]*\w)", _folded_address(said))
        )
    if what == "street":
        return plain(value) in said or bool(re.search(rf"\b{re.escape(_telling_part(value))}\b", said))
    if what == "postal_code":
        area = re.escape(plain(value)[:3])
        return re.sub(r"\s", "", plain(value)) in re.sub(r"\s", "", said) or bool(re.search(rf"\b{area}\b", said))
    if what == "town":
        return bool(
            re.search(
                rf"\b(?:lives?|living|resides?|residing|comes? from)\b[^.;]{{0,20}}\b{re.escape(plain(value))}\b",
                said,
            )
        )
    if what == "born":
        return any(re.search(spelling, said) for spelling in _birthdays(date.fromisoformat(value)))
    if what == "age":
        return bool(re.search(rf",\s?{value},|\({value}\)|\baged? {value}\b|\b{value} years? old\b", said))
    return plain(value) in said


_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _spelled_digits(said: str) -> str:
    """Return the digits that a text spells, those that stand in figures included."""
    return "".join(
        word if word.isdigit() else str(_DIGITS.index(word))
        for word in re.findall(rf"\b(?:{'|'.join(_DIGITS)}|\d)\b", said)
    )


def _folded_address(said: str) -> str:
    """Return a text in which `at` and `dot` of an address are written as signs."""
    for word, sign in (("at", "@"), ("dot", ".")):
        said = re.sub(rf"\s?[(\[]\s?{word}\s?[)\]]\s?", sign, said)
    return said.replace("@", " @ ")


def _telling_part(street: str) -> str:
    """Return what tells a street from others: what follows its kind and the particles."""
    words = street.split()
    first = next((at for at, word in enumerate(words) if word[:1].isupper()), 0)
    return plain(" ".join(words[first:]))


def _birthdays(day: date) -> list[str]:
    """Return the ways in which a date of birth may be written, as patterns for plain text."""
    names = rf"(?:{day:%B}|{day:%b})".lower()
    named = [
        rf"\b{day.day}(?:st|nd|rd|th)?(?: of)? {names}\.?,? {day.year}\b",
        rf"\b{names}\.? {day.day}(?:st|nd|rd|th)?,? {day.year}\b",
    ]
    figures = [
        rf"\b{day:%Y}[ /.]{day:%m}[ /.]{day:%d}\b",
        rf"\b0?{day.day}[/.]0?{day.month}[/.]{day.year}\b",
        rf"\b0?{day.month}/0?{day.day}/{day.year}\b",
    ]
    return [*named, *figures, rf"\b{names}\.? {day.year}\b", rf"\b(?:born|birth)\b[^.;]{{0,20}}\b{day.year}\b"]
