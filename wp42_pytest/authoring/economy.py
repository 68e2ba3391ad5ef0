"""The Virtual White-Collar Economy: its organisations, people, addresses and numbers, the same in every scenario.

Everything is invented: web domains end in `.example`, telephone numbers are from the range kept for fiction (555-01xx),
tax registration numbers belong to nobody. `organisation("LMC")` and `person("Odile Lachance")` look things up.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Address:
    """A postal address in Canada."""

    street: str
    city: str
    province: str
    postal_code: str

    @property
    def one_line(self) -> str:
        """The whole address on one line."""
        return f"{self.street}, {self.city} {self.province}  {self.postal_code}"


@dataclass(frozen=True)
class Person:
    """Someone who recurs: the same title and e-mail address in every file."""

    name: str
    title: str
    email: str
    organisation_id: str


@dataclass(frozen=True)
class Organisation:
    """One organisation of the economy."""

    id: str
    name: str
    sector: str
    staff: int
    address: Address
    phone: str
    domain: str
    gst: str
    qst: str
    people: tuple[Person, ...]
    relations: str


@dataclass(frozen=True)
class BankAccount:
    """An account: who holds it, where, and what for."""

    bank_id: str
    holder_id: str
    number: str
    purpose: str


def ascii_form(text: str) -> str:
    """Return a text without accents, as mail systems and bank systems write it."""
    decomposed = unicodedata.normalize("NFKD", text.replace("æ", "ae").replace("œ", "oe").replace("’", "'"))
    return decomposed.encode("ascii", "ignore").decode()


# id | name | sector | staff | street | city | postal code | phone | domain | people (name, title; …) | deals with
_REGISTER = """
LMC | Lachance & Morin CPA Inc. | accounting firm | 42 | 1180, rue des Forges-Hautes, bureau 400 | Trois-Rivières | G9A 2X4 | 819 555-0142 | lachancemorin.example | Odile Lachance, CPA, Partner; Raphaël Morin, CPA, Partner; Inès Ouimet, CPA, Senior accountant; Théo Bramwell, Junior accountant | keeps the books of BDF and CVC; audits CGP; reviews ERM
BDF | Brasserie du Fjord Inc. | brewery | 180 | 77, chemin de la Batture | Saguenay | G7H 0L3 | 418 555-0117 | brasseriedufjord.example | Solène Harvey, Controller; Marc-Olivier Gaudet, Chief executive officer | client of LMC; banks at NST; sells to bars and to CGP
ERM | Érablière Montclair Ltée | maple exporter | 65 | 2240, rang Saint-Alfred | Saint-Georges | G5Z 0R8 | 418 555-0131 | erablieremontclair.example | Réal Montclair, Owner; Jade Poirier, Sales administrator | ships with TCL; insured by BFM
NST | Nordet Savings & Trust | bank | 1900 | 900, Grande Allée du Nordet | Québec | G1R 5M9 | 418 555-0100 | nordet.example | Priya Ramsamy, Credit manager; Étienne Falardeau, Underwriter | lends to HYV and AML; writes mortgages; account bank of BDF
SMI | Saint-Maurice Institute of Economic Studies | think tank | 35 | 455, avenue des Sablières, 6e étage | Montréal | H2X 4K1 | 514 555-0136 | smi-institute.example | Dr. Halima Desrosiers, Director; Tomas Velder, Economist | publishes for VPA; quoted by TVC
IRB | Immobilier Rivebelle Inc. | property manager | 120 | 3100, boulevard de la Rivebelle | Laval | H7T 2S6 | 450 555-0109 | rivebelle.example | Gisèle Aubin, Asset manager; Karim Toutain, Accountant | landlord of CGP, MOR and CVS; client of CVC
TAG | Tessier Abbott Gagné LLP | law firm | 140 | 1000, rue du Carrefour-Royal, bureau 2800 | Montréal | H3B 5J2 | 514 555-0164 | tessierabbott.example | Me Camille Tessier, Partner; Me Idris Abbott, Associate | counsel of KES and AML
AML | Atelier Métalya Inc. | metal fabrication | 310 | 5250, rue de l'Enclume | Drummondville | J2C 8V7 | 819 555-0173 | metalya.example | Benoît Charland, Chief financial officer; Lise Vachon, Payroll; Oumar Sy, Accounts payable lead | imports through TCL; banks at NST; client of CVC
CVS | Clinique Vallon Santé | private clinics | 220 | 610, rue du Vallon | Sherbrooke | J1H 6Y5 | 819 555-0128 | vallonsante.example | Dre Amélie Rousse, Director; Patrice Nadon, Human resources | tenant of IRB; client of CVC
VPA | Ville de Port-Alderic | municipality of 48,300 inhabitants | 1100 | 1, place de l'Hôtel-de-Ville | Port-Alderic | G4W 1B2 | 418 555-0155 | port-alderic.example | Nathalie Brisson, Procurement; Guy Lamarre, Treasurer; Colette Vigneau, Mayor | buys from CVC and HYV; covered by TVC
CVC | Corvane Conseil Inc. | consulting | 85 | 1555, rue Peelham, bureau 1120 | Montréal | H3A 3L8 | 514 555-0181 | corvane.example | Sabine Corvane, Managing partner; Julien Achard, Engagement manager | advises BFM, VPA, AML and CVS; its books are kept by LMC
KES | Kestrelo Software Inc. | scheduling software as a service | 240 | 4200, rue Saint-Ambrosius | Montréal | H4C 2E9 | 514 555-0193 | kestrelo.example | Dana Whitcombe, Chief operating officer; Félix Amadou, Head of data | sells to FBN and CGP; client of TAG
TVC | The Valmont Courier | regional news | 48 | 88, rue Laurier-Est | Gatineau | J8X 3W4 | 819 555-0150 | valmontcourier.example | Rosalind Petrie, Editor; Yanis Cormier, Reporter | covers VPA and HYV
MOR | Maison Orellane | cosmetics, online | 95 | 270, rue des Tanneries | Montréal | H2J 1N3 | 514 555-0124 | orellane.example | Léonie Savard, Chief marketing officer; Ari Blondin, Analyst | tenant of IRB; ships by TCL
BFM | Bellefontaine Mutual Insurance | insurer, with an Ontario branch in Ottawa | 850 | 2020, rue des Fontaines | Lévis | G6V 9K4 | 418 555-0187 | bellefontaine.example | Michel Ferron, Claims director; Sophie Drolet, Adjuster; Hugh Pemberton, Ontario accident benefits | insures ERM and households; client of CVC
TCL | Transit Cordelier Logistics Inc. | forwarder and customs broker | 130 | 9500, avenue Ryanne | Dorval | H9P 1A2 | 514 555-0112 | cordelier.example | Bastien Roy, Customs lead; Mireille Cho, Operations | serves AML, ERM and MOR
CSA | Collège Sainte-Aurore | college | 420 | 60, rue de l'Évêché-Ouest | Rimouski | G5L 4H6 | 418 555-0168 | sainteaurore.example | Prof. Marguerite Élie, Teacher; Olivier Têtu, Registrar | trains staff for FBN
ARI | Aldéric-Roy Research Institute | health research | 300 | 2705, boulevard de la Science | Québec | G1V 4G2 | 418 555-0176 | aldericroy.example | Dr. Wanda Kostiuk, Lead; Nils Aubert, Methodologist | funded by the region of VPA; method help from SMI
STP | Sorelle Talent Partners | recruitment | 38 | 630, rue Sherbrookelle-Ouest, bureau 900 | Montréal | H3A 1E4 | 514 555-0147 | sorelletalent.example | Agathe Sorelle, Director; Remi Okafor, Consultant | recruits for KES and HYV
HYV | Hydravolt Énergies Inc. | heat-pump retrofits | 150 | 1825, chemin du Tremblayet | Longueuil | J4N 1A4 | 450 555-0139 | hydravolt.example | Claude Rivest, Chief financial officer; Anouk Dallaire, Treasury | borrows from NST; supplies VPA and AML
CGP | Coop Grand-Pic | outdoor retail co-operative | 640 | 405, rue Saint-Josephat-Est | Québec | G1K 3B6 | 418 555-0191 | grandpic.example | Mélissande Roy-Pike, Operations; Denis Fortier, Business intelligence | tenant of IRB; customer of KES; audited by LMC
FBN | Fibranord Telecom Inc. | regional fibre internet | 410 | 145, avenue du Lac-Cuivré | Rouyn-Noranda | J9X 4P2 | 819 555-0105 | fibranord.example | Stéphane Kirouac, Project management office; Lucie Imbeault, Legal | buys from KES; builds in the region of VPA
"""

_HONORIFICS = ("Dr. ", "Dre ", "Me ", "Prof. ")

BANK_ACCOUNTS = (BankAccount("NST", "BDF", "004-21187-6", "operating account"),)
"""Accounts that recur. NST 004-21187-6 is the operating account of BDF in every file."""


def _email(name: str, domain: str) -> str:
    for honorific in _HONORIFICS:
        name = name.removeprefix(honorific)
    first, _, last = ascii_form(name).lower().partition(" ")
    return f"{first}.{last.replace(' ', '')}@{domain}"


def _people(text: str, domain: str, organisation_id: str) -> tuple[Person, ...]:
    found = []
    for entry in text.split("; "):
        name, _, title = entry.partition(", ")
        found.append(Person(name, title, _email(name, domain), organisation_id))
    return tuple(found)


@cache
def organisations() -> dict[str, Organisation]:
    """Return every organisation by its three-letter id."""
    found = {}
    for number, line in enumerate(_REGISTER.strip().splitlines(), start=1):
        key, name, sector, staff, street, city, postal, phone, domain, people, relations = line.split(" | ")
        # Digits that follow a pattern nobody is registered under; the form is that of the real numbers.
        gst, qst = (
            f"{70000 + number * 137:05d} {1000 + number * 89:04d} RT0001",
            f"10{70000000 + number * 48271:08d} TQ0001",
        )
        found[key] = Organisation(
            key,
            name,
            sector,
            int(staff),
            Address(street, city, "QC", postal),
            phone,
            domain,
            gst,
            qst,
            _people(people, domain, key),
            relations,
        )
    return found


def organisation(key: str) -> Organisation:
    """Return an organisation by its id.

    Raises:
        KeyError: when there is none; the known ids are listed.
    """
    try:
        return organisations()[key]
    except KeyError:
        msg = f"no organisation {key!r} in the economy; there are {', '.join(organisations())}"
        raise KeyError(msg) from None


def person(name: str) -> Person:
    """Return a person by their full name.

    Raises:
        KeyError: when nobody in the economy has this name.
    """
    for one in organisations().values():
        for someone in one.people:
            if someone.name == name:
                return someone
    msg = f"nobody in the economy is called {name!r}"
    raise KeyError(msg)


def account(number: str) -> BankAccount:
    """Return a recurring bank account by its number.

    Raises:
        KeyError: when it is not in `BANK_ACCOUNTS`.
    """
    for one in BANK_ACCOUNTS:
        if one.number == number:
            return one
    msg = f"no bank account {number!r} in the economy"
    raise KeyError(msg)


def register_markdown() -> str:
    """Return the register of the economy as it is committed in `scenarios/ORGANISATIONS.md`."""
    lines = [
        "# Organisations of the Virtual White-Collar Economy",
        "",
        "All of them are fictional, as are the people, addresses, telephone, account and registration numbers. The same",
        "person has the same title and e-mail address in every scenario. The source is `wp42_pytest/authoring/economy.py`;",
        "a test keeps this page equal to it.",
        "",
    ]
    for one in organisations().values():
        lines += [
            f"## {one.id}: {one.name}",
            "",
            f"{one.sector[0].upper()}{one.sector[1:]}, {one.staff} people. {one.relations[0].upper()}{one.relations[1:]}.",
            "",
            f"- Address: {one.address.one_line}; telephone {one.phone}; web {one.domain}",
            f"- GST {one.gst}; QST {one.qst}",
            *[f"- {someone.name}, {someone.title}: {someone.email}" for someone in one.people],
            "",
        ]
    lines += ["## Bank accounts", ""]
    for held in BANK_ACCOUNTS:
        bank, holder = organisation(held.bank_id), organisation(held.holder_id)
        lines.append(f"- {bank.name} {held.number}: {held.purpose} of {holder.name}")
    return "\n".join(lines) + "\n"
