"""Puts the families of records together, and writes what the assignment asks for."""

from __future__ import annotations

import json
from pathlib import Path

from acc04.business import business_records
from acc04.care import care_records, payment_records
from acc04.entities import entity_records
from acc04.home import home_records
from acc04.income import income_records
from acc04.investments import investment_records
from acc04.papers import Papers
from acc04.people import household_records, read_people
from acc04.records import Record, cleaned

RECORDS, COMPLETION = "records.json", "COMPLETION.json"


def records_of(papers: Papers) -> list[Record]:
    """Return every record that the papers of a package support."""
    people = read_people(papers)
    families = (income_records, investment_records, business_records, entity_records, home_records, care_records)
    found = household_records(people)
    for family in (*families, payment_records):
        found += list(family(papers, people))
    return [cleaned(record) for record in found]


def write(papers: Papers, records: list[Record], out: Path) -> None:
    """Leave the records and the account of the work in `out`."""
    out.mkdir(parents=True, exist_ok=True)
    (out / RECORDS).write_text(json.dumps({"records": records}, indent=1, ensure_ascii=False), encoding="utf-8")
    completion = {
        "status": "completed",
        "summary": f"{len(records)} records of the 2025 package are in {RECORDS}. "
        "Papers of other years, drafts and papers of others gave none; what depends on open questions is left out.",
        "deliverables": [RECORDS, COMPLETION],
        "assumptions": [],
        "questions": [item.question for item in papers.items if not item.answered],
        "issues_found": [],
    }
    (out / COMPLETION).write_text(json.dumps(completion, indent=1, ensure_ascii=False), encoding="utf-8")
