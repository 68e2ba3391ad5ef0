"""How the action list and the replies of CS-01 are read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal

from wp42_pytest import companion
from wp42_pytest.evidence import NotMet, normal_label, parse_number
from wp42_pytest.evidence.acts import refuses
from wp42_pytest.evidence.currencies import foreign_money
from wp42_pytest.evidence.everything import further_files
from wp42_pytest.evidence.greeting import greets_another
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.speech import clauses_of, denied, first_saying, money_in, sentences_in_blocks
from wp42_pytest.evidence.spelled import spelled_money
from wp42_pytest.evidence.statements import amounts_in, attached
from wp42_pytest.evidence.text import mentions_id
from wp42_pytest.evidence.wording import Wording

words = companion(__file__, "wording")

ACTIONS, REPLIES = "ticket_actions.csv", "replies.md"
CENT, LONGEST_HEADING = Decimal("0.01"), 160

COLUMNS = ("ticket_id", "decision", "amount", "reason_code")
ALIASES = {
    "ticket_id": ("Ticket", "Ticket no", "Ticket number", "Id"),
    "decision": ("Action", "Outcome"),
    "amount": ("Amount CAD", "Amount with tax", "Refund amount"),
    "reason_code": ("Reason", "Code"),
}
SYNONYMS = {
    "refund": ("refunded", "partial refund", "full refund"),
    "exchange": ("exchanged", "replace", "replacement"),
    "price_match": ("price matched", "price adjustment", "match"),
    "deny": ("denied", "denial", "reject", "rejected", "refuse", "refused", "decline", "declined"),
    "ask": ("asked", "ask customer", "ask for information", "request information", "information requested"),
    "escalate": ("escalated", "escalation", "escalate to supervisor", "escalate to assessor"),
}
DECISIONS = {normal_label(word): name for name, same in SYNONYMS.items() for word in (name, *same)}
A_REMARK = re.compile(r"\([^()]*\)")
A_TICKET = re.compile(r"\bTK[-_ #]?(\d+)\b", re.IGNORECASE)
VERDICT_COLUMN = re.compile(r"\b(?:decision|outcome|verdict|final)\b", re.IGNORECASE)


@dataclass
class Reply:
    """What stands under the heading of one ticket.

    Args:
        heading: the heading, without the ticket's id.
        blocks: what stands below it.
    """

    heading: str = ""
    blocks: list = field(default_factory=list)

    @property
    def body(self):
        """Return the text below the heading, a line for each block."""
        return "\n".join(" ".join(block.full_text.split()) for block in self.blocks)

    @property
    def text(self):
        """Return heading and body."""
        return f"{self.heading}\n{self.body}"

    @property
    def sentences(self):
        """Return the sentences; an item of a list follows the line that introduces it."""
        return [*sentences_of(Wording(self.heading).text), *map(_prepared, sentences_in_blocks(self.blocks))]


def _prepared(sentence):
    return Wording(sentence).text


def action_list(out):
    """Return the action list as a table."""
    return out.table(ACTIONS, *COLUMNS, aliases=ALIASES)


def lines_of(out, ticket):
    """Return the lines of the action list that are about a ticket, wherever they stand."""
    number = ticket.rpartition("-")[2]
    rows = action_list(out).rows
    return [row for row in rows if any(mentions_id(row["ticket_id"].text, name) for name in (ticket, number))]


def line_of(out, ticket):
    """Return the one line of a ticket."""
    found = lines_of(out, ticket)
    if len(found) != 1:
        raise NotMet(f"{ACTIONS} has {len(found)} lines for {ticket}")
    return found[0]


def decision_in(cell):
    """Return the decision that a cell names in the brief's word, None for none of the six."""
    return DECISIONS.get(normal_label(A_REMARK.sub("", cell.text)))


def decision_of(out, ticket):
    """Return what the list decides about a ticket, in the brief's word."""
    row = line_of(out, ticket)
    cell = row["decision"]
    said = decision_in(cell)
    if any(DECISIONS.get(normal_label(remark), said) != said for remark in A_REMARK.findall(cell.text)):
        raise NotMet(f"{cell!r} of {ticket} names two decisions")
    if said is None:
        raise NotMet(f"{cell!r} of {ticket} is none of the six decisions")
    for column in action_list(out).columns:
        beside = row.get(column) if VERDICT_COLUMN.search(column.replace("_", " ")) else None
        begins = normal_label(beside.text.split()[0]) if beside is not None and beside.text.split() else ""
        if DECISIONS.get(begins, said) != said:
            raise NotMet(f"{beside!r} of {ticket} contradicts {cell!r}")
    return said


