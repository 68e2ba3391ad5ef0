"""The third quarter of 2025 in Corvane's Trois-Rivières office: what was sold and bought, and how the export shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import product
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import AmountPool, pick, shuffled
from wp42_pytest.authoring.bank_calendar import business_days
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.money import share

if TYPE_CHECKING:
    import numpy as np

    from wp42_pytest.authoring.money import Cents

rules = companion(__file__, "rules")
parties = companion(__file__, "parties")

FIRST, LAST = date(2025, 7, 1), date(2025, 9, 30)
EARLY_DAYS = business_days(date(2025, 7, 2), date(2025, 7, 7))
"""Days on which June's work is invoiced; the document's date puts it into the third quarter."""
LATE_DAYS = business_days(date(2025, 10, 1), date(2025, 10, 3))
"""Days on which September's work is invoiced; the document's date puts it into the fourth quarter."""

LONGEST_WAIT = 9
"""Days until the bookkeeper enters a bill."""

ATTEMPTS = 1000
LEAST_EFFECT = 1_00
"""A mistake that moves a figure of the return by less than a dollar would not be telling."""


@dataclass(frozen=True)
class Sale:
    """An invoice or a credit note; `role` says what it is there for, "" for ordinary business."""

    role: str
    day: date
    client: str
    province: str
    pre_tax: Cents
    memo: str
    doc_id: str = ""

    @property
    def right(self) -> Any:
        """The taxes that the document should bear."""
        return rules.taxes_on(self.pre_tax, self.province)

    @property
    def charged(self) -> Any:
        """The taxes that the export shows."""
        return rules.tax_on_tax(self.pre_tax) if self.role == "e1" else self.right


@dataclass(frozen=True)
class Purchase:
    """A supplier's document."""

    role: str
    day: date
    supplier: str
    description: str
    category: str
    pre_tax: Cents
    memo: str = ""
    gst_number: str = ""
    qst_number: str = ""
    doc_id: str = ""

    @property
    def charged(self) -> Any:
        """The taxes that the export shows; the tax on the insurance premium was keyed as QST."""
        if self.role == "e5":
            return rules.Taxes(qst=share(self.pre_tax, rules.PREMIUM_TAX))
        return rules.Taxes() if self.role == "bank" else rules.taxes_on(self.pre_tax, rules.QUEBEC)

    @property
    def credit(self) -> Any:
        """The taxes that may be claimed back: ITC and ITR."""
        if self.role in ("e3", "e5", "bank"):
            return rules.Taxes()
        if self.role in ("dinner", "lunch"):
            return rules.Taxes(gst=rules.half(self.charged.gst), qst=rules.half(self.charged.qst))
        return self.charged


@dataclass
class Quarter:
    """One quarter, with its documents in the order of their dates.

    Attributes:
        sales: invoices and the credit note.
        purchases: supplier documents.
        credited: the invoice of an earlier quarter that the credit note is about.
        cancelled: the numbers that the two series leave out.
    """

    sales: list[Sale]
    purchases: list[Purchase]
    credited: str = ""
    cancelled: tuple[str, ...] = ()

    def sale(self, role: str) -> Sale:
        """Return the sale with a role."""
        return next(sale for sale in self.sales if sale.role == role)

    def purchase(self, role: str) -> Purchase:
        """Return the purchase with a role."""
        return next(purchase for purchase in self.purchases if purchase.role == role)

    @property
    def ids(self) -> list[str]:
        """The documents of both exports."""
        return [*(sale.doc_id for sale in self.sales), *(bill.doc_id for bill in self.purchases)]

    @property
    def reported(self) -> list[Sale]:
        """The sales that belong to the quarter."""
        return [sale for sale in self.sales if FIRST <= sale.day <= LAST]

    @property
    def return_figures(self) -> dict[str, Cents]:
        """The figures of the return."""
        supplies = sum(sale.pre_tax for sale in self.reported)
        gst_hst = sum(sale.right.gst + sale.right.hst for sale in self.reported)
        qst = sum(sale.right.qst for sale in self.reported)
        itc = sum(purchase.credit.gst for purchase in self.purchases)
        itr = sum(purchase.credit.qst for purchase in self.purchases)
        return {
            "total_supplies": supplies,
            "gst_hst_collected": gst_hst,
            "itc": itc,
            "net_gst_hst": gst_hst - itc,
            "qst_collected": qst,
            "itr": itr,
            "net_qst": qst - itr,
        }

    @property
    def derived(self) -> dict[str, Cents]:
        """The figures that must be worked out, by their names in the oracle."""
        e1, e2, e3 = self.sale("e1"), self.sale("e2"), self.purchase("e3")
        figures = self.return_figures
        found = {
            **figures,
            "e1_correct_qst": e1.right.qst,
            "e1_correct_taxes": e1.right.total,
            "e1_difference": e1.charged.qst - e1.right.qst,
            "e2_taxes": e2.charged.total,
            "e3_taxes": e3.charged.total,
            "itc_with_e3": figures["itc"] + e3.charged.gst,
            "itr_with_e3": figures["itr"] + e3.charged.qst,
        }
        for meal in ("dinner", "lunch"):
            bill = self.purchase(meal)
            found[f"{meal}_credit"] = bill.credit.total
            found[f"{meal}_difference"] = bill.charged.total - bill.credit.total
        return found

    @property
    def mistakes(self) -> dict[str, list[list[Cents]]]:
        """What each plausible mistake adds to a figure of the return; the effects of one list exclude each other."""
        late, early, credit = self.sale("e2"), self.sale("early"), self.sale("credit")
        ontario, abroad, e1 = self.sale("ontario"), self.sale("abroad"), self.sale("e1")
        e3, e5, bank = self.purchase("e3"), self.purchase("e5"), self.purchase("bank")
        meals = [self.purchase("dinner"), self.purchase("lunch")]

        def taxed(sale: Sale) -> Any:
            return rules.taxes_on(sale.pre_tax, rules.QUEBEC)

        return {
            "total_supplies": [
                [late.pre_tax],
                [-early.pre_tax],
                [-credit.pre_tax, -2 * credit.pre_tax],
                [-abroad.pre_tax],
                [-ontario.pre_tax],
            ],
            "gst_hst_collected": [
                [late.right.gst],
                [-early.right.gst],
                [-credit.right.gst, -2 * credit.right.gst],
                [taxed(abroad).gst],
                [taxed(ontario).gst - ontario.right.hst, -ontario.right.hst],
            ],
            "qst_collected": [
                [late.right.qst],
                [-early.right.qst],
                [-credit.right.qst, -2 * credit.right.qst],
                [taxed(abroad).qst],
                [taxed(ontario).qst],
                [e1.charged.qst - e1.right.qst],
            ],
            "itc": [
                [e3.charged.gst],
                *[[meal.charged.gst - meal.credit.gst, -meal.credit.gst] for meal in meals],
                [share(e5.pre_tax, rules.GST)],
                [share(bank.pre_tax, rules.GST)],
            ],
            "itr": [
                [e3.charged.qst],
                *[[meal.charged.qst - meal.credit.qst, -meal.credit.qst] for meal in meals],
                [e5.charged.qst],
            ],
        }


