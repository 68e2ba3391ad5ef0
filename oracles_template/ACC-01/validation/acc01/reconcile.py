"""Match the statement and the ledger to the register and the slips, and derive every reconciling item."""

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from acc01.papers import PERIOD_END, PERIOD_START, PRIOR_END, Cheque, Line, Papers, money

WINDOW = timedelta(days=10)  # between the two dates of one transaction whose references differ
CASH, RECEIVABLE, PAYABLE = "Cash", "Accounts receivable", "Accounts payable"
# The other side of an entry, by the journal in which the client books it.
CONTRA = {"CR": RECEIVABLE, "CD": PAYABLE, "PR": "Payroll and source deductions payable", "JE": PAYABLE}
# What the bank calls its own lines: kind of item and other side of the entry, first match first.
BANK_WORDS = (
    (r"\bFEE\b|CHARGES?\b", "charge", "Bank charges"),
    (r"\bNSF\b|^RETURNED", "nsf", RECEIVABLE),
    (r"\bLOAN\b", "loan", "Equipment loan"),
    (r"^INTEREST EARNED", "interest", "Interest income"),
    (r"^INTEREST", "interest", "Interest expense"),
    (r"^EFT CREDIT", "receipt", RECEIVABLE),
    (r"^CARD SETTLEMENT", "receipt", "Taproom sales"),
    (r"^TRANSFER .*SAVINGS", "transfer", "Savings account, Nordet Savings & Trust"),
    (r"^PAYROLL|^SOURCE DEDUCTIONS", "payment", "Payroll and source deductions payable"),
    (r"^EFT PMT|^PAD\b", "payment", PAYABLE),
)


@dataclass
class Item:
    """A reconciling item or error: `effect` is its correction to 1010, `bank_effect` to the bank balance."""

    kind: str
    ref: str
    label: str
    cause: str
    books: Decimal
    source: Decimal
    action: str
    effect: Decimal = Decimal(0)
    bank_effect: Decimal = Decimal(0)
    contra: list[tuple[str, Decimal]] = field(default_factory=list)  # positive is a debit
    error: bool = True  # False: the client had merely not received notice
    who: str = ""
    entry: str = ""  # the number of the proposed journal entry

    @property
    def party(self) -> str:
        """Who made the error, if anybody did."""
        made = "client" if self.error else "none"
        return "bank" if self.bank_effect else made


@dataclass
class Reconciliation:
    """The result: both sides, what explains the difference, and what could not be explained."""

    in_transit: list[tuple[str, date, Decimal]] = field(default_factory=list)
    outstanding: list[Cheque] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    adjusted_bank: Decimal = Decimal(0)
    adjusted_book: Decimal = Decimal(0)

    @property
    def book_items(self) -> list[Item]:
        """Items on the book side."""
        return [i for i in self.items if i.effect]

    @property
    def bank_items(self) -> list[Item]:
        """Errors of the bank."""
        return [i for i in self.items if i.bank_effect]

    @property
    def difference(self) -> Decimal:
        """Adjusted bank balance less adjusted book balance."""
        return self.adjusted_bank - self.adjusted_book


def fold(text: str) -> str:
    """Return `text` in capitals without accents, one character for one, as the bank prints names."""
    return "".join(unicodedata.normalize("NFD", c)[0] for c in text).upper()


def words(text: str) -> set[str]:
    """Return the distinctive words and numbers of a description."""
    return {w for w in re.findall(r"\w+", fold(text)) if len(w) > 2} - {"INV", "EFT", "PAYMENT", "CHEQUE", "DEPOSIT"}


def full_name(printed: str, texts: list[str]) -> str:
    """Find the name that the bank prints in capitals, and perhaps cut short, in the client's own papers."""
    for text in texts:
        at = fold(text).find(printed)
        if at >= 0:
            end = len(printed)
            rest = re.match(r"[^,.;:\s]*(?: [A-ZÀ-Ý0-9][^,.;:\s]*)*", text[at + end :])
            return (text[at : at + end] + (rest[0] if rest else "")).strip()
    return printed.title()


def transposed(a: Decimal, b: Decimal) -> bool:
    """Tell whether two amounts have the same digits in another order."""
    return a != b and sorted(str(abs(a))) == sorted(str(abs(b)))


