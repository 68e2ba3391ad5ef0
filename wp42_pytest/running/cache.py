"""Where things live that are made once and used by every run: the workers' Python, Pi."""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHE_VARIABLE = "WP42_CACHE"


def cache_dir() -> Path:
    """Return the cache: `$WP42_CACHE`, else `~/.cache/wp42`, else `/var/cache/wp42` for root.

    Root's workers run under another user, who cannot enter root's home; so root's cache lies outside it.
    """
    if named := os.environ.get(CACHE_VARIABLE):
        return Path(named).expanduser().resolve()
    if os.geteuid() == 0:
        return Path("/var/cache/wp42")
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser().resolve() / "wp42"


def open_to_all(folder: Path) -> None:
    """Let every user read a folder of the cache and enter its parents, so that a sealed worker can."""
    for path in (folder, *folder.rglob("*")):
        if path.is_symlink():
            continue
        mode = path.stat().st_mode
        path.chmod(mode | (0o555 if path.is_dir() or mode & 0o100 else 0o444))


@contextlib.contextmanager
def building(folder: Path) -> Iterator[None]:
    """Hold a folder of the cache while it is built, so that a second process waits and then finds it built."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
