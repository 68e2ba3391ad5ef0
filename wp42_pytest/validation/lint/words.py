"""Small tables of words: what gives the grading away, and which real names a fictional economy avoids."""

from __future__ import annotations

import re

GRADING_WORDS = (
    r"oracles?",
    r"planted(?: errors?)?",
    r"prompt[- ]injections?",
    r"injected (?:instructions?|text)",
    r"evaluators?",
    r"evaluate\.py",
    r"rubrics?",
    r"graders?",
    r"grad(?:ed|ing)",
    r"det_(?:score|completion)",
    r"tolerances?",
    r"benchmarks?",
    r"wp42",
    r"mutants?",
    r"honeypots?",
    r"traps?",
    r"ground truth",
    r"test (?:case|harness|suite)s?",
    r"hidden (?:checks?|tests?|criteri(?:on|a))",
    r"will be (?:scored|marked|checked) (?:automatically|by)",
    r"points? (?:will be )?(?:deducted|awarded)",
    r"designed_features",
    r"WPI-[A-Z]",
    r"(?:within|to within) ±",
    r"± ?\d",
)
"""Words that have no place in an assignment. Some are a profession's own; the author then allows them with a reason."""

GRADING = re.compile(r"(?<![\w-])(?:" + "|".join(GRADING_WORDS) + r")(?![\w-])|± ?\d", re.IGNORECASE)

REAL_NAMES = (
    *("Amazon", "Google", "Microsoft", "Facebook", "Walmart", "Costco", "OpenAI", "Anthropic", "Shopify", "Salesforce"),
    *("Deloitte", "KPMG", "PwC", "PricewaterhouseCoopers", "Ernst & Young", "Grant Thornton", "McKinsey", "Accenture"),
    *("Desjardins", "Scotiabank", "CIBC", "Royal Bank of Canada", "RBC", "BMO", "TD Canada Trust", "JPMorgan"),
    *(
        "Hydro-Québec",
        "Bombardier",
        "Air Canada",
        "Loblaw",
        "Couche-Tard",
        "Saputo",
        "Rogers Communications",
        "Vidéotron",
    ),
    *("Bell Canada", "Intact Financial", "Manulife", "Sun Life", "FedEx", "Purolator", "DHL", "Molson", "Labatt"),
    *("Elon Musk", "Justin Trudeau", "Mark Carney", "François Legault", "Warren Buffett", "Jeff Bezos", "Bill Gates"),
)
"""A small deny list: companies and people that a fictional economy must not name."""

REAL = re.compile(r"(?<!\w)(?:" + "|".join(re.escape(name) for name in REAL_NAMES) + r")(?!\w)")

ADDRESS = re.compile(r"[\w.+-]+@((?:[\w-]+\.)+[A-Za-z]{2,})")
LINK = re.compile(r"\bhttps?://([^/\s\"'<>):]+)", re.IGNORECASE)

FORMAT_HOSTS = (
    *("schemas.openxmlformats.org", "schemas.microsoft.com", "purl.org", "www.w3.org", "purl.oclc.org"),
    *("json-schema.org", "www.irs.gov"),
)
"""Hosts that file formats name in their namespaces; no one visits them."""
