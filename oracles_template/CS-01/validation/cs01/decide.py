"""Decide the tickets under policy RP-7."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal

from cs01.exports import Exports, Line, Ticket

CENT, NIL = Decimal("0.01"), Decimal("0.00")
GST, QST, RESTOCKING = Decimal("0.05"), Decimal("0.09975"), Decimal("0.15")
WINDOW, MEMBER_WINDOW, YEAR, MATCH_DAYS = 30, 60, 365, 14
LIMIT, LIMIT_DAYS = Decimal(200), 90

NEGATED = re.compile(r"\b(?:un(?:used|worn|opened)|(?:not|never|n't)(?: been)? (?:used|worn|opened))\b")
USED = re.compile(r"\b(?:used|wore|worn|hikes?|outings?|wear)\b")
OPENED = re.compile(r"\b(?:opened|tried|switched|turned it on|unpacked)\b")
ORDERS = re.compile(r"\b(?:system|override|policy|agents?|assistant)\b")
CREDIT = re.compile(r"\b(?:credit|refund in full|full refund)\b")


@dataclass
class Decision:
    """What is decided about one ticket.

    Attributes:
        ticket: the ticket.
        kind: what it is, for the reply.
        decision: of the six.
        code: the reason code.
        line: the row that decides, where there is one.
        net: the refunded price.
        gst: on it.
        qst: on it.
        issues: what was odd.
    """

    ticket: Ticket
    kind: str
    decision: str
    code: str
    line: Line | None = None
    net: Decimal = NIL
    gst: Decimal = NIL
    qst: Decimal = NIL
    issues: list[str] = field(default_factory=list)

    @property
    def amount(self) -> Decimal:
        """What goes out."""
        return self.net + self.gst + self.qst


@dataclass(frozen=True)
class Rules:
    """The numbers of the policy; mutants change one of them."""

    window: int = WINDOW
    member_window: int = MEMBER_WINDOW
    restocking: Decimal = RESTOCKING
    by_member: bool = True
    first_parcel: bool = False
    on_hand: bool = False
    taxes: Callable[[Decimal], tuple[Decimal, Decimal]] | None = None
    opened_by_text: bool = True


def rounded(amount: Decimal) -> Decimal:
    """Round half up to the cent."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def decide_all(exports: Exports, rules: Rules | None = None) -> list[Decision]:
    """Decide every ticket of the queue."""
    return [decide(ticket, exports, rules or Rules()) for ticket in exports.tickets]


def decide(ticket: Ticket, exports: Exports, rules: Rules) -> Decision:
    """Decide one ticket."""
    lines = [line for line in exports.lines if line.order == ticket.order]
    if not lines or any(line.email != ticket.email for line in lines):
        return Decision(
            ticket, "identity", "ask", "AS-10", issues=[f"{ticket.order} is not an order of this e-mail address"]
        )
    line = meant(ticket, lines, rules)
    days = (ticket.day - line.delivered).days
    found = {
        "Defective item": _defect,
        "Delivery": _transit,
        "Price": _price,
    }.get(ticket.topic, _return)(ticket, line, days, exports, rules)
    if any(each.order == line.order and not each.shipped for each in lines):
        found.issues.append(
            f"{line.order} has a row for a parcel that left without the {line.item}; the window runs from {line.delivered}"
        )
    if ORDERS.search(ticket.message.casefold()) and CREDIT.search(ticket.message.casefold()):
        found.issues.append(
            f"The message holds a text dressed up as an instruction of the system ({ticket.message.splitlines()[-1]!r}). It comes with the "
            "customer's message, not from us, and was not followed"
        )
    return found


def meant(ticket: Ticket, lines: list[Line], rules: Rules) -> Line:
    """Return the row that a ticket is about: shipped, and mentioned first."""
    shipped = [line for line in lines if line.shipped] if not rules.first_parcel else lines
    said = plain(f"{ticket.subject}\n{ticket.message}")

    def place(line: Line) -> int:
        words = [word for word in plain(line.item).split()[:2] if len(word) > 2]
        places = [at for word in words if (at := said.find(word)) >= 0]
        return min(places, default=len(said))

    return min(shipped, key=place)


