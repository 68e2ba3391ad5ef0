"""Documents answer what they say and state."""

import io
from decimal import Decimal

import docx
import pytest

from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.evidence.document import Document, document_of
from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.parse.markdown import read_markdown
from wp42_pytest.evidence.refusal import NotMet, Reason, Unreadable

ADJUSTED = Figure("adjusted_balance", Decimal("184206.58"))

REPORT = """# October reconciliation

The adjusted balance of CAD 184,206.58 (bank balance CAD 190,821.08) agrees on both sides.

## Outstanding cheques

Nine cheques are outstanding:

- 4391 for 512.75, dated 2025-04-14, is stale-dated
- 4464 for 1,045.00

| Cheque no | Amount | Stale-dated |
|---|---|---|
| 4391 | 512.75 | Y |
| 4464 | 1,045.00 | N |

## Bank error

The bank debited cheque 8831 by mistake. It will be reversed.

The amount is 962.40.
"""


def md(text, name="report.md"):
    return document_of(name, "md", read_markdown(text.encode()))


@pytest.fixture
def report():
    return md(REPORT)


def test_a_statement_needs_every_group_in_one_block(report):
    assert report.says([["stale*", "six months"], ["4391"]]).kind == "item"
    assert report.says([["stale*"], ["8831"]]) is None
    assert report.says(["outstanding", "4464"]).text == "4464 for 1,045.00"
    assert report.says([["bank"], ["mistake", "error"], [Decimal("962.40")]]) is None


def test_a_statement_may_be_spread_under_one_heading_when_that_is_asked_for(report):
    assert report.says([["8831"], ["reversed"], ["962.40"]], scope="section").text.startswith("Bank error")
    assert report.says([["8831"], ["4391"]], scope="section") is None


def test_a_row_says_what_its_cells_say_and_not_what_its_header_says(report):
    assert report.says([["4464"], ["stale*"]]) is None
    assert report.says([["4391"], ["Y"]]).cells == ("4391", "512.75", "Y")


def test_a_figure_is_stated_near_words_of_its_block_column_list_heading_or_section(report):
    assert report.states(ADJUSTED).where == "block"
    assert report.states(ADJUSTED, near=["both sides"]).where == "block"
    assert report.states(Decimal("1045"), near=["amount"]).where == "column"
    assert (
        md("Cheques outstanding:\n\n| A | B |\n|---|---|\n| x | 512.75 |")
        .states(Decimal("512.75"), near=["outstanding"])
        .where
        == "lead"
    )
    assert report.states(Decimal("962.40"), near=["bank error"]).where == "heading"
    assert report.states(Decimal("962.40"), near=["8831"]).where == "section"
    assert report.states(Decimal("962.40"), near=["8831"], scope="block") is None
    assert report.states(Decimal("962.40"), near=["stale"]) is None


def test_the_title_of_a_document_is_near_nothing():
    document = md("# Adjusted balance report\n\nIntro.\n\n## A\n\nThe fee is 45.00.\n\n## B\n\nx")
    assert document.states(45, near=["adjusted balance"]) is None


def test_no_code_date_or_year_states_a_figure(report):
    for number in (4391, 8831, 2025, 14, 4):
        assert report.states(Decimal(number)) is None


@pytest.mark.parametrize(
    ("text", "figure", "stated"),
    [
        ("184,206.58", "184206.58", True),
        ("184,206.6", "184206.58", True),
        ("184,207", "184206.58", True),
        ("184,206", "184206.58", False),
        ("184 thousand", "184206.58", False),
        ("513", "512.75", False),
        ("512.8", "512.75", True),
        ("3.17", "3.1667", True),
        ("0.8", "0.8473", False),
        ("0.85", "0.8473", True),
        ("12.3%", "12.3", True),
        ("12.3%", "0.123", True),
        ("12%", "12.3", False),
        ("1.2 million", "1200000", True),
        ("1.2 million", "1234567", False),
        ("(450.00)", "-450", True),
    ],
)
def test_a_figure_may_be_rounded_to_the_precision_shown(text, figure, stated):
    assert bool(md(f"It is {text} now.").states(Decimal(figure))) is stated


def test_the_sign_counts_only_when_it_is_asked_for():
    document = md("The effect is -450.00.")
    assert document.states(Decimal(450))
    assert not document.states(Decimal(450), sign=True)
    assert document.states(Decimal(-450), sign=True)


def test_a_figures_own_tolerance_decides():
    assert md("about 184,200.00").states(Figure("x", Decimal("184206.58"), Decimal(10)))


