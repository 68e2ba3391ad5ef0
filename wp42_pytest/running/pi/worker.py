"""The Pi coding agent as a worker: one session, one prompt, the tools of the arm, one model behind the gateway."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.model.run import ExitReason
from wp42_pytest.running.arms import Arm, Tool
from wp42_pytest.running.models import Api
from wp42_pytest.running.pi.events import PiSession
from wp42_pytest.running.pi.setup import Pi, find_pi
from wp42_pytest.running.sandbox import Mount
from wp42_pytest.running.workers import GATEWAY, Conclusion, Work

if TYPE_CHECKING:
    from wp42_pytest.running.models import ModelSetup
    from wp42_pytest.running.sandbox import Ended, Place
    from wp42_pytest.running.workers import Assignment

PROVIDER = "wp42"
EVENTS = "events.jsonl"
TOOLS = {
    Tool.files: ("read", "write", "edit", "ls", "find", "grep"),
    Tool.shell: ("bash",),
    Tool.excel: ("excel_read", "excel_write"),
    Tool.web: ("web_search", "fetch_page"),
}
"""Pi's names of the tools that an arm gives; the Excel and web tools are our extension's."""

EXTENSION = Path(__file__).with_name("office.ts")
EXCEL_PROGRAM = Path(__file__).with_name("excel.py")

# Pi writes settings and locks into its folder, so it gets a copy of the one that we prepare.
_START = 'cp -r "$1" "$HOME/.pi" && chmod -R u+w "$HOME/.pi" && shift && exec "$@"'

_ENDINGS = {
    "stop": ExitReason.finished,
    "length": ExitReason.finished,
    "toolUse": ExitReason.worker_crashed,
    "aborted": ExitReason.worker_crashed,
    "error": ExitReason.model_error,
    "refusal": ExitReason.refused,
}
"""By the last answer's stop reason. The exit code says nothing: in JSON mode a failing model ends with 0."""


@dataclass
class PiWorker:
    """One session of Pi."""

    pi: Pi = field(default_factory=find_pi)
    uses_model: bool = True
    name: str = "pi"
    _session: PiSession | None = None

    def describe(self) -> dict[str, Any]:
        """Return Pi's and Node's version."""
        return {"pi": self.pi.version, "node": self.pi.node_version}

    def prepare(self, assignment: Assignment) -> Work:
        """Return Pi's command line with a configuration that knows one model."""
        assert assignment.model is not None
        place, arm = assignment.place, assignment.arm
        agent = assignment.folder / "pi-agent"
        agent.mkdir()
        (agent / "models.json").write_text(json.dumps(models_json(assignment.model, place)), encoding="utf-8")
        mounts = [Mount(self.pi.path, place.tool("pi")), Mount(agent, place.tool("pi-agent"))]
        extension: list[str] = []
        if Tool.excel in arm.tools or Tool.web in arm.tools:
            for source in (EXTENSION, EXCEL_PROGRAM):
                copy = assignment.folder / source.name
                copy.write_bytes(source.read_bytes())
                mounts.append(Mount(copy, place.tool(source.name)))
            extension = ["--extension", place.tool(EXTENSION.name)]
        self._session = PiSession.writing_to(assignment.record / EVENTS)
        command = [
            *("sh", "-c", _START, "sh", place.tool("pi-agent")),
            *(f"{place.tool('pi')}/{self.pi.node}", f"{place.tool('pi')}/{self.pi.program}"),
            *("--print", "--mode", "json", "--no-session", "--offline"),
            *("--no-extensions", "--no-skills", "--no-prompt-templates", "--no-context-files", "--no-approve"),
            *("--provider", PROVIDER, "--model", assignment.model.model, "--thinking", assignment.model.thinking),
            *("--tools", ",".join(pi_tools(arm))),
            *extension,
            *("--", assignment.prompt),
        ]
        environment = {
            **assignment.environment(),
            "PI_CODING_AGENT_DIR": f"{place.home}/.pi",
            "PI_OFFLINE": "1",
            "WP42_EXCEL": f"{place.python} {place.tool(EXCEL_PROGRAM.name)}",
            "WP42_TOOLS": ",".join(arm.tools),
        }
        return Work(command, environment, mounts, on_line=self._session.line)

    def conclude(self, ended: Ended) -> Conclusion:
        """Conclude from the last answer's stop reason."""
        assert self._session is not None
        session = self._session
        reason = _ENDINGS.get(session.stop_reason, ExitReason.worker_crashed)
        if reason is ExitReason.finished and not session.settled:
            reason = ExitReason.worker_crashed
        return Conclusion(reason, {"session": session.as_details(), "exit_code": ended.exit_code})

    def close(self) -> None:
        """Close the file of events."""
        if self._session is not None:
            self._session.close()

    def again(self) -> PiWorker:
        """Return a worker with a session of its own."""
        return PiWorker(self.pi)


def pi_tools(arm: Arm) -> list[str]:
    """Return the names of the tools that an arm gives to Pi."""
    return [name for tool in arm.tools for name in TOOLS[tool]]


def models_json(model: ModelSetup, place: Place) -> dict[str, Any]:
    """Return Pi's `models.json`: one provider, the gateway, with one model and no real key."""
    host = f"http://127.0.0.1:{place.ports[GATEWAY]}"
    price = model.price
    cost = {
        "input": price.input,
        "output": price.output,
        "cacheRead": price.input if price.cache_read is None else price.cache_read,
        "cacheWrite": price.input if price.cache_write is None else price.cache_write,
    }
    entry = {
        "id": model.model,
        "reasoning": model.reasoning,
        "input": ["text", "image"] if model.images else ["text"],
        "contextWindow": model.context_tokens,
        "maxTokens": model.output_tokens,
        "cost": {name: float(value) for name, value in cost.items()},
    }
    provider: dict[str, Any] = {
        "baseUrl": host if model.api is Api.anthropic_messages else f"{host}/v1",
        "apiKey": "none",
        "api": model.api.value,
        "models": [entry],
    }
    if model.api is Api.openai_completions:
        provider["compat"] = {"supportsStore": False, "supportsDeveloperRole": False}
    return {"providers": {PROVIDER: provider}}
