"""Ways to do the queue anew, or to change what was written, for wrong work in one respect."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from cs01.decide import GST, QST, Decision, Rules, decide_all, rounded
from cs01.exports import Exports, read_exports
from cs01.writing import write_all

Found = dict[str, Decision]


def exports_of(workspace: Path) -> Exports:
    """Return the exports."""
    return read_exports(workspace / "inputs")


def ruled(**changes: Any) -> Callable[[Path], None]:
    """Return what decides the queue under other rules."""
    return lambda workspace: write_all(decide_all(exports_of(workspace), Rules(**changes)), workspace / "out")


def redecided(change: Callable[[Found, Exports], None]) -> Callable[[Path], None]:
    """Return what decides the queue anew, with one change to what it came to; decisions are given by their kind."""

    def apply(workspace: Path) -> None:
        exports = exports_of(workspace)
        decisions = decide_all(exports)
        found = {each.kind: each for each in decisions}
        if len(found) < len(decisions):
            # Two plain returns: the member's order in two parcels goes by another name here.
            found |= {
                "return": by_parcel(decisions, exports, parcels=1),
                "parcels": by_parcel(decisions, exports, parcels=2),
            }
        change(found, exports)
        order = [each.ticket.id for each in decisions]
        write_all(sorted(found.values(), key=lambda each: order.index(each.ticket.id)), workspace / "out")

    return apply


def by_parcel(decisions: list[Decision], exports: Exports, parcels: int) -> Decision:
    """Return the plain return whose order went out in so many parcels."""
    gone = {line.order for line in exports.lines if not line.shipped}
    return next(each for each in decisions if each.kind == "return" and (each.ticket.order in gone) == (parcels == 2))


def pay(old: Decision, net: Decimal, **changes: Any) -> Decision:
    """Return a decision with another refunded price, taxed properly."""
    return replace(old, net=net, gst=rounded(net * GST), qst=rounded(net * QST), **changes)


def reworded(kind: str, change: Callable[[str, Decision, Exports], str]) -> Callable[[Path], None]:
    """Return what changes the body of one reply, or of every reply for the kind "all"."""

    def apply(workspace: Path) -> None:
        exports = exports_of(workspace)
        path = workspace / "out" / "replies.md"
        head, *sections = re.split(r"(?m)^## ", path.read_text(encoding="utf-8"))
        by_id = {each.ticket.id: each for each in decide_all(exports)}
        changed = []
        for section in sections:
            ticket, body = section.split("\n", 1)
            decision = by_id[ticket.strip()]
            if kind in ("all", decision.kind):
                body = f"\n{change(body.strip(), decision, exports)}\n\n"
            changed.append(f"{ticket}\n{body}")
        path.write_text(head + "".join(f"## {section}" for section in changed), encoding="utf-8")

    return apply


def relisted(change: Callable[[list[list[str]], list[Decision]], list[list[str]]]) -> Callable[[Path], None]:
    """Return what changes the rows of the action list."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / "ticket_actions.csv"
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(change(rows, decide_all(exports_of(workspace))))

    return apply


def restated(change: Callable[[dict[str, Any], list[Decision]], None]) -> Callable[[Path], None]:
    """Return what changes the completion file."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / "COMPLETION.json"
        content = json.loads(path.read_bytes())
        change(content, decide_all(exports_of(workspace)))
        path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")

    return apply


def both(*steps: Callable[[Path], None]) -> Callable[[Path], None]:
    """Return what does one thing after the other."""

    def apply(workspace: Path) -> None:
        for step in steps:
            step(workspace)

    return apply


def of_kind(decisions: list[Decision], kind: str) -> Decision:
    """Return the decision of a kind."""
    return next(each for each in decisions if each.kind == kind)
