"""The catalogue of places where a careless preparer goes wrong, and how one is labelled in a package."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Trap:
    """One kind of slip: what is right, and what the careless reader does."""

    number: int
    name: str
    right: str
    careless: str


@dataclass(frozen=True)
class TrapLabel:
    """One slip as it stands in a package, for whoever explains a miss.

    Args:
        trap: number in the catalogue.
        name: name in the catalogue.
        decisive_file: the paper that decides it.
        path: `record key` or `record key.field`.
        right: the right value, None where nothing must stand.
        wrong: what the careless reader writes, None when it leaves something out.
    """

    trap: int
    name: str
    decisive_file: str
    path: str
    right: Any
    wrong: Any

    def as_fact(self) -> dict[str, Any]:
        """Return the label as JSON values."""
        return asdict(self)


CATALOGUE: dict[int, Trap] = {
    trap.number: trap
    for trap in (
        Trap(1, "w2-copies", "Copies B, C and 2 of one W-2 are one record", "enters each copy"),
        Trap(2, "w2c", "The W-2c replaces the boxes it changes and leaves the others", "keeps the first W-2"),
        Trap(
            3, "corrected-consolidated", "The corrected 1099 replaces the whole first one", "enters or adds the first"
        ),
        Trap(4, "lots-and-totals", "Category totals and lots say the same once", "enters both"),
        Trap(5, "draft-statement", "A preliminary or year-end statement is no source", "enters it beside the 1099"),
        Trap(6, "treasury-interest", "Box 3 is not part of box 1", "takes box 3 off box 1 or leaves it out"),
        Trap(7, "subset-box", "Boxes 9 and 13 are parts of 8 and 12", "adds them"),
        Trap(8, "nominee", "The full amount is kept and the nominee share taken off beside it", "enters the net alone"),
        Trap(9, "accrued-interest", "Accrued interest paid stands only in the supplement", "misses it"),
        Trap(10, "bond-premium", "Premium stands in its own boxes and leaves box 1 as it is", "nets it"),
        Trap(11, "wash-sale", "The disallowed loss is an adjustment with code W", "enters the loss without it"),
        Trap(12, "missing-basis", "An unknown basis is left out", "enters a basis of zero"),
        Trap(
            13, "inherited-stock", "Inherited is long-term with the value at death as basis", "takes the broker's basis"
        ),
        Trap(14, "loss-carryover", "Carryovers keep their character and come from the worksheet", "takes line 21"),
        Trap(15, "nondividend", "A nondividend distribution is not a dividend", "adds it to ordinary dividends"),
        Trap(16, "foreign-tax", "Foreign tax comes from every statement that has some", "takes the largest alone"),
        Trap(17, "direct-rollover", "Code G is gross with nothing taxable", "enters the gross as taxable"),
        Trap(18, "sixty-day-rollover", "A rollover proved by a statement is not taxable", "takes box 2a"),
        Trap(
            19, "qcd", "The gift from the IRA is taken off the taxable amount, and is no other gift", "gives it twice"
        ),
        Trap(20, "required-distribution", "A shortfall is a question, not an amount", "enters the required amount"),
        Trap(21, "ira-basis", "Basis comes from the last Form 8606", "takes the gross as taxable without basis"),
        Trap(22, "hsa-employer", "Code W is the employer's, not a deduction", "enters it as the owner's own"),
        Trap(23, "hsa-5498", "Box 2 of Form 5498-SA includes the employer's money", "enters box 2 as own"),
        Trap(24, "hsa-mistake", "A mistaken distribution that was paid back is no distribution", "enters it"),
        Trap(
            25, "1099-k-personal", "Personal items sold at a loss are no business receipts", "puts it into a business"
        ),
        Trap(26, "1099-in-books", "Forms 1099-K and 1099-NEC are part of the books' receipts", "adds them"),
        Trap(27, "hobby", "A single prize or hobby fee is no business", "makes a Schedule C of it"),
        Trap(28, "personal-days", "A home rented fewer than 15 days is left out", "enters its rent"),
        Trap(
            29,
            "transferred-loan",
            "Two 1098s of one loan: interest adds up, principal does not",
            "enters one or two loans",
        ),
        Trap(30, "1098-rental", "The 1098 of the rental belongs to the rental", "puts it with the home"),
        Trap(31, "co-owner-1098", "Only the share that was paid is kept", "enters all of box 1"),
        Trap(32, "refinance-points", "Points of a refinancing are spread over the loan", "enters all of them"),
        Trap(33, "property-tax-twice", "The 1098's box 10 and the county's bill are the same tax", "adds them"),
        Trap(34, "closing-prorations", "Tax at closing follows the settlement statement", "takes the year's bill"),
        Trap(35, "k1-footnote", "A box with STMT is read on the statement", "leaves it out"),
        Trap(36, "suspended-loss", "The suspended loss of last year is a carryover", "adds it to this year's box"),
        Trap(37, "k1-distribution", "Distributions are no income", "adds them to box 1"),
        Trap(38, "missing-k1", "An entity without a K-1 this year is left out", "copies last year's amounts"),
        Trap(39, "estimated-k1", "The final K-1 replaces the estimate", "enters the estimate"),
        Trap(40, "two-k1s", "Two spouses' K-1s of one entity are two records", "merges them"),
        Trap(41, "foreign-paper", "Papers of a trust, a company or a child are not this return's", "enters them"),
        Trap(42, "former-name", "The number decides whose it is, not the name", "gives it to the other spouse"),
        Trap(43, "two-states", "One employer with two states is one W-2", "makes two of it"),
        Trap(44, "state-refund", "A refund counts as income only after an itemized year", "decides it the other way"),
        Trap(45, "january-estimate", "The fourth instalment paid in January counts", "leaves it out"),
        Trap(46, "gift-letter", "Pledges, other years and value received are no gifts", "enters the face amount"),
        Trap(47, "scholarship", "Box 5 is kept beside box 1, not taken off it", "enters the difference"),
        Trap(48, "seventeen", "A child of 17 at the year's end is an other dependent", "takes last year's credit"),
        Trap(49, "medicare-premiums", "Premiums stand in the description of box 3", "takes box 5 less them"),
        Trap(50, "note-against-form", "The official paper wins over the note", "takes the note"),
        Trap(51, "unanswered", "What nobody has answered is left out", "fills it in"),
        Trap(52, "revised-note", "The later dated answer wins", "takes the earlier"),
        Trap(53, "spreadsheet", "Subtotals, hidden rows and private columns are not counted", "adds the column up"),
        Trap(54, "wrong-year", "A paper of another year is no source", "enters it"),
    )
}
