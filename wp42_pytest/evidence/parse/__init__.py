"""The parsers that run inside the reader child: bytes in, JSON-able dict out.

A parser is a plain function `read_xxx(data: bytes) -> dict[str, Any]`. It raises `Refused` for a file that it cannot read.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

Parser = Callable[[bytes], dict[str, Any]]

PARSERS: dict[str, str] = {
    "xlsx": "wp42_pytest.evidence.parse.workbook:read_xlsx",
    "xlsb": "wp42_pytest.evidence.parse.other_workbooks:read_with_calamine",
    "xls": "wp42_pytest.evidence.parse.other_workbooks:read_xls",
    "ods": "wp42_pytest.evidence.parse.ods:read_ods",
    "formualizer": "wp42_pytest.evidence.parse.formulas:compute_with_formualizer",
    "ironcalc": "wp42_pytest.evidence.parse.formulas:compute_with_ironcalc",
    "json": "wp42_pytest.evidence.parse.json_file:read_json",
    "csv": "wp42_pytest.evidence.parse.delimited:read_delimited",
    "docx": "wp42_pytest.evidence.parse.docx:read_docx",
    "pptx": "wp42_pytest.evidence.parse.slides:read_pptx",
    "pdf": "wp42_pytest.evidence.parse.pdf:read_pdf",
    "eml": "wp42_pytest.evidence.parse.mail:read_eml",
    "ics": "wp42_pytest.evidence.parse.calendar_file:read_ics",
    "sqlite": "wp42_pytest.evidence.parse.database:read_sqlite",
    "md": "wp42_pytest.evidence.parse.markdown:read_markdown",
    "txt": "wp42_pytest.evidence.parse.markdown:read_text",
    "png": "wp42_pytest.evidence.parse.image:read_image",
}
"""For each request kind, where its parser stands; imported when the first file of that kind comes."""


def parser(kind: str) -> Parser:
    """Return the parser of one request kind.

    Args:
        kind: a key of `PARSERS`.
    """
    module, _, function = PARSERS[kind].partition(":")
    return cast(Parser, getattr(import_module(module), function))
