"""`web_search` and `fetch_page` over a local folder of reference pages: the same web for every worker, and no other.

The folder mirrors addresses: `www.irs.gov/instructions/i1040.md` is `https://www.irs.gov/instructions/i1040`.
"""

from __future__ import annotations

import html
import json
import re
import sqlite3
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wp42_pytest.grading.private import private_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request

    from wp42_pytest.running.gateway.transcript import Transcript

SUFFIXES = (".md", ".txt", ".html", ".htm")
RESULTS = 8
PAGE_LIMIT = 60_000
QUERY_LIMIT = 2000
BODY_LIMIT = 100_000

_TITLE = re.compile(r"<title[^>]*>([^<]*)</title>|^#\s+([^\n]+)$", re.I | re.M)
_DROPPED = re.compile(r"<(script|style)\b.*?</\1\s*>", re.I | re.S)
_TAG = re.compile(r"<[^<>]{0,2000}>")


@dataclass(frozen=True)
class Page:
    """One reference page."""

    url: str
    title: str
    text: str


def read_page(folder: Path, path: Path) -> Page:
    """Read one file of the folder as the page that it stands for."""
    raw = path.read_text(encoding="utf-8", errors="replace")
    match = _TITLE.search(raw)
    title = (match[1] or match[2]).strip() if match else path.stem
    text = html.unescape(_TAG.sub(" ", _DROPPED.sub(" ", raw))) if path.suffix.startswith(".htm") else raw
    relative = path.relative_to(folder).with_suffix("").as_posix().removesuffix("/index")
    return Page(f"https://{relative}", html.unescape(title), text)


class Library:
    """The pages of one folder with a full-text index in memory."""

    def __init__(self, folder: Path) -> None:
        files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
        self.pages = {page.url: page for page in (read_page(folder, path) for path in files)}
        self._index = sqlite3.connect(":memory:", check_same_thread=False)
        self._index.execute(
            "CREATE VIRTUAL TABLE page USING fts5(url UNINDEXED, title, text, tokenize='porter unicode61')"
        )
        self._index.executemany(
            "INSERT INTO page VALUES (?, ?, ?)", [(page.url, page.title, page.text) for page in self.pages.values()]
        )

    def search(self, query: str, most: int = RESULTS) -> list[dict[str, str]]:
        """Return the best pages for a query, any of whose words may match."""
        words = re.findall(r"\w+", query)[:40]
        if not words:
            return []
        rows = self._index.execute(
            "SELECT url, title, snippet(page, 2, '', '', ' … ', 40) FROM page WHERE page MATCH ? "
            "ORDER BY bm25(page, 0, 4.0, 1.0) LIMIT ?",
            (" OR ".join(f'"{word}"' for word in words), most),
        )
        return [{"url": url, "title": title, "snippet": " ".join(snippet.split())} for url, title, snippet in rows]

    def fetch(self, url: str) -> Page | None:
        """Return a page by its address; scheme, fragment and a closing slash do not matter."""
        plain = re.sub(r"^https?://", "", url.strip(), flags=re.I).partition("#")[0].rstrip("/")
        plain = re.sub(r"\.(md|txt|html?)$", "", plain, flags=re.I).removesuffix("/index")
        return self.pages.get(f"https://{plain}")


@lru_cache(maxsize=4)
def library(folder: Path) -> Library:
    """Return the library of a folder, indexed once for all runs of a controller."""
    return Library(folder)


@dataclass
class WebTools:
    """Serves the tools to one run and writes down what it sends outside.

    `identifiers` are the private ones of the instance; a call that holds one of them is answered like any other, and
    what it held is written down for the evaluator.
    """

    library: Library
    identifiers: Sequence[str]
    transcript: Transcript
    calls: list[dict[str, Any]] = field(default_factory=list)

    def routes(self) -> list[Route]:
        """Return the routes that the gateway adds."""
        return [
            Route("/wp42/web_search", self._search, methods=["POST"]),
            Route("/wp42/fetch_page", self._fetch, methods=["POST"]),
        ]

    async def _search(self, request: Request) -> Response:
        query = await _field(request, "query")
        if not query:
            return JSONResponse({"error": "send a JSON object with a text `query`"}, 400)
        found = self.library.search(query)
        self._note("search", query, [hit["url"] for hit in found])
        return JSONResponse({"results": found})

    async def _fetch(self, request: Request) -> Response:
        url = await _field(request, "url")
        if not url:
            return JSONResponse({"error": "send a JSON object with a text `url`"}, 400)
        page = self.library.fetch(url)
        self._note("page", url, [page.url] if page else [])
        if page is None:
            return JSONResponse({"error": f"{url} cannot be reached"}, 404)
        return JSONResponse({"url": page.url, "title": page.title, "text": page.text[:PAGE_LIMIT]})

    def _note(self, kind: str, text: str, found: list[str]) -> None:
        call = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "kind": kind,
            "text": text,
            "private": private_in(text, self.identifiers),
            "found": found,
        }
        self.calls.append(call)
        self.transcript.write(kind, **{name: call[name] for name in ("text", "private", "found")})

    def as_json(self) -> str:
        """Return `external_calls.json`."""
        return json.dumps({"calls": self.calls}, indent=2, ensure_ascii=False) + "\n"


async def _field(request: Request, name: str) -> str:
    raw = b""
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > BODY_LIMIT:
            return ""
    try:
        value = json.loads(raw).get(name)
    except (ValueError, AttributeError, RecursionError):
        return ""
    return value[:QUERY_LIMIT].encode("utf-8", "replace").decode() if isinstance(value, str) else ""