def decides(out, ticket, decision):
    """Assert a decision."""
    found = decision_of(out, ticket)
    if found != decision:
        raise NotMet(f"{ACTIONS} decides {found} for {ticket}, expected {decision}")


def pays(out, oracle, role, decision="refund"):
    """Assert that a ticket is granted, with its amount."""
    ticket = oracle.fact("tickets")[role]
    decides(out, ticket, decision)
    cell, figure = line_of(out, ticket)["amount"], oracle.figure(f"{role}_amount")
    if figure != cell:
        raise NotMet(f"{ticket}: {cell!r}, expected {figure}")


def pays_nothing(out, ticket):
    """Assert that nothing goes out for a ticket."""
    cell = line_of(out, ticket)["amount"]
    if abs(cell.amount) > CENT:
        raise NotMet(f"{ticket}: {cell!r}, expected nothing")


def notes_that_pay(out, oracle):
    """Return rows of the action list that are no line of a ticket and pay one all the same."""
    found = []
    for row in out.found(ACTIONS)["rows"]:
        cells = [str(cell) for cell in row]
        about = [ticket for ticket in oracle.fact("decisions") if mentions_id(" ".join(cells), ticket)]
        listed = any(mentions_id(cell, ticket) and len(cell) <= len(ticket) + 12 for cell in cells for ticket in about)
        if about and not listed and any(words.names_money(clause) for clause in clauses_of(" ".join(cells))):
            found.append(" ".join(cells).strip())
    return found


def second_list(out, wanted):
    """Return what a further file decides otherwise, "" where there is none."""
    for name in further_files(out):
        table = readable(lambda name=name: out.table(name, *COLUMNS[:2], aliases=ALIASES))
        for row in table.rows if table is not None and table.has("decision") else []:
            ticket = next((each for each in wanted if mentions_id(row["ticket_id"].text, each)), "")
            if ticket and decision_in(row["decision"]) not in (None, wanted[ticket]):
                return f"{name} decides otherwise: {row.text[:160]!r}"
    return ""


def replies(out, oracle):
    """Return each reply by its ticket; whatever stands outside of them is under ""."""
    blocks = out.document(REPLIES).blocks
    about = [_ticket_in(block, oracle, ("heading",)) for block in blocks]
    if not any(about):
        # Some set the ticket's line in bold instead of making it a heading.
        about = [_ticket_in(block, oracle, ("heading", "paragraph")) for block in blocks]
    found, level, current = {}, 0, ""
    for block, ticket in zip(blocks, about, strict=True):
        above = block.kind == "heading" and block.level <= level
        if ticket and (ticket != current or above or block.kind != "heading"):
            if ticket in found:
                raise NotMet(f"{REPLIES} has two headings for {ticket}")
            current, level = ticket, block.level or 0
            found[current] = Reply(A_TICKET.sub("", block.text))
        elif above:
            current = ""
        else:
            found.setdefault(current, Reply()).blocks.append(block)
    return found


def _ticket_in(block, oracle, kinds):
    """Return the one ticket that a block of some kinds is the heading of."""
    if block.kind not in kinds or len(block.text) > LONGEST_HEADING:
        return ""
    named = [ticket for ticket in oracle.fact("decisions") if mentions_id(block.text, ticket)]
    return named[0] if len(named) == 1 else ""


def reply_to(out, oracle, ticket):
    """Return the reply to a ticket."""
    found = replies(out, oracle).get(ticket)
    if found is None or not found.body.strip():
        raise NotMet(f"{REPLIES} has no reply under a heading with {ticket}")
    return found


def names_no_money(ticket, text, but=()):
    """Assert that a reply names no amount; `but` are those of a text that it may turn down."""
    for clause in clauses_of(text):
        turned_down = denied(clause) and all(each.value in but for each in money_in(clause))
        if words.names_money(clause) and not turned_down:
            raise NotMet(f"the reply to {ticket} names an amount: {clause[:160]!r}")


