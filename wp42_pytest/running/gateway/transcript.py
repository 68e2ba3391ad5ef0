"""`transcript.jsonl`: everything that a worker said to a model and heard from it, one exchange a line."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

HISTORY_FIELDS = ("messages", "input")


class Transcript:
    """Writes exchanges as they end.

    Agents send their whole history with every request. A line keeps only what is new: `same_as_before` says how many
    entries at the start of the history are those of the line before. Secrets are replaced wherever they stand.
    """

    def __init__(self, path: Path, secrets: Sequence[str]) -> None:
        self._file: IO[str] = path.open("w", encoding="utf-8")
        self._secrets = [secret for secret in secrets if secret]
        self._history: list[Any] = []
        self.lines = 0

    def write(self, kind: str, **fields: Any) -> None:
        """Write one line.

        Args:
            kind: `exchange`, `refused`, `search` or `page`.
            fields: JSON values.
        """
        self.lines += 1
        line = {"n": self.lines, "kind": kind, "at": datetime.now(UTC).isoformat(timespec="milliseconds"), **fields}
        if isinstance(request := line.get("request"), dict):
            line["request"] = self._without_history(request)
        text = json.dumps(line, ensure_ascii=False)
        for secret in self._secrets:
            text = text.replace(json.dumps(secret, ensure_ascii=False)[1:-1], "[removed]")
        # Lone surrogates cannot be encoded; a worker can send them all the same.
        self._file.write(text.encode("utf-8", "backslashreplace").decode() + "\n")
        self._file.flush()

    def _without_history(self, request: dict[str, Any]) -> dict[str, Any]:
        for name in HISTORY_FIELDS:
            history = request.get(name)
            if not isinstance(history, list):
                continue
            same = 0
            while same < min(len(history), len(self._history)) and history[same] == self._history[same]:
                same += 1
            self._history = history
            return {**request, name: history[same:], "same_as_before": same}
        return request

    def close(self) -> None:
        """Close the file."""
        self._file.close()
