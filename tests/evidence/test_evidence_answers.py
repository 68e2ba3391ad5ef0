"""A short answer may be wordy, but not undecided; a question may lack its mark, but must ask."""

import re

import pytest

from wp42_pytest.evidence.answers import YES_OR_NO, answer_of, asks_for
from wp42_pytest.evidence.cells import Cell
from wp42_pytest.evidence.refusal import NotMet

THREE = {"clarify": re.compile(r"(?:to be )?clarif\w*"), **YES_OR_NO}
RIGHT = re.compile(r"right to work|work permit")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("yes", "yes"),
        ("Yes, all must-haves met", "yes"),
        ("TRUE", "yes"),
        ("no", "no"),
        ("No: salary", "no"),
        ("not yet", "no"),
        ("no (pending clarification)", "no"),
        ("To be clarified: right to work not stated", "clarify"),
        ("No; yes only after the answer", "no"),
        ("No. Not invited; would be yes at 92,000", "no"),
    ],
)
def test_an_answer_may_go_on_with_words(text, answer):
    assert answer_of(Cell("A1", text), THREE) == answer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "maybe",
        "yes or no",
        "no / yes",
        "yes / clarify",
        "clarify / yes",
        "clarify / no",
        "clarify (rejected)",
        "yes (maybe)",
        "yes, or C1 instead",
    ],
)
def test_whoever_has_not_decided_has_not_answered(text):
    with pytest.raises(NotMet):
        answer_of(Cell("A1", text), THREE)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("C4: does the candidate have a right to work in Canada?", True),
        ("C4: right to work not stated in the CV.", True),
        ("Please confirm the right to work of C4.", True),
        ("Is the right to work given?", True),
        ("C4's CV is silent on the right to work; a work permit would do.", True),
        ("No question: the right to work of C4 is clear.", False),
        ("The right to work is stated in the CV.", False),
        ("Does C4 hold a work permit? If it is confirmed, the score is 8.3.", True),
        (
            "C8: CV does not state a right to work. Please ask. All else is met. The three places are given meanwhile.",
            True,
        ),
        ("C4: the right to work is missing. Everything else is given.", True),
        ("C4: the salary and Python are clear; the right to work is not stated.", True),
        ("C4: every other must-have is stated; a right to work isn't.", True),
        ("The right to work is not stated, so the three places are given to others.", True),
        ("C4's right to work? It is confirmed.", False),
        ("C4?", False),
        ("Right to work: C4", False),
    ],
)
def test_an_entry_asks_or_says_that_something_is_missing(text, asks):
    assert asks_for(text, RIGHT) is asks