class Matcher:
    """Takes each line of the statement and of the ledger once; whatever is left over needs an explanation."""

    def __init__(self, papers: Papers) -> None:
        self.p, self.r = papers, Reconciliation()
        self.bank: dict[str, list[Line]] = defaultdict(list)
        self.ledger: dict[str, list[Line]] = defaultdict(list)
        for line in papers.bank:
            self.bank[line.ref].append(line)
        for line in papers.ledger:
            self.ledger[line.ref].append(line)

    def run(self) -> Reconciliation:
        """Match in order of authority: register, slips, other references, then amount and date."""
        self.cheques()
        self.deposits()
        self.other_references()
        self.amount_and_date()
        self.double_postings()
        self.not_in_ledger()
        p, r = self.p, self.r
        self.roll_forward()
        r.unexplained += [f"Ledger entry {x.entry} ({x.text}, {x.amount})" for v in self.ledger.values() for x in v]
        if not r.unexplained:
            r.notes.append(
                f"All {len(p.bank)} lines of the statement and all {len(p.ledger)} entries of the ledger are "
                "matched with each other or with a document, or stand above as an item."
            )
        if any(sum(x for _, x in i.contra) != -i.effect for i in r.items):
            raise ValueError("a proposed entry does not balance")
        r.items.sort(key=lambda i: (not i.error, bool(i.bank_effect)))
        r.adjusted_bank = p.bank_closing + sum(d[2] for d in r.in_transit) - sum(c.amount for c in r.outstanding)
        r.adjusted_bank += sum(i.bank_effect for i in r.items)
        r.adjusted_book = p.book_closing + sum(i.effect for i in r.items)
        return r

    def roll_forward(self) -> None:
        """Say what became of each item that was open at the end of the month before."""
        open_now = {c.no for c in self.r.outstanding} | {no for no, *_ in self.r.in_transit}
        lists = (
            {no: c.amount for no, c in self.p.prior_cheques.items()},
            {no: amount for no, (_, amount) in self.p.prior_deposits.items()},
        )
        for name, done, items in zip(
            ("outstanding cheques", "deposits in transit"), ("paid", "credited"), lists, strict=True
        ):
            left = [no for no in items if no in open_now]
            voids = [no for no in items if name[0] == "o" and no not in left and self.p.cheques[no].voided]
            gone = len(items) - len(left) - len(voids)
            note = f"Of the {len(items)} {name} of {PRIOR_END} ({sum(items.values(), Decimal(0)):,.2f}), {gone} were {done} "
            note += f"in October, {len(voids)} voided" * bool(voids) or "in October"
            self.r.notes.append(note + (f"; still open: {', '.join(left)}." if left else "; none is still open."))

    # --- cheques -----------------------------------------------------------------------------------------------

    def cheques(self) -> None:
        """Trace every cheque of the register to the statement and to the ledger."""
        for no, c in self.p.cheques.items():
            paid, booked = self.bank.pop(no, []), self.ledger.pop(no, [])
            if any(c.payee not in x.text for x in booked):
                self.r.questions.append(
                    f"Cheque {no}: the register names {c.payee}, the ledger {booked[0].text}: which?"
                )
            void = c.voided is not None and c.voided <= PERIOD_END
            here = PERIOD_START <= c.day <= PERIOD_END  # issued, hence to be booked, in this month
            self.paid_cheque(c, paid, void)
            if not paid and not void and c.day <= PERIOD_END:
                self.r.outstanding.append(c)
            due = Decimal(0) if void or not here else -c.amount
            if void and not here:
                due = c.amount  # booked in an earlier month: the void puts it back
            self.against_source(f"Cheque {no}", no, c.payee, booked, due, void=void)

    def void_cause(self, c: Cheque, entry: str) -> str:
        """Say since when a cheque is void, and by which one it was replaced."""
        new = next((x.no for x in self.p.cheques.values() if x.no != c.no and re.search(rf"\b{c.no}\b", x.note)), "")
        cause = (
            f"Cheque {c.no} ({c.payee}) is void in the register since {c.voided}"
            + f" and replaced by {new}" * bool(new)
        )
        return f"{cause}, but nobody reversed its entry {entry} in the ledger" + ", which shows both cheques" * bool(
            new
        )

    def paid_cheque(self, c: Cheque, paid: list[Line], void: bool) -> None:
        """Compare what the bank paid with the register."""
        total = -sum(x.amount for x in paid)
        if not paid or (total == c.amount and not void):
            return
        due = Decimal(0) if void else c.amount
        what = f"was paid {len(paid)} times" if len(paid) > 1 else f"was paid for {total:,.2f}"
        cause = f"Cheque {c.no}, {c.payee}, {what} by the bank; the register has {c.amount:,.2f}" + ", void" * void
        self.bank_error(c.no, f"Cheque {c.no}", cause, c.amount, total, correction=total - due)

    # --- deposits ----------------------------------------------------------------------------------------------

    def deposits(self) -> None:
        """Trace every deposit to its slip, the statement and the ledger."""
        for no, (day, amount) in {**self.p.prior_deposits, **self.p.slips}.items():
            credited, booked = self.bank.pop(no, []), self.ledger.pop(no, [])
            total = sum((x.amount for x in credited), Decimal(0))
            if not credited and day <= PERIOD_END:
                self.r.in_transit.append((no, day, amount))
                if (PERIOD_END - day).days > 4:
                    self.r.questions.append(f"Deposit {no} of {amount:,.2f} has not been credited since {day}: why?")
            elif total != amount:
                cause = f"Deposit {no} was credited for {total:,.2f}; the slip has {amount:,.2f}"
                self.bank_error(no, f"Deposit {no}", cause, amount, total, correction=amount - total)
            due = Decimal(0) if no in self.p.prior_deposits and no not in self.p.slips else amount
            names = booked[0].text.partition(": ")[2] if booked else ""
            self.against_source(f"Deposit {no}", no, names, booked, due)

    # --- ledger against evidence -------------------------------------------------------------------------------

    def against_source(
        self, what: str, ref: str, who: str, booked: list[Line], due: Decimal, *, void: bool = False
    ) -> None:
        """Compare what the ledger shows for a document with what it should show."""
        total = sum((x.amount for x in booked), Decimal(0))
        if total == due:
            return
        entries = " and ".join(x.entry for x in booked)
        kind, cause = "keying", f"{what} ({who}) is in the ledger at {abs(total):,.2f} ({entries}), not {abs(due):,.2f}"
        label, action = (
            f"{what} corrected to {abs(due):,.2f}",
            "Post the correction and look at the account of the supplier or customer",
        )
        if void:
            kind, label = "void", f"{what}, void, reversed"
            cause = self.void_cause(self.p.cheques[ref], entries or "of an earlier month")
            action = "Reverse the entry of the void cheque; the cheque that replaces it stays"
        elif not booked:
            kind, label = "omitted", f"{what} not recorded"
            cause, action = f"{what} ({who}) is not in the ledger", "Record it"
        elif len(booked) > 1 and all(x.amount == due for x in booked):
            kind, label, ref = "double", f"{what} posted twice, reversed", booked[-1].entry
            cause = f"{what} ({who}) is posted twice, by {entries}, although there was only one"
            action, who = f"Reverse {ref}", who.partition(", inv")[0]
        elif transposed(total, due):
            cause += ": two digits changed places when the amount was keyed"
        side = self.other_side(booked[0]) if booked else (RECEIVABLE if due > 0 and not void else PAYABLE)
        effect = due - total
        self.r.items.append(
            Item(kind, ref, label, cause, abs(total), abs(due), action, effect, contra=[(side, -effect)], who=who)
        )

    def other_side(self, line: Line) -> str:
        """Name the account against which the client books a line: by what the bank calls it, else by the journal."""
        text = next((x.text for x in self.p.bank if x.ref == line.ref), "")
        return next(
            (name for pattern, _, name in BANK_WORDS if re.search(pattern, text)), CONTRA.get(line.source, PAYABLE)
        )

    def bank_error(
        self, ref: str, label: str, cause: str, books: Decimal, source: Decimal, *, correction: Decimal
    ) -> None:
        """Note an error of the bank, which the bank has to correct."""
        action = "Dispute in writing with the branch; the bank corrects, no entry in the books"
        self.r.items.append(Item("bank", ref, label, cause, books, source, action, bank_effect=correction))

    # --- everything else ---------------------------------------------------------------------------------------

    def other_references(self) -> None:
        """Match transfers, pre-authorized debits and card settlements by the bank's reference."""
        for ref in [ref for ref in self.bank if ref in self.ledger]:
            lines, booked = self.bank.pop(ref), self.ledger.pop(ref)
            amounts = {x.amount for x in lines}
            if len(lines) > len(booked) and len(amounts) == 1 and booked[0].amount in amounts:
                total, once = (abs(sum(x.amount for x in side)) for side in (lines, booked))
                cause = f"{lines[0].text}, {ref}, stands {len(lines)} times on the statement"
                extra = sum(x.amount for x in lines) - sum(x.amount for x in booked)
                self.bank_error(ref, f"{ref} repeated by the bank", cause, once, total, correction=-extra)
            else:
                self.against_source(ref, ref, booked[0].text, booked, sum(x.amount for x in lines))

    def amount_and_date(self) -> None:
        """Match what is left, cheques and deposits apart, by equal amount within the window of dates."""
        for ref, lines in list(self.bank.items()):
            for line in [x for x in lines if not re.match("CHEQUE|DEPOSIT", x.text)]:
                near = [
                    x
                    for booked in self.ledger.values()
                    for x in booked
                    if x.amount == line.amount and abs(x.day - line.day) <= WINDOW
                ]
                if len(near) == 1:
                    lines.remove(line)
                    self.drop(near[0])
                    self.r.notes.append(f"{near[0].entry} carries {near[0].ref}, the bank {ref}: matched by amount")

    def drop(self, line: Line) -> None:
        """Take a ledger line off the list of open lines."""
        self.ledger[line.ref].remove(line)

    def double_postings(self) -> None:
        """Find for a ledger line without evidence the entry that it repeats: same amount, same party or invoice."""
        for line in [x for booked in self.ledger.values() for x in booked]:
            same = [x for x in self.p.ledger if x.amount == line.amount and x != line and x.ref != line.ref]
            same = [x for x in same if len(words(x.text) & words(line.text)) >= 2]
            if not same:
                continue
            first = max(same, key=lambda x: (len(words(x.text) & words(line.text)), -abs((x.day - line.day).days)))
            cause = f"{line.entry} of {line.day} ({line.text}) posts again what {first.entry} of {first.day} had posted"
            cause += f"; the bank has one transaction, {first.ref}, and the second entry carries another reference, {line.ref}"
            who = first.text.split(", inv")[0]
            item = Item("double", line.entry, f"{line.entry} repeats {first.entry}, reversed", cause, 2 * abs(line.amount),
                        abs(line.amount), f"Reverse {line.entry}; {first.entry} stays", -line.amount,
                        contra=[(self.other_side(first), line.amount)], who=who)  # fmt: skip
            self.r.items.append(item)
            self.drop(line)

    def not_in_ledger(self) -> None:
        """Explain the lines of the statement for which neither the ledger nor a document has a counterpart."""
        for ref, lines in self.bank.items():
            if lines and sum(x.amount for x in lines) == 0:
                self.r.notes.append(f"{ref}: the bank reversed its own entry within the month.")
                lines.clear()
        for line in sorted((x for v in self.bank.values() for x in v), key=lambda x: x.day):
            amount = abs(line.amount)
            if re.match("CHEQUE|DEPOSIT", line.text):
                what = line.text.capitalize()
                where = "register" if what == "Cheque" else "deposit slips"
                cause = f"{what} {line.ref} of {amount:,.2f}, on the statement of {line.day}, is not the company's: "
                cause += (
                    f"it is neither in the {where} nor in the ledger, so the bank most likely took the wrong account"
                )
                self.bank_error(
                    line.ref,
                    f"{what} {line.ref}, not the company's",
                    cause,
                    Decimal(0),
                    amount,
                    correction=-line.amount,
                )
                continue
            found = next(((k, name) for pattern, k, name in BANK_WORDS if re.search(pattern, line.text)), None)
            if found is None:
                self.r.unexplained.append(f"Statement {line.day} {line.text} {line.ref} {line.amount}")
            else:
                self.unrecorded(line, *found)

    def unrecorded(self, line: Line, kind: str, account: str) -> None:
        """Describe an item that the bank has recorded and the client has not."""
        amount, contra = abs(line.amount), [(account, -line.amount)]
        title, action = line.text.capitalize(), "Record it"
        if kind == "nsf":
            who = full_name(line.text.split("NSF ", 1)[-1], [x.text for x in self.p.ledger if x.amount > 0])
            came = [x for x in self.p.ledger if who in x.text and x.amount >= amount and x.day <= line.day]
            slip = next((x.ref for x in came if x.amount == amount), came[-1].ref if came else "")
            title = f"Returned cheque (NSF), {who}" + f", deposited with slip {slip}" * bool(slip)
            action = f"Put the receivable back and collect it from {who}"
        elif kind == "receipt" and account == RECEIVABLE:
            who = full_name(line.text.removeprefix("EFT CREDIT "), [*self.p.mail, *(x.text for x in self.p.ledger)])
            title, action = f"Transfer received from {who}", f"Record it and apply it to the open invoices of {who}"
        elif kind == "loan":
            who, contra = "", self.loan(line)
            title, action = "Instalment on the equipment loan", "Record it; file the bank's paper when it comes"
        else:
            who = ""
        cause = f"{title}: {amount:,.2f} on the statement of {line.day} ({line.ref}), not in the ledger"
        if any(who and who in text and "remittance" in text for text in self.p.mail):
            cause += ", as the customer now pays by transfer and no remittance advice comes in"
        item = Item(kind, line.ref, title, cause, Decimal(0), amount, action, line.amount, contra=contra, who=who)
        item.error = kind in ("payment", "transfer")
        self.r.items.append(item)

    def loan(self, line: Line) -> list[tuple[str, Decimal]]:
        """Split an instalment as the client's mail does, when the two parts make up what the bank took."""
        split = re.search(r"([\d,]+\.\d\d) of principal and ([\d,]+\.\d\d) of interest", " ".join(self.p.mail))
        parts = [money(g) for g in split.groups()] if split else []
        if sum(parts) != -line.amount:
            self.r.questions.append(f"Instalment {line.ref} of {-line.amount:,.2f}: what part of it is interest?")
            return [("Equipment loan", -line.amount)]
        return [("Equipment loan", parts[0]), ("Interest expense", parts[1])]
