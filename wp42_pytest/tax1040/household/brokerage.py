"""Brokerage accounts: consolidated statements, their corrections, and what the client knows about single lots."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.money import grouped
from wp42_pytest.tax1040.documents.consolidated import Account, Sale, statement
from wp42_pytest.tax1040.documents.flow import Head
from wp42_pytest.tax1040.household.draws import amount, market_day, part, rate, us_date
from wp42_pytest.tax1040.household.interest import holder
from wp42_pytest.tax1040.household.package import SANS, YEAR
from wp42_pytest.tax1040.household.truth import of_boxes

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.tax1040.household.cast import Party
    from wp42_pytest.tax1040.household.package import Package

SECURITIES = (
    *(
        "ALDERGATE TOTAL MKT ETF",
        "BRISTLECONE MID CAP FD",
        "CALDERA WATERWORKS INC",
        "DUNLIN SHIPPING CORP",
        "EVENTIDE FOODS CO",
    ),
    *(
        "FERNDALE RAIL HOLDINGS",
        "GANNET BIOLOGICS INC",
        "HEARTWOOD TIMBER REIT",
        "IRIDIUM GLASSWORKS CO",
        "JUNCO SEMICONDUCTOR",
    ),
    *(
        "KESTREL AEROPARTS INC",
        "LODESTAR MINING LTD",
        "MERGANSER UTILITIES",
        "NORTHLIGHT DIVIDEND FD",
        "OSPREY CLOUD SYSTEMS",
    ),
)
OPTIONS = ("corrected", "draft", "accrued", "wash", "missing basis", "inherited", "nondividend", "foreign", "totals")
"""What a statement can have besides; each is a place to slip."""

TRAPS = {
    "corrected": 3,
    "totals": 4,
    "draft": 5,
    "accrued": 9,
    "wash": 11,
    "missing basis": 12,
    "inherited": 13,
    "nondividend": 15,
    "foreign": 16,
}


@dataclass(frozen=True)
class Held:
    """An account: at which broker, whose, and how the statement shows that."""

    broker: Party
    number: str
    owner: str
    block: list[str]
    holder_tin: str


def account(package: Package, options: frozenset[str]) -> None:
    """Build one brokerage account with its papers and records.

    Args:
        package: the package.
        options: names out of `OPTIONS`.
    """
    rng = package.stream("brokerage")
    broker = package.cast.party("broker")
    number = package.cast.account()
    held = Held(broker, number, *holder(package, rng))
    shown = _drawn(rng, options)
    package.prior.dividends.append((broker.name, amount(rng, 600, 5_200), amount(rng, 300, 590)))
    package.prior.interest.append((broker.name, amount(rng, 40, 900)))
    if "draft" in options:
        _draft(package, held, shown, rng)
    first = None
    if "corrected" in options:
        first = _first_version(shown, rng)
        _print(package, held, first, "Original  02/12/2026", date(2026, 2, 14))
        path = _print(
            package, held, shown, "CORRECTED  03/09/2026 - replaces the statement of 02/12/2026", date(2026, 3, 11)
        )
    else:
        path = _print(package, held, shown, "", date(2026, 2, 17))
    truths, extra = _with_client_knowledge(package, broker, shown, options, rng)
    keys = _records(package, held, shown, truths, [path, *extra])
    _label(package, keys, path, shown=shown, first=first, options=options, extra=extra)


def _drawn(rng: np.random.Generator, options: frozenset[str]) -> Account:
    ordinary = amount(rng, 900, 6_800)
    dividends: dict[str, int | str] = {"1a": ordinary, "1b": part(ordinary, rate(rng, 55, 95))}
    if rng.random() < 0.6:
        dividends["2a"] = amount(rng, 120, 3_100)
    if rng.random() < 0.4:
        dividends["5"] = part(ordinary, rate(rng, 2, 5))
    interest: dict[str, int | str] = {"1": amount(rng, 45, 1_300)}
    if rng.random() < 0.3:
        interest["8"] = amount(rng, 200, 1_900)
    if "nondividend" in options:
        dividends["3"] = amount(rng, 140, 1_250)
    if "foreign" in options:
        dividends |= {"7": amount(rng, 22, 140), "8": "Various"}
        interest |= {"6": amount(rng, 11, 70), "7": "Various"}
    supplement: dict[str, int | str] = {}
    if "accrued" in options:
        supplement["accrued"] = amount(rng, 60, 640)
    if rng.random() < 0.4:
        supplement["fees"] = amount(rng, 300, 2_400)
    if rng.random() < 0.25:
        supplement["margin"] = amount(rng, 90, 900)
    if "foreign" in options:
        supplement["foreign"] = f"{int(rng.integers(8, 36))}.{int(rng.integers(10, 99))}%"
    return Account(dividends, interest, _sales(rng, options), supplement)


def _sales(rng: np.random.Generator, options: frozenset[str]) -> list[Sale]:
    names = shuffled(rng, SECURITIES)
    sales: list[Sale] = []

    def lot(box: str, **more: Any) -> Sale:
        # The letters 99 in front mark numbers that are never assigned to an issuer.
        cusip = f"99{int(rng.integers(1000, 9999))}{pick(rng, 'ABCDEFGHJK')}{int(rng.integers(10, 99))}"
        sold = market_day(rng, date(YEAR, 2, 3), date(YEAR, 12, 12))
        short = box in "AB"
        # What brokers must report the cost of was bought from 2011 on.
        since = {"A": date(YEAR, 1, 6), "D": date(2015, 1, 5)}.get(box, date(2005, 2, 1))
        until = {"A": sold, "D": date(2023, 11, 30)}.get(box, date(2010, 12, 30))
        bought = market_day(rng, since, until)
        proceeds = amount(rng, 1_400, 21_000)
        basis = part(proceeds, rate(rng, 86, 114) if short else rate(rng, 55, 118))
        quantity = max(5, proceeds // (100 * int(rng.integers(18, 210))))
        return replace(Sale(box, names.pop(), cusip, quantity, bought, sold, proceeds, basis), **more)

    for box, count in (("A", int(rng.integers(1, 4))), ("D", int(rng.integers(2, 6)))):
        sales += [lot(box) for _ in range(count)]
    if "wash" in options:
        loser = lot("A")
        basis = part(loser.proceeds, rate(rng, 118, 140))
        sales.append(replace(loser, basis=basis, wash=part(basis - loser.proceeds, rate(rng, 40, 100))))
    if "missing basis" in options:
        sales.append(lot("E", basis=None, acquired="VARIOUS"))
    if "inherited" in options:
        old = lot("E", acquired=market_day(rng, date(1991, 1, 7), date(2004, 6, 30)))
        sales.append(replace(old, basis=part(old.proceeds, rate(rng, 8, 25))))
    elif rng.random() < 0.25:
        sales.append(lot("E"))
    return sales


def _first_version(shown: Account, rng: np.random.Generator) -> Account:
    """What the broker sent before the correction: other dividends, another basis."""
    ordinary = shown.dividends["1a"]
    more = amount(rng, 90, 800)
    dividends = {**shown.dividends, "1a": int(ordinary) + more, "1b": int(shown.dividends["1b"]) + more // 2}
    first = shown.sales[0]
    changed = replace(first, basis=(first.basis or 0) + amount(rng, 40, 600))
    return replace(shown, dividends=dividends, sales=[changed, *shown.sales[1:]])


def _print(package: Package, held: Held, shown: Account, mark: str, received: date) -> str:
    broker, number = held.broker, held.number
    title = f"{broker.short} 1099 {YEAR}{' corrected' if mark.startswith('CORR') else ''}"
    head = Head(
        [*broker.lines, f"PAYER'S TIN {broker.ein}   {broker.phone}"],
        running=["RECIPIENT", *held.block, f"RECIPIENT'S TIN {held.holder_tin}"],
        foot=f"{broker.name}  Account {number}",
    )
    return package.flow(title, head, statement(shown, number, mark=mark), faces=SANS, received=received, scan=False)


def _draft(package: Package, held: Held, shown: Account, rng: np.random.Generator) -> None:
    """A year-end summary that is no Form 1099."""
    broker, number = held.broker, held.number
    ordinary = int(shown.dividends["1a"]) - amount(rng, 30, 300)
    draft = replace(shown, dividends={"1a": ordinary, "1b": part(ordinary, "0.5")}, supplement={})
    head = Head(
        [*broker.lines],
        running=[*held.block, f"Account {number}"],
        foot="PRELIMINARY - NOT FOR TAX FILING",
    )
    closing = (
        "Preliminary amounts as of 12/31/2025. They may change. Do not file with this statement; wait for Form 1099."
    )
    mark = "PRELIMINARY YEAR-END TAX INFORMATION - DRAFT, NOT A FORM 1099"
    path = package.flow(
        f"{broker.short} year-end {YEAR}",
        head,
        statement(draft, number, mark=mark, closing=closing),
        faces=SANS,
        scan=False,
    )
    package.trap(5, path, f"1099-DIV {broker.short} {number}.box1a_ordinary_dividends", shown.dividends["1a"], ordinary)


def _with_client_knowledge(
    package: Package, broker: Party, shown: Account, options: frozenset[str], rng: np.random.Generator
) -> tuple[list[Sale], list[str]]:
    """Return the lots as they are true, with the papers that say so."""
    from wp42_pytest.tax1040.household.talk import letter

    truths, papers = [], []
    for sale in shown.sales:
        true = sale
        if (
            "inherited" in options
            and sale.box == "E"
            and not isinstance(sale.acquired, str)
            and sale.acquired.year < 2005
        ):
            died = market_day(rng, date(2022, 3, 1), date(2024, 10, 30))
            worth = part(sale.proceeds, rate(rng, 82, 97))
            lawyer = package.cast.party("law")
            papers.append(
                letter(
                    package,
                    "Estate letter stock",
                    lawyer,
                    date(2026, 2, 24),
                    [
                        f"Re: {sale.quantity} shares of {sale.description} (CUSIP {sale.cusip}), held at {broker.name}",
                        f"You inherited these shares from your late aunt, who died on {us_date(died)}. The appraisal for the estate "
                        f"values all {sale.quantity} shares at ${grouped(worth)} on the date of death. {broker.name} was never told "
                        f"and still carries her own purchase date and cost.",
                        f"As the shares were sold on {us_date(sale.sold)}, please hand this letter to your tax preparer.",
                    ],
                    sign="Counsel to the estate",
                )
            )
            true = replace(sale, acquired="INHERITED", basis=worth)
        elif sale.basis is None:
            package.ask(
                f"{broker.short} lot {sale.description}",
                f"The broker does not know the cost of the {sale.quantity} shares of {sale.description} sold on "
                f"{us_date(sale.sold)}. What did you pay for them, and when?",
            )
        truths.append(true)
    return truths, papers


def _records(package: Package, held: Held, shown: Account, truths: list[Sale], sources: list[str]) -> dict[str, str]:
    broker, number = held.broker, held.number
    same = {"payer_name": broker.name, "payer_tin": broker.ein, "account_number": number}
    keys = {}
    for form, values in (("1099-DIV", shown.dividends), ("1099-INT", shown.interest)):
        keys[form] = f"{form} {broker.short} {number}"
        package.keep(keys[form], form, held.owner, sources[:1], **same, **of_boxes(form, values))
    keys["1099-B"] = f"1099-B {broker.short} {number}"
    totals = []
    for box in "AD":
        lots = [sale for sale in truths if sale.box == box and not sale.itemized]
        if lots:
            totals.append(
                {
                    "form_8949_box": box,
                    "proceeds": sum(sale.proceeds for sale in lots),
                    "cost_basis": sum(sale.basis or 0 for sale in lots),
                }
            )
    lots_kept = [
        {
            "form_8949_box": sale.box,
            "description": f"{sale.quantity} {sale.description}",
            "cusip": sale.cusip,
            "date_acquired": sale.acquired,
            "date_sold": sale.sold,
            "proceeds": sale.proceeds,
            "cost_basis": sale.basis,
            "wash_sale_loss_disallowed": sale.wash or None,
        }
        for sale in truths
        if sale.itemized
    ]
    package.keep(keys["1099-B"], "1099-B", held.owner, sources, **same, category_totals=totals, lots=lots_kept)
    names = {"accrued": "accrued_interest_paid", "margin": "margin_interest", "fees": "advisory_fees"}
    supplement: dict[str, Any] = {names[name]: value for name, value in shown.supplement.items() if name in names}
    if isinstance(share := shown.supplement.get("foreign"), str):
        supplement["foreign_source_percent"] = share.rstrip("%")
    if supplement:
        keys["supplement"] = f"Supplement {broker.short} {number}"
        package.keep(keys["supplement"], "Brokerage Supplement", held.owner, sources[:1], **same, **supplement)
    return keys


def _label(
    package: Package,
    keys: dict[str, str],
    path: str,
    *,
    shown: Account,
    first: Account | None,
    options: frozenset[str],
    extra: list[str],
) -> None:
    dividends, interest, sales = keys["1099-DIV"], keys["1099-INT"], keys["1099-B"]
    if first is not None:
        package.trap(3, path, f"{dividends}.box1a_ordinary_dividends", shown.dividends["1a"], first.dividends["1a"])
    if "totals" in options:
        covered = sum(sale.proceeds for sale in shown.sales if sale.box == "D")
        package.trap(4, path, f"{sales}.category_totals[D].proceeds", covered, 2 * covered)
    if "accrued" in options:
        package.trap(9, path, f"{keys['supplement']}.accrued_interest_paid", shown.supplement["accrued"], None)
    for sale in shown.sales:
        lot = f"{sales}.lots[{sale.cusip}]"
        if sale.wash:
            package.trap(11, path, f"{lot}.wash_sale_loss_disallowed", sale.wash, None)
        if sale.basis is None:
            package.trap(12, path, f"{lot}.cost_basis", None, 0)
        elif "inherited" in options and extra and sale.box == "E":
            package.trap(13, extra[0], f"{lot}.date_acquired", "INHERITED", str(sale.acquired))
            package.trap(13, extra[0], f"{lot}.cost_basis", _true_basis(package, sales, sale), sale.basis)
    if "nondividend" in options:
        ordinary, back = int(shown.dividends["1a"]), int(shown.dividends["3"])
        package.trap(15, path, f"{dividends}.box1a_ordinary_dividends", ordinary, ordinary + back)
    if "foreign" in options:
        package.trap(16, path, f"{dividends}.box7_foreign_tax", shown.dividends["7"], None)
        package.trap(16, path, f"{interest}.box6_foreign_tax", shown.interest["6"], None)


def _true_basis(package: Package, key: str, sale: Sale) -> int:
    record: Any = next(one.record for one in package.kept if one.key == key)
    return int(next(lot.cost_basis for lot in record.lots if lot.cusip == sale.cusip) * 100)
