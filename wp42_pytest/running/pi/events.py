"""Pi's JSON events: turns, tool calls, usage, and how the session ended."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

PASSING_EVENTS = {"message_update", "tool_execution_update", "message_start"}
"""Events whose content comes again, whole, in a later one."""

REPEATING_FIELDS = {"agent_end": "messages", "turn_end": "message"}


@dataclass
class PiSession:
    """Takes in Pi's events one by one and keeps what matters of them in `events.jsonl`."""

    file: IO[str]
    turns: int = 0
    tools: Counter[str] = field(default_factory=Counter)
    tool_errors: int = 0
    retries: int = 0
    compactions: int = 0
    stop_reason: str = ""
    error_message: str = ""
    settled: bool = False
    cost_usd: float = 0.0
    tokens: Counter[str] = field(default_factory=Counter)
    not_understood: int = 0

    @classmethod
    def writing_to(cls, path: Path) -> PiSession:
        """Return a session that keeps its events in a file."""
        return cls(path.open("w", encoding="utf-8"))

    def line(self, raw: bytes) -> None:
        """Take in one line of standard output."""
        try:
            event = json.loads(raw)
            kind = event["type"]
        except (ValueError, KeyError, TypeError, RecursionError):
            self.not_understood += 1
            return
        if kind in PASSING_EVENTS:
            return
        self._take(kind, event)
        event.pop(REPEATING_FIELDS.get(kind, ""), None)
        self.file.write(json.dumps(event, ensure_ascii=False).encode("utf-8", "backslashreplace").decode() + "\n")

    def _take(self, kind: str, event: dict[str, Any]) -> None:
        if kind == "turn_start":
            self.turns += 1
        elif kind == "message_end":
            message = event.get("message")
            if isinstance(message, dict) and message.get("role") == "assistant":
                self._answer(message)
        elif kind == "tool_execution_end":
            self.tools[str(event.get("toolName"))] += 1
            self.tool_errors += bool(event.get("isError"))
        elif kind == "auto_retry_start":
            self.retries += 1
        elif kind == "compaction_start":
            self.compactions += 1
        elif kind == "agent_settled":
            self.settled = True

    def _answer(self, message: dict[str, Any]) -> None:
        self.stop_reason = str(message.get("stopReason", ""))
        self.error_message = str(message.get("errorMessage") or "")[:500]
        usage = message.get("usage")
        if isinstance(usage, dict):
            for name in ("input", "output", "cacheRead", "cacheWrite"):
                if isinstance(usage.get(name), int):
                    self.tokens[name] += usage[name]
            cost = usage.get("cost")
            if isinstance(cost, dict) and isinstance(cost.get("total"), int | float):
                self.cost_usd += cost["total"]

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def as_details(self) -> dict[str, Any]:
        """Return what the run record says about the session."""
        return {
            "turns": self.turns,
            "tool_calls": dict(self.tools),
            "tool_errors": self.tool_errors,
            "retries": self.retries,
            "compactions": self.compactions,
            "stop_reason": self.stop_reason,
            **({"error": self.error_message} if self.error_message else {}),
            "settled": self.settled,
            "tokens_by_pi": dict(self.tokens),
            "cost_by_pi_usd": round(self.cost_usd, 6),
            **({"lines_not_understood": self.not_understood} if self.not_understood else {}),
        }
