"""Who is logged in: sessions, the one account, and the lock after repeated failures."""

from __future__ import annotations

import base64
import binascii
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from itsdangerous import BadSignature, Signer

from wp42_pytest.model.portal import PortalUser

MOST_FAILURES = 5
LOCKED_SECONDS = 60.0

MOST_SESSIONS = 1000
"""Sessions that are remembered at a time; the oldest ends when one more begins, so that memory stays bounded."""


@dataclass
class Session:
    """One visitor, before and after logging in."""

    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    logged_in: bool = False
    requests: int = 0
    """Requests answered since logging in."""


class Sessions:
    """The sessions of one server; what the browser holds is a signed key that means nothing elsewhere."""

    def __init__(self, expires_at: int | None = None) -> None:
        """Begin with none.

        Args:
            expires_at: the request after logging in at which the first session has expired; None for never.
        """
        # A cookie is shared between the ports of a host, so that two portals on one machine need names that differ.
        self.cookie = f"portal_session_{secrets.token_hex(4)}"
        self._signer = Signer(secrets.token_bytes(32), salt="portal-session")
        self._sessions: dict[str, Session] = {}
        self._expired: set[str] = set()
        self._expires_at = expires_at

    def find(self, cookie: str | None) -> Session | None:
        """Return the session that a cookie belongs to, or None."""
        key = self._key(cookie)
        return self._sessions.get(key) if key else None

    def has_expired(self, cookie: str | None) -> bool:
        """Say whether a cookie belongs to a session that has expired."""
        return self._key(cookie) in self._expired

    def begin(self, *, logged_in: bool = False) -> Session:
        """Begin a session; logging in always begins a new one, so that a key known before is worth nothing after."""
        session = Session(logged_in=logged_in)
        while len(self._sessions) >= MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        self._sessions[session.key] = session
        return session

    def end(self, session: Session) -> None:
        """End a session; its cookie is worth nothing from now on."""
        self._sessions.pop(session.key, None)

    def count(self, session: Session) -> bool:
        """Count one request of somebody who is logged in.

        Returns:
            False when the session has expired with this request, which happens once per server at most.
        """
        session.requests += 1
        if self._expires_at is None or self._expired or session.requests < self._expires_at:
            return True
        self._expired.add(session.key)
        self.end(session)
        return False

    def signed(self, session: Session) -> str:
        """Return the value of the session's cookie."""
        return self._signer.sign(session.key).decode()

    def _key(self, cookie: str | None) -> str | None:
        try:
            return self._signer.unsign(cookie).decode() if cookie else None
        except (BadSignature, UnicodeError):
            return None


def csrf_fits(session: Session, token: str) -> bool:
    """Say whether a form came from a page of this session."""
    return secrets.compare_digest(session.csrf.encode(), token.encode(errors="replace"))


class Account:
    """The one account, locked for a while after repeated failures."""

    def __init__(self, user: PortalUser, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin unlocked.

        Args:
            user: the name and the password.
            clock: seconds that pass, for the lock alone.
        """
        self.username = user.username
        self._expected = _digestible(user.username, user.password)
        self._clock = clock
        self._guard = threading.Lock()
        self._failures = 0
        self._locked_until = 0.0

    def locked_for(self) -> int:
        """Return the seconds until the account can be used again; 0 when it can be."""
        left = self._locked_until - self._clock()
        return int(left) + 1 if left > 0 else 0

    def accepts(self, username: str, password: str) -> bool:
        """Try a name and a password; a locked account accepts nothing, the right password included."""
        with self._guard:
            if self.locked_for():
                return False
            if secrets.compare_digest(_digestible(username, password), self._expected):
                self._failures = 0
                return True
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                self._failures = 0
                self._locked_until = self._clock() + LOCKED_SECONDS
            return False


def _digestible(username: str, password: str) -> bytes:
    return f"{username}\0{password}".encode(errors="replace")


def basic_credentials(header: str) -> tuple[str, str] | None:
    """Return the name and the password of an `Authorization: Basic` header, or None."""
    scheme, _, encoded = header.partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        name, colon, password = base64.b64decode(encoded.strip(), validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return (name, password) if colon else None
