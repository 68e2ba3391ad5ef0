"""The boxes of information returns: their numbers, their printed names, and where they stand on the form.

Tax year 2025: Form 1099-NEC has a box 3 again, Form 1099-MISC has none with number 14, Form 1098 reports the acquisition date.
"""

from __future__ import annotations

from dataclasses import dataclass

_TEXT = frozenset({"state", "words"})


@dataclass(frozen=True)
class Box:
    """One box of a form's layout: its key, what is printed, its share of the row, and whether it holds an amount.

    An empty box of which a zero would say something else is never printed as 0.00.
    """

    key: str
    label: str
    weight: float = 1
    money: bool = True
    zero: bool = True


@dataclass(frozen=True)
class Form:
    """The layout of one information return.

    Args:
        number: the form's number.
        title: its name.
        issuer: how the form calls whoever files it.
        receiver: how it calls whoever gets it.
        rows: the boxes at the right, row by row.
        bottom: the rows below.
        copy: which copy the receiver gets.
        account: what the account number is called; empty when there is none.
        note: small print.
    """

    number: str
    title: str
    issuer: str
    receiver: str
    rows: tuple[tuple[Box, ...], ...]
    bottom: tuple[tuple[Box, ...], ...] = ()
    copy: str = "Copy B For Recipient"
    account: str = "Account number (see instructions)"
    note: str = "(keep for your records)"


def _row(*texts: str) -> tuple[Box, ...]:
    """Read one row: "key label", with a trailing "|words" where the box holds no amount."""
    boxes = []
    for text in texts:
        label, _, kind = text.partition("|")
        key = label.split(" ", 1)[0]
        boxes.append(Box(key, label, money=kind not in _TEXT, zero=kind != "blank"))
    return tuple(boxes)


_STATE = _row("14 State|state", "15 State identification no.|words", "16 State tax withheld")

