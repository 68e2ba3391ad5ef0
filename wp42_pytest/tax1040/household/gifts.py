"""Gifts to charity: letters, pledges, dinners, clothes, and shares given through the broker."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.household.draws import amount, day, long_date, market_day, round_amount
from wp42_pytest.tax1040.household.package import YEAR
from wp42_pytest.tax1040.household.talk import letter

if TYPE_CHECKING:
    from wp42_pytest.tax1040.household.cast import Party
    from wp42_pytest.tax1040.household.package import Package

_NOTHING = "No goods or services were provided in exchange for this gift."


def _owner(package: Package) -> str:
    return "J" if package.joint else "T"


def _keep(package: Package, charity: Party, kind: str, cents: int, path: str, **more: object) -> str:
    key = f"Charitable Gift {charity.short} {kind}"
    package.keep(
        key,
        "Charitable Gift",
        _owner(package),
        [path],
        donee_name=charity.name,
        donee_tin=charity.ein,
        kind=kind,
        amount=cents,
        **more,
    )
    package.prior.gifts += cents
    return key


def plain_gift(package: Package) -> None:
    """One letter for the year's gifts."""
    rng = package.stream("plain gift")
    charity = package.cast.party("charity")
    cents = round_amount(rng, 250, 3_000, 25)
    path = letter(
        package,
        f"{charity.short} receipt",
        charity,
        date(2026, 1, day(rng, date(2026, 1, 6), date(2026, 1, 28)).day),
        [f"Thank you for your cash gifts of ${grouped(cents)} in {YEAR}. {_NOTHING} Our EIN is {charity.ein}."],
        sign="Treasurer",
    )
    _keep(package, charity, "cash", cents, path)


def pledge(package: Package) -> None:
    """A letter that thanks for a pledge of which a part was paid in the year."""
    rng = package.stream("pledge")
    charity = package.cast.party("charity")
    paid = round_amount(rng, 500, 2_500, 50)
    whole = 2 * paid + round_amount(rng, 500, 2_000, 50)
    path = letter(
        package,
        f"{charity.short} pledge letter",
        charity,
        date(2026, 1, 14),
        [
            f"Thank you for your pledge of ${grouped(whole)} over three years to our building fund!",
            f"In {YEAR} we received ${grouped(paid)} of it by check; the rest is due in 2026 and 2027. {_NOTHING} EIN {charity.ein}.",
        ],
        sign="Campaign chair",
    )
    key = _keep(package, charity, "cash", paid, path)
    package.trap(46, path, f"{key}.amount", paid, whole)


def gala(package: Package) -> None:
    """A dinner: the letter states what it was worth."""
    rng = package.stream("gala")
    charity = package.cast.party("charity")
    face = round_amount(rng, 600, 2_000, 100)
    worth = round_amount(rng, 120, 300, 10)
    path = letter(
        package,
        f"{charity.short} gala {YEAR}",
        charity,
        date(YEAR, 11, 24),
        [
            f"We received your payment of ${grouped(face)} for our annual benefit dinner on November 15, {YEAR}.",
            f"In return you received dinner and entertainment that we value in good faith at ${grouped(worth)}. EIN {charity.ein}.",
        ],
        sign="Events office",
    )
    key = _keep(package, charity, "cash", face - worth, path, goods_or_services=worth)
    package.trap(46, path, f"{key}.amount", face - worth, face)


def outside_the_year(package: Package) -> None:
    """One letter covers two gifts, of which one was made in January of the next year."""
    rng = package.stream("outside the year")
    charity = package.cast.party("charity")
    inside, after = round_amount(rng, 300, 1_800, 50), round_amount(rng, 300, 1_800, 50)
    given = day(rng, date(YEAR, 3, 1), date(YEAR, 12, 20))
    later = day(rng, date(2026, 1, 3), date(2026, 1, 15))
    path = letter(
        package,
        f"{charity.short} acknowledgment",
        charity,
        date(2026, 1, 20),
        [
            f"We gratefully acknowledge your checks of ${grouped(inside)}, received on {long_date(given)}, and ${grouped(after)}, "
            f"received on {long_date(later)}.",
            f"{_NOTHING} EIN {charity.ein}.",
        ],
        sign="Gift processing",
    )
    key = _keep(package, charity, "cash", inside, path)
    package.trap(46, path, f"{key}.amount", inside, inside + after)


def goods(package: Package) -> None:
    """Clothes and furniture for a thrift shop, with the client's own value."""
    rng = package.stream("goods")
    charity = package.cast.party("charity")
    worth = round_amount(rng, 180, 480, 5)
    when = day(rng, date(YEAR, 4, 1), date(YEAR, 10, 30))
    path = letter(
        package,
        f"{charity.short} donation receipt",
        charity,
        when,
        [
            f"Received on {long_date(when)}: four bags of clothing, one table, two lamps. {_NOTHING} EIN {charity.ein}.",
            f"Value stated by the donor (thrift shop value): ${grouped(worth)}.",
        ],
        sign="Receiving desk",
        received=when + timedelta(days=1),
    )
    key = f"Charitable Gift {charity.short} noncash"
    package.keep(
        key,
        "Charitable Gift",
        _owner(package),
        [path],
        donee_name=charity.name,
        donee_tin=charity.ein,
        kind="noncash",
        amount=worth,
        date_given=when,
    )


def fund_of_shares(package: Package) -> None:
    """Shares went to a donor-advised fund: the broker's notice and the fund's letter show one gift."""
    rng = package.stream("fund of shares")
    fund, broker = package.cast.party("fund_charity"), package.cast.party("broker")
    worth = amount(rng, 3_200, 14_000)
    cost = amount(rng, 700, 2_600)
    when = market_day(rng, date(YEAR, 6, 2), date(YEAR, 12, 12))
    what = pick(
        rng,
        (
            "120 shares of PETREL MARINE SYSTEMS INC",
            "85 shares of QUAYSIDE PAYMENTS CORP",
            "60 shares of RAVENGLASS OPTICS INC",
        ),
    )
    path = letter(
        package,
        f"{fund.short} acknowledgment",
        fund,
        when + timedelta(days=6),
        [
            f"Thank you for the contribution of {what} to your giving account, received on {long_date(when)} and valued at "
            f"${grouped(worth)}. {_NOTHING} EIN {fund.ein}.",
        ],
        sign="Donor services",
    )
    notice = letter(
        package,
        f"{broker.short} transfer notice",
        broker,
        when + timedelta(days=2),
        [
            f"As you instructed, {what} were transferred out of your account to {fund.name} on {long_date(when)}. Market value on that day: "
            f"${grouped(worth)}. Your cost: ${grouped(cost)} (held more than one year). This was not a sale and is not on your Form 1099-B.",
        ],
        sign="Account services",
    )
    key = f"Charitable Gift {fund.short} noncash"
    package.keep(
        key,
        "Charitable Gift",
        _owner(package),
        [path, notice],
        donee_name=fund.name,
        donee_tin=fund.ein,
        kind="noncash",
        amount=worth,
        date_given=when,
        cost_basis=cost,
    )
    package.trap(46, path, f"{key}.amount", worth, 2 * worth)
