"""Reads what a browser or a script sends: bounded, and in memory, since nothing may be written outside `out/`."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterable
from dataclasses import replace

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import FormParser, MultiPartException, MultiPartParser
from starlette.requests import Request

from wp42_pytest.model.portal import FieldType, PortalForm
from wp42_pytest.portal.fields import Typed, Upload, size_text

CSRF_FIELD = "_csrf"
"""No field of a form can have this name: theirs begin with a letter."""

MOST_TEXT_BYTES = 500_000
MOST_FIELDS = 200

DRAINED = 4
"""How many times the limit is read before the connection is cut: a browser shows no answer to a body it still sends."""


class _MemoryParser(MultiPartParser):
    spool_max_size = 2**62


async def read_typed(request: Request, form: PortalForm | None = None) -> tuple[Typed, str]:
    """Return what arrived for a form, and the CSRF token that came with it.

    Args:
        request: a POST with urlencoded, multipart or JSON content.
        form: the form, whose file fields widen the limit; None where no file is expected.

    Raises:
        HTTPException: 413 when it is too large, 415 or 400 when it cannot be read.
    """
    files = [each.max_bytes for each in form.fields if each.type is FieldType.file] if form else []
    # A file somewhat over its own limit still arrives, so that the form can say so and keep the rest.
    body = await _body(request, MOST_TEXT_BYTES + sum(files) + max(files, default=0))
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    try:
        if kind == "application/x-www-form-urlencoded":
            items = (await FormParser(request.headers, _once(body), max_fields=MOST_FIELDS).parse()).multi_items()
        elif kind == "multipart/form-data":
            parser = _MemoryParser(
                request.headers,
                _once(body),
                max_files=len(files) + 1,
                max_fields=MOST_FIELDS,
                max_part_size=MOST_TEXT_BYTES,
            )
            items = (await parser.parse()).multi_items()
        elif kind == "application/json":
            items = list(_json_items(body))
        else:
            msg = "Send the form as application/x-www-form-urlencoded, multipart/form-data or application/json."
            raise HTTPException(415, msg)
    except MultiPartException as error:
        raise HTTPException(400, f"The form could not be read: {error.message}") from None
    typed = _typed(items)
    token = typed.texts.get(CSRF_FIELD, "") or request.headers.get("x-csrf-token", "")
    return replace(typed, texts={name: text for name, text in typed.texts.items() if name != CSRF_FIELD}), token


def _typed(items: Iterable[tuple[str, UploadFile | str]]) -> Typed:
    texts: dict[str, str] = {}
    files: dict[str, Upload] = {}
    problem = ""
    for name, value in items:
        if name in texts or name in files:
            problem = f"“{name}” was sent twice."
        if isinstance(value, str):
            texts[name] = value
            continue
        with value.file:
            data = value.file.read()
        # A browser sends a file field that was left alone as an empty file without a name.
        if value.filename:
            files[name] = Upload(value.filename, data)
    return Typed(texts, files, problem)


def _json_items(body: bytes) -> Iterable[tuple[str, str]]:
    try:
        # Numbers stay as they were written: no amount passes through binary floating point.
        fields = json.loads(body, parse_float=str, parse_int=str)
    except (ValueError, RecursionError):
        raise HTTPException(400, "The content is not JSON.") from None
    if not isinstance(fields, dict):
        raise HTTPException(400, "The content must be a JSON object: one value by field name.")
    for name, value in fields.items():
        if isinstance(value, list | dict):
            raise HTTPException(400, f"“{name}” must be a single value.")
        if value is not None:
            yield name, ("on" if value else "off") if isinstance(value, bool) else str(value)


async def _body(request: Request, most: int) -> bytes:
    parts, total = [], 0
    async for chunk in request.stream():
        total += len(chunk)
        if total <= most:
            parts.append(chunk)
        elif total > most * DRAINED:
            break
    if total > most:
        raise HTTPException(413, f"What was sent is too large; at most {size_text(most)} are taken.")
    return b"".join(parts)


async def _once(body: bytes) -> AsyncGenerator[bytes, None]:
    yield body
