"""Takes what a worker left in `out/` into the run folder; what is no plain file is written down and left behind."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wp42_pytest.evidence.guard import DEPTH_LIMIT, ENTRY_LIMIT, SIZE_LIMIT

if TYPE_CHECKING:
    from pathlib import Path

    from wp42_pytest.running.sandbox import Limits

_OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_CHUNK = 1024**2


@dataclass
class Collected:
    """What was taken and what was not."""

    files: int = 0
    size: int = 0
    left_behind: list[dict[str, str]] = field(default_factory=list)

    def leave(self, name: str, reason: str) -> None:
        """Write down one entry that was not taken; a long list is cut."""
        if len(self.left_behind) < ENTRY_LIMIT:
            self.left_behind.append({"name": printable(name), "reason": reason})


def printable(name: str) -> str:
    """Return a file name as text that JSON can hold, whatever bytes it is made of."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def collect(out_fd: int, target: Path, limits: Limits) -> Collected:
    """Copy the plain files of a worker's `out/`.

    Every entry is opened relative to its folder's descriptor and never through a link, so that no name that the worker
    chose leads anywhere else. Its processes are gone by now: nothing changes under our hands.

    Args:
        out_fd: a descriptor of the folder.
        target: the folder to fill; it is made.
        limits: the quota of size and number.

    Returns:
        Counts, and each entry that was left behind with its reason.
    """
    target.mkdir()
    collected = Collected()
    _take_folder(out_fd, "", target, limits, collected, depth=DEPTH_LIMIT)
    return collected


def _take_folder(folder: int, prefix: str, target: Path, limits: Limits, collected: Collected, *, depth: int) -> None:
    _let_in(folder, 0o700)
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        collected.leave(prefix, f"the folder cannot be listed: {error.strerror}")
        return
    for name in names:
        if collected.files + len(collected.left_behind) >= limits.out_files:
            collected.leave(prefix + name, f"more than {limits.out_files} entries; this one and what follows is left")
            return
        about = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISDIR(about.st_mode):
            if not depth:
                collected.leave(prefix + name, f"folders nested deeper than {DEPTH_LIMIT}")
                continue
            (target / name).mkdir()
            try:
                inner = _open(name, _OPEN_FOLDER, folder, 0o700)
            except OSError as error:
                collected.leave(prefix + name, f"the folder cannot be opened: {error.strerror}")
                continue
            try:
                _take_folder(inner, f"{prefix}{name}/", target / name, limits, collected, depth=depth - 1)
            finally:
                os.close(inner)
        elif reason := _refusal(about, limits, collected):
            collected.leave(prefix + name, reason)
        else:
            try:
                collected.size += _take_file(folder, name, target / name)
                collected.files += 1
            except OSError as error:
                collected.leave(prefix + name, f"the file cannot be read: {error.strerror}")


def _refusal(about: os.stat_result, limits: Limits, collected: Collected) -> str:
    if stat.S_ISLNK(about.st_mode):
        return "a symbolic link"
    if not stat.S_ISREG(about.st_mode):
        return "not a regular file"
    if about.st_nlink != 1:
        return "a hard link: the file has another name"
    if about.st_size > SIZE_LIMIT:
        return f"{about.st_size} bytes, more than {SIZE_LIMIT}"
    if collected.size + about.st_size > limits.out_size:
        return f"with it out/ would hold more than {limits.out_size} bytes"
    return ""


def _take_file(folder: int, name: str, target: Path) -> int:
    source = _open(name, _OPEN_FILE, folder, 0o600)
    try:
        size = 0
        with target.open("xb") as copy:
            while chunk := os.read(source, _CHUNK):
                copy.write(chunk)
                size += len(chunk)
        return size
    finally:
        os.close(source)


def _open(name: str, flags: int, folder: int, needed: int) -> int:
    """Open an entry; when its owner, whom we are, has closed it to himself, open it up first."""
    try:
        return os.open(name, flags, dir_fd=folder)
    except PermissionError:
        os.chmod(name, needed, dir_fd=folder)
        return os.open(name, flags, dir_fd=folder)


def _let_in(folder: int, needed: int) -> None:
    if not os.access(".", os.R_OK | os.X_OK, dir_fd=folder):
        os.fchmod(folder, needed)
