"""Students and teachers: Forms 1098-T and 1098-E, classroom expenses."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.returns import information_return
from wp42_pytest.tax1040.household.draws import amount, part, rate
from wp42_pytest.tax1040.household.package import YEAR
from wp42_pytest.tax1040.household.talk import client_mail
from wp42_pytest.tax1040.household.wages import hired, show, worker

if TYPE_CHECKING:
    from wp42_pytest.tax1040.household.cast import Person
    from wp42_pytest.tax1040.household.package import Package


def _student(package: Package) -> Person:
    taken = package.facts.setdefault("students", [])
    old = [one for one in package.dependents if one.age_at(date(YEAR, 12, 31)) >= 18 and one.key not in taken]
    person = old[0] if old else next(one for one in package.adults if one.key not in taken)
    taken.append(person.key)
    return person


def tuition(package: Package) -> None:
    """A year of college, part of it paid by a scholarship."""
    rng = package.stream("tuition")
    student = _student(package)
    college = package.cast.party("college")
    paid = amount(rng, 6_400, 19_800)
    grant = part(paid, rate(rng, 25, 55))
    spring = bool(rng.random() < 0.4)
    dependent = student in package.dependents
    values: dict[str, int | str] = {"1": paid, "5": grant, "8": "[X]"}
    adjusted = amount(rng, 90, 700) if rng.random() < 0.3 else 0
    if adjusted:
        values["4"] = adjusted
    if spring:
        values["7"] = "[X]"
    sheet = information_return(
        "1098-T", college, package.addressee(student), student.masked, values, account=package.cast.account()
    )
    path = package.form(f"1098-T {student.first}", college, sheet)
    sources = [path]
    books = amount(rng, 240, 1_150) if rng.random() < 0.6 else 0
    if books:
        sources.append(
            client_mail(
                package,
                date(2026, 2, 8),
                f"{student.first} books",
                f"Hi,\n\nfor {student.first}'s courses we also bought the required textbooks, {grouped(books)} in {YEAR}, from the campus "
                f"bookstore. The dorm was extra, I know that does not count.\n\n{package.taxpayer.first}",
            )
        )
    key = f"1098-T {student.first}"
    package.keep(
        key,
        "1098-T",
        None,
        sources,
        institution_name=college.name,
        institution_tin=college.ein,
        student_name=student.name,
        student_ssn=student.ssn,
        box1_payments=paid,
        box4_prior_year_adjustments=adjusted or None,
        box5_scholarships=grant,
        box7_next_year=True if spring else None,
        box8_half_time=True,
        books_required=books or None,
    )
    package.facts[f"enrolled {student.key}"] = dependent
    package.trap(47, path, f"{key}.box1_payments", paid, paid - grant)


def claimed_elsewhere(package: Package) -> None:
    """The form of a student whom the other parent claims."""
    rng = package.stream("claimed elsewhere")
    college = package.cast.party("college")
    child = package.cast.person("X", "girl", package.taxpayer.last, date(2005, 8, 19))
    paid = amount(rng, 5_200, 15_000)
    values: dict[str, int | str] = {"1": paid, "5": part(paid, "0.3"), "8": "[X]"}
    sheet = information_return("1098-T", college, package.addressee(child), child.masked, values)
    path = package.form(f"1098-T {child.first}", college, sheet)
    package.ask(
        f"1098-T {child.first}",
        f"{child.first} is not in your list of dependents. Do you claim {child.first} for {YEAR}?",
        f"No. {child.first} lives with the other parent, who claims {child.first} this year and pays the tuition. The form only came here by mistake.",
    )
    package.trap(47, path, f"1098-T {child.first}", None, paid)


def student_loan(package: Package) -> None:
    """Interest on a student loan, recorded as printed whatever the limit is."""
    rng = package.stream("student loan")
    person = pick(rng, package.adults)
    lender, account = package.cast.party("student_loan"), package.cast.account()
    interest = amount(rng, 610, 3_400)
    sheet = information_return(
        "1098-E", lender, package.addressee(person), person.masked, {"1": interest}, account=account
    )
    path = package.form(f"1098-E {person.first}", lender, sheet)
    package.prior.student_loan = min(250_000, part(interest, "1.05"))
    package.keep(
        f"1098-E {lender.short}",
        "1098-E",
        person.key,
        [path],
        lender_name=lender.name,
        lender_tin=lender.ein,
        account_number=account,
        box1_interest=interest,
    )


def classroom(package: Package) -> None:
    """A teacher's own purchases for the classroom."""
    rng = package.stream("classroom")
    person = worker(package)
    show(package, hired(package, person, rng, trade="school"))
    spent = amount(rng, 140, 620)
    path = client_mail(
        package,
        date(2026, 2, 4),
        "Classroom supplies",
        f"Hi,\n\n{person.first} teaches full time (grade school) and paid {grouped(spent)} in {YEAR} for classroom supplies that the school "
        f"did not reimburse. Receipts are here if you need them.\n\n{package.taxpayer.first}",
    )
    package.keep(f"Educator {person.key}", "Educator Expense", person.key, [path], amount=spent)
    package.prior.educator = 300_00
