"""What a worker may ask a model for: text and images of its own, and nothing that the provider would do elsewhere.

A provider can search the web, fetch a URL, run code or keep files, all outside the sandbox. A request that asks for
any of it would carry private data out, so such requests are refused and written down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wp42_pytest.running.gateway.protocols import Json, ModelProtocol
    from wp42_pytest.running.models import ModelSetup

WORKERS_OWN_TOOLS = {"function", "custom", None}
_ADDRESS_KEYS = {"url", "image_url", "file_url", "file_id", "video_url", "input_audio_url"}
_DEEPEST = 64


def objection(protocol: ModelProtocol, body: Json, model: ModelSetup) -> str:
    """Say why a request is not passed on, in a sentence; empty when it is."""
    if body.get("model") != model.model:
        return f"the model of this run is {model.model!r}, not {body.get('model')!r}"
    allowed = protocol.fields | set(model.pass_fields) | set(model.settings)
    if unknown := sorted(set(body) - allowed):
        return f"the field {unknown[0]!r} is not passed on to the provider"
    if body.get("n") not in (None, 1):
        return "one answer a request: n must be 1"
    if body.get("store"):
        return "nothing is stored at the provider: store must be false"
    for tool in body.get("tools") or ():
        kind = tool.get("type") if isinstance(tool, dict) else "?"
        if kind not in WORKERS_OWN_TOOLS:
            return f"the provider's own tool {kind!r} works outside the sandbox"
    for address in addresses(body):
        if not address.startswith("data:"):
            return f"content must be in the request itself, not at an address ({address[:80]!r})"
    return ""


def addresses(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield every address of content in a request's messages; tool definitions are the worker's own words."""
    if depth > _DEEPEST:
        yield "nested too deeply"
    elif isinstance(value, list):
        for item in value:
            yield from addresses(item, depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in ("tools", "arguments", "metadata", "response_format", "text", "tool_calls"):
                continue
            # A tool call that is sent back holds the worker's own arguments, whatever they are called.
            if key == "input" and value.get("type") == "tool_use":
                continue
            if key in _ADDRESS_KEYS and isinstance(item, str):
                yield item
            else:
                yield from addresses(item, depth + 1)
