"""Asks the model once: brief and inputs in, files out. Runs inside the sandbox; the gateway allows no second request."""

from __future__ import annotations

import json
import os
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from wp42_pytest.running.one_reply import papers, writing

Json = dict[str, Any]
Request = tuple[str, Json]
"""The path below the gateway, and the body."""

TIMEOUT_S = 3600

FORM = """
# How to answer

You have no tools: the input files are shown below, and this one answer is all you can give. Answer with one JSON
object and nothing else:

{"files": [{"path": "<path relative to out/>", ...}, ...]}

Each file has one more field that holds its content:
- "text": for text files of every kind (csv, md, txt, json, eml, ics), the exact text;
- "sheets": for xlsx, a list of {"name": "...", "rows": [[cell, ...], ...]}; numbers as numbers; text that starts with = is a formula;
- "markdown": for docx, pptx and pdf, the content as Markdown with headings, lists and tables (in pptx each heading begins a slide);
- "sql": for sqlite, the statements that build the database;
- "base64": for any other kind.
"""


def parts_of(workspace: Path, *, with_images: bool) -> Iterator[papers.Part]:
    """Return the request's parts after the prompt: each input with its name."""
    yield FORM
    for name in ("task.json", "COMPLETION_SCHEMA.json"):
        yield f"\n===== {name} =====\n{(workspace / name).read_text(encoding='utf-8')}"
    for path in papers.all_files(workspace / "inputs"):
        yield f"\n===== {path.relative_to(workspace)} ====="
        for part in papers.show(path):
            yield part if isinstance(part, str) or with_images else "(an image that this model cannot be shown)"


def openai_completions(model: str, prompt: str, parts: Sequence[papers.Part], limit: int) -> Request:
    """Return path and body of a chat completion."""
    content: list[Json] = [{"type": "text", "text": prompt}]
    for part in parts:
        if isinstance(part, str):
            content.append({"type": "text", "text": part})
        else:
            content.append({"type": "image_url", "image_url": {"url": f"data:{part[0]};base64,{part[1]}"}})
    return "/v1/chat/completions", {
        "model": model,
        "max_completion_tokens": limit,
        "messages": [{"role": "user", "content": content}],
    }


def openai_responses(model: str, prompt: str, parts: Sequence[papers.Part], limit: int) -> Request:
    """Return path and body of a response."""
    content: list[Json] = [{"type": "input_text", "text": prompt}]
    for part in parts:
        if isinstance(part, str):
            content.append({"type": "input_text", "text": part})
        else:
            content.append({"type": "input_image", "image_url": f"data:{part[0]};base64,{part[1]}"})
    body = {"model": model, "store": False, "max_output_tokens": limit, "input": [{"role": "user", "content": content}]}
    return "/v1/responses", body


def anthropic_messages(model: str, prompt: str, parts: Sequence[papers.Part], limit: int) -> Request:
    """Return path and body of a message."""
    content: list[Json] = [{"type": "text", "text": prompt}]
    for part in parts:
        if isinstance(part, str):
            content.append({"type": "text", "text": part})
        else:
            source = {"type": "base64", "media_type": part[0], "data": part[1]}
            content.append({"type": "image", "source": source})
    return "/v1/messages", {"model": model, "max_tokens": limit, "messages": [{"role": "user", "content": content}]}


REQUESTS = {
    "openai-completions": openai_completions,
    "openai-responses": openai_responses,
    "anthropic-messages": anthropic_messages,
}


def answer_text(api: str, reply: Json) -> str:
    """Return the text of a reply."""
    if api == "openai-completions":
        return reply["choices"][0]["message"].get("content") or ""
    if api == "openai-responses":
        contents = [part for item in reply["output"] if item.get("type") == "message" for part in item["content"]]
        return "".join(part.get("text", "") for part in contents)
    return "".join(block.get("text", "") for block in reply["content"])


def files_in(text: str) -> Any:
    """Return the files of an answer, which may stand in a code fence or in other words."""
    fenced = re.search(r"```(?:json)?\s*(\{.*\})\s*```", text, re.S)
    raw = fenced[1] if fenced else text[text.find("{") : text.rfind("}") + 1]
    return json.loads(raw)["files"]


def main() -> int:
    """Do what the module says; the exit code says what went wrong: 3 the model, 4 its answer."""
    api, workspace = os.environ["WP42_API"], Path(os.environ["WP42_WORKSPACE"])
    prompt = sys.stdin.read()
    parts = parts_of(workspace, with_images=os.environ["WP42_IMAGES"] == "1")
    path, body = REQUESTS[api](os.environ["WP42_MODEL"], prompt, list(parts), int(os.environ["WP42_OUTPUT_TOKENS"]))
    request = urllib.request.Request(  # noqa: S310  the gateway's address
        os.environ["WP42_GATEWAY"] + path,
        json.dumps(body).encode(),
        {"content-type": "application/json", "anthropic-version": "2023-06-01"},
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:  # noqa: S310  as above
            reply = json.load(response)
    except urllib.error.HTTPError as error:
        sys.stderr.write(f"the model answered {error.code}: {error.read().decode(errors='replace')[:2000]}\n")
        return 3
    text = answer_text(api, reply)
    try:
        files = files_in(text)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        sys.stderr.write(f"the answer holds no files ({type(error).__name__}: {error}): {text[:500]}\n")
        return 4
    problems = writing.write_files(files, os.environ["WP42_OUT"])
    sys.stderr.write("".join(f"not written: {problem}\n" for problem in problems))
    return 0


if __name__ == "__main__":
    sys.exit(main())
