"""The gateway as a worker's client meets it: three protocols, one key outside, every token counted, budgets that hold."""

import asyncio
import contextlib
import json
from decimal import Decimal

import httpx
import pytest

from wp42_pytest.running.gateway.gateway import Gateway
from wp42_pytest.running.gateway.meter import Meter
from wp42_pytest.running.gateway.transcript import Transcript
from wp42_pytest.running.gateway.upstream import Patience, Upstream, new_client
from wp42_pytest.running.sandbox import Stop

APIS = ["openai-completions", "openai-responses", "anthropic-messages"]
PATHS = {
    "openai-completions": "/v1/chat/completions",
    "openai-responses": "/v1/responses",
    "anthropic-messages": "/v1/messages",
}


def body_for(api: str, text: str = "Hello", **more) -> dict:
    key = "input" if api == "openai-responses" else "messages"
    limit = {"max_tokens": 1000} if api == "anthropic-messages" else {}
    return {"model": "scripted", key: [{"role": "user", "content": text}], **limit, **more}


class Session:
    """One gateway that serves, and a client of it."""

    def __init__(self, gateway, client, folder):
        self.gateway, self.client, self.folder = gateway, client, folder

    async def ask(self, api="openai-completions", **more):
        return await self.client.post(PATHS[api], json=body_for(api, **more))

    def transcript(self) -> list[dict]:
        return [json.loads(line) for line in (self.folder / "transcript.jsonl").read_text().splitlines()]


@pytest.fixture
def talk(model, model_setup, tmp_path):
    """Run an async conversation with a gateway."""

    def run(conversation, api="openai-completions", *, budget="1", most_requests=None, setup=None, tries=3):
        async def main():
            chosen = setup or model_setup(api)
            async with contextlib.AsyncExitStack() as opened:
                upstream_client = await opened.enter_async_context(new_client())
                patience = Patience(tries=tries, first_s=0.02, longest_s=0.05)
                upstream = Upstream(upstream_client, chosen, chosen.key(), patience)
                transcript = Transcript(tmp_path / "transcript.jsonl", [chosen.key()])
                opened.callback(transcript.close)
                gateway = Gateway(upstream, Meter(chosen.price, Decimal(budget)), transcript, Stop(), most_requests)
                await opened.enter_async_context(gateway.serve(tmp_path / "g.sock"))
                transport = httpx.AsyncHTTPTransport(uds=str(tmp_path / "g.sock"))
                client = httpx.AsyncClient(transport=transport, base_url="http://gateway", timeout=20)
                await opened.enter_async_context(client)
                session = Session(gateway, client, tmp_path)
                await conversation(session)
            return session

        return asyncio.run(main())

    return run


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_tokens_and_money_are_counted_by_the_providers_own_figures(talk, model, says, api, stream):
    model.plays(says(text="Good morning.", input_tokens=1000, cached_tokens=400, output_tokens=50))

    async def conversation(session):
        reply = await session.ask(api, stream=stream)
        assert reply.status_code == 200
        assert "Good morning." in reply.text

    session = talk(conversation, api)
    meter = session.gateway.meter
    assert vars(meter.tokens) == {"input": 600, "output": 50, "cache_read": 400, "cache_write": 0}
    # 600 at $1, 400 cached at $0.10, 50 at $10, each for a million tokens
    assert meter.spent == Decimal("0.00114")
    assert session.transcript()[0]["cost_usd"] == pytest.approx(0.00114)


@pytest.mark.parametrize("api", APIS)
def test_the_key_is_put_in_outside_and_stands_nowhere_else(talk, model, says, api):
    model.plays(says(text="My key is sk-secret-provider-key-0123456789, they say."))

    async def conversation(session):
        headers = {"authorization": "Bearer none", "cookie": "a=b", "x-api-key": "none"}
        reply = await session.client.post(PATHS[api], json=body_for(api), headers=headers)
        assert reply.status_code == 200

    session = talk(conversation, api)
    sent = model.headers[0]
    key = sent.get("authorization", "").removeprefix("Bearer ") or sent["x-api-key"]
    assert key == "sk-secret-provider-key-0123456789"
    assert "cookie" not in sent
    written = (session.folder / "transcript.jsonl").read_text()
    assert "sk-secret" not in written
    assert "My key is [removed], they say." in written


