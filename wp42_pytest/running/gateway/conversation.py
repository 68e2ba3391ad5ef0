"""The exchanges of one run with its model: checked, limited, passed on, metered, written down."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
from starlette.responses import JSONResponse, Response, StreamingResponse

from wp42_pytest.running.gateway.meter import LEAST_OUTPUT, Tokens, estimated_tokens
from wp42_pytest.running.gateway.policy import objection
from wp42_pytest.running.gateway.protocols import PROTOCOLS, Answer
from wp42_pytest.running.gateway.stream import StreamBrokenError, as_event, events
from wp42_pytest.running.gateway.upstream import ProviderDownError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from wp42_pytest.running.gateway.gateway import Gateway
    from wp42_pytest.running.gateway.upstream import Sent, Upstream

BUDGET, PROVIDER = "budget", "provider"
"""Reasons for which a run is ended from here."""

REQUEST_LIMIT = 64 * 1024**2
IMAGE_CHARACTERS = 6000
"""What an image counts as in an estimate, whatever the length of its data."""

STREAM_CHARACTERS_PER_TOKEN = 5
"""Few enough tokens for any text: a stream is cut only when its answer surely costs more than the budget has left."""


@dataclass
class Exchange:
    """One request that was passed on."""

    number: int
    request: dict[str, Any]
    answer: Answer = field(default_factory=Answer)
    failed_tries: list[str] = field(default_factory=list)
    cut: str = ""
    status: int = 200
    broke: bool = False
    started: float = field(default_factory=time.monotonic)


class Conversation:
    """Answers the requests of one worker."""

    def __init__(self, gateway: Gateway, upstream: Upstream) -> None:
        self._gateway = gateway
        self._upstream = upstream
        self._model = upstream.model
        self._protocol = PROTOCOLS[upstream.model.api]
        self._turn = asyncio.Lock()

    async def models(self, _: Request) -> Response:
        """List the one model of the run."""
        return JSONResponse({"object": "list", "data": [{"id": self._model.model, "object": "model"}]})

    async def exchange(self, request: Request) -> Response:
        """Answer one request.

        One at a time, its body included: parallel requests could overdraw the budget together, and many large ones
        could fill the controller's memory.
        """
        await self._turn.acquire()
        try:
            response = await self._in_turn(request)
        except BaseException:
            self._turn.release()
            raise
        if not isinstance(response, _Streamed):
            self._turn.release()
        return response

    async def _in_turn(self, request: Request) -> Response:
        raw = bytearray()
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > REQUEST_LIMIT:
                return self._refuse(f"a request may hold {REQUEST_LIMIT} bytes", 413)
        try:
            body = json.loads(bytes(raw))
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            return self._refuse("the request is not a JSON object")
        if why := objection(self._protocol, body, self._model):
            return self._refuse(why)
        return await self._pass_on(body)

    def _refuse(self, why: str, status: int = 400, kind: str = "invalid_request_error") -> Response:
        self._gateway.note_refusal(why)
        return JSONResponse(self._protocol.error(kind, why), status)

    async def _pass_on(self, body: dict[str, Any]) -> Response:
        meter, most_requests = self._gateway.meter, self._gateway.most_requests
        if most_requests is not None and meter.requests >= most_requests:
            return self._refuse(f"this arm allows {most_requests} request to the model", 403)
        told = {**body, **self._model.settings}
        input_tokens = estimated_tokens(characters(body))
        most = meter.most_output(input_tokens)
        if most < LEAST_OUTPUT:
            self._gateway.stop.ask(BUDGET)
            return self._refuse("the budget of this run is spent", 402, "budget_spent")
        self._protocol.limit_output(told, min(most, self._model.output_tokens))
        streamed = bool(told.get("stream"))
        hide_usage = self._protocol.prepare_stream(told) if streamed else False
        exchange = Exchange(meter.open(input_tokens), told)
        try:
            sent = await self._upstream.send(self._protocol.path, told)
        except ProviderDownError as error:
            return self._provider_is_down(exchange, error)
        except BaseException:
            self._settle(exchange)
            raise
        exchange.failed_tries = sent.failed_tries
        if sent.response.status_code >= 400:
            return await self._error(exchange, sent.response)
        if streamed:
            return _Streamed(self._stream(exchange, sent, hide_usage=hide_usage), self._end_of(exchange, sent))
        return await self._whole(exchange, sent.response)

    def _provider_is_down(self, exchange: Exchange, error: ProviderDownError) -> Response:
        self._gateway.meter.drop(exchange.number)
        self._gateway.provider_problem = str(error)
        self._gateway.transcript.write("exchange", request=exchange.request, error=str(error))
        self._gateway.stop.ask(PROVIDER)
        return JSONResponse(self._protocol.error("provider_error", "the model provider is not available"), 502)

    async def _error(self, exchange: Exchange, response: httpx.Response) -> Response:
        text = self._upstream.scrubbed((await response.aread()).decode(errors="replace"))
        await response.aclose()
        self._gateway.meter.drop(exchange.number)
        self._gateway.request_errors.append(f"{response.status_code}: {text[:500]}")
        exchange.answer.content, exchange.status = {"error": text}, response.status_code
        self._write(exchange, None)
        return Response(text, response.status_code, media_type=response.headers.get("content-type", "application/json"))

    async def _whole(self, exchange: Exchange, response: httpx.Response) -> Response:
        raw = b""
        try:
            raw = await response.aread()
            exchange.answer = self._protocol.whole(json.loads(raw))
        except (httpx.TransportError, ValueError, AttributeError, TypeError) as error:
            exchange.broke = True
            exchange.cut = f"the provider's answer broke off ({type(error).__name__})"
            exchange.answer.content = {"text": raw[:2000].decode(errors="replace")}
            return JSONResponse(self._protocol.error("provider_error", exchange.cut), 502)
        finally:
            await response.aclose()
            self._settle(exchange)
        return Response(raw, media_type="application/json")

    async def _stream(self, exchange: Exchange, sent: Sent, *, hide_usage: bool) -> AsyncIterator[bytes]:
        answer, meter = exchange.answer, self._gateway.meter
        try:
            async for block, data in events(sent.response.aiter_bytes()):
                only_usage = self._protocol.event(data, answer) if data else False
                told = answer.tokens.output if answer.tokens else 0
                meter.estimate_output(exchange.number, max(told, answer.characters // STREAM_CHARACTERS_PER_TOKEN))
                if not (only_usage and hide_usage):
                    yield block
                if meter.exhausted and not answer.ended:
                    exchange.cut = "the budget of this run is spent"
                    yield as_event(self._protocol.error("budget_spent", exchange.cut))
                    return
        except (httpx.TransportError, StreamBrokenError) as error:
            exchange.broke = True
            exchange.cut = f"the provider's stream broke off ({type(error).__name__})"
            yield as_event(self._protocol.error("provider_error", exchange.cut))

    def _end_of(self, exchange: Exchange, sent: Sent) -> Callable[[], None]:
        def end() -> None:
            self._turn.release()
            closing = asyncio.ensure_future(_close(sent.response))
            self._gateway.background.add(closing)
            closing.add_done_callback(self._gateway.background.discard)
            self._settle(exchange)

        return end

    def _settle(self, exchange: Exchange) -> None:
        """Book an exchange: by the provider's figures, or by estimate where the answer did not end."""
        answer = exchange.answer
        final = answer.tokens
        if not answer.ended or final is None:
            known = final or Tokens(input=estimated_tokens(characters(exchange.request)))
            output = max(known.output, estimated_tokens(answer.characters))
            final = Tokens(known.input, output, known.cache_read, known.cache_write)
        self._gateway.last_refused = answer.refused
        self._gateway.last_exchange_broke = exchange.broke
        self._gateway.broken_streams += exchange.broke
        self._write(exchange, self._gateway.meter.settle(exchange.number, final))
        if self._gateway.meter.exhausted:
            self._gateway.stop.ask(BUDGET)

    def _write(self, exchange: Exchange, tokens: Tokens | None) -> None:
        extra: dict[str, Any] = {"cut": exchange.cut} if exchange.cut else {}
        if exchange.failed_tries:
            extra["failed_tries"] = exchange.failed_tries
        if tokens is not None:
            extra |= {"tokens": vars(tokens), "cost_usd": float(self._gateway.meter.cost(tokens))}
        if not exchange.answer.ended:
            extra["unfinished"] = True
        self._gateway.transcript.write(
            "exchange",
            seconds=round(time.monotonic() - exchange.started, 3),
            status=exchange.status,
            request=exchange.request,
            reply=exchange.answer.content,
            **extra,
        )


class _Streamed(StreamingResponse):
    """A streamed answer whose end is noticed however it comes about, even when it never began."""

    def __init__(self, content: AsyncIterator[bytes], end: Callable[[], None]) -> None:
        super().__init__(content, media_type="text/event-stream")
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._end()


async def _close(response: httpx.Response) -> None:
    with contextlib.suppress(httpx.HTTPError):
        await response.aclose()


def characters(value: Any) -> int:
    """Return the length of all text in a request, an image counted as its usual tokens."""
    if isinstance(value, str):
        return IMAGE_CHARACTERS if value.startswith("data:") else len(value)
    if isinstance(value, list):
        return sum(characters(item) for item in value)
    if isinstance(value, dict):
        if value.get("type") == "base64":
            return IMAGE_CHARACTERS
        return sum(len(key) + characters(item) for key, item in value.items())
    return 4
