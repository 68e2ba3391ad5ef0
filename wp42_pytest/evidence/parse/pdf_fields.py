"""What stands on pdf pages beside their content: filled form fields, text typed onto a page, and comments."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

MOST_ANNOTATIONS = 20_000
FIELDS = 0
"""The table number of form fields; real tables count from 1."""
_UNSEEN = 0x02 | 0x20  # the flags Hidden and NoView
_LONGEST = 65_536

Ask = Callable[[Any, int], int]


class Beside:
    """Collects the filled fields and typed texts of a pdf as blocks, its comments, and what of all that is not shown.

    Args:
        document: an open document, its forms initialised where it has any.
    """

    def __init__(self, document: pypdfium2.PdfDocument) -> None:
        self.document = document
        self.blocks: list[dict[str, Any]] = []
        self.comments: list[dict[str, str]] = []
        self.hidden: list[str] = []
        self.warnings: list[str] = []
        self.count = 0

    def read(self, page: pypdfium2.PdfPage, number: int) -> None:
        """Add what stands on one page.

        Args:
            page: an open page.
            number: its number, from 1.
        """
        for at in range(max(0, pdfium.FPDFPage_GetAnnotCount(page.raw))):
            self.count += 1
            if self.count > MOST_ANNOTATIONS:
                self.warnings = [f"only the first {MOST_ANNOTATIONS} annotations were read"]
                return
            note = pdfium.FPDFPage_GetAnnot(page.raw, at)
            if note:
                self._note(note, number)
                pdfium.FPDFPage_CloseAnnot(note)

    def _note(self, note: Any, page: int) -> None:
        kind = pdfium.FPDFAnnot_GetSubtype(note)
        unseen = bool(pdfium.FPDFAnnot_GetFlags(note) & _UNSEEN)
        if kind == pdfium.FPDF_ANNOT_WIDGET:
            self._field(note, page, unseen=unseen)
            return
        text = _string(lambda buffer, size: pdfium.FPDFAnnot_GetStringValue(note, b"Contents", buffer, size))
        if not text or kind in (pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP):
            return
        if unseen:
            self.hidden.append(text)
        elif kind == pdfium.FPDF_ANNOT_FREETEXT:
            self.blocks.append({"kind": "paragraph", "text": text, "page": page})
        else:
            author = _string(lambda buffer, size: pdfium.FPDFAnnot_GetStringValue(note, b"T", buffer, size))
            self.comments.append({"author": author, "text": text})

    def _field(self, note: Any, page: int, *, unseen: bool) -> None:
        if self.document.formenv is None:
            return
        form = self.document.formenv.raw
        value = _string(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldValue(form, note, buffer, size))
        name = _string(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldAlternateName(form, note, buffer, size))
        name = name or _string(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldName(form, note, buffer, size))
        if value and unseen:
            self.hidden.append(f"{name}: {value}")
        elif value:
            self.blocks.append({"kind": "row", "cells": [name, value], "table": FIELDS, "page": page})


def _string(ask: Ask) -> str:
    """Return a text that pdfium writes as UTF-16 into a buffer of the size that it asks for."""
    size = min(ask(None, 0), _LONGEST)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    ask(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace").strip()