FORMS: dict[str, Form] = {
    form.number: form
    for form in (
        Form(
            "1099-INT",
            "Interest Income",
            "PAYER'S",
            "RECIPIENT'S",
            (
                _row("1 Interest income"),
                _row("2 Early withdrawal penalty"),
                _row("3 Interest on U.S. Savings Bonds and Treasury obligations"),
                _row("4 Federal income tax withheld", "5 Investment expenses"),
                _row("6 Foreign tax paid", "7 Foreign country or U.S. territory|words"),
                _row("8 Tax-exempt interest", "9 Specified private activity bond interest"),
                _row("10 Market discount", "11 Bond premium"),
                _row("12 Bond premium on Treasury obligations", "13 Bond premium on tax-exempt bond"),
            ),
            (
                _row(
                    "14 Tax-exempt and tax credit bond CUSIP no.|words",
                    "15 State|state",
                    "16 State identification no.|words",
                    "17 State tax withheld",
                ),
            ),
        ),
        Form(
            "1099-DIV",
            "Dividends and Distributions",
            "PAYER'S",
            "RECIPIENT'S",
            (
                _row("1a Total ordinary dividends", "1b Qualified dividends"),
                _row("2a Total capital gain distr.", "2b Unrecap. Sec. 1250 gain"),
                _row("2c Section 1202 gain", "2d Collectibles (28%) gain"),
                _row("2e Section 897 ordinary dividends", "2f Section 897 capital gain"),
                _row("3 Nondividend distributions", "4 Federal income tax withheld"),
                _row("5 Section 199A dividends", "6 Investment expenses"),
                _row("7 Foreign tax paid", "8 Foreign country or U.S. territory|words"),
                _row("9 Cash liquidation distributions", "10 Noncash liquidation distributions"),
                _row("12 Exempt-interest dividends", "13 Specified private activity bond interest dividends"),
            ),
            (_STATE,),
        ),
        Form(
            "1099-R",
            "Distributions From Pensions, Annuities, Retirement Plans, IRAs, etc.",
            "PAYER'S",
            "RECIPIENT'S",
            (
                _row("1 Gross distribution", "2a Taxable amount|blank"),
                _row("2b Taxable amount not determined|words", "2b.2 Total distribution|words"),
                _row("3 Capital gain (included in box 2a)", "4 Federal income tax withheld"),
                _row(
                    "5 Employee contributions/Designated Roth contributions or insurance premiums",
                    "6 Net unrealized appreciation in employer's securities",
                ),
                _row("7 Distribution code(s)|words", "7.2 IRA/SEP/SIMPLE|words", "8 Other"),
                _row("9a Your percentage of total distribution|words", "9b Total employee contributions"),
                _row("10 Amount allocable to IRR within 5 years", "11 1st year of desig. Roth contrib.|words"),
            ),
            (
                _row("14 State tax withheld", "15 State/Payer's state no.|words", "16 State distribution"),
                _row("17 Local tax withheld", "18 Name of locality|words", "19 Local distribution"),
            ),
        ),
        Form(
            "1099-NEC",
            "Nonemployee Compensation",
            "PAYER'S",
            "RECIPIENT'S",
            (
                _row("1 Nonemployee compensation"),
                _row("2 Payer made direct sales totaling $5,000 or more of consumer products for resale|words"),
                _row("3 Excess golden parachute payments"),
                _row("4 Federal income tax withheld"),
            ),
            (_row("5 State tax withheld", "6 State/Payer's state no.|words", "7 State income"),),
        ),
        Form(
            "1099-MISC",
            "Miscellaneous Information",
            "PAYER'S",
            "RECIPIENT'S",
            (
                _row("1 Rents", "2 Royalties"),
                _row("3 Other income", "4 Federal income tax withheld"),
                _row("5 Fishing boat proceeds", "6 Medical and health care payments"),
                _row("7 Payer made direct sales totaling $5,000 or more|words", "8 Substitute payments"),
                _row("9 Crop insurance proceeds", "10 Gross proceeds paid to an attorney"),
                _row("11 Fish purchased for resale", "12 Section 409A deferrals"),
                _row("15 Nonqualified deferred compensation"),
            ),
            (_row("16 State tax withheld", "17 State/Payer's state no.|words", "18 State income"),),
        ),
        Form(
            "1099-K",
            "Payment Card and Third Party Network Transactions",
            "FILER'S",
            "PAYEE'S",
            (
                _row("1a Gross amount of payment card/third party network transactions"),
                _row("1b Card not present transactions", "2 Merchant category code|words"),
                _row("3 Number of payment transactions|words", "4 Federal income tax withheld"),
                _row("5a January", "5b February", "5c March"),
                _row("5d April", "5e May", "5f June"),
                _row("5g July", "5h August", "5i September"),
                _row("5j October", "5k November", "5l December"),
            ),
            (_row("6 State|state", "7 State identification no.|words", "8 State income tax withheld"),),
            copy="Copy B For Payee",
        ),
        Form(
            "1099-G",
            "Certain Government Payments",
            "PAYER'S",
            "RECIPIENT'S",
            (
                _row("1 Unemployment compensation"),
                _row("2 State or local income tax refunds, credits, or offsets"),
                _row("3 Box 2 amount is for tax year|words", "4 Federal income tax withheld"),
                _row("5 RTAA payments", "6 Taxable grants"),
                _row("7 Agriculture payments", "8 Box 2 is trade or business income|words"),
                _row("9 Market gain"),
            ),
            (_row("10a State|state", "10b State identification no.|words", "11 State income tax withheld"),),
        ),
        Form(
            "1098",
            "Mortgage Interest Statement",
            "RECIPIENT'S/LENDER'S",
            "PAYER'S/BORROWER'S",
            (
                _row("1 Mortgage interest received from payer(s)/borrower(s)"),
                _row("2 Outstanding mortgage principal", "3 Mortgage origination date|words"),
                _row("4 Refund of overpaid interest", "5 Mortgage insurance premiums"),
                _row("6 Points paid on purchase of principal residence"),
                _row("7 Address of property securing mortgage is the same as the borrower's address|words"),
                _row("8 Address or description of property securing mortgage|words"),
                _row("9 Number of properties|words", "10 Other"),
                _row("11 Mortgage acquisition date|words"),
            ),
            copy="Copy B For Payer/Borrower",
        ),
        Form(
            "1098-T",
            "Tuition Statement",
            "FILER'S",
            "STUDENT'S",
            (
                _row("1 Payments received for qualified tuition and related expenses"),
                _row("4 Adjustments made for a prior year", "5 Scholarships or grants"),
                _row("6 Adjustments to scholarships or grants for a prior year"),
                _row("7 Amount in box 1 includes amounts for a period beginning January-March 2026|words"),
                _row("8 At least half-time student|words", "9 Graduate student|words"),
                _row("10 Ins. contract reimb./refund"),
            ),
            copy="Copy B For Student",
            account="Service Provider/Acct. No.",
        ),
        Form(
            "1098-E",
            "Student Loan Interest Statement",
            "RECIPIENT'S/LENDER'S",
            "BORROWER'S",
            (
                _row("1 Student loan interest received by lender"),
                _row("2 Box 1 does not include loan origination fees for loans made before September 1, 2004|words"),
            ),
            copy="Copy B For Borrower",
        ),
        Form(
            "1099-SA",
            "Distributions From an HSA, Archer MSA, or Medicare Advantage MSA",
            "TRUSTEE'S/PAYER'S",
            "RECIPIENT'S",
            (
                _row("1 Gross distribution", "2 Earnings on excess cont."),
                _row("3 Distribution code|words", "4 FMV on date of death"),
                _row("5 HSA / Archer MSA / MA MSA|words"),
            ),
        ),
        Form(
            "5498-SA",
            "HSA, Archer MSA, or Medicare Advantage MSA Information",
            "TRUSTEE'S",
            "PARTICIPANT'S",
            (
                _row("1 Employee or self-employed person's Archer MSA contributions made in 2025 and 2026 for 2025"),
                _row("2 Total contributions made in 2025"),
                _row("3 Total HSA or Archer MSA contributions made in 2026 for 2025"),
                _row("4 Rollover contributions", "5 Fair market value of HSA, Archer MSA, or MA MSA"),
                _row("6 HSA / Archer MSA / MA MSA|words"),
            ),
            copy="Copy B For Participant",
        ),
        Form(
            "W-2G",
            "Certain Gambling Winnings",
            "PAYER'S",
            "WINNER'S",
            (
                _row("1 Reportable winnings", "2 Date won|words"),
                _row("3 Type of wager|words", "4 Federal income tax withheld"),
                _row("5 Transaction|words", "6 Race|words"),
                _row("7 Winnings from identical wagers", "8 Cashier|words"),
            ),
            (_row("13 State/Payer's state no.|words", "14 State winnings", "15 State income tax withheld"),),
            copy="Copy B For Winner",
            account="",
        ),
    )
}

