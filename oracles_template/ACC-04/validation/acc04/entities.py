"""Schedules K-1 and the statements behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from acc04.forms import Form
from acc04.papers import Papers
from acc04.people import People
from acc04.records import Record, counted, issuer, issuer_tin, moneys, owner_of, summed
from acc04.values import amount, last_amount

_BOXES = {
    "1065": {
        "box1_ordinary_income": "1",
        "box2_rental_real_estate": "2",
        "box3_other_rental": "3",
        "box4a_guaranteed_services": "4a",
        "box4b_guaranteed_capital": "4b",
        "box5_interest": "5",
        "box6a_ordinary_dividends": "6a",
        "box6b_qualified_dividends": "6b",
        "box7_royalties": "7",
        "box8_short_term_gain": "8",
        "box9a_long_term_gain": "9a",
        "box9c_unrecaptured_1250": "9c",
        "box10_section_1231": "10",
        "box12_section_179": "12",
        "box21_foreign_taxes": "21",
    },
    "1120-S": {
        "box1_ordinary_income": "1",
        "box2_rental_real_estate": "2",
        "box3_other_rental": "3",
        "box4_interest": "4",
        "box5a_ordinary_dividends": "5a",
        "box5b_qualified_dividends": "5b",
        "box6_royalties": "6",
        "box7_short_term_gain": "7",
        "box8a_long_term_gain": "8a",
        "box9_section_1231": "9",
        "box11_section_179": "11",
    },
    "1041": {
        "box1_interest": "1",
        "box2a_ordinary_dividends": "2a",
        "box2b_qualified_dividends": "2b",
        "box3_short_term_gain": "3",
        "box4a_long_term_gain": "4a",
        "box4c_unrecaptured_1250": "4c",
        "box5_other_portfolio": "5",
        "box6_business_income": "6",
        "box7_rental_real_estate": "7",
        "box8_other_rental": "8",
        "box10_estate_tax_deduction": "10",
    },
}
_CODED = {
    "1065": ("11", "13", "14", "15", "17", "18", "19", "20"),
    "1120-S": ("10", "12", "13", "15", "16", "17"),
    "1041": ("9", "11", "12", "13", "14"),
}
_BUSINESS_DEDUCTION = {"1065": ("20", "Z"), "1120-S": ("17", "V"), "1041": ("14", "I")}


def entity_records(papers: Papers, people: People) -> Iterator[Record]:
    """Yield the records of pass-through entities, estates and trusts."""
    for kind in _BOXES:
        for form in counted(papers, f"K-1 {kind}"):
            owner = owner_of(form, people, shared=False)
            if owner is not None:
                yield _entity(form, kind, owner)


def _entity(form: Form, kind: str, owner: str) -> Record:
    behind = _behind(form.lines("statements"))
    record: Record = {
        "classification": f"K-1 {kind}",
        "owner": owner,
        "entity_name": issuer(form),
        "entity_ein": issuer_tin(form),
        "final_k1": True if re.search(r"X[\])}]? ?Final", form.text("final")) else None,
        **moneys(form, _BOXES[kind]),
    }
    for name, box in _BOXES[kind].items():
        if record[name] is None and re.search(r"STMT|\*", form.text(box)):
            record[name] = summed(value for where, _, _, value in behind if where == box)
    if kind == "1065":
        general = re.search(r"X[\])}]? ?General", form.text("G"))
        limited = re.search(r"X[\])}]? ?Limited", form.text("G"))
        record["partner_type"] = "general" if general else "limited" if limited else None
    for box in _CODED[kind]:
        record[f"box{box}"] = list(_coded(form, box, behind, _BUSINESS_DEDUCTION[kind]))
    if kind != "1041":
        record |= _business_deduction(behind, _BUSINESS_DEDUCTION[kind])
    return record


Item = tuple[str, str, str, Decimal]
"""Box, code, words and amount of one item of the statements."""


def _behind(lines: Sequence[str]) -> list[Item]:
    """Return the items of the statements behind a K-1, each with the box and the code that it belongs to."""
    found: list[Item] = []
    box, code = "", ""
    for line in lines:
        if heading := re.match(r"Box (\d+[a-c]?)(?:,? code ([A-Z]{1,2}))?\b", line):
            box, code = heading[1], heading[2] or ""
            continue
        value = last_amount(line)
        if not box or value is None:
            continue
        own = re.match(r"(?:Code )?([A-Z]{1,2}) (?=[A-Z(])", line) if not code else None
        found.append((box, own[1] if own else code, line, value))
    return found


def _coded(form: Form, box: str, behind: Sequence[Item], deduction: tuple[str, str]) -> Iterator[Record]:
    """Yield the coded lines of a box; amounts that stand on the statement come from there."""
    for line in form.lines(box):
        entry = re.match(r"^\W*([A-Z]{1,2})\*?\s+(.+)$", line)
        if not entry or (box, entry[1]) == deduction:
            continue
        if re.search(r"STMT|\*$", line):
            value = summed(v for where, code, _, v in behind if where == box and code == entry[1])
            if value is not None:
                yield {"code": entry[1], "amount": value}
            for code in sorted({c for where, c, _, _ in behind if where == box and c != entry[1] and c}):
                if not any(re.match(rf"^\W*{code}\b", other) for other in form.lines(box)):
                    yield {"code": code, "amount": summed(v for w, c, _, v in behind if w == box and c == code)}
        elif (value := amount(entry[2])) is not None:
            yield {"code": entry[1], "amount": value}


def _business_deduction(behind: Sequence[Item], deduction: tuple[str, str]) -> Record:
    """Return what the section 199A statement says, over all activities."""
    lines = [(words, value) for box, code, words, value in behind if (box, code) == deduction]
    return {
        "qbi_ordinary_income": summed(v for w, v in lines if re.search("business income", w, re.IGNORECASE)) or None,
        "qbi_w2_wages": summed(v for w, v in lines if "W-2 wages" in w) or None,
        "qbi_ubia": summed(v for w, v in lines if "UBIA" in w) or None,
    }