def test_a_history_is_written_once(talk, model, says):
    model.plays(says(text="One."), says(text="Two."))

    async def conversation(session):
        first = [{"role": "user", "content": "first question"}]
        await session.ask(messages=first)
        await session.ask(
            messages=[*first, {"role": "assistant", "content": "One."}, {"role": "user", "content": "go on"}]
        )

    lines = talk(conversation).transcript()
    assert [line["request"]["same_as_before"] for line in lines] == [0, 1]
    assert [message["content"] for message in lines[1]["request"]["messages"]] == ["One.", "go on"]
    assert [line["reply"]["choices"][0]["message"]["content"] for line in lines] == ["One.", "Two."]


@pytest.mark.parametrize("api", APIS)
def test_a_tool_call_streams_through_unchanged_and_is_in_the_transcript(talk, model, says, api):
    model.plays(says(tool="bash", arguments={"command": "ls inputs"}))

    async def conversation(session):
        reply = await session.ask(api, stream=True)
        assert "ls inputs" in reply.text

    (line,) = talk(conversation, api).transcript()
    assert "ls inputs" in json.dumps(line["reply"]).replace("\\", "")


def test_usage_that_was_not_asked_for_is_not_passed_on(talk, model, says):
    model.plays(says(text="a"), says(text="b"))

    async def conversation(session):
        plain = await session.ask(stream=True)
        asked = await session.ask(stream=True, stream_options={"include_usage": True})
        assert '"usage"' not in plain.text
        assert '"usage"' in asked.text

    assert talk(conversation).gateway.meter.tokens.output == 40


def test_an_answer_without_usage_is_booked_by_its_length(talk, model, says):
    model.plays(says(text="word " * 800, silent_usage=True))

    async def conversation(session):
        await session.ask(stream=True)

    assert talk(conversation).gateway.meter.tokens.output == 1000


def test_no_answer_is_asked_for_that_the_budget_cannot_pay(talk, model, says):
    model.plays(says(text="ok", output_tokens=10))

    async def conversation(session):
        await session.ask(max_completion_tokens=5_000_000)

    talk(conversation, budget="0.01")
    # a cent less the question itself, at $10 for a million tokens
    assert 950 < model.requests[0]["max_completion_tokens"] <= 1000


def test_a_streamed_answer_is_cut_when_it_costs_more_than_is_left(talk, model, says):
    model.plays(says(text="x" * 500, repeat=2000, output_tokens=250_000))

    async def conversation(session):
        reply = await session.ask(stream=True)
        assert "the budget of this run is spent" in reply.text
        assert len(reply.text) < 2_000_000

    session = talk(conversation, budget="0.01")
    assert session.gateway.stop.reason == "budget"
    assert Decimal("0.01") <= session.gateway.meter.spent < Decimal("0.014")
    assert session.transcript()[0]["cut"] == "the budget of this run is spent"


def test_a_spent_budget_ends_the_run_and_passes_nothing_on(talk, model, says):
    model.plays(says(text="a", input_tokens=2_000_000))

    async def conversation(session):
        assert (await session.ask()).status_code == 200
        assert session.gateway.stop.reason == "budget"
        refused = await session.ask()
        assert refused.status_code == 402
        assert refused.json()["error"]["code"] == "budget_spent"

    talk(conversation)
    assert len(model.requests) == 1


def test_parallel_requests_cannot_overdraw_together(talk, model, says):
    model.plays(*[says(text="a", input_tokens=400_000, pause_s=0.05) for _ in range(10)])

    async def conversation(session):
        replies = await asyncio.gather(*[session.ask() for _ in range(10)])
        assert sorted(reply.status_code for reply in replies) == [200] * 3 + [402] * 7

    assert talk(conversation).gateway.meter.spent == Decimal("1.2006")


