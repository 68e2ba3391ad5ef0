"""Amounts are told from dates and codes, and attached to the labels that they belong to."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse.markdown import read_markdown
from wp42_pytest.evidence.statements import amounts_in
from wp42_pytest.evidence.wording import Wording


def shown(text, header=""):
    return [amount.found.text.strip("() ") for amount in amounts_in(Wording(text), header)]


def md(text):
    return document_of("report.md", "md", read_markdown(text.encode()))


@pytest.mark.parametrize(
    "text",
    [
        "dated 2025-10-31",
        "on 31 October 2025",
        "on October 31, 2025 at 09:30",
        "cheque 4391",
        "Cheque No. 4391",
        "cheques 4464, 4468 and 4470",
        "cheques nos. 101 to 103",
        "#4462",
        "JE-0187 and CD-1097",
        "account 1010",
        "see page 12, section 4.2.1",
        "in 2025",
        "FY 2024",
        "Q3",
        "invoice INV2025",
        "1. First",
        "(2) Second",
        "call 514-555-0199",
    ],
)
def test_dates_codes_and_labels_of_lists_are_no_amounts(text):
    assert shown(text) == []


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("cheque 4391 for 512.75", ["512.75"]),
        ("CAD 184,206.58 and $36", ["CAD 184,206.58", "$36"]),
        ("from CAD 150,000\u2013175,000", ["CAD 150,000", "175,000"]),
        ("1,125.00-1,250.00", ["1,125.00", "1,250.00"]),
        ("Total \u2014 450.00", ["450.00"]),
        ("a loss of -450.00", ["-450.00"]),
        ("9 cheques are outstanding", ["9"]),
        ("the breach falls in week 8", ["8"]),
        ("up 12.3 % to 1.2 million", ["12.3 %", "1.2 million"]),
        ("184 206,58 $", ["184 206,58 $"]),
    ],
)
def test_amounts_counts_and_rates_are_found(text, amounts):
    assert shown(text) == amounts


def test_a_column_of_codes_holds_no_amounts():
    assert shown("4391", "Cheque no") == []
    assert shown("1010", "GL account") == []
    assert shown("512.75", "Amount") == ["512.75"]
    assert shown("1950", "Amount") == ["1950"]


LABEL = ["adjusted balance", "adjusted bank balance", "adjusted book balance"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Adjusted balance: CAD 184,206.58",
        "Adjusted balance \u2014 $184,206.58",
        "Adjusted balance ($184,206.58)",
        "**Adjusted balance** = 184 206,58",
        "The adjusted balance of $184,206.58 (bank balance $190,821.08) is right.",
        "The adjusted balance at 31 October 2025 is CAD 184,206.58.",
        "The adjusted balance as of 2025-10-31 (both sides) stands at\n184,206.58.",
        "The adjusted balance, $184,206.58, is right.",
        "The adjusted bank balance is now exactly CAD 184,206.58; the bank showed 190,821.08.",
        "CAD 184,206.58 is the adjusted balance.",
        "On 9 accounts the adjusted balance in 9 accounts is 184,206.58",
        "| Adjusted balance | 184,206.58 |\n|---|---|\n| x | 1 |",
        "| Line | Bank | Book |\n|---|---|---|\n| 5. Adjusted balance (CAD) | | 184,206.58 |",
        "Adjusted balance per books: 179,158.21 + 5,048.37 = 184,206.58",
        "Adjusted balance = 190,821.08 + 8,131.05 \u2212 15,707.95 + 962.40 = 184,206.58",
        "Adjusted balance 184,206.58 = 190,821.08 + 8,131.05 - 15,707.95 + 962.40",
        "The reconciliation gives an adjusted balance of 184,206.58.",
        "After the correction of E1 the adjusted balance is 184,206.58.",
        "Adjusted balance (31 Oct 2025): 184,206.58",
        "| Period | Adjusted balance |\n|---|---|\n| October | 184,206.58 |",
        "# Adjusted balance\n\nCAD 184,206.58",
        "Adjusted balance:\n\n184,206.58",
        "- Adjusted balance: 184,206.58\n- Bank balance: 190,821.08",
    ],
)
def test_a_label_is_given_its_amount(sentence):
    assert md(sentence).stated(LABEL) == [Decimal("184206.58")]


@pytest.mark.parametrize(
    "sentence",
    [
        "The adjusted balance differs from the bank balance by 6,614.50.",
        "The adjusted balance rose by 5,048.37.",
        "The adjusted balance agrees, and cheque 8831 for 962.40 remains.",
        "The adjusted balance reconciles to the statement balance less 6,614.50.",
        "The adjusted balance is shown in the sheet. Deposits are 8,131.05.",
        "The adjusted balance includes 36.00 for the slip.",
        "Bank balance 190,821.08\nAdjusted balance (see workbook)",
        "| Ref | What | Effect |\n|---|---|---|\n| E1 | transposed slip, which raises the adjusted balance of the books | 36.00 |",
        "The adjusted balance in 2025",
        "Difference between the adjusted balances: 0.00",
        "The effect on the adjusted balance is 36.00.",
        "| Effect on adjusted balance | 36.00 |\n|---|---|\n| x | y |",
        "| Adjusted balance before corrections | 179,158.21 |\n|---|---|\n| x | y |",
        "Adjusted balance = 190,821.08 + 8,131.05 and so on",
        "The adjusted balance went from 179,158.21 to 184,206.58.",
        "The unadjusted balance is 190,821.08.",
    ],
)
def test_a_label_is_given_no_amount_that_belongs_to_something_else(sentence):
    assert md(sentence).stated(LABEL) == []


def test_words_before_a_label_can_make_it_another():
    text = "The bank balance is 190,821.08. The adjusted bank balance is 184,206.58."
    assert md(text).stated(["bank balance"], unless=["adjusted"]) == [Decimal("190821.08")]


STYLES = (
    lambda value: f"{value:.2f}",
    lambda value: f"{value:,.2f}",
    lambda value: f"${value:,.2f}",
    lambda value: f"CAD {value:,.2f}",
    lambda value: f"{value:,.2f} CAD",
    lambda value: f"({value:,.2f})",
    lambda value: f"\u2212{value:,.2f}",
    lambda value: f"{value:,.2f}".replace(",", "\u202f").replace(".", ","),
    lambda value: f"{value:,.2f} $".replace(",", "\u00a0").replace(".", ","),
    lambda value: f"**{value:,.2f}**",
)
CENTS = st.integers(min_value=1_000, max_value=99_999_999_99).map(lambda cents: Decimal(cents) / 100)


@settings(deadline=None)
@given(
    CENTS,
    st.sampled_from(STYLES),
    st.sampled_from(["The fee is {}.", "Fee: {}", "we charged {} as a fee", "fee of {};"]),
)
def test_an_amount_is_found_in_every_notation(value, style, sentence):
    document = md(sentence.format(style(value)))
    assert document.states(value, near=["fee"])
    assert document.states(value + 1, near=["fee"]) is None


@settings(deadline=None)
@given(CENTS.filter(lambda value: value >= 1000))
def test_a_large_amount_may_be_stated_in_whole_units_and_no_coarser(value):
    assert md(f"The fee is CAD {value:,.0f}.").states(value)
    assert md(f"The fee is CAD {round(value / 1000) * 1000 + 1000:,} or so.").states(value) is None


@settings(deadline=None)
@given(st.integers(min_value=1, max_value=79), st.sampled_from(["{}", "{},5", "${}.00", "{} million", "{} %"]))
def test_numbers_of_any_length_are_compared(length, shape):
    document = md(f"The fee is {shape.format('9' * length)}.")
    assert document.states(Decimal(7)) is None
    assert len(document.contradictions(["fee"], [Decimal("0.5")])) <= 1
