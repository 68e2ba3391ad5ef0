"""The canonical Form 1040 of an answer: which record stands on which form and line, without computing any tax.

Only what flows directly is added up. Facts are compared record by record; this view is for people, and for other tools.
"""

from __future__ import annotations

import re
from collections import defaultdict
from decimal import Decimal
from typing import Any

from wp42_pytest.tax1040.canonical import CanonicalReturn, Entity, Fact, Item
from wp42_pytest.tax1040.fields import Kind
from wp42_pytest.tax1040.values import dollars, written

HOMES: dict[str, tuple[str, str]] = {
    "Dependent": ("Form 1040", "dependents"),
    "1099-INT": ("Schedule B", "interest"),
    "1099-OID": ("Schedule B", "interest"),
    "1099-DIV": ("Schedule B", "dividends"),
    "Brokerage Supplement": ("Schedule B", "supplements"),
    "1099-B": ("Schedule D", "accounts"),
    "Schedule C": ("Schedule C", "businesses"),
    "1099-NEC": ("Schedule C", "information_returns"),
    "1099-K": ("Schedule C", "information_returns"),
    "Schedule E": ("Schedule E", "properties"),
    "K-1 1065": ("Schedule E", "partnerships_and_s_corporations"),
    "K-1 1120-S": ("Schedule E", "partnerships_and_s_corporations"),
    "K-1 1041": ("Schedule E", "estates_and_trusts"),
    "1098": ("Schedule A", "mortgages"),
    "Property Tax": ("Schedule A", "property_taxes"),
    "Charitable Gift": ("Schedule A", "gifts"),
    "Medical Expenses": ("Schedule A", "medical"),
    "1098-T": ("Form 8863", "students"),
    "HSA": ("Form 8889", "holders"),
    "1099-SA": ("Form 8889", "distributions"),
    "5498-SA": ("Form 8889", "statements"),
    "Dependent Care": ("Form 2441", "care"),
    "1095-A": ("Form 8962", "policies"),
    "Estimated Payment": ("Payments", "payments"),
    "Carryover": ("Carryovers", "carryovers"),
    "W-2": ("Form 1040", "w2"),
    "1099-R": ("Form 1040", "distributions"),
    "SSA-1099": ("Form 1040", "social_security"),
}
"""Form and list in which the records of a type stand; others stand among the other statements."""
_LINE = re.compile(r"(?P<form>1040|Schedule \w+|Form \w+) (?P<line>.+)")
_FORMS = {"1040": "Form 1040"}
OTHER = ("Other statements", "statements")


def form_1040(returned: CanonicalReturn) -> dict[str, Any]:
    """Return the canonical Form 1040 of a return as JSON values.

    Returns:
        `household`; `forms`: for each form its records, with identity, owner and lines, and for each line that takes amounts
        directly the sum; `self_employment`: who has what to compute the tax on; `problems`.
    """
    forms: dict[str, dict[str, Any]] = defaultdict(dict)
    sums: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
    household: dict[str, Any] = {}
    for entity in returned.entities:
        if entity.type == "Household":
            household |= _shown(entity)
            continue
        form, place = HOMES.get(entity.type, OTHER)
        forms[form].setdefault(place, []).append({"type": entity.type, **_shown(entity)})
        for fact in _facts(entity):
            if target := line_of(entity, fact):
                meaning = fact.leaf.meaning
                amount = fact.value if isinstance(fact.value, Decimal) else Decimal(0)
                sums[target] += meaning.sign * dollars(amount)
    for (form, line), amount in sorted(sums.items()):
        forms[form].setdefault("lines", {})[line] = int(amount)
    return {
        "tax_year": 2025,
        "household": household,
        "forms": {name: forms[name] for name in sorted(forms)},
        "self_employment": _self_employment(returned),
        "problems": list(returned.problems),
    }


def line_of(entity: Entity, fact: Fact) -> tuple[str, str] | None:
    """Return form and line that an amount flows to directly, or None."""
    if fact.kind is not Kind.money or not isinstance(fact.value, Decimal):
        return None
    match = _LINE.fullmatch(_chosen(entity, fact.leaf.meaning.line))
    return (_FORMS.get(match["form"], match["form"]), match["line"]) if match else None


def _chosen(entity: Entity, line: str) -> str:
    """Return the one line where the field's place depends on what the record is."""
    said = entity.value
    if entity.type == "1099-R" and " or " in line:
        return line.split(" or ", maxsplit=1)[0] if said("box7_ira") is True else f"1040 {line.split(' or ')[1]}"
    if entity.type == "1098" and said("use") in {"rental", "business"}:
        return ""
    if entity.type == "Property Tax":
        return "Schedule A 5c" if said("kind") == "personalproperty" else "Schedule A 5b"
    if entity.type == "Charitable Gift" and line:
        return "Schedule A 12" if said("kind") == "noncash" else "Schedule A 11"
    if entity.type == "Estimated Payment":
        if said("jurisdiction") != "us":
            return "Schedule A 5a"
        return "Schedule 3 10" if said("kind") == "extension" else "1040 26"
    return line


def _facts(entity: Entity) -> list[Fact]:
    return [*entity.facts.values(), *(fact for item in entity.items for fact in item.facts.values())]


def _shown(entity: Entity) -> dict[str, Any]:
    shown: dict[str, Any] = {path: fact.shown for path, fact in sorted(entity.facts.items())}
    if entity.anchors:
        shown["identified_by"] = {name: written(value) for name, value in sorted(entity.anchors.items())}
    for item in entity.items:
        shown.setdefault(item.branch, []).append(_shown_item(item))
    return shown


def _shown_item(item: Item) -> dict[str, Any]:
    facts = {name: fact.shown for name, fact in sorted(item.facts.items())}
    return facts | {name: written(value) for name, value in sorted(item.anchors.items())}


def _self_employment(returned: CanonicalReturn) -> dict[str, list[str]]:
    """Return the records that Schedule SE of each person starts from."""
    found: dict[str, list[str]] = defaultdict(list)
    for entity in returned.entities:
        earned = entity.type == "Schedule C" or (entity.type == "K-1 1065" and "box14[a].amount" in entity.facts)
        if earned and entity.owner is not None:
            found[str(written(entity.owner))].append(entity.key)
    return {owner: sorted(keys) for owner, keys in sorted(found.items())}
