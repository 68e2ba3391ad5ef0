"""JSON as the standard defines it."""

from __future__ import annotations

import json

import pytest

from wp42_pytest.evidence.parse.json_file import read_json
from wp42_pytest.evidence.refusal import Reason, Refused


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_every_encoding_of_json_is_read(encoding: str) -> None:
    value = {"total": 184206.58, "name": "Lachance & Morin – été", "items": [1, True, None, -0.5, "1"]}
    assert read_json(json.dumps(value, ensure_ascii=False).encode(encoding))["value"] == value


def test_json_inside_a_code_fence_is_read_and_noted() -> None:
    found = read_json(b'```json\n{"total": 5}\n```\n')
    assert found["value"] == {"total": 5}
    assert found["notes"] == ["the JSON stood inside a Markdown code fence"]


@pytest.mark.parametrize(
    ("text", "reason", "sentence"),
    [
        ("{", Reason.invalid_json, "line 1, column 2"),
        ("", Reason.invalid_json, "line 1"),
        ('{"a": NaN}', Reason.invalid_json, "NaN"),
        ("[Infinity]", Reason.invalid_json, "Infinity"),
        ("[-Infinity]", Reason.invalid_json, "-Infinity"),
        ("1e999", Reason.invalid_json, "not a finite number"),
        ('{"a": 1, "a": 2}', Reason.invalid_json, "'a' stands twice"),
        ("[" * 65 + "]" * 65, Reason.too_complex, "64 levels"),
        ("9" * 6000, Reason.invalid_json, "6000 digits"),
        ("{'a': 1}", Reason.invalid_json, "line 1, column 2"),
        ('{"a": 1,}', Reason.invalid_json, "line 1"),
        ("5 6", Reason.invalid_json, "Extra data"),
    ],
)
def test_what_is_no_json_is_refused_with_the_place(text: str, reason: Reason, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        read_json(text.encode())
    assert refused.value.reason is reason
    assert sentence in refused.value.sentence


def test_brackets_inside_strings_are_no_nesting() -> None:
    text = json.dumps({"a": "[" * 500 + '"' + "{" * 500})
    assert read_json(text.encode())["value"]["a"].startswith("[[")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        read_json(b'{"a": "\xff\xfe"}')
    assert refused.value.reason is Reason.invalid_json
