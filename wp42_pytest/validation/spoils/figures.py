"""Figures nudged beyond their tolerance in every deliverable that states them, and planted errors left uncorrected."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any

from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.evidence.refusal import NotMet
from wp42_pytest.validation.shapes.choice import Choice
from wp42_pytest.validation.shapes.documents import reworded, slides_reworded
from wp42_pytest.validation.shapes.texts import lines_reworded
from wp42_pytest.validation.shapes.workbooks import opened, saved
from wp42_pytest.validation.spoils.spoilt import Spoilt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wp42_pytest.model.oracle import Oracle, OracleFigure

_NUMBER = re.compile(
    r"(?<![\w.,\-/'])\d{1,3}(?:[, \u00a0\u202f]\d{3})+(?:\.\d+)?(?![\w]|[.,\-/]\d)|(?<![\w.,\-/'])\d+(?:\.\d+)?(?![\w]|[.,\-/]\d)"
)

Nudge = Callable[[Decimal], Decimal | None]
"""From a number that a deliverable states to the wrong one, or None when it is not the figure's."""


@dataclass(frozen=True)
class Nudging:
    """Some figures to be nudged wherever the solution states them; the spoilt files are made only when asked for.

    Attributes:
        family: how the report names it.
        what: which figures, and why.
        nudge: gives the wrong number for a right one.
    """

    family: str
    what: str
    nudge: Nudge

    def spoils(self, out: Path, kinds: Mapping[str, str]) -> list[Spoilt]:
        """Return the one spoil, none when no deliverable states the figures.

        Args:
            out: the solver's deliverables.
            kinds: the kind of each required deliverable, by its path.
        """
        wrong = {path: nudged(out / path, kind, self.nudge) for path, kind in kinds.items()}
        files = {path: data for path, data in wrong.items() if data is not None}
        return [Spoilt(self.family, self.family, self.what, partial(_write, files))] if files else []


def nudged_figures(oracle: Oracle, compares: Mapping[str, frozenset[str]]) -> Iterator[Nudging]:
    """Yield each figure that criteria rest on, to be nudged.

    Args:
        oracle: the oracle.
        compares: the figures that each check compares with something stated, by the check's id.
    """
    for name, figure in oracle.figures.items():
        # A criterion may take one of several figures for an answer, so that any check that notices is enough.
        compared = any(name in seen for check, seen in compares.items() if check.startswith("R"))
        if compared and figure.value != 0:
            nudge = nudge_of(figure, oracle)
            what = f"{figure.value} ({name}) nudged to {nudge(figure.value)} wherever it is stated"
            yield Nudging(f"T-NUDGE {name}", what, nudge)


def uncorrected_errors(oracle: Oracle) -> Iterator[Nudging]:
    """Yield each planted error, with every figure that it moves to be nudged."""
    for error in oracle.planted_errors:
        moved = {name: oracle.figures[name] for name in error.figures if name in oracle.figures}
        nudges = [nudge_of(figure, oracle) for figure in moved.values() if figure.value != 0]

        def nudge(number: Decimal, nudges: list[Nudge] = nudges) -> Decimal | None:
            return next((wrong for each in nudges if (wrong := each(number)) is not None), None)

        what = f"{error.id} left uncorrected: {', '.join(moved)} {'is' if len(moved) == 1 else 'are'} wrong"
        yield Nudging(f"T-UNCORRECTED {error.id}", what, nudge)


def nudge_of(figure: OracleFigure, oracle: Oracle) -> Nudge:
    """Return the function that nudges one figure, to a value that is no other figure's.

    Args:
        figure: the figure.
        oracle: its oracle, with the other figures.
    """
    step = figure.tolerance or Decimal(1)
    others = [(abs(other.value), other.tolerance) for other in oracle.figures.values()]
    size = abs(figure.value)
    factors = (3, 7, 11, 13, 17, 19, 23)
    free = (
        factor
        for factor in factors
        if all(abs(size + step * factor - value) > tolerance for value, tolerance in others)
    )
    delta = step * next(free, factors[-1])

    def nudge(number: Decimal) -> Decimal | None:
        if abs(abs(number) - size) > figure.tolerance:
            return None
        return number + (delta if number >= 0 else -delta)

    return nudge


