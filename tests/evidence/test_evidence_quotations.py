"""What a text quotes is found in any quotation marks, and compared with what was said word for word."""

import pytest

from wp42_pytest.evidence.quotations import has_words, is_verbatim, quotations, words_of

SAID = ["Good morning.", "We simply had fewer crews, and more storms than planned. It's all in the file."]


@pytest.mark.parametrize("marks", ['""', "“”", "«»", "„“"])
def test_what_stands_between_quotation_marks_is_found(marks):
    text = f"He said: {marks[0]}fewer crews{marks[1]}, then {marks[0]}more storms.{marks[1]}"
    assert list(quotations(text)) == ["fewer crews", "more storms."]


@pytest.mark.parametrize(
    "quote",
    [
        "We simply had fewer crews and more storms than planned,",
        "We simply had … more storms than planned",
        "WE SIMPLY HAD fewer crews... and more storms",
        "[The city] simply had fewer crews",
        "It’s all in the file",
    ],
)
def test_a_quotation_may_leave_words_out_and_add_some_in_brackets(quote):
    assert is_verbatim(quote, SAID)


@pytest.mark.parametrize(
    "quote",
    [
        "We simply had more storms than planned",
        "more storms … fewer crews",
        "Good morning … fewer crews",
        "We had fewer crew",
        "…",
        "",
    ],
)
def test_words_joined_reordered_taken_from_two_answers_or_changed_were_not_said(quote):
    assert not is_verbatim(quote, SAID)


def test_words_are_looked_for_in_their_order_whatever_punctuation_stands_between():
    assert has_words("“We had fewer crews,” he said", "crews he")
    assert not has_words("fewer snow crews", "fewer crews")
    assert not has_words("crewsmen", "crews")
    assert not has_words("anything", "")


def test_case_accents_and_quotation_marks_do_not_make_other_words():
    assert words_of("L’Été, c'est… fini!") == words_of("l'ete c’est fini")
