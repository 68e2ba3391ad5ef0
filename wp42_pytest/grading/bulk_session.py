"""The sealed session that judges run after run: one pytest item for each, made when it is asked for and then let go."""

from __future__ import annotations

import gc
import json
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from wp42_pytest.grading import fixtures
from wp42_pytest.grading.case import Case
from wp42_pytest.grading.context import now, safe_context
from wp42_pytest.grading.history import put_aside, read_receipt, standing, sweep
from wp42_pytest.grading.inventory import parameters
from wp42_pytest.grading.load import Evaluator, load_evaluator
from wp42_pytest.grading.order import RECEIPT, Order
from wp42_pytest.grading.receipt import receipt_from_verdicts
from wp42_pytest.grading.resolve import declared_by
from wp42_pytest.grading.sealed import die_with_parent
from wp42_pytest.grading.tally import GRADED, STANDS, UNWRITTEN, row
from wp42_pytest.grading.verdict import Outcome, Verdict, verdict_of
from wp42_pytest.grading.writing import write_receipt

if TYPE_CHECKING:
    from types import ModuleType

    from wp42_pytest.grading.markers import Declared
    from wp42_pytest.model.receipt import Receipt

COLLECT_AFTER = 100_000
"""New objects after which the collector looks for cycles; a run makes some ten thousands."""

ALONE = "alone"
"""The answer about a run that the reference way has to grade."""


def configure(config: pytest.Config, told: dict[str, Any]) -> None:
    """Make this session one that judges run after run.

    Args:
        config: the session's.
        told: the descriptors `requests`, `answers` and `lifeline`.
    """
    die_with_parent(told["lifeline"])
    # Up to here, what goes wrong is told in the log; from here on, what an evaluator prints belongs nowhere.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    config.pluginmanager.register(fixtures, "wp42-fixtures")
    config.pluginmanager.register(BulkSession(told["requests"], told["answers"]), "wp42-bulk")


class BulkSession:
    """The hooks of a session that judges run after run."""

    def __init__(self, requests: int, answers: int) -> None:
        self._requests = requests
        self._answers = answers

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> bool:
        """Collect nothing: no file is a test here, least of all one in a run folder."""
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer one request after another until there are no more."""
        with open(self._requests, "rb") as requests, open(self._answers, "wb") as answers:  # noqa: PTH123
            answers.write(b"ready\n")
            answers.flush()
            # What has been imported stays: the collector need not walk through it after every few objects of a run.
            gc.freeze()
            gc.set_threshold(COLLECT_AFTER)
            for line in requests:
                answers.write(json.dumps(_answer(session, json.loads(line))).encode() + b"\n")
                answers.flush()
        return True


def _answer(session: pytest.Session, request: dict[str, Any]) -> dict[str, Any]:
    item = RunItem.from_parent(session, name=f"run-{request['number']}", request=request)
    # Even an interrupt or an exit that a check asks for ends this run only; the reference way tells what it was.
    with suppress(BaseException):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return {"number": request["number"], **item.answer}


class RunItem(pytest.Item):
    """One run, all its checks."""

    def __init__(self, *, request: dict[str, Any], **arguments: Any) -> None:
        super().__init__(**arguments)
        self._request = request
        self.answer: dict[str, Any] = {"did": ALONE, "alone": "grading was cut short"}

    def runtest(self) -> None:
        """Judge the run, unless its receipt stands."""
        self.answer = grade_run(Order.from_json(self._request["order"]), regrade=self._request["regrade"])

    def reportinfo(self) -> tuple[str, int | None, str]:
        """Return what a report calls the item."""
        return "runs", None, self.name


def grade_run(order: Order, *, regrade: bool) -> dict[str, Any]:
    """Grade one run and write its receipt.

    Args:
        order: the run.
        regrade: whether to grade it although its receipt stands.

    Returns:
        What was done and, when there is a receipt, what the summary needs of it.
    """
    case, folder = Case(order), order.workspace
    former = read_receipt(folder / RECEIPT)
    reason = standing(case, former)
    if former is not None and not reason and not regrade:
        return {"did": STANDS, "row": row(former)}
    put_aside(folder, former)
    sweep(folder)
    receipt = judge(case)
    if isinstance(receipt, str):
        return {"did": ALONE, "reason": reason, "alone": receipt}
    try:
        write_receipt(folder / RECEIPT, receipt)
    except OSError as error:
        return {"did": UNWRITTEN, "reason": f"{error.strerror or error}"}
    return {"did": GRADED, "reason": reason, "row": row(receipt)}


def judge(case: Case) -> Receipt | str:
    """Return the receipt of a run, or why it needs the reference way: something else than a verdict came of a check."""
    started, graded_at = time.perf_counter(), now()
    try:
        evaluator = load_evaluator(case.order.evaluator)
    except BaseException as error:
        return f"its evaluator cannot be loaded ({type(error).__name__})"
    if declared_inventory_differs(evaluator):
        return "its evaluator's inventory is in doubt"
    verdicts: dict[str, Verdict] = {}
    metrics: dict[str, float] = {}
    with evaluator.module() as module:
        for check in evaluator.inventory:
            verdicts[check.id] = judge_check(check, module, case, metrics)
            if verdicts[check.id].outcome is Outcome.error:
                return "a check raised an error"
    context, trouble = safe_context(case, graded_at, time.perf_counter() - started)
    if trouble:
        return "its deliverables could not be looked at"
    return receipt_from_verdicts(verdicts, evaluator.inventory, context, metrics=metrics)


def judge_check(check: Declared, module: ModuleType, case: Case, metrics: dict[str, float]) -> Verdict:
    """Return the verdict on one check.

    Args:
        check: the check.
        module: the evaluator's module.
        case: the run.
        metrics: receives what the check measures.
    """
    function = getattr(module, check.function)
    try:
        function(
            **{
                name: fixtures.metric_recorder(metrics) if name == "record_metric" else getattr(case, name)
                for name in parameters(function)
            }
        )
    except BaseException as error:
        return verdict_of(check.kind, error, case.required)
    return Verdict(Outcome.met)


_AGREES: dict[str, bool] = {}


def declared_inventory_differs(evaluator: Evaluator) -> bool:
    """Say whether an evaluator's text declares something else than the module does, as the reference way asks too."""
    if evaluator.name not in _AGREES:
        declared, problem = declared_by(evaluator.path)
        _AGREES[evaluator.name] = not problem and declared == evaluator.inventory
    return not _AGREES[evaluator.name]