def test_a_busy_provider_is_asked_again_and_the_wait_is_not_the_workers(talk, model, says):
    model.plays(
        says(status=429, error="slow down", headers={"retry-after": "0.1"}), says(status=503), says(text="At last.")
    )

    async def conversation(session):
        reply = await session.ask()
        assert reply.json()["choices"][0]["message"]["content"] == "At last."

    session = talk(conversation)
    assert session.gateway.held_s >= 0.1
    assert [try_[:3] for try_ in session.transcript()[0]["failed_tries"]] == ["429", "503"]
    assert session.gateway.stop.reason == ""


@pytest.mark.parametrize(
    ("status", "error"),
    [(401, "bad key sk-secret-provider-key-0123456789"), (429, "insufficient_quota"), (404, "no such model")],
)
def test_a_provider_that_refuses_us_ends_the_run_as_our_failure(talk, model, says, status, error):
    model.plays(says(status=status, error=error))

    async def conversation(session):
        reply = await session.ask()
        assert reply.status_code == 502
        assert "sk-secret" not in reply.text

    session = talk(conversation)
    assert session.gateway.stop.reason == "provider"
    assert str(status) in session.gateway.provider_problem
    assert "sk-secret" not in session.gateway.provider_problem
    assert session.gateway.meter.spent == 0
    assert len(model.requests) == 1


def test_a_provider_that_stays_away_ends_the_run_as_our_failure(talk, model, says):
    model.plays(*[says(status=500, error="oops") for _ in range(3)])

    async def conversation(session):
        assert (await session.ask()).status_code == 502

    session = talk(conversation, tries=3)
    assert session.gateway.stop.reason == "provider"
    assert "failed 3 times" in session.gateway.provider_problem


def test_a_mistake_of_the_workers_is_told_to_it_and_goes_on(talk, model, says):
    model.plays(says(status=400, error="context too long"), says(text="fine"))

    async def conversation(session):
        first = await session.ask()
        assert (first.status_code, first.json()["error"]["message"]) == (400, "context too long")
        assert (await session.ask()).status_code == 200

    session = talk(conversation)
    assert session.gateway.stop.reason == ""
    assert session.gateway.request_errors == ['400: {"error":{"message":"context too long"}}']


def test_a_stream_that_breaks_off_is_told_to_the_worker(talk, model, says, capfd):
    model.plays(says(text="The figure is ", break_off=True))

    async def conversation(session):
        reply = await session.ask(stream=True)
        assert "The figure is " in reply.text
        assert "the provider's stream broke off" in reply.text

    session = talk(conversation)
    assert session.gateway.last_exchange_broke
    assert session.gateway.meter.tokens.output == 4
    capfd.readouterr()


def test_a_model_that_declines_is_noticed(talk, model, says):
    model.plays(says(text="", finish="content_filter"))

    async def conversation(session):
        await session.ask(stream=True)

    assert talk(conversation).gateway.last_refused


