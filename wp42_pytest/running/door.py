"""A door to a service of the controller: lets a few connections through, whatever the worker behind it opens."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

MOST_CONNECTIONS = 64
"""At one time, for each run and service. Without a limit one worker could take the descriptors of all runs."""

_CHUNK = 65536


@contextlib.asynccontextmanager
async def door(outer: Path, inner: Path) -> AsyncIterator[None]:
    """Pass connections to one unix socket on to another while the block runs.

    Args:
        outer: the socket that the worker sees; it is made.
        inner: the service's own socket.
    """
    guests: set[asyncio.Task[None]] = set()

    async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        if len(guests) >= MOST_CONNECTIONS:
            writer.transport.abort()
            return
        guests.add(task)
        try:
            await _lead(reader, writer, inner)
        finally:
            guests.discard(task)

    server = await asyncio.start_unix_server(let_in, outer, limit=_CHUNK)
    outer.chmod(0o666)
    try:
        yield
    finally:
        server.close()
        for task in guests:
            task.cancel()
        await asyncio.gather(*guests, return_exceptions=True)


async def _lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, inner: Path) -> None:
    try:
        inner_reader, inner_writer = await asyncio.open_unix_connection(inner, limit=_CHUNK)
        try:
            await asyncio.gather(_copy(reader, inner_writer), _copy(inner_reader, writer))
        finally:
            inner_writer.transport.abort()
    except OSError:
        pass  # the service has gone, or broke off: the worker sees its connection close
    finally:
        writer.transport.abort()


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while chunk := await source.read(_CHUNK):
            target.write(chunk)
            await target.drain()
    if not target.is_closing() and target.can_write_eof():
        with contextlib.suppress(OSError):
            target.write_eof()
