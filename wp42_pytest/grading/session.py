"""The pytest session that judges: collects the inventory, reduces every result to plain types, builds the receipt."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wp42_pytest.grading import fixtures
from wp42_pytest.grading.case import Case
from wp42_pytest.grading.context import now, safe_context
from wp42_pytest.grading.inventory import Inventory, inventory_of
from wp42_pytest.grading.markers import InventoryError, Kind
from wp42_pytest.grading.order import ChildOrder
from wp42_pytest.grading.receipt import PROPERTY, receipt_from_report
from wp42_pytest.grading.sealed import die_with_parent
from wp42_pytest.grading.telling import exit_code, report_lines
from wp42_pytest.grading.verdict import Outcome, Verdict, bounded, fault, verdict_of
from wp42_pytest.grading.writing import write_receipt

if TYPE_CHECKING:
    from wp42_pytest.model.receipt import Receipt

ORDER: pytest.StashKey[ChildOrder] = pytest.StashKey()
"""Where the face leaves the order of a session that it runs in its own process."""

_VERDICT: pytest.StashKey[Verdict] = pytest.StashKey()

OMITTED = ["log", "streams", "traceback", "warnings", "keywords"]
"""What the report leaves out: it is large, and some of it cannot cross a process boundary."""


def configure(config: pytest.Config) -> None:
    """Make this session one that judges, when it was told to be."""
    child = config.getoption("wp42_child")
    told = json.loads(Path(child).read_bytes()) if child else {}
    order = ChildOrder.from_json(told) if "order" in told else config.stash.get(ORDER, None)
    if order is None and not told:
        return
    # Our own modules may be cached, which makes the next start faster; nothing is written beside the oracle.
    sys.dont_write_bytecode = True
    if order is None:
        from wp42_pytest.grading import bulk_session

        bulk_session.configure(config, told)
        return
    if not hasattr(config.option, "json_report"):
        msg = "pytest-json-report is not active; the receipt is built from its report"
        raise pytest.UsageError(msg)
    config.option.json_report = True
    config.option.json_report_file = None
    config.option.json_report_omit = list(OMITTED)
    config.option.json_report_summary = False
    if order.lifeline >= 0 and not hasattr(config, "workerinput"):
        die_with_parent(order.lifeline)
    config.stash[fixtures.CASE] = Case(order.order)
    config.pluginmanager.register(fixtures, "wp42-fixtures")
    config.pluginmanager.register(JudgingSession(config, order), "wp42-session")


class JudgingSession:
    """The hooks of a session that judges one run."""

    def __init__(self, config: pytest.Config, order: ChildOrder) -> None:
        self._config = config
        self._order = order
        self._case = config.stash[fixtures.CASE]
        self._inventory: Inventory | None = None
        self._problems: list[str] = []
        self._started = time.perf_counter()
        self._graded_at = now()
        self.receipt: Receipt | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Build the inventory, and run nothing at all when it would make a wrong denominator."""
        modules = {item.module for item in items if isinstance(item, pytest.Function)}
        try:
            if len(modules) == 1:
                self._inventory = inventory_of(modules.pop())
            refuse_strays(items, self._inventory or Inventory())
        except InventoryError as error:
            self._problems.append(str(error))
            self._config.hook.pytest_deselected(items=list(items))
            items.clear()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add the verdict to the report, as plain strings and numbers that can cross to another process."""
        report = yield
        verdict = item.stash.get(_VERDICT, None)
        if call.excinfo is not None or not report.passed:
            verdict = worse(verdict, self._verdict(item, call, report))
            item.stash[_VERDICT] = verdict
        if verdict is not None and verdict.outcome is Outcome.moot:
            report.outcome, report.longrepr = "passed", None
        if report.longrepr is not None:
            report.longrepr = sendable(report.longrepr)
        if report.when == "teardown":
            judged = verdict or Verdict(Outcome.met)
            plain = judged.as_json() | {"metrics": item.stash.get(fixtures.METRICS, {})}
            report.user_properties = [(PROPERTY, plain)]
        else:
            report.user_properties = []
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, None, None]:
        """Send what this worker process knows to the process that builds the receipt; end with the receipt's code."""
        if hasattr(self._config, "workeroutput"):
            inventory = self._inventory.as_json() if self._inventory else None
            self._config.workeroutput[PROPERTY] = {"inventory": inventory, "problems": self._problems}
        yield
        if self.receipt is not None:
            session.exitstatus = exit_code(self.receipt)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker process knows; one that died knows nothing."""
        told = getattr(node, "workeroutput", {}).get(PROPERTY)
        if told:
            if told["inventory"] is not None:
                self._inventory = Inventory.from_json(told["inventory"])
            self._problems += [problem for problem in told["problems"] if problem not in self._problems]

    @pytest.hookimpl(optionalhook=True)
    def pytest_json_modifyreport(self, json_report: dict[str, Any]) -> None:
        """Build the receipt and leave it for the face."""
        declared = Inventory.from_json(self._order.inventory)
        collected = self._inventory or Inventory()
        problems = list(self._problems)
        if self._inventory is not None and not problems and collected.checks != declared.checks:
            problems.append(difference(declared, collected))
        context, trouble = safe_context(self._case, self._graded_at, time.perf_counter() - self._started)
        self.receipt = receipt_from_report(json_report, declared, context, problems + trouble)
        write_receipt(self._order.receipt, self.receipt)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say of each check how it ended."""
        if self.receipt is None:
            return
        terminalreporter.write_sep("-", f"{self._order.order.instance} {self._order.order.run_id}")
        for line, good in report_lines(self.receipt):
            terminalreporter.write_line(line, green=good, red=not good)

    def _verdict(self, item: pytest.Item, call: pytest.CallInfo[None], report: pytest.TestReport) -> Verdict:
        if call.excinfo is None or report.skipped or hasattr(report, "wasxfail"):
            return fault(f"it ended as {report.outcome}; a check is neither skipped nor expected to fail")
        kind = Kind.violation if item.get_closest_marker(Kind.violation) else Kind.criterion
        return verdict_of(kind, call.excinfo.value, self._case.required)


