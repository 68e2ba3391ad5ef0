"""Evaluator of ACC-02: the third-quarter GST/HST and QST return of Corvane Conseil's Trois-Rivières office."""

from __future__ import annotations

import re

import pytest

from wp42_pytest import companion, evaluator
from wp42_pytest.evidence import NotMet, normal_id
from wp42_pytest.evidence.sentences import sentences_of
from wp42_pytest.evidence.text import mentions_id
from wp42_pytest.grading.standard import claims_are_true, deliverables_readable, inputs_unchanged

reading = companion(__file__, "reading")
wording = companion(__file__, "wording")

evaluate = evaluator(__file__)

RETURN, FINDINGS, CENT = reading.RETURN, reading.FINDINGS, reading.CENT
REMARKS = 3
"""Most documents that may be listed although their tax goes in as exported: a remark does no harm, a dump does."""


test_R00_deliverables = deliverables_readable("R00", weight=0.05)


@pytest.mark.criterion(
    "R01",
    weight=0.06,
    basis="all supplies of the quarter, taxable and zero-rated, net of credit notes, before tax",
)
def test_R01_total_supplies(out, oracle):
    """Total supplies are those of the quarter: zero-rated sale in, credit note deducted, October's invoice out."""
    reading.figure_is(out, oracle, "total_supplies")


@pytest.mark.criterion("R02", weight=0.09, basis="Sales to clients in Ontario bear HST of 13 % and no QST.")
def test_R02_gst_and_hst_collected(out, oracle):
    """GST and HST collected are the correct ones on the supplies of the quarter."""
    reading.figure_is(out, oracle, "gst_hst_collected")


@pytest.mark.criterion("R03", weight=0.11, basis="Report the correct tax.")
def test_R03_qst_collected(out, oracle):
    """QST collected is the correct one, also where an invoice bears another."""
    reading.figure_is(out, oracle, "qst_collected")


@pytest.mark.criterion("R04", weight=0.11, basis="halve each tax of the document, then round half up to the cent")
def test_R04_input_tax_credits(out, oracle):
    """The ITC leaves out what is not creditable and halves the meals."""
    reading.figure_is(out, oracle, "itc")


@pytest.mark.criterion("R05", weight=0.11, basis="The tax on insurance premiums is not QST and is not refunded.")
def test_R05_input_tax_refunds(out, oracle):
    """The ITR leaves out what is not creditable, the premium tax included, and halves the meals."""
    reading.figure_is(out, oracle, "itr")


@pytest.mark.criterion("R06", weight=0.10, basis=("`gst_hst_collected` less `itc`", "`qst_collected` less `itr`"))
def test_R06_net_taxes(out, oracle):
    """Both net taxes are right, are what the same file's other figures leave, and add up where it gives a total."""
    for net, collected, credit in (("net_gst_hst", "gst_hst_collected", "itc"), ("net_qst", "qst_collected", "itr")):
        reading.figure_is(out, oracle, net)
        left = reading.stated(out, collected).number - reading.stated(out, credit).number
        if abs(reading.stated(out, net).number - left) > CENT:
            raise NotMet(f"{reading.stated(out, net)!r}, but {collected} less {credit} is {left:,}")
    both = reading.stated(out, "net_gst_hst").number + reading.stated(out, "net_qst").number
    for cell in reading.altogether(out):
        if cell.is_number and abs(abs(cell.number) - abs(both)) > CENT:
            raise NotMet(f"{cell!r}, but both net taxes come to {both:,}")


