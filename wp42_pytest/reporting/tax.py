"""What the terminal shows of tax packages: one grade, a comparison, how well a judge agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from wp42_pytest.tax1040.outcomes import Outcome, Tally

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wp42_pytest.tax1040.compare import Comparison
    from wp42_pytest.tax1040.judge_check import Agreement
    from wp42_pytest.tax1040.score import Grade

MOST_ROWS = 25
COUNTS = ("correct", "incorrect", "missing", "extra")


def grade_view(instance: str, grade: Grade, path: Path) -> Group:
    """Return one grade: counts by record type, the first facts that are not right, planted slips."""
    kinds = _table(f"{instance}: {grade.accuracy:.1%} of {grade.tally.facts} facts", "record type", *COUNTS, "accuracy")
    for name, tally in grade.by_type.items():
        kinds.add_row(name, *_counts(tally), f"{tally.accuracy:.1%}")
    kinds.add_row("all", *_counts(grade.tally), f"{grade.accuracy:.1%}", style="bold")
    wrong = [row for row in grade.rows if row.outcome is not Outcome.correct]
    facts = _table(
        f"{len(wrong)} facts are not right" + (f", the first {MOST_ROWS}" if len(wrong) > MOST_ROWS else ""),
        *("class", "record", "field", "expected", "found", "paper", "trap"),
    )
    for row in wrong[:MOST_ROWS]:
        shown = ["–" if each is None else str(each) for each in (row.expected, row.found)]
        paper = row.sources[0] if row.sources else "–"
        facts.add_row(*map(escape, (row.outcome.value, row.record, row.path, *shown, paper, row.trap or "–")))
    avoided = sum(trap.avoided for trap in grade.traps)
    lines = [
        f"traps avoided: {avoided} of {len(grade.traps)}; records split or merged: {grade.groupings}",
        *(f"form of the answer: {problem}" for problem in grade.problems[:5]),
        *(f"not accepted: {fault}" for fault in grade.faults),
        f"every fact: {path}",
    ]
    return Group(kinds, *([facts] if wrong else []), Text("\n".join(lines)))


def comparison_view(comparison: Comparison) -> Group:
    """Return configurations side by side, with what was dropped."""
    shown = _table(
        f"{len(comparison.returns)} returns, each weighing the same",
        *("configuration", "accuracy", "95 % interval", "micro", "within $5", "exact", "invalid", *COUNTS, "runs"),
    )
    for each in comparison.standings:
        low, high = each.interval
        shown.add_row(
            escape(each.name),
            f"{each.accuracy:.1%}",
            f"{low:.1%} to {high:.1%}",
            *(f"{value:.1%}" for value in (each.micro, each.nearly, each.exact, each.invalid)),
            *_counts(each.tally),
            str(comparison.runs[each.name]),
        )
    parts: list[Table | Text] = [shown]
    if comparison.differences:
        apart = _table("Differences on the same returns", "first", "second", "first ahead by", "95 % interval")
        for difference in comparison.differences:
            low, high = difference.interval
            names = escape(difference.first), escape(difference.second)
            apart.add_row(*names, f"{difference.mean:+.1%}", f"{low:+.1%} to {high:+.1%}")
        parts.append(apart)
    parts += [_by_type(comparison), _by_trap(comparison)] if comparison.standings else []
    dropped = [f"  {name}: {'; '.join(reasons)}" for name, reasons in comparison.dropped.items()]
    parts.append(Text("\n".join([f"returns left out: {len(dropped)}", *dropped])))
    return Group(*parts)


def _by_type(comparison: Comparison) -> Table:
    table = _table("By record type", "record type", *(escape(each.name) for each in comparison.standings))
    for name in sorted({name for each in comparison.standings for name in each.by_type}):
        table.add_row(name, *(f"{each.by_type.get(name, Tally()).accuracy:.1%}" for each in comparison.standings))
    return table


def _by_trap(comparison: Comparison) -> Table:
    table = _table("Traps avoided", "trap", "planted", *(escape(each.name) for each in comparison.standings))
    for name in sorted({name for each in comparison.standings for name in each.traps}):
        counts = [each.traps.get(name, (0, 0)) for each in comparison.standings]
        shares = [f"{avoided / planted:.0%}" if planted else "–" for planted, avoided in counts]
        table.add_row(name, str(counts[0][0]), *shares)
    return table


def agreement_view(model: str, rows: Sequence[Agreement]) -> Table:
    """Return how a judge agrees with the labels, kind by kind."""
    table = _table(f"Judge: {escape(model)}", "kind", "pairs", "failed", "precision", "recall", "kappa", "verdict")
    for row in rows:
        measures = (f"{value:.3f}" for value in (row.precision, row.recall, row.kappa))
        table.add_row(row.kind, str(row.pairs), str(row.failed), *measures, "good" if row.good else "not good enough")
    return table


def _counts(tally: Tally) -> tuple[str, ...]:
    return tuple(str(getattr(tally, name)) for name in COUNTS)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", expand=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 or column in _WORDS else "right", overflow="fold")
    return table


_WORDS = frozenset({"record", "field", "expected", "found", "paper", "trap", "second", "class", "verdict"})
