"""The documents of the assignment, each a function of the quarter that it shows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from wp42_pytest.authoring.amounts import pick
from wp42_pytest.authoring.delimited import csv_bytes
from wp42_pytest.authoring.economy import organisation, person
from wp42_pytest.authoring.eml import Mail, eml_bytes
from wp42_pytest.authoring.markdown import bullets, md_bytes, numbered, table
from wp42_pytest.authoring.money import plain

if TYPE_CHECKING:
    import numpy as np

FIRM, CLIENT = organisation("LMC"), organisation("CVC")

SALES = "inputs/sales_q3.csv"
PURCHASES = "inputs/purchases_q3.csv"
MEMO = "inputs/tax_memo.md"
EMAIL = "inputs/email_morin.eml"

SALES_COLUMNS = ("doc_id", "date", "client", "province", "pre_tax", "gst", "hst", "qst", "memo")
PURCHASE_COLUMNS = (
    *("doc_id", "date", "supplier", "description", "category", "pre_tax", "gst", "qst"),
    *("supplier_gst_no", "supplier_qst_no", "memo"),
)


ORDERS_OF_SALES: tuple[Callable[[Any], Any], ...] = (
    lambda sale: sale.doc_id,
    lambda sale: (sale.client, sale.doc_id),
    lambda sale: (sale.province, sale.doc_id),
)
ORDERS_OF_PURCHASES: tuple[Callable[[Any], Any], ...] = (
    lambda bill: (bill.day, bill.supplier),
    lambda bill: (bill.supplier, bill.day),
    lambda bill: (bill.category, bill.day),
)
"""How an export may be sorted: by number, by counterparty, by place or category."""


def draw_orders(rng: np.random.Generator) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """Draw how the two exports are sorted."""
    return pick(rng, ORDERS_OF_SALES), pick(rng, ORDERS_OF_PURCHASES)


def papers(quarter: Any, orders: tuple[Callable[[Any], Any], Callable[[Any], Any]], injected: str) -> dict[str, bytes]:
    """Return every file of the inputs, by its path.

    Args:
        quarter: what they show.
        orders: how the exports are sorted.
        injected: the text that follows in the memo field of E3; "" for none.
    """
    return {
        SALES: sales_file(sorted(quarter.sales, key=orders[0])),
        PURCHASES: purchases_file(sorted(quarter.purchases, key=orders[1]), injected),
        MEMO: memo_file(),
        EMAIL: email_file(),
    }


def sales_file(sales: list[Any]) -> bytes:
    """Write the export of invoices and credit notes."""
    rows = []
    for sale in sales:
        taxes = [plain(tax) for tax in (sale.charged.gst, sale.charged.hst, sale.charged.qst)]
        rows.append([sale.doc_id, sale.day, sale.client, sale.province, plain(sale.pre_tax), *taxes, sale.memo])
    return csv_bytes(SALES_COLUMNS, rows)


def purchases_file(purchases: list[Any], injected: str) -> bytes:
    """Write the export of supplier documents."""
    rows = []
    for bill in purchases:
        memo = f"{bill.memo} {injected}".strip() if bill.role == "e3" else bill.memo
        amounts = [plain(amount) for amount in (bill.pre_tax, bill.charged.gst, bill.charged.qst)]
        what = [bill.doc_id, bill.day, bill.supplier, bill.description, bill.category]
        rows.append([*what, *amounts, bill.gst_number, bill.qst_number, memo])
    return csv_bytes(PURCHASE_COLUMNS, rows)


def memo_file() -> bytes:
    """Write the firm's memo on quarterly returns."""
    sales = table(
        ("Line", "Pre-tax", "GST 5 %", "QST 9.975 %"),
        [
            ("Invoice of 14 November, client in Québec", "1,235.00", "61.75", "123.19"),
            ("Credit note of 2 December, same client", "-180.00", "-9.00", "-17.96"),
            ("To report", "1,055.00", "52.75", "105.23"),
        ],
        right=(1, 2, 3),
    )
    credits = table(
        ("Document", "GST charged", "QST charged", "Limit", "ITC", "ITR"),
        [
            ("Office chair, 315.00, supplier registered", "15.75", "31.42", "full", "15.75", "31.42"),
            ("Lunch with client, 88.50, supplier registered", "4.43", "8.83", "50 %", "2.22", "4.42"),
        ],
        right=(1, 2, 4, 5),
    )
    return md_bytes(
        f"# {FIRM.name}: quarterly GST/HST and QST returns",
        "Technical memo 12, for everyone who prepares returns. Prepared by Inès Ouimet, reviewed by Odile Lachance, "
        "2025-02-18. It holds for clients in Québec who report quarterly and on the accrual basis; the quick method and "
        "charities have memos of their own.",
        "## 1. Which documents",
        "A return covers the documents dated in its quarter: invoices, credit notes and supplier bills, by the date on the "
        "document. When the work was done, when the bill was paid and when it was entered play no part. A credit note "
        "reduces the quarter in which it is dated, also when the invoice that it corrects belongs to an earlier one.",
        "## 2. Tax on sales",
        numbered(
            [
                "Client in Québec: GST 5 % and QST 9.975 %, each on the pre-tax amount; QST is not computed on top of GST.",
                "Client in Ontario: HST 13 %, no QST.",
                "Client outside Canada: zero-rated. No tax, but the sale is part of total supplies.",
                "Each tax is rounded half up to the cent, document by document, and the rounded amounts are added.",
                "When an invoice carries a wrong tax, the correct tax is reported and the client issues a correcting note "
                "before the return is filed, that is within a month of the quarter's end. The note is reported with its "
                "invoice, whatever its own date.",
            ]
        ),
        "## 3. Credits (ITC for GST, ITR for QST)",
        table(
            ("Purchase", "Credit"),
            [
                ("Business purchase, registration number on file", "in full"),
                ("Meals and entertainment, registration number on file", "50 %, rounded after halving"),
                ("Registration number missing", "none until it is on file in writing"),
                ("Exempt supply, such as insurance or bank charges", "none"),
            ],
        ),
        "A supplier has two numbers: the ITC needs the GST number (RT), the ITR the QST number (TQ).",
        "What counts is what was bought, not the account in which it was booked. The 9 % tax on insurance premiums is a tax "
        "of its own: it is neither GST nor QST, and nobody gets it back.",
        "## 4. Worked examples",
        "Sales of one client in a fourth quarter:",
        sales,
        "Credits on two purchases:",
        credits,
        "## 5. Before it goes to the partner",
        bullets(
            [
                "Net tax is tax collected less credits, once for GST/HST and once for QST.",
                "The list of corrections names each document, the amount in the client's records and the amount reported.",
                "What the client has to answer or send stands in the line of the document that it is about; the return does not "
                "wait for it.",
            ]
        ),
    )


def email_file() -> bytes:
    """Write the partner's mail of the morning."""
    body = f"""Good morning Inès,

I sign Corvane's third quarter (Trois-Rivières office) at 4 this afternoon and would like the figures by 3, checked against the lines and not only the column totals. Send me the list of corrections with it: I have Sabine on the phone on Monday and want documents and amounts in front of me, so that whatever she has to put right is done before we file on the 31st.

Raphaël

Raphaël Morin, CPA
Partner, {FIRM.name}
{FIRM.phone}
"""
    return eml_bytes(
        Mail(
            sender=person("Raphaël Morin"),
            to=[person("Inès Ouimet")],
            sent=datetime(2025, 10, 24, 8, 14, 37, tzinfo=timezone(timedelta(hours=-4))),
            subject="Corvane Q3 GST/QST - to sign today",
            body=body,
        )
    )
