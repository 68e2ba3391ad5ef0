"""Sends requests to the provider, and tries again where trying again can help."""

from __future__ import annotations

import asyncio
import random
import ssl
import time
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from wp42_pytest.running.models import ModelSetup

TRANSIENT = {408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529}
"""Answers that say "later": the provider is busy, overloaded or restarting."""

OURS = {401, 402, 403, 404}
"""Answers that say that our key, account or address is wrong: no worker can help it."""

OUT_OF_CREDIT = ("insufficient_quota", "credit balance", "billing", "exceeded your current quota")

ERROR_TEXT_LIMIT = 4000
_TIMEOUT = httpx.Timeout(600.0, connect=30.0)


class ProviderDownError(Exception):
    """The provider does not serve us: the run is an infrastructure error, not the worker's."""


@dataclass(frozen=True)
class Patience:
    """How often and how long to try again, in seconds."""

    tries: int = 8
    first_s: float = 1.0
    longest_s: float = 60.0

    def wait_s(self, tried: int, asked: str | None) -> float:
        """Return how long to wait after some tries; a provider's own Retry-After counts, within limits."""
        backoff: float = min(self.longest_s, self.first_s * 2 ** (tried - 1)) * random.uniform(0.75, 1.25)  # noqa: S311  jitter
        try:
            return max(backoff, min(float(asked or 0), 2 * self.longest_s))
        except ValueError:
            return backoff


@dataclass
class Sent:
    """The provider's answer, still open, with what came before it."""

    response: httpx.Response
    failed_tries: list[str]


@dataclass
class Upstream:
    """One provider for one run."""

    client: httpx.AsyncClient
    model: ModelSetup
    key: str
    patience: Patience = field(default_factory=Patience)
    _held_s: float = 0.0
    _waiting_since: float | None = None

    @property
    def held_s(self) -> float:
        """Seconds that the worker has had to wait for tries that failed; they are not the worker's time."""
        waiting = time.monotonic() - self._waiting_since if self._waiting_since is not None else 0.0
        return self._held_s + waiting

    async def send(self, path: str, body: dict[str, Any]) -> Sent:
        """Send one request.

        Args:
            path: below the provider's base URL.
            body: the request.

        Returns:
            The answer, whose body is not read yet: good, or an error that is the request's own fault.

        Raises:
            ProviderDownError: when the provider refuses us, or stays unavailable.
        """
        failed: list[str] = []
        while True:
            started = time.monotonic()
            asked = None
            try:
                response = await self.client.send(self._request(path, body), stream=True)
            except httpx.TransportError as error:
                problem = f"{type(error).__name__}: {error}"
            else:
                if response.status_code < 400:
                    return Sent(response, failed)
                await response.aread()
                text = response.text[:ERROR_TEXT_LIMIT]
                if response.status_code in OURS or any(words in text.lower() for words in OUT_OF_CREDIT):
                    raise ProviderDownError(self.scrubbed(f"the provider answered {response.status_code}: {text}"))
                if response.status_code not in TRANSIENT:
                    return Sent(response, failed)
                problem = f"{response.status_code}: {text}"
                asked = response.headers.get("retry-after")
            failed.append(self.scrubbed(problem))
            if len(failed) >= self.patience.tries:
                msg = f"the provider failed {len(failed)} times, the last time with {failed[-1]}"
                raise ProviderDownError(msg)
            self._waiting_since = started
            try:
                await asyncio.sleep(self.patience.wait_s(len(failed), asked))
            finally:
                self._held_s, self._waiting_since = self.held_s, None

    def _request(self, path: str, body: dict[str, Any]) -> httpx.Request:
        headers = {"accept": "text/event-stream" if body.get("stream") else "application/json"}
        if self.model.api == "anthropic-messages":
            headers |= {"anthropic-version": "2023-06-01", "x-api-key": self.key}
        elif self.key:
            headers["authorization"] = f"Bearer {self.key}"
        url = self.model.base_url.rstrip("/") + path
        return self.client.build_request("POST", url, json=body, headers=headers)

    def scrubbed(self, text: str) -> str:
        """Return a text of the provider's without our key, which some providers quote in errors."""
        return text.replace(self.key, "[key]") if self.key else text


def new_client() -> httpx.AsyncClient:
    """Return the client that all runs of a controller share."""
    return httpx.AsyncClient(
        verify=_trust(), timeout=_TIMEOUT, limits=httpx.Limits(max_connections=None), follow_redirects=False
    )


@lru_cache(maxsize=1)
def _trust() -> ssl.SSLContext:
    """Read the trusted certificates once: it takes longer than all else that a controller does at its start."""
    return httpx.create_ssl_context()
