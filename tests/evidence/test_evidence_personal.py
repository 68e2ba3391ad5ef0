"""Grounds and private data are found however they are written, and ordinary words are none of them."""

import pytest

from wp42_pytest.evidence.personal import ground_in, private_in

HELD = {
    "phone": "514 555-0147",
    "email": "yvette.panneton@boitevive.example",
    "street": "avenue Corbelin",
    "postal_code": "H3S 1Z7",
    "town": "Brossard",
    "born": "1964-03-04",
    "age": "61",
}


@pytest.mark.parametrize(
    ("sentence", "ground"),
    [
        ("Close to retirement.", "retirement"),
        ("Two small kids at home", "kids"),
        ("She has a young family.", "young"),
        ("Age: 61", "age"),
        ("Six years with the parent company, English as mother tongue.", ""),
        ("Age and family were not considered.", ""),
        ("Language and package are fine; managed a large page.", ""),
        ("Chosen regardless of age.", ""),
        ("Canadian citizen, 5.3 years of SQL", ""),
        ("No personal grounds such as age or family were considered.", ""),
        ("Your certificate is young, completed this year.", ""),
        ("Your work at the children's hospital counts as SQL in paid work.", ""),
        ("Two toddlers at home.", "toddlers"),
        ("Graduated in 1984.", "graduated in 1984"),
        ("In the mid-fifties, close to leaving working life.", "mid fifties"),
        ("Of Moroccan origin.", "of moroccan origin"),
        ("Two sons in school.", "sons"),
        ("Uses a wheelchair.", "wheelchair"),
        ("In working life since 1985.", "since 1985"),
    ],
)
def test_a_ground_is_named_unless_it_is_said_not_to_count(sentence, ground):
    assert ground_in(sentence) == ground


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Call her: (514) 555-0147.", "phone"),
        ("514.555.0147", "phone"),
        ("Yvette.Panneton@boitevive.example", "email"),
        ("She lives in Avenue Corbelin.", "street"),
        ("h3s1z7", "postal_code"),
        ("born on March 4, 1964", "born"),
        ("4 March 1964", "born"),
        ("Date of birth 1964-03-04", "born"),
        ("(born 1964)", "born"),
        ("C6 was born on 4th March 1964.", "born"),
        ("C6: 04.03.1964.", "born"),
        ("C6 (March 1964) is available.", "born"),
        ("C6, 61, has long experience.", "age"),
        ("C6 has 61 months of SQL.", ""),
        ("Call five one four, five five five, zero one four seven.", "phone"),
        ("Write to yvette.panneton (at) boitevive (dot) example.", "email"),
        ("C5 lives on Corbelin.", "street"),
        ("C8's postal code begins with H3S.", "postal_code"),
        ("C8 lives in Brossard near the bridge.", "town"),
        ("The bus company of Brossard is where C8 built dashboards.", ""),
        ("C8: Tuesday 18 November, 10:00, 514 candidates, 555 CVs, 147 pages", ""),
    ],
)
def test_private_data_are_found_however_they_are_written(text, what):
    assert private_in(text, HELD) == what


def test_what_is_not_known_gives_nothing_away():
    assert private_in("anything", {"born": "", "phone": ""}) == ""
