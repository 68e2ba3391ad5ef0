"""The client's return of last year as MeF-shaped XML: element names of tax year 2024, not validated against the schema."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lxml.etree import _Element

    from wp42_pytest.tax1040.household.cast import Place
    from wp42_pytest.tax1040.prior_entries import PriorReturn

NAMESPACE = "http://www.irs.gov/efile"
Cents = int


def return_xml(prior: PriorReturn) -> bytes:
    """Return last year's return as a file."""
    return _Writer(prior).xml()


def worksheets_xml(lines: Sequence[tuple[str, str, str, int]]) -> bytes:
    """Return the preparation software's worksheets of last year: what is carried into this one.

    They are no part of the return that is filed, so their names are the software's and not the schema's.

    Args:
        lines: kind, owner, activity and amount in cents of each carryover.
    """
    from lxml import etree

    root = etree.Element("PreparationWorksheets", TaxYr="2024", CarriedTo="2025")
    for kind, owner, activity, amount in lines:
        worksheet, part = _WORKSHEETS[kind]
        found = etree.SubElement(root, "Worksheet", name=worksheet)
        line = etree.SubElement(found, "Carryover", TSJ=owner)
        etree.SubElement(line, "Description").text = part
        if activity:
            etree.SubElement(line, "Activity").text = activity
        etree.SubElement(line, "Amount").text = str(whole_dollars(amount))
    return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True))


_WORKSHEETS = {
    "capital_loss_short": ("Capital Loss Carryover Worksheet", "Short-term capital loss carryover to 2025"),
    "capital_loss_long": ("Capital Loss Carryover Worksheet", "Long-term capital loss carryover to 2025"),
    "passive_loss": ("Form 8582 Worksheet", "Unallowed passive loss carried to 2025"),
    "ira_basis": ("Form 8606", "Total basis in traditional IRAs for 2024 and earlier years (line 14)"),
}


