"""Bank and bond interest: Forms 1099-INT, and papers that are not of this return."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.returns import Values, information_return
from wp42_pytest.tax1040.household.draws import amount, part, rate
from wp42_pytest.tax1040.household.package import PRIOR, YEAR
from wp42_pytest.tax1040.household.truth import of_boxes

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.tax1040.household.cast import Party
    from wp42_pytest.tax1040.household.package import Package


def holder(package: Package, rng: np.random.Generator) -> tuple[str, list[str], str]:
    """Draw whose an account is: owner code, recipient block, number as printed."""
    if package.joint and rng.random() < 0.4:
        first, second = package.adults
        number = first.masked if rng.random() < 0.7 else first.ssn
        return "J", [first.name, f"& {second.name}", *package.home.lines], number
    person = pick(rng, package.adults)
    return person.key, package.addressee(person), person.masked if rng.random() < 0.7 else person.ssn


def statement(
    package: Package,
    bank: Party,
    values: Values,
    owner: tuple[str, list[str], str],
    title: str,
    *,
    fields: dict[str, Any] | None = None,
    scan: bool | None = None,
) -> tuple[str, str]:
    """Print a Form 1099-INT and note its record; return the record's key and the paper's path."""
    account = package.cast.account()
    sheet = information_return("1099-INT", bank, owner[1], owner[2], values, account=account)
    path = package.form(title, bank, sheet, scan=scan)
    key = f"1099-INT {bank.short} {account}"
    package.keep(
        key,
        "1099-INT",
        owner[0],
        [path],
        payer_name=bank.name,
        payer_tin=bank.ein,
        account_number=account,
        **of_boxes("1099-INT", values),
        **(fields or {}),
    )
    return key, path


def _last_year(package: Package, bank: Party, cents: int) -> None:
    package.prior.interest.append((bank.name, cents))


def plain_interest(package: Package) -> None:
    """A savings account."""
    rng = package.stream("plain interest")
    bank = package.cast.party("bank")
    values: dict[str, int | str] = {"1": amount(rng, 18, 1_900)}
    if rng.random() < 0.2:
        values["2"] = part(int(values["1"]), rate(rng, 5, 40))
    if rng.random() < 0.15:
        values["4"] = part(int(values["1"]), "0.24")
    statement(package, bank, values, holder(package, rng), f"1099-INT {bank.short}")
    _last_year(package, bank, amount(rng, 15, 1_700))


def treasury_interest(package: Package) -> None:
    """Savings bonds: box 3 is filled in beside box 1."""
    rng = package.stream("treasury")
    bank = package.cast.party("bank")
    values: dict[str, int | str] = {"1": amount(rng, 240, 1_400), "3": amount(rng, 310, 2_600)}
    key, path = statement(package, bank, values, holder(package, rng), f"{bank.short} interest {YEAR}")
    _last_year(package, bank, amount(rng, 500, 3_000))
    package.trap(6, path, f"{key}.box3_treasury_interest", values["3"], None)


def municipal_interest(package: Package) -> None:
    """A bond account: box 9 is part of box 8."""
    rng = package.stream("municipal")
    bank = package.cast.party("bank")
    exempt = amount(rng, 900, 4_800)
    bonds = part(exempt, "0.35")
    values: dict[str, int | str] = {"1": amount(rng, 60, 400), "8": exempt, "9": bonds}
    key, path = statement(package, bank, values, holder(package, rng), f"1099INT {bank.short} bonds")
    package.prior.tax_exempt += part(exempt, "0.9")
    package.trap(7, path, f"{key}.box8_tax_exempt_interest", exempt, exempt + bonds)


def premium_interest(package: Package) -> None:
    """A bond account whose form shows premium in boxes of its own."""
    rng = package.stream("premium")
    bank = package.cast.party("bank")
    interest, treasury = amount(rng, 1_200, 4_200), amount(rng, 500, 1_900)
    values: dict[str, int | str] = {
        "1": interest,
        "3": treasury,
        "11": part(interest, "0.08"),
        "12": part(treasury, "0.06"),
    }
    key, path = statement(package, bank, values, holder(package, rng), f"{bank.short} 1099-INT bond account")
    _last_year(package, bank, amount(rng, 1_500, 5_000))
    package.trap(10, path, f"{key}.box1_interest", interest, interest - part(interest, "0.08"))


def nominee_interest(package: Package) -> None:
    """Half of an account under the client's number belongs to a sibling."""
    rng = package.stream("nominee")
    bank = package.cast.party("bank")
    person = package.taxpayer
    sibling = package.cast.person("X", "m", person.former_last or person.last, date(1970, 5, 4))
    whole = 2 * amount(rng, 400, 1_600)
    share = whole // 2
    owner = (person.key, [person.name, f"& {sibling.name}", *package.home.lines], person.ssn)
    values: dict[str, int | str] = {"1": whole}
    key, path = statement(package, bank, values, owner, f"1099-INT {bank.short}", fields={"nominee_interest": share})
    _last_year(package, bank, part(whole, "0.9"))
    reply = (
        f"The {bank.short} account is held with my brother {sibling.first}. It is under my number but exactly half of the "
        f"{YEAR} interest is his, and I gave him a 1099-INT for his half."
    )
    package.ask(f"{bank.short} 1099-INT", "Two names are on this account. Whose interest is it?", reply)
    package.trap(8, path, f"{key}.nominee_interest", share, None)


