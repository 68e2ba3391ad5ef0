"""What letters do with what they speak of, in the many words that people use for it."""

import re
from datetime import date
from decimal import Decimal

import pytest

from wp42_pytest.evidence.blocks import placed_blocks
from wp42_pytest.evidence.speech import (
    affirmed,
    asking,
    clauses_of,
    dates_in,
    denied,
    depends,
    first_saying,
    money_in,
    not_needed,
    sentences_in_blocks,
)

REFUND = re.compile(r"\brefund", re.IGNORECASE)


@pytest.mark.parametrize(
    ("text", "denies"),
    [
        ("We can't refund it.", True),
        ("We cannot refund it.", True),
        ("We don’t refund it.", True),
        ("There is no refund.", True),
        ("We are unable to refund it.", True),
        ("We must decline it.", True),
        ("You get an exchange instead of a refund.", True),
        ("Neither is possible.", True),
        ("No worries, you get a refund.", False),
        ("Don't hesitate to write.", False),
        ("The refund comes without delay.", False),
        ("We refund it.", False),
        ("Nothing was deducted.", True),
        ("It is noted.", False),
        ("Send it no later than Friday.", False),
    ],
)
def test_a_denial_is_told_from_idle_words(text, denies):
    assert denied(text) is denies


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("We pay it once the form is here.", True),
        ("We may pay it.", True),
        ("It will be paid.", False),
        ("Pending the form.", True),
        ("We pay it on Friday.", False),
    ],
)
def test_what_depends_on_something_is_no_promise(text, open_):
    assert depends(text) is open_


def test_a_denial_in_one_clause_does_not_excuse_another():
    said = "It cannot be returned, but we refund 45.00; no exchange \u2013 the desk is closed."
    clauses = list(clauses_of(said))
    assert [denied(clause) for clause in clauses if REFUND.search(clause)] == [False]
    assert len(clauses) == 4


def test_a_sentence_is_looked_for_with_what_would_turn_it():
    said = "We refund nothing today. You asked about it. The refund follows on Friday."
    assert first_saying(said, REFUND) == "We refund nothing today."
    assert first_saying(said, REFUND, re.compile("nothing")) == "The refund follows on Friday."
    assert first_saying(said, re.compile("exchange")) == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("The bank is pending.", True),
        ("The bank isn't pending.", False),
        ("It is no longer pending.", False),
        ("Not deducted, the bank is pending.", True),
        ("It is not pending; the form is pending.", True),
    ],
)
def test_a_denial_counts_where_it_stands_shortly_before_in_the_same_clause(text, says):
    assert affirmed(text, re.compile("pending")) is says


ASKING = [
    "Please send a photo.",
    "Could you attach a picture?",
    "We need the order number.",
    "We still need the order number.",
    "We're missing a photo of the damage.",
    "We'd like a photo.",
    "A photo of the damage is missing.",
    "Send us a photo and we exchange it.",
    "To go on, send a photo.",
    "Kindly provide the e-mail address.",
    "What was the order number?",
    "Once you send us a photo, we can go on.",
    "If you could share a photo, we would go on.",
    "What we need is a photo.",
    "Let us know the order number.",
    "A photo is still needed.",
    "The photo has to be sent by Friday.",
    "I would appreciate a photo.",
    "Just reply with the order number.",
    "Reply with the right order number, and we go on.",
]
NOT_ASKING = [
    "Thanks for the photo.",
    "The photo that you sent shows the crack.",
    "A photo isn't needed.",
    "No photo is needed.",
    "You do not have to send a photo.",
    "There's no need to send a photo.",
    "We don't require a photo.",
    "We will send the refund to your card.",
    "We send you another one on Monday.",
    "Your photo is with the assessor.",
    "I received the photo.",
    "The second photo is superfluous.",
    "Part 5 may stay blank.",
]


@pytest.mark.parametrize("text", ASKING)
def test_a_request_is_heard_in_many_words(text):
    assert asking(text)


@pytest.mark.parametrize("text", NOT_ASKING)
def test_no_request_is_heard_where_nothing_is_asked(text):
    assert not asking(text)


@pytest.mark.parametrize("text", NOT_ASKING[2:6])
def test_what_is_not_needed_is_told(text):
    assert not_needed(text)


def test_who_was_not_asked_may_still_be_needed():
    assert not not_needed("She was not asked which basis she elects.")
    assert not_needed("We are not asking for a photo.")


def test_an_item_is_read_with_the_line_that_introduces_it():
    blocks = placed_blocks(
        [
            {"kind": "paragraph", "text": "Please send one of the two:"},
            {"kind": "item", "text": "the right order number, or"},
            {"kind": "item", "label": "2.", "text": "the e-mail address. It is on your receipt."},
            {"kind": "paragraph", "text": "Then we go on."},
        ],
        "replies.md",
    )
    assert list(sentences_in_blocks(blocks)) == [
        "Please send one of the two:",
        "Please send one of the two: the right order number, or",
        "Please send one of the two: the e-mail address.",
        "It is on your receipt.",
        "Then we go on.",
    ]


def test_money_is_told_from_other_numbers():
    said = "45.00, CAD 12, 12 dollars, $7, 15 %, 3 items, 0.00 and 2025-11-14"
    assert [number.value for number in money_in(said)] == [Decimal("45.00"), 12, 12, 7]


@pytest.mark.parametrize(
    "text",
    [
        "on 2025-11-14",
        "Friday, 14 November 2025",
        "the 14th of November 2025",
        "Nov. 14, 2025",
        "November 14th, 2025",
        "14/11/2025",
        "11/14/2025",
        "14-Nov-2025",
    ],
)
def test_a_date_is_read_in_any_usual_spelling(text):
    assert dates_in(f"It ends {text}, at noon.") == {date(2025, 11, 14)}
