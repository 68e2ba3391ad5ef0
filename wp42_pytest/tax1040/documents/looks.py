"""The styles that payers print in."""

from __future__ import annotations

from reportlab.lib.colors import HexColor

from wp42_pytest.tax1040.documents.forms import Look

LOOKS = (
    Look("official"),
    Look("official red", colour=HexColor(0x9B1C1C)),
    Look("official typewriter", font="Courier", bold="Courier-Bold", label_font="Helvetica"),
    Look("official serif", font="Times-Roman", bold="Times-Bold", label_font="Times-Roman", zeros=True),
    Look("statement blue", arrangement="list", colour=HexColor(0x1F4E79), dollar=True, zeros=True),
    Look("statement green", arrangement="list", colour=HexColor(0x2F6B3A)),
    Look(
        "statement plain",
        arrangement="list",
        font="Times-Roman",
        bold="Times-Bold",
        label_font="Times-Roman",
        banner=False,
        zeros=True,
    ),
)
"""Grids as the official form, and lists as substitute statements."""