def draw_quarter(stream: Callable[[str], np.random.Generator]) -> Quarter:
    """Draw quarters until every plausible mistake shows in the return.

    Args:
        stream: gives the stream of a concern, the same one whenever it is asked for; drawing again goes on with it.
    """
    for _ in range(ATTEMPTS):
        quarter = _numbered(_sales(stream), _purchases(stream), stream("ids"))
        if _is_telling(quarter):
            return quarter
    msg = "no telling quarter was found"
    raise ValueError(msg)


def _sales(stream: Callable[[str], np.random.Generator]) -> list[Sale]:
    amounts, dates, names = stream("sales.amounts"), stream("sales.dates"), stream("sales.clients")
    pool = AmountPool()

    def fee(low: int, high: int) -> Cents:
        return pool.uniform(amounts, low * 100, high * 100, step=10_00)

    in_quebec = int(amounts.integers(6, 9))
    clients = [pick(names, parties.QUEBEC_CLIENTS) for _ in range(in_quebec)]
    memos = parties.mandates(names)
    ordinary = sorted(shuffled(dates, business_days(date(2025, 7, 9), LAST))[: in_quebec + 2])
    places = shuffled(dates, range(len(ordinary)))
    abroad_client, abroad = pick(names, parties.CLIENTS_ABROAD)
    ontario_client = pick(names, parties.ONTARIO_CLIENTS)
    sales = []
    for number, place in enumerate(places):
        day, memo = ordinary[place], memos[number]
        if number == 0:
            sales.append(Sale("ontario", day, ontario_client, rules.ONTARIO, fee(4_200, 11_800), memo))
        elif number == 1:
            sales.append(Sale("abroad", day, abroad_client, abroad, fee(5_400, 13_900), memo))
        else:
            role = "e1" if number == 2 else ""
            sales.append(Sale(role, day, clients[number - 2], rules.QUEBEC, fee(4_600, 21_500), memo))
    early, late = pick(dates, EARLY_DAYS), pick(dates, LATE_DAYS)
    credited = pick(dates, business_days(date(2025, 7, 14), date(2025, 9, 26)))
    others = [pick(names, parties.QUEBEC_CLIENTS) for _ in range(3)]
    sales += [
        Sale("early", early, others[0], rules.QUEBEC, fee(3_800, 12_900), pick(names, parties.EARLY_MEMOS)),
        Sale("credit", credited, others[1], rules.QUEBEC, -fee(900, 3_400), pick(names, parties.CREDIT_MEMOS)),
        Sale("e2", late, others[2], rules.QUEBEC, fee(4_400, 13_600), pick(names, parties.LATE_MEMOS)),
    ]
    return sales


