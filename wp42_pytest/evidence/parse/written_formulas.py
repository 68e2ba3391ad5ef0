"""The formulas of a sheet as they are written: shared ones spelled out, array areas remembered."""

from __future__ import annotations

from typing import Any

from wp42_pytest.evidence.references import area, column_letters


class Formulas:
    """The formulas of one sheet, met cell by cell."""

    def __init__(self) -> None:
        self.shared: dict[str, tuple[str, Any]] = {}
        self.areas: list[tuple[list[int], str]] = []

    def text(self, element: Any, row: int, column: int) -> list[Any]:
        """Return `[formula, flag]` of an f element; the flag is "a:<area>" for an array, "t" for a data table."""
        text = (element.text or "").strip()
        kind = element.get("t", "normal")
        if kind == "shared":
            text = self._shared(element.get("si", ""), text, row, column)
        if kind == "dataTable":
            return ["=TABLE()", "t"]
        if kind == "array":
            reference = element.get("ref") or ""
            span = area(reference)
            if span:
                self.areas.append((span, text))
                return ["=" + text, f"a:{reference}"]
        return ["=" + text] if text else []

    def _shared(self, index: str, text: str, row: int, column: int) -> str:
        from openpyxl.formula.translate import Translator

        place = f"{column_letters(column)}{row}"
        if text:
            if index not in self.shared:
                self.shared[index] = (text, Translator("=" + text, origin=place))
            return text
        if index not in self.shared:
            return ""
        translated: str = self.shared[index][1].translate_formula(place)
        return translated.removeprefix("=")

    def mark_members(self, cells: list[list[Any]]) -> None:
        """Mark the cells inside an array's area: what the file holds there is a cache, not a value of its own."""
        spread = [(span, text) for span, text in self.areas if span[:2] != span[2:]]
        if not spread:
            return
        found = {(cell[0], cell[1]): cell for cell in cells if len(cell) < 5}
        for (top, left, bottom, right), text in spread:
            if (bottom - top + 1) * (right - left + 1) > len(found):
                places = [place for place in found if top <= place[0] <= bottom and left <= place[1] <= right]
            else:
                places = [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
            for place in places:
                cell = found.pop(place, None)
                if cell is not None:
                    cell[3:] = [cell[3] if len(cell) > 3 else "", "=" + text, "m"]
