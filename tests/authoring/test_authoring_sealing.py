"""A figure that must be derived is found wherever a worker could read it."""

import io
from datetime import datetime
from types import SimpleNamespace

import pytest
from openpyxl import Workbook

from wp42_pytest.authoring import docx
from wp42_pytest.authoring.money import dollars
from wp42_pytest.authoring.opc import Properties
from wp42_pytest.authoring.sealing import bundle_texts, file_texts, standing_figures
from wp42_pytest.model.oracle import OracleFigure
from wp42_pytest.validation.leaks import Standing, leaked_figures
from wp42_pytest.validation.strings import Passage

FIGURE = {"adjusted_balance": 184_206_58}


@pytest.mark.parametrize(
    "text",
    ["184206.58", "is 184,206.58.", "184 206,58 $", "(184,206.58)", "184\u202f206,58", "$184,206.58", "x=184206.58;"],
)
def test_every_usual_spelling_is_found(text):
    assert standing_figures({"a.md": f"first\n{text}"}, FIGURE) == [
        f"adjusted_balance stands in a.md, line 2 of its text, as {text.strip('is .$()x=;')}"
    ]


@pytest.mark.parametrize("text", ["1184206.58", "184,206.589", "184,206.57", "2,184,206.58"])
def test_other_numbers_are_not_taken_for_it(text):
    assert standing_figures({"a.md": text}, FIGURE) == []


def test_whole_dollars_are_found_without_decimals_but_not_inside_dates_or_times():
    assert standing_figures({"a.md": "over 45 cases"}, {"e1": -45_00})
    assert standing_figures({"a.md": "credited -45.00"}, {"e1": 45_00})
    assert not standing_figures({"a.md": "2025-10-45 16:45:10 45/60 no. 45-A"}, {"e1": 45_00})


@pytest.mark.parametrize("text", ["RP-1725", "v17.25", "order 1725", "1,725", "no. 1725-A", "2025-1725", "x1725"])
def test_an_amount_in_cents_is_found_even_inside_a_code(text):
    assert standing_figures({"a.csv": text}, {"refund": 17_25})


@pytest.mark.parametrize("text", ["CR-4105", "page 4105/1", "no. 4105-A"])
def test_whole_dollars_of_four_digits_are_found_even_inside_a_code(text):
    assert standing_figures({"a.csv": text}, {"indemnity": 4_105_00})


def test_a_figure_of_few_digits_is_looked_for_as_itself_only():
    assert not standing_figures({"a.csv": "item 450, code 45-A"}, {"fee": 4_50})


def test_what_the_generator_lets_pass_the_leak_scan_lets_pass():
    leaked = 0
    for amount in range(1_00, 400_000_00, 77_777):
        value = dollars(amount)
        oracle = SimpleNamespace(figures={"x": OracleFigure(value=value, unit="CAD")})
        for text in (
            f"x{amount}",
            f"{amount:,}",
            f"{value}",
            f"A-{value:,.1f}",
            f"A-{amount // 100}/2",
            f"{value:.0f}",
        ):
            if list(leaked_figures(oracle, Standing([Passage("a.csv", "", text)]), "ID")):
                leaked += 1
                assert standing_figures({"a.csv": text}, {"x": amount}), (amount, text)
    assert leaked > 1_000


def test_hidden_places_are_read():
    document = docx.letter()
    docx.hidden_run(document.add_paragraph("seen"), "184206.58")
    memo = docx.docx_bytes(document, Properties("t", "a", datetime(2025, 1, 1)))
    book = Workbook()
    book.active["ZZ90"] = 184206.58
    book.create_sheet("dark").sheet_state = "hidden"
    saved = io.BytesIO()
    book.save(saved)
    texts = file_texts({"a.docx": memo, "b.xlsx": saved.getvalue(), "c.json": b'{"x": [{"y": 184206.58}]}'})
    assert [sentence.split(",")[0] for sentence in standing_figures(texts, FIGURE)] == [
        "adjusted_balance stands in a.docx",
        "adjusted_balance stands in b.xlsx",
        "adjusted_balance stands in c.json",
    ]


def test_a_kind_of_file_that_is_not_read_is_refused(tmp_path):
    (tmp_path / "x.bin").write_bytes(b"")
    with pytest.raises(ValueError, match=r"x\.bin is of a kind that the seal check does not read"):
        bundle_texts(tmp_path)
