"""Text in one form."""

from __future__ import annotations

from wp42_pytest.evidence.text import folded_text, normal_text, squeezed_text


def test_ligatures_soft_hyphens_spaces_and_minus_signs_have_one_form() -> None:
    raw = "e\ufb03cient o\ufb03ce \ufb02ow  co\u00adoperate 10\u00a0000 \u22125"
    assert normal_text(raw) == "efficient office flow cooperate 10 000 -5"


def test_quotes_and_dashes_have_one_form() -> None:
    assert normal_text("\u2018a\u2019 \u201cb\u201d \u00abc\u00bb 1\u20132 \u2014") == '\'a\' "b" "c" 1-2 -'


def test_invisible_characters_are_dropped() -> None:
    assert normal_text("a\u200bb\u2060c\ufeffd\u202ee" + "".join(chr(0xE0000 + ord(c)) for c in "hid")) == "abcde"


def test_accents_are_composed_and_folding_drops_them() -> None:
    assert normal_text("cafe\u0301 nai\u0308ve") == "café naïve"
    assert folded_text("CAFÉ Naïve") == "cafe naive"


def test_text_placed_glyph_by_glyph_compares_without_spaces() -> None:
    assert squeezed_text("T o t al due: 1, 234. 50") == squeezed_text("Total due: 1,234.50")


def test_a_lone_acute_accent_is_an_apostrophe() -> None:
    assert normal_text("client\u00b4s") == "client's"
