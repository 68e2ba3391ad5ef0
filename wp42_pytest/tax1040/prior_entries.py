"""What stood on last year's return, as features of a household add it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wp42_pytest.tax1040.prior_tax import Figures, figures

if TYPE_CHECKING:
    from wp42_pytest.tax1040.household.cast import Party, Person, Place

Cents = int


@dataclass(frozen=True)
class PriorWages:
    """A W-2 of last year."""

    person: Person
    employer: Party
    wages: Cents
    withheld: Cents
    state: str
    state_tax: Cents
    codes: tuple[tuple[str, Cents], ...] = ()


@dataclass(frozen=True)
class PriorPension:
    """A 1099-R of last year."""

    person: Person
    payer: Party
    gross: Cents
    taxable: Cents
    withheld: Cents
    code: str
    ira: bool


@dataclass(frozen=True)
class PriorBusiness:
    """A Schedule C of last year; expenses by element name."""

    person: Person
    name: str
    activity: str
    code: str
    ein: str
    gross: Cents
    expenses: Mapping[str, Cents]

    @property
    def net(self) -> Cents:
        """Gross receipts less expenses."""
        return self.gross - sum(self.expenses.values())


@dataclass(frozen=True)
class PriorRental:
    """A property of last year's Schedule E; expenses by element name."""

    place: Place
    days: int
    personal_days: int
    rents: Cents
    expenses: Mapping[str, Cents]
    kind: str = "SINGLE FAMILY RESIDENCE"

    @property
    def net(self) -> Cents:
        """Rents less expenses."""
        return self.rents - sum(self.expenses.values())


@dataclass(frozen=True)
class PriorEntity:
    """A partnership or S corporation of last year's Schedule E, page 2."""

    entity: Party
    kind: str
    passive_income: Cents = 0
    passive_loss: Cents = 0
    nonpassive_income: Cents = 0
    nonpassive_loss: Cents = 0

    @property
    def net(self) -> Cents:
        """What it adds to income."""
        return self.passive_income + self.nonpassive_income - self.passive_loss - self.nonpassive_loss


@dataclass
class PriorReturn:
    """What stood on last year's return; features add what they know, and the rest is worked out.

    Args:
        status: filing status, 1 to 5.
        taxpayer: the first filer.
        spouse: the second filer of a joint return.
        home: the address of last year.
    """

    status: int
    taxpayer: Person
    spouse: Person | None
    home: Place
    dependents: list[Person] = field(default_factory=list)
    wages: list[PriorWages] = field(default_factory=list)
    interest: list[tuple[str, Cents]] = field(default_factory=list)
    dividends: list[tuple[str, Cents, Cents]] = field(default_factory=list)
    tax_exempt: Cents = 0
    pensions: list[PriorPension] = field(default_factory=list)
    social_security: Cents = 0
    short_term: Cents = 0
    long_term: Cents = 0
    short_carried_in: Cents = 0
    long_carried_in: Cents = 0
    unemployment: Cents = 0
    educator: Cents = 0
    student_loan: Cents = 0
    businesses: list[PriorBusiness] = field(default_factory=list)
    rentals: list[PriorRental] = field(default_factory=list)
    entities: list[PriorEntity] = field(default_factory=list)
    state_tax_paid: Cents = 0
    real_estate_tax: Cents = 0
    mortgage_interest: Cents = 0
    gifts: Cents = 0
    goods: Cents = 0
    care: list[tuple[str, str, Cents]] = field(default_factory=list)
    savings_accounts: list[tuple[Person, Cents, Cents]] = field(default_factory=list)
    estimated: Cents = 0
    applied: Cents = 0

    def figures(self) -> Figures:
        """Return the lines that follow from the others."""
        return figures(self)
