"""Sentences of many hands, none of whom knew the patterns, are read for what they do."""

import json
import re
import time
from pathlib import Path

import pytest

from wp42_pytest.evidence import acts, speech

SENTENCES = json.loads(Path(__file__).with_name("letter_sentences.json").read_text(encoding="utf-8"))
REFUND, THINGS = re.compile("refund", re.IGNORECASE), re.compile("phone|equipment|laptop|value|480")
READERS = {
    **{name: getattr(acts, name) for name in ("holds_out", "takes_back", "refuses", "says_sent", "announces")},
    **{name: getattr(speech, name) for name in ("denied", "asking", "not_needed", "depends")},
    "takes_off": lambda text: acts.takes_off(text, THINGS),
    "affirmed": lambda text: speech.affirmed(text, REFUND),
}


@pytest.mark.parametrize("name", sorted(SENTENCES))
def test_what_a_sentence_does_is_seen(name):
    assert [text for text in SENTENCES[name]["does"] if not READERS[name](text)] == []


@pytest.mark.parametrize("name", sorted(SENTENCES))
def test_what_only_sounds_so_is_not(name):
    assert [text for text in SENTENCES[name]["only sounds so"] if READERS[name](text)] == []


@pytest.mark.parametrize(
    "words",
    ["we have been going to be able to ", "when we refund you ", "the refund of ", "fifty hundred ", "not be been "],
)
def test_no_long_text_keeps_a_reader_busy(words):
    text, began = words * (60_000 // len(words)), time.process_time()
    for read in READERS.values():
        read(text)
    # A pattern that went back over what it has read would take minutes.
    assert time.process_time() - began < 20
