"""The three protocols of model providers: what a request asks for, what an answer consumed and said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from wp42_pytest.running.gateway.meter import Tokens
from wp42_pytest.running.models import Api

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = dict[str, Any]

_COMMON = {
    "model",
    "stream",
    "temperature",
    "top_p",
    "top_k",
    "tools",
    "tool_choice",
    "metadata",
    "seed",
    "stop",
    "user",
}


def count(usage: Any, *path: str) -> int:
    """Return a number somewhere in a usage object, 0 when it is not there."""
    for name in path:
        usage = usage.get(name) if isinstance(usage, dict) else None
    return int(usage) if isinstance(usage, int | float) and not isinstance(usage, bool) and usage > 0 else 0


@dataclass
class Answer:
    """What is known of one answer so far, streamed or whole."""

    tokens: Tokens | None = None
    characters: int = 0
    refused: bool = False
    ended: bool = False
    content: Json = field(default_factory=dict)


class ModelProtocol(Protocol):
    """One provider protocol."""

    api: Api
    path: str
    fields: frozenset[str]

    def limit_output(self, body: Json, most: int) -> None:
        """Lower the longest answer that a request asks for."""
        ...

    def prepare_stream(self, body: Json) -> bool:
        """Make a streamed answer end with its usage; returns whether that adds an event that was not asked for."""
        ...

    def whole(self, reply: Json) -> Answer:
        """Read a whole answer."""
        ...

    def event(self, event: Json, answer: Answer) -> bool:
        """Take in one event of a streamed answer; returns whether it does nothing but tell the usage."""
        ...

    def error(self, kind: str, message: str) -> Json:
        """Return an error as the protocol writes it."""
        ...


class OpenAICompletions:
    """OpenAI's chat completions, spoken by most providers and local servers."""

    api = Api.openai_completions
    path = "/chat/completions"
    fields = frozenset(
        _COMMON
        | {"messages", "max_tokens", "max_completion_tokens", "n", "stream_options", "parallel_tool_calls", "store"}
        | {"reasoning_effort", "response_format", "frequency_penalty", "presence_penalty", "logprobs", "top_logprobs"}
        | {"prompt_cache_key", "prompt_cache_retention", "chat_template_kwargs", "thinking", "verbosity", "min_p"}
    )

    def limit_output(self, body: Json, most: int) -> None:
        """Lower the longest answer that a request asks for."""
        name = "max_tokens" if "max_tokens" in body else "max_completion_tokens"
        body[name] = min(body[name], most) if isinstance(body.get(name), int) else most

    def prepare_stream(self, body: Json) -> bool:
        """Ask for the usage at the end of the stream."""
        options = body.get("stream_options")
        asked = isinstance(options, dict) and bool(options.get("include_usage"))
        body["stream_options"] = {**(options if isinstance(options, dict) else {}), "include_usage": True}
        return not asked

    def whole(self, reply: Json) -> Answer:
        """Read a whole answer."""
        answer = Answer(self._tokens(reply.get("usage")), ended=True, content=reply)
        for choice in reply.get("choices") or ():
            self._finish(choice, answer)
            answer.refused |= bool((choice.get("message") or {}).get("refusal"))
        return answer

    def event(self, event: Json, answer: Answer) -> bool:
        """Take in one event of a streamed answer."""
        answer.tokens = self._tokens(event.get("usage")) or answer.tokens
        choices = event.get("choices") or []
        for choice in choices:
            message = answer.content.setdefault("message", {"content": "", "reasoning": "", "tool_calls": []})
            delta = choice.get("delta") or {}
            for name, value in delta.items():
                if name == "tool_calls":
                    self._tool_calls(value or (), message["tool_calls"], answer)
                elif isinstance(value, str) and name != "role":
                    place = {"reasoning_content": "reasoning"}.get(name, name)
                    message[place] = message.get(place, "") + value
                    answer.characters += len(value)
                    answer.refused |= name == "refusal"
            self._finish(choice, answer)
        return bool(event.get("usage")) and not choices

    @staticmethod
    def _tool_calls(deltas: Sequence[Json], calls: list[Json], answer: Answer) -> None:
        for delta in deltas:
            place = delta.get("index", 0)
            if not isinstance(place, int) or place > len(calls):
                place = len(calls)
            if place == len(calls):
                calls.append({"id": "", "name": "", "arguments": ""})
            function = delta.get("function") or {}
            calls[place]["id"] = delta.get("id") or calls[place]["id"]
            calls[place]["name"] += function.get("name") or ""
            calls[place]["arguments"] += function.get("arguments") or ""
            answer.characters += len(function.get("name") or "") + len(function.get("arguments") or "")

    @staticmethod
    def _finish(choice: Json, answer: Answer) -> None:
        if reason := choice.get("finish_reason"):
            answer.ended = True
            answer.content["finish_reason"] = reason
            answer.refused |= reason == "content_filter"

    @staticmethod
    def _tokens(usage: Any) -> Tokens | None:
        if not isinstance(usage, dict):
            return None
        cached = count(usage, "prompt_tokens_details", "cached_tokens")
        written = count(usage, "prompt_tokens_details", "cache_write_tokens")
        prompt = max(0, count(usage, "prompt_tokens") - cached - written)
        return Tokens(prompt, count(usage, "completion_tokens"), cached, written)

    def error(self, kind: str, message: str) -> Json:
        """Return an error as the protocol writes it."""
        return {"error": {"message": message, "type": kind, "param": None, "code": kind}}


