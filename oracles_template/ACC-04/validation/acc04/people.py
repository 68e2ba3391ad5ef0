"""Knows who is who: taxpayer, spouse, dependents, and whose paper a paper is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from acc04.pages import Page, as_lines, joined
from acc04.papers import YEAR, Papers
from acc04.values import day, digits, folded, last_four, plain, written

RELATIONSHIPS = {
    "son": "son",
    "daughter": "daughter",
    "stepson": "stepchild",
    "stepdaughter": "stepchild",
    "stepchild": "stepchild",
    "foster child": "foster_child",
    "grandson": "grandchild",
    "granddaughter": "grandchild",
    "grandchild": "grandchild",
    "brother": "sibling",
    "sister": "sibling",
    "niece": "niece_nephew",
    "nephew": "niece_nephew",
    "mother": "parent",
    "father": "parent",
    "parent": "parent",
    "grandmother": "grandparent",
    "grandfather": "grandparent",
}


@dataclass
class Person:
    """One person of the household."""

    name: str = ""
    former: str = ""
    ssn: str = ""
    born: date | None = None
    occupation: str = ""
    blind: bool = False

    @property
    def first(self) -> str:
        """First name."""
        return self.name.split()[0] if self.name else ""

    def is_named(self, text: str) -> bool:
        """Tell whether a text is this person's name, or the former one: first name and surname stand in it."""
        words = set(folded(text).split())
        for name in (self.name, self.former):
            parts = [part for part in folded(name).split() if len(part) > 1]
            if parts and set(parts) <= words:
                return True
        return False


@dataclass
class Child(Person):
    """One dependent."""

    relationship: str = ""
    months: int = 0
    student: bool = False


@dataclass
class People:
    """The household as the questionnaire and the prior-year return show it."""

    taxpayer: Person
    spouse: Person | None
    children: list[Child]
    joint: bool
    address: str = ""
    former_address: str = ""
    moved: date | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    def spouses(self) -> list[tuple[str, Person]]:
        """Return taxpayer and spouse with their letters."""
        return [("T", self.taxpayer), *([("S", self.spouse)] if self.spouse else [])]

    def owner(self, tin: str, lines: Sequence[str], *, shared: bool) -> str | None:
        """Return whose a paper is by its number and its names, None when it belongs to somebody else.

        Args:
            tin: the recipient's number, masked or whole.
            lines: the recipient's name and address.
            shared: whether such a paper can belong to both.
        """
        names = " ".join(lines)
        if re.search(r"\b(trust|trustee|llc|inc|corp|estate of|custodian)\b", plain(names)):
            return None
        both = [letter for letter, person in self.spouses() if person.is_named(names)]
        if shared and len(both) == 2:
            return "J"
        bare = digits(tin)
        for letter, person in self.spouses():
            whole = "X" not in bare and len(bare) == 9
            if whole and bare == digits(person.ssn):
                return letter
            if not whole and last_four(tin) == person.ssn[-4:] and folded(person.first) in folded(names):
                return letter
        if "X" in bare or len(bare) != 9:
            return both[0] if both and not last_four(tin).isdigit() else None
        return None

    def letter(self, name: str) -> str | None:
        """Return the letter of the spouse whose first name stands in a text."""
        found = [letter for letter, person in self.spouses() if folded(person.first) in folded(name).split()]
        return found[0] if len(found) == 1 else None

    @property
    def household_owner(self) -> str:
        """Owner of what a household owns together."""
        return "J" if self.joint else "T"


def read_people(papers: Papers) -> People:
    """Return the household of a package."""
    page = papers.questionnaire[0]
    taxpayer, spouse = _spouses(page)
    text = page.text
    people = People(taxpayer, spouse, list(_children(papers.questionnaire)), joint=False)
    status = _status(text, spouse is not None)
    people.joint = status == "2"
    people.address = _after(text, r"Address now:")
    if moved := re.search(r"Moved on (\S+?)\.? Address before: (.+)", text):
        people.moved, people.former_address = day(moved[1]), moved[2].strip()
    people.facts = {
        "filing_status": status,
        "taxpayer_claimed": bool(re.search(r"claim you as a dependent\? ?Yes", text)) or None,
        "digital_assets": bool(re.search(r"digital assets in \d+\? ?Yes", text)) or None,
        "foreign_account": bool(re.search(r"account in a foreign country\? ?Yes", text)) or None,
    }
    if bank := re.search(r"Routing (\d+), account (\d+), (checking|savings)", text):
        kinds = ("refund_routing_number", "refund_account_number", "refund_account_type")
        people.facts |= dict(zip(kinds, bank.groups(), strict=True))
    return people


