"""The economy is the same in every file, and all of it is invented."""

import re
from pathlib import Path

import pytest

from wp42_pytest.authoring import economy, names

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"


def test_the_committed_register_is_the_economy():
    assert (SCENARIOS / "ORGANISATIONS.md").read_text(encoding="utf-8") == economy.register_markdown()


def test_organisations_people_and_accounts_are_looked_up_by_name():
    assert economy.organisation("BDF").name == "Brasserie du Fjord Inc."
    assert economy.person("Solène Harvey").email == "solene.harvey@brasseriedufjord.example"
    assert economy.person("Dre Amélie Rousse").email == "amelie.rousse@vallonsante.example"
    assert economy.account("004-21187-6").holder_id == "BDF"
    assert economy.organisation("LMC").address.one_line.endswith("Trois-Rivières QC  G9A 2X4")


@pytest.mark.parametrize(
    ("lookup", "name"), [(economy.organisation, "XYZ"), (economy.person, "Nobody"), (economy.account, "1")]
)
def test_who_does_not_exist_is_named(lookup, name):
    with pytest.raises(KeyError, match=name):
        lookup(name)


def test_there_are_twenty_two_organisations_with_numbers_of_their_own():
    found = economy.organisations().values()
    assert len(found) == 22
    for field in ("id", "name", "domain", "phone", "gst", "qst"):
        assert len({getattr(one, field) for one in found}) == 22, field


def test_nothing_in_the_economy_can_be_reached():
    for one in economy.organisations().values():
        assert re.fullmatch(r"[a-z-]+\.example", one.domain)
        assert re.fullmatch(r"\d{3} 555-01\d\d", one.phone)
        assert re.fullmatch(r"\d{5} \d{4} RT0001", one.gst)
        assert re.fullmatch(r"10\d{8} TQ0001", one.qst)
        assert re.fullmatch(r"[A-Z]\d[A-Z] \d[A-Z]\d", one.address.postal_code)
        assert all(person.email.isascii() and person.email.endswith(f"@{one.domain}") for person in one.people)


def test_filler_names_are_many_and_distinct():
    for pool, least in (
        (names.HOSPITALITY, 40),
        (names.SUPPLIERS, 40),
        (names.FIRST_NAMES, 50),
        (names.LAST_NAMES, 60),
    ):
        assert len(set(pool)) == len(pool) >= least


def test_bank_systems_lose_accents():
    assert economy.ascii_form("Épicerie L’œuf à Noël") == "Epicerie L'oeuf a Noel"
