"""A workbook as evaluators see it: sheets by name, figures by label, tables by header."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

from wp42_pytest.evidence.cells import Cell, ErrorValue, Value
from wp42_pytest.evidence.computed import Computation, Place, compute
from wp42_pytest.evidence.dates import date_of_serial
from wp42_pytest.evidence.labelled import label_pairs, labelled_cell
from wp42_pytest.evidence.labels import LEVELS
from wp42_pytest.evidence.references import LAST_COLUMN, column_letters
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.evidence.tables import Aliases, Grid, Table

COVERED_LIMIT = 50_000
"""Most cells under merged areas of a sheet that are remembered."""

_NOTES = {
    "x": "external link",
    "r": "random",
    "n": "beyond Excel's limits for a formula",
    "v": "depends on the day it is opened",
}
_WITHOUT_VALUE = frozenset("xrn")
_NO_COMPUTATION = Computation(None, None)


class Workbook:
    """One workbook.

    Args:
        name: the deliverable, for messages.
        found: what the reader child found.
        plain: the book for the formula engines, b"" when it has no formula.
        locale: the declared locale.
    """

    def __init__(self, name: str, found: dict[str, Any], plain: bytes = b"", locale: str | None = "en") -> None:
        self.name = name
        self.locale = locale
        self.notes: list[str] = list(found.get("notes", []))
        self.reader: str = found.get("reader", "")
        self.names: dict[str, str] = {item["name"]: item["refers"] for item in found.get("names", [])}
        self.caches_count = not found.get("untrusted_zero", False)
        self._plain = plain
        sheets = [Sheet(self, index, raw) for index, raw in enumerate(found["sheets"])]
        self.sheets: list[Sheet] = sorted(sheets, key=lambda sheet: sheet.hidden)

    @cached_property
    def computation(self) -> Computation:
        """What the formula engines say; they run when the first formula is looked at."""
        if not self._plain:
            return _NO_COMPUTATION
        computation = compute(self._plain)
        self.notes.extend(f"formulas not computed by {problem}" for problem in computation.problems)
        return computation

    @property
    def visible(self) -> list[Sheet]:
        """Return the sheets that a reader sees."""
        return [sheet for sheet in self.sheets if not sheet.hidden]

    def sheet(self, name: str, *aliases: str) -> Sheet:
        """Return the visible sheet of a name, compared without case, spaces and punctuation.

        Args:
            name: for example "Outstanding cheques".
            aliases: other names that mean it.

        Raises:
            NotMet: there is none; the sheets found are named.
        """
        for level in LEVELS:
            for asked in (name, *aliases):
                # Excel cuts sheet names at 31 characters.
                wanted = {level(asked), level(asked[:31])} - {""}
                found = [sheet for sheet in self.sheets if level(sheet.name) in wanted]
                for sheet in found:
                    if not sheet.hidden:
                        return sheet
                if found:
                    raise NotMet(f"{self.name}: the sheet {found[0].name!r} is hidden, so a reader does not see it")
        raise NotMet(
            f"{self.name} has no sheet {name!r}; sheets found: {', '.join(sheet.name for sheet in self.sheets)}"
        )

    def find_sheet(self, headers: Sequence[str], aliases: Aliases | None = None) -> Sheet:
        """Return the visible sheet whose table matches the headers best.

        Args:
            headers: columns of the table looked for.
            aliases: column → other headers that mean it.

        Raises:
            NotMet: no sheet has at least half of them.
        """
        best, score = None, 0
        for sheet in self.visible:
            try:
                table = sheet.table(*headers, aliases=aliases)
            except NotMet:
                continue
            found = sum(table.has(header) for header in headers)
            if found > score:
                best, score = sheet, found
        if best is None:
            raise NotMet(
                f"{self.name} has no sheet with the columns {', '.join(headers)}; "
                f"sheets found: {', '.join(sheet.name for sheet in self.sheets)}"
            )
        return best

    def __repr__(self) -> str:
        return f"{self.name} ({', '.join(sheet.name for sheet in self.sheets)})"


class Sheet:
    """One sheet of a workbook; its cells are made when they are looked at."""

    def __init__(self, workbook: Workbook, index: int, raw: dict[str, Any]) -> None:
        self.workbook = workbook
        self.index = index
        self.name: str = raw["name"]
        self.hidden: bool = raw.get("state", "visible") != "visible"
        self._raw: dict[Place, list[Any]] = {(cell[0], cell[1]): cell for cell in raw["cells"]}
        self._hidden_rows = frozenset(raw.get("hidden_rows", ()))
        self._unseen = frozenset((row, column) for row, column in raw.get("unseen", ()))
        self._hidden_columns = frozenset(
            column
            for low, high in raw.get("hidden_columns", ())
            for column in range(max(1, low), min(high, LAST_COLUMN) + 1)
        )
        self._merged: list[list[int]] = raw.get("merged", [])
        self.declared_tables: list[dict[str, Any]] = raw.get("tables", [])
        self.comments: list[tuple[str, str, str]] = [
            (ref, author, text) for ref, author, text in raw.get("comments", [])
        ]
        self._made: dict[Place, Cell] = {}

    @cached_property
    def _places(self) -> list[Place]:
        """Every existing cell and every cell that an array spilled into, by row and column."""
        spilled = self.workbook.computation.places(self.index) - self._raw.keys()
        return sorted([*self._raw, *spilled])

    @property
    def cells(self) -> list[Cell]:
        """Return every existing cell by row and column, hidden ones included."""
        return [self._cell(place) for place in self._places]

    @property
    def visible_cells(self) -> list[Cell]:
        """Return the cells of visible rows and columns."""
        return [cell for cell in self.cells if not cell.hidden]

    @property
    def formula_cells(self) -> list[Cell]:
        """Return the cells that hold a live formula; cells filled by an array formula elsewhere are left out."""
        return [self._cell(place) for place, raw in sorted(self._raw.items()) if len(raw) > 4 and raw[5:6] != ["m"]]

    @property
    def text(self) -> str:
        """Return the visible cells as lines of text."""
        lines: dict[int, list[str]] = {}
        for cell in self.visible_cells:
            if not cell.is_blank:
                lines.setdefault(cell.row, []).append(cell.text)
        return "\n".join(" | ".join(line) for line in lines.values())

    def cell(self, reference: str) -> Cell:
        """Return one cell by its reference, blank when it does not exist.

        Args:
            reference: for example "B9".
        """
        from wp42_pytest.evidence.references import area

        span = area(reference.upper())
        if span is None or span[:2] != span[2:]:
            msg = f"{reference!r} is not the reference of one cell"
            raise ValueError(msg)
        place = (span[0], span[1])
        return self._cell(place) if place in set(self._places) else Cell(self._reference(place), None)

    def labelled(self, label: str, *aliases: str) -> Cell:
        """Return the figure that stands beside a label.

        The value is the first number to the right of the label, in visible rows and columns. When no number stands to the
        right of any such label, the single number directly below it is taken. The strictest comparison of labels that
        finds a figure decides, and labels that give different figures contradict each other.

        Args:
            label: as the brief words it.
            aliases: other wordings that mean the same.

        Raises:
            NotMet: no such label, no number beside it, or different numbers beside several.
        """
        return labelled_cell(self.grid, f"{self.workbook.name}, sheet {self.name}", label, aliases)

    def labels(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield each visible text cell that has a number to its right, with that number's cell."""
        return label_pairs(self.grid)

    @cached_property
    def grid(self) -> Grid:
        """The visible, filled cells by row, and what merged areas cover."""
        rows: dict[int, dict[int, Cell]] = {}
        for cell in self.visible_cells:
            if not cell.is_blank:
                rows.setdefault(cell.row, {})[cell.column] = cell
        covered: dict[Place, Cell] = {}
        for top, left, bottom, right in self._merged:
            anchor = rows.get(top, {}).get(left)
            # Merged areas of whole sheets are a nuisance, not headers.
            if anchor is not None and len(covered) + (bottom - top + 1) * (right - left + 1) <= COVERED_LIMIT:
                covered |= {
                    (row, column): anchor
                    for row in range(top, bottom + 1)
                    for column in range(left, right + 1)
                    if (row, column) != (top, left)
                }
        return Grid(f"sheet {self.name}", rows, covered)

    def table(self, *columns: str, aliases: Aliases | None = None) -> Table:
        """Return the table whose header row matches the columns best, with its visible rows.

        Args:
            columns: the headers asked for, in any order; extra columns, title rows, blank and total rows are fine.
            aliases: column → other headers that mean it.

        Raises:
            NotMet: no row holds at least half of the headers.
        """
        return self.grid.table(columns, aliases)

    def _reference(self, place: Place) -> str:
        return f"{self.name}!{column_letters(place[1])}{place[0]}"

    def _cell(self, place: Place) -> Cell:
        cell = self._made.get(place)
        if cell is None:
            cell = self._made[place] = self._new_cell(place)
        return cell

    def _new_cell(self, place: Place) -> Cell:
        raw = self._raw.get(place, [*place, None, "", None])
        row, column = place
        shown = raw[3] if len(raw) > 3 else ""
        value, formula, provenance, note = raw[2], None, "plain", ""
        alternatives: tuple[Value, ...] = ()
        if len(raw) > 4:
            formula, flag = raw[4], raw[5] if len(raw) > 5 else ""
            note = _NOTES.get(flag, "")
            if flag in _WITHOUT_VALUE:
                value, provenance = None, "external" if flag == "x" else "computed"
            else:
                counts = self.workbook.caches_count or value != 0
                believed = self.workbook.computation.believed(self.index, place, value, cache_counts=counts)
                value, provenance = believed.value, believed.provenance
                alternatives = tuple(value_of(other, shown) for other in believed.alternatives)
        return Cell(
            self._reference(place),
            value_of(value, shown),
            formula,
            provenance,
            alternatives,
            shown,
            note,
            "",
            self.workbook.locale,
            row,
            column,
            row in self._hidden_rows or column in self._hidden_columns or place in self._unseen,
        )

    def __repr__(self) -> str:
        return f"{self.workbook.name}, sheet {self.name}"


def value_of(raw: Any, shown: str = "") -> Value:
    """Return a value as evaluators see it.

    Args:
        raw: as the reader child sent it.
        shown: "d" turns a number into a date.
    """
    if raw is None or isinstance(raw, bool | str):
        return raw
    if isinstance(raw, list):
        return _date(raw[1]) if raw[0] == "d" else ErrorValue(raw[1])
    if shown == "d":
        moment = date_of_serial(raw)
        if moment is not None:
            return moment.date() if moment.time() == datetime.min.time() else moment
    # Fifteen digits are what spreadsheets compute with and show; the rest is noise of binary fractions.
    return Decimal(raw) if isinstance(raw, int) else Decimal(f"{raw:.15g}")


def _date(text: str) -> date | datetime | str:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    return moment.date() if moment.time() == datetime.min.time() else moment