def _status(text: str, married: bool) -> str:
    said = _after(text, r"Marital status on \d+/\d+/\d+:").casefold()
    if "widow" in said:
        return "5"
    if "separate" in said:
        return "3"
    if "married" in said and "unmarried" not in said:
        return "2" if married else "3"
    return "4" if re.search(r"cost of the home|head of household", said) else "1"


def _after(text: str, words: str) -> str:
    found = re.search(rf"{words} *(.+)", text)
    return found[1].strip() if found else ""


def _spouses(page: Page) -> tuple[Person, Person | None]:
    """Read the table of taxpayer and spouse by its columns."""
    lines = page.lines
    start = next(index for index, line in enumerate(lines) if line[0].text == "Taxpayer")
    edges = [word.left for word in lines[start]]
    persons = [Person() for _ in edges]
    for line in lines[start + 1 : start + 8]:
        label = joined(word for word in line if word.right < edges[0])
        for index, person in enumerate(persons):
            last = edges[index + 1] if index + 1 < len(edges) else page.width
            value = joined(word for word in line if edges[index] - 8 <= word.left < last - 8)
            _fill(person, plain(label), value)
    return persons[0], persons[1] if len(persons) > 1 else None


def _fill(person: Person, label: str, value: str) -> None:
    if label == "name":
        person.name = value
    elif label.startswith("social security"):
        person.ssn = written(value, person=True)
    elif label.startswith("date of birth"):
        person.born = day(value)
    elif label == "occupation":
        person.occupation = value
    elif "blind" in label:
        person.blind = value.startswith("Yes")
    elif label.startswith("former name") and len(value) > 2:
        person.former = value


def _children(pages: Iterable[Page]) -> Iterable[Child]:
    """Yield the rows of the table of dependents."""
    for page in pages:
        for line in as_lines(page.words):
            text = joined(line)
            found = re.match(
                r"^(?P<name>.+?) (?P<ssn>[\d-]{11}) (?P<kin>[A-Z][a-z -]+) (?P<born>\d\d/\d\d/\d{4}) "
                r"(?P<months>\d+) (?P<student>Yes|No)",
                text,
            )
            if found:
                kin = RELATIONSHIPS.get(found["kin"].casefold().strip(), "other")
                yield Child(
                    found["name"],
                    ssn=found["ssn"],
                    born=day(found["born"]),
                    relationship=kin,
                    months=int(found["months"]),
                    student=found["student"] == "Yes",
                )


def household_records(people: People) -> list[dict[str, Any]]:
    """Return the records of the household and its dependents."""
    record: dict[str, Any] = {"classification": "Household", **people.facts}
    for kind, person in zip(("taxpayer", "spouse"), (people.taxpayer, people.spouse), strict=True):
        if person is not None:
            record |= {
                f"{kind}_name": person.name,
                f"{kind}_ssn": person.ssn,
                f"{kind}_birth_date": person.born,
                f"{kind}_occupation": person.occupation,
                f"{kind}_blind": person.blind or None,
            }
    record |= dict(zip(("street", "city", "state", "zip_code"), _address(people.address), strict=True))
    if people.moved and people.moved.year == YEAR:
        record["moved_on"] = people.moved
        before = _address(people.former_address)[2]
        record["former_state"] = before if before != record["state"] else None
    return [record, *(_dependent(child) for child in people.children)]


def _address(text: str) -> tuple[str, str, str, str]:
    found = re.match(r"^(.+), ([^,]+), ([A-Z]{2}) (\d{5})", text)
    return (found[1], found[2], found[3], found[4]) if found else (text, "", "", "")


def _dependent(child: Child) -> dict[str, Any]:
    """Return a dependent; a child under 17 at the end of the year with an SSN is of the child tax credit."""
    young = child.born is not None and child.born > date(YEAR - 17, 12, 31)
    kin = child.relationship not in ("parent", "grandparent", "other")
    return {
        "classification": "Dependent",
        "full_name": child.name,
        "ssn": child.ssn,
        "relationship": child.relationship,
        "birth_date": child.born,
        "months_in_home": child.months,
        "full_time_student": child.student or None,
        "credit": "CTC" if young and kin else "ODC",
    }
