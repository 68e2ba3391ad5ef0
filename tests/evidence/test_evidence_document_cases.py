"""Odd deliverables of every prose kind: each is concluded as a fair person would."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse import parser
from wp42_pytest.evidence.refusal import Reason, Refused

FOLDER = Path(__file__).resolve().parents[1] / "cases"
CASES = json.loads((FOLDER / "documents.json").read_text(encoding="utf-8"))


def read(name):
    kind = name.rpartition(".")[2]
    return document_of(name, kind, parser(kind)((FOLDER / name).read_bytes()))


@pytest.mark.parametrize("name", sorted(CASES))
def test_an_odd_file_is_concluded_as_a_fair_person_would(name):
    case = CASES[name]
    if "refused" in case:
        with pytest.raises(Refused) as refused:
            read(name)
        assert refused.value.reason is Reason[case["refused"]]
        return
    document = read(name)
    if "texts" in case:
        assert [block.text for block in document.blocks] == case["texts"]
    for apart in ("hidden", "comments", "footnotes", "notes"):
        if apart in case:
            assert getattr(document, apart) == case[apart]
    if "original" in case:
        assert [block.text for block in document.original.blocks] == case["original"]
    for words in case.get("says", []):
        assert document.says([[words]]), words
    for number in case.get("states", []):
        assert document.states(Decimal(number), sign=True), number
    for never in case.get("never", []):
        assert not document.says([[never]])
        assert not document.states(Decimal(never))
        assert not document.mentions(never)
