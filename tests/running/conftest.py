"""A scripted model provider on loopback, a sandbox tried once, and the shortest way to a run."""

import asyncio
import base64
import json
import os
import shutil
import socket
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from wp42_pytest.catalog import Catalog
from wp42_pytest.running.arms import Arm, find_arm
from wp42_pytest.running.controller import controller
from wp42_pytest.running.gateway.upstream import Patience
from wp42_pytest.running.models import ModelSetup
from wp42_pytest.running.roster import make_worker
from wp42_pytest.running.run import RunRequest, run_once
from wp42_pytest.running.sandbox import Limits

PROJECT = Path(__file__).resolve().parent.parent.parent
SECRET_KEY = "sk-secret-provider-key-0123456789"
KEY_VARIABLE = "WP42_TEST_KEY"

IN_CI = bool(os.environ.get("CI"))


@dataclass
class Say:
    """One recorded decision of the model: some text, and perhaps a tool call."""

    text: str = ""
    tool: str = ""
    arguments: dict = field(default_factory=dict)
    status: int = 200
    error: str = ""
    headers: dict = field(default_factory=dict)
    input_tokens: int = 100
    output_tokens: int = 20
    cached_tokens: int = 0
    finish: str = ""
    repeat: int = 1
    pause_s: float = 0.0
    break_off: bool = False
    silent_usage: bool = False


