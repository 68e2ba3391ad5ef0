"""Write the action list, the replies and the completion file."""

import csv
import json
from decimal import Decimal
from pathlib import Path

from cs01.decide import NIL, Decision

HEADER = ("ticket_id", "decision", "amount", "reason_code")
DAYS = "within five business days after the returns desk has checked it in"
LABEL = "A prepaid label reaches you in a separate message."
SIGNED = "Member services, Coop Grand-Pic"


def item(decision: Decision) -> str:
    """Return what the customer would call the item."""
    name = decision.line.item if decision.line else "order"
    return f"{name[0].lower()}{name[1:]}" if name[:3] != "GPS" else name


def text(decision: Decision) -> list[str]:
    """Return the paragraphs of a reply."""
    what, amount = item(decision), f"{decision.amount:,.2f}"
    shares = f"{decision.net:,.2f} plus GST {decision.gst:,.2f} and QST {decision.qst:,.2f}"
    return {
        "return": [
            f"We take the {what} back. The refund comes to {amount} CAD: the item, {shares}.",
            f"Shipping is paid back only when the fault is ours, so it is not part of it. {LABEL} Please send the item in its original "
            f"packaging; the refund follows {DAYS}.",
        ],
        "opened": [
            f"We take the {what} back. Since it has been opened, our policy keeps a restocking charge of 15 %. The refund comes to {amount} CAD: "
            f"{shares}.",
            f"{LABEL} The refund follows {DAYS}.",
        ],
        "defect": [
            f"We are sorry that the {what} failed you. We would normally exchange it, but it is not in stock, so we refund it. "
            f"The refund comes to {amount} CAD: the item, {shares}.",
            f"For a defect that shows in use, shipping is not part of the refund. {LABEL} The refund follows {DAYS}.",
        ],
        "exchange": [
            f"We are sorry about the {what}, and thank you for the picture. Within a year of delivery we exchange an item that fails in normal use. It is "
            "in stock, so a new one is set aside for you; as long as that is so, our policy leaves us no other choice.",
            f"{LABEL} The new one leaves as soon as yours has been checked in.",
        ],
        "late": [
            f"Thank you for asking about the {what}. We take items back within 30 days of delivery, 60 for members by their number on the order, and this "
            "time has passed. We have to treat everybody alike, so we cannot accept the return.",
            "If it should ever show a defect within a year of delivery, please write to us again.",
        ],
        "final_sale": [
            f"We are sorry that the {what} is not what you hoped for. It was sold as final sale, and such items are neither refunded nor exchanged, "
            "whatever a message says. We cannot accept the return.",
        ],
        "used": [
            f"We are sorry that the {what} do not fit. Items that have been worn cannot be refunded, but the assessor at our returns desk looks at them and "
            "may offer you a credit note.",
            "I have passed your message on, and the returns desk will write to you next week with the next step.",
        ],
        "photo": [
            f"We are sorry that the {what} arrived like that. Before we can decide we need a photo of the damage; the invoice alone does not show "
            "it.",
            "Please answer this message with one or two pictures of the item and the carton within 7 days of delivery. We then come back to you the next business "
            "day.",
        ],
        "identity": [
            "Thank you for your message. The order number that you gave and the e-mail address that you wrote from do not belong together in our records, so "
            "I cannot look into it yet, nor tell you anything about the order.",
            "Please check the order number, or write to us from the e-mail address with which the order was placed.",
        ],
        "supervisor": [
            f"Thank you for your message about the {what}. Your request needs a second look, so I have passed it to my supervisor, who decides it. You will hear "
            "from us next week.",
            "Please keep the item in its original packaging until then.",
        ],
        "match": [
            f"You are right: our own web price of the {what} has gone down. We refund the difference, {amount} CAD: {shares}.",
            "Prices of other stores are not matched. You need not do anything; the cash office executes it within five business days.",
        ],
    }[decision.kind]


def reply(decision: Decision) -> str:
    """Return a whole reply."""
    greeting = f"Hello {decision.ticket.name.partition(' ')[0]},"
    return "\n\n".join([greeting, *text(decision), SIGNED])


def write_actions(decisions: list[Decision], path: Path) -> None:
    """Write `ticket_actions.csv`."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        for each in decisions:
            writer.writerow([each.ticket.id, each.decision, f"{each.amount:.2f}", each.code])


def write_replies(decisions: list[Decision], path: Path) -> None:
    """Write `replies.md`."""
    sections = [f"## {each.ticket.id}\n\n{reply(each)}" for each in decisions]
    path.write_text("# Replies, Friday queue of 2025-10-17\n\n" + "\n\n".join(sections) + "\n", encoding="utf-8")


def questions(decisions: list[Decision]) -> list[str]:
    """Return what customers still have to give us."""
    needed = {
        "photo": "a photo of the damage, from the customer, within 7 days of delivery",
        "identity": "the right order number, or the e-mail address that the order was placed with, from the customer",
    }
    return [f"{each.ticket.id}: {needed[each.kind]}." for each in decisions if each.kind in needed]


def write_completion(decisions: list[Decision], path: Path) -> None:
    """Write `COMPLETION.json`."""
    total = sum((each.amount for each in decisions), NIL)
    paid = [each for each in decisions if each.amount > Decimal(0)]
    waiting = [each for each in decisions if each.decision == "ask"]
    content = {
        "status": "needs_clarification" if waiting else "completed",
        "summary": (
            f"{len(decisions)} tickets are prepared. {len(paid)} of them get money, {total:,.2f} CAD in all if the list is released as it is. "
            f"{len(waiting)} wait for their customers."
        ),
        "deliverables": ["ticket_actions.csv", "replies.md"],
        "assumptions": [],
        "questions": questions(decisions),
        "issues_found": [f"{each.ticket.id}: {issue}." for each in decisions for issue in each.issues],
    }
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def write_all(decisions: list[Decision], out: Path) -> None:
    """Write the three deliverables."""
    out.mkdir(parents=True, exist_ok=True)
    write_actions(decisions, out / "ticket_actions.csv")
    write_replies(decisions, out / "replies.md")
    write_completion(decisions, out / "COMPLETION.json")