class OpenAIResponses(OpenAICompletions):
    """OpenAI's responses."""

    api = Api.openai_responses
    path = "/responses"
    fields = frozenset(
        _COMMON
        | {"input", "instructions", "max_output_tokens", "reasoning", "text", "truncation", "store", "include"}
        | {"parallel_tool_calls", "prompt_cache_key", "prompt_cache_retention", "top_logprobs", "stream_options"}
    )

    def limit_output(self, body: Json, most: int) -> None:
        """Lower the longest answer that a request asks for."""
        asked = body.get("max_output_tokens")
        body["max_output_tokens"] = min(asked, most) if isinstance(asked, int) else most

    def prepare_stream(self, body: Json) -> bool:
        """Do nothing: the last event tells the usage anyway."""
        del body
        return False

    def whole(self, reply: Json) -> Answer:
        """Read a whole answer."""
        answer = Answer(self._tokens(reply.get("usage")), ended=True, content=reply)
        for item in reply.get("output") or ():
            parts = item.get("content") if isinstance(item, dict) else None
            answer.refused |= any(isinstance(part, dict) and part.get("type") == "refusal" for part in parts or ())
        return answer

    def event(self, event: Json, answer: Answer) -> bool:
        """Take in one event of a streamed answer."""
        kind, delta = str(event.get("type", "")), event.get("delta")
        if isinstance(delta, str) and kind.endswith(".delta"):
            answer.characters += len(delta)
            said = answer.content.setdefault("partial", {})
            said[kind] = said.get(kind, "") + delta
            answer.refused |= kind == "response.refusal.delta"
        if isinstance(response := event.get("response"), dict) and kind in (
            "response.completed",
            "response.incomplete",
            "response.failed",
        ):
            final = self.whole(response)
            answer.tokens = final.tokens or answer.tokens
            answer.content, answer.ended = response, True
            answer.refused |= final.refused
        return False

    @staticmethod
    def _tokens(usage: Any) -> Tokens | None:
        if not isinstance(usage, dict):
            return None
        cached = count(usage, "input_tokens_details", "cached_tokens")
        written = count(usage, "input_tokens_details", "cache_write_tokens")
        plain = max(0, count(usage, "input_tokens") - cached - written)
        return Tokens(plain, count(usage, "output_tokens"), cached, written)


class AnthropicMessages:
    """Anthropic's messages."""

    api = Api.anthropic_messages
    path = "/messages"
    fields = frozenset(
        _COMMON | {"messages", "system", "max_tokens", "stop_sequences", "thinking", "cache_control", "output_config"}
    )

    def limit_output(self, body: Json, most: int) -> None:
        """Lower the longest answer that a request asks for, its thinking with it."""
        asked = body.get("max_tokens")
        body["max_tokens"] = min(asked, most) if isinstance(asked, int) else most
        thinking = body.get("thinking")
        if isinstance(thinking, dict) and isinstance(budget := thinking.get("budget_tokens"), int):
            least = 1024  # the provider refuses a smaller budget of thinking
            if body["max_tokens"] <= least:
                del body["thinking"]
            else:
                body["thinking"] = {**thinking, "budget_tokens": min(budget, body["max_tokens"] - 1)}

    def prepare_stream(self, body: Json) -> bool:
        """Do nothing: usage comes with the first and the last event."""
        del body
        return False

    def whole(self, reply: Json) -> Answer:
        """Read a whole answer."""
        refused = reply.get("stop_reason") == "refusal"
        return Answer(self._tokens(reply.get("usage")), refused=refused, ended=True, content=reply)

    def event(self, event: Json, answer: Answer) -> bool:
        """Take in one event of a streamed answer."""
        kind = event.get("type")
        if kind == "message_start":
            message = event.get("message") or {}
            answer.tokens = self._tokens(message.get("usage"))
            answer.content.update({"model": message.get("model"), "content": []})
        elif kind == "content_block_start":
            answer.content.setdefault("content", []).append(dict(event.get("content_block") or {}))
        elif kind == "content_block_delta":
            self._delta(event.get("delta") or {}, answer)
        elif kind == "message_delta":
            answer.tokens = self._merged(answer.tokens, event.get("usage"))
            reason = (event.get("delta") or {}).get("stop_reason")
            answer.content["stop_reason"] = reason
            answer.refused |= reason == "refusal"
        elif kind == "message_stop":
            answer.ended = True
        return False

    @staticmethod
    def _delta(delta: Json, answer: Answer) -> None:
        blocks = answer.content.setdefault("content", [])
        if not blocks:
            blocks.append({})
        for name in ("text", "partial_json", "thinking", "signature"):
            if isinstance(value := delta.get(name), str):
                answer.characters += len(value)
                before = blocks[-1].get(name)
                blocks[-1][name] = (before if isinstance(before, str) else "") + value

    @staticmethod
    def _tokens(usage: Any) -> Tokens | None:
        if not isinstance(usage, dict):
            return None
        return Tokens(
            count(usage, "input_tokens"),
            count(usage, "output_tokens"),
            count(usage, "cache_read_input_tokens"),
            count(usage, "cache_creation_input_tokens"),
        )

    def _merged(self, first: Tokens | None, usage: Any) -> Tokens | None:
        last = self._tokens(usage)
        if first is None or last is None:
            return last or first
        return Tokens(
            last.input or first.input,
            last.output,
            last.cache_read or first.cache_read,
            last.cache_write or first.cache_write,
        )

    def error(self, kind: str, message: str) -> Json:
        """Return an error as the protocol writes it."""
        return {"type": "error", "error": {"type": kind, "message": message}}


PROTOCOLS: dict[Api, ModelProtocol] = {
    protocol.api: protocol for protocol in (OpenAICompletions(), OpenAIResponses(), AnthropicMessages())
}