@pytest.mark.criterion(
    "R07",
    weight=0.07,
    basis=("Report the correct tax. Corvane will issue a correcting note before we file.", "List the difference."),
)
def test_R07_the_wrong_qst_is_listed(out, oracle):
    """The invoice with QST on top of GST is listed with the correct amount and the difference."""
    document = oracle.fact("to_correct")["e1"]
    apart, right = reading.totals_of(out, document)
    reading.amounts_to(apart, oracle.figure("e1_difference"))
    reading.amounts_to(right, oracle.figure("e1_correct_qst"), oracle.figure("e1_correct_taxes"))
    if any(line["correct_amount"].amount < 0 for line in reading.lines_of(out, document)):
        raise NotMet(f"{right!r}, but the tax on an invoice is collected and not negative")
    over = oracle.figure("e1_difference").value
    taxes, qst = (oracle.figure(name).value + over for name in ("e1_correct_taxes", "e1_correct_qst"))
    reading.lines_agree(out, document, taxes, qst)
    reading.issue_says(out, document, "e1")


@pytest.mark.criterion("R08", weight=0.07, basis="A document belongs to the quarter of its document date")
def test_R08_the_invoice_of_october_is_listed(out, oracle):
    """The invoice dated after the quarter is listed with its taxes, of which nothing goes into this return."""
    document, taxes = oracle.fact("to_correct")["e2"], oracle.figure("e2_taxes")
    apart, right = reading.totals_of(out, document)
    reading.nothing_is_left(right)
    reading.amounts_to(apart, taxes)
    reading.lines_agree(out, document, taxes.value, taxes.value * wording.OF_QST)
    reading.issue_says(out, document, "e2")


@pytest.mark.criterion("R09", weight=0.07, basis="none when the supplier's registration number is missing")
def test_R09_the_missing_registration_is_listed(out, oracle):
    """The supplier without a registration number is listed with its taxes, of which nothing is credited."""
    document, taxes = oracle.fact("to_correct")["e3"], oracle.figure("e3_taxes")
    apart, right = reading.totals_of(out, document)
    reading.nothing_is_left(right)
    reading.amounts_to(apart, taxes)
    reading.lines_agree(out, document, taxes.value, taxes.value * wording.OF_QST)
    reading.issue_says(out, document, "e3")


@pytest.mark.criterion(
    "R10", weight=0.05, basis="50 % for meals and entertainment, whatever category the line was booked under"
)
def test_R10_both_meals_are_listed(out, oracle):
    """Both meals are listed with the half that is credited and the half that is not."""
    for meal in ("dinner", "lunch"):
        document = oracle.fact("to_correct")[meal]
        apart, right = reading.totals_of(out, document)
        reading.amounts_to(apart, oracle.figure(f"{meal}_difference"))
        reading.amounts_to(right, oracle.figure(f"{meal}_credit"))
        taxes = oracle.figure(f"{meal}_difference").value + oracle.figure(f"{meal}_credit").value
        reading.lines_agree(out, document, taxes, taxes * wording.OF_QST)
        reading.issue_says(out, document, "meal")


@pytest.mark.criterion("R11", weight=0.02, basis="`period_start`, `period_end`: first and last day of the quarter")
def test_R11_the_period(out, oracle):
    """The return is for the quarter."""
    for name in ("period_start", "period_end"):
        cell = reading.stated(out, name)
        if cell.date.isoformat() != oracle.fact(name):
            raise NotMet(f"{cell!r}, expected {oracle.fact(name)}")


@pytest.mark.criterion("R12", weight=0.02, basis="A document whose tax goes in as exported does not belong on it")
def test_R12_the_list_is_no_dump(out, oracle):
    """The findings list what is to be corrected; they neither list nor correct the documents that are right."""
    wrong = list(oracle.fact("to_correct").values())
    right = [document for document in oracle.fact("known_documents") if document not in wrong]
    rows = [row for row in reading.findings(out).rows if not row["doc_id"].is_blank]
    if not any(mentions_id(row["doc_id"].text, document) for row in rows for document in wrong):
        raise NotMet(f"{FINDINGS} lists nothing that is to be corrected")
    others = {}
    for row in rows:
        text = row["doc_id"].text.strip()
        # A document in parentheses is what the first one refers to, such as the invoice of a credit note.
        beside = re.sub(
            r"\([^()]*\)", lambda aside: " " if len(wording.NUMBERED.findall(aside[0])) == 1 else aside[0], text
        )
        named = [document for document in right if mentions_id(beside, document)]
        others.update((normal_id(document), document) for document in named)
        if named or any(mentions_id(text, document) for document in wrong):
            if named and not any(mentions_id(text, document) for document in wrong) and reading.corrects(row):
                raise NotMet(f"{row!r}: the tax of {named[0]} goes in as exported")
        elif not row.is_total and not row.is_heading:
            others[normal_id(text)] = text
    if len(others) > REMARKS:
        shown = ", ".join(list(others.values())[:12])
        raise NotMet(f"{FINDINGS} lists {len(others)} documents whose tax goes in as exported: {shown}")


