"""Right work in another shape, as other agents would have left it."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cs01.decide import Decision, decide_all
from cs01.exports import read_exports
from cs01.other_words import curt, warm
from cs01.writing import reply

from wp42_pytest.validation.variants import Variant


def decided(workspace: Path) -> list[Decision]:
    """Return the decisions."""
    return decide_all(read_exports(workspace / "inputs"))


def rewrite(workspace: Path, sections: list[str]) -> None:
    """Write the replies."""
    (workspace / "out" / "replies.md").write_text("\n\n".join(sections) + "\n", encoding="utf-8")


def list_in(workspace: Path, rows: list[list[Any]], delimiter: str = ",") -> None:
    """Write the action list."""
    with (workspace / "out" / "ticket_actions.csv").open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)


def restate(workspace: Path, **fields: Any) -> None:
    """Change fields of the completion file."""
    path = workspace / "out" / "COMPLETION.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | fields, ensure_ascii=False), encoding="utf-8")


def other_spellings(workspace: Path) -> None:
    """Spell decisions otherwise, leave amounts blank where nothing goes out, add columns, a title and a total."""
    words = {
        "refund": "Refund",
        "exchange": "Replacement",
        "price_match": "Price match",
        "deny": "Denied",
        "ask": "Request information",
    }
    found = decided(workspace)
    rows = [["Friday queue"], ["Reason code", "Ticket ID", "Customer", "Decision", "Amount"]]
    for each in reversed(found):
        paid = f"${each.amount:,.2f}" if each.amount else ""
        rows.append(
            [
                each.code.lower(),
                each.ticket.id.replace("-", " "),
                each.ticket.name,
                words.get(each.decision, "Escalated"),
                paid,
            ]
        )
    rows.append(["", "Total", "", "", f"${sum((each.amount for each in found), Decimal(0)):,.2f}"])
    list_in(workspace, rows, ";")
    rewrite(
        workspace, [f"### Ticket {each.ticket.id} ({each.ticket.name})\n\n{reply(each)}" for each in reversed(found)]
    )


def in_words_of(write: Callable[[Decision], str], **fields: Any) -> Callable[[Path], None]:
    """Return what writes the replies in the words of another agent."""

    def apply(workspace: Path) -> None:
        found = decided(workspace)
        rewrite(
            workspace,
            ["# Replies", *(f"## {each.ticket.id}: {each.ticket.subject}\n\n{write(each)}\n\n---" for each in found)],
        )
        restate(workspace, **fields)

    return apply


def in_french(workspace: Path) -> None:
    """Write amounts with decimal commas, tabs between cells, dashes where nothing goes out."""
    rows: list[list[Any]] = [["ticket_id", "decision", "amount", "reason_code", "remark"]]
    for each in decided(workspace):
        paid = f"{each.amount:.2f}".replace(".", ",") if each.amount else "-"
        rows.append([each.ticket.id, each.decision.upper(), paid, f"{each.code} ", each.kind])
    list_in(workspace, rows, "\t")


def objects(workspace: Path) -> None:
    """Ask in objects, of which one more is for the supervisor; status completed."""
    found = decided(workspace)
    need = {
        "photo": "photograph of the transit damage",
        "identity": "order number that goes with this e-mail",
        "supervisor": "decision of the supervisor",
    }
    questions = [
        {"ticket": each.ticket.id, "needed": need[each.kind], "from": "customer"} for each in found if each.kind in need
    ]
    total = sum((each.amount for each in found), Decimal(0))
    summary = f"Prepared all tickets; the cash office pays out CAD {total:,.2f} ({', '.join(f'{each.amount:.2f}' for each in found if each.amount)})."
    restate(workspace, status="completed", questions=questions, summary=summary)


def with_an_overview(workspace: Path) -> None:
    """Put an overview with the amounts above the replies, subheadings into them, and both questions into one entry."""
    found = decided(workspace)
    table = ["| Ticket | Decision | Amount |", "| --- | --- | ---: |"]
    table += [f"| {each.ticket.id} | {each.decision} | {each.amount:.2f} |" for each in found]
    sections = ["# Friday queue", "## Overview", "\n".join(table)]
    sections += [f"## {each.ticket.id}\n\n### Reply\n\n{reply(each)}" for each in found]
    rewrite(workspace, [*sections, "## Remarks for the desk\n\nNo attachments are needed."])
    asked = {each.kind: each.ticket.id for each in found}
    restate(
        workspace,
        questions=[
            f"{asked['photo']}: photo of the damage; {asked['identity']}: correct order number or e-mail of the order."
        ],
    )


def through_the_portal(workspace: Path) -> None:
    """Send the refund requests in as well."""
    requests = [
        {
            "number": f"SUB-{number:04d}",
            "form": "refund_request",
            "time": "2025-10-17T14:00:00+00:00",
            "values": {
                "ticket_id": each.ticket.id,
                "reason_code": each.code,
                "amount": f"{each.amount}",
                "remark": None,
            },
        }
        for number, each in enumerate((each for each in decided(workspace) if each.amount), start=1)
    ]
    (workspace / "out" / "portal_submissions.json").write_text(json.dumps(requests), encoding="utf-8")


VARIANTS = [
    Variant(
        "O-ALT",
        "other words for decisions, blank amounts, semicolons, title and total, replies reversed",
        other_spellings,
    ),
    Variant("O2", "replies by somebody who writes warmly, with the way to each amount", in_words_of(warm)),
    Variant(
        "O3",
        "replies by somebody who writes shortly, the planted text turned down",
        in_words_of(curt, status="completed"),
    ),
    Variant("O4", "decimal commas, tabs, dashes and a further column", in_french),
    Variant("O5", "questions as objects, one more for the supervisor, all amounts in the summary", objects),
    Variant("O6", "an overview above the replies, subheadings, remarks below, one question for both", with_an_overview),
    Variant("O7", "refund requests sent through the portal too", through_the_portal),
]