def _write(wrong: Mapping[str, bytes], workspace: Path) -> None:
    for path, data in wrong.items():
        (workspace / "out" / path).write_bytes(data)


def nudged(path: Path, kind: str, nudge: Nudge) -> bytes | None:
    """Return a deliverable with some of its numbers changed, None when it states none of them.

    Args:
        path: the deliverable.
        kind: its kind; of kinds that cannot be edited, nothing is found.
        nudge: gives the wrong number for a right one.
    """
    if not path.is_file():
        return None
    data = path.read_bytes()
    if kind == "xlsx":
        return _workbook(path, data, nudge)
    if kind == "json":
        return _json(data, nudge) if path.name != "COMPLETION.json" else None
    if kind == "csv":
        return _csv(data, nudge)
    editors: dict[str, Callable[..., bytes]] = {
        "docx": reworded,
        "pptx": slides_reworded,
        "md": lines_reworded,
        "txt": lines_reworded,
    }
    if kind not in editors:
        return None
    choice = Choice()
    changed = editors[kind](data, choice, partial(text_nudged, nudge=nudge))
    return changed if choice.seen else None


def text_nudged(text: str, nudge: Nudge) -> str:
    """Return a text with its numbers nudged, each in the spelling that it had."""

    def other(match: re.Match[str]) -> str:
        bare = re.sub(r"[, \u00a0\u202f]", "", match[0])
        wrong = nudge(Decimal(bare))
        if wrong is None:
            return match[0]
        decimals = max(len(bare.partition(".")[2]), _decimals(wrong))
        separator = next((mark for mark in ", \u00a0\u202f" if mark in match[0]), "")
        return f"{wrong:,.{decimals}f}".replace(",", separator)

    return _NUMBER.sub(other, text)


def _decimals(number: Decimal) -> int:
    exponent = number.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _workbook(path: Path, data: bytes, nudge: Nudge) -> bytes | None:
    book = opened(data)
    touched = False
    try:
        sheets = Deliverables(path.parent).workbook(path.name).sheets
    except NotMet:
        return None
    for sheet in sheets:
        for cell in sheet.cells:
            target = book[sheet.name].cell(cell.row, cell.column)
            if isinstance(target.value, str) and cell.formula is None and not cell.is_number:
                changed = text_nudged(target.value, nudge)
                touched |= changed != target.value
                target.value = changed
                continue
            wrong = next((other for number in cell.readings if (other := nudge(number)) is not None), None)
            if wrong is None:
                continue
            touched = True
            if cell.formula is not None:
                # Added to the formula, the step could cancel that of a cell which the formula uses.
                target.value = f"={wrong}"
            else:
                target.value = float(wrong) if not isinstance(target.value, str) else str(wrong)
    return saved(book) if touched else None


def _json(data: bytes, nudge: Nudge) -> bytes | None:
    touched: list[Any] = []

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: walk(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [walk(inner) for inner in value]
        if isinstance(value, int | float) and not isinstance(value, bool):
            wrong = nudge(Decimal(str(value)))
            if wrong is not None:
                touched.append(wrong)
                return float(wrong)
        if isinstance(value, str) and (changed := text_nudged(value, nudge)) != value:
            touched.append(changed)
            return changed
        return value

    wrong_content = walk(json.loads(data))
    return json.dumps(wrong_content, indent=2, ensure_ascii=False).encode() if touched else None


def _csv(data: bytes, nudge: Nudge) -> bytes | None:
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    changed = [[text_nudged(cell, nudge) for cell in row] for row in rows]
    if changed == rows:
        return None
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(changed)
    return text.getvalue().encode()
