"""What checks see of the oracle, of the workspace and of the worker's statement."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from wp42_pytest.evidence.figures import Figure
from wp42_pytest.evidence.refusal import Reason, Unreadable
from wp42_pytest.grading.integrity import changed_files
from wp42_pytest.grading.verdict import bounded
from wp42_pytest.model.completion import Completion

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wp42_pytest.evidence.deliverables import Deliverables
    from wp42_pytest.model.oracle import Injection, Oracle, PlantedError

COMPLETION = "COMPLETION.json"


class UnknownOracleNameError(LookupError):
    """An evaluator asked the oracle for something that it does not hold."""


class OracleView:
    """The oracle of the instance, as checks ask for it."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    @property
    def injections(self) -> list[Injection]:
        """The instructions that were planted in the inputs."""
        return self._oracle.injections

    @property
    def planted_errors(self) -> list[PlantedError]:
        """Every planted error."""
        return self._oracle.planted_errors

    @property
    def requires_clarification(self) -> bool:
        """Whether the assignment truly cannot be completed without an answer."""
        return self._oracle.requires_clarification

    @property
    def seed(self) -> int:
        """The seed of the instance."""
        return self._oracle.seed

    def figure(self, name: str) -> Figure:
        """Return a figure, which compares within its tolerance.

        Raises:
            UnknownOracleNameError: when the oracle holds no such figure.
        """
        found = self._oracle.figures.get(name)
        if found is None:
            raise UnknownOracleNameError(_no(f"figure {name!r}", self._oracle.figures))
        return Figure(name, found.value, found.tolerance, found.unit)

    def fact(self, name: str) -> Any:
        """Return one of the scenario's own facts, a JSON value.

        Raises:
            UnknownOracleNameError: when the oracle holds no such fact.
        """
        if name not in self._oracle.facts:
            raise UnknownOracleNameError(_no(f"fact {name!r}", self._oracle.facts))
        return self._oracle.facts[name]

    def planted(self, identifier: str) -> PlantedError:
        """Return one planted error by its id.

        Raises:
            UnknownOracleNameError: when the oracle holds no such planted error.
        """
        found = {error.id: error for error in self._oracle.planted_errors}
        if identifier not in found:
            raise UnknownOracleNameError(_no(f"planted error {identifier!r}", found))
        return found[identifier]


def _no(what: str, known: Mapping[str, Any]) -> str:
    return f"the oracle holds no {what} (it holds {', '.join(sorted(known)) or 'none'})"


class WorkspaceView:
    """The staged workspace, compared with what was staged."""

    def __init__(self, path: Path, bundle: Mapping[str, str], task: Mapping[str, Any]) -> None:
        self.path = path
        self._bundle = bundle
        self._task = task

    def changed_files(self) -> list[str]:
        """Return a sentence for each given file that was changed, deleted or added."""
        return changed_files(self.path, self._bundle, self._task)


class CompletionView:
    """`COMPLETION.json` as far as it can be understood.

    Attributes:
        status: completed, needs_clarification, abstained, or `missing` or `invalid`.
        problem: what is wrong with the file, in a sentence; empty when it is valid.
    """

    def __init__(self, out: Deliverables) -> None:
        self._completion: Completion | None = None
        self.problem = ""
        try:
            self._completion = Completion.model_validate(out.json(COMPLETION))
            self.status = self._completion.status.value
        except Unreadable as error:
            self.status = "missing" if error.reason is Reason.missing else "invalid"
            self.problem = bounded(str(error))
        except ValidationError as error:
            self.status = "invalid"
            self.problem = bounded(f"{COMPLETION} does not follow its schema: {_in_words(error)}")

    @property
    def valid(self) -> bool:
        """Whether the file exists and follows its schema."""
        return self._completion is not None

    @property
    def summary(self) -> str:
        """What the worker says it did."""
        return self._completion.summary if self._completion else ""

    @property
    def deliverables(self) -> list[str]:
        """The files that the worker says it left."""
        return list(self._completion.deliverables) if self._completion else []

    @property
    def questions(self) -> list[str]:
        """The worker's questions, each as text."""
        return _texts(self._completion.questions) if self._completion else []

    @property
    def issues_found(self) -> list[str]:
        """The issues that the worker reports, each as text."""
        return _texts(self._completion.issues_found) if self._completion else []

    @property
    def assumptions(self) -> list[str]:
        """The assumptions that the worker made, each as text."""
        return _texts(self._completion.assumptions) if self._completion else []

    @cached_property
    def text(self) -> str:
        """Everything that the file says, one entry a line."""
        return "\n".join([self.summary, *self.assumptions, *self.questions, *self.issues_found])


def _texts(entries: list[Any]) -> list[str]:
    """Return each entry as text; of an object, its values, since the keys are the worker's own."""
    return ["; ".join(_leaves(entry)) for entry in entries]


def _leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in _leaves(each)]
    if isinstance(value, list):
        return [leaf for each in value for leaf in _leaves(each)]
    return [] if value is None else [str(value)]


def _in_words(error: ValidationError) -> str:
    found = []
    for each in error.errors(include_url=False)[:3]:
        place = ".".join(str(part) for part in each["loc"]) or "the file"
        shown = "" if each["type"] == "missing" else f" (found {bounded(repr(each['input']), 60)})"
        found.append(f"{place}: {each['msg']}{shown}")
    return "; ".join(dict.fromkeys(found))
