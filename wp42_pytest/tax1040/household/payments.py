"""What was paid in advance, what a state paid back, and what last year carries over."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.flow import Block, Head, Table, Text
from wp42_pytest.tax1040.documents.returns import information_return
from wp42_pytest.tax1040.household.cast import STATES, Party
from wp42_pytest.tax1040.household.draws import amount, day, part, round_amount, us_date
from wp42_pytest.tax1040.household.package import PRIOR, SANS, YEAR

if TYPE_CHECKING:
    from wp42_pytest.tax1040.household.package import Package

_DUE = (date(YEAR, 4, 15), date(YEAR, 6, 16), date(YEAR, 9, 15), date(2026, 1, 15))


def _owner(package: Package) -> str:
    return "J" if package.joint else "T"


def estimates(package: Package) -> None:
    """Four instalments, the last of them paid in January, among other payments to the Treasury."""
    rng = package.stream("estimates")
    each = round_amount(rng, 400, 3_200, 50)
    state = rng.random() < 0.5
    rows: list[tuple[str, str, str, str]] = []
    paid: list[tuple[int, date]] = []
    for quarter, due in enumerate(_DUE, start=1):
        when = due - timedelta(days=int(rng.integers(1, 9)))
        paid.append((quarter, when))
        rows.append((us_date(when), "US TREASURY", f"1040-ES {YEAR} Q{quarter}", grouped(each)))
    local = round_amount(rng, 150, 700, 25)
    state_paid = []
    if state:
        for quarter, due in enumerate(_DUE, start=1):
            when = due - timedelta(days=int(rng.integers(1, 9)))
            state_paid.append((quarter, when))
            rows.append(
                (
                    us_date(when),
                    f"{package.home.state} DEPT OF REVENUE",
                    f"{YEAR} estimated tax Q{quarter}",
                    grouped(local),
                )
            )
    package.prior.estimated += 4 * part(each, "0.9")
    package.facts["estimates"] = (package.cast.party("bank"), rows, (each, paid), (local, state_paid))


def keep_estimates(package: Package) -> None:
    """Print the payments, now that last year's balance is known, and note them."""
    if "estimates" not in package.facts:
        return
    bank, rows, (each, paid), (local, state_paid) = package.facts["estimates"]
    owed = max(0, package.prior.figures().total_tax - package.prior.figures().payments)
    if owed:
        rows.append((us_date(date(YEAR, 4, 11)), "US TREASURY", f"Form 1040 balance due {PRIOR}", grouped(owed)))
    rows.sort(key=lambda row: (row[0][-4:], row[0]))
    blocks: list[Block] = [
        Text("PAYMENT HISTORY - TAX PAYMENTS", size=12, bold=True),
        Text(f"Checking account of {package.couple}\nFrom 01/01/{YEAR} to 02/28/2026"),
        Table(("Date", "Payee", "Reference", "Amount"), rows, (1.1, 2, 2.4, 1), right=(3,)),
    ]
    path = package.flow(f"{bank.short} tax payments", Head(bank.lines), blocks, faces=SANS, received=date(2026, 3, 2))
    for quarter, when in paid:
        package.keep(
            f"Estimated US {quarter}",
            "Estimated Payment",
            _owner(package),
            [path],
            jurisdiction="US",
            kind="estimated",
            quarter=quarter,
            date_paid=when,
            amount=each,
        )
    for quarter, when in state_paid:
        package.keep(
            f"Estimated {package.home.state} {quarter}",
            "Estimated Payment",
            _owner(package),
            [path],
            jurisdiction=package.home.state,
            kind="estimated",
            quarter=quarter,
            date_paid=when,
            amount=local,
        )
    package.trap(45, path, "Estimated US 4.amount", each, None)


def applied_overpayment(package: Package) -> None:
    """Last year's overpayment was left with the Treasury; only the return of last year says so."""
    rng = package.stream("applied")
    package.prior.applied = round_amount(rng, 200, 1_200, 50)
    package.facts["applied wanted"] = True


