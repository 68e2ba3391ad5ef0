"""Reads the prior-year return: who files, which entities there were, what is carried over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from lxml import etree
from lxml.etree import _Element


@dataclass(frozen=True)
class Business:
    """A Schedule C of last year."""

    name: str
    proprietor_ssn: str
    activity: str
    code: str
    ein: str


@dataclass(frozen=True)
class Carried:
    """One line of a worksheet that is carried into this year."""

    worksheet: str
    description: str
    activity: str
    amount: Decimal
    owner: str


@dataclass
class Prior:
    """What last year's return says."""

    year: int = 0
    status: str = ""
    taxpayer_ssn: str = ""
    spouse_ssn: str = ""
    first_names: tuple[str, ...] = ()
    surname: str = ""
    businesses: list[Business] = field(default_factory=list)
    properties: list[str] = field(default_factory=list)
    entities: list[str] = field(default_factory=list)
    applied: Decimal = Decimal()
    deducted_state_tax: bool = False
    carried: list[Carried] = field(default_factory=list)


def read_prior(folder: Path) -> Prior:
    """Return the prior-year return and its worksheets of a folder."""
    prior = Prior()
    for path in sorted(folder.glob("*.xml")):
        root = etree.parse(str(path), etree.XMLParser(resolve_entities=False, no_network=True)).getroot()
        if _local(root) == "Return":
            _read_return(prior, root)
        else:
            prior.carried += list(_worksheets(root))
    return prior


def _local(element: _Element) -> str:
    return str(etree.QName(element).localname)


def _all(element: _Element, name: str) -> Iterator[_Element]:
    return (each for each in element.iter("{*}" + name))


def _text(element: _Element, name: str) -> str:
    found = next(_all(element, name), None)
    return (found.text or "").strip() if found is not None else ""


def _read_return(prior: Prior, root: _Element) -> None:
    prior.year = int(_text(root, "TaxYr") or 0)
    prior.status = _text(root, "IndividualReturnFilingStatusCd")
    prior.taxpayer_ssn, prior.spouse_ssn = _text(root, "PrimarySSN"), _text(root, "SpouseSSN")
    given, _, prior.surname = _text(root, "NameLine1Txt").partition("<")
    prior.first_names = tuple(name.strip() for name in given.split("&"))
    for sheet in _all(root, "IRS1040ScheduleC"):
        prior.businesses.append(
            Business(
                _text(sheet, "BusinessNameLine1Txt"),
                _text(sheet, "SSN"),
                _text(sheet, "PrincipalBusinessActivityDesc"),
                _text(sheet, "PrincipalBusinessActivityCd"),
                _text(sheet, "EIN"),
            )
        )
    for rental in _all(root, "PropertyRealEstAndRoyaltyGroup"):
        prior.properties.append(_text(rental, "AddressLine1Txt"))
    for entity in _all(root, "PartnershipOrSCorpGroup"):
        prior.entities.append(_text(entity, "BusinessNameLine1Txt"))
    prior.applied = Decimal(_text(root, "AppliedToEsTaxAmt") or 0)
    prior.deducted_state_tax = any(_text(sheet, "StateAndLocalTaxAmt") for sheet in _all(root, "IRS1040ScheduleA"))


def _worksheets(root: _Element) -> Iterator[Carried]:
    for sheet in _all(root, "Worksheet"):
        for line in _all(sheet, "Carryover"):
            yield Carried(
                sheet.get("name", ""),
                _text(line, "Description"),
                _text(line, "Activity"),
                Decimal(_text(line, "Amount") or 0),
                line.get("TSJ", ""),
            )