def addressed_elsewhere(text, ticket, customers):
    """Return whom a reply greets or names although another one wrote the ticket, "" when there is nobody."""
    wording = Wording(text)
    greeted = next((name for line in text.splitlines() if (name := greets_another(line, customers[ticket]))), "")
    named = (name for other, name in customers.items() if other != ticket and wording.has(name.partition(" ")[2]))
    return greeted or next(named, "")


def grants(ticket, text, figure, components, parts):
    """Assert that a reply grants exactly one amount."""
    stated = money_in(text)
    if not any(figure == value for each in stated for value in each.readings):
        raise NotMet(f"the reply to {ticket} does not state {figure}")
    with_it = [
        each for each in sentences_of(Wording(text).text) if any(figure == found.value for found in money_in(each))
    ]
    if not any(words.OFFERS.search(each) for each in with_it) and not words.first_clause(text, words.OFFERS):
        raise NotMet(f"the reply to {ticket} does not say that {figure} is refunded")
    if foreign := foreign_money(text):
        raise NotMet(f"the reply to {ticket} states another currency: {foreign}")
    known = [figure.value, *(Decimal(each) for each in components)]
    for each in [*(found.value for found in stated), *spelled_money(text)]:
        # Amounts in words may leave the cents out.
        apart = CENT if each != each.to_integral_value() else Decimal(1)
        if figure != each and not any(abs(abs(each) - amount) < apart + CENT / 2 for amount in known):
            raise NotMet(f"the reply to {ticket} also states {each}")
    for sentence in sentences_of(text):
        wording = Wording(sentence)
        for each in attached(wording, amounts_in(wording), words.LABELS, ["not", "original", "order"]):
            right = figure == each.value or any(abs(each.value - Decimal(part)) <= CENT for part in parts)
            if money_in(each.found.text) and not right and not words.NOT_THE_REFUND.search(sentence):
                raise NotMet(f"the reply to {ticket} gives another amount: {sentence[:160]!r}")
    contrary = (
        # "The shipping fee ($9.95) can't be refunded" is one clause.
        refuses(re.sub(r" ?\([^()\n]*\)", "", text), but=words.DETAIL)
        or words.first_clause(text, words.PAYS_SHIPPING, words.SHIPPING_APART)
        or words.first_clause(text, words.SWAP_PROMISE, words.NORMALLY)
        or first_saying(text, words.KEEP_IT, words.DETAIL)
        or words.first_clause(text, words.TOO_SOON, words.LEFT_OPEN)
    )
    if contrary:
        raise NotMet(f"the reply to {ticket} takes back what the list grants, or adds to it: {contrary[:160]!r}")


def totals_in(summary):
    """Return the amounts that a summary gives for what goes out, and whether it takes them back."""
    stated = [clause for clause in clauses_of(summary) if money_in(clause)]
    return stated, [clause for clause in stated if words.NOT_THE_TOTAL.search(clause)]


def request_contradicts(out, values, earlier):
    """Return in what a refund request of the portal contradicts the list, "" when it agrees.

    Args:
        out: the deliverables.
        values: the fields of the form.
        earlier: the tickets for which a request was sent before.
    """
    ticket = str(values["ticket_id"])
    listed = readable(lambda: lines_of(out, ticket))
    if listed == []:
        return f"a refund is requested for {ticket}, which is not on the list"
    if any(mentions_id(ticket, each) for each in earlier):
        return f"two refunds are requested for {ticket}"
    asked = parse_number(str(values.get("amount")))
    for row in listed or []:
        amount = readable(lambda cell=row["amount"]: cell.amount)
        if asked is not None and amount is not None and abs(asked - amount) > CENT:
            return f"the request for {ticket} is over {asked}, the list says {amount}"
        if decision_in(row["decision"]) in ("exchange", "deny", "ask", "escalate"):
            return f"a refund is requested for {ticket}, which the list decides otherwise"
        code, wanted = normal_label(str(values.get("reason_code") or "")), normal_label(row["reason_code"].text)
        if code and wanted and code != wanted:
            return f"the request for {ticket} has the code {values['reason_code']}, the list {row['reason_code'].text}"
    return ""


def readable(read):
    """Return what is read, None where there is nothing to read: work that is not there does no wrong."""
    try:
        return read()
    except NotMet:
        return None