def _purchases(stream: Callable[[str], np.random.Generator]) -> list[Purchase]:
    amounts, dates, names = stream("purchases.amounts"), stream("purchases.dates"), stream("purchases.suppliers")
    pool = AmountPool()

    def price(low: int, high: int, step: Cents = 5) -> Cents:
        return pool.uniform(amounts, low * 100, high * 100, step=step)

    def some_day() -> date:
        return pick(dates, business_days(FIRST, LAST))

    landlord, rent = pick(names, parties.LANDLORDS), price(2_650, 4_150, 50_00)
    bills = [
        Purchase("rent", date(2025, month, 1), landlord, f"Rent, {name} 2025", "Rent", rent)
        for month, name in ((7, "July"), (8, "August"), (9, "September"))
    ]
    occasional = shuffled(names, parties.OCCASIONAL)[: int(names.integers(1, 4))]
    for description, category, suppliers, low, high in (*parties.USUAL, *occasional):
        bills.append(Purchase("", some_day(), pick(names, suppliers), description, category, price(low, high)))
    registered, (freelancer, work) = pick(names, parties.REGISTERED_SUBCONTRACTORS), parties.freelancer(names)
    analysis = "Subcontract: survey, field work"
    bills.append(Purchase("", some_day(), registered, analysis, "Subcontractors", price(1_400, 3_900)))
    bills.append(Purchase("e3", some_day(), freelancer, work, "Subcontractors", price(2_600, 6_400, 10_00)))
    # One of the two meals was booked where the bookkeeper thought of the occasion instead of the meal.
    misfiled = pick(names, ("dinner", "lunch"))
    for role, suppliers, texts, categories, low, high in (
        ("dinner", parties.RESTAURANTS, parties.DINNERS, parties.DINNER_CATEGORIES, 420, 980),
        ("lunch", parties.CATERERS, parties.LUNCHES, parties.LUNCH_CATEGORIES, 190, 410),
    ):
        category = pick(names, categories) if role == misfiled else parties.MEALS
        bills.append(Purchase(role, some_day(), pick(names, suppliers), pick(names, texts), category, price(low, high)))
    premium = "Professional liability insurance, annual premium (premium tax 9 %)"
    bills.append(Purchase("e5", some_day(), pick(names, parties.INSURERS), premium, "Insurance", price(1_250, 2_900)))
    charges = "Account and transfer charges, third quarter"
    bills.append(Purchase("bank", LAST, parties.BANK, charges, "Bank charges", price(120, 290)))
    memos = stream("purchases.memos")
    # Nobody writes a remark on what the bank takes by itself.
    bills = [replace(bill, memo="" if bill.role == "bank" else pick(memos, parties.BILL_MEMOS)) for bill in bills]
    numbers = parties.registration_numbers(stream("registrations"), [bill.supplier for bill in bills])
    return [
        bill
        if bill.role == "e3"
        else replace(bill, gst_number=numbers[bill.supplier].gst, qst_number=numbers[bill.supplier].qst)
        for bill in bills
    ]


def _numbered(sales: list[Sale], purchases: list[Purchase], rng: np.random.Generator) -> Quarter:
    """Number invoices by date and bills as they come in, one number of each series having been cancelled."""
    first_sale, first_bill = int(rng.integers(1_320, 2_980)), int(rng.integers(310, 880))
    credited = f"CC-{first_sale - int(rng.integers(2, 9))}"
    sales = sorted(sales, key=lambda sale: (sale.day, sale.pre_tax))
    # A rent and the bank's charges are entered on their day, other bills when somebody gets round to it.
    lags = [0 if bill.role in ("rent", "bank") else int(rng.integers(0, LONGEST_WAIT + 1)) for bill in purchases]
    entered = sorted(
        zip(lags, purchases, strict=True), key=lambda pair: (pair[1].day + timedelta(pair[0]), pair[1].supplier)
    )
    sale_numbers, no_sale = _series("CC", first_sale, len(sales), rng)
    bill_numbers, no_bill = _series("P", first_bill, len(purchases), rng)
    return Quarter(
        [
            replace(sale, doc_id=number, memo=sale.memo.format(doc=credited))
            for number, sale in zip(sale_numbers, sales, strict=True)
        ],
        [replace(bill, doc_id=number) for number, (_, bill) in zip(bill_numbers, entered, strict=True)],
        credited,
        (no_sale, no_bill),
    )


def _series(prefix: str, first: int, length: int, rng: np.random.Generator) -> tuple[list[str], str]:
    """Return the numbers of a series, and the one inside it that was cancelled."""
    gap = first + int(rng.integers(2, length - 1))
    numbers = [number for number in range(first, first + length + 1) if number != gap]
    return [f"{prefix}-{number}" for number in numbers], f"{prefix}-{gap}"


def _is_telling(quarter: Quarter) -> bool:
    """Say whether every combination of plausible mistakes moves its figure, and none imitates a credit for E3."""
    e3 = quarter.purchase("e3").charged
    imitated = {"itc": e3.gst, "itr": e3.qst}
    for figure, mistakes in quarter.mistakes.items():
        for effects in product(*([0, *effects] for effects in mistakes)):
            total = sum(effects)
            if any(effects) and abs(total) < LEAST_EFFECT:
                return False
            # The first mistake about credits is claiming those of E3.
            if figure in imitated and not effects[0] and abs(total - imitated[figure]) < LEAST_EFFECT:
                return False
    return quarter.derived["e1_difference"] >= 5 * LEAST_EFFECT
