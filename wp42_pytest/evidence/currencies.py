"""Finds amounts in a currency other than the one that everything is in."""

from __future__ import annotations

import re

from wp42_pytest.evidence.wording import Wording

_SIGNS = {
    "CAD": r"CA\$|C\$|\$CA|CAD|canadian dollars?",
    "USD": r"US\$|\$US|U\.?S\.? ?dollars?|USD|american dollars?",
    "EUR": r"€|EUR|euros?",
    "GBP": r"£|GBP|pounds sterling",
    "CHF": r"CHF|swiss francs?",
    "JPY": r"¥|JPY|yen",
}
_AMOUNT = r"\d[\d,.\u00a0 ]*"


def foreign_money(text: str, home: str = "CAD") -> str:
    """Return the first amount in a currency other than the home one, "" when there is none; a bare $ is the home one's.

    Args:
        text: running text.
        home: its code.
    """
    signs = "|".join(pattern for code, pattern in _SIGNS.items() if code != home)
    match = re.search(
        rf"(?<!\w)(?:{signs})\s?{_AMOUNT}|{_AMOUNT}\s?(?:{signs})(?!\w)", Wording(text).text, re.IGNORECASE
    )
    return match[0].strip() if match else ""
