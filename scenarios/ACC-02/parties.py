"""Whom Corvane's Trois-Rivières office sells to and buys from, and what its lines say. All outsiders are invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.economy import organisation
from wp42_pytest.authoring.names import FIRST_NAMES, LAST_NAMES

if TYPE_CHECKING:
    import numpy as np

QUEBEC_CLIENTS = tuple(
    organisation(key).name
    for key in ("AML", "VPA", "KES", "FBN", "CVS", "BFM", "IRB", "CGP", "HYV", "TCL", "ERM", "BDF")
)

ONTARIO_CLIENTS = (
    "Harrowgate & Pike Ltd.",
    "Tamarack-Doyle Engineering Ltd.",
    "Ottavian Freight Ltd.",
    "Lakehurst Millwork Inc.",
    "Penmarric Credit Services Ltd.",
)

CLIENTS_ABROAD = (
    ("Brellowater Foods LLC", "US"),
    ("Quillmarsh Analytics Inc.", "US"),
    ("Sandhollow Packaging LLC", "US"),
    ("Aubrac-Lassalle Distribution SAS", "FR"),
    ("Wärmetec Anlagen GmbH", "DE"),
)

MANDATES = (
    "Strategic plan, phase 2",
    "Process review, second instalment",
    "Facilitation of two workshops",
    "Cost study, final report",
    "Governance review",
    "Market scan, spring edition",
    "Organisation diagnostic, phase 1",
    "Project office support, 6 days",
    "Purchasing review",
    "Customer survey, analysis",
    "Succession plan, interviews",
    "Service standards, draft",
    "Board retreat, preparation",
    "Shared services, business case",
)

EARLY_MEMOS = ("Mandate completed in June", "June hours, invoiced in July", "Second quarter mandate, final invoice")
LATE_MEMOS = ("September hours", "Mandate completed in September", "Third quarter mandate, final invoice")
CREDIT_MEMOS = (
    "Credit on {doc} of June, scope reduced",
    "Credit on {doc} (second quarter), one workshop cancelled",
    "Goodwill credit on {doc} of May",
)

LANDLORDS = ("Gestion Cap-Lamontagne Inc.", "Les Immeubles du Platon Ltée", "Société Foncière Hertelle")
INSURERS = (organisation("BFM").name, "Courtage Dessureault-Valmy Inc.", "Assurances Maskinet et Fils")
BANK = organisation("NST").name

FREELANCERS = (
    ("{name}, data analyst", "Subcontract: data analysis"),
    ("{name}, translator", "Subcontract: translation of final report"),
    ("{name}, moderator", "Subcontract: moderation of focus groups"),
    ("Studio {surname}", "Subcontract: design of report"),
)
"""Self-employed people and small studios, who often bill tax before they are registered."""

REGISTERED_SUBCONTRACTORS = ("Statexia Conseil Inc.", "Enquêtes Bois-Francs-Nord", "Sondages Mauricia Inc.")

RESTAURANTS = (
    "Restaurant Chez Fernande-Roy",
    "Auberge du Lac Saint-Aimé",
    "Bistro La Pente Douce",
    "Table des Ursulettes",
)
CATERERS = ("Traiteur Le Panier Fin", "Boîte à Lunch Mauricia", "Cuisine Bellerive Inc.", "Café Traiteur Ninon")
DINNERS = ("Dinner with client, 4 guests", "Client dinner, end of mandate", "Dinner with steering committee of client")
LUNCHES = ("Team lunch, project close", "Lunch for internal workshop", "Team lunch, welcome of new analyst")
DINNER_CATEGORIES = ("Travel", "Business development")
LUNCH_CATEGORIES = ("Staff", "Training")
MEALS = "Meals and entertainment"

# description, category, suppliers, least and most dollars before tax
USUAL = (
    ("Project software, quarterly subscription", "Software", ("Octavio Logiciels Inc.", "Planifix Systèmes Inc."), 1_100, 2_600),
    ("Telephone and internet, third quarter", "Telecommunications", ("Télécom Rive-Haute Inc.", "Connexia Mauricie"), 420, 980),
    ("Paper, toner, folders", "Office supplies", ("Papeterie Belle-Plume", "Bureautique Trifluva Ltée"), 210, 690),
    ("Coach tickets Trois-Rivières to Montréal", "Travel", ("Autocars Laurentide-Nord", "Trans-Mauricie Voyages"), 640, 1_700),
    ("Laptop for new analyst", "Equipment", ("Informatique Belmarais Inc.", "Octopixel Informatique"), 1_900, 3_300),
    ("Review of standard services agreement", "Professional fees", (organisation("TAG").name,), 1_800, 4_200),
)  # fmt: skip
"""What the office buys in any quarter."""

OCCASIONAL = (
    ("Courier, third quarter", "Delivery", ("Messagerie Éclair du Nord",), 90, 340),
    ("Printing and binding of reports", "Printing", ("Imprimerie Sainte-Cécile-Nord", "Copies Radisson-Vieux"), 260, 880),
    ("Office cleaning, third quarter", "Maintenance", ("Entretien Netval Inc.",), 690, 1_350),
    ("Web hosting, annual", "Software", ("Hébergement Boréalis Nord",), 180, 460),
    ("Desk and two chairs", "Furniture", ("Mobilier Champlain-Sud Ltée",), 760, 1_900),
    ("Projector rental, public consultation", "Equipment rental", ("Audiovisuel Trifluva Ltée",), 180, 650),
)  # fmt: skip
"""What it buys in some quarters."""

BILL_MEMOS = ("", "", "", "Received by e-mail.", "Approved S. C.", "Scanned.", "Net 30 days.")


def freelancer(rng: np.random.Generator) -> tuple[str, str]:
    """Return a self-employed supplier, and what was bought from them."""
    first, last = pick(rng, FIRST_NAMES), pick(rng, LAST_NAMES)
    supplier, description = pick(rng, FREELANCERS)
    return supplier.format(name=f"{first} {last}", surname=last), description


class Registration(NamedTuple):
    """The two numbers of a supplier."""

    gst: str
    qst: str


def registration_numbers(rng: np.random.Generator, suppliers: list[str]) -> dict[str, Registration]:
    """Return the numbers of each supplier: its own where the economy knows them, else invented ones."""
    of_the_economy = [organisation(key) for key in ("TAG", "NST", "BFM")]
    known = {one.name: Registration(one.gst, one.qst) for one in of_the_economy}
    found: dict[str, Registration] = {}
    for supplier in dict.fromkeys(suppliers):
        numbers = known.get(supplier)
        while numbers is None or _in_use(numbers, [*found.values(), *known.values()], known.get(supplier)):
            drawn, digits = int(rng.integers(700_000_000, 899_999_999)), int(rng.integers(71_100_000, 79_999_999))
            # A GST number that fails the check digit of real ones belongs to nobody.
            if not _is_registrable(drawn):
                numbers = Registration(f"{drawn // 10_000} {drawn % 10_000:04d} RT0001", f"10{digits} TQ0001")
        found[supplier] = numbers
    return found


def _in_use(numbers: Registration, taken: list[Registration], own: Registration | None) -> bool:
    """Say whether another supplier has one of the numbers already."""
    return any(other != own and set(other) & set(numbers) for other in taken)


def _is_registrable(number: int) -> bool:
    """Say whether nine digits satisfy the check digit of business numbers (Luhn)."""
    digits = [int(digit) for digit in str(number)]
    doubled = [digit if place % 2 == 0 else sum(divmod(digit * 2, 10)) for place, digit in enumerate(digits)]
    return sum(doubled) % 10 == 0


def mandates(rng: np.random.Generator) -> list[str]:
    """Return descriptions of mandates in a drawn order."""
    return shuffled(rng, MANDATES)
