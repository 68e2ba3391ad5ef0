"""Who occurs in a package: invented people, places and payers, with identifiers that are never issued."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick, shuffled

if TYPE_CHECKING:
    import numpy as np

FEMALE = (
    *("Alma", "Bettina", "Corinne", "Dahlia", "Edwina", "Farrah", "Ginevra", "Henrika", "Ilona", "Juniper", "Katja"),
    *("Lorraine", "Maribel", "Nadine", "Oriana", "Petra", "Rosamund", "Sunniva", "Thandi", "Ursula", "Verena", "Wilma"),
)
MALE = (
    *(
        "Anselm",
        "Bertrand",
        "Cormac",
        "Desmond",
        "Emeric",
        "Florian",
        "Gideon",
        "Hollis",
        "Ignacio",
        "Joaquin",
        "Kelvin",
    ),
    *(
        "Leopold",
        "Malcolm",
        "Nestor",
        "Osvaldo",
        "Quincy",
        "Reuben",
        "Stellan",
        "Thaddeus",
        "Umberto",
        "Vaughn",
        "Wendell",
    ),
)
GIRLS = ("Ada", "Cleo", "Elsie", "Greta", "Iris", "Kira", "Mina", "Pia", "Sadie", "Una", "Vera")
BOYS = ("Bram", "Dario", "Finn", "Hugo", "Jonah", "Levi", "Noel", "Odin", "Rafe", "Tobin", "Wyatt")
LAST = (
    *(
        "Abernethy",
        "Bellweather",
        "Castellane",
        "Drummondo",
        "Eastlake",
        "Farraday",
        "Gallowhill",
        "Hathersage",
        "Ingleby",
    ),
    *("Jessamine", "Kilbracken", "Lindqvist-Moore", "Marchetti", "Northcote", "Okonjo", "Pellerin", "Quillfeather"),
    *("Ravensdale", "Sotomayor-Vega", "Thistlewood", "Underhay", "Vandermolen", "Wexcombe", "Yarborough", "Zielinska"),
)
MIDDLE = "ABCDEGHJKLMNPRSTW"
STREETS = (
    *("Alder Creek Road", "Briarwood Lane", "Cobbler Street", "Dunmore Avenue", "Elderberry Court", "Foxglove Way"),
    *("Granite Hill Drive", "Hawthorn Street", "Ivy Terrace", "Juniper Avenue", "Kestrel Lane", "Larkspur Road"),
    *("Millrace Street", "Nettle Court", "Orchard Bend", "Pinecone Drive", "Quarry Road", "Rookery Lane"),
)
TOWNS = (
    ("Harrow Falls", "PA", "17999"),
    ("Cedar Notch", "NY", "13999"),
    ("Port Ellery", "OR", "97999"),
    ("Millbrook Heights", "IL", "61999"),
    ("Larkmoor", "MN", "55999"),
    ("San Telmo", "CA", "93999"),
    ("Wexley", "VA", "22999"),
    ("Granby Springs", "CO", "81999"),
    ("Dunmere", "GA", "31999"),
    ("Ashgrove", "MI", "48999"),
)
"""Towns that do not exist, in states that tax wages; the ZIP codes are not assigned."""

EIN_PREFIXES = ("07", "08", "09", "17", "18", "19", "28", "29", "49", "69", "70", "78", "79", "89", "96", "97")
"""Prefixes that no campus of the IRS has assigned."""


STATES = {
    "PA": "Pennsylvania",
    "NY": "New York State",
    "OR": "Oregon",
    "IL": "Illinois",
    "MN": "Minnesota",
    "CA": "California",
    "VA": "Virginia",
    "CO": "Colorado",
    "GA": "Georgia",
    "MI": "Michigan",
}
"""How the states of the towns call themselves."""

_JOINING = ("&", "the", "of", "and")
_LEGAL = ("inc", "llc", "llp", "lp", "pc", "corp", "co", "na", "ua")


@dataclass(frozen=True)
class Place:
    """A postal address."""

    street: str
    town: str
    state: str
    zip_code: str

    @property
    def lines(self) -> tuple[str, str]:
        """The address as it stands on an envelope."""
        return self.street, f"{self.town}, {self.state} {self.zip_code}"

    @property
    def one_line(self) -> str:
        """The address in one line."""
        return ", ".join(self.lines)


@dataclass(frozen=True)
class Person:
    """A member of the household; `key` is T, S or D1, D2 and so on."""

    key: str
    first: str
    middle: str
    last: str
    ssn: str
    born: date
    occupation: str = ""
    relationship: str = ""
    former_last: str = ""

    @property
    def name(self) -> str:
        """Name as payers print it."""
        return " ".join(part for part in (self.first, self.middle, self.last) if part)

    @property
    def former_name(self) -> str:
        """The name before marriage."""
        return " ".join(part for part in (self.first, self.middle, self.former_last) if part)

    @property
    def masked(self) -> str:
        """The SSN as payers truncate it."""
        return f"XXX-XX-{self.ssn[-4:]}"

    def age_at(self, day: date) -> int:
        """Age in years on a day."""
        return day.year - self.born.year - ((day.month, day.day) < (self.born.month, self.born.day))


@dataclass(frozen=True)
class Party:
    """A payer, employer, lender, partnership or charity."""

    name: str
    ein: str
    place: Place
    phone: str

    @cached_property
    def short(self) -> str:
        """The first words of the name, for file names and talk."""
        words = re.sub(r"[^\w\s&-]", "", self.name).split()
        count = 2
        while count < len(words) and (words[count - 1] in _JOINING or len(words[count - 1]) == 1):
            count += 1
        return " ".join(words[:count])

    @property
    def lines(self) -> list[str]:
        """Name and address."""
        return [self.name, *self.place.lines]

    @property
    def domain(self) -> str:
        """Its domain on the web."""
        words = re.sub(r"[^a-z\s]", "", self.name.lower()).split()
        return "".join(word for word in words if word not in _LEGAL)[:40] + ".example"


NAMES: dict[str, tuple[str, ...]] = {
    "employer": (
        *("Harrowgate Precision Tooling, Inc.", "Merrick Valley Health System", "Redfern & Vale Engineering PC"),
        *("Pinnacle Ridge Logistics LLC", "Foundry Street Software, Inc.", "Calloway & Stern Architects PC"),
        *(
            "Bluestem Agronomics Corp.",
            "Tidewater Marine Services, Inc.",
            "Ostrander Paper Company",
            "Vireo Analytics, Inc.",
        ),
        *(
            "Copperline Restaurants LLC",
            "Northgate Veterinary Partners",
            "Summerhill College",
            "Quarterdeck Insurance Agency",
        ),
    ),
    "law": ("Marchbanks & Osei LLP", "Tolliver Probate Law PC"),
    "insurer": ("Quarterdeck Mutual Insurance", "Hearth & Home Underwriters"),
    "club": ("Larkmoor Garden Club", "Cedar Notch Rose Society"),
    "company": ("Bellweather Holdings LLC", "Three Gates Capital Corp."),
    "school": ("Larkmoor Unified School District 214", "Harrow Falls Area School District"),
    "bank": (
        *(
            "Tamarack Community Bank",
            "First Harbor Savings Bank",
            "Granite State Mutual Bank",
            "Prairie Union Credit Union",
        ),
        *("Wexley Federal Credit Union", "Cobalt Online Bank, N.A.", "Old Mill Trust Company", "Larch & Fern Bank"),
    ),
    "broker": (
        *(
            "Meridian Oak Brokerage LLC",
            "Saltmarsh Securities, Inc.",
            "Halyard Investments LLC",
            "Fenwick & Rowe Clearing LLC",
        ),
    ),
    "fund": ("Bristlecone Funds", "Aldergate Mutual Funds", "Northlight Dividend Fund"),
    "retirement": (
        *("Stonebridge Retirement Trust", "Beacon Lake Retirement Services", "Keystone Pension Trust Company"),
        *("Evergate Annuity Company", "Wayfarer Retirement Custodians, Inc."),
    ),
    "lender": (
        "Hearthside Mortgage Servicing LLC",
        "Longfellow Home Loans, Inc.",
        "Ridgeline Mortgage Company",
        "Cardinal Loan Servicing",
    ),
    "hsa": ("Clearwell HSA Trust Company", "Sycamore Health Savings Bank"),
    "student_loan": ("Lanternfish Student Loan Servicing", "Campus Bridge Loan Company"),
    "college": (
        "Summerhill College",
        "Port Ellery State University",
        "Dunmere Technical Institute",
        "Ashgrove University",
    ),
    "client": (
        *("Petrichor Media Group LLC", "Gable & Finch Realty", "Seastone Hotels, Inc.", "Walden Instruments Corp."),
        *("Marigold Event Planners LLC", "Tern Point Museum", "Rushmere Construction Co.", "Opaline Dental Group"),
    ),
    "processor": ("SwiftTender Payments, Inc.", "PayCrate Card Services LLC", "Tollhouse Merchant Services"),
    "marketplace": ("Attic & Barn Online Marketplace, Inc.", "ReTicketed Exchange LLC"),
    "partnership": (
        *(
            "Cinder Block Properties LP",
            "Blackthorn Ventures LP",
            "Juniper Hollow Farms LLC",
            "Tidal Basin Brewing LLC",
        ),
        *("Redwing Medical Building Partners LP", "Saltbox Development LLC"),
    ),
    "s_corporation": (
        "Ravel & Thread Studio, Inc.",
        "Ironwood Fence Company, Inc.",
        "Larkspur Catering Corp.",
        "Westbend Optics, Inc.",
    ),
    "trust": ("Eleanor V. Underhay Irrevocable Trust", "Thistlewood Family Trust u/a 2009"),
    "charity": (
        *(
            "Harrow Falls Community Food Bank",
            "Cedar Notch Animal Shelter",
            "St. Brendan's Parish",
            "Friends of the Millrace Library",
        ),
        *("Larkmoor Youth Orchestra", "Open Trails Conservancy", "Second Chance Thrift & Shelter"),
    ),
    "appeal": ("Larkspur Valley Historical Society", "Save the Millpond Fund", "Two Rivers Wildlife Rescue"),
    "fund_charity": ("Meridian Oak Charitable Gift Fund",),
    "care": ("Little Acorns Child Care Center", "Bright Meadow Day School", "Sunny Porch After School Program"),
    "state": ("Department of Revenue",),
    "market": ("Health Insurance Marketplace",),
    "casino": ("Riverbend Gaming Hall",),
}
"""Invented names by trade."""


class Cast:
    """Hands out people and parties; no name is given twice.

    Args:
        rng: the concern's stream.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._names = {trade: shuffled(rng, names) for trade, names in NAMES.items()}
        people = {"f": FEMALE, "m": MALE, "girl": GIRLS, "boy": BOYS}
        self._first = {kind: shuffled(rng, names) for kind, names in people.items()}
        self._last = shuffled(rng, LAST)
        self._serials: set[str] = set()

    def last_name(self) -> str:
        """Return a family name."""
        return self._last.pop()

    def place(self, state: str = "") -> Place:
        """Return an address, in one state when asked."""
        town, code, zip_code = pick(self._rng, [one for one in TOWNS if not state or one[1] == state])
        return Place(f"{int(self._rng.integers(11, 988))} {pick(self._rng, STREETS)}", town, code, zip_code)

    def person(self, key: str, kind: str, last: str, born: date, **more: str) -> Person:
        """Return a person; `kind` is f, m, girl or boy."""
        middle = pick(self._rng, MIDDLE)
        return Person(key, self._first[kind].pop(), middle, last, self._ssn(), born, **more)

    def party(self, trade: str, state: str = "") -> Party:
        """Return a party of a trade.

        Raises:
            LookupError: when the trade has no name left.
        """
        if not self._names[trade]:
            msg = f"no {trade} is left to hand out"
            raise LookupError(msg)
        phone = f"({int(self._rng.integers(201, 989))}) 555-01{int(self._rng.integers(0, 100)):02d}"
        return Party(self._names[trade].pop(), self.ein(), self.place(state), phone)

    def left(self, trade: str) -> int:
        """Return how many names of a trade are left."""
        return len(self._names[trade])

    def ein(self) -> str:
        """Return an EIN with a prefix that was never assigned."""
        return f"{pick(self._rng, EIN_PREFIXES)}-{self._serial(7)}"

    def account(self) -> str:
        """Return an account number."""
        return f"{self._serial(4)}-{self._serial(4)}"

    def _ssn(self) -> str:
        # 9xx is no SSN, and an ITIN has 50 or more in its middle.
        return f"9{self._serial(2)}-{int(self._rng.integers(10, 50))}-{self._serial(4)}"

    def _serial(self, digits: int) -> str:
        while True:
            serial = f"{int(self._rng.integers(10 ** (digits - 1), 10**digits))}"
            if digits == 2 or serial not in self._serials:
                self._serials.add(serial)
                return serial


def renamed(person: Person, last: str) -> Person:
    """Return a person whose family name was another before."""
    return replace(person, former_last=last)
