"""One package being assembled: who it is about, what is true, the papers that show it, and where a reader may slip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.opc import Properties
from wp42_pytest.authoring.pdf import drawn_pdf_bytes
from wp42_pytest.tax1040.documents.flow import Block, Faces, Head, Painter, flowed
from wp42_pytest.tax1040.documents.forms import FULL_PAGE, LOWER_HALF, UPPER_HALF, Area, Look, Sheet, draw
from wp42_pytest.tax1040.documents.looks import LOOKS
from wp42_pytest.tax1040.documents.scans import scan_pdf_bytes, scanned_pages, use_scan_fonts
from wp42_pytest.tax1040.household.cast import Cast, Party, Person, Place
from wp42_pytest.tax1040.household.truth import record_of
from wp42_pytest.tax1040.prior_entries import PriorReturn
from wp42_pytest.tax1040.traps import CATALOGUE, TrapLabel

if TYPE_CHECKING:
    import numpy as np
    from reportlab.pdfgen.canvas import Canvas

    from wp42_pytest.authoring.generator import Build
    from wp42_pytest.tax1040.fields import Record
    from wp42_pytest.tax1040.household.business import Business
    from wp42_pytest.tax1040.household.wages import Job

YEAR = 2025
PRIOR = 2024
CURRENT, PRIOR_XML, NOTES, OPEN = "current_year", "prior_year_xml", "prep_notes", "open_items"
PREPARED = datetime(2026, 3, 20, 9, 30)
"""When the preparer's folder was put together."""

SCANNED_SHARE = 0.3
SANS: Faces = ("Helvetica", "Helvetica-Bold")
SERIF: Faces = ("Times-Roman", "Times-Bold")
SLOTS = {1: [FULL_PAGE], 2: [UPPER_HALF, LOWER_HALF]}


@dataclass
class OpenItem:
    """One line of the list of open items."""

    about: str
    question: str
    reply: str = ""
    asked: date = date(2026, 2, 9)
    replied: date | None = None

    @property
    def status(self) -> str:
        """Whether the client has answered."""
        return "Answered" if self.reply else "Open"


@dataclass
class Kept:
    """A true record and the papers that show it."""

    key: str
    record: Record
    sources: list[str]


