"""A workbook of the functions that office workers use, each with the value it must have.

`hand` marks values worked out by hand from the ledger below, `python` values from the definition of the function written in
Python beside it; the test with LibreOffice compares the same list with a third engine.
"""

from __future__ import annotations

import io
import math
from datetime import date

from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

LEDGER = [
    ("Date", "Account", "Branch", "Type", "Debit", "Credit"),
    (date(2025, 1, 15), 4000, "North", "Sale", 0, 1200),
    (date(2025, 1, 31), 5000, "North", "Rent", 500, 0),
    (date(2025, 2, 10), 4000, "South", "Sale", 0, 800),
    (date(2025, 2, 28), 5000, "South", "Rent", 450, 0),
    (date(2025, 3, 5), 4000, "North", "Sale", 0, 1500),
    (date(2025, 3, 31), 5100, "North", "Power", 120.5, 0),
    (date(2025, 4, 12), 4000, "East", "Sale", 0, 300),
    (date(2025, 4, 30), 5100, "East", "Power", 79.5, 0),
    (date(2025, 5, 20), 4000, "South", "Sale", 0, 950),
    (date(2025, 5, 31), 5000, "East", "Rent", 400, 0),
]
CREDITS = [1200, 800, 1500, 300, 950]


def serial(*day: int) -> int:
    return (date(*day) - date(1899, 12, 30)).days


def _npv(rate: float, flows: list[float]) -> float:
    return sum(flow / (1 + rate) ** period for period, flow in enumerate(flows, 1))


def _payment(rate: float, periods: int, present: float) -> float:
    return -present * rate / (1 - (1 + rate) ** -periods)


def _interest_paid(rate: float, periods: int, present: float, first: int, last: int) -> float:
    payment, left, interest = -_payment(rate, periods, present), present, 0.0
    for period in range(1, last + 1):
        part = left * rate
        interest += part if period >= first else 0
        left -= payment - part
    return -interest


def _rate(periods: int, payment: float, present: float) -> float:
    low, high = 1e-6, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if -_payment(middle, periods, present) < payment else (low, middle)
    return middle


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _variance(values: list[float], less: int) -> float:
    return sum((value - _mean(values)) ** 2 for value in values) / (len(values) - less)