W2 = (
    _row("1 Wages, tips, other compensation", "2 Federal income tax withheld"),
    _row("3 Social security wages", "4 Social security tax withheld"),
    _row("5 Medicare wages and tips", "6 Medicare tax withheld"),
    _row("7 Social security tips", "8 Allocated tips"),
    _row("9 |words", "10 Dependent care benefits"),
    _row("11 Nonqualified plans", "12a Code|words"),
    _row("13 Statutory employee / Retirement plan / Third-party sick pay|words", "12b Code|words"),
    _row("14 Other|words", "12c Code|words"),
    _row("14.2 |words", "12d Code|words"),
)
"""Boxes 1 to 14 of Form W-2, at the right."""

W2_STATE = (
    Box("15", "15 State  Employer's state ID number", 1.5, money=False),
    Box("16", "16 State wages, tips, etc."),
    Box("17", "17 State income tax"),
    Box("18", "18 Local wages, tips, etc."),
    Box("19", "19 Local income tax"),
    Box("20", "20 Locality name", 0.9, money=False),
)
"""One state line of Form W-2; there are two."""

K1_1065 = (
    ("1", "Ordinary business income (loss)"),
    ("2", "Net rental real estate income (loss)"),
    ("3", "Other net rental income (loss)"),
    ("4a", "Guaranteed payments for services"),
    ("4b", "Guaranteed payments for capital"),
    ("4c", "Total guaranteed payments"),
    ("5", "Interest income"),
    ("6a", "Ordinary dividends"),
    ("6b", "Qualified dividends"),
    ("6c", "Dividend equivalents"),
    ("7", "Royalties"),
    ("8", "Net short-term capital gain (loss)"),
    ("9a", "Net long-term capital gain (loss)"),
    ("9b", "Collectibles (28%) gain (loss)"),
    ("9c", "Unrecaptured section 1250 gain"),
    ("10", "Net section 1231 gain (loss)"),
    ("11", "Other income (loss)"),
    ("12", "Section 179 deduction"),
    ("13", "Other deductions"),
    ("14", "Self-employment earnings (loss)"),
    ("15", "Credits"),
    ("16", "Schedule K-3 is attached if checked"),
    ("17", "Alternative minimum tax (AMT) items"),
    ("18", "Tax-exempt income and nondeductible expenses"),
    ("19", "Distributions"),
    ("20", "Other information"),
    ("21", "Foreign taxes paid or accrued"),
    ("22", "More than one activity for at-risk purposes"),
    ("23", "More than one activity for passive activity purposes"),
)

K1_1120S = (
    ("1", "Ordinary business income (loss)"),
    ("2", "Net rental real estate income (loss)"),
    ("3", "Other net rental income (loss)"),
    ("4", "Interest income"),
    ("5a", "Ordinary dividends"),
    ("5b", "Qualified dividends"),
    ("6", "Royalties"),
    ("7", "Net short-term capital gain (loss)"),
    ("8a", "Net long-term capital gain (loss)"),
    ("8b", "Collectibles (28%) gain (loss)"),
    ("8c", "Unrecaptured section 1250 gain"),
    ("9", "Net section 1231 gain (loss)"),
    ("10", "Other income (loss)"),
    ("11", "Section 179 deduction"),
    ("12", "Other deductions"),
    ("13", "Credits"),
    ("14", "Schedule K-3 is attached if checked"),
    ("15", "Alternative minimum tax (AMT) items"),
    ("16", "Items affecting shareholder basis"),
    ("17", "Other information"),
)

K1_1041 = (
    ("1", "Interest income"),
    ("2a", "Ordinary dividends"),
    ("2b", "Qualified dividends"),
    ("3", "Net short-term capital gain"),
    ("4a", "Net long-term capital gain"),
    ("4b", "28% rate gain"),
    ("4c", "Unrecaptured section 1250 gain"),
    ("5", "Other portfolio and nonbusiness income"),
    ("6", "Ordinary business income"),
    ("7", "Net rental real estate income"),
    ("8", "Other rental income"),
    ("9", "Directly apportioned deductions"),
    ("10", "Estate tax deduction"),
    ("11", "Final year deductions"),
    ("12", "Alternative minimum tax adjustment"),
    ("13", "Credits and credit recapture"),
    ("14", "Other information"),
)
