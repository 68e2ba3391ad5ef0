"""Reads and writes files below an opened folder, following no link, so that nothing outside it is ever touched."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from wp42_pytest.portal.bundle import PortalError

LARGEST_FILE_READ = 100_000_000

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_UNFINISHED = ".portal-unfinished"


def open_folder(path: Path, purpose: str) -> int:
    """Return the descriptor of a folder.

    Args:
        path: the folder; not a link to one.
        purpose: what the folder is for, as the error begins.

    Raises:
        PortalError: when it is not a folder that can be used.
    """
    try:
        return os.open(path, _FOLDER)
    except OSError as error:
        msg = f"{purpose} {path}, which is not a folder that can be used: {error.strerror}"
        raise PortalError(msg) from None


@contextlib.contextmanager
def folder_below(folder: int, name: str) -> Iterator[int]:
    """Open a folder directly below an opened one."""
    below = os.open(name, _FOLDER, dir_fd=folder)
    try:
        yield below
    finally:
        os.close(below)


def read_below(folder: int, relative: str) -> bytes:
    """Return the bytes of a regular file below an opened folder.

    Args:
        folder: the descriptor of the folder.
        relative: the path below it, with forward slashes.

    Raises:
        OSError: when there is no such file, or a part of the path is a link, or it is no regular file.
    """
    first, _, rest = relative.partition("/")
    if rest:
        with folder_below(folder, first) as below:
            return read_below(below, rest)
    # Without O_NONBLOCK opening a pipe would wait for a writer for ever.
    handle = os.open(first, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError(0, "it is not a regular file")
        if found.st_size > LARGEST_FILE_READ:
            raise OSError(0, "it is too large")
        return file.read()


def replace_file(folder: int, name: str, data: bytes) -> None:
    """Write a file in one step: a reader sees the old or the new one, and a link under its name is replaced.

    Args:
        folder: the descriptor of the folder.
        name: a bare file name.
        data: the new content.

    Raises:
        OSError: when it cannot be written; the old file stands as it was.
    """
    with contextlib.suppress(FileNotFoundError):
        os.unlink(_UNFINISHED, dir_fd=folder)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    handle = os.open(_UNFINISHED, flags, 0o644, dir_fd=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(_UNFINISHED, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(_UNFINISHED, dir_fd=folder)
        raise