def former_name_interest(package: Package) -> None:
    """A bank still has the name before marriage and prints a masked number."""
    rng = package.stream("former name interest")
    bank = package.cast.party("bank")
    person = next(one for one in package.adults if one.former_last)
    owner = (person.key, [person.former_name, *package.home.lines], person.masked)
    values: dict[str, int | str] = {"1": amount(rng, 90, 1_500)}
    key, path = statement(package, bank, values, owner, f"{bank.short} 1099")
    _last_year(package, bank, amount(rng, 90, 1_500))
    package.trap(42, path, f"{key}.owner", person.key, "T" if person.key == "S" else "S")


def childs_interest(package: Package) -> None:
    """A child's own savings account lies among the parents' papers."""
    rng = package.stream("child interest")
    child = package.dependents[0]
    bank = package.cast.party("bank")
    cents = amount(rng, 140, 900)
    sheet = information_return(
        "1099-INT", bank, package.addressee(child), child.ssn, {"1": cents}, account=package.cast.account()
    )
    path = package.form(f"1099-INT {bank.short} {child.first}", bank, sheet)
    package.trap(41, path, f"1099-INT {bank.short}", None, cents)


def trust_interest(package: Package) -> None:
    """A trust's account lies among the papers."""
    rng = package.stream("trust interest")
    trust, bank = package.cast.party("trust"), package.cast.party("bank")
    cents = amount(rng, 2_100, 9_800)
    block = [trust.name, f"{package.taxpayer.name}, Trustee", *package.home.lines]
    sheet = information_return("1099-INT", bank, block, trust.ein, {"1": cents}, account=package.cast.account())
    path = package.form(f"{bank.short} 1099-INT {YEAR}", bank, sheet)
    package.trap(41, path, f"1099-INT {bank.short}", None, cents)


def last_years_interest(package: Package) -> None:
    """Last year's form of a bank that is still there."""
    rng = package.stream("last years interest")
    bank = package.cast.party("bank")
    before = amount(rng, 200, 2_400)
    owner = holder(package, rng)
    _last_year(package, bank, before)
    account = package.cast.account()
    sheet = information_return("1099-INT", bank, owner[1], owner[2], {"1": before}, account=account, year=PRIOR)
    old = package.form(f"1099-INT {bank.short} {pick(rng, ('a', '1'))}", bank, sheet)
    values: dict[str, int | str] = {"1": amount(rng, 200, 2_400)}
    key = f"1099-INT {bank.short} {account}"
    sheet = information_return("1099-INT", bank, owner[1], owner[2], values, account=account)
    path = package.form(f"1099-INT {bank.short} {pick(rng, ('b', '2'))}", bank, sheet)
    package.keep(
        key,
        "1099-INT",
        owner[0],
        [path],
        payer_name=bank.name,
        payer_tin=bank.ein,
        account_number=account,
        **of_boxes("1099-INT", values),
    )
    package.trap(54, old, f"{key}.box1_interest", values["1"], before)


def revised_note(package: Package) -> None:
    """A note says that an account is one spouse's; a later mail says that it is joint."""
    from wp42_pytest.tax1040.household.talk import client_mail

    rng = package.stream("revised note")
    bank = package.cast.party("bank")
    person, other = package.adults
    values: dict[str, int | str] = {"1": amount(rng, 300, 2_200)}
    owner = ("J", package.addressee(person), person.masked)
    key, _ = statement(package, bank, values, owner, f"1099-INT {bank.short}")
    _last_year(package, bank, amount(rng, 300, 2_200))
    package.notes.append(f"01/22 phone: {bank.short} savings is {person.first}'s own account ({person.key}).")
    path = client_mail(
        package,
        date(2026, 2, 16),
        f"{bank.short} account",
        f"Hi,\n\nI told you in January that the {bank.name} savings account is only mine. That was wrong: {other.first} was added "
        f"in 2021 and it is a joint account of the two of us, they just print the first name on the 1099.\n\nThanks,\n{person.first}",
        by=person,
    )
    package.also(key, path)
    package.trap(52, path, f"{key}.owner", "J", person.key)


def unanswered_interest(package: Package) -> None:
    """An account of last year has sent nothing, and the client has not answered."""
    rng = package.stream("unanswered interest")
    bank: Party = package.cast.party("bank")
    before = amount(rng, 150, 1_800)
    _last_year(package, bank, before)
    package.ask(
        f"{bank.short} 1099-INT",
        f"Last year's return has {grouped(before)} of interest from {bank.name}. Is there a {YEAR} Form 1099-INT, or was the "
        "account closed?",
    )
    package.trap(51, "open_items/open_items.xlsx", f"1099-INT {bank.short}", None, before)