REFUSED = {
    "another model": ({"model": "bigger"}, "the model of this run is 'scripted'"),
    "server-side search": ({"tools": [{"type": "web_search"}]}, "'web_search' works outside the sandbox"),
    "server-side code": ({"tools": [{"type": "code_interpreter"}]}, "'code_interpreter' works outside"),
    "remote tools": ({"tools": [{"type": "mcp", "server_url": "https://x.example"}]}, "'mcp' works outside"),
    "an unknown field": ({"plugins": [{"id": "web"}]}, "the field 'plugins' is not passed on"),
    "a dearer tier": ({"service_tier": "priority"}, "the field 'service_tier' is not passed on"),
    "work in the background": ({"background": True}, "the field 'background' is not passed on"),
    "storage": ({"store": True}, "nothing is stored"),
    "many answers": ({"n": 5}, "n must be 1"),
    "an address to fetch": (
        {
            "messages": [
                {
                    "role": "user",
                    "content": [{"type": "image_url", "image_url": {"url": "https://x.example/?123-45-6789"}}],
                }
            ]
        },
        "not at an address",
    ),
    "a stored file": (
        {"messages": [{"role": "user", "content": [{"type": "file", "file": {"file_id": "f-1"}}]}]},
        "not at an address",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_happen_outside_the_sandbox_is_not_passed_on(talk, model, name):
    change, why = REFUSED[name]

    async def conversation(session):
        reply = await session.client.post(
            PATHS["openai-completions"], json={**body_for("openai-completions"), **change}
        )
        assert reply.status_code == 400
        assert why in reply.json()["error"]["message"]

    session = talk(conversation)
    assert model.requests == []
    assert why in session.gateway.refusals[0]
    assert session.transcript()[0]["kind"] == "refused"


def test_images_within_the_request_and_the_workers_own_tools_are_passed_on(talk, model, says):
    model.plays(says(text="I see."))
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    tool = {
        "type": "function",
        "function": {"name": "fetch", "parameters": {"properties": {"url": {"type": "string"}}}},
    }
    call = {"id": "1", "type": "function", "function": {"name": "fetch", "arguments": '{"url": "https://a.example"}'}}

    async def conversation(session):
        messages = [
            {"role": "user", "content": [image]},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "1", "content": "https://a.example says hello"},
        ]
        assert (await session.ask(messages=messages, tools=[tool])).status_code == 200

    talk(conversation)
    assert model.requests[0]["messages"][0]["content"] == [image]


@pytest.mark.parametrize("raw", [b"", b"{", b"[1]", b"[" * 100_000, b'{"model": NaN}', b"\xff"])
def test_a_request_that_is_no_request_is_refused_calmly(talk, model, raw):
    async def conversation(session):
        reply = await session.client.post(PATHS["openai-completions"], content=raw)
        assert reply.status_code == 400

    talk(conversation)
    assert model.requests == []


@pytest.mark.parametrize(
    "path", ["/v1/embeddings", "/v1/messages", "/v1/files", "/", "/wp42/web_search", "/v1/../etc/passwd"]
)
def test_nothing_else_is_served(talk, path):
    async def conversation(session):
        assert (await session.client.post(path, json={})).status_code == 404

    assert "is not served in this run" in talk(conversation).gateway.refusals[0]


def test_an_arm_of_one_request_allows_no_second(talk, model, says):
    model.plays(says(text="a"), says(text="b"))

    async def conversation(session):
        assert (await session.ask()).status_code == 200
        assert (await session.ask()).status_code == 403

    talk(conversation, most_requests=1)
    assert len(model.requests) == 1


def test_settings_of_the_model_win_over_the_workers(talk, model, model_setup, says):
    model.plays(says(text="a"))

    async def conversation(session):
        await session.ask(temperature=2, seed=1)

    talk(conversation, setup=model_setup(settings={"temperature": 0.2}))
    assert (model.requests[0]["temperature"], model.requests[0]["seed"]) == (0.2, 1)


def test_a_client_that_hangs_up_leaves_the_gateway_in_order(talk, model, says):
    model.plays(says(text="x" * 100, repeat=300_000), says(text="next"))

    async def conversation(session):
        async with session.client.stream(
            "POST", PATHS["openai-completions"], json=body_for("openai-completions", stream=True)
        ) as reply:
            async for _ in reply.aiter_bytes():
                break
        assert (await session.ask()).json()["choices"][0]["message"]["content"] == "next"

    session = talk(conversation, budget="100")
    assert [line.get("unfinished", False) for line in session.transcript()] == [True, False]
    assert session.gateway.meter.requests == 2


def test_what_is_open_when_the_run_ends_is_booked_and_written(talk, model, says):
    model.plays(says(text="a", pause_s=30))

    async def conversation(session):
        asking = asyncio.ensure_future(session.ask())
        while not model.requests:
            await asyncio.sleep(0.01)
        asking.add_done_callback(lambda done: done.exception())

    session = talk(conversation)
    assert session.gateway.meter.tokens.input > 0
    assert session.transcript()[0]["unfinished"]
