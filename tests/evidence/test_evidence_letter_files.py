"""Several letters in one file, told apart as a mail room tells them."""

from typing import Any

import pytest

from wp42_pytest.evidence.blocks import placed_blocks
from wp42_pytest.evidence.document import Document
from wp42_pytest.evidence.letters import Letter, letters_in

NAMED = {"a": ("VS-3940", "Lacasse"), "b": ("VS-2657", "Échevin")}


def letters(*texts: str, kind: str = "paragraph", others: tuple[tuple[str, str], ...] = ()) -> dict[str, Letter]:
    raw: list[dict[str, Any]] = [{"kind": kind, "text": text} for text in texts]
    raw += [{"kind": other, "text": text} for other, text in others]
    return letters_in(Document("letters.docx", "docx", placed_blocks(raw, "letters.docx")), NAMED)


def lines(letter: Letter) -> list[str]:
    return letter.own.text.split("\n")


@pytest.mark.parametrize(
    "head",
    [
        "Maude Lacasse, VS-3940",
        "Lacasse, Maude",
        "Employee VS 3940",
        "Letter to Maude Lacasse (VS-3940)",
        "This letter is for Maude Lacasse, employee VS-3940.",
    ],
)
def test_a_letter_begins_at_the_line_that_names_its_reader(head: str) -> None:
    found = letters(head, "Your final pay is 100.00.", "Bruno Échevin, VS-2657", "Your final pay is 200.00.")
    assert [lines(found[key]) for key in "ab"] == [
        [head, "Your final pay is 100.00."],
        ["Bruno Échevin, VS-2657", "Your final pay is 200.00."],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Bruno Échevin leaves us too.",
        "Bruno Échevin goes as well",
        "Dear Mr. Échevin,",
        "Bruno Échevin, VS-2657: 4,029.23",
        "Maude Lacasse and Bruno Échevin, VS-2657",
    ],
)
def test_a_sentence_a_greeting_and_a_line_with_money_begin_no_letter(text: str) -> None:
    found = letters("Maude Lacasse, VS-3940", "Dear Maude,", text, "Bruno Échevin, VS-2657", "Dear Bruno,")
    assert text in lines(found["a"])


def test_a_greeting_begins_the_letter_of_somebody_whom_no_line_names() -> None:
    found = letters("Dear Ms. Lacasse,", "Your pay follows.", "Dear Mr. Échevin,", "Yours too.")
    assert lines(found["b"]) == ["Dear Mr. Échevin,", "Yours too."]


def test_headers_footers_and_what_stands_before_the_first_letter_are_read_with_every_letter() -> None:
    found = letters(
        "Final pay",
        "Lacasse 100.00",
        "Maude Lacasse, VS-3940",
        "Text",
        others=(("header", "Clinic"), ("footer", "200.00")),
    )
    assert found["a"].around.text.split("\n") == ["Final pay", "Lacasse 100.00", "Clinic", "200.00"]
    assert lines(found["a"]) == ["Maude Lacasse, VS-3940", "Text"]
    assert "b" not in found
