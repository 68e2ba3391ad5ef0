"""Splits a streamed answer into its events while the bytes pass through."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_BETWEEN_EVENTS = re.compile(rb"\r?\n\r?\n")
EVENT_LIMIT = 16 * 1024**2


class StreamBrokenError(Exception):
    """The provider's stream is no stream of events."""


async def events(chunks: AsyncIterator[bytes]) -> AsyncIterator[tuple[bytes, dict[str, Any] | None]]:
    """Yield each event as its bytes, with the separator, and its data where that is a JSON object.

    Raises:
        StreamBrokenError: when an event does not end.
    """
    buffer = b""
    async for chunk in chunks:
        buffer += chunk
        while match := _BETWEEN_EVENTS.search(buffer):
            block, buffer = buffer[: match.end()], buffer[match.end() :]
            yield block, data_of(block)
        if len(buffer) > EVENT_LIMIT:
            msg = f"an event of the stream is longer than {EVENT_LIMIT} bytes"
            raise StreamBrokenError(msg)
    if buffer.strip():
        yield buffer + b"\n\n", data_of(buffer)


def data_of(block: bytes) -> dict[str, Any] | None:
    """Return the JSON object of an event, or None."""
    lines = [line[5:].strip() for line in block.splitlines() if line.startswith(b"data:")]
    try:
        data = json.loads(b"\n".join(lines))
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def as_event(data: dict[str, Any]) -> bytes:
    """Return an event of our own, in the form of all three protocols."""
    name = f"event: {data['type']}\n" if isinstance(data.get("type"), str) else ""
    return f"{name}data: {json.dumps(data)}\n\n".encode()