@dataclass
class Package:
    """Everything about one household, as it is being put together.

    Args:
        build: the instance being made.
        level: 1 few papers, 2 the usual number, 3 many.
        status: filing status, 1 to 5.
        home: the address at the end of the year.
    """

    build: Build
    cast: Cast
    level: int
    status: int
    taxpayer: Person
    spouse: Person | None
    dependents: list[Person]
    home: Place
    former_home: Place | None = None
    kept: list[Kept] = field(default_factory=list)
    papers: dict[str, bytes] = field(default_factory=dict)
    labels: list[TrapLabel] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    open_items: list[OpenItem] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    jobs: dict[str, Job] = field(default_factory=dict)
    working: frozenset[str] = frozenset()
    pensioned: set[str] = field(default_factory=set)
    drawing: set[str] = field(default_factory=set)
    worksheets: list[tuple[str, str, str, int]] = field(default_factory=list)
    businesses: list[Business] = field(default_factory=list)
    months: dict[str, int] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    pending: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.prior = PriorReturn(self.status, self.taxpayer, self.spouse, self.former_home or self.home)
        self._looks: dict[str, Look] = {}
        self._look_stream = self.build.stream("looks")
        self._scan_stream = self.build.stream("scans")
        self._name_stream = self.build.stream("file names")
        self._streams: dict[str, int] = {}

    @property
    def joint(self) -> bool:
        """Whether it is a joint return."""
        return self.status == 2

    @property
    def adults(self) -> list[Person]:
        """Taxpayer and spouse."""
        return [one for one in (self.taxpayer, self.spouse) if one is not None]

    @property
    def couple(self) -> str:
        """Both names, as on a joint account."""
        return " and ".join(f"{one.first} {one.last}" for one in self.adults)

    def jobless(self) -> list[Person]:
        """Return whoever works and has no main job yet."""
        return [one for one in self.adults if one.key in self.working and one.key not in self.jobs]

    def retired(self) -> list[Person]:
        """Return whoever does not work."""
        return [one for one in self.adults if one.key not in self.working]

    def pensionless(self) -> list[Person]:
        """Return whoever is retired and has no pension yet."""
        return [one for one in self.retired() if one.key not in self.pensioned]

    def beneficiaries(self) -> list[Person]:
        """Return whoever is retired and has no Form SSA-1099 yet."""
        return [one for one in self.retired() if one.key not in self.drawing]

    def proprietor(self, rng: np.random.Generator) -> Person:
        """Draw who runs the next business."""
        return pick(rng, [one for one in self.adults if one.key in self.working] or self.adults)

    def unreported(self) -> Business | None:
        """Return a business whose customers have reported nothing yet."""
        reported = self.facts.get("reported", [])
        return next((one for one in self.businesses if one.name not in reported), None)

    @property
    def worksheet_path(self) -> str:
        """The file with last year's carryover worksheets."""
        return f"{PRIOR_XML}/{PRIOR}_worksheets.xml"

    def source_of(self, key: str) -> str:
        """Return the paper that decides a record."""
        return next(one.sources[-1] for one in self.kept if one.key == key)

    def stream(self, concern: str) -> np.random.Generator:
        """Return a fresh stream for a concern that may come more than once."""
        number = self._streams[concern] = self._streams.get(concern, 0) + 1
        return self.build.stream(f"{concern}.{number}")

    def look(self, party: Party) -> Look:
        """Return how a party's forms look, always the same."""
        if party.name not in self._looks:
            self._looks[party.name] = pick(self._look_stream, LOOKS)
        return self._looks[party.name]

    def official(self, party: Party) -> Look:
        """Return a party's look in the arrangement of the official form, for pages that hold several forms."""
        return replace(self.look(party), arrangement="grid")

    def addressee(self, person: Person, place: Place | None = None) -> list[str]:
        """Return a person's name and address lines."""
        return [person.name, *(place or self.home).lines]

    def joint_addressee(self) -> list[str]:
        """Return both spouses' names and the address."""
        return [" &".join(f" {one.name}" for one in self.adults).strip(), *self.home.lines]

    def keep(self, key: str, classification: str, owner: str | None, sources: Sequence[str], **fields: Any) -> Kept:
        """Note a true record.

        Args:
            key: what the record is called among ourselves.
            classification: its exact classification.
            owner: T, S or J; None where the record has none.
            sources: the papers that show it.
            fields: its values; integers of fields that hold money are cents.

        Raises:
            ValueError: when a record of that key is there already.
        """
        if any(one.key == key for one in self.kept):
            msg = f"there is a record {key!r} already"
            raise ValueError(msg)
        kept = Kept(key, record_of(classification, owner, fields), list(sources))
        self.kept.append(kept)
        return kept

    def also(self, key: str, path: str) -> None:
        """Note a further paper that shows a record."""
        next(one for one in self.kept if one.key == key).sources.append(path)

    def trap(self, number: int, decisive: str, path: str, right: object, wrong: object) -> None:
        """Label a place where a careless reader goes wrong.

        Args:
            number: the trap's number in the catalogue.
            decisive: the paper that decides it.
            path: record key and field, or the record key alone.
            right: the right value; None when nothing must be there.
            wrong: what the careless reader writes.
        """
        self.labels.append(TrapLabel(number, CATALOGUE[number].name, decisive, path, right, wrong))

    def add(self, folder: str, name: str, data: bytes) -> str:
        """Put a finished file into the package and return its path below sources/."""
        stem, _, suffix = name.rpartition(".")
        path, count = f"{folder}/{name}", 1
        while path in self.papers:
            count += 1
            path = f"{folder}/{stem} ({count}).{suffix}"
        self.papers[path] = data
        return path

    def pages(
        self,
        title: str,
        painters: Callable[[Faces | None], Sequence[Painter]],
        *,
        folder: str = CURRENT,
        received: date = date(2026, 2, 3),
        scan: bool | None = None,
    ) -> str:
        """Put drawn pages into the package, as a PDF or as a scan of it.

        Args:
            title: what the file is called, without suffix.
            painters: gives the pages for the faces that they will be set in.
            folder: where it lies.
            received: when the client sent it.
            scan: whether it is a scan; drawn when left open.
        """
        drawn_as_scan = bool(self._scan_stream.random() < SCANNED_SHARE)
        scanned = drawn_as_scan if scan is None else scan
        created = datetime(received.year, received.month, received.day, 10, 15)
        faces = use_scan_fonts() if scanned else None

        def bound(painter: Painter) -> Callable[[Canvas], None]:
            return lambda canvas: painter(canvas, faces)

        pdf = drawn_pdf_bytes([bound(painter) for painter in painters(faces)], Properties(title, "", created))
        if scanned:
            number = int(self._name_stream.integers(1000, 9999))
            opaque = bool(self._name_stream.random() < 0.4)
            pdf = scan_pdf_bytes(scanned_pages(pdf, self.stream("specks")), created)
            return self.add(folder, f"scan_{number}.pdf" if opaque else f"{title} scan.pdf", pdf)
        return self.add(folder, f"{title}.pdf", pdf)

    def flow(self, title: str, head: Head, blocks: Sequence[Block], *, faces: Faces = SERIF, **more: Any) -> str:
        """Put a letter, statement or list that flows over pages into the package."""
        return self.pages(title, lambda other: flowed(blocks, head, other or faces), **more)

    def forms(self, title: str, pages: Sequence[Sequence[tuple[Area, Sheet, Look]]], **more: Any) -> str:
        """Put drawn forms into the package; for each page the forms on it."""

        def painter(forms: Sequence[tuple[Area, Sheet, Look]]) -> Painter:
            def paint(canvas: Canvas, faces: Faces | None) -> None:
                for area, sheet, look in forms:
                    draw(canvas, area, sheet, look.typeset(*faces) if faces else look)

            return paint

        return self.pages(title, lambda _: [painter(page) for page in pages], **more)

    def form(self, title: str, party: Party, *sheets: Sheet, **more: Any) -> str:
        """Put one payer's forms into the package: two on a page in a grid, one on a page as a list."""
        look = self.look(party)
        alone = len(sheets) == 1 and len(sheets[0].grid) > 11
        each = 1 if look.arrangement == "list" or alone else 2
        chunks = [sheets[at : at + each] for at in range(0, len(sheets), each)]
        pages = [[(area, sheet, look) for area, sheet in zip(SLOTS[each], chunk, strict=False)] for chunk in chunks]
        return self.forms(title, pages, **more)

    def ask(self, about: str, question: str, reply: str = "", replied: date | None = None) -> None:
        """Add a line to the open items."""
        self.open_items.append(
            OpenItem(about, question, reply, replied=replied or (date(2026, 2, 20) if reply else None))
        )
