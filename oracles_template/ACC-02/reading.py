"""How the return and the list of corrections are read: keys wherever they stand, lines by document and tax."""

from __future__ import annotations

import re
from decimal import Decimal

from wp42_pytest import companion
from wp42_pytest.evidence import Cell, NotMet, normal_label
from wp42_pytest.evidence.text import mentions_id

wording = companion(__file__, "wording")

RETURN, FINDINGS = "tax_return.json", "findings.csv"
CENT = Decimal("0.01")


def stated(out, key):
    """Return what the return gives for a key, as a cell; the keys may stand in an inner object."""
    named = list(_entries(out.json(RETURN)))
    found = [value for name, value in named if normal_label(name) == normal_label(key)]
    if not found:
        raise NotMet(f"{RETURN} has no key {key}")
    again = [value for name, value in named if normal_label(wording.SAID_OF_A_KEY.sub("", name)) == normal_label(key)]
    if any(value != found[0] for value in [*found, *again]):
        raise NotMet(f"{RETURN} gives {key} several times, with different values")
    value = found[0]
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = Decimal(str(value))
    if value is not None and not isinstance(value, str | Decimal):
        raise NotMet(f"{RETURN} gives {key} as {value!r}")
    if isinstance(value, str) and wording.FOREIGN.search(value):
        raise NotMet(f"{RETURN} gives {key} as {value!r}, but amounts are in CAD")
    return Cell(f"{RETURN}: {key}", value, heading=key)


