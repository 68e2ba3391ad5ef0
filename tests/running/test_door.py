"""A worker that opens connections without end takes no descriptor from anyone else."""

import asyncio

import pytest

from wp42_pytest.model.run import ExitReason
from wp42_pytest.running.door import MOST_CONNECTIONS, door


def test_only_so_many_connections_pass_at_one_time(tmp_path):
    async def main():
        seen = []

        async def echo(reader, writer):
            seen.append(writer)
            while data := await reader.read(100):
                writer.write(data.upper())
                await writer.drain()
            writer.close()

        server = await asyncio.start_unix_server(echo, tmp_path / "inner")
        async with server, door(tmp_path / "outer", tmp_path / "inner"):
            made = [await asyncio.open_unix_connection(tmp_path / "outer") for _ in range(MOST_CONNECTIONS + 20)]
            answers = []
            for reader, writer in made:
                writer.write(b"hello")
                try:
                    answers.append(await asyncio.wait_for(reader.read(100), 5))
                except ConnectionError:
                    answers.append(b"")
            assert answers == [b"HELLO"] * MOST_CONNECTIONS + [b""] * 20
            assert len(seen) == MOST_CONNECTIONS
            for _, writer in made:
                writer.close()
            await asyncio.sleep(0.05)
            reader, writer = await asyncio.open_unix_connection(tmp_path / "outer")
            writer.write(b"again")
            assert await reader.read(100) == b"AGAIN"
            writer.close()

    asyncio.run(main())


FLOOD = r"""
import os, socket, threading, time
host, port = os.environ["WP42_GATEWAY"].removeprefix("http://").split(":")
held, refused = [], 0
for _ in range(300):
    try:
        held.append(socket.create_connection((host, int(port)), timeout=2))
    except OSError:
        refused += 1
for _ in range(300):
    made = socket.socket(socket.AF_UNIX)
    try:
        made.connect("/run/wp42/gateway.sock")
        held.append(made)
    except OSError:
        refused += 1
for made in held[10:]:
    made.close()
time.sleep(0.2)
import urllib.request, json
body = json.dumps({"model": "scripted", "messages": [{"role": "user", "content": "hi"}]}).encode()
request = urllib.request.Request(os.environ["WP42_GATEWAY"] + "/v1/chat/completions", body, {"content-type": "application/json"})
print(json.load(urllib.request.urlopen(request, timeout=10))["choices"][0]["message"]["content"])
"""


def test_a_flood_of_connections_from_inside_leaves_the_gateway_usable(python, model, model_setup, says):
    model.plays(says(text="Still here."))
    made = python(FLOOD, model=model_setup())
    assert made.record.exit_reason is ExitReason.finished, made.process["stderr"]
    assert made.process["stdout"] == "Still here.\n"


@pytest.mark.parametrize("unsealed", [False, True], ids=["sealed", "unsealed"])
def test_a_command_worker_reaches_its_model_through_the_usual_variables(python, model, model_setup, says, unsealed):
    model.plays(says(text="Hello from outside."))
    program = r"""
import json, os, urllib.request
assert os.environ["OPENAI_API_KEY"] == "none"
body = json.dumps({"model": os.environ["WP42_MODEL"], "messages": [{"role": "user", "content": "hi"}]}).encode()
request = urllib.request.Request(os.environ["OPENAI_BASE_URL"] + "/chat/completions", body, {"content-type": "application/json"})
print(json.load(urllib.request.urlopen(request, timeout=10))["choices"][0]["message"]["content"])
"""
    made = python(program, model=model_setup(), unsealed=unsealed)
    assert made.process["stdout"] == "Hello from outside.\n", made.process["stderr"]
    assert made.record.usage.requests == 1