class _Writer:
    """Writes a return; money in whole dollars, half up, and amounts of zero left out."""

    def __init__(self, prior: PriorReturn) -> None:
        self.sums = prior.figures()
        self.prior = self.sums.prior

    def xml(self) -> bytes:
        from lxml import etree

        root: _Element = etree.Element(f"{{{NAMESPACE}}}Return", nsmap={None: NAMESPACE}, returnVersion="2024v5.0")
        self._header(_under(root, "ReturnHeader", binaryAttachmentCnt="0"))
        data = _under(root, "ReturnData")
        for write in (
            self._form1040,
            self._schedule1,
            self._schedule3,
            self._schedule_a,
            self._schedule_b,
            self._schedules_c,
            self._schedule_d,
            self._schedule_e,
            self._schedules_se,
            self._care,
            self._savings,
            self._wages,
            self._pensions,
        ):
            write(data)
        data.set("documentCnt", str(len(data)))
        return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True))

    def _header(self, header: _Element) -> None:
        prior = self.prior
        _put(header, "TaxYr", "2024")
        _put(header, "TaxPeriodBeginDt", "2024-01-01")
        _put(header, "TaxPeriodEndDt", "2024-12-31")
        _put(header, "SoftwareVersionNum", "24.3.1")
        _put(header, "ReturnTypeCd", "1040")
        filer = _under(header, "Filer")
        first, second = prior.taxpayer, prior.spouse
        _put(filer, "PrimarySSN", _digits(first.ssn))
        if second is not None:
            _put(filer, "SpouseSSN", _digits(second.ssn))
            line = f"{first.first} & {second.first}<{first.last}"
            if second.last != first.last:
                line = f"{first.first}<{first.last}<& {second.first} {second.last}"
        else:
            line = f"{first.first} {first.middle}<{first.last}"
        _put(filer, "NameLine1Txt", line.upper())
        _put(filer, "PrimaryNameControlTxt", _control(first.last))
        if second is not None:
            _put(filer, "SpouseNameControlTxt", _control(second.last))
        _address(filer, "USAddress", prior.home)
        _put(filer, "PhoneNum", "2025550147")

    def _form1040(self, data: _Element) -> None:
        prior, sums = self.prior, self.sums
        form = _under(data, "IRS1040", documentId="IRS1040")
        _put(form, "IndividualReturnFilingStatusCd", str(prior.status))
        _put(form, "VirtualCurAcquiredDurTYInd", "false")
        for child in prior.dependents:
            detail = _under(form, "DependentDetail")
            _put(detail, "DependentFirstNm", child.first)
            _put(detail, "DependentLastNm", child.last)
            _put(detail, "DependentNameControlTxt", _control(child.last))
            _put(detail, "DependentSSN", _digits(child.ssn))
            _put(detail, "DependentRelationshipCd", child.relationship.upper())
            _put(detail, "EligibleForChildTaxCreditInd" if sums.young(child) else "EligibleForODCInd", "X")
        for element, amount in sums.lines_1040():
            _money(form, element, amount)
        _put(form, "PrimaryOccupationTxt", prior.taxpayer.occupation.upper())
        if prior.spouse is not None:
            _put(form, "SpouseOccupationTxt", prior.spouse.occupation.upper())

    def _schedule1(self, data: _Element) -> None:
        if not (self.sums.additional or self.sums.adjustments):
            return
        form = _under(data, "IRS1040Schedule1", documentId="IRS1040Schedule1")
        for element, amount in self.sums.lines_schedule1():
            _money(form, element, amount)

    def _schedule3(self, data: _Element) -> None:
        if self.sums.care_credit:
            form = _under(data, "IRS1040Schedule3", documentId="IRS1040Schedule3")
            _money(form, "CreditForChildAndDepdCareAmt", self.sums.care_credit)
            _money(form, "TotalNonrefundableCreditsAmt", self.sums.care_credit)

    def _schedule_a(self, data: _Element) -> None:
        if not self.sums.itemizes:
            return
        form = _under(data, "IRS1040ScheduleA", documentId="IRS1040ScheduleA")
        for element, amount in self.sums.lines_schedule_a():
            _money(form, element, amount)

    def _schedule_b(self, data: _Element) -> None:
        prior = self.prior
        if not (prior.interest or prior.dividends):
            return
        form = _under(data, "IRS1040ScheduleB", documentId="IRS1040ScheduleB")
        for payer, amount in prior.interest:
            group = _under(form, "Form1040SchBPartIGroup2")
            _put(_under(group, "InterestPayerName"), "BusinessNameLine1Txt", payer)
            _money(group, "InterestAmt", amount)
        _money(form, "TaxableInterestSubtotalAmt", self.sums.interest)
        _money(form, "CalculatedTotalTaxableIntAmt", self.sums.interest)
        for payer, ordinary, _ in prior.dividends:
            group = _under(form, "Form1040SchBPartII")
            _put(_under(group, "DividendPayerNameBusiness"), "BusinessNameLine1Txt", payer)
            _money(group, "DividendAmt", ordinary)
        _money(form, "TotalOrdinaryDividendsAmt", self.sums.dividends)
        _put(form, "ForeignAccountsQuestionInd", "false")
        _put(form, "ForeignTrustQuestionInd", "false")

    def _schedules_c(self, data: _Element) -> None:
        for number, business in enumerate(self.prior.businesses, start=1):
            form = _under(data, "IRS1040ScheduleC", documentId=f"IRS1040ScheduleC{number}")
            _put(form, "ProprietorNm", business.person.name)
            _put(form, "SSN", _digits(business.person.ssn))
            _put(form, "PrincipalBusinessActivityDesc", business.activity)
            _put(form, "PrincipalBusinessActivityCd", business.code)
            if business.name:
                _put(_under(form, "BusinessName"), "BusinessNameLine1Txt", business.name)
            if business.ein:
                _put(form, "EIN", _digits(business.ein))
            for element in ("TotalGrossReceiptsAmt", "GrossProfitAmt", "GrossIncomeAmt"):
                _money(form, element, business.gross)
            for element, amount in business.expenses.items():
                _money(form, element, amount)
            _money(form, "TotalExpensesAmt", sum(business.expenses.values()))
            _money(form, "NetProfitOrLossAmt", business.net)

    def _schedule_d(self, data: _Element) -> None:
        prior = self.prior
        if not (prior.short_term or prior.long_term or prior.short_carried_in or prior.long_carried_in):
            return
        form = _under(data, "IRS1040ScheduleD", documentId="IRS1040ScheduleD")
        _money(form, "STCapitalLossCarryoverAmt", prior.short_carried_in)
        _money(form, "LTCapitalLossCarryoverAmt", prior.long_carried_in)
        _money(form, "NetSTAndLTCapitalGainOrLossAmt", self.sums.capital_net)
        if self.sums.capital_net < 0:
            _money(form, "AllowableLossAmt", -self.sums.capital)

    def _schedule_e(self, data: _Element) -> None:
        prior = self.prior
        if not (prior.rentals or prior.entities):
            return
        form = _under(data, "IRS1040ScheduleE", documentId="IRS1040ScheduleE")
        for rental in prior.rentals:
            group = _under(form, "PropertyRealEstAndRoyaltyGroup")
            _address(group, "PropertyUSAddress", rental.place)
            _put(group, "PropertyDesc", rental.kind)
            _put(group, "FairRentalDaysCnt", str(rental.days))
            _put(group, "PersonalUseDaysCnt", str(rental.personal_days))
            _money(group, "RentsReceivedAmt", rental.rents)
            for element, amount in rental.expenses.items():
                _money(group, element, amount)
            _money(group, "TotalExpensesAmt", sum(rental.expenses.values()))
            _money(group, "NetRentalIncomeOrLossAmt", rental.net)
        for entity in prior.entities:
            group = _under(form, "PartnershipOrSCorpGroup")
            _put(_under(group, "PartnershipOrSCorporationNm"), "BusinessNameLine1Txt", entity.entity.name)
            _put(group, "PartnershipSCorpCd", entity.kind)
            _put(group, "PartnershipOrSCorpEIN", _digits(entity.entity.ein))
            _money(group, "PassiveLossAllowedAmt", entity.passive_loss)
            _money(group, "BusinessPassiveIncomeAmt", entity.passive_income)
            _money(group, "NonpassiveLossAmt", entity.nonpassive_loss)
            _money(group, "NonpassiveIncomeAmt", entity.nonpassive_income)
        _money(form, "TotalSuppIncomeOrLossAmt", self.sums.rental)

    def _schedules_se(self, data: _Element) -> None:
        for number, (person, net, tax) in enumerate(self.sums.self_employment, start=1):
            form = _under(data, "IRS1040ScheduleSE", documentId=f"IRS1040ScheduleSE{number}")
            _put(form, "PersonNm", person.name)
            _put(form, "SSN", _digits(person.ssn))
            _money(form, "NetNonFarmProfitLossAmt", net)
            _money(form, "SelfEmploymentTaxAmt", tax)

    def _care(self, data: _Element) -> None:
        if not self.prior.care:
            return
        form = _under(data, "IRS2441", documentId="IRS2441")
        for name, ein, amount in self.prior.care:
            group = _under(form, "CareProviderGrp")
            _put(_under(group, "CareProviderBusinessName"), "BusinessNameLine1Txt", name)
            _put(group, "EIN", _digits(ein))
            _put(group, "HouseholdEmployeeInd", "false")
            _money(group, "PaidAmt", amount)
        _money(form, "CreditForChildAndDepdCareAmt", self.sums.care_credit)

    def _savings(self, data: _Element) -> None:
        for number, (person, own, employer) in enumerate(self.prior.savings_accounts, start=1):
            form = _under(data, "IRS8889", documentId=f"IRS8889{number}")
            _put(form, "PersonNm", person.name)
            _put(form, "RecipientSSN", _digits(person.ssn))
            _put(
                form,
                "HDHPFamilyCoverageInd" if self.prior.spouse or self.prior.dependents else "HDHPSelfOnlyCoverageInd",
                "X",
            )
            _money(form, "HSAContributionAmt", own)
            _money(form, "HSAEmployerContributionAmt", employer)
            _money(form, "TotalHSADeductionAmt", own)

    def _wages(self, data: _Element) -> None:
        for number, one in enumerate(self.prior.wages, start=1):
            form = _under(data, "IRSW2", documentId=f"W2000{number}")
            _put(form, "EmployeeSSN", _digits(one.person.ssn))
            _put(form, "EmployerEIN", _digits(one.employer.ein))
            _put(form, "EmployerNameControlTxt", _control(one.employer.name))
            _put(_under(form, "EmployerName"), "BusinessNameLine1Txt", one.employer.name)
            _address(form, "EmployerUSAddress", one.employer.place)
            _put(form, "EmployeeNm", one.person.name)
            _money(form, "WagesAmt", one.wages)
            _money(form, "WithholdingAmt", one.withheld)
            deferred = sum(amount for code, amount in one.codes if code == "D")
            _money(form, "SocialSecurityWagesAmt", one.wages + deferred)
            _money(form, "SocialSecurityTaxAmt", _rate(one.wages + deferred, "0.062"))
            _money(form, "MedicareWagesAndTipsAmt", one.wages + deferred)
            _money(form, "MedicareTaxWithheldAmt", _rate(one.wages + deferred, "0.0145"))
            for code, amount in one.codes:
                group = _under(form, "EmployersUseGrp")
                _put(group, "EmployersUseCd", code)
                _money(group, "EmployersUseAmt", amount)
            state = _under(_under(form, "W2StateLocalTaxGrp"), "W2StateTaxGrp")
            _put(state, "StateAbbreviationCd", one.state)
            _money(state, "StateWagesAmt", one.wages)
            _money(state, "StateIncomeTaxAmt", one.state_tax)
            _put(form, "StandardOrNonStandardCd", "S")

    def _pensions(self, data: _Element) -> None:
        for number, one in enumerate(self.prior.pensions, start=1):
            form = _under(data, "IRS1099R", documentId=f"1099R{number}")
            _put(form, "PayerNameControlTxt", _control(one.payer.name))
            _put(_under(form, "PayerName"), "BusinessNameLine1Txt", one.payer.name)
            _put(form, "PayerEIN", _digits(one.payer.ein))
            _put(form, "RecipientSSN", _digits(one.person.ssn))
            _put(form, "RecipientNm", one.person.name)
            _money(form, "GrossDistributionAmt", one.gross)
            _money(form, "TaxableAmt", one.taxable)
            _money(form, "FederalIncomeTaxWithheldAmt", one.withheld)
            _put(form, "F1099RDistributionCd", one.code)
            _put(form, "StandardOrNonStandardCd", "S")


def _under(parent: _Element, name: str, **attributes: str) -> Any:
    from lxml import etree

    return etree.SubElement(parent, f"{{{NAMESPACE}}}{name}", attrib=attributes)


def _put(parent: _Element, name: str, text: str) -> None:
    _under(parent, name).text = text


def _money(parent: _Element, name: str, amount: Cents) -> None:
    whole = whole_dollars(amount)
    if whole:
        _put(parent, name, str(whole))


def _address(parent: _Element, name: str, place: Place) -> None:
    group = _under(parent, name)
    _put(group, "AddressLine1Txt", place.street)
    _put(group, "CityNm", place.town)
    _put(group, "StateAbbreviationCd", place.state)
    _put(group, "ZIPCd", place.zip_code)


def whole_dollars(amount: Cents) -> int:
    """Return an amount in whole dollars, half up as returns are rounded."""
    return int((Decimal(amount) / 100).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def _rate(amount: Cents, rate: str) -> Cents:
    return int((Decimal(amount) * Decimal(rate)).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def _digits(tin: str) -> str:
    return tin.replace("-", "")


def _control(name: str) -> str:
    return re.sub(r"[^A-Z0-9&-]", "", name.upper())[:4]