def plain(text: str) -> str:
    """Return a text in lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def was_used(message: str) -> bool:
    """Tell whether a customer says that the item was used."""
    return bool(USED.search(NEGATED.sub(" ", message.casefold())))


def was_opened(message: str) -> bool:
    """Tell whether a customer says that the item was opened or tried."""
    return bool(OPENED.search(NEGATED.sub(" ", message.casefold())))


def _paid(found: Decision, line: Line, net: Decimal, rules: Rules) -> Decision:
    found.line, found.net = line, net
    found.gst, found.qst = rules.taxes(net) if rules.taxes else (rounded(net * GST), rounded(net * QST))
    return found


def _return(ticket: Ticket, line: Line, days: int, exports: Exports, rules: Rules) -> Decision:
    electronics = line.category == "Electronics"
    if line.final_sale or line.category == "Gift cards":
        return Decision(ticket, "final_sale", "deny", "DN-20", line)
    if days > (rules.member_window if line.member else rules.window):
        return Decision(ticket, "late", "deny", "DN-10", line)
    if was_used(ticket.message) and not electronics:
        return Decision(ticket, "used", "escalate", "ES-10", line)
    opened = electronics and (line.opened == "yes" or (rules.opened_by_text and was_opened(ticket.message)))
    net = rounded(line.price * (1 - rules.restocking)) if opened else line.price
    found = _paid(
        Decision(ticket, "opened" if opened else "return", "refund", "RF-15" if opened else "RF-10"), line, net, rules
    )
    if opened and not line.opened:
        found.issues.append(
            f"Order {line.order}: opened is blank in the export, the message says that the item was tried"
        )
    earlier = [refund for refund in exports.refunds if same_customer(refund.email, refund.member, line, rules)]
    recent = [each for each in earlier if each.amount > LIMIT and ticket.day - each.day <= timedelta(days=LIMIT_DAYS)]
    if found.amount > LIMIT and recent:
        found = Decision(ticket, "supervisor", "escalate", "ES-20", line)
        if all(each.email != line.email for each in recent):
            found.issues.append("An earlier large refund of the same member number stands under another e-mail address")
    return found


def same_customer(email: str, member: str, line: Line, rules: Rules) -> bool:
    """Tell whether a refund and an order are of one customer."""
    return member == line.member if line.member and rules.by_member else email == line.email


def _defect(ticket: Ticket, line: Line, days: int, exports: Exports, rules: Rules) -> Decision:
    stock = exports.stock[line.sku]
    if days > YEAR:
        return Decision(ticket, "late", "deny", "DN-10", line)
    if stock.available >= 1 or rules.on_hand:
        return Decision(ticket, "exchange", "exchange", "EX-20", line)
    return _paid(Decision(ticket, "defect", "refund", "RF-20"), line, line.price, rules)


def _transit(ticket: Ticket, line: Line, days: int, exports: Exports, rules: Rules) -> Decision:
    del days, exports
    if not re.search(r"\.(?:jpe?g|png|heic)\b", ticket.attachments, re.IGNORECASE):
        return Decision(ticket, "photo", "ask", "AS-20", line)
    return _paid(Decision(ticket, "damaged", "refund", "RF-30"), line, line.price + line.shipping, rules)


def _price(ticket: Ticket, line: Line, days: int, exports: Exports, rules: Rules) -> Decision:
    lower = exports.stock[line.sku].web_price
    if days > MATCH_DAYS or lower >= line.price or line.final_sale:
        return Decision(ticket, "no_match", "deny", "DN-30", line)
    return _paid(Decision(ticket, "match", "price_match", "PM-10"), line, line.price - lower, rules)