class ScriptedModel:
    """Speaks the three protocols and answers the n-th request with the n-th decision."""

    def __init__(self) -> None:
        self.script: list[Say] = []
        self.requests: list[dict] = []
        self.headers: list[dict] = []
        routes = [
            Route("/v1/chat/completions", self.chat, methods=["POST"]),
            Route("/v1/responses", self.responses, methods=["POST"]),
            Route("/v1/messages", self.messages, methods=["POST"]),
        ]
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.base_url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/v1"
        config = uvicorn.Config(Starlette(routes=routes), log_config=None, lifespan="off", ws="none", loop="asyncio")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.005)

    def plays(self, *script: Say) -> None:
        self.script, self.requests, self.headers = list(script), [], []

    def close(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self.thread.join(5)
        self.listener.close()

    async def _next(self, request) -> tuple[dict, Say]:
        body = await request.json()
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        say = self.script.pop(0) if self.script else Say(text="Nothing more to do.")
        if say.pause_s:
            await asyncio.sleep(say.pause_s)
        return body, say

    async def chat(self, request) -> Response:
        body, say = await self._next(request)
        if say.status != 200:
            return JSONResponse({"error": {"message": say.error}}, say.status, headers=say.headers)
        usage = {
            "prompt_tokens": say.input_tokens,
            "completion_tokens": say.output_tokens,
            "prompt_tokens_details": {"cached_tokens": say.cached_tokens},
        }
        call = {"id": f"call_{len(self.requests)}", "type": "function"}
        call["function"] = {"name": say.tool, "arguments": json.dumps(say.arguments)}
        finish = say.finish or ("tool_calls" if say.tool else "stop")
        if not body.get("stream"):
            message = {"role": "assistant", "content": say.text} | ({"tool_calls": [call]} if say.tool else {})
            reply = {"choices": [{"index": 0, "message": message, "finish_reason": finish}], "usage": usage}
            return JSONResponse(reply)

        async def stream():
            def chunk(delta, reason=None):
                choice = {"index": 0, "delta": delta, "finish_reason": reason}
                data = {"id": "c", "object": "chat.completion.chunk", "model": body["model"], "choices": [choice]}
                return f"data: {json.dumps(data)}\n\n"

            yield chunk({"role": "assistant", "content": ""})
            for _ in range(say.repeat):
                yield chunk({"content": say.text})
                await asyncio.sleep(0)
            if say.break_off:
                raise ConnectionResetError
            if say.tool:
                yield chunk({"tool_calls": [{"index": 0, **call}]})
            yield chunk({}, finish)
            if not say.silent_usage and (body.get("stream_options") or {}).get("include_usage"):
                yield f"data: {json.dumps({'id': 'c', 'choices': [], 'usage': usage})}\n\n"
            yield "data: [DONE]\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def responses(self, request) -> Response:
        body, say = await self._next(request)
        if say.status != 200:
            return JSONResponse({"error": {"message": say.error}}, say.status)
        usage = {
            "input_tokens": say.input_tokens,
            "output_tokens": say.output_tokens,
            "input_tokens_details": {"cached_tokens": say.cached_tokens},
        }
        item = {"type": "message", "id": "m1", "role": "assistant", "status": "completed"}
        item["content"] = [{"type": "output_text", "text": say.text, "annotations": []}]
        output = [item]
        if say.tool:
            call = {"type": "function_call", "id": "f1", "call_id": f"call_{len(self.requests)}", "status": "completed"}
            output = [call | {"name": say.tool, "arguments": json.dumps(say.arguments)}]
        full = {
            "id": "r",
            "object": "response",
            "status": "completed",
            "model": body["model"],
            "output": output,
            "usage": usage,
        }
        if not body.get("stream"):
            return JSONResponse(full)

        async def stream():
            def event(kind, **data):
                return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n"

            yield event("response.created", response={**full, "status": "in_progress", "output": [], "usage": None})
            for place, made in enumerate(output):
                yield event("response.output_item.added", output_index=place, item=made | {"status": "in_progress"})
                if made["type"] == "message":
                    where = {"item_id": "m1", "output_index": place, "content_index": 0}
                    yield event("response.content_part.added", part={"type": "output_text", "text": ""}, **where)
                    yield event("response.output_text.delta", delta=say.text, **where)
                    yield event("response.output_text.done", text=say.text, **where)
                else:
                    where = {"item_id": "f1", "output_index": place}
                    yield event("response.function_call_arguments.delta", delta=made["arguments"], **where)
                    yield event("response.function_call_arguments.done", arguments=made["arguments"], **where)
                yield event("response.output_item.done", output_index=place, item=made)
            yield event("response.completed", response=full)

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def messages(self, request) -> Response:
        body, say = await self._next(request)
        if say.status != 200:
            return JSONResponse({"type": "error", "error": {"type": "x", "message": say.error}}, say.status)
        blocks = [{"type": "text", "text": say.text}] if say.text or not say.tool else []
        if say.tool:
            blocks.append(
                {"type": "tool_use", "id": f"t{len(self.requests)}", "name": say.tool, "input": say.arguments}
            )
        stop = say.finish or ("tool_use" if say.tool else "end_turn")
        usage = {"input_tokens": say.input_tokens - say.cached_tokens, "cache_read_input_tokens": say.cached_tokens}
        head = {"id": "m", "type": "message", "role": "assistant", "model": body["model"], "stop_sequence": None}
        if not body.get("stream"):
            usage |= {"output_tokens": say.output_tokens}
            return JSONResponse({**head, "content": blocks, "stop_reason": stop, "usage": usage})

        async def stream():
            def event(kind, **data):
                return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n"

            start = {**head, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
            yield event("message_start", message=start)
            for index, block in enumerate(blocks):
                empty = {**block, "text": ""} if block["type"] == "text" else {**block, "input": {}}
                yield event("content_block_start", index=index, content_block=empty)
                if block["type"] == "text":
                    delta = {"type": "text_delta", "text": block["text"]}
                else:
                    delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
                yield event("content_block_delta", index=index, delta=delta)
                yield event("content_block_stop", index=index)
            yield event("message_delta", delta={"stop_reason": stop}, usage={"output_tokens": say.output_tokens})
            yield event("message_stop")

        return StreamingResponse(stream(), media_type="text/event-stream")


@pytest.fixture(scope="session")
def says():
    return Say


@pytest.fixture(scope="session")
def says_bash():
    return lambda command, **more: Say(tool="bash", arguments={"command": command}, **more)


@pytest.fixture(scope="session")
def running_model():
    model = ScriptedModel()
    yield model
    model.close()


@pytest.fixture
def model(running_model, monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, SECRET_KEY)
    running_model.plays()
    return running_model


@pytest.fixture
def model_setup(model):
    def make(api="openai-completions", price=(1, 10), **more) -> ModelSetup:
        fields = {"api": api, "base_url": model.base_url, "model": "scripted", "key_env": KEY_VARIABLE}
        fields["price"] = {"input": price[0], "output": price[1], "cache_read": price[0] / 10}
        return ModelSetup.model_validate(fields | more)

    return make


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return Catalog(PROJECT / "scenarios")


@pytest.fixture(scope="session")
def bwrap() -> None:
    need_bwrap()


@pytest.fixture(scope="session")
def pi_installed() -> None:
    from wp42_pytest.running.pi.setup import find_pi, install_pi

    if IN_CI:
        install_pi()
        return
    try:
        find_pi()
    except Exception as error:
        pytest.skip(str(error))


@dataclass
class Made:
    """One run that was made, with its folder."""

    record: object
    folder: Path

    @property
    def out(self) -> Path:
        return self.folder / "out"

    @property
    def process(self) -> dict:
        return self.record.details["process"]

    @property
    def events(self) -> list[str]:
        return self.record.details["events"]

    def names(self) -> list[str]:
        return sorted(path.relative_to(self.out).as_posix() for path in self.out.rglob("*"))

    def transcript(self) -> list[dict]:
        lines = (self.folder / "transcript.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="session")
def run(catalog, tmp_path_factory):
    """Make one run from the names of arm and worker; everything else has a default."""
    public_root = tmp_path_factory.mktemp("instances")

    def make(
        worker="command",
        command="true",
        *,
        arm="A2",
        task="ACC-01",
        model=None,
        arm_changes=None,
        unsealed=False,
        hidden=(),
        limits=None,
    ):
        runs = tmp_path_factory.mktemp("runs")

        async def make_it():
            instance = catalog.instance(task)
            definition = Arm.model_validate(find_arm(arm).model_dump() | (arm_changes or {}))
            made = make_worker(catalog, instance, definition, worker, command=command, has_model=model is not None)
            request = RunRequest("one", instance, arm, definition, made, worker, "scripted" if model else "", model)
            patience = Patience(tries=3, first_s=0.05, longest_s=0.1)
            allowed = Limits(**{"time_s": 0, **(limits or {})})
            async with controller(
                catalog,
                unsealed=unsealed,
                patience=patience,
                hidden=hidden,
                limits=allowed,
                public_root=None if instance.is_default else public_root,
            ) as opened:
                return await run_once(opened, request, runs)

        if not unsealed:
            need_bwrap()
        return Made(asyncio.run(make_it()), runs / "one")

    return make


def need_bwrap() -> None:
    if shutil.which("bwrap") is None and not IN_CI:
        pytest.skip("bubblewrap is not installed here (apt-get install bubblewrap)")


@pytest.fixture(scope="session")
def shell(run):
    """Run a shell script as the worker."""

    def make(script: str, **more):
        decode = "import base64,os,sys;os.execvp('bash',['bash','-c',base64.b64decode(sys.argv[1]).decode()])"
        encoded = base64.b64encode(script.encode()).decode()
        return run("command", f'{{python}} -c "{decode}" {encoded}', **more)

    return make


@pytest.fixture(scope="session")
def python(run):
    """Run a Python program as the worker."""

    def make(program: str, **more):
        encoded = base64.b64encode(program.encode()).decode()
        return run("command", f"{{python}} -c \"import base64;exec(base64.b64decode('{encoded}'))\"", **more)

    return make
