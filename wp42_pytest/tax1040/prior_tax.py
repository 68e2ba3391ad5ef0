"""Works out the lines of last year's return that follow from its others, with the rates of tax year 2024.

The worker never needs them; they make last year's return a coherent one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from wp42_pytest.tax1040 import rates_2024 as rates

if TYPE_CHECKING:
    from wp42_pytest.tax1040.household.cast import Person
    from wp42_pytest.tax1040.prior_entries import PriorReturn

Cents = int


def figures(prior: PriorReturn) -> Figures:
    """Return what follows from a return's own entries, each rounded to whole dollars as returns are."""
    return Figures(_rounded(prior))


def _whole(amount: Decimal | Cents) -> Cents:
    return 100 * int((Decimal(amount) / 100).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def _part(amount: Cents, rate: str) -> Cents:
    return _whole(Decimal(amount) * Decimal(rate))


_NO_MONEY = frozenset(
    (
        "status",
        "days",
        "personal_days",
        "person",
        "taxpayer",
        "spouse",
        "dependents",
        "payer",
        "employer",
        "entity",
        "place",
        "home",
    )
)


def _rounded(value: Any) -> Any:
    """Return entries of a return with every amount in whole dollars; people, payers and places stay as they are."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _whole(value)
    if isinstance(value, (list, tuple)):
        return type(value)(_rounded(one) for one in value)
    if isinstance(value, Mapping):
        return {key: _rounded(one) for key, one in value.items()}
    if type(value).__name__.startswith("Prior"):
        kept = {one.name: getattr(value, one.name) for one in fields(value)}
        return replace(value, **{name: _rounded(one) for name, one in kept.items() if name not in _NO_MONEY})
    return value


@dataclass
class Figures:
    """The worked-out lines of a return, in cents."""

    prior: PriorReturn

    def young(self, child: Person) -> bool:
        """Whether a dependent was under 17 at the end of 2024."""
        return child.age_at(rates.YEAR_END) < 17

    @cached_property
    def wages(self) -> Cents:
        """Line 1a."""
        return sum(one.wages for one in self.prior.wages)

    @cached_property
    def interest(self) -> Cents:
        """Line 2b."""
        return sum(amount for _, amount in self.prior.interest)

    @cached_property
    def dividends(self) -> Cents:
        """Line 3b."""
        return sum(ordinary for _, ordinary, _ in self.prior.dividends)

    @cached_property
    def qualified(self) -> Cents:
        """Line 3a."""
        return sum(qualified for _, _, qualified in self.prior.dividends)

    @cached_property
    def capital_net(self) -> Cents:
        """Schedule D line 16."""
        prior = self.prior
        return prior.short_term + prior.long_term - prior.short_carried_in - prior.long_carried_in

    @cached_property
    def capital(self) -> Cents:
        """Line 7."""
        return max(self.capital_net, -rates.LOSS_LIMIT * 100)

    @cached_property
    def carried_out(self) -> tuple[Cents, Cents]:
        """Short-term and long-term loss carried to 2025: the worksheet of Schedule D, for a return with taxable income."""
        prior = self.prior
        short = prior.short_term - prior.short_carried_in
        long = prior.long_term - prior.long_carried_in
        allowed = -min(self.capital, 0)
        short_loss = max(0, -short - max(long, 0))
        long_loss = max(0, -long - max(short, 0))
        used_short = min(short_loss, allowed)
        return short_loss - used_short, long_loss - (allowed - used_short)

    @cached_property
    def rental(self) -> Cents:
        """Schedule E line 41."""
        return sum(one.net for one in self.prior.rentals) + sum(one.net for one in self.prior.entities)

    @cached_property
    def business(self) -> Cents:
        """Schedule 1 line 3."""
        return sum(one.net for one in self.prior.businesses)

    @cached_property
    def self_employment(self) -> list[tuple[Person, Cents, Cents]]:
        """Each proprietor with net profit and self-employment tax."""
        nets: dict[str, Cents] = defaultdict(int)
        people = {}
        for one in self.prior.businesses:
            nets[one.person.key] += one.net
            people[one.person.key] = one.person
        found = []
        for key, net in nets.items():
            if net <= 400_00:
                continue
            base = _part(net, "0.9235")
            paid = sum(job.wages for job in self.prior.wages if job.person.key == key)
            social = min(base, max(0, rates.WAGE_BASE * 100 - paid))
            found.append((people[key], net, _part(social, "0.124") + _part(base, "0.029")))
        return found

    @cached_property
    def self_employment_tax(self) -> Cents:
        """Schedule 2 line 4."""
        return sum(tax for _, _, tax in self.self_employment)

    @cached_property
    def additional(self) -> Cents:
        """Schedule 1 line 10."""
        return self.business + self.rental + self.prior.unemployment

    @cached_property
    def adjustments(self) -> Cents:
        """Schedule 1 line 26."""
        own = sum(amount for _, amount, _ in self.prior.savings_accounts)
        return self.prior.educator + own + self.self_employment_half + self.student_loan

    @cached_property
    def self_employment_half(self) -> Cents:
        """Schedule 1 line 15."""
        return _part(self.self_employment_tax, "0.5")

    @cached_property
    def student_loan(self) -> Cents:
        """Schedule 1 line 21: what is left of the interest at this income, benefits counted at their most."""
        own = sum(amount for _, amount, _ in self.prior.savings_accounts)
        income = self._income_before_benefits + _part(self.prior.social_security, "0.85")
        income -= self.prior.educator + own + self.self_employment_half
        first, last = (100 * amount for amount in rates.STUDENT_PHASE[self.prior.status])
        gone = Decimal(min(max(0, income - first), last - first)) / (last - first)
        return _whole(self.prior.student_loan * (1 - gone))

    @cached_property
    def taxable_social_security(self) -> Cents:
        """Line 6b, by the worksheet of the instructions."""
        benefits = self.prior.social_security
        if not benefits:
            return 0
        first, second = (100 * amount for amount in rates.SOCIAL_BASES[self.prior.status])
        combined = self._income_before_benefits + self.prior.tax_exempt + benefits // 2 - self.adjustments
        if combined <= first:
            return 0
        lower = min(_part(combined - first, "0.5"), (second - first) // 2, _part(benefits, "0.5"))
        upper = _part(max(0, combined - second), "0.85")
        return min(lower + upper, _part(benefits, "0.85"))

    @cached_property
    def _income_before_benefits(self) -> Cents:
        pensions = sum(one.taxable for one in self.prior.pensions)
        return self.wages + self.interest + self.dividends + pensions + self.capital + self.additional

    @cached_property
    def income(self) -> Cents:
        """Line 9."""
        return self._income_before_benefits + self.taxable_social_security

    @cached_property
    def adjusted(self) -> Cents:
        """Line 11."""
        return self.income - self.adjustments

    @cached_property
    def itemized(self) -> Cents:
        """Schedule A line 17."""
        prior = self.prior
        taxes = min(prior.state_tax_paid + prior.real_estate_tax, rates.SALT_CAP * 100)
        return taxes + prior.mortgage_interest + prior.gifts + prior.goods

    @cached_property
    def standard(self) -> Cents:
        """The standard deduction."""
        prior = self.prior
        aged = sum(1 for one in (prior.taxpayer, prior.spouse) if one is not None and one.born < date(1960, 1, 2))
        return 100 * (rates.STANDARD[prior.status] + aged * rates.AGED[prior.status])

    @cached_property
    def itemizes(self) -> bool:
        """Whether Schedule A was filed."""
        return self.itemized > self.standard

    @cached_property
    def deduction(self) -> Cents:
        """Line 12."""
        return max(self.itemized, self.standard)

    @cached_property
    def business_deduction(self) -> Cents:
        """Line 13, below the threshold of Form 8995."""
        qualified = sum(max(0, one.net) for one in self.prior.businesses) - self.self_employment_half
        room = max(0, self.adjusted - self.deduction - self.qualified - max(0, self.capital))
        return min(_part(max(0, qualified), "0.20"), _part(room, "0.20"))

    @cached_property
    def taxable(self) -> Cents:
        """Line 15."""
        return max(0, self.adjusted - self.deduction - self.business_deduction)

    @cached_property
    def tax(self) -> Cents:
        """Line 16, with the lower rates on qualified dividends and net long-term gain."""
        prior = self.prior
        long = prior.long_term - prior.long_carried_in
        favoured = min(self.taxable, self.qualified + max(0, min(long, self.capital_net)))
        plain = self.taxable - favoured
        zero = max(0, min(self.taxable, 100 * rates.GAINS_ZERO[prior.status]) - plain)
        low = min(favoured, zero)
        top = max(0, self.taxable - max(plain, 100 * rates.GAINS_TOP[prior.status]))
        high = min(favoured - low, top)
        worked = self._ordinary(plain) + _part(favoured - low - high, "0.15") + _part(high, "0.20")
        return min(worked, self._ordinary(self.taxable))

    def _ordinary(self, amount: Cents) -> Cents:
        edges = [100 * edge for edge in rates.BRACKETS[self.prior.status]] + [10**15]
        total = Decimal(0)
        for (low, high), rate in zip(pairwise(edges), rates.RATES, strict=True):
            total += Decimal(max(0, min(amount, high) - low)) * Decimal(rate)
        return _whole(total)

    @cached_property
    def care_credit(self) -> Cents:
        """Schedule 3 line 2, at the rate of an income above 43,000."""
        spent = sum(amount for _, _, amount in self.prior.care)
        children = sum(1 for one in self.prior.dependents if one.age_at(rates.YEAR_END) < 13)
        limit = 3_000_00 if children < 2 else 6_000_00
        return min(_part(min(spent, limit), "0.20"), self.tax) if children else 0

    @cached_property
    def child_credit(self) -> Cents:
        """Line 19."""
        children = self.prior.dependents
        full = sum(2_000 if self.young(one) else 500 for one in children)
        over = max(0, self.adjusted // 100 - rates.CHILD_PHASE[self.prior.status])
        reduced = max(0, full - 50 * -(-over // 1000))
        return min(100 * reduced, self.tax - self.care_credit)

    @cached_property
    def net_investment_tax(self) -> Cents:
        """Form 8960."""
        over = max(0, self.adjusted - 100 * rates.NET_INVESTMENT[self.prior.status])
        passive = self.interest + self.dividends + self.capital
        passive += sum(one.net for one in self.prior.rentals)
        passive += sum(one.passive_income - one.passive_loss for one in self.prior.entities)
        return _part(max(0, min(over, passive)), "0.038")

    @cached_property
    def total_tax(self) -> Cents:
        """Line 24."""
        return self.tax - self.care_credit - self.child_credit + self.self_employment_tax + self.net_investment_tax

    @cached_property
    def withheld(self) -> tuple[Cents, Cents]:
        """Lines 25a and 25b."""
        return sum(one.withheld for one in self.prior.wages), sum(one.withheld for one in self.prior.pensions)

    @cached_property
    def payments(self) -> Cents:
        """Line 33."""
        return sum(self.withheld) + self.prior.estimated

    @cached_property
    def overpaid(self) -> Cents:
        """Line 34."""
        return max(0, self.payments - self.total_tax)

    @cached_property
    def applied(self) -> Cents:
        """Line 36: what of the overpayment was left as a payment of 2025."""
        return min(self.prior.applied, self.overpaid)

    def lines_1040(self) -> list[tuple[str, Cents]]:
        """The money lines of Form 1040 in their order."""
        prior = self.prior
        accounts = [one for one in prior.pensions if one.ira]
        plans = [one for one in prior.pensions if not one.ira]
        credits_taken = self.care_credit + self.child_credit
        other = self.self_employment_tax + self.net_investment_tax
        return [
            ("WagesAmt", self.wages),
            ("WagesSalariesAndTipsAmt", self.wages),
            ("TaxExemptInterestAmt", prior.tax_exempt),
            ("TaxableInterestAmt", self.interest),
            ("QualifiedDividendsAmt", self.qualified),
            ("OrdinaryDividendsAmt", self.dividends),
            ("IRADistributionsAmt", sum(one.gross for one in accounts)),
            ("TaxableIRAAmt", sum(one.taxable for one in accounts)),
            ("PensionsAnnuitiesAmt", sum(one.gross for one in plans)),
            ("TotalTaxablePensionsAmt", sum(one.taxable for one in plans)),
            ("SocSecBnftAmt", prior.social_security),
            ("TaxableSocSecAmt", self.taxable_social_security),
            ("CapitalGainLossAmt", self.capital),
            ("TotalAdditionalIncomeAmt", self.additional),
            ("TotalIncomeAmt", self.income),
            ("TotalAdjustmentsAmt", self.adjustments),
            ("AdjustedGrossIncomeAmt", self.adjusted),
            ("TotalItemizedOrStandardDedAmt", self.deduction),
            ("QualifiedBusinessIncomeDedAmt", self.business_deduction),
            ("TotalDeductionsAmt", self.deduction + self.business_deduction),
            ("TaxableIncomeAmt", self.taxable),
            ("TaxAmt", self.tax),
            ("TotalTaxBeforeCrAndOthTaxesAmt", self.tax),
            ("CTCODCAmt", self.child_credit),
            ("TotalNonrefundableCreditsAmt", self.care_credit),
            ("TotalCreditsAmt", credits_taken),
            ("TaxLessCreditsAmt", self.tax - credits_taken),
            ("TotalOtherTaxesAmt", other),
            ("TotalTaxAmt", self.total_tax),
            ("FormW2WithheldTaxAmt", self.withheld[0]),
            ("Form1099WithheldTaxAmt", self.withheld[1]),
            ("WithholdingTaxAmt", sum(self.withheld)),
            ("EstimatedTaxPaymentsAmt", prior.estimated),
            ("TotalPaymentsAmt", self.payments),
            ("OverpaidAmt", self.overpaid),
            ("RefundAmt", self.overpaid - self.applied),
            ("AppliedToEsTaxAmt", self.applied),
            ("OwedAmt", max(0, self.total_tax - self.payments)),
        ]

    def lines_schedule1(self) -> list[tuple[str, Cents]]:
        """The money lines of Schedule 1 in their order."""
        prior = self.prior
        return [
            ("BusinessIncomeLossAmt", self.business),
            ("RentalRealEstateIncomeLossAmt", self.rental),
            ("UnemploymentCompAmt", prior.unemployment),
            ("TotalAdditionalIncomeAmt", self.additional),
            ("EducatorExpensesAmt", prior.educator),
            ("HealthSavingsAccountDedAmt", sum(own for _, own, _ in prior.savings_accounts)),
            ("DeductibleSelfEmploymentTaxAmt", self.self_employment_half),
            ("StudentLoanInterestDedAmt", self.student_loan),
            ("TotalAdjustmentsAmt", self.adjustments),
        ]

    def lines_schedule_a(self) -> list[tuple[str, Cents]]:
        """The money lines of Schedule A in their order."""
        prior = self.prior
        return [
            ("StateAndLocalTaxAmt", prior.state_tax_paid),
            ("RealEstateTaxesAmt", prior.real_estate_tax),
            ("RptHomeMortgIntAndPointsAmt", prior.mortgage_interest),
            ("GiftsByCashOrCheckAmt", prior.gifts),
            ("OtherThanByCashOrCheckAmt", prior.goods),
            ("TotalItemizedDeductionsAmt", self.itemized),
        ]