FORMULAS: list[tuple[str, object]] = [
    # Dates: hand, from the calendar of 2025.
    ("=YEAR(Ledger!A2)", 2025),
    ("=MONTH(Ledger!A4)", 2),
    ("=DAY(Ledger!A3)", 31),
    ("=WEEKDAY(DATE(2025,10,31))", 6),
    ("=WEEKDAY(DATE(2025,10,31),2)", 5),
    ("=WEEKNUM(DATE(2025,1,15))", 3),
    ("=ISOWEEKNUM(DATE(2025,10,31))", 44),
    ("=DAYS(DATE(2025,3,1),DATE(2025,2,1))", 28),
    ("=DAYS360(DATE(2025,1,31),DATE(2025,3,31))", 60),
    ("=NETWORKDAYS(DATE(2025,10,1),DATE(2025,10,31))", 23),
    ("=NETWORKDAYS(DATE(2025,10,1),DATE(2025,10,31),DATE(2025,10,13))", 22),
    ("=NETWORKDAYS.INTL(DATE(2025,10,1),DATE(2025,10,31),1)", 23),
    ("=WORKDAY.INTL(DATE(2025,10,31),1,1)", serial(2025, 11, 3)),
    ("=WORKDAY(DATE(2025,10,10),1,DATE(2025,10,13))", serial(2025, 10, 14)),
    ("=EOMONTH(DATE(2025,10,5),0)", serial(2025, 10, 31)),
    ("=EDATE(DATE(2025,10,31),-6)", serial(2025, 4, 30)),
    ('=DATEVALUE("2025-10-31")', serial(2025, 10, 31)),
    ('=TIMEVALUE("12:00")', 0.5),
    ("=TIME(6,0,0)", 0.25),
    ("=HOUR(0.75)", 18),
    ("=MINUTE(TIME(6,45,0))", 45),
    ("=YEARFRAC(DATE(2025,1,1),DATE(2025,7,1),3)", 181 / 365),
    ('=DATEDIF(DATE(2025,4,14),DATE(2025,10,31),"M")', 6),
    ("=DATE(2025,10,31)-DATE(2025,4,14)", 200),
    ('=TEXT(DATE(2025,10,31),"yyyy-mm-dd")', "2025-10-31"),
    ('=TEXT(DATE(2025,10,31),"mmm d, yyyy")', "Oct 31, 2025"),
    ('=TEXT(DATE(2025,10,31),"dddd")', "Friday"),
    ('=IF(DATE(2025,10,31)-DATE(2025,4,14)>180,"stale","open")', "stale"),
    # Lookups: hand, from the ledger.
    ('=HLOOKUP("Credit",Ledger!A1:F11,2,FALSE)', 1200),
    ("=LOOKUP(4500,{0,1000,5000},{1,2,3})", 2),
    ("=VLOOKUP(250,Rates!A2:B5,2,TRUE)", 0.05),
    ("=SUM(INDEX(Ledger!A2:F11,0,6))", 4750),
    ("=MATCH(450,Ledger!E2:E11,0)", 4),
    ('=XLOOKUP("South",Ledger!C2:C11,Ledger!F2:F11,0,0,-1)', 950),
    ('=INDEX(Ledger!F2:F11,MATCH(1,(Ledger!C2:C11="South")*(Ledger!D2:D11="Sale"),0))', 800),
    ('=CHOOSE(2,"a","b","c")', "b"),
    ("=SUM(OFFSET(Ledger!E1,1,0,3,1))", 500),
    ('=INDIRECT("Ledger!F"&2)', 1200),
    ("=ADDRESS(2,6)", "$F$2"),
    ("=COLUMN(F1)", 6),
    ("=ROWS(Ledger!A2:A11)*COLUMNS(Ledger!A2:F2)", 60),
    # Conditional sums and counts: hand, from the ledger.
    ('=COUNTIF(Ledger!C2:C11,"North")', 4),
    ('=COUNTIFS(Ledger!C2:C11,"East",Ledger!E2:E11,">0")', 2),
    ("=COUNTBLANK(Ledger!G2:G11)", 10),
    ("=COUNTA(Ledger!C2:C11)", 10),
    ("=COUNT(Ledger!C2:E11)", 10),
    ('=AVERAGEIF(Ledger!D2:D11,"Rent",Ledger!E2:E11)', 450),
    ('=MAXIFS(Ledger!F2:F11,Ledger!C2:C11,"South")', 950),
    ('=MINIFS(Ledger!E2:E11,Ledger!D2:D11,"Rent")', 400),
    ('=SUMIFS(Ledger!F2:F11,Ledger!A2:A11,">="&DATE(2025,2,1),Ledger!A2:A11,"<="&DATE(2025,4,30))', 2600),
    ('=SUMPRODUCT((Ledger!C2:C11="North")*(Ledger!F2:F11-Ledger!E2:E11))', 2079.5),
    ('=SUMPRODUCT(--(MONTH(Ledger!A2:A11)=1),Ledger!F2:F11)', 1200),
    # Text: hand.
    ('=CONCATENATE("JE-",TEXT(7,"0000"))', "JE-0007"),
    ('=CONCAT("a","b",1)', "ab1"),
    ('=TEXTJOIN(", ",TRUE,"x","","y")', "x, y"),
    ('=UPPER("abc")&LOWER("DEF")', "ABCdef"),
    ('=PROPER("jane o neil")', "Jane O Neil"),
    ('=LEN("reconcile")', 9),
    ('=FIND("c","reconcile")', 3),
    ('=SEARCH("CON","reconcile")', 3),
    ('=REPLACE("abcdef",2,3,"X")', "aXef"),
    ('=REPT("ab",3)', "ababab"),
    ('=EXACT("a","A")', False),
    ('=VALUE("1,234.50")', 1234.5),
    ("=FIXED(1234.567,1)", "1,234.6"),
    ("=CHAR(65)&CODE(\"B\")", "A66"),
    ('=NUMBERVALUE("1.234,50",",",".")', 1234.5),
    ('=TEXT(1234.5,"$#,##0.00")', "$1,234.50"),
    ('=TEXT(-1234.5,"#,##0.00;(#,##0.00)")', "(1,234.50)"),
    ('=TEXT(0.256,"0%")', "26%"),
    ('=SUBSTITUTE("a-b-c","-","+",2)', "a-b+c"),
    ('=TRIM("  two   words ")', "two words"),
    ('=MID("INV-2025-007",5,4)', "2025"),
    ('=TEXTBEFORE("INV-2025-007","-")', "INV"),
    ('=TEXTAFTER("INV-2025-007","-",2)', "007"),
    # Finance: python.
    ("=NPV(0.1,100,100,100)", _npv(0.1, [100, 100, 100])),
    ("=PV(0.05,10,-100)", 100 * (1 - 1.05**-10) / 0.05),
    ("=FV(0.05/12,24,-200,-1000)", 1000 * (1 + 0.05 / 12) ** 24 + 200 * ((1 + 0.05 / 12) ** 24 - 1) / (0.05 / 12)),
    ("=NPER(0.01,-100,1000)", -math.log(1 - 1000 * 0.01 / 100) / math.log(1.01)),
    ("=PMT(0.06/12,360,250000)", _payment(0.005, 360, 250_000)),
    ("=PMT(0.06/12,360,250000,0,1)", _payment(0.005, 360, 250_000) / 1.005),
    ("=IPMT(0.01,2,12,1000)", _interest_paid(0.01, 12, 1000, 2, 2)),
    ("=PPMT(0.01,1,12,1000)", _payment(0.01, 12, 1000) + 10),
    ("=CUMIPMT(0.01,12,1000,1,12,0)", _interest_paid(0.01, 12, 1000, 1, 12)),
    ("=CUMPRINC(0.01,12,1000,1,12,0)", -1000),
    ("=SLN(10000,1000,5)", 1800),
    ("=DDB(10000,1000,5,1)", 4000),
    ("=SYD(10000,1000,5,1)", 3000),
    ("=DB(10000,1000,5,1)", 10_000 * round(1 - (1000 / 10_000) ** (1 / 5), 3)),
    ("=EFFECT(0.12,12)", 1.01**12 - 1),
    ("=NOMINAL(0.1268250301319698,12)", 0.12),
    ("=IRR({-100,60,60})", (60 + math.sqrt(60**2 + 4 * 100 * 60)) / 200 - 1),
    ("=XNPV(0.1,Flows!A2:A4,Flows!B2:B4)", -1000 + 600 / 1.1 ** (181 / 365) + 600 / 1.1 ** (365 / 365)),
    ("=MIRR({-100,60,60},0.1,0.1)", ((60 * 1.1 + 60) / 100) ** 0.5 - 1),
    ("=RATE(12,-100,1000)", _rate(12, 100, 1000)),
    # Statistics: python, from the five sales.
    ("=AVERAGE(Sales)", _mean(CREDITS)),
    ("=MEDIAN(Sales)", 950),
    ("=MODE(1,2,2,3)", 2),
    ("=VAR.S(Sales)", _variance(CREDITS, 1)),
    ("=VAR.P(Sales)", _variance(CREDITS, 0)),
    ("=STDEV.S(Sales)", math.sqrt(_variance(CREDITS, 1))),
    ("=STDEV.P(Sales)", math.sqrt(_variance(CREDITS, 0))),
    ("=QUARTILE(Sales,1)", 800),
    ("=PERCENTILE.INC(Sales,0.9)", 1200 + 0.6 * 300),
    ("=LARGE(Sales,2)-SMALL(Sales,2)", 400),
    ("=RANK.EQ(950,Sales)", 3),
    ("=CORREL({1,2,3},{2,4,7})", 5 / math.sqrt(2 * (38 / 3))),
    ("=SLOPE({2,4,7},{1,2,3})", 2.5),
    ("=INTERCEPT({2,4,7},{1,2,3})", 13 / 3 - 5),
    ("=FORECAST(4,{2,4,7},{1,2,3})", 13 / 3 - 5 + 10),
    ("=GEOMEAN(2,8)", 4),
    ("=NORM.S.INV(0.975)", 1.959963984540054),
    ("=MAX(Sales)-MIN(Sales)", 1200),
    # Mathematics: hand.
    ("=ROUNDDOWN(-2.567,2)", -2.56),
    ("=ROUNDUP(2.561,2)", 2.57),
    ("=ROUND(1234.5,-2)", 1200),
    ("=ROUND(1.005,2)", 1.01),
    ("=MROUND(7,5)", 5),
    ("=CEILING(7.1,0.5)", 7.5),
    ("=FLOOR(7.9,0.5)", 7.5),
    ("=TRUNC(-8.9)", -8),
    ("=ABS(-3)*SIGN(-3)", -3),
    ("=SQRT(16)+POWER(2,10)", 1028),
    ("=LN(EXP(2))+LOG10(1000)+LOG(8,2)", 8),
    ("=PRODUCT(2,3,4)", 24),
    ("=QUOTIENT(17,5)+MOD(17,5)", 5),
    ("=GCD(12,18)+LCM(4,6)", 18),
    ("=FACT(5)+COMBIN(5,2)", 130),
    ("=SUMSQ(3,4)", 25),
    ("=SUBTOTAL(109,Sales)", 4750),
    ("=AGGREGATE(9,6,Ledger!E2:E11)", 1550),
    ("=10%+5", 5.1),
    ("=7/2", 3.5),
    ('="Total: "&TEXT(SUM(Ledger!E2:E11),"#,##0.00")', "Total: 1,550.00"),
    # Logic and information: hand.
    ("=IFERROR(1/0,0)", 0),
    ("=NOT(XOR(TRUE,FALSE))", False),
    ('=ISNUMBER(5)&ISTEXT("a")', "TRUETRUE"),
    ("=ISBLANK(Ledger!Z1)", True),
    ("=ISERROR(1/0)", True),
    ('=ISNA(MATCH("none",Ledger!C2:C11,0))', True),
    ("=1/0", "#DIV/0!"),
    ('=IF(SUM(Ledger!E2:E11)=1550,"ties","differs")', "ties"),
    ("=SWITCH(TRUE,5>10,1,5>3,2,3)", 2),
    # Dynamic arrays, names, tables, other sheets: hand.
    ("=COUNTA(UNIQUE(Ledger!C2:C11))", 3),
    ('=TEXTJOIN("/",TRUE,SORT(UNIQUE(Ledger!C2:C11)))', "East/North/South"),
    ('=SUM(FILTER(Ledger!F2:F11,(Ledger!C2:C11="South")*(Ledger!F2:F11>0)))', 1750),
    ("=INDEX(SORTBY(Ledger!C2:C11,Ledger!F2:F11,-1),1)", "North"),
    ("=SUM(SEQUENCE(3,2,1,1))", 21),
    ("=SUM(TAKE(Ledger!F2:F11,3))", 2000),
    ("=SUM(VSTACK(Ledger!E2:E3,Ledger!E5))", 950),
    ("=LET(total,SUM(Ledger!F2:F11),total-SUM(Ledger!E2:E11))", 3200),
    ("=LAMBDA(x,y,x*y)(6,7)", 42),
    ("=SUM(tblLedger[Debit])", 1550),
    ('=SUMIFS(tblLedger[Credit],tblLedger[Branch],"North")', 2700),
    ("=ROWS(tblLedger[#Data])", 10),
    ("=SUM(tblLedger[[Debit]:[Credit]])", 6300),
    ("=SUM(Debits)*VatRate", 310),
    ("=Net", 3200),
    ("='Cash flow'!B2*2", 1000),
    ("=SUM(Rates!B2:B5,'Cash flow'!B2)", 500.3),
    ('=SUMIF(Ledger!D:D,"Rent",Ledger!E:E)', 1350),
]  # fmt: skip