def keep_applied(package: Package) -> None:
    """Note the overpayment applied; last year's instalments were high enough for it."""
    if not package.facts.get("applied wanted"):
        return
    prior = package.prior
    missing = prior.applied - prior.figures().overpaid
    if missing > 0 or not prior.figures().overpaid:
        owed = max(0, prior.figures().total_tax - prior.figures().payments)
        prior.estimated += 4 * -(-(owed + prior.applied + 90_00) // 400_00) * 100_00
    whole = prior.figures().applied
    path = f"prior_year_xml/{PRIOR}_return.xml"
    package.keep(
        "Overpayment applied",
        "Estimated Payment",
        _owner(package),
        [path],
        jurisdiction="US",
        kind="overpayment_applied",
        amount=whole,
    )
    package.trap(45, path, "Overpayment applied.amount", whole, None)


def loss_carryover(package: Package) -> None:
    """Last year ended with losses of both kinds; the worksheet, not line 21, says what is carried."""
    rng = package.stream("loss carryover")
    package.prior.short_term = -amount(rng, 1_200, 7_500)
    package.prior.long_term = -amount(rng, 3_500, 19_000)
    package.facts["loss carryover"] = True


def keep_losses(package: Package) -> None:
    """Note what last year's capital losses came to."""
    if not package.facts.get("loss carryover"):
        return
    short, long = (100 * ((cents + 50) // 100) for cents in package.prior.figures().carried_out)
    for kind, cents in (("capital_loss_short", short), ("capital_loss_long", long)):
        if not cents:
            continue
        package.worksheets.append((kind, _owner(package), "", cents))
        key = f"Carryover {kind}"
        package.keep(key, "Carryover", _owner(package), [package.worksheet_path], kind=kind, amount=cents)
        package.trap(14, package.worksheet_path, f"{key}.amount", cents, 3_000_00)


def state_refund(package: Package) -> None:
    """A state paid tax back; whether it counts depends on last year's Schedule A."""
    rng = package.stream("state refund")
    refund = amount(rng, 120, 1_400)
    state = Party(
        f"{STATES[package.home.state]} Department of Revenue",
        package.cast.ein(),
        package.cast.place(package.home.state),
        "(202) 555-0173",
    )
    block = package.joint_addressee() if package.joint else package.addressee(package.taxpayer)
    values: dict[str, int | str] = {"2": refund, "3": str(PRIOR)}
    sheet = information_return("1099-G", state, block, package.taxpayer.masked, values)
    path = package.form(f"1099-G {package.home.state}", state, sheet)
    package.facts["state refund"] = (state, refund, path, bool(rng.random() < 0.5))


def keep_refund(package: Package) -> None:
    """Note the refund, now that last year's return is complete."""
    if "state refund" not in package.facts:
        return
    state, refund, path, wanted = package.facts["state refund"]
    prior = package.prior
    if wanted and not prior.figures().itemizes:
        prior.gifts += (
            prior.figures().standard - prior.figures().itemized + amount(package.stream("large gift"), 300, 4_000)
        )
    itemized = prior.figures().itemizes and bool(prior.state_tax_paid)
    key = "1099-G refund"
    package.keep(
        key,
        "1099-G",
        _owner(package),
        [path],
        payer_name=state.name,
        payer_tin=state.ein,
        box2_state_refund=refund,
        box3_refund_year=PRIOR,
        refund_year_itemized=True if itemized else None,
    )
    package.trap(
        44,
        f"prior_year_xml/{PRIOR}_return.xml",
        f"{key}.refund_year_itemized",
        itemized or None,
        None if itemized else True,
    )


def unemployment(package: Package) -> None:
    """Unemployment compensation of one person."""
    rng = package.stream("unemployment")
    person = pick(rng, [one for one in package.adults if one.key in package.working])
    state = Party(
        f"{STATES[package.home.state]} Employment Security Agency",
        package.cast.ein(),
        package.cast.place(package.home.state),
        "(202) 555-0181",
    )
    paid = amount(rng, 2_100, 9_400)
    values: dict[str, int | str] = {"1": paid, "4": part(paid, "0.1")}
    sheet = information_return("1099-G", state, package.addressee(person), person.masked, values)
    path = package.form(f"1099-G unemployment {person.first}", state, sheet)
    package.keep(
        f"1099-G unemployment {person.key}",
        "1099-G",
        person.key,
        [path],
        payer_name=state.name,
        payer_tin=state.ein,
        box1_unemployment=paid,
        box4_federal_tax_withheld=values["4"],
    )


def jackpot(package: Package) -> None:
    """Winnings at a gaming hall."""
    rng = package.stream("jackpot")
    person = pick(rng, package.adults)
    hall = package.cast.party("casino")
    won = round_amount(rng, 1_300, 6_000, 50)
    when = day(rng, date(YEAR, 2, 1), date(YEAR, 11, 30))
    values: dict[str, int | str] = {"1": won, "2": us_date(when), "3": "Slot machine", "4": part(won, "0.24")}
    sheet = information_return("W-2G", hall, package.addressee(person), person.ssn, values)
    path = package.form(f"W-2G {person.first}", hall, sheet)
    package.keep(
        f"W-2G {hall.short}",
        "W-2G",
        person.key,
        [path],
        payer_name=hall.name,
        payer_tin=hall.ein,
        box1_winnings=won,
        box4_federal_tax_withheld=values["4"],
    )


def finish(package: Package) -> None:
    """Note what follows from last year's return, once everything that belongs into it is known."""
    keep_losses(package)
    keep_refund(package)
    keep_applied(package)
    keep_estimates(package)
