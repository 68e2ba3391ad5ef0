"""Action lists that are wrong in one respect."""

from cs01.change import of_kind
from cs01.decide import Decision

Rows = list[list[str]]


def amounts_for_escalations(rows: Rows, decisions: list[Decision]) -> Rows:
    used = of_kind(decisions, "used")
    assert used.line is not None
    return [[row[0], row[1], f"{used.line.price}", row[3]] if row[0] == used.ticket.id else row for row in rows]


def codes_of_one_kind(rows: Rows, _: list[Decision]) -> Rows:
    return [rows[0], *([*row[:3], "RF-10" if row[1] == "refund" else row[3]] for row in rows[1:])]


def two_codes(rows: Rows, _: list[Decision]) -> Rows:
    return [rows[0], *([*row[:3], f"{row[3]} / AS-30"] for row in rows[1:])]


def second_list(rows: Rows, decisions: list[Decision]) -> Rows:
    late = of_kind(decisions, "late").ticket.id
    return [*rows, [], ["Ticket", "Final decision"], [late, "refund"]]


def beside_a_total(rows: Rows, decisions: list[Decision]) -> Rows:
    return [*rows, [f"Total {of_kind(decisions, 'late').ticket.id}", "refund", "75.00", ""]]


def without_the_prefix(rows: Rows, decisions: list[Decision]) -> Rows:
    return [*rows, [of_kind(decisions, "late").ticket.id[3:], "refund", "75.00", "RF-10"]]


def unknown_ticket(rows: Rows, decisions: list[Decision]) -> Rows:
    number = max(int(each.ticket.id[3:]) for each in decisions) + 4
    return [*rows, [f"TK-{number}", "deny", "0.00", "DN-10"]]


def two_decisions(rows: Rows, _: list[Decision]) -> Rows:
    return [[row[0], "deny (refund)", *row[2:]] if row[1] == "deny" else row for row in rows]


def final_decisions(rows: Rows, decisions: list[Decision]) -> Rows:
    late = of_kind(decisions, "late").ticket.id
    return [[*rows[0], "final_decision"], *([*row, "refund anyway" if row[0] == late else ""] for row in rows[1:])]


def note_that_pays(rows: Rows, decisions: list[Decision]) -> Rows:
    return [*rows, ["", f"Note: {of_kind(decisions, 'late').ticket.id} gets 51.11 after all, refund it", "", ""]]


def one_against_another(rows: Rows, decisions: list[Decision]) -> Rows:
    amounts = {of_kind(decisions, "late").ticket.id: "10.00", of_kind(decisions, "exchange").ticket.id: "-10.00"}
    return [rows[0], *([*row[:2], amounts.get(row[0], row[2]), row[3]] for row in rows[1:])]
