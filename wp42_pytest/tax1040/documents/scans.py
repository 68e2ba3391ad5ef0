"""Turns pages into what a client's scanner makes of them: pixels, slightly askew, without a text layer."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from PIL.Image import Image

SCAN_FONT, SCAN_BOLD = "Scan", "Scan-Bold"
"""Faces that are embedded in the page, so that its pixels do not depend on the fonts of the machine."""

DPI = 200


@cache
def use_scan_fonts() -> tuple[str, str]:
    """Register the faces of scanned pages with the library that draws them, and return their names."""
    import reportlab
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    folder = Path(reportlab.__file__).parent / "fonts"
    registerFont(TTFont(SCAN_FONT, str(folder / "Vera.ttf")))
    registerFont(TTFont(SCAN_BOLD, str(folder / "VeraBd.ttf")))
    return SCAN_FONT, SCAN_BOLD


def scanned_pages(pdf: bytes, rng: np.random.Generator, *, dpi: int = DPI) -> list[Image]:
    """Return each page as a black and white picture, turned by less than half a degree, with a few specks.

    Args:
        pdf: pages drawn with the scan fonts.
        rng: the concern's stream.
        dpi: dots per inch.
    """
    import pypdfium2
    from PIL import Image

    pages = []
    document: Any = pypdfium2.PdfDocument(pdf)
    for page in document:
        grey = page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
        turned = grey.rotate(float(rng.uniform(-0.45, 0.45)), resample=Image.Resampling.BICUBIC, fillcolor=255)
        pixels = np.asarray(turned).copy()
        height, width = pixels.shape
        for _ in range(int(rng.integers(20, 60))):
            y, x = int(rng.integers(height - 3)), int(rng.integers(width - 3))
            pixels[y : y + int(rng.integers(1, 3)), x : x + int(rng.integers(1, 3))] = 0
        threshold = int(rng.integers(150, 185))
        pages.append(
            Image.fromarray(np.where(pixels < threshold, 0, 255).astype(np.uint8)).convert(
                "1", dither=Image.Dither.NONE
            )
        )
    document.close()
    return pages


def scan_pdf_bytes(pages: Sequence[Image], created: datetime, *, dpi: int = DPI) -> bytes:
    """Return scanned pages as a PDF of pictures alone, in the fax code of black and white (CCITT group 4)."""
    written = io.BytesIO()
    first, *others = pages
    stamp = created.timetuple()
    first.save(
        written,
        "PDF",
        save_all=True,
        append_images=others,
        resolution=float(dpi),
        creationDate=stamp,
        modDate=stamp,
        title="Scan",
        producer="ScanStation 4",
    )
    return written.getvalue()
