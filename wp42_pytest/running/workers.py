"""Workers: what is started in the sandbox, with what in its hands, and what its end means."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from wp42_pytest.model.run import ExitReason
from wp42_pytest.running.cache import open_to_all
from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.sandbox import Mount

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wp42_pytest.model.portal import PortalUser
    from wp42_pytest.running.arms import Arm
    from wp42_pytest.running.models import ModelSetup
    from wp42_pytest.running.sandbox import Ended, Place

GATEWAY, PORTAL = "gateway", "portal"
"""Names of the services that a worker can reach."""


@dataclass(frozen=True)
class Assignment:
    """What a worker is given.

    Attributes:
        task_id: the scenario.
        place: where things are, in the worker's eyes.
        arm: the conditions.
        prompt: the brief and the working conditions, as text.
        folder: the run's staging folder on the controller; files that a worker needs may be made in it.
        record: the folder on the controller that becomes the run folder; a worker may keep logs in it.
        model: the model, for workers that use one.
        portal_user: the portal's account, where the arm has a portal.
    """

    task_id: str
    place: Place
    arm: Arm
    prompt: str
    folder: Path
    record: Path
    model: ModelSetup | None
    portal_user: PortalUser | None

    def environment(self) -> dict[str, str]:
        """Return the variables that every worker finds."""
        found = {"WP42_WORKSPACE": self.place.workspace, "WP42_OUT": self.place.out}
        if GATEWAY in self.place.ports:
            found["WP42_GATEWAY"] = f"http://127.0.0.1:{self.place.ports[GATEWAY]}"
        if self.model is not None:
            # Clients insist on a key; the gateway puts in the real one.
            host = found["WP42_GATEWAY"]
            found |= {"WP42_MODEL": self.model.model, "OPENAI_BASE_URL": f"{host}/v1", "OPENAI_API_KEY": "none"}
            found |= {"ANTHROPIC_BASE_URL": host, "ANTHROPIC_API_KEY": "none"}
        if self.portal_user is not None:
            found |= {
                "WP42_PORTAL": f"http://127.0.0.1:{self.place.ports[PORTAL]}",
                "WP42_PORTAL_USER": self.portal_user.username,
                "WP42_PORTAL_PASSWORD": self.portal_user.password,
            }
        return found


@dataclass(frozen=True)
class Work:
    """What is started."""

    command: Sequence[str]
    environment: Mapping[str, str]
    mounts: Sequence[Mount] = ()
    stdin: bytes = b""
    on_line: Callable[[bytes], None] | None = None


@dataclass(frozen=True)
class Conclusion:
    """What the end of a worker's program means, limits and provider apart."""

    exit_reason: ExitReason
    details: Mapping[str, Any] = field(default_factory=dict)


class Worker(Protocol):
    """One attempt's worker; made anew for each run."""

    name: str
    uses_model: bool

    def describe(self) -> dict[str, Any]:
        """Return what is needed to start the same worker again."""
        ...

    def prepare(self, assignment: Assignment) -> Work:
        """Return what to start."""
        ...

    def conclude(self, ended: Ended) -> Conclusion:
        """Say what its end means."""
        ...

    def close(self) -> None:
        """Close what it keeps open, whether or not it has started."""
        ...

    def again(self) -> Worker:
        """Return the same worker as it was before it started."""
        ...


def by_exit_code(ended: Ended) -> Conclusion:
    """Conclude from a program's exit code alone."""
    return Conclusion(ExitReason.finished if ended.exit_code == 0 else ExitReason.worker_crashed)


@dataclass
class CommandWorker:
    """Any program.

    Its words may hold `{workspace}`, `{out}`, `{brief}` and `{python}`; the prompt comes on standard input.
    """

    command: str
    uses_model: bool = False
    name: str = "command"

    def describe(self) -> dict[str, Any]:
        """Return the command."""
        return {"command": self.command}

    def prepare(self, assignment: Assignment) -> Work:
        """Return the command with its places filled in."""
        place = assignment.place
        words = {"{workspace}": place.workspace, "{out}": place.out, "{python}": place.python}
        words["{brief}"] = f"{place.workspace}/BRIEF.md"
        filled = []
        for part in shlex.split(self.command):
            for name, value in words.items():
                part = part.replace(name, value)  # noqa: PLW2901  replaced again and again
            filled.append(part)
        return Work(filled, assignment.environment(), stdin=assignment.prompt.encode())

    def conclude(self, ended: Ended) -> Conclusion:
        """Conclude from the exit code."""
        return by_exit_code(ended)

    def close(self) -> None:
        """Do nothing: it keeps nothing."""

    def again(self) -> Worker:
        """Return itself: it keeps nothing."""
        return self


@dataclass
class ReferenceWorker:
    """The scenario's own solver; it works in the sandbox like any other worker."""

    solver: Path
    uses_model: bool = False
    name: str = "reference"

    def describe(self) -> dict[str, Any]:
        """Return nothing: the solver belongs to the scenario."""
        return {}

    def prepare(self, assignment: Assignment) -> Work:
        """Return the solver's command."""
        place = assignment.place
        if not self.solver.is_file():
            msg = f"{assignment.task_id} has no reference worker ({self.solver} is missing)"
            raise RunConfigurationError(msg)
        copy = assignment.folder / "solver"
        # With its folder: a solver may be written in several modules that stand beside it.
        shutil.copytree(self.solver.parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
        open_to_all(copy)
        mount = Mount(copy, place.tool("solver"))
        command = [place.python, f"{mount.target}/{self.solver.name}", place.workspace, place.out]
        return Work(command, assignment.environment(), (mount,))

    def conclude(self, ended: Ended) -> Conclusion:
        """Conclude from the exit code."""
        return by_exit_code(ended)

    def close(self) -> None:
        """Do nothing: it keeps nothing."""

    def again(self) -> Worker:
        """Return itself: it keeps nothing."""
        return self


@dataclass
class NullWorker:
    """Does nothing; what it gets shows what a scenario gives away."""

    uses_model: bool = False
    name: str = "null"

    def describe(self) -> dict[str, Any]:
        """Return nothing."""
        return {}

    def prepare(self, assignment: Assignment) -> Work:
        """Return a program that ends at once."""
        return Work(["true"], assignment.environment())

    def conclude(self, ended: Ended) -> Conclusion:
        """Conclude from the exit code."""
        return by_exit_code(ended)

    def close(self) -> None:
        """Do nothing: it keeps nothing."""

    def again(self) -> Worker:
        """Return itself: it keeps nothing."""
        return self