_NEWER = [
    "ISOWEEKNUM",
    "NETWORKDAYS.INTL",
    "WORKDAY.INTL",
    "DAYS",
    "XLOOKUP",
    "MAXIFS",
    "MINIFS",
    "CONCAT",
    "TEXTJOIN",
    "NUMBERVALUE",
    "TEXTBEFORE",
    "TEXTAFTER",
    "VAR.S",
    "VAR.P",
    "STDEV.S",
    "STDEV.P",
    "PERCENTILE.INC",
    "RANK.EQ",
    "NORM.S.INV",
    "XOR",
    "SWITCH",
    "UNIQUE",
    "SORTBY",
    "SEQUENCE",
    "TAKE",
    "VSTACK",
    "LET",
    "LAMBDA",
    "IFNA",
]


def as_stored(formula: str) -> str:
    """Return a formula with the prefixes under which Excel stores newer functions."""
    import re

    for name in _NEWER:
        if name not in ("NETWORKDAYS.INTL", "WORKDAY.INTL"):
            formula = re.sub(rf"(?<![\w.]){re.escape(name)}\(", f"_xlfn.{name}(", formula)
    formula = re.sub(r"(?<![\w.])(FILTER|SORT)\(", r"_xlfn._xlws.\1(", formula)
    if "LET(" in formula or "LAMBDA(" in formula:
        formula = re.sub(r"\b(total|x|y)\b", r"_xlpm.\1", formula)
    return formula


