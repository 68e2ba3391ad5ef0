"""Grades a run in this very process by calling its checks, as bulk grading does; for work that we made ourselves.

Validation grades thousands of mutants and variants; a sealed process for each would take hours. What is graded here was
made by our own solver and our own edits, so there is nothing to be sealed from. A test proves that the receipts equal
those of the reference command.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from wp42_pytest.evidence.deliverables import Deliverables
from wp42_pytest.evidence.figures import Figure
from wp42_pytest.grading.bulk_session import judge_check
from wp42_pytest.grading.case import Case
from wp42_pytest.grading.context import now, safe_context
from wp42_pytest.grading.fixtures import pytest_assertrepr_compare
from wp42_pytest.grading.load import load_evaluator
from wp42_pytest.grading.receipt import receipt_from_verdicts
from wp42_pytest.grading.verdict import Outcome, Verdict
from wp42_pytest.grading.views import OracleView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wp42_pytest.grading.markers import Declared
    from wp42_pytest.grading.order import Order
    from wp42_pytest.model.oracle import Oracle, PlantedError
    from wp42_pytest.model.receipt import Receipt


VIEWS_KEPT = 12
"""Most workbooks, documents and tables that are kept for the next run."""


@dataclass(frozen=True)
class Judged:
    """One graded run.

    Attributes:
        receipt: the receipt.
        unmet: ids of the criteria that are not met.
        violated: ids of the violations that were found.
        errors: what the evaluator could not judge, by id; our fault.
        reads: what each check asked the oracle for, by id: `figure total`, `fact ids`.
        compares: the figures that each check compared with something stated, by id; a sum that the check made itself
            from several statements is none.
    """

    receipt: Receipt
    unmet: frozenset[str]
    violated: frozenset[str]
    errors: dict[str, str]
    reads: dict[str, frozenset[str]] = field(default_factory=dict)
    compares: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def caught_by(self) -> frozenset[str]:
        """Everything that speaks against the work."""
        return self.unmet | self.violated | frozenset(self.errors)

    def verdicts(self) -> dict[str, str]:
        """Return what must not differ between two shapes of the same work, by id of the check."""
        found = dict.fromkeys(self.unmet, "not met") | dict.fromkeys(self.violated, "violated")
        return found | {name: f"evaluator error ({cause})" for name, cause in self.errors.items()}

    def detail(self, name: str) -> str:
        """Return what the receipt says about a check."""
        details = {row.id: row.detail for row in self.receipt.required_criteria}
        details |= {row.id: row.detail for row in self.receipt.critical_violations}
        return details.get(name, "")


class _TracedFigure(Figure):
    """A figure that notes when it is compared with something stated, or when its bare value is taken for that."""

    def __init__(self, figure: Figure, compared: set[str]) -> None:
        super().__init__(figure.name, figure.value, figure.tolerance, figure.unit)
        object.__setattr__(self, "_bare", figure)
        object.__setattr__(self, "_compared_names", compared)

    def __getattribute__(self, name: str) -> Any:
        if name == "value" and "_compared_names" in object.__getattribute__(self, "__dict__"):
            object.__getattribute__(self, "_compared_names").add(object.__getattribute__(self, "name"))
        return super().__getattribute__(name)

    def matches(self, found: object, *, sign: bool = True) -> bool:
        if hasattr(found, "readings") or isinstance(found, str):
            self._compared_names.add(self.name)
        matched: bool = self._bare.matches(found._bare if isinstance(found, _TracedFigure) else found, sign=sign)
        return matched


class _TracedOracle(OracleView):
    """An oracle that notes what it is asked for, and what of it is compared."""

    def __init__(self, oracle: Oracle) -> None:
        super().__init__(oracle)
        self.asked: set[str] = set()
        self.compared: set[str] = set()

    def figure(self, name: str) -> Figure:
        self.asked.add(f"figure {name}")
        return _TracedFigure(super().figure(name), self.compared)

    def fact(self, name: str) -> Any:
        self.asked.add(f"fact {name}")
        return super().fact(name)

    def planted(self, identifier: str) -> PlantedError:
        self.asked.add(f"planted {identifier}")
        return super().planted(identifier)


class _SharedDeliverables(Deliverables):
    """Deliverables whose views are kept for the next run that holds the very same file.

    A mutant changes one file of several; the others need not be read, computed and cut into sentences again.
    """

    _kept: ClassVar[OrderedDict[tuple[str, ...], Any]] = OrderedDict()

    def _view(self, name: str, what: str, make: Any) -> Any:
        key = (self.digest(name), self.kind(name).value, name, what)
        if key not in self._kept:
            self._kept[key] = super()._view(name, what, make)
            if len(self._kept) > VIEWS_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


class _TracedCase(Case):
    """A case whose oracle notes what it is asked for."""

    @cached_property
    def out(self) -> Deliverables:
        declared = {each["path"]: each["kind"] for each in self.order.task["required_deliverables"]}
        return _SharedDeliverables(self.order.out, declared)

    @cached_property
    def oracle(self) -> _TracedOracle:
        return _TracedOracle(self.oracle_content)


def judge(order: Order, arrange: Callable[[list[Declared]], Iterable[Declared]] = list) -> Judged:
    """Grade a run.

    Args:
        order: the run.
        arrange: puts the checks in another order.

    Raises:
        InventoryError: when the evaluator's declarations cannot be a denominator.
    """
    evaluator = load_evaluator(order.evaluator)
    inventory, case = evaluator.inventory, _TracedCase(order)
    verdicts: dict[str, Verdict] = {}
    metrics: dict[str, float] = {}
    reads: dict[str, frozenset[str]] = {}
    compares: dict[str, frozenset[str]] = {}
    with evaluator.module() as module, _explained():
        for check in arrange(list(inventory)):
            case.oracle.asked, case.oracle.compared = set(), set()
            verdicts[check.id] = judge_check(check, module, case, metrics)
            reads[check.id], compares[check.id] = frozenset(case.oracle.asked), frozenset(case.oracle.compared)
    context, trouble = safe_context(case, now(), 0.0)
    receipt = receipt_from_verdicts(verdicts, inventory, context, trouble, metrics)
    return Judged(
        receipt,
        frozenset(check.id for check in inventory.criteria if verdicts[check.id].outcome is Outcome.not_met),
        frozenset(check.id for check in inventory.violations if verdicts[check.id].outcome is Outcome.not_met),
        {name: verdict.cause for name, verdict in verdicts.items() if verdict.outcome is Outcome.error},
        reads,
        compares,
    )


@contextmanager
def _explained() -> Iterator[None]:
    """Let failed comparisons explain themselves as they do in the session that judges."""
    from _pytest.assertion import util

    former = util._reprcompare
    util._reprcompare = _explanation
    try:
        yield
    finally:
        util._reprcompare = former


def _explanation(op: str, left: object, right: object) -> str | None:
    lines = pytest_assertrepr_compare(op, left, right)
    # As pytest joins them: the lines of one explanation, percent signs doubled for the formatting that follows.
    return "\n~".join(line.replace("\n", "\\n") for line in lines).replace("%", "%%") if lines else None