def test_numbers_near_words_show_contradictions():
    document = md("The adjusted balance is 184,206.58.\n\nIn short: adjusted balance 999.00, bank 190,821.08.")
    assert document.numbers_near(["adjusted"]) == [Decimal("184206.58"), Decimal("999.00"), Decimal("190821.08")]
    assert document.stated(["adjusted balance"]) == [Decimal("184206.58"), Decimal("999.00")]
    with pytest.raises(NotMet, match=r"184,206\.58 and 999\.00"):
        document.labelled("adjusted balance")


def test_a_rounded_repetition_is_no_contradiction():
    document = md("Adjusted balance: CAD 184,206.58\n\nIn short, the adjusted balance is CAD 184,207.")
    assert document.labelled("adjusted balance") == ADJUSTED
    assert document.labelled("reconciled balance", "adjusted balance") == ADJUSTED
    with pytest.raises(NotMet, match="states no amount"):
        document.labelled("book balance")


@pytest.mark.parametrize(
    "amount", ["CAD 184,206.58", "184,207", "$184.2k", "184 thousand", "about 184,000", "(184,206.58)", "180,000"]
)
def test_a_rounded_amount_contradicts_nothing(amount):
    assert md(f"The adjusted balance is {amount}.").contradictions(["adjusted balance"], [ADJUSTED]) == []


@pytest.mark.parametrize("amount", ["184,206.85", "184,208", "200,000", "190 thousand", "0.00", "184.2"])
def test_another_amount_for_the_same_label_is_a_contradiction(amount):
    (found,) = md(f"The adjusted balance is {amount}.").contradictions(["adjusted balance"], [ADJUSTED, Decimal(1)])
    assert found.shown == amount


def test_identifiers_are_mentioned_in_every_notation(report):
    assert report.mentions(4391)
    assert report.mentions("#04391")
    assert not report.mentions("439")
    assert not report.mentions("184206")


def test_tables_are_asked_as_those_of_sheets_are(report):
    table = report.table("Cheque number", "Amount", aliases={"Cheque number": ["Cheque no"]})
    assert table.ids("Cheque number") == {"4391", "4464"}
    assert table.row("Cheque number", 4464)["Amount"] == Decimal("1045")
    with pytest.raises(NotMet, match="no table with the columns"):
        report.table("Payee", "City")


def test_the_parts_of_a_document_can_be_asked_for(report):
    assert report.headings == ["October reconciliation", "Outstanding cheques", "Bank error"]
    assert report.blocks[4].headings == ("Outstanding cheques",)
    assert report.paragraphs[-1] == "The amount is 962.40."
    assert report.word_count == len(report.text.split())
    assert report.original is report
    assert [len(section.text.split("\n")) for section in report.sections] == [2, 7, 3]


def test_several_documents_read_as_one_keep_their_sections_apart():
    both = Document.joined([md("# A\n\nThe fee is 45.00.", "a.md"), md("Bank charges\n\nx", "b.md")])
    assert both.states(45, near=["fee"]).block.document == "a.md"
    assert both.states(45, near=["bank charges"]) is None
    assert both.mentions("x")
    assert Document.joined([]).says([["x"]]) is None


def test_deliverables_give_documents_of_every_kind(tmp_path):
    written = docx.Document()
    written.add_paragraph("The adjusted balance is CAD 184,206.58.")
    buffer = io.BytesIO()
    written.save(buffer)
    (tmp_path / "report.docx").write_bytes(buffer.getvalue())
    (tmp_path / "note.md").write_text("Bank error of 962.40.")
    (tmp_path / "ledger.csv").write_text("Label,Amount\nAdjusted balance,184206.58\n")
    (tmp_path / "reply.eml").write_text("Subject: Hello\n\nCheque 4391 is stale.\n")
    (tmp_path / "false.docx").write_text("# Markdown")
    out = Deliverables(tmp_path, {"report.docx": "docx"})
    assert out.document("report.docx").labelled("adjusted balance") == ADJUSTED
    assert out.document("ledger.csv").labelled("adjusted balance") == ADJUSTED
    assert out.mail("reply.eml").subject == "Hello"
    assert out.prose().states(Decimal("962.40"), near=["bank error"])
    assert out.prose().mentions("4391")


def test_a_document_beyond_all_measure_is_unreadable_and_not_endured():
    for blocks in (
        [{"kind": "paragraph", "text": "1"}] * 30_001,
        [{"kind": "row", "table": 1, "cells": ["x" * 9_000_000]}],
    ):
        with pytest.raises(Unreadable) as refused:
            document_of("x.md", "md", {"blocks": blocks})
        assert refused.value.reason is Reason.too_complex


def test_a_workbook_is_not_read_as_a_document():
    with pytest.raises(Unreadable) as refused:
        document_of("x.xlsx", "xlsx", {"sheets": []})
    assert refused.value.reason is Reason.wrong_kind