def office_workbook(*, prefixed: bool = True) -> bytes:
    """Return the workbook as openpyxl writes it: formulas without cached values, in column B of the sheet Office."""
    book = Workbook()
    office = book.active
    office.title = "Office"
    ledger = book.create_sheet("Ledger")
    for row in LEDGER:
        ledger.append(row)
    ledger.add_table(Table(displayName="tblLedger", ref="A1:F11"))
    rates = book.create_sheet("Rates")
    for row in (("from", "rate"), (0, 0), (100, 0.05), (500, 0.1), (1000, 0.15)):
        rates.append(row)
    cash = book.create_sheet("Cash flow")
    cash["B2"] = 500
    flows = book.create_sheet("Flows")
    for row in (("flow", "date"), (-1000, date(2025, 1, 1)), (600, date(2025, 7, 1)), (600, date(2026, 1, 1))):
        flows.append(row)
    sales = book.create_sheet("Sales only")
    for amount in CREDITS:
        sales.append([amount])
    for name, refers in (
        ("Sales", "'Sales only'!$A$1:$A$5"),
        ("Debits", "Ledger!$E$2:$E$11"),
        ("VatRate", "0.2"),
        ("Net", "SUM(Ledger!$F$2:$F$11)-SUM(Ledger!$E$2:$E$11)"),
    ):
        book.defined_names[name] = DefinedName(name, attr_text=refers)
    for number, (formula, _) in enumerate(FORMULAS, 1):
        stored = as_stored(formula) if prefixed else formula
        office.cell(number, 1, formula[1:])
        # Comparing whole columns with a value needs array evaluation, which Excel stores as an array formula.
        office.cell(number, 2, ArrayFormula(f"B{number}", stored) if "MATCH(1,(" in formula else stored)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()
