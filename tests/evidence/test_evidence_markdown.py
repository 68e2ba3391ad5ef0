"""Markdown and plain text are read in one pass: marks away, words kept, nothing slow."""

import time

import pytest

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse.markdown import read_markdown, read_text
from wp42_pytest.evidence.refusal import Reason, Refused


def md(text):
    return document_of("note.md", "md", read_markdown(text.encode()))


def txt(text):
    return document_of("note.txt", "txt", read_text(text.encode()))


def test_headings_items_quotes_and_paragraphs_are_told_apart():
    document = md("# One\n\nfirst line\nsecond line\n\nTwo\n---\n> quoted\n\n- a\n1. b\n   more\n- [x] done\n")
    assert [(block.kind, block.text) for block in document.blocks] == [
        ("heading", "One"),
        ("paragraph", "first line\nsecond line"),
        ("heading", "Two"),
        ("paragraph", "quoted"),
        ("item", "a"),
        ("item", "b\n   more"),
        ("item", "☒ done"),
    ]
    assert document.blocks[5].label == "1."


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("the **adjusted** _balance_ is `CAD 1.00`", "the adjusted balance is CAD 1.00"),
        ("2*3*4, snake_case_name and JE_0187", "2*3*4, snake_case_name and JE_0187"),
        ("see [the sheet](https://example.example/(x)) now", "see the sheet) now"),
        ("![chart of sales](chart.png)", "chart of sales"),
        (r"5 \* 3 \_x\_", "5 * 3 _x_"),
        ("R&amp;D&nbsp;cost", "R&D\xa0cost"),
        ("a<br>b <sub>c</sub> if x <5 and y> 3", "a\nb c if x <5 and y> 3"),
        ("amount[^1] due", "amount due"),
        ("**Total:** 12", "Total: 12"),
        ("***both***", "both"),
    ],
)
def test_marks_go_and_words_stay(written, read):
    assert md(written).text == read


def test_tables_are_tables():
    document = md("| Cheque no | Amount |\n|:---|---:|\n| 4391 | **512.75** |\n| a \\| b | |\n")
    assert document.table("Cheque no", "Amount").row("Cheque no", "4391")["Amount"] == 512.75
    assert document.blocks[-1].cells == ("a | b", "")
    for text in ("Cheque no | Amount\n---|---\n4391 | 512.75", "| Cheque no | Amount |\n| 4391 | 512.75 |\n"):
        assert md(text).table("Cheque no", "Amount").row("Cheque no", "4391")["Amount"] == 512.75


def test_what_a_renderer_does_not_show_is_hidden():
    document = md(
        "seen\n\n<!-- 4242\n\nmore -->\n\n[//]: # (777)\n\n<span style='display:none'>555</span>\n\n"
        "<div style='display:none'>\n\n333\n\n</div>\n\n~~999~~ end"
    )
    assert document.paragraphs == ["seen", "end"]
    assert document.hidden == ["4242 more", "[//]: # (777)", "555", "333"]
    assert document.struck == ["999"]


def test_plain_text_keeps_every_character_and_its_columns():
    document = txt("<!-- seen -->\n\nCheque no    Amount\n4391         512.75\n\nbalance *is* 12\n")
    assert document.hidden == []
    assert document.text.startswith("<!-- seen -->")
    assert document.table("Cheque no", "Amount").row("Cheque no", 4391)["Amount"] == 512.75
    assert "balance *is* 12" in document.paragraphs


@pytest.mark.parametrize(
    "data",
    ["é 10".encode("utf-8-sig"), "é 10".encode("utf-16"), "é 10".encode("cp1252"), "é 10".encode()],
    ids=["bom", "utf-16", "cp1252", "utf-8"],
)
def test_every_usual_encoding_is_read(data):
    assert document_of("n.md", "md", read_markdown(data)).text == "é 10"


PIECES = """
( [ ] ]( [a]( [^ * ** **a a* _ _a ` < <a <!-- & \\ | ||| - + > # ~~ ~ <div> 1. 1) : =- --- |- +-
"""


@pytest.mark.parametrize("piece", [*PIECES.split(), "<span class=x>", " a", "a  ", "\t", "\xa0"])
def test_no_repetition_takes_longer_than_its_length(piece):
    begun = time.process_time()
    for end in ("", "\n", " "):
        data = ((piece + end) * 30_000)[:30_000].encode()
        for reader in (read_markdown, read_text):
            document_of("n.md", "md", reader(data))
    assert time.process_time() - begun < 5


def test_a_hundred_thousand_parentheses_are_read_at_once():
    begun = time.process_time()
    assert len(md("(" * 100_000).text) == 100_000
    assert time.process_time() - begun < 1


def test_more_text_than_any_report_is_refused():
    with pytest.raises(Refused) as refused:
        read_text(b"x" * (9 * 2**20))
    assert refused.value.reason is Reason.too_large
    with pytest.raises(Refused) as refused:
        read_text(b"\n" * 300_000)
    assert refused.value.reason is Reason.too_complex


def test_html_tables_in_markdown_are_tables():
    document = md("<table>\n<tr><th>Cheque</th><th>Amount</th></tr>\n<tr><td>4391</td><td>512.75</td></tr>\n</table>\n")
    assert document.table("Cheque", "Amount").row("Cheque", 4391)["Amount"] == 512.75