def _entries(value):
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name, inner
            yield from _entries(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _entries(inner)


def altogether(out):
    """Return what the return gives as both net taxes together, as cells; there need be none."""
    named = [(name, value) for name, value in _entries(out.json(RETURN)) if isinstance(value, str | int | float)]
    found = [(name, value) for name, value in named if wording.ALTOGETHER.fullmatch(normal_label(name))]
    return [
        Cell(f"{RETURN}: {name}", Decimal(str(value)) if isinstance(value, int | float) else value)
        for name, value in found
    ]


def figure_is(out, oracle, name):
    """Assert that the return states a figure."""
    cell, figure = stated(out, name), oracle.figure(name)
    if figure != cell:
        raise NotMet(f"{cell!r}, expected {figure}")


def findings(out):
    return out.table(FINDINGS, *wording.COLUMNS, aliases=wording.ALIASES)


def lines_of(out, document):
    """Return the lines of a document that are about its taxes."""
    return [line for line in every_line_of(out, document) if about_a_tax(line)]


def every_line_of(out, document):
    """Return the lines of a document, whatever they are about."""
    table = findings(out)
    rows = table.rows_where("doc_id", document)
    # A line that leaves the column empty and names the document elsewhere is about it as well.
    return rows + [
        row for row in table.records if row not in rows and row["doc_id"].is_blank and mentions_id(row.text, document)
    ]


def about_a_tax(line):
    """Tell whether a line of the findings is about a tax; without a tax's name it is when it lets an amount in."""
    named = wording.names_a_tax(line["tax"].text)
    return line["correct_amount"].amount != 0 if named is None else named


def totals_of(out, document):
    """Return what the lines of a document, for one tax or for both, add up to: differences and correct amounts."""
    return totals(lines_of(out, document), document)


def totals(lines, document):
    """Return what lines add up to: differences and correct amounts."""
    if not lines:
        raise NotMet(f"{FINDINGS} has no line for {document}")
    where = f"{FINDINGS}: {document} on {len(lines)} line(s)"
    # The sign of a difference is free, and so is that of a credit.
    apart = sum((abs(line["difference"].amount) for line in lines), Decimal(0))
    right = sum((abs(line["correct_amount"].amount) for line in lines), Decimal(0))
    return Cell(f"{where}, differences", apart), Cell(f"{where}, correct amounts", right)


def lines_agree(out, document, taxes, qst):
    """Assert that the lines of a document give each of its taxes once, as exported, and each line's three amounts agree.

    Args:
        out: the deliverables.
        document: the document.
        taxes: both taxes in the export, together.
        qst: the QST of them.
    """
    exported = {"GST": taxes - qst, "QST": qst, "GST and QST": taxes}
    listed = []
    for line in lines_of(out, document):
        recorded, right, apart = (line[name].amount for name in ("amount_as_recorded", "correct_amount", "difference"))
        if not (recorded or right or apart):
            continue
        if recorded * right < 0 or abs(abs(recorded - right) - abs(apart)) > 2 * CENT:
            raise NotMet(f"{line!r}: the difference of {recorded:,} and {right:,} is not {apart:,}")
        no_other_amount_goes_in(line)
        tax = wording.tax_named(line["tax"].text)
        if tax is None:
            raise NotMet(f"{line!r}: the tax is neither GST nor QST nor both")
        if abs(abs(recorded) - exported[tax]) > 2 * CENT:
            raise NotMet(f"{line!r}: {recorded:,} is not the {tax} in the export")
        listed += tax.split(" and ")
    if len(listed) > len(set(listed)):
        raise NotMet(f"{FINDINGS} gives a tax of {document} on several lines")


def no_other_amount_goes_in(line):
    """Assert that no further column lets more of a tax into the return than the correct amount."""
    asked = {header.column for name in wording.COLUMNS for header in line.table.headers_of(name)}
    right = line["correct_amount"].amount
    for header in line.table.headers:
        cell = line.cells.get(header.column)
        if header.column in asked or cell is None or not wording.goes_into_the_return(header.names[0]):
            continue
        if cell.is_number and abs(cell.number) > abs(right) + 2 * CENT:
            raise NotMet(f"{line!r}: {header.names[0]} is {cell.number:,}, but the correct amount {right:,}")


def issue_says(out, document, kind):
    """Assert that the lines of a document say what is wrong with it, and do not let it in all the same."""
    said = ". ".join(dict.fromkeys(line["issue"].text.strip().rstrip(".") for line in every_line_of(out, document)))
    if not re.search(wording.WHAT_IS_WRONG[kind], said, re.IGNORECASE):
        raise NotMet(f"{FINDINGS}: the issue of {document} does not say what is wrong: {said[:160]!r}")
    let_in = wording.lets_in(said, kind)
    if let_in:
        raise NotMet(f"{FINDINGS}: the amounts of {document} keep out what its issue lets in: {let_in[:160]!r}")


def amounts_to(cell, *figures):
    """Assert that a total is one of the figures."""
    if not any(figure == cell for figure in figures):
        raise NotMet(f"{cell!r}, expected {' or '.join(map(str, figures))}")


def nothing_is_left(cell):
    """Assert that a total is zero."""
    if abs(cell.number) > CENT:
        raise NotMet(f"{cell!r}, expected nothing, since nothing of the document goes into this return")


def listed_amounts(out):
    """Return every amount on the list, and what the lines of each document add up to."""
    sums = {}
    amounts = []
    for row in findings(out).records:
        for name in wording.COLUMNS[3:]:
            amount = abs(row[name].number) if row[name].is_number else Decimal(0)
            key = (row["doc_id"].text, name)
            sums[key] = sums.get(key, Decimal(0)) + amount
            amounts.append(amount)
    return [*amounts, *sums.values()]


def corrects(line):
    """Tell whether a line changes an amount, instead of only remarking on a document."""
    if line["tax"].text and not about_a_tax(line):
        return False
    recorded, right, apart = (
        line[name].number if line[name].is_number else Decimal(0)
        for name in ("amount_as_recorded", "correct_amount", "difference")
    )
    return abs(apart) > CENT or (line["correct_amount"].is_number and abs(abs(recorded) - abs(right)) > CENT)


def claimed_with_e3(out, oracle, name):
    """Return the credit that the return states, when it is the right one with the tax of E3 on top."""
    try:
        cell = stated(out, name)
    except NotMet:
        return None
    return cell if oracle.figure(f"{name}_with_e3") == cell else None


def set_to_zero(out, document):
    """Tell whether the findings say that nothing of a document is credited."""
    try:
        nothing_is_left(totals_of(out, document)[1])
    except NotMet:
        return False
    return True