def sendable(longrepr: Any) -> Any:
    """Return what pytest shows of a failure in a form that can be sent: a lone surrogate would end the worker process."""
    shown = str(longrepr)
    try:
        shown.encode()
    except UnicodeEncodeError:
        return shown.encode("utf-8", "backslashreplace").decode()
    return longrepr


def worse(former: Verdict | None, latter: Verdict) -> Verdict:
    """Return the verdict that counts when a check raised in two phases: a fault hides everything else."""
    return former if former is not None and former.outcome is Outcome.error else latter


def refuse_strays(items: list[pytest.Item], inventory: Inventory) -> None:
    """Refuse items that are not exactly the declared checks, each once.

    Raises:
        InventoryError: naming them.
    """
    declared = {check.function for check in inventory}
    names = [item.name for item in items]
    if strays := sorted(set(names) - declared):
        msg = f"only functions marked as criterion or violation may be collected (found {', '.join(strays[:5])})"
        raise InventoryError(msg)
    if missing := sorted(declared - set(names)):
        msg = f"declared checks were not collected: {', '.join(missing[:5])}"
        raise InventoryError(msg)


def difference(declared: Inventory, collected: Inventory) -> str:
    """Return a sentence on how the inventory of the text and that of the imported module differ."""
    ours = {check.id: check for check in declared}
    theirs = {check.id: check for check in collected}
    different = [name for name in ours | theirs if ours.get(name) != theirs.get(name)]
    return (
        f"what the evaluator declares in its text and what it declares once imported differ "
        f"({bounded(', '.join(different), 100)}); write every check out at the top level of the file"
    )