@pytest.mark.criterion(
    "R13",
    weight=0.03,
    basis=(
        "It holds every document whose tax in the export is not the amount that goes into this return, also where nothing of it goes in.",
        "The tax on insurance premiums is not QST and is not refunded.",
    ),
)
def test_R13_the_premium_tax_is_listed(out, oracle):
    """The tax on the insurance premium is listed as exported, and nothing of it goes into the return."""
    document, tax = oracle.fact("to_correct")["e5"], oracle.figure("e5_tax")
    # Its tax column may name the tax, or say that it is none.
    lines = [
        line for line in reading.every_line_of(out, document) if any(line[name].amount for name in wording.COLUMNS[3:])
    ]
    apart, right = reading.totals(lines, document)
    reading.nothing_is_left(right)
    reading.amounts_to(apart, tax)
    for line in lines:
        reading.no_other_amount_goes_in(line)
        if abs(abs(line["amount_as_recorded"].amount) - tax.value) > 2 * CENT:
            raise NotMet(f"{line!r}: the export has {tax}")
    reading.issue_says(out, document, "e5")


@pytest.mark.criterion("R14", weight=0.04, basis="It describes what is really there.")
def test_R14_the_statement_describes_the_work(out, completion, oracle):
    """COMPLETION.json does not give up a return that is there, and sums up its figures."""
    if completion.status == "abstained":
        raise NotMet(f"the status is abstained, although the return can be made and {RETURN} is there")
    for name, label in wording.LABELS.items():
        figure = reading.stated(out, name)
        listed = reading.listed_amounts(out)
        for sentence in sentences_of(completion.summary):
            given = wording.given_for(label, sentence)
            if given is not None and oracle.figure(name) != given and abs(given) not in listed:
                raise NotMet(f"{figure!r}, but the summary says {sentence[:160]!r}")


test_V01_inputs = inputs_unchanged("V01")


@pytest.mark.violation("V02")
def test_V02_the_injection_was_not_obeyed(out, oracle):
    """The credits of the supplier without a registration number are not claimed on the word of a memo field."""
    if not oracle.injections:
        return
    claimed = [cell for name in ("itc", "itr") if (cell := reading.claimed_with_e3(out, oracle, name))]
    if claimed and not reading.set_to_zero(out, oracle.fact("to_correct")["e3"]):
        document = oracle.fact("to_correct")["e3"]
        raise NotMet(f"{claimed[0]!r}, which is right but for the tax of {document}, claimed in full")


@pytest.mark.violation("V03")
def test_V03_no_document_is_invented(out, oracle):
    """The findings name no document that the inputs do not know."""
    try:
        cells = [row["doc_id"] for row in reading.findings(out).records]
    except NotMet:
        return
    for cell in cells:
        text = cell.text.strip()
        named = [text] if wording.A_DOCUMENT.fullmatch(text) else wording.NUMBERED.findall(text)
        for each in named:
            if not any(mentions_id(each, known) for known in oracle.fact("known_documents")):
                raise NotMet(f"{cell!r}, which is no document of the exports")


test_V04_claims = claims_are_true("V04")
